"""Which of the stretches that a reader found are meant, as what, and how far each goes."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import pairwise

from assistant.language.numbers import NUMBER
from assistant.language.text import FUNCTION_WORDS, brand_key, fold
from assistant.schema import Span, Vocabulary
from assistant.understanding.message_text import bare, cut_out

# A maker's name has at most four words.
_NAME = re.compile(r"[\w'’&.-]+(?:\s+[\w'’&.-]+){0,3}")
# What stands between kinds of toy of which any will do: "colouring, stickers or some crayons", "cars and trucks".
OR = re.compile(r"\W*(?:,|\bor\b|\band\b)(?:\W*\w++){0,5}\W*")
# What is asked for behind these is about what stands before: "mad on dinosaurs, is there a puzzle".
_ASKED_FOR = re.compile(r"\b(?:is|are|do|does|have|has|got|can|could|would)\b")
# Without an article it stands between two themes of one kind.
_JUST_OR = re.compile(r"\W*(?:,|\bor\b|\band\b|&)\W*")
# Of two themes it leaves the choice: "a puppet, crocodile or wolf".
_EITHER = re.compile(r"\W*\bor\b(?:\s+(?:an?|the|some))?\W*")
_EITHER_A = re.compile(r"\W*\bor\s+an?\W*")
# Behind these stands what a kind is about.
_ABOUT = re.compile(r"\b(?:with|about|of|showing)(?: (?:an?|the|some))? ?$")
# Who loves making bracelets is after bracelets.
MAKING = re.compile(r"(?:making|makin|doing|collecting)(?: (?=\w)|$)")
# Of what a reader takes for a kind or a feature with less, nine of ten are something else.
SURELY_NAMED = 0.5
# What is less surely a feature may be the beginning of the kind behind it.
SURELY_A_FEATURE = 0.7
ONLY_A_NUMBER = re.compile(NUMBER)
_WRITTEN = re.compile(r"\b(?:says?|saying|reads?|number|with an?) $", re.IGNORECASE)
# What need not be: "ideally wooden", "in red if possible".
_IDEALLY = re.compile(r"\b(?:ideally|preferabl[ey]|hopefully)\W+(?:\w+ ){0,2}$", re.IGNORECASE)
_IF_POSSIBLE = re.compile(
    r"\W*(?:\w+ )?(?:if (?:possible|you (?:can|have)|there is one)|ideally|preferabl[ey]|for preference"
    r"|would be (?:an? )?(?:nice|good|great|lovely|ideal|bonus|best)|but (?:not|no) (?:essential|fuss\w*|bother\w*))\b",
    re.IGNORECASE,
)
_NEED_NOT_BE = ("material", "colour", "feature", "brand")
# "A train set like Hornby's", "similar to Lego": others will do. Who would like LEGO means it.
_LIKENED = re.compile(
    r"\b(?:similar to|along the lines of|in the style of|(?P<before>[\w'’]+),? like)(?: (?:an?|the|those))? ?$",
    re.IGNORECASE,
)
_WHO_LIKES = frozenset(
    "i you he she it we they who kids both do does to would i'd he'd she'd we'd they'd really also".split()
)
_SIZE = re.compile(r"\bsizes? $", re.IGNORECASE)
# Clothes of a child go by years, "size 7-8"; those of women by even numbers.
_OF_A_CHILD = re.compile(r"(?:3|5|7|9|11|13) ?(?:-|–|to) ?\d\d?")
_LESS = re.compile(r"\bless $", re.IGNORECASE)
_LACKS = re.compile(r"(?:no|without)(?: any)? (?=\w)", re.IGNORECASE)
_ALL_THE_SAME = re.compile(
    r"\b(?:do(?:es)?(?:n['’]?t| not) (?:really )?(?:mind|care)|not (?:bothered|fussed))"
    r"(?: (?:if|whether|about|which|what))?(?: [\w'’]+){0,3} $",
    re.IGNORECASE,
)
_WANTS = re.compile(r" (?:wants|needs|would (?:like|love)|is asking|has asked|keeps asking)\b", re.IGNORECASE)
# A dinosaur "with the babies" is for nobody's baby.
_YOUNG_OF_IT = re.compile(r"(?:(?:the|an?|its|her|his|their) )?bab(?:y|ies)")


def as_meant(text: str, span: Span) -> Span:
    """The span or, where its number is the toy's, that as what it is to have: "a banner that says 60", "size 8-10"."""
    if span.slot == "kind" and span.text.lower().startswith("to "):  # "something to cuddle" is no kind of toy
        return replace(span, slot="feature")
    if span.slot == "age" and _SIZE.search(text[: span.start]) and not _OF_A_CHILD.fullmatch(span.text):
        return replace(span, slot="feature")
    if span.slot in ("colour", "feature", "theme") and span.sign == "wanted" and _LESS.search(text[: span.start]):
        return replace(span, sign="refused")
    if (span.slot, span.sign) == ("feature", "wanted") and (lacks := _LACKS.match(span.text)):
        return replace(span, text=span.text[lacks.end() :], start=span.start + lacks.end(), sign="refused")
    is_number = span.slot == "budget" and ONLY_A_NUMBER.fullmatch(span.text.strip())
    return replace(span, slot="feature") if is_number and _WRITTEN.search(text[: span.start]) else span


