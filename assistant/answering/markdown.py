"""The response document as Markdown, in the outline that its specification gives."""

from __future__ import annotations

from collections.abc import Iterable

from assistant.language.text import escape_markdown
from assistant.schema import ResponseDocument, ResponseGroup


def render_markdown(document: ResponseDocument) -> str:
    """The human-readable rendering; catalogue text is escaped, so that it can neither format nor link."""
    parts = ["# MRP Response", f"Session: {document.session_id}", ""]
    cited = 0
    for group in document.groups:
        parts += [*_group(group, cited + 1), ""]
        cited += len(group.kb_sources)
    return "\n".join(parts).rstrip() + "\n"


def _group(group: ResponseGroup, first_source: int) -> Iterable[str]:
    """The lines of a group; its sources go on counting where the group before stopped, as the answer's marks do."""
    yield f"## Intent Group {group.intent_ref + 1}"
    yield f"Act: {group.act}"
    yield f"Intent: {escape_markdown(group.intent)}"
    yield f"Status: {group.status}"
    yield from _section("Current-Turn Context", (unit.text for unit in group.current_turn_context))
    yield from _section("Session Context", (source.unit.text for source in group.session_sources))
    yield from _section(
        "Persistent KB Context", (f"{source.unit.title}: {source.unit.text}" for source in group.kb_sources)
    )
    yield from _section("Plugin Evidence", _plugin_lines(group))
    yield from ("", "### Answer", escape_markdown(group.answer_markdown))
    yield from _section("Warnings", group.warnings)
    yield from ("", "### Sources Used")
    sources = [
        f"- {number}. {escape_markdown(s.unit.title)} ({escape_markdown(s.unit_id)})"
        for number, s in enumerate(group.kb_sources, first_source)
    ]
    sources += [f"- Earlier message: {escape_markdown(source.unit.text)}" for source in group.session_sources]
    sources += [f"- {escape_markdown(line)}" for line in _plugin_lines(group)]
    yield from sources or ["None."]


def _plugin_lines(group: ResponseGroup) -> Iterable[str]:
    for invocation in (group.plugin_output or {}).get("invocations", ()):
        confidence = invocation["confidence"]
        sure = f" (confidence {confidence:.2f})" if confidence is not None else ""
        yield f"{invocation['plugin']}{sure}: {invocation['summary']}"


def _section(title: str, lines: Iterable[str]) -> Iterable[str]:
    """A section with a bullet a line; nothing at all when it would be empty."""
    bullets = [f"- {escape_markdown(line)}" for line in lines]
    if bullets:
        yield from ("", f"### {title}", *bullets)
