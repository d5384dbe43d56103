"""Who listens, in what order, and what each makes of a recording."""

from __future__ import annotations

import shutil
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from recordings_made import in_noise, noise, question, silence, spoken, syllables, wav_of
from speech_server import SpeechLoopback, speech_server

from assistant import Assistant, Settings, resources
from assistant.adapters.resilience import Breaker
from assistant.catalogue.store import CatalogueStore
from assistant.errors import SpeechError
from assistant.language.text import fold
from assistant.protocols import Transcriber, Transcript
from assistant.speech.listening.recogniser_data import DICTIONARY, MODEL
from assistant.speech.listening.recognition import Listeners
from assistant.speech.listening.sphinx import SphinxTranscriber
from assistant.speech.listening.whisper import WhisperTranscriber
from assistant.speech.remote import OpenAITranscriber, SpeechServer
from assistant.wiring import make_catalogue, make_lexicon, make_transcriber
from benchmarks.listening import ledger, load_questions, readers

ASKED = "I want a wooden train set under thirty pounds"


@pytest.fixture(scope="module")
def ear(shop: Assistant, tmp_path_factory: pytest.TempPathFactory) -> Transcriber:
    settings = Settings(home=tmp_path_factory.mktemp("ear"), listen="sphinx")
    made = make_transcriber(shop.catalogue, settings)
    assert made
    return made


@pytest.fixture
def loopback() -> Iterator[SpeechLoopback]:
    with speech_server() as server:
        yield server


def remote(loopback: SpeechLoopback, *, timeout_s: float = 30.0, hints: tuple[str, ...] = ()) -> OpenAITranscriber:
    server = SpeechServer(base_url=loopback.base_url, api_key="k", timeout_s=timeout_s, breaker=Breaker(1, 60))
    return OpenAITranscriber(server, model="listener", language="en", hints=hints)


class Listener:
    def __init__(self, name: str, text: str = "", error: str = "") -> None:
        self.name, self.text, self.error = name, text, error
        self.heard = 0

    def transcribe(self, wav: bytes) -> Transcript:
        self.heard += 1
        if self.error:
            raise SpeechError(self.error)
        return Transcript(self.text, self.name)


@pytest.mark.long
@pytest.mark.skipif(not shutil.which("flite"), reason="needs flite: PocketSphinx hardly understands eSpeak NG")
def test_pocketsphinx_hears_a_request_and_its_numbers(shop: Assistant, ear: Transcriber) -> None:
    heard = ear.transcribe(readers(Settings())["flite rms"](ASKED))
    assert heard.recogniser == "PocketSphinx on this machine"
    (understood,) = ledger(shop, heard.text)
    assert understood.budget
    assert understood.budget.max == 30
    assert understood.budget.currency == "GBP"
    assert understood.material == "wood"


@pytest.mark.long
@pytest.mark.skipif(not shutil.which("flite"), reason="needs flite: PocketSphinx hardly understands eSpeak NG")
def test_pocketsphinx_knows_how_sure_it_is_and_asks_back_in_noise(ear: Transcriber) -> None:
    recording = readers(Settings())["flite rms"](ASKED)
    heard = ear.transcribe(recording)
    assert heard.confidence
    assert 0.8 < heard.confidence <= 1
    assert heard.unsure == ()
    with pytest.raises(SpeechError, match="could not hear you well enough"):
        ear.transcribe(in_noise(recording, 16))


@pytest.mark.skipif(not shutil.which("flite"), reason="needs flite: PocketSphinx hardly understands eSpeak NG")
def test_what_is_unsure_is_a_word_that_was_heard(ear: Transcriber, tmp_path: Path) -> None:
    heard = ear.transcribe(in_noise(question(tmp_path), 24))
    assert heard.unsure
    assert set(map(fold, heard.unsure)) < set(fold(heard.text).split())


def test_a_voice_that_is_hardly_understood_is_asked_to_say_it_again(ear: Transcriber, tmp_path: Path) -> None:
    with pytest.raises(SpeechError, match="Say it again"):
        ear.transcribe(spoken("a jigsaw under ten pounds", tmp_path))


@pytest.mark.skipif(not shutil.which("flite"), reason="needs flite: PocketSphinx hardly understands eSpeak NG")
def test_the_same_recording_gives_the_same_words(ear: Transcriber) -> None:
    speak = readers(Settings())["flite rms"]
    recording, other = speak("a jigsaw under ten pounds"), speak("a doll for my niece")
    first = ear.transcribe(recording)
    ear.transcribe(other)
    assert ear.transcribe(recording) == first


