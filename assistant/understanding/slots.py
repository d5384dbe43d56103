"""What one wish asks for: the words that a reader found for each slot, and the numbers that grammars read.

A reader says which words name the kind of toy, whose maker, what it must not have; a sum, an age or a count is only
ever what the grammars read in the message itself.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Any

from rapidfuzz import fuzz, process

from assistant.language.lexicon import GENERIC, GIFT_EXCHANGE, MATERIALS
from assistant.language.numbers import NUMBER, ordinal
from assistant.language.scales import scale_in, scales
from assistant.language.spelling import corrected
from assistant.language.text import FUNCTION_WORDS, brand_key, fold, stem, stems, words
from assistant.matching.checks import TEENAGE_MONTHS
from assistant.matching.fields import MEANINGS
from assistant.schema import NAMING, Constraints, Intent, Span, Vocabulary
from assistant.understanding.grammars.audience import (
    TOO_MANY,
    is_for_an_adult,
    read_age,
    read_pieces,
    read_players,
    read_stars,
)
from assistant.understanding.grammars.question_topics import comes_in_pieces, is_of_size, read_superlative
from assistant.understanding.meant_spans import (
    MAKING,
    ONLY_A_NUMBER,
    OR,
    as_meant,
    is_a_person,
    is_likened,
    is_meant,
    says_nothing,
    whole_kinds,
    whole_names,
    with_alternatives,
    without_others,
)
from assistant.understanding.message_text import bare, plain
from assistant.understanding.wish_numbers import numbers_of

# More words than these describe; only fewer can be looked for as a feature.
FEATURE_WORDS = 3
# A maker's name is forgiven a slip or two; a shorter one has too many neighbours.
LEAST_ALIKE, LEAST_LETTERS = 86, 5
# Of bare numbers taken for an age with less, half were something else: a class of engine, a gauge, a headcount.
SURELY_AGE = SURELY_COUNTED = 0.7
# No toy is called so: what has a pronoun tells what somebody does with it, or of the weather, and so does "can play".
_CLAUSE = re.compile(r"\b(?:i|you|he|she|it|we|they|him|them)\b|^(?:can|could|might|will|would|ha(?:s|ve) to)\b")
# "Not a pop one" refuses pops.
_PRONOUN = re.compile(r"(?<=\w) ones?$")
_THAT_MAKER = re.compile(
    r"\b(?:that|this|same|the) (?:\w+ )?(?:brand|make|maker|company|manufacturer)s?\b|^(?:brand|maker)s?$"
)
_ANOTHER_MAKER = re.compile(r"\b(?:not|no|different|another|other) (?:that |this |the same )?(?:brand|make|maker)\b")
_OR_LESS = re.compile(r" (?:or|and) (?:less|fewer|under|more|over|so|thereabouts)$")
_AT_MOST = re.compile(
    r"\b(?:max(?:imum)?|up to|(?:no|not) more than|at most|under|(?:less|fewer) than|below|tops)\b"
    r"|\bor (?:less|fewer|under)\b"
)
_AT_LEAST = re.compile(r"\b(?:min(?:imum)?|at least|over|above|more than|no (?:less|fewer) than)\b|\bor more\b|\d\+")
MOST_KINDS = 3
COSTUME = "costume"
_DRESSED_AS = re.compile(r"\b(?:dress(?:es|ed|ing)?(?: up)?|go(?:es|ing)?) as (?:an? |the )?$", re.IGNORECASE)
_TO_BE = re.compile(r"\bto be (?:an? |the )?$", re.IGNORECASE)
# "Something she can make herself" says what it is to be like and names no kind, a "bug hunting thing" what about.
_ANYTHING = re.compile(r"(?:(?:some|any)thing|things?|stuff) ")
_OF_ANY_KIND = re.compile(r" (?:things?|thingy|stuff|bits)$")
_FOR = re.compile(r"\bfor(?: (?:my|his|her|our|their|the|an?|some|existing))* ?$", re.IGNORECASE)
# "Compatible with Brio", "works with Brio": by others as well.
_FITS = re.compile(
    r"\b(?:works?|compatible|goes?|fits?|used?|matches) (?:with |on |in )?(?:my |his |her |our |the )?$", re.IGNORECASE
)
# "To decorate with" is what for, and no kind of toy.
_WHAT_FOR = re.compile(r"\b(?:with|for|on|in|to)$")
_NO_KIND = GENERIC | FUNCTION_WORDS | frozenset("bit bits bob bobs things items goodies".split())
_MONTHS = re.compile(r"(?<=\d)m\b|(?<=\d )m\b")
_LAST_ALONE = re.compile(rf", *(?P<number>{NUMBER})\W*$")
_AND = re.compile(r",? and |, ")
_PRAISE = re.compile(r"\b(?:best|top|nicest|greatest)\b")
NOTHING_ASKED = Constraints()
# Slots whose words, refused, say what it must not be.
_TURNED_DOWN = ("kind", "theme", "colour", "brand")


@dataclass(frozen=True, slots=True)
class Wish:
    """What one stretch of the message asks for; `leftover` are words that only rank.

    `kinds` are kinds of toy of which any will do; `theme` is what they are to be about. `refuses_maker` says that the
    maker of what is shown is not wanted.
    """

    kinds: tuple[str, ...] = ()
    theme: str = ""
    constraints: Constraints = NOTHING_ASKED
    leftover: tuple[str, ...] = ()
    for_adult: bool = False
    refuses_maker: bool = False

    @property
    def names_a_toy(self) -> bool:
        """Whether it says anything of the toy, and not only for whom it is, what of, and what it may cost."""
        asked = self.constraints
        return bool(self.kinds or self.theme or self.leftover or asked.brand or asked.wanted)

    def asking(self, **asked: Any) -> Wish:
        """The same wish with these of its constraints."""
        return replace(self, constraints=replace(self.constraints, **asked))


def wish_of(text: str, spans: Sequence[Span], vocabulary: Vocabulary) -> Wish:
    """What a text asks for, whose words a reader found; `spans` are in the text's order."""
    # The cheapest set of a maker's is no spare part, though "set" alone names nothing.
    said = {(span.slot, bare(span.text)) for span in spans}
    of_sets = ("set",) if ("kind", "set") in said and any(slot == "best" for slot, _ in said) else ()
    spans = [as_meant(text, span) for span in spans if not (says_nothing(text, span) or is_a_person(text, span))]
    if rated := read_stars(text.lower()):  # "over 4.5" stars are no sum and no age
        (_, (start, end)) = rated
        spans = [span for span in spans if not start <= span.start < end]
    sure = [span for span in spans if is_meant(text, span) and not is_likened(text, span, spans)]
    slots = _Slots(
        text,
        tuple(with_alternatives(text, list(whole_names(text, whole_kinds(text, sure), vocabulary)))),
        vocabulary,
    )
    brand, named = slots.brand()
    material, looks = slots.material()
    kinds, more = slots.kinds()
    if not kinds and slots.is_to_be_worn():
        kinds = (COSTUME,)
    themes = [_as_filed(one, vocabulary) for one in (*named, *slots.spelled("theme"))]
    if any(_OF_ANY_KIND.search(kind) for kind in kinds):
        themes += [_OF_ANY_KIND.sub("", kind) for kind in kinds]
        kinds = ()
    features = slots.features()
    short = [feature for feature in features if len(feature.split()) <= FEATURE_WORDS]
    occasions = [one for one in slots.bare("occasion") if not GIFT_EXCHANGE.fullmatch(one)]
    if not kinds and (themes or brand):  # a secret Santa for who loves pirates: no toy is called after it
        occasions = []
    elif kinds or slots.ages():  # beside these a birthday says no more
        occasions = [one for one in occasions if not GENERIC.issuperset(one.split())]
    if not kinds:  # "a first birthday" is an age; a present for an eighteenth may say so
        ages = ((one, read_age(one)) for one in occasions)
        occasions = [one for one, said in ages if said is None or (said.age.max_months or 0) >= TEENAGE_MONTHS]
    refused, makers, refuses_maker = slots.refused()
    about = " ".join((*themes[:1], brand))
    owned = () if kinds else slots.owned(about)
    wanted = (*slots.bare("colour"), *looks, *slots.scales(), *short)
    leftover = (
        *themes[1:],
        *(() if kinds else of_sets),
        *more,
        *(bare(span.text) for span in spans if span not in sure and span.sign == "wanted"),
        *slots.unordered(),
        *(feature for feature in features if feature not in short),
        *occasions,
        *(_birthday(plain(text)) if kinds else ()),
    )
    folded = plain(without_others(text, spans))
    numbers = numbers_of(
        folded, vocabulary.currency, sums=slots.sums(), ages=slots.ages(), pieces=slots.pieces(),
        players=slots.players(),
    )  # fmt: skip
    wish = Wish(
        kinds, themes[0] if themes else "",
        replace(
            numbers if kinds else slots.counted(numbers),  # with a kind, a number may describe it: "a 12-sided dice"
            brand=brand or None, material=material or None, wanted=_each(wanted),
            refused=_each(refused),
            refused_brands=_each(makers),
            refused_kinds=without_theme(_each((*slots.refused_kinds(), *owned)), about),
        ),
        _each(leftover),
        refuses_maker=not brand and (refuses_maker or bool(_ANOTHER_MAKER.search(plain(text)))),
    )  # fmt: skip
    if bound := slots.bound_of_pieces():
        wish = wish.asking(pieces=None, refused=_each((*wish.constraints.refused, bound)))
    return replace(wish, for_adult=wish.constraints.age is None and is_for_an_adult(folded))


