"""The assistant: four stages called in turn, and the only place where adapters are built."""

from __future__ import annotations

import getpass
import hashlib
import math
import os
import stat
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from decimal import Decimal
from functools import partial
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, Self
from uuid import uuid4

from assistant import resources
from assistant.catalogue.store import CatalogueStore
from assistant.errors import (
    CatalogueBusyError,
    CatalogueError,
    QuestionError,
    SessionError,
    SettingsError,
    SourceError,
    SpeechError,
)
from assistant.llm import Account, OpenAIChatModel, metered
from assistant.pipeline.acts import act_about_shown
from assistant.pipeline.answerer import Authors, answer, relaxed
from assistant.pipeline.domain import DomainJudge
from assistant.pipeline.intake import readable, take_turn
from assistant.pipeline.ledger import last_list
from assistant.pipeline.planner import plan_intent, plan_search
from assistant.pipeline.pointing import pointed
from assistant.pipeline.redaction import redact
from assistant.pipeline.repricing import repriced
from assistant.pipeline.response import finish
from assistant.pipeline.retriever import Tools, fused_candidates, retrieve, top_candidates
from assistant.pipeline.router import route_turn
from assistant.pipeline.second_reader import reread
from assistant.pipeline.wishes import read_wish
from assistant.plugins.finding import load_helpers, load_solver, solver_names
from assistant.prices import build_price_source
from assistant.prices.policy import overwrites
from assistant.protocols import (
    Embedder,
    FeedbackStore,
    PriceSource,
    Reranker,
    Searcher,
    SessionStore,
    Synthesizer,
    Transcriber,
)
from assistant.schema import (
    Answer,
    Candidate,
    Feedback,
    Intent,
    Limits,
    Mode,
    Plan,
    PriceCheck,
    Product,
    Receipt,
    Response,
    Route,
    Session,
    SessionTurn,
    Shown,
    Turn,
)
from assistant.search.bm25 import Bm25Searcher
from assistant.search.cross_encoder import CrossEncoderReranker
from assistant.search.domain_model import DomainModel
from assistant.search.embedding import OnnxEmbedder
from assistant.search.reranking import FeatureReranker
from assistant.search.sentence_encoder import SentenceEncoder
from assistant.search.vectors import VectorSearcher
from assistant.sessions import IN_MEMORY, SqlSessionStore, check_session_id, sqlite_url
from assistant.settings import Settings
from assistant.speech import Lexicon, lexicon_of, synthesizer, transcriber
from assistant.text import fold, words

if TYPE_CHECKING:
    from assistant.catalogue.importing import ImportReport

# A longer text describes; only a short one names the kind of toy.
MAX_TYPED_WORDS = 12
# Of a model's time in one turn, to read the message where the rules are unsure; the rest is for wording the answer.
READING_SHARE = 0.3
# Another program's import of the demo catalogue takes seconds; one that hangs is not waited for all day.
MOST_WAIT_S, WAIT_S = 300.0, 0.1
OnStep = Callable[[str], None]
OnProgress = Callable[[str, int, int], None]


