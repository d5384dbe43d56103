from __future__ import annotations

import os
import subprocess
import sys
from datetime import UTC, datetime
from decimal import Decimal

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from assistant.prices.pages.amounts import amounts_in
from assistant.prices.pages.money import currency_of, display_amount, machine_price
from assistant.prices.pages.offers import gtin14
from assistant.prices.pages.page_reading import read_page

NOW = datetime(2026, 11, 21, 12, tzinfo=UTC)


@pytest.mark.parametrize(
    ("value", "currency", "amount"),
    [
        ("1299.00", "EUR", "1299.00"),
        ("1,299.00", "EUR", "1299.00"),
        ("1.299,00", "EUR", "1299.00"),
        ("1 299,00", "EUR", "1299.00"),
        ("1'299.00", "CHF", "1299.00"),
        ("CHF 1’299.00", "CHF", "1299.00"),
        ("¥2,980", "JPY", "2980.00"),
        ("2,980円", "JPY", "2980.00"),
        ("$24.99", "CAD", "24.99"),
        ("499 kr", "SEK", "499.00"),
        ("24,99", "EUR", "24.99"),
        ("24,-", "EUR", "24.00"),
        ("24.9900", "GBP", "24.99"),
        (" £24.99 ", "GBP", "24.99"),
        ("24.99 gbp", "GBP", "24.99"),
        (Decimal("24.990000000000002"), "GBP", "24.99"),
        (Decimal(24), "GBP", "24.00"),
    ],
)
def test_structured_amounts_are_read(value: object, currency: str, amount: str) -> None:
    assert machine_price(value, currency) == (Decimal(amount), currency)


@pytest.mark.parametrize(
    ("value", "currency"),
    [
        ("1.299", "EUR"),
        (Decimal("1.299"), "EUR"),
        ("24.999", "GBP"),
        ("24.9951", "GBP"),
        ("from 24.99", "GBP"),
        ("24.99-31.00", "GBP"),
        ("1,29,900", "INR"),
        ("12.500", "KWD"),
        ("0", "GBP"),
        ("-5", "GBP"),
        ("1e3", "GBP"),
        (Decimal("1E+999999"), "GBP"),
        (Decimal("NaN"), "GBP"),
        ("99999999", "GBP"),
        ("24.99", ""),
        ("24.99", "XXX"),
        ("$24.99", ""),
        ("$24.99", "GBP"),
        ("¥2,980", "GBP"),
        ("¥2,980", ""),
        ("€24.99 $", "USD"),
        ("£24.99", "EUR"),
        ("", "GBP"),
        (None, "GBP"),
        (True, "GBP"),
        (["24.99"], "GBP"),
    ],
)
def test_amounts_in_doubt_are_not_read(value: object, currency: str) -> None:
    assert machine_price(value, currency) is None


STYLES = {"en": (",", "."), "de": (".", ","), "fr": ("\u202f", ","), "ch": ("'", "."), "plain": ("\0", ".")}


@given(st.decimals(min_value="0.01", max_value="49999.99", places=2), st.sampled_from(sorted(STYLES)))
def test_every_way_to_write_an_amount_gives_it_or_nothing(amount: Decimal, style: str) -> None:
    group, point = STYLES[style]
    text = f"{amount:,.2f}".translate({ord(","): group, ord("."): point}).replace("\0", "")
    assert machine_price(text, "EUR") == (amount, "EUR")
    assert display_amount(text) == amount
    whole = text.split(point)[0]
    assert machine_price(whole, "EUR") in (None, (Decimal(int(amount)).quantize(Decimal("0.01")), "EUR"))


@settings(max_examples=150)
@given(st.text(alphabet="£€$1234567890.,' -WASwasfrom/perm\n", max_size=80))
def test_no_text_is_a_failure(text: str) -> None:
    for found in amounts_in(text):
        assert found.amount > 0


