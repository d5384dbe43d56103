"""A catalogue in a real Milvus: imported, searched, brought up to date, shared out, and away for a while."""

from __future__ import annotations

import json
import logging
import time
from collections.abc import Callable, Iterator, Sequence
from decimal import Decimal
from pathlib import Path
from typing import Any
from uuid import uuid4

import numpy as np
import pytest
from catalogue_files import toys, write_csv
from fakes import HashingEmbedder
from numpy.typing import NDArray

from assistant import Assistant, Settings
from assistant.answering.answerer import SEARCH_FAILED
from assistant.catalogue.importing import ImportReport
from assistant.catalogue.milvus.milvus_server import MilvusServer
from assistant.errors import (
    AssistantError,
    CatalogueAwayError,
    CatalogueDamagedError,
    CatalogueMissingError,
    CatalogueVersionError,
    SettingsError,
)
from assistant.protocols import Embedder
from assistant.schema import Mode, Query
from assistant.schema.milvus_address import MilvusAddress
from assistant.wiring import build, make_catalogue
from benchmarks.milvus_process import MilvusLite

pytestmark = pytest.mark.milvus


COUNT = 60
ODD = 'o\'neil "x"\\ or 1 == 1'
BACK_S = 5.0


class StoppedError(Exception):
    """What a test's encoder raises when it has had enough."""


class TiredEmbedder(HashingEmbedder):
    """Encodes so many texts and is stopped then."""

    def __init__(self, most: int) -> None:
        super().__init__()
        self._most = most

    def embed(self, texts: Sequence[str]) -> NDArray[np.float32]:
        if len(self.embedded) + len(texts) > self._most:
            raise StoppedError
        return super().embed(texts)


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[MilvusLite]:
    need_milvus()
    server = MilvusLite(tmp_path_factory.mktemp("milvus") / "data")
    server.start()
    yield server
    server.kill()


@pytest.fixture
def place(server: MilvusLite) -> str:
    """The address of a collection that is not there yet."""
    return server.address(f"toys_{uuid4().hex}")


@pytest.fixture
def settings(tmp_path: Path) -> Settings:
    return Settings(home=tmp_path / "home", listen="off", milvus_timeout_s=30)


@pytest.fixture
def bring(tmp_path: Path, settings: Settings) -> Callable[..., ImportReport]:
    """Imports toys into a place."""

    def bring(rows: Sequence[dict[str, object]], place: str, shard: str = "", embedder: Embedder | None = None) -> Any:
        source = write_csv(tmp_path / f"{uuid4().hex}.csv", rows)
        return make_catalogue(source, place, shard=shard, settings=settings, embedder=embedder or HashingEmbedder())

    return bring


def need_milvus() -> None:
    """Skips a test where the extra `milvus` is not installed."""
    for library in ("pymilvus", "milvus_lite"):
        pytest.importorskip(library, reason="needs the extra milvus, which make test-rest installs")


def shop_at(place: str, settings: Settings, embedder: Embedder | None = None) -> Assistant:
    """An assistant with an encoder that costs nothing."""
    return Assistant(build(place, settings, embedder or HashingEmbedder()), settings, is_demo=False)


def error_of(place: str, settings: Settings, embedder: Embedder | None = None) -> str:
    """The line that opening a place ends in."""
    with pytest.raises(AssistantError) as error:
        shop_at(place, settings, embedder)
    assert "\n" not in str(error.value)
    return f"{type(error.value).__name__}: {error.value}"


def client(place: str) -> MilvusServer:
    return MilvusServer(MilvusAddress.parse(place), timeout_s=30)


def found(shop: Assistant, text: str, **prices: float) -> list[str]:
    return [candidate.doc_id for candidate in shop.search(text, 10, **prices)]


