"""The assistant: four stages called in turn, over one catalogue."""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from datetime import UTC, datetime
from decimal import Decimal
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Self
from uuid import uuid4

from assistant.adapters.metering import metered
from assistant.adapters.sessions import check_session_id
from assistant.answering.answerer import Asked, answer, conceded, relaxed
from assistant.answering.repricing import repriced
from assistant.answering.response import finish, in_all, is_likelier, leads_nowhere, left_for_next
from assistant.demo import demo_folder
from assistant.errors import CatalogueAwayError, PriceError, QuestionError, SessionError
from assistant.language.text import fold, words
from assistant.matching.kinds import without_new_colour
from assistant.prices.policy import overwrites
from assistant.protocols import Searcher, Store
from assistant.retrieval.planner import plan_intent, plan_search
from assistant.retrieval.retriever import fused_candidates, names_with, retrieve, top_candidates
from assistant.schema import (
    Answer,
    Candidate,
    Command,
    EvidencePack,
    Feedback,
    Intent,
    Kept,
    Limits,
    MessageReading,
    Mode,
    Outcome,
    Plan,
    PriceCheck,
    Product,
    Query,
    Receipt,
    Refine,
    Reply,
    Response,
    Route,
    Screen,
    Session,
    SessionTurn,
    Shown,
    Turn,
)
from assistant.settings import Settings
from assistant.understanding.by_itself import may_stand_alone, route_by_itself
from assistant.understanding.command_router import route_command
from assistant.understanding.heard import Heard
from assistant.understanding.intake import readable, take_turn
from assistant.understanding.redaction import redact
from assistant.understanding.reference import refer
from assistant.understanding.replies import ONLY_FORM
from assistant.understanding.router import route_turn
from assistant.understanding.slots import named, wish_of
from assistant.understanding.state.dialogue_state import constraints_in_force, last_product_intents, searches
from assistant.understanding.state.slot_carryover import less_said_before, names_it_anew, screen_of
from assistant.wiring import OnProgress, Parts, build, build_embedder, opened, versions_of

if TYPE_CHECKING:
    from assistant.catalogue.importing import ImportReport

