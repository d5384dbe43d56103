"""The check of a content plan: small, total, and the same for every solver.

A move stands with those of its facts that exist, belong to the product it names, and are of a kind that the move can
carry. A yes or no stands where the fact was read so; else the fact is told without it, and the shopper sees whether it
answers. Whatever does not stand is left out; nothing is mended by words.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any, get_args

from assistant.schema import (
    AskedSlot,
    AskFor,
    Best,
    Brief,
    Caution,
    Compare,
    ContentPlan,
    Describe,
    Difference,
    Explain,
    FactKind,
    Move,
    Quote,
    Recommend,
    Reply,
    RunnerUp,
    Superlative,
    Tone,
    Total,
    Verdict,
)

# More moves than these are no answer to one wish.
MOST_MOVES, MOST_FACTS, MOST_COMPARED, MOST_COPIES = 8, 8, 3, 999
# What was read so surely as an answer, nobody may call silent.
SURELY_READ = 0.9
_REASONS: frozenset[FactKind] = frozenset(
    {"price", "rating", "age", "players", "pieces", "brand", "material", "size", "met", "within_budget"}
)
_APART: frozenset[FactKind] = frozenset({"cheaper", "dearer", "better_rated", "more_rated"})
_TELLING: frozenset[FactKind] = frozenset({"title", "line", "review", "weight"})
_STATED: frozenset[FactKind] = (_REASONS - {"met", "within_budget"}) | _TELLING | {"left", "stock"}
_QUOTED: frozenset[FactKind] = frozenset({"line", "review"})
_CAUTIONS: frozenset[FactKind] = frozenset({"unmet", "unknown", "contradiction"})


@dataclass(frozen=True, slots=True)
class Checked:
    """What stands of a plan, and how many of its moves do not."""

    plan: ContentPlan
    removed: int


def checked(plan: Any, brief: Brief) -> Checked:
    """What stands of what a solver returned, whatever that is."""
    moves = _items(getattr(plan, "moves", ()))[:MOST_MOVES]
    stands = [move for given in moves if (move := _checked_move(given, brief)) is not None]
    tones: tuple[Tone, ...] = get_args(Tone)
    given = getattr(plan, "tone", "plain")
    tone: Tone = next((tone for tone in tones if tone == given), "plain")
    kept = ContentPlan(tuple(dict.fromkeys(stands)), tone)
    return Checked(kept, len(moves) - len(kept.moves))


def _items(value: object) -> list[Any]:
    return list(value) if isinstance(value, list | tuple) else []


def _checked_move(move: Any, brief: Brief) -> Move | None:  # noqa: PLR0911  (one line for each move)
    top = brief.picks[0].product.id
    match move:
        case Recommend() if move.doc_id == top:
            return replace(move, because=_own(move.because, top, _REASONS | _APART | {"line"}, brief))
        case RunnerUp() if move.doc_id != top and _is_pick(move.doc_id, brief):
            return replace(move, because=_own(move.because, move.doc_id, _REASONS | _APART, brief, other_id=top))
        case Explain() if _is_pick(move.doc_id, brief):
            return replace(move, because=_own(move.because, move.doc_id, _REASONS | _APART | _TELLING, brief))
        case Describe() if _is_pick(move.doc_id, brief):
            return replace(move, facts=_own(move.facts, move.doc_id, _STATED | {"shelf"}, brief))
        case Compare() | Best() | Total():
            return _of_several(move, brief)
        case Quote() | Caution() if _is_pick(move.doc_id, brief):
            kinds = _QUOTED if isinstance(move, Quote) else _CAUTIONS
            kept = _own(move.facts, move.doc_id, kinds, brief)
            return replace(move, facts=kept) if kept else None
        case Reply() if _is_pick(move.doc_id, brief):
            return _reply(move, brief)
        case AskFor() if move.slot in get_args(AskedSlot):
            return move
        case _:
            return None


def _of_several(move: Compare | Best | Total, brief: Brief) -> Move | None:
    """The move, where it names two or more picks; the first by a field is so of all that the answer is about."""
    named = tuple(dict.fromkeys(name for name in _items(move.doc_ids) if _is_pick(name, brief)))
    named = named if isinstance(move, Total) else named[:MOST_COMPARED]
    if isinstance(move, Total) and move.counts:
        pairs = zip(_items(move.doc_ids), _items(move.counts), strict=False)
        counts = {name: n for name, n in pairs if name in named and type(n) is int and 0 < n <= MOST_COPIES}
        return replace(move, doc_ids=tuple(counts), counts=tuple(counts.values())) if counts else None
    if len(named) < 2 or (isinstance(move, Best) and move.by not in get_args(Superlative)):
        return None
    if isinstance(move, Best):
        named = tuple(pick.product.id for pick in brief.picks)
    return replace(move, doc_ids=named)


def _reply(move: Reply, brief: Brief) -> Reply | None:
    """The reply, its yes or no where a fact was read so; an unknown, where no fact was surely read as an answer."""
    verdict: Verdict = move.verdict if move.verdict in get_args(Verdict) else "value"
    facts = _own(move.facts, move.doc_id, _STATED, brief)
    if verdict == "unknown" or not facts:
        # Of safety nothing but the maker's age tells, and of a price only the price.
        is_of_a_field = brief.question.about == "safety" or brief.plan.intent.act == "check_price"
        stands = is_of_a_field or not _surely_answers(move.doc_id, brief)
        return Reply(move.doc_id, "unknown") if stands else None
    if verdict in ("yes", "no"):
        read_so = tuple(name for name in facts if name in brief.readings and brief.readings[name].verdict == verdict)
        return Reply(move.doc_id, verdict, read_so) if read_so else Reply(move.doc_id, "value", facts)
    return Reply(move.doc_id, verdict, facts)


def _surely_answers(doc_id: str, brief: Brief) -> bool:
    """Whether a fact of the product was surely read as an answer, or tells what buyers say, where that is asked."""
    if brief.question.about == "opinions" and brief.own(doc_id, "rating", "review"):
        return True
    readings = (brief.readings.get(fact.fact_id) for fact in brief.facts_of(doc_id))
    return any(reading is not None and reading.confidence >= SURELY_READ for reading in readings)


def _own(
    names: object, doc_id: str, kinds: frozenset[FactKind], brief: Brief, *, other_id: str = ""
) -> tuple[str, ...]:
    """The ids among these that name a fact of this product of one of these kinds, each once.

    Of its differences only those to the product `other_id` count, where that is given.
    """
    own = {
        fact.fact_id for fact in brief.own(doc_id, *kinds)
        if not other_id or not isinstance(fact.value, Difference) or fact.value.other_id == other_id
    }  # fmt: skip
    return tuple(dict.fromkeys(name for name in _items(names) if isinstance(name, str) and name in own))[:MOST_FACTS]


def _is_pick(doc_id: object, brief: Brief) -> bool:
    return isinstance(doc_id, str) and any(pick.product.id == doc_id for pick in brief.picks)
