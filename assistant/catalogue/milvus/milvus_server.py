"""One collection of a Milvus server, asked with a deadline: what fails is one clear line, and is tried anew later.

`pymilvus` is loaded when the server is first asked. Its own patience (75 tries) is not used: a shopper waits.
"""

from __future__ import annotations

import logging
import os
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from functools import cache
from pathlib import Path
from threading import Lock
from typing import Any, TypeVar

from assistant.adapters.resilience import Breaker, LateError, within
from assistant.catalogue.milvus.milvus_rows import ITEMS, VECTOR
from assistant.errors import CatalogueAwayError, CatalogueMissingError, SettingsError
from assistant.schema.milvus_address import MilvusAddress

Result = TypeVar("Result")
Row = dict[str, Any]

# A server that is there answers a connection at once, however long it searches.
CONNECT_S = 2.0
# After a failure nobody waits for it again for so long; then one question tries.
REST_S = 1.0
_PAGE_ROWS = 2_000
# pymilvus's codes: it could not connect, and there is no such collection. Those of gRPC are no numbers.
_NO_CONNECTION, _NO_COLLECTION = {2}, 100


class MilvusServer:
    """Asks for one collection; safe to use from many threads."""

    def __init__(self, address: MilvusAddress, *, token: str = "", database: str = "", timeout_s: float = 5.0) -> None:
        self.address = address
        self._token, self._database, self._timeout_s = token, database, timeout_s
        self._breaker = Breaker(max_failures=1, rest_s=REST_S)
        self._lock = Lock()
        self._client: Any = None

    def ask(self, what: str, **arguments: Any) -> Any:
        """What the method of `pymilvus.MilvusClient` returns for the collection.

        `CatalogueMissingError` where there is no such collection, `CatalogueAwayError` where nobody answers.
        """
        asked = {"collection_name": self.address.collection, "timeout": self._timeout_s, **arguments}
        return self._answered(lambda: getattr(self._connected(), what)(**asked))

    def pages(self, condition: str, fields: Sequence[str], partition: str) -> Iterator[list[Row]]:
        """All rows that meet a condition, page by page."""
        pages = self.ask(
            "query_iterator", filter=condition, output_fields=list(fields), partition_names=[partition],
            batch_size=_PAGE_ROWS,
        )  # fmt: skip
        while page := self._answered(pages.next):
            yield [dict(row) for row in page]
        pages.close()

    def by_words(
        self, text: str, weights: Mapping[str, float], limit: int, depth: int, condition: str
    ) -> list[tuple[Row, float]]:
        """The best rows by BM25 with their scores: the weighted sum of the scores of each field's best `depth`."""
        from pymilvus import AnnSearchRequest, WeightedRanker  # noqa: PLC0415

        heaviest = max(weights.values())  # Milvus takes weights of up to 1
        requests = [
            AnnSearchRequest([text], name, {"metric_type": "BM25"}, limit=depth, expr=condition or None)
            for name in weights
        ]
        ranker = WeightedRanker(*(weight / heaviest for weight in weights.values()), norm_score=False)
        return self._found("hybrid_search", reqs=requests, ranker=ranker, limit=limit)

    def by_vector(self, vector: Sequence[float], limit: int, condition: str) -> list[tuple[Row, float]]:
        """The rows whose vectors have the largest inner product with this one, with the product."""
        metric = {"metric_type": "IP"}
        return self._found(
            "search", data=[vector], anns_field=VECTOR, limit=limit, filter=condition, search_params=metric
        )

    def _found(self, what: str, **arguments: Any) -> list[tuple[Row, float]]:
        hits = self.ask(what, partition_names=[ITEMS], output_fields=["doc_id", "number"], **arguments)[0]
        return [(dict(hit["entity"]), float(hit["distance"])) for hit in hits]

    def close(self) -> None:
        """Gives the connection back; a later question makes another one."""
        with self._lock:
            client, self._client = self._client, None
        if client is not None:
            with suppress(Exception):  # it may be broken already
                client.close()

    def _answered(self, work: Callable[[], Result]) -> Result:
        _load_library()  # takes a second, which is not the server's
        if not self._breaker.may_ask():
            raise self._away("it did not answer a moment ago")
        try:
            answer = within(self._timeout_s, work)
        except LateError:
            raise self._failed(f"it took more than {self._timeout_s:g} s") from None
        except Exception as error:  # pymilvus raises its own, gRPC's and plain ones
            if getattr(error, "code", None) == _NO_COLLECTION:
                self._breaker.note(failed=False)
                raise self.missing() from error
            raise self._failed(_reason(error)) from error
        self._breaker.note(failed=False)
        return answer

    def missing(self) -> CatalogueMissingError:
        """That there is no such collection."""
        return CatalogueMissingError(
            f"there is no catalogue at {self.address}; import one with: assistant import FILE --to {self.address}"
        )

    def _failed(self, why: str) -> CatalogueAwayError:
        self._breaker.note(failed=True)
        self.close()
        return self._away(why)

    def _away(self, why: str) -> CatalogueAwayError:
        """That nobody answers; shoppers read it too, so it does not say where the server is."""
        what = "see that no other program has its file open" if self.address.is_file else "see that its server runs"
        return CatalogueAwayError(f"The search is unavailable just now: Milvus does not answer ({why}); {what}")

    def _connected(self) -> Any:
        with self._lock:
            if self._client is None:
                self._client = self._connect()
            return self._client

    def _connect(self) -> Any:
        """A client whose collection is loaded, where there is one."""
        from pymilvus import MilvusClient  # noqa: PLC0415
        from pymilvus.client.types import LoadState  # noqa: PLC0415

        uri, collection = self.address.uri, self.address.collection
        if self.address.is_file:
            uri = str(Path(uri).absolute())
        client = MilvusClient(
            uri, token=self._token, db_name=self._database, timeout=min(CONNECT_S, self._timeout_s), dedicated=True
        )
        state = client.get_load_state(collection, timeout=self._timeout_s)
        if state["state"] == LoadState.NotLoad:
            client.load_collection(collection, timeout=self._timeout_s)
        elif state["state"] == LoadState.Loading:
            raise RuntimeError(f"it is loading the collection, {state.get('progress', 0)} % is done")
        return client


@cache
def _load_library() -> None:
    os.environ.setdefault("GRPC_VERBOSITY", "NONE")  # its C part writes to standard error
    try:
        import pymilvus  # noqa: F401, PLC0415
    except ModuleNotFoundError as error:
        raise SettingsError(
            "A catalogue in Milvus needs pymilvus and milvus-lite. Run: pip install 'pymilvus>=3' 'milvus-lite>=3'"
        ) from error
    for name in ("pymilvus", "milvus_lite"):  # they log what they raise, with its traceback
        logging.getLogger(name).setLevel(logging.CRITICAL)


def _reason(error: Exception) -> str:
    """Why Milvus did not answer, in a few words; where it could not be reached, none of the address."""
    if getattr(error, "code", None) in _NO_CONNECTION or not isinstance(getattr(error, "code", 0), int):
        return "no connection"
    return " ".join(str(getattr(error, "message", "") or error).split())[:160] or type(error).__name__
