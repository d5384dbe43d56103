"""What a message about a shown toy asks, question by question."""

from __future__ import annotations

import pytest

from assistant.schema import AgeRange
from assistant.understanding.grammars.question_topics import (
    only_asks_for_cheaper,
    questions_in,
    ranks_by_degree,
    read_copies,
    read_question,
    read_superlative,
    seeks,
)


@pytest.mark.parametrize(
    ("message", "questions"),
    [
        ("batteries?", ["batteries?"]),
        ("is it ok at four and does it take batteries", ["is it ok at four", "does it take batteries"]),
        ("How big is it? Is it soft?", ["How big is it?", "Is it soft?"]),
        ("what's in it, how many figures, and can it get wet", [
            "what's in it", "how many figures", "can it get wet",
        ]),
        ("is it loud and heavy", ["is it loud and heavy"]),
        ("Can you do the second one, is it nice?", ["is it nice?"]),
        ("what about it then, what size is it and what do people think", ["what size is it", "what do people think"]),
        ("how big is it and remind me what it cost", ["how big is it", "remind me what it cost"]),
        ("is it washable and how tall?", ["is it washable", "how tall?"]),
        ("does it need batteries and what age", ["does it need batteries", "what age"]),
        ("Is it washable, do you know?", ["Is it washable?"]),
        ("How adorable. Is it washable?", ["How adorable. Is it washable?"]),
        ("what scale is it and how much?", ["what scale is it", "how much?"]),
        ("sounds fun but is it hard to learn, and how many can play", ["sounds fun but is it hard to learn",
         "how many can play"]),
        ("does it come with darts and how many", ["does it come with darts and how many"]),
        ("What is it made of? He reacts to some plastics.", ["What is it made of? He reacts to some plastics."]),
        ("He's two. Can he have it? And is it noisy?", ["He's two. Can he have it?", "And is it noisy?"]),
    ],
)  # fmt: skip
def test_each_question_of_a_message_is_one_with_what_is_told_beside_it(message: str, questions: list[str]) -> None:
    assert questions_in(message) == questions


def test_no_more_than_three_questions_are_told_apart_and_no_word_is_lost() -> None:
    asked = questions_in("is it red? is it blue? is it green? is it pink?")
    assert asked == ["is it red?", "is it blue?", "is it green? is it pink?"]


@pytest.mark.parametrize(
    "message", ["whats it like then", "what's the playmat one like", "what is it about?", "and what is that exactly?"]
)
def test_what_a_toy_is_like_is_no_field_of_it(message: str) -> None:
    assert read_question(message).about == "description"


@pytest.mark.parametrize(
    ("message", "topic"),
    [
        ("Do you do gift wrapping and will it get here before Thursday?", "gift wrapping or delivery"),
        ("can I send it back? and how long is delivery", "returns or delivery"),
        ("is there a discount for schools", "discounts"),
    ],
)
def test_every_service_that_is_asked_about_is_named(message: str, topic: str) -> None:
    question = read_question(message)
    assert (question.about, question.topic) == ("service", topic)


def test_what_a_toy_does_is_no_service() -> None:
    assert read_question("does it arrive assembled?").about == "toy"


@pytest.mark.parametrize(
    ("text", "of", "field"),
    [
        ("biggest", "jigsaw", "most pieces"), ("biggest", "doll", "biggest"), ("a bit smaller", "", "smallest"),
        ("cheapest", "jigsaw", "cheapest"),
        ("which do people like more", "", "best rated"), ("which would a boy like more", "", None),
    ],
)  # fmt: skip
def test_a_superlative_goes_by_the_field_that_tells_it(text: str, of: str, field: str | None) -> None:
    assert read_superlative(text, of) == field


def test_how_many_play_is_asked_only_where_it_is() -> None:
    assert read_question("how many pieces does it have? There are 4 of us").numbers.players is None
    assert read_question("how many can play? There are 4 of us").numbers.players == 4
    assert read_question("does a grown up have to help him?").numbers.age is None
    assert read_question("can a 5 year old do it without adult help?").numbers.age == AgeRange(60, 60)


@pytest.mark.parametrize(
    ("text", "count"),
    [
        ("how much would two of those be?", 2), ("what do 3 of the first one cost", 3),
        ("how much for the castle and two of the knights", 1),
        ("four the same please", 4), ("what's the total for 4?", 4), ("how much would it be for six of", 6),
        ("how much for a six year old", 1), ("how much are two of the three", 1), ("how much are they together", 1),
    ],
)  # fmt: skip
def test_how_many_of_one_toy_are_to_be_added_up(text: str, count: int) -> None:
    assert read_copies(text) == count


@pytest.mark.parametrize(
    ("text", "is_asked"),
    [
        ("which is easier to learn, the first or the second?", True), ("which of them would be more educational", True),
        ("which is better for pairs", True), ("which is better", False), ("which would last better", True),
        ("which is the best one", False), ("which number is it", False),
    ],
)  # fmt: skip
def test_which_is_so_in_a_higher_degree_is_asked_in_so_many_words(text: str, is_asked: bool) -> None:
    assert ranks_by_degree(text) == is_asked


@pytest.mark.parametrize("text", ["have you got a card to go with it", "what else matches it", "can i get pink ones"])
def test_what_seeks_is_no_question_about_a_toy(text: str) -> None:
    assert seeks(text)
    assert not seeks("does it do anything?")
    assert not seeks("how do you play it")


def test_a_sentence_asks_only_for_less() -> None:
    assert only_asks_for_cheaper("Anything cheaper?")
    assert only_asks_for_cheaper("and have you got a bit cheaper one?")
    assert only_asks_for_cheaper("is there anything cheaper than the first one still steam?")
    assert not only_asks_for_cheaper("anything cheaper with a spade?")
    assert not only_asks_for_cheaper("which is cheaper?")
