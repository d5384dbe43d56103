"""The main price block: what a page says between its product's title and its buy button, and shortly behind it.

Structured data state a price; this block is what the buyer reads, and the two must agree. Where a page has no title
that can be found, there is no block, and every amount of the page is only compared.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import islice, pairwise, takewhile

from assistant.language.text import fold, jaccard, words
from assistant.prices.pages.amounts import Amount, amounts_in
from assistant.prices.pages.conditions import MEANING, is_label, said_of_all, said_of_the_shop, speaks_of_net
from assistant.prices.pages.labels import Details, details_of
from assistant.prices.pages.lines import Line, class_words, is_aside_part, lines_of
from assistant.prices.pages.markup import Element, first_headings, tag, text_of, title_parts
from assistant.schema import Price

_NO_BASKET = (
    r"(?:\w+ )?lists?|wish ?list|compar\w+|favou?rites?|registry|calendar|diary|collection|(?:\w+ )?quote|enquiry|"
    r"board|account|home screen|review|photos?|auction"
)
_BUY = re.compile(
    # Shops have their own word for the basket: "Add to trug".
    rf"\W*(?:(?:add|put|pop|place|drop)\b.{{0,25}}\b(?:to|in|into|on)\b(?!.*\b(?:{_NO_BASKET})\b)|"
    r"add(?: (?:item|\d+))?\W*$|(?:i want to )?buy\b(?! (?:used|from))|order(?: now| this| it|\W*$)|purchase|"
    r"in den warenkorb|jetzt kaufen|kaufen|"
    r"(?:ajouter|mettre) (?:au|dans le) panier|acheter|aggiungi al carrello|acquista|anadir (?:al|a la) |comprar|"
    r"in winkelwagen)"
)
_GOES_ON = re.compile(r"\W*(?:when|if|with|after|using|via|then|plus|for|per|each)\b")
_ADD = re.compile(r"\W*add\W*")
_SENTENCE = re.compile(r"(?<=[.!?])\s+|\s[·•|]\s")
# What a button offers that sells nothing, where no other one does.
_OTHER_DEAL = re.compile(
    r"\W*(?:book|reserve|place (?:a |your )?bid|bid|enter (?:now|draw|to win)|hire|rent|borrow|sell|trade|register|"
    r"request|enquire|apply|join|subscribe|start|pay|(?:e-?mail|notify|tell|remind) me|call|contact|ask)\b"
)
_OLD_RANGE = re.compile(r"(?:-|–|—|\bto|\bbis)\s*$")
_TITLE_NAME = re.compile(r"(?:^|\s)(?:(?:product|item)[_-]+(?:title|name)|page-heading)(?=\s|$)")
_CALLED_TITLE = (
    "//body//*[contains(@id, 'itle') or contains(@class, 'itle') or contains(@class, 'product-name') "
    "or contains(@class, 'eading')][not(self::h1 or self::h2)]"
)
_IS_BUTTON = "self::button or self::input or self::a or @role='button'"
_BUTTONS_BEHIND = f"following::*[{_IS_BUTTON}]"
_HEADINGS_AND_BUTTONS = f"//*[self::h1 or self::h2 or self::h3 or self::h4 or {_IS_BUTTON}]"
# Under such a heading other products are sold.
_OF_OTHERS = re.compile(
    r"\W*(?:recommended|you (?:may|might)|related|similar|more (?:from|like|in)|other|goes with|how about|customers|"
    r"often bought|frequently|people also|also|try|complete the)\b|.*\binstead\b"
)
_CALLED_DESCRIPTION = "//body//*[contains(@id, 'escription') or contains(@class, 'escription')]"
_PLAIN_TITLES = "//body//*[self::td or self::div or self::p or self::b or self::strong or self::font or self::span]"
_MAX_NAMED = 200
_MAX_DESCRIPTIONS, _MAX_TOLD = 8, 5_000
# What a button is called, or leads to, where its words are the shop's own.
_ADDS = re.compile(
    r"(?:^|[^a-z])add[-_/]?(?:item)?(?:[-_/]?to)?[-_/]?(?:cart|basket|bag)|(?:cart|basket|bag)[-_/]add(?:$|[^a-z])"
)
_OFF = re.compile(r"(?:^|[\s_-])disabled(?![a-z])")
# A label above or below an amount is short; longer lines are sentences of their own.
_MAX_LABEL = 60
# A block without a buy button ends after so many lines, one with it so many lines behind it.
_MAX_LINES, _MAX_BEHIND = 60, 12
# So many lines above the title may be the badges over it.
_MAX_OVER = 2
_MAX_LOOKED_AT = 60_000
# Lines beyond these are compared with nothing, unless they are the block's.
_MAX_COMPARED = 5_000
_MAX_NAMES = 8
_MAX_BUTTONS, _MAX_OPTIONS = 50, 500
_MIN_NAME, _MAX_TITLE, _ALIKE = 4, 300, 0.7
# So many lines, and characters of each, are kept of what a page says from its heading down.
_MAX_KEPT, _MAX_KEPT_LINE = 200, 400
# So few words are a price at a heading's end, with what it was before.
_MAX_PRICED = 6


@dataclass(frozen=True, slots=True)
class MainBlock:
    """The amounts of the main price block in order, those in elements named for a price, and what is wrong with all.

    `before_button` is how many of the amounts stand before the buy button, `on_button` are those that it names itself,
    and `choices` those of lists to choose from.
    """

    amounts: tuple[Amount, ...]
    priced: tuple[Amount, ...]
    problem: str
    before_button: int = 0
    on_button: tuple[Amount, ...] = ()
    choices: tuple[Amount, ...] = ()

    def first(self, price: Price) -> Amount | None:
        """The amount that a reader takes for the price: the first without another meaning, in the price's money."""
        of_all = [seen for seen in self.amounts if seen.role == "all"]
        for amounts in (self.on_button, of_all, self.priced, self.amounts):
            plain = [seen for seen in amounts if seen.role in {"plain", "all"}]
            mine = next((seen for seen in plain if seen.may_be_in(price.currency)), None)
            if mine is not None:
                return mine
        return None


