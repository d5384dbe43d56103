"""Guarded fetching: one page, within its limits, from a public shop that lets robots read it; or one picture.

No cookies, no proxies from the environment, no credentials, no redirect that the guard has not seen. What comes back
is bytes and a character set: data, never instructions.
"""

from __future__ import annotations

import re
import ssl
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cached_property
from threading import Lock

import httpx2
from protego import Protego

from assistant.prices.ports import Clock, Dialler, FetchError, FetchLimits, RefusedError
from assistant.prices.web.guard import Guard, Target
from assistant.prices.web.pinned_transport import PinnedTransport, dial

ROBOT = "ToyShoppingAssistant"
USER_AGENT = f"{ROBOT}/1.0 (checks the price of one toy when a shopper asks)"
_HTML = frozenset({"text/html", "application/xhtml+xml"})
_PICTURES = frozenset({"image/jpeg", "image/png", "image/webp", "image/gif"})
_PLAIN = frozenset({"text/plain", "text/html", "application/octet-stream", ""})
_CODINGS = frozenset({"", "identity", "gzip", "x-gzip", "deflate"})
_REDIRECTS = frozenset({301, 302, 303, 307, 308})
_ROBOTS_LIFE_S = 3600.0
# Protego keeps each rule once for each robot named above it, so that a hostile file of 512 kB would take gigabytes.
_ROBOTS_RULES = 200_000
# Headers and compression come on top of the body's own limit.
_WIRE_EXTRA = 256 * 1024


@dataclass(frozen=True, slots=True)
class Page:
    """A page as it came: where from after all redirects, its bytes and the character set its server stated.

    `is_cut` where there is more of it than is read. What is no page has another `status` than 200, and a redirect its
    `location`.
    """

    url: str
    body: bytes = b""
    charset: str = ""
    is_cut: bool = False
    status: int = 200
    location: str = ""


@dataclass
class Fetcher:
    """Fetches pages; keeps what each shop's robots.txt says for an hour, and nothing else."""

    guard: Guard
    clock: Clock = field(default_factory=Clock)
    limits: FetchLimits = field(default_factory=FetchLimits)
    dialler: Dialler = dial
    make_tls: Callable[[], ssl.SSLContext] = lambda: httpx2.create_ssl_context(trust_env=False)
    _robots: dict[str, tuple[float, Protego]] = field(default_factory=dict)
    _lock: Lock = field(default_factory=Lock)

    def page(self, url: str, *, timeout_s: float | None = None) -> Page:
        """The HTML page at `url`, in at most `timeout_s` (and never more than the limits); raises `FetchError`."""
        ends_at = self._ends_at(timeout_s)
        answer = self._followed(url, ends_at, _HTML, self.limits.body_bytes, asks_robots=True)
        return _success(answer, must_be_whole=False)

    def picture(self, url: str, *, timeout_s: float) -> bytes:
        """The picture at `url` as it came; raises `FetchError`.

        No robots.txt is asked: a catalogue names the address so that people see what is there.
        """
        return _success(self._followed(url, self._ends_at(timeout_s), _PICTURES, self.limits.picture_bytes)).body

    def _ends_at(self, timeout_s: float | None) -> float:
        total_s = self.limits.total_s if timeout_s is None else min(timeout_s, self.limits.total_s)
        return time.monotonic() + total_s

    def _rules(self, target: Target, ends_at: float) -> Protego:
        origin = f"{target.url.scheme}://{target.host}:{target.port}"
        oldest = self.clock.monotonic() - _ROBOTS_LIFE_S
        with self._lock:
            self._robots = {name: kept for name, kept in self._robots.items() if kept[0] > oldest}
            known = self._robots.get(origin)
        if known is not None:
            return known[1]
        rules = self._read_robots(str(target.url.copy_with(raw_path=b"/robots.txt")), ends_at)
        with self._lock:
            self._robots[origin] = (self.clock.monotonic(), rules)
        return rules

    def _read_robots(self, url: str, ends_at: float) -> Protego:
        """No such file allows all; a shop that cannot say allows nothing (RFC 9309, 2.3.1)."""
        answer = self._followed(url, ends_at, _PLAIN, self.limits.robots_bytes)
        if 400 <= answer.status < 500:
            return Protego()
        return _parsed(_success(answer).body.decode("utf-8-sig", "replace"))

    def _followed(
        self, url: str, ends_at: float, types: frozenset[str], max_bytes: int, *, asks_robots: bool = False
    ) -> Page:
        """The answer at the end of the redirects from `url`; each address on the way passes the guard."""
        for _ in range(self.limits.redirects + 1):
            target = self.guard.target(url)
            if asks_robots and not self._rules(target, ends_at).can_fetch(str(target.url), f"{ROBOT}/1.0"):
                raise RefusedError(f"{target.host} asks robots not to read this page")
            answer = self._get(target, ends_at, types, max_bytes)
            if not answer.location:
                return answer
            url = answer.location
        raise FetchError("too many redirects")

    def _get(self, target: Target, ends_at: float, types: frozenset[str], max_bytes: int) -> Page:
        tls = self._tls if target.url.scheme == "https" else None
        transport = PinnedTransport(target, self.dialler, tls, ends_at=ends_at, max_bytes=max_bytes + _WIRE_EXTRA)
        timeout = httpx2.Timeout(self.limits.total_s, connect=self.limits.connect_s)
        client = httpx2.Client(transport=transport, trust_env=False, timeout=timeout, follow_redirects=False)
        wanted = ", ".join(sorted(types - {""}))
        headers = {"User-Agent": USER_AGENT, "Accept": wanted, "Accept-Encoding": "gzip, deflate"}
        try:
            with client, client.stream("GET", target.url, headers=headers) as response:
                return _answer(response, types, max_bytes, self.limits.headers)
        except (httpx2.HTTPError, httpx2.StreamError, httpx2.InvalidURL, ValueError) as error:
            raise FetchError(f"{target.host} could not be read") from error

    @cached_property
    def _tls(self) -> ssl.SSLContext:
        return self.make_tls()


