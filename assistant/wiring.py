"""Where every adapter is built from the settings, and nowhere else."""

from __future__ import annotations

import csv
import hashlib
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from functools import cache, partial
from pathlib import Path
from typing import TYPE_CHECKING

from assistant import resources
from assistant.adapters.chat_model import OpenAIChatModel
from assistant.adapters.entry_points import load_grader, load_helpers, load_solver, solver_names
from assistant.adapters.name_reader import NameReader
from assistant.adapters.networks import PairNetwork, TokenNetwork, WordTable
from assistant.adapters.sessions import IN_MEMORY, SqlSessionStore, sqlite_url
from assistant.answering.answer_selector import MOST_TOKENS as MOST_PAIR_TOKENS
from assistant.answering.answer_selector import OnnxAnswerSelector
from assistant.answering.answerer import AnswerTools
from assistant.catalogue.milvus.milvus_server import MilvusServer
from assistant.catalogue.milvus.milvus_store import MilvusStore
from assistant.catalogue.store import CatalogueStore
from assistant.errors import SessionError, SettingsError, SourceError, SpeechError
from assistant.prices import WebPictures, build_price_source
from assistant.prices.price_judge import ModelPriceJudge
from assistant.protocols import (
    AnswerSelector,
    Embedder,
    FeedbackStore,
    PictureSource,
    PriceSource,
    Reader,
    Reranker,
    Searcher,
    SessionStore,
    Store,
    Synthesizer,
)
from assistant.retrieval.age_suitability import WEIGHTS, LearnedAges
from assistant.retrieval.bm25 import Bm25Searcher
from assistant.retrieval.cross_encoder import CrossEncoderReranker
from assistant.retrieval.embedding import OnnxEmbedder
from assistant.retrieval.hyde import ModelHyDE
from assistant.retrieval.learned_reranker import LearnedReranker
from assistant.retrieval.milvus_searchers import MilvusVectors, MilvusWords
from assistant.retrieval.model_judge import ModelJudge
from assistant.retrieval.retriever import Tools
from assistant.retrieval.sentence_encoder import SentenceEncoder
from assistant.retrieval.vectors import VectorSearcher
from assistant.schema import Mode
from assistant.schema.milvus_address import MilvusAddress, is_milvus
from assistant.settings import Settings
from assistant.speech.listening.recogniser_data import lexicon_of
from assistant.speech.listening.recognition import Listeners, transcriber
from assistant.speech.speaking.synthesis import synthesizer
from assistant.understanding.learned_reader import MOST_TOKENS, LearnedReader
from assistant.understanding.model_reader import ModelReader
from assistant.version import __version__

if TYPE_CHECKING:
    from assistant.catalogue.importing import ImportReport, OpenedList

# Of a model's time in one turn the most that it has to read the message, to judge what was found, to propose words to
# search by where that was too little, and to plan the answer; together they have no more than the whole.
READING_SHARE, JUDGING_SHARE, PLANNING_SHARE, ANSWERING_SHARE = 0.2, 0.25, 0.15, 0.5
# An import writes much at once, and nobody waits in front of it.
MILVUS_IMPORT_S = 120.0
# A microphone has to know the words of so many toys at most: more takes minutes, and few words are new.
MOST_LISTENED_FOR = 50_000
OnProgress = Callable[[str, int, int], None]


@dataclass(frozen=True, slots=True)
class Parts:
    """The adapters one assistant works with."""

    embedder: Embedder
    catalogue: Store
    tools: Tools
    sessions: SessionStore
    feedback: FeedbackStore
    answer_tools: AnswerTools
    prices: PriceSource | None
    unjudged_prices: PriceSource | None
    reader: Reader
    learned_reader: Reader
    warnings: tuple[str, ...] = ()
    models: tuple[OpenAIChatModel, ...] = ()
    pictures: PictureSource | None = None


def build(place: Path | str, settings: Settings, embedder: Embedder) -> Parts:
    """Every adapter, picked from the settings; the place is a folder or an address of Milvus."""
    catalogue, searchers = opened(place, settings, embedder)
    planner = _chat_model(settings, PLANNING_SHARE)
    hyde = ModelHyDE(planner) if planner and settings.hyde else None
    grader = load_grader(settings.coverage_grader, planner) if settings.coverage_grader else None
    reads = _chat_model(settings, JUDGING_SHARE)
    judge = ModelJudge(reads) if reads else None
    ages = LearnedAges(resources.AGES, _words())
    tools = Tools(catalogue, searchers, _reranker(settings), grader=grader, hyde=hyde, judge=judge, ages=ages)
    sessions, warnings = _sessions(settings)
    prices, unjudged_prices = _price_sources(settings, reads)
    learned = LearnedReader(TokenNetwork(resources.READER, _words(), MOST_TOKENS, settings.threads))
    model = _chat_model(settings, ANSWERING_SHARE)
    router = _chat_model(settings, READING_SHARE)
    answer_tools, missing = _answer_tools(settings, model)
    all_warnings = (*warnings, *missing)
    return Parts(
        embedder, catalogue, tools, sessions, sessions, answer_tools, prices, unjudged_prices,
        ModelReader(router, learned) if router else learned, learned, all_warnings,
        tuple(one for one in (model, router, planner, reads) if one), WebPictures() if settings.pictures else None,
    )  # fmt: skip