@pytest.mark.parametrize("recording", [silence(), noise(), b"", b"RIFFbroken", wav_of(syllables(60))])
def test_where_nobody_speaks_no_recogniser_is_asked(recording: bytes) -> None:
    listener = Listener("one", "a train")
    with pytest.raises(SpeechError):
        Listeners([listener]).transcribe(recording)
    assert listener.heard == 0


def test_the_next_listens_where_one_cannot() -> None:
    away, here = Listener("away", error="gone"), Listener("here", "a train")
    chain = Listeners([away, here])
    assert chain.name == "away"
    assert chain.transcribe(wav_of(syllables(1))) == Transcript("a train", "here")
    with pytest.raises(SpeechError, match="gone"):
        Listeners([away]).transcribe(wav_of(syllables(1)))


def test_a_server_hears_with_the_brands_as_a_hint(loopback: SpeechLoopback) -> None:
    recording = wav_of(syllables(1))
    loopback.knows(recording, " A Tinderbrook train\n")
    heard = remote(loopback, hints=("Tinderbrook", "Harrow & Finch")).transcribe(recording)
    assert heard == Transcript("A Tinderbrook train", "listener on a speech server")
    (asked,) = loopback.transcribed
    assert (asked["model"], asked["language"], asked["prompt"]) == ("listener", "en", "Tinderbrook, Harrow & Finch")


def test_a_hint_stays_short(loopback: SpeechLoopback) -> None:
    recording = wav_of(syllables(1))
    loopback.knows(recording, "a train")
    remote(loopback, hints=tuple(f"Brand number {number}" for number in range(500))).transcribe(recording)
    assert 400 < len(loopback.transcribed[0]["prompt"]) <= 600


def test_a_server_that_hears_nothing_says_so(loopback: SpeechLoopback) -> None:
    with pytest.raises(SpeechError, match="any words"):
        remote(loopback).transcribe(wav_of(syllables(1)))


def test_a_server_that_fails_rests(loopback: SpeechLoopback) -> None:
    recording, listener = wav_of(syllables(1)), remote(loopback)
    loopback.status = 500
    with pytest.raises(SpeechError, match="could not be reached"):
        listener.transcribe(recording)
    loopback.status = 200
    with pytest.raises(SpeechError, match="tried again"):
        listener.transcribe(recording)


def test_a_server_that_hangs_is_given_up_in_time(loopback: SpeechLoopback) -> None:
    loopback.wait_s = 3
    start = time.monotonic()
    with pytest.raises(SpeechError, match="within"):
        remote(loopback, timeout_s=0.5).transcribe(wav_of(syllables(1)))
    assert time.monotonic() - start < 2.5


def _once_loaded(whisper: WhisperTranscriber) -> Transcript:
    until = time.monotonic() + 30
    while True:
        try:
            return whisper.transcribe(wav_of(syllables(1)))
        except SpeechError as error:
            if "still" not in str(error) or time.monotonic() > until:
                raise
        time.sleep(0.05)


def test_whisper_without_its_model_leaves_it_to_the_next(tmp_path: Path) -> None:
    whisper = WhisperTranscriber(model=str(tmp_path / "no-model"), language="en")
    with pytest.raises(SpeechError, match=r"still being loaded|could not be loaded"):  # a fast machine is done at once
        whisper.transcribe(wav_of(syllables(1)))
    with pytest.raises(SpeechError, match="could not be loaded"):
        _once_loaded(whisper)
    chain = Listeners([whisper, Listener("here", "a train")])
    assert chain.transcribe(wav_of(syllables(1))) == Transcript("a train", "here")


def test_the_settings_choose_who_listens(shop: Assistant, tmp_path: Path, loopback: SpeechLoopback) -> None:
    def first(**chosen: str) -> str:
        made = make_transcriber(shop.catalogue, Settings.model_validate({"home": tmp_path, **chosen}))
        return made.name if made else ""

    server = {"transcription_model": "listener", "speech_base_url": loopback.base_url}
    assert first(listen="off") == ""
    assert first(listen="sphinx") == "PocketSphinx on this machine"
    assert first(listen="auto", **server) == "listener on a speech server"
    assert first(listen="openai", **server) == "listener on a speech server"
    assert first(listen="openai") == "PocketSphinx on this machine"


def test_nothing_is_loaded_before_the_first_recording() -> None:
    called: list[str] = []

    def lexicon() -> Path:
        called.append("loaded")
        raise SpeechError("no words here")

    listener = SphinxTranscriber(lexicon)
    with pytest.raises(SpeechError, match="heard nothing"):
        listener.transcribe(silence())
    assert not called
    with pytest.raises(SpeechError, match="no words here"):
        listener.transcribe(wav_of(syllables(1)))
    assert called == ["loaded"]


