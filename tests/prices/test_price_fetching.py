from __future__ import annotations

import gzip
import socket
import ssl
import subprocess
import time
import tracemalloc
import zlib
from collections.abc import Callable, Iterator
from contextlib import suppress
from ipaddress import ip_address
from pathlib import Path
from threading import Thread
from urllib.parse import quote

import httpcore2
import pytest
from price_loopback import Handler, answer, fetcher, loopback, only, serving, shop

from assistant.prices.ports import Address, Clock, FetchError, FetchLimits, RefusedError
from assistant.prices.web.fetching import ROBOT, Fetcher
from assistant.prices.web.guard import Guard
from assistant.prices.web.pinned_transport import dial

HTML = "<p>a page</p>"


def test_a_page_comes_with_its_address_and_character_set() -> None:
    with shop({"/a": answer(HTML, content_type="text/html; charset=ISO-8859-15")}) as server:
        page = fetcher(server).page(server.url("/a"))
    assert (page.url, page.body, page.charset) == (server.url("/a"), HTML.encode(), "ISO-8859-15")


def test_the_request_is_plain() -> None:
    with shop({"/a": answer(HTML)}) as server:
        fetcher(server).page(server.url("/a"))
    head = server.requests[-1]
    assert head.startswith("GET /a HTTP/1.1\r\n")
    assert f"User-Agent: {ROBOT}/" in head
    assert not any(name in head.lower() for name in ("cookie:", "authorization:", "referer:", "x-forwarded"))


def test_no_cookie_is_sent_back() -> None:
    there = answer(status=302, Location="/b", Set_Cookie="visitor=1; Path=/")
    with shop({"/a": there, "/b": answer(HTML, Set_Cookie="visitor=2")}) as server:
        reader = fetcher(server)
        reader.page(server.url("/a"))
        reader.page(server.url("/b"))
    assert not any("cookie" in request.lower() for request in server.requests)


