"""Text that others wrote, made safe to put where Streamlit reads Markdown.

Catalogues, models and web pages are not trusted: their text is shown as it is, never read as markup, and an address
becomes a link only when it is an https one.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Collection, Sequence
from urllib.parse import quote, urlsplit

_PUNCTUATION = re.compile(r"([!-/:-@\[-`{-~])")
# A backslash keeps these from being parsed, but Streamlit looks for them once more in the finished text: emoji and
# icon names (":name:", ":material/name:"), bare addresses and e-mail addresses. An invisible joiner parts them.
_JOINER = "\u2060"
_AFTERTHOUGHTS = re.compile(r":(?=[\w+/-]+:|//)|(?<=www)(?=\.)|(?<=@)(?=\w)", re.IGNORECASE)
_URL_SAFE = "%/:?#[]@!$&'*+,;=~"  # all that an address may hold but the brackets, which would end it early
_MARKER = re.compile(r"\[(\d{1,2})\]")


def plain(text: str) -> str:
    """The Markdown that shows exactly this text; line ends stay line ends, other control characters go."""
    parted = _AFTERTHOUGHTS.sub(lambda match: match[0] + _JOINER, _printable(text))
    lines = (_PUNCTUATION.sub(r"\\\1", line.strip()) for line in parted.splitlines())
    return "  \n".join(lines).strip()


def plain_line(text: str) -> str:
    """`plain` on one line, for labels and headings."""
    return plain(" ".join(text.split()))


def table(head: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """A Markdown table of texts that others wrote."""
    lines = [" | ".join(plain_line(cell) or " " for cell in row) for row in (head, *rows)]
    return "\n".join((f"| {lines[0]} |", f"|{'---|' * len(head)}", *(f"| {line} |" for line in lines[1:])))


def cited(text: str, opened: Collection[int] = ()) -> str:
    """`plain`, with the marks of its sources ("[1]") in small grey type; those in `opened` lead to their source."""
    pieces = _MARKER.split(text)
    marked = [_mark(int(piece), opened) if at % 2 else kept(piece) for at, piece in enumerate(pieces)]
    return "".join(marked).strip()


def _mark(number: int, opened: Collection[int]) -> str:
    mark = rf":small[:gray[\[{number}\]]]"
    return f"[{mark}](#source-{number})" if number in opened else mark


def link(label: str, url: str) -> str:
    """The Markdown of a link; the address is one that `https` let through."""
    return f"[{plain_line(label)}](<{quote(url, safe=_URL_SAFE)}>)"


def https(url: str) -> str:
    """The address when it is one that may become a link or a picture, else nothing."""
    if any(char.isspace() or unicodedata.category(char) == "Cc" for char in url):
        return ""
    try:
        parts = urlsplit(url)
    except ValueError:
        return ""
    return url if parts.scheme == "https" and parts.hostname and not parts.username else ""


def kept(piece: str) -> str:
    """`plain` without the loss of the blanks at its ends, which part it from what stands beside it."""
    body = plain(piece)
    before = " " if piece[:1].isspace() else ""
    after = " " if body and piece[-1:].isspace() else ""
    return before + body + after


def _printable(text: str) -> str:
    lines = text.replace("\r\n", "\n").replace("\t", " ")
    return "".join(char for char in lines if char == "\n" or unicodedata.category(char) not in {"Cc", "Cf", "Cs"})
