"""Shop pages held against what a person said of them: which prices are confirmed, and which names pass for one toy.

A folder holds `manifest.jsonl` (a line for each page: `file`, the catalogue's `toy` with title, brand, gtin, mpn and
price, the `currency`, whether a price is `right` to confirm, which `price`, and on a trap the `true_price`) and
`pairs.jsonl` (a line for each pair of names: `catalogue`, `brand`, `mpn`, the `page`'s name, and whether they are the
`same`).
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from decimal import Decimal
from pathlib import Path
from typing import Any

from assistant.errors import SourceError
from assistant.prices.confirming import Confirmed, confirm
from assistant.prices.identity.gate import ReadsNames, identify
from assistant.prices.page_process import PageReader
from assistant.prices.pages.offers import Listing
from assistant.prices.ports import FetchError, FetchLimits
from assistant.schema import Price, Product
from assistant.settings import Settings
from assistant.wiring import build_name_reader
from benchmarks import command_line

# Longer than the program waits, so that a busy machine changes no figure.
READ_S = 30.0


@dataclass(frozen=True, slots=True)
class PriceFigures:
    """Pages and pairs counted, and a line for each that was judged otherwise than by the person."""

    traps: int
    honest: int
    confirmed: int
    wrongly_confirmed: tuple[str, ...]
    unconfirmed: tuple[str, ...]
    different: int
    same: int
    wrongly_accepted: tuple[str, ...]
    wrongly_refused: tuple[str, ...]

    def lines(self) -> Iterator[str]:
        """The figures as text."""
        yield f"{len(self.wrongly_confirmed)} wrongly confirmed; {self.traps} pages have no right price"
        yield from (f"  {line}" for line in self.wrongly_confirmed)
        yield f"{self.confirmed} of {self.honest} honest pages confirmed; not so:"
        yield from (f"  {line}" for line in self.unconfirmed)
        yield f"{len(self.wrongly_accepted)} of {self.different} different pairs accepted"
        yield from (f"  {line}" for line in self.wrongly_accepted)
        yield f"{self.same - len(self.wrongly_refused)} of {self.same} same pairs accepted; not so:"
        yield from (f"  {line}" for line in self.wrongly_refused)


def measure_pages(folder: Path) -> PriceFigures:
    """Judges every page and every pair of a folder."""
    pages, pairs = _rows(folder / "manifest.jsonl"), _rows(folder / "pairs.jsonl")
    if not pages and not pairs:
        raise SourceError(f"{folder} holds neither manifest.jsonl nor pairs.jsonl. Name a folder of judged pages.")
    reader, names, now = PageReader(limit_s=READ_S), build_name_reader(Settings()), datetime.now(UTC)
    judged = [(row, _judged(row, folder, reader, names, now)) for row in pages]
    accepted = [(row, identify(_product(row["catalogue"], row), Listing(row["page"]), names)) for row in pairs]
    honest = [(row, said) for row, said in judged if row["right"]]
    return PriceFigures(
        traps=len(judged) - len(honest),
        honest=len(honest),
        confirmed=sum(_is_right(row, said) for row, said in honest),
        wrongly_confirmed=_told(
            (row["file"], f"{said.amount} {said.currency}", row.get("why"))
            for row, said in judged
            if isinstance(said, Price) and not _is_right(row, said)
        ),
        unconfirmed=_told((row["file"], said, row.get("why")) for row, said in honest if isinstance(said, str)),
        different=sum(not row["same"] for row in pairs),
        same=sum(row["same"] for row in pairs),
        wrongly_accepted=_told(
            (row["catalogue"], row["page"], *said.reasons)
            for row, said in accepted
            if said.accepted and not row["same"]
        ),
        wrongly_refused=_told(
            (row["catalogue"], row["page"], *said.reasons)
            for row, said in accepted
            if row["same"] and not said.accepted
        ),
    )


def _rows(path: Path) -> list[dict[str, Any]]:
    if not path.exists():
        return []
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines() if line.strip()]


def _told(parts: Iterator[tuple[object, ...]]) -> tuple[str, ...]:
    return tuple(" | ".join(str(part) for part in line if part) for line in parts)


def _is_right(row: Mapping[str, Any], said: Price | str) -> bool:
    stated = row["price"] if row["right"] else row.get("true_price")
    return stated is not None and said == Price(Decimal(str(stated)), row["currency"])


def _judged(row: Mapping[str, Any], folder: Path, reader: PageReader, names: ReadsNames, now: datetime) -> Price | str:
    """The confirmed price, or why there is none."""
    body, most = (folder / row["file"]).read_bytes(), FetchLimits().body_bytes
    try:
        page = reader.read(body[:most], charset="utf-8", now=now, timeout_s=READ_S, is_cut=len(body) > most)
    except FetchError as error:
        return str(error)
    toy = row["toy"]
    price = Price(Decimal(str(toy["price"])), row["currency"]) if toy.get("price") else None
    outcome = confirm(_product(toy["title"], toy, price), page, row["currency"], names)
    if isinstance(outcome, Confirmed):
        # A price in other money takes the place of none.
        return outcome.price if outcome.price.currency == row["currency"] else "in other money"
    return outcome.reason


def _product(title: str, said: Mapping[str, Any], price: Price | None = None) -> Product:
    brand, number, gtin = (said.get(name) or "" for name in ("brand", "mpn", "gtin"))
    return Product("toy", title, brand, price=price, model_number=number, gtin=gtin)


def main(arguments: Sequence[str] | None = None) -> None:
    """Measures a folder; exits with 1 where a price was confirmed or a name accepted wrongly."""
    parser = command_line.options(__doc__, catalogue=False)
    parser.add_argument("folder", type=Path, help="pages with manifest.jsonl and pairs.jsonl")
    figures = command_line.run(parser, arguments, lambda asked: measure_pages(asked.folder))
    sys.exit(bool(figures.wrongly_confirmed or figures.wrongly_accepted))


if __name__ == "__main__":
    main()