@dataclass(frozen=True, slots=True)
class Seen:
    """What readers of a page see: every amount, the main price block where it was found, and a word on tax.

    `is_cut` where the page went on: then only a whole main block that shows the price speaks for it. `title` is the
    heading over the block, `sells` whether a buy button that can be pressed ends it, `details` are from the page's
    table of details, and `told` is what it says from its heading down, line by line.
    """

    amounts: tuple[Amount, ...]
    block: MainBlock | None
    is_net: bool
    is_cut: bool = False
    title: str = ""
    sells: bool = False
    details: Details = field(default_factory=Details)
    told: tuple[str, ...] = ()


def seen_on(document: Element, names: Sequence[str], is_cut: bool = False) -> Seen:
    """Reads what a page, or its beginning (`is_cut`), shows; `names` are those of its products as its data say."""
    title, button = _landmarks(document, names)
    lines = lines_of(document, [element for element in (title, button) if element is not None])
    details = details_of([line.text for line in lines])
    pattern = _pattern([*names, text_of(title)[:300]] if title is not None else names)
    place = next((at for at, line in enumerate(lines) if title is not None and line.element is title), None)
    said_below = (line.text.strip()[:_MAX_KEPT_LINE] for line in lines[place or 0 :])
    kept = tuple(islice(filter(None, said_below), _MAX_KEPT))
    for line in lines:
        line.text = _blanked(pattern, line.text, "_") if pattern else line.text
        # "Reduced from £40 to", crossed out, says nothing of what follows.
        if any(mark == "was" for _, mark in line.marks):
            parts = (_blanked(_OLD_RANGE, part, " ") if mark == "was" else part for mark, part in line.parts())
            line.text = "".join(parts)
    block = None
    if place is not None:
        # Where the button stands before the title, the block ends where other things begin.
        is_behind = any(line.element is button for line in lines[place + 1 :])
        told, is_whole = _block_lines(lines[place + 1 :], button if is_behind else None)
        block = replace(_block(told, button), choices=_choices(document)) if is_whole or not is_cut else None
        over = _said_over(lines[max(0, place - _MAX_OVER) : place]) or _described(document)
        block = replace(block, problem=block.problem or over) if block and over else block
    amounts = tuple(seen for _, found in _read(lines[:_MAX_COMPARED]) for seen in found)
    said = fold("\n".join(line.text for line in lines))
    is_net = speaks_of_net(said)
    of_shop = said_of_the_shop(said)
    block = replace(block, problem=of_shop) if block and of_shop else block
    name = text_of(title)[:300] if title is not None else ""
    # Old shops put the price into the heading's row; "24k $100 Bill Playing Cards" goes on.
    ends = (seen.start for seen in amounts_in(name) if len(words(name[seen.start :])) < _MAX_PRICED)
    name = name[: next(ends, len(name))].strip()
    return Seen(amounts, block, is_net, is_cut, name, _is_on(button), details, kept)


