"""The assistant: four stages called in turn, and the only place where adapters are built."""

from __future__ import annotations

import hashlib
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from decimal import Decimal
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, Self
from uuid import uuid4

from assistant import resources
from assistant.catalogue.store import CatalogueStore
from assistant.errors import CatalogueError, SessionError, SourceError, SpeechError
from assistant.llm import OpenAIChatModel
from assistant.pipeline.answerer import MAX_PICKS, answer
from assistant.pipeline.domain import DomainJudge
from assistant.pipeline.intake import readable, take_turn
from assistant.pipeline.planner import plan_intent, plan_search
from assistant.pipeline.response import finish
from assistant.pipeline.retriever import Tools, fused_candidates, retrieve, top_candidates
from assistant.pipeline.router import route_turn
from assistant.pipeline.wishes import read_wish
from assistant.plugins.llm import LlmSolver
from assistant.plugins.symbolic import SymbolicSolver
from assistant.prices import build_price_source
from assistant.prices.policy import overwrites
from assistant.protocols import Embedder, GoalSolver, PriceSource, Searcher, SessionStore, Synthesizer, Transcriber
from assistant.schema import (
    Answer,
    Candidate,
    EvidencePack,
    Intent,
    Limits,
    Mode,
    Plan,
    Receipt,
    Response,
    Route,
    Session,
    SessionTurn,
    Shown,
    Turn,
)
from assistant.search.bm25 import Bm25Searcher
from assistant.search.domain_model import DomainModel
from assistant.search.embedding import OnnxEmbedder
from assistant.search.reranking import FeatureReranker
from assistant.search.vectors import VectorSearcher
from assistant.sessions import IN_MEMORY, SqlSessionStore, check_session_id, sqlite_url
from assistant.settings import Settings
from assistant.speech import Lexicon, lexicon_of, synthesizer, transcriber

if TYPE_CHECKING:
    from assistant.catalogue.importing import ImportReport

# A longer text describes; only a short one names the kind of toy.
MAX_TYPED_WORDS = 12
OnStep = Callable[[str], None]
OnProgress = Callable[[str, int, int], None]


@dataclass(frozen=True, slots=True)
class Parts:
    """The adapters one assistant works with."""

    catalogue: CatalogueStore
    tools: Tools
    sessions: SessionStore
    solver: GoalSolver
    prices: PriceSource | None
    domain_model: DomainJudge
    warnings: tuple[str, ...] = ()


