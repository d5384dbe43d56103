"""What sentences about batteries answer: a closed set of things to say, in many ways of saying them."""

from __future__ import annotations

import pytest

from assistant.matching.batteries import told

LACKS = ("batteries not included", "requires 2 aa batteries (not supplied)", "batteries sold separately")
HAS = ("3 x aa batteries included", "comes with batteries", "8 aaa batteries needed (included)")
NONE = ("no batteries needed", "works without batteries", "it does not need any batteries", "battery-free fun")
NEEDS = ("needs 2 aa batteries", "battery operated", "powered by two small batteries")


@pytest.mark.parametrize(
    ("question", "lacks", "has", "none", "needs"),
    [
        ("does it need batteries?", "yes", "yes", "no", "yes"),
        ("does it run on batteries", "yes", "yes", "no", "yes"),
        ("batteries?", "yes", "yes", "no", "yes"),
        ("are batteries included?", "no", "yes", "", ""),
        ("are the batteries in it already", "no", "yes", "", ""),
        ("do i have to buy batteries", "yes", "no", "no", ""),
        ("what batteries does it need?", "", "", "", ""),
        ("does it work without batteries?", "", "", "", ""),
        ("is it loud?", "", "", "", ""),
    ],
)
def test_batteries_not_included_are_needed(question: str, lacks: str, has: str, none: str, needs: str) -> None:
    for sentences, answer in ((LACKS, lacks), (HAS, has), (NONE, none), (NEEDS, needs)):
        assert {sentence: told(question, sentence) for sentence in sentences} == dict.fromkeys(sentences, answer)


def test_what_only_speaks_of_batteries_answers_nothing() -> None:
    assert not told("does it need batteries?", "discover the science of batteries by powering a clock")


def test_whether_they_can_be_changed_is_told_by_no_word_on_whether_any_are_needed() -> None:
    assert told("can you change the batteries", "no batteries needed") == "unknown"
    assert told("can you change the batteries", "the batteries cannot be replaced") != "unknown"


@pytest.mark.parametrize(
    ("question", "sentence", "answer"),
    [
        ("are batteries included", "batteries aren't included.", "no"),
        ("are batteries included", "the 2 aa batteries aren’t supplied", "no"),
        ("does it need batteries", "it doesn't need batteries", "no"),
        ("does it need batteries", "batteries aren't needed", "no"),
    ],
)
def test_a_shortened_not_denies_as_a_long_one_does(question: str, sentence: str, answer: str) -> None:
    assert told(question, sentence) == answer