def _blanked(pattern: re.Pattern[str], text: str, blank: str) -> str:
    return pattern.sub(lambda match: blank * len(match[0]), text)


def _pattern(names: Sequence[str]) -> re.Pattern[str] | None:
    """A product's own words are none about its price: "Shopping List £8.50", "For Sale", "Auction"."""
    told = sorted({name for name in names if len(name) >= _MIN_NAME}, key=len, reverse=True)[:_MAX_NAMES]
    return re.compile("|".join(map(re.escape, told)), re.IGNORECASE) if told else None


def _landmarks(document: Element, names: Sequence[str]) -> tuple[Element, Element]:
    """The heading that names the product, and the first buy button behind it, or else what stands in its place."""
    found = document.xpath(_HEADINGS_AND_BUTTONS)[:_MAX_LOOKED_AT]
    own = set(first_headings(document))
    headings = [element for element in found if tag(element) == "h2" or element in own]
    if not any(tag(element) == "h1" for element in headings):
        # What is no heading, and named for the product's title.
        called = document.xpath(_CALLED_TITLE)[:_MAX_NAMED]
        headings += [one for one in called if one.get("id") == "title" or _TITLE_NAME.search(class_words(one))]
    title = _title(headings, names or title_parts(document))
    title = _like_a_heading(document, names or title_parts(document)) if title is None else title
    if title is None:
        return None, _first(filter(_buys, found), ())
    behind = found[found.index(title) + 1 :] if title in found else title.xpath(_BUTTONS_BEHIND)[:_MAX_LOOKED_AT]
    behind = list(takewhile(lambda element: not _is_of_others(element), behind))
    around = {title, *title.iterancestors()}
    for of_kind in (_buys, _deals_otherwise):
        button = _first(filter(of_kind, behind), around)
        if button is not None:
            return title, button
    # A column beside it may come first in the page's text.
    before = found[: found.index(title)] if title in found else []
    return title, _first(filter(_buys, before), around)


def _is_of_others(element: Element) -> bool:
    return tag(element) in {"h2", "h3", "h4"} and bool(_OF_OTHERS.match(fold(text_of(element)[:_MAX_LABEL])))


def _first(buttons: Iterator[Element], around: Collection[Element]) -> Element:
    """The first button that does not stand among other products."""
    return next((element for element in islice(buttons, _MAX_BUTTONS) if not _is_other_s(element, around)), None)


def _is_other_s(button: Element, around: Collection[Element]) -> bool:
    """Whether a button stands among other products: a page that sells out its own still sells those."""
    return any(is_aside_part(parent) for parent in button.iterancestors() if parent not in around)


def _title(headings: Sequence[Element], names: Sequence[str]) -> Element:
    """The heading most like a name in the data; with none alike, the one first-level heading."""
    # "Name : £1.99 : Shop" is how some shops' titles read.
    wanted = [set(words(name)) for name in names[:_MAX_NAMES] if any(map(str.isalpha, name))]

    def alike(heading: Element) -> float:
        return _likeness(text_of(heading)[:_MAX_TITLE], wanted)

    first = [heading for heading in headings if tag(heading) == "h1"]
    best = max([*first, *headings][:40], key=alike, default=None)
    if best is not None and (tag(best) == "h1" or alike(best) >= 1 / 2) and alike(best):
        return best
    return first[0] if len(first) == 1 else None


