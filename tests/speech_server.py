"""A small OpenAI-compatible speech server on this machine: it knows what each recording says, and can speak."""

from __future__ import annotations

import email
import json
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

from assistant.speech.listening.audio import read_speech


@dataclass
class SpeechLoopback:
    """What was asked so far; `always` is what recordings say that it does not know.

    A `status` other than 200 is answered to everything, `wait_s` later.
    """

    base_url: str = ""
    texts: dict[bytes, str] = field(default_factory=dict)
    always: str = ""
    audio: bytes = b"ID3 spoken"
    status: int = 200
    wait_s: float = 0.0
    transcribed: list[dict[str, str]] = field(default_factory=list)
    spoken: list[dict[str, Any]] = field(default_factory=list)

    def knows(self, recording: bytes, text: str) -> None:
        """From now on this recording is understood as this text."""
        self.texts[read_speech(recording).tobytes()] = text


@contextmanager
def speech_server() -> Iterator[SpeechLoopback]:
    """Answers `/audio/transcriptions` and `/audio/speech`."""
    loopback = SpeechLoopback()

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["Content-Length"]))
            time.sleep(loopback.wait_s)
            if loopback.status != 200:
                self._send(loopback.status, "application/json", json.dumps({"error": {"message": "no"}}).encode())
            elif self.path.endswith("/audio/transcriptions"):
                self._send(200, "application/json", json.dumps({"text": self._heard(body)}).encode())
            else:
                loopback.spoken.append(json.loads(body))
                self._send(200, "audio/mpeg", loopback.audio)

        def _heard(self, body: bytes) -> str:
            fields = _form(self.headers["Content-Type"], body)
            recording = fields.pop("file")
            loopback.transcribed.append({name: value.decode() for name, value in fields.items()})
            return loopback.texts.get(read_speech(recording).tobytes(), loopback.always)

        def _send(self, status: int, kind: str, body: bytes) -> None:
            self.send_response(status)
            self.send_header("Content-Type", kind)
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, format: str, *args: Any) -> None:  # noqa: A002
            """Says nothing."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    server.daemon_threads = True
    threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01}, daemon=True).start()
    loopback.base_url = f"http://127.0.0.1:{server.server_port}/v1"
    try:
        yield loopback
    finally:
        server.shutdown()
        server.server_close()


def _form(content_type: str, body: bytes) -> dict[str, bytes]:
    message = email.message_from_bytes(f"Content-Type: {content_type}\r\n\r\n".encode() + body)
    parts = message.get_payload()
    assert isinstance(parts, list)
    return {
        str(part.get_param("name", header="content-disposition")): part.get_payload(decode=True)  # type: ignore[union-attr, misc]
        for part in parts
    }
