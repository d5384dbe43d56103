"""The default reranker: a small network that reads the wish and each of the best candidates together.

Its card in `data/models/relevance/` says from what it learned. It judges what the product is (kind, theme, role, what
was refused); what can be checked exactly in a field, budget, age, players, is left to the checks.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np

from assistant.adapters.networks import PairNetwork, WordTable, is_long, logistic
from assistant.language.lexicon import is_a_colour
from assistant.language.text import ages, plainly, without, words
from assistant.matching.fit import NEAR_ENOUGH, RIGHT, word_share
from assistant.matching.kinds import is_filed_as, without_new_colour
from assistant.matching.suiting import age_odds
from assistant.schema import Candidate, Intent, Plan, Product

# Candidates that are read, the best of the fusion: of the first four a right one comes first as often as of twelve; the
# rest are what else is shown.
MOST_READ = 8
# Where none of them may be right, so many are read for being at least of that sort.
MOST_READ_FOR_SORT = 16
# The cheapest of a kind is one among many: there it is worth more than four times as long.
MOST_READ_BY_FIELD = 36
# Tokens of wish and product together; where the wish is a long message a product needs as many as beside a short one.
MOST_TOKENS, MOST_TOKENS_OF_LONG = 60, 96
_TITLE_CHARACTERS, _TEXT_CHARACTERS = 120, 160
# So much what stands in a product's text lifts a reading of its name, maker and shelf, in logits; below the second
# nothing leads.
MOST_BY_TEXT, LEAST_LIFTED = 1.0, -1.0
_WISH_CHARACTERS = 280
# Of what was turned down so many kinds are read, the newest: each costs as long as the wish itself.
MOST_REFUSED = 2
# Of kinds of which any will do so many are read.
MOST_EITHER = 2
# What stands on a shelf of the very name that was asked for is at least so probably meant, and nearly as probably as
# the likeliest: its shop says so.
FILED_SO, NEARLY_AS_LIKELY = 0.4, 0.8
# Below it the shop has filed something else there: a music box among the rocking horses.
NOT_MISFILED = 0.1


@dataclass(frozen=True, slots=True)
class LearnedReranker:
    """Orders by the probability that a candidate is what was asked for, `scores["right"]`.

    What was not read has none and stays behind what was, as the fusion left it.
    """

    network: PairNetwork

    @classmethod
    def open(cls, folder: Path, words: WordTable, threads: int) -> LearnedReranker:
        """The network in a folder, loaded by its first wish."""
        return cls(PairNetwork(folder, words, threads, MOST_TOKENS, MOST_TOKENS_OF_LONG))

    def rerank(self, plan: Plan, candidates: Sequence[Candidate]) -> list[Candidate]:
        """The candidates, best first, ties in order of `doc_id`."""
        if not candidates:
            return []
        # By the fusion's order and then by name, so that the order of the rows of a list decides nothing.
        ordered = sorted(candidates, key=lambda candidate: (-candidate.score, candidate.doc_id))
        most = MOST_READ_BY_FIELD if plan.intent.best and plan.intent.is_judged else MOST_READ
        read, rest = ordered[:most], ordered[most:]
        texts = [product_text(candidate.product) for candidate in read]
        right = self._as_filed(plan, read, self._right(plan.intent, texts, read))
        likely = [at for at, value in enumerate(right) if value >= RIGHT]
        turned_down = self._turned_down(plan.intent, texts, likely)
        if turned_down < set(likely):
            right = [0.0 if at in turned_down else value for at, value in enumerate(right)]
        judged = [_judged(one, value, value) for one, value in zip(read, right, strict=True)]
        behind = [_judged(one, 0.0, min(right) / (2 + place)) for place, one in enumerate(rest)]
        found = [*sorted(judged, key=lambda candidate: (-candidate.score, candidate.doc_id)), *behind]
        if max(right) >= NEAR_ENOUGH:
            return found
        kind = plan.intent.product_type
        # What nobody has heard of here would make nothing of that sort.
        return self._with_sort(kind if plan.theme_is_known else without(kind, plan.intent.theme), found)

    def _right(self, intent: Intent, texts: Sequence[str], read: Sequence[Candidate]) -> list[float]:
        # Of "a pirate or a knight", of costumes, each is read by itself: the network learned from whole messages.
        either = intent.either[:MOST_EITHER] if intent.act == "refine" else ()
        wishes = [intent.of((kind,)) for kind in either] or [intent]
        right = [max(odds) for odds in zip(*(self._right_for(wish, texts, read) for wish in wishes), strict=True)]
        if (toy := without_new_colour(intent)) is None:
            return right
        return [min(odds) for odds in zip(right, self._right_for(toy, texts, read), strict=True)]

    @staticmethod
    def _as_filed(plan: Plan, read: Sequence[Candidate], right: Sequence[float]) -> list[float]:
        """The probabilities, raised for what its shop files under the very name."""
        # Not of a wider kind: what is filed under games is no Nintendo game. Of a jigsaw with a cottage it tells half.
        intent = plan.intent
        tells_half = bool(intent.themes or intent.leftover or intent.constraints.wanted)
        as_asked = () if tells_half or intent.kinds == plan.relaxed_kinds else intent.kinds
        least = max(FILED_SO, max(right) * NEARLY_AS_LIKELY)
        return [
            max(value, least) if value >= NOT_MISFILED and is_filed_as(as_asked, one.product) else value
            for one, value in zip(read, right, strict=True)
        ]

    def _with_sort(self, kind: str, found: Sequence[Candidate]) -> list[Candidate]:
        """The candidates with how probably each is of the kind, or near it, whatever else was asked: `scores["sort"]`.

        What is behind so many is not, for all that is known.
        """
        if not kind:
            return list(found)
        read, rest = found[:MOST_READ_FOR_SORT], found[MOST_READ_FOR_SORT:]
        odds = logistic(self.network.logits(kind, [product_text(one.product) for one in read])[:, 1])
        sorts = [*(round(float(odd), 4) for odd in odds), *(0.0 for _ in rest)]
        return [replace(one, scores={**one.scores, "sort": odd}) for one, odd in zip(found, sorts, strict=True)]

    def _right_for(self, wish: Intent, texts: Sequence[str], read: Sequence[Candidate]) -> list[float]:
        logits = bounded(self.network, wish_text(wish), texts, read)
        return probabilities(features_of(logits, read, named_in(wish)), self.network.calibration)

    def _turned_down(self, intent: Intent, texts: Sequence[str], likely: Sequence[int]) -> set[int]:
        """The places of what is likely and is read as what was turned down, a helicopter beside drones.

        A colour is told by the name.
        """
        kinds = [kind for kind in intent.constraints.refused_kinds if not is_a_colour(kind)]
        read = [texts[at] for at in likely]
        found = [self.network.logits(kind, read)[:, 0] for kind in kinds[-MOST_REFUSED:] if read]
        return {at for logits in found for at, value in zip(likely, logits, strict=True) if value > 0}


def bounded(network: PairNetwork, wish: str, texts: Sequence[str], candidates: Sequence[Candidate]) -> np.ndarray:
    """What the network reads of candidates' texts, (candidates,): what they add to a name is at most `MOST_BY_TEXT`.

    A shop writes into its texts what it likes, the words of every question among it.
    """
    logits = network.logits(wish, texts)[:, 0]
    names = {at: product_text(candidates[at].product, 0) for at, value in enumerate(logits) if value > LEAST_LIFTED}
    lifted = [at for at, name in names.items() if name != texts[at]]
    if lifted:
        by_name = network.logits(wish, [names[at] for at in lifted])[:, 0]
        logits[lifted] = np.minimum(logits[lifted], by_name + MOST_BY_TEXT)
    return logits


def _judged(candidate: Candidate, right: float, score: float) -> Candidate:
    return replace(candidate, score=score, scores={**candidate.scores, "right": right, "rerank": score})


@dataclass(frozen=True, slots=True)
class Named:
    """What a wish calls the toy: words for what it is about and who makes it, and for its kind."""

    theme: tuple[str, ...] = ()
    kind: tuple[str, ...] = ()


def named_in(intent: Intent) -> Named:
    """What the intent calls the toy."""
    kinds = tuple(without(kind, intent.theme) for kind in intent.kinds[:1])
    return Named((intent.theme, intent.constraints.brand or ""), kinds)


def features_of(logits: np.ndarray, candidates: Sequence[Candidate], named: Named) -> np.ndarray:
    """What a candidate's probability rests on: (candidates, 6).

    The network's reading, likeness of meaning and of words, the shares of the theme's and the kind's words that its
    name and shelf have (a network of this size takes one character for another now and then), and for whom it is.
    """
    words = np.array([candidate.scores.get("bm25", 0.0) for candidate in candidates])
    meaning = np.array([candidate.scores.get("vector", np.nan) for candidate in candidates])
    lowest = np.nanmin(meaning) if not np.isnan(meaning).all() else 0.0
    return np.column_stack([
        logits, np.where(np.isnan(meaning), lowest, meaning), words / max(float(words.max()), 1e-9),
        [word_share(named.theme, candidate.product, by_name=True) for candidate in candidates],
        [word_share(named.kind, candidate.product, by_name=True) for candidate in candidates],
        [age_odds(candidate) for candidate in candidates],
    ])  # fmt: skip


FEATURES = ("read", "meaning", "words", "theme", "kind", "age")


def probabilities(features: np.ndarray, calibration: dict[str, float]) -> list[float]:
    """How probably each candidate is right: logistic in its features (Platt, 1999)."""
    raw = features @ np.array([calibration[name] for name in FEATURES]) + calibration["constant"]
    return [round(float(value), 6) for value in logistic(raw)]


def wish_text(intent: Intent) -> str:
    """What the network reads of a wish: the shopper's words or, where a message only goes on, what the wish became.

    So it is where a short message tells its kind with slips, or none but what it is about: the words around that ("a
    stocking filler") would be taken for the kind. "The biggest jigsaw" is read as a jigsaw.
    """
    said = set(words(intent.text))
    is_whole = intent.act == "find" and not (intent.best and intent.product_type)
    is_plain = (any(named_in(intent).kind) or not intent.theme) and said.issuperset(words(intent.product_type))
    says_all = is_whole or not (intent.leftover or intent.constraints.wanted)
    if (is_whole and (is_plain or is_long(intent.text))) or (not intent.product_type and says_all):
        # What holds of the wish before, and the kind as it is spelt.
        meant = [word for part in (*intent.leftover, *intent.kinds) for word in words(part) if word not in said]
        return " ".join((intent.text[:_WISH_CHARACTERS], *meant)).rstrip()
    asked = intent.constraints
    wanted = (intent.product_type, *intent.leftover, *asked.wanted, asked.brand, asked.material)
    parts = [part for part in wanted if part]
    parts += [f"not {part}" for part in (*asked.refused, *asked.refused_kinds, *asked.refused_brands)]
    parts += [ages(asked.age)] if asked.age else []
    parts += [f"{asked.pieces} pieces"] if asked.pieces else []
    parts += [f"{asked.players} players"] if asked.players else []
    return ", ".join(parts)[:_WISH_CHARACTERS]


def product_text(product: Product, text_characters: int = _TEXT_CHARACTERS) -> str:
    """What the network reads of a product: its name, maker and shelf, its figures, and how its text begins.

    Without what a shop shouts and without orders to whoever reads.
    """
    product = plainly(product)
    title = _on_one_line(product.title)[:_TITLE_CHARACTERS]
    parts = [
        title,
        product.brand if product.brand.casefold() not in title.casefold() else "",
        ", ".join(product.category[-2:]),
        ages(product.age) if product.age else "",
        product.material if product.material.casefold() not in title.casefold() else "",
        f"{product.pieces} pieces" if product.pieces else "",
        _on_one_line(" ".join((*product.features, product.description)))[:text_characters],
    ]
    return " . ".join(part for part in parts if part)


def _on_one_line(text: str) -> str:
    return " ".join(text.split())