# A word in fewer texts is not the shop's own.
SELDOM = 10
_TURNS = re.compile(r"\bturn(?:s|ing)? (?P<years>\d{2,3})\b")


def _birthday(folded: str) -> list[str]:
    """The birthday of whom it is for, where a grown-up or nearly one has it: "my husband turns 40" is "40th"."""
    years = (int(turned["years"]) for turned in _TURNS.finditer(folded))
    return [ordinal(age) for age in years if age * 12 >= TEENAGE_MONTHS]


def named(intent: Intent, kinds: tuple[str, ...], *themes: str) -> Intent:
    """The intent for these kinds of toy, any of which will do, about these themes."""
    about = replace(intent, themes=tuple(theme for theme in themes if theme))
    return about.of(tuple(_joined(about.theme, kind) for kind in kinds) or ((about.theme,) if about.theme else ()))


def _joined(theme: str, kind: str) -> str:
    kind_stems = set(map(stem, kind.split()))
    return " ".join([*(word for word in theme.split() if stem(word) not in kind_stems), kind])


def brand_named(text: str, vocabulary: Vocabulary) -> str:
    """The catalogue's maker that a text begins with, or as much of its name as the text is; a slip is forgiven."""
    key = brand_key(text).removesuffix("'s")
    parts = key.split()
    for size in range(len(parts), 0, -1):
        if found := vocabulary.brands.get(" ".join(parts[:size])):
            return found
    if len(key) < LEAST_LETTERS:
        return ""
    longer = [name for name in vocabulary.brands if name.startswith(f"{key} ")]
    if len(longer) == 1:  # "massey" is no less of another maker's Massey Ferguson
        return " ".join(vocabulary.brands[longer[0]].split()[: len(parts)])
    if stem(key) in vocabulary.document_frequency:
        return ""
    alike = process.extractOne(key, vocabulary.brands.keys(), scorer=fuzz.ratio, score_cutoff=LEAST_ALIKE)
    return vocabulary.brands[alike[0]] if alike else ""


