"""The response document: one envelope for every outcome and every solver."""

from __future__ import annotations

from collections.abc import Sequence

from assistant.schema import (
    Answer,
    DocumentUnit,
    Evidence,
    KbSource,
    KbUnit,
    ResponseDocument,
    ResponseGroup,
    Route,
    Turn,
)

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
    plugin = next(iter(answer.helper_results), None)
    return ResponseGroup(
        intent_ref=number,
        act=answer.intent.act,
        intent=answer.intent.text,
        status="plugin-error" if answer.status == "plugin-error" else "answered" if found else "no-context",
        current_turn_context=_context(turn),
        kb_sources=_sources(answer) if found else [],
        plugin_output={"plugin": plugin.plugin, "confidence": plugin.confidence, "summary": plugin.summary}
        if plugin
        else None,
        answer_markdown=NO_CONTEXT if answer.status == "no-context" else answer.final_answer,
        warnings=list(answer.warnings),
    )


def _context(turn: Turn) -> list[DocumentUnit]:
    return [DocumentUnit(unit_id=unit.unit_id, text=unit.text) for unit in turn.current_turn_context]


def _sources(answer: Answer) -> list[KbSource]:
    """What the answer cites, in its order; all evidence of the Top Pick where citations were not wanted."""
    used = set(answer.answer_meta.used_evidence_ids)
    listings = {item.doc_id: item for item in answer.pack.final_evidence if item.metadata.get("section") == "listing"}
    return [_source(item, listings) for item in answer.pack.final_evidence if item.evidence_id in used]


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
