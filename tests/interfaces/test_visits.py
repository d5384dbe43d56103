"""A browser's secret and a conversation's name: what they make together, and what neither shows."""

from __future__ import annotations

import re

import pytest
from starlette.datastructures import Headers

from assistant.interfaces.page.visits import (
    COOKIE,
    is_link,
    is_name,
    link_of,
    list_of,
    new_name,
    secret_of,
    session_of,
    shown_by,
)
from assistant.interfaces.serve import cookie

MINE, THEIRS = "1" * 64, "2" * 64


def test_a_conversation_is_found_by_its_secret_and_its_name_together() -> None:
    assert session_of(MINE, "00000001") == session_of(MINE, "00000001")
    ids = [session_of(secret, name) for secret in (MINE, THEIRS) for name in ("00000001", "00000002")]
    links = [link_of(secret, name) for secret in (MINE, THEIRS) for name in ("00000001", "00000002")]
    copies = [shown_by(link) for link in links]
    lists = [list_of(secret, name) for secret in (MINE, THEIRS) for name in ("00000001", "00000002")]
    assert len({*ids, *links, *copies, *lists}) == 16


def test_what_is_given_out_is_known_again() -> None:
    assert secret_of(given := secret_of("")) == given
    assert is_name(new_name())
    assert is_link(link_of(MINE, new_name()))
    assert secret_of("") != given


@pytest.mark.parametrize("text", ["", "0" * 7, "0" * 9, "../00000", "ABCDEF12", "0" * 32, "0" * 31, "0" * 63, "é" * 8])
def test_anything_else_is_not_ours(text: str) -> None:
    assert secret_of(text) != text
    assert not is_name(text)
    assert is_link(text) == (text == "0" * 32)


@pytest.mark.parametrize(
    ("brought", "kept"),
    [
        (f"{COOKIE}={MINE}", True),
        (f"a=1; {COOKIE}={MINE}; b=2", True),
        (f"{COOKIE}=short", False),
        (f"{COOKIE}={MINE}x", False),
        (f"other={MINE}", False),
        ("", False),
        (";;=\x00[", False),
    ],
)
def test_only_a_secret_of_ours_is_kept(brought: str, kept: bool) -> None:
    given = re.match(rf"{COOKIE}=([0-9a-f]{{64}});", cookie(Headers({"cookie": brought}), "http"))
    assert given
    assert (given[1] == MINE) == kept


@pytest.mark.parametrize(
    ("scheme", "forwarded", "secure"),
    [("http", "", False), ("https", "", True), ("http", "https", True), ("http", "https, http", True)],
)
def test_the_cookie_is_out_of_reach_and_goes_only_where_it_came_from(scheme: str, forwarded: str, secure: bool) -> None:
    parts = cookie(Headers({"x-forwarded-proto": forwarded}), scheme).split("; ")
    assert {"HttpOnly", "SameSite=Lax", "Path=/"} <= set(parts)
    assert ("Secure" in parts) == secure
