from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assistant.catalogue.parsing.price_cells import currency_code, price
from assistant.schema import Price


@pytest.mark.parametrize(
    ("text", "amount", "currency"),
    [
        ("£3.42", "3.42", "GBP"),
        ("£1,299.00", "1299.00", "GBP"),
        ("1.299,00 €", "1299.00", "EUR"),
        ("1.299 €", "1299", "EUR"),
        ("12,50 €", "12.50", "EUR"),
        ("5,-€", "5", "EUR"),
        ("$849.99", "849.99", "USD"),
        ("$12.99 USD", "12.99", "USD"),
        ("$5 CAD", "5", "CAD"),
        ("C$ 5", "5", "CAD"),
        ("USD 5", "5", "USD"),
        ("1'299.00 CHF", "1299.00", "CHF"),
        ("£12.99 inc VAT", "12.99", "GBP"),
        ("₹1,299", "1299", "INR"),
        ("₹1,29,999.00", "129999.00", "INR"),
        ("15.00 gbp", "15.00", "GBP"),
        ("85p", "0.85", "GBP"),
        ("3499 p", "34.99", "GBP"),
    ],
)
def test_a_price_says_its_currency(text: str, amount: str, currency: str) -> None:
    assert price(text).value == Price(Decimal(amount), currency)


@pytest.mark.parametrize(
    ("text", "amount"), [("5", "5"), ("12.990", "12.99"), ("16.990000001", "16.99"), ("1 299,00 kr", "1299.00")]
)
def test_a_bare_number_is_in_the_default_currency(text: str, amount: str) -> None:
    assert price(text, "SEK").value == Price(Decimal(amount), "SEK")


@pytest.mark.parametrize(
    ("text", "default", "currency"),
    [
        ("$5", "AUD", "AUD"),
        ("$5", "MXN", "MXN"),
        ("$5 MXN", "MXN", "MXN"),
        ("$5 MXN", "", "MXN"),
        ("¥5", "CNY", "CNY"),
        ("¥5 CNY", "", "CNY"),
        ("$5", "GBP", "USD"),
        ("¥5", "GBP", "JPY"),
        ("£5", "USD", "GBP"),
    ],
)
def test_a_sign_of_several_currencies_is_the_owners(text: str, default: str, currency: str) -> None:
    assert price(text, default).value == Price(Decimal(5), currency)


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("£3 - £5", "price is a range"),
        ("from £5", "price is a range"),
        ("£5.00£4.00", "price is a range"),
        ("-£5", "price is negative"),
        ("£-5", "price is negative"),
        ("(5.00)", "price is negative"),
        ("£0.00", "price is zero"),
        ("£0.0049", "price is zero"),
        ("£9999999", "price is absurd"),
        ("£1.299", "price can be read in two ways"),
        ("1.290 €", "price can be read in two ways"),
        ("call us", "price cannot be read"),
        ("£10 + VAT", "price is not all that is paid"),
        ("£1,2.99", "price can be read in two ways"),
        ("3 for £10", "price cannot be read"),
        ("£3.50 per pack of 6", "price cannot be read"),
        ("2026-06-03", "price cannot be read"),
        ("12 99", "price cannot be read"),
        ("20%", "price cannot be read"),
        ("€5 | €9 | €12", "price is a range"),
        ("£5 EUR", "price cannot be read"),
        ("$5 GBP", "price cannot be read"),
        ("£5 per month", "price cannot be read"),
        ("5", "price without a currency"),
    ],
)
def test_what_is_not_one_plain_price_is_none_and_says_why(text: str, problem: str) -> None:
    parsed = price(text)
    assert (parsed.value, parsed.problem) == (None, problem)


def test_no_price_is_no_problem() -> None:
    assert price("  ") == price("")
    assert price("").problem == ""


@given(st.text(max_size=40))
def test_any_text_gives_a_price_or_a_reason(text: str) -> None:
    parsed = price(text, "GBP")
    assert parsed.value is None or (0 < parsed.value.amount <= 1_000_000 and len(parsed.value.currency) == 3)
    assert parsed.value is None or not parsed.problem


@given(st.decimals(min_value="0.01", max_value="999999.99", places=2))
def test_what_was_written_is_what_is_read(amount: Decimal) -> None:
    assert price(f"£{amount:,.2f}").value == Price(amount, "GBP")
    german = f"{amount:,.2f}".translate(str.maketrans(",.", ".,"))
    assert price(f"{german} €").value == Price(amount, "EUR")


@pytest.mark.parametrize(
    ("column", "code"),
    [("USD_MSRP", "USD"), ("Price (EUR)", "EUR"), ("Our price (£)", "GBP"), ("price", ""), ("try", "TRY")],
)
def test_a_columns_name_may_name_the_currency(column: str, code: str) -> None:
    assert currency_code(column) == code