def is_praise(text: str) -> bool:
    """Whether a superlative says no more than that something is good: "the best", "nicest"."""
    return bool(_PRAISE.search(text))


def without_theme(refused: tuple[str, ...], theme: str) -> tuple[str, ...]:
    """What is refused less what the theme itself is called: "Harry Potter, but not Harry" hides no Harry Potter."""
    return tuple(one for one in refused if not set(stems(one)) <= set(stems(theme)))


def _as_filed(theme: str, vocabulary: Vocabulary) -> str:
    """A name with its epithet by the name alone, where a shelf begins with that: "Thomas the Tank Engine" is Thomas."""
    name, the, _ = theme.partition(" the ")
    return name if the and any(words(shelf)[:1] == words(name) for shelf in vocabulary.categories) else theme


def _each(texts: Sequence[str]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(text for text in texts if text))


def _material_in(tokens: Sequence[str]) -> str:
    return next((MATERIALS[word] for word in tokens if word in MATERIALS), "")


def _pieces_in(text: str) -> int | None:
    """The pieces of a text that leaves out what it counts: "100 or less"."""
    return read_pieces(f"{_OR_LESS.sub('', text)} pieces")


_PLENTY_OF = re.compile(r"^(?:plenty|lots|loads|tons|heaps|enough|too many|ton|lot|load|heap)(?: of)? ")


