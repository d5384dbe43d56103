"""What the realiser looks things up in: facts and picks by their ids, names, and which variant to take."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import cached_property

from assistant.answering.saying.phrases import Phrase
from assistant.answering.saying.product_names import kept_words, kind_by_name, name_of
from assistant.language.text import fold, stems
from assistant.language.titles import TITLE_WORDS, is_plural
from assistant.matching.checks import for_age
from assistant.matching.fields import SYNONYM_WEIGHT, TITLE_WEIGHT
from assistant.matching.fit import DOUBTFUL, DOUBTFUL_OTHERWISE, DOUBTFUL_UNNAMED, has_words, is_under_three
from assistant.matching.kinds import is_filed_as, is_filed_as_a_part, type_match
from assistant.matching.mentions import mention, speaks_of, texts_of
from assistant.schema import AgeRange, Brief, Contradiction, Fact, FactKind, Pick, Refinement, Standing, Wish

# What a wish would be as a question, where its own words are not what a text is looked through for.
_ASKED_AS = {"age": "what age", "players": "how many can play", "pieces": "how many pieces", "material": "{}"}
WORDS_ALOUD = 6
_ANOTHER: dict[Refinement, str] = {"cheaper": "cheaper", "premium": "dearer", "balanced": "other"}


@dataclass(frozen=True)
class Setting:
    """A brief, ready to be put into words; words that may vary are chosen by the message, the same every time.

    `is_aloud` where they are only heard.
    """

    brief: Brief
    is_aloud: bool = False

    @cached_property
    def _facts(self) -> dict[str, Fact]:
        return {fact.fact_id: fact for fact in self.brief.facts}

    @cached_property
    def _picks(self) -> dict[str, Pick]:
        return {pick.product.id: pick for pick in self.brief.picks}

    @cached_property
    def _chance(self) -> int:
        wish = self.brief.plan.intent.product_type  # of two wishes each is put forward in its own way
        return int.from_bytes(hashlib.sha256(f"{self.brief.message}\n{wish}".encode()).digest()[:4], "big")

    def facts(self, ids: Iterable[str]) -> list[Fact]:
        """The facts with these ids, in this order."""
        return [self._facts[name] for name in ids]

    def own(self, doc_id: str, *kinds: FactKind) -> list[Fact]:
        """A product's facts of these kinds, in the order of the kinds."""
        return self.brief.own(doc_id, *kinds)

    def standing(self, doc_id: str) -> Standing:
        """What a product is put forward as, as it was read.

        It is only near where it may well be something else and nothing tells that it is about what was asked for, or
        nothing in the list is called so, and it has not even the noun. "The closest" lacks something by a field ("for
        ages 3 to 4"); of guesses some two in five are right. For a child under three what states no age is a guess.
        """
        if self.brief.plan.intent.act == "check_price":  # the shopper pointed at it
            return "pick"
        intent, product = self.brief.plan.intent, self.pick(doc_id).product
        if self._wishes(doc_id, "kind", "unmet", "unknown") or is_filed_as_a_part(intent.kinds, product):
            return "nearest"
        if not (self.brief.plan.theme_is_known or has_words(intent.themes, product)):
            return "nearest"  # "Bluey" is no blue dog
        is_off = bool(self._wishes(doc_id, "theme", "unknown"))
        lacks = any(isinstance(fact.value, Wish) and fact.value.kind != "kind" for fact in self.own(doc_id, "unmet"))
        if not (lacks or self._may_be_another_kind(doc_id) or (is_off and self._right(doc_id) < DOUBTFUL_UNNAMED)):
            # For a child so small an age that nobody states is a risk.
            is_risky = is_under_three(intent.constraints.age) and self._wishes(doc_id, "age", "unknown")
            return "guess" if is_risky or self.may_be_for_others(doc_id) else "pick"
        is_so = type_match(intent.kinds, product).head >= TITLE_WEIGHT
        if is_off or not (self.brief.coverage.is_sold or is_so):
            return "nearest"
        return "closest" if lacks else "guess"

    def may_be_for_others(self, doc_id: str) -> bool:
        """Whether one part of a listing gives an age that leaves out the one that was asked for."""
        asked = self.brief.plan.intent.constraints.age
        found = [fact.value for fact in self.own(doc_id, "contradiction") if isinstance(fact.value, Contradiction)]
        stated = [one.value for each in found for one in each.stated if isinstance(one.value, AgeRange)]
        product = self.pick(doc_id).product
        return asked is not None and not all(for_age(replace(product, age=one), asked) for one in stated)

    def _wishes(self, doc_id: str, kind: str, *verdicts: FactKind) -> list[Fact]:
        """The facts of these verdicts on whether a product is of the kind, or about the theme, that was asked for."""
        return [fact for fact in self.own(doc_id, *verdicts) if fact.is_wish(kind)]

    def missing_kind(self) -> str:
        """What the shop has not got, as the shopper called it; empty where it may have it, or has no name for it.

        Of a kind that was found before, that is another than was shown.
        """
        plan = self.brief.plan
        kind = kind_by_name(plan) if self.lacks_the_kind() else ""
        if kind and any(set(stems(kind)) <= set(stems(pick.product.title)) for pick in self.brief.picks):
            return ""  # "no pirate costume", of a Pirate Boy Costume
        if not (kind and plan.was_found):
            return kind
        return f"{_ANOTHER[plan.intent.refinement]} {kind}" if plan.intent.refinement else ""

    def lacks_the_kind(self) -> bool:
        """Whether it is the kind that the shop has not got: none that was found is called so, and no wish hid any."""
        intent = self.brief.plan.intent
        asked = intent.constraints
        if not self.brief.coverage.is_sold:
            return True
        hides = (asked.budget, asked.brand, asked.material, *asked.wanted, *asked.refused, *intent.leftover)
        return not any(hides) and not any(type_match(intent.kinds, pick.product).phrase for pick in self.brief.picks)

    def _may_be_another_kind(self, doc_id: str) -> bool:
        """Whether it was read as the kind with little confidence, and is not called so.

        A "Bubble Car" is called a car, as the kind is what a name ends with.
        """
        pick, intent = self.pick(doc_id), self.brief.plan.intent
        called = type_match(intent.kinds, pick.product)
        is_named = called.head >= SYNONYM_WEIGHT and bool(
            intent.kinds
        )  # of no kind half of the doubtful are something else
        least = DOUBTFUL if is_named else DOUBTFUL_OTHERWISE if called.share else DOUBTFUL_UNNAMED
        if not intent.is_judged or self._right(doc_id) >= least or is_filed_as(intent.kinds, pick.product):
            return False
        return not (self._wishes(doc_id, "kind", "met") and called.phrase == 1)

    def _right(self, doc_id: str) -> float:
        """How probably it is what was asked for, as it was read."""
        return self.pick(doc_id).scores.get("right", 1.0)

    def pick(self, doc_id: str) -> Pick:
        """The pick with this product."""
        return self._picks[doc_id]

    def name(self, doc_id: str, *, max_words: int = TITLE_WORDS) -> Phrase:
        """What a product is called here; aloud in no more than `WORDS_ALOUD`."""
        product = self.pick(doc_id).product
        max_words = min(max_words, WORDS_ALOUD) if self.is_aloud else max_words
        shown = [pick.product for pick in self.brief.picks]
        name = name_of(product, kept_words(self.brief.plan), max_words=max_words, shown=shown)
        return Phrase(name, (f"{doc_id}#listing",))

    def speaks_of(self, doc_id: str, question: str) -> bool:
        """Whether a text of a product speaks of what is asked, one that may not be quoted among them."""
        title, *texts = texts_of(self.pick(doc_id).product)
        return mention(question, title) > 1 or speaks_of(question, texts, title=title)

    def may_say(self, unknown: Fact) -> bool:
        """Whether a text of the product speaks of a wish of which no field tells: then it is not called silent."""
        if not isinstance(unknown.value, Wish):
            return False
        asked = _ASKED_AS.get(unknown.value.kind, "{}").format(unknown.value.asked)
        return self.speaks_of(unknown.doc_id, asked)

    def is_several(self, doc_id: str) -> bool:
        """Whether a product is spoken of as several things: not where its name has the one thing that was asked for."""
        name, kind = self.name(doc_id).text, fold(self.brief.plan.intent.product_type)
        noun = kind.rpartition(" ")[-1]
        return is_plural(name) and not (noun and not is_plural(kind) and noun in fold(name).split())

    def variant(self, *texts: str) -> str:
        """One of several ways to say the same."""
        return texts[self._chance % len(texts)]