def versions_of(parts: Parts, settings: Settings) -> dict[str, str]:
    """What answers: the program, the catalogue, and every model by its name or by a hash of its weights."""
    shipped = {
        "reader": resources.READER,
        "reranker": resources.RELEVANCE,
        "answer selection": resources.ANSWER_SELECTION,
    }
    named = {"reranker": settings.reranker_model, "model": settings.model_name}
    return {
        "program": __version__,
        "catalogue": parts.catalogue.digest,
        "encoder": parts.embedder.name,
        **{name: _hash_of(folder / "model.onnx") for name, folder in shipped.items()},
        "ages": _hash_of(resources.AGES / WEIGHTS),
        **{name: value for name, value in named.items() if value},
    }


@cache
def _hash_of(file: Path) -> str:
    with file.open("rb") as stream:
        return hashlib.file_digest(stream, "blake2b").hexdigest()[:16]


def opened(place: Path | str, settings: Settings, embedder: Embedder) -> tuple[Store, dict[Mode, Searcher]]:
    """One catalogue and what searches it; whatever else finds products is the same for all."""
    if is_milvus(str(place)):
        server = _milvus(str(place), settings, settings.milvus_timeout_s)
        return MilvusStore.open(server, embedder), {
            "bm25": MilvusWords(server),
            "vector": MilvusVectors(server, embedder),
        }
    catalogue = CatalogueStore.open(Path(place))
    return catalogue, {
        "bm25": Bm25Searcher.open(catalogue.bm25_folder, scratch=settings.home),
        "vector": VectorSearcher.open(catalogue.vectors_folder, embedder),
    }


def _milvus(place: str, settings: Settings, timeout_s: float) -> MilvusServer:
    try:
        address = MilvusAddress.parse(place)
    except ValueError as error:
        raise SettingsError(str(error)) from error
    token = settings.milvus_token.get_secret_value()
    return MilvusServer(address, token=token, database=settings.milvus_database, timeout_s=timeout_s)


def _answer_tools(settings: Settings, model: OpenAIChatModel | None) -> tuple[AnswerTools, tuple[str, ...]]:
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
    helpers, broken = load_helpers()
    # A model keeps its own limit; a solver that does not keep it is not waited for much longer.
    wording_s = ANSWERING_SHARE * settings.model_timeout_s + 0.2
    tools = AnswerTools(build_selector(settings), tuple(solvers), tuple(helpers), wording_s, settings.helper_timeout_s)
    return tools, (*warnings, *broken)


def build_embedder(settings: Settings) -> Embedder:
    """The built-in encoder, or the owner's."""
    if not settings.encoder_model:
        return OnnxEmbedder(resources.MODEL, threads=settings.threads)
    return SentenceEncoder(settings.encoder_model, settings.threads)


def build_selector(settings: Settings) -> AnswerSelector:
    """Who reads which sentence of a listing answers a question."""
    return OnnxAnswerSelector(_pair_network(settings.threads))


def build_name_reader(settings: Settings) -> NameReader:
    """Who reads whether a shop's name is a product's."""
    return NameReader(_pair_network(settings.threads))


@cache
def _pair_network(threads: int) -> PairNetwork:
    """The network of two texts that reads both what answers a question and what shops call a product."""
    return PairNetwork(resources.ANSWER_SELECTION, _words(), threads, MOST_PAIR_TOKENS)


@cache
def _words() -> WordTable:
    """The word vectors that all networks read with, loaded once."""
    return WordTable(resources.WORDS)


def _price_sources(settings: Settings, model: OpenAIChatModel | None) -> tuple[PriceSource | None, PriceSource | None]:
    """Who confirms live prices: with the model, where there is one, as a judge of pages, and without."""
    if not settings.live_prices:
        return None, None
    source = partial(
        build_price_source,
        cache_folder=settings.home / "searches",
        names=build_name_reader(settings),
        locale=settings.locale,
    )
    unjudged = source()
    return source(judge=ModelPriceJudge(model)) if model else unjudged, unjudged


