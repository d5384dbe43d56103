"""The project's own evaluation sets: well formed, true to their conventions, answerable from the real list."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from decimal import Decimal
from functools import cache
from itertools import pairwise
from pathlib import Path
from typing import Any, get_args

import pytest

from assistant.catalogue.formats import choose
from assistant.catalogue.formats.rows import Taken
from assistant.catalogue.sources.source_file import open_source
from assistant.language.text import fold, stems
from assistant.schema import Product, Refinement

ROOT = Path(__file__).resolve().parents[2]
DATA = ROOT / "benchmarks" / "data"
REAL_LIST = ROOT / ".." / "shared" / "data" / "toys_uk.csv"
MATERIALS = {
    "wood", "plastic", "metal", "plush", "fabric", "felt", "cardboard", "foam", "rubber", "bamboo", "magnetic",
}  # fmt: skip
EXPECTED = {"answer", "small_talk", "greeting", "out_of_domain", "clarify"}
READING_KEYS = {"budget", "age", "brand", "material", "players", "pieces", "refused"}
MUST_KEYS = {
    "type_any", "not_any", "brand", "max_price", "min_price", "age_months", "players", "pieces", "material_any",
}  # fmt: skip
ENOUGH = 3  # precision at 3 needs three right products

needs_real_list = pytest.mark.skipif(not REAL_LIST.exists(), reason=f"the real list is absent: {REAL_LIST}")


@cache
def read(name: str) -> tuple[dict[str, Any], ...]:
    lines = (DATA / name).read_text(encoding="utf-8").splitlines()
    return tuple(json.loads(line) for line in lines)


def texts(name: str) -> list[str]:
    return [row["text"] for row in read(name)]


@cache
def real_products() -> tuple[Product, ...]:
    with open_source(REAL_LIST) as source:
        readings = choose(source.columns).readings(source.rows)
        return tuple(reading.product for reading in readings if isinstance(reading, Taken))


def spelled(text: str) -> str:
    """The text's stems between spaces, so that a phrase is found as whole words only."""
    return f" {' '.join(stems(text))} "


@cache
def shelf() -> tuple[tuple[Product, str, str, str], ...]:
    """Every real product with its words, of the head (title, category), of all, and of those that name a brand."""
    return tuple(_words_of(product) for product in real_products())


def _words_of(product: Product) -> tuple[Product, str, str, str]:
    head = spelled(product.title) + "|" + spelled(" ".join(product.category))
    whole = head + "|" + spelled(product.description)
    return product, head, whole, spelled(product.brand) + "|" + spelled(product.title)


@cache
def places() -> dict[str, set[int]]:
    """Each stem, and the numbers of the products on the shelf that have it."""
    found: dict[str, set[int]] = {}
    for number, (_, _, whole, _) in enumerate(shelf()):
        for stem in set(whole.split()):
            found.setdefault(stem, set()).add(number)
    return found


def candidates(must: dict[str, Any]) -> list[tuple[Product, str, str, str]]:
    """The products that have a first word of every group: a superset of the right ones, found quickly."""
    groups = [{phrase.split()[0] for phrase in group} for group in must["type_any"]]
    numbers = [set().union(*(places().get(stem, set()) for stem in group)) for group in groups]
    return [shelf()[number] for number in sorted(set.intersection(*numbers))]


def prepared(must: dict[str, Any]) -> dict[str, Any]:
    """What is right, with every word and phrase spelled as the products are."""
    phrases = {key: [spelled(phrase) for phrase in must.get(key, [])] for key in ("not_any", "material_any")}
    groups = [[spelled(phrase) for phrase in group] for group in must["type_any"]]
    return {**must, **phrases, "type_any": groups, "brand": spelled(must.get("brand", ""))}


def any_of(phrases: list[str], words: str) -> bool:
    return any(phrase in words for phrase in phrases)


def right(must: dict[str, Any], product: Product, head: str, whole: str, brand: str) -> bool:
    material = whole + "|" + spelled(product.material) if must["material_any"] else ""
    return (
        priced_right(must, product)
        and suits(must, product)
        and (not must["brand"].strip() or must["brand"] in brand)
        and all(any_of(group, whole) for group in must["type_any"])
        and not any_of(must["not_any"], head)
        and (not must["material_any"] or any_of(must["material_any"], material))
    )


def priced_right(must: dict[str, Any], product: Product) -> bool:
    low, high = must.get("min_price"), must.get("max_price")
    if low is None and high is None:
        return True
    if product.price is None:
        return False
    return Decimal(low or 0) <= product.price.amount <= Decimal(high or "Infinity")


def suits(must: dict[str, Any], product: Product) -> bool:
    low, high = must.get("pieces", (0, 0))
    return (
        ("pieces" not in must or low <= (product.pieces or -1) <= high)
        and ("age_months" not in must or allows_age(product, must["age_months"]))
        and ("players" not in must or allows_players(product, must["players"]))
    )


def allows_age(product: Product, months: int) -> bool:
    age = product.age
    return age is None or (age.min_months or 0) <= months <= (age.max_months or months)


def allows_players(product: Product, number: int) -> bool:
    players = product.players
    return players is None or (players.min or 0) <= number <= (players.max or number)


