from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime
from decimal import Decimal
from time import perf_counter

import pytest
from price_names import NAMES, Reads
from price_pages import CASES, NEVER, SURE, WHY, Case, Shape, ld, meta, micro, offer, page, thing
from price_shop_pages import DOUBTED, STATED

from assistant.prices.confirming import Confirmed, Unconfirmed, confirm
from assistant.prices.pages.page_reading import read_page
from assistant.schema import Price

NOW = datetime(2026, 11, 21, 12, 0, tzinfo=UTC)


def judge(case: Case, text: str, charset: str = "utf-8") -> Confirmed | Unconfirmed:
    body = text.encode(charset)
    return confirm(case.product, read_page(body, charset=charset, now=NOW), case.currency, NAMES)


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.title)
@pytest.mark.parametrize("shape", [pytest.param(shape, id=name) for name, shape in SURE.items()])
def test_a_price_that_is_stated_is_confirmed(shape: Shape, case: Case) -> None:
    outcome = judge(case, shape(case))
    assert isinstance(outcome, Confirmed), outcome
    assert outcome.price == case.price


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.title)
@pytest.mark.parametrize("name", NEVER)
def test_what_is_not_the_price_is_never_confirmed_and_for_the_right_reason(name: str, case: Case) -> None:
    outcome = judge(case, NEVER[name](case))
    assert isinstance(outcome, Unconfirmed)
    assert outcome.reason.startswith(WHY[name])


@pytest.mark.parametrize("shape", [pytest.param(shape, id=name) for name, shape in STATED.items()])
def test_a_shop_s_way_of_stating_a_price_is_read(shape: Shape) -> None:
    for case in CASES:
        outcome = judge(case, shape(case))
        assert isinstance(outcome, Confirmed), outcome
        assert outcome.price == case.price


@pytest.mark.parametrize(("reason", "shape"), [pytest.param(*doubt, id=name) for name, doubt in DOUBTED.items()])
def test_a_shop_s_other_amounts_are_doubted(reason: str, shape: Shape) -> None:
    for case in CASES:
        outcome = judge(case, shape(case))
        assert isinstance(outcome, Unconfirmed)
        assert outcome.reason.startswith(reason)


@pytest.mark.parametrize(("known", "confirmed"), [("80.00", True), ("55.00", False), ("", False)])
def test_a_set_number_that_only_the_shop_has_needs_a_price_like_the_catalogue_s(known: str, confirmed: bool) -> None:
    case = replace(CASES[1], title="Harbour Lighthouse")
    toy = replace(case.product, price=Price(Decimal(known), "GBP") if known else None)
    shop_page = page(ld({**thing(case, offer(case)), "name": "Bricklund Harbour Lighthouse 4021"}))
    outcome = confirm(toy, read_page(shop_page.encode(), charset="utf-8", now=NOW), "GBP", Reads())
    assert isinstance(outcome, Confirmed) == confirmed, outcome


def test_what_a_receipt_says_comes_from_the_page_s_data() -> None:
    outcome = judge(CASES[0], page(ld(thing(CASES[0], offer(CASES[0], priceValidUntil="2026-11-30")))))
    assert isinstance(outcome, Confirmed)
    assert (outcome.availability, outcome.method) == ("in stock", "JSON-LD")
    assert outcome.expires == datetime(2026, 11, 30, 23, 59, 59, tzinfo=UTC)


@pytest.mark.parametrize("charset", ["iso-8859-15", "windows-1252", "utf-16"])
def test_other_character_sets_are_read(charset: str) -> None:
    case = CASES[3]
    text = page(body=micro(case, f'<span itemprop="price">{case.shown(case.amount)}</span>'))
    outcome = judge(case, text.replace("<meta charset='utf-8'>", ""), charset)
    assert isinstance(outcome, Confirmed)
    assert outcome.price == case.price


def test_an_unknown_character_set_is_no_failure() -> None:
    case = CASES[0]
    outcome = confirm(case.product, read_page(page(meta(case)).encode(), charset="klingon", now=NOW), "GBP", NAMES)
    assert isinstance(outcome, Confirmed)


def test_of_a_page_of_many_toys_the_network_reads_only_the_names_most_like_it() -> None:
    case, asked = CASES[0], []

    class Counts(Reads):
        def probability(self, ours: str, theirs: str) -> float:
            asked.append(theirs)
            return float(theirs.startswith(f"{case.title} ."))

    others = [{**thing(case, offer(case, case.other)), "name": f"{case.title} {chr(97 + at)}"} for at in range(26)]
    reading = read_page(page(ld([*others, thing(case, offer(case))])).encode(), charset="utf-8", now=NOW)
    assert isinstance(confirm(case.product, reading, "GBP", Counts()), Confirmed)
    assert len(asked) < len(others)


HOSTILE = {
    "empty": b"",
    "zeros": b"\x00" * 100_000,
    "deep markup": b"<div>" * 100_000,
    "deep items": b'<div itemscope itemprop="offers" itemtype="https://schema.org/Offer">' * 20_000,
    "deep JSON": b'<script type="application/ld+json">' + b'{"offers":[' * 100_000,
    "wide JSON": b'<script type="application/ld+json">[' + b"{}," * 300_000 + b"{}]</script>",
    "huge number": b'<script type="application/ld+json">{"@type":"Product","name":"x","offers":{"price":1'
    + b"0" * 400_000
    + b',"priceCurrency":"GBP"}}</script>',
    "huge exponent": b'<script type="application/ld+json">{"@type":"Product","name":"x","offers":{"price":1e999999999,'
    b'"priceCurrency":"GBP"}}</script>',
    "one key for ever": b'<script type="application/ld+json">{' + b'"a":1,' * 150_000 + b'"a":1}</script>',
    "endless comment": b'<script type="application/ld+json">' + b"/*" * 400_000 + b"</script>",
    "endless quotes": b'<script type="application/ld+json">{' + b'"\\' * 400_000 + b"</script>",
    "endless commas": b'<script type="application/ld+json">[' + b"," * 800_000 + b"</script>",
    "endless spaces": b'<script type="application/ld+json">[1,' + b" " * 800_000 + b"</script>",
    "endless entities": b"<p>" + b"&amp;" * 300_000,
    "endless amounts": b"<p>" + b"\xc2\xa31 " * 300_000,
    "endless digits": b"<p>\xc2\xa3" + b"1" * 1_500_000,
    "grouped digits": b"<p>\xc2\xa31" + b",111" * 400_000,
    "items that hold each other": b"".join(
        b'<div id="i%d" itemscope itemtype="x/Product" itemref="i%d"><i itemprop="name">a</i></div>'
        % (n, (n + 1) % 400)
        for n in range(400)
    ),
    "references to itself": b'<script type="application/ld+json">{"@graph":[{"@id":"a","@type":"Product","offers":['
    + b'{"@id":"a"},' * 50_000
    + b'{"@id":"a"}]}]}</script>',
}


@pytest.mark.parametrize("body", HOSTILE.values(), ids=HOSTILE.keys())
def test_a_hostile_page_costs_little_and_states_nothing(body: bytes) -> None:
    started = perf_counter()
    reading = read_page(body, charset="utf-8", now=NOW)
    outcome = confirm(CASES[0].product, reading, "GBP", NAMES)
    seconds = perf_counter() - started
    assert isinstance(outcome, Unconfirmed)
    assert seconds < 5
