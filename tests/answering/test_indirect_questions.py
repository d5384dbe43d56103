"""Questions turned round: grammatical, or not at all."""

from __future__ import annotations

import pytest

from assistant.answering.saying.indirect_questions import indirect, own_question, plural, third_person, which_one


@pytest.mark.parametrize(
    ("question", "clause"),
    [
        ("does it fold up or come with a box", "whether it folds up or comes with a box"),
        ("how big is it when its done?", "how big it is when it is done"),
        ("how long does the battery last", "how long the battery lasts"),
        ("does her hair come off", "whether her hair comes off"),
        ("how many bricks in that?", "how many bricks are in that"),
        ("how many pieces are there?", "how many pieces there are"),
        ("what colours are there", "what colours there are"),
        ("how many cards are there in the box", "how many cards there are in the box"),
        ("Does it float?", "whether it floats"), ("is it washable", "whether it is washable"),
        ("can my son use it outside", "whether your son can use it outside"), ("how heavy is it", "how heavy it is"),
        ("how many batteries does it need", "how many batteries it needs"),
        ("what colour are the wheels?", "what colour the wheels are"), ("whats the weight", "what the weight is"),
        ("wheres it made", "where it is made"), ("does it rely on batteries", "whether it relies on batteries"),
        ("does it actually make a noise", "whether it actually makes a noise"),
        ("will it fit my Brio track pls", "whether it will fit your Brio track"),
        ("would my Brio trains run on it", "whether your Brio trains would run on it"),
        ("do i blow it up myself", "whether you blow it up yourself"),
        ("can my two boys play it", "whether your two boys can play it"),
        ("is there a bag", "whether there is a bag"), ("is there figures in it", "whether there are figures in it"),
        ("who makes it", "who makes it"),
        ("do the fabric bits come off", "whether the fabric bits come off"),
        ("does this one work with alexa please", "whether this one works with alexa"),
        ("does it say mama", "whether it says mama"),
        ("how many can play it", "how many can play it"), ("What's in the box?", "what is in the box"),
        ("how long does a game take?", "how long a game takes"), ("who can play with it", "who can play with it"),
        ("can he play it on his own or does it need two of them?",
         "whether he can play it on his own or whether it needs two of them"),
        ("do you have to buy tools for it", "whether you have to buy tools for it"),
        ("Are the first ones machine washable", "whether the first ones are machine washable"),
        ("what animals are in the set?", "what animals are in the set"),
        ("What exactly comes with the set", "what comes with the set"),
        ("is it loud cos my mum will kill me", "whether it is loud"),
        ("does it fly", "whether it flies"), ("does it have a lid", "whether it has a lid"),
        ("can two play it?", "whether two can play it"),
        ("how far away does it work from?", "how far away it works from"),
        ("Are glue and paint included?", "whether glue and paint are included"),
        ("how tall?", "how tall it is"), ("what age?", "what age it is for"), ("what size", "what size it is"),
        ("how many pieces", "how many pieces"),
    ],
)  # fmt: skip
def test_a_question_becomes_a_clause(question: str, clause: str) -> None:
    assert indirect(question) == clause


@pytest.mark.parametrize(
    "question",
    [
        "needs batteries?", "does the tower come apart", "is the recommended age too low", "how many", "", "batteries",
        "is it, you know, loud", "do you deliver", "is it loud or do you deliver", "what do you think",
        "how many pieces is in the box and from what is it made", "<b>is it x</b>", "what size is it will it fit me",
        "is it " + "very " * 20 + "big", "ok",
    ],
)  # fmt: skip
def test_what_cannot_be_turned_round_is_left_alone(question: str) -> None:
    assert indirect(question) == ""


@pytest.mark.parametrize(
    ("message", "question"),
    [
        ("The first one looks strong. But is it too big for him?", "is it too big for him"),
        ("ooh the beanie one is cute, how big is it tho??", "how big is it tho"),
        ("is it loud, or is it quiet? he's two", "is it loud, or is it quiet"),
        ("ok, will it run on his old track?", "will it run on his old track"),
        ("just magnets", ""), ("is it <b>soft</b>?", ""), ("is it " + "very " * 30 + "big?", ""),
    ],
)  # fmt: skip
def test_a_message_has_its_question_behind_what_it_tells(message: str, question: str) -> None:
    assert own_question(message) == question


@pytest.mark.parametrize(
    ("message", "clause"),
    [
        ("Compare the first two for me. I wonder which is better for a beginner.", "which is better for a beginner"),
        ("and tell me which would last better in my classroom?", "which would last better in your classroom"),
        ("which of these two would suit children who find maths hard?",
         "which of these two would suit children who find maths hard"),
        ("which would you pick", "which that is"), ("the easier of the two", "which that is"),
    ],
)  # fmt: skip
def test_what_is_asked_of_several_is_said_back(message: str, clause: str) -> None:
    assert which_one(message) == clause


def test_what_is_asked_not_to_be_too_much_is_said_without_the_not() -> None:
    assert indirect("is that not too babyish?") == "whether that is too babyish"


@pytest.mark.parametrize(
    "verb", ["make", "pass", "fly", "wash", "have", "do", "go", "be", "float", "play", "fizz", "move"]
)
def test_a_verb_behind_they_is_that_behind_it_taken_back(verb: str) -> None:
    assert plural(third_person(verb)) == {"be": "are"}.get(verb, verb)
    assert plural(verb) == verb