def check_budget(budget: dict[str, Any] | None) -> None:
    if budget is None:
        return
    assert set(budget) == {"min", "max", "currency", "each"}
    amounts = [Decimal(budget[end]) for end in ("min", "max") if budget[end] is not None]
    assert amounts
    assert amounts == sorted(amounts)
    assert all(isinstance(budget[end], str | None) for end in ("min", "max"))
    assert budget["currency"] in {"GBP", "USD", "EUR"}
    assert isinstance(budget["each"], bool)


def check_age(age: dict[str, Any] | None) -> None:
    if age is None:
        return
    assert set(age) == {"min_months", "max_months"}
    months = [value for value in age.values() if value is not None]
    assert months
    assert months == sorted(months)
    assert all(isinstance(value, int) and 0 <= value <= 1440 for value in months)


def check_reading(reading: dict[str, Any]) -> None:
    check_budget(reading["budget"])
    check_age(reading["age"])
    assert reading["material"] is None or reading["material"] in MATERIALS
    assert all(reading[count] is None or reading[count] > 0 for count in ("players", "pieces"))
    assert all(word and not word.startswith(("no ", "not ", "without ")) for word in reading["refused"])
    assert reading["brand"] is None or reading["brand"].strip()


def brands_expected() -> Iterator[str]:
    for row in read("constraint_requests.jsonl"):
        yield row["brand"]
    for conversation in read("conversations.jsonl"):
        yield from (turn["ledger"]["brand"] for turn in conversation["turns"])


@pytest.mark.parametrize(("name", "least"), [("shopping_requests.jsonl", 160), ("constraint_requests.jsonl", 220)])
def test_requests_are_many_and_all_different(name: str, least: int) -> None:
    counted = Counter(" ".join(fold(text).split()) for text in texts(name))
    assert len(texts(name)) >= least
    assert [text for text, times in counted.items() if times > 1] == []


def test_shopping_requests_say_what_is_right_in_known_terms() -> None:
    for row in read("shopping_requests.jsonl"):
        must = row["must"]
        assert set(row) == {"text", "must", "catalogue"}, row
        assert row["catalogue"] == "toys_uk"
        assert set(must) <= MUST_KEYS, row
        assert must["type_any"]
        assert all(group and all(stems(word) for word in group) for group in must["type_any"]), row
        check_budget(
            {"min": must.get("min_price"), "max": must.get("max_price"), "currency": "GBP", "each": False}
            if {"min_price", "max_price"} & set(must)
            else None
        )


def test_constraint_requests_follow_their_conventions() -> None:
    for row in read("constraint_requests.jsonl"):
        assert set(row) - {"wanted_any"} == {"text", *READING_KEYS}, row
        check_reading(row)


def test_constraint_requests_hold_traps_without_budget_or_age() -> None:
    traps = [row for row in read("constraint_requests.jsonl") if row["budget"] is None and row["age"] is None]
    assert sum(any(letter.isdigit() for letter in row["text"]) for row in traps) >= 30


def test_conversations_are_forty_of_four_to_eight_turns() -> None:
    conversations = read("conversations.jsonl")
    assert len(conversations) == 40
    assert all(set(conversation) == {"turns"} for conversation in conversations)
    assert all(4 <= len(conversation["turns"]) <= 8 for conversation in conversations)
    assert len({json.dumps(conversation) for conversation in conversations}) == 40


def test_turns_carry_a_full_ledger_and_a_known_expectation() -> None:
    turns = [turn for conversation in read("conversations.jsonl") for turn in conversation["turns"]]
    for turn in turns:
        assert set(turn) - {"refinement", "same_pick"} == {"say", "ledger", "expect"}, turn
        assert set(turn["ledger"]) == {"type_any", *READING_KEYS}, turn
        assert turn["expect"] in EXPECTED
        check_reading(turn["ledger"])
    assert {turn["refinement"] for turn in turns if "refinement" in turn} == set(get_args(Refinement))


def test_only_answers_change_the_ledger() -> None:
    for conversation in read("conversations.jsonl"):
        turns = conversation["turns"]
        for before, turn in pairwise(turns):
            keeps = turn["expect"] != "answer" or "refinement" in turn or "same_pick" in turn
            assert not keeps or turn["ledger"] == before["ledger"], turn


def test_refinements_and_questions_come_after_an_answer() -> None:
    for conversation in read("conversations.jsonl"):
        answered = False
        for turn in conversation["turns"]:
            assert answered or not {"refinement", "same_pick"} & set(turn), turn
            answered = answered or turn["expect"] == "answer"


@needs_real_list
@pytest.mark.real_data
def test_every_expected_brand_is_a_brand_of_the_real_list() -> None:
    known = {fold(product.brand) for product in real_products()}
    assert {brand for brand in brands_expected() if brand and fold(brand) not in known} == set()


@needs_real_list
@pytest.mark.real_data
def test_every_shopping_request_has_three_right_products() -> None:
    wanted = {row["text"]: prepared(row["must"]) for row in read("shopping_requests.jsonl")}
    found = {text: sum(right(must, *entry) for entry in candidates(must)) for text, must in wanted.items()}
    assert {text: count for text, count in found.items() if count < ENOUGH} == {}


@needs_real_list
@pytest.mark.real_data
def test_no_request_is_the_title_of_a_real_product() -> None:
    titles = {" ".join(stems(product.title)) for product in real_products()}
    copied = [text for text in texts("shopping_requests.jsonl") if " ".join(stems(text)) in titles]
    assert copied == []
