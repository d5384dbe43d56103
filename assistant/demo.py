"""The index of the demo catalogue: where it is, and how it is made at first use."""

from __future__ import annotations

import getpass
import hashlib
import os
import stat
import tempfile
import time
from pathlib import Path

from assistant import resources
from assistant.catalogue.store import CatalogueStore
from assistant.errors import CatalogueBusyError, CatalogueError
from assistant.protocols import Embedder
from assistant.settings import Settings
from assistant.wiring import OnProgress, learn_to_listen

# Another program's import of the demo catalogue takes seconds; one that hangs is not waited for all day.
MOST_WAIT_S, WAIT_S = 300.0, 0.1


def demo_folder(settings: Settings, embedder: Embedder, on_progress: OnProgress | None) -> Path:
    """The folder of the demo index, made at first use and anew when the demo catalogue or the encoder changes."""
    made_of = resources.DEMO_CATALOGUE.read_bytes() + embedder.name.encode()
    digest = hashlib.sha256(made_of).hexdigest()[:12]
    folder = settings.home / f"demo-{digest}"
    if _is_whole(folder):
        return folder
    try:
        settings.home.mkdir(parents=True, exist_ok=True)
    except OSError:
        folder = own_temporary_folder() / f"demo-{digest}"
        if _is_whole(folder):
            return folder
    from assistant.catalogue.importing import import_catalogue  # noqa: PLC0415  (an answering process never needs it)

    until = time.monotonic() + MOST_WAIT_S
    while True:
        try:
            import_catalogue(resources.DEMO_CATALOGUE, folder, embedder=embedder, progress=on_progress)
        except CatalogueBusyError:  # another program had the same idea a moment ago: its index is ours too
            if time.monotonic() > until:
                raise
            _wait_while_busy(folder, until, on_progress)
        if _is_whole(folder):
            learn_to_listen(folder, settings)
            return folder


def _wait_while_busy(folder: Path, until: float, on_progress: OnProgress | None) -> None:
    """Waits until another program's import has made the catalogue, or has let go of the folder without."""
    from assistant.catalogue.folder import is_locked  # noqa: PLC0415

    if on_progress:
        on_progress("waiting for another program", 0, 0)
    while is_locked(folder) and time.monotonic() < until:
        time.sleep(WAIT_S)


def own_temporary_folder() -> Path:
    """A folder that outlives this program where `home` cannot be written: this user's alone, or else a new one."""
    own = Path(tempfile.gettempdir()) / f"toy-shopping-assistant-{getattr(os, 'getuid', getpass.getuser)()}"
    try:
        own.mkdir(mode=0o700, exist_ok=True)
        status = own.lstat()
    except OSError:
        return Path(tempfile.mkdtemp(prefix="toy-shopping-assistant-"))
    ours = stat.S_ISDIR(status.st_mode) and (
        os.name == "nt" or (status.st_uid, status.st_mode & 0o077) == (os.getuid(), 0)
    )
    return own if ours else Path(tempfile.mkdtemp(prefix="toy-shopping-assistant-"))


def _is_whole(folder: Path) -> bool:
    """Whether an index is there and this program's; nobody should have to mend one that can be made again."""
    try:
        CatalogueStore.open(folder)
    except CatalogueError:
        return False
    return True
