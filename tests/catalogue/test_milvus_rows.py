"""What needs no Milvus: its addresses, what a product becomes there, and the conditions that it is asked with."""

from __future__ import annotations

from dataclasses import replace
from decimal import Decimal
from math import nan

import pytest
from builders import a_product

from assistant.catalogue.milvus.milvus_import import shard_of
from assistant.catalogue.milvus.milvus_rows import (
    LONGEST,
    SLOTS,
    condition_of,
    first_row,
    item_of,
    packed,
    rows_of,
    slot_of,
    unpacked,
)
from assistant.errors import SourceError
from assistant.schema import Filters, Review
from assistant.schema.milvus_address import MilvusAddress, is_milvus

INJECTION = '"] or price > 0 or id in ["\\'


@pytest.mark.parametrize(
    ("text", "uri", "collection"),
    [
        ("milvus://db.shop.example:19530/toys", "http://db.shop.example:19530", "toys"),
        ("milvus+https://db.shop.example/toys", "https://db.shop.example", "toys"),
        ("milvus://[::1]:19530/toys_2", "http://[::1]:19530", "toys_2"),
        ("milvus:///srv/shop.db/toys", "/srv/shop.db", "toys"),
        ("milvus:shop.db/toys", "shop.db", "toys"),
    ],
)
def test_an_address_names_a_server_or_a_file_and_a_collection(text: str, uri: str, collection: str) -> None:
    address = MilvusAddress.parse(text)
    assert (address.uri, address.collection, str(address)) == (uri, collection, text)
    assert address.is_file is uri.endswith(".db")


@pytest.mark.parametrize(
    "text",
    [
        "milvus://", "milvus://host", "milvus://host:19530/", "milvus://host:port/toys", "milvus://host/a/toys",
        "milvus:///srv/shop/toys", "milvus://host/to-ys", "milvus+https:shop.db/toys", "milvus://user:word@host/toys",
    ],
)  # fmt: skip
def test_any_other_address_is_refused_with_one_that_would_do(text: str) -> None:
    assert is_milvus(text)
    with pytest.raises(ValueError, match=r"milvus://host:19530/collection|ASSISTANT_MILVUS_TOKEN"):
        MilvusAddress.parse(text)


def test_a_folder_is_no_address() -> None:
    assert not any(map(is_milvus, ("my-shop", "/srv/milvus", "milvus", "C:\\toys", "https://milvus/toys")))


def test_a_budget_is_a_condition_and_no_text_of_the_shops_is_part_of_one() -> None:
    filters = Filters(Decimal("1E+1"), Decimal("24.99"), exclude_ids=frozenset({INJECTION}))
    assert condition_of(filters) == f'price >= 10 and price <= 24.99 and item not in ["{item_of(INJECTION)}"]'
    assert condition_of(Filters()) == ""
    assert item_of(INJECTION).isalnum()


def test_the_first_row_has_the_words_and_the_data_and_the_others_only_their_text() -> None:
    product = replace(a_product("a"), description="a long tale " * 120)
    first, *others = rows_of(product, 4.5, "encoder")
    assert others
    assert unpacked(first.fields["product"]) == product
    assert (first.row_id, first.fields["price"]) == (first_row("a"), 4.5)
    assert {(row.fields["product"], row.fields["title"], row.fields["price"]) for row in others} == {("", "", 4.5)}
    assert len({row.row_id for row in (first, *others)}) == 1 + len(others)


def test_a_row_is_another_when_anything_of_it_changes_and_its_text_only_when_that_does() -> None:
    product = a_product("a")
    (row, *_), (cheaper, *_), (unpriced, *_) = (rows_of(product, price, "encoder") for price in (4.5, 4.0, nan))
    (renamed, *_), (recoded, *_) = rows_of(replace(product, title="Kite"), 4.5, "encoder"), rows_of(product, 4.5, "b")
    assert unpriced.fields["price"] is None
    assert len({one.fields["key"] for one in (row, cheaper, unpriced, renamed, recoded)}) == 5
    assert row.fields["text_key"] == cheaper.fields["text_key"]
    assert len({one.fields["text_key"] for one in (row, renamed, recoded)}) == 3


def test_a_product_of_any_length_is_kept() -> None:
    reviews = tuple(Review(title=f"{number}", text=f"{number} fine words " * 200) for number in range(40))
    long = replace(a_product("a"), features=tuple(f"é{n}" * 900 for n in range(50)), reviews=reviews)
    assert len(packed(long)) <= LONGEST
    assert unpacked(packed(long)) == long


def test_every_product_has_its_part_and_the_parts_are_about_equal() -> None:
    slots = [slot_of(f"toy-{number}") for number in range(20_000)]
    sizes = [sum(slot % 8 == part for slot in slots) for part in range(8)]
    assert min(slots) >= 0
    assert max(slots) < SLOTS
    assert min(sizes) > 2_300


@pytest.mark.parametrize("text", ["0/2", "3/2", "2", "a/b", "1/2000", "-1/2", "1/0"])
def test_a_part_that_is_none_is_refused(text: str) -> None:
    with pytest.raises(SourceError, match="write it as 2/8"):
        shard_of(text)
