"""What a reader of a page sees, as lines: text that stands together, with what tags and classes say of its parts.

One walk over the document, cut at so many elements and characters. Hidden parts are left out; crossed-out text, links
and options are marked, and so is what belongs to other products, to reviews or to the shop as a whole.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Collection, Iterator
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import groupby, islice
from operator import itemgetter
from typing import Literal

from lxml import etree

from assistant.prices.pages.markup import Element, tag

Mark = Literal["", "price", "was", "net", "link", "option", "switch", "aside"]

_SILENT = frozenset({"script", "style", "noscript", "template", "head", "svg", "iframe", "option", "select", "dialog"})
_INLINE = frozenset(
    "a abbr b bdi bdo big cite code data del em font i img input ins kbd link mark meta q s small span strike strong "
    "sub sup time tt u var wbr".split()
)
# What is crossed out, without tax or behind a link is so with all that is in it.
_LASTING = frozenset({"was", "net", "link"})
_STRUCK = frozenset({"del", "s", "strike"})
_HEADINGS = frozenset({"h1", "h2", "h3", "h4", "h5", "h6"})
_ASIDE_TAGS = frozenset({"nav", "footer", "aside"})
_NEVER_ASIDE = frozenset({"html", "body", "main", "form"})
# Words of classes and ids, written apart: "priceOld" is read as "price-old".
_CAMEL = re.compile(r"(?<=[a-z])(?=[A-Z])")
_HIDDEN_CLASS = re.compile(
    r"(?:^|\s)(?:(?:is-|js-|u-|d-)?(?:hidden|hide|none)|display-none|no-display|invisible)(?=\s|$)"
)
_SHOWN_AGAIN = re.compile(r":(?:block|flex|inline|grid|table)")
_HIDDEN_STYLE = re.compile(r"display:none|visibility:hidden")
_OLD = re.compile(
    r"(?:^|[\s_-])(?:was(?![_-]?now)|rrp|msrp|srp|strike(?:d|through|-through)?|crossed(?:-out)?|previous|prev[_-]price|"
    r"old(?:[_-]?price)?|product-discount|normalprice|(?<!with-)(?:list|original|regular-was|before)[_-]?price|price[_-]+(?:old|before|original)|"
    r"compare[_-]at)(?![a-z])"
)
_BUTTON = re.compile(r"(?:^|[\s_-])(?:btn|button|cta|call-to-action)")
_CALLED: tuple[tuple[Mark, re.Pattern[str]], ...] = (
    ("net", re.compile(r"(?:^|[\s_-])(?:excl?(?:uding)?[_-](?:tax|vat)|net[_-]price|price[_-]net)(?![a-z])")),
    ("switch", re.compile(r"sold-?out|out-?of-?stock|unavailable")),
    ("price", re.compile(r"(?:^|[\s_-])(?:prices?|prc|amount|cost)(?![a-z])")),
    ("option", re.compile(r"(?:^|[\s_-])(?:swatch(?:es)?|variants?|options?)(?![a-z])")),
)
_ASIDE = re.compile(
    r"(?:^|[\s_-])(?:related|recommend\w*|recs?|similar|up-?sells?|cross-?sells?|x-?sells?|carousel|bought-together|"
    r"also-(?:like|bought|viewed)|(?<!price-)reviews?|(?<!short-)(?<!short_)descriptions?|"
    r"tabs?|(?<!a-)(?<!-)accordion|faqs?|footer|navigation|menu|"
    r"breadcrumbs?|newsletter|cookies?|modal|drawer|mini-?cart|site-header|announcement)(?![a-z])"
)
_MAX_ELEMENTS, _MAX_CHARS, _MAX_LINE, _MAX_CLASS = 60_000, 400_000, 2_000, 300


@dataclass(slots=True)
class Line:
    """Text between two breaks; `marks` are where its parts begin, `element` is the heading or landmark."""

    text: str = ""
    marks: list[tuple[int, Mark]] = field(default_factory=list)
    element: Element = None
    is_aside: bool = False

    def mark_at(self, place: int) -> Mark:
        """What tags and classes say of the character at a place."""
        found = bisect_right(self.marks, place, key=lambda mark: mark[0])
        return self.marks[found - 1][1] if found else ""

    def parts(self) -> Iterator[tuple[Mark, str]]:
        """Its text in parts that are marked alike, in order."""
        ends = [start for start, _ in self.marks[1:]] + [len(self.text)]
        # A line without text has no mark.
        spans = zip(self.marks, ends, strict=False)
        for mark, run in groupby(((mark, self.text[start:end]) for (start, mark), end in spans), key=itemgetter(0)):
            yield mark, "".join(text for _, text in run)

    def without(self, left_out: Collection[Mark]) -> str:
        """The text without the parts of some marks."""
        return " ".join(text for mark, text in self.parts() if mark not in left_out)


@dataclass(frozen=True, slots=True)
class _State:
    """What holds for the text of an element."""

    mark: Mark = ""
    is_silent: bool = False
    is_aside: bool = False


def lines_of(document: Element, landmarks: Collection[Element] = ()) -> list[Line]:
    """The lines of a document; a landmark opens its own, and what holds one is never taken for an aside."""
    kept = {around for element in landmarks for around in (element, *element.iterancestors())}
    found: list[Line] = [Line()]
    states = [_State()]
    chars = 0
    for event, element in islice(etree.iterwalk(document, events=("start", "end")), 2 * _MAX_ELEMENTS):
        if event == "start":
            states.append(_entered(element, states[-1], element in kept))
            _broken(found, element, states[-1], is_told=element in landmarks or tag(element) in _HEADINGS)
            text, state = element.text, states[-1]
        else:
            left = states.pop()
            if not left.is_silent:
                _broken(found, element, states[-1])
            text, state = element.tail, states[-1]
        if text and not state.is_silent:
            _append(found[-1], text, state.mark, raised=event == "start" and tag(element) == "sup")
            chars += len(text)
        if chars > _MAX_CHARS:
            break
    return [line for line in found if line.text.strip() or line.element is not None]


def _entered(element: Element, around: _State, is_kept: bool) -> _State:
    if around.is_silent or _hidden(element):
        return _State(is_silent=True)
    name, classes = tag(element), class_words(element)
    is_aside = around.is_aside or (not is_kept and _is_aside(name, classes))
    mark = around.mark if around.mark in _LASTING else _mark(element, name, classes) or around.mark
    return _State(mark, is_aside=is_aside)


def is_aside_part(element: Element) -> bool:
    """Whether an element is said to hold other products, reviews, descriptions or what the shop says everywhere."""
    return _is_aside(tag(element), class_words(element))


def _is_aside(name: str, classes: str) -> bool:
    return name not in _NEVER_ASIDE and (name in _ASIDE_TAGS or _is_called(_ASIDE, classes))


def _mark(element: Element, name: str, classes: str) -> Mark:
    style = (element.get("style") or "")[:_MAX_CLASS].casefold()
    is_told = any("strike" in key and value != "false" for key, value in element.items())
    if name in _STRUCK or is_told or "line-through" in style or _is_called(_OLD, classes):
        return "was"
    if name == "a" and element.get("role") != "button" and not _is_called(_BUTTON, classes):
        return "link"
    if name == "label" and any(tag(parent) == "fieldset" for parent in islice(element.iterancestors(), 4)):
        return "option"
    return next((mark for mark, pattern in _CALLED if _is_called(pattern, classes)), "")


@lru_cache(maxsize=16_384)
def _is_called(pattern: re.Pattern[str], classes: str) -> bool:
    return bool(pattern.search(classes))


def class_words(element: Element) -> str:
    """An element's class, id and the like, in lower case with their words apart."""
    stated = (element.get(name) for name in ("class", "id", "itemprop", "data-test", "data-testid"))
    return _CAMEL.sub("-", " ".join(text for text in stated if text)[:_MAX_CLASS]).casefold()


