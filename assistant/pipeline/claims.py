"""Claims: whether evidence carries a sentence. Pure, deterministic, no model.

A sentence stands when every claim it declares is supported by evidence it cites, every claim is worded in it about the
product that the sentence is about at that place, and what is left beside the claims is glue: words that join, point and
hedge, and state nothing. Otherwise it goes, whole. How a claim is held against its evidence is in `support`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from assistant.pipeline.support import supported, title_fits
from assistant.schema import Claim, Evidence, Sentence
from assistant.text import fold

__all__ = ["Setting", "problems", "supported", "verified"]

# Nobody reads more; a model that writes a book is not read to the end.
MAX_SENTENCES, MAX_SENTENCE_CHARS, MAX_CLAIMS = 24, 600, 24
_NEGATIONS = frozenset(
    "no not without non never isn't doesn't don't didn't aren't cannot can't won't nor neither none nothing".split()
)
# Words of any script: a title may be in one that the stems do not know.
_MARK = re.compile(r"\x00(\d+)\x00")
_TOKEN = re.compile(r"\x00\d+\x00|[^\W_]+(?:['.][^\W_]+)*|[^\w\s]|_")
# What may stand between words; anything else (a star, a percent sign, a tag) may state something.
_PUNCTUATION = frozenset(".,:;!?'\"()-–—…/&")
# What may stand beside the claims of a sentence: it joins, points or hedges, and states nothing about a product.
GLUE = frozenset(
    """
    a an the and or but so of in on at to from by for with as is it its it's that's this that these those there
    here which my i i'd i've i'm you your you'd you're we me one ones both also too just still then if when
    while because since top pick picks choice choose chose chosen recommend recommendation suggest go going went
    would could can may might should runner runner-up up second next other others another alternative
    alternatively option options instead best fit fits suit suits match matches closest came come comes close
    near asked ask wanted looking look after need most matters matter more about around cost costs costing price
    priced rated rating ratings has have having made makes make be been are will do does get gets give gives
    given say says said tell tells know stand stands within under budget limit want prefer like listed lists
    carries catalogue catalog listing list maker shop mention mentions doesn't don't isn't aren't didn't not no
    nothing none many how what whether who why whose age ages piece pieces player players play material brand
    wish wishes source sources details screen each per plus stars star back third fourth fifth sixth comparison
    compared compare holds stays first leads lead follows behind let's consider try worth start starts take
    suggestion request requested based according available average averages buyers customers shoppers reviewers
    gave rate rates designed intended suitable meant contains contain includes include sells sold currently toy
    produced manufactured received earned earns drawn possibility good perhaps maybe else something find found
    found selection overall recommended comprises consists offers holds scores scored ask asks marked listing's
    maker's catalogue's shop's bought paid pay was
    """.split()
)
# Turns of glue that do state something: praise, comparison, a promise.
_LOADED = re.compile(
    r"\b(?:best|top|most|first|second|next|closest)[ -](?:rated|ratings?|priced?|made|brand|material|ages?|costs?|"
    r"stars?|maker|shop|known|listed|match(?:ed)? price)\b"
    r"|\b(?:rated|priced|made|costs?|play|suits?|fits?) (?:best|most|top|first|second)\b"
    r"|\bmore\b(?! about| on)|\bmost\b(?<!matters most)|\bmany\b(?<!how many)"
    r"|\blike\b(?<!would like)(?<!you like)(?<!you'd like)"
    r"|\bfirst (?:price|made)\b|\bper\b|\bworth\b(?! a look)|\bprice (?:matches?|fits?)\b"
    r"|\bone\b(?<!this one)(?<!that one)(?<!the one)(?<!which one)(?<!next one)(?<!second one)(?<!other one)"
    r"(?<!another one)(?<!first one)(?! of (?:these|those))|\b(?:start|starts)\b(?! with)|\beach\b(?! of)"
    r"|\bone (?:piece|player|star|rating|ages?)\b|\bno need\b"
    r"|\b(?:best|closest) (?:match|fit) (?:in|on|by|at|of|for)\b(?! what)|\b(?:your|the) ages?\b"
    r"|\bunder\b(?! (?:your|the) (?:budget|limit))"
    r"|\b(?:other|another|second|next|instead|both) (?:piece|player|star|rating|age|brand|material)s?\b"
)
_FITS = re.compile(
    r"(?<!best )(?<!closest )(?<!close )\b(?:fits?|suits?|match(?:es)?)\b|(?<!to )(?<!near )\bwhat you\b"
    r"|\byour wish(?:es)?\b"
)
# Only the Top Pick is the pick, however it is put.
_PICKS = re.compile(
    r"\b(?:top|picks?|recommend(?:ation)?|chosen?|chose|choose|go(?:ing)? for|closest|best|first|leads?)\b"
    r"|\bchoice\b(?<!next choice)(?<!second choice)(?<!other choice)(?<!another choice)"
)
_IN_BUDGET = re.compile(r"\b(?:budget|limit)\b")
# What may stand right before a claim of a kind, besides punctuation, another claim and the beginning.
_BEFORE: Mapping[str, frozenset[str]] = {
    "price": frozenset(
        "at for is costs cost costing price priced it's and its the a an of that's pay paid currently".split()
    ),
    "rating": frozenset(
        "at is has with rated rating of it's and its the a an gets have having get carries it average received earned "
        "earns holds scores scored gave averages rates overall".split()
    ),
    "count": frozenset("from with has and by on of is its drawn received".split()),
    "age": frozenset(
        "for is it's and made says its are be suits listed suitable designed intended recommended meant marked".split()
    ),
    "players": frozenset("for is it's and made with by".split()),
    "pieces": frozenset(
        "has with of and is in its a the it's are having comes contains includes include comprises offers".split()
    ),
    "brand": frozenset("by from is brand maker made and the it's of produced manufactured toy".split()),
    "material": frozenset("is it's in of and a an the its".split()),
    "feature": frozenset(
        "has have having with is are and also it's its the a an says mentions lists say of includes include contains "
        "offers comes".split()
    ),
}
_AFTER_A_NUMBER = frozenset("per each plus or under up more most less too be".split())
_NUMBERS = frozenset(("price", "rating", "count", "age", "players", "pieces"))
# "The catalogue gives no age for it": true when the listing has no such field.
_ABSENT = re.compile(
    r"the (?:catalogue|catalog|listing|maker|shop) "
    r"(?:gives no (?P<a>age|price|rating|material|brand) for it|(?:doesn't|does not) (?:say|give|list|mention|tell)"
    r"(?: what)?(?: its| an?| the)? (?P<b>age|price|rating|material|brand|maker|(?:how many )?pieces(?: it has)?|"
    r"who makes it|how many can play)(?: it is made of)?(?: for it)?)\."
)
_FIELD_OF = {"maker": "brand", "who makes it": "brand", "how many can play": "players"}
_THE_PRICE_MATTERS = "price matters most"
_LEADS_TO_TITLE = re.compile(r"\s*(?:is|:|,|would be|comes)\s+(?:the\s+)?")


@dataclass(frozen=True, slots=True)
class Setting:
    """What is known of the products when sentences are read; a field that is None is not asked of them.

    `notes` are the only sentences that may say what is unmet or unknown in the shopper's own words; `fitting` are the
    products that meet every wish, `affordable` those whose price keeps a budget that was said.
    """

    top_id: str = ""
    notes: frozenset[str] | None = None
    fitting: frozenset[str] | None = None
    affordable: frozenset[str] | None = None


def verified(
    sentences: Iterable[Sentence], evidence: Mapping[str, Evidence], setting: Setting | None = None
) -> tuple[Sentence, ...]:
    """The sentences that stand; "it" is what the last one of them spoke about."""
    setting = setting or Setting()
    subject, kept = setting.top_id, []
    for number, sentence in enumerate(sentences):
        if number >= MAX_SENTENCES:
            break
        wrong, last = _read(sentence, evidence, setting, subject)
        if not wrong:
            kept.append(sentence)
            subject = last
    return tuple(kept)


def problems(
    sentence: Sentence, evidence: Mapping[str, Evidence], setting: Setting | None = None, subject: str = ""
) -> tuple[str, ...]:
    """What is wrong with a sentence; nothing when it stands. `subject` is the product spoken about before it."""
    return _read(sentence, evidence, setting or Setting(), subject)[0]


def _read(
    sentence: Sentence, evidence: Mapping[str, Evidence], setting: Setting, subject: str
) -> tuple[tuple[str, ...], str]:
    """What is wrong with a sentence, and whom it speaks about at its end."""
    if len(sentence.text) > MAX_SENTENCE_CHARS or len(sentence.claims) > MAX_CLAIMS:
        return ("too long",), subject
    text = fold(sentence.text)
    placed, masked = _placed(text, sentence.claims)
    worded = {id(claim) for claim in placed}
    found = [f"not worded: {claim.value!r}" for claim in sentence.claims if id(claim) not in worded]
    found += [
        f"not supported: {claim.kind} {claim.value!r}"
        for claim in sentence.claims
        if claim.kind != "wish" and not supported(claim, evidence)
    ]
    found += _strays(text, placed, evidence, subject)
    last = next((claim.doc_id for claim in reversed(placed) if claim.kind == "title"), subject)
    is_note = setting.notes is None or sentence.text in setting.notes
    if any(claim.kind == "wish" for claim in sentence.claims):
        # The words of a wish are the shopper's: only sentences that say it is unmet, or what was asked, repeat them.
        stands = is_note and _DISCLAIMS.search(text)
        return tuple(found) if stands else (*found, "a wish that no note repeats"), last
    if not (is_note and setting.notes is not None):
        found += _glue_problems(masked, placed, evidence, setting, last)
    return tuple(found), last


# A sentence that only says what is not so, or not known, may repeat the shopper's own words.
_DISCLAIMS = re.compile(r"\b(?:doesn't|does not|isn't|is not|gives no|you asked for|ones start at|ones begin at)\b")


def _placed(text: str, claims: Iterable[Claim]) -> tuple[list[Claim], str]:
    """The claims in the order in which their words stand, and the text with a mark in place of each."""
    marks: list[Claim] = []
    for claim in sorted(claims, key=lambda claim: -len(claim.value)):
        value = fold(claim.value).strip()
        masked = _masked(text, value, f" \x00{len(marks)}\x00 ") if value else text
        if masked != text:
            text = masked
            marks.append(claim)
    return [marks[int(mark)] for mark in _MARK.findall(text)], text


def _masked(text: str, value: str, mark: str) -> str:
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
        at = text.find(value, end)
    return "".join((*parts, text[begin:]))


def _strays(text: str, placed: Sequence[Claim], evidence: Mapping[str, Evidence], subject: str) -> Iterator[str]:
    """Claims that stand where the sentence speaks about another product."""
    of_one = len({claim.doc_id for claim in placed}) == 1
    named = any(claim.kind in ("title", "wish") for claim in placed)
    if not of_one and placed and placed[0].kind not in ("title", "wish", "comparison"):
        yield "a fact before the names of several products"
    for at, claim in enumerate(placed):
        if claim.kind in ("title", "wish"):
            subject = claim.doc_id
            if claim.kind == "title" and _is_anothers(claim, evidence):
                yield f"also another's name: {claim.value!r}"
        elif (of_one and named) or (claim.kind == "comparison" and _leads(text, placed, at)):
            continue
        elif subject and claim.doc_id != subject:
            yield f"said of another product: {claim.value!r}"


def _leads(text: str, placed: Sequence[Claim], at: int) -> bool:
    """Whether a comparison points ahead at the title behind it: "If price matters most, …", "The cheapest is …"."""
    claim = placed[at]
    behind = placed[at + 1] if at + 1 < len(placed) else None
    if behind is None or behind.kind != "title" or behind.doc_id != claim.doc_id:
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


def _glue_problems(
    masked: str, placed: Sequence[Claim], evidence: Mapping[str, Evidence], setting: Setting, subject: str
) -> Iterator[str]:
    """What the words beside the claims state."""
    tokens = _TOKEN.findall(masked)
    claims = iter(placed)
    for before, token, after in zip(["", *tokens], tokens, [*tokens[1:], ""], strict=False):
        if token[0] == "\x00":
            yield from _beside(next(claims), before, after)
        elif len(token) == 1 and not token.isalnum():
            if token not in _PUNCTUATION:
                yield f"sign without a claim: {token}"
        elif token not in GLUE:
            yield f"{'number' if token[0].isdigit() else 'word'} without a claim: {token}"
    if _NEGATIONS & set(tokens) and not _says_what_is_absent(masked, evidence, setting, subject):
        yield "a denial"
    plain = " ".join(token for token in tokens if token[0] != "\x00")
    yield from _loaded(plain, placed, setting, subject)


def _loaded(plain: str, placed: Sequence[Claim], setting: Setting, subject: str) -> Iterator[str]:
    """Turns of glue that state something, where they are not so."""
    if loaded := _LOADED.search(plain):
        yield f"says more than it shows: {loaded.group()}"
    others = {claim.doc_id for claim in placed if claim.kind == "title"} - {setting.top_id}
    if setting.top_id and others and (picks := _PICKS.search(plain)):
        yield f"another is made the pick: {picks.group()}"
    if setting.fitting is not None and subject not in setting.fitting and (fits := _FITS.search(plain)):
        yield f"not everything fits: {fits.group()}"
    if setting.affordable is not None and subject not in setting.affordable and _IN_BUDGET.search(plain):
        yield "no budget that it keeps"


def _beside(claim: Claim, before: str, after: str) -> Iterator[str]:
    """Words right beside a claim that change what it says."""
    allowed = _BEFORE.get("feature" if claim.kind == "attribute" else claim.kind)
    if before in _NEGATIONS:
        yield f"denied: {claim.value!r}"
    elif allowed is not None and before[:1].isalpha() and before not in allowed:
        yield f"{before!r} before {claim.value!r}"
    if claim.kind in _NUMBERS and after in _AFTER_A_NUMBER:
        yield f"{after!r} behind {claim.value!r}"


def _says_what_is_absent(masked: str, evidence: Mapping[str, Evidence], setting: Setting, subject: str) -> bool:
    """Whether the sentence only says that the catalogue does not say something, and it does not."""
    if setting.notes is None:
        return bool(re.search(r"\bcatalogue (?:doesn't|gives no|says no)\b", masked))
    match = _ABSENT.fullmatch(masked.strip())
    if match is None:
        return False
    named = match["a"] or match["b"]
    field = _FIELD_OF.get(named, "pieces" if "pieces" in named else named)
    stated = [item.metadata for item in evidence.values() if item.doc_id == subject and "title" in item.metadata]
    return bool(stated) and not any(field in facts for facts in stated)
