"""Words and wording shared by every layer: folding, stems, and how amounts and ages are written.

Pure functions. The stems are for comparing a wish with a product's text, not for indexing (the engines stem for
themselves), so that "puzzles" meets "puzzle" and "dolls'" meets "doll" and little else does.
"""

from __future__ import annotations

import re
import unicodedata
from decimal import Decimal
from functools import lru_cache

from assistant.schema import AgeRange, Price

_WORD = re.compile(r"[a-z0-9]+(?:[.'][a-z0-9]+)*")
# Shoes and canoes keep their e.
_PLURALS_IN_ES = ("shes", "ches", "sses", "xes", "heroes", "minoes", "tatoes", "nadoes", "lcanoes")
SYMBOLS = {"GBP": "£", "USD": "$", "EUR": "€"}


def fold(text: str) -> str:
    """Lower case without accents, with plain apostrophes: the form in which texts are compared."""
    if text.isascii():
        return text.lower()
    decomposed = unicodedata.normalize("NFKD", text.replace("’", "'").replace("‘", "'"))
    return "".join(char for char in decomposed if not unicodedata.combining(char)).casefold()


def words(text: str) -> list[str]:
    """The folded words of a text, in order: letters and digits, hyphens split, "2.4" and "doll's" kept whole."""
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
    if len(word) > 4 and word.endswith(
        ("shes", "ches", "sses", "xes", "heroes", "minoes", "tatoes", "nadoes", "lcanoes")
    ):
        return word[:-2]
    if len(word) > 3 and word.endswith("s") and not word.endswith(("us", "ss")):
        return word[:-1]
    return word


def stems(text: str) -> list[str]:
    """The stems of a text's words, in order."""
    return [stem(word) for word in words(text)]


def money(price: Price) -> str:
    """A price as it is written: "£24.99", "$5", "1200 JPY"."""
    amount = f"{price.amount:,.2f}".removesuffix(".00")
    symbol = SYMBOLS.get(price.currency)
    return f"{symbol}{amount}" if symbol else f"{amount} {price.currency}".strip()


def amount_of(amount: Decimal, currency: str) -> str:
    """`money` for a bare amount."""
    return money(Price(amount, currency))


def _years(months: int) -> str:
    return str(months // 12) if months % 12 == 0 else f"{months / 12:.1f}".rstrip("0").rstrip(".")


def ages(age: AgeRange) -> str:
    """An age range as it is written: "ages 3 to 6", "ages 3 and up", "6 to 18 months", "up to age 8"."""
    low, high = age.min_months, age.max_months
    if low is None and high is None:
        return ""
    if low is None:
        return (
            f"up to {_span(high or 0)}" if (high or 0) < 36 and (high or 0) % 12 else f"up to age {_years(high or 0)}"
        )
    if low == 0 and high is None:
        return "newborns and up"
    if low < 24 and (high is None or high <= 24):
        return f"{low} months and up" if high is None else _span(low) if low == high else f"{low} to {_span(high)}"
    if high is None:
        return f"ages {_years(low)} and up"
    return f"age {_years(low)}" if low == high else f"ages {_years(low)} to {_years(high)}"


def _span(months: int) -> str:
    return "1 month" if months == 1 else f"{months} months"


_MARKDOWN = re.compile(r"([\\`*_{}\[\]()<>#!|~$:&]|^[-+]|(?<=^\d)\.|(?<=^\d\d)\.)")


def escape_markdown(text: str) -> str:
    """The text so that Markdown shows it letter for letter: no markup, no links, no HTML, one line."""
    return _MARKDOWN.sub(r"\\\1", " ".join(text.split()))
