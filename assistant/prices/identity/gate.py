"""Identity gate: whether a page's listing is the catalogue's product, with a score and the reasons for it.

First the hard differences, any of which ends it: another GTIN, maker, set number, pack, size, series, colour, or a
variant word on one side only. Then the evidence: GTIN, maker, number, and the words of the two names. A number that
only one side has is unknown, not equal: then something else must agree as well. Pure functions.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass, replace
from string import ascii_lowercase

from assistant.language.text import stem, words
from assistant.prices.identity.makers import brand_words, names_brand, same_brand, same_house, starts_with_brand
from assistant.prices.identity.names import Likeness, Name, is_set_number, likeness, name_of
from assistant.prices.identity.quantities import Quantities, code
from assistant.prices.identity.variants import BUNDLE, FIGURE, alternatives
from assistant.prices.pages.offers import Listing, gtin14
from assistant.schema import Product

# Chosen so that name and maker alone pass only where the names agree to 95 % (0.6 * 0.95 + 0.2 = 0.77), a shared set
# number carries names that agree to 62 %, and a shared GTIN carries any names that agree to 62 % without a maker. Words
# alone (0.6) or number and words without a maker below 95 % never pass.
WEIGHT_WORDS, WEIGHT_BRAND, WEIGHT_NUMBER, WEIGHT_GTIN = 0.6, 0.2, 0.2, 0.4
THRESHOLD = 0.77
# Where one name only says more than the other, by the same maker and at a price like the catalogue's, names that agree
# to 77 % pass: siblings that differ so ("Wolf", "Wolf Cub") seldom cost the same within a quarter.
THRESHOLD_PRICED_ALIKE = 0.66
# Kinds of numbers that two names may leave out, but not state differently.
_COMPARED = {
    "pieces": "number of pieces", "scale": "scale", "length": "size", "age": "age", "players": "number of players",
    "mass": "weight", "volume": "volume", "measure": "measure", "count": "count", "year": "year", "mode": "modes",
    "decade": "decade",
}  # fmt: skip
# Where only one side states these and no number settles it, there is another model or year ("1:43", "Annual 2024").
_MUST_BE_STATED = ("scale", "year", "decade")
# What is measured is stated rounded and in other units: 4 inches are also "10 cm".
_MEASURED = frozenset({"length", "mass", "volume"})
TOLERANCE = 0.025
# Fewer words are no title ("Wooden Train Set") that says without a maker which product it is.
MIN_TITLE_WORDS = 4
# So many say it also where only the catalogue knows the maker.
MIN_TELLING_WORDS = 6
_LONG_NUMBER = 5
# What kind of toy it is, what it is made of and for whom, which one shop says and another leaves out.
_FIGURES = frozenset({"figure", "figurine"})
_KINDS = _FIGURES | frozenset(
    map(
        stem,
        "blaster vehicle plush puppet memory matching building construction soft cuddly stuffed doll action vinyl "
        "bobble head bobblehead diecast cast die jigsaw puzzle card board quiz family fancy dress costume outfit "
        "halloween craft model railway plastic metal resin wood wooden collectable collectible gift boxed".split(),
    )
)
# Beside these a figure is one of what is in the box.
_SETS = frozenset({"set", "playset", "pack", "lego", "playmobil"})
# So many other words both names share where the kind of toy may stand in one only.
MIN_SHARED_WORDS = 3
_KIND_OPEN, _WORD_OPEN = ("the kind of toy in one name only",), ("a word in one name only",)
# Editions: the maker's own number, where catalogue or shop give it as such, says better which one it is.
_EDITIONS = frozenset(
    {
        "junior",
        "travel",
        "small",
        "large",
        "deluxe",
        "limited",
        "electronic",
        "card or dice game",
        "expansion",
        "level",
        "new version",
    }
)


@dataclass(frozen=True, slots=True)
class Identity:
    """How surely a listing is the product: 0 to 1, with reasons in plain words; `accepted` decides.

    `unless_priced_alike` is true where all agrees but a number or a word that only one side has: a price like the
    catalogue's then decides.
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
    more: Name

    @property
    def gtin(self) -> str:
        """The GTIN that both have."""
        own = gtin14(self.product.gtin)
        return own if own and own in self.listing.gtins else ""

    @property
    def model(self) -> frozenset[str]:
        """The catalogue's own number for the product, where it is one that tells products apart."""
        return frozenset(filter(is_set_number, [code(self.product.model_number)]))

    @property
    def same_title(self) -> bool:
        """Whether both names say the same words and numbers, shops' own words apart."""
        return self.ours.says == self.theirs.says and self.ours.numbers.by_kind == self.theirs.numbers.by_kind


