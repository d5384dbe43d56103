"""Composing: a solver decides what is said, its plan is checked, and what must be told is put in.

The symbolic solver's plan is always there: it stands in for one that is late, broken or left with nothing.
"""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from assistant.adapters.resilience import LateError, within
from assistant.answering.plan_check import checked
from assistant.answering.solvers.symbolic import SymbolicSolver, cautions, is_a_feature
from assistant.errors import ModelError
from assistant.protocols import GoalSolver
from assistant.schema import (
    AnswerReport,
    AskFor,
    Best,
    Brief,
    Caution,
    Compare,
    ContentPlan,
    Contradiction,
    Describe,
    Explain,
    Move,
    Quote,
    Recommend,
    Reply,
    SolverRun,
    Total,
    Wish,
)

SYMBOLIC = SymbolicSolver()
_LATE = "Planning the answer took too long, so it was composed from the catalogue."
# More sentences answer no one question.
MOST_TOLD = 2
_REPLIES = (Reply, Describe, Quote, Explain, Compare, Best, Total)


@dataclass(frozen=True, slots=True)
class Composed:
    """A plan that stands, how it came about, and what was lost on the way; no moves where nothing answers the wish."""

    plan: ContentPlan
    report: AnswerReport
    warnings: tuple[str, ...] = ()


def compose(brief: Brief, solvers: Sequence[GoalSolver], *, limit_s: float) -> Composed:
    """The first solver's plan that stands, else the symbolic one.

    Where a solver says that nothing answers the wish, the next and heavier one is asked; where none of them finds
    anything, that is accepted. None is asked what the shop's own figures and rules answer.
    """
    runs: list[SolverRun] = []
    warnings: list[str] = []
    found_nothing, until = "", time.perf_counter() + limit_s
    for solver in solvers:
        if solver.name == SYMBOLIC.name or _is_by_rule(brief):
            break
        plan, run = _asked(solver, brief, until - time.perf_counter())
        runs.append(run)
        if run.outcome == "used":
            report = AnswerReport(tuple(runs), "heavier solver" if found_nothing else "", found_nothing)
            return Composed(with_contradictions(completed(plan, brief), brief), report, tuple(warnings))
        if run.outcome == "no-context":
            found_nothing = found_nothing or run.why
        else:
            warnings.append(run.why)
    if found_nothing:
        return Composed(ContentPlan(), AnswerReport(tuple(runs), "accepted", found_nothing), tuple(warnings))
    begun = time.perf_counter()
    plan = checked(SYMBOLIC.solve(brief), brief).plan
    runs.append(SolverRun(SYMBOLIC.name, "used", took_ms=_ms_since(begun)))
    return Composed(with_contradictions(plan, brief), AnswerReport(tuple(runs)), tuple(warnings))


def _is_by_rule(brief: Brief) -> bool:
    """Whether the shop's own figures and rules answer; how many are meant, where nobody counts them, is a choice."""
    own = next(iter(SYMBOLIC.solve(brief).moves), None)
    return isinstance(own, Best | Total) or brief.question.about in ("service", "safety")


def all_of(composed: Sequence[Composed]) -> Composed:
    """What is said to several questions, as one: all their moves, runs and warnings."""
    first, *rest = composed
    if not rest:
        return first
    moves = tuple(dict.fromkeys(move for one in composed for move in one.plan.moves))
    runs = tuple(run for one in composed for run in one.report.runs)
    warnings = tuple(dict.fromkeys(warning for one in composed for warning in one.warnings))
    return Composed(replace(first.plan, moves=moves), AnswerReport(runs), warnings)


def _asked(solver: GoalSolver, brief: Brief, limit_s: float) -> tuple[ContentPlan, SolverRun]:
    """What one solver plans, and how that went."""
    begun = time.perf_counter()
    try:
        given = within(limit_s, lambda: solver.solve(brief))
    except ModelError as error:
        return ContentPlan(), SolverRun(solver.name, "error", str(error), took_ms=_ms_since(begun))
    except LateError:
        return ContentPlan(), SolverRun(solver.name, "error", _LATE, took_ms=_ms_since(begun))
    except (Exception, SystemExit):  # a plugin raises what it likes
        why = f"The solver {solver.name!r} failed."
        return ContentPlan(), SolverRun(solver.name, "error", why, took_ms=_ms_since(begun))
    if isinstance(given, ContentPlan) and not given.moves:
        why = f"The solver {solver.name!r} found nothing in the evidence that answers the wish."
        return given, SolverRun(solver.name, "no-context", why, took_ms=_ms_since(begun))
    stands = checked(given, brief)
    if not stands.plan.moves:
        why = f"The solver {solver.name!r} planned nothing that its facts carry."
        return stands.plan, SolverRun(solver.name, "rejected", why, stands.removed, _ms_since(begun))
    return stands.plan, SolverRun(solver.name, "used", "", stands.removed, _ms_since(begun))


