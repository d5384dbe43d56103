"""Trains data/models/reader from data/training/messages.jsonl and requests.jsonl (`make train`).

Messages have their words marked: `{field|words}`, `{-field|words}` for what is refused, `{~field|words}` for what is
taken back; `acts` say what the message does. Screens name products by id, and their titles are joined here; `kept` says
of each slot value of a screen whether it still holds after the message (1), or not (0). Seeded.
"""

from __future__ import annotations

import csv
import json
import random
import re
import time
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from math import ceil
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import numpy as np
from build_words import published_folder
from pair_training import (
    GENTLER_RATE,
    MORE_EPOCHS,
    READ_TO_ROUND_BY,
    SEED,
    TRAINING,
    PairModel,
    halfway,
    newest_hands,
    products_of,
    say,
    to_go_on_from,
    write,
)

from assistant import resources
from assistant.adapters.networks import TokenNetwork, WordTable
from assistant.schema import ACTS, MAX_ACTS, SIGNS, SLOTS, DialogueAct, Product, Screen, Sign, SlotName, SlotValue
from assistant.understanding.learned_reader import (
    LIKELY,
    MOST_TOKENS,
    OUTPUTS,
    PARTS,
    TAGS,
    LearnedReader,
    screen_words,
    tokens_at,
)

MESSAGES, REQUESTS, OTHERS = TRAINING / "messages.jsonl", TRAINING / "requests.jsonl", TRAINING / "others.csv"
QUESTIONS = TRAINING / "questions.jsonl"
# So many other toys stand behind the one that is asked about.
MOST_NEIGHBOURS = 4
EPOCHS, BATCH, LEARNING_RATE = 8, 32, 2.2e-4
# Going on, how often what was added is read in each epoch, and how much of the rest, so that nothing is forgotten.
NEWEST, REHEARSED = 2.0, 0.4
# From so many words on a message is read twice in each epoch: few are so long here, and most in a shop.
LONG_WORDS = 25
# How much of what is labelled by act alone is read in each epoch.
UNMARKED = 0.4
UNKNOWN = "?"
# A sentence of some length that begins and ends between two marks.
_WHOLE_SENTENCE = re.compile(r"(?<=[.!?]\s)[^.!?{}]{25,}[.!]")
# What is said of toys on the screen and leaves the wish as it is.
LOOKS_ON = frozenset[DialogueAct](("question", "opinions", "describe", "price", "service", "compare", "why", "total"))
_MARK = re.compile(r"\{([-~]?)(\w+)\|([^{}|]*)\}")
_SIGN_OF: dict[str, Sign] = {"": "wanted", "-": "refused", "~": "dropped"}
# How much of an epoch is spoilt by a hurried thumb, and how much has another name in place of its own.
MISTYPED, RENAMED = 0.35, 0.3
# How much of it says a second thing about the same screen, and how much something beside the point.
JOINED, WITH_ASIDE = 0.12, 0.15
RENAMED_SLOTS: tuple[SlotName, ...] = ("kind", "theme", "brand", "colour")
# A sign is seldom anything but "wanted", and a wrong one sells what was refused.
SIGN_WEIGHTS = (1.0, 2.0, 2.0)


NOTHING_SHOWN = Screen()


@dataclass(frozen=True, slots=True)
class Piece:
    """Words of a message and the slot they fill; none for what only leads to them."""

    text: str
    slot: SlotName | None = None
    sign: Sign = "wanted"


@dataclass(frozen=True, slots=True)
class Message:
    """A labelled message; `is_marked` says that its words are labelled too, and not only what it does.

    `kept` has a sign for each of the screen's slot values: "1", "0", "?" where nobody knows.
    """

    part: str
    pieces: tuple[Piece, ...]
    acts: tuple[DialogueAct, ...]
    screen: Screen = NOTHING_SHOWN
    is_marked: bool = True
    kept: str = ""
    by: str = ""

    @property
    def text(self) -> str:
        """The message as it was typed."""
        return "".join(piece.text for piece in self.pieces)


