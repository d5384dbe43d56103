"""Reference: which of the toys on the screen some words point at."""

from __future__ import annotations

from dataclasses import replace

import pytest
from builders import an_intent, price
from reading import after

from assistant.schema import Question, Screen, Session, SessionTurn, Shown
from assistant.understanding.reference import about, beyond, by_title, gone_back_to, nth_by, places, pointed_at, refer
from assistant.understanding.state import dialogue_state

SCREEN = Screen("train", ("Brio Red Steam Train Set", "Wooden Tractor with Trailer", "Tin Robot, Clockwork"))


@pytest.mark.parametrize(
    ("words", "found"),
    [
        ("the second one", (2,)), ("number 3", (3,)), ("3rd", (3,)), ("option two", (2,)), ("2", (2,)),
        ("the last one", (3,)), ("the second last one", (2,)),
        ("the top one", (1,)), ("the tin one", (3,)), ("the tractor", (2,)),
        ("the tracter", (2,)), ("brio", (1,)), ("both", (1, 2)), ("either", (1, 2)),
        ("the first two", (1, 2)), ("the first 2", (1, 2)), ("the top three", (1, 2, 3)), ("all three", (1, 2, 3)),
        ("them", (1, 2, 3)), ("the fifth", ()), ("it", ()), ("that one", ()), ("the blue one", ()), ("", ()),
    ],
)  # fmt: skip
def test_words_point_at_places(words: str, found: tuple[int, ...]) -> None:
    assert places([words], SCREEN) == found


@pytest.mark.parametrize(
    ("words", "found"),
    [
        ("the 11.99 one", (1,)), ("the one at £21", (2,)), ("that 20 quid one", (2,)), ("the £6 one", (3,)),
        ("the 2 one", ()), ("the £5 one", ()),
    ],
)  # fmt: skip
def test_a_price_points_at_what_costs_that(words: str, found: tuple[int, ...]) -> None:
    assert places([words], replace(SCREEN, prices=("£11.99", "£20.95", "£6"))) == found


def test_after_a_comparison_the_second_is_its_second_column() -> None:
    session, _ = after(an_intent("jigsaw"), titles=("Red Train", "Blue Train", "Tin Robot"))
    compared = (Shown("p1", price("20"), 4.0), Shown("p9", price("25"), 4.0))
    beside = SessionTurn("compare", "an answer", (an_intent(act="compare"),), compared)
    listed = dialogue_state.last_list(replace(session, turns=(*session.turns, beside)))
    assert [one.doc_id for one in listed] == ["p1", "p9", "p2", "p3"]
    which = an_intent(act="compare", question=Question("which is bigger", "best"))
    asked = replace(beside, intents=(which,))
    listed = dialogue_state.last_list(replace(session, turns=(*session.turns, asked)))
    assert [one.doc_id for one in listed] == ["p1", "p2", "p3"]


def test_a_name_with_figures_is_known_without_its_hyphen() -> None:
    assert by_title("the r2d2 one", ("Star Wars: R2-D2", "Star Wars: Wicket")) == [1]


def test_a_word_that_two_titles_have_points_at_neither() -> None:
    assert places(["the train"], Screen("", ("Red Train", "Blue Train"))) == ()


def test_of_two_titles_with_a_word_that_one_is_meant_whose_price_or_whole_name_is_said() -> None:
    screen = Screen("dice", ("Sided Poly Dices", "Poly Dice Set, Assorted", "Twenty Dice"))
    assert places(["the poly one"], screen) == (1,)
    assert places(["the poly one", "Poly Dice Set, Assorted"], screen) == (2,)
    assert places(["Poly Dice Set"], screen) == (2,)


def test_a_word_may_be_the_end_of_one_that_is_written_together() -> None:
    assert places(["the bird one"], Screen("kite", ("Beach Foil Kite", "Brookite Skybird Kite"))) == (2,)


def test_they_are_all_of_them_though_a_title_begins_with_the() -> None:
    assert places(["they"], Screen("", ("Rubber Newts", "The Barn Crayon"))) == (1, 2)


