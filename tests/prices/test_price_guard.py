from __future__ import annotations

import socket
import struct
from collections.abc import Sequence
from ipaddress import ip_address
from typing import Any

import httpcore2
import pytest
from price_loopback import answer, loopback, only, shop

from assistant.prices.ports import Address, FetchError, RefusedError
from assistant.prices.web.fetching import Fetcher
from assistant.prices.web.guard import Guard, is_public
from assistant.prices.web.pinned_transport import dial

# Addresses as they may stand in a search result or a redirect. Each leads to this machine, its network or its cloud.
REFUSED = [
    "http://127.0.0.1/",
    "http://127.0.0.1:80/",
    "http://127.8.8.8/",
    "http://127.1/",
    "http://127.0.1/",
    "http://2130706433/",
    "http://0x7f000001/",
    "http://0x7f.0.0.1/",
    "http://0177.0.0.1/",
    "http://017700000001/",
    "http://0/",
    "http://0.0.0.0/",
    "http://127.0.0.1.",
    "http://localhost/",
    "http://LOCALHOST./",
    "http://shop.localhost/",
    "http://printer.local/",
    "http://router.lan/",
    "http://metadata.google.internal/computeMetadata/v1/",
    "http://intranet/",
    "http://169.254.169.254/latest/meta-data/",
    "http://169.254.170.2/",
    "http://168.63.129.16/",
    "http://100.100.100.200/",
    "http://192.0.0.192/",
    "http://10.0.0.1/",
    "http://172.16.0.1/",
    "http://172.31.255.255/",
    "http://192.168.1.1/",
    "http://100.64.0.1/",
    "http://198.18.0.1/",
    "http://192.0.2.1/",
    "http://203.0.113.9/",
    "http://224.0.0.1/",
    "http://239.255.255.250/",
    "http://240.0.0.1/",
    "http://255.255.255.255/",
    "http://[::1]/",
    "http://[::]/",
    "http://[::ffff:127.0.0.1]/",
    "http://[::ffff:7f00:1]/",
    "http://[::127.0.0.1]/",
    "http://[0:0:0:0:0:0:0:1]/",
    "http://[fe80::1]/",
    "http://[fe80::1%25eth0]/",
    "http://[fc00::1]/",
    "http://[fd00:ec2::254]/",
    "http://[fec0::1]/",
    "http://[ff02::1]/",
    "http://[64:ff9b::7f00:1]/",
    "http://[64:ff9b:1::7f00:1]/",
    "http://[2002:7f00:1::]/",
    "http://[2001:0:4136:e378:8000:63bf:3fff:fdd2]/",
    "http://[2001:db8::1]/",
    "http://[2606:4700::5efe:7f00:1]/",
    "http://user@127.0.0.1/",
    "http://toybarn.example@127.0.0.1/",
    "http://toybarn.example:pass@toybarn.example/",
    "http://127.0.0.1\\@toybarn.example/",
    "http://１２７.０.０.１/",
    "http://127。0。0。1/",
    "http://ⓛocalhost/",
    "http://toybarn.example:22/",
    "http://toybarn.example:8080/",
    "https://toybarn.example:25/",
    "http://toybarn.example:0/",
    "http://toybarn.example:99999/",
    "http://toy barn.example/",
    "http://toybarn.example/\r\nHost: evil.example/",
    "file:///etc/passwd",
    "ftp://toybarn.example/",
    "gopher://toybarn.example/",
    "data:text/html,hello",
    "javascript:alert(1)",
    "//127.0.0.1/",
    "http:///etc/passwd",
    "http://",
    "",
    "http://toybarn.example/" + "a" * 3000,
]
PRIVATE_ANSWERS = [
    "127.0.0.1",
    "10.1.2.3",
    "169.254.169.254",
    "::1",
    "::ffff:10.0.0.1",
    "fd00::1",
    "fe80::1%eth0",
    "junk",
]


def public(host: str, port: int) -> Sequence[str]:
    return ["93.184.215.14"]


@pytest.mark.parametrize("url", REFUSED)
def test_an_address_that_is_not_a_public_shop_is_refused(url: str) -> None:
    with pytest.raises(RefusedError):
        Guard(public).target(url)


