"""Pictures: decoded with care, and kept."""

from __future__ import annotations

import io
import time
from collections.abc import Callable

import pytest
from PIL import Image

from assistant.errors import PriceError
from assistant.interfaces.page.pictures import Pictures, small


def image(width: int = 40, height: int = 30, kind: str = "PNG", mode: str = "RGB") -> bytes:
    out = io.BytesIO()
    Image.new(mode, (width, height), "red").save(out, kind)
    return out.getvalue()


def opened(picture: bytes) -> Image.Image:
    return Image.open(io.BytesIO(picture))


# ── Decoding ─────────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("kind", ["PNG", "JPEG", "WEBP", "GIF"])
def test_a_picture_becomes_a_small_jpeg(kind: str) -> None:
    made = opened(small(image(1600, 800, kind)))
    assert (made.format, made.size) == ("JPEG", (320, 160))


def test_what_is_clear_becomes_white() -> None:
    out = io.BytesIO()
    Image.new("RGBA", (8, 8), (0, 0, 0, 0)).save(out, "PNG")
    assert opened(small(out.getvalue())).getpixel((4, 4)) == (255, 255, 255)


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"<svg xmlns='http://www.w3.org/2000/svg'/>",
        b"GIF89a",
        image()[:60],
        image(kind="BMP"),
        image(6000, 6000, mode="1"),
    ],
    ids=["nothing", "an SVG", "a head alone", "cut off", "another kind", "far too large"],
)
def test_what_is_no_picture_of_ours_is_refused(data: bytes) -> None:
    with pytest.raises((OSError, ValueError)):
        small(data)


# ── Keeping ──────────────────────────────────────────────────────────────────────────────────────────────────────


class Clock:
    now = 0.0

    def __call__(self) -> float:
        return self.now


def came(pictures: Pictures, url: str) -> bytes | None:
    pictures.of(url)
    while pictures.are_coming([url]):
        time.sleep(0.01)
    return pictures.of(url)


def asking(outcome: Callable[[], bytes]) -> tuple[Pictures, list[str], Clock]:
    asked: list[str] = []
    clock = Clock()

    def fetch(url: str) -> bytes:
        asked.append(url)
        return outcome()

    return Pictures(fetch, clock), asked, clock


def test_a_picture_is_asked_for_once() -> None:
    pictures, asked, _ = asking(image)
    assert came(pictures, "https://i.example/1")
    assert came(pictures, "https://i.example/1")
    assert asked == ["https://i.example/1"]


def refused() -> bytes:
    raise PriceError("not a public address")


@pytest.mark.parametrize("outcome", [refused, lambda: b"no picture"])
def test_a_picture_that_cannot_be_had_is_asked_for_again_only_after_a_while(outcome: Callable[[], bytes]) -> None:
    pictures, asked, clock = asking(outcome)
    assert came(pictures, "x") is came(pictures, "x") is None
    assert len(asked) == 1
    clock.now += 301
    assert came(pictures, "x") is None
    assert len(asked) == 2
