"""What a message about a shown toy asks, question by question."""

from __future__ import annotations

import pytest

from assistant.understanding.question_topics import questions_in


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
