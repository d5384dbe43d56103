"""A conversation to take away: as Markdown for people, as JSON for programs."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from typing import Any

from assistant.interfaces.page.cards import CardView, ToyView
from assistant.interfaces.page.plain import https
from assistant.interfaces.page.view import TurnView
from assistant.language.text import escape_markdown
from assistant.prices import policy

FORMAT = "toy-shop-conversation/1"


def as_json(turns: Sequence[TurnView], session_id: str) -> str:
    """All turns, oldest first: the question, the answers, the toys shown and the sources cited."""
    talk = {"format": FORMAT, "session": session_id, "turns": [_turn(turn) for turn in turns]}
    return json.dumps(talk, indent=2, ensure_ascii=False)


def as_markdown(turns: Sequence[TurnView]) -> str:
    """All turns, oldest first; text of the catalogue can neither format nor link."""
    return "\n".join(line for turn in turns for line in _lines(turn)).strip() + "\n"


def _turn(turn: TurnView) -> dict[str, Any]:
    return {
        "question": turn.question,
        "understood": [chip.label for chip in turn.chips],
        "answers": [{"wish": wish, "text": text} for wish, text in turn.answers],
        "notices": list(turn.notices),
        "cards": [_card(card) for card in turn.cards],
    }


def _card(card: CardView) -> dict[str, Any]:
    return {
        "wish": card.wish,
        "toys": [_toy(toy) for toy in card.toys],
        "nearestMiss": _toy(card.nearest) if card.nearest else None,
        "sources": [
            {"number": source.number, "source": source.title, "text": source.text or source.quote, "url": source.url}
            for source in card.sources
        ],
    }


def _toy(toy: ToyView) -> dict[str, Any]:
    live = policy.as_json(toy.receipt) if toy.receipt else None
    return {
        "id": toy.doc_id, "rank": toy.rank, "title": toy.title, "facts": toy.facts, "price": toy.price,
        "stars": toy.stars, "ratings": toy.ratings, "url": toy.url, "livePrice": live, "reasons": list(toy.reasons),
    }  # fmt: skip


def _lines(turn: TurnView) -> Iterator[str]:
    yield f"## {escape_markdown(turn.question)}"
    if turn.chips:
        yield f"\nUnderstood: {', '.join(escape_markdown(chip.label) for chip in turn.chips)}"
    for wish, text in turn.answers:
        yield f"\n**{escape_markdown(wish)}** {escape_markdown(text)}" if wish else f"\n{escape_markdown(text)}"
    for card in turn.cards:
        if card.toys:
            yield ""
        yield from (_row(place, toy) for place, toy in enumerate(card.toys, 1))
        if card.sources:
            yield ""
        yield from (
            f"- \\[{source.number}\\] {escape_markdown(source.text or source.quote)}{_address(source.url)}"
            for source in card.sources
        )
    yield ""


def _row(place: int, toy: ToyView) -> str:
    facts = " · ".join(escape_markdown(part) for part in (toy.price, toy.stars, toy.ratings, toy.facts) if part)
    return f"{place}. **{escape_markdown(toy.title)}** {facts}{_address(toy.url)}"


def _address(url: str) -> str:
    return f" <{url}>" if https(url) and not set(url) & set("<>") else ""
