"""What the owner is told of the conversations: what was asked, missing and not liked, and nothing private."""

from __future__ import annotations

import csv
import io
from collections.abc import Callable, Iterator
from datetime import UTC, date, datetime, timedelta
from pathlib import Path

import pytest

from assistant import Assistant, Settings
from assistant.evaluation.insights import Insights, insights, of
from assistant.schema import Feedback, Intent, Kept, Outcome, SessionTurn, Shown

TOYS = "id,title,price,description\nk,Diamond Kite,£9,A kite of nylon.\nd,Rag Doll,£12,A soft doll.\n"


@pytest.fixture
def owners_shop(catalogue_of: Callable[[str], Path], tmp_path: Path) -> Iterator[Assistant]:
    with Assistant.open(catalogue_of(TOYS), Settings(home=tmp_path)) as shop:
        yield shop


def test_what_was_asked_missing_silent_and_disliked_is_told(owners_shop: Assistant) -> None:
    for question in ("a kite under £20", "does it need batteries?", "a kite"):
        owners_shop.ask(question, session_id="one")
    owners_shop.ask("kites under £20, jo@example.org", session_id="two")
    owners_shop.ask("a trampoline", session_id="two")
    owners_shop.ask("hello", session_id="two")
    owners_shop.rate("two", Feedback(False, "kites", ("k",)))
    owners_shop.rate("two", Feedback(False, "kites", ("k",), "too dear, call 07700 900123"))
    owners_shop.rate("one", Feedback(True, "a kite", ("k",)))
    found = insights(owners_shop)
    assert (found.conversations, len(found.asked), found.liked) == (2, 5, 1)
    assert [(one.kind, one.conversations) for one in found.wanted] == [("kite", 2), ("trampoline", 1)]
    assert [one.kind for one in found.missing] == ["trampoline"]
    assert [(one.question, one.toys) for one in found.unlisted] == [("does it need batteries?", ("Diamond Kite",))]
    (disliked,) = found.disliked
    assert (disliked.toys, disliked.comment) == (("Diamond Kite",), "too dear, call [phone]")
    for told in (found.as_text(), found.as_csv()):
        assert "jo@example.org" not in told
        assert "900123" not in told
        assert "trampoline" in told


def test_a_visitors_own_list_is_no_business_of_the_owners(owners_shop: Assistant, tmp_path: Path) -> None:
    (tmp_path / "list.csv").write_text("title,price\nGlass Marble Run,£9.50\n", encoding="utf-8")
    owners_shop.import_products(tmp_path / "list.csv", tmp_path / "visit")
    visit = owners_shop.with_catalogue(tmp_path / "visit")
    visit.ask("a marble run", session_id="three")
    visit.rate("three", Feedback(False, "a marble run"))
    assert insights(owners_shop).as_text() == "No conversation about this catalogue is kept."
    assert insights(visit).conversations == 1


NOON = datetime(2026, 11, 20, 12, tzinfo=UTC)


def kept(*outcomes: Outcome, text: str = "a kite", kind: str = "kite", days: int = 0, session: str = "s") -> Kept:
    intent = Intent(text, "find", "product_query", kind)
    turn = SessionTurn(text, "", (intent,), (Shown("k", None, None), Shown("gone", None, None)), outcomes)
    return Kept(session, NOON + timedelta(days=days), turn)


def rows(found: Insights) -> list[list[str]]:
    return list(csv.reader(io.StringIO(found.as_csv())))


def test_the_table_has_a_row_a_question_the_newest_first_and_runs_no_formula() -> None:
    opinion = Kept("s", NOON, Feedback(False, "a kite", ("k",), "@SUM(A1)"))
    found = of([kept("nearest"), kept("answered", text="=1+1", days=2), opinion], {"k": "Diamond Kite"})
    assert rows(found) == [
        ["day", "outcome", "kind", "question", "toys", "comment"],
        ["2026-11-22", "answered", "kite", "'=1+1", "Diamond Kite", ""],
        ["2026-11-20", "nearest", "kite", "a kite", "Diamond Kite", ""],
        ["2026-11-20", "thumbed down", "", "a kite", "Diamond Kite", "'@SUM(A1)"],
    ]
    assert found.span == "2026-11-20 to 2026-11-22"


def test_one_conversation_counts_once_for_a_kind_however_it_is_spelt() -> None:
    found = of([kept("answered"), kept("answered", kind="kites"), kept("answered", session="t")], {})
    (tally,) = found.wanted
    assert (tally.kind, tally.conversations) == ("kite", 2)


def test_what_was_kept_before_outcomes_were_is_counted_as_asked() -> None:
    found = of([kept()], {})
    assert [one.day for one in found.asked] == [date(2026, 11, 20)]
    assert (found.missing, found.unlisted) == ([], [])


def test_an_opinion_that_was_changed_counts_as_it_is_now() -> None:
    down, up = (Kept("s", NOON, Feedback(liked, "a kite", ("k",))) for liked in (False, True))
    assert (of([down, up], {}).liked, of([down, up], {}).disliked) == (1, ())