def _parsed(robots: str) -> Protego:
    lines = robots.splitlines()
    named = sum(line.lstrip().casefold().startswith("user") for line in lines)
    if named * (len(lines) - named) > _ROBOTS_RULES:
        raise FetchError("robots.txt is too long")
    return Protego.parse(robots)


def _answer(response: httpx2.Response, types: frozenset[str], max_bytes: int, max_headers: int) -> Page:
    """Reads an answer as far as its kind needs: a redirect's target, a failure's status, a page's body."""
    if len(response.headers.raw) > max_headers:
        raise FetchError("the page has too many headers")
    url, status = str(response.url), response.status_code
    if status in _REDIRECTS:
        return Page(url, status=status, location=_next_url(response))
    if status != 200:
        return Page(url, status=status)
    stated = response.headers.get("content-type", "")
    kind = stated.split(";")[0].strip().casefold()
    if kind not in types or response.headers.get("content-encoding", "").strip().casefold() not in _CODINGS:
        raise FetchError(f"not a page that can be read: {kind[:40] or 'no type'}")
    charset = re.search(r"charset\s*=\s*[\"']?([\w.:-]{1,40})", stated, re.IGNORECASE)
    body, is_cut = _body(response, max_bytes)
    return Page(url, body, charset[1] if charset else "", is_cut)


def _next_url(response: httpx2.Response) -> str:
    location = response.headers.get("location", "")
    if not location:
        raise FetchError("a redirect without a target")
    following = str(response.url.join(location))
    if response.url.scheme == "https" and not following.startswith("https:"):
        raise RefusedError("a redirect from a secure page to an open one")
    return following


def _body(response: httpx2.Response, max_bytes: int) -> tuple[bytes, bool]:
    """The first bytes of a body, and whether there are more."""
    body = bytearray()
    for chunk in response.iter_bytes():
        body += chunk
        if len(body) > max_bytes:
            del body[max_bytes:]
            return bytes(body), True
    return bytes(body), False


def _success(answer: Page, *, must_be_whole: bool = True) -> Page:
    if answer.status != 200:
        raise FetchError(f"the shop answered {answer.status}")
    if must_be_whole and answer.is_cut:
        raise FetchError("what the shop sent is too long")
    return answer
