"""How an answer came about, as JSON: what was understood, planned, searched, chosen, checked and said."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import fields, is_dataclass
from datetime import datetime
from decimal import Decimal
from itertools import zip_longest
from pathlib import Path
from typing import Any

from assistant.errors import TraceError
from assistant.schema import Answer, EvidencePack, Intent, Pick, Plan, Response

FORMAT = "toy-shop-trace/1"
# What no second run repeats.
_TIMES = frozenset({"timings_ms", "took_ms", "fetched_at", "expires_at"})
_OF_THE_PLANNER = ("tools", "fields_needed", "reason", "conflict_policy")
_OF_THE_INTAKE = ("asked", "language", "locale", "constraints", "guardrails", "current_turn_context")
_ABSENT = object()


def trace_of(response: Response, versions: Mapping[str, str]) -> dict[str, Any]:
    """Everything that led to a response; `versions` name the program, the catalogue and the models.

    `messages` are the shopper's, redacted, the one that is answered last.
    """
    said = response.turn.messages if response.turn else ()
    route = response.route
    return {
        "format": FORMAT,
        "versions": dict(versions),
        "messages": [message.content for message in said if message.role == "user"],
        "intake": _parts(response.turn, _OF_THE_INTAKE) if response.turn else {},
        "status": response.status,
        "intents": [_answered(answer) for answer in response.answers] or [_routed(one) for one in route.intents],
        "final_answer": response.final_answer,
        "spoken_answer": response.spoken_answer,
        "warnings": response.warnings,
        "errors": response.errors,
        "timings_ms": {name: round(ms, 1) for name, ms in response.timings.items()},
    }


def trace_json(response: Response, versions: Mapping[str, str]) -> str:
    """The trace as text."""
    return json.dumps(trace_of(response, versions), indent=2, ensure_ascii=False)


def read_trace(path: Path) -> dict[str, Any]:
    """A trace as it was written; raises `TraceError` for a file that is none."""
    try:
        trace: Any = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        raise TraceError(f"{path} cannot be read as a trace. Make one with: assistant ask … --trace") from error
    messages = trace.get("messages") if isinstance(trace, dict) else None
    if not (isinstance(messages, list) and messages and all(isinstance(one, str) for one in messages)):
        raise TraceError(f"{path} is no trace: it names no messages. Make one with: assistant ask … --trace")
    if trace.get("format") != FORMAT:
        raise TraceError(f"{path} is a trace of another version of this program ({trace.get('format')}).")
    return dict(trace)


def differences(before: Any, after: Any, at: str = "") -> Iterator[str]:
    """Where two traces differ, a line each: the place, what stood there and what does now; times do not count."""
    if isinstance(before, dict) and isinstance(after, dict):
        for name in dict.fromkeys((*before, *after)):
            if name not in _TIMES:
                place = f"{at}.{name}" if at else name
                yield from differences(before.get(name, _ABSENT), after.get(name, _ABSENT), place)
    elif isinstance(before, list) and isinstance(after, list):
        for number, (one, other) in enumerate(zip_longest(before, after, fillvalue=_ABSENT)):
            yield from differences(one, other, f"{at}[{number}]")
    elif before != after:
        yield f"{at}: {_shown(before)} -> {_shown(after)}"


def _shown(value: Any) -> str:
    return "nothing" if value is _ABSENT else json.dumps(value, ensure_ascii=False)


def _routed(intent: Intent) -> dict[str, Any]:
    """A wish with what the router makes of it, as its specification spells it."""
    return {"router": router_json(intent), "act": intent.act, "confidence": round(intent.confidence, 3)}


def router_json(intent: Intent) -> dict[str, Any]:
    """The router's own answer: a greeting has no more than its type, another shop's goods have only their name."""
    if intent.intent_type == "greeting":
        return {"intent_type": "greeting"}
    if intent.intent_type == "out_of_domain":
        return {"intent_type": "out_of_domain", "product_type": intent.product_type}
    asked = {name: value for name, value in _plain(intent.constraints).items() if value not in (None, [])}
    if budget := asked.get("budget"):  # how it came about is the conversation's own
        asked["budget"] = {
            name: value for name, value in budget.items() if name not in ("on_top", "raised_from", "shared")
        }
    return {
        "intent_type": "product_query",
        "product_type": intent.product_type,
        "constraints": asked,
        "needs_live_price": intent.needs_live_price,
    }


def planner_json(plan: Plan) -> dict[str, Any]:
    """The planner's own answer: which tools run, which fields they must bring, why, and which price holds."""
    return _parts(plan, _OF_THE_PLANNER)


def _answered(answer: Answer) -> dict[str, Any]:
    """One wish from what was understood to what was said."""
    about = {"about": list(answer.intent.about), "question": _plain(answer.intent.question)}
    # The plan less the wish it is for and what the planner's answer says.
    rest = [one.name for one in fields(Plan) if one.name not in {"intent", *_OF_THE_PLANNER}]
    return {
        **_routed(answer.intent),
        **(about if answer.intent.about else {}),
        "planner": planner_json(answer.plan) if answer.plan else None,
        "plan": _parts(answer.plan, rest) if answer.plan else None,
        **_found(answer.pack),
        "moves": [{"move": type(move).__name__, **_plain(move)} for move in answer.content.moves],
        "solvers": _plain(answer.report.runs),
        "nothing_found": answer.report.no_context,
        "helpers": _plain(answer.helpers),
        "status": answer.status,
        "picks": [_picked(pick) for pick in answer.picks],
        "citations": [_parts(one, ("number", "evidence_id")) for one in answer.citations],
        "errors": _plain(answer.errors),
        "answer_meta": _plain(answer.answer_meta),
    }


def _found(pack: EvidencePack) -> dict[str, Any]:
    report = pack.retrieval_report
    return {
        "rounds": _plain(report.rounds),
        "stop_reason": report.stop_reason,
        "coverage": _plain(pack.coverage),
        "candidates": [_parts(one, ("doc_id", "score", "scores", "provenance")) for one in pack.candidates],
        "evidence": [_parts(one, ("evidence_id", "doc_id", "source")) for one in pack.final_evidence],
    }


def _picked(pick: Pick) -> dict[str, Any]:
    return {
        "rank": pick.rank,
        "doc_id": pick.product.id,
        "title": pick.product.title,
        **_parts(pick, ("price", "receipt", "score", "scores", "evidence_ids")),
    }


def _parts(value: object, names: Iterable[str]) -> dict[str, Any]:
    """Some of a value's fields as JSON has them."""
    return {name: _plain(getattr(value, name)) for name in names}


def _plain(value: Any) -> Any:
    """A value of the schema as JSON has it; likelihoods and scores to four places, by which no two runs differ."""
    if is_dataclass(value) and not isinstance(value, type):
        return _parts(value, [one.name for one in fields(value)])
    if isinstance(value, Mapping):
        return {str(name): _plain(one) for name, one in value.items()}
    if isinstance(value, frozenset):
        return sorted(value)
    if isinstance(value, tuple | list):
        return [_plain(one) for one in value]
    if isinstance(value, float | Decimal):
        return round(float(value), 4)
    return value.isoformat() if isinstance(value, datetime) else value