def identify(product: Product, listing: Listing) -> Identity:
    """Compares a catalogue product with a listing."""
    numbers = sorted({product.model_number, *listing.models})
    texts = (product.title, listing.name, f"{listing.heading} | {listing.also}")
    ours, theirs, more = (name_of(text, product.brand, numbers) for text in texts)
    pair = _Pair(product, listing, ours, theirs, more)
    against = tuple(_differences(pair))
    if against:
        return Identity(0.0, against, accepted=False)
    found = _weighed(pair)
    if found.accepted or listing.heading in {"", listing.name}:
        return found
    # Data may hold a short form of what the heading says in full.
    by_heading = identify(product, replace(listing, name=listing.heading, heading=""))
    return by_heading if by_heading.accepted else found


def _differences(pair: _Pair) -> Iterator[str]:
    if not pair.theirs.words:
        yield "the listing has no name"
    own, theirs = gtin14(pair.product.gtin), pair.theirs.alternatives
    if own and pair.listing.gtins and own not in pair.listing.gtins:
        yield "another GTIN"
    if _other_maker(pair):
        yield "another maker"
    if _other_heading(pair):
        yield "the heading names another product"
    yield from _variant_differences(pair)
    yield from _number_differences(pair)
    heading = alternatives(pair.listing.heading)
    for group, chosen in pair.ours.alternatives.items():
        told = pair.more.alternatives.get(group, chosen)
        # Offers and labels may name all that there are.
        sides = [theirs.get(group, chosen), heading.get(group, chosen), *([told] if len(told) == len(chosen) else [])]
        if any(_chosen_otherwise(group, chosen, side) for side in sides) or not set(chosen) & set(told):
            yield f"another choice of {group}"


def _other_heading(pair: _Pair) -> bool:
    """Whether the page's heading names the maker, and another of its toys: "Contactless Till" for "Chip Till"."""
    if not names_brand(pair.listing.heading, pair.product.brand):
        return False
    heading = name_of(pair.listing.heading, pair.product.brand, [pair.product.model_number])
    like = likeness(pair.ours, heading)
    shares = heading.codes & (pair.ours.codes | pair.model | pair.theirs.codes)
    return bool(heading.words and like.missing and like.extra and like.score < 1 / 2 and not shares)


def _chosen_otherwise(group: str, ours: tuple[str, ...], theirs: tuple[str, ...]) -> bool:
    """Colours must be the same in the same order ("black & white" dice are not "white & black"); others may overlap."""
    return ours != theirs if group == "colour" else not set(ours) & set(theirs)


def _other_maker(pair: _Pair) -> bool:
    """Whether the listing names a maker that the catalogue's product does not have."""
    listing = pair.listing
    return any(_is_other_maker(pair.product, listing, stated) for stated in {listing.brand, listing.labelled_brand})


def _is_other_maker(product: Product, listing: Listing, stated: str) -> bool:
    if not brand_words(stated):
        return False
    brand = product.brand
    same = same_brand(stated, brand) or same_house(stated, brand) or names_brand(product.title, stated)
    return not same and not same_brand(stated, listing.seller)


