"""What others deploy from this repository, read as far as files allow; `make test-package` installs and runs it."""

from __future__ import annotations

import importlib
import json
import re
import subprocess
import tomllib
from pathlib import Path
from typing import Any

import pytest
from front import nginx, without_names
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name
from streamlit import config_option
from streamlit.config import get_config_options
from streamlit.runtime.secrets import Secrets

from assistant import Settings
from assistant.interfaces.page.uploads import MAX_MEGABYTES
from assistant.interfaces.page.visits import COOKIE

yaml: Any = importlib.import_module("yaml")  # which brings no types along

ROOT = Path(__file__).resolve().parents[1]
DOCKERFILE = (ROOT / "Dockerfile").read_text(encoding="utf-8")
FINAL_STAGE = DOCKERFILE[DOCKERFILE.rindex("\nFROM ") :]
EXAMPLE = ROOT / ".streamlit" / "secrets.toml.example"
MANY = yaml.safe_load((ROOT / "compose.many.yaml").read_text(encoding="utf-8"))
FRONT = (ROOT / "nginx.conf").read_text(encoding="utf-8")
PAGES = ["page-1", "page-2"]


def _lines(path: Path) -> list[str]:
    return [line for line in path.read_text(encoding="utf-8").splitlines() if line and not line.startswith("#")]


def test_requirements_are_the_dependencies_of_the_project() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    assert _lines(ROOT / "requirements.txt") == project["dependencies"]


