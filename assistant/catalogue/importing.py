"""Importing a file of products into a catalogue's folder.

Two passes: every row is read, checked and put aside; then the products are written, in order of their ids, into a new
generation, and the manifest is replaced in one step. Whatever happens before that step, the old catalogue answers.
"""

from __future__ import annotations

import shlex
import shutil
import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from itertools import chain, islice
from pathlib import Path

from assistant.catalogue import folder, manifest
from assistant.catalogue.column_guess import ROWS_TO_GUESS_BY, as_map, guessed
from assistant.catalogue.formats import choose
from assistant.catalogue.formats.own import Mapped, shown
from assistant.catalogue.formats.rows import Format, Row
from assistant.catalogue.generation import build
from assistant.catalogue.parsing.price_cells import WITHOUT_CURRENCY
from assistant.catalogue.sources.source_file import Source, open_source
from assistant.catalogue.staging import RejectsFile, Staged, stage
from assistant.catalogue.vector_cache import VectorCache
from assistant.errors import CatalogueError, SourceError
from assistant.language.currencies import CODES
from assistant.protocols import Embedder

Progress = Callable[[str, int, int], None]
STAGED = "staged.arrow"
# The chunks of so many products are encoded together.
_ROWS_PER_REPORT, _PRODUCTS_PER_REPORT = 500, 100


@dataclass(frozen=True, slots=True)
class ImportReport:
    """What an import did.

    `rows_read` = `taken` + `merged_duplicates` + `rejected`, and in formats that spread a product over several rows,
    those further rows. `with_price` counts products whose price is in the catalogue's money, `unread_prices` those
    whose cell of the price could not be read. `embedded` texts were encoded, the vectors of `reused` were there
    already. `reasons` counts every repair and rejection by its words, the commonest first; `rejects_path` is the file
    of rejected and repaired rows where there are any.
    """

    rows_read: int
    taken: int
    repaired: int
    rejected: int
    merged_duplicates: int
    with_price: int
    unread_prices: int
    embedded: int
    reused: int
    reasons: Mapping[str, int]
    rejects_path: Path | None
    seconds: float

    def counts(self) -> tuple[tuple[int, str], ...]:
        """What became of the rows, each number with its words."""
        return (
            (self.rows_read, "rows read"), (self.taken, "products taken"), (self.with_price, "with a price"),
            (self.merged_duplicates, "exact duplicates merged"), (self.repaired, "repaired"),
            (self.rejected, "rejected"),
        )  # fmt: skip


def import_catalogue(
    source: Path,
    to: Path,
    *,
    embedder: Embedder,
    column_map: Mapping[str, str] | None = None,
    currency: str | None = None,
    most: int | None = None,
    brief: bool = False,
    progress: Progress | None = None,
    clock: Callable[[], datetime] = lambda: datetime.now(UTC),
) -> ImportReport:
    """Reads the products in `source` and makes `to` their catalogue, replacing one that is there.

    `column_map` names the column of a product's field; `currency` (ISO 4217) is that of prices that do not say; of a
    longer file the first `most` rows are read. With `brief` only where a description begins is encoded, so that long
    ones take hardly longer; all their words can be searched for all the same.
    `progress` is told the stage and how much of it is done: "reading" in bytes, "indexing" in products. `SourceError`
    where the file cannot be used, `CatalogueError` where the folder cannot.
    """
    started = time.perf_counter()
    with open_list(source, column_map, currency, most, progress) as rows:
        folder.prepare(to)
        try:
            with folder.locked(to):
                return _Import(rows, to, embedder, clock(), brief).run(started)
        except OSError as error:  # a full or a broken disk
            why = error.strerror or str(error).splitlines()[0]
            raise CatalogueError(
                f"{to} cannot be written ({why}); the catalogue that was there is unchanged"
            ) from error


@contextmanager
def open_list(
    source: Path,
    column_map: Mapping[str, str] | None,
    currency: str | None,
    most: int | None,
    progress: Progress | None,
) -> Iterator[OpenedList]:
    """A file of products, its format known; `SourceError` where it cannot be used."""
    code = (currency or "").strip().upper()
    if code and code not in CODES:
        raise SourceError(
            f"--currency {currency!r} is no code of a currency that is known; write for example GBP, USD or EUR"
        )
    with open_source(source) as found:
        rows = islice(found.rows, most)
        first = list(islice(rows, ROWS_TO_GUESS_BY))
        layout = _layout(found.columns, first, column_map, code)
        yield OpenedList(source, replace(found, rows=chain(first, rows)), layout, progress or (lambda *_: None))


