"""What a server may do in the middle of a stream, after it began with the truth."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator
from random import Random

from benchmarks.attacks.honest import as_json, lines
from benchmarks.attacks.server import Behaviour, Caller, frame, pieces_of, send_pieces


def _begun(caller: Caller) -> list[bytes]:
    """The frames of an honest answer up to somewhere behind its first sentence."""
    text = as_json(*lines(caller.told, Random(1)))
    second = text.find('"text"', text.find('"text"') + 1)
    return pieces_of(text[: second + 12])[:-3]


def stalls_midway(caller: Caller, stopped: threading.Event) -> None:
    """A true sentence, and then nothing for as long as anybody could wait."""
    send_pieces(caller, _begun(caller))
    stopped.wait(30)


def ends_in(rubbish: bytes) -> Behaviour:
    """A true sentence, and then rubbish where a frame should be."""
    return lambda caller, _: send_pieces(caller, [*_begun(caller), rubbish])


def breaks_off(caller: Caller, _: threading.Event) -> None:
    """A true sentence, and then the connection is gone."""
    send_pieces(caller, _begun(caller))


def never_ends(caller: Caller, stopped: threading.Event) -> None:
    """A true sentence, and then words without an end."""

    def words() -> Iterator[bytes]:
        yield from _begun(caller)
        until = time.monotonic() + 30
        while not stopped.is_set() and time.monotonic() < until:
            yield frame({"content": "more and more and "})

    send_pieces(caller, words())


def drips_slowly(caller: Caller, stopped: threading.Event) -> None:
    """A true answer, a frame now and then."""

    def slowly() -> Iterator[bytes]:
        for piece in pieces_of(as_json(*lines(caller.told, Random(1))), size=8):
            yield piece
            if stopped.wait(0.02):
                return

    send_pieces(caller, slowly())
