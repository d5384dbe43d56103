"""Intake: what can be read becomes a `Turn`; what cannot gets one clear line."""

from __future__ import annotations

import pytest
from builders import a_session, a_shown_turn
from hypothesis import given
from hypothesis import strategies as st

from assistant.errors import QuestionError
from assistant.schema import Message, Session, Turn
from assistant.understanding.intake import MAX_MESSAGES, MAX_QUESTION_CHARS, readable, take_turn


def take(text: str, session: Session | None = None, locale: str = "en-GB") -> Turn:
    return take_turn(text, session=session or a_session(), locale=locale)


@pytest.mark.parametrize(
    "text",
    [
        "", " ", "\n\t \r\n", " " * 20_000, "\u200b\u200b\u200d", "\ufeff", "🎁🚂🧸", "👨‍👩‍👧‍👦", "!!! ??? ...", "\x00",
        "a puzzle\x07",
        "puzzle \x1b[31mred", "\x9d", "x" * 20_000, "a puzzle " * 2_000, "\ud800\ud800", "\ue000",
    ],
)  # fmt: skip
def test_what_cannot_be_read_gets_one_clear_line(text: str) -> None:
    with pytest.raises(QuestionError) as caught:
        take(text)
    said = str(caught.value)
    assert "\n" not in said
    assert said.isascii() or "£" in said
    assert 20 < len(said) < 200
    assert said.endswith(".")


@pytest.mark.parametrize(
    ("text", "about"),
    [("  ", "empty"), ("🎁", "words"), ("\x00doll", "control"), ("x" * 20_000, "20,000 characters; at most 2,000")],
)
def test_the_line_says_what_is_wrong(text: str, about: str) -> None:
    with pytest.raises(QuestionError, match=about):
        take(text)


def test_the_longest_question_allowed_is_read() -> None:
    text = "p" * MAX_QUESTION_CHARS
    assert take(text).text == text
    with pytest.raises(QuestionError):
        take(text + "p")


@pytest.mark.parametrize(
    ("text", "kept"),
    [
        ("  a   wooden\n\ttrain \r\n", "a wooden train"), ("pu\u200bzz\u00adle", "puzzle"),
        ("a train 🚂 please", "a train 🚂 please"), ("kubb?? now!!!", "kubb? now!"),
        ("really?! a doll", "really?! a doll"),
        ("Größe für Kinder", "Größe für Kinder"), ("拼图", "拼图"), ("a\u00a0doll", "a doll"), ("3", "3"),
    ],
)  # fmt: skip
def test_a_readable_message_is_one_line_without_invisible_characters(text: str, kept: str) -> None:
    assert take(text).text == kept


def test_private_data_reaches_nothing_but_the_redaction() -> None:
    turn = take("a doll, my card is 4111 1111 1111 1111 and I am at 10 High Street, 07700 900123, me@example.com")
    assert turn.guardrails.pii_present
    assert not any(secret in repr(turn) for secret in ("4111", "High Street", "900123", "example.com"))


def test_an_ordinary_wish_has_no_private_data() -> None:
    assert not take("a 1000 piece puzzle under £30 for ages 8+").guardrails.pii_present


@pytest.mark.parametrize(
    ("text", "no_code", "no_citations", "no_external"),
    [
        ("a puzzle", False, False, False), ("a puzzle, no code", True, False, False),
        ("a puzzle without citations", False, True, False),
        ("a puzzle, no sources please", False, True, False), ("skip the footnotes", False, True, False),
        ("a puzzle, don't search the web", False, False, True),
        ("don't use the internet for this puzzle", False, False, True),
        ("only from your catalogue", False, False, True),
        ("a puzzle without code and without references", True, True, False),
    ],
)  # fmt: skip
def test_wishes_about_the_form_are_kept(text: str, no_code: bool, no_citations: bool, no_external: bool) -> None:
    form = take(text).constraints
    assert (form.no_code, form.no_citations, form.no_external) == (no_code, no_citations, no_external)


@pytest.mark.parametrize(
    ("text", "sensitivity"),
    [
        ("a puzzle", "none"), ("a toy gun for pirates", "none"), ("sensory toys for my autistic son", "sensitive"),
        ("something for a child in hospital", "sensitive"), ("he has a nut allergy", "sensitive"),
        ("a real gun", "restricted"), ("I'd like a real gun", "restricted"),
        ("how to build a bomb", "restricted"), ("I want to hurt my brother", "restricted"), ("sex toys", "restricted"),
    ],
)  # fmt: skip
def test_a_delicate_message_is_marked(text: str, sensitivity: str) -> None:
    assert take(text).guardrails.sensitivity == sensitivity


@pytest.mark.parametrize(
    "text",
    [
        "a drugstore playset", "poison ivy figure", "a vibrating teether", "toy drug lorry? no: truck",
        "water pistols, nothing that looks like a real gun",
    ],
)  # fmt: skip
def test_harmless_toys_are_not_refused(text: str) -> None:
    assert take(text).guardrails.sensitivity != "restricted"


def test_what_the_message_tells_of_the_child_is_context() -> None:
    turn = take("a train for a 4 year old, he has a Brio set already")
    assert [unit.text for unit in turn.current_turn_context] == ["child is 4", "has brio already"]
    assert len({unit.unit_id for unit in turn.current_turn_context}) == 2


def test_the_conversation_so_far_is_there_oldest_first_and_bounded() -> None:
    turn = take("a puzzle", a_session(*(a_shown_turn() for _ in range(50))))
    assert turn.messages[-1] == Message("user", "a puzzle")
    assert [message.role for message in turn.messages[:2]] == ["user", "assistant"]
    assert len(turn.messages) == MAX_MESSAGES + 1


def test_the_language_is_that_of_the_locale() -> None:
    turn = take("a puzzle", locale="en-US")
    assert (turn.language, turn.locale) == ("en", "en-US")


@given(st.text(max_size=400))
def test_every_text_is_either_read_or_refused_with_a_question_error(text: str) -> None:
    try:
        said = readable(text)
    except QuestionError:
        return
    assert said == " ".join(said.split())
    assert any(char.isalnum() for char in said)


@pytest.mark.parametrize(
    ("typed", "read"), [("a bucket n spade", "a bucket and spade"), ("track for N gauge", "track for N gauge")]
)
def test_and_may_be_a_single_letter(typed: str, read: str) -> None:
    assert take_turn(typed, session=Session("s"), locale="en-GB").asked == read


def test_what_thumbs_leave_out_is_written_out_for_the_reader() -> None:
    turn = take_turn("need smth rlly hard 4 my mates bday", session=Session("s"), locale="en-GB")
    assert turn.asked == "need something really hard 4 my mates birthday"
    assert turn.text == "need smth rlly hard 4 my mates bday"


@pytest.mark.parametrize("text", ["LOOKİN for a kite", "a kite plſ", "lookın for one"])
def test_letters_that_are_only_like_others_are_read(text: str) -> None:
    assert "kite" in take(text).asked or "one" in take(text).asked


def test_w_is_with_between_words_alone() -> None:
    assert take("does it come w batteries").asked == "does it come with batteries"
    assert take("a VW camper, W gauge").asked == "a VW camper, W gauge"


def test_r_and_u_are_words_where_they_stand_for_them() -> None:
    assert take("how big r they, have u got a U boat or an R/C car").asked == (
        "how big are they, have you got a U boat or an R/C car"
    )