@dataclass(frozen=True, slots=True)
class Parts:
    """The adapters one assistant works with."""

    embedder: Embedder
    catalogue: CatalogueStore
    tools: Tools
    sessions: SessionStore
    feedback: FeedbackStore
    authors: Authors
    prices: PriceSource | None
    domain_model: DomainJudge
    warnings: tuple[str, ...] = ()
    model: OpenAIChatModel | None = None
    reader: OpenAIChatModel | None = None


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
        embedder = _embedder(settings)
        opened = folder or _demo_folder(settings, embedder, on_progress)
        return cls(_build(opened, settings, embedder), settings, is_demo=folder is None)

    def ask(self, text: str, session_id: str | None = None, *, on_step: OnStep | None = None) -> Response:
        """The response to one message; raises `QuestionError` when it cannot be read.

        Its prices are the catalogue's: the web is never waited for here. Where the shopper asked for a price of this
        moment the response `wants_live_price`, and `live_prices` is to be called next.
        """
        with metered() as account:
            return self._ask(text, check_session_id(session_id or uuid4().hex), _Stopwatch(on_step), account)

    def _ask(self, text: str, session_id: str, clock: _Stopwatch, account: Account) -> Response:
        session, warnings = self._session(session_id)
        with clock.stage("intake"):
            turn = take_turn(text, session=session, locale=self._settings.locale)
        with clock.stage("router"):
            route = self._route(turn, session)
        answers: list[Answer] = []
        for intent in () if route.reply else route.intents:
            cited = sum(len(answer.citations) for answer in answers)
            answers.append(self._answer(intent, turn, route, session, clock, first_citation=cited + 1))
        timings = {**account.timings(), **clock.timings()}
        response = finish(
            turn, route, answers, session=session, timings=timings, warnings=(*self._parts.warnings, *warnings)
        )
        return self._remember(session_id, turn, response)

    def _route(self, turn: Turn, session: Session) -> Route:
        parts, vocabulary = self._parts, self._parts.catalogue.vocabulary
        if act_about_shown(fold(turn.text)):
            turn = replace(turn, text=pointed(turn.text, self._titles(session)))
        route = route_turn(turn, session=session, vocabulary=vocabulary, domain_model=parts.domain_model)
        return reread(route, turn, model=parts.reader, vocabulary=vocabulary) if parts.reader else route

    def _answer(
        self, intent: Intent, turn: Turn, route: Route, session: Session, clock: _Stopwatch, *, first_citation: int
    ) -> Answer:
        with clock.stage("planner"):
            limits = Limits(max_rounds=self._settings.max_rounds)
            vocabulary = self._parts.catalogue.vocabulary
            plan = plan_intent(intent, turn=turn, session=session, limits=limits, vocabulary=vocabulary)
        answered = partial(self._answered, turn=turn, route=route, clock=clock, first_citation=first_citation)
        found = answered(plan)
        wider = relaxed(plan) if found.status == "no-context" else None
        if wider is None:
            return found
        second = answered(wider)
        return second if second.status == "answered" else found

    def _answered(self, plan: Plan, *, turn: Turn, route: Route, clock: _Stopwatch, first_citation: int) -> Answer:
        """Evidence for a plan, and the answer that it carries."""
        with clock.stage("retriever"):
            pack = retrieve(plan, self._parts.tools)
        receipts: Mapping[str, Receipt] | None = None if self._parts.prices and "web.search" in plan.tools else {}
        with clock.stage("answerer"):
            return answer(
                plan, pack, turn=turn, authors=self._parts.authors, receipts=receipts, wishes=route.intents,
                currency=self._parts.catalogue.vocabulary.currency, first_citation=first_citation,
            )  # fmt: skip

    def _titles(self, session: Session) -> list[str]:
        """The titles on the screen, so that a toy can be asked about by its name."""
        try:
            return [product.title for product in self._parts.catalogue.products([s.doc_id for s in last_list(session)])]
        except KeyError:  # the catalogue was replaced since
            return []

    def live_prices(self, response: Response) -> Response:
        """The response with the prices of this moment, held against the budget and ranked again.

        Asks the web for the Top Pick and the alternatives, at most `live_price_timeout_s`. The response itself comes
        back where there is nothing to ask, nobody to ask, or the shopper said not to.
        """
        turn, products = response.turn, [pick.product for pick in sorted(response.products, key=lambda p: p.rank)]
        if turn is None or not products or not self.can_check_prices(response):
            return response
        start = time.perf_counter()
        receipts, now = self._receipts(products), datetime.now(UTC)
        answers: list[Answer] = []
        for old in response.answers:
            cited = sum(len(answer.citations) for answer in answers)
            currency = self._parts.catalogue.vocabulary.currency
            answers.append(
                repriced(
                    old, receipts, turn=turn, wishes=response.route.intents, authors=self._parts.authors,
                    currency=currency, first_citation=cited + 1, now=now,
                )
            )  # fmt: skip
        timings = response.timings | {"live_prices": round((time.perf_counter() - start) * 1000, 3)}
        said = {warning for answer in response.answers for warning in answer.warnings}
        warnings = [warning for warning in response.warnings if warning not in said]
        return self._amend(finish(turn, response.route, answers, timings=timings, warnings=warnings))

    def can_check_prices(self, response: Response) -> bool:
        """Whether live prices are on, something is shown, and the shopper did not forbid to ask the web."""
        allowed = response.turn is not None and not response.turn.constraints.no_external
        return self._parts.prices is not None and allowed and bool(response.products)

    def price(self, title: str) -> PriceCheck:
        """One product of the catalogue by its title, and its live price where one is confirmed in time.

        Raises `QuestionError` where the catalogue has no such product.
        """
        product = self._titled(readable(title))
        return PriceCheck(product, self._receipts([product]).get(product.id))

    def _titled(self, title: str) -> Product:
        """The product whose title this is, or the only likely one whose title holds all its words."""
        found = [candidate.product for candidate in self.search(title, k=10)]
        said = set(words(title))
        same = [product for product in found if fold(product.title) == fold(title)]
        same = same or [product for product in found if said and said <= set(words(f"{product.brand} {product.title}"))]
        if len(same) == 1 or (same and fold(same[0].title) == fold(title)):
            return same[0]
        near = "; ".join(product.title for product in (same or found)[:3])
        which = f"The catalogue has several: {near}." if same else f"The closest are: {near}." if near else ""
        raise QuestionError(f"No single toy is called {title!r}. {which or 'The catalogue has nothing like it.'}")

    def _receipts(self, products: Sequence[Product]) -> Mapping[str, Receipt]:
        """Receipts by product id, of those that are in force and in the catalogue's money; none without a web."""
        if self._parts.prices is None:
            return {}
        found = self._parts.prices.receipts(products, timeout_s=self._settings.live_price_timeout_s)
        known, now = {product.id: product for product in products}, datetime.now(UTC)
        return {doc_id: receipt for doc_id, receipt in found.items() if overwrites(known[doc_id], receipt, now)}

    def rate(self, session_id: str, feedback: Feedback) -> None:
        """Keeps a thumb up or down and its words, redacted; raises `SessionError` when it cannot be stored."""
        kept = replace(feedback, question=redact(feedback.question).text, comment=redact(feedback.comment).text)
        self._parts.feedback.rate(check_session_id(session_id), kept)

    def opinions(self, session_id: str) -> list[Feedback]:
        """What was said of the answers of a conversation, oldest first."""
        return self._parts.feedback.opinions(check_session_id(session_id))

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

        Raises `QuestionError` when there is nothing to read in the text, or when `k` or a price is no usable number.
        """
        text = readable(text)
        if k < 1:
            raise QuestionError(f"{k} candidates cannot be found; ask for at least one.")
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

    def import_beside(
        self,
        source: Path,
        to: Path,
        *,
        columns: Mapping[str, str] | None = None,
        currency: str = "",
        on_progress: OnProgress | None = None,
    ) -> ImportReport:
        """Imports another product list with this assistant's encoder; raises `CatalogueError` with one clear line."""
        from assistant.catalogue.importing import import_catalogue  # noqa: PLC0415  (most visitors never need it)

        return import_catalogue(
            source, to, embedder=self._parts.embedder, column_map=columns, currency=currency or None,
            progress=on_progress,
        )  # fmt: skip

    def beside(self, folder: Path) -> Assistant:
        """An assistant over another catalogue that shares everything else with this one, which is to be closed."""
        catalogue = CatalogueStore.open(folder)
        tools = _tools(catalogue, self._settings, self._parts.embedder)
        return Assistant(replace(self._parts, catalogue=catalogue, tools=tools), self._settings, is_demo=False)

    def without_model(self) -> Assistant:
        """The same assistant with answers composed by rules; it shares everything else with this one."""
        rules = replace(self._parts, authors=replace(self._parts.authors, solvers=()), reader=None)
        return Assistant(rules, self._settings, is_demo=self.is_demo)

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
        try:
            self._parts.sessions.append(session_id, _finished(turn, response))
        except SessionError as error:
            return replace(response, warnings=[*response.warnings, str(error)])
        return response

    def _amend(self, response: Response) -> Response:
        """Remembers the newest turn as it now stands, so that "cheaper" is cheaper than the live price."""
        turn = response.turn
        if turn is None:
            return response
        try:
            self._parts.sessions.amend(turn.session_id, _finished(turn, response))
        except SessionError as error:
            return replace(response, warnings=[*response.warnings, str(error)])
        return response

    def close(self) -> None:
        """Gives back what was opened."""
        self._parts.sessions.close()
        for model in (self._parts.model, self._parts.reader):
            if model:
                model.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()


