"""What shoppers asked of a catalogue and what came of it, for the shop's owner, from the conversations that are kept.

Questions stand as they are kept, with private data redacted; no conversation is named.
"""

from __future__ import annotations

import csv
import io
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date

from assistant.assistant import Assistant
from assistant.language.text import harmless_cell, stems, without
from assistant.schema import Feedback, Intent, Kept, SessionTurn

ANY_TOY, NO_TOY = "any toy", "not a toy"
_COLUMNS = ("day", "outcome", "kind", "question", "toys", "comment")


@dataclass(frozen=True, slots=True)
class Asked:
    """One question as it is kept: its day, the kind of toy, what came of it, and the toys that were shown.

    `conversation` numbers the conversations; `comment` is the shopper's word on an answer.
    """

    conversation: int
    day: date
    kind: str
    question: str
    outcome: str
    toys: tuple[str, ...] = ()
    comment: str = ""


@dataclass(frozen=True, slots=True)
class Tally:
    """A kind of toy, how many conversations asked for it, and the newest question."""

    kind: str
    conversations: int
    question: str


@dataclass(frozen=True, slots=True)
class Insights:
    """All that was asked, the newest first, and the answers that were thumbed down; `liked` counts the thumbs up."""

    asked: tuple[Asked, ...]
    disliked: tuple[Asked, ...]
    liked: int

    @property
    def conversations(self) -> int:
        """How many conversations asked anything."""
        return len({one.conversation for one in self.asked})

    @property
    def wanted(self) -> list[Tally]:
        """What was asked for, the most wanted first."""
        return _tallied(self.asked)

    @property
    def missing(self) -> list[Tally]:
        """What the shop had not got, or only something near it."""
        return _tallied(one for one in self.asked if one.outcome in {"nothing", "nearest"})

    @property
    def unlisted(self) -> list[Asked]:
        """Questions about a toy that its listing could not answer."""
        return [one for one in self.asked if one.outcome == "not listed"]

    def as_text(self) -> str:
        """The lists, each by its first ten."""
        return "\n".join(self._lines())

    def as_csv(self) -> str:
        """Everything, a row a question or a thumb down."""
        file = io.StringIO()
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(_COLUMNS)
        for one in (*self.asked, *self.disliked):
            texts = (one.outcome, one.kind, one.question, " | ".join(one.toys), one.comment)
            writer.writerow((one.day.isoformat(), *map(harmless_cell, texts)))
        return file.getvalue()

    def _lines(self) -> Iterator[str]:
        if not (self.asked or self.disliked or self.liked):
            yield "No conversation about this catalogue is kept."
            return
        yield f"{self.size}, {self.span}"
        yield f"{self.liked:,} answers thumbed up, {len(self.disliked):,} down"
        for title, tallies in (("Asked for", self.wanted), ("Not in the shop", self.missing)):
            yield from _titled(title, [f"{one.conversations:>5,}  {one.kind}: {one.question}" for one in tallies])
        for title, rows in (("Not in the listing", self.unlisted), ("Thumbed down", self.disliked)):
            yield from _titled(title, [f"       {' · '.join(filter(None, told(one)))}" for one in rows])

    @property
    def size(self) -> str:
        """How much was asked, in words."""
        counts = ((self.conversations, "conversation"), (len(self.asked), "question"))
        return ", ".join(f"{count:,} {what}{'' if count == 1 else 's'}" for count, what in counts)

    @property
    def span(self) -> str:
        """The days from the first to the last question."""
        days = [one.day.isoformat() for one in (*self.asked, *self.disliked)]
        return " to ".join(dict.fromkeys((min(days), max(days)))) if days else ""


def told(one: Asked) -> tuple[str, str, str]:
    """A question, the first toy that was shown with it, and the shopper's word on it."""
    return one.question, one.toys[0] if one.toys else "", one.comment


def insights(shop: Assistant) -> Insights:
    """What the store keeps of the conversations about a shop's catalogue; raises `SessionError` as the store does."""
    kept = shop.history()
    shown = dict.fromkeys(doc_id for one in kept for doc_id in _ids(one.said))
    known = set(shop.catalogue.ids)
    products = shop.catalogue.products([doc_id for doc_id in shown if doc_id in known])
    return of(kept, {product.id: product.title for product in products})


def of(kept: Sequence[Kept], titles: Mapping[str, str]) -> Insights:
    """The insights into what is kept; `titles` are those of the toys that the catalogue still has."""
    numbers = {session_id: number for number, session_id in enumerate(dict.fromkeys(one.session_id for one in kept))}
    asked: list[Asked] = []
    opinions: dict[tuple[str, str, tuple[str, ...]], tuple[Asked, bool]] = {}
    for one in kept:
        toys = tuple(titles[doc_id] for doc_id in _ids(one.said) if doc_id in titles)
        number, day = numbers[one.session_id], one.at.date()
        if isinstance(one.said, Feedback):  # a word given later comes as another opinion of the same answer
            rated = Asked(number, day, "", one.said.question, "thumbed down", toys, one.said.comment)
            opinions[one.session_id, one.said.question, one.said.doc_ids] = (rated, one.said.liked)
        else:
            asked += _of_turn(one.said, number, day, titles)
    disliked = [rated for rated, liked in opinions.values() if not liked]
    return Insights(tuple(reversed(asked)), tuple(reversed(disliked)), len(opinions) - len(disliked))


def _of_turn(turn: SessionTurn, number: int, day: date, titles: Mapping[str, str]) -> Iterator[Asked]:
    for wish, intent in enumerate(turn.intents):
        outcome = turn.outcomes[wish] if wish < len(turn.outcomes) else ""
        if not (outcome or intent.searches or intent.intent_type == "out_of_domain"):  # a greeting, a word of thanks
            continue
        shown = [one.doc_id for one in turn.shown if one.wish == wish or len(turn.intents) == 1]
        toys = tuple(titles[doc_id] for doc_id in shown if doc_id in titles)
        yield Asked(number, day, _kind(intent), turn.user, outcome, toys)


def _kind(intent: Intent) -> str:
    """What was asked for, in few words; empty for a question about what is shown."""
    if intent.intent_type != "product_query":
        return NO_TOY
    theme = without(intent.theme, intent.product_type)
    return " ".join(filter(None, (theme, intent.product_type))) or ANY_TOY if intent.searches else ""


def _ids(said: SessionTurn | Feedback) -> tuple[str, ...]:
    return said.doc_ids if isinstance(said, Feedback) else tuple(one.doc_id for one in said.shown)


def _tallied(asked: Iterable[Asked]) -> list[Tally]:
    """The kinds, "train sets" with "train set", each conversation counted once; its commonest spelling is shown."""
    by_kind: defaultdict[str, list[Asked]] = defaultdict(list)
    for one in asked:
        if one.kind:
            by_kind[" ".join(stems(one.kind))].append(one)
    tallies = [
        Tally(
            Counter(one.kind for one in rows).most_common(1)[0][0],
            len({one.conversation for one in rows}),
            rows[0].question,
        )
        for rows in by_kind.values()
    ]
    return sorted(tallies, key=lambda tally: (-tally.conversations, tally.kind))


def _titled(title: str, lines: Sequence[str]) -> Iterator[str]:
    if lines:
        yield f"{title} ({len(lines):,})"
        yield from lines[:10]
