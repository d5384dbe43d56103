"""The response document: one envelope for every outcome and every solver."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Literal

from assistant.schema import (
    Answer,
    DocumentUnit,
    Evidence,
    HelperInvocation,
    KbSource,
    KbUnit,
    ResponseDocument,
    ResponseGroup,
    Route,
    SessionSource,
    Turn,
)

GroupStatus = Literal["answered", "no-context"]

NO_CONTEXT = "The session context and persistent KB do not contain enough evidence to answer this intent."


def build_document(turn: Turn, route: Route, answers: Sequence[Answer]) -> ResponseDocument:
    """The document of a turn: one group an intent."""
    if not answers:
        return ResponseDocument(session_id=turn.session_id, groups=[_reply_group(turn, route)])
    groups = [_group(turn, number, answer) for number, answer in enumerate(answers)]
    return ResponseDocument(session_id=turn.session_id, groups=groups)


def _reply_group(turn: Turn, route: Route) -> ResponseGroup:
    """A message that needed no products."""
    first = route.intents[0]
    return ResponseGroup(
        intent_ref=0,
        act=first.act,
        intent=first.text,
        status="answered" if first.intent_type == "greeting" else "no-context",
        current_turn_context=_context(turn),
        answer_markdown=route.reply,
    )


def _group(turn: Turn, number: int, answer: Answer) -> ResponseGroup:
    found = answer.status == "answered"
    helped = any(invocation.status == "success" for invocation in answer.helpers)
    failed = any(invocation.status == "error" for invocation in answer.helpers)
    status: GroupStatus = "answered" if found or helped else "no-context"
    return ResponseGroup(
        intent_ref=number,
        act=answer.intent.act,
        intent=answer.intent.text,
        status="plugin-error" if failed or answer.status == "plugin-error" else status,
        current_turn_context=_context(turn),
        session_sources=_session_sources(answer),
        kb_sources=_sources(answer) if found else [],
        plugin_output=_plugin_output(answer.helpers),
        answer_markdown=NO_CONTEXT if answer.status == "no-context" and not helped else answer.final_answer,
        warnings=list(answer.warnings),
    )


def _plugin_output(invocations: Sequence[HelperInvocation]) -> dict[str, Any] | None:
    """The first helper's result, and every invocation that came to something; nothing where none did."""
    effective = [invocation for invocation in invocations if invocation.status != "nothing"]
    if not effective:
        return None
    first = next((invocation for invocation in effective if invocation.status == "success"), effective[0])
    return {
        "plugin": first.plugin,
        "confidence": first.confidence,
        "summary": first.summary,
        "invocations": [
            {
                "plugin": one.plugin, "status": one.status, "confidence": one.confidence,
                "summary": one.summary or one.warning,
            }
            for one in effective
        ],
    }  # fmt: skip


def _session_sources(answer: Answer) -> list[SessionSource]:
    """The shopper's earlier messages that the wish rests on, newest first, each with its share of the wish."""
    said = answer.plan.said if answer.plan else ()
    return [
        SessionSource(unit_id=one.unit_id, score=one.score, unit=DocumentUnit(unit_id=one.unit_id, text=one.text))
        for one in said
    ]


def _context(turn: Turn) -> list[DocumentUnit]:
    return [DocumentUnit(unit_id=unit.unit_id, text=unit.text) for unit in turn.current_turn_context]


def _sources(answer: Answer) -> list[KbSource]:
    """What the answer rests on, in the order in which it is cited."""
    by_id = {item.evidence_id: item for item in answer.pack.final_evidence}
    used = [by_id[name] for name in answer.answer_meta.used_evidence_ids if name in by_id]
    listings = {item.doc_id: item for item in answer.pack.final_evidence if item.metadata.get("section") == "listing"}
    return [_source(item, listings) for item in used]


def _source(item: Evidence, listings: dict[str, Evidence]) -> KbSource:
    facts = listings[item.doc_id].metadata if item.doc_id in listings else item.metadata
    return KbSource(
        source_id=item.doc_id,
        unit_id=item.evidence_id,
        score=round(item.scores.get("rerank", 0.0), 4),
        unit=KbUnit(
            text=item.content,
            source=item.source,
            section=item.metadata.get("section", ""),
            title=facts.get("title", item.source),
            price=facts.get("price"),
            currency=facts.get("currency"),
            url=facts.get("url"),
        ),
    )
