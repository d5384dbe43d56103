"""Private data taken out of a message before anything else sees it.

Cards, bank accounts, e-mails, phones, addresses, the day of a birth and National Insurance numbers.
"""

from __future__ import annotations

import re
import unicodedata
from bisect import bisect_right
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

# Twice as long as a message may be: what was taken out of one may have a longer name.
_MOST_CHARS = 4_000
_INVISIBLE = frozenset({"Cc", "Cf", "Cn", "Co", "Cs"})
# Phones write a blank beside the mark; "two cars @ 5.99 each" is a price.
_EMAIL = re.compile(r"(?<![\w.+-])[\w.+-]++ ?@ ?[\w-]+(?:\.[\w-]+)*\.[^\W\d_][\w-]*\b")
# "jo (at) example.com", "jo[at]example[dot]com": nothing else is written so.
_BRACKETED_EMAIL = re.compile(
    r"(?<![\w.+-])[\w.+-]++ ?[\[({] ?at ?[\])}] ?[\w-]+(?:(?: ?[\[({] ?dot ?[\])}] ?|\.)[\w-]+)+\b", re.IGNORECASE
)
# "Jo at example dot org"; "I saw it at argos dot co dot uk" is a shop.
_SAID_EMAIL = re.compile(
    r"(?<![\w.+-])(?![.+-]*(?:me|us|it|him|her|them|this|that|one|you|look|is|are|be)\b)[\w.+-]++ [\[(]?at[\])]? [\w-]+"
    r"(?: [\[(]?dot[\])]? \w+)* [\[(]?dot[\])]? (?:com|org|net|edu|uk|ie|io|eu|us|ca|au|de|fr)\b",
    re.IGNORECASE,
)
# Shorter ones are neither a card's nor a phone's: without any, neither library is loaded.
_LONG_NUMBER = re.compile(r"\d(?:(?:[^\w£$€]|_){0,3}\d){8}")
# A card's 13 to 19 digits (ISO/IEC 7812-1), and what may stand around them in one row of digits.
_GAP = r"[\s_‐‑–—-]{0,3}"
_ROW = re.compile(rf"(?<!\d)(?<!\d\.)\d(?:(?:{_GAP}\d){{12,}}|(?:\.?\d){{12,}})(?!\d|\.\d)")
# Any marks may stand between the groups where they are a card's; scales ("1/72 1/48") and lists have others.
_MARKED_ROW = re.compile(
    r"(?<!\d)\d{4}(?:[^\w,£$€]{1,3}\d{4}){3}(?!\d)|(?<!\d)\d{4}[^\w,£$€]{1,3}\d{6}[^\w,£$€]{1,3}\d{4,5}(?!\d)"
    # With commas years and sets are listed; cards begin otherwise than years.
    r"|(?<![\d,£$€])[3-6]\d{3}(?:,\d{4}){3}(?!\d|,\d)"
)
# Beside the name of a card's code three or four digits by themselves are one.
_CODE_NAME = r"\b(?:cvv2?|cvc2?|csc|(?:card )?(?:security|verification) (?:code|number)|digits on (?:the )?back)\b"
_CODE = r"(?<![\w£$€.,])(?<!\d-)\d(?: ?\d){2,3}(?![\w%]|[.,]\d)"
_NAMED_CODE = re.compile(rf"({_CODE_NAME}\D{{0,25}}){_CODE}|{_CODE}(\D{{0,25}}{_CODE_NAME})", re.IGNORECASE)
_CARD_DIGITS, _CARD_GROUPS = range(13, 20), 5
# What follows is the number of a product ("EAN-13 …"), or several of the maker's own.
_LABEL = re.compile(
    r"\b(?:ean|gtin|upc|isbn|asin|sku|bar ?code)s?(?:[ -]?1[03]\b)?(?:\W*(?:no|number|code|is)\b)?\W*$", re.IGNORECASE
)
_KINDS_OF_EAN = frozenset({"8", "10", "12", "13", "14"})
_OF_SETS = re.compile(r"\b(?:lego|playmobil|sets?|models?)\W*$", re.IGNORECASE)
_SET_DIGITS = range(4, 7)
# So many characters before a number say what it is; all of them, read for each of many numbers, would take long.
_REACH = 80
# A row of digits that may hold phones, and the groups in it: two phones may stand in one, or a phone and a count.
_PHONES_ROW = re.compile(r"(?<![\w£$€])[+＋(]{0,3}\d(?:[\s().‐‑–—-]{0,3}[+＋(]?\d)*")
_GROUP = re.compile(r"(?:\((?=[+＋]?\d+\)))?[+＋]?\d+")
_PHONE_DIGITS, _BRITISH_DIGITS, _AMERICAN_DIGITS = range(9, 17), range(10, 12), range(10, 12)
_ABROAD = ("+", "＋", "(+", "00", "011")
# America writes no prefix: joined by these it is no row of counts ("300 500 1000 pieces").
_AMERICAN = re.compile(r"(?:1[ .-]?)?\(?\d{3}(?:\) ?|[.-])\d{3}[ .-]\d{4}")
# "A 4 wheel drive car" and "20 quid for a race court" are no addresses.
_COUNTED = (
    r"(?:pieces?|pcs?|wheels?|inch(?:es)?|cm|mm|foot|feet|ft|years?|yrs?|months?|lanes?|players?|people|cars?|in|"
    r"pounds|quid|euros?|dollars|bucks)\b"
)
# "He's 80 and used to drive trains" and "under 50, not the off road one" name no street, nor does sesame street.
_NO_NAME = (
    r"(?:and|or|to|used|who|which|that|is|was|he|she|they|loves?|likes?|not|no|any|but|an?|for|with|please|max|off|"
    r"about|from|sesame)\b"
)
# They mean more than streets: "7 Oak Grove" and "7 oak grove, leeds" are some, "2 robots that walk" are none.
_GREENS = "grove|gardens|mews|place|walk|way"
_STREET = re.compile(
    r"\bp\.? ?o\.? ?box \d+|"
    # France and Germany.
    r"\b\d{1,4}(?: ?(?:bis|ter))?,? rue (?:(?:de|du|des) )?(?:l[ae] )?[\w'’-]+|"
    r"\b[^\W\d_]{3,}(?:straße|strasse|str\.) ?\d{1,3}[a-z]?\b|"
    r"(?<!lego )(?<!playmobil )(?<!set )(?<!model )(?<!pack of )(?<!set of )(?<!box of )"
    # Sums and ages are no house numbers.
    r"(?<![\d.:/£$€])(?<![£$€] )(?<!\d[-–])(?<!under )(?<!over )(?<!below )(?<!than )(?<!ages )(?<!aged )(?<!age )"
    rf"\b(?:\d{{1,5}}[-–])?\d{{1,5}}[a-z]?,? (?!{_COUNTED})"
    rf"(?:(?!{_NO_NAME})[A-Za-z][\w']*\.? ){{0,3}}?(?!{_NO_NAME})[A-Za-z][\w']* (?:street|road|avenue|lane|drive|close|"
    r"crescent|court|square|terrace|boulevard|st|rd|ave|ln|blvd|dr(?=\.?(?:,|$))|"
    rf"(?-i:{_GREENS.title()})|(?:{_GREENS})(?=, (?!{_NO_NAME})[a-z]))\b(?!-)"
    r"(?! (?:lights?|lamps?|signs?|scenes?|tracks?)\b)"
    # "The 4 Privet Drive set" is a toy's name.
    r"(?! (?:\w+ )?(?:lego|set|kit|model|moc|book|playset)\b)\.?"
    r"(?:,? [A-Z]{1,2}\d[A-Z\d]? ?\d[A-Z]{2}\b|,? \d{5}(?:-\d{4})?\b)?",
    re.IGNORECASE,
)
# The areas of British postcodes and the letters of their second half: "mk2 3rd edition" and "ps5 4tb" are none.
_AREAS = (
    "A[BL]|B[ABDHLNRST]?|C[ABFHMORTVW]|D[ADEGHLNTY]|E[CHNX]?|F[KY]|G[LUY]?|H[ADGPRSUX]|I[GMPV]|JE|K[ATWY]|L[ADELNSU]?|"
    "M[EKL]?|N[EGNPRW]?|O[LX]|P[AEHLOR]|R[GHM]|S[AEGKLMNOPRSTWY]?|T[ADFNQRSW]|UB|W[ACDFNRSV]?|YO|ZE"
)
_POSTCODE = re.compile(
    rf"\b(?:{_AREAS})\d[A-Z\d]?(?: {{0,2}}|-)\d(?!(?:st|nd|rd|th|ft|yr|ds|wd|tb|gb|lb|hp)\b)[ABD-HJLNP-UW-Z]{{2}}\b",
    re.IGNORECASE,
)
_STATES = (
    "A[KLRZ]|C[AOT]|D[CE]|FL|GA|HI|I[ADLN]|K[SY]|LA|M[ADEINOST]|N[CDEHJMVY]|O[HKR]|PA|RI|S[CD]|T[NX]|UT|V[AT]|W[AIVY]"
)
_ZIP = re.compile(
    rf"(\bzip(?: ?code)?(?:\W{{0,2}}(?:is|number|no))?\W{{0,3}}|(?-i:, ?(?:{_STATES}) ))\d{{5}}(?:-\d{{4}})?\b|"
    r"(?<![\w-])()\d{5}-\d{4}(?![\w-])",
    re.IGNORECASE,
)
_IBAN = re.compile(r"\b[A-Z]{2}\d{2}(?: ?[A-Z\d]{4}){2,7}(?: ?[A-Z\d]{1,3})?\b", re.IGNORECASE)
# A British account: its sort code and its number, each behind its word, or both together.
_ACCOUNT = re.compile(
    r"\b(?<!on )((?:sort ?code|acc(?:oun)?t?s?(?: ?(?:no|num|number))?)\b[^\d£$€]{0,12})\d(?:[ -]?\d){5,7}(?![\w-])"
    r"|\b()\d\d-?\d\d-?\d\d ?/ ?\d{8}\b",
    re.IGNORECASE,
)
_INSURED = re.compile(
    r"\b(?!BG|GB|KN|NK|NT|TN|ZZ)[A-CEGHJ-PR-TW-Z][A-CEGHJ-NPR-TW-Z](?:[ -]?\d\d){3}[ -]?[A-D]\b", re.IGNORECASE
)
_MONTH = "(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*"
_BORN = re.compile(
    r"\b((?:born|dob|d\.o\.b\.?|date of birth|birth ?date)\b[^\d]{0,12})"
    rf"(?:\d{{1,2}}([./ -])\d{{1,2}}\2\d{{2,4}}|\d{{4}}([./-])\d{{1,2}}\3\d{{1,2}}|"
    rf"\d{{1,2}}(?:st|nd|rd|th)?(?: of)? {_MONTH},? \d{{2,4}}|"
    rf"{_MONTH} \d{{1,2}}(?:st|nd|rd|th)?,? \d{{4}})\b",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Redaction:
    """A text safe to keep, on one line, and whether anything private was taken out of it."""

    text: str
    found: bool


def plain(text: str) -> str:
    """The text on one line, nothing invisible, no mark doubled; what is longer than any message is cut.

    Whoever keeps or compares what somebody wrote has it so: "0770<zero-width space>0900123" is a phone, too.
    """
    seen = (char for char in text[:_MOST_CHARS] if char.isspace() or unicodedata.category(char) not in _INVISIBLE)
    # "kubb??" asks for what "kubb?" does
    return re.sub(r"([!?])[!?]*\1", r"\1", " ".join("".join(seen).split()))


def redact(text: str) -> Redaction:
    """The text, `plain`, with every piece of private data replaced by its name in brackets."""
    text = plain(text)
    clean = _SAID_EMAIL.sub("[email]", _BRACKETED_EMAIL.sub("[email]", _EMAIL.sub("[email]", text)))
    clean = _ACCOUNT.sub(r"\1[bank account]", _IBAN.sub(_without_iban, clean))
    clean = _BORN.sub(r"\1[date of birth]", _INSURED.sub("[insurance number]", clean))
    if _LONG_NUMBER.search(clean):
        clean = _ROW.sub(_without_cards, clean)
        clean = _MARKED_ROW.sub(_without_card, clean)
        clean = _PHONES_ROW.sub(_without_phones, clean)
    clean = _STREET.sub("[address]", clean)
    clean = _POSTCODE.sub("[postcode]", clean)
    clean = _ZIP.sub(r"\1[postcode]", clean)
    clean = _NAMED_CODE.sub(lambda found: f"{found[1] or ''}[card]{found[2] or ''}", clean)
    return Redaction(clean, clean != text)


_NO_DIGIT = re.compile(r"[^0-9]+")


def _without_cards(row: re.Match[str]) -> str:
    """A row of digits less the cards in it: all of it, or parts that are grouped as cards are."""
    spans = [match.span() for match in re.finditer(r"\d+", row[0])]
    groups = [_plain_digits(row[0][start:end]) for start, end in spans]
    before = _before(row)
    begin = _groups_of_a_product_number(groups) if _LABEL.search(before) else 0
    listed = bool(_OF_SETS.search(before)) and all(len(group) in _SET_DIGITS for group in groups)
    found = [
        (spans[first][0], spans[last - 1][1])
        for first, last in _parts(begin, len(groups))
        if ((last - first == len(groups) - begin and not listed) or _is_grouped_as_cards(groups[first:last]))
        and _is_card(groups[first:last])
    ]
    return _replaced(row[0], found, "[card]")


def _without_card(row: re.Match[str]) -> str:
    """A row of four groups, whatever stands between them, less the card that it may be."""
    return "[card]" if _is_card([_plain_digits(row[0])]) else row[0]


def _without_iban(row: re.Match[str]) -> str:
    from stdnum import iban  # noqa: PLC0415

    return "[bank account]" if iban.is_valid(row[0]) else row[0]


def _parts(begin: int, end: int) -> Iterator[tuple[int, int]]:
    """The whole of some groups, and every part of it that a card could be."""
    if begin < end:
        yield begin, end
    for first in range(begin, end):
        yield from ((first, last) for last in range(first + 1, min(first + _CARD_GROUPS, end) + 1))


def _before(row: re.Match[str]) -> str:
    return row.string[max(0, row.start() - _REACH) : row.start()]


def _plain_digits(text: str) -> str:
    """The digits of a text, in ASCII whatever the script."""
    if text.isascii():
        return _NO_DIGIT.sub("", text)
    return "".join(str(int(char)) for char in text if char.isdecimal())


def _is_card(groups: list[str]) -> bool:
    from stdnum import luhn  # noqa: PLC0415  (some 30 ms that most messages need not pay)

    digits = "".join(groups)
    return len(digits) in _CARD_DIGITS and luhn.is_valid(digits)


def _is_grouped_as_cards(groups: list[str]) -> bool:
    """4 4 4 4, 4 4 4 4 3, 4 6 5, 4 6 4, or not at all."""
    sizes = [len(group) for group in groups]
    fours = all(size == 4 for size in sizes[:-1]) and sizes[-1] <= 4
    return len(sizes) == 1 or fours or sizes[:-1] == [4, 6]


def _groups_of_a_product_number(groups: list[str]) -> int:
    """How many groups make up the EAN, ISBN or the like that they begin with; none where they begin with none."""
    from stdnum import ean  # noqa: PLC0415

    begin = int(groups[0] in _KINDS_OF_EAN)
    return next((end for end in range(begin + 1, len(groups) + 1) if ean.is_valid("".join(groups[begin:end]))), 0)


def _without_phones(row: re.Match[str]) -> str:
    """A row of digits less the phone numbers in it; the library's own matcher gives up where a count follows one."""
    if _LABEL.search(_before(row)):
        return row[0]
    spans = [match.span() for match in _GROUP.finditer(row[0])]
    found: list[tuple[int, int]] = []
    first = 0
    while first < len(spans):
        start, ends = spans[first][0], [end for _, end in spans[first : first + _PHONE_DIGITS.stop]]
        end = next((end for end in reversed(ends) if _is_phone(row[0][start:end])), 0)
        found += [(start, end)] if end else []
        first += bisect_right(ends, end) if end else 1
    return _replaced(row[0], found, "[phone]")


def _is_phone(written: str) -> bool:
    """Whether a number is written as a phone's, and possible: the fictional 07700 900123 is as private as any."""
    digits = _plain_digits(written)
    if len(digits) not in _PHONE_DIGITS:
        return False
    groups = [int(group) for group in re.findall(r"\d+", written)]
    if len(groups) > 1 and groups == list(range(groups[0], groups[0] + len(groups))):
        return False  # counting
    if digits.startswith("0") and len(digits) in _BRITISH_DIGITS and not {".", " "} <= set(written):
        return _is_possible(written, "GB")
    if written.startswith(_ABROAD):
        return _is_possible(written, "US" if written.startswith("011") else "GB")
    counts = digits.startswith("0") or all(group % 50 == 0 for group in groups)
    return bool(_AMERICAN.fullmatch(written)) or (not counts and _is_american(digits))


def _is_american(digits: str) -> bool:
    import phonenumbers  # noqa: PLC0415

    return len(digits) in _AMERICAN_DIGITS and phonenumbers.is_valid_number(phonenumbers.parse(digits, "US"))


def _is_possible(written: str, region: str) -> bool:
    import phonenumbers  # noqa: PLC0415

    try:
        return phonenumbers.is_possible_number(phonenumbers.parse(written, region))
    except phonenumbers.NumberParseException:
        return False


def _replaced(text: str, spans: Iterable[tuple[int, int]], name: str) -> str:
    """The text with the name in the place of the spans; those that overlap are one."""
    end = 0
    parts: list[str] = []
    for start, stop in sorted(spans):
        if start >= end:
            parts += [text[end:start], name]
        end = max(end, stop)
    return "".join((*parts, text[end:]))
