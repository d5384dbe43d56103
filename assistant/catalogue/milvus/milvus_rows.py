"""What a product is in Milvus: a row for each chunk, the first of which has its words and all of its data.

Words are stemmed here, as the embedded index has them, so that any analyser of Milvus that parts words at blanks finds
the same. No text of the shop's is ever part of a condition: products go by a hash of their id.
"""

from __future__ import annotations

import base64
import hashlib
import zlib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from math import isnan
from typing import Any

from assistant.catalogue import records
from assistant.catalogue.bm25_file import FIELDS, analyzer, field_texts
from assistant.catalogue.chunking import chunks
from assistant.errors import CatalogueVersionError
from assistant.schema import Filters, Product

# The products are in one partition, what is to be known about them in the other.
ITEMS, ABOUT = "_default", "about"
VECTOR = "vector"
# Milvus's own limit for a text, in bytes.
LONGEST = 65_535
# Into so many parts a list can be shared out among machines; a row keeps its part.
SLOTS = 1024
# Up to so many products every vector is compared; above, Milvus chooses an index.
EXACT_UP_TO = 100_000
# tantivy's, so that both engines rank alike.
_K1, _B = 1.2, 0.75
_PACKED = "z:"


def words_field(name: str) -> str:
    """The field that Milvus makes of a text field for BM25."""
    return f"{name}_bm25"


@dataclass(frozen=True, slots=True)
class MilvusRow:
    """A row without its vector, and the text to encode; its field `key` tells it from other content of the same row."""

    fields: Mapping[str, Any]
    text: str

    @property
    def row_id(self) -> str:
        """Its primary key."""
        return str(self.fields["id"])


def item_of(doc_id: str) -> str:
    """By what Milvus knows a product: 32 hexadecimal digits."""
    return hashlib.blake2b(doc_id.encode(), digest_size=16).hexdigest()


def first_row(doc_id: str) -> str:
    """The primary key of the row that holds a product's data."""
    return f"{item_of(doc_id)}-0"


def slot_of(doc_id: str) -> int:
    """The part of the catalogue that a product belongs to, whatever else is in it: 0 to `SLOTS` - 1."""
    return int(item_of(doc_id)[:8], 16) % SLOTS


def rows_of(product: Product, price: float, embedder_name: str) -> Iterator[MilvusRow]:
    """The rows of a product; `price` is in the catalogue's currency, nan where there is none."""
    item, words = item_of(product.id), _words(product)
    for number, chunk in enumerate(chunks(product)):
        fields = {
            "id": f"{item}-{number}", "item": item, "doc_id": product.id, "number": number,
            "slot": slot_of(product.id), "price": None if isnan(price) else price,
            "product": "" if number else packed(product), **(dict.fromkeys(FIELDS, "") if number else words),
        }  # fmt: skip
        text_key = _hash(embedder_name, chunk.text)
        key = _hash(text_key, *(f"{name}={value}" for name, value in fields.items()))
        yield MilvusRow({**fields, "text_key": text_key, "key": key}, chunk.text)


def about_row(row_id: str, content: str, dimension: int) -> dict[str, Any]:
    """A row of the other partition, which holds a text and no product."""
    return {
        "id": row_id, "item": "", "doc_id": "", "number": -1, "slot": -1, "price": None, "product": content,
        "text_key": "", "key": "", VECTOR: [0.0] * dimension, **dict.fromkeys(FIELDS, ""),
    }  # fmt: skip


def packed(product: Product) -> str:
    """A product as a text that Milvus takes, packed where it is too long; of what is longer still the reviews go."""
    text = records.dump(product).decode()
    if len(text.encode()) <= LONGEST:
        return text
    for shorter in (product, replace(product, reviews=()), replace(product, reviews=(), features=())):
        text = _PACKED + base64.b85encode(zlib.compress(records.dump(shorter))).decode()
        if len(text) <= LONGEST:
            return text
    return records.dump(replace(product, reviews=(), features=(), description="")).decode()