def pieces_of(marked: str) -> tuple[Piece, ...]:
    """A marked message piece by piece."""
    found, end = [], 0
    for match in _MARK.finditer(marked):
        found += [Piece(marked[end : match.start()]), Piece(match[3], match[2], _SIGN_OF[match[1]])]  # type: ignore[arg-type]
        end = match.end()
    return tuple(piece for piece in (*found, Piece(marked[end:])) if piece.text)


def load(work: Path) -> list[Message]:
    """Every labelled message whose screen can be joined."""
    rows = [json.loads(line) for line in MESSAGES.read_text(encoding="utf-8").splitlines()]
    asked = [json.loads(line) for line in QUESTIONS.read_text(encoding="utf-8").splitlines()]
    named = {row["screen"]["catalogue"] for row in rows if row["screen"]} | {row["catalogue"] for row in asked}
    products = {name: products_of(name, work) for name in sorted(named)}
    found = []
    for row in rows:
        screen = NOTHING_SHOWN
        if shown := row["screen"]:
            known = products[shown["catalogue"]]
            if not all(doc_id in known for doc_id in shown["ids"]):
                continue
            values = shown.get("slots") or [[0, "kind", shown["wish"]]]
            slots = tuple(SlotValue(*value) for value in values)
            screen = Screen(shown["wish"], tuple(known[doc_id].title for doc_id in shown["ids"]), slots)
        acts, kept = tuple(row["acts"]), row.get("kept", "")
        found.append(Message(row["part"], pieces_of(row["say"]), acts, screen, kept=kept, by=row["by"]))
    return found + requests() + others() + list(questions(asked, products))


def questions(rows: Sequence[dict[str, Any]], products: dict[str, dict[str, Product]]) -> Iterator[Message]:
    """What was asked about one toy, beside a screen that shows it first among others of its shelf.

    What asks for buyers' opinions is left out: it is a question or "opinions" by its words, and nobody said which.
    """
    draw, shelves = random.Random(SEED), defaultdict[tuple[str, str], list[Product]](list)
    for name, known in products.items():
        for one in known.values():
            shelves[name, _shelf(one)].append(one)
    for row in rows:
        product = products[row["catalogue"]].get(row["id"])
        if product is None or row["verdict"] == "opinion":
            continue
        shelf = _shelf(product)
        others = [other.title for other in shelves[row["catalogue"], shelf] if other.id != product.id]
        nearby = draw.sample(others, min(len(others), draw.randint(0, MOST_NEIGHBOURS)))
        wish = (shelf or product.title).lower()
        screen = Screen(wish, (product.title, *nearby), (SlotValue(0, "kind", wish),))
        act: DialogueAct = row.get("act") or ("price" if row["sentences"] == ["price"] else "question")
        yield Message(row["part"], (Piece(row["question"]),), (act,), screen, is_marked=False)


def _shelf(product: Product) -> str:
    """Where it stands in the shop; empty where its list does not say."""
    return "".join(product.category[-1:])


def requests() -> list[Message]:
    """The graded requests that somebody said in one message; their spans are named by their words, where marked."""
    found = []
    for row in map(json.loads, REQUESTS.read_text(encoding="utf-8").splitlines()):
        if row.get("grown"):
            continue
        acts: tuple[DialogueAct, ...] = ("find", "best") if "superlative" in row["spans"] else ("find",)
        pieces = tuple(_located(row["text"], row["spans"]))
        found.append(Message(row["part"], pieces, acts, is_marked=bool(row["spans"])))
    return found


def _located(text: str, spans: dict[str, list[str]]) -> Iterator[Piece]:
    places = []
    for name, phrases in spans.items():
        slot, sign = name.removeprefix("refused_"), "refused" if name.startswith("refused_") else "wanted"
        for phrase in phrases:
            at = text.find(phrase)
            if at >= 0:
                places.append((at, at + len(phrase), "best" if slot == "superlative" else slot, sign))
    end = 0
    for first, last, slot, sign in sorted(places):
        if first >= end:
            yield Piece(text[end:first])
            yield Piece(text[first:last], slot, sign)  # type: ignore[arg-type]
            end = last
    yield Piece(text[end:])


