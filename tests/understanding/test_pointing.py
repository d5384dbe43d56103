"""Pointing: words that name a toy on the screen are no new wish, and its price is no budget."""

from __future__ import annotations

import pytest
from builders import an_intent, price
from reading import marked

from assistant.schema import DialogueAct, MessageReading, Screen, Session, SessionTurn, Shown
from assistant.understanding.pointing import pointing, remarking

TITLES = ("Red Steam Train", "Wooden Tractor with Trailer", "Tin Robot")
PRICES = ("20", "15.50", "12")


def read(text: str, *acts: DialogueAct, odds: dict[DialogueAct, float] | None = None) -> MessageReading:
    """The reading of a marked message beside three toys."""
    shown = tuple(Shown(title, price(amount), 4.0) for title, amount in zip(TITLES, PRICES, strict=True))
    session = Session("s", (SessionTurn("a train", "an answer", (an_intent("train"),), shown),))
    said, spans = marked(text)
    return pointing(said, MessageReading(acts, spans, tuple((odds or {}).items())), Screen("train", TITLES), session)


def refs(reading: MessageReading) -> tuple[str, ...]:
    return reading.words_for("ref")


@pytest.mark.parametrize(
    ("text", "ref"),
    [
        ("what about the {kind|tractor} you had at the bottom", "tractor"),
        ("that {kind|robot} could work", "robot"),
        ("is {theme|wooden tractor} ok for a five year old", "wooden tractor"),
        ("how tall is {ref|the tin one}", "the tin one"),
    ],
)
def test_words_of_one_title_name_that_toy(text: str, ref: str) -> None:
    reading = read(text, "change")
    assert refs(reading) == (ref,)
    assert reading.words_for("kind", "theme") == ()


def test_what_comes_with_a_toy_is_no_name_of_it() -> None:
    assert refs(read("how big is the trailer", "question")) == ()


def test_a_name_ends_where_its_sentence_ends() -> None:
    assert refs(read("he has the red. Steam is out", "question")) == ("red",)


def remarked(text: str) -> MessageReading:
    said, spans = marked(text)
    return remarking(said, MessageReading(("change",), spans))


def test_what_stands_behind_one_with_is_a_feature() -> None:
    reading = remarked("got one with a {feature|slide} or {kind|sprinkler} instead, or a {kind|kite}")
    assert (reading.words_for("feature"), reading.words_for("kind")) == (("slide", "sprinkler"), ("kite",))


def test_a_little_one_with_something_is_a_child() -> None:
    reading = remarked("my little one with lots of energy needs a {kind|trampoline}")
    assert reading.words_for("kind") == ("trampoline",)
    assert remarked("he has one with wheels but wants a {kind|scooter}").words_for("kind") == ("scooter",)


def test_a_sum_that_is_told_of_a_shown_toy_is_no_budget() -> None:
    text, cost = "{budget|£6} feels a bit mean", "5.99"
    shown = (Shown("p1", price(cost), 4.0),)
    session = Session("s", (SessionTurn("a rattle", "an answer", (an_intent("rattle"),), shown),))
    said, spans = marked(text)
    reading = pointing(said, MessageReading(("change",), spans), Screen("", ("Wrist Rattle",)), session)
    assert reading.words_for("budget") == ()


def test_what_is_asked_of_it_is_what_the_reader_thought_likely_and_else_a_word_on_it() -> None:
    text = "I meant the {kind|tractor}"
    assert read(text, "change").acts == ("describe",)
    assert read(f"{text}, is it loud?", "find").acts == ("question",)
    assert read(text, "another", odds={"another": 0.6, "price": 0.3}).acts == ("price",)


@pytest.mark.parametrize(
    "text",
    ["the {kind|tractor} but in {colour|blue}", "the {kind|robot} and a {kind|kite}", "like the {kind|tractor}",
     "not the {kind|robot}", "the {-kind|robot} is no present",
     "a {kind|tractor}", "a {kind|train}", "the {kind|train}"],
)  # fmt: skip
def test_a_wish_beside_it_or_instead_of_it_stays_one(text: str) -> None:
    assert read(text, "change").acts == ("change",)


def test_words_that_tell_of_another_toy_on_the_screen_are_no_wish_beside_it() -> None:
    reading = read("a {theme|robot} is no use at all, show me the {kind|tractor}", "change")
    assert (reading.acts, reading.words_for("theme")) == (("describe",), ())


@pytest.mark.parametrize(
    "text", ["I meant the one at £15.50", "no, {kind|tractor} at 15.50", "the {kind|tractor} for 15 pounds"]
)
def test_the_price_of_a_shown_toy_names_it_and_is_no_budget(text: str) -> None:
    reading = read(text, "change")
    assert "Wooden Tractor with Trailer" in refs(reading)
    assert [span.sign for span in reading.spans if span.slot == "budget"] == ["dropped"]


@pytest.mark.parametrize("text", ["under £15.50", "up to £12", "£12 please", "my budget is £20", "a 12 piece one"])
def test_a_sum_that_only_happens_to_be_a_price_stays_a_budget(text: str) -> None:
    assert refs(read(text, "change")) == ()


def test_who_does_not_mind_the_price_takes_the_budget_back() -> None:
    assert remarked("a Lego one? I don't mind spending a bit more").words_for("budget", sign="dropped") == (
        "don't mind spending a bit more",
    )
