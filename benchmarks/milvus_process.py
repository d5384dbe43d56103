"""A real Milvus server on this machine: milvus-lite in a process of its own, which can be killed and started again."""

from __future__ import annotations

import socket
import subprocess
import sys
import time
from pathlib import Path

START_S = 120.0
_SERVE = "import sys; from milvus_lite.cmdline import main; sys.exit(main(sys.argv[1:]))"


class MilvusLite:
    """A server on a port of its own, with its data in a folder."""

    def __init__(self, folder: Path) -> None:
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            self._port: int = probe.getsockname()[1]
        self._folder = folder
        self._process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        """Starts it, and waits until it listens."""
        self.begin()
        until = time.monotonic() + START_S
        while not self.listens():
            if time.monotonic() > until or (self._process and self._process.poll() is not None):
                raise RuntimeError("milvus-lite did not start")
            time.sleep(0.1)

    def begin(self) -> None:
        """Starts it, and waits for nothing."""
        where = ["--data-dir", str(self._folder), "--host", "127.0.0.1", "--port", str(self._port)]
        self._process = subprocess.Popen(  # noqa: S603  (our own interpreter)
            [sys.executable, "-c", _SERVE, "server", *where], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
        )

    def listens(self) -> bool:
        """Whether it can be connected to."""
        with socket.socket() as probe:
            return probe.connect_ex(("127.0.0.1", self._port)) == 0

    def kill(self) -> None:
        """Ends it as a crash would."""
        if self._process:
            self._process.kill()
            self._process.wait()

    def address(self, collection: str) -> str:
        """The address of a collection."""
        return f"milvus://127.0.0.1:{self._port}/{collection}"