def test_what_was_imported_is_found_as_in_a_folder(
    place: str, tmp_path: Path, settings: Settings, bring: Callable[..., ImportReport]
) -> None:
    rows = toys(COUNT)
    report = bring(rows, place)
    bring(rows, str(tmp_path / "folder"))
    assert (report.taken, report.embedded, report.reused) == (COUNT, COUNT, 0)
    with shop_at(place, settings) as shop, shop_at(str(tmp_path / "folder"), settings) as beside:
        assert len(shop.catalogue) == COUNT
        assert shop.catalogue.vocabulary == beside.catalogue.vocabulary
        assert shop.catalogue.ids == beside.catalogue.ids
        products = shop.catalogue.products(list(reversed(shop.catalogue.ids)))
        assert products == beside.catalogue.products(list(reversed(beside.catalogue.ids)))
        assert shop.catalogue.sample(1_000) == beside.catalogue.sample(1_000)
        assert shop.catalogue.sample(10)
        for text in ("a red kite", "wooden train", "marble run number 14", "maker 3 tea set"):
            assert found(shop, text) == found(beside, text), text
            for mode in ("bm25", "vector"):
                hits = [one.searcher(mode).search(Query(text, mode, 10)) for one in (shop, beside)]
                assert [hit.doc_id for hit in hits[0]] == [hit.doc_id for hit in hits[1]], (mode, text)
        assert shop.ask("a red kite").top_pick is not None
        with pytest.raises(KeyError):
            shop.catalogue.products(["nobody"])


def test_a_budget_is_kept_by_the_engine(place: str, settings: Settings, bring: Callable[..., ImportReport]) -> None:
    bring(toys(COUNT), place)
    with shop_at(place, settings) as shop:
        for kind in ("kite", "drum", "board game"):
            candidates = shop.search(kind, 50, min_price=12, max_price=20.99)
            prices = [one.product.price.amount for one in candidates if one.product.price]
            assert len(prices) == len(candidates) > 5
            assert 12 <= min(prices) <= max(prices) <= Decimal("20.99")


def test_a_file_is_a_catalogue_too(tmp_path: Path, settings: Settings, bring: Callable[..., ImportReport]) -> None:
    need_milvus()
    place = f"milvus://{tmp_path}/shop.db/toys"
    assert "CatalogueMissingError" in error_of(place, settings)
    assert not (tmp_path / "shop.db").exists()
    bring(toys(12), place)
    with shop_at(place, settings) as shop:
        assert found(shop, "kite")


def test_what_changed_is_brought_up_to_date_and_nothing_else(
    place: str, settings: Settings, bring: Callable[..., ImportReport]
) -> None:
    rows = [{**row, "id": ODD if at == 1 else row["id"]} for at, row in enumerate(toys(COUNT))]
    bring(rows, place)
    again = bring(rows, place)
    assert (again.embedded, again.reused) == (0, COUNT)
    with shop_at(place, settings) as open_all_night:
        cheaper = {**rows[1], "price": "£1.50"}
        renamed = {**rows[2], "title": "Green zoetrope"}
        changed = bring([cheaper, renamed, *rows[3:]], place)
        assert (changed.embedded, changed.reused) == (1, COUNT - 2)
        (product,) = open_all_night.catalogue.products([ODD])
        assert product.price
        assert str(product.price.amount) == "1.50"
        assert found(open_all_night, "zoetrope")[0] == rows[2]["id"]
        assert str(rows[0]["id"]) not in open_all_night.catalogue.ids
        assert found(open_all_night, "drum", max_price=2) == [ODD]
    with shop_at(place, settings) as shop:
        assert len(shop.catalogue) == COUNT - 1


def test_parts_come_in_any_order_from_machines_that_stop_and_start(
    server: MilvusLite, place: str, settings: Settings, bring: Callable[..., ImportReport]
) -> None:
    rows, whole = toys(600), server.address(f"whole_{uuid4().hex}")
    bring(rows, place, "3/3")
    assert "only 3/3 is done" in error_of(place, settings)
    tired = TiredEmbedder(most=150)
    with pytest.raises(StoppedError):
        bring(rows, place, "1/3", tired)
    assert "only 3/3 is done" in error_of(place, settings)
    rested = bring(rows, place, "1/3")
    assert rested.reused == len(tired.embedded) > 0
    assert "only 1/3, 3/3 are done" in error_of(place, settings)
    bring(rows, place, "2/3")
    bring(rows, whole)
    with shop_at(place, settings) as shop, shop_at(whole, settings) as beside:
        assert shop.catalogue.digest == beside.catalogue.digest
        assert shop.catalogue.ids == beside.catalogue.ids
        asked: tuple[tuple[Mode, str], ...] = (("vector", "red kite"), ("bm25", "number 310"))
        for mode, text in asked:  # milvus-lite weighs words part by part
            hits = [one.searcher(mode).search(Query(text, mode, 1)) for one in (shop, beside)]
            assert [hit.doc_id for hit in hits[0]] == [hit.doc_id for hit in hits[1]]
    bring(rows[:580], place, "2/3")  # of the next night's list one part only: the old list goes on answering
    with shop_at(place, settings) as shop:
        assert len(shop.catalogue) == 600


