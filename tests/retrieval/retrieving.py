"""A small shelf and what a retriever works with, shared by the tests of the retriever."""

from __future__ import annotations

from builders import a_product
from fakes import FakeCatalogue, FakeReranker, FakeSearcher

from assistant.protocols import Searcher
from assistant.retrieval.retriever import (
    Tools,
)
from assistant.schema import Limits, Product, Query

TOYS = (
    a_product("a", "Farm Train Set", "24.99"), a_product("b", "City Train Set", "39.99"),
    a_product("c", "Set of Posters", "3.99"),
    a_product("d", "Night Train Set", None), a_product("e", "Bath Duck", "1.99"),
    a_product("f", "Express Train Set", "12.50"),
)  # fmt: skip
LONG = Limits(max_rounds=5, stop_confidence=None)


def tools(*products: Product, bm25: Searcher | None = None, vector: Searcher | None = None) -> Tools:
    products = products or TOYS
    searchers = {"bm25": bm25 or FakeSearcher(*products), "vector": vector or FakeSearcher()}
    return Tools(FakeCatalogue(*products), searchers, FakeReranker())  # type: ignore[arg-type]


def query(text: str = "train set", mode: str = "bm25", round_id: int = 0) -> Query:
    return Query(text, mode, 10, round_id=round_id)  # type: ignore[arg-type]
