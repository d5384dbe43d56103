"""The response document as its specification draws it, field by field."""

from __future__ import annotations

from typing import Any

TEXT, NUMBER = {"type": "string"}, {"type": "number"}
SAID = {"type": "string", "minLength": 1}


def closed(**properties: Any) -> dict[str, Any]:
    """An object that has exactly these fields."""
    return {"type": "object", "properties": properties, "required": list(properties), "additionalProperties": False}


def listed(items: dict[str, Any]) -> dict[str, Any]:
    return {"type": "array", "items": items}


def maybe(schema: dict[str, Any]) -> dict[str, Any]:
    return {"anyOf": [schema, {"type": "null"}]}


# Written from DS017, field by field; the shape of a unit is the product's own.
UNIT = closed(unitId=SAID, text=SAID)
KB_UNIT = closed(
    text=SAID, source=TEXT, section=TEXT, title=TEXT, price=maybe(TEXT), currency=maybe(TEXT), url=maybe(TEXT)
)
GROUP = closed(
    intentRef={"type": "integer", "minimum": 0},
    act={"enum": "find refine explain compare details check_price greet thank help other".split()},
    intent=SAID,
    status={"enum": ["answered", "no-context", "plugin-error"]},
    currentTurnContext=listed(UNIT),
    sessionSources=listed(closed(unitId=SAID, score=NUMBER, unit=UNIT)),
    kbSources=listed(closed(sourceId=SAID, unitId=SAID, score=NUMBER, unit=KB_UNIT)),
    pluginOutput=maybe({"type": "object"}),
    answerMarkdown=SAID,
    warnings=listed(TEXT),
)
SCHEMA = closed(sessionId=SAID, groups={**listed(GROUP), "minItems": 1})
