"""The learned reader: what holds for any message, and what plain messages are read to say."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from assistant import resources
from assistant.adapters.networks import TokenNetwork, WordTable
from assistant.schema import MAX_ACTS, DialogueAct, MessageReading, Screen, SlotName, SlotValue
from assistant.understanding.learned_reader import MOST_TOKENS, LearnedReader, screen_words

SCREEN = Screen("wooden train set", ("Little Loop Train Set, 18 Pieces", "Farm Line Railway", "Harbour Steam Engine"))
READER = LearnedReader(TokenNetwork(resources.READER, WordTable(resources.WORDS), MOST_TOKENS))


def read(message: str, screen: Screen = SCREEN) -> MessageReading:
    return READER.read(message, screen)


@settings(max_examples=150, suppress_health_check=list(HealthCheck))
@given(st.text(max_size=300), st.booleans())
def test_whatever_is_typed_spans_are_stretches_of_it_and_there_is_an_act(message: str, is_shown: bool) -> None:
    reading = read(message, SCREEN if is_shown else Screen())
    assert 1 <= len(reading.acts) <= MAX_ACTS
    end = 0
    for span in reading.spans:
        assert message[span.start : span.end] == span.text
        assert end <= span.start < span.end
        assert 0 <= span.confidence <= 1
        end = span.end


def test_what_is_longer_than_the_network_reads_is_cut() -> None:
    text = "a wooden train set for my niece" + " who is as keen on them as anybody" * 60
    spans = read(text, Screen()).spans
    assert spans
    assert spans[-1].end < len(text) / 2


def test_a_reading_depends_on_nothing_but_the_message_and_the_screen() -> None:
    messages = ["a kite", "cheaper", "does it need batteries", "a doll under £10 and a ball"] * 6
    with ThreadPoolExecutor(4) as pool:
        assert list(pool.map(read, messages)) == [read(message) for message in messages]


def test_what_somebody_loves_is_the_wish_where_nothing_else_names_a_toy() -> None:
    reading = read(
        "I am looking for a toy for my son who is two. He loves garbage trucks. No batteries please.", Screen()
    )
    assert "garbage truck" in " ".join(reading.words_for("kind", "theme"))


def test_the_screen_is_told_in_a_few_words() -> None:
    assert screen_words(Screen()) == ("", [])
    slots = (SlotValue(0, "theme", "star wars"), SlotValue(0, "age", "4"))
    told, places = screen_words(Screen("", ("One Two Three Four Five Six Seven",), slots))
    assert told == "something | theme star wars | age 4 ; 1 One Two Three Four Five Six"
    assert [told[start:end] for start, end in places] == ["star wars", "4"]


@pytest.mark.parametrize(
    ("message", "act"),
    [
        ("something cheaper", "cheaper"), ("too expensive", "cheaper"), ("something premium", "dearer"),
        ("more balanced", "value"), ("anything else?", "another"),
        ("in red", "change"), ("forget my budget", "change"),
        ("does it need batteries?", "question"), ("compare the first two", "compare"), ("why this one?", "why"),
        ("what do people say about it", "opinions"), ("tell me more about the second", "describe"),
        ("do you deliver to Leeds", "service"), ("which is cheapest", "best"), ("how much for both", "total"),
        ("a kite for my niece", "find"), ("thanks", "thanks"), ("what's the weather tomorrow", "outside"),
    ],
)  # fmt: skip
def test_plain_messages_do_what_they_say(message: str, act: DialogueAct) -> None:
    assert act in read(message).acts


def test_a_change_without_a_word_of_one_is_read_again_with_its_slips_mended() -> None:
    assert read("somthing cheeper", Screen("jigsaw puzzle", ("Under the Ice, 60 Pieces",))).acts[0] == "cheaper"


def test_words_are_read_into_their_slots() -> None:
    reading = read("a wooden dinosaur puzzle without batteries for my niece", Screen())
    assert reading.words_for("material") == ("wooden",)
    assert reading.words_for("theme") == ("dinosaur",)
    assert reading.words_for("kind") == ("puzzle",)
    assert reading.words_for("feature", sign="refused") == ("batteries",)


@pytest.mark.parametrize("message", ["nothing with darth vader or yoda"])
def test_what_stands_behind_or_beside_something_refused_is_refused_with_it(message: str) -> None:
    reading = read(message, Screen("star wars pop", ("Funko Pop Star Wars C3PO",)))
    assert reading.words_for("theme") == ()
    assert sorted(" ".join(reading.words_for("theme", sign="refused")).split()) == ["darth", "vader", "yoda"]


def test_what_stands_right_behind_a_not_is_refused_however_unsure() -> None:
    assert read("chess set, wood, folding, not magnetic", Screen()).words_for("feature", sign="refused") == (
        "magnetic",
    )
    assert read("no i want the puzzle", Screen("doll", ("Rag Doll",))).words_for("kind") == ("puzzle",)


@pytest.mark.parametrize(
    ("message", "kind", "refused"),
    [
        ("hes not after a rocking horse, something to ride on", "something to ride on", "rocking horse"),
        ("im not looking for a jigsaw, a board game please", "board game", "jigsaw"),
        ("a doll rather than a teddy", "doll", "teddy"),
        ("not too big a doll", "doll", ""),
    ],
)
def test_who_is_not_after_a_thing_or_wants_anything_but_that_refuses_it(message: str, kind: str, refused: str) -> None:
    reading = read(message, Screen())
    assert reading.words_for("kind") == (kind,)
    assert " ".join(reading.words_for("kind", sign="refused")) == refused


@pytest.mark.parametrize(
    ("message", "slot", "refused"),
    [
        ("a battery-free night light toy", "feature", "battery"),
        ("it doesn't have to be lego, just a building set", "brand", ""),
        ("needn't be wooden, any train set", "material", ""),
    ],
)
def test_free_of_a_thing_refuses_it_and_need_not_be_does_not(message: str, slot: SlotName, refused: str) -> None:
    assert " ".join(read(message, Screen()).words_for(slot, sign="refused")) == refused
    assert read(message, Screen()).words_for(slot) == ()


def test_the_same_words_mean_something_else_beside_another_screen() -> None:
    assert "find" in read("a puzzle", SCREEN).acts
    assert "change" in read("wooden", SCREEN).acts
    assert "find" in read("wooden", Screen()).acts