class Assistant:
    """A shop assistant over one catalogue; safe to use from many threads."""

    def __init__(self, parts: Parts, settings: Settings, *, is_demo: bool) -> None:
        self._parts = parts
        self._settings = settings
        self.is_demo = is_demo

    @classmethod
    def open(
        cls,
        catalog: Path | str | None = None,
        settings: Settings | None = None,
        *,
        on_progress: OnProgress | None = None,
    ) -> Self:
        """An assistant over the catalogue in a folder, or over the demo catalogue, which is indexed at first use.

        Raises `CatalogueError` when the folder holds no usable catalogue.
        """
        settings = settings or Settings()
        folder = Path(catalog) if catalog is not None else settings.catalog
        embedder = OnnxEmbedder(resources.MODEL, threads=settings.threads)
        opened = folder or _demo_folder(settings, embedder, on_progress)
        return cls(_build(opened, settings, embedder), settings, is_demo=folder is None)

    def ask(self, text: str, session_id: str | None = None, *, on_step: OnStep | None = None) -> Response:
        """The response to one message; raises `QuestionError` when it cannot be read."""
        clock = _Stopwatch(on_step)
        session_id = check_session_id(session_id or uuid4().hex)
        session, warnings = self._session(session_id)
        with clock.stage("intake"):
            turn = take_turn(text, session=session, locale=self._settings.locale)
        with clock.stage("router"):
            route = self._route(turn, session)
        answers: list[Answer] = []
        for intent in () if route.reply else route.intents:
            cited = sum(len(answer.citations) for answer in answers)
            answers.append(self._answer(intent, turn, session, clock, first_citation=cited + 1))
        response = finish(turn, route, answers, timings=clock.timings(), warnings=(*self._parts.warnings, *warnings))
        return self._remember(session_id, turn, response)

    def _route(self, turn: Turn, session: Session) -> Route:
        parts = self._parts
        return route_turn(turn, session=session, vocabulary=parts.catalogue.vocabulary, domain_model=parts.domain_model)

    def _answer(
        self, intent: Intent, turn: Turn, session: Session, clock: _Stopwatch, *, first_citation: int
    ) -> Answer:
        with clock.stage("planner"):
            limits = Limits(max_rounds=self._settings.max_rounds)
            vocabulary = self._parts.catalogue.vocabulary
            plan = plan_intent(intent, turn=turn, session=session, limits=limits, vocabulary=vocabulary)
        with clock.stage("retriever"):
            pack = retrieve(plan, self._parts.tools)
            receipts = self._receipts(plan, pack)
        with clock.stage("answerer"):
            return answer(
                plan, pack, turn=turn, solver=self._parts.solver, receipts=receipts, currency=vocabulary.currency,
                first_citation=first_citation,
            )  # fmt: skip

    def _receipts(self, plan: Plan, pack: EvidencePack) -> Mapping[str, Receipt]:
        """Live prices, where the plan asks the web and there is a web to ask."""
        if "web.search" not in plan.tools or self._parts.prices is None:
            return {}
        products = {candidate.doc_id: candidate.product for candidate in pack.candidates[:MAX_PICKS]}
        found = self._parts.prices.receipts(list(products.values()), timeout_s=self._settings.live_price_timeout_s)
        now = datetime.now(UTC)
        return {doc_id: receipt for doc_id, receipt in found.items() if overwrites(products[doc_id], receipt, now)}

    def route(self, text: str, session_id: str | None = None) -> Route:
        """What the message asks for, without answering it."""
        session = self.session(session_id) if session_id else Session("route")
        turn = take_turn(text, session=session, locale=self._settings.locale)
        return self._route(turn, session)

    def fuse(self, text: str, k: int = 10) -> list[Candidate]:
        """The best `k` candidates for a text before they are reranked: what reranking has to improve on."""
        return fused_candidates(plan_search(text, "", k), self._parts.tools, k)

    def searcher(self, mode: Mode) -> Searcher:
        """One search engine alone."""
        return self._parts.tools.searchers[mode]

    def search(
        self,
        text: str,
        k: int = 10,
        *,
        max_price: float | Decimal | None = None,
        min_price: float | Decimal | None = None,
    ) -> list[Candidate]:
        """The catalogue's best `k` candidates for a text, best first, within the prices: `rag.search`.

        Raises `QuestionError` when there is nothing to read in the text.
        """
        text = readable(text)
        wish = read_wish(text, self._parts.catalogue.vocabulary)
        kind = wish.product_type if len(text.split()) <= MAX_TYPED_WORDS else ""
        plan = plan_search(text, kind, k, min_price=_decimal(min_price), max_price=_decimal(max_price))
        return top_candidates(plan, self._parts.tools, k)

    def session(self, session_id: str) -> Session:
        """The conversation so far; raises `SessionError` when it cannot be read."""
        return self._parts.sessions.load(check_session_id(session_id))

    def forget(self, session_id: str) -> int:
        """Deletes a conversation; returns how many turns it had."""
        return self._parts.sessions.forget(check_session_id(session_id))

    @property
    def catalogue(self) -> CatalogueStore:
        """The catalogue that answers."""
        return self._parts.catalogue

    def _session(self, session_id: str) -> tuple[Session, tuple[str, ...]]:
        """The conversation; a store that fails costs the memory of it, not the answer."""
        try:
            return self._parts.sessions.load(session_id), ()
        except SessionError as error:
            return Session(session_id), (str(error),)

    def _remember(self, session_id: str, turn: Turn, response: Response) -> Response:
        shown = tuple(
            Shown(pick.product.id, pick.price, pick.product.rating, top=pick.rank == 1) for pick in response.products
        )
        finished = SessionTurn(turn.text, response.final_answer, response.route.intents, shown)
        try:
            self._parts.sessions.append(session_id, finished)
        except SessionError as error:
            return replace(response, warnings=[*response.warnings, str(error)])
        return response

    def close(self) -> None:
        """Gives back what was opened."""
        self._parts.sessions.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()


def _build(folder: Path, settings: Settings, embedder: Embedder) -> Parts:
    """Every adapter, picked from the settings: the only place where any is constructed."""
    catalogue = CatalogueStore.open(folder)
    tools = Tools(
        catalogue=catalogue,
        searchers={
            "bm25": Bm25Searcher.open(catalogue.bm25_folder),
            "vector": VectorSearcher.open(catalogue.vectors_folder, embedder, threads=settings.threads),
        },
        reranker=FeatureReranker(catalogue.vocabulary),
    )
    sessions, warnings = _sessions(settings)
    prices = build_price_source(cache_folder=settings.home / "searches", locale=settings.locale)
    domain_model = DomainModel.open(resources.DOMAIN_MODEL, embedder)
    live = prices if settings.live_prices else None
    return Parts(catalogue, tools, sessions, _solver(settings), live, domain_model, warnings)


def _solver(settings: Settings) -> GoalSolver:
    """The symbolic solver, or a model's where one is named and reachable by address or key."""
    key = settings.model_api_key.get_secret_value()
    if not settings.model_name or not (settings.model_base_url or key):
        return SymbolicSolver()
    return LlmSolver(
        OpenAIChatModel(
            base_url=settings.model_base_url,
            api_key=key,
            model=settings.model_name,
            timeout_s=settings.model_timeout_s,
        )
    )


