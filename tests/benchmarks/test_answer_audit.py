"""The audit of answers: nothing false in a few conversations over the demo."""

from __future__ import annotations

from assistant import Assistant
from benchmarks.answer_audit import ASKED_EACH, measure_answers


def test_a_few_conversations_say_nothing_that_no_record_carries(shop: Assistant) -> None:
    figures = measure_answers(shop, ["a wooden train set under £30", "bath towels", "a board game for 4 players"])
    assert (figures.answers, figures.wrong) == (3 * (1 + ASKED_EACH), ())
    assert 0 < figures.p50_ms <= figures.p95_ms
