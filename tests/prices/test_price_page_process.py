"""Pages are read where they can be stopped: in time, in memory, and without harm to the next one."""

from __future__ import annotations

import subprocess
import sys
from datetime import UTC, datetime
from decimal import Decimal

import pytest

from assistant.prices.page_process import MEMORY_BYTES, PageReader
from assistant.prices.pages.page_reading import PageReading, read_page
from assistant.prices.ports import FetchError
from assistant.schema import Price

NOW = datetime(2026, 11, 2, 9, 30, tzinfo=UTC)
PRODUCT = (
    '{"@context": "https://schema.org", "@type": "Product", "name": "Kite \\ud83e\\ude81", "gtin13": "5702016617238", '
    '"offers": {"@type": "Offer", "price": "12.50", "priceCurrency": "GBP", "priceValidUntil": "2027-01-01"}}'
)
PAGE = f'<h1>Kite</h1><script type="application/ld+json">{PRODUCT}</script><p>now £12.50, was £15'.encode()
# libxml2 compares each attribute of a tag with all before it: minutes, and nothing stops it from within.
ENDLESS = b"<p " + b" ".join(b"a%d=1" % number for number in range(150_000)) + b">"


def read(reader: PageReader, body: bytes) -> PageReading:
    return reader.read(body, charset="utf-8", now=NOW, timeout_s=60)


def test_a_page_is_read_as_it_is_here() -> None:
    found = read(PageReader(), PAGE)
    assert found == read_page(PAGE, charset="utf-8", now=NOW)
    assert found.listings[0].offers[0].price == Price(Decimal("12.50"), "GBP")
    assert [amount.role for amount in found.seen.amounts] == ["plain", "was"]


def test_a_page_without_end_is_given_up_and_the_next_one_is_read() -> None:
    reader = PageReader(limit_s=0.5)
    with pytest.raises(FetchError):
        read(reader, ENDLESS)
    reader.limit_s = 60
    assert read(reader, PAGE).listings


def test_a_page_that_comes_too_late_costs_no_process() -> None:
    reader = PageReader()
    read(reader, PAGE)
    with pytest.raises(FetchError, match="no time left"):
        reader.read(PAGE, charset="utf-8", now=NOW, timeout_s=0)


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux keeps the limit")
def test_what_a_page_may_take_of_the_memory_is_bounded() -> None:
    code = f"from assistant.prices.page_process import _limit_memory as limit; limit(); bytes({MEMORY_BYTES})"
    ended = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert "MemoryError" in ended.stderr


def test_reading_a_page_does_not_load_the_assistant() -> None:
    code = (
        "import sys, assistant.prices.page_process; print(*(name for name in sys.modules if name in "
        "{'assistant.assistant', 'assistant.wiring', 'sqlalchemy', 'tantivy', 'onnxruntime', 'openai'}))"
    )
    assert not subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout.strip()


@pytest.mark.parametrize("depth", [50, 400, 900, 100_000])
def test_data_nested_without_end_says_nothing_and_breaks_nothing(depth: int) -> None:
    name = "[" * depth + '"Kite"' + "]" * depth
    body = f'<script type="application/ld+json">{{"@type": "Product", "name": {name}}}</script>'.encode()
    assert len(read_page(body, charset="utf-8", now=NOW).listings) == (depth == 50)