def test_the_lock_holds_every_dependency_within_its_range_and_by_hash() -> None:
    """Out of step with pyproject.toml? `make lock` writes it anew."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    locked: dict[str, list[tuple[str, int]]] = {}
    for part in re.split(r"\n(?! )", (ROOT / "requirements.lock").read_text(encoding="utf-8").strip()):
        found = re.match(r"(\S+)==([\w.+!]+)(?: ; .+?)? \\\n", part)
        assert found, part[:80]
        locked.setdefault(canonicalize_name(found[1]), []).append((found[2], part.count("--hash=sha256:")))
    assert all(hashes for versions in locked.values() for _, hashes in versions)
    for wanted in map(Requirement, project["dependencies"]):
        versions = [version for version, _ in locked.get(canonicalize_name(wanted.name), [])]
        assert versions, f"{wanted.name} is not locked"
        assert all(wanted.specifier.contains(version) for version in versions), (wanted, versions)


def test_the_lock_names_no_host_and_brings_no_torch() -> None:
    text = (ROOT / "requirements.lock").read_text(encoding="utf-8")
    assert "://" not in text
    assert not re.search(r"^(?:torch|nvidia-\S+|sentence-transformers)==", text, re.MULTILINE)


def test_every_option_of_the_page_is_one_that_streamlit_knows() -> None:
    sections = tomllib.loads((ROOT / ".streamlit" / "config.toml").read_text(encoding="utf-8"))
    known: dict[str, config_option.ConfigOption] = get_config_options()
    found = {f"{section}.{name}": value for section, values in sections.items() for name, value in values.items()}
    flat = {key: value for key, value in found.items() if not isinstance(value, dict)}
    assert [key for key in flat if key not in known] == []
    assert found["browser.gatherUsageStats"] is False
    # Where Streamlit isn't told an address to print, it asks a service on the web for one.
    assert found["browser.serverAddress"]
    assert found["server.maxUploadSize"] == MAX_MEGABYTES


def test_secrets_of_the_host_become_settings(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("MODEL_BASE_URL", "MODEL_NAME", "MODEL_API_KEY"):
        monkeypatch.setenv(f"ASSISTANT_{name}", "")
        monkeypatch.delenv(f"ASSISTANT_{name}")
    secrets = tmp_path / "secrets.toml"
    secrets.write_bytes(EXAMPLE.read_bytes())
    monkeypatch.setattr("streamlit.config.get_option", lambda name: [str(secrets)] if "secrets" in name else None)
    assert Secrets().load_if_toml_exists()
    settings = Settings()
    assert (settings.model_base_url, settings.model_name) == ("https://api.openai.com/v1", "the-model-you-pay-for")
    assert settings.model_api_key.get_secret_value() == "the-key"


def test_every_secret_of_the_example_is_a_setting() -> None:
    named = re.findall(r"^(?:# )?ASSISTANT_(\w+) =", EXAMPLE.read_text(encoding="utf-8"), re.MULTILINE)
    assert len(named) >= 4
    assert {name.lower() for name in named} <= set(Settings.model_fields)


def test_secrets_are_never_committed() -> None:
    ignored = subprocess.run(["git", "check-ignore", ".streamlit/secrets.toml"], cwd=ROOT, check=False)
    if ignored.returncode == 128:
        pytest.skip("not a checkout of git")
    assert ignored.returncode == 0


def test_the_container_runs_as_an_ordinary_user_and_is_watched() -> None:
    assert re.search(r"^USER (?!root|0\b)\w+$", FINAL_STAGE, re.MULTILINE)
    assert "HEALTHCHECK" in FINAL_STAGE
    command = json.loads(re.findall(r"^CMD (\[.*\])$", FINAL_STAGE, re.MULTILINE)[-1])
    assert command[:5] == ["python", "-m", "streamlit", "run", "app.py"]
    kept = re.search(r"^VOLUME (\S+)$", FINAL_STAGE, re.MULTILINE)
    assert kept
    assert f"ASSISTANT_HOME={kept[1]}" in FINAL_STAGE


def test_the_container_is_given_all_that_it_copies() -> None:
    given = {line.removeprefix("!") for line in _lines(ROOT / ".dockerignore") if line.startswith("!")}
    copies = re.findall(r"^COPY (?!--from)(.+) \S+$", DOCKERFILE, re.MULTILINE)
    copied = {source for sources in copies for source in sources.split()}
    assert copied == given
    assert all((ROOT / name).exists() for name in copied)


def test_the_root_of_the_container_is_read_only() -> None:
    compose = (ROOT / "compose.yaml").read_text(encoding="utf-8")
    for line in ("read_only: true", "cap_drop: [ALL]", "no-new-privileges:true"):
        assert line in compose


def test_each_of_many_services_is_watched_limited_and_of_one_version() -> None:
    services = MANY["services"]
    assert list(services) == [*PAGES, "front", "sessions", "milvus"]
    for name, service in services.items():
        assert "healthcheck" in service or (name in PAGES and "HEALTHCHECK" in FINAL_STAGE), name
        assert float(service["cpus"]) > 0, name
        assert re.fullmatch(r"\d+[mg]", service["mem_limit"]), name
        assert "build" in service or re.search(r":v?\d+\.?\d*[\w.-]*$", service["image"]), name
        assert all(on in services for on in service.get("depends_on", {})), name
    # Nobody reaches the database or a page but through the front, and that one only from this machine.
    assert [name for name, service in services.items() if "ports" in service] == ["front"]
    assert services["front"]["ports"] == ["127.0.0.1:8501:8080"]
    for name in (*PAGES, "front"):
        assert (services[name]["read_only"], services[name]["cap_drop"]) == (True, ["ALL"])


def test_many_pages_share_the_conversations_and_nothing_else() -> None:
    services = MANY["services"]
    assert services["page-1"] == services["page-2"]
    page, database = services["page-1"], services["sessions"]["environment"]
    settings = {name.removeprefix("ASSISTANT_").lower() for name in page["environment"]}
    assert settings == {"sessions_url"}
    assert settings <= set(Settings.model_fields)
    address = page["environment"]["ASSISTANT_SESSIONS_URL"]
    assert address.startswith(f"postgresql://{database['POSTGRES_USER']}:${{SESSIONS_PASSWORD:?")
    assert address.endswith(f"}}@sessions/{database['POSTGRES_DB']}?connect_timeout=5")
    assert database["POSTGRES_PASSWORD"].startswith("${SESSIONS_PASSWORD:?")
    assert "volumes" not in page
    extras = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["optional-dependencies"]
    assert page["build"]["args"]["EXTRAS"] == "[postgres]"
    assert {"postgres", "milvus"} <= set(extras)
    assert 'pip install --no-cache-dir ".${EXTRAS}"' in DOCKERFILE


def test_a_milvus_of_one_server_keeps_its_things_on_its_volume() -> None:
    milvus = MANY["services"]["milvus"]
    assert milvus["profiles"] == ["milvus"]
    assert milvus["image"] == "milvusdb/milvus:v2.6.17"
    assert milvus["command"] == ["milvus", "run", "standalone"]
    (config,) = milvus["configs"]
    assert milvus["environment"] == {
        "DEPLOY_MODE": "STANDALONE", "ETCD_USE_EMBED": "true", "ETCD_DATA_DIR": "/var/lib/milvus/etcd",
        "ETCD_CONFIG_PATH": config["target"], "COMMON_STORAGETYPE": "local",
    }  # fmt: skip
    assert milvus["volumes"] == ["milvus:/var/lib/milvus"]
    assert yaml.safe_load(MANY["configs"][config["source"]]["content"])["listen-client-urls"]
    for page in PAGES:  # who runs none does not wait for it
        assert MANY["services"][page]["depends_on"]["milvus"] == {"condition": "service_healthy", "required": False}


def test_the_front_knows_every_page_and_leads_a_browser_to_the_same_one() -> None:
    assert re.findall(r"^ +server (\S+):8501 ", FRONT, re.MULTILINE) == PAGES
    assert f"hash $cookie_{COOKIE} consistent;" in FRONT
    assert f"client_max_body_size {MAX_MEGABYTES + 1}m;" in FRONT
    for header in ("Host $http_host", "Upgrade $http_upgrade", "Connection $connection_upgrade"):
        assert f"proxy_set_header {header};" in FRONT


def test_nginx_takes_the_front_s_settings(tmp_path: Path) -> None:
    (tmp_path / "nginx.conf").write_text(without_names(FRONT, tmp_path, dict.fromkeys(PAGES, "127.0.0.1:1"), 1))
    checked = subprocess.run(
        [nginx(), "-t", "-c", tmp_path / "nginx.conf"], capture_output=True, text=True, check=False
    )
    assert checked.returncode == 0, checked.stderr