def _variant_differences(pair: _Pair) -> Iterator[str]:
    ours, theirs = pair.ours.variants, pair.theirs.variants
    # A heading or an offer's name may say what the name leaves out, but is not asked to repeat it.
    different = (ours - theirs - pair.more.variants) | (theirs - ours) | (pair.more.variants - ours)
    number = _shared_number(pair)
    settled = pair.gtin or _settled(pair, number)
    # "Foal 13881" may be called a figure; with other words beside, it is one of what is in the box.
    like = likeness(pair.ours, pair.theirs)
    is_alone = number and {*like.missing, *like.extra} <= _FIGURES
    is_kind = _is_kind_alone(like) and not _SETS & {*pair.ours.words, *pair.theirs.words, *words(pair.product.brand)}
    different -= {FIGURE} if is_alone or is_kind or pair.gtin else frozenset()
    # "120 stencils + brushes" of ours is "120 stencils, brushes" elsewhere.
    different -= {BUNDLE} & ours if pair.gtin else frozenset()
    for kind in sorted(different - _EDITIONS if settled else different):
        yield f"{kind} on one side only"
    if pair.theirs.made_for(pair.ours):
        yield "made for the product, not the product"


def _number_differences(pair: _Pair) -> Iterator[str]:
    ours, theirs, more = pair.ours.numbers, pair.theirs.numbers, pair.more.numbers
    if _other_pack(ours, theirs) or (_pack(more) and _other_pack(ours, more)):
        yield "another pack size"
    for kind, name in _COMPARED.items():
        if any(_differ(kind, ours.of(kind), side.of(kind)) for side in (theirs, more)):
            yield f"another {name}"
    if pair.product.pieces and theirs.of("pieces") and str(pair.product.pieces) not in theirs.of("pieces"):
        yield "another number of pieces"
    if _other_series(pair):
        yield "another number in the series"
    if _other_code(pair):
        yield "another set or model number"
    if _second_code(pair):
        yield "another set beside it"


def _other_series(pair: _Pair) -> bool:
    """Whether the series differ; where a number settles it, "Series 2" may be left out."""
    ours, theirs = (side.numbers.of("series") for side in (pair.ours, pair.theirs))
    theirs = theirs or pair.more.numbers.of("series")
    said = ours != theirs if not _settled(pair, _shared_number(pair)) else bool(ours and theirs and ours != theirs)
    return said and not pair.gtin


def _differ(kind: str, ours: frozenset[str], theirs: frozenset[str]) -> bool:
    """Whether each side states something that the other does not; saying less is no difference."""
    if kind in {"measure", "count"}:
        units = {value.split()[1] for value in ours} & {value.split()[1] for value in theirs}
        return any(_differ("", *(_with_unit(side, unit) for side in (ours, theirs))) for unit in units)
    return bool(_unmatched(ours, theirs, kind) and _unmatched(theirs, ours, kind))


def _with_unit(values: frozenset[str], unit: str) -> frozenset[str]:
    return frozenset(value for value in values if value.endswith(f" {unit}"))


def _unmatched(values: frozenset[str], others: frozenset[str], kind: str) -> bool:
    if kind in _MEASURED:
        return any(all(abs(int(a) - int(b)) > TOLERANCE * max(int(a), int(b)) for b in others) for a in values)
    return not values <= others


def _other_pack(ours: Quantities, theirs: Quantities) -> bool:
    """Whether the two sell different counts; a name without a pack sells one, or as many as it states pieces."""
    mine, yours = _pack(ours) or frozenset({"1"}), _pack(theirs) or frozenset({"1"})
    return mine != yours and not (mine <= _counted(theirs, ours) or yours <= _counted(ours, theirs))


def _pack(side: Quantities) -> frozenset[str]:
    return side.of("pack") | side.of("ct")


def _counted(side: Quantities, other: Quantities) -> frozenset[str]:
    """What a pack of the other may be called here: pieces, or "64 crayons" where the other says "64 count"."""
    named = {value.split()[0] for value in side.of("count")} if other.of("ct") else set()
    return side.of("pieces") | named


