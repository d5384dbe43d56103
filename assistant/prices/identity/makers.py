"""Makers' names: when two are one, and when a text names one."""

from __future__ import annotations

from collections.abc import Sequence

from assistant.language.text import stems, words
from assistant.prices.identity.quantities import MARKS

_COMPANY = frozenset([
    "ltd", "limited", "inc", "llc", "co", "company", "corp", "gmbh", "plc", "sa", "srl", "bv", "the", "uk",
    "usa", "europe", "toys", "toy", "diecast", "models", "hobbies", "games", "game", "gaming", "group", "int",
    "international", "and",
])  # fmt: skip
_UNKNOWN_BRANDS = frozenset({"na", "n a", "none", "unknown", "not specified", "does not apply", "various", "default"})
# "Hot Toys" is not "hot": a maker's name keeps its company form where less than this would be left, or less still
# ("Z-Man Games") where the other is called by nothing but the rest.
_TELLING_LETTERS = 5
_SHORT_LETTERS = 4
# In so short a name a letter twice may be another maker's.
_SLIP_LETTERS = 6
# What a maker adds to its name where it sells by itself.
_OF_SHOPS = frozenset({"uk", "usa", "craft", "crafts", "shop", "store", "gifts", "direct", "online", "official"})
_BRAND_WORDS = 8
# Names that a toy carries, by the company whose name shops give for its maker. From the companies' own lists.
_OWNED = {
    "hasbro": "playdoh nerf monopoly transformers mylittlepony furby avalonhill beyblade",
    "mattel": "barbie hotwheels fisherprice uno matchbox pollypocket mega megabloks monsterhigh thomasfriends",
    "spinmaster": "kineticsand rubiks hatchimals bakugan melissadoug gund",
    "asmodee": "daysofwonder zmangames fantasyflightgames lookoutgames libellud catanstudio",
    "mgaentertainment": "littletikes lolsurprise bratz rainbowhigh",
    "ravensburger": "brio thinkfun gravitrax",
    "epoch": "sylvanianfamilies aquabeads calicocritters",
    "simba": "smoby majorette eichhorn",
    "elenco": "snapcircuits",
}
_OWNERS = {name: owner for owner, names in _OWNED.items() for name in names.split()}


def brand_words(brand: str) -> tuple[str, ...]:
    """A maker's name without company forms, where enough of it is left to tell; empty where it says nothing."""
    found = tuple(dict.fromkeys(_words(brand)))
    if " ".join(found) in _UNKNOWN_BRANDS:
        return ()
    bare = _without_company(found)
    return bare if len("".join(bare)) >= _TELLING_LETTERS else found


def _without_company(found: Sequence[str]) -> tuple[str, ...]:
    return tuple(word for word in found if word not in _COMPANY)


def same_brand(brand: str, other: str) -> bool:
    """Whether two makers' names are one, a doubled letter or an ending forgiven ("burago", "Bristol Novelties")."""
    mine, theirs = "".join(brand_words(brand)), "".join(brand_words(other))
    if not mine:
        return False
    return (
        mine == theirs or mine == _bare(other) or theirs == _bare(brand) or _of_one(brand, other)
        or stems(brand) == stems(other) or _is_slip_of(mine, theirs)
    )  # fmt: skip


def _is_slip_of(mine: str, theirs: str) -> bool:
    """Whether two names differ by no more than a letter that stands twice in one of them."""
    shorter, longer = sorted((mine, theirs), key=len)
    if len(shorter) < _SLIP_LETTERS or len(longer) != len(shorter) + 1:
        return False
    doubled = {longer[:at] + longer[at + 1 :] for at in range(1, len(longer)) if longer[at] == longer[at - 1]}
    return shorter in doubled


def _of_one(brand: str, other: str) -> bool:
    """Whether one name is the other's initials, or stands in it beside a line's ("Disney Princess") or an owner's.

    A shop's may be one word with it ("BeadlyUK").
    """
    shorter, longer = sorted((brand_words(brand), brand_words(other)), key=len)
    if len("".join(shorter)) >= _SHORT_LETTERS and longer[: len(shorter)] == shorter:
        return True
    if len("".join(shorter)) >= _TELLING_LETTERS and shorter == longer[-len(shorter) :]:
        return True
    if _is_short_for(brand, other) or _is_short_for(other, brand):
        return True
    start, whole = sorted(("".join(shorter), "".join(longer)), key=len)
    return len(start) >= _TELLING_LETTERS and whole.startswith(start) and whole[len(start) :] in _OF_SHOPS


def _is_short_for(short: str, name: str) -> bool:
    """Whether a maker is called by the first letters of a long name ("USPCC")."""
    initials = "".join(word[0] for word in _words(name) if word != "the")
    return len(initials) >= _SHORT_LETTERS and "".join(brand_words(short)) == initials


def same_house(brand: str, other: str) -> bool:
    """Whether one of two names is the company that makes what carries the other ("Mattel", "Barbie")."""
    mine, theirs = "".join(brand_words(brand)), "".join(brand_words(other))
    return bool(mine and theirs) and (_OWNERS.get(mine) == theirs or _OWNERS.get(theirs) == mine)


def _bare(brand: str) -> str:
    rest = "".join(_without_company(_words(brand)))
    return rest if len(rest) >= _SHORT_LETTERS else ""


def _words(text: str) -> tuple[str, ...]:
    return tuple(word.replace("'", "") for word in words(MARKS.sub(" ", text)))


def names_brand(text: str, brand: str) -> bool:
    """Whether a maker's name stands in a text, as one word or several ("fisher price", "fisherprice")."""
    return any(_spells(found[start:], brand) for found in _spellings(text) for start in range(len(found)))


def starts_with_brand(text: str, brand: str) -> bool:
    """Whether a text begins with a maker's name."""
    return any(_spells(found, brand) for found in _spellings(text))


def _spellings(text: str) -> tuple[Sequence[str], ...]:
    return _words(text), _without_company(_words(text))


def _spells(found: Sequence[str], brand: str) -> bool:
    wanted = {"".join(brand_words(brand)), "".join(_words(brand)) if brand_words(brand) else ""} - {""}
    return any("".join(found[:end]) in wanted for end in range(1, _BRAND_WORDS + 1))
