"""Honest answers in fresh words: patterns of sentences, filled with facts as a good model would put them.

`phrases`, `phrases_more` and `phrases_third` were used to develop the checks, `phrases_held_out` only to measure them.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from decimal import Decimal
from random import Random
from types import ModuleType
from typing import Any

from benchmarks.attacks import phrases, phrases_held_out, phrases_more, phrases_third
from benchmarks.attacks.honest import Line, as_json, claim
from benchmarks.attacks.server import Material, Writer, Written

NAMES = ("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")
_SLOT = re.compile(r"\{(\w+)\}")
# A wording and the kind of claim it makes; none where the words are the shopper's own.
Form = tuple[str, str | None]
Forms = Mapping[str, Form]


def _all(of: ModuleType) -> tuple[tuple[str, ...], ...]:
    return of.RECOMMENDING, of.TELLING, of.COMPARING, of.CONNECTING, of.SAYING


_ROUNDS = (_all(phrases), _all(phrases_more), _all(phrases_third))
DEVELOPMENT = tuple(tuple(text for part in parts for text in part) for parts in zip(*_ROUNDS, strict=True))
HELD_OUT = _all(phrases_held_out)


def forms(product: Mapping[str, Any], material: Material) -> dict[str, Form]:
    """Every way to put what is known of a product, by the name of its slot."""
    facts = {fact["kind"]: fact["value"] for fact in product["facts"]}
    found: dict[str, Form] = {"title": (facts["title"], "title")}
    for kind in ("price", "rating", "count", "pieces", "age", "players"):
        if kind in facts:
            found |= dict(_WAYS[kind](facts[kind]))
    if brand := facts.get("brand", "").removeprefix("by "):
        found["maker"] = (brand, "brand")
    listing = _data(product["doc_id"], "listing", material)
    if match := re.search(r"Material ([A-Za-z]+)\.$", listing):
        name = match[1].lower()
        found["material"] = (name, "material")
        found["material_adjective"] = ({"wood": "wooden", "wool": "woollen"}.get(name, name), "material")
    features = _data(product["doc_id"], "features", material).split(". ")
    short = [line.strip(" .") for line in features if 2 <= len(line.split()) <= 7]
    if plain := [line for line in short if line.replace(" ", "").replace("-", "").isalpha()]:
        found["feature"] = (plain[0], "feature")
    return found


def _data(doc_id: str, section: str, material: Material) -> str:
    return next(
        (str(item["data"]) for item in material["catalogue_data"] if item["evidence_id"] == f"{doc_id}#{section}"), ""
    )


def _price(value: str) -> Iterator[tuple[str, Form]]:
    yield "price", (value, "price")


def _rating(value: str) -> Iterator[tuple[str, Form]]:
    score = value.split(maxsplit=1)[0]
    yield "rating", (value, "rating")
    yield "score", (score, "rating")
    yield "outof", (f"{score} out of 5", "rating")


def _count(value: str) -> Iterator[tuple[str, Form]]:
    number = value.split(maxsplit=1)[0]
    yield "count", (value, "count")
    if number != "1":
        yield "buyers", (f"{number} buyers", "count")
        yield "reviews", (f"{number} reviews", "count")
        yield "buyers_start", (f"{number} buyers", "count")
        yield "count_start", (value, "count")


def _pieces(value: str) -> Iterator[tuple[str, Form]]:
    yield "pieces", (value, "pieces")
    yield "piece_adjective", (f"{value.split(maxsplit=1)[0]}-piece", "pieces")


def _age(value: str) -> Iterator[tuple[str, Form]]:
    yield "age", (value, "age")
    yield "ages", (value.removeprefix("for "), "age")
    if match := re.fullmatch(r"for (?:ages (\d+)|(\d+) (months)) and up", value):
        number, unit = match[1] or match[2], " months" if match[3] else ""
        yield "from_age", (f"from age {number}" if match[1] else f"from {number} months", "age")
        yield "and_up", (f"{number}{unit} and up", "age")
        yield "plus", (f"{number}{unit}+", "age")
        spelled = NAMES[int(number)] if int(number) < len(NAMES) else number
        yield "spelled", (f"{spelled}{unit} and up", "age")
    if match := re.fullmatch(r"for ages (\d+) to (\d+)", value):
        yield "spelled", (f"children aged {match[1]} to {match[2]}", "age")


def _players(value: str) -> Iterator[tuple[str, Form]]:
    seats = value.removeprefix("for ")
    yield "seats", (seats, "players")
    yield "seats_start", (seats, "players")
    if match := re.fullmatch(r"(\d+) to (\d+) players", seats):
        yield "seats", (f"{match[1]}-{match[2]} players", "players")
        yield "seats_start", (f"{_spelled(match[1])} to {_spelled(match[2])} players", "players")
        yield "most_players", (f"Up to {match[2]} players", "players")


def _spelled(number: str) -> str:
    return NAMES[int(number)] if int(number) < len(NAMES) else number


_WAYS: Mapping[str, Callable[[str], Iterator[tuple[str, Form]]]] = {
    "price": _price,
    "rating": _rating,
    "count": _count,
    "pieces": _pieces,
    "age": _age,
    "players": _players,
}


def wishes(product: Mapping[str, Any], material: Material) -> dict[str, Form]:
    """The shopper's own words, where the product keeps them."""
    found: dict[str, Form] = {}
    known = material.get("shopper", {})
    if known.get("budget") and product["doc_id"] in known["within_budget"]:
        found["budget"] = (known["budget"], None)
    years = re.fullmatch(r"age (\d+)", known.get("age", ""))
    if years and product["doc_id"] in known["for_this_age"]:
        found["child"] = (f"{_spelled(years[1])}-year-old", None)
    if wish := material.get("wish", ""):
        found["wish"] = (wish, None)
    return found


