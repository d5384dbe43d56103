"""Pointing: words that name a toy on the screen are no new wish, and its price is no budget."""

from __future__ import annotations

import pytest
from builders import an_intent, price
from reading import marked

from assistant.schema import DialogueAct, MessageReading, Screen, Session, SessionTurn, Shown, SlotValue
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


def remarked(text: str, titles: tuple[str, ...] = TITLES, *slots: SlotValue) -> MessageReading:
    said, spans = marked(text)
    return remarking(said, MessageReading(("change",), spans), Screen("train", titles, slots))


def test_what_stands_behind_one_with_is_a_feature() -> None:
    reading = remarked("got one with a {feature|slide} or {kind|sprinkler} instead, or a {kind|kite}")
    assert (reading.words_for("feature"), reading.words_for("kind")) == (("slide", "sprinkler"), ("kite",))


@pytest.mark.parametrize(
    ("text", "sums"),
    [
        ("i never said {budget|7 quid}", ()), ("scrap {~budget|£10} and {~budget|£12}", ()),
        ("forget {~budget|£7}, my budget is {~budget|£30}", ("£30",)),
        ("a dearer one then, i dont mind paying more", ()), ("money's no object", ()),
    ],
)  # fmt: skip
def test_a_sum_that_was_never_said_or_that_takes_the_place_of_another(text: str, sums: tuple[str, ...]) -> None:
    assert remarked(text).words_for("budget") == sums


@pytest.mark.parametrize("text", ["I never said 4, she is {age|5}", "I never asked for 100 pieces"])
def test_a_number_that_is_no_money_takes_no_budget_back(text: str) -> None:
    assert not [span for span in remarked(text).spans if span.slot == "budget"]


def test_a_little_one_with_something_is_a_child() -> None:
    reading = remarked("my little one with lots of energy needs a {kind|trampoline}")
    assert reading.words_for("kind") == ("trampoline",)
    assert remarked("he has one with wheels but wants a {kind|scooter}").words_for("kind") == ("scooter",)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("a {theme|robot}? she likes {theme|cats}", ("robot",)), ("A {kind|tin robot}! No dear", ("tin robot",)),
        ("no good. one with a tin robot?", ()),
        ("a {kind|robot} with legs? please", ()), ("a {theme|cat}? no", ()), ("a {kind|train}? yes", ()),
    ],
)  # fmt: skip
def test_who_only_says_a_title_after_us_points_at_it(text: str, words: tuple[str, ...]) -> None:
    reading = remarked(text)
    assert (reading.words_for("ref", sign="dropped"), refs(reading)) == (words, ())


@pytest.mark.parametrize(
    ("text", "titles", "slots", "is_told"),
    [
        ("{pieces|100 pieces} is too many", ("Farm Jigsaw (100 Piece)",), (), True),
        ("{pieces|100 pieces} would be nice", ("Farm Jigsaw",), (), False),
        ("{pieces|a hundred pieces} is a lot", ("Farm Jigsaw (100 Piece)",), (), True),
        ("{pieces|48 pieces} is far too many", ("Farm Jigsaw",), (), True),
        ("{pieces|48} is far too many for her", ("Farm Jigsaw",), (), True),
        ("still {pieces|100 pieces}", ("Farm Jigsaw (100 Piece)",), (SlotValue(0, "pieces", "100"),), False),
    ],
)
def test_a_count_that_a_shown_toy_has_is_no_wish(
    text: str, titles: tuple[str, ...], slots: tuple[SlotValue, ...], is_told: bool
) -> None:
    reading = remarked(text, titles, *slots)
    assert (reading.words_for("pieces") == ()) == is_told
    assert bool(reading.words_for("ref", sign="dropped")) == (is_told and "100" in titles[0])


@pytest.mark.parametrize(
    ("text", "cost"),
    [("{budget|A fiver} for a {kind|rattle} makes me wonder", "5.49"), ("{budget|£6} feels a bit mean", "5.99")],
)
def test_a_sum_that_is_told_of_a_shown_toy_is_no_budget(text: str, cost: str) -> None:
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
