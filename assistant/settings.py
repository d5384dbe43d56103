"""Every setting of the program, read from the environment (`ASSISTANT_…`) or passed in."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any, Literal
from urllib.parse import urlsplit

from pydantic import Field, SecretStr, ValidationError, field_validator
from pydantic_settings import BaseSettings, SettingsConfigDict

from assistant.errors import SettingsError
from assistant.schema.milvus_address import MilvusAddress, is_milvus

SLOWEST, FASTEST = 0.5, 2.0  # of a voice's own pace: beyond these no voice can be followed

_SHORTEST_KEY = 12


class Settings(BaseSettings):
    """What an owner can choose; each field's environment variable is `ASSISTANT_` and its name in capitals."""

    model_config = SettingsConfigDict(env_prefix="ASSISTANT_", env_ignore_empty=True, frozen=True, extra="ignore")

    catalog: Path | str | None = Field(
        None,
        description="Folder of an imported catalogue, or address of one in Milvus; empty: the demo catalogue.",
    )
    milvus_token: SecretStr = Field(SecretStr(""), description="user:password or key for Milvus; never logged.")
    milvus_database: str = Field("", description="Database of Milvus that holds the catalogue; empty: its default.")
    milvus_timeout_s: float = Field(5.0, gt=0, description="Time Milvus may take for one request.")
    home: Path = Field(
        Path("~/.cache/toy-shopping-assistant").expanduser(),
        description="Folder for what the program keeps: conversations, spoken answers, words to listen for.",
    )
    sessions_url: str = Field("", description="SQLAlchemy URL of the session store; empty: SQLite in `home`.")
    session_days: int = Field(90, ge=0, description="Days after which what was said is deleted; 0 keeps it for good.")
    locale: str = Field("en-GB", description="Language and region of the shopper.")
    voice: Literal["auto", "openai", "piper", "gtts", "espeak", "browser", "off"] = Field(
        "auto",
        description="Who speaks: the speech server, Piper, gTTS, eSpeak NG and the browser, the first that can; or one "
        "of them; or nobody.",
    )
    piper_voice: Path | None = Field(None, description="A voice file of Piper, NAME.onnx; empty: Piper does not speak.")
    listen: Literal["auto", "openai", "whisper", "sphinx", "off"] = Field(
        "auto",
        description="Who listens: the speech server, Whisper and PocketSphinx, the first that can; or one of them, "
        "with PocketSphinx where it fails; or nobody.",
    )
    transcript: Literal["ask", "check"] = Field(
        "ask",
        description="What is done with words that were heard: they are asked at once, or can be corrected before.",
    )
    speech_base_url: str = Field("", description="Address of an OpenAI-compatible speech server; empty: OpenAI's own.")
    speech_api_key: SecretStr = Field(SecretStr(""), description="Key for the speech server; never logged.")
    speech_model: str = Field("", description="Speech model of that server; empty: it does not speak.")
    speech_voice: str = Field(
        "alloy", description="Voice of that model; several, with commas between them, can be chosen among."
    )
    speech_speed: float = Field(
        1.0, ge=SLOWEST, le=FASTEST, description="How fast answers are spoken; 1 is the voice's own pace."
    )
    transcription_model: str = Field("", description="Transcription model of that server; empty: it does not listen.")
    speech_timeout_s: float = Field(8.0, gt=0, description="Total time the speech server may take for one answer.")
    whisper_model: str = Field("base.en", description="Name or folder of the model that Whisper listens with.")
    model_base_url: str = Field(
        "", description="Address of an OpenAI-compatible model; empty: OpenAI's own where there is a key."
    )
    model_name: str = Field("", description="Name of the model at that address.")
    model_api_key: SecretStr = Field(SecretStr(""), description="Key for the model; never logged.")
    model_timeout_s: float = Field(8.0, gt=0, description="Total time a model may take in one turn.")
    coverage_grader: str = Field(
        "", description="Who says which wishes the evidence carries: a grader's name; empty: the built-in rules."
    )
    goal_solver: str = Field(
        "auto", description="Who decides what an answer says: auto (a model where one is set), or a solver's name."
    )
    helper_timeout_s: float = Field(1.0, gt=0, description="Time a helper plugin may take in one turn.")
    live_prices: bool = Field(True, description="Whether the web may be asked for a price when the shopper wants one.")
    pictures: bool = Field(True, description="Whether the pictures that the catalogue names are fetched and shown.")
    basket_url: str = Field(
        "",
        description="Address that puts a toy into the shop's basket, {id} in the place of its id; empty: no button.",
    )
    live_price_timeout_s: float = Field(6.0, gt=0, description="Total time live prices may take in one turn.")
    hyde: bool = Field(True, description="Whether a model may imagine the ideal product for a second round of search.")
    max_rounds: int = Field(2, ge=1, le=5, description="Retrieval rounds at most.")
    encoder_model: str = Field(
        "", description="sentence-transformers model for meaning, a folder or a hub's name; empty: the built-in one."
    )
    reranker_model: str = Field(
        "",
        description="Cross-encoder that orders the best candidates, a folder or a hub's name; empty: the built-in one.",
    )
    owner_key: SecretStr = Field(
        SecretStr(""),
        description="Word that opens the owner's view at `?owner`, of twelve characters or more; empty: there is none.",
    )
    threads: int = Field(2, ge=1, description="Threads for encoding and vector search.")

    @property
    def has_model(self) -> bool:
        """Whether a model is named, and reachable by address or key."""
        return bool(self.model_name and (self.model_base_url or self.model_api_key.get_secret_value()))

    @field_validator("catalog", mode="before")
    @classmethod
    def _is_place(cls, place: object) -> object:
        if isinstance(place, str) and is_milvus(place):
            return str(MilvusAddress.parse(place))
        return Path(place) if isinstance(place, str) else place

    @field_validator("basket_url")
    @classmethod
    def _is_basket_url(cls, url: str) -> str:
        if not url:
            return url
        parts = urlsplit(url)
        fits = parts.scheme == "https" and parts.hostname and "{" not in parts.netloc and not parts.username
        if not fits or re.search(r"\s", url) or "{id}" not in url or re.search(r"[{}]", url.replace("{id}", "")):
            raise ValueError("write it as https://shop.example/basket?add={id}")
        return url

    @field_validator("owner_key")
    @classmethod
    def _is_long(cls, key: SecretStr) -> SecretStr:
        if 0 < len(key.get_secret_value()) < _SHORTEST_KEY:
            raise ValueError(f"use {_SHORTEST_KEY} characters or more")
        return key

    def __init__(self, **values: Any) -> None:
        """Raises `SettingsError`, one line that names the first variable without a usable value."""
        try:
            super().__init__(**values)
        except ValidationError as error:
            first = error.errors()[0]
            name = "ASSISTANT_" + "_".join(str(part) for part in first["loc"]).upper()
            raise SettingsError(f"{name} cannot be used: {first['msg']}.") from error
