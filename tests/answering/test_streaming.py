"""Sentence by sentence: only what stands is passed on, once, in order, and it is what the final answer says."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from builders import a_plan, a_turn, an_intent
from composed import ALOUD, SYMBOLIC, TITLE, TRUE, claim, said
from composed import SHELF as PACK
from fakes import FakeSolver

from assistant.answering.answerer import Authors, answer
from assistant.answering.partial_json import ShownReader
from assistant.errors import ModelError
from assistant.protocols import GoalSolver, SentenceWriter
from assistant.schema import Answer, Brief, Draft, Sentence

LIE = said("Farm Wooden Train Set costs £1.99.", TITLE, claim("price", "£1.99"))
MORE = said("It has 46 pieces.", claim("pieces", "46 pieces"))


class Writer:
    """Writes these sentences one after the other, then fails or is done."""

    name = "writer"

    def __init__(self, *sentences: Sentence, failure: Exception | None = None) -> None:
        self.sentences, self.failure = sentences, failure

    def solve(self, _: Brief) -> Draft:
        return Draft(self.sentences, (ALOUD,))

    def write(self, brief: Brief, hand_on: Callable[[Sentence], None]) -> Draft:
        for sentence in self.sentences:
            hand_on(sentence)
        if self.failure:
            raise self.failure
        return self.solve(brief)


def told_by(solver: GoalSolver | None) -> tuple[Answer, list[str]]:
    pieces: list[str] = []
    plan = a_plan(an_intent())
    found = answer(
        plan, PACK, turn=a_turn(), authors=Authors((solver,) if solver else ()), receipts={}, currency="GBP",
        tell=pieces.append,
    )  # fmt: skip
    return found, pieces


def test_a_writer_is_known_by_what_it_can_do() -> None:
    assert isinstance(Writer(), SentenceWriter)
    assert not isinstance(FakeSolver(Draft((), ())), SentenceWriter)


@pytest.mark.parametrize(
    "solver",
    [
        None, Writer(TRUE, MORE), Writer(TRUE, LIE, MORE), Writer(LIE, TRUE, MORE), Writer(), Writer(MORE),
        Writer(TRUE, failure=ModelError("late")), Writer(failure=ModelError("late")),
        Writer(TRUE, failure=KeyError("x")),
        Writer(LIE, failure=ModelError("late")), Writer(TRUE, TRUE, MORE), FakeSolver(Draft((TRUE, LIE), (ALOUD,))),
    ],
)  # fmt: skip
def test_the_pieces_put_together_are_the_final_answer(solver: GoalSolver | None) -> None:
    found, pieces = told_by(solver)
    assert "".join(pieces) == found.final_answer
    assert "£1.99" not in found.final_answer


def test_where_the_first_sentence_is_a_lie_the_symbolic_one_is_passed_on_before_the_first_that_is_true() -> None:
    _, pieces = told_by(Writer(LIE, TRUE, MORE))
    assert SYMBOLIC.final_answer.startswith(pieces[0])
    assert "".join(pieces[1:]) == " Farm Wooden Train Set costs £24.99 [1]. It has 46 pieces [1]."


def test_where_all_is_a_lie_nothing_of_the_model_is_passed_on() -> None:
    found, pieces = told_by(Writer(LIE, LIE))
    assert "".join(pieces) == found.final_answer == SYMBOLIC.final_answer


def test_what_was_passed_on_stands_when_the_model_fails_after_it() -> None:
    found, pieces = told_by(Writer(TRUE, failure=ModelError("The model did not answer in time.")))
    assert pieces == [found.final_answer] == ["Farm Wooden Train Set costs £24.99 [1]."]
    assert found.spoken_answer == SYMBOLIC.spoken_answer
    assert (found.report.solver, found.warnings) == ("writer", ())
    assert "ended early" in found.report.runs[0].why


def test_the_same_draft_is_shown_whether_it_is_listened_to_or_not() -> None:
    whole = answer(
        a_plan(an_intent()), PACK, turn=a_turn(), authors=Authors((Writer(TRUE, LIE, MORE),)), receipts={},
        currency="GBP",
    )  # fmt: skip
    assert told_by(Writer(TRUE, LIE, MORE))[0].final_answer == whole.final_answer


@pytest.mark.parametrize("size", [1, 7, 1000])
def test_objects_are_read_as_soon_as_they_are_whole(size: int) -> None:
    text = 'Here: {"shown": [{"text": "a ] }"}, {"text": "b"}], "spoken": {"text": "c"}}'
    reader = ShownReader()
    found = [item["text"] for at in range(0, len(text), size) for item in reader.feed(text[at : at + size])]
    assert found == ["a ] }", "b"]
    assert reader.whole == text[6:]


@pytest.mark.parametrize(
    "text", ["", "no JSON", '{"shown": 5}', '{"shown": [5, 6]}', '{"shown": [{"text": ', "[" * 5000]
)
def test_what_is_no_object_is_waited_for(text: str) -> None:
    assert list(ShownReader().feed(text + "}")) == []
