"""Measuring in a process of its own, so that a figure is that of the work alone and not of whoever asked for it."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path
from typing import TypeVar

from assistant.settings import Settings

Figures = TypeVar("Figures")
_STATUS = Path("/proc/self/status")


def measured(measure: Callable[..., Figures], *told: object) -> Figures:
    """What a function of a module returns in a new process; what it raises is raised here."""
    with ProcessPoolExecutor(1, get_context("spawn")) as processes:
        return processes.submit(measure, *told).result()


def alone(settings: Settings, home: Path) -> Settings:
    """The settings without a model and the network, and with conversations in a folder of their own."""
    others = {"model_name": "", "live_prices": False, "sessions_url": f"sqlite:///{home / 'sessions.db'}"}
    return Settings(**settings.model_dump() | others)


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
