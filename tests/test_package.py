"""The program as others get it: built, installed into empty environments, and run away from this repository.

Minutes of installing, so these run by `make test-package` and not by `make test`.
"""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
import time
import zipfile
from collections.abc import Iterator, Mapping
from pathlib import Path

import psutil
import pytest
from browser import ask, free_port, headless, open_page, running_app
from playwright.sync_api import expect

pytestmark = pytest.mark.package

ROOT = Path(__file__).resolve().parents[1]
QUESTION = "a wooden train set for a four-year-old under £30"
# What Streamlit Community Cloud promises every app.
CLOUD_MB = 690
FIRST_START_S = 180
# A network of its own, in which there is nothing; where a sandbox forbids that, the tests' proxies lead nowhere.
NO_NETWORK = ("unshare", "--map-root-user", "--net")
# A root that cannot be written and a process that may do nothing special: `read_only` and `cap_drop` of compose.yaml.
CONTAINED = """
mount --make-rprivate / && mount --bind "$1" "$1" && mount -o remount,bind,ro / && shift &&
exec setpriv --no-new-privs --bounding-set=-all --inh-caps=-all "$@"
"""


def _run(*command: str | Path, cwd: Path, environment: Mapping[str, str] | None = None, limit_s: int = 300) -> str:
    done = subprocess.run(
        [str(part) for part in command], cwd=cwd, env=environment, capture_output=True, text=True, check=False,
        timeout=limit_s,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr[-3000:]
    return done.stdout


def _pip() -> dict[str, str]:
    """The surroundings of an installation: those of this machine, but for what the tests put out of reach."""
    return {name: value for name, value in os.environ.items() if not name.lower().endswith("_proxy")}


def _environment(folder: Path, *what: str | Path) -> Path:
    """A new virtual environment with nothing but what is named; its folder of programs."""
    _run(sys.executable, "-m", "venv", folder, cwd=folder.parent)
    install = (folder / "bin" / "python", "-m", "pip", "install", "--quiet", "--disable-pip-version-check", *what)
    _run(*install, cwd=ROOT, environment=_pip(), limit_s=900)
    return folder / "bin"


def _works(*prefix: str) -> bool:
    return (
        bool(shutil.which(prefix[0]))
        and subprocess.run([*prefix, "true"], capture_output=True, check=False).returncode == 0
    )


def _empty(home: Path) -> dict[str, str]:
    """An environment with an empty home and no setting at all."""
    home.mkdir(exist_ok=True)
    bare = {name: os.environ[name] for name in os.environ if name in {"PATH", "LANG"} or name.lower().endswith("proxy")}
    return bare | {"HOME": str(home)}


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("package")


@pytest.fixture(scope="module")
def wheel(folder: Path) -> Path:
    pip = (sys.executable, "-m", "pip", "wheel", "--quiet", "--disable-pip-version-check", "--no-deps")
    _run(*pip, "--wheel-dir", folder, ".", cwd=ROOT, environment=_pip())
    (built,) = folder.glob("*.whl")
    return built


@pytest.fixture(scope="module")
def installed(folder: Path, wheel: Path) -> Path:
    return _environment(folder / "from-wheel", wheel)


@pytest.fixture(scope="module")
def from_requirements(folder: Path) -> Path:
    return _environment(folder / "from-requirements", "-r", ROOT / "requirements.txt")


@pytest.fixture(scope="module")
def checkout(folder: Path) -> Path:
    """The files that git knows, and nothing that was left lying about."""
    archive = folder / "checkout.zip"
    names = _run("git", "ls-files", "--cached", "--others", "--exclude-standard", cwd=ROOT).splitlines()
    with zipfile.ZipFile(archive, "w") as packed:
        for name in names:
            if (ROOT / name).is_file():
                packed.write(ROOT / name, name)
    shutil.unpack_archive(archive, folder / "checkout")
    return folder / "checkout"


def test_the_wheel_has_all_that_answers_and_nothing_else(wheel: Path) -> None:
    names = set(zipfile.ZipFile(wheel).namelist())
    inside = "assistant/_resources"
    assert f"{inside}/data/catalog.csv" in names
    assert f"{inside}/data/drawings/trains.svg" in names
    assert f"{inside}/data/models/encoder/model.onnx" in names
    assert not any(name.startswith(f"{inside}/data/training") for name in names)
    assert {f"{inside}/prompts/{path.name}" for path in (ROOT / "prompts").glob("*.txt")} <= names
    assert {name.split("/")[0].removesuffix(".dist-info").split("-")[0] for name in names} == {
        "assistant", "toy_shopping_assistant",
    }  # fmt: skip
    assert not any("__pycache__" in name or name.endswith((".pyc", ".log")) for name in names)


def test_an_installed_wheel_answers_with_no_key_and_no_network(installed: Path, tmp_path: Path) -> None:
    cut_off = NO_NETWORK if _works(*NO_NETWORK) else ()
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    said = _run(
        *cut_off, installed / "assistant", "ask", QUESTION, cwd=elsewhere, environment=_empty(tmp_path / "home")
    )
    assert re.search(r"^TOP PICK .*Train.*£\d", said, re.MULTILINE)
    assert "\nSources\n  [1]" in said
    assert list(elsewhere.iterdir()) == []


@pytest.fixture
def page(from_requirements: Path, checkout: Path, tmp_path: Path) -> Iterator[str]:
    home = tmp_path / "home"
    home.mkdir()
    python = str(from_requirements / "python")
    with running_app(home, python=python, root=checkout, voice="browser") as address:
        yield address


def test_the_page_runs_on_its_requirements_alone(page: str) -> None:
    with headless() as browser:
        visitor = open_page(browser, page, patience_s=FIRST_START_S)
        ask(visitor, QUESTION)
        expect(visitor.locator(".st-key-card-0")).to_contain_text("Train")
        (server,) = (
            process for process in psutil.Process().children(recursive=True)
            if {"streamlit", page.rsplit(":", 1)[1]} <= set(process.cmdline())
        )  # fmt: skip
        used_mb = server.memory_info().rss / 2**20
        assert used_mb < CLOUD_MB


def test_the_container_s_command_needs_no_writable_root_and_no_capability(
    installed: Path, checkout: Path, folder: Path, tmp_path: Path
) -> None:
    """What the Dockerfile starts, without Docker: its own command in a copy of what it copies."""
    if not _works("unshare", "--mount") or not shutil.which("setpriv"):
        pytest.skip("this machine may not set up a read-only root")
    app, kept = folder / "app", tmp_path / "kept"
    shutil.copytree(checkout / ".streamlit", app / ".streamlit")
    shutil.copy(checkout / "app.py", app)
    port = str(free_port())  # another page may be open on this machine
    dockerfile = (checkout / "Dockerfile").read_text(encoding="utf-8").replace("8501", port)
    start, *healthy = (json.loads(found) for found in reversed(re.findall(r"CMD (\[.*\])", dockerfile)))
    environment = _empty(kept) | {
        "ASSISTANT_HOME": str(kept),
        "ASSISTANT_VOICE": "browser",
        "PATH": f"{installed}:{os.environ['PATH']}",
    }
    command = ["unshare", "--mount", "sh", "-c", CONTAINED, "sh", str(kept), *start]
    with subprocess.Popen(command, cwd=app, env=environment, stdout=subprocess.DEVNULL) as server:
        try:
            check = [str(installed / "python"), *healthy[0][1:]]
            assert any(
                subprocess.run(check, capture_output=True, timeout=10, check=False).returncode == 0
                for _ in _seconds(60)
            )
            with headless() as browser:
                visitor = open_page(browser, f"http://127.0.0.1:{port}", patience_s=FIRST_START_S)
                ask(visitor, QUESTION)
                expect(visitor.locator(".st-key-card-0")).to_contain_text("Train")
        finally:
            server.terminate()
    assert (kept / "sessions.db").exists()


def _seconds(most: int) -> Iterator[int]:
    for second in range(most):
        yield second
        time.sleep(1)
