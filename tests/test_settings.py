"""Settings: read from the environment or passed in, never guessed, and never telling the key."""

from __future__ import annotations

from pathlib import Path

import pytest
from pydantic import ValidationError

from assistant import Settings
from assistant.errors import SettingsError

FIELDS = {
    "catalog", "home", "sessions_url", "session_days", "locale", "voice", "model_base_url", "model_name",
    "model_api_key", "model_timeout_s", "coverage_grader", "goal_solver", "helper_timeout_s", "live_prices",
    "live_price_timeout_s", "hyde", "max_rounds", "threads", "encoder_model", "reranker_model",
    "listen", "transcript",
    "speech_base_url", "speech_api_key", "speech_model", "speech_voice", "speech_speed", "transcription_model",
    "speech_timeout_s", "whisper_model", "piper_voice", "pictures", "basket_url", "owner_key", "milvus_token",
    "milvus_database", "milvus_timeout_s",
}  # fmt: skip


@pytest.fixture(autouse=True)
def bare(monkeypatch: pytest.MonkeyPatch) -> None:
    """No variable of the test run counts."""
    monkeypatch.delenv("ASSISTANT_HOME", raising=False)


def test_without_any_variable_nothing_is_needed() -> None:
    settings = Settings()
    assert settings.catalog is None
    assert settings.home == Path.home() / ".cache" / "toy-shopping-assistant"
    assert settings.model_base_url == settings.model_api_key.get_secret_value() == ""
    assert (settings.voice, settings.locale) == ("auto", "en-GB")
    assert settings.live_prices


@pytest.mark.parametrize(
    ("told", "has_model"),
    [
        ({"model_name": "m", "model_api_key": "sk-1"}, True),
        ({"model_name": "m", "model_base_url": "http://localhost:11434/v1"}, True),
        ({"model_base_url": "http://localhost:11434/v1", "model_api_key": "sk-1"}, False),
        ({"model_name": "m"}, False),
    ],
)
def test_a_model_has_a_name_and_a_way_to_it(told: dict[str, str], has_model: bool) -> None:
    assert Settings(**told).has_model == has_model


def test_every_field_says_what_it_is_for_and_there_is_no_other() -> None:
    assert set(Settings.model_fields) == FIELDS
    assert all((field.description or "").endswith(".") for field in Settings.model_fields.values())


@pytest.mark.parametrize(
    ("name", "text", "value"),
    [
        ("CATALOG", "/srv/toys", Path("/srv/toys")),
        ("CATALOG", "milvus://host:19530/toys", "milvus://host:19530/toys"),
        ("HOME", "/srv/home", Path("/srv/home")),
        ("SESSIONS_URL", "postgresql://shop@db/chats", "postgresql://shop@db/chats"),
        ("LOCALE", "en-US", "en-US"),
        ("VOICE", "browser", "browser"),
        ("MODEL_TIMEOUT_S", "2.5", 2.5),
        ("LIVE_PRICES", "false", False),
        ("LIVE_PRICES", "0", False),
        ("MAX_ROUNDS", "5", 5),
        ("THREADS", "1", 1),
        ("PICTURES", "false", False),
        ("BASKET_URL", "https://shop.example/basket?add={id}&n=1", "https://shop.example/basket?add={id}&n=1"),
    ],
)
def test_a_variable_sets_its_field(name: str, text: str, value: object, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(f"ASSISTANT_{name}", text)
    assert getattr(Settings(), name.lower()) == value


@pytest.mark.parametrize("name", sorted(FIELDS))
def test_an_empty_variable_is_as_good_as_none(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(f"ASSISTANT_{name.upper()}", "")
    assert getattr(Settings(), name) == getattr(Settings.model_construct(), name)


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("VOICE", "loud"), ("MODEL_TIMEOUT_S", "0"), ("MODEL_TIMEOUT_S", "-1"), ("MODEL_TIMEOUT_S", "soon"),
        ("LIVE_PRICES", "perhaps"), ("LIVE_PRICE_TIMEOUT_S", "0"), ("MAX_ROUNDS", "0"), ("MAX_ROUNDS", "6"),
        ("BASKET_URL", "https://shop.example/basket"), ("BASKET_URL", "http://shop.example/{id}"),
        ("BASKET_URL", "javascript:alert('{id}')"), ("BASKET_URL", "https://{id}.example/"),
        ("BASKET_URL", "https://shop.example/{id}/{price}"), ("BASKET_URL", "https://u@shop.example/{id}"),
        ("BASKET_URL", "https://shop.example/ {id}"), ("BASKET_URL", "https://[/{id}"),
        ("MAX_ROUNDS", "1.5"), ("THREADS", "0"), ("THREADS", "many"), ("MODEL_TIMEOUT_S", "nan"),
    ],
)  # fmt: skip
def test_a_value_that_cannot_be_used_is_refused(name: str, text: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(f"ASSISTANT_{name}", text)
    with pytest.raises(SettingsError, match=rf"^ASSISTANT_{name} cannot be used: [^\n]+\.$"):
        Settings()


def test_what_is_passed_in_comes_before_the_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ASSISTANT_THREADS", "3")
    assert Settings(threads=4).threads == 4


def test_variables_of_other_programs_are_none_of_ours(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("THREADS", "7")
    monkeypatch.setenv("OPENAI_API_KEY", "sk-1")
    monkeypatch.setenv("ASSISTANT_UNHEARD_OF", "1")
    assert Settings() == Settings.model_construct()


def test_settings_do_not_change() -> None:
    with pytest.raises(ValidationError):
        Settings().threads = 3  # type: ignore[misc]


def test_the_key_is_never_printed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ASSISTANT_MODEL_API_KEY", "sk-very-secret")
    settings = Settings()
    assert settings.model_api_key.get_secret_value() == "sk-very-secret"
    assert "very-secret" not in repr(Settings(owner_key="sk-very-secret"))
    shown = (repr(settings), str(settings), settings.model_dump_json(), str(settings.model_dump()))
    assert all("very-secret" not in text for text in shown)
