"""What the message asks for: the router."""

from __future__ import annotations

from dataclasses import dataclass, replace
from decimal import Decimal
from typing import Any, Literal

from assistant.schema.products import AgeRange

IntentType = Literal["greeting", "out_of_domain", "product_query"]
Act = Literal[
    "find", "refine", "explain", "compare", "details", "check_price", "greet", "thank", "help", "other"
]  # fmt: skip
Refinement = Literal["cheaper", "premium", "balanced"]
Superlative = Literal["cheapest", "dearest", "best rated", "most rated", "most pieces", "biggest", "smallest"]


@dataclass(frozen=True, slots=True)
class Budget:
    """What the shopper will spend, both ends included.

    `each` says that it is per item, `shared` that it is for all wishes of a message together, `around` that `max` is
    about what it may be, and a little over is no harm; `on_top` that it comes on top of the sum before, `raised_from`
    what `max` was before more was to be spent.
    """

    min: Decimal | None = None
    max: Decimal | None = None
    currency: str = ""
    each: bool = False
    around: bool = False
    on_top: bool = False
    raised_from: Decimal | None = None
    shared: bool = False


@dataclass(frozen=True, slots=True)
class Constraints:
    """The ledger: what the shopper asked of the toy. The budget and the least `stars` filter; the rest steers ranking.

    `refused` is what it must not have ("batteries"), `refused_kinds` what it must not be or be about ("jigsaw").
    """

    budget: Budget | None = None
    age: AgeRange | None = None
    brand: str | None = None
    material: str | None = None
    category: str | None = None
    players: int | None = None
    pieces: int | None = None
    stars: float | None = None
    wanted: tuple[str, ...] = ()
    refused: tuple[str, ...] = ()
    refused_brands: tuple[str, ...] = ()
    refused_kinds: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Question:
    """A question about a shown toy: what it is about, and the numbers in it that a field can be compared with.

    `topic` names the service that is asked about ("delivery"), or the superlative, where a field tells it ("cheapest");
    "opinions" asks what buyers say, "total" what several cost together. `more` are further questions of the same
    message; each of them `follows` this one. `counts` is how many are to be added up of each toy that the intent is
    about: "two of those".
    """

    text: str
    about: Literal["toy", "description", "service", "safety", "opinions", "best", "total"] = "toy"
    numbers: Constraints = Constraints()
    topic: str = ""
    more: tuple[Question, ...] = ()
    follows: bool = False
    counts: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Intent:
    """One wish of the message; `confidence` in the decision is 0 to 1, `leftover` are words that only rank.

    `for_adult` says that a grown-up is named ("for my grandad") and no age: toys for children come last. `themes` are
    the words of `product_type` that say what the toy is to be about ("octonauts", "kwazii"). `either` are the kinds of
    toy where several are named of which any will do ("memory or pairs game"); `product_type` has them in words. `about`
    are the ids of shown products that are meant; `question` is what is asked of them or, of a wish, of what is found.
    `best` asks for the first by a field among what fits. `turned_down` are the ids of shown toys that are not wanted;
    `than` is the id of the one beside which "cheaper" or "bigger" is meant, where that is not the Top Pick.
    """

    text: str
    act: Act
    intent_type: IntentType
    product_type: str = ""
    constraints: Constraints = Constraints()
    needs_live_price: bool = False
    confidence: float = 1.0
    refinement: Refinement | None = None
    leftover: tuple[str, ...] = ()
    for_adult: bool = False
    themes: tuple[str, ...] = ()
    either: tuple[str, ...] = ()
    about: tuple[str, ...] = ()
    question: Question | None = None
    best: Superlative | None = None
    turned_down: tuple[str, ...] = ()
    than: str = ""

    @property
    def kinds(self) -> tuple[str, ...]:
        """The kinds of toy of which any will do; empty where none is named."""
        return self.either or ((self.product_type,) if self.product_type else ())

    @property
    def searches(self) -> bool:
        """Whether it looks for a toy: a question about what is shown changes nothing that was understood."""
        return self.intent_type == "product_query" and self.act in ("find", "refine")

    @property
    def theme(self) -> str:
        """All that it is to be about, in words."""
        return " ".join(self.themes)

    @property
    def names_a_toy(self) -> bool:
        """Whether it says anything of the toy, and not only for whom it is, what of, and what it may cost."""
        asked = self.constraints
        return bool(self.product_type or self.leftover or asked.brand or asked.wanted)

    @property
    def names_only_a_maker(self) -> bool:
        """Whether any toy of a maker's is what is wanted: then the maker's field says what is right."""
        asked = self.constraints
        return bool(asked.brand) and not (self.product_type or self.leftover or asked.wanted)

    @property
    def ranks_all_of_a_theme(self) -> bool:
        """Whether the first by a field of all that is about something is wanted: "the cheapest Harry Potter thing"."""
        says_more = self.leftover or self.constraints.wanted
        is_all = set(self.product_type.split()) <= set(self.theme.split())
        return bool(self.best and self.themes and is_all and not says_more)

    @property
    def is_judged(self) -> bool:
        """Whether what the reranker read of a product says if it is right, and not a field or a name alone."""
        return self.names_a_toy and not (self.names_only_a_maker or self.ranks_all_of_a_theme)

    def asking(self, **asked: Any) -> Intent:
        """The same intent with these of its constraints."""
        return replace(self, constraints=replace(self.constraints, **asked))

    def of(self, kinds: tuple[str, ...]) -> Intent:
        """The same intent for other kinds of toy, any of which will do."""
        return replace(self, product_type=" or ".join(kinds), either=kinds if len(kinds) > 1 else ())


@dataclass(frozen=True, slots=True)
class Route:
    """One to three intents; `reply` is the final text of a message that needs no products.

    `told_first` is said before the answer, where that is not to what was meant: "I showed only one."
    """

    intents: tuple[Intent, ...]
    reply: str = ""
    told_first: str = ""
    warnings: tuple[str, ...] = ()

    @property
    def intent_type(self) -> IntentType:
        """The type of the first intent."""
        return self.intents[0].intent_type

    @property
    def constraints(self) -> Constraints:
        """The constraints of the first intent."""
        return self.intents[0].constraints

    @property
    def needs_live_price(self) -> bool:
        """Whether any intent asks for a price of this moment."""
        return any(intent.needs_live_price for intent in self.intents)
