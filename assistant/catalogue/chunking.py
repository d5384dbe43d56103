"""The text of a product as the encoder reads it.

The first chunk holds what a shopper asks for (title, maker, kind, material, features) and where the description begins;
a long description goes on in further chunks under the same title. Reviews are never in it: what buyers wrote is shown
as evidence and must not decide what is found.
"""

from __future__ import annotations

from collections.abc import Iterator

from assistant.language.text import fold, plainly
from assistant.schema import Chunk, Product

# The encoder was trained on texts of about this length; a longer first chunk also costs every short product nothing.
_FIRST_WORDS = 60
_CHUNK_WORDS = 100
# A tail shorter than this says too little of its own and stays with the chunk before.
_SHORTEST_TAIL = 40
# 1,000 words describe any toy; what follows is terms and conditions.
_MOST_CHUNKS = 10
_MOST_TITLE_WORDS = 60
# What a description says first, it says of the toy as a whole.
_BRIEF_WORDS = 20


def chunks(product: Product, *, brief: bool = False) -> list[Chunk]:
    """The chunks of a product, in order; their ids are the product's id, `#` and a number from 0.

    With `brief` there is one, of the beginning: encoding it takes about as long whatever the description's length.
    """
    product = plainly(product)
    words = product.description.split()
    head, *rest = _pieces(words[:_BRIEF_WORDS] if brief else words)
    title = " ".join(product.title.split()[:_MOST_TITLE_WORDS])
    brand = product.brand if fold(product.brand) not in fold(title) else ""
    # One sentence for each thing known.
    known = (title, brand, ", ".join(product.category), product.material, ", ".join(product.features), head)
    texts = [". ".join(part.rstrip(". ") for part in known if part), *(f"{title}. {piece}" for piece in rest)]
    return [Chunk(product.id, f"{product.id}#{number}", text) for number, text in enumerate(texts)]


def _pieces(words: list[str]) -> Iterator[str]:
    """The description in pieces of words: a shorter first one, even when empty, then the others."""
    start, end = 0, _FIRST_WORDS
    for _ in range(_MOST_CHUNKS):
        if len(words) - end < _SHORTEST_TAIL:
            end = len(words)
        yield " ".join(words[start:end])
        start, end = end, end + _CHUNK_WORDS
        if start >= len(words):
            return
