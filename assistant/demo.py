"""The demo catalogue: its index ships with the program, and is made anew only for an encoder of the owner's."""

from __future__ import annotations

from pathlib import Path

from assistant import resources
from assistant.catalogue import manifest
from assistant.catalogue.store import CatalogueStore
from assistant.errors import CatalogueError
from assistant.protocols import Embedder
from assistant.settings import Settings
from assistant.wiring import OnProgress, make_catalogue


def demo_folder(settings: Settings, embedder: Embedder, on_progress: OnProgress | None) -> Path:
    """The folder of an index that this encoder made: the shipped one, else the owner's own in `home`.

    The latter is made at first use, which takes a minute; raises `CatalogueError` where it cannot be kept.
    """
    own = settings.home / f"demo-{embedder.name.replace('/', '-')}"
    for folder in (resources.DEMO_INDEX, own):
        if _is_usable(folder, embedder):
            return folder
    make_catalogue(resources.DEMO_CATALOGUE, own, settings=settings, embedder=embedder, on_progress=on_progress)
    return own


def _is_usable(folder: Path, embedder: Embedder) -> bool:
    """Whether an index is there, whole, and this encoder's: nobody should have to mend one that can be made again."""
    try:
        made_by = CatalogueStore.open(folder).manifest.embedder
    except CatalogueError:
        return False
    return made_by == manifest.EmbedderInfo(embedder.name, embedder.dimension)