def test_several_words_point_in_their_order() -> None:
    assert places(["the robot", "the first"], SCREEN) == (3, 1)


def test_those_beside_a_toy_that_is_named_are_the_others() -> None:
    assert places(["those", "the robot"], SCREEN) == (3,)


def test_nothing_is_shown_and_nothing_is_pointed_at() -> None:
    assert places(["the first"], Screen()) == ()


def test_one_product_is_compared_with_the_one_last_looked_at() -> None:
    session, screen = after(an_intent())
    assert about("compare", ["the robot", "this one"], "the robot or this one", screen, session) == ("p1", "p3")
    assert about("compare", ["the robot"], "", screen, session) == ("p3", "p1")
    assert about("compare", ["the robot"], "how does that compare with the robot", screen, session) == ("p1", "p3")
    assert about("compare", [], "", screen, session) == ("p1", "p2")


def test_of_the_others_are_those_that_are_not_named() -> None:
    session, screen = after(an_intent("toy"), titles=SCREEN.titles)
    said = "the second is tiny. which of the others has the best light?"
    assert about("best", ["the second"], said, screen, session) == ("p1", "p3")


def test_a_question_without_a_name_is_about_the_one_last_looked_at() -> None:
    session, screen = after(an_intent())
    assert about("details", ["it"], "is it loud", screen, session) == ()
    assert refer(an_intent(act="details"), session).about == ("p1",)
    assert refer(an_intent(act="details", about=("p2",)), session).about == ("p2",)
    assert refer(an_intent(act="compare"), session).about == ("p1", "p2")


def test_a_toy_is_known_by_a_word_of_its_title_though_nothing_points_at_it() -> None:
    session, screen = after(an_intent())
    assert about("details", [], "is the robot loud", screen, session) == ("p3",)
    assert about("details", [], "does it come with a robot", screen, session) == ()
    assert about("details", [], "is tin loud", screen, session) == ()


def test_a_size_alone_names_no_toy() -> None:
    session, _ = after(an_intent())
    screen = Screen("ship", ("Large Pirate Ship", "Floating Raider", "Small Ghost Ship"))
    assert about("details", [], "are there small parts", screen, session) == ()
    assert about("details", [], "is the ghost ship loud", screen, session) == ("p3",)


def test_the_dearer_one_is_known_by_its_price() -> None:
    session, screen = after(an_intent())
    turn = session.turns[0]
    shown = tuple(replace(one, price=price(cost), rating=stars) for one, cost, stars in
                  zip(turn.shown, ("20", "45", "9"), (4.0, 3.0, 4.9), strict=True))  # fmt: skip
    session = replace(session, turns=(replace(turn, shown=shown),))
    for words, doc_id in (("the dearer one", "p2"), ("the cheapest", "p3"), ("the best rated one", "p3")):
        assert about("details", [words], "", screen, session) == (doc_id,)


def a_conversation() -> tuple[Session, dict[str, str]]:
    """Dice, then less dear dice, then a dinosaur; and the titles of all that was shown."""
    shown = {"dice": ("Blue Chessex Dice", "Red Dice"), "dice bag": ("Velour Bag",), "dinosaur": ("Rex", "Dino Egg")}
    turns: list[SessionTurn] = []
    titles: dict[str, str] = {}
    for wish, names in shown.items():
        ids = [f"{wish}-{name}" for name in names]
        titles |= dict(zip(ids, names, strict=True))
        intent = replace(
            an_intent(wish), text=f"a {wish} for christmas", act="refine" if wish == "dice bag" else "find"
        )
        turns.append(SessionTurn("", "", (intent,), tuple(Shown(one, None, None) for one in ids)))
    return Session("s", tuple(turns)), titles