def _finished(turn: Turn, response: Response) -> SessionTurn:
    """The turn as the session keeps it."""
    shown = tuple(
        Shown(p.product.id, p.price, p.product.rating, top=p.rank == 1, wish=number, brand=p.product.brand)
        for number, answer in enumerate(response.answers)
        for p in answer.picks
    )
    return SessionTurn(turn.text, response.final_answer, response.route.intents, shown)


def _build(folder: Path, settings: Settings, embedder: Embedder) -> Parts:
    """Every adapter, picked from the settings: the only place where any is constructed."""
    catalogue = CatalogueStore.open(folder)
    tools = _tools(catalogue, settings, embedder)
    sessions, warnings = _sessions(settings)
    prices = build_price_source(cache_folder=settings.home / "searches", locale=settings.locale)
    built_in = embedder if isinstance(embedder, OnnxEmbedder) else OnnxEmbedder(resources.MODEL, settings.threads)
    domain_model = DomainModel.open(resources.DOMAIN_MODEL, built_in)
    live = prices if settings.live_prices else None
    model = _chat_model(settings, 1 - READING_SHARE)
    reader = _chat_model(settings, READING_SHARE)
    authors, missing = _authors(settings, model)
    told = (*warnings, *missing)
    return Parts(embedder, catalogue, tools, sessions, sessions, authors, live, domain_model, told, model, reader)


