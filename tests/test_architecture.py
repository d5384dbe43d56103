"""The arrows of the design, read from the code: imports run one way, stages know nothing of each other."""

from __future__ import annotations

import ast
import os
import subprocess
import sys
from collections.abc import Iterator
from functools import cache
from graphlib import TopologicalSorter
from pathlib import Path

from syntax import parsed

ROOT = Path(__file__).resolve().parents[1]
PACKAGE, BENCHMARKS = ROOT / "assistant", ROOT / "benchmarks"
LAYERS = (
    {"schema", "errors", "language", "version", "resources", "adapters.resilience"},
    {"protocols", "settings", "prompts", "matching"},
    {"adapters", "catalogue", "prices", "speech"},
    {"understanding", "retrieval", "answering", "helpers"},
    {"wiring", "demo"},
    {"assistant"},
    {"evaluation"},
    {"interfaces", "app"},
    {"benchmarks"},  # not installed: whatever is installed must do without it
)
# Rooms of these layers know nothing of each other.
APART = (LAYERS[2], LAYERS[3])
# Where a library may be named at all; elsewhere there is a protocol for what it does.
HOMES = {
    "openai": {"adapters", "speech"},
    "sqlalchemy": {"adapters"},
    "gtts": {"speech"},
    "pocketsphinx": {"speech"},
    "espeakng_loader": {"speech"},
    "piper": {"speech"},
    "ddgs": {"prices"},
    "httpx2": {"adapters", "prices"},
    "httpcore2": {"prices"},
    "protego": {"prices"},
    "stdnum": {"prices", "understanding"},
    "phonenumbers": {"understanding"},
    "websockets": {"benchmarks"},
    "streamlit": {"interfaces", "app", "benchmarks"},
    "typer": {"interfaces"},
    "rich": {"interfaces"},
    "faiss": {"catalogue", "retrieval"},
    "pymilvus": {"catalogue"},
    "tantivy": {"catalogue", "retrieval"},
    "onnxruntime": {"adapters"},
    "tokenizers": {"adapters"},
}
TORCHES = {"torch", "transformers", "sentence_transformers", "tensorflow", "faster_whisper", "safetensors"}
# The adapters of the extras `models` and `voice`: they load theirs when one of them is made, which the core never does.
NEED_TORCH = {
    "assistant.retrieval.cross_encoder",
    "assistant.retrieval.sentence_encoder",
    "assistant.speech.listening.whisper",
}
SLOW = ("torch", "streamlit", "openai", "ddgs", "gtts", "pandas", "pocketsphinx", "lxml", "rich", "typer")


def modules() -> dict[str, Path]:
    """Every module of the package and of the benchmarks by its dotted name, and the page."""
    found = {"app": ROOT / "app.py"}
    for path in (*PACKAGE.rglob("*.py"), *BENCHMARKS.rglob("*.py")):
        parts = path.relative_to(ROOT).with_suffix("").parts
        found[".".join(parts[:-1] if parts[-1] == "__init__" else parts)] = path
    return found


MODULES = modules()


