"""What a catalogue holds."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from decimal import Decimal


@dataclass(frozen=True, slots=True)
class Price:
    """An amount of money: `amount` in major units (pounds, not pence) and an ISO 4217 `currency`."""

    amount: Decimal
    currency: str


@dataclass(frozen=True, slots=True)
class AgeRange:
    """Ages in months, both ends included; `None` is an open end."""

    min_months: int | None = None
    max_months: int | None = None


@dataclass(frozen=True, slots=True)
class PlayerRange:
    """How many can play, both ends included; `None` is an open end."""

    min: int | None = None
    max: int | None = None


@dataclass(frozen=True, slots=True)
class Review:
    """What one buyer wrote: shown and quoted as evidence, never indexed. `rating` is 0 to 5 stars or `None`."""

    title: str
    text: str
    rating: float | None = None
    date: str = ""


@dataclass(frozen=True, slots=True)
class Product:
    """One toy as its catalogue describes it; `id` is the catalogue's own and `category` a path, widest first."""

    id: str
    title: str
    brand: str = ""
    category: tuple[str, ...] = ()
    price: Price | None = None
    rating: float | None = None
    rating_count: int | None = None
    age: AgeRange | None = None
    players: PlayerRange | None = None
    pieces: int | None = None
    material: str = ""
    features: tuple[str, ...] = ()
    description: str = ""
    image_url: str = ""
    product_url: str = ""
    reviews: tuple[Review, ...] = ()
    stock_count: int | None = None
    model_number: str = ""
    gtin: str = ""
    size: str = ""
    weight: str = ""


@dataclass(frozen=True, slots=True)
class Chunk:
    """A piece of a product's text as it is indexed: `text` is what the encoder reads; reviews are never in it."""

    doc_id: str
    chunk_id: str
    text: str


@dataclass(frozen=True, slots=True)
class Vocabulary:
    """What the catalogue's own words are: the router's only knowledge of it.

    `brands` maps a brand's words (`language.text.brand_key`) to its name as written, `categories` a folded category
    name to its path, `document_frequency` a stem to the number of products whose title, brand or category holds it.
    `phrases` are pairs of neighbouring stems that several products' titles, brands or categories have ("trash pack").
    """

    size: int
    currency: str
    brands: Mapping[str, str] = field(default_factory=dict)
    categories: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    document_frequency: Mapping[str, int] = field(default_factory=dict)
    phrases: frozenset[str] = frozenset()
