"""The evidence a model is given: bounded by tokens, the same every time, nothing in it but catalogue text."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from assistant.language.text import plain_speech
from assistant.schema import Evidence, Pick

# What fits into small models beside the instructions and the answer.
MAX_PACK_TOKENS = 1_500
# No single text may crowd out the other products.
MAX_TEXT_TOKENS = 160
# Products first by what decides a choice, then by what tells more; what buyers wrote carries no claim.
_SECTIONS = ("listing", "live", "features", "description")
_PIECE = re.compile(r"[A-Za-z]+|\s+|.", re.DOTALL)


def tokens_in(text: str) -> int:
    """At least as many tokens as usual tokenizers make: one for four letters, one for any other sign."""
    return sum(
        0 if piece.isspace() else -(-len(piece) // 4) if piece.isascii() and piece.isalpha() else 1
        for piece in _PIECE.findall(text)
    )


def packed(
    picks: Sequence[Pick], evidence: Sequence[Evidence], max_tokens: int = MAX_PACK_TOKENS
) -> tuple[Evidence, ...]:
    """The evidence that fits: every product's listing by rank, then features, then descriptions, until it is full."""
    ranks = {pick.product.id: pick.rank for pick in picks}
    order = sorted(
        (item for item in evidence if item.metadata.get("section") in _SECTIONS and item.doc_id in ranks),
        key=lambda item: (_SECTIONS.index(item.metadata["section"]), ranks[item.doc_id], item.evidence_id),
    )
    kept, left = [], max_tokens
    for item in order:
        text = _cut(plain_speech(item.content), MAX_TEXT_TOKENS)
        left -= tokens_in(text)
        if left < 0:
            break
        kept.append(replace(item, content=text))
    return tuple(kept)


def _cut(text: str, most: int) -> str:
    """The beginning of a text, whole words, at most so many tokens."""
    if tokens_in(text) <= most:
        return text
    kept, left = [], most
    for word in text.split():
        left -= tokens_in(word)
        if left < 0:
            break
        kept.append(word)
    return " ".join(kept)
