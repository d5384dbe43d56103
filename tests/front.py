"""Debian's nginx before processes of the page that run on this machine, with the settings that are shipped."""

from __future__ import annotations

import os
import shutil
import subprocess
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path

import pytest
from browser import free_port

CONF = Path(__file__).resolve().parents[1] / "nginx.conf"
STICKY = "hash $cookie_toy_shop_visitor consistent;"
LOG = 'log_format led "$request_uri $upstream_addr"; access_log {log} led;'


def nginx() -> str:
    """The program; skips the test where there is none, and fails it in CI."""
    if found := shutil.which("nginx", path=f"{os.environ['PATH']}:/usr/sbin"):
        return found
    if os.environ.get("CI"):
        pytest.fail("No nginx: CI must look at what stands before the pages (Debian's package is nginx-light).")
    pytest.skip("No nginx on this machine.")


def without_names(conf: str, folder: Path, pages: Mapping[str, str], port: int) -> str:
    """The settings with addresses of this machine for the names of the containers, and all files in a folder."""
    for name, address in pages.items():
        conf = conf.replace(f"server {name}:8501", f"server {address}")
    return conf.replace("/tmp/", f"{folder}/").replace("listen 8080;", f"listen 127.0.0.1:{port};")


@contextmanager
def front(folder: Path, pages: Sequence[int], *, sticky: bool = True) -> Iterator[tuple[int, Path]]:
    """nginx before pages on these ports: its own port, and the file in which stands who was led where."""
    port, log = free_port(), folder / "led.log"
    names = {f"page-{number}": f"127.0.0.1:{page}" for number, page in enumerate(pages, start=1)}
    conf = without_names(CONF.read_text(encoding="utf-8"), folder, names, port)
    conf = conf.replace("access_log off;", LOG.format(log=log))
    (folder / "nginx.conf").write_text(conf if sticky else conf.replace(STICKY, ""), encoding="utf-8")
    command = [nginx(), "-c", str(folder / "nginx.conf"), "-g", "daemon off;"]
    with subprocess.Popen(command, stderr=subprocess.DEVNULL) as process:
        try:
            while not log.exists() and process.poll() is None:
                time.sleep(0.05)
            assert process.poll() is None, "nginx did not start"
            yield port, log
        finally:
            process.terminate()