def _like_a_heading(document: Element, names: Sequence[str]) -> Element:
    """On pages without headings: the first cell or paragraph that says no more than a name in the data."""
    wanted = [set(words(name)) for name in names[:_MAX_NAMES] if len(words(name)) > 1]
    for element in document.xpath(_PLAIN_TITLES)[:_MAX_LOOKED_AT]:
        if _likeness(_little_text(element), wanted) > _ALIKE:
            return element
    return None


def _likeness(text: str, names: Sequence[set[str]]) -> float:
    """The share of words that a text has in common with the name most like it, of all that either has."""
    said = set(words(text))
    return max((jaccard(said, name) for name in names), default=0.0)


def _little_text(element: Element) -> str:
    """The text of an element that has not much; empty for one with more, of which no more is read."""
    text = ""
    for part in element.itertext():
        text += part
        if len(text) > _MAX_TITLE:
            return ""
    return text


def _buys(element: Element) -> bool:
    names = ("name", "id", "class", "href", "formaction", "data-test")
    name, *others = ((element.get(called) or "").casefold() for called in names)
    if tag(element) != "input" and (name == "add" or _ADDS.search(" ".join((name, *others)))):
        return True
    # "Add", and for those who are read to the product's name.
    opening = next((text for text in element.itertext() if text.strip()), "")
    return bool(_BUY.match(_said(element)) or _ADD.fullmatch(fold(opening)))


def _deals_otherwise(element: Element) -> bool:
    is_button = tag(element) == "button" or element.get("type") in {"submit", "button"}
    return is_button and bool(_OTHER_DEAL.match(_said(element)))


def _said(button: Element) -> str:
    shown = button.get("value") or button.get("alt") if tag(button) == "input" else text_of(button)[:60]
    return fold(shown or button.get("aria-label") or button.get("title") or "")


def _is_on(button: Element) -> bool:
    """Whether a buy button can be pressed."""
    if button is None or not _buys(button):
        return False
    is_off = button.get("disabled") is not None or (button.get("aria-disabled") or "").casefold() == "true"
    return not is_off and not _OFF.search(class_words(button))


def _block_lines(lines: Sequence[Line], button: Element) -> tuple[list[Line], bool]:
    """The lines from the title to the end of the block, without what is about other things; and whether it ended."""
    found: list[Line] = []
    behind = -1
    for line in lines:
        if button is not None and line.element is button:
            behind = 0
        is_heading = line.element is not None and tag(line.element) in {"h2", "h3", "h4"}
        is_end = is_heading and not amounts_in(line.text) and (behind >= 0 or (button is None and bool(found)))
        if is_end or behind > _MAX_BEHIND or len(found) > _MAX_LINES or (line.is_aside and behind >= 0):
            return found, True
        behind += behind >= 0
        found += [] if line.is_aside else [line]
    return found, False


def _read(lines: Sequence[Line]) -> Iterator[tuple[Line, tuple[Amount, ...]]]:
    """Each line that has amounts, with them, read with the short lines around it that have none."""
    alone = [amounts_in(line.text) for line in lines]
    bare = [
        "" if found or len(line.text) > _MAX_LABEL else line.text.strip()
        for line, found in zip(lines, alone, strict=True)
    ]
    # "When you spend £25" below an amount speaks of it, up to its own amount.
    opens = [
        line.text[: found[0].start].strip() if found and _GOES_ON.match(line.text[:_MAX_LABEL].casefold()) else text
        for line, found, text in zip(lines, alone, bare, strict=True)
    ]
    for at, (line, found) in enumerate(zip(lines, alone, strict=True)):
        if not found:
            continue
        before, behind = "".join(bare[max(0, at - 1) : at]), "".join(opens[at + 1 : at + 2])
        # "Our price £7.49", "Ex VAT £6.24": in rows of a table the label below is of the amount below it.
        in_rows = is_label(fold(before)) and bool("".join(bare[at + 1 : at + 2]) and any(alone[at + 2 : at + 3]))
        yield line, tuple(_marked(seen, line) for seen in amounts_in(line.text, before, "" if in_rows else behind))


