"""The structured details that Amazon's UK shop runs together in one cell ("Item Weight1.2 KgAssembly RequiredYes")."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from assistant.language.text import fold
from assistant.matching.batteries import in_the_box

# The labels that occur; a value runs to the next of them. Longer ones first where one begins another.
_LABELS = (
    "Additional Information", "Assembly Required", "ASIN", "Batteries Included?", "Batteries Required?", "Batteries:",
    "Best Sellers Rank", "Brand", "Color", "Colour", "Customer Reviews", "Date First Available",
    "Delivery Destinations:", "Educational Objective(s)", "Engine Type", "Expand General Information", "Feedback",
    "Item Weight", "Item model number", "Main Language(s)", "Manufacturer recommended age:", "Manufacturer reference",
    "Material Care Instructions", "Material Composition", "Material Type(s)", "Model Number", "Number of Game Players",
    "Number of Pieces", "Number of Players", "Number of Puzzle Pieces", "Product Dimensions",
    "Radio Control Frequency", "Radio Control Number of Channels", "Radio Control Suitability",
    "Remote Control Included?", "Remote Control Type", "Scale", "Shipping Weight", "Technical Details",
    "Track Width/Gauge", "WEEE Directive",
)  # fmt: skip
_LABEL = re.compile(r"(?:(?<=\s)|^)(" + "|".join(re.escape(label) for label in _LABELS) + r")\s*:?\s*")
ASIN = re.compile(r"B0[0-9A-Z]{8}|[0-9]{9}[0-9X]")
_NOTHING = frozenset({"", "na", "n/a", "none", "no", "-", "unknown", "does not apply", "0", "tbc"})
_MATERIALS = re.compile(
    r"\b(?:acrylic|aluminium|aluminum|bamboo|beech|birch|brass|canvas|card|cardboard|ceramic|clay|cotton|fabric|"
    r"faux fur|felt|fleece|foam|fur|glass|latex|leather|lycra|mdf|metal|microfib(?:re|er)|neoprene|nylon|paper|pewter|"
    r"pine|plastic|plush|plywood|polyester|polypropylene|polyresin|porcelain|pvc|resine?|rubber|rubberwood|satin|"
    r"silicone|silk|stainless steel|steel|synthetic|tin|velboa|velcro|velvet|vinyl|wood|wooden|wool|zinc)\b",
    re.IGNORECASE,
)
_COLOURS = re.compile(
    r"\b(?:aqua|beige|black|blue|brown|clear|cream|gold|golden|gr[ae]y|green|ivory|lilac|maroon|navy|orange|pink|"
    r"purple|red|rose|silver|tan|teal|transparent|turquoise|violet|white|yellow|multi[- ]?colou?r(?:ed)?)\b",
    re.IGNORECASE,
)
_SCALE = re.compile(r"1\s*[:/]\s*(\d{1,4}(?:\.\d+)?)")
_GAUGES = frozenset({"OO", "HO", "N", "O", "G", "Z", "TT"})
_BATTERIES_STATED = re.compile(
    r"(\d{1,2}) (\S{1,12}) batter(?:y|ies) required\.?(?: \((not )?included\))?", re.IGNORECASE
)


def details(text: str) -> Mapping[str, str]:
    """The first value of each label; `text` is the cell with single spaces."""
    pieces = _LABEL.split(text)
    values: dict[str, str] = {}
    for label, value in zip(pieces[1::2], pieces[2::2], strict=True):
        values.setdefault(label, value.strip())
    return values


def model_number(found: Mapping[str, str]) -> str:
    """The maker's number, or the empty string."""
    values = (found.get(label, "") for label in ("Item model number", "Model Number", "Manufacturer reference"))
    return next((value for value in values if value.casefold() not in _NOTHING and len(value) <= 60), "")


def material(found: Mapping[str, str]) -> str:
    """The material as the list names it, where it names one; "Other" and names of products are not materials."""
    values = (found.get(label, "") for label in ("Material Type(s)", "Material Composition"))
    return next((value for value in values if _MATERIALS.search(value) and len(value.split()) <= 12), "")


def features(found: Mapping[str, str], text: str) -> tuple[str, ...]:
    """Plain lines that say what the details say and nothing more, and do not contradict `text` (title, description)."""
    return (*_batteries(found, text), *filter(None, _others(found)))


def _batteries(found: Mapping[str, str], text: str) -> list[str]:
    """What is said of batteries; "none needed" only where nothing else speaks of any."""
    stated, in_text = _BATTERIES_STATED.search(found.get("Batteries:", "")), in_the_box(fold(text))
    if stated:
        number, kind, without = stated.groups()
        needed = f"{number} {kind} {'battery' if number == '1' else 'batteries'} needed"
        # Where the text says the contrary of what is stated of batteries in the box, neither is repeated.
        if "included" not in stated[0] or in_text is bool(without):
            return [needed]
        return [f"{needed} ({'not ' if without else ''}included)"]
    required, included = found.get("Batteries Required?"), found.get("Batteries Included?", "")[:3].strip()
    if required == "Yes":
        if included == "Yes" and in_text is not False:
            return ["batteries included"]
        is_without = included == "No" and in_text is not True
        return ["batteries needed (not included)" if is_without else "batteries needed"]
    if required == "No" and included != "Yes" and not re.search(r"batter(?:y|ies)", text, re.IGNORECASE):
        return ["no batteries needed"]
    return []


def _others(found: Mapping[str, str]) -> Iterator[str]:
    """What the other labels say, where it is said in words that mean it."""
    yield {"Yes": "assembly required", "No": "no assembly needed"}.get(found.get("Assembly Required", ""), "")
    colour = found.get("Color") or found.get("Colour") or ""
    if _COLOURS.search(colour) and len(colour.split()) <= 6:
        yield f"colour: {colour}"
    if scale := _SCALE.fullmatch(found.get("Scale", "")):
        yield f"scale 1:{scale[1]}"
    if (gauge := found.get("Track Width/Gauge", "").upper()) in _GAUGES:
        yield f"{gauge} gauge track"
    if found.get("Remote Control Included?", "").startswith("Yes"):
        yield "remote control included"
    learning = found.get("Educational Objective(s)", "").replace("Spacial", "Spatial")
    if learning and learning != "Play":
        yield f"for learning: {learning.lower()}"
