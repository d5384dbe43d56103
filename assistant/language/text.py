"""Words and wording shared by every layer: folding, stems, and how ages are written.

Pure functions. The stems are for comparing a wish with a product's text, not for indexing (the engines stem for
themselves), so that "puzzles" meets "puzzle" and "dolls'" meets "doll" and little else does.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Set
from dataclasses import replace
from functools import lru_cache

from assistant.schema import AgeRange, Product

# Words that join others and name nothing; what else says nothing depends on who listens, and stands there.
FUNCTION_WORDS = frozenset("a an and are by for from in is it of on or the to with your".split())
_WORD = re.compile(r"[a-z0-9]+(?:[.'][a-z0-9]+)*")
# What most texts are made of; it needs no look at every letter.
_PLAIN = re.compile(r"[\x00-\x7f£€’‘–—]*")
# "2½" is two and a half, and not twenty-one halves.
_FRACTION = re.compile(r"(?<=\d)(?=[¼½¾])")
# Shoes and canoes keep their e.
_PLURALS_IN_ES = ("shes", "ches", "sses", "xes", "heroes", "minoes", "tatoes", "nadoes", "lcanoes")
# Read with its name, it would make another word of it: "Star WarsTM".
TRADE_MARK = re.compile(r"™|(?<=[a-z])TM\b")


def fold(text: str) -> str:
    """Lower case without accents, with plain apostrophes and fractions: the form in which texts are compared."""
    if text.isascii():
        return text.lower()
    if _PLAIN.fullmatch(text):
        return text.replace("’", "'").replace("‘", "'").lower()
    apart = _FRACTION.sub(" ", text.replace("’", "'").replace("‘", "'"))
    decomposed = unicodedata.normalize("NFKD", apart).replace("⁄", "/")
    return "".join(char for char in decomposed if not unicodedata.combining(char)).casefold()


def jaccard(one: Set[str], other: Set[str]) -> float:
    """The share of words that two texts have in common, of all that either has (Jaccard, 1912); 0 of no words."""
    return len(one & other) / max(1, len(one | other))


def words(text: str) -> list[str]:
    """The folded words of a text, in order: letters and digits, hyphens split, "2.4" and "doll's" kept whole."""
    if "TM" in text or "™" in text:
        text = TRADE_MARK.sub("", text)
    return _WORD.findall(fold(text))


def brand_key(brand: str) -> str:
    """A brand's words, however its joints are written: "Melissa & Doug" and "melissa and doug" are one."""
    return " ".join(word for word in words(brand) if word != "and")


@lru_cache(maxsize=65_536)
def stem(word: str) -> str:
    """A folded word without its plural or possessive ending (the S-stemmer of Harman, 1991)."""
    word = word.removesuffix("'s").removesuffix("'")
    if len(word) > 4 and word.endswith("ies") and not word.endswith(("eies", "aies")):
        return word[:-3] + "y"
    if len(word) > 4 and word.endswith(_PLURALS_IN_ES):
        return word[:-2]
    if len(word) > 3 and word.endswith("s") and not word.endswith(("us", "ss")):
        return word[:-1]
    return word


def stems(text: str) -> list[str]:
    """The stems of a text's words, in order."""
    return [stem(word) for word in words(text)]


def is_how(asked: str, text: str) -> bool:
    """Whether words of a text say how a toy is to be, and not what it has: "anything quieter", "not too long"."""
    if asked.startswith(("not too ", "more ", "less ")):
        return asked in text
    led_to = r"\b(?:(?:any|some)thing (?:(?:a (?:bit|little)|much|even|that(?:['’]?s| is)) )?"
    led_to += r"|(?:must|should|has to|have to|needs? to) be (?:(?:\w+ ){1,4}and )?)"
    return re.search(rf"{led_to}{re.escape(asked)}(?! (?!and|or|for|than|please)\w)", text) is not None


