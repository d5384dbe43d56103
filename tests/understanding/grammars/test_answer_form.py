"""How the shopper wants to be answered, and what is left of the message."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assistant.schema import FormConstraints
from assistant.understanding.grammars.answer_form import form_of


@pytest.mark.parametrize(
    ("text", "form", "asked"),
    [
        ("a kite in bullet points please", FormConstraints(format="bullets"), "a kite"),
        ("give me a short answer in bullet points", FormConstraints(format="bullets", length="short"), ""),
        ("a train table as a list", FormConstraints(format="bullets"), "a train table"),
        ("keep it short: a doll for a 3 year old", FormConstraints(length="short"), "a doll for a 3 year old"),
        ("short answer: does it need batteries", FormConstraints(length="short"), "does it need batteries"),
        ("what's in the box, in two sentences", FormConstraints(length="short"), "what's in the box"),
        ("can I have a long, detailed answer about a kite", FormConstraints(length="long"), "a kite"),
        ("a coding robot, no code in the answer", FormConstraints(no_code=True), "a coding robot"),
        ("skip the footnotes and find me a teddy", FormConstraints(no_citations=True), "find me a teddy"),
        ("a puzzle, don’t use the internet", FormConstraints(no_external=True), "a puzzle"),
        (
            "a puzzle without code, with no sources, in bullets",
            FormConstraints(no_code=True, no_citations=True, format="bullets"),
            "a puzzle",
        ),
        ("in bullet points please", FormConstraints(format="bullets"), ""),
    ],
)
def test_words_on_form_are_taken_out(text: str, form: FormConstraints, asked: str) -> None:
    assert form_of(text) == (form, asked)


@pytest.mark.parametrize(
    "text",
    [
        "a nerf gun with bullets", "a short train", "a quick card game", "a detailed model car", "a table tennis set",
        "lego in a table", "a brief history game", "a step by step science kit", "a code breaker game",
        "a shopping list game",
    ],
)  # fmt: skip
def test_words_of_a_toy_are_none(text: str) -> None:
    assert form_of(text) == (FormConstraints(), text)


@given(st.text(max_size=200))
def test_nothing_is_added(text: str) -> None:
    assert all(word in text for word in form_of(text)[1].split())
