"""Composing: solvers write, claims are checked, and what stands is kept.

The symbolic answer is always there. Another solver's is used as far as it passes every check in time; where only its
recommendation does not, one in the program's words leads the rest. What the shopper must know of unmet wishes is put
in behind.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from assistant.adapters.resilience import LateError, handed_on, within
from assistant.answering.packing import packed
from assistant.answering.vetting.own_words import Setting
from assistant.answering.vetting.standing import Desk, setting_of, symbolic
from assistant.errors import ModelError
from assistant.protocols import GoalSolver, SentenceWriter
from assistant.schema import AnswerReport, Brief, Draft, Evidence, Sentence, SolverRun

SYMBOLIC = "symbolic"


@dataclass(frozen=True, slots=True)
class Composed:
    """A verified draft, the evidence it may cite, how it came about, and what was lost on the way."""

    draft: Draft
    evidence: tuple[Evidence, ...]
    report: AnswerReport
    warnings: tuple[str, ...] = ()


def compose(
    brief: Brief,
    solvers: Sequence[GoalSolver],
    *,
    limit_s: float,
    relaxed: bool = False,
    pass_on: Callable[[Sentence], None] | None = None,
) -> Composed:
    """The first draft that stands, solvers asked in turn; the symbolic one where none does.

    Only a solver that finds no context hands on to the next, heavier one; after a failure nobody waits again.
    `pass_on` is called with every sentence to be shown, once and in order, as soon as it is known to stand.
    """
    runs: list[SolverRun] = []
    warnings: list[str] = []
    setting = setting_of(brief, relaxed=relaxed)
    for solver in solvers:
        if solver.name == SYMBOLIC:
            break
        draft, run = _tried(solver, brief, setting, limit_s, pass_on)
        runs.append(run)
        if draft is not None:
            return Composed(draft, brief.evidence, _report(runs), tuple(warnings))
        if run.outcome == "error":
            warnings.append(run.why)
        if run.outcome != "no-context":
            break
    runs.append(SolverRun(SYMBOLIC, "used"))
    draft = symbolic(brief, setting)
    if pass_on:
        for sentence in draft.shown:
            pass_on(sentence)
    return Composed(draft, brief.evidence, _report(runs), tuple(warnings))


def _report(runs: Sequence[SolverRun]) -> AnswerReport:
    empty = next((run for run in runs if run.outcome == "no-context"), None)
    if empty is None:
        return AnswerReport(tuple(runs))
    return AnswerReport(tuple(runs), "heavier solver", f"{empty.solver} found nothing in the evidence to answer with")


def _tried(
    solver: GoalSolver, brief: Brief, setting: Setting, limit_s: float, pass_on: Callable[[Sentence], None] | None
) -> tuple[Draft | None, SolverRun]:
    """The solver's draft as far as it stands, or nothing; whatever goes wrong is the run's outcome."""
    begun = time.perf_counter()
    desk = Desk(brief, setting, pass_on)
    draft, run = None, SolverRun(str(solver.name), "used")
    try:
        written = _written(solver, brief, setting, limit_s, desk if pass_on else None)
        if written.status == "no-context" and not desk.offered:
            run = replace(run, outcome="no-context", why="it says that the evidence does not answer this")
        else:
            draft, removed = desk.finished(written)
            why = "" if draft else "nothing in it is carried by the evidence"
            run = replace(run, outcome="used" if draft else "rejected", why=why, removed=removed)
    except (Exception, SystemExit) as error:  # a solver from an entry point may raise anything
        run = replace(run, outcome="error", why=_why(error, solver))
        if desk.kept:  # it is shown already, and it stands
            draft, removed = desk.finished(Draft((), ()))
            run = replace(run, outcome="used", why=f"it ended early: {run.why}")
    return draft, replace(run, took_ms=round((time.perf_counter() - begun) * 1000, 3))


def _written(solver: GoalSolver, brief: Brief, setting: Setting, limit_s: float, desk: Desk | None) -> Draft:
    """What the solver writes, in time; the desk takes each sentence as it comes, where there is one to be read."""
    told = replace(
        brief,
        evidence=packed(brief.picks, brief.evidence),
        fitting=setting.fitting or frozenset(),
        affordable=setting.affordable or frozenset(),
    )
    if desk is not None and isinstance(solver, SentenceWriter):
        return handed_on(limit_s, lambda hand_on: solver.write(told, hand_on), desk.take)
    return within(limit_s, lambda: solver.solve(told))


def _why(error: BaseException, solver: GoalSolver) -> str:
    if isinstance(error, ModelError):
        return str(error)
    if isinstance(error, LateError):
        return "The answer took too long to word, so it was composed from the catalogue."
    return f"The solver {solver.name!r} failed, so the answer was composed from the catalogue."
