"""Answers that language models wrote without sight of the checks: how much of them a shopper is shown.

`data/written_answers.jsonl` holds whole answers to questions about the demonstration catalogue, written from the very
prompt that a model is given. Every sentence in them is honest, so that whatever is lost of them is lost wrongly.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass, field

from assistant.answering.llm_solver import draft_of
from assistant.answering.vetting.standing import setting_of, standing, symbolic
from assistant.assistant import Assistant
from assistant.schema import Answer, Brief, Draft
from benchmarks import DATA
from benchmarks.attacks.saying import said_again

ANSWERS = DATA / "written_answers.jsonl"


@dataclass
class WrittenFigures:
    """What became of the sentences; those that lost a fact, and those without one that went, are listed."""

    answers: int = 0
    sentences: int = 0
    as_written: int = 0
    said_again: int = 0
    lost: list[str] = field(default_factory=list)
    talk_gone: list[str] = field(default_factory=list)
    stale: list[str] = field(default_factory=list)

    def lines(self) -> Iterator[str]:
        """The figures as lines."""
        yield (
            f"{self.sentences:>6,} sentences in {self.answers} answers that language models wrote: {self.as_written:,} "
            f"as written, {self.said_again:,} said again in the program's words, {len(self.lost)} less a fact, "
            f"{len(self.talk_gone)} without a fact gone"
        )
        yield from (f"         {case}" for case in (*self.stale, *self.lost[:6]))


def measure_written(shop: Assistant) -> WrittenFigures:
    """Reads the answers as if a model had just written them; `shop` is the demonstration's, without a model."""
    figures = WrittenFigures()
    for line in ANSWERS.read_text(encoding="utf-8").splitlines():
        written = json.loads(line)
        _read(shop, written["text"], json.dumps(written["answer"]), figures)
    return figures


def brief_of(answer: Answer, message: str = "") -> Brief | None:
    """What a solver was told for an answer; None where there was nothing to word."""
    if answer.plan is None or not answer.picks:
        return None
    pack = answer.pack
    return Brief(answer.plan, answer.picks, pack.final_evidence, pack.coverage, pack.nearest_miss, message=message)


def _read(shop: Assistant, question: str, text: str, figures: WrittenFigures) -> None:
    answer = shop.ask(question).answers[0]
    brief = brief_of(answer, question)
    if brief is None:
        figures.stale.append(f"{question!r} is not answered any more")
        return
    draft = draft_of(text, brief)
    if strange := {claim.doc_id for line in draft.shown for claim in line.claims} - {p.product.id for p in brief.picks}:
        figures.stale.append(f"{question!r} does not find {', '.join(sorted(strange))} any more")
        return
    figures.answers += 1
    setting = setting_of(brief, relaxed=bool(answer.pack.relaxed_type))
    final, _ = standing(draft, brief, setting)
    _count(draft, final or symbolic(brief, setting), figures)


def _count(draft: Draft, final: Draft, figures: WrittenFigures) -> None:
    kept = {line.text for line in final.shown}
    for line in draft.shown:
        figures.sentences += 1
        if line.text in kept:
            figures.as_written += 1
        elif said_again([(claim.kind, claim.value) for claim in line.claims], " ".join(kept)):
            figures.said_again += 1
        else:
            (figures.lost if line.claims else figures.talk_gone).append(line.text)
