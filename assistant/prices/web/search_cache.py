"""Search results kept on disk for a while, one small JSON file each, so that a question asked again costs no request.

What is kept is the query, made of catalogue words only, and titles, addresses and snippets. Nothing a shopper said.
"""

from __future__ import annotations

import contextlib
import json
import os
import tempfile
from collections.abc import Sequence
from dataclasses import asdict, dataclass, field
from datetime import datetime, timedelta
from hashlib import sha256
from pathlib import Path

from assistant.prices.ports import Clock, SearchHit

_LIFE = timedelta(hours=6)
_MAX_FILES = 500
_MAX_BYTES = 200_000


@dataclass(frozen=True, slots=True)
class SearchCache:
    """A folder of results, none of them older than six hours when it is read; a damaged file counts as absent."""

    folder: Path
    clock: Clock = field(default_factory=Clock)

    def get(self, query: str, region: str) -> list[SearchHit] | None:
        """The hits kept for a query, or nothing."""
        path = self._path(query, region)
        try:
            if path.stat().st_size > _MAX_BYTES:
                return None
            kept = json.loads(path.read_text(encoding="utf-8"))
            age = self.clock.now() - datetime.fromisoformat(kept["at"])
            if kept["query"] != query or not timedelta(0) <= age < _LIFE:
                return None
            return [SearchHit(str(hit["title"]), str(hit["url"]), str(hit["snippet"])) for hit in kept["hits"]]
        except (OSError, ValueError, KeyError, TypeError, RecursionError):
            return None

    def put(self, query: str, region: str, hits: Sequence[SearchHit]) -> None:
        """Keeps hits in one atomic step; a disk that is full or read-only costs nothing but the cache."""
        kept = {"at": self.clock.now().isoformat(), "query": query, "hits": [asdict(hit) for hit in hits]}
        with contextlib.suppress(OSError):
            self.folder.mkdir(parents=True, exist_ok=True)
            handle, name = tempfile.mkstemp(dir=self.folder, suffix=".tmp")
            try:
                with os.fdopen(handle, "w", encoding="utf-8") as file:
                    json.dump(kept, file)
                Path(name).replace(self._path(query, region))
            finally:
                Path(name).unlink(missing_ok=True)
            for path in sorted(self.folder.glob("*.json"), key=lambda path: path.stat().st_mtime)[:-_MAX_FILES]:
                path.unlink(missing_ok=True)

    def _path(self, query: str, region: str) -> Path:
        return self.folder / f"{sha256(f'{region} {query}'.encode()).hexdigest()[:32]}.json"
