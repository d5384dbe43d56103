"""The folder of a catalogue: one generation in use, at most one being written, and a lock between importers."""

from __future__ import annotations

import json
import re
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from assistant.catalogue import manifest
from assistant.errors import CatalogueBusyError, CatalogueError

try:
    import fcntl
except ImportError:  # Windows, where it is up to the owner to start one import at a time
    fcntl = None  # type: ignore[assignment]

LOCK, REJECTS = ".import.lock", "rejects.csv"
# The parts of a generation.
PRODUCTS, VOCABULARY, BM25, VECTORS = "products.arrow", "vocabulary.json", "bm25", "vectors"
_GENERATION = re.compile(r"generation-(\d+)")
_OURS = re.compile(r"generation-\d+|rejects\.csv(?:\.part)?|manifest\.json(?:\.part)?|examples\.json|\..*|lost\+found")


def prepare(folder: Path) -> None:
    """Makes the folder where there is none; `CatalogueError` where it cannot be or holds something else."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        names = [path.name for path in folder.iterdir()]
    except (FileExistsError, NotADirectoryError):
        raise CatalogueError(f"{folder} is a file; name a folder for the catalogue") from None
    except OSError as error:
        raise CatalogueError(f"{folder} cannot be used for the catalogue: {error.strerror}") from error
    # A manifest that cannot be read is ours where generations stand beside it.
    is_ours = generation_in_use(folder) or ((folder / manifest.NAME).exists() and any(folder.glob("generation-*")))
    if not is_ours and not all(_OURS.fullmatch(name) for name in names):
        raise CatalogueError(f"{folder} holds other files and no catalogue; name a new or an empty folder")


@contextmanager
def locked(folder: Path) -> Iterator[None]:
    """Keeps other imports out; the system lets go of the lock when the process ends, however it ends."""
    with (folder / LOCK).open("w") as file:
        try:
            if fcntl is not None:
                fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            raise CatalogueBusyError(f"another import into {folder} is running; wait for it to end") from None
        yield


def generation_in_use(folder: Path) -> str:
    """The name of the generation that the manifest points to, or the empty string."""
    try:
        return str(json.loads((folder / manifest.NAME).read_bytes())["generation"])
    except (OSError, ValueError, TypeError, KeyError):
        return ""


def new_generation(folder: Path) -> Path:
    """A new, empty folder for a generation."""
    numbers = [int(found[1]) for path in folder.iterdir() if (found := _GENERATION.fullmatch(path.name))]
    generation = folder / f"generation-{max(numbers, default=0) + 1}"
    generation.mkdir()
    return generation


def clean(folder: Path) -> None:
    """Removes what is not in use: older generations and what an interrupted import left behind."""
    in_use = generation_in_use(folder)
    for path in folder.iterdir():
        if _GENERATION.fullmatch(path.name) and path.name != in_use:
            shutil.rmtree(path, ignore_errors=True)
    for name in (f"{manifest.NAME}.part", f"{REJECTS}.part"):
        (folder / name).unlink(missing_ok=True)