def _hidden(element: Element) -> bool:
    if tag(element) in _SILENT or element.get("hidden") is not None:
        return True
    style = re.sub(r"\s", "", (element.get("style") or "")[:_MAX_CLASS].casefold())
    classes = (element.get("class") or "")[:_MAX_CLASS].casefold()
    return bool(_HIDDEN_STYLE.search(style) or (_HIDDEN_CLASS.search(classes) and not _SHOWN_AGAIN.search(classes)))


def _broken(found: list[Line], element: Element, state: _State, *, is_told: bool = False) -> None:
    """A new line where a landmark begins, and where an element that is no part of running text begins or ends."""
    if not state.is_silent and (is_told or tag(element) not in _INLINE):
        found.append(Line(element=element if is_told else None, is_aside=state.is_aside))


def _append(line: Line, text: str, mark: Mark, *, raised: bool) -> None:
    """Adds text as it reads: words stay apart, and "£24" with a raised "99" is one amount."""
    plain = re.sub(r"\s+", " ", text[: max(0, _MAX_LINE - len(line.text))])
    if not plain:
        return
    last, first = line.text[-1:], plain[0]
    if raised and re.fullmatch(r" ?\d\d ?", plain) and line.text.rstrip()[-1:].isdigit():
        line.text, plain = line.text.rstrip(), f".{plain.strip()}"
    elif last.isdigit() and first.isdigit():
        # Two digits in a part of their own follow the pounds of an amount.
        are_pence = re.match(r"\d\d(?!\d)", plain) and re.search(r"[^\w.,]\d{1,5}$", line.text[-8:])
        plain = f".{plain}" if are_pence else f" {plain}"
    elif last.isalnum() and first.isalnum():
        plain = f" {plain}"
    elif last == " " and re.match(r"[.,]\d\d(?!\d)", plain) and line.text.rstrip()[-1:].isdigit():
        line.text = line.text.rstrip()
    line.marks.append((len(line.text), mark))
    line.text += plain
