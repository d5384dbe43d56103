"""The details that a page shows of its product beside their labels: who makes it, and its numbers.

They tell which product a page is about that states none in its data. Of two that differ, neither is read.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from assistant.language.text import fold
from assistant.prices.pages.offers import gtin14

_MAX_LINES, _MAX_LINE = 5_000, 200
# A label ends at a mark or at the end of its cell.
_END = r"\s*(?:[:#.]|\bis\b)?\s*"
_GTIN = re.compile(
    rf"\b(?:ean|gtin|upc|isbn|bar ?code|product number|(?:global )?trade (?:item |identification )?number)"
    rf"(?:[ -]?1[234])?{_END}(\d{{8,14}})(?!\d)"
)
_MODEL = re.compile(
    rf"\b(?:mpn|(?:item )?model (?:number|no)|(?:manufacturer|maker|supplier)(?:'s)? (?:part |product |item )?"
    rf"(?:number|no|ref|reference|code)|part (?:number|no)|set (?:number|no)|ref){_END}"
    rf"([a-z0-9][\w./-]{{2,20}})(?!\w)"
)
_BRAND = re.compile(
    rf"^[^\w\n]*(?:brand|manufacturer|maker|made by|supplier)\b(?!'| new\b| no\b| ref| recommended\b){_END}"
    rf"([a-z0-9][^\n:,|(]{{1,40}})(?=[,|(]|$)",
    re.MULTILINE,
)
_PIECES = re.compile(r"^[^\w\n]*(?:number of )?pieces\s*:?\s*(\d{1,5})\b", re.MULTILINE)
_SIZE = re.compile(r"^[^\w\n]*size\s*:?\s*(\d[^\n]{1,30})$", re.MULTILINE)
_COLOUR = re.compile(r"^[^\w\n]*colou?r(?: of \w+)?\s*:?\s*([a-z][a-z &/-]{2,30})$", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class Details:
    """What a page's labels say of its product; empty where they say nothing, or several things."""

    brand: str = ""
    gtin: str = ""
    model: str = ""
    colour: str = ""
    size: str = ""
    pieces: str = ""


def details_of(lines: Sequence[str]) -> Details:
    """The details in a page's lines; a label may stand in its own line, before what it says."""
    text = fold("\n".join(line.strip()[:_MAX_LINE] for line in lines[:_MAX_LINES]))
    gtins = {gtin14(number) for number in _GTIN.findall(text)} - {""}
    models = {number for number in _MODEL.findall(text) if any(char.isdigit() for char in number)}
    patterns = (_BRAND, _COLOUR, _SIZE, _PIECES)
    brand, colour, size, pieces = (_only(set(pattern.findall(text))) for pattern in patterns)
    return Details(brand, _only(gtins), _only(models), colour, size, f"{pieces} pieces" if pieces else "")


def _only(found: set[str]) -> str:
    return found.pop().strip() if len(found) == 1 else ""
