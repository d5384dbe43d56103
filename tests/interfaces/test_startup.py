"""One opening for all visitors, with its progress."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from threading import Event

import pytest

from assistant.errors import CatalogueError
from assistant.interfaces.page.startup import Doorway, OnProgress


def test_everybody_waits_for_one_opening_and_sees_how_far_it_is() -> None:
    begun, seen, may_end = [], [Event(), Event()], Event()

    def opens(tell: OnProgress) -> str:
        begun.append(1)
        tell("reading", 10, 10)
        tell("indexing", 30, 120)
        may_end.wait(10)
        return "the shop"

    doorway = Doorway(opens)
    shares: list[list[float]] = [[], []]

    def visit(number: int) -> str:
        def watch(share: float) -> None:
            shares[number].append(share)
            if share:
                seen[number].set()

        return doorway.opened(watch)

    with ThreadPoolExecutor(2) as visitors:
        visits = [visitors.submit(visit, number) for number in (0, 1)]
        assert all(each.wait(10) for each in seen)
        may_end.set()
        assert [each.result() for each in visits] == ["the shop", "the shop"]
    assert begun == [1]
    assert all(set(each) <= {0.0, 0.25} for each in shares)
    assert doorway.opened(lambda _: pytest.fail("nothing is left to watch")) == "the shop"


def test_what_failed_is_tried_again_by_the_next_visitor() -> None:
    outcomes = iter([CatalogueError("the disk is full"), "the shop"])

    def opens(_: OnProgress) -> str:
        outcome = next(outcomes)
        if isinstance(outcome, CatalogueError):
            raise outcome
        return str(outcome)

    doorway = Doorway(opens)
    with pytest.raises(CatalogueError, match="the disk is full"):
        doorway.opened(lambda _: None)
    assert doorway.opened(lambda _: None) == "the shop"