def test_every_fault_is_one_line_that_says_what_to_do(
    server: MilvusLite, place: str, settings: Settings, bring: Callable[..., ImportReport]
) -> None:
    assert "there is no catalogue at" in error_of(place, settings)
    bring(toys(12), place)
    assert "made with the encoder hashing-64, not other-64" in error_of(place, settings, HashingEmbedder(name="other"))
    assert "for another encoder" in error_of(place, settings, HashingEmbedder(32))
    with pytest.raises(CatalogueVersionError, match="another encoder"):
        bring(toys(12), place, embedder=HashingEmbedder(32))
    late = settings.model_copy(update={"milvus_timeout_s": 1e-4})
    assert "took more than 0.0001 s" in error_of(place, late)
    other = server.address(f"other_{uuid4().hex}")
    client(other).ask("create_collection", dimension=64)
    assert "was not made by this program" in error_of(other, settings)
    with pytest.raises(CatalogueVersionError, match="was not made by this program"):
        bring(toys(12), other)
    client(place).ask("delete", filter="slot >= 0", partition_name="_default")
    assert "0 of 12 rows are there" in error_of(place, settings)
    bring(toys(12), place)
    with shop_at(place, settings) as shop:
        assert found(shop, "kite")


def test_a_catalogue_without_its_words_is_damaged(
    place: str, settings: Settings, bring: Callable[..., ImportReport]
) -> None:
    bring(toys(12), place)
    client(place).ask("delete", filter='id like "words-%"', partition_name="about")
    with pytest.raises(CatalogueDamagedError, match="its words"):
        shop_at(place, settings)
    head = {"id": "head", "product": json.dumps({"version": 1})}
    client(place).ask("upsert", data=[head], partition_name="about", partial_update=True)
    with pytest.raises(CatalogueDamagedError, match="its head"):
        shop_at(place, settings)


def test_a_server_that_is_not_there_is_told_of_at_once(settings: Settings) -> None:
    need_milvus()
    place = "milvus://127.0.0.1:9/toys"
    started = time.monotonic()
    assert error_of(place, settings).startswith("CatalogueAwayError: The search is unavailable just now")
    assert time.monotonic() - started < 25


def test_a_server_that_goes_away_is_spoken_of_and_answers_again_by_itself(
    tmp_path: Path, settings: Settings, bring: Callable[..., ImportReport], caplog: pytest.LogCaptureFixture
) -> None:
    need_milvus()
    server = MilvusLite(tmp_path / "data")
    server.start()
    try:
        place = server.address("toys")
        bring(toys(COUNT), place)
        with shop_at(place, settings) as shop, caplog.at_level(logging.ERROR):
            before = shop.ask("a red kite", "s")
            assert before.top_pick
            server.kill()
            assert shop.ask("a blue drum", "t").final_answer == SEARCH_FAILED
            assert "The search is unavailable just now" in shop.ask("a green drum", "u").errors[0]
            with pytest.raises(CatalogueAwayError):
                shop.catalogue.products([before.top_pick.product.id])
            server.start()
            until = time.monotonic() + BACK_S * 4  # a busy machine; the benchmark measures it
            while shop.ask("a red kite", uuid4().hex).top_pick is None:
                assert time.monotonic() < until
                time.sleep(0.2)
        assert [record for record in caplog.records if record.exc_info or "Traceback" in record.message] == []
    finally:
        server.kill()


def test_without_the_libraries_the_line_says_what_to_install(
    settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    import sys

    from assistant.catalogue.milvus import milvus_server

    milvus_server._load_library.cache_clear()
    monkeypatch.setitem(sys.modules, "pymilvus", None)
    with pytest.raises(SettingsError, match="pip install"):
        shop_at("milvus://127.0.0.1:9/toys", settings)


def test_a_part_is_for_milvus_only(tmp_path: Path, bring: Callable[..., ImportReport]) -> None:
    with pytest.raises(SettingsError, match="--shard is for Milvus"):
        bring(toys(3), str(tmp_path / "folder"), "1/2")


def test_a_missing_collection_is_no_reason_to_leave_the_server_alone(
    server: MilvusLite, place: str, settings: Settings, bring: Callable[..., ImportReport]
) -> None:
    asked = client(place)
    with pytest.raises(CatalogueMissingError):
        asked.ask("describe_collection")
    bring(toys(12), place)
    assert asked.ask("describe_collection")["collection_name"] in place