def is_done(asked: str, text: str) -> bool:
    """Whether words of a text say what a toy is to do or not to do: "one that flies", "not those that make noise"."""
    led_to = r"\b(?:(?:that|which)(?: (?:(?:can|will|does)(?:n['’]?t| not)?|do(?:n['’]?t| not)))?"
    led_to += r"|do(?:es)?(?:n['’]?t| not))"
    return re.search(rf"{led_to} {re.escape(asked)}(?!\w)", text) is not None


# "Could she have it on her lap" is in good grammar.
_VERB_IT = re.compile(
    r"(?<!\bi )(?<!\bhe )(?<!\bwe )(?<!\bto )(?<!\byou )(?<!\bshe )(?<!\bthey )\b(do|are|have|were) it\b", re.IGNORECASE
)
_VERB_OF_ONE = {"do": "does", "are": "is", "have": "has", "were": "was"}


def of_it(question: str) -> str:
    """A question in which "it" took the place of several, in good grammar: "are it soft" becomes "is it soft"."""
    return _VERB_IT.sub(lambda found: f"{_VERB_OF_ONE[found[1].lower()]} it", question)


def without(text: str, others: str) -> str:
    """The text less the words that others have too, by their stems."""
    other_stems = set(stems(others))
    return " ".join(word for word in text.split() if not other_stems & set(stems(word)))


