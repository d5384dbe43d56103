"""How the reader's training reads its data: marks, tokens and their labels, and the slips that it learns to forgive."""

from __future__ import annotations

import json
import random
import re
from dataclasses import replace

import pytest
from builders import a_product
from tokenizers import Tokenizer
from train_reader import (
    MESSAGES,
    OTHERS,
    Joiner,
    Message,
    asides_of,
    mistyped,
    names_of,
    others,
    pieces_of,
    questions,
    requests,
    targets,
    varied,
)

from assistant import resources
from assistant.schema import ACTS, SIGNS, SLOTS, Screen, SlotValue
from assistant.understanding.learned_reader import TAGS

ROWS = [json.loads(line) for line in MESSAGES.read_text(encoding="utf-8").splitlines()]
TOKENIZER = Tokenizer.from_file(str(resources.WORDS / "tokenizer.json"))


def a_message(marked: str) -> Message:
    return Message("train", pieces_of(marked), ("find",))


def test_marks_become_pieces_and_leave_the_message_as_it_was_typed() -> None:
    message = a_message("not {-material|plastic}, a {kind|train set} please, forget the {~budget|budget}")
    assert message.text == "not plastic, a train set please, forget the budget"
    assert [(p.slot, p.sign, p.text) for p in message.pieces if p.slot] == [
        ("material", "refused", "plastic"), ("kind", "wanted", "train set"), ("budget", "dropped", "budget"),
    ]  # fmt: skip


def test_each_token_has_the_tag_of_its_words() -> None:
    message = a_message("a {kind|train set}, no {-feature|batteries}")
    encoded = TOKENIZER.encode(message.text, "something else")
    tags, signs = targets(message, encoded)
    told = [(token, TAGS[tag], SIGNS[sign] if sign >= 0 else "") for token, tag, sign in
            zip(encoded.tokens, tags, signs, strict=True) if tag > 0]  # fmt: skip
    assert told == [
        ("train", "B-kind", "wanted"), ("set", "I-kind", "wanted"), ("batteries", "B-feature", "refused"),
    ]  # fmt: skip
    assert {tag for tag, kind in zip(tags, encoded.type_ids, strict=True) if kind == 1} == {-100}


def test_a_message_without_marks_teaches_no_tag() -> None:
    plain = Message("train", pieces_of("a lawnmower"), ("outside",), is_marked=False)
    tags, _ = targets(plain, TOKENIZER.encode(plain.text, ""))
    assert set(tags) == {-100}


def test_slips_and_other_names_leave_every_mark_in_its_place() -> None:
    messages = [a_message("a {colour|red} {kind|kite} by {brand|Brio}"), a_message("{theme|dinosaur} {kind|puzzle}")]
    draw, names = random.Random(7), names_of(messages)
    for _ in range(200):
        found = varied(messages[0], names, draw)
        assert [piece.slot for piece in found.pieces if piece.slot] == ["colour", "kind", "brand"]
    assert any(mistyped("wooden train", random.Random(at)) != "wooden train" for at in range(5))


def test_every_labelled_message_can_be_read() -> None:
    assert len(ROWS) > 7_000
    assert sum(row["screen"] is not None for row in ROWS) > len(ROWS) / 2
    for row in ROWS:
        pieces = pieces_of(row["say"])
        assert {piece.slot for piece in pieces if piece.slot} <= set(SLOTS), row
        assert not re.search(r"[{}|]", "".join(piece.text for piece in pieces)), row
        assert 1 <= len(row["acts"]) <= 3, row
        assert set(row["acts"]) <= set(ACTS), row


@pytest.mark.parametrize("read", [requests, others])
def test_the_other_data_can_be_read_too(read: object) -> None:
    assert callable(read)
    found = read()
    assert len(found) > 800
    assert all(message.text and set(message.acts) <= set(ACTS) for message in found)
    assert OTHERS.exists()


def test_what_is_asked_about_a_toy_is_read_beside_a_screen_that_shows_it_first() -> None:
    shop = {name: a_product(name, title=f"Toy {name}", category=("Toys", "Trains")) for name in ("a", "b", "c")}
    row = {"part": "train", "catalogue": "demo", "id": "b", "question": "batteries?", "verdict": "no"}
    asked = [
        {**row, "sentences": ["1234567890"]}, {**row, "question": "how much", "sentences": ["price"]},
        {**row, "question": "who pays the postage", "act": "service", "sentences": []},
        {**row, "verdict": "opinion", "sentences": ["1234567890"]}, {**row, "id": "sold out", "sentences": []},
    ]  # fmt: skip
    found = list(questions(asked, {"demo": shop}))
    assert [(one.text, one.acts, one.is_marked) for one in found] == [
        ("batteries?", ("question",), False), ("how much", ("price",), False),
        ("who pays the postage", ("service",), False),
    ]  # fmt: skip
    assert {(one.screen.wish, one.screen.titles[0]) for one in found} == {("trains", "Toy b")}
    assert all("Toy b" not in one.screen.titles[1:] for one in found)


def test_a_wish_and_a_question_about_its_screen_become_one_message() -> None:
    screen = Screen("train", ("Red Train",), (SlotValue(0, "kind", "train"), SlotValue(0, "age", "age 4")))
    wish = Message("train", pieces_of("in {colour|blue}"), ("change",), screen, kept="10")
    question = Message("train", pieces_of("is {ref|it} loud?"), ("question",), screen, kept="11")
    elsewhere = replace(question, screen=Screen("doll", ("Rag Doll",)))
    joiner = Joiner([wish, question, elsewhere])
    made = [joiner.joined(wish, random.Random(seed)) for seed in range(200)]
    both = [one for one in made if one.acts == ("change", "question")]
    assert 0 < len(both) < len(made)
    assert {(one.kept, one.screen == screen) for one in both} == {("10", True)}
    assert all("in blue" in one.text and "is it loud?" in one.text for one in both)
    assert {piece.slot for piece in both[0].pieces} == {None, "colour", "ref"}
    assert all(joiner.joined(elsewhere, random.Random(seed)) == elsewhere for seed in range(200))


def test_what_is_beside_the_point_is_whole_sentences_without_a_mark() -> None:
    told = a_message("He is {age|4}. We had one years ago in the old house. A {kind|top}, {feature|tin}. Thanks a lot.")
    assert asides_of([told]) == ["We had one years ago in the old house."]