def _other_code(pair: _Pair) -> bool:
    """Whether both names have set numbers and each lacks one of the other's, or the maker's number is another."""
    heading = name_of(pair.listing.heading, pair.product.brand).codes
    theirs = pair.theirs.codes | heading
    listed = _listed(pair)
    ours = _as_written(pair.ours.codes | pair.model, theirs | listed)
    if ours - theirs - listed and theirs - ours:
        return True
    models, mine = _bare(map(code, pair.listing.models)), _bare(ours)
    if models and mine and not mine & (models | _bare(theirs | listed)):
        return True
    shown = _bare(heading)
    if shown and pair.ours.main_code and not shown & (mine | models | _bare(listed)):
        return True
    main = max(_as_written({pair.ours.main_code or max(pair.model, default="")}, theirs | listed))
    alike = {number for number in listed if number.isdigit() and len(number) == len(main)}
    return bool(main and main not in theirs and main not in listed and alike)


def _as_written(numbers: Iterable[str], others: Collection[str]) -> frozenset[str]:
    """The numbers as the other side writes them, where one leaves out the maker's letters ("BRI-33097", "33097")."""
    pairs = ((number, number.lstrip(ascii_lowercase)) for number in numbers)
    return frozenset(rest if rest in others and is_set_number(rest) else number for number, rest in pairs)


def _bare(numbers: Iterable[str]) -> frozenset[str]:
    """The numbers that tell products apart, without the letters that a shop puts before the maker's ("BL-60215")."""
    shortened = ((number, number.lstrip(ascii_lowercase)) for number in numbers if is_set_number(number))
    return frozenset(rest if is_set_number(rest) else number for number, rest in shortened)


def _second_code(pair: _Pair) -> bool:
    """Whether a name with our set number has another one, as a bundle of two sets has."""
    theirs = pair.theirs.codes
    ours = _as_written(pair.ours.codes | pair.model, theirs)
    more = {number for number in theirs - ours - _listed(pair) if number.isdigit() and not gtin14(number)}
    return bool(ours & theirs) and any(is_set_number(number) for number in more)


def _listed(pair: _Pair) -> frozenset[str]:
    return frozenset(map(code, pair.listing.numbers | pair.listing.models))


def _settled(pair: _Pair, number: str) -> bool:
    """Whether catalogue or shop give the shared number as the product's own."""
    own = _as_written({code(pair.product.model_number)}, {number})
    return bool(number) and (number in own or number in _listed(pair))


def _carries(pair: _Pair, number: str) -> bool:
    """Whether the shared number is surely the product's: settled, or too long to be part of a name ("MB-trac 1100")."""
    return _settled(pair, number) or (number.isdigit() and len(number) >= _LONG_NUMBER)


def _weighed(pair: _Pair) -> Identity:
    like = likeness(pair.ours, pair.theirs)
    brand, number = _shared_brand(pair), _shared_number(pair)
    # Marketplaces add whatever is searched for, and word a title anew: where maker and number agree, it counts half.
    is_known = brand and number and (_carries(pair, number) or not like.missing)
    words = 1.0 if _is_kind_alone(like) else (1 + like.score) / 2 if is_known else like.score
    score = WEIGHT_WORDS * words + WEIGHT_GTIN * bool(pair.gtin)
    score += WEIGHT_BRAND * bool(brand or pair.same_title) + WEIGHT_NUMBER * bool(number)
    reasons = [
        *(["same GTIN"] if pair.gtin else []),
        *([f"same maker: {brand}"] if brand else []),
        *([f"same number: {number}"] if number else []),
        f"names agree to {round(100 * like.score)} %",
    ]
    doubt = _doubt(pair, like, number)
    unknown = _unknown_number(pair, number) or _unknown_word(pair, like, number) or _unknown_maker(pair, brand)
    unknown = () if doubt else unknown
    total = round(min(score, 1.0), 2)
    enough = score >= (THRESHOLD_PRICED_ALIKE if brand and unknown == _WORD_OPEN else THRESHOLD) and not doubt
    return Identity(total, (*reasons, *doubt, *unknown), enough and not unknown, bool(enough and unknown))


