"""Currencies: the one list of their codes, signs and words, and how an amount is written.

Amounts are written here, not by Babel: that would write "£5.00" for "£5" and, by the shopper's locale, "24,99 €", which
no check of an answer reads; it takes 40 µs an amount against 0.6, 40 to 70 ms and 4 MB at the first, and 33 MB on disk.
"""

from __future__ import annotations

from decimal import Decimal

from assistant.schema import Price

# ISO 4217 codes of the places that toys are sold from. The currencies with three decimals (KWD, BHD, OMR, JOD, TND)
# are left out on purpose: "12.500" would then have two meanings.
CODES = frozenset([
    "AED", "ARS", "AUD", "BGN", "BRL", "CAD", "CHF", "CLP", "CNY", "COP", "CZK", "DKK", "EGP", "EUR", "GBP",
    "HKD", "HUF", "IDR", "ILS", "INR", "ISK", "JPY", "KRW", "MAD", "MXN", "MYR", "NGN", "NOK", "NZD", "PEN",
    "PHP", "PKR", "PLN", "QAR", "RON", "RSD", "RUB", "SAR", "SEK", "SGD", "THB", "TRY", "TWD", "UAH", "USD", "VND",
    "ZAR",
])  # fmt: skip
# Signs that mean one currency beyond doubt.
SIGNS = {
    "£": "GBP", "€": "EUR", "₹": "INR", "₩": "KRW", "₺": "TRY", "₪": "ILS", "₱": "PHP", "฿": "THB", "₫": "VND",
    "₴": "UAH", "₦": "NGN", "₽": "RUB", "zł": "PLN", "Kč": "CZK", "US$": "USD", "USD$": "USD", "U$S": "USD",
    "A$": "AUD", "AU$": "AUD", "C$": "CAD", "CA$": "CAD", "NZ$": "NZD", "HK$": "HKD", "S$": "SGD", "NT$": "TWD",
    "R$": "BRL", "MX$": "MXN", "CN¥": "CNY", "JP¥": "JPY", "円": "JPY",
}  # fmt: skip
# Signs that several currencies share, with the endings of the codes that they can mean.
SHARED_SIGNS = {
    "$": ("D", "MXN", "ARS", "CLP", "COP"),
    "¥": ("JPY", "CNY"),
    "￥": ("JPY", "CNY"),
    "kr": ("SEK", "NOK", "DKK", "ISK"),
}
# The currencies that a shopper may name, and the sign that an amount is written with.
SYMBOLS = {"GBP": "£", "USD": "$", "EUR": "€"}
# Where these are the shop's money, "$25" and "25 dollars" are sums in it.
DOLLARS = frozenset({"AUD", "CAD", "HKD", "NZD", "SGD", "TWD"})
WORDS = {
    "pound": "GBP", "pounds": "GBP", "quid": "GBP", "sterling": "GBP", "squid": "GBP", "dollar": "USD",
    "dollars": "USD", "bucks": "USD", "buck": "USD", "euro": "EUR", "euros": "EUR",
}  # fmt: skip
# What is counted when money is, as a regular expression for folded text.
UNIT = r"(?:pounds?|quid|dollars?|euros?)"
_OF_COUNTRIES = {
    "GB": "GBP", "US": "USD", "CA": "CAD", "AU": "AUD", "NZ": "NZD", "CH": "CHF", "SE": "SEK", "NO": "NOK",
    "DK": "DKK", "PL": "PLN", "CZ": "CZK", "HU": "HUF", "JP": "JPY", "IN": "INR", "ZA": "ZAR", "BR": "BRL",
    "MX": "MXN", "TR": "TRY", "KR": "KRW", "CN": "CNY", "IL": "ILS", "SG": "SGD", "HK": "HKD",
    **dict.fromkeys(["AT", "BE", "DE", "ES", "FI", "FR", "GR", "IE", "IT", "NL", "PT"], "EUR"),
}  # fmt: skip


def money(price: Price) -> str:
    """A price as it is written: "£24.99", "$5", "1,200 JPY"."""
    amount = f"{price.amount:,.2f}".removesuffix(".00")
    symbol = SYMBOLS.get(price.currency)
    return f"{symbol}{amount}" if symbol else f"{amount} {price.currency}".strip()


def amount_of(amount: Decimal, currency: str) -> str:
    """`money` for a bare amount."""
    return money(Price(amount, currency))


def currency_of_country(country: str) -> str:
    """The ISO 4217 code of the money in the shops of a country (ISO 3166, "GB"); empty where unknown."""
    return _OF_COUNTRIES.get(country, "")