def _reranker(settings: Settings) -> Reranker:
    """The built-in reranker, with the owner's cross-encoder on top where one is named."""
    learned = LearnedReranker.open(resources.RELEVANCE, _words(), settings.threads)
    if not settings.reranker_model:
        return learned
    return CrossEncoderReranker(settings.reranker_model, learned, settings.threads)


def _chat_model(settings: Settings, share: float) -> OpenAIChatModel | None:
    """The model, where there is one, with its share of the time it has in a turn."""
    if not settings.has_model:
        return None
    return OpenAIChatModel(
        base_url=settings.model_base_url, api_key=settings.model_api_key.get_secret_value(), model=settings.model_name,
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


def make_catalogue(
    source: Path,
    to: Path | str,
    *,
    column_map: str = "",
    currency: str = "",
    shard: str = "",
    settings: Settings | None = None,
    embedder: Embedder | None = None,
    on_progress: OnProgress | None = None,
) -> ImportReport:
    """Imports a shop's product list into a folder or into Milvus; raises `CatalogueError` with one clear line.

    `embedder` is the one that the settings name, where it is loaded already; `shard` is the part of the list that is
    brought to Milvus, "2/8", the whole where it is empty.
    """
    from assistant.catalogue.importing import import_catalogue, open_list  # noqa: PLC0415  (answering never needs it)

    settings = settings or Settings()
    encoder = embedder or build_embedder(settings)
    if is_milvus(str(to)):
        with open_list(source, _columns(column_map), currency or None, None, on_progress) as rows:
            return _make_in_milvus(rows, str(to), shard, settings, encoder)
    if shard:
        raise SettingsError("--shard is for Milvus; a folder is made by one machine")
    report = import_catalogue(
        source,
        Path(to),
        embedder=encoder,
        column_map=_columns(column_map),
        currency=currency or None,
        progress=on_progress,
    )
    if settings.listen != "off":
        with suppress(SpeechError):  # where what PocketSphinx needs cannot be kept, the first recording says so
            make_lexicon(CatalogueStore.open(Path(to)), settings)
    return report


def _make_in_milvus(rows: OpenedList, to: str, shard: str, settings: Settings, embedder: Embedder) -> ImportReport:
    from assistant.catalogue.milvus.milvus_import import import_into_milvus, shard_of  # noqa: PLC0415

    server, part = _milvus(to, settings, MILVUS_IMPORT_S), shard_of(shard)
    work = settings.home / "imports" / f"{server.address.collection}-{part.number}-of-{part.of}"
    try:
        return import_into_milvus(rows, server, embedder, part, work)
    finally:
        server.close()


def _columns(column_map: str) -> dict[str, str] | None:
    """`title=Name,"price=Price, GBP"` as a mapping, empty where there is no column; None when nothing is mapped."""
    if not column_map.strip():
        return None
    pairs = [
        pair.partition("=") for pair in next(csv.reader([" ".join(column_map.splitlines())], skipinitialspace=True))
    ]
    if not all(field.strip() and equals for field, equals, _ in pairs):
        raise SourceError(f"--map {column_map!r} cannot be read. Write it as title=Name,price=USD_MSRP.")
    if len({field.strip() for field, _, _ in pairs}) < len(pairs):
        raise SourceError(f"--map {column_map!r} names a field twice. Name one column for each field.")
    return {field.strip(): column.strip() for field, _, column in pairs}


def make_synthesizer(settings: Settings) -> Synthesizer | None:
    """Who speaks, or nobody where speech is off or left to the browser."""
    return synthesizer(settings)


def make_transcriber(catalogue: Store, settings: Settings) -> Listeners | None:
    """Who listens for the words of a shop's catalogue, or nobody where listening is off."""
    return transcriber(settings, catalogue.vocabulary, lambda: make_lexicon(catalogue, settings))


def make_lexicon(catalogue: Store, settings: Settings) -> Path:
    """What PocketSphinx needs of a catalogue, beside it where that folder is the owner's to write, else in `home`.

    Made in a few seconds where it is not there yet; `SpeechError` where it cannot be kept anywhere.
    """
    key = catalogue.digest
    in_home = settings.home / "listening" / key
    is_owners = isinstance(catalogue, CatalogueStore) and catalogue.folder != resources.DEMO_INDEX
    folders = (Path(catalogue.home) / ".listening", in_home) if is_owners else (in_home,)
    return lexicon_of(lambda: catalogue.sample(MOST_LISTENED_FOR), key, folders)
