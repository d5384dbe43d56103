from hypothesis import given
from hypothesis import strategies as st

from assistant.catalogue.chunking import chunks
from assistant.schema import Product, Review


def toy(**fields: object) -> Product:
    values: dict[str, object] = {"id": "t1", "title": "Farm Railway", **fields}
    return Product(**values)  # type: ignore[arg-type]


def test_the_first_chunk_holds_what_a_shopper_asks_for() -> None:
    (chunk,) = chunks(
        toy(brand="Harrow", category=("Toys", "Trains"), material="wood", features=("magnetic",), description="A line.")
    )
    assert (chunk.doc_id, chunk.chunk_id) == ("t1", "t1#0")
    assert chunk.text == "Farm Railway. Harrow. Toys, Trains. wood. magnetic. A line"


def test_a_brand_in_the_title_is_not_said_twice() -> None:
    (chunk,) = chunks(toy(title="HARROW Farm Railway", brand="Harrow"))
    assert chunk.text == "HARROW Farm Railway"


def test_of_a_long_description_only_the_beginning_may_be_taken() -> None:
    words = [f"word{number}" for number in range(500)]
    (brief,) = chunks(toy(description=" ".join(words)), brief=True)
    assert brief == chunks(toy(description=" ".join(words[:20])))[0]


def test_a_long_description_goes_on_in_chunks_under_its_title() -> None:
    words = [f"w{number}" for number in range(390)]
    found = chunks(toy(description=" ".join(words)))
    assert [chunk.chunk_id for chunk in found] == ["t1#0", "t1#1", "t1#2", "t1#3"]
    assert all(chunk.text.startswith("Farm Railway. ") for chunk in found)
    said = [word for chunk in found for word in chunk.text.removeprefix("Farm Railway. ").split()]
    assert said == words
    assert max(len(chunk.text.split()) for chunk in found) < 150


def test_reviews_are_never_in_it() -> None:
    reviews = (Review("Unforgettable", "My grandson adores it."),)
    assert all(
        "grandson" not in chunk.text and "Unforgettable" not in chunk.text for chunk in chunks(toy(reviews=reviews))
    )


@given(st.integers(min_value=0, max_value=5_000))
def test_any_length_gives_a_bounded_number_of_chunks_without_gaps(length: int) -> None:
    found = chunks(toy(description=" ".join(["word"] * length)))
    assert 1 <= len(found) <= 10
    assert [chunk.chunk_id for chunk in found] == [f"t1#{number}" for number in range(len(found))]
    assert sum(chunk.text.count("word") for chunk in found) == length or length > 800
