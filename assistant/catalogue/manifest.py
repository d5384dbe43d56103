"""The manifest: what a catalogue consists of, so that a file that is missing or not the one written is noticed."""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, fields
from pathlib import Path, PurePosixPath

from pydantic import TypeAdapter, ValidationError

from assistant.errors import CatalogueDamagedError, CatalogueError, CatalogueMissingError, CatalogueVersionError
from assistant.version import __version__

VERSION = 2
NAME = "manifest.json"
PROGRAM = f"toy-shopping-assistant {__version__}"


@dataclass(frozen=True, slots=True)
class Seal:
    """A file as it was written: SHA-256 in hexadecimal, and its length."""

    sha256: str
    bytes: int


@dataclass(frozen=True, slots=True)
class EmbedderInfo:
    """The encoder that made the vectors."""

    name: str
    dimension: int


@dataclass(frozen=True, slots=True)
class Manifest:
    """What one generation of a catalogue consists of; `files` by their path from the catalogue's folder."""

    version: int
    program: str
    embedder: EmbedderInfo
    currency: str
    counts: Mapping[str, int]
    source: str
    created: str
    generation: str
    files: Mapping[str, Seal]


_MANIFEST = TypeAdapter(Manifest)
_FIELDS = frozenset(field.name for field in fields(Manifest))
# The manifest's own checksum stands beside what it is of.
_SEAL = "sha256"


def read(folder: Path) -> Manifest:
    """The manifest of a catalogue's folder.

    `CatalogueMissingError` where there is none, `CatalogueVersionError` where another version of the program wrote it,
    `CatalogueDamagedError` where it cannot be read.
    """
    try:
        content = json.loads((folder / NAME).read_bytes())
    except (FileNotFoundError, NotADirectoryError):
        raise CatalogueMissingError(
            f"there is no catalogue in {folder}; import one with: assistant import FILE --to DIR"
        ) from None
    except OSError as error:
        raise CatalogueError(f"{folder / NAME} cannot be read: {error.strerror}") from error
    except ValueError:
        raise _damaged(folder, NAME) from None
    found = content.get("version") if isinstance(content, dict) else None
    if found != VERSION:
        raise CatalogueVersionError(
            f"the catalogue in {folder} has format {found} and this program reads {VERSION}; import the products again"
        )
    sealed = content.pop(_SEAL, None)
    # Catalogues of earlier programs have no seal; a name that is none of ours is one with a wrong letter.
    if content.keys() != _FIELDS or (sealed is not None and sealed != _seal_of(content)):
        raise _damaged(folder, NAME)
    try:
        return _MANIFEST.validate_python(content)
    except ValidationError:
        raise _damaged(folder, NAME) from None


def verify(folder: Path, manifest: Manifest) -> None:
    """Checks that every file is the one that was written; `CatalogueDamagedError` names the first that is not."""
    with ThreadPoolExecutor(2) as pool:  # hashing leaves the interpreter free
        whole = pool.map(lambda file: _whole(folder, *file), manifest.files.items())
        damaged = next((name for name, good in zip(manifest.files, whole, strict=True) if not good), None)
    if damaged is not None:
        raise _damaged(folder, damaged)


def write(folder: Path, manifest: Manifest) -> None:
    """Replaces the manifest in one step: before it the old catalogue answers, after it the new one."""
    part = folder / f"{NAME}.part"
    with part.open("wb") as file:
        content = _MANIFEST.dump_python(manifest, mode="json")
        file.write(json.dumps({**content, _SEAL: _seal_of(content)}, indent=1).encode())
        file.flush()
        os.fsync(file.fileno())
    part.replace(folder / NAME)
    sync_folder(folder)


def seal(folder: Path, generation: Path) -> dict[str, Seal]:
    """Makes every file of a generation permanent and readable, and returns their seals."""
    paths = sorted(generation.rglob("*"))
    whole = [path for path in paths if path.is_file() and path.suffix != ".lock"]  # locks are no part of it
    files = {path.relative_to(folder).as_posix(): _seal(path) for path in whole}
    for inner in (*filter(Path.is_dir, paths), generation, folder):
        sync_folder(inner)
    return files


def _seal_of(content: Mapping[str, object]) -> str:
    """The SHA-256 of a manifest's content, in hexadecimal, however it is laid out."""
    return hashlib.sha256(json.dumps(content, sort_keys=True, separators=(",", ":")).encode()).hexdigest()


def sync_folder(folder: Path) -> None:
    """Makes the names in a folder permanent, where the system can."""
    if os.name == "nt":
        return
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def _seal(path: Path) -> Seal:
    path.chmod(0o644)
    with path.open("rb") as file:
        digest = hashlib.file_digest(file, "sha256").hexdigest()
        os.fsync(file.fileno())
        return Seal(digest, file.tell())


def _whole(folder: Path, name: str, expected: Seal) -> bool:
    path = folder / PurePosixPath(name)
    if PurePosixPath(name).is_absolute() or ".." in PurePosixPath(name).parts or not path.is_file():
        return False
    if path.stat().st_size != expected.bytes:
        return False
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest() == expected.sha256


def _damaged(folder: Path, name: str) -> CatalogueDamagedError:
    return CatalogueDamagedError(f"the catalogue in {folder} is damaged ({name}); import the products again")
