"""Voice in and voice out, measured with real sound: sixty spoken questions, and two hundred spoken answers."""

from __future__ import annotations

import shutil
import subprocess
import tempfile
import time
from argparse import Namespace
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from assistant.assistant import Assistant
from assistant.errors import SpeechError
from assistant.evaluation.questions import BUDGETS, PRODUCT_TYPES
from assistant.protocols import Transcriber
from assistant.schema import Constraints
from assistant.settings import Settings
from assistant.speech.listening.audio import wav_seconds
from assistant.speech.listening.recogniser_data import spoken_words
from assistant.speech.speaking.spoken_form import say
from assistant.wiring import make_synthesizer, make_transcriber
from benchmarks import DATA, command_line
from benchmarks.requests.shopping import load_requests

QUESTIONS = DATA / "spoken_questions.txt"
FLITE_VOICES = ("slt", "rms")  # a woman's and a man's
ANSWERS = 200
LONGEST_ANSWER_S = 15.0

Speaker = Callable[[str], bytes]


@dataclass(frozen=True, slots=True)
class Misheard:
    """A question whose ledger came out otherwise."""

    voice: str
    asked: str
    heard: str


@dataclass(frozen=True, slots=True)
class VoiceFigures:
    """`word_error` is words changed, missing or added over words spoken, by voice; the shares are of all recordings."""

    recogniser: str
    questions: int
    word_error: Mapping[str, float]
    mean_word_error: float
    same_ledger: float
    seconds_to_hear: float
    answers: int
    longest_answer_s: float
    answers_too_long: tuple[str, ...]
    misheard: tuple[Misheard, ...]

    def lines(self) -> Iterator[str]:
        """The figures as text."""
        voices = ", ".join(f"{name} {error:.3f}" for name, error in self.word_error.items())
        yield (
            f"voice in: {self.questions} questions by {self.recogniser}, word error {self.mean_word_error:.3f} "
            f"({voices}), same ledger as typed {self.same_ledger:.3f}, {self.seconds_to_hear:.2f} s a question"
        )
        yield from (f"  {miss.voice}: {miss.asked} | {miss.heard}" for miss in self.misheard)
        yield (
            f"voice out: {self.answers} spoken answers, the longest {self.longest_answer_s:.1f} s, "
            f"{len(self.answers_too_long)} over {LONGEST_ANSWER_S:.0f} s"
        )
        yield from (f"  {answer}" for answer in self.answers_too_long)


def load_questions(path: Path = QUESTIONS) -> list[str]:
    """The project's own spoken questions."""
    return path.read_text(encoding="utf-8").splitlines()


def measure_voice(
    shop: Assistant, settings: Settings, *, questions: Sequence[str], answers: int = ANSWERS
) -> VoiceFigures:
    """Listens to questions with the recogniser of the settings, and speaks so many different answers to requests."""
    ear = make_transcriber(shop.catalogue, settings)
    if ear is None:
        raise SpeechError("Listening is switched off. Set ASSISTANT_LISTEN to auto to measure it.")
    speakers = readers(settings)
    start = time.perf_counter()
    heard = {name: [_heard(ear, speak(question)) for question in questions] for name, speak in speakers.items()}
    seconds = (time.perf_counter() - start) / (len(questions) * len(speakers))
    typed = [ledger(shop, question) for question in questions]
    misheard = tuple(
        Misheard(name, question, text)
        for name, texts in heard.items()
        for question, text, wanted in zip(questions, texts, typed, strict=True)
        if ledger(shop, text) != wanted
    )
    errors = {name: round(word_error(questions, texts), 4) for name, texts in heard.items()}
    spoken = _answer_seconds(shop, _espeak(settings) or next(iter(speakers.values())), answers)
    return VoiceFigures(
        recogniser=ear.name,
        questions=len(questions),
        word_error=errors,
        mean_word_error=round(sum(errors.values()) / len(errors), 4),
        same_ledger=round(1 - len(misheard) / (len(questions) * len(speakers)), 4),
        seconds_to_hear=round(seconds, 3),
        answers=len(spoken),
        longest_answer_s=round(max(spoken.values()), 2),
        answers_too_long=tuple(text for text, length in spoken.items() if length >= LONGEST_ANSWER_S),
        misheard=misheard,
    )


