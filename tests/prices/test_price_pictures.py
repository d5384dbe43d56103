"""A picture that a catalogue names: fetched behind the same guard as a shop's page, and nothing else from there."""

from __future__ import annotations

import time

import pytest
from price_loopback import answer, loopback, only, serving, shop

from assistant.errors import PriceError
from assistant.prices import WebPictures
from assistant.prices.ports import FetchLimits

PNG = answer(b"\x89PNG", content_type="image/png")


def test_a_picture_is_fetched_and_no_robots_file_is_asked() -> None:
    with shop({"/1.png": PNG}) as server:
        fetched = WebPictures(allows=only(server), resolver=loopback).picture(server.url("/1.png"), timeout_s=2)
        assert (fetched, server.paths) == (b"\x89PNG", ["/1.png"])


@pytest.mark.parametrize(
    "there",
    [
        answer("<p>a page</p>"), answer("<svg/>", content_type="image/svg+xml"), answer(status=404),
        answer(b"x" * 5_000, content_type="image/png"),
    ],
    ids=["a page", "an SVG", "nothing", "too much"],
)  # fmt: skip
def test_what_is_not_a_small_picture_is_not_taken(there: bytes) -> None:
    limits = FetchLimits(picture_bytes=1_000)
    with shop({"/1.png": there}) as server, pytest.raises(PriceError):
        WebPictures(allows=only(server), resolver=loopback, limits=limits).picture(server.url("/1.png"), timeout_s=2)


@pytest.mark.parametrize(
    "url",
    [
        "http://127.0.0.1/1.png", "http://localhost/1.png", "http://169.254.169.254/latest/meta-data", "file:///etc/passwd",
        "http://10.0.0.1/1.png", "http://[::1]/1.png", "http://2130706433/1.png", "ftp://shop.example/1.png",
        "https://user:word@shop.example/1.png", "javascript:alert(1)", "data:image/png;base64,AAAA", "",
    ],
)  # fmt: skip
def test_a_hostile_address_is_never_asked(url: str) -> None:
    with pytest.raises(PriceError):
        WebPictures(resolver=loopback).picture(url, timeout_s=2)


def test_a_redirect_passes_the_guard_as_well() -> None:
    with shop({}) as inside, shop({"/1.png": answer(status=302, Location=inside.url("/secret"))}) as server:
        with pytest.raises(PriceError):
            WebPictures(allows=only(server), resolver=loopback).picture(server.url("/1.png"), timeout_s=2)
        assert inside.requests == []


def test_a_slow_server_is_not_waited_for() -> None:
    with serving(lambda _connection, _path: time.sleep(2)) as server:
        began = time.monotonic()
        with pytest.raises(PriceError):
            WebPictures(allows=only(server), resolver=loopback).picture(server.url("/1.png"), timeout_s=0.2)
        assert time.monotonic() - began < 1.5
