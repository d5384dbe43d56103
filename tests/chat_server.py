"""A small OpenAI-compatible server on this machine: it answers request after request from a script."""

from __future__ import annotations

import json
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

# A reply writes itself to the caller; it may take its time.
Reply = Callable[[BaseHTTPRequestHandler], None]


@dataclass
class ChatServer:
    """What was asked so far, and where."""

    base_url: str = ""
    asked: list[dict[str, Any]] = field(default_factory=list)
    headers: list[dict[str, str]] = field(default_factory=list)


def says(content: str | None, *, refusal: str | None = None, finish: str = "stop") -> Reply:
    """A completion with one choice."""
    message = {"role": "assistant", "content": content, "refusal": refusal}
    return _json(200, _completion([{"index": 0, "finish_reason": finish, "message": message}]))


def no_choices() -> Reply:
    """A completion without any."""
    return _json(200, _completion([]))


def fails(status: int, message: str = "no") -> Reply:
    """An error as such servers word it."""
    return _json(status, {"error": {"message": message, "type": "invalid_request_error"}})


def sends(body: bytes) -> Reply:
    """Whatever, under the status of success."""
    return lambda caller: _send(caller, 200, body)


def stalls(seconds: float) -> Reply:
    """Nothing at all for a while."""
    return lambda _: time.sleep(seconds)


def drips(content: str, *, every_s: float) -> Reply:
    """A completion, byte by byte."""
    body = json.dumps(_completion([{"index": 0, "finish_reason": "stop", "message": _message(content)}])).encode()

    def reply(caller: BaseHTTPRequestHandler) -> None:
        _head(caller, 200, len(body))
        for position in range(len(body)):
            caller.wfile.write(body[position : position + 1])
            caller.wfile.flush()
            time.sleep(every_s)

    return reply


def floods() -> Reply:
    """A body that never ends, as fast as it goes."""

    def reply(caller: BaseHTTPRequestHandler) -> None:
        caller.send_response(200)
        caller.send_header("Content-Type", "application/json")
        caller.end_headers()
        while True:
            caller.wfile.write(b" " * 65_536)

    return reply


@contextmanager
def chat_server(replies: Sequence[Reply]) -> Iterator[ChatServer]:
    """Answers each request with the next reply, and the last one ever after."""
    state = ChatServer()

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["Content-Length"]))
            state.asked.append(json.loads(body) | {"path": self.path})
            state.headers.append({name.lower(): value for name, value in self.headers.items()})
            try:
                replies[min(len(state.asked), len(replies)) - 1](self)
            except (BrokenPipeError, ConnectionResetError):
                self.close_connection = True  # whoever asked did not wait

        def log_message(self, *_: object) -> None:
            """Keeps quiet."""

    with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as server:
        server.daemon_threads = True
        server.block_on_close = False
        state.base_url = f"http://127.0.0.1:{server.server_address[1]}/v1"
        thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01}, daemon=True)
        thread.start()
        yield state
        server.shutdown()
        thread.join()


def _message(content: str) -> dict[str, str]:
    return {"role": "assistant", "content": content}


def _completion(choices: list[dict[str, Any]]) -> dict[str, Any]:
    return {"id": "c1", "object": "chat.completion", "created": 1, "model": "small", "choices": choices,
            "usage": {"prompt_tokens": 12, "completion_tokens": 5, "total_tokens": 17}}  # fmt: skip


def _json(status: int, body: dict[str, Any]) -> Reply:
    return lambda caller: _send(caller, status, json.dumps(body).encode())


def _send(caller: BaseHTTPRequestHandler, status: int, body: bytes) -> None:
    _head(caller, status, len(body))
    caller.wfile.write(body)


def _head(caller: BaseHTTPRequestHandler, status: int, length: int) -> None:
    caller.send_response(status)
    caller.send_header("Content-Type", "application/json")
    caller.send_header("Content-Length", str(length))
    caller.end_headers()