def _sessions(settings: Settings) -> tuple[SqlSessionStore, tuple[str, ...]]:
    """The session store; where the default one cannot be written, one that lasts as long as the process."""
    if settings.sessions_url:
        return SqlSessionStore(settings.sessions_url), ()
    try:
        return SqlSessionStore(sqlite_url(settings.home / "sessions.db")), ()
    except (SessionError, OSError):
        return SqlSessionStore(IN_MEMORY), ("Conversations cannot be saved here, so they end with this program.",)


def _demo_folder(settings: Settings, embedder: Embedder, on_progress: OnProgress | None) -> Path:
    """The folder of the demo catalogue's index, made at first use and anew when the demo catalogue changes."""
    digest = hashlib.sha256(resources.DEMO_CATALOGUE.read_bytes()).hexdigest()[:12]
    folder = settings.home / f"demo-{digest}"
    if _is_whole(folder):
        return folder
    try:
        settings.home.mkdir(parents=True, exist_ok=True)
    except OSError:
        folder = Path(tempfile.mkdtemp(prefix="toy-shopping-assistant-")) / "demo"
    from assistant.catalogue.importing import import_catalogue  # noqa: PLC0415  (an answering process never needs it)

    import_catalogue(resources.DEMO_CATALOGUE, folder, embedder=embedder, progress=on_progress)
    _learn_to_listen(folder, settings)
    return folder


def _learn_to_listen(folder: Path, settings: Settings) -> None:
    """Makes what PocketSphinx needs of a new catalogue; where it cannot be kept, the first recording says so."""
    if settings.listen != "off":
        with suppress(SpeechError):
            make_lexicon(CatalogueStore.open(folder), settings)


def _is_whole(folder: Path) -> bool:
    """Whether an index is there and this program's; nobody should have to mend one that can be made again."""
    try:
        CatalogueStore.open(folder)
    except CatalogueError:
        return False
    return True


def _decimal(amount: float | Decimal | None) -> Decimal | None:
    return None if amount is None else Decimal(str(amount))


class _Stopwatch:
    """Times the stages and tells when each begins."""

    def __init__(self, on_step: OnStep | None) -> None:
        self._on_step = on_step
        self._stages_ms: dict[str, float] = {}
        self._start = time.perf_counter()

    @contextmanager
    def stage(self, name: str) -> Iterator[None]:
        if self._on_step:
            self._on_step(name)
        start = time.perf_counter()
        yield
        self._stages_ms[name] = self._stages_ms.get(name, 0.0) + (time.perf_counter() - start) * 1000

    def timings(self) -> dict[str, float]:
        """Milliseconds per stage so far, and in all."""
        total = (time.perf_counter() - self._start) * 1000
        return {name: round(ms, 3) for name, ms in (self._stages_ms | {"total": total}).items()}


def make_catalogue(
    source: Path,
    to: Path,
    *,
    column_map: str = "",
    currency: str = "",
    settings: Settings | None = None,
    on_progress: OnProgress | None = None,
) -> ImportReport:
    """Imports a shop's product list into a catalogue folder; raises `CatalogueError` with one clear line."""
    from assistant.catalogue.importing import import_catalogue  # noqa: PLC0415  (an answering process never needs it)

    settings = settings or Settings()
    embedder = OnnxEmbedder(resources.MODEL, threads=settings.threads)
    report = import_catalogue(
        source, to, embedder=embedder, column_map=_columns(column_map), currency=currency or None, progress=on_progress
    )
    _learn_to_listen(to, settings)
    return report


def _columns(column_map: str) -> dict[str, str] | None:
    """`title=Name,price=USD_MSRP` as a mapping; None when nothing is mapped."""
    if not column_map.strip():
        return None
    pairs = [pair.partition("=") for pair in column_map.split(",")]
    if not all(field.strip() and equals and column.strip() for field, equals, column in pairs):
        raise SourceError(f"--map {column_map!r} cannot be read. Write it as title=Name,price=USD_MSRP.")
    if len({field.strip() for field, _, _ in pairs}) < len(pairs):
        raise SourceError(f"--map {column_map!r} names a field twice. Name one column for each field.")
    return {field.strip(): column.strip() for field, _, column in pairs}


def make_synthesizer(settings: Settings) -> Synthesizer | None:
    """Who speaks, or nobody where speech is off or left to the browser."""
    return synthesizer(settings)


def make_transcriber(shop: Assistant, settings: Settings) -> Transcriber | None:
    """Who listens for the words of a shop's catalogue, or nobody where listening is off."""
    catalogue = shop.catalogue
    return transcriber(settings, catalogue.vocabulary, lambda: make_lexicon(catalogue, settings))


def make_lexicon(catalogue: CatalogueStore, settings: Settings) -> Lexicon:
    """What PocketSphinx needs of a catalogue, beside it where that folder can be written, else in `home`.

    Made in a few seconds where it is not there yet; `SpeechError` where it cannot be kept anywhere.
    """
    key = catalogue.digest
    folders = (catalogue.folder / ".listening", settings.home / "listening" / key)
    return lexicon_of(lambda: catalogue.products(catalogue.ids), key, folders)
