"""How a product meets a wish, part by part: pure functions that read the product's own fields.

Every verdict has three values: True where the catalogue says so, False where it says otherwise, None where it says
nothing. Only the first may ever be claimed.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache

from assistant.language.lexicon import COLOURS, MATERIAL_WORDS, POWERED
from assistant.language.scales import scales
from assistant.language.text import brand_key, stems
from assistant.matching.fields import SENTENCE_END, fields_of, shelf_words
from assistant.schema import AgeRange, Constraints, PlayerRange, Product

# A count of pieces is asked for loosely: "a 100-piece puzzle" is met from 80 to 125.
PIECES_TOLERANCE = 1.25
# From shorter words too many others begin that have nothing to do with them.
LEAST_DERIVED = 4

# Below this a costume for grown-ups is the wrong answer whatever it costs.
TEENAGE_MONTHS = 13 * 12
_NO_CHILDRENS = frozenset(stems("sexy hen stag"))
_ADULTS = frozenset(stems("adult adults ladies lady's womens women men mens")) | _NO_CHILDRENS
_SMALL_PARTS = re.compile(
    r"\bsmall (?:parts|pieces|balls?)\b|\bchoking\b|\bunder 36 months\b|\bunder 3 years\b", re.IGNORECASE
)
_DENIED = re.compile(r"(?:\b(?:no|without|not|free of|non)|n['’]t)\W+(?:\w+\W+)?$", re.IGNORECASE)
# Where its name says this, it is for children, wherever the shop files it; a "girl" may be grown up.
_CHILDREN = frozenset(stems("child childs children childrens kid kids toddler"))
_YOUNG = _CHILDREN | frozenset(stems("boy boys girl girls baby"))
# "Fits wooden railways": what stands behind these is another thing's.
_COMPANIONS = frozenset(stems("fits fit compatible suits matches"))
# "Wood-effect" is no wood.
_LOOKS = frozenset(stems("effect look style like imitation coloured colored grain"))
_DENIALS = ("no", "not", "without", "non", "free")
# "Batteries not included" says that they are needed.
_NOT_IN_THE_BOX = frozenset(stems("included include includes supplied provided"))


_SOFT, _SOFT_TOYS = ("plush", "fabric", "wool"), MATERIAL_WORDS["plush"]


def holds_terms(product: Product, terms: Iterable[str]) -> bool:
    """Whether the product's text has every term letter for letter, capitals aside."""
    text = "\n".join(
        (product.title, product.brand, product.material, *product.features, product.description)
    ).casefold()
    return all(term.casefold() in text for term in terms)


def says(product: Product, phrase: str) -> bool | None:
    """Whether a sentence of the product's text has all words of the phrase, none of them denied there."""
    wanted = [_forms_of(word) for word in stems(phrase)]
    found = any(
        all(any(not _denied(sentence, at, 1) for form in forms for at in _spots(sentence, (form,))) for forms in wanted)
        for sentence in (*fields_of(product).sentences, tuple(stems(" ".join(product.category))))
    )
    return True if wanted and found else None


@lru_cache(maxsize=1024)
def _forms_of(word: str) -> tuple[str, ...]:
    """A stem, and what is done or does it: "travelling" is said by "travel"."""
    root = word.removesuffix("ing")
    if root == word or len(root) < LEAST_DERIVED:
        return (word,)
    return (word, root, f"{root}e", root[:-1] if root[-1] == root[-2] else root)


def of_material(product: Product, material: str) -> bool | None:
    """Whether the product is of the material; False where its own material field names others."""
    names = [tuple(stems(name)) for name in MATERIAL_WORDS.get(material, (material,))]
    if product.material:
        stated = tuple(stems(product.material))
        # "65% rubberwood": a compound is a sort of what it ends with.
        return any(_holds(stated, name) for name in names) or any(word.endswith(material) for word in stated)
    if material not in _SOFT and any(_holds(tuple(stems(product.title)), tuple(stems(name))) for name in _SOFT_TOYS):
        return False  # the "Wood Hog" is of plush
    found = any(_holds(sentence, name) for sentence in fields_of(product).sentences for name in names)
    return True if found else None


def _holds(sentence: tuple[str, ...], phrase: tuple[str, ...]) -> bool:
    """Whether the sentence has the phrase, undenied, as what the thing is and not what it goes or looks with."""
    size = len(phrase)
    return any(
        not _denied(sentence, at, size)
        and not _COMPANIONS & set(sentence[max(0, at - 4) : at])
        and not _LOOKS & set(sentence[at + size : at + size + 1])
        for at in _spots(sentence, phrase)
    )