def test_it_can_be_made_ready_before_anybody_speaks(demo_folder: Path) -> None:
    called: list[str] = []

    def lexicon() -> Path:
        called.append("loaded")
        return demo_folder / "gone"

    chain = Listeners([SphinxTranscriber(lexicon)])
    with pytest.raises(SpeechError, match="cannot be understood here"):
        chain.load()
    assert called == ["loaded"]
    Listeners([Listener("server", "a train"), SphinxTranscriber(lexicon)]).load()
    assert called == ["loaded"]


def test_a_damaged_model_is_a_plain_word(tmp_path: Path) -> None:
    (tmp_path / MODEL).write_text("\\data\\\nnonsense")
    (tmp_path / DICTIONARY).write_text("train T R EY N\n")
    listener = SphinxTranscriber(lambda: tmp_path)
    with pytest.raises(SpeechError, match="type it"):
        listener.transcribe(wav_of(syllables(1)))


@pytest.fixture(scope="module")
def imported(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A small catalogue as an import leaves it."""
    base = tmp_path_factory.mktemp("listening")
    (base / "toys.csv").write_text("title,brand,price\nFarm Train,Tinderbrook,£9\nRiver Boat,Marlcombe,£8\n", "utf-8")
    make_catalogue(base / "toys.csv", base / "catalogue")
    return base / "catalogue"


@pytest.fixture
def small(imported: Path, tmp_path: Path) -> Path:
    """A copy of it, which a test may break."""
    return Path(shutil.copytree(imported, tmp_path / "small"))


@pytest.mark.long
def test_an_import_makes_the_words_to_listen_for(small: Path, tmp_path: Path) -> None:
    home = tmp_path / "home"
    found = make_lexicon(CatalogueStore.open(small), Settings(home=home))
    assert found == small / ".listening"
    assert not home.exists()
    words = {line.split()[0] for line in (found / DICTIONARY).read_text("utf-8").splitlines()}
    assert {"marlcombe", "tinderbrook", "thirty", "pounds", "cheaper"} <= words


@pytest.mark.long
def test_the_words_of_the_shipped_demo_are_kept_in_home(shop: Assistant, demo_folder: Path, tmp_path: Path) -> None:
    found = make_lexicon(shop.catalogue, Settings(home=tmp_path))
    assert tmp_path in found.parents
    assert not (demo_folder / ".listening").exists()


@pytest.mark.long
def test_where_the_catalogue_cannot_be_written_home_keeps_the_words(small: Path, tmp_path: Path) -> None:
    shutil.rmtree(small / ".listening")
    (small / ".listening").write_text("in the way")
    catalogue = CatalogueStore.open(small)
    assert (tmp_path / "home") in make_lexicon(catalogue, Settings(home=tmp_path / "home")).parents
    (tmp_path / "file").write_text("in the way too")
    with pytest.raises(SpeechError, match="cannot be saved"):
        make_lexicon(catalogue, Settings(home=tmp_path / "file"))


@pytest.mark.long
def test_words_of_another_catalogue_are_made_anew(small: Path, tmp_path: Path) -> None:
    (small / ".listening" / "key").write_text("of another catalogue")
    before = (small / ".listening" / "model.arpa").stat().st_mtime_ns
    catalogue, settings = CatalogueStore.open(small), Settings(home=tmp_path / "home")
    made = make_lexicon(catalogue, settings)
    assert (made / MODEL).stat().st_mtime_ns > before
    again = (made / MODEL).stat().st_mtime_ns
    make_lexicon(catalogue, settings)
    assert (made / MODEL).stat().st_mtime_ns == again


def test_the_spoken_questions_are_in_no_template() -> None:
    """What is listened for was not written from the questions: they share no longer runs of words than any two do."""

    def runs(text: str, length: int) -> set[tuple[str, ...]]:
        words = text.casefold().replace("-", " ").split()
        return {tuple(words[at : at + length]) for at in range(len(words) - length + 1)}

    examples = (resources.SPEECH / "examples.txt").read_text("utf-8").splitlines()
    grammar = (resources.SPEECH / "requests.txt").read_text("utf-8").replace("|", "\n").splitlines()
    for texts, length in ((examples, 4), (grammar, 6)):
        asked = set().union(*(runs(question, length) for question in load_questions()))
        assert asked.isdisjoint(set().union(*(runs(text, length) for text in texts)))
