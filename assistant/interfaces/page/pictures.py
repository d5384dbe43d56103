"""The toys' own pictures: fetched once beside the page, made small and plain, and kept for all visitors.

What a catalogue calls a picture is bytes from a stranger: they are decoded, shrunk and written anew, so that a browser
gets nothing that we have not made. Where that fails, the drawing that stands in its place stays.
"""

from __future__ import annotations

import io
import logging
import time
from collections import OrderedDict
from collections.abc import Callable, Iterable
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass, field
from threading import Lock

from PIL import Image

from assistant.errors import AssistantError

log = logging.getLogger(__name__)
# Twice as wide as the card shows it, for sharp screens.
_SIDE = 320
_MOST_PIXELS = 25_000_000
_FORMATS = ("JPEG", "PNG", "WEBP", "GIF")
_MOST_KEPT = 500
_AGAIN_S = 300.0


@dataclass
class Pictures:
    """Small pictures by their address; `fetch` gives the bytes of one, and raises `AssistantError` where it cannot."""

    fetch: Callable[[str], bytes]
    clock: Callable[[], float] = time.monotonic
    _kept: OrderedDict[str, tuple[Future[bytes | None], float]] = field(default_factory=OrderedDict)
    _lock: Lock = field(default_factory=Lock)
    _threads: ThreadPoolExecutor = field(default_factory=lambda: ThreadPoolExecutor(4, thread_name_prefix="picture"))

    def of(self, url: str) -> bytes | None:
        """The picture as a JPEG; None while it is fetched, which begins here, and where it cannot be had."""
        work = self._work(url)
        return work.result() if work.done() else None

    def are_coming(self, urls: Iterable[str]) -> bool:
        """Whether one of them is still being fetched."""
        return any(not self._work(url).done() for url in urls)

    def _work(self, url: str) -> Future[bytes | None]:
        with self._lock:
            work, asked_at = self._kept.get(url, (None, 0.0))
            # A picture that could not be had is asked for again after a while.
            if work is None or (self.clock() - asked_at > _AGAIN_S and work.done() and work.result() is None):
                work = self._threads.submit(self._made, url)
                self._kept[url] = work, self.clock()
            self._kept.move_to_end(url)
            while len(self._kept) > _MOST_KEPT:
                self._kept.popitem(last=False)
            return work

    def _made(self, url: str) -> bytes | None:
        try:
            return small(self.fetch(url))
        except AssistantError as error:
            log.info("no picture: %s", error)
        except Exception:  # what a decoder raises at broken bytes is its own affair
            log.info("no picture: it could not be decoded")
        return None


def small(picture: bytes) -> bytes:
    """A picture of at most 320 by 320 pixels as a JPEG on white; raises where the bytes are none, or too large."""
    with Image.open(io.BytesIO(picture), formats=_FORMATS) as image:
        if image.width * image.height > _MOST_PIXELS:
            raise ValueError("too many pixels")
        image.draft("RGB", (_SIDE, _SIDE))
        image.thumbnail((_SIDE, _SIDE))
        clear = image.convert("RGBA")
    ground = Image.new("RGB", clear.size, "white")
    ground.paste(clear, mask=clear)
    out = io.BytesIO()
    ground.save(out, "JPEG", quality=85)
    return out.getvalue()