def text_states(text: str, phrase: str) -> bool:
    """Whether a sentence of a text states the phrase, with no denial anywhere before it.

    A phrase that denies is stated where it stands word for word.
    """
    wanted = tuple(stems(phrase))
    sentences = [tuple(stems(part)) for part in SENTENCE_END.split(text)]
    if wanted and wanted[0] in _DENIALS:
        return any(_spots(sentence, wanted) for sentence in sentences)
    return bool(wanted) and any(
        not any(map(_denies, sentence[:at])) and _holds(sentence, wanted)
        for sentence in sentences
        for at in _spots(sentence, wanted)
    )


def _spots(sentence: Sequence[str], phrase: tuple[str, ...]) -> list[int]:
    size = len(phrase)
    return [at for at in range(len(sentence) - size + 1) if tuple(sentence[at : at + size]) == phrase]


def material_section(product: Product, material: str) -> str:
    """The part of the product's text that states the material; nothing where none does."""
    names = MATERIAL_WORDS.get(material, (material,))
    sections = (
        ("listing", product.material), ("listing", product.title), ("features", ". ".join(product.features)),
        ("description", product.description),
    )  # fmt: skip
    return next((section for section, text in sections if any(text_states(text, name) for name in names)), "")


def of_brand(product: Product, brand: str) -> bool | None:
    """Whether the brand is the maker's, or named in the title ("LEGO" finds "LEGO Education")."""
    wanted, own, fields = tuple(stems(brand)), tuple(stems(product.brand)), fields_of(product)
    if _spots(fields.title_order, wanted) or _spots(own, wanted) or "".join(wanted) in fields.title:
        return True
    return False if own and not set(wanted) <= {*own, *fields.title_order} else None


def for_age(product: Product, age: AgeRange) -> bool | None:
    """Whether the maker's age takes in the whole of the child's; what is sold for adults is for no child."""
    if for_adults_only(product, age):
        return False
    stated = product.age
    if stated is None:
        return None
    youngest = age.min_months if age.min_months is not None else age.max_months
    if youngest is not None and stated.min_months is not None and youngest < stated.min_months:
        return False
    return not (stated.max_months is not None and age.min_months is not None and age.min_months > stated.max_months)


def warns_of_small_parts(product: Product) -> bool:
    """Whether its own text warns of what a child under three can choke on."""
    return speaks_of_it(_SMALL_PARTS, " . ".join((product.title, *product.features, product.description)))


def speaks_of_it(what: re.Pattern[str], text: str) -> bool:
    """Whether the text has what the pattern finds, without a denial right before."""
    return any(not _DENIED.search(text[: at.start()]) for at in what.finditer(text))


def for_adults_only(product: Product, age: AgeRange) -> bool:
    """Whether the toy is for a child and the product's name or, where that says nothing, its shelf is for grown-ups."""
    is_child = age.max_months is not None and age.max_months < TEENAGE_MONTHS
    return is_child and _is_for_adults(product)


def _is_for_adults(product: Product) -> bool:
    fields = fields_of(product)
    name, youngest = set(fields.title_order), product.age.min_months if product.age else None
    if _ADULTS & name:
        return bool(_NO_CHILDRENS & name) or not _CHILDREN & name
    means_children = youngest is not None and youngest < TEENAGE_MONTHS
    return not (means_children or _YOUNG & name) and any(_ADULTS & set(part) for part in fields.category_parts)


def for_players(product: Product, players: int) -> bool | None:
    """Whether that many can play."""
    stated: PlayerRange | None = product.players
    if stated is None:
        return None
    return (stated.min is None or players >= stated.min) and (stated.max is None or players <= stated.max)


def of_pieces(product: Product, pieces: int) -> bool | None:
    """Whether the count of pieces is about the one asked for."""
    if product.pieces is None:
        return None
    return pieces / PIECES_TOLERANCE <= product.pieces <= pieces * PIECES_TOLERANCE


_MADE_SMALL = frozenset(stems("miniature miniatures"))


def of_scale(product: Product, scale: str) -> bool | None:
    """Whether the product is of one of the scales that a wish names; None where its text names none."""
    _, stated = stated_scales(product)
    return bool(scales(scale) & stated) if stated else None


def is_small_model(product: Product) -> bool:
    """Whether it is a thing made small: its name says so, or its text states a scale."""
    return bool(_MADE_SMALL & set(fields_of(product).title_order) or stated_scales(product)[1])


def stated_scales(product: Product) -> tuple[str, frozenset[int]]:
    """The first part of the product's text that names a scale, its name before all else, and which; else nothing."""
    sections = (
        ("listing", f"{product.title}, {product.brand}"), ("features", "\n".join(product.features)),
        ("description", product.description),
    )  # fmt: skip
    return next(((section, found) for section, text in sections if (found := scales(text))), ("", frozenset()))


_SO_MANY_PIECES = re.compile(r"(?P<count>\d+) pieces(?: or (?P<or>more|fewer))?")