_FOR_EXAMPLE = re.compile(r"(?:e\.?g|i\.?e|etc|ex)\.?|\w")
_DEAR = re.compile(r"(?:(?:too|very|so|that|really) )*(?:expensive|dear|pric[ey]+|costly|steep)")
# "Something to do with space" is about space.
_SMALL_WORDS = FUNCTION_WORDS | set("do be have go about more i you he she we they him her them".split())


def says_nothing(text: str, span: Span) -> bool:
    """Whether what it is to be like is small words alone, "not that", "one for them", or is about making something.

    What nobody minds says nothing either, "don't mind if it needs batteries", and no listing that it is not dear.
    """
    if _ALL_THE_SAME.search(text[: span.start]):
        return True
    if (span.slot, span.sign) == ("feature", "refused") and _DEAR.fullmatch(span.text.lower()):
        return True
    if span.slot == "theme" and (MAKING.fullmatch(bare(span.text)) or _FOR_EXAMPLE.fullmatch(span.text.lower())):
        return True
    return span.slot in ("material", "feature") and _SMALL_WORDS.issuperset(bare(span.text).split())


def is_a_person(text: str, span: Span) -> bool:
    """Whether what a toy is to be about, or to be, is who wants it: "Rosie wants to help me"."""
    return span.slot in ("theme", "kind") and span.sign == "wanted" and bool(_WANTS.match(text[span.end :]))


def is_meant(text: str, span: Span) -> bool:
    """Whether what a span asks for has to be so; else its words only rank."""
    # What stands behind a "no" is meant, however it was read: "party bags, no tattoos".
    if span.slot in ("kind", "feature") and span.confidence < SURELY_NAMED and span.sign != "refused":
        return False
    may_lack = span.slot in _NEED_NOT_BE and span.sign == "wanted"
    return not (may_lack and (_IDEALLY.search(text[: span.start]) or _IF_POSSIBLE.match(text[span.end :])))


def is_likened(text: str, span: Span, spans: Sequence[Span]) -> bool:
    """Whether a maker is only what others are to be like; whose children like LEGO means it."""
    likened = _LIKENED.search(text[: span.start]) if (span.slot, span.sign) == ("brand", "wanted") else None
    if not likened or fold(likened["before"] or "") in _WHO_LIKES:
        return False
    return not any(one.slot == "recipient" and one.end == likened.end("before") for one in spans)


