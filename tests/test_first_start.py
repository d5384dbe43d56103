"""The first start: the demo's index is there already, and is what the shipped list and encoder make."""

from __future__ import annotations

import asyncio
import random
import threading
from pathlib import Path

import numpy as np
import pytest
from fakes import HashingEmbedder

from assistant import Assistant, Settings, resources
from assistant.catalogue.chunking import chunks
from assistant.catalogue.store import CatalogueStore
from assistant.catalogue.vector_file import map_vectors
from assistant.demo import demo_folder
from assistant.errors import AssistantError
from assistant.interfaces import serve
from assistant.retrieval.embedding import OnnxEmbedder
from assistant.wiring import make_catalogue

QUESTION = "a wooden train set under £30"


def test_nothing_is_indexed_when_the_demo_is_opened(tmp_path: Path) -> None:
    steps: list[str] = []
    with Assistant.open(settings=Settings(home=tmp_path), on_progress=lambda step, *_: steps.append(step)) as shop:
        assert shop.is_demo
        assert shop.ask(QUESTION).status == "answered"
    assert steps == []


def test_the_shipped_index_holds_the_products_of_the_shipped_list(tmp_path: Path) -> None:
    shipped = CatalogueStore.open(resources.DEMO_INDEX)
    make_catalogue(resources.DEMO_CATALOGUE, tmp_path, settings=Settings(listen="off"), embedder=HashingEmbedder(384))
    made = CatalogueStore.open(tmp_path)
    assert shipped.products(shipped.ids) == made.products(made.ids)
    assert shipped.vocabulary == made.vocabulary


def test_the_shipped_vectors_are_those_of_the_shipped_encoder() -> None:
    shipped, encoder = CatalogueStore.open(resources.DEMO_INDEX), OnnxEmbedder(resources.MODEL, threads=1)
    texts = [chunk.text for product in shipped.products(shipped.ids) for chunk in chunks(product)]
    rows = random.Random(1).sample(range(len(texts)), 20)
    vectors = map_vectors(shipped.vectors_folder, encoder.dimension)
    assert len(vectors) == len(texts)
    np.testing.assert_allclose(vectors[rows], encoder.embed([texts[row] for row in rows]), atol=0.02)


def test_for_another_encoder_the_demo_is_indexed_once_and_again_when_that_is_damaged(tmp_path: Path) -> None:
    settings, embedder = Settings(home=tmp_path, listen="off"), HashingEmbedder(384)
    first = demo_folder(settings, embedder, None)
    assert first.is_relative_to(tmp_path)
    encoded = len(embedder.embedded)
    assert encoded
    assert demo_folder(settings, embedder, None) == first
    assert len(embedder.embedded) == encoded
    products = CatalogueStore.open(first).vectors_folder.parent / "products.arrow"
    products.write_bytes(products.read_bytes()[:-1])
    assert len(CatalogueStore.open(demo_folder(settings, embedder, None))) > 100


def test_a_bad_setting_is_one_clear_line_in_python(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ASSISTANT_THREADS", "many")
    with pytest.raises(AssistantError, match=r"^ASSISTANT_THREADS cannot be used: .*\.$"):
        Assistant.open()
    with pytest.raises(AssistantError, match="ASSISTANT_MAX_ROUNDS"):
        Settings(threads=2, max_rounds=9)


def test_the_page_s_server_opens_the_shop_before_anyone_comes(monkeypatch: pytest.MonkeyPatch) -> None:
    opened = threading.Event()
    monkeypatch.setattr(serve, "open_shop", lambda _: opened.set())

    async def started() -> None:
        async with serve.opened_early(None):
            pass

    asyncio.run(started())
    assert opened.wait(60)
