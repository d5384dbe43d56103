"""Words by which a name says that it is not the new toy, and words of which one name holds one in place of another's.

Each condition must be on both sides or on neither. A page that says "used" is not the new toy of the catalogue, and a
page that does not say "spare part" is not the catalogue's spare part. What else makes another product of a name
("junior", "expansion", "travel") is read with the name's other words.
"""

from __future__ import annotations

import re

from assistant.language.text import fold, stem

_CONDITIONS = {
    "spare part": r"spares?|spare parts?|parts only|replacements?|(?:wall )?mounts?|stands?|instructions?|manuals?|"
    r"motor kits?|ersatzteile?|(?:only|just) the \w+|"
    r"\w+ only(?!\s+(?!from|no|for|with)[a-z])|from (?:the )?set|missing pieces?|"
    r"(?:bag|box|part|piece)s? \d+ of \d+|pieces? detachees?|pieza suelta|recambios?|(?:di )?ricambio|onderdelen|"
    r"nur (?:figur|teil)\w*|(?:bau)?anleitung|notice(?: de montage)?|istruzioni",
    "refill": r"refills?|cartridges?|recharges?|nachfull\w*|ricarica",
    "unofficial": r"knock[- ]?off|copy of|alternative to|inspired by|unbranded|moc|fake|unofficial|non[- ]?original|"
    r"clone|^replicas?|fan[- ]?made|unlicen[cs]ed|non[- ]?licen[cs]ed|imitation",
    "for it": r"compatible|compatible with|fits|suitable for|light(?:ing)? kits?|led kits?",
    "used": r"used|pre[- ]?owned|pre[- ]?loved|second[- ]?hand|2nd hand|refurb\w*|renewed|open(?:ed)? box|"
    r"ex[- ]display|damaged?|no box|unboxed|incomplete|gebraucht\w*|usat[oa]|usad[oa]|"
    r"occasion|reconditionne\w*|segunda mano|tweedehands|gebruikt|generaluberholt|b-ware|ohne ovp|begagnad|faulty|"
    r"for parts|built once|pre-?built|中古\w*|б/у",
    "pre-order": r"pre[- ]?orders?|coming soon|vorbestell\w*|precommande",
    "bundle": r"bundles?|job ?lot|multi[- ]?buy|konvolut|with free|\+ free",
    "new version": r"new (?:version|edition|generation)|(?:updated|revised|remastered) (?:version|edition)",
    "hire": r"hire|rental|to rent|subscriptions?|gift cards?|gift vouchers?|e[- ]?vouchers?",
    "digital": r"download|printable|pdf|video game|dvd|blu[- ]?ray|audio ?book|e[- ]?book",
    "empty": r"box only|empty box|packaging only|no figures?|display only|sample|leerkarton|nur karton|"
    r"boite vide|scatola vuota",
}
_PATTERNS = {name: re.compile(rf"(?<![a-z0-9])(?:{words})(?![a-z0-9])") for name, words in _CONDITIONS.items()}
_ALTERNATIVES = {
    "colour": "red|blue|green|yellow|orange|purple|pink|black|white|brown|gr[ea]y|silver|gold|turquoise|beige|"
    "(?<!ice )(?<!ice-)cream|lilac|teal|navy|violet|rainbow|natural",
    "occasion": "birthday|christmas|xmas|easter|halloween|valentine|wedding|christening|graduation|retirement|advent",
    "audience": "boys?|girls?|men|women|ladies|mens|womens",
}
_CHOICES = {group: re.compile(rf"\b(?:{words})\b") for group, words in _ALTERNATIVES.items()}


def conditions(text: str) -> frozenset[str]:
    """What a text says that the product is besides the new toy."""
    folded = fold(text)
    return frozenset(name for name, pattern in _PATTERNS.items() if pattern.search(folded))


def alternatives(text: str) -> dict[str, tuple[str, ...]]:
    """What a text chooses of each group of alternatives, in order: {"colour": ("black", "white")}."""
    folded = fold(text).replace("gray", "grey")
    found = {group: tuple(dict.fromkeys(map(stem, pattern.findall(folded)))) for group, pattern in _CHOICES.items()}
    return {group: chosen for group, chosen in found.items() if chosen}