@pytest.mark.parametrize(
    ("refs", "says_so", "turns"),
    [
        (["the chessex set"], True, 1), (["that blue one"], True, 1), (["the bag"], True, 2),
        (["the first one"], True, 1), (["the dice"], True, 2), (["the christmas ones"], True, None),
        ([], True, 2), (["it"], True, 2), (["the dice bag"], True, 2),
        (["the egg"], True, None), (["the chessex"], False, 1), (["the chessex train"], False, None),
        (["the second"], False, None), ([], False, None),
    ],
)  # fmt: skip
def test_words_lead_back_to_an_earlier_part(refs: list[str], says_so: bool, turns: int | None) -> None:
    session, titles = a_conversation()
    found = gone_back_to(refs, session, titles, says_so=says_so)
    assert (len(found.turns) if found else None) == turns


def test_what_is_still_wished_for_and_not_on_the_screen_is_gone_back_to() -> None:
    dress = replace(an_intent("elsa dress"), act="find")
    pens = replace(dress, act="refine", text="anything else Frozen under £10")
    shown = (
        SessionTurn("", "", (dress,), (Shown("d", None, None),)),
        SessionTurn("", "", (pens,), (Shown("p", None, None),)),
    )
    found = gone_back_to(["the dress"], Session("s", shown), {"d": "Elsa Fancy Dress", "p": "Felt Pens"}, says_so=True)
    assert found is not None
    assert len(found.turns) == 1


def test_a_wish_of_before_is_meant_though_a_toy_that_is_shown_has_the_word_too() -> None:
    animals, tales = replace(an_intent("animal puppet"), act="find"), replace(an_intent("puppet"), act="refine")
    shown = (Shown("p", None, None),)
    session = Session("s", (SessionTurn("", "", (animals,), shown), SessionTurn("", "", (tales,), shown)))
    found = gone_back_to(["the animals"], session, {"p": "Ten Animal Finger Puppets"}, says_so=True)
    assert found is not None
    assert len(found.turns) == 1


@pytest.mark.parametrize(
    ("refs", "is_beyond"), [(["the third"], True), (["the first", "the second"], False), ([], False)]
)
def test_a_place_behind_the_last_is_beyond_the_list(refs: list[str], is_beyond: bool) -> None:
    assert beyond(refs, Screen("kite", ("Bat Kite", "Fairy Kite"))) is is_beyond
    assert beyond(refs, Screen()) is False


def test_where_nothing_came_before_nobody_goes_back() -> None:
    session, titles = a_conversation()
    assert gone_back_to(["the first"], replace(session, turns=session.turns[:1]), titles, says_so=True) is None


def test_it_is_the_cheapest_once_that_was_asked_for() -> None:
    session, _ = after(an_intent())
    shown = (Shown("p1", price("20"), 4.0, top=True), Shown("p2", price("5"), 4.0))
    best = an_intent(act="compare", question=Question("which is cheapest?", "best", topic="cheapest"))
    asked = SessionTurn("which is cheapest?", "p2", (best,), shown)
    session = replace(session, turns=(replace(session.turns[0], shown=shown), asked))
    assert refer(an_intent(act="details"), session).about == ("p2",)


def test_the_only_toy_on_the_screen_is_compared_with_the_one_before_it() -> None:
    session, screen = after(an_intent(), titles=("Tin Robot",))
    cheaper = replace(session.turns[0], shown=(Shown("p9", price("9"), 4.0, top=True),))
    both = replace(session, turns=(*session.turns, cheaper))
    assert about("compare", ["the first two"], "", screen, both) == ("p9", "p1")
    assert about("compare", ["the first two"], "", screen, session) == ("p1",)


def test_the_first_two_are_counted_whatever_title_has_a_two_in_it() -> None:
    titles = ("Gunther Stunt Kite", "Calypso Kite", "Outdoor Pro Large Two Blue Kite")
    assert places(["the first two"], Screen("stunt kite", titles)) == (1, 2)


def test_one_that_a_reader_takes_by_one_word_is_known_by_what_stands_before_it() -> None:
    session, screen = after(an_intent())
    turn = session.turns[0]
    shown = tuple(replace(one, price=price(cost)) for one, cost in zip(turn.shown, ("20", "45", "9"), strict=True))
    session = replace(session, turns=(replace(turn, shown=shown),))
    assert about("details", ["one"], "ok the cheaper one", screen, session) == ("p3",)
    assert about("details", ["one"], "the dearer of the two then", screen, session) == ("p2",)
    assert about("details", ["it"], "is it cheap to post", screen, session) == ()