def completed(plan: ContentPlan, brief: Brief) -> ContentPlan:
    """The plan with what an answer to this wish cannot lack: the pick or the reply first, and what is not as wished.

    Who asks something of a shown toy hears the answer, and nothing that was not asked for.
    """
    own = checked(SYMBOLIC.solve(brief), brief).plan.moves
    if isinstance(own[0], Reply):
        return replace(plan, moves=tuple(_answering(plan.moves, own[0], brief)))
    moves = list(plan.moves)
    needed: type[Move] | tuple[type[Move], ...] = (Recommend, AskFor) if isinstance(own[0], Recommend) else _REPLIES
    if not any(isinstance(move, needed) for move in moves):
        moves.insert(0, own[0])
    moves.sort(key=lambda move: not isinstance(move, Recommend | Explain))
    if isinstance(moves[0], Recommend):
        moves = [moves[0], *_cautions(moves, brief), *(m for m in moves[1:] if not isinstance(m, Caution))]
    elif isinstance(moves[0], Explain) and moves[0].because:  # which to take, and why, says what differs
        moves = [move for move in moves if not isinstance(move, Compare)]
    return replace(plan, moves=tuple(moves))


def _cautions(moves: Sequence[Move], brief: Brief) -> Iterator[Caution]:
    """What must be told of the pick; what is a must of the wishes in free words, "something daft", the solver says."""
    top = brief.picks[0].product.id
    chosen = {name for move in moves if isinstance(move, Caution) and move.doc_id == top for name in move.facts}
    features = {fact.fact_id for fact in brief.facts if is_a_feature(fact)}
    told = [name for move in cautions(brief, top) for name in move.facts if name not in features - chosen]
    if told:
        yield Caution(top, tuple(told))


def _answering(moves: Sequence[Move], own: Reply, brief: Brief) -> list[Move]:
    """The replies and sums; where there are none, the sentences of the toy that other moves tell are the answer."""
    if replies := [move for move in moves if isinstance(move, Reply | Total)]:
        return list[Move](replies)
    lines = _sentences_in(moves, own.doc_id, brief)
    return [Reply(own.doc_id, "value", lines) if lines else own]


def _sentences_in(moves: Sequence[Move], doc_id: str, brief: Brief) -> tuple[str, ...]:
    """The sentences of a product that descriptions and quotations of it tell."""
    lines = {fact.fact_id for fact in brief.own(doc_id, "line", "review")}
    of_it = (move for move in moves if isinstance(move, Describe | Quote) and move.doc_id == doc_id)
    told = (name for move in of_it for name in move.facts)
    return tuple(dict.fromkeys(name for name in told if name in lines))[:MOST_TOLD]


def with_contradictions(plan: ContentPlan, brief: Brief) -> ContentPlan:
    """The plan with what a listing says differently told behind the first move that says a part of it."""
    moves: list[Move] = []
    untold = {
        (fact.doc_id, fact.value.about): fact.fact_id for fact in brief.facts if isinstance(fact.value, Contradiction)
    }
    for move in plan.moves:
        moves.append(move)
        said = sorted(untold.keys() & _topics(move, brief))
        moves += [Caution(doc_id, (untold.pop((doc_id, about)),)) for doc_id, about in said]
    return replace(plan, moves=tuple(moves))


def _topics(move: Move, brief: Brief) -> set[tuple[str, str]]:
    """What a move says something of: products, and the field or the wish."""
    named = {*getattr(move, "because", ()), *getattr(move, "facts", ())}
    return {
        (fact.doc_id, fact.value.kind if isinstance(fact.value, Wish) else fact.kind)
        for fact in brief.facts
        if fact.fact_id in named
    }


def _ms_since(begun: float) -> float:
    return round((time.perf_counter() - begun) * 1000, 3)