def _years(months: int) -> str:
    return str(months // 12) if months % 12 == 0 else f"{months / 12:.1f}".rstrip("0").rstrip(".")


def harmless_cell(text: str) -> str:
    """A text for a spreadsheet; one that it would run as a formula gets an apostrophe before it."""
    return f"'{text}" if text[:1] in set("=+-@\t\r") else text


def ages(age: AgeRange) -> str:
    """An age range as it is written: "ages 3 to 6", "ages 3 and up", "6 to 18 months", "up to age 8"."""
    low, high = age.min_months, age.max_months
    if low is None and high is None:
        return ""
    if low is None:
        oldest = high or 0
        return f"up to {_span(oldest)}" if oldest < 36 and oldest % 12 else f"up to age {_years(oldest)}"
    if low == 0 and high is None:
        return "newborns and up"
    if low < 24 and (high is None or high <= 24):
        return f"{_span(low)} and up" if high is None else _span(low) if low == high else f"{low} to {_span(high)}"
    if low < 12 and high is not None and low % 12:
        return f"{_span(low)} to {_years(high)} years"
    if high is None:
        return f"ages {_years(low)} and up"
    return f"age {_years(low)}" if low == high else f"ages {_years(low)} to {_years(high)}"


def _span(months: int) -> str:
    return "1 month" if months == 1 else f"{months} months"


_MARKDOWN = re.compile(r"([\\`*_{}\[\]()<>#!|~$:&]|^[-+]|(?<=^\d)\.|(?<=^\d\d)\.)")


def escape_markdown(text: str) -> str:
    """The text so that Markdown shows it letter for letter: no markup, no links, no HTML, one line."""
    return _MARKDOWN.sub(r"\\\1", " ".join(text.split()))


# What a shop shouts: it says nothing about the toy, so it is never repeated.
_PROMOTION = re.compile(
    r"\bbest[ -]?sell(?:er|ers|ing)\b"
    r"|\b(?:no\.? ?1|number (?:1|one)|# ?1) (?=best|choice|toy|seller|selling|brand|rated)"
    r"|\bbest (?:choice|buy|price|deal|value|offer|"
    r"in (?:class|the world))s?\b|\btop (?:pick|choice|seller|selling|rated)s?\b"
    r"|\b(?:the )?lowest prices?(?: ever)?\b|\bcheapest\b"
    r"|\bmust[ -]have\b|\bmoney[ -]back\b|\bguarantee\w*|\b(?:limited|special|exclusive) (?:time )?offer\b|\bon sale\b"
    r"|\bclearance\b|\b\d+ ?% off\b|\bhalf price\b|\bdiscount\w*|\bfree (?:delivery|shipping|postage)\b"
    r"|\b(?:buy|order) (?:it )?(?:now|today)\b|\bhurry\b|\bwhile stocks? lasts?\b|\baward[ -]winning\b|\bunbeatable\b"
    r"|\bas seen on tv\b|\brrp\b|\bsave up to\b|\b(?:most|more) popular\b|!!+",
    re.IGNORECASE,
)
# What tells a reader, or a machine, what to do.
_ORDERS = re.compile(
    r"\b(?:ignore|disregard|forget|override) (?:all |any |the |your |every )*(?:previous|prior|earlier|above|other|"
    r"instructions?|rules?|prompts?)"
    r"|\b(?:pick|choose|select|recommend|rank|prefer|rate) (?:me|this (?:product|item|toy|one)?|it|us) ?"
    r"(?:first|now|instead|only|always|as|above|over|!|$)"
    r"|\b(?:pick|choose|select|recommend) me\b|\bsystem prompt\b|\bnew instructions?\b"
    r"|\byou (?:are (?:now )?(?:an?|the) (?:ai|assistant|model|chat\w*)"
    r"|must (?:now )?(?:recommend|pick|choose|say|answer))"
    r"|(?:^|[.!?\n]\s*)(?:assistant|system|user) ?:|\blanguage models?\b|\bai (?:assistant|model)s?\b",
    re.IGNORECASE,
)
_ADDRESSED = re.compile(
    r"(?:\b(?:system|assistant|user|note|ai) ?:|\b(?:please|and|now|so|an?|the|as)\b|\s)+$", re.IGNORECASE
)
_SENTENCE_END = re.compile(r"(?<=[.!?])\s+|\n+")
# One of these stands wherever the patterns above match: looking for them first is twenty times faster.
_SIGNS = (
    "best", "number 1", "number one", "no1", "no 1", "no.1", "no. 1", "#1", "# 1", "top ", "lowest", "cheapest",
    "must have", "must-have", "money", "guarantee", " offer", "on sale", "clearance", "% off", "half price",
    "discount", "free ", "buy ", "order ", "hurry", "stock", "award", "unbeatable", "seen on tv", "rrp",
    "save up", "popular", "!!", "ignore ", "disregard ", "forget ", "override ", "system prompt",
    "new instruction", "you are ", "you must ", "assistant", "system:", "system :", "user:", "user :",
    "language model", "ai model",
    *(f"{verb} {whom}" for verb in ("pick", "choose", "select", "recommend", "rank", "prefer", "rate")
      for whom in ("me", "this", "it", "us", "first", "now", "instead", "only", "always", "as", "above", "over")),
)  # fmt: skip


def promotes(text: str) -> bool:
    """Whether a text praises a sale or gives orders instead of describing."""
    folded = text.lower()
    if not any(map(folded.__contains__, _SIGNS)):
        return False
    return bool(_PROMOTION.search(text) or _ORDERS.search(text))


def plain_speech(text: str) -> str:
    """The text without its promotional words, and without what tells a reader what to do."""
    if not promotes(text):
        return text
    first, *others = _SENTENCE_END.split(text)
    kept = " ".join(filter(None, (_before_orders(first, least=1), *map(_before_orders, others))))
    remaining = kept or text[max((match.end() for match in _ORDERS.finditer(text)), default=0) :]
    return re.sub(r"(?:\s+[,!;])+", "", " ".join(_PROMOTION.sub(" ", remaining).split())).strip(" -–—,;:!")


def _before_orders(sentence: str, least: int = 2) -> str:
    """The sentence up to the first order in it; nothing where fewer words than `least` stand before.

    A name may be one word.
    """
    match = _ORDERS.search(sentence)
    if match is None:
        return sentence
    before = _ADDRESSED.sub("", sentence[: match.start()])
    return before if len(before.split()) >= least else ""


def plainly(product: Product) -> Product:
    """The product with all its texts in plain speech: as it is searched and compared, never as it is shown.

    A feature that gives orders is none.
    """
    features = (plain_speech(line) for line in product.features if not (promotes(line) and _ORDERS.search(line)))
    return replace(
        product,
        title=plain_speech(product.title) or product.title,
        features=tuple(line for line in features if line),
        description=plain_speech(product.description),
    )