def _marked(seen: Amount, line: Line) -> Amount:
    mark = line.mark_at(seen.start)
    return replace(seen, role=mark) if mark == "was" or mark == "net" else seen  # noqa: PLR1714


def _block(lines: Sequence[Line], button: Element) -> MainBlock:
    read = [
        (seen, line.mark_at(seen.start), id(line))
        for line, found in _read(lines)
        for seen in found
        if line.mark_at(seen.start) != "link"
    ]
    priced = tuple(seen for seen, mark, _ in read if mark == "price")
    is_other = button is not None and not _buys(button)
    problem = _problem(lines, _is_on(button)) or ("readers see no way to buy it" if is_other else "")
    place = next((at for at, line in enumerate(lines) if button is not None and line.element is button), len(lines))
    over = set(map(id, lines[:place]))
    on_button = amounts_in(_said(button)) if button is not None else ()
    before = sum(line in over for _, _, line in read)
    return MainBlock(tuple(seen for seen, _, _ in read), priced, problem, before, on_button)


def _choices(document: Element) -> tuple[Amount, ...]:
    """The amounts in the page's lists to choose from: "Gold (+£0.40)", "With crayons £9.50"."""
    lists = [found for found in document.xpath("//select")[:_MAX_BUTTONS] if not _is_other_s(found, ())]
    options = islice((option for found in lists for option in found.iter("option")), _MAX_OPTIONS)
    return tuple(seen for option in options for seen in amounts_in(text_of(option)[:_MAX_TITLE]))


def _problem(lines: Sequence[Line], is_on: bool) -> str:
    """The first thing that the block says of the whole offer."""
    # "Ex VAT" above an amount speaks of that one.
    over = [is_label(fold(line.text)) and bool(amounts_in(below.text)) for line, below in pairwise(lines)]
    own = [line for line, is_over in zip(lines, [*over, False], strict=False) if not is_over]
    texts = [text for line in own for text in _phrases(line.without({"link"}))]
    # "Condition" above "Used" is one phrase.
    joined = [f"{first} {second}" for first, second in pairwise(texts) if first.strip(" :") == "condition"]
    for said in (*texts, *joined):
        for role in said_of_all(said):
            if role != "gone":
                return f"readers see {MEANING[role]}"
    # Themes keep "Sold out" beside a button that sells, options name what is gone of the others, and a line with an
    # amount may be of another toy.
    left_out = {"link", "option", *({"switch"} if is_on else ())}
    is_gone = any(
        "gone" in said_of_all(fold(line.without(left_out).strip()))
        # A theme shows this part where the product is gone.
        or (not is_on and any(mark == "switch" and text.strip() for mark, text in line.parts()))
        for line in lines
        if not (is_on and amounts_in(line.text))
    )
    return f"readers see {MEANING['gone']}" if is_gone else ""


def _said_over(lines: Sequence[Line]) -> str:
    """What a badge shortly above the title says of the product's condition."""
    texts = [text for line in lines if not line.is_aside for text in _phrases(line.without({"link"}))]
    return f"readers see {MEANING['used']}" if any("used" in said_of_all(text) for text in texts) else ""


def _described(document: Element) -> str:
    """What the page's own description says of the product's condition, or that it is something else."""
    told = " ".join(text_of(element)[:_MAX_TOLD] for element in document.xpath(_CALLED_DESCRIPTION)[:_MAX_DESCRIPTIONS])
    said = {role for text in _phrases(told) for role in said_of_all(text)}
    return next((f"readers see {MEANING[role]}" for role in ("used", "other") if role in said), "")


def _phrases(line: str) -> list[str]:
    """A line, folded; of one with amounts the sentences that have none, since its other words speak of an amount."""
    parts = [line] if not amounts_in(line) else [part for part in _SENTENCE.split(line) if not amounts_in(part)]
    return [fold(part.strip()) for part in parts]
