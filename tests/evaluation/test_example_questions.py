"""The questions to start from: made of the catalogue's toys, answered well, and kept with it."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from assistant import Assistant, Settings
from assistant.evaluation.example_questions import MOST_TITLES, NAME, OFFERED, examples_of, found_examples

KINDS = ("Glass Marble Run", "Rag Doll", "Diamond Kite")
COLOURS = ("Red", "Blue", "Green")
ShopOf = Callable[..., Assistant]
FILED = [f"{colour} {kind},£{cost},{kind}s,5+" for kind in KINDS for cost, colour in enumerate(COLOURS, start=8)]


@pytest.fixture(scope="module")
def demo(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Assistant]:
    """An assistant whose imports count no words for a microphone."""
    with Assistant.open(settings=Settings(home=tmp_path_factory.mktemp("home"), voice="off", listen="off")) as opened:
        yield opened


@pytest.fixture
def shop_of(demo: Assistant, tmp_path: Path) -> ShopOf:
    """Makes an assistant over a small list."""

    def made(*rows: str, head: str = "title,price,category,age") -> Assistant:
        (tmp_path / "list.csv").write_text("\n".join([head, *rows]), encoding="utf-8")
        demo.import_products(tmp_path / "list.csv", tmp_path / "own")
        return demo.with_catalogue(tmp_path / "own")

    return made


def test_the_demos_questions_are_kept_with_it_and_each_is_answered_with_a_pick_that_fits(shop: Assistant) -> None:
    kept = json.loads((Path(shop.catalogue.home) / NAME).read_text(encoding="utf-8"))
    assert kept["catalogue"] == shop.catalogue.digest, "make demo-index makes them anew"
    assert examples_of(shop) == tuple(kept["questions"])
    assert len(set(kept["questions"])) == OFFERED
    replies = {question: shop.ask(question) for question in kept["questions"]}
    assert [len(reply.answers) for reply in replies.values()] == [1, 1, 1, 2], "the last asks for two toys"
    for question, reply in replies.items():
        for answer in reply.answers:
            wish = answer.intent.constraints
            assert answer.picks, question
            assert answer.standing != "nearest", question
            top = answer.picks[0].product
            assert top.rating is None or top.rating >= 4, question
            assert not wish.age or (top.age and wish.age.min_months is not None), question


def test_each_question_is_about_a_kind_of_the_list_and_reads_as_people_ask(shop_of: ShopOf) -> None:
    own = shop_of(*FILED)
    assert found_examples(own) == (
        "A diamond kite under £10", "A glass marble run for a 5-year-old", "A rag doll for a 5-year-old under £10",
    )  # fmt: skip


def test_a_list_without_categories_is_asked_about_by_the_kinds_in_its_titles(shop_of: ShopOf) -> None:
    rows = [f"{colour} Rag Doll (new),$9" for colour in COLOURS] + [
        f"{colour} Paper Kites - large,$4" for colour in COLOURS
    ]
    own = shop_of(*rows, head="title,price")
    assert found_examples(own) == ("Kites under $5", "Rag doll up to $10")


def test_kinds_that_the_first_titles_tell_are_asked_about_in_all_of_them(shop_of: ShopOf) -> None:
    rows = [f"{kind} No {at},£{120 - at}" for at in range(MOST_TITLES) for kind in ("Red Kite", "Tin Drum")]
    assert found_examples(shop_of(*rows, head="title,price")) == ("Drum under £80", "Kite up to £80")


@pytest.mark.parametrize("row", ["7 8 9,£3,!!!,", "Gift Set,£3,Sets & Parts > For the Home,"])
def test_a_list_of_which_nothing_can_be_chosen_offers_no_question(row: str, shop_of: ShopOf) -> None:
    own = shop_of(row)
    assert examples_of(own) == ()


def test_a_short_list_is_asked_about_toy_by_toy(shop_of: ShopOf) -> None:
    own = shop_of("Blue Kite,£4,Outdoors,", "Rag Doll,£8,Indoors,")
    assert found_examples(own) == ("Kite under £5", "Rag doll up to £10")


def test_what_buyers_did_not_like_is_no_example(shop_of: ShopOf) -> None:
    rows = [
        f"{colour} {kind},£8,{kind}s,{stars},40"
        for kind, stars in (("Rag Doll", 2.1), ("Kite", 4.6))
        for colour in COLOURS
    ]
    own = shop_of(*rows, head="title,price,category,rating,rating_count")
    assert found_examples(own) == ("A kite under £10",)


def test_questions_are_worked_out_once_and_kept_for_these_toys_alone(shop_of: ShopOf, tmp_path: Path) -> None:
    own = shop_of(*FILED)
    first = examples_of(own)
    kept = tmp_path / "own" / NAME
    kept.write_text(kept.read_text(encoding="utf-8").replace(first[0], "A kite for a rainy day"), encoding="utf-8")
    assert examples_of(own) == ("A kite for a rainy day", *first[1:])
    for spoilt in ("", '{"catalogue": "of another list", "questions": ["Lego"]}'):
        kept.write_text(spoilt, encoding="utf-8")
        assert examples_of(own) == first
    assert json.loads(kept.read_text(encoding="utf-8"))["questions"] == list(first)