def _tools(catalogue: CatalogueStore, settings: Settings, embedder: Embedder) -> Tools:
    """What searches one catalogue."""
    return Tools(
        catalogue=catalogue,
        searchers={
            "bm25": Bm25Searcher.open(catalogue.bm25_folder),
            "vector": VectorSearcher.open(catalogue.vectors_folder, embedder, threads=settings.threads),
        },
        reranker=_reranker(settings, FeatureReranker(catalogue.vocabulary)),
    )


def _authors(settings: Settings, model: OpenAIChatModel | None) -> tuple[Authors, tuple[str, ...]]:
    """Goal solvers, the chosen one first and a heavier one behind it, and helpers; what is broken costs a warning."""
    chosen = settings.goal_solver if settings.goal_solver != "auto" else "llm" if model else "symbolic"
    names = dict.fromkeys((chosen, *(["llm"] if model else [])))
    solvers, warnings = [], []
    for name in names:
        if name not in solver_names():
            raise SettingsError(
                f"ASSISTANT_GOAL_SOLVER names {name!r}, which is not installed. "
                f"Choose auto or one of: {', '.join(solver_names())}."
            )
        try:
            solvers.append(load_solver(name, model))
        except SettingsError as error:
            warnings.append(str(error))
    found = load_helpers()
    # A model keeps its own limit; a solver that does not keep it is not waited for much longer.
    authors = Authors(tuple(solvers), found.helpers, settings.model_timeout_s + 0.2, settings.helper_timeout_s)
    return authors, (*warnings, *found.warnings)


def _embedder(settings: Settings) -> Embedder:
    """The built-in encoder, or the owner's."""
    if not settings.encoder_model:
        return OnnxEmbedder(resources.MODEL, threads=settings.threads)
    return SentenceEncoder(settings.encoder_model, settings.threads)


