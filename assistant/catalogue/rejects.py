"""The file of rejected rows, for the owner to look through."""

from __future__ import annotations

import csv
from pathlib import Path
from typing import IO

from assistant.catalogue.folder import REJECTS
from assistant.catalogue.formats.rows import Rejected

COLUMNS = ("row", "reason", "id", "title")


class RejectsFile:
    """Written beside the old one, which it replaces when the import is done."""

    def __init__(self, folder: Path) -> None:
        self._path = folder / REJECTS
        self._part = folder / f"{REJECTS}.part"
        self._file: IO[str] | None = None

    def add(self, rejected: Rejected) -> None:
        """Writes one row; a text that a spreadsheet would run as a formula gets an apostrophe before it."""
        if self._file is None:
            self._file = self._part.open("w", encoding="utf-8", newline="")
            csv.writer(self._file).writerow(COLUMNS)
        texts = (_harmless(text) for text in (rejected.reason, rejected.id, rejected.title))
        csv.writer(self._file).writerow((rejected.row, *texts))

    def publish(self) -> Path | None:
        """Replaces the old file; its path, or `None` where nothing was rejected and there is no file any more."""
        if self._file is None:
            self._path.unlink(missing_ok=True)
            return None
        self.abandon()
        return self._part.replace(self._path)

    def abandon(self) -> None:
        """Closes the file as it is."""
        if self._file is not None:
            self._file.close()


def _harmless(text: str) -> str:
    return f"'{text}" if text[:1] in set("=+-@") else text
