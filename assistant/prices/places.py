"""What a shopper's locale says about places: the search engines' region and the currency of its shops."""

from __future__ import annotations

_CURRENCIES = {
    "GB": "GBP", "US": "USD", "CA": "CAD", "AU": "AUD", "NZ": "NZD", "CH": "CHF", "SE": "SEK", "NO": "NOK",
    "DK": "DKK", "PL": "PLN", "CZ": "CZK", "HU": "HUF", "JP": "JPY", "IN": "INR", "ZA": "ZAR", "BR": "BRL",
    "MX": "MXN", "TR": "TRY", "KR": "KRW", "CN": "CNY", "IL": "ILS", "SG": "SGD", "HK": "HKD",
    **dict.fromkeys(["AT", "BE", "DE", "ES", "FI", "FR", "GR", "IE", "IT", "NL", "PT"], "EUR"),
}  # fmt: skip
_COUNTRIES = frozenset(_CURRENCIES) | frozenset([
    "AR", "CL", "CO", "ID", "MY", "PE", "PH", "RO", "TH", "TW", "UA", "VN",
])  # fmt: skip
# The engines' own name for a country, where it is not the ISO 3166 code.
_ENGINE_COUNTRY = {"GB": "uk"}
_EVERYWHERE = "wt-wt"


def region_of(locale: str) -> str:
    """The engines' region for a locale: "uk-en" for "en-GB", "de-de" for "de-DE", everywhere where unknown."""
    language, country = _parts(locale)
    if country not in _COUNTRIES or not language.isalpha():
        return _EVERYWHERE
    return f"{_ENGINE_COUNTRY.get(country, country.lower())}-{language}"


def currency_of_country(locale: str) -> str:
    """The ISO 4217 code of the money in a locale's shops; empty where unknown."""
    return _CURRENCIES.get(_parts(locale)[1], "")


def _parts(locale: str) -> tuple[str, str]:
    language, *rest = locale.split(".", maxsplit=1)[0].replace("_", "-").split("-")
    return language.lower(), rest[-1].upper() if rest else ""
