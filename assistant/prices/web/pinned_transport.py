"""Connections to pinned addresses, with one deadline and one byte count over everything that crosses them.

httpx2 has timeouts for each read, not for the whole: a server that sends one byte a second would hold it for ever. So
each read, header or body, gets only the time that is left.
"""

from __future__ import annotations

import ssl
import time
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import Any

import httpcore2
import httpx2

from assistant.prices.ports import Address, Dialler, FetchError
from assistant.prices.web.guard import Target


def dial(address: Address, port: int, timeout_s: float) -> httpcore2.NetworkStream:
    """Opens a real connection, and checks that it leads where it should."""
    stream = httpcore2.SyncBackend().connect_tcp(str(address), port, timeout=timeout_s)
    try:
        peer = stream.get_extra_info("server_addr")
    except OSError:  # the other side is gone already
        peer = None
    if peer is None or str(peer[0]) != str(address):
        stream.close()
        raise httpcore2.ConnectError("the connection leads elsewhere")
    return stream


class _Bounded(httpcore2.NetworkStream):
    """A stream that ends at a moment and after a number of bytes."""

    def __init__(self, stream: httpcore2.NetworkStream, ends_at: float, max_bytes: int) -> None:
        self._stream, self._ends_at, self._bytes_left = stream, ends_at, max_bytes

    def _left(self, timeout: float | None) -> float:
        left = self._ends_at - time.monotonic()
        if left <= 0:
            raise httpcore2.ReadTimeout("the page took too long")
        return min(left, timeout) if timeout is not None else left

    def read(self, max_bytes: int, timeout: float | None = None) -> bytes:
        data = self._stream.read(max_bytes, self._left(timeout))
        self._bytes_left -= len(data)
        if self._bytes_left < 0:
            raise httpcore2.ReadError("the page is too long")
        return data

    def write(self, buffer: bytes, timeout: float | None = None) -> None:
        self._stream.write(buffer, self._left(timeout))

    def close(self) -> None:
        self._stream.close()

    def start_tls(
        self, ssl_context: ssl.SSLContext, server_hostname: str | None = None, timeout: float | None = None
    ) -> httpcore2.NetworkStream:
        secured = self._stream.start_tls(ssl_context, server_hostname, self._left(timeout))
        return _Bounded(secured, self._ends_at, self._bytes_left)

    def get_extra_info(self, info: str) -> Any:
        return self._stream.get_extra_info(info)


class _Pinned(httpcore2.NetworkBackend):
    """Dials the target's address whatever host it is asked for; the name is left for TLS and the Host header."""

    def __init__(self, target: Target, dialler: Dialler, ends_at: float, max_bytes: int) -> None:
        self._target, self._dialler, self._ends_at, self._max_bytes = target, dialler, ends_at, max_bytes

    def connect_tcp(
        self,
        host: str,
        port: int,
        timeout: float | None = None,
        local_address: str | None = None,  # noqa: ARG002
        socket_options: Iterable[Any] | None = None,  # noqa: ARG002
    ) -> httpcore2.NetworkStream:
        if port != self._target.port or host.casefold().strip("[]").removesuffix(".") != self._target.host:
            raise httpcore2.ConnectError("the connection was not allowed")
        left = min(timeout or 0.0, self._ends_at - time.monotonic())
        if left <= 0:
            raise httpcore2.ConnectTimeout("no time left")
        stream = self._dialler(self._target.address, port, left)
        return _Bounded(stream, self._ends_at, self._max_bytes)


class PinnedTransport(httpx2.BaseTransport):
    """A transport for one request to one target."""

    def __init__(
        self, target: Target, dialler: Dialler, tls: ssl.SSLContext | None, *, ends_at: float, max_bytes: int
    ) -> None:
        backend = _Pinned(target, dialler, ends_at, max_bytes)
        self._pool = httpcore2.ConnectionPool(
            ssl_context=tls, max_keepalive_connections=0, http2=False, network_backend=backend
        )

    def handle_request(self, request: httpx2.Request) -> httpx2.Response:
        """Sends one request; raises `FetchError` for whatever goes wrong on the way."""
        url = request.url
        core = httpcore2.Request(
            method=request.method,
            url=httpcore2.URL(scheme=url.raw_scheme, host=url.raw_host, port=url.port, target=url.raw_path),
            headers=request.headers.raw,
            extensions=request.extensions,
        )
        with _plain_errors():
            response = self._pool.handle_request(core)
        return httpx2.Response(
            status_code=response.status, headers=response.headers, stream=_Stream(response), extensions={}
        )

    def close(self) -> None:
        """Closes the connection."""
        self._pool.close()


class _Stream(httpx2.SyncByteStream):
    def __init__(self, response: httpcore2.Response) -> None:
        self._response = response

    def __iter__(self) -> Iterator[bytes]:
        with _plain_errors():
            yield from self._response.iter_stream()

    def close(self) -> None:
        self._response.close()


@contextmanager
def _plain_errors() -> Iterator[None]:
    """Turns what the network layer raises into a `FetchError`."""
    try:
        yield
    except (httpcore2.TimeoutException, httpcore2.NetworkError, httpcore2.ProtocolError, OSError) as error:
        raise FetchError(str(error) or "the shop did not answer in time") from error