@settings(max_examples=150)
@given(st.binary(max_size=400), st.sampled_from(["", "utf-8", "utf-16", "latin-1", "no such"]))
def test_no_page_is_a_failure(body: bytes, charset: str) -> None:
    read_page(b'<script type="application/ld+json">' + body, charset=charset, now=NOW)


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("BrickCo 75192 £849.99", [("849.99", "GBP", "plain")]),
        ("List: £29.99 Price: £24.99", [("29.99", "GBP", "was"), ("24.99", "GBP", "plain")]),
        ("£24.99 RRP £30", [("24.99", "GBP", "plain"), ("30.00", "GBP", "was")]),
        ("only £24.99 (was £30.00)", [("24.99", "GBP", "plain"), ("30.00", "GBP", "was")]),
        ("24,99 € 29,99 €", [("24.99", "EUR", "plain"), ("29.99", "EUR", "plain")]),
        ("€24.99 €29.99", [("24.99", "EUR", "plain"), ("29.99", "EUR", "plain")]),
        ("statt 1.299,00 € nur 999,00 €", [("1299.00", "EUR", "was"), ("999.00", "EUR", "plain")]),
        ("£5.00 - £10.00", [("5.00", "GBP", "from"), ("10.00", "GBP", "from")]),
        ("From £19.99", [("19.99", "GBP", "from")]),
        ("à partir de 19,99 €", [("19.99", "EUR", "from")]),
        ("£4.99 per month", [("4.99", "GBP", "part")]),
        ("4,99 €/Monat", [("4.99", "EUR", "part")]),
        ("3 payments of £8.33", [("8.33", "GBP", "part")]),
        ("£2.50 per 100 g", [("2.50", "GBP", "part")]),
        ("Save £5.00", [("5.00", "GBP", "saving")]),
        ("£5 off", [("5.00", "GBP", "saving")]),
        ("Free delivery over £50. Price £24.99", [("50.00", "GBP", "delivery"), ("24.99", "GBP", "plain")]),
        ("Set of 6 £24.99", [("24.99", "GBP", "plain")]),
        ("$24.99", [("24.99", "$", "plain")]),
        ("$24.99 USD", [("24.99", "USD", "plain")]),
        ("£24.99 GBP deposit", [("24.99", "GBP", "deposit")]),
        ("£5.00 GBP - £10.00 GBP", [("5.00", "GBP", "from"), ("10.00", "GBP", "from")]),
        ("24.99 and 1234567890", []),
    ],
)
def test_amounts_in_text_and_their_parts(text: str, found: list[tuple[str, str, str]]) -> None:
    assert [(str(seen.amount), seen.currency, seen.role) for seen in amounts_in(text)] == found


@pytest.mark.parametrize("seed", ["0", "1"])
def test_an_amount_with_two_marks_is_read_alike_in_every_process(seed: str) -> None:
    code = (
        "from assistant.prices.pages.amounts import amounts_in\n"
        "print(*((found.currency, found.role) for found in amounts_in('£9 GBP deposit, $9 USD a month')))"
    )
    done = subprocess.run(
        [sys.executable, "-c", code],
        env={**os.environ, "PYTHONHASHSEED": seed},
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout.strip() == "('GBP', 'deposit') ('USD', 'part')"


@pytest.mark.parametrize(
    ("text", "code"), [("gbp", "GBP"), ("£", "GBP"), ("US$", "USD"), ("zł", "PLN"), ("$", ""), ("kr", ""), ("¥", "")]
)
def test_only_clear_marks_name_a_currency(text: str, code: str) -> None:
    assert currency_of(text) == code


@pytest.mark.parametrize(
    ("text", "gtin"),
    [
        ("5012345678900", "05012345678900"),
        ("ean:5012345678900", "05012345678900"),
        ("0-36000-29145-2", "00036000291452"),
        ("96385074", "00000096385074"),
        ("5012345678901", ""),
        ("501234567891", ""),
        ("2012345678903", ""),
        ("0000000000000", ""),
        ("five", ""),
    ],
)
def test_only_a_right_gtin_counts(text: str, gtin: str) -> None:
    assert gtin14(text) == gtin
