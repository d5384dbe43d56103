"""Every seam of the program on one page: what an adapter must do, and nothing about how.

A new backend is one file that satisfies one of these, and one line in `assistant/wiring.py`, where all of them
are built.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol, TypeVar

import numpy as np
from numpy.typing import NDArray
from pydantic import BaseModel

from assistant.schema import (
    AgeRange,
    Brief,
    Candidate,
    ContentPlan,
    Coverage,
    Evidence,
    Feedback,
    HelperResult,
    Hit,
    Kept,
    Message,
    MessageReading,
    Plan,
    Product,
    Query,
    Reading,
    Receipt,
    Screen,
    Session,
    SessionTurn,
    Vocabulary,
)

Model = TypeVar("Model", bound=BaseModel)


class Catalogue(Protocol):
    """The products of one shop, read only."""

    @property
    def vocabulary(self) -> Vocabulary:
        """The catalogue's own words."""

    def __len__(self) -> int:
        """How many products there are."""

    def products(self, doc_ids: Sequence[str]) -> list[Product]:
        """The products with these ids, in this order; an unknown id raises `KeyError`."""


class Store(Catalogue, Protocol):
    """A catalogue as it is kept, for whoever needs more of it than to answer from it."""

    @property
    def home(self) -> str:
        """Where it is kept: a folder, or the address of a collection."""

    @property
    def digest(self) -> str:
        """What tells these products from any others."""

    @property
    def ids(self) -> Sequence[str]:
        """Every product's id, in order; of a very large catalogue that takes minutes."""

    def sample(self, most: int) -> list[Product]:
        """All products where there are no more than `most`, else about so many of all kinds, always the same."""


class Reader(Protocol):
    """Reads what a message does, and which of its words say what."""

    def read(self, message: str, screen: Screen) -> MessageReading:
        """The reading of a message beside what the shopper sees; raises `ModelError` where nobody reads in time."""


class Embedder(Protocol):
    """Turns texts into vectors whose inner product is their likeness in meaning."""

    name: str
    dimension: int

    def embed(self, texts: Sequence[str]) -> NDArray[np.float32]:
        """One row of unit length per text: (len(texts), dimension)."""


class Searcher(Protocol):
    """Finds chunks for a query within its filters, best first, ties broken by chunk id."""

    def search(self, query: Query) -> list[Hit]:
        """At most `query.k` hits, all of them inside `query.filters`."""


class Reranker(Protocol):
    """Orders candidates anew by a closer look at each."""

    def rerank(self, plan: Plan, candidates: Sequence[Candidate]) -> list[Candidate]:
        """The same candidates, best first, with `score` and `scores["rerank"]` set anew."""


class AgeJudge(Protocol):
    """Says for whom a product is welcome, where no list states it."""

    def suit(self, products: Sequence[Product], age: AgeRange | None) -> list[float]:
        """How probably each is welcome to somebody of this age, to a grown-up where it is `None`: 0 to 1."""


# Scores by id, best first, out of several (scores by id, weight).
Fusion = Callable[[Sequence[tuple[Mapping[str, float], float]]], Mapping[str, float]]


class CoverageGrader(Protocol):
    """Says which acceptance criteria the evidence explicitly supports."""

    def grade(self, plan: Plan, evidence: Sequence[Evidence]) -> Coverage:
        """Conservative: a criterion is covered only where the evidence says so."""


class HyDE(Protocol):
    """Imagines the product that would be the perfect answer, to search by its text."""

    def imagine(self, plan: Plan) -> list[str]:
        """A few query variants; empty when there is nothing to add."""


class ChatModel(Protocol):
    """Any language model that can fill in a schema."""

    def complete(self, messages: Sequence[Message], schema: type[Model], *, system: str) -> Model:
        """A validated `schema`; raises `ModelError` when none came in time."""


class PriceSource(Protocol):
    """Confirms prices on the web."""

    def receipts(self, products: Sequence[Product], *, timeout_s: float) -> dict[str, Receipt]:
        """Receipts by product id; a product whose price could not be confirmed has none."""


@dataclass(frozen=True, slots=True)
class Transcript:
    """What was heard, and who listened.

    Where the recogniser tells, `confidence` is that of a word on average, 0 to 1, and `unsure` are the words that it
    may well have misheard.
    """

    text: str
    recogniser: str
    confidence: float | None = None
    unsure: tuple[str, ...] = ()


