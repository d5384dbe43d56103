"""Every part the hostile model plays, by name."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random

from benchmarks.attacks import falsehoods, fresh
from benchmarks.attacks.falsehoods import smooth_liar
from benchmarks.attacks.fresh import in_fresh_words
from benchmarks.attacks.honest import as_json, honest, honest_in_other_words, lines
from benchmarks.attacks.lies import LIES, liar
from benchmarks.attacks.server import (
    Behaviour,
    Material,
    Writer,
    Written,
    answers,
    completion,
    drips,
    floods,
    stalls,
)
from benchmarks.attacks.streams import breaks_off, drips_slowly, ends_in, never_ends, stalls_midway

# Honest in patterns that the checks were developed with, and in patterns that they never saw before.
FRESH, HELD_OUT = "honest, fresh words", "honest, held-out words"


@dataclass(frozen=True, slots=True)
class Part:
    """One part: a writer of answers, or a behaviour of the server."""

    name: str
    play: Writer | Behaviour
    is_writer: bool = True
    has_model: bool = True


def _half(material: Material, chance: Random) -> Written:
    text = as_json(*lines(material, chance))
    return Written(text[: len(text) // 2])


def _raw(text: str) -> Writer:
    return lambda _material, _chance: Written(text)


PARTS: tuple[Part, ...] = (
    Part("no model at all", honest, has_model=False),
    Part("honest", honest),
    Part("honest, in other words", honest_in_other_words),
    Part(FRESH, in_fresh_words(fresh.DEVELOPMENT)),
    Part(HELD_OUT, in_fresh_words(fresh.HELD_OUT)),
    *(Part(name, liar(lie)) for name, lie in LIES.items()),
    Part("smooth lies", smooth_liar(falsehoods.DEVELOPMENT)),
    Part("smooth lies, held out", smooth_liar(falsehoods.HELD_OUT)),
    Part("not JSON", _raw("I'd love to help! The best toy is the Wonder Train, only £1.99.")),
    Part("half a JSON", _half),
    Part("another JSON", _raw('{"answer": "Buy the Wonder Train for £1.99"}')),
    Part("empty", _raw("")),
    Part("nothing in it", _raw('{"shown": [], "spoken": {"text": "", "claims": []}}')),
    Part("wrong types", _raw('{"shown": [{"text": 5, "claims": null}], "spoken": []}')),
    Part("refusal", answers(200, completion(None, refusal="I cannot help with that.")), is_writer=False),
    Part("cut off", answers(200, completion('{"shown": [', finish="length")), is_writer=False),
    Part("429", answers(429, b'{"error": {"message": "slow down"}}'), is_writer=False),
    Part("500", answers(500, b'{"error": {"message": "oops"}}'), is_writer=False),
    Part("401", answers(401, b'{"error": {"message": "who are you"}}'), is_writer=False),
    Part("no completion", answers(200, b"<html>busy</html>"), is_writer=False),
    Part("stalls", stalls, is_writer=False),
    Part("drips", drips, is_writer=False),
    Part("endless", floods, is_writer=False),
    Part("stream stalls", stalls_midway, is_writer=False),
    Part("stream breaks off", breaks_off, is_writer=False),
    Part("stream never ends", never_ends, is_writer=False),
    Part("stream drips", drips_slowly, is_writer=False),
    Part("stream turns to garbage", ends_in(b'data: {"choices": [\n\n'), is_writer=False),
    Part("stream of other things", ends_in(b'data: {"choices": [{"delta": 5}]}\n\ndata: 7\n\n'), is_writer=False),
    Part("stream with an error in it", ends_in(b'data: {"error": {"message": "oops"}}\n\n'), is_writer=False),
    Part("5 MB", answers(200, completion("x" * 5_000_000)), is_writer=False),
)
