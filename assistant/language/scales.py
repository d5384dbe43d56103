"""Model scales as people write them: "1/35", "1:76 scale", "1.76 scale", "1/12th", "OO gauge". Pure, closed."""

from __future__ import annotations

import re

# What railway modellers call a scale by (many type "00" for OO), after NEM 010 and
# the British practice (OO is 4 mm to the foot, N two).
_GAUGES = {
    "oo": (76,), "00": (76,), "ho": (87,), "h0": (87,), "n": (148, 160), "tt": (120,), "z": (220,), "o": (43, 48),
    "g": (22,),
}  # fmt: skip
_SCALE = re.compile(
    r"(?<![\d/:.])1 ?[:/] ?(?P<ratio>\d{2,3})(?:th|nd|rd|st)?(?![\d/:%]|\.\d)"
    r"|(?<![\d/:.])1 ?[:/.] ?(?P<said>\d{1,3})(?:th|nd|rd|st)?(?=[ -]scale)"
    r"|\b(?P<gauge>oo|00|ho|h0|n|tt|z|o|(?<!\d )g)(?:/(?P<also>oo|00|ho|h0))?[ -](?:gauge|scale)\b",
    re.IGNORECASE,
)

ASKS_FOR_SCALE = re.compile(r"\bscales?\b")


def scales(text: str) -> frozenset[int]:
    """Every scale that a text names, as the number that the real thing is divided by: 35 for "1/35"."""
    return frozenset(number for match in _SCALE.finditer(text) for number in _numbers(match))


def scale_in(text: str) -> str:
    """The first scale that a text names, as it is written there: "N gauge" of "an N gauge bullet train"."""
    found = _SCALE.search(text)
    return found[0] if found else ""


def ratio(text: str) -> str:
    """The one scale that a text writes as a ratio, "1:24 scale"; empty where it writes none, or several."""
    found = scales(text)
    return f"1:{min(found)} scale" if len(found) == 1 and str(min(found)) in text else ""


def _numbers(match: re.Match[str]) -> list[int]:
    if ratio := match["ratio"] or match["said"]:
        return [int(ratio)]
    return [number for name in (match["gauge"], match["also"]) if name for number in _GAUGES[name.lower()]]
