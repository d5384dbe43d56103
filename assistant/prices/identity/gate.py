"""Identity gate: whether a page's listing is the catalogue's product, with a score and the reasons for it.

First what contradicts it, any of which ends it: another GTIN, maker or set number, a number or a colour that both state
otherwise, a condition in which it is not the new toy. Then both names are read together by what has learned how shops
name one toy. A set number that only one side has is unknown, not equal: then something else must agree as well.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Protocol

from assistant.language.text import words
from assistant.prices.identity.as_read import catalogue_name, spelled_as, told
from assistant.prices.identity.codes import found_in, is_set_number, not_in
from assistant.prices.identity.makers import brand_words, names_brand, same_brand, same_house, starts_with_brand
from assistant.prices.identity.names import Name, name_of
from assistant.prices.identity.quantities import Quantities, code
from assistant.prices.identity.variants import alternatives
from assistant.prices.pages.offers import Listing, gtin14
from assistant.schema import Product

# How probably two names must be one product's beside a number of the maker's that both have, and beside a GTIN: they
# need only not speak against it, as those of its parts do.
BAR_WITH_NUMBER, BAR_WITH_GTIN = 0.9, 0.1
# The same beside a price like the catalogue's, and beside such a price and a number.
BAR_WITH_PRICE, BAR_WITH_BOTH = 0.8, 0.45
# How probably, where only the catalogue's own field has a number.
SURELY = 0.985
# A heading that names the maker, or has half of the name's words, and is so improbably the toy's names another.
OTHER_HEADING = 0.05
# So long a number is its maker's alone.
LONG_NUMBER = 6
# Fewer words are no name ("Wooden Train Set") that says without a maker which product it is, and fewer still where
# neither side knows one.
MIN_WORDS_WITHOUT_MAKER, MIN_WORDS_WITHOUT_ANY = 5, 4
# Kinds of numbers that two names may leave out, but not state differently.
_COMPARED = {
    "pieces": "number of pieces", "scale": "scale", "length": "size", "age": "age", "players": "number of players",
    "mass": "weight", "volume": "volume", "measure": "measure", "count": "count", "year": "year", "mode": "modes",
    "decade": "decade", "series": "number in the series",
}  # fmt: skip
# What a heading adds to the name in the data is sold with it.
_AND_MORE = " + "
# What is measured is stated rounded and in other units: 4 inches are also "10 cm".
_MEASURED = frozenset({"length", "mass", "volume"})
TOLERANCE = 0.025


class ReadsNames(Protocol):
    """Says of two names whether they are one product's."""

    @property
    def bar(self) -> float:
        """The probability from which on they are taken for it."""

    def probability(self, ours: str, theirs: str) -> float:
        """How probably they are, 0 to 1."""


@dataclass(frozen=True, slots=True)
class Identity:
    """How surely a listing is the product: 0 to 1, with reasons in plain words; `accepted` decides.

    `unless_priced_alike` is true where all agrees but a number or a maker that only one side has, or the names are not
    quite surely one's: a price like the catalogue's then decides.
    """

    score: float
    reasons: tuple[str, ...]
    accepted: bool
    unless_priced_alike: bool = False


@dataclass(frozen=True, slots=True)
class _Pair:
    """Both sides, taken apart once."""

    product: Product
    listing: Listing
    ours: Name
    theirs: Name
    heading: Name
    more: Name

    @property
    def gtin(self) -> str:
        """The GTIN that both have."""
        own = gtin14(self.product.gtin)
        return own if own and own in self.listing.gtins else ""

    @property
    def own_codes(self) -> frozenset[str]:
        """The numbers that the catalogue has for it."""
        model = code(self.product.model_number)
        return self.ours.codes | (frozenset({model}) if is_set_number(model) else frozenset())

    @property
    def listed(self) -> frozenset[str]:
        """The numbers that the shop's data give it."""
        return frozenset(map(code, self.listing.numbers | self.listing.models))

    @property
    def same_title(self) -> bool:
        """Whether both names say the same words and numbers."""
        return self.ours.words == self.theirs.words and self.ours.numbers.by_kind == self.theirs.numbers.by_kind


def identify(product: Product, listing: Listing, names: ReadsNames) -> Identity:
    """Compares a catalogue product with a listing."""
    numbers = sorted({product.model_number, *listing.models})
    texts = (product.title, listing.name, listing.heading, f"{listing.heading} | {listing.also}")
    pair = _Pair(product, listing, *(name_of(text, product.brand, numbers) for text in texts))
    against = tuple(_contradictions(pair))
    if against:
        return Identity(0.0, against, accepted=False)
    found = _read(pair, names)
    if listing.heading in {"", listing.name}:
        return found
    # Data may hold a short form of what the heading says in full, or a heading name another toy of the maker's.
    by_heading = _read(replace(pair, theirs=pair.heading, listing=replace(listing, name=listing.heading)), names)
    # Others' headings ("Product details") are not about the toy or its like, and say nothing.
    ours = set(pair.ours.words)
    is_about_it = names_brand(listing.heading, product.brand) or 2 * len(ours & set(pair.heading.words)) >= len(ours)
    if is_about_it and by_heading.score < OTHER_HEADING and not pair.gtin:
        return Identity(0.0, ("the heading names another product",), accepted=False)
    if found.unless_priced_alike and pair.theirs.main_code:
        return found  # a heading without the number that the data give says no more
    return max(found, by_heading, key=lambda one: (one.accepted, one.unless_priced_alike, one.score))