def unpacked(text: str) -> Product:
    """The product that `packed` made a text of."""
    if text.startswith(_PACKED):
        return records.load(zlib.decompress(base64.b85decode(text[len(_PACKED) :])))
    return records.load(text.encode())


def condition_of(filters: Filters) -> str:
    """A budget and the products to leave out as a condition of Milvus; empty where there is none."""
    conditions = []
    if filters.min_price is not None:
        conditions.append(f"price >= {filters.min_price:f}")
    if filters.max_price is not None:
        conditions.append(f"price <= {filters.max_price:f}")
    if filters.exclude_ids:
        conditions.append(f"item not in {_list(sorted(map(item_of, filters.exclude_ids)))}")
    return " and ".join(conditions)


def rows_condition(row_ids: Sequence[str]) -> str:
    """The condition that only these rows meet; the ids are ours."""
    return f"id in {_list(row_ids)}"


def _list(texts: Sequence[str]) -> str:
    return "[" + ", ".join(f'"{text}"' for text in texts) + "]"


def _words(product: Product) -> dict[str, str]:
    """The stems of each field with blanks between them, as much as Milvus takes."""
    stems = {name: " ".join(analyzer().analyze(text)) for name, text in field_texts(product).items()}
    return {name: text.encode()[:LONGEST].decode(errors="ignore") for name, text in stems.items()}


def _hash(*parts: str) -> str:
    return hashlib.blake2b("\0".join(parts).encode(), digest_size=16).hexdigest()


def collection_of(dimension: int, products: int) -> dict[str, Any]:
    """What `MilvusClient.create_collection` is to be told: the fields, the BM25 functions and the indexes."""
    from pymilvus import DataType, Function, FunctionType, MilvusClient  # noqa: PLC0415

    schema = MilvusClient.create_schema(auto_id=False, enable_dynamic_field=False)
    schema.add_field("id", DataType.VARCHAR, is_primary=True, max_length=64)
    for name in ("item", "text_key", "key"):
        schema.add_field(name, DataType.VARCHAR, max_length=64)
    for name in ("doc_id", "product"):
        schema.add_field(name, DataType.VARCHAR, max_length=LONGEST)
    for name in ("number", "slot"):
        schema.add_field(name, DataType.INT16)
    schema.add_field("price", DataType.DOUBLE, nullable=True)
    schema.add_field(VECTOR, DataType.FLOAT_VECTOR, dim=dimension)
    indexes = MilvusClient.prepare_index_params()
    indexes.add_index(VECTOR, index_type="FLAT" if products <= EXACT_UP_TO else "AUTOINDEX", metric_type="IP")
    for name in FIELDS:
        schema.add_field(
            name, DataType.VARCHAR, max_length=LONGEST, enable_analyzer=True, analyzer_params={"tokenizer": "standard"}
        )
        schema.add_field(words_field(name), DataType.SPARSE_FLOAT_VECTOR)
        schema.add_function(
            Function(
                name=f"{name}_function", function_type=FunctionType.BM25,
                input_field_names=[name], output_field_names=[words_field(name)],
            )
        )  # fmt: skip
        indexes.add_index(
            words_field(name), index_type="SPARSE_INVERTED_INDEX", metric_type="BM25",
            params={"bm25_k1": _K1, "bm25_b": _B},
        )  # fmt: skip
    return {"schema": schema, "index_params": indexes}


def check_collection(described: Mapping[str, Any], embedder_name: str, dimension: int) -> None:
    """`CatalogueVersionError` where a collection is none of ours, or not for vectors of this length."""
    name, found = described["collection_name"], {field["name"]: field for field in described["fields"]}
    expected = {field.name: field.dtype for field in collection_of(dimension, 0)["schema"].fields}
    wrong = sorted(field for field in expected if field not in found or found[field]["type"] != expected[field])
    if wrong:
        raise CatalogueVersionError(
            f"the collection {name} was not made by this program or by another version of it (see its field "
            f"{wrong[0]}); import the products into a new collection"
        )
    if found[VECTOR]["params"].get("dim") != dimension:
        raise CatalogueVersionError(
            f"the collection {name} is for another encoder than {embedder_name}; import the products into a new one"
        )
