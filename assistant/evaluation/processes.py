"""Measuring in a process of its own, so that a figure is that of the work alone and not of whoever asked for it.

A module that measures reads its orders from standard input and writes its figures to standard output, both as JSON.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable, Mapping
from dataclasses import asdict
from pathlib import Path
from typing import Any, TypeVar

from pydantic import SecretStr, TypeAdapter

from assistant.errors import AssistantError
from assistant.settings import Settings

Figures = TypeVar("Figures")
_STATUS = Path("/proc/self/status")


def measured(module: str, kind: type[Figures], **orders: object) -> Figures:
    """What a module measures in a new process; `AssistantError` with its line where it fails."""
    command = [sys.executable, "-m", module]
    ran = subprocess.run(command, input=json.dumps(orders).encode(), capture_output=True, check=False)  # noqa: S603  (our own interpreter and module)
    if ran.returncode:
        why = ran.stderr.decode(errors="replace").strip().splitlines() or [f"it ended with {ran.returncode}"]
        raise AssistantError(f"Measuring failed: {why[-1]}")
    return TypeAdapter(kind).validate_json(ran.stdout)


def serve(measure: Callable[[Mapping[str, Any]], Any]) -> None:
    """The other side: reads the orders, measures, and writes the figures, which are a dataclass."""
    try:
        figures = measure(json.loads(sys.stdin.buffer.read()))
    except AssistantError as error:
        sys.exit(str(error))
    sys.stdout.write(json.dumps(asdict(figures)))


def orders_of(settings: Settings, home: Path) -> dict[str, object]:
    """The settings to hand over: without a model and the network, and with conversations in a folder of their own."""
    secret = {name for name in type(settings).model_fields if isinstance(getattr(settings, name), SecretStr)}
    kept = settings.model_dump(mode="json", exclude=secret)
    alone = {"model_base_url": "", "model_name": "", "live_prices": False}
    return {**kept, **alone, "sessions_url": f"sqlite:///{home / 'sessions.db'}"}


def peak_memory_mb() -> float:
    """The most memory that this process ever held, in megabytes of 1,048,576 bytes; nan where the system does not say.

    Linux starts a process's own `ru_maxrss` at that of its parent, so the kernel's high-water mark is read there.
    """
    if _STATUS.exists():
        lines = _STATUS.read_text(encoding="ascii", errors="replace").splitlines()
        return next((int(line.split()[1]) / 1024 for line in lines if line.startswith("VmHWM")), float("nan"))
    try:
        import resource  # noqa: PLC0415  (Windows has none)
    except ModuleNotFoundError:
        return float("nan")
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return peak / (1024 * 1024 if sys.platform == "darwin" else 1024)


def load() -> str:
    """How busy the machine is, in words: other work on it makes every time longer."""
    cores = f"{os.cpu_count() or 1} cores"
    return f"load {os.getloadavg()[0]:.1f} on {cores}" if hasattr(os, "getloadavg") else cores
