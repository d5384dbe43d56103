"""Real servers on 127.0.0.1 for shops, searches and attackers, and a fetcher that may reach them.

The guard is opened for exactly these servers' ports, by passing another rule to it: there is no other way.
"""

from __future__ import annotations

import socket
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from threading import Thread

from assistant.prices.ports import Address, Allows, Clock, FetchLimits
from assistant.prices.web.fetching import Fetcher
from assistant.prices.web.guard import Guard

Handler = Callable[[socket.socket, str], None]


@dataclass
class Server:
    """A server: its port, and every request head it got."""

    port: int
    requests: list[str] = field(default_factory=list)

    def url(self, path: str = "/", host: str = "toybarn.example") -> str:
        return f"http://{host}:{self.port}{path}"

    @property
    def paths(self) -> list[str]:
        return [request.split(" ")[1] for request in self.requests]


@contextmanager
def serving(handle: Handler) -> Iterator[Server]:
    """Answers every connection with `handle(connection, path)` in a thread of its own."""
    with socket.create_server(("127.0.0.1", 0)) as listener:
        server = Server(listener.getsockname()[1])
        Thread(target=_accept, args=(listener, server, handle), daemon=True).start()
        yield server


def _accept(listener: socket.socket, server: Server, handle: Handler) -> None:
    with suppress(OSError):
        while True:
            connection, _ = listener.accept()
            Thread(target=_serve, args=(connection, server, handle), daemon=True).start()


def _serve(connection: socket.socket, server: Server, handle: Handler) -> None:
    with connection, suppress(OSError):
        head = b""
        while b"\r\n\r\n" not in head:
            more = connection.recv(65_536)
            if not more:
                return
            head += more
        server.requests.append(head.decode("latin-1"))
        handle(connection, server.requests[-1].split(" ")[1])


def answer(
    body: bytes | str = b"", status: int = 200, content_type: str = "text/html; charset=utf-8", **headers: str
) -> bytes:
    """A whole HTTP answer."""
    data = body.encode() if isinstance(body, str) else body
    named = {"Content-Type": content_type, "Content-Length": str(len(data)), "Connection": "close", **headers}
    lines = "".join(f"{name.replace('_', '-')}: {value}\r\n" for name, value in named.items() if value)
    return f"HTTP/1.1 {status} Answer\r\n{lines}\r\n".encode() + data


def routes(answers: Mapping[str, bytes]) -> Handler:
    """A shop with these paths and no other; without a robots.txt unless it is one of them."""

    def handle(connection: socket.socket, path: str) -> None:
        connection.sendall(answers.get(path, answer("nothing here", 404)))

    return handle


@contextmanager
def shop(answers: Mapping[str, bytes]) -> Iterator[Server]:
    """A shop that answers as written."""
    with serving(routes(answers)) as server:
        yield server


def only(*servers: Server) -> Allows:
    """The rule that opens the guard for these servers, and for nothing else."""
    ports = {server.port for server in servers}

    def allows(address: Address, port: int) -> bool:
        return str(address) == "127.0.0.1" and port in ports

    return allows


def loopback(host: str, port: int) -> Sequence[str]:
    """Every name leads to this machine."""
    return ["127.0.0.1"]


def fetcher(*servers: Server, clock: Clock | None = None, **limits: float) -> Fetcher:
    """A real fetcher that may reach these servers."""
    return Fetcher(Guard(loopback, only(*servers)), clock=clock or Clock(), limits=FetchLimits(**limits))  # type: ignore[arg-type]