def compared(top: Forms, other: Forms) -> Iterator[tuple[str, Form]]:
    """How the two compare, as it is said of the one or, with "other_", of the other."""
    mine, its = _number("price", top), _number("price", other)
    if min(mine, its) >= 0 and top["price"][0][0] == other["price"][0][0]:
        amount = f"{top['price'][0][0]}{abs(mine - its):,.2f}".removesuffix(".00")
        yield from _of_prices(mine, its, amount)
    mine, its = _number("rating", top), _number("rating", other)
    if min(mine, its) >= 0 and mine != its:
        who = "" if mine > its else "other_"
        yield f"{who}rated_higher", ("rated higher", "comparison")
        yield f"{who}higher_rating", ("a higher rating", "comparison")
    if _number("count", top) > _number("count", other) >= 0:
        yield "more_ratings", ("more ratings", "comparison")


def _of_prices(mine: Decimal, its: Decimal, amount: str) -> Iterator[tuple[str, Form]]:
    if mine < its:
        yield "cheaper", (f"{amount} cheaper", "comparison")
        yield "plain_cheaper", ("cheaper", "comparison")
        yield "costs_less", ("costs less", "comparison")
        yield "less_by", (f"{amount} less", "comparison")
        yield "other_dearer", (f"{amount} more expensive", "comparison")
        yield "other_more_by", (f"{amount} more", "comparison")
        yield "other_costs_more", ("costs more", "comparison")
    if its < mine:
        yield "other_cheaper", ("cheaper", "comparison")
    if Decimal("0.85") * mine <= its < mine:
        yield "other_a_little_cheaper", ("a little cheaper", "comparison")


def _number(kind: str, known: Forms) -> Decimal:
    return Decimal(re.sub(r"[^\d.]", "", known[kind][0])) if kind in known else Decimal(-1)


# What a pattern says beside its slots, and which products it must be so of.
_SAYS: tuple[tuple[re.Pattern[str], str], ...] = (
    (re.compile(r"[Yy]our budget|wanted to spend|\bkeeps? you under|\{budget\}"), "within_budget"),
    (
        re.compile(
            r"boxes|good match|fits? the bill|matches (?:your|what)|\bfit\b|what you're after"
            r"|As (?:you (?:wanted|asked)|requested)|answers your request"
        ),
        "fits_every_wish",
    ),
)


def fill(pattern: str, material: Material, more: Forms | None = None) -> Line | None:
    """The pattern with its facts and claims, and `more` wordings; None where not all that it says is known and so."""
    top, *rest = material["products"]
    mine = forms(top, material) | wishes(top, material)
    its = forms(rest[0], material) if rest else {}
    its = {} if its.get("title") == mine["title"] else its  # two that go by one name cannot be told apart
    slots = mine | {("other" if name == "title" else f"other_{name}"): form for name, form in its.items()}
    slots |= dict(compared(mine, its)) | dict(more or {})
    used = list(dict.fromkeys(_SLOT.findall(pattern)))
    kept = (top["doc_id"] in material.get("shopper", {}).get(name, ()) for says, name in _SAYS if says.search(pattern))
    if any(name not in slots for name in used) or (more is None and not all(kept)):
        return None
    text = _SLOT.sub(lambda match: slots[match[1]][0], pattern)
    claims = (_claimed(name, slots[name], (top, *rest[:1])) for name in used if slots[name][1] is not None)
    return Line(text[0].upper() + text[1:], tuple(claims))


def _claimed(name: str, form: Form, products: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
    product = products[1] if name.startswith("other") else products[0]
    doc_id, (value, kind) = product["doc_id"], form
    ids = [fact["evidence_ids"] for fact in product["facts"] if fact["kind"] == kind]
    section = "features" if kind == "feature" else "listing"
    return claim(str(kind), value, doc_id, ids[0] if ids else [f"{doc_id}#{section}"])


def _one(patterns: Sequence[str], material: Material, chance: Random) -> Line | None:
    """One of the patterns that can be filled, drawn by chance."""
    for pattern in chance.sample(patterns, len(patterns)):
        if line := fill(pattern, material):
            return line
    return None


def in_fresh_words(halves: Sequence[Sequence[str]]) -> Writer:
    """A part: an honest answer in the words of these patterns."""
    recommending, telling, comparing, connecting, saying = halves

    def write(material: Material, chance: Random) -> Written:
        kinds = (recommending, telling, telling, telling, comparing, *([connecting] if chance.random() < 0.5 else []))
        lines = [line for patterns in kinds if (line := _one(patterns, material, chance))]
        shown = list({line.text: line for line in lines}.values())
        spoken = _one(saying, material, chance) or shown[0]
        return Written(as_json(shown, spoken), tuple(line.text for line in shown))

    return write