def _layout(
    columns: Sequence[str], first: Sequence[Row], column_map: Mapping[str, str] | None, currency: str
) -> Format:
    """The format of a file; where nobody said which column holds titles or prices, the error has a likely map."""
    likely = {} if column_map else guessed(columns, first)
    perhaps = f"perhaps --map {shlex.quote(as_map(likely))}"
    try:
        layout = choose(columns, column_map, currency)
    except SourceError as error:
        if "title" not in likely:
            raise
        raise SourceError(f"{error}, {perhaps}") from error
    priced = likely.get("price")
    if isinstance(layout, Mapped) and not layout.has_price and priced and priced not in layout.used:
        raise SourceError(
            f"no price column among {shown(columns)}; say which one it is, {perhaps}; for none --map title=title"
        )
    return layout


@dataclass(frozen=True, slots=True)
class OpenedList:
    """A file of products that is open."""

    source: Path
    opened: Source
    layout: Format
    progress: Progress

    def stage(self, path: Path, rejects: RejectsFile) -> Staged:
        """The first pass; `SourceError` where nothing is usable or no price says its currency."""
        staged = stage(self.layout.readings(self._rows()), path, rejects)
        if not staged.taken:
            why = ", ".join(f"{reason} ({count})" for reason, count in staged.reasons.most_common(3))
            where = rejects.publish()
            raise SourceError(f"none of the {staged.rows_read} rows of {self.source} can be used: {why}; see {where}")
        if not staged.with_price and staged.reasons[WITHOUT_CURRENCY]:
            raise SourceError(f"the prices in {self.source} name no currency; say which: --currency GBP (or USD, EUR)")
        return staged

    def _rows(self) -> Iterator[Row]:
        size = self.opened.size
        for number, row in enumerate(self.opened.rows):
            if number % _ROWS_PER_REPORT == 0:
                self.progress("reading", min(self.opened.position(), size), size)
            yield row
        self.progress("reading", size, size)


@dataclass(frozen=True, slots=True)
class _Import:
    """One import, with the folder to itself."""

    rows: OpenedList
    to: Path
    embedder: Embedder
    now: datetime
    brief: bool

    def run(self, started: float) -> ImportReport:
        """Both passes, and the step that makes the result the catalogue; a failure before it leaves its vectors."""
        folder.clean(self.to)
        cache, rejects = VectorCache(self.to, self.embedder), RejectsFile(self.to)
        generation = folder.new_generation(self.to)
        try:
            staged = self.rows.stage(generation / STAGED, rejects)
            batches = staged.batches(generation / STAGED, _PRODUCTS_PER_REPORT, self.rows.progress)
            counts = build(generation, batches, staged.currency, cache, self.embedder, brief=self.brief)
            self.rows.progress("indexing", staged.taken, staged.taken)
            (generation / STAGED).unlink()
            self._publish(generation, staged, counts)
        except BaseException:
            if folder.generation_in_use(self.to) != generation.name:
                shutil.rmtree(generation, ignore_errors=True)
            rejects.abandon()
            raise
        finally:
            cache.checkpoint.close()
        cache.checkpoint.remove()
        rejects_path = rejects.publish()
        folder.clean(self.to)
        counted = (counts["with_price"], cache.embedded, cache.reused)
        took = time.perf_counter() - started
        return report_of(staged, counted, self.rows.opened.repairs, rejects_path, took)

    def _publish(self, generation: Path, staged: Staged, counts: Mapping[str, int]) -> None:
        """Seals the generation and points the manifest to it."""
        made = manifest.Manifest(
            version=manifest.VERSION,
            program=manifest.PROGRAM,
            embedder=manifest.EmbedderInfo(self.embedder.name, self.embedder.dimension),
            currency=staged.currency,
            counts=counts,
            source=self.rows.source.name,
            created=self.now.isoformat(timespec="seconds"),
            generation=generation.name,
            files=manifest.seal(self.to, generation),
        )
        manifest.write(self.to, made)


def report_of(
    staged: Staged, counted: tuple[int, int, int], repairs: Iterable[str], rejects_path: Path | None, seconds: float
) -> ImportReport:
    """The report of an import; `counted` are the products with a price, the texts encoded, and those there already."""
    others = {code: count for code, count in staged.currencies.items() if code != staged.currency}
    apart = {f"price in {code} in a catalogue in {staged.currency}": count for code, count in others.items()}
    reasons = Counter(staged.reasons) + Counter(repairs) + Counter(apart)
    return ImportReport(
        rows_read=staged.rows_read,
        taken=staged.taken,
        repaired=staged.repaired,
        rejected=staged.rejected,
        merged_duplicates=staged.usable - staged.taken,
        with_price=counted[0],
        unread_prices=staged.unread_prices,
        embedded=counted[1],
        reused=counted[2],
        reasons=dict(sorted(reasons.items(), key=lambda item: (-item[1], item[0]))),
        rejects_path=rejects_path,
        seconds=seconds,
    )
