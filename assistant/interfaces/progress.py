"""A progress bar on standard error, quiet where no one is looking."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TaskID, TextColumn, TimeRemainingColumn

if TYPE_CHECKING:
    from assistant.wiring import OnProgress


@contextmanager
def progress_bar() -> Iterator[OnProgress]:
    """A callback that draws one bar a step; nothing is drawn until it is first called."""
    console = Console(stderr=True)
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    progress = Progress(*columns, console=console, disable=not console.is_terminal)
    tasks: dict[str, TaskID] = {}

    def update(step: str, done: int, total: int) -> None:
        if not tasks:
            progress.start()
        if step not in tasks:
            tasks[step] = progress.add_task(step, total=total or None)
        progress.update(tasks[step], completed=done, total=total or None)

    try:
        yield update
    finally:
        if tasks:
            progress.stop()
