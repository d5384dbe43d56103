"""An OpenAI-compatible server on loopback that plays one part at a time, and remembers what it wrote."""

from __future__ import annotations

import json
import threading
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from random import Random
from typing import Any

# What the model was told of products, and chance; the written answer comes back as an object, or as raw text.
Material = dict[str, Any]
Writer = Callable[[Material, Random], "Written"]
Behaviour = Callable[["Caller", threading.Event], None]


@dataclass(frozen=True, slots=True)
class Written:
    """One answer of the model: its text, and which sentences of it are true and which are not."""

    text: str
    honest: tuple[str, ...] = ()
    lies: tuple[str, ...] = ()


class Caller(BaseHTTPRequestHandler):
    """Whoever asks, and what it told of products: a behaviour may begin with the truth."""

    told: Material


@dataclass
class HostileServer:
    """The server's part, its address, and what it wrote and was asked since the part began."""

    part: Writer | Behaviour | None = None
    is_writer: bool = True
    base_url: str = ""
    written: list[Written] = field(default_factory=list)
    asked: list[dict[str, Any]] = field(default_factory=list)
    random: Random = field(default_factory=lambda: Random(0))
    stopped: threading.Event = field(default_factory=threading.Event)
    broken: list[str] = field(default_factory=list)

    def play(self, part: Writer | Behaviour, *, is_writer: bool, seed: int) -> None:
        """Takes up a part and forgets the last one."""
        self.part, self.is_writer, self.random = part, is_writer, Random(seed)
        self.forget()

    def forget(self) -> None:
        """Forgets what was written and asked."""
        self.written.clear()
        self.asked.clear()


@contextmanager
def hostile_server() -> Iterator[HostileServer]:
    """A server that lives as long as the block."""
    state = HostileServer()

    class Handler(Caller):
        protocol_version = "HTTP/1.1"

        def do_POST(self) -> None:
            body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
            state.asked.append(body)
            try:
                _act(self, state, body)
            except (BrokenPipeError, ConnectionResetError):
                self.close_connection = True  # whoever asked did not wait
            except Exception as error:  # a part that cannot be played measures nothing, so it must be known
                state.broken.append(f"{type(error).__name__}: {error}")
                self.close_connection = True

        def log_message(self, *_: object) -> None:
            """Keeps quiet."""

    class Server(ThreadingHTTPServer):
        daemon_threads = True
        block_on_close = False

        def handle_error(self, *_: object) -> None:
            """Whoever hangs up is no error of ours."""

    with Server(("127.0.0.1", 0), Handler) as server:
        state.base_url = f"http://127.0.0.1:{server.server_address[1]}/v1"
        thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01}, daemon=True)
        thread.start()
        try:
            yield state
        finally:
            state.stopped.set()
            server.shutdown()
            thread.join()


def _act(caller: Caller, state: HostileServer, body: dict[str, Any]) -> None:
    material = _material(body)
    if material is None:  # some other part of the program asks: nothing to lie about here
        send(caller, 200, completion("{}"))
    elif state.is_writer:
        written: Written = state.part(material, state.random)  # type: ignore[misc, arg-type, assignment]
        state.written.append(written)
        if body.get("stream"):
            send_pieces(caller, pieces_of(written.text))
        else:
            send(caller, 200, completion(written.text))
    else:
        caller.told = material
        state.part(caller, state.stopped)  # type: ignore[misc, arg-type]


def _material(body: dict[str, Any]) -> Material | None:
    for message in body.get("messages", ()):
        content = message.get("content") or ""
        if message.get("role") == "user" and content.startswith("{") and '"top_pick"' in content:
            found: Material = json.loads(content)
            return found
    return None


def completion(content: str | None, *, refusal: str | None = None, finish: str = "stop") -> bytes:
    """A completion with one choice, as such servers word it."""
    message = {"role": "assistant", "content": content, "refusal": refusal}
    return json.dumps(
        {
            "id": "c1", "object": "chat.completion", "created": 1, "model": "hostile",
            "choices": [{"index": 0, "finish_reason": finish, "message": message}],
            "usage": {"prompt_tokens": 900, "completion_tokens": 120, "total_tokens": 1020},
        }
    ).encode()  # fmt: skip


def send(caller: BaseHTTPRequestHandler, status: int, body: bytes) -> None:
    """A whole answer."""
    caller.send_response(status)
    caller.send_header("Content-Type", "application/json")
    caller.send_header("Content-Length", str(len(body)))
    caller.end_headers()
    caller.wfile.write(body)


def pieces_of(text: str, size: int = 24) -> list[bytes]:
    """The frames in which such servers send a text while it is written, and what it cost at the end."""
    told = [frame({"content": text[at : at + size]}) for at in range(0, len(text), size)]
    usage = {"prompt_tokens": 900, "completion_tokens": 120, "total_tokens": 1020}
    return [*told, frame({}, finish="stop"), _event({"choices": [], "usage": usage}), b"data: [DONE]\n\n"]


def frame(delta: dict[str, Any], *, finish: str | None = None) -> bytes:
    """One frame with one choice."""
    return _event({"choices": [{"index": 0, "delta": delta, "finish_reason": finish}]})


def _event(chunk: dict[str, Any]) -> bytes:
    named = {"id": "c1", "object": "chat.completion.chunk", "created": 1, "model": "hostile"}
    return b"data: " + json.dumps(named | chunk).encode() + b"\n\n"


def send_pieces(caller: BaseHTTPRequestHandler, pieces: Iterable[bytes]) -> None:
    """An answer while it is written; it ends with the connection."""
    caller.send_response(200)
    caller.send_header("Content-Type", "text/event-stream")
    caller.send_header("Connection", "close")
    caller.end_headers()
    caller.close_connection = True
    for piece in pieces:
        caller.wfile.write(piece)
        caller.wfile.flush()


# ── Behaviours: what a server may do to whoever waits ────────────────────────────────────────────────────────────


def answers(status: int, body: bytes) -> Behaviour:
    """Always the same."""
    return lambda caller, _: send(caller, status, body)


def stalls(caller: BaseHTTPRequestHandler, stopped: threading.Event) -> None:
    """Nothing at all, for as long as anybody could wait."""
    stopped.wait(30)
    caller.close_connection = True


def drips(caller: BaseHTTPRequestHandler, stopped: threading.Event) -> None:
    """A byte now and then."""
    body = completion('{"shown": [], "spoken": {"text": "", "claims": []}}')
    caller.send_response(200)
    caller.send_header("Content-Type", "application/json")
    caller.send_header("Content-Length", str(len(body)))
    caller.end_headers()
    for position in range(len(body)):
        if stopped.wait(0.05):
            return
        caller.wfile.write(body[position : position + 1])
        caller.wfile.flush()


def floods(caller: BaseHTTPRequestHandler, stopped: threading.Event) -> None:
    """A body without an end."""
    caller.send_response(200)
    caller.send_header("Content-Type", "application/json")
    caller.end_headers()
    until = time.monotonic() + 30
    while not stopped.is_set() and time.monotonic() < until:
        caller.wfile.write(b" " * 65_536)