def readers(settings: Settings) -> dict[str, Speaker]:
    """Who reads the questions: two voices of flite where it is installed, else eSpeak NG of the extra `voice`."""
    if shutil.which("flite"):
        return {f"flite {voice}": _flite(voice) for voice in FLITE_VOICES}
    if espeak := _espeak(settings):
        return {"eSpeak NG": espeak}
    raise SpeechError("Nobody is here to read the questions. Install flite, or the extra: pip install '.[voice]'")


def ledger(shop: Assistant, text: str) -> tuple[Constraints, ...]:
    """All that is understood of a first message, wish by wish; nothing where there are no words."""
    return tuple(intent.constraints for intent in shop.route(text).intents) if text else ()


def word_error(asked: Sequence[str], heard: Sequence[str]) -> float:
    """Words changed, missing or added, over the words spoken."""
    pairs = [(spoken_words(spoken), spoken_words(text)) for spoken, text in zip(asked, heard, strict=True)]
    return sum(_edits(spoken, text) for spoken, text in pairs) / sum(len(spoken) for spoken, _ in pairs)


def _edits(spoken: Sequence[str], heard: Sequence[str]) -> int:
    """The distance of Levenshtein between two lists of words."""
    row = list(range(len(heard) + 1))
    for at, word in enumerate(spoken, 1):
        diagonal, row[0] = row[0], at
        for column, other in enumerate(heard, 1):
            diagonal, row[column] = row[column], min(row[column] + 1, row[column - 1] + 1, diagonal + (word != other))
    return row[-1]


def _heard(ear: Transcriber, recording: bytes) -> str:
    try:
        return ear.transcribe(recording).text
    except SpeechError:
        return ""


def _answer_seconds(shop: Assistant, speak: Speaker, most: int) -> dict[str, float]:
    """How long the first distinct spoken answers to the project's requests play."""
    answers: dict[str, float] = {}
    wishes = (f"{kind} {budget}" for budget, _ in BUDGETS for kind in PRODUCT_TYPES)
    for text in (*(request.text for request in load_requests()), *wishes):
        if len(answers) == most:
            break
        spoken = shop.ask(text).spoken_answer
        if spoken and spoken not in answers:
            answers[spoken] = wav_seconds(speak(spoken))
    return answers


def _espeak(settings: Settings) -> Speaker | None:
    made = make_synthesizer(settings.model_copy(update={"voice": "espeak"}))
    return (lambda text: made.synthesize(text).audio) if made else None


def _flite(voice: str) -> Speaker:
    program = shutil.which("flite") or "flite"

    def speak(text: str) -> bytes:
        with tempfile.NamedTemporaryFile(suffix=".wav") as file:
            subprocess.run([program, "-voice", voice, "-t", say(text), "-o", file.name], check=True)  # noqa: S603
            return Path(file.name).read_bytes()

    return speak


def main(arguments: Sequence[str] | None = None) -> None:
    """`python -m benchmarks.listening`."""
    parser = command_line.options(__doc__)
    parser.add_argument("--questions", type=int, help="so many of the spoken questions; without it, all")
    parser.add_argument("--answers", type=int, default=ANSWERS, help="how many answers are spoken")
    command_line.run(parser, arguments, _measured)


def _measured(asked: Namespace) -> VoiceFigures:
    settings = Settings()
    with Assistant.open(asked.catalog, settings) as shop:
        return measure_voice(shop, settings, questions=load_questions()[: asked.questions], answers=asked.answers)


if __name__ == "__main__":
    main()
