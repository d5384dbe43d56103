"""Sizes and weights as shops state them, in one spelling and nothing else in the cell."""

from __future__ import annotations

import re

_NUMBER = r"\d+(?:[.,]\d+)?"
_UNITS = {"centimetres": "cm", "centimeters": "cm", "millimetres": "mm", "millimeters": "mm", "metres": "m"}
_SIZE = re.compile(
    rf"(?P<numbers>{_NUMBER}(?: ?(?:x|×|by) ?{_NUMBER}){{0,2}})[ -]?"
    r"(?P<unit>cm|mm|m|centimet(?:re|er)s|millimet(?:re|er)s|metres|inches|inch|in|ft|feet)\b",
    re.IGNORECASE,
)
_IN_TITLE = re.compile(
    # The year that ends a quotation is no length.
    rf"(?<![\w.,:/])(?!(?:19|20)\d\d[\"”]){_NUMBER}(?: ?(?:x|×|by) ?{_NUMBER}){{0,2}}[ -]?"
    r"(?:cm|mm|centimet(?:re|er)s|inch(?:es)?|[\"”]|ft)(?![\w/])",
    re.IGNORECASE,
)
# What a shop's form is filled with where nobody measured anything.
_FILLED_IN = frozenset(" x ".join([side] * 3) for side in ("0.1", "1", "10", "25.4", "100"))
# '96" x 60" x 20"' is said with one unit elsewhere.
_EACH_WITH_UNIT = re.compile(r"(?P<number>\d)(?:\"|”| ?cm| ?in(?:ch(?:es)?)?) ?[x×] ?(?=\d)", re.IGNORECASE)
# "10ft x 30in": a pool's width and depth.
_FEET_AND_INCHES = re.compile(
    rf"(?<![\w.,:/])(?P<feet>{_NUMBER}) ?(?:ft|feet|['’]) ?[x×] ?(?P<inches>{_NUMBER}) ?(?:in(?:ch(?:es)?)?\b|[\"”])",
    re.IGNORECASE,
)
_OF_ANOTHER = re.compile(r"\b(?:for|fits?|to fit|holds|suits|suitable)\b", re.IGNORECASE)
_WEIGHT = re.compile(
    rf"(?P<number>{_NUMBER}) ?(?P<unit>kg|kilograms?|g|grams?|ounces?|oz|pounds?|lbs?)\b", re.IGNORECASE
)
_WEIGHT_UNITS = {
    "kilogram": "kg", "gram": "g", "ounce": "oz", "pound": "lb", "lb": "lb", "oz": "oz", "kg": "kg", "g": "g",
}  # fmt: skip


def size(text: str) -> str:
    """A length or up to three, "40 x 29.8 x 8 cm"; empty where the text begins with none."""
    match = _SIZE.match(text.strip())
    if match is None:
        return ""
    numbers = re.sub(r" ?(?:x|×|by) ?", " x ", match["numbers"].lower())
    if numbers in _FILLED_IN:
        return ""
    unit = match["unit"].lower()
    return f"{numbers} {_UNITS.get(unit, 'inches' if unit in ('in', 'inch') else unit)}"


def size_in_title(title: str) -> str:
    """The one size that a title states of the toy, "PUG DOG TOY 30CM"; empty where it states none, or several.

    What stands behind "for" or "fits" is another thing's: "Outfit for 18 inch Dolls".
    """
    if (mixed := _FEET_AND_INCHES.search(title)) and not _OF_ANOTHER.search(title):
        return f"{mixed['feet']} ft x {mixed['inches']} inches"
    plain = _EACH_WITH_UNIT.sub(r"\g<number> x ", title)
    found = {size(match.group().replace('"', " inches").replace("”", " inches")) for match in _IN_TITLE.finditer(plain)}
    # "96 x 60 x 20 inches, 8ft" gives its length twice.
    sides = [one for one in found if " x " in one] or list(found)
    return sides[0] if len(sides) == 1 and not _OF_ANOTHER.search(title) else ""


def weight(text: str) -> str:
    """A weight, "1.2 kg"; empty where the text begins with none, or with nought."""
    match = _WEIGHT.match(text.strip())
    if match is None or not float(match["number"].replace(",", ".")):
        return ""
    unit = match["unit"].lower()
    return f"{match['number']} {_WEIGHT_UNITS[unit if unit in _WEIGHT_UNITS else unit.removesuffix('s')]}"