@pytest.mark.parametrize("url", REFUSED)
def test_a_redirect_to_it_is_refused_too(url: str) -> None:
    with shop({"/a": answer(status=302, Location=url.replace("\r\n", "%0d%0a ") or "//localhost/")}) as server:
        reader = Fetcher(Guard(loopback, only(server)))
        with pytest.raises(FetchError):
            reader.page(server.url("/a"))
    # A redirect to "http:///etc/passwd" names no host, and so stays at the shop, which has no such page.
    assert set(server.paths) <= {"/robots.txt", "/a", "/etc/passwd"}


@pytest.mark.parametrize("address", PRIVATE_ANSWERS)
def test_a_name_that_leads_inside_is_refused_even_among_public_answers(address: str) -> None:
    for answers in ([address], ["93.184.215.14", address]):
        with pytest.raises(RefusedError):
            Guard(lambda *_, found=answers: found).target("https://toybarn.example/")


@pytest.mark.parametrize("failure", [OSError("no such host"), UnicodeError("label too long")])
def test_a_name_without_an_address_is_refused(failure: Exception) -> None:
    def resolver(host: str, port: int) -> Sequence[str]:
        raise failure

    with pytest.raises(RefusedError):
        Guard(resolver).target("https://toybarn.example/")


@pytest.mark.parametrize(
    "address", ["93.184.215.14", "1.1.1.1", "8.8.8.8", "2606:4700:4700::1111", "2a00:1450:4009::1"]
)
def test_the_public_internet_is_public(address: str) -> None:
    assert is_public(ip_address(address))


def test_a_public_shop_is_pinned_to_the_address_it_was_checked_at() -> None:
    target = Guard(public).target("https://toybarn.example/train?x=1#top")
    assert (str(target.address), target.host, target.port) == ("93.184.215.14", "toybarn.example", 443)
    assert str(target.url) == "https://toybarn.example/train?x=1"


def test_dns_that_changes_its_answer_reaches_nothing_inside() -> None:
    answers = iter(["93.184.215.14", "127.0.0.1", "127.0.0.1"])
    dialled: list[str] = []

    def dialler(address: Address, port: int, timeout_s: float) -> httpcore2.NetworkStream:
        dialled.append(str(address))
        return dial(ip_address("127.0.0.1"), server.port, timeout_s)

    with shop({"/a": answer("<p>a page</p>")}) as server:
        reader = Fetcher(Guard(lambda host, port: [next(answers)]), dialler=dialler)
        with pytest.raises(RefusedError):
            reader.page("http://toybarn.example/a")
    assert dialled in ([], ["93.184.215.14"])
    assert "/a" not in server.paths


def test_only_the_checked_address_is_dialled() -> None:
    asked: list[str] = []
    dialled: list[str] = []

    def resolver(host: str, port: int) -> Sequence[str]:
        asked.append(host)
        return ["93.184.215.14", "93.184.215.15"]

    def dialler(address: Address, port: int, timeout_s: float) -> httpcore2.NetworkStream:
        dialled.append(f"{address}:{port}")
        return dial(ip_address("127.0.0.1"), server.port, timeout_s)

    with shop({"/a": answer("<p>a page</p>")}) as server:
        page = Fetcher(Guard(resolver), dialler=dialler).page("http://toybarn.example/a")
    assert page.body == b"<p>a page</p>"
    assert dialled == ["93.184.215.14:80"] * 2
    assert asked == ["toybarn.example"] * 2
    assert all("Host: toybarn.example\r\n" in request for request in server.requests)


def test_a_connection_that_leads_elsewhere_is_dropped() -> None:
    with shop({}) as server, pytest.raises(httpcore2.ConnectError):
        # The system takes 0.0.0.0 for this machine; what is reached is not what was asked for.
        dial(ip_address("0.0.0.0"), server.port, 1.0)


def test_a_connection_that_is_reset_before_it_is_looked_at_is_closed(monkeypatch: pytest.MonkeyPatch) -> None:
    connect = httpcore2.SyncBackend.connect_tcp
    opened: list[socket.socket] = []

    def reset(*args: Any, **options: Any) -> httpcore2.NetworkStream:
        stream = connect(*args, **options)
        server, _ = listener.accept()
        server.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        server.close()
        opened.append(stream.get_extra_info("socket"))
        with pytest.raises(ConnectionResetError):
            opened[0].recv(1)
        return stream

    monkeypatch.setattr(httpcore2.SyncBackend, "connect_tcp", reset)
    with socket.create_server(("127.0.0.1", 0)) as listener, pytest.raises(httpcore2.ConnectError):
        dial(ip_address("127.0.0.1"), listener.getsockname()[1], 1.0)
    assert opened[0].fileno() == -1