def _reranker(settings: Settings, features: Reranker) -> Reranker:
    """The built-in reranker, with the owner's cross-encoder on top where one is named."""
    if not settings.reranker_model:
        return features
    return CrossEncoderReranker(settings.reranker_model, features, settings.threads)


def _chat_model(settings: Settings, share: float) -> OpenAIChatModel | None:
    """The model, where one is named and reachable by address or key, with its share of the time it has in a turn."""
    key = settings.model_api_key.get_secret_value()
    if not settings.model_name or not (settings.model_base_url or key):
        return None
    return OpenAIChatModel(
        base_url=settings.model_base_url, api_key=key, model=settings.model_name,
        timeout_s=share * settings.model_timeout_s,
    )  # fmt: skip


def _sessions(settings: Settings) -> tuple[SqlSessionStore, tuple[str, ...]]:
    """The session store; where the default one cannot be written, one that lasts as long as the process."""
    if settings.sessions_url:
        return SqlSessionStore(settings.sessions_url, keep_days=settings.session_days), ()
    try:
        return SqlSessionStore(sqlite_url(settings.home / "sessions.db"), keep_days=settings.session_days), ()
    except (SessionError, OSError):
        return SqlSessionStore(IN_MEMORY), ("Conversations cannot be saved here, so they end with this program.",)


def _demo_folder(settings: Settings, embedder: Embedder, on_progress: OnProgress | None) -> Path:
    """The folder of the demo index, made at first use and anew when the demo catalogue or the encoder changes."""
    made_of = resources.DEMO_CATALOGUE.read_bytes() + embedder.name.encode()
    digest = hashlib.sha256(made_of).hexdigest()[:12]
    folder = settings.home / f"demo-{digest}"
    if _is_whole(folder):
        return folder
    try:
        settings.home.mkdir(parents=True, exist_ok=True)
    except OSError:
        folder = _own_temporary_folder() / f"demo-{digest}"
        if _is_whole(folder):
            return folder
    from assistant.catalogue.importing import import_catalogue  # noqa: PLC0415  (an answering process never needs it)

    until = time.monotonic() + MOST_WAIT_S
    while True:
        try:
            import_catalogue(resources.DEMO_CATALOGUE, folder, embedder=embedder, progress=on_progress)
        except CatalogueBusyError:  # another program had the same idea a moment ago: its index is ours too
            if time.monotonic() > until:
                raise
            _wait_while_busy(folder, until, on_progress)
        if _is_whole(folder):
            _learn_to_listen(folder, settings)
            return folder


def _wait_while_busy(folder: Path, until: float, on_progress: OnProgress | None) -> None:
    """Waits until another program's import has made the catalogue, or has let go of the folder without."""
    from assistant.catalogue.folder import is_locked  # noqa: PLC0415

    if on_progress:
        on_progress("waiting for another program", 0, 0)
    while is_locked(folder) and time.monotonic() < until:
        time.sleep(WAIT_S)


def _own_temporary_folder() -> Path:
    """A folder that outlives this program where `home` cannot be written: this user's alone, or else a new one."""
    own = Path(tempfile.gettempdir()) / f"toy-shopping-assistant-{getattr(os, 'getuid', getpass.getuser)()}"
    try:
        own.mkdir(mode=0o700, exist_ok=True)
        status = own.lstat()
    except OSError:
        return Path(tempfile.mkdtemp(prefix="toy-shopping-assistant-"))
    ours = stat.S_ISDIR(status.st_mode) and (
        os.name == "nt" or (status.st_uid, status.st_mode & 0o077) == (os.getuid(), 0)
    )
    return own if ours else Path(tempfile.mkdtemp(prefix="toy-shopping-assistant-"))


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
    """An exact amount; `QuestionError` for one that is no number, because a comparison with it would lie."""
    if amount is not None and not math.isfinite(amount):
        raise QuestionError(f"{amount} is no price; give an amount of money.")
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
    report = import_catalogue(
        source,
        to,
        embedder=_embedder(settings),
        column_map=_columns(column_map),
        currency=currency or None,
        progress=on_progress,
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