def test_the_next_by_a_field_is_counted_from_what_is_looked_at() -> None:
    session, screen = after(an_intent())
    turn = session.turns[0]
    shown = tuple(replace(one, price=price(cost)) for one, cost in zip(turn.shown, ("20", "45", "9"), strict=True))
    session = replace(session, turns=(replace(turn, shown=shown),))
    for words, doc_id in (("the next cheapest?", "p2"), ("2nd cheapest", "p1"), ("the third cheapest one", "p2")):
        found = nth_by(words, screen, session)
        assert found is not None
        assert found.doc_id == doc_id
    assert nth_by("the next one", screen, session) is None
    assert nth_by("next dearest", Screen(), session) is None


def test_both_of_two_wishes_are_the_best_of_each() -> None:
    session, screen = after(an_intent())
    turn = session.turns[0]
    shown = tuple(replace(one, wish=wish) for one, wish in zip(turn.shown, (0, 0, 1), strict=True))
    of_two = replace(session, turns=(replace(turn, shown=shown),))
    assert [one.doc_id for one in pointed_at(["both"], screen, of_two)] == ["p1", "p3"]
    assert [one.doc_id for one in pointed_at(["both"], screen, session)] == ["p1", "p2"]


def test_a_short_name_is_that_of_the_long_one() -> None:
    screen = Screen("car", ("Red Lamborghini Model", "Blue Shelby Model", "The Balloon Lamp"))
    assert (places(["the lambo"], screen), places(["the balloon thing"], screen)) == ((1,), (3,))
    assert places(["the red one"], Screen("", ("Redwood Lamp", "Red Train"))) == (2,)


def test_a_question_without_a_name_is_not_of_the_toy_whose_name_begins_with_a_word_of_it() -> None:
    session, screen = after(an_intent("game"), titles=("Flip To Win Hangman", "Playmobil Dragon Duel"))
    assert about("details", (), "how many can play and how long does a go take?", screen, session) == ()
    assert about("details", ("the dragon one",), "how many can play the dragon one?", screen, session) == ("p2",)


def test_the_first_two_are_of_the_list_that_is_there_whatever_an_earlier_name_counts() -> None:
    session, _ = after(an_intent("card game"), titles=("Cribbage board and two packs", "Giant Cards"))
    newer = tuple(Shown(f"q{at}", price("5"), 4.0, top=at == 1) for at in (1, 2))
    session = replace(
        session, turns=(*session.turns, SessionTurn("more", "an answer", (an_intent("card game"),), newer))
    )
    titles = {"p1": "Cribbage board and two packs", "p2": "Giant Cards", "q1": "Sussed", "q2": "Coloretto"}
    assert gone_back_to(("the first two",), session, titles, says_so=False) is None


def test_cheaper_than_another_is_measured_by_that_one_however_long_ago_it_was_shown() -> None:
    old = SessionTurn("a doll", "an answer", (an_intent("doll"),), (Shown("p0", price("9"), 4.0, cheaper=price("5")),))
    session, _ = after(an_intent("doll"))
    session = replace(session, turns=(old, *session.turns))
    for than, found in (("p0", "p0"), ("", "p1")):
        pick = refer(replace(an_intent("doll", act="refine"), than=than), session).pick
        assert pick is not None
        assert (pick.doc_id, pick.cheaper) == (found, None)


def test_a_question_is_asked_of_what_was_found_instead_of_the_other() -> None:
    old = SessionTurn("a doll", "an answer", (an_intent("doll"),), (Shown("p0", price("9"), 4.0, top=True),))
    session, _ = after(an_intent("doll"))
    session = replace(session, turns=(old, *session.turns))
    pick = refer(replace(an_intent("doll", act="details"), than="p0"), session).pick
    assert pick is not None
    assert pick.doc_id == "p1"