def _contradictions(pair: _Pair) -> Iterator[str]:
    if not words(pair.listing.name):
        yield "the listing has no name"
    own = gtin14(pair.product.gtin)
    if own and pair.listing.gtins and own not in pair.listing.gtins:
        yield "another GTIN"
    if any(_is_other_maker(pair, stated) for stated in {pair.listing.brand, pair.listing.labelled_brand}):
        yield "another maker"
    if pair.theirs.unread - pair.ours.unread:
        yield "the name has words that cannot be compared"
    yield from (f"{kind} on one side only" for kind in sorted(_condition_differences(pair)))
    yield from _number_differences(pair)
    yield from _other_choices(pair)


def _is_other_maker(pair: _Pair, stated: str) -> bool:
    """Whether the listing names a maker, or two ("Hot Wheels / Mattel"), that the catalogue's product does not have."""
    named = [part for part in stated.split("/") if brand_words(part)]
    # A catalogue may file a toy under what it is of, and the shop give who makes it: numbers with letters are its own.
    number = _shared_number(pair)
    is_numbered = not number.isdigit() and len(number) >= LONG_NUMBER
    return bool(named) and not is_numbered and not any(_can_be_maker(pair, part) for part in named)


def _can_be_maker(pair: _Pair, stated: str) -> bool:
    brand, title = pair.product.brand, pair.product.title
    is_ours = same_brand(stated, brand) or same_house(stated, brand) or same_brand(stated, pair.listing.seller)
    # "SES" opens the title of what "SES Creative" makes.
    return is_ours or names_brand(title, stated) or starts_with_brand(title, brand_words(stated)[0])


def _condition_differences(pair: _Pair) -> frozenset[str]:
    ours, theirs, more = pair.ours.conditions, pair.theirs.conditions, pair.more.conditions
    # A heading or an offer's name may say what the name leaves out, but is not asked to repeat it.
    differing = (ours - theirs - more) | (theirs - ours) | (more - ours)
    is_bundle = _AND_MORE in pair.listing.heading and _AND_MORE not in pair.product.title + pair.listing.name
    return differing | (frozenset({"bundle"}) if is_bundle else frozenset())


def _number_differences(pair: _Pair) -> Iterator[str]:
    ours, theirs, more = pair.ours.numbers, pair.theirs.numbers, pair.more.numbers
    if _other_pack(pair.ours, pair.theirs) or (_pack(more) and _other_pack(pair.ours, pair.more)):
        yield "another pack size"
    for kind, name in _COMPARED.items():
        if any(_differ(kind, ours.of(kind), side.of(kind)) for side in (theirs, more)):
            yield f"another {name}"
    if pair.product.pieces and theirs.of("pieces") and str(pair.product.pieces) not in theirs.of("pieces"):
        yield "another number of pieces"
    if _other_code(pair):
        yield "another set or model number"
    if _second_code(pair):
        yield "another set beside it"


def _differ(kind: str, ours: frozenset[str], theirs: frozenset[str]) -> bool:
    """Whether each side states something that the other does not; saying less is no difference."""
    if kind in {"measure", "count", "series"}:
        # "12 beads" is compared with beads, "series 2" with a series.
        place = 0 if kind == "series" else 1
        for unit in {value.split()[place] for value in ours | theirs}:
            sides = (frozenset(value for value in side if value.split()[place] == unit) for side in (ours, theirs))
            if _differ("", *sides):
                return True
        return False
    return bool(_unmatched(ours, theirs, kind) and _unmatched(theirs, ours, kind))


def _unmatched(values: frozenset[str], others: frozenset[str], kind: str) -> bool:
    if kind in _MEASURED:
        return any(all(abs(int(a) - int(b)) > TOLERANCE * max(int(a), int(b)) for b in others) for a in values)
    return not values <= others


def _other_pack(ours: Name, theirs: Name) -> bool:
    """Whether the two sell different counts; a name without a pack sells one, or as many as it counts."""
    mine, yours = _pack(ours.numbers) or frozenset({"1"}), _pack(theirs.numbers) or frozenset({"1"})
    return mine != yours and not (mine <= theirs.counts or yours <= ours.counts)


def _pack(side: Quantities) -> frozenset[str]:
    return side.of("pack") | side.of("ct")


