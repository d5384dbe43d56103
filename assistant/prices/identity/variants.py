"""The words that make a different product out of the same name: refill, spare part, replica, used, junior, and so on.

Each class must be on both sides or on neither. A page that says "used" is not the new toy of the catalogue, and a page
that does not say "refill" is not the catalogue's refill.
"""

from __future__ import annotations

import re

from assistant.language.text import fold, stem

FIGURE, BUNDLE = "single figure", "bundle"
_WITHIN = re.compile(r"\b(?:with|including|includes|incl)\b")
_CLASSES = {
    "refill": r"refills?|refill pack|replacements?|cartridges?|top[- ]up|nachfull\w*|recharges?|ricarica",
    "expansion": r"expansions?|expansion pack|add[- ]?ons?|extension|extension pack|boosters?|booster pack|supplement|"
    r"erweiterung|requires (?:the )?base game",
    "spare part": r"spares?|spare parts?|parts only|replacement parts?|ersatzteile?|(?:only|just) the \w+|"
    r"\w+ only(?!\s+(?!from|no|for|with)[a-z])|from (?:the )?set|missing pieces?|wheels? for|"
    r"(?:bag|box|part|piece)s? \d+ of \d+|pieces? detachees?|"
    r"pieza suelta|recambios?|(?:di )?ricambio|onderdelen|nur (?:figur|teil)\w*",
    # "With 3 minifigures" counts what is in the box; "keeper minifigure" is what was taken out of it.
    FIGURE: r"(?<!\d )(?:mini[- ]?fig(?:ure)?s?|figurines?|figure)",
    "replica": r"replicas?|imitation|knock[- ]?off|copy of|alternatives?|alternative to|inspired by|unbranded|custom|"
    r"moc|fake|unofficial|non[- ]?original|clone",
    "unofficial": r"fan[- ]?made|unlicen[cs]ed|non[- ]?licen[cs]ed",
    "accessory": r"compatible|compatible with|fits|suitable for|designed for|light(?:ing)? kits?|led kits?|"
    r"display (?:case|stand|box|frame)|dust cover|carry(?:ing)? case|travel case|instructions?(?: manual)?|manual|"
    r"posters?|stickers? (?:sheet|only)|costumes?|key ?rings?|t[- ]?shirts?|storage (?:case|bag|box) for|decals?|"
    r"(?:wall )?mounts?|brackets?|stands?|motor(?: kit)?|upgrade(?: kit)?|(?:bau)?anleitung|notice(?: de montage)?|"
    r"istruzioni|magazine|booklet|book",
    "used": r"used|pre[- ]?owned|pre[- ]?loved|second[- ]?hand|2nd hand|refurb\w*|renewed|open(?:ed)? box|"
    r"ex[- ]display|damaged?|no box|unboxed|incomplete|gebraucht\w*|usat[oa]|usad[oa]|"
    r"occasion|reconditionne\w*|segunda mano|tweedehands|gebruikt|generaluberholt|b-ware|ohne ovp|begagnad|faulty|"
    r"for parts|built once|pre-?built|中古\w*|б/у",
    "pre-order": r"pre[- ]?orders?|coming soon|vorbestell\w*|precommande",
    BUNDLE: r"bundles?|job ?lot|multi[- ]?buy|multi[- ]?packs?|value packs?|combo|combo pack|mega pack|bulk|konvolut|"
    r"with free|\+ free|(?<=\s)\+(?=\s)",
    "hire": r"hire|rental|to rent|subscriptions?|gift cards?|gift vouchers?|e[- ]?vouchers?",
    "digital": r"download|printable|pdf|digital|app|video game|dvd|blu[- ]?ray|cd|audio ?book|e[- ]?book|pattern",
    "junior": r"junior|jr|my first|toddler|baby|kids edition|children'?s edition|first edition for kids",
    "travel": r"travel|pocket|compact|portable|on the go|to go|fun[- ]size|reise",
    "small": r"mini|miniature|micro|small",
    "large": r"giant|jumbo|xl|xxl|large|big|oversized?|maxi|huge",
    "deluxe": r"deluxe|de luxe|premium|ultimate|luxury|super deluxe|platinum|gold edition",
    "limited": r"limited|collector'?s?|anniversary|special|exclusive|signed|commemorative|prestige",
    "electronic": r"electronic|talking|banking|e[- ]?banking|remote control(?:led)?|rc|radio control(?:led)?|"
    r"motori[sz]ed",
    "card or dice game": r"card game|dice game|cards? edition|dice edition",
    "level": r"starter|beginner'?s?|advanced|pro|expert|plus|lite|express|basic|master|extreme",
    "new version": r"new (?:version|edition|design|look|generation)|(?:updated|revised|remastered) (?:version|edition)",
    "language": r"(?:german|french|spanish|italian|dutch|polish|japanese|us|american|uk|english)"
    r" (?:edition|version|language|import)|deutsche (?:ausgabe|version)|edition francaise|version francaise",
    "assortment": r"random(?:ly)?|mystery|blind (?:bag|box|pack)s?|lucky dip|surprise (?:bag|box|pack)s?|sealed bag",
    "empty": r"box only|empty box|packaging only|no figures?|display only|sample|leerkarton|nur karton|"
    r"boite vide|scatola vuota",
}
_PATTERNS = {name: re.compile(rf"(?<![a-z0-9])(?:{words})(?![a-z0-9])") for name, words in _CLASSES.items()}
# Words of which a name holds one in the place of another: two names that both choose must choose alike.
_ALTERNATIVES = {
    "colour": "red|blue|green|yellow|orange|purple|pink|black|white|brown|gr[ea]y|silver|gold|turquoise|beige|"
    "(?<!ice )(?<!ice-)cream|lilac|teal|navy|violet|rainbow|natural",
    "occasion": "birthday|christmas|xmas|easter|halloween|valentine|wedding|christening|graduation|retirement|advent",
    "audience": "boys?|girls?|men|women|ladies|mens|womens",
    "grown-ups or children": "adults?|kids?|child|children|childrens|toddlers?",
    # What trading cards and fillers are sold by.
    "booster": r"booster (?:box|pack|display|bundle|case|tin|blister)",
}
_CHOICES = {group: re.compile(rf"\b(?:{words})\b") for group, words in _ALTERNATIVES.items()}


def variants(text: str) -> frozenset[str]:
    """The classes of variant words in a text."""
    folded = fold(text)
    named = {name for name, pattern in _PATTERNS.items() if pattern.search(folded)}
    # "With driver minifigure" says what is in the box as well.
    is_within = not _PATTERNS[FIGURE].search(_WITHIN.split(folded)[0])
    return frozenset(named - {FIGURE} if is_within else named)


def alternatives(text: str) -> dict[str, tuple[str, ...]]:
    """What a text chooses of each group of alternatives, in order: {"colour": ("black", "white")}."""
    folded = fold(text).replace("gray", "grey")
    found = {group: tuple(dict.fromkeys(map(stem, pattern.findall(folded)))) for group, pattern in _CHOICES.items()}
    return {group: chosen for group, chosen in found.items() if chosen}