def others() -> list[Message]:
    """What people ask other assistants and other shops: only what the message does is labelled."""
    with OTHERS.open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    return [Message("train", (Piece(row["text"]),), (row["act"],), is_marked=False) for row in rows]  # type: ignore[arg-type]


def mistyped(text: str, draw: random.Random) -> str:
    """The text as a hurried thumb types it: a letter lost, doubled, swapped or wrong, no apostrophes or commas."""
    if draw.random() < 0.5:
        text = re.sub(r"['’,.?!]", "", text)
    letters = list(text)
    for _ in range(draw.choice((0, 1, 1, 2, 3))):
        places = [at for at in range(1, len(letters) - 1) if letters[at].isalpha() and letters[at - 1].isalpha()]
        if not places:
            break
        at = draw.choice(places)
        letters[at : at + 1] = draw.choice(
            ([], [letters[at]] * 2, [draw.choice("etaoinshrdlu")], [letters[at], draw.choice("eains")])
        )
    return "".join(letters)


def varied(message: Message, names: dict[tuple[SlotName, Sign], list[str]], draw: random.Random) -> Message:
    """The message with other names in some of its slots, or spoilt by typing; most stay as they are."""
    pieces = message.pieces
    if message.is_marked and not message.screen and draw.random() < RENAMED:
        pieces = tuple(
            replace(piece, text=draw.choice(names[piece.slot, "wanted"]))
            if piece.slot in RENAMED_SLOTS and draw.random() < 0.6 else piece
            for piece in pieces
        )  # fmt: skip
    if draw.random() < MISTYPED:
        pieces = tuple(spoilt(pieces, draw))
    return replace(message, pieces=pieces)


class Joiner:
    """Makes two messages one, as people do who say more than one thing: seeded by who draws."""

    def __init__(self, messages: Sequence[Message]) -> None:
        self._asides = [Piece(text) for text in asides_of(messages)]
        self._on_screen = defaultdict[Screen, list[Message]](list)
        for message in messages:
            if message.is_marked and message.screen and LOOKS_ON.issuperset(message.acts):
                self._on_screen[message.screen].append(message)

    def joined(self, message: Message, draw: random.Random) -> Message:
        """The message with a question about the same screen, or with a sentence beside the point; most stay alone."""
        chance = draw.random()
        others = self._on_screen[message.screen] if message.is_marked and chance < JOINED else []
        if others and LOOKS_ON.isdisjoint(message.acts):
            other = draw.choice(others)
            kept = "".join(min(pair) for pair in zip(message.kept, other.kept, strict=False))
            pieces = _one_after_another([message.pieces, other.pieces], draw)
            return replace(message, pieces=pieces, acts=(*message.acts, *other.acts)[:MAX_ACTS], kept=kept)
        if message.is_marked and self._asides and chance > 1 - WITH_ASIDE:
            return replace(message, pieces=_one_after_another([message.pieces, (draw.choice(self._asides),)], draw))
        return message


def _one_after_another(said: list[tuple[Piece, ...]], draw: random.Random) -> tuple[Piece, ...]:
    """All pieces, in any order of the two, with what people put between sentences."""
    draw.shuffle(said)
    return (*said[0], Piece(draw.choice((" ", ". ", ", "))), *said[1])


def asides_of(messages: Sequence[Message]) -> list[str]:
    """Sentences of first messages that say nothing of what is wanted."""
    found = []
    for message in messages:
        if message.is_marked and not message.screen and message.acts == ("find",):
            inside = [piece.text for piece in message.pieces if not piece.slot]
            found += [sentence.strip() for text in inside for sentence in _WHOLE_SENTENCE.findall(text)]
    return found


def spoilt(pieces: Sequence[Piece], draw: random.Random) -> Iterator[Piece]:
    """The pieces as a hurried thumb types them, every other one of them."""
    for piece in pieces:
        text = mistyped(piece.text, draw) if draw.random() < 0.5 else piece.text
        if text:
            yield replace(piece, text=text)


