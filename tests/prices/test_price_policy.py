"""What a confirmed price does to a turn, and how it is shown and said."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta

import pytest
from builders import NOW, a_product, a_receipt

from assistant.prices import policy


@pytest.mark.parametrize(
    ("host", "said"),
    [
        ("toybarn.example", "toybarn"), ("toy-barn.co.uk", "toy barn"), ("www.toybarn.com", "toybarn"),
        ("shop.toybarn.com.au", "toybarn"), ("xn--spielzeg-r1a.de", "a shop"), ("123toys.com", "a shop"),
        ("localhost", "localhost"),
    ],
)  # fmt: skip
def test_a_shop_is_called_by_a_name_that_can_be_said(host: str, said: str) -> None:
    assert policy.shop_name(host) == said


@pytest.mark.parametrize(
    ("seconds", "said"),
    [(-5, "just now"), (59, "just now"), (60, "1 minute ago"), (240, "4 minutes ago"), (3600, "1 hour ago"),
     (9000, "2 hours ago")],
)  # fmt: skip
def test_the_time_is_said_in_words(seconds: int, said: str) -> None:
    assert policy.ago(NOW, NOW + timedelta(seconds=seconds)) == said


def test_a_price_is_shown_with_its_shop_and_time_and_spoken_so_too() -> None:
    receipt, later = a_receipt("24.99"), NOW + timedelta(minutes=4)
    assert policy.shown(receipt, later) == "Live price: £24.99 at toybarn.example · 4 minutes ago"
    stocked = replace(receipt, availability="in stock")
    assert policy.shown(stocked, later) == "Live price: £24.99 at toybarn.example · in stock · 4 minutes ago"
    assert policy.spoken(receipt, NOW) == "£24.99 at toybarn just now"


def test_a_live_price_overwrites_one_of_its_currency_or_none_for_as_long_as_it_is_valid() -> None:
    receipt = a_receipt("24.99")
    for cost in ("26.99", None):
        assert policy.overwrites(a_product(cost=cost), receipt, receipt.expires_at - timedelta(seconds=1))
        assert not policy.overwrites(a_product(cost=cost), receipt, receipt.expires_at)
    assert not policy.overwrites(a_product(cost="26.99"), a_receipt("29", "EUR"), NOW)


def test_what_the_catalogue_says_is_told_where_it_is_another_sum() -> None:
    receipt = a_receipt("24.99")
    told = "The catalogue says £26.99; toybarn.example asks £24.99."
    assert policy.difference(a_product(cost="26.99"), receipt) == told
    assert policy.difference(a_product(cost="24.99"), receipt) == ""


def test_the_proof_says_how_the_price_is_known() -> None:
    assert policy.proof(a_receipt("24.99")) == (
        "Read from the page's json-ld. Same product: title. Fetched 21 November 2026, 12:00 UTC."
    )


def test_what_the_web_said_is_a_helpers_invocation() -> None:
    toy, other = a_product(), a_product("p2", "City Train Set")
    found = policy.invocation([(toy, a_receipt("23.50")), (other, None)])
    assert (found.plugin, found.confidence) == ("live price", 0.95)
    assert found.summary == (
        "1 of 2 confirmed. Farm Wooden Train Set: £23.50 at toybarn.example, https://toybarn.example/1, "
        "fetched 2026-11-21T12:00:00Z."
    )
    nothing = policy.invocation([(toy, None)])
    assert nothing.confidence == 0.0
    assert "No shop's page confirmed a price" in nothing.summary