def test_proxies_from_the_environment_are_not_used(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("HTTP_PROXY", "http_proxy", "ALL_PROXY", "all_proxy"):
        monkeypatch.setenv(name, "http://127.0.0.1:1")
    with shop({"/a": answer(HTML)}) as server:
        assert fetcher(server).page(server.url("/a")).body == HTML.encode()


@pytest.mark.parametrize(("coding", "pack"), [("gzip", gzip.compress), ("deflate", zlib.compress)])
def test_compressed_pages_are_read(coding: str, pack: Callable[[bytes], bytes]) -> None:
    with shop({"/a": answer(pack(HTML.encode() * 1000), Content_Encoding=coding)}) as server:
        assert fetcher(server).page(server.url("/a")).body == HTML.encode() * 1000


def test_three_redirects_are_followed_and_a_fourth_is_not() -> None:
    chain = {f"/{n}": answer(status=301 + n % 2, Location=f"/{n + 1}") for n in range(1, 5)}
    with shop({**chain, "/5": answer(HTML)}) as server:
        assert fetcher(server).page(server.url("/2")).url == server.url("/5")
        with pytest.raises(FetchError, match="redirects"):
            fetcher(server).page(server.url("/1"))


def test_a_redirect_to_another_public_shop_is_followed_and_its_robots_are_asked() -> None:
    with shop({"/b": answer(HTML)}) as second:
        there = answer(status=302, Location=second.url("/b", "kite.example"))
        with shop({"/a": there}) as first:
            page = fetcher(first, second).page(first.url("/a"))
    assert page.url == second.url("/b", "kite.example")
    assert (first.paths, second.paths) == (["/robots.txt", "/a"], ["/robots.txt", "/b"])


def with_headers(value: str, count: int) -> bytes:
    more = "".join(f"h{n}: {value}\r\n" for n in range(count)).encode()
    return answer(HTML).replace(b"\r\n", b"\r\n" + more, 1)


BAD_ANSWERS = {
    "not found": answer(HTML, 404),
    "blocked": answer(HTML, 403),
    "too many requests": answer(HTML, 429),
    "broken": answer(HTML, 500),
    "no content": answer(status=204),
    "picture": answer(HTML, content_type="image/png"),
    "data": answer("{}", content_type="application/json"),
    "no type": answer(HTML, content_type=""),
    "unknown coding": answer(HTML, Content_Encoding="br"),
    "coding twice": answer(gzip.compress(gzip.compress(HTML.encode())), Content_Encoding="gzip, gzip"),
    "false coding": answer(HTML, Content_Encoding="gzip"),
    "redirect to nowhere": answer(status=302),
    "not HTTP": b"220 mail.example ESMTP\r\n",
    "nothing": b"",
    "cut short": answer(HTML, Content_Length="1000"),
    "two lengths": answer(HTML, content_length="5"),
    "redirect loop": answer(status=302, Location="/a"),
    "3,000 short headers": with_headers("x", 3000),
    "3,000 long headers": with_headers("x" * 300, 3000),
    "one long header": answer(HTML, long="x" * 1_000_000),
}


@pytest.mark.parametrize("bad", BAD_ANSWERS.values(), ids=BAD_ANSWERS.keys())
def test_a_bad_answer_is_a_plain_failure_and_quick(bad: bytes) -> None:
    started = time.perf_counter()
    with shop({"/a": bad}) as server, pytest.raises(FetchError):
        fetcher(server).page(server.url("/a"))
    assert time.perf_counter() - started < 2


def endless_headers(connection: socket.socket) -> None:
    connection.sendall(b"HTTP/1.1 200 OK\r\n")
    while True:
        connection.sendall(b"X-More: and more\r\n" * 100)


def endless_beginnings(connection: socket.socket) -> None:
    while True:
        connection.sendall(b"HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n" * 100)


def drip(start: bytes, piece: bytes) -> Callable[[socket.socket], None]:
    def handle(connection: socket.socket) -> None:
        connection.sendall(start)
        while True:
            connection.sendall(piece)
            time.sleep(0.05)

    return handle


def silence(connection: socket.socket) -> None:
    connection.recv(1)


HEAD = b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: 100000\r\n\r\n"
ATTACKS: dict[str, Callable[[socket.socket], None]] = {
    "endless headers": endless_headers,
    "endless beginnings": endless_beginnings,
    "body drop by drop": drip(HEAD, b"a"),
    "headers drop by drop": drip(b"HTTP/1.1 200 OK\r\n", b"a"),
    "silence": silence,
}


def attacked(attack: Callable[[socket.socket], None]) -> Handler:
    def handle(connection: socket.socket, path: str) -> None:
        if path == "/robots.txt":
            connection.sendall(answer("", 404))
        else:
            with suppress(OSError):
                attack(connection)

    return handle


@pytest.mark.parametrize("attack", ATTACKS.values(), ids=ATTACKS.keys())
def test_an_attack_is_ended_in_time_and_memory(attack: Callable[[socket.socket], None]) -> None:
    tracemalloc.start()
    started = time.perf_counter()
    with serving(attacked(attack)) as server, pytest.raises(FetchError):
        fetcher(server, total_s=0.3).page(server.url("/a"))
    seconds, peak = time.perf_counter() - started, tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert seconds < 2
    assert peak < 20_000_000


def test_robots_drop_by_drop_ends_in_the_same_time() -> None:
    started = time.perf_counter()
    with serving(lambda connection, path: drip(HEAD, b"a")(connection)) as server, pytest.raises(FetchError):
        fetcher(server, total_s=0.3).page(server.url("/a"))
    assert time.perf_counter() - started < 2


def test_the_caller_s_time_counts_where_it_is_shorter() -> None:
    started = time.perf_counter()
    with serving(attacked(silence)) as server, pytest.raises(FetchError):
        fetcher(server).page(server.url("/a"), timeout_s=0.3)
    assert time.perf_counter() - started < 1.5


@pytest.mark.parametrize(("more", "is_cut"), [(0, False), (1, True), (3_000_000, True)])
def test_of_a_long_page_the_beginning_is_read(more: int, is_cut: bool) -> None:
    most = FetchLimits().body_bytes
    with shop({"/a": answer(b"a" * (most + more))}) as server:
        page = fetcher(server).page(server.url("/a"))
    assert (len(page.body), page.is_cut) == (most, is_cut)


def endless_body(connection: socket.socket) -> None:
    connection.sendall(b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nTransfer-Encoding: chunked\r\n\r\n")
    while True:
        connection.sendall(b"10000\r\n" + b"a" * 65_536 + b"\r\n")


def test_of_a_page_without_end_the_beginning_is_read_in_memory() -> None:
    with serving(attacked(endless_body)) as server:
        tracemalloc.start()
        page = fetcher(server).page(server.url("/a"))
        peak = tracemalloc.get_traced_memory()[1]
        tracemalloc.stop()
    assert (page.body, page.is_cut) == (b"a" * len(page.body), True)
    assert peak < 12_000_000


def test_a_gzip_bomb_is_ended_in_memory() -> None:
    packer = zlib.compressobj(9, wbits=31)
    bomb = b"".join(packer.compress(b"\x00" * 1_000_000) for _ in range(100)) + packer.flush()
    with shop({"/a": answer(bomb, Content_Encoding="gzip")}) as server:
        tracemalloc.start()
        assert fetcher(server).page(server.url("/a")).is_cut
        peak = tracemalloc.get_traced_memory()[1]
        tracemalloc.stop()
    assert peak < 12_000_000


def test_nobody_there_is_a_plain_failure() -> None:
    with shop({}) as server:
        pass
    with pytest.raises(FetchError):
        fetcher(server).page(server.url("/a"))


def test_a_dialler_that_hangs_up_is_a_plain_failure() -> None:
    def dialler(address: Address, port: int, timeout_s: float) -> httpcore2.NetworkStream:
        raise httpcore2.ConnectTimeout("nobody answers")

    with pytest.raises(FetchError):
        Fetcher(Guard(lambda host, port: ["93.184.215.14"]), dialler=dialler).page("https://toybarn.example/")


# ── robots.txt ───────────────────────────────────────────────────────────────────────────────────────────────────


def text(body: str) -> bytes:
    return answer(body, content_type="text/plain")


@pytest.mark.parametrize(
    ("robots", "reads"),
    [
        (answer("", 404), True),
        (answer("", 403), True),
        (text("User-agent: *\nDisallow: /checkout"), True),
        (text("User-agent: *\nDisallow: /"), False),
        (text(f"User-agent: {ROBOT}\nDisallow: /a"), False),
        (text(f"User-agent: *\nDisallow: /\n\nUser-agent: {ROBOT.upper()}\nAllow: /"), True),
        (answer("", 503), False),
        (b"", False),
        (answer("a" * 600_000, content_type="text/plain"), False),
        (answer(status=302, Location="/other-robots.txt"), False),
        (answer(status=302, Location="http://169.254.169.254/robots.txt"), False),
    ],
)
def test_robots_txt_decides(robots: bytes, reads: bool) -> None:
    pages = {"/robots.txt": robots, "/other-robots.txt": text("User-agent: *\nDisallow: /a"), "/a": answer(HTML)}
    with shop(pages) as server:
        if reads:
            assert fetcher(server).page(server.url("/a")).body == HTML.encode()
        else:
            with pytest.raises(FetchError):
                fetcher(server).page(server.url("/a"))
    assert ("/a" in server.paths) == reads


def test_robots_txt_is_asked_once_an_hour() -> None:
    seconds = [0.0]
    clock = Clock(monotonic=lambda: seconds[0])
    with shop({"/a": answer(HTML)}) as server:
        reader = fetcher(server, clock=clock)
        for at in (0.0, 3599.0, 3601.0):
            seconds[0] = at
            reader.page(server.url("/a"))
    assert server.paths.count("/robots.txt") == 2


def test_robots_txt_of_a_redirect_s_end_decides() -> None:
    closed = {"/robots.txt": text("User-agent: *\nDisallow: /b"), "/b": answer(HTML)}
    with shop(closed) as second, shop({"/a": answer(status=302, Location=second.url("/b"))}) as first:
        reader = fetcher(first, second)
        with pytest.raises(RefusedError):
            reader.page(first.url("/a"))
    assert second.paths == ["/robots.txt"]


@pytest.mark.parametrize(
    ("rules", "path", "may"),
    [
        ("Disallow: /fish", "/fish.html", False),
        ("Disallow: /fish/", "/fish", True),
        ("Disallow: /*.php$", "/a/b.php", False),
        ("Disallow: /*.php$", "/a/b.php?x=1", True),
        ("Disallow: /*?sort=", "/toys?sort=price", False),
        ("Disallow: /p\nAllow: /page", "/page", True),
        ("Disallow: /page\nAllow: /page", "/page", True),
        ("Allow: /\nDisallow: /private/", "/private/toy", False),
        ("Disallow:", "/anything", True),
        ("Disallow: /*a*b*c$", "/xaybzc", False),
        ("Disallow: /*a*b*c$", "/xaybzcd", True),
        ("Disallow: /$", "/", False),
        ("Disallow: /$", "/toy", True),
        ("Disallow: /caf%C3%A9", "/café", False),
        ("# Disallow: /", "/a", True),
    ],
)
def test_the_rules_of_rfc_9309(rules: str, path: str, may: bool) -> None:
    assert may_read(f"User-agent: a\nUser-agent: {ROBOT.upper()}/1.0\n{rules}", path) == may


@pytest.mark.parametrize(
    ("robots", "may"),
    [
        ("\ufeffUser-agent: *\nDisallow: /", False),
        (f"User-agent: {ROBOT}\nDisallow: /b\n\nUser-agent: *\nDisallow: /", True),
        (f"User-agent: *\nDisallow: /\n\nUser-agent: Not{ROBOT}\nAllow: /", False),
        (f"User-agent: {ROBOT}\nDisallow: /b\nUser-agent: *\nDisallow: /b\nUser-agent: {ROBOT}\nDisallow: /a", False),
        ("User-agent: *\r\nCrawl-delay: x\r\nDisallow: /\r\n", False),
        ("Disallow: /", True),
        ("<html>not found</html>", True),
        ("", True),
    ],
)
def test_the_group_of_our_name_decides_before_everybody_s(robots: str, may: bool) -> None:
    assert may_read(robots, "/a") == may


@pytest.mark.parametrize(
    ("robots", "may"),
    [
        ("User-agent: *\n" + f"Disallow: /{'*a' * 200}$\n" * 1200, False),
        ("User-agent: *\n" + "Disallow: /*ab\n" * 30_000, True),
    ],
    ids=["stars", "many rules"],
)
def test_hostile_robots_rules_are_read_to_their_end(robots: str, may: bool) -> None:
    assert may_read(robots, "/" + "a" * 2000) == may


def test_many_robots_with_many_rules_are_too_much() -> None:
    named = "".join(f"User-agent: a{number}\n" for number in range(10_000))
    pages = {"/robots.txt": text(named + "Disallow: /b\n" * 20_000), "/a": answer(HTML)}
    with shop(pages) as server, pytest.raises(FetchError, match=r"robots\.txt is too long"):
        fetcher(server).page(server.url("/a"))
    assert "/a" not in server.paths


def may_read(robots: str, path: str) -> bool:
    """Whether a page is read of a shop whose robots.txt says so."""
    with shop({"/robots.txt": text(robots), quote(path, safe="/?=*"): answer(HTML)}) as server:
        with suppress(RefusedError):
            return fetcher(server).page(server.url(path)).body == HTML.encode()
        return False


# ── TLS ──────────────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.fixture(scope="module")
def certificate(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    folder = tmp_path_factory.mktemp("tls")
    key, cert = folder / "key.pem", folder / "cert.pem"
    command = (
        "openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 2 -subj /CN=toybarn.example "
        f"-addext subjectAltName=DNS:toybarn.example -keyout {key} -out {cert}"
    )
    try:
        subprocess.run(command.split(), check=True, capture_output=True)
    except FileNotFoundError:
        pytest.skip("openssl is not installed")
    return key, cert


@pytest.fixture
def secure(certificate: tuple[Path, Path]) -> Iterator[Fetcher]:
    """A fetcher whose every address is a shop with TLS that is certified as toybarn.example."""
    key, cert = certificate
    serves = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    serves.load_cert_chain(cert, key)
    pages = {b"/a": answer(HTML), b"/out": answer(status=302, Location="http://toybarn.example/a")}

    def serve() -> None:
        while True:
            try:
                connection, _ = listener.accept()
            except OSError:
                return
            with suppress(OSError), serves.wrap_socket(connection, server_side=True) as secured:
                secured.sendall(pages.get(secured.recv(65_536).split(b" ")[1], answer("", 404)))

    def dialler(address: Address, port: int, timeout_s: float) -> httpcore2.NetworkStream:
        return dial(ip_address("127.0.0.1"), listener.getsockname()[1], timeout_s)

    with socket.create_server(("127.0.0.1", 0)) as listener:
        Thread(target=serve, daemon=True).start()
        trusts = ssl.create_default_context(cafile=str(cert))
        yield Fetcher(Guard(lambda host, port: ["93.184.215.14"]), dialler=dialler, make_tls=lambda: trusts)


def test_the_name_is_certified_and_not_the_pinned_address(secure: Fetcher) -> None:
    assert secure.page("https://toybarn.example/a").body == HTML.encode()
    with pytest.raises(FetchError):
        secure.page("https://kite.example/a")


def test_a_secure_page_does_not_lead_to_an_open_one(secure: Fetcher) -> None:
    with pytest.raises(RefusedError, match="secure"):
        secure.page("https://toybarn.example/out")


def test_a_shop_that_nobody_certifies_is_not_read(secure: Fetcher) -> None:
    stranger = Fetcher(secure.guard, dialler=secure.dialler)
    with pytest.raises(FetchError):
        stranger.page("https://toybarn.example/a")


def test_the_guard_is_closed_unless_opened() -> None:
    with shop({"/a": answer(HTML)}) as server, pytest.raises(RefusedError):
        Fetcher(Guard(loopback)).page(server.url("/a"))
    with shop({"/a": answer(HTML)}) as server, shop({}) as other, pytest.raises(RefusedError):
        Fetcher(Guard(loopback, only(other))).page(server.url("/a"))