def _other_code(pair: _Pair) -> bool:
    """Whether both have set numbers and each lacks one of the other's, or the maker's number is another."""
    ours, shown = pair.own_codes, pair.heading.codes
    theirs = pair.theirs.codes | shown
    spelled = pair.theirs.spelled | pair.heading.spelled | pair.listed
    mine = [number for number in ours if is_set_number(number)]
    lacking = not_in(ours, theirs | spelled)
    if lacking and not_in(theirs, ours | pair.ours.spelled):
        return True
    of_maker = [number for number in map(code, pair.listing.models) if is_set_number(number)]
    if of_maker and mine and not any(found_in(number, theirs | spelled) for number in mine):
        return True
    told_there = [number for number in shown if is_set_number(number)]
    if told_there and pair.ours.main_code and not any(found_in(number, ours | pair.listed) for number in told_there):
        return True
    main = pair.ours.main_code or max(mine, default="")
    alike = (number for number in pair.listed if number.isdigit() and len(number) == len(main))
    return bool(main) and not found_in(main, theirs | spelled) and any(alike)


def _second_code(pair: _Pair) -> bool:
    """Whether a name with our set number has another one, as a bundle of two sets has."""
    theirs = pair.theirs.codes
    more = (number for number in not_in(theirs, pair.own_codes | pair.listed) if number.isdigit())
    is_bundle = any(is_set_number(number) and not gtin14(number) for number in more)
    return is_bundle and any(found_in(number, theirs) for number in pair.own_codes)


def _other_choices(pair: _Pair) -> Iterator[str]:
    """Colours must be the same; of others one name may say more than the other."""
    labels = alternatives(pair.listing.also)
    for group, chosen in pair.ours.alternatives.items():
        is_colour, labelled = group == "colour", labels.get(group, chosen)
        # Offers and labels may name all that there are; one that turns them round ("black with white") tells another.
        other = is_colour and len(labelled) == len(chosen) and labelled != chosen
        sides = [set(side.alternatives.get(group, chosen)) for side in (pair.theirs, pair.heading)]
        other |= any(side != set(chosen) if is_colour else not side & set(chosen) for side in sides)
        if other or not set(chosen) & set(pair.more.alternatives.get(group, chosen)):
            yield f"another choice of {group}"


def _read(pair: _Pair, names: ReadsNames) -> Identity:
    listing, brand, number = pair.listing, _shared_brand(pair), _shared_number(pair)
    theirs = told(spelled_as(listing.name, pair.product.brand), brand or listing.brand, *sorted(listing.models))
    said = 1.0 if pair.same_title else names.probability(catalogue_name(pair.product), theirs)
    is_numbered = bool(number) and (bool(brand) or len(number) >= LONG_NUMBER)
    bar = BAR_WITH_GTIN if pair.gtin else BAR_WITH_NUMBER if is_numbered else names.bar
    nameless = not number and _unknown_maker(pair, brand)
    unnumbered = _unknown_number(pair, number, said)
    reasons = [
        *(["same GTIN"] if pair.gtin else []),
        *([f"same maker: {brand}"] if brand else []),
        *([f"same number: {number}"] if number else []),
        f"names of one product: {round(100 * said)} %",
        *(["no maker named"] if nameless else []),
        *(["a set number on one side only"] if unnumbered else []),
    ]
    accepted = said >= bar and not (nameless or unnumbered)
    return Identity(
        round(said, 2),
        tuple(reasons),
        accepted,
        not accepted and said >= min(bar, BAR_WITH_BOTH if is_numbered else BAR_WITH_PRICE),
    )


def _unknown_maker(pair: _Pair, brand: str) -> bool:
    """Whether no maker, or only one side's, stands beside names too short to tell by themselves."""
    if brand or pair.gtin:
        return False
    is_silent = not brand_words(pair.product.brand) and not brand_words(pair.listing.brand)
    return len(pair.ours.words) < (MIN_WORDS_WITHOUT_ANY if is_silent else MIN_WORDS_WITHOUT_MAKER)


def _unknown_number(pair: _Pair, number: str, said: float) -> bool:
    """Whether one side has no set number: "City Police Station" need not be 60316, unless the pieces agree too.

    What only the catalogue's field has, shops leave out; there a name that is surely the toy's is enough.
    """
    stated = {str(pair.product.pieces)} | pair.ours.numbers.of("pieces")
    if number or pair.gtin or stated & pair.theirs.numbers.of("pieces"):
        return False
    ours, theirs = pair.ours.main_code, pair.theirs.main_code
    listed = theirs or any(is_set_number(code(model)) for model in pair.listing.models)
    if ours or theirs:
        return bool(ours) != bool(listed)
    return bool(pair.own_codes) and not pair.same_title and said < SURELY


def _shared_brand(pair: _Pair) -> str:
    product, listing = pair.product, pair.listing
    if same_brand(product.brand, listing.brand) or names_brand(listing.name, product.brand):
        return product.brand
    # "Hot Wheels" is the maker that a catalogue files under "Mattel" and names first in the title.
    return " ".join(brand_words(listing.brand)) if starts_with_brand(product.title, listing.brand) else ""


def _shared_number(pair: _Pair) -> str:
    theirs = pair.theirs.codes | pair.listed
    ours = (
        number for number in sorted(pair.own_codes, key=lambda number: (-len(number), number)) if is_set_number(number)
    )
    return next((number for number in ours if found_in(number, theirs) or number in pair.theirs.spelled), "")