class _Slots:
    """The spans of one wish, slot by slot."""

    def __init__(self, text: str, spans: tuple[Span, ...], vocabulary: Vocabulary) -> None:
        self._text, self._spans, self._vocabulary = text, spans, vocabulary

    def _of(self, slot: str, sign: str = "wanted") -> list[Span]:
        return [span for span in self._spans if span.slot == slot and span.sign == sign]

    def bare(self, slot: str, sign: str = "wanted") -> list[str]:
        return [bare(span.text) for span in self._of(slot, sign)]

    def spelled(self, slot: str, sign: str = "wanted") -> list[str]:
        """The words for a slot, their slips put right by the catalogue's words."""
        return [self._spelled(span) for span in self._of(slot, sign)]

    def _spelled(self, span: Span) -> str:
        return corrected(MAKING.sub("", bare(span.text)), span.unknown, self._vocabulary)

    def features(self) -> list[str]:
        """What else it should be, have or do; a single letter says nothing, and a size orders what is found.

        A long one is several: "safe from birth and washable".
        """
        whole = [text for text in self.spelled("feature") if len(text) > 1 and not is_of_size(text)]
        return [part for text in whole for part in (_AND.split(text) if len(text.split()) > FEATURE_WORDS else [text])]

    def ages(self) -> list[str]:
        """What a reader surely takes for an age, months written out: "18m"."""
        return [_MONTHS.sub("months", text) for text in self._plainly("age", least=SURELY_AGE)]

    def pieces(self) -> list[str]:
        """What a reader surely takes for pieces: an unsure "up to 100" is money."""
        alone = self._alone()
        return [text for text in self._plainly("pieces", least=SURELY_COUNTED) if text not in alone]

    def sums(self) -> list[str]:
        """What a reader takes for money, as it was typed ("25-35") and with its slips put right."""
        return list(dict.fromkeys((*self._plainly("budget"), *self.spelled("budget"), *self._alone())))

    def _alone(self) -> list[str]:
        """A number alone at the end, beside what does not come in pieces: "a console for my son, 250"."""
        names_a_toy = any(span.slot in NAMING for span in self._spans)
        last = _LAST_ALONE.search(self._text) if names_a_toy and not comes_in_pieces(self._text) else None
        return [text for text in self._plainly("pieces") if last and text == last["number"]]

    def players(self) -> list[str]:
        """What a reader takes for how many play, with the unit where it left that out."""
        return [f"{text} players" if ONLY_A_NUMBER.fullmatch(text) else text for text in self._plainly("players")]

    def bound_of_pieces(self) -> str:
        """How many pieces are too many or too few, where a limit and no count is said: "max 300", "500 or more"."""
        for span in (one for one in self._spans if one.slot == "pieces"):
            text = plain(span.text)
            count = _pieces_in(text) or read_pieces(text)
            if count is None:
                continue
            if blamed := TOO_MANY.match(self._text, span.end):
                return f"{count} pieces or {'fewer' if blamed['few'] else 'more'}"
            most, least = _AT_MOST.search(text), _AT_LEAST.search(text)
            if (most or least) and span.sign == "wanted":
                return f"{count + 1} pieces or more" if most else f"{count - 1} pieces or fewer"
        return ""

    def counted(self, numbers: Constraints) -> Constraints:
        """The numbers with those of pieces and players that a reader found without their unit: "make it 500"."""
        budget = numbers.budget
        sums = (budget.min, budget.max) if budget else ()  # "could stretch to 60" is no count
        years = (numbers.age.min_months or 0) // 12 if numbers.age else None  # nor is "she's 50, not 40"
        pieces = (_pieces_in(text) for text in self._plainly("pieces"))
        players = (read_players(f"{text} players") for text in self._plainly("players"))
        counts = (count for count in pieces if count not in (None, years, *sums))
        return replace(
            numbers,
            pieces=numbers.pieces or next(counts, None),
            players=numbers.players or next(filter(None, players), None),
        )

    def _plainly(self, slot: str, least: float = 0.0) -> list[str]:
        """The words for a slot as the grammars take them, of spans that the reader is at least so sure of."""
        return [plain(span.text) for span in self._of(slot) if span.confidence >= least]

    def scales(self) -> list[str]:
        """The scale or gauge, signs and all, "1/48"; several as one wish, any of which will do."""
        said = [fold(span.text).strip() for span in self._of("scale")]
        named = dict.fromkeys(text if len(scales(text)) > 1 else scale_in(text) or text for text in said)
        return [" or ".join(named)] if named else []

    def unordered(self) -> list[str]:
        """Superlatives by what no list has a field for, the biggest; "best" alone says nothing of the toy."""
        of = " ".join((*self.bare("kind"), *self.bare("brand")))
        return [text for text in self.bare("best") if read_superlative(text, of) is None and not is_praise(text)]

    def brand(self) -> tuple[str, list[str]]:
        """The first maker that the catalogue has, and the names of all others, which can only be searched for."""
        spans = [(bare(span.text), span) for span in self._spans if span.sign == "wanted" and not self._is_host(span)]
        makers = {name: brand_named(name, self._vocabulary) for name, span in spans if span.slot == "brand"}
        found = [(name, makers.get(name, "")) for name in self.bare("brand")]
        # One word may be anything; a name of several is a maker's, but others make "pop vinyl" as well.
        several = [name for name, span in spans if span.slot == "theme" and " " in name]
        named = [self._vocabulary.brands.get(brand_key(text), "") for text in several]
        first = next((maker for maker in (*(maker for _, maker in found), *named) if maker), "")
        others = zip(found, self.spelled("brand"), strict=True)
        return first, [spelled for (_, maker), spelled in others if not maker]

    def _is_host(self, span: Span) -> bool:
        """Whether it names what the toy is to go with: sleeves "for Magic the Gathering" are mostly by others."""
        return self._goes_with(span, _FOR) or self._goes_with(span, _FITS)

    def _goes_with(self, span: Span, leads: re.Pattern[str]) -> bool:
        return bool(leads.search(self._text[: span.start])) and any(one.slot == "kind" for one in self._spans)

    def material(self) -> tuple[str, list[str]]:
        """The first material that is known by a name here, and what else it is to be made of."""
        found = [(text, _material_in(text.split())) for text in self.bare("material")]
        # "Wooden" says what it is made of; "metal" may be a detector's, and a tin is what cards come in.
        implied = [
            _material_in([word for word in text.split()[:-1] if MATERIALS.get(word) != word])
            for text in self.bare("kind")
        ]
        implied += [MATERIALS.get(text, "") for text in self.bare("feature")]
        first = next((material for material in (*(material for _, material in found), *implied) if material), "")
        return first, [text for text, material in found if not material or material != first]

    def kinds(self) -> tuple[tuple[str, ...], list[str]]:
        """The kind of toy, or a few of which any will do; and what else is named beside it."""
        named = [(self._spelled(span), span) for span in self._of("kind")]
        named = [(kind, span) for kind, span in named if len(kind) > 1 and not _NO_KIND.issuperset(kind.split())]
        described = [_ANYTHING.sub("", kind) for kind, span in named if self._is_no_kind(kind, span)]
        named = [(kind, span) for kind, span in named if not self._is_no_kind(kind, span)]
        if not named:
            return (), described
        joined = [bool(OR.fullmatch(self._between(one, other))) for (_, one), (_, other) in pairwise(named)]
        count = min([*joined, False].index(False) + 1, MOST_KINDS)
        return tuple(dict.fromkeys(kind for kind, _ in named[:count])), [kind for kind, _ in named[count:]] + described

    def _is_no_kind(self, kind: str, span: Span) -> bool:
        """Whether words that were read as a kind of toy say only what it is to be like, or for, or what one does."""
        said = fold(span.text)
        return bool(_ANYTHING.match(kind) or _WHAT_FOR.search(said) or _CLAUSE.search(said))

    def is_to_be_worn(self) -> bool:
        """Whether somebody is to be dressed as what it is about: "going as Elsa", "wants to be Elsa for a party"."""
        before = [self._text[: span.start] for span in self._of("theme")]
        return any(map(_DRESSED_AS.search, before)) or (bool(self.bare("occasion")) and any(map(_TO_BE.search, before)))

    def _between(self, one: Span, other: Span) -> str:
        """What stands between two spans, folded, without the words of other slots."""
        rest, start = "", one.end
        for span in (*(span for span in self._spans if one.end <= span.start < other.start), other):
            rest, start = f"{rest} {self._text[start : span.start]}", span.end
        return fold(rest)

    def refused(self) -> tuple[list[str], list[str], bool]:
        """What it must not have, the makers that are not wanted, and whether the one that is shown is not."""
        texts = [one for slot in ("material", "feature") for one in self.spelled(slot, "refused")]
        counts = (read_pieces(one) or read_pieces(f"{one} pieces") for one in self.bare("pieces", "refused"))
        texts += [f"{count} pieces" for count in counts if count is not None]
        makers, is_shown = [], False
        for span in self._spans:
            if span.slot not in _TURNED_DOWN or span.sign != "refused":
                continue
            if maker := self._maker_in(span):
                makers.append(maker)
            elif span.slot == "brand" and _THAT_MAKER.search(fold(span.text)):
                is_shown = True
        return texts, makers, is_shown

    def owned(self, about: str) -> Iterator[str]:
        """What is not wanted again: who wants anything of Frozen and has the doll wants another thing.

        Who has a train set wants track for it, and who has loads of LEGO more of that.
        """
        for text in self.bare("owns"):
            thing = _PLENTY_OF.sub("", text)
            if (about or thing != text) and not set(stems(thing)[-1:]) & set(stems(about)):
                yield thing

    def _maker_in(self, span: Span) -> str:
        """The maker that a span names: what was read as anything else only by its whole name ("not Christmas")."""
        if span.slot == "brand":
            return brand_named(bare(span.text), self._vocabulary)
        return self._vocabulary.brands.get(brand_key(bare(span.text)), "")

    def refused_kinds(self) -> list[str]:
        """What it must not be or be about; a maker's name may be the name of a thing as well ("not a bicycle")."""
        texts = [(slot, _PRONOUN.sub("", one)) for slot in _TURNED_DOWN for one in self.bare(slot, "refused")]
        found = [
            one for slot, one in texts
            if not _THAT_MAKER.search(one) and not (slot == "brand" and brand_named(one, self._vocabulary))
        ]  # fmt: skip
        return [*(other for one in found for other in self._called_by_the_shop(one)), *found]

    def _called_by_the_shop(self, kind: str) -> list[str]:
        """The words of like meaning that the shop's texts have for a word that they hardly have: plush, of plushies."""
        count = self._vocabulary.document_frequency
        word, *more = stems(kind) or [""]
        if more or count.get(word, 0) >= SELDOM:
            return []
        return sorted(other for other in MEANINGS.get(word, ()) if count.get(other, 0) >= SELDOM)
