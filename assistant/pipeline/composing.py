"""Composing: solvers write, claims are checked, and what stands is kept.

The symbolic answer is always there. Another solver's is used when its recommendation passes every check in time; what
the shopper must know of unmet wishes is put in where the solver left it out.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass, replace

from assistant.errors import ModelError, PluginError
from assistant.pipeline.claims import Setting, verified
from assistant.pipeline.packing import packed
from assistant.plugins.running import within
from assistant.plugins.symbolic import SymbolicSolver, notes
from assistant.protocols import GoalSolver
from assistant.schema import AgeRange, AnswerReport, Brief, Draft, Evidence, Sentence, SolverRun
from assistant.search.matching import checks, for_age
from assistant.text import amount_of, fold
from assistant.wording import SPOKEN_WORDS, UNSAYABLE, price_fact, spoken_word_count, title_fact

SYMBOLIC = "symbolic"
# Sentences at most, notes aside, by the length that was asked for.
MOST_SENTENCES = {"short": 6, "medium": 9, "long": 14}
MAX_REASONS = 6


@dataclass(frozen=True, slots=True)
class Composed:
    """A verified draft, the evidence it may cite, how it came about, and what was lost on the way."""

    draft: Draft
    evidence: tuple[Evidence, ...]
    report: AnswerReport
    warnings: tuple[str, ...] = ()


def compose(brief: Brief, solvers: Sequence[GoalSolver], *, limit_s: float, relaxed: bool = False) -> Composed:
    """The first draft that stands, solvers asked in turn; the symbolic one where none does.

    Only a solver that finds no context hands on to the next, heavier one; after a failure nobody waits again.
    """
    runs: list[SolverRun] = []
    warnings: list[str] = []
    setting = setting_of(brief, relaxed=relaxed)
    for solver in solvers:
        if solver.name == SYMBOLIC:
            break
        draft, run = _tried(solver, brief, setting, limit_s)
        runs.append(run)
        if draft is not None:
            return Composed(draft, brief.evidence, _report(runs), tuple(warnings))
        if run.outcome == "error":
            warnings.append(run.why)
        if run.outcome != "no-context":
            break
    runs.append(SolverRun(SYMBOLIC, "used"))
    return Composed(_symbolic(brief, setting), brief.evidence, _report(runs), tuple(warnings))


def _report(runs: Sequence[SolverRun]) -> AnswerReport:
    empty = next((run for run in runs if run.outcome == "no-context"), None)
    if empty is None:
        return AnswerReport(tuple(runs))
    return AnswerReport(tuple(runs), "heavier solver", f"{empty.solver} found nothing in the evidence to answer with")


def setting_of(brief: Brief, *, relaxed: bool) -> Setting:
    """What sentences about these picks may say of wishes and budgets."""
    asked = brief.plan.intent.constraints
    low, high = (asked.budget.min, asked.budget.max) if asked.budget else (None, None)
    currency = (asked.budget.currency if asked.budget else "") or next(
        (p.price.currency for p in brief.picks if p.price), ""
    )
    keeps = frozenset(
        pick.product.id
        for pick in brief.picks
        if pick.price and high is not None and (low or 0) <= pick.price.amount <= high
    )
    fits = frozenset(
        pick.product.id
        for pick in brief.picks
        if not relaxed
        and (high is None or pick.product.id in keeps)
        and all(check.met for check in checks(asked, pick.product))
    )
    return Setting(
        brief.picks[0].product.id,
        frozenset(note.text for note in notes(brief)),
        fits,
        keeps,
        for_age=frozenset(pick.product.id for pick in brief.picks if asked.age and for_age(pick.product, asked.age)),
        budget=amount_of(high, currency) if high is not None else "",
        left={
            pick.product.id: amount_of(high - pick.price.amount, currency)
            for pick in brief.picks
            if pick.price and high is not None and pick.product.id in keeps
        },
        child_years=_years(asked.age),
        asked=fold(brief.plan.intent.text),
    )


def _years(age: AgeRange | None) -> int | None:
    """The child's age in whole years, where one was said."""
    if age is None or age.min_months != age.max_months or not age.min_months or age.min_months % 12:
        return None
    return age.min_months // 12