def names_of(messages: Sequence[Message]) -> dict[tuple[SlotName, Sign], list[str]]:
    """What stands in each slot, by slot and sign."""
    found: dict[tuple[SlotName, Sign], list[str]] = defaultdict(list)
    for message in messages:
        for piece in message.pieces:
            if piece.slot and message.is_marked:
                found[piece.slot, piece.sign].append(piece.text)
    return found


def targets(message: Message, encoded: Any) -> tuple[list[int], list[int]]:
    """For each token its tag and its sign; -100 where none is to be learned."""
    spans, at = [], 0
    for piece in message.pieces:
        if piece.slot:
            spans.append((at, at + len(piece.text), piece.slot, piece.sign))
        at += len(piece.text)
    tags, signs = [], []
    for text, (start, end) in zip(encoded.sequence_ids, encoded.offsets, strict=True):
        if text != 0 or not message.is_marked or start == end:
            tags.append(-100)
            signs.append(-100)
            continue
        own = next((span for span in spans if span[0] < end and start < span[1]), None)
        place = "" if own is None else ("B-" if start <= own[0] else "I-") + own[2]
        tags.append(TAGS.index(place))
        signs.append(SIGNS.index(own[3]) if own else -100)
    return tags, signs


def holds_of(message: Message, encoded: Any) -> list[int]:
    """For each token whether what it stands for still holds; -100 where nobody said."""
    holds = [-100] * len(encoded.ids)
    for sign, place in zip(message.kept, screen_words(message.screen)[1], strict=False):
        for at in tokens_at(encoded, place) if sign != UNKNOWN else ():
            holds[at] = int(sign)
    return holds


def train(messages: Sequence[Message], source: Path, after: Path | None) -> dict[str, np.ndarray]:
    """The weights by name; `after` is a network that it goes on from, more gently than from the encoder."""
    import torch  # noqa: PLC0415
    from torch.nn.functional import binary_cross_entropy_with_logits, cross_entropy  # noqa: PLC0415

    epochs, rate = (MORE_EPOCHS, GENTLER_RATE) if after else (EPOCHS, LEARNING_RATE)
    draw, names, joiner, newest = random.Random(SEED), names_of(messages), Joiner(messages), newest_hands()
    times = [(message, _readings_of(message, newest)) for message in messages]
    expected = sum(often for _, often in times)
    model = PairModel(source, OUTPUTS, MOST_TOKENS, rate, int(epochs * (expected / BATCH + 1)), after=after)
    weights, begun = torch.tensor(SIGN_WEIGHTS), time.perf_counter()
    for epoch in range(epochs):
        read = [message for message, often in times for at in range(ceil(often)) if draw.random() < often - at]
        total, batches = 0.0, _batches([joiner.joined(varied(message, names, draw), draw) for message in read], draw)
        for batch in batches:
            encoded = model.encoded([(message.text, screen_words(message.screen)[0]) for message in batch])
            logits = model.token_logits(encoded)
            tags, signs, acts, holds = logits.split(PARTS, dim=-1)
            wanted = [targets(message, one) for message, one in zip(batch, encoded, strict=True)]
            does = torch.tensor([[float(act in message.acts) for act in ACTS] for message in batch])
            loss = cross_entropy(tags.flatten(0, 1), torch.tensor([tag for one, _ in wanted for tag in one]))
            if any(sign >= 0 for _, one in wanted for sign in one):
                sign_targets = torch.tensor([sign for _, one in wanted for sign in one])
                loss = loss + 0.5 * cross_entropy(signs.flatten(0, 1), sign_targets, weight=weights)
            loss = loss + 4 * binary_cross_entropy_with_logits(acts[:, 0], does)
            held = torch.tensor([holds_of(message, one) for message, one in zip(batch, encoded, strict=True)])
            if (held >= 0).any():
                known = held >= 0
                loss = loss + binary_cross_entropy_with_logits(holds[..., 0][known], held[known].float())
            total += model.learn(loss)
        say(f"epoch {epoch + 1}: loss {total / len(batches):.3f} after {time.perf_counter() - begun:.0f} s")
    return halfway(model.weights(), after)


