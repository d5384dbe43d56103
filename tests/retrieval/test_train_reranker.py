"""How the reranker's training stuffs a product with words of the request, so that it learns to see through that."""

from __future__ import annotations

import random

from train_reranker import MOST_NAME_CHARACTERS, Graded, stuffed

TEXT = "Fire Engine . Playwell . Vehicles . ages 3 to 6 . Goes by itself."
ASKED = Graded("h1", "train", "demo", "a wooden train set", {"kind": ["train set"], "material": ["wooden"]}, ())


def test_a_product_is_stuffed_in_its_name_or_behind_its_text_and_loses_nothing_else() -> None:
    found = [stuffed(TEXT, ASKED, random.Random(seed)) for seed in range(200)]
    in_name = [text for text in found if text.endswith(" . Playwell . Vehicles . ages 3 to 6 . Goes by itself.")]
    behind = [text for text in found if text.startswith(TEXT)]
    assert len(in_name) + len(behind) == len(found)
    assert 20 < len(behind) < 70
    assert all("train set" in text.lower() for text in found)


def test_a_stuffed_name_is_no_longer_than_one_that_is_read() -> None:
    long = f"{'Fire ' * 23}. Playwell"
    assert all(
        len(stuffed(long, ASKED, random.Random(seed)).split(" . ")[0]) <= MOST_NAME_CHARACTERS for seed in range(40)
    )