@cache
def imports(name: str, *, while_running: bool = False) -> tuple[str, ...]:
    """The dotted names that a module imports; those of our own package down to the module."""
    found: list[str] = []
    for node in _nodes(parsed(MODULES[name]), while_running=while_running):
        if isinstance(node, ast.Import):
            found += [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{name} has a relative import"
            inner = [f"{node.module}.{alias.name}" for alias in node.names]
            found += [one if one in MODULES else str(node.module) for one in inner]
    return tuple(found)


def _nodes(tree: ast.AST, *, while_running: bool) -> Iterator[ast.AST]:
    """All nodes; while running those only that run when the module is imported."""
    for child in ast.iter_child_nodes(tree):
        only_types = isinstance(child, ast.If) and "TYPE_CHECKING" in ast.dump(child.test)
        if while_running and (only_types or isinstance(child, ast.FunctionDef | ast.AsyncFunctionDef)):
            continue
        yield child
        yield from _nodes(child, while_running=while_running)


def group(name: str) -> str:
    """The part of the layout that a module belongs to; the package itself is the assistant's face."""
    first, *rest = name.split(".")
    if not rest or first != "assistant":
        return first
    return ".".join(rest) if ".".join(rest) in LAYERS[0] else rest[0]


def ours(name: str) -> Iterator[str]:
    return (found for found in imports(name) if found.split(".")[0] in ("assistant", "benchmarks"))


def test_every_module_has_its_place() -> None:
    known = set().union(*LAYERS)
    assert {group(name) for name in MODULES} <= known


def test_arrows_run_one_way() -> None:
    wrong = [
        f"{name} imports {found}"
        for name in sorted(set(MODULES) - {"assistant"})  # the package's own page only passes on
        for found in ours(name)
        if not _is_allowed(group(name), group(found))
    ]
    assert wrong == []


def _is_allowed(room: str, other: str) -> bool:
    if room == other:
        return True
    level, below = (next(n for n, names in enumerate(LAYERS) if one in names) for one in (room, other))
    return below < level or (below == level and not any({room, other} <= rooms for rooms in APART))


def test_the_foundation_stands_on_nothing() -> None:
    assert list(ours("assistant.errors")) == []
    assert {group(found) for name in MODULES if group(name) == "schema" for found in ours(name)} == {"schema"}
    assert {group(found) for found in ours("assistant.protocols")} == {"schema"}


def test_nothing_imports_in_a_circle() -> None:
    graph = {
        name: {found for found in imports(name, while_running=True) if found in MODULES and found != "assistant"}
        for name in MODULES
    }
    TopologicalSorter(graph).prepare()


def test_each_library_is_named_in_one_place() -> None:
    for name in MODULES:
        for library in {found.split(".")[0] for found in imports(name)}:
            assert library not in TORCHES or name in NEED_TORCH, f"{name} imports {library}"
            assert group(name) in HOMES.get(library, {group(name)}), f"{name} imports {library}"


def test_what_the_page_shows_needs_no_widget() -> None:
    page = [name for name in MODULES if name.startswith("assistant.interfaces.page.")]
    assert page
    assert [name for name in page if "streamlit" in imports(name)] == []


def test_no_two_modules_have_one_name() -> None:
    names = [name.rpartition(".")[2] for name, path in MODULES.items() if not path.stem.startswith("__")]
    assert {name for name in names if names.count(name) > 1} == set()


def test_adapters_are_built_in_one_place() -> None:
    """Stages and faces get theirs passed in; only what measures one adapter alone may open it."""
    adapters = {
        "OnnxEmbedder", "Bm25Searcher", "VectorSearcher", "LearnedReranker", "SqlSessionStore", "OpenAIChatModel",
        "GttsSynthesizer", "SentenceEncoder", "CrossEncoderReranker",
        "EspeakSynthesizer", "PiperSynthesizer", "OpenAISynthesizer", "OpenAITranscriber", "SphinxTranscriber",
        "WhisperTranscriber",
    }  # fmt: skip
    for name in MODULES:
        nodes = list(ast.walk(parsed(MODULES[name])))
        used = {node.id for node in nodes if isinstance(node, ast.Name)}
        own = {node.name for node in nodes if isinstance(node, ast.ClassDef)}
        stages_and_faces = {"understanding", "retrieval", "answering", "interfaces", "app"}
        assert group(name) not in stages_and_faces or used.isdisjoint(adapters - own), name


LISTEN = """
import sys
touched = []
def listen(event, args):
    if event == "open" and isinstance(args[2], int) and args[2] & 0o3:
        touched.append(("written", str(args[0])))
    if event == "open" and str(args[0]).endswith((".onnx", ".csv", ".arrow", ".db", "er.txt", "system.txt")):
        touched.append(("read", str(args[0])))
    if event in ("socket.connect", "socket.getaddrinfo", "subprocess.Popen", "os.mkdir"):
        touched.append((event, str(args[:1])))
sys.addaudithook(listen)
"""
IMPORT_ALL = """
import importlib, pkgutil, assistant
for module in pkgutil.walk_packages(assistant.__path__, "assistant."):
    importlib.import_module(module.name)
"""


def imported(code: str, tmp_path: Path) -> subprocess.CompletedProcess[str]:
    """The code in a new process with an empty home, which must stay empty."""
    places = {name: str(tmp_path) for name in ("HOME", "TMPDIR", "XDG_CACHE_HOME", "XDG_CONFIG_HOME")}
    clean = {name: value for name, value in os.environ.items() if not name.startswith("ASSISTANT_")}
    done = subprocess.run(
        [sys.executable, "-B", "-W", "error", "-c", code], capture_output=True, text=True, check=False, timeout=300,
        cwd=tmp_path, env=clean | places,
    )  # fmt: skip
    assert list(tmp_path.iterdir()) == []
    return done


def test_importing_the_package_does_nothing(tmp_path: Path) -> None:
    code = f"{LISTEN}\nimport assistant\nprint(touched, [name for name in {SLOW!r} if name in sys.modules])"
    done = imported(code, tmp_path)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout == "[] []\n"


def test_importing_any_module_does_nothing(tmp_path: Path) -> None:
    code = f"{LISTEN}\n{IMPORT_ALL}\nprint(touched, [name for name in {sorted(TORCHES)!r} if name in sys.modules])"
    done = imported(code, tmp_path)
    assert done.returncode == 0, done.stderr
    assert done.stdout == "[] []\n"
