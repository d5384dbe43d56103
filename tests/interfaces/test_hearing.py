"""What a spoken question becomes: asked at once, shown first where a word may be wrong, or asked back."""

from __future__ import annotations

import pytest

from assistant import Assistant
from assistant.errors import SpeechError
from assistant.interfaces.widgets.microphone import READER_UNSURE, Heard, doubted, understood
from assistant.protocols import Transcript
from assistant.schema import MessageReading, Span

ASKED = "a kite under ten pounds please"


class Ear:
    """Hears what it is told to."""

    name = "ear"

    def __init__(self, text: str = ASKED, *unsure: str, problem: str = "") -> None:
        self.heard, self.problem = Transcript(text, self.name, 0.8, unsure), problem

    def transcribe(self, wav: bytes) -> Transcript:
        if self.problem:
            raise SpeechError(self.problem)
        return self.heard


def heard(shop: Assistant, ear: Ear, typed: str = "", *, check: bool = False) -> Heard:
    return understood(typed, b"", ear, lambda text: shop.read(text, "spoken"), check=check)


def test_words_that_were_heard_well_are_asked_at_once(shop: Assistant) -> None:
    assert heard(shop, Ear()) == Heard(ASKED, "ear")
    assert heard(shop, Ear("under ten pounds"), "a kite\n") == Heard("a kite under ten pounds", "ear")


def test_a_word_that_may_be_wrong_is_shown_before_anything_is_asked(shop: Assistant) -> None:
    assert heard(shop, Ear(ASKED, "kite")) == Heard(ASKED, "ear", to_correct=True, doubts=("kite",))
    assert heard(shop, Ear(ASKED, "ten", "kite")).doubts == ("ten", "kite")


def test_a_doubtful_word_on_which_nothing_rests_holds_nothing_up(shop: Assistant) -> None:
    assert heard(shop, Ear(ASKED, "please")) == Heard(ASKED, "ear")


def test_what_cannot_be_made_out_is_asked_back(shop: Assistant) -> None:
    assert heard(shop, Ear(problem="Say it again.")) == Heard("", problem="Say it again.")
    assert heard(shop, Ear(problem="Say it again."), "a kite") == Heard("a kite", "", "Say it again.", to_correct=True)


def test_whoever_wants_to_correct_everything_sees_everything(shop: Assistant) -> None:
    assert heard(shop, Ear(), check=True) == Heard(ASKED, "ear", to_correct=True)


@pytest.mark.parametrize(("sureness", "doubts"), [(READER_UNSURE, ()), (READER_UNSURE - 0.01, ("bat kite",))])
def test_the_readers_own_doubt_counts_too(sureness: float, doubts: tuple[str, ...]) -> None:
    reading = MessageReading(("find",), (Span("kind", "bat kite", 2, 10, confidence=sureness),))
    assert doubted((), reading) == doubts


def test_a_doubt_of_both_is_told_once_and_however_it_is_written() -> None:
    reading = MessageReading(("find",), (Span("brand", "Café", 0, 4, confidence=0.1),))
    assert doubted(("CAFÉ",), reading) == ("CAFÉ", "Café")
    assert doubted(("Café",), reading) == ("Café",)