class Transcriber(Protocol):
    """Turns a recording into words."""

    @property
    def name(self) -> str:
        """How the page calls it."""

    def transcribe(self, wav: bytes) -> Transcript:
        """`wav` is a WAV file; raises `SpeechError` with a plain word when nothing was understood."""


@dataclass(frozen=True, slots=True)
class Speech:
    """A spoken text: `audio` is a whole file of type `media_type`."""

    audio: bytes
    media_type: str


@dataclass(frozen=True, slots=True)
class Voice:
    """A voice to choose: `voice_id` is its own among all synthesizers, `where` says in words who makes it speak."""

    voice_id: str
    name: str
    where: str


class PictureSource(Protocol):
    """Fetches the pictures that a catalogue names."""

    def picture(self, url: str, *, timeout_s: float) -> bytes:
        """The bytes of a picture as they came; raises `PriceError` where it must not or cannot be had in time."""


class Synthesizer(Protocol):
    """Turns words into a recording."""

    @property
    def voices(self) -> Sequence[Voice]:
        """The voices that can be chosen; empty where there is but one."""

    def synthesize(self, text: str, voice_id: str = "") -> Speech:
        """In the voice that was chosen, or its own where it has none by that id.

        Raises `SpeechError` when no audio can be made; then the browser's own voice speaks.
        """


class AnswerSelector(Protocol):
    """Reads which sentences answer a question."""

    def select(self, question: str, sentences: Sequence[str]) -> Sequence[Reading]:
        """One reading a sentence, in order; "unknown" for one that does not answer."""


class GoalSolver(Protocol):
    """Decides what the answer to one intent says; it writes no word of it.

    Found by the entry point `assistant.goal_solvers`: a class or function that is called with nothing, or with the
    `ChatModel` where it takes a `model`.
    """

    @property
    def name(self) -> str:
        """How the report calls it."""

    def solve(self, brief: Brief) -> ContentPlan:
        """Moves over the brief's facts, none where nothing answers the wish; raises `ModelError` when it cannot."""


class Helper(Protocol):
    """Adds what the catalogue cannot know; found by the entry point `assistant.helpers`, a class or function."""

    @property
    def name(self) -> str:
        """How the answer calls it."""

    def help(self, brief: Brief) -> HelperResult | None:
        """A sentence or two to add, or nothing. What it raises costs its group nothing but a warning.

        Every number in it must be the shopper's, a shown product's, or come of them by adding, sharing out or taking
        away; a result that states another is not shown.
        """


class FeedbackStore(Protocol):
    """Keeps what shoppers said of the answers, redacted, beside the conversations."""

    def rate(self, session_id: str, feedback: Feedback) -> None:
        """Adds an opinion."""

    def opinions(self, session_id: str) -> list[Feedback]:
        """Those of a conversation, oldest first."""

    def history(self) -> list[Kept]:
        """All turns and opinions of all conversations that are kept, oldest first."""


class SessionStore(Protocol):
    """Keeps conversations, redacted."""

    def load(self, session_id: str) -> Session:
        """The conversation so far; an unknown id is an empty one."""

    def append(self, session_id: str, turn: SessionTurn) -> None:
        """Adds a finished turn."""

    def amend(self, session_id: str, turn: SessionTurn) -> None:
        """Puts a turn in the place of the newest one, where that has the same message: its live prices came later."""

    def take_back(self, session_id: str, message: str) -> None:
        """Deletes the newest turn, where it has this message: what was said was heard wrongly."""

    def owe(self, session_id: str, message: str) -> bool:
        """Keeps a message that is about to be answered; an empty one says that none is. Whether one was owed until now.

        Of several programs that take the same message up, only one is told so.
        """

    def owed(self, session_id: str, for_s: float = 0) -> str:
        """The message that has had no answer for so many seconds at least; empty where there is none.

        A program was answering it when it ended; or one is, at this moment.
        """

    def forget(self, session_id: str) -> int:
        """Deletes the conversation and what was said of it; returns how many turns it had."""

    def close(self) -> None:
        """Gives back what was opened."""