def refuses(product: Product, feature: str) -> bool | None:
    """False where the product's text says the refused feature is there, True where it says it is not.

    What is the name of the product's maker is there.
    """
    if brand_key(product.brand) == brand_key(feature):
        return False
    if (counted := _SO_MANY_PIECES.fullmatch(feature)) and product.pieces:
        most = int(counted["count"])
        match counted["or"]:
            case "more":
                return product.pieces < most
            case "fewer":
                return product.pieces > most
            case _:
                return not of_pieces(product, most)
    feature_stems = tuple(stems(feature))
    sentences = (*fields_of(product).sentences, tuple(stems(product.material)))
    if POWERED & set(feature_stems) and POWERED & set(fields_of(product).title_order):
        return False  # who wants no batteries wants no remote control
    denied = [
        _denied(sentence, at, len(wanted))
        for wanted in _forms(feature_stems) for sentence in sentences for at in _spots(sentence, wanted)
    ]  # fmt: skip
    return all(denied) if denied else None


def is_one_of(product: Product, kind: str) -> bool:
    """Whether the product's name has the kind, other than as what it is for, or its shelf is for that kind alone.

    A text that speaks of track says of no car that it is one. "Plushies" are plush.
    """
    order = tuple(stems(kind))
    own, title = set(order), fields_of(product).title_order
    root = order[-1].removesuffix("y") if order else ""
    names = {order, (*order[:-1], root)} if len(root) >= LEAST_DERIVED else {order}
    if any(
        "for" not in title[max(0, at - 3) : at] and not _denied(title, at, len(order))
        for name in names
        for at in _spots(title, name)
    ):
        return True
    shelves = [shelf_words(one) for one in product.category] if own else []
    return any(own == one or (len(own) > 1 and own <= one) for one in shelves)


def _forms(feature_stems: tuple[str, ...]) -> list[tuple[str, ...]]:
    """The words themselves and, of a single one that is long enough, what is like it or does it: magnets, magnetic."""
    if len(feature_stems) != 1 or len(feature_stems[0]) < LEAST_DERIVED:
        return [feature_stems]
    (word,) = feature_stems
    root = word.removesuffix("e")
    return [feature_stems, *((f"{root}{ending}",) for ending in ("ic", "al", "y", "ing"))]


def _denied(order: tuple[str, ...], at: int, size: int) -> bool:
    behind, ahead = order[max(0, at - 3) : at], order[at + size : at + size + 2]
    denied_ahead = "not" in ahead and not _NOT_IN_THE_BOX & set(order[at + size : at + size + 3])
    return any(map(_denies, behind)) or "free" in ahead or denied_ahead


def _denies(word: str) -> bool:
    return word in _DENIALS or word.endswith(("n't", "n’t"))


def _is_of_another_colour(product: Product, wanted: Iterable[str]) -> bool:
    """Whether its name says of which colours it is, and none of them is wanted."""
    asked = COLOURS & set(stems(" ".join(wanted)))
    named = COLOURS & set(fields_of(product).title_order)
    return bool(asked and named) and not asked & named


@dataclass(frozen=True, slots=True)
class Check:
    """One wish, held against a product: `kind` and `asked` name the wish, `met` is the verdict."""

    kind: str
    asked: str
    met: bool | None


def checks(constraints: Constraints, product: Product) -> tuple[Check, ...]:
    """Every wish but the budget, each with its verdict."""
    asked = constraints
    found = []
    if asked.material:
        found.append(Check("material", asked.material, of_material(product, asked.material)))
    if asked.brand:
        found.append(Check("brand", asked.brand, of_brand(product, asked.brand)))
    if asked.age:
        found.append(Check("age", str(asked.age.max_months or asked.age.min_months or ""), for_age(product, asked.age)))
    fits = for_players(product, asked.players) if asked.players else None
    if asked.players and (fits is not None or asked.players > 1):  # with most toys one can play alone
        found.append(Check("players", str(asked.players), fits))
    if asked.pieces:
        found.append(Check("pieces", str(asked.pieces), of_pieces(product, asked.pieces)))
    is_of_another_colour = _is_of_another_colour(product, asked.wanted)
    for feature in asked.wanted:
        is_scale = bool(scales(feature))
        met = of_scale(product, feature) if is_scale else says(product, feature)
        if met is None and is_of_another_colour and COLOURS & set(stems(feature)):
            met = False
        found.append(Check("scale" if is_scale else "wanted", feature, met))
    found += [Check("refused", feature, refuses(product, feature)) for feature in asked.refused]
    # What a toy is not is nothing to tell of it: only one that is so is looked at.
    found += [Check("refused_kind", kind, False) for kind in asked.refused_kinds if is_one_of(product, kind)]
    for brand in asked.refused_brands:
        is_theirs = of_brand(product, brand)
        found.append(Check("refused_brand", brand, None if is_theirs is None else not is_theirs))
    return tuple(found)