# A longer text describes; only a short one names the kind of toy.
MAX_TYPED_WORDS = 12
PICTURE_S = 4.0
_ANY_TOY = Intent("", "find", "product_query")
OnStep = Callable[[str], None]


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
        """An assistant over the catalogue in a folder or in Milvus, or over the demo catalogue, whose index ships.

        Raises `CatalogueError` when the folder holds no usable catalogue.
        """
        settings = settings or Settings()
        place = catalog if catalog is not None else settings.catalog
        embedder = build_embedder(settings)
        parts = build(demo_folder(settings, embedder, on_progress) if place is None else place, settings, embedder)
        return cls(parts, settings, is_demo=place is None)

    def ask(
        self,
        text: str,
        session_id: str | None = None,
        *,
        command: Command | None = None,
        on_step: OnStep | None = None,
    ) -> Response:
        """The response to one message; raises `QuestionError` when it cannot be read.

        `command` is what a pressed button asks for; the text then only says it in the conversation.

        Its prices are the catalogue's: the web is never waited for here. Where the shopper asked for a price of this
        moment the response `wants_live_price`, and `live_prices` is to be called next.
        """
        clock, session_id = _Stopwatch(on_step), check_session_id(session_id or uuid4().hex)
        with metered(self._settings.model_timeout_s) as account:
            session, warnings = self._session(session_id)
            with clock.stage("intake"):
                turn = take_turn(text, session=session, locale=self._settings.locale)
            with clock.stage("router"):
                route = route_command(command, turn.text, session) if command else self._route(turn, session)
            answers = self._answers(turn, route, session, clock)
            if command is None and leads_nowhere(route, answers) and (itself := self._route_by_itself(turn, session)):
                others = self._answers(turn, itself, session, clock)
                if is_likelier(others, answers):
                    route, answers = itself, others
        response = finish(
            turn, route, answers, ledger=constraints_in_force(session), timings=account.timings() | clock.timings(),
            warnings=(*self._parts.warnings, *warnings),
        )  # fmt: skip
        return self._stored(self._parts.sessions.append, turn, response)

    def _answers(self, turn: Turn, route: Route, session: Session, clock: _Stopwatch) -> list[Answer]:
        """The answer to each intent of a route."""
        answers: list[Answer] = []
        for intent in () if route.reply else route.intents:
            asked = self._asked(turn, route, answers)
            meant = _with_found(intent, answers)
            tried = (self._answer(meant, asked, session, clock, left=left) for left in left_for_next(route, answers))
            first = next(tried)
            answers.append(first if first.picks else next(tried, first))
        return answers

    def _asked(self, turn: Turn, route: Route, before: Sequence[Answer]) -> Asked:
        """What the answer to the next intent is asked for with."""
        cited = sum(len(answer.citations) for answer in before)
        return Asked(turn, self._parts.catalogue.vocabulary.currency, route.intents, first_citation=cited + 1)

    def _route(self, turn: Turn, session: Session) -> Route:
        if turn.guardrails.sensitivity == "restricted":  # refused before anything is searched or a model is asked
            return Route((Intent(turn.text, "find", "product_query"),))
        titles = self._titles(session)
        reading = self._parts.reader.read(turn.asked, screen_of(session, titles)) if turn.asked else ONLY_FORM
        return route_turn(self._heard(turn, reading, session, titles))

    def _route_by_itself(self, turn: Turn, session: Session) -> Route | None:
        """What a message asks for that was taken for a change, read as if nothing had been said before it.

        A model knows what was said before, and means a change where it reads one.
        """
        if self._parts.reader is not self._parts.learned_reader or not may_stand_alone(turn.asked):
            return None
        reading = self._parts.learned_reader.read(turn.asked, Screen())
        return route_by_itself(self._heard(turn, reading, session, self._titles(session)))

    def _heard(self, turn: Turn, reading: MessageReading, session: Session, titles: Mapping[str, str]) -> Heard:
        named_so = partial(names_with, tools=self._parts.tools)
        return Heard(turn.asked or turn.text, reading, session, titles, self._parts.catalogue.vocabulary, named_so)

    def _answer(
        self, intent: Intent, asked: Asked, session: Session, clock: _Stopwatch, *, left: Decimal | None = None
    ) -> Answer:
        """The answer to one intent; `left` is what of a sum for all wishes it may cost."""
        with clock.stage("planner"):
            limits = Limits(max_rounds=self._settings.max_rounds, max_price=left)
            planned = partial(
                plan_intent, turn=asked.turn, reference=refer(intent, session), limits=limits,
                vocabulary=self._parts.catalogue.vocabulary,
            )  # fmt: skip
            plan = planned(intent)
        found = self._answered(plan, asked, clock)
        is_nothing = found.status == "no-context"
        if not is_nothing and found.standing != "nearest":
            return found
        second = found
        for wider in self._wider(plan, planned, last_product_intents(session), is_nothing=is_nothing):
            second = self._answered(wider, asked, clock)
            enough = ("pick", "guess") if is_nothing or not wider.conceded else ("pick",)
            if second.status == "answered" and second.standing in enough:
                return second
        return second if is_nothing and second.status == "answered" else found

    @staticmethod
    def _wider(
        plan: Plan, planned: Callable[[Intent], Plan], before: Sequence[Intent], *, is_nothing: bool
    ) -> Iterator[Plan]:
        """The plan with less and less of what was said before, where nothing was found that is all of it.

        What is near gives way only to another thing that was named.
        """
        if lesser := relaxed(plan):
            yield lesser
            return
        # What was shown may be as it is wanted now, where its listing only doesn't say so: "a pink one".
        turned_down = before[0].turned_down if before else ()
        is_like_it = plan.intent.act == "refine" and not (plan.intent.refinement or plan.intent.than)
        if is_like_it and plan.intent.turned_down != turned_down:
            yield planned(replace(plan.intent, turned_down=turned_down))
        for intent, left_out in less_said_before(plan.intent, before):
            if is_nothing or names_it_anew(intent):
                yield replace(planned(intent), conceded=conceded(left_out))
        if toy := without_new_colour(plan.intent):
            left_out = tuple(one for one in plan.intent.constraints.wanted if one not in toy.constraints.wanted)
            yield replace(planned(replace(toy, turned_down=turned_down)), conceded=conceded(left_out))

    def _answered(self, plan: Plan, asked: Asked, clock: _Stopwatch) -> Answer:
        """Evidence for a plan, and the answer that it carries."""
        with clock.stage("retriever"):
            is_refused = asked.turn.guardrails.sensitivity == "restricted"
            pack = EvidencePack() if is_refused else retrieve(plan, self._parts.tools)
        receipts: Mapping[str, Receipt] | None = None if self._parts.prices and "web.search" in plan.tools else {}
        with clock.stage("answerer"):
            return answer(plan, pack, replace(asked, receipts=receipts), self._parts.answer_tools)

    def _titles(self, session: Session) -> dict[str, str]:
        """The titles of what was shown, by id, so that a toy can be asked about by its name."""
        shown = dict.fromkeys(one.doc_id for turn in searches(session) for one in turn.shown)
        try:
            return {product.id: product.title for product in self._parts.catalogue.products(list(shown))}
        except (KeyError, CatalogueAwayError):  # it was replaced since, or is away, which the search will tell
            return {}

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
            asked = replace(self._asked(turn, response.route, answers), receipts=receipts)
            answers.append(repriced(old, asked, self._parts.answer_tools, now))
        timings = response.timings | {"live_prices": round((time.perf_counter() - start) * 1000, 3)}
        answer_warnings = {*in_all(response.answers), *(w for answer in response.answers for w in answer.warnings)}
        warnings = [warning for warning in response.warnings if warning not in answer_warnings]
        repriced_now = finish(turn, response.route, answers, timings=timings, warnings=warnings)
        # "Cheaper" is to be cheaper than the live price, so the newest turn is remembered as it now stands.
        return self._stored(self._parts.sessions.amend, turn, repriced_now)

    def has_cheaper(self, response: Response) -> bool:
        """Whether "cheaper" would lead to a toy that is right, for any wish of the response; nothing of it is kept.

        Takes as long as an answer: no model and no helper is asked.
        """
        turn = response.turn
        if turn is None or not response.top_pick:
            return False
        rules = self.without_model()
        parts = replace(rules._parts, answer_tools=replace(rules._parts.answer_tools, helpers=()))
        rules = Assistant(parts, self._settings, is_demo=self.is_demo)
        session, _ = self._session(turn.session_id)
        route = route_command(Refine("cheaper"), turn.text, session)
        tried = (
            rules._answer(intent, rules._asked(turn, route, ()), session, _Stopwatch(None))
            for intent in route.intents if intent.refinement
        )  # fmt: skip
        return any(answer.picks and answer.status == "answered" and answer.standing != "nearest" for answer in tried)

    def can_check_prices(self, response: Response) -> bool:
        """Whether live prices are on, something is shown, and the shopper did not forbid to ask the web."""
        allowed = response.turn is not None and not response.turn.constraints.no_external
        return self._parts.prices is not None and allowed and bool(response.products)

    def picture(self, url: str) -> bytes:
        """The bytes of a toy's picture as they came: foreign data, to be decoded with care.

        Raises `PriceError` where pictures are off, the address must not be fetched, or it does not answer in time.
        """
        if self._parts.pictures is None:
            raise PriceError("pictures are switched off")
        return self._parts.pictures.picture(url, timeout_s=PICTURE_S)

    def price(self, title: str) -> PriceCheck:
        """One product of the catalogue by its title, and its live price where one is confirmed in time.

        Raises `QuestionError` where the catalogue has no such product.
        """
        product = self._titled(readable(title))
        return PriceCheck(product, self._receipts([product]).get(product.id))

    def _titled(self, title: str) -> Product:
        """The product whose title this is, or the only likely one whose title holds all its words."""
        hits = self.searcher("bm25").search(Query(title, "bm25", 10))
        found = self.catalogue.products([hit.doc_id for hit in hits])
        found = found or [candidate.product for candidate in self.search(title, k=3)]
        title_words = set(words(title))
        same = [product for product in found if fold(product.title) == fold(title)]
        same = same or [
            product
            for product in found
            if title_words and title_words <= set(words(f"{product.brand} {product.title}"))
        ]
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
        kept = replace(
            feedback, question=redact(feedback.question).text, comment=redact(feedback.comment).text,
            catalogue=self.catalogue.home,
        )  # fmt: skip
        self._parts.feedback.rate(check_session_id(session_id), kept)

    def opinions(self, session_id: str) -> list[Feedback]:
        """What was said of the answers of a conversation, oldest first."""
        return self._parts.feedback.opinions(check_session_id(session_id))

    def history(self) -> list[Kept]:
        """What was asked of this catalogue in all conversations that are kept, and what was said of its answers.

        Raises `SessionError` when it cannot be read. What was kept before a turn told its catalogue counts as of this.
        """
        return [kept for kept in self._parts.feedback.history() if kept.said.catalogue in {"", self.catalogue.home}]

    def read(self, text: str, session_id: str) -> MessageReading:
        """What the learned reader makes of the next message of a conversation, and how sure it is of each part."""
        session, _ = self._session(session_id)
        return self._parts.learned_reader.read(readable(text), screen_of(session, self._titles(session)))

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
        reading = self._parts.learned_reader.read(text, Screen())
        wish = wish_of(text, reading.spans, self._parts.catalogue.vocabulary)
        kind = named(_ANY_TOY, wish.kinds, wish.theme).product_type if len(text.split()) <= MAX_TYPED_WORDS else ""
        plan = plan_search(text, kind, k, min_price=_decimal(min_price), max_price=_decimal(max_price))
        return top_candidates(plan, self._parts.tools, k)

    def session(self, session_id: str) -> Session:
        """The conversation so far; raises `SessionError` when it cannot be read."""
        return self._parts.sessions.load(check_session_id(session_id))

    def owe(self, session_id: str, message: str) -> bool:
        """Keeps a message, redacted, until an empty one says that it is answered; whether one was owed before."""
        return self._parts.sessions.owe(check_session_id(session_id), redact(message).text)

    def owed(self, session_id: str, for_s: float = 0) -> str:
        """The message that has had no answer for so many seconds at least; empty where there is none."""
        return self._parts.sessions.owed(check_session_id(session_id), for_s)

    def copy(self, session_id: str, to: str, *, most: int | None = None, toys: bool = True) -> int:
        """Keeps a conversation, or its first `most` turns, under another id, too; returns how many turns those are.

        Without `toys` only its words: the other id's catalogue may know other toys by the same ids.
        """
        turns = self.session(session_id).turns[:most]
        self.forget(to)
        for turn in turns:
            self._parts.sessions.append(check_session_id(to), turn if toys else replace(turn, shown=()))
        return len(turns)

    def take_back(self, session_id: str, message: str) -> None:
        """Deletes the newest turn, where it has this message, redacted: it was heard wrongly and is asked anew."""
        self._parts.sessions.take_back(check_session_id(session_id), redact(message).text)

    def forget(self, session_id: str) -> int:
        """Deletes a conversation; returns how many turns it had."""
        return self._parts.sessions.forget(check_session_id(session_id))

    def import_products(
        self,
        source: Path,
        to: Path,
        *,
        columns: Mapping[str, str] | None = None,
        currency: str = "",
        most: int | None = None,
        brief: bool = False,
        on_progress: OnProgress | None = None,
    ) -> ImportReport:
        """Imports another product list with this assistant's encoder, its first `most` rows where that is given.

        With `brief` only where each description begins is encoded, so that it can soon be asked about. Raises
        `CatalogueError` with one clear line.
        """
        from assistant.catalogue.importing import import_catalogue  # noqa: PLC0415  (most visitors never need it)

        return import_catalogue(
            source, to, embedder=self._parts.embedder, column_map=columns, currency=currency or None, most=most,
            brief=brief, progress=on_progress,
        )  # fmt: skip

    def with_catalogue(self, folder: Path) -> Assistant:
        """An assistant over another catalogue that shares everything else with this one, which is to be closed."""
        catalogue, searchers = opened(folder, self._settings, self._parts.embedder)
        tools = replace(self._parts.tools, catalogue=catalogue, searchers=searchers)
        return Assistant(replace(self._parts, catalogue=catalogue, tools=tools), self._settings, is_demo=False)

    def without_model(self) -> Assistant:
        """The same assistant with answers composed by rules; it shares everything else with this one."""
        parts = self._parts
        answer_tools, tools = replace(parts.answer_tools, solvers=()), replace(parts.tools, hyde=None, judge=None)
        reader, prices = parts.learned_reader, parts.unjudged_prices
        rules = replace(parts, answer_tools=answer_tools, tools=tools, reader=reader, prices=prices)
        return Assistant(rules, self._settings, is_demo=self.is_demo)

    @property
    def catalogue(self) -> Store:
        """The catalogue that answers."""
        return self._parts.catalogue

    @property
    def versions(self) -> dict[str, str]:
        """The program, the catalogue and the models, each by its version."""
        return versions_of(self._parts, self._settings)

    def _session(self, session_id: str) -> tuple[Session, tuple[str, ...]]:
        """The conversation; a store that fails costs the memory of it, not the answer."""
        try:
            return self._parts.sessions.load(session_id), ()
        except SessionError as error:
            return Session(session_id), (str(error),)

    def _stored(self, store: Callable[[str, SessionTurn], None], turn: Turn, response: Response) -> Response:
        """The response, its turn kept by `store`; where that fails, with a warning."""
        try:
            kept = _finished(turn, response, self._parts.catalogue.vocabulary.currency)
            store(turn.session_id, replace(kept, catalogue=self.catalogue.home))
        except SessionError as error:
            return replace(response, warnings=[*response.warnings, str(error)])
        return response

    def close(self) -> None:
        """Gives back what was opened."""
        self._parts.sessions.close()
        for model in self._parts.models:
            model.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def _finished(turn: Turn, response: Response, currency: str) -> SessionTurn:
    """The turn as the session keeps it; `currency` is the shop's."""
    searching = [answer for answer in response.answers if answer.intent.searches] or response.answers
    shown = tuple(
        Shown(
            p.product.id, p.price, p.product.rating, top=p.rank == 1, wish=number, brand=p.product.brand,
            cheaper=next((o.price for o in answer.picks if o.product.id == answer.cheaper and p.rank == 1), None),
            cheaper_id=answer.cheaper if p.rank == 1 else "",
        )
        for number, answer in enumerate(searching)
        for p in answer.picks
    )  # fmt: skip
    intents = tuple(_in_money(intent, currency) for intent in response.route.intents)
    return SessionTurn(turn.text, response.final_answer, intents, shown, tuple(map(_outcome, response.answers)))


def _outcome(answer: Answer) -> Outcome:
    """What came of an intent, for the shop's owner."""
    if answer.status == "no-context":
        return "nothing"
    if answer.status in {"refused", "clarify"}:
        return "refused" if answer.status == "refused" else "asked back"
    if any(isinstance(move, Reply) and move.verdict == "unknown" for move in answer.content.moves):
        return "not listed"
    return "nearest" if answer.standing == "nearest" else "answered"


def _with_found(intent: Intent, answers: Sequence[Answer]) -> Intent:
    """The intent; a sum is of what the same message has found as well."""
    if not (intent.question and intent.question.about == "total"):
        return intent
    found = (one.picks[0].product.id for one in answers if one.intent.searches and one.picks)
    return replace(intent, about=tuple(dict.fromkeys((*intent.about, *found))))


def _in_money(intent: Intent, currency: str) -> Intent:
    """The wish with its budget in the shop's money: the answer has said that it took it so, and says it once."""
    budget = intent.constraints.budget
    if budget is None or not currency:
        return intent
    return intent.asking(budget=replace(budget, currency=currency))


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