def _unknown_maker(pair: _Pair, brand: str) -> tuple[str, ...]:
    """A maker whom only one side names, beside titles that are the same and too short to tell by themselves."""
    if brand or pair.gtin:
        return ()
    is_silent = not brand_words(pair.product.brand) and not brand_words(pair.listing.brand)
    enough = MIN_TITLE_WORDS if is_silent else MIN_TELLING_WORDS
    return () if len(pair.ours.says) >= enough else ("no maker named",)


def _unknown_number(pair: _Pair, number: str) -> tuple[str, ...]:
    """A set number that only one side has: "City Police Station" need not be 60316, unless the pieces agree too."""
    ours, theirs = pair.ours.main_code, pair.theirs.main_code
    stated = {str(pair.product.pieces)} | pair.ours.numbers.of("pieces")
    if number or pair.gtin or stated & pair.theirs.numbers.of("pieces"):
        return ()
    listed = theirs or _bare(map(code, pair.listing.models))
    unsaid = bool(ours) != bool(listed) if ours or theirs else bool(pair.model) and not pair.same_title
    return ("a set number on one side only",) if unsaid else ()


def _is_kind_alone(like: Likeness) -> bool:
    """Whether all that the names differ in is what kind of toy it is: "RD-6", "RD-6 Blaster"."""
    different = {*like.missing, *like.extra}
    return bool(different) and different <= _KINDS


def _unknown_word(pair: _Pair, like: Likeness, number: str) -> tuple[str, ...]:
    is_open = bool(like.missing or like.extra) and not number and not pair.gtin
    if not is_open:
        return ()
    if not _is_kind_alone(like):
        return _WORD_OPEN
    return () if len({*pair.ours.says} & {*pair.theirs.says}) >= MIN_SHARED_WORDS else _KIND_OPEN


def _doubt(pair: _Pair, like: Likeness, number: str) -> tuple[str, ...]:
    """Telling words that stand for others are a sibling's ("Fire", "Ice"), unless a number says that it is the same.

    A number that stands in titles only may be part of the name ("MB-trac 1100"), so that there one word may not stand
    for another either; a long one, or one that the catalogue or the shop gives as the product's own, settles it.
    """
    if pair.gtin:
        return ()
    if pair.theirs.unread - pair.ours.unread:
        return ("the name has words that cannot be compared",)
    if not number:
        unsaid = [kind for kind in _MUST_BE_STATED if pair.ours.numbers.of(kind) ^ pair.theirs.numbers.of(kind)]
        # "For 2 to 4 players" describes a game, "4 players" tells an edition.
        players = pair.ours.numbers.of("players"), pair.theirs.numbers.of("players")
        unsaid += ["players"] if sorted(map(len, players)) == [0, 1] else []
        telling = (*like.missing, *like.extra)
        is_other = (like.missing and like.extra) or any(word.isdigit() for word in telling)
        is_other = is_other and not _is_kind_alone(like)
        differing = ["the names differ by a word"] if is_other else []
        return (*differing, *(f"{kind} on one side only" for kind in unsaid))
    # One set number may stand for a series, of which each has its name.
    carries = _carries(pair, number) and (like.score > 1 / 2 or not number.isdigit())
    is_open = like.missing and like.extra and not _is_kind_alone(like) and not carries
    return ("a word stands for another",) if is_open else ()


def _shared_brand(pair: _Pair) -> str:
    product, listing = pair.product, pair.listing
    if same_brand(product.brand, listing.brand) or names_brand(listing.name, product.brand):
        return product.brand
    # "Hot Wheels" is the maker that a catalogue files under "Mattel" and names first in the title.
    return " ".join(brand_words(listing.brand)) if starts_with_brand(product.title, listing.brand) else ""


def _shared_number(pair: _Pair) -> str:
    theirs = pair.theirs.codes | _listed(pair)
    ours = (number for own in (pair.ours.main_code, *pair.model) for number in _as_written({own}, theirs))
    return next((number for number in ours if number and number in theirs), "")