def _tried(solver: GoalSolver, brief: Brief, setting: Setting, limit_s: float) -> tuple[Draft | None, SolverRun]:
    """The solver's draft as far as it stands, or nothing; whatever goes wrong is the run's outcome."""
    begun = time.perf_counter()
    told = replace(
        brief,
        evidence=packed(brief.picks, brief.evidence),
        fitting=setting.fitting or frozenset(),
        affordable=setting.affordable or frozenset(),
    )
    run = SolverRun(str(solver.name), "used")
    draft = None
    try:
        written = within(limit_s, lambda: solver.solve(told))
        if written.status == "no-context":
            run = replace(run, outcome="no-context", why="it says that the evidence does not answer this")
        else:
            draft, removed = standing(written, brief, setting)
            why = "" if draft else "its recommendation is not carried by the evidence"
            run = replace(run, outcome="used" if draft else "rejected", why=why, removed=removed)
    except ModelError as error:
        run = replace(run, outcome="error", why=str(error))
    except PluginError:
        run = replace(
            run, outcome="error", why="The answer took too long to word, so it was composed from the catalogue."
        )
    except (Exception, SystemExit):  # a solver from an entry point may raise anything
        why = f"The solver {solver.name!r} failed, so the answer was composed from the catalogue."
        run = replace(run, outcome="error", why=why)
    return draft, replace(run, took_ms=round((time.perf_counter() - begun) * 1000, 3))


def standing(draft: Draft, brief: Brief, setting: Setting) -> tuple[Draft | None, int]:
    """The draft less what evidence does not carry, with the notes it left out; and how many sentences went."""
    by_id = {item.evidence_id: item for item in brief.evidence}
    top_id = setting.top_id
    most = MOST_SENTENCES[brief.plan.answer_requirements.length]
    offered = tuple(draft.shown)[:most]
    shown = verified(offered, by_id, setting)
    spoken = _sayable(verified(draft.spoken, by_id, setting), top_id)
    removed = len(draft.shown) - len(shown) + (bool(draft.spoken) and not spoken)
    if not offered or offered[0] not in shown or not _is_about(offered[0], top_id):
        return None, removed
    spoken = spoken or _symbolic(brief, setting).spoken
    said = {sentence.text for sentence in shown}
    left_out = tuple(note for note in verified(notes(brief), by_id, setting) if note.text not in said)
    return Draft((shown[0], *left_out, *shown[1:]), spoken, _reasons(draft, brief, setting)), removed


def _is_about(sentence: Sentence, top_id: str) -> bool:
    """Whether the sentence names the Top Pick and nothing else."""
    return any(claim.kind == "title" for claim in sentence.claims) and {c.doc_id for c in sentence.claims} == {top_id}


def _sayable(spoken: Sequence[Sentence], top_id: str) -> tuple[Sentence, ...]:
    """What may be said: of the Top Pick alone, by name, without markup or addresses, and short; else nothing."""
    kept = [s for s in spoken if all(claim.doc_id == top_id for claim in s.claims) and not UNSAYABLE.search(s.text)]
    if not any(claim.kind == "title" for sentence in kept for claim in sentence.claims):
        return ()
    return tuple(kept) if spoken_word_count(" ".join(s.text for s in kept)) <= SPOKEN_WORDS else ()


def _reasons(draft: Draft, brief: Brief, setting: Setting) -> dict[str, tuple[Sentence, ...]]:
    """The reasons on each card that stand, each about its own product; the rules' own where none does."""
    by_id = {item.evidence_id: item for item in brief.evidence}
    found, own = {}, None
    for pick in brief.picks:
        doc_id = pick.product.id
        about = [
            s for s in tuple(draft.reasons.get(doc_id, ()))[:MAX_REASONS] if {c.doc_id for c in s.claims} == {doc_id}
        ]
        kept = verified(about, by_id, replace(setting, top_id=doc_id))
        if not kept:
            own = own or SymbolicSolver().solve(brief).reasons
            kept = verified(own.get(doc_id, ()), by_id, replace(setting, top_id=doc_id, notes=None))
        found[doc_id] = kept
    return found


def _symbolic(brief: Brief, setting: Setting) -> Draft:
    """The symbolic solver's draft; where even its recommendation is not carried, the pick's name and price alone."""
    top = brief.picks[0]
    by_id = {item.evidence_id: item for item in brief.evidence}
    own = replace(setting, notes=None)
    draft = SymbolicSolver().solve(brief)
    shown = verified(draft.shown, by_id, own)
    stands = bool(draft.shown) and draft.shown[0] in shown
    facts = [fact for fact in (title_fact(top.product, max_words=4), price_fact(top)) if fact]
    bare = Sentence(", ".join(fact.text for fact in facts) + ".", tuple(c for fact in facts for c in fact.claims))
    spoken = _sayable(verified(draft.spoken, by_id, own), top.product.id) if stands else ()
    reasons = {doc_id: verified(lines, by_id, replace(own, top_id=doc_id)) for doc_id, lines in draft.reasons.items()}
    return Draft(shown if stands else (bare, *verified(notes(brief), by_id, own)), spoken or (bare,), reasons)
