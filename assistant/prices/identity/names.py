"""Names of products taken apart: their words, what of them is not the new toy, what they choose, and their numbers."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping
from dataclasses import dataclass

from assistant.language.text import fold, stem, words
from assistant.prices.identity.codes import digits_in, is_code, is_set_number, spelled
from assistant.prices.identity.quantities import COUNT_WORDS, Quantities, code, quantities
from assistant.prices.identity.variants import alternatives, conditions

# Letters that are in no alphabet that names are read in.
_UNREAD = re.compile(r"[^\W\d_a-z]+")
_MAX_NUMBER_PARTS = 8


@dataclass(frozen=True, slots=True)
class Name:
    """A product's name in parts; `words` in order of the alphabet, without the maker's.

    `known` are numbers in it, of any length, that catalogue or shop give as the product's own; `spelled` all that it
    may spell in several pieces.
    """

    words: tuple[str, ...]
    conditions: frozenset[str]
    alternatives: Mapping[str, tuple[str, ...]]
    numbers: Quantities
    spelled: frozenset[str]
    unread: frozenset[str] = frozenset()
    known: frozenset[str] = frozenset()

    @property
    def codes(self) -> frozenset[str]:
        """Set and model numbers: those that are known or long enough to be one."""
        return self.known | frozenset(filter(is_code, self.numbers.of("code")))

    @property
    def main_code(self) -> str:
        """The longest number that tells products apart: shorter ones recur."""
        telling = filter(is_set_number, self.codes)
        return max(telling, key=lambda number: (digits_in(number), number), default="")

    @property
    def counts(self) -> frozenset[str]:
        """Every number that may count what is in the box, said of what or not."""
        counted = {value.split()[0] for value in self.numbers.of("count")}
        in_words = {COUNT_WORDS[word] for word in words(self.numbers.rest) if word in COUNT_WORDS}
        return self.numbers.of("pieces") | self.numbers.of("code") | counted | in_words


def name_of(title: str, brand: str, own_numbers: Collection[str] = ()) -> Name:
    """Takes a name apart; `brand` is the maker whose words do not count, being compared on their own.

    `own_numbers` are the maker's numbers as catalogue and shop write them: each is one token and no word.
    """
    bare, known = _without_numbers(title, own_numbers)
    numbers = quantities(bare)
    own, found = set(words(brand)), words(numbers.rest)
    # A maker may be called what it makes ("20Q"): then its words are all there is.
    kept = tuple(sorted(map(stem, [word for word in found if word not in own] or found)))
    unread = frozenset(_UNREAD.findall(numbers.rest))
    return Name(kept, conditions(bare), alternatives(bare), numbers, spelled(title), unread, known)


def _without_numbers(title: str, own_numbers: Collection[str]) -> tuple[str, frozenset[str]]:
    """The title without the product's own numbers of letters and digits ("10.80.31.327", "n-1"), and those it has."""
    found = set()
    for number in own_numbers:
        parts = re.findall(r"[a-z]+|[0-9]+", fold(number))[:_MAX_NUMBER_PARTS]
        # One run of digits is found as a number anyway, and "car" is a word, whatever a list says.
        if len(parts) > 1 and digits_in(number):
            pattern = r"[\W_]{0,3}".join(map(re.escape, parts))
            bare = re.sub(rf"(?<![^\W_]){pattern}(?![^\W_])", " ", title, flags=re.IGNORECASE)
            found |= {code(number)} if bare != title else set()
            title = bare
    return title, frozenset(found)
