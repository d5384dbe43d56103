"""Currencies: the tables agree with one another, and amounts are written as people write them."""

from __future__ import annotations

from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assistant.language.currencies import CODES, SHARED_SIGNS, SIGNS, SYMBOLS, WORDS, amount_of, money
from assistant.schema import Price


def test_every_sign_and_word_names_a_currency_of_the_list() -> None:
    assert {*SIGNS.values(), *SYMBOLS, *WORDS.values()} <= CODES
    for endings in SHARED_SIGNS.values():
        assert all(any(code.endswith(ending) for code in CODES) for ending in endings)
    assert not SIGNS.keys() & SHARED_SIGNS.keys()


def test_what_a_shopper_may_name_can_be_written() -> None:
    assert set(WORDS.values()) == set(SYMBOLS)
    assert all({**SIGNS, "$": "USD"}[sign] == code for code, sign in SYMBOLS.items())


@pytest.mark.parametrize(
    ("amount", "currency", "written"),
    [
        ("24.99", "GBP", "£24.99"), ("5", "USD", "$5"), ("5.00", "EUR", "€5"), ("5.50", "GBP", "£5.50"),
        ("0.5", "GBP", "£0.50"),
        ("1234567.8", "GBP", "£1,234,567.80"), ("1200", "JPY", "1,200 JPY"), ("9", "", "9"), ("0", "GBP", "£0"),
        ("100", "GBP", "£100"),
    ],
)  # fmt: skip
def test_money_is_written_as_people_write_it(amount: str, currency: str, written: str) -> None:
    assert money(Price(Decimal(amount), currency)) == amount_of(Decimal(amount), currency) == written


@given(st.decimals("0", "99999", places=2))
def test_written_money_reads_back_as_the_same_amount(amount: Decimal) -> None:
    assert Decimal(amount_of(amount, "GBP").removeprefix("£").replace(",", "")) == amount
