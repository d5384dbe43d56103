"""Claims: whether evidence carries a sentence. Pure, deterministic, no model.

A sentence stands when every claim it declares is supported by evidence it cites, every claim is worded in it about the
product that the sentence is about at that place, and what is left beside the claims is glue: words that join, point and
hedge, and state nothing. Otherwise it goes, whole. How a claim is held against its evidence is in `support`, what may
stand beside it in `beside`.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence

from assistant.answering.vetting.beside import MARK, glue_problems, held_beside
from assistant.answering.vetting.comparing import is_relation, relates
from assistant.answering.vetting.own_words import Setting
from assistant.answering.vetting.support import listed_facts, supported, title_fits
from assistant.language.text import fold
from assistant.schema import Claim, Evidence, Sentence

__all__ = ["Setting", "problems", "read", "supported", "verified"]

# Nobody reads more; a model that writes a book is not read to the end.
MAX_SENTENCES, MAX_SENTENCE_CHARS, MAX_CLAIMS = 24, 600, 24
_THE_PRICE_MATTERS = "price matters most"
# In the middle of a sentence a fact points ahead where a new clause begins with it, and goes on to a name.
_OPENS = re.compile(r"(?:[,;:]|\band|\bwhile|\bbut|\bor)\s*(?:at|for|with)\s*$")
_CLOSES = re.compile(r"\s*(?:[,;:.)]|and\b|or\b)")
_LEADS_TO_TITLE = re.compile(
    r"\s*(?:option|choice|alternative|one|pick)?\s*(?:is|:|,|would be|could be|comes)\s+(?:the\s+)?"
)
# A fact before the first name is that one's own, unless the sentence points back first.
# "4.7 out of 5" is 4.7 stars.
_OUT_OF_FIVE = re.compile(r"(?<=\d)(?: out of (?:5|five)\b|/5\b)(?: stars)?")
_POINTS_BACK = re.compile(r"\b(?:it|its|it's|this|that|that's|these|they)\b")


def verified(
    sentences: Iterable[Sentence], evidence: Mapping[str, Evidence], setting: Setting | None = None
) -> tuple[Sentence, ...]:
    """The sentences that stand; "it" is what the last one of them spoke about."""
    setting = setting or Setting()
    subject, kept = setting.top_id, []
    for number, sentence in enumerate(sentences):
        if number >= MAX_SENTENCES:
            break
        wrong, last = read(sentence, evidence, setting, subject)
        if not wrong:
            kept.append(sentence)
            subject = last
    return tuple(kept)


def problems(
    sentence: Sentence, evidence: Mapping[str, Evidence], setting: Setting | None = None, subject: str = ""
) -> tuple[str, ...]:
    """What is wrong with a sentence; nothing when it stands. `subject` is the product spoken about before it."""
    return read(sentence, evidence, setting or Setting(), subject)[0]


def read(
    sentence: Sentence, evidence: Mapping[str, Evidence], setting: Setting, subject: str
) -> tuple[tuple[str, ...], str]:
    """What is wrong with a sentence, and whom it speaks about at its end."""
    if too_long(sentence):
        return ("too long",), subject
    text = _OUT_OF_FIVE.sub(" stars", fold(sentence.text))
    placed, masked = _placed(text, sentence.claims)
    worded = {id(claim) for claim in placed}
    found = [f"not worded: {claim.value!r}" for claim in sentence.claims if id(claim) not in worded]
    found += [
        f"not supported: {claim.kind} {claim.value!r}"
        for claim in sentence.claims
        if claim.kind != "wish" and not _is_relation(claim) and not supported(claim, evidence)
    ]
    found += _strays(text, masked, placed, evidence, subject)
    found += _relation_problems(placed, masked, evidence, subject)
    last = _spoken_about(placed, masked, subject)
    is_note = setting.notes is None or sentence.text in setting.notes
    if any(claim.kind == "wish" for claim in sentence.claims):
        # The words of a wish are the shopper's: only sentences that say it is unmet, or what was asked, repeat them.
        stands = is_note and _DISCLAIMS.search(text)
        return tuple(found) if stands else (*found, "a wish that no note repeats"), last
    if not (is_note and setting.notes is not None):
        found += glue_problems(masked, placed, evidence, setting, last)
    return tuple(found), last


def too_long(sentence: Sentence) -> bool:
    """Whether it is more than anybody reads."""
    return len(sentence.text) > MAX_SENTENCE_CHARS or len(sentence.claims) > MAX_CLAIMS


def _is_relation(claim: Claim) -> bool:
    return claim.kind == "comparison" and is_relation(claim.value)


def _spoken_about(placed: Sequence[Claim], masked: str, subject: str) -> str:
    """Whom the sentence speaks about at its end: what it named last, but for what it only compares with."""
    beside = held_beside(placed, masked)
    named = [claim.doc_id for at, claim in enumerate(placed) if claim.kind == "title" and at not in beside]
    return named[-1] if named else subject


def _relation_problems(
    placed: Sequence[Claim], masked: str, evidence: Mapping[str, Evidence], subject: str
) -> Iterator[str]:
    """Comparisons of one product with another that are not so, or not said of the two that the sentence names."""
    parts, beside = MARK.split(masked)[::2], held_beside(placed, masked)
    for at, claim in enumerate(placed):
        if not _is_relation(claim):
            continue
        with_than = claim.value.endswith("than") or parts[at + 1].strip() in ("than", "than the")
        others = {c.doc_id for c in placed if c.kind == "title"} - {claim.doc_id} or {subject} - {claim.doc_id, ""}
        before = {c.doc_id for number, c in enumerate(placed[:at]) if c.kind == "title" and number not in beside}
        if with_than and at + 1 not in beside:
            yield f"compared with nothing: {claim.value!r}"
        elif len(others) != 1 or len(before) > 1:
            yield f"not clear what is compared: {claim.value!r}"
        elif not relates(claim.value, listed_facts(claim.doc_id, evidence), listed_facts(next(iter(others)), evidence)):
            yield f"not so: {claim.value!r}"


# A sentence that only says what is not so, or not known, may repeat the shopper's own words.
_DISCLAIMS = re.compile(r"\b(?:doesn't|does not|isn't|is not|gives no|you asked for|ones start at|ones begin at)\b")


def _placed(text: str, claims: Iterable[Claim]) -> tuple[list[Claim], str]:
    """The claims in the order in which their words stand, and the text with a mark in place of each."""
    marks: list[Claim] = []
    ordered = sorted(claims, key=lambda claim: -len(claim.value))
    values = [_said(claim) for claim in ordered]
    said = Counter(value for _, value in {(claim.doc_id, value) for claim, value in zip(ordered, values, strict=True)})
    for claim, value in zip(ordered, values, strict=True):
        # Where two products share a price, each claim has its own place, in the order in which they are declared.
        masked = _masked(text, value, f" \x00{len(marks)}\x00 ", once=said[value] > 1) if value else text
        if masked != text:
            text = masked
            marks.append(claim)
    return [marks[int(mark)] for mark in MARK.findall(text)], text


def _said(claim: Claim) -> str:
    return _OUT_OF_FIVE.sub(" stars", fold(claim.value).strip())


def _masked(text: str, value: str, mark: str, *, once: bool = False) -> str:
    """The text with the mark in place of the value, wherever it stands as whole words and whole amounts."""
    parts, begin, at = [], 0, text.find(value)
    while at >= 0:
        end = at + len(value)
        before, after = text[at - 1 : at], text[end : end + 2]
        joined = (value[0].isalnum() and (before.isalnum() or before in tuple("_£$€."))) or before.isalnum()
        goes_on = value[-1].isalnum() and (
            after[:1].isalnum() or after[:1] in ("_", "%") or (after[:1] in (".", ",") and after[1:].isdigit())
        )
        if not joined and not goes_on:
            parts += [text[begin:at], mark]
            begin = end
            if once:
                break
        at = text.find(value, end)
    return "".join((*parts, text[begin:]))


def _strays(
    text: str, masked: str, placed: Sequence[Claim], evidence: Mapping[str, Evidence], subject: str
) -> Iterator[str]:
    """Claims that stand where the sentence speaks about another product."""
    beside, parts = held_beside(placed, masked), MARK.split(masked)[::2]
    for at, claim in enumerate(placed):
        if claim.kind in ("title", "wish"):
            subject = subject if at in beside else claim.doc_id
            if claim.kind == "title" and _is_anothers(claim, evidence):
                yield f"also another's name: {claim.value!r}"
        elif claim.kind == "comparison" and _leads(text, placed, at):
            continue
        elif at - 1 in beside and not re.match(r"\s*[,;:](?! which)", parts[at]):
            if claim.doc_id != placed[at - 1].doc_id:
                yield f"said of what it is compared with: {claim.value!r}"
        elif (owner := _pointed_at(placed, at, parts, beside) or subject) and claim.doc_id != owner:
            yield f"said of another product: {claim.value!r}"


def _pointed_at(placed: Sequence[Claim], at: int, parts: Sequence[str], beside: Collection[int]) -> str:
    """The product named behind a fact that points ahead at it: "At £9, Train Set …", "… and at £9 there is …"."""
    named = [number for number, claim in enumerate(placed) if claim.kind in ("title", "wish") and number not in beside]
    behind = next((number for number in named if number > at), None)
    if behind is None or any(_POINTS_BACK.search(part) for part in parts[at + 1 : behind + 1]):
        return ""
    if any(number < at for number in named):
        opens = _OPENS.search(parts[at]) and not _CLOSES.match(parts[at + 1])
        return placed[behind].doc_id if opens and behind == at + 1 else ""
    return "" if any(_POINTS_BACK.search(part) for part in parts[: at + 1]) else placed[behind].doc_id


def _leads(text: str, placed: Sequence[Claim], at: int) -> bool:
    """Whether a comparison points ahead at the title behind it: "If price matters most, …", "The cheapest is …"."""
    claim = placed[at]
    behind = placed[at + 1] if at + 1 < len(placed) else None
    if behind is None or behind.kind != "title" or behind.doc_id != claim.doc_id:
        return False
    if _is_relation(claim) and any(earlier.kind == "title" for earlier in placed[:at]):
        return False
    between = text.partition(fold(claim.value))[2].partition(fold(behind.value))[0]
    return claim.value == _THE_PRICE_MATTERS or bool(_LEADS_TO_TITLE.fullmatch(between))


def _is_anothers(claim: Claim, evidence: Mapping[str, Evidence]) -> bool:
    """Whether the words name another product as well, and that one in full."""
    return any(
        item.doc_id != claim.doc_id
        and fold(item.metadata.get("title", "")) == fold(claim.value)
        and not title_fits(claim.value, evidence, claim.doc_id, whole=True)
        for item in evidence.values()
        if "title" in item.metadata
    )