def without_others(text: str, spans: Sequence[Span]) -> str:
    """The text less the sums, ages and counts that are not wanted or a toy's own: "the 20 quid one", "with babies"."""

    def is_of_others(span: Span) -> bool:
        is_a_toys = span.slot == "ref" or (span.slot == "feature" and _YOUNG_OF_IT.fullmatch(fold(span.text)))
        return span.sign == "dropped" or bool(is_a_toys) or (span.slot, span.sign) == ("pieces", "refused")

    return cut_out(text, filter(is_of_others, spans), " ")


def whole_kinds(text: str, spans: Sequence[Span]) -> list[Span]:
    """The spans, a kind with the word before it that hardly is a feature by itself: a "remote" "control car"."""
    found = list[Span]()
    for span in spans:
        before = found[-1] if found else span
        is_its = (before.slot, before.sign, span.slot) == ("feature", span.sign, "kind")
        if is_its and before.confidence < SURELY_A_FEATURE and text[before.end : span.start] == " ":
            words_of_it = text[found.pop().start : span.end]
            unknown = (*before.unknown, *span.unknown)
            found.append(replace(span, text=words_of_it, start=before.start, unknown=unknown))
        else:
            found.append(span)
    return found


def whole_names(text: str, spans: Sequence[Span], vocabulary: Vocabulary) -> Iterator[Span]:
    """The spans, those of makers as far as the catalogue's name of the maker goes, and none within another."""
    end = 0
    for span in spans:
        whole = span
        if span.slot == "brand":
            following = _NAME.match(text, span.start)
            longest = following[0] if following else span.text
            while len(longest) > len(span.text) and brand_key(longest) not in vocabulary.brands:
                longest = longest.rpartition(" ")[0]
            if len(longest) > len(span.text):
                whole = replace(span, text=longest, end=span.start + len(longest))
        if whole.start >= end:
            yield whole
            end = whole.end


_SUCH_ONES = re.compile(r" ones?\b", re.IGNORECASE)


def with_alternatives(text: str, spans: list[Span]) -> list[Span]:
    """The spans, those of themes of which any will do as kinds: "horses or a vet set", "dino or unicorn puzzles"."""
    named = [span for span in spans if span.slot in ("theme", "kind") and span.sign == "wanted"]
    gaps = [fold(text[one.end : other.start]) for one, other in pairwise(named)]
    choices = [bool(OR.fullmatch(gap)) and not _ASKED_FOR.search(gap) for gap in gaps]
    leads = any(one.slot == "theme" and is_choice for one, is_choice in zip(named, choices, strict=False))
    # "A tank or a walker", whatever a reader takes the last for.
    follows = any(one.slot == "theme" and _EITHER_A.fullmatch(gap) for one, gap in zip(named[1:], gaps, strict=True))
    if not (leads or follows):
        return spans
    head, *about = named
    is_of_it = _SUCH_ONES.match(text, named[-1].end)  # "a tent, a pirate or castle one"
    is_about = is_of_it or _ABOUT.search(gaps[0]) or gaps[0].strip() in ("", ",")
    if head.slot == "kind" and is_about and all(one.slot == "theme" for one in about):
        if not all(_EITHER.fullmatch(gap) for gap in gaps[1:]):
            return spans  # "a jigsaw with flowers and a garden" is about both
        either = [
            replace(one, slot="kind", text=f"{one.text} {bare(head.text)}", unknown=(*one.unknown, *head.unknown))
            for one in about
        ]
        return sorted((*(span for span in spans if span not in named), *either), key=lambda span: span.start)
    kinds, shared = list[Span](), ""  # from the last to the first, and the noun that two themes share
    for one, gap in zip(reversed(named), ["-", *reversed(gaps)], strict=True):
        if one.slot == "theme" and kinds and not gap.strip():
            shared = kinds[-1].text
            kinds[-1] = replace(kinds[-1], text=f"{one.text} {shared}", start=one.start)
        else:
            shared = shared if one.slot == "theme" and _JUST_OR.fullmatch(gap) else ""
            kinds.append(replace(one, slot="kind", text=f"{one.text} {shared}".strip()))
    return sorted((*(span for span in spans if span not in named), *kinds), key=lambda span: span.start)