def _readings_of(message: Message, newest: tuple[str, ...]) -> float:
    """How often a message is read in an epoch, where it learns from all or from the `newest` hands above all."""
    often = UNMARKED if not message.is_marked else 2.0 if len(message.text.split()) >= LONG_WORDS else 1.0
    if not newest:
        return often
    return NEWEST if message.by.startswith(newest) else REHEARSED * often


def _batches(messages: list[Message], draw: random.Random) -> list[list[Message]]:
    """Messages of like length together, so that little is padded; the batches in any order."""
    draw.shuffle(messages)
    messages.sort(key=lambda one: len(one.text) // 12 + len(screen_words(one.screen)[0]) // 12)
    batches = [messages[start : start + BATCH] for start in range(0, len(messages), BATCH)]
    # A batch without a marked word would have nothing to teach the tags.
    batches = [batch for batch in batches if any(one.is_marked for one in batch)]
    draw.shuffle(batches)
    return batches


def report(messages: Sequence[Message], reader: LearnedReader) -> Iterator[str]:
    """How the reader does: what the message does, and slot by slot the share of precision and recall."""
    first = [0, 0]
    later = [0, 0]
    right: Counter[str] = Counter()
    named: Counter[str] = Counter()
    meant: Counter[str] = Counter()
    whole = 0
    holds: Counter[tuple[str, bool, bool]] = Counter()
    for message in messages:
        reading = reader.read(message.text, message.screen)
        compared = zip(message.screen.slots, message.kept, reading.kept, strict=False)
        holds.update((value.slot, sign == "1", odd >= LIKELY) for value, sign, odd in compared if sign != UNKNOWN)
        count = later if message.screen else first
        count[0] += set(reading.acts) == set(message.acts)
        count[1] += 1
        wanted = {(piece.slot, piece.sign, _bare(piece.text)) for piece in message.pieces if piece.slot}
        found = {(span.slot, span.sign, _bare(span.text)) for span in reading.spans}
        whole += wanted == found
        for slot, *_ in wanted & found:
            right[str(slot)] += 1
        named.update(str(slot) for slot, *_ in found)
        meant.update(str(slot) for slot, *_ in wanted)
    acts = f"first {first[0]} of {first[1]}, later {later[0]} of {later[1]}"
    yield f"acts right: {acts}; all spans {whole / len(messages):.3f}"
    for slot in SLOTS:
        precision, recall = right[slot] / max(1, named[slot]), right[slot] / max(1, meant[slot])
        yield f"  {slot}: precision {precision:.2f}, recall {recall:.2f} of {meant[slot]}"
    for name in sorted({name for name, *_ in holds}):
        kept, gone = holds[name, True, True], holds[name, False, False]
        of_kept, of_gone = kept + holds[name, True, False], gone + holds[name, False, True]
        yield f"  carried over, {name}: {kept} of {of_kept} kept, {gone} of {of_gone} let go"


def _bare(text: str) -> str:
    return re.sub(r"\W+", " ", text).strip().lower()


def opened() -> LearnedReader:
    """The reader as it was written."""
    return LearnedReader(TokenNetwork(resources.READER, WordTable(resources.WORDS), MOST_TOKENS))


def main() -> None:
    """Trains, writes, and reports on the part for choosing."""
    parts: dict[str, list[Message]] = defaultdict(list)
    with TemporaryDirectory() as work:
        for one in load(Path(work)):
            parts[one.part].append(one)
    say(str({name: len(part) for name, part in parts.items()}))
    weights = train(parts["train"], published_folder(), to_go_on_from(resources.READER))
    pairs = [(one.text, screen_words(one.screen)[0]) for one in parts["choose"][:READ_TO_ROUND_BY]]
    write(weights, resources.READER, "reader", pairs, of_tokens=True)
    chosen, reader, draw = [one for one in parts["choose"] if one.is_marked], opened(), random.Random(SEED)
    for line in report(chosen, reader):
        say(line)
    say(f"questions, {next(report([one for one in parts['choose'] if not one.is_marked and one.screen], reader))}")
    hurried = [replace(one, pieces=tuple(spoilt(one.pieces, draw))) for one in chosen]
    say(f"typed in a hurry, {next(report(hurried, reader))}")


if __name__ == "__main__":
    main()
