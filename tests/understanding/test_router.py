"""Router: what a reading asks for, with what is on the screen."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace
from decimal import Decimal

import pytest
from builders import age, an_intent, price, up_to
from reading import after, heard

from assistant.schema import (
    AgeRange,
    Budget,
    Constraints,
    DialogueAct,
    Intent,
    Question,
    Refinement,
    Screen,
    Session,
    SessionTurn,
    Shown,
    Span,
    StateSlot,
)
from assistant.understanding.replies import (
    GREETING,
    HELP,
    NONE_SHOWN,
    NOT_UNDERSTOOD,
    OUT_OF_DOMAIN,
    SHOP_SERVICE,
    THANKS,
)
from assistant.understanding.router import A_GOOD_CHOICE, ONLY_ENGLISH, ONLY_ONE, SORRY, route_turn
from assistant.understanding.slots import named

TRAIN = named(an_intent(budget=up_to(30), age=age(4, 4)), ("train set",), "dinosaur")
SESSION, SCREEN = after(TRAIN)


def beside(text: str, *acts: DialogueAct, holds: Collection[str] | None = None) -> Intent:
    """The one intent of a message beside the toys that are shown."""
    (intent,) = route_turn(heard(text, *acts, session=SESSION, screen=SCREEN, holds=holds)).intents
    return intent


@pytest.mark.parametrize(
    ("act", "reply"),
    [("greet", GREETING), ("thanks", THANKS), ("take", NONE_SHOWN), ("help", HELP), ("outside", OUT_OF_DOMAIN),
     ("service", SHOP_SERVICE)],
)  # fmt: skip
def test_what_needs_no_products_is_answered_at_once(act: DialogueAct, reply: str) -> None:
    assert route_turn(heard("words", act)).reply == reply


def test_a_greeting_says_least() -> None:
    message = heard("thanks, bye", "greet")
    thanking = replace(message.reading, odds=(("greet", 0.6), ("thanks", 0.47), ("help", 0.2)))
    assert route_turn(replace(message, reading=thanking)).reply == THANKS


@pytest.mark.parametrize(
    ("text", "refinement"),
    [
        ("Premium", "premium"),
        ("something more premium", "premium"),
        ("cheaper", "cheaper"),
        ("more balanced", "balanced"),
    ],
)
def test_what_the_answers_offer_is_done_in_their_words_however_it_was_read(text: str, refinement: Refinement) -> None:
    for act in ("question", "cheaper", "outside"):
        message = heard(text, act, session=SESSION, screen=SCREEN, holds=())
        (intent,) = route_turn(message).intents
        assert (intent.refinement, intent.constraints) == (refinement, TRAIN.constraints)


def test_a_first_wish_is_one_intent() -> None:
    route = route_turn(heard("a {theme|dinosaur} {kind|puzzle} {budget|under £20}", "find"))
    assert [(one.act, one.product_type, one.constraints.budget) for one in route.intents] == [
        ("find", "dinosaur puzzle", up_to(20))
    ]


def test_a_greeting_with_a_wish_is_a_wish() -> None:
    assert route_turn(heard("hello, a {kind|puzzle}", "find", "greet")).reply == ""


@pytest.mark.parametrize(
    ("text", "budget", "wanted"),
    [
        ("a {kind|banner} that says {budget|60}", None, ("60",)), ("a {kind|banner} up to {budget|60}", up_to(60), ()),
        ("i'll take {ref|the 20 quid one}. a {kind|banner}", None, ()),
    ],
)  # fmt: skip
def test_a_number_on_the_toy_and_one_that_points_at_it_are_no_sums(
    text: str, budget: Budget | None, wanted: tuple[str, ...]
) -> None:
    asked = route_turn(heard(text, "find")).intents[0].constraints
    assert (asked.budget, asked.wanted) == (budget, wanted)


def test_what_else_a_maker_has_is_looked_for_and_what_else_is_needed_is_asked() -> None:
    said = "i'll take {ref|it}. what else from the same maker, like a {theme|bear}"
    assert route_turn(heard(said, "take", "goes_with", session=SESSION, screen=SCREEN)).intents[0].theme == "bear"
    asked = "i'll get {ref|the red one}. do i need anything else?"
    intent = beside(asked, "take", "goes_with")
    assert (intent.act, intent.about) == ("details", ("p1",))


@pytest.mark.parametrize(("toys", "is_found"), [(2, False), (3, True)])
def test_one_word_is_a_wish_where_several_toys_are_called_so(toys: int, is_found: bool) -> None:
    route = route_turn(heard("police", "outside", names=tuple(f"Police Car {at}" for at in range(toys))))
    assert route.reply == ("" if is_found else OUT_OF_DOMAIN)


def test_two_wishes_are_two_intents() -> None:
    route = route_turn(heard("a {kind|doll} {next|and also} a {kind|puzzle} {budget|under £20}", "find"))
    assert [one.product_type for one in route.intents] == ["doll", "puzzle"]
    assert [one.constraints.budget for one in route.intents] == [None, up_to(20)]


def test_a_kind_and_another_are_two_wishes_and_a_kind_with_an_and_in_it_is_one() -> None:
    route = route_turn(heard("{kind|poker chips} and a {kind|deck of cards}, under £50", "find"))
    assert [one.product_type for one in route.intents] == ["poker chips", "deck of cards"]
    assert len(route_turn(heard("a {kind|bat} and {kind|ball}", "find")).intents) == 1


def test_a_thing_to_go_with_what_is_shown_and_another_are_two_wishes() -> None:
    said = "have you got {kind|pans} or {kind|food} to go with {ref|it}, and a cheap {kind|sofa}"
    route = route_turn(heard(said, "find", session=SESSION, screen=SCREEN))
    assert [one.kinds for one in route.intents] == [("pans", "food"), ("sofa",)]


@pytest.mark.parametrize(
    ("text", "colours"),
    [
        ("a {kind|banner} {next|and} {kind|balloons} in {colour|rose gold} or {colour|pink}", ("rose gold", "pink")),
        ("a {kind|doll} {next|and} a {kind|car} in {colour|red}", ()),
        ("a {colour|blue} {kind|banner} {next|and} {kind|balloons} in {colour|pink}", ("blue",)),
    ],
)
def test_the_look_of_the_last_is_that_of_both_where_both_are_named_in_one(text: str, colours: tuple[str, ...]) -> None:
    first, _ = route_turn(heard(text, "find")).intents
    assert first.constraints.wanted == colours


def test_what_is_asked_before_another_wish_is_of_what_is_shown() -> None:
    said = "is it a model or does it do anything? and got a {kind|puzzle} for {recipient|his sister}"
    asked, found = route_turn(heard(said, "find", "question", session=SESSION, screen=SCREEN)).intents
    assert (asked.act, found.act, found.product_type) == ("details", "find", "puzzle")


def test_the_cheapest_that_the_shop_has_is_of_all_and_not_of_what_is_shown() -> None:
    for text, act in (
        ("what's the cheapest you've got?", "refine"),
        ("which is the cheapest of those you have", "compare"),
    ):
        intent = beside(text, "best", holds=("kind",))
        assert intent.act == act
        assert intent.best == ("cheapest" if act == "refine" else None)


def test_the_cheapest_of_the_only_one_that_is_shown_is_that_of_the_shop() -> None:
    session, screen = after(TRAIN, titles=("Farm Train Set",))
    (intent,) = route_turn(heard("which is the {best|cheapest}", "best", session=session, screen=screen)).intents
    assert (intent.act, intent.best) == ("refine", "cheapest")


@pytest.mark.parametrize(
    ("text", "bound"),
    [("something with {feature|fewer pieces}", "46 pieces or more"), ("not so many pieces", "46 pieces or more"),
     ("one with {feature|more pieces}", "46 pieces or fewer")],
)  # fmt: skip
def test_fewer_pieces_are_fewer_than_those_of_the_toy_that_is_shown(text: str, bound: str) -> None:
    jigsaw = named(an_intent(pieces=50), ("jigsaw",))
    session, screen = after(jigsaw, titles=("Harbour Jigsaw 46 Pieces",))
    (intent,) = route_turn(heard(text, "change", session=session, screen=screen)).intents
    asked = intent.constraints
    assert (asked.refused, asked.pieces, asked.wanted) == ((bound,), None, ())


def test_a_name_with_a_slip_is_a_name_still() -> None:
    message = heard("tin robbot", "outside", names=("Tin Robot",))
    assert route_turn(message).intents[0].intent_type == "out_of_domain"
    span = Span("kind", "tin robbot", 0, 10, unknown=("robbot",))
    known = replace(message.vocabulary, document_frequency={**message.vocabulary.document_frequency, "robot": 3})
    slipped = replace(message, vocabulary=known, reading=replace(message.reading, spans=(span,)))
    assert route_turn(slipped).intents[0].act == "find"


def test_a_name_beside_a_sum_is_a_wish_of_which_no_word_was_read() -> None:
    message = heard("{budget|20 pounds} for a tin robot", "find", names=("Tin Robot",))
    unsure = replace(message, reading=replace(message.reading, odds=(("find", 0.6), ("outside", 0.4))))
    (intent,) = route_turn(unsure).intents
    assert (intent.act, intent.leftover, intent.constraints.budget) == ("find", ("tin robot",), up_to(20))


def test_what_two_wishes_come_to_is_of_the_first_of_each() -> None:
    session, screen = after(an_intent("train"), an_intent("robot"))
    (turn,) = session.turns
    shown = (*turn.shown[:2], replace(turn.shown[2], wish=1))
    session = replace(session, turns=(replace(turn, shown=shown),))
    (intent,) = route_turn(heard("what is that altogether", "total", session=session, screen=screen)).intents
    assert intent.about == ("p1", "p3")


def test_something_cheaper_than_nothing_names_no_toy() -> None:
    assert route_turn(heard("something {feature|cheaper}", "find")).intents[0].constraints == Constraints()


def test_what_surely_goes_with_a_toy_is_sought_and_not_asked_of_its_listing() -> None:
    for likely, act in ((0.95, "refine"), (0.6, "details")):
        message = heard("what goes with {ref|it}", "goes_with", session=SESSION, screen=SCREEN)
        reading = replace(message.reading, odds=(("goes_with", likely),))
        assert [one.act for one in route_turn(replace(message, reading=reading)).intents] == [act]


def test_what_else_there_is_where_nothing_was_found_is_of_any_kind() -> None:
    nothing = Session("s", (SessionTurn("a trampoline", "no", (replace(TRAIN, themes=()),), ()),))
    message = heard("what else would get them outside, {age|6}", "find", session=nothing, holds=("kind",))
    (intent,) = route_turn(message).intents
    assert (intent.kinds, intent.constraints.age) == ((), age(6, 6))
    (intent,) = route_turn(heard("ok, what else for the garden", "change", session=nothing, holds=("kind",))).intents
    assert (intent.kinds, intent.refinement) == ((), None)


def test_a_place_where_nothing_stands_is_no_name_of_a_toy() -> None:
    session, screen = after(TRAIN, titles=("Farm Train Set",))
    asked = "show me {ref|the second one}"
    route = route_turn(heard(asked, "describe", session=session, screen=screen, names=("Second World War Plane",)))
    assert (route.told_first, [intent.act for intent in route.intents]) == (ONLY_ONE, ["details"])


def test_what_somebody_has_already_is_not_wanted_unless_it_is_what_is_looked_for() -> None:
    for owned, refused in (("stacking toys", ("stacking toys",)), ("trains", ())):
        message = heard(f"he's got {{owns|{owned}}} already", "change", session=SESSION, screen=SCREEN, holds=("kind",))
        (intent,) = route_turn(message).intents
        assert intent.constraints.refused_kinds == refused


@pytest.mark.parametrize(
    ("text", "is_sorry"),
    [
        ("no, I said a {kind|puzzle}", True), ("that's only one {kind|puzzle}!", True),
        ("i meant a {kind|puzzle}, sorry!", False), ("that's for my niece, and a {kind|puzzle}", False),
        ("not too hard, a {kind|puzzle}", False),
    ],
)  # fmt: skip
def test_a_complaint_is_answered_with_a_word(text: str, is_sorry: bool) -> None:
    route = route_turn(heard(text, "change", session=SESSION, screen=SCREEN))
    assert (route.told_first == SORRY) == is_sorry
    assert not route_turn(heard(text, "find")).told_first


def test_of_them_chooses_nothing_where_another_kind_is_counted() -> None:
    said = "{ref|the red train} pls. how long is it? and {kind|balloons}, about 20 of them"
    asked, found = route_turn(heard(said, "question", "change", session=SESSION, screen=SCREEN)).intents
    assert (asked.act, found.kinds) == ("details", ("dinosaur balloons",))


def test_a_long_message_without_a_wish_adds_no_words_to_look_for() -> None:
    few = beside("a bit less plasticky please", "change")
    assert few.leftover
    many = beside("thats nice but do you have the proper one at all by any chance", "change")
    assert not many.leftover


def test_who_asks_what_is_cheapest_of_all_has_turned_nothing_down() -> None:
    intent = beside("whats the cheapest {feature|wind up} one youve got", "change")
    assert (intent.best, intent.turned_down) == ("cheapest", ())


def test_who_takes_one_of_two_that_were_compared_is_told_of_that_one() -> None:
    session, screen = after(an_intent("car"), titles=("Mini Car", "Big Car", "Tiny Car"))
    (listed,) = session.turns
    shown = tuple(replace(one, price=price(amount)) for one, amount in zip(listed.shown, ("9", "7", "5"), strict=True))
    compared = replace(listed, intents=(replace(an_intent("car"), act="compare", about=("p1", "p2")),), shown=shown[:2])
    session = replace(session, turns=(replace(listed, shown=shown), compared))
    (taken,) = route_turn(heard("i'll take {ref|the cheaper one}", "take", session=session, screen=screen)).intents
    assert taken.about == ("p2",)


def test_who_takes_a_toy_and_seeks_something_for_it_gets_that_of_its_scale() -> None:
    session, screen = after(an_intent("car"), titles=("Mini Car 1:32 Scale", "Big Car"))
    said = "i'll have {ref|that one}. do you have {kind|track} for {ref|it}?"
    (intent,) = route_turn(heard(said, "take", "goes_with", session=session, screen=screen)).intents
    assert (intent.act, intent.kinds, intent.constraints.wanted) == ("find", ("track",), ("1:32 scale",))


def test_of_several_only_the_one_that_is_refused_is_left_behind() -> None:
    for said, left in (
        ("not {-ref|second one}", ("p2",)),
        ("not {-ref|the first}, more like {ref|the robot}", ("p1",)),
    ):
        (intent,) = route_turn(heard(said, "change", session=SESSION, screen=SCREEN)).intents
        assert (intent.turned_down, intent.leftover) == (left, ())


@pytest.mark.parametrize(
    ("said", "acts", "kind", "wanted"),
    [
        ("does {ref|the robot} come with a bag um and is there a {kind|doll}", ("question", "find"), "doll", ()),
        ("is {ref|the robot} really under ten, and if not a {colour|red} one", ("question", "change"),
         "dinosaur train set", ("red",)),
        ("why show me {ref|the robot}? a {kind|kite}, for her", ("change", "why"), "dinosaur kite", ()),
        ("can i see {feature|nicer} ones, is {ref|the robot} loud", ("change", "question"), "dinosaur train set",
         ("nicer",)),
    ],
)  # fmt: skip
def test_who_asks_and_wants_in_one_message_gets_both(
    said: str, acts: tuple[DialogueAct, ...], kind: str, wanted: tuple[str, ...]
) -> None:
    asked, found = route_turn(heard(said, *acts, session=SESSION, screen=SCREEN)).intents
    assert (asked.searches, found.searches, asked.about[0]) == (False, True, "p3")
    assert (found.product_type, found.constraints.wanted) == (kind, wanted)


def test_of_two_wishes_the_one_that_is_not_given_up_by_name_stays_whatever_is_said_to_hold() -> None:
    session, screen = after(an_intent("kite"), an_intent("train set", budget=up_to(36)), titles=("Kite", "Train Set"))
    (intent,) = route_turn(heard("forget the {~kind|kite}", "change", session=session, screen=screen, holds=())).intents
    assert (intent.product_type, intent.constraints.budget) == ("train set", up_to(36))


def test_the_cheapest_set_of_a_maker_is_no_spare_part_of_theirs() -> None:
    for said, leftover in (
        ("the {best|cheapest} {brand|LEGO} {kind|set}", ("set",)),
        ("a {brand|LEGO} {kind|set}", ()),
    ):
        assert route_turn(heard(said, "find", "best")).intents[0].leftover == leftover


def test_money_that_is_left_bounds_a_new_wish_and_is_no_question_then() -> None:
    said = "i'll get {ref|the robot}. also need {kind|a folder} with the money i got left"
    assert route_turn(heard(said, "take", "find", session=SESSION, screen=SCREEN)).intents[0].searches


def test_what_goes_with_what_is_taken_is_looked_for_however_it_is_asked() -> None:
    said = "ok, i'll take {ref|that one}. what {kind|coaches} would go with {ref|it}?"
    route = route_turn(heard(said, "take", "goes_with", session=SESSION, screen=SCREEN))
    assert [(intent.act, intent.kinds) for intent in route.intents] == [("find", ("coaches",))]
    assert route.told_first == A_GOOD_CHOICE


def test_another_kind_takes_the_place_of_the_kind_itself() -> None:
    intent = beside("a {kind|doll} instead of the {-kind|train}", "change")
    assert intent.kinds == ("dinosaur doll",)


def test_what_is_asked_of_one_toy_and_which_is_best_are_two_questions() -> None:
    said = "how many wheels has {ref|the first one}? and which of {ref|these} do buyers {best|like best}"
    one, best = route_turn(heard(said, "compare", "question", session=SESSION, screen=SCREEN)).intents
    assert (one.act, one.about, best.act, best.about) == ("details", ("p1",), "compare", ("p1", "p2", "p3"))


def test_who_wants_to_be_told_and_asks_gets_both() -> None:
    intent = beside("tell me about {ref|the second one}, is it something she could wear", "describe")
    assert intent.question is not None
    assert (intent.question.about, [one.text for one in intent.question.more]) == (
        "description", ["is it something she could wear"],
    )  # fmt: skip


def test_something_to_go_with_them_is_near_to_what_is_shown() -> None:
    intent = beside("and something else to go with them, {budget|under £5}", "find", "goes_with")
    assert "dinosaur" in intent.leftover
    assert intent.constraints.budget == up_to(5)


def test_a_sum_for_both_is_shared() -> None:
    route = route_turn(heard("under £20 for both: a {kind|doll} {next|and} a {kind|puzzle}", "find"))
    shared = replace(up_to(20), shared=True)
    assert [one.constraints.budget for one in route.intents] == [shared, shared]
    assert not route.warnings  # what they come to is said when they are found


def test_a_present_beside_a_toy_is_a_wish_of_its_own() -> None:
    said = "{theme|frozen} {kind|decorations} {next|and} a present for {recipient|the birthday girl}, {age|turning 4}"
    first, second = route_turn(heard(said, "find")).intents
    assert (first.kinds, second.kinds, second.constraints.age) == (("frozen decorations",), (), age(4, 4))


def test_whom_it_is_for_in_front_and_what_is_not_wanted_behind_hold_of_all_wishes() -> None:
    said = "{recipient|my son} is {age|4}, a {kind|puzzle} {next|and} a {kind|ball}, nothing {-colour|pink}"
    first, second = route_turn(heard(said, "find")).intents
    assert first.constraints.age == second.constraints.age == age(4, 4)
    assert first.constraints.refused_kinds == second.constraints.refused_kinds == ("pink",)


def test_a_day_after_which_no_such_toy_is_called_is_no_part_of_the_wish() -> None:
    said = "a {kind|kite} for {occasion|the bank holiday}"
    (intent,) = route_turn(heard(said, "find")).intents
    assert (intent.text, intent.leftover) == ("a kite", ())
    (sold,) = route_turn(heard(said, "find", names=("Bank Holiday Kite",))).intents
    assert sold.leftover == ("bank holiday",)
    (counted,) = route_turn(heard("{kind|balloons} for {occasion|her 65th}", "find")).intents
    assert counted.leftover == ("65th",)


def test_what_somebody_is_to_be_dressed_as_is_a_costume() -> None:
    for said in ("he is going as a {theme|pirate}", "she wants to be {theme|a pirate} for {occasion|a party}"):
        assert route_turn(heard(said, "find")).intents[0].kinds == ("pirate costume",)
    assert route_turn(heard("she wants to be a {theme|vet}", "find")).intents[0].kinds == ("vet",)


def test_who_loves_making_bracelets_is_after_bracelets() -> None:
    assert route_turn(heard("she loves {theme|makin bracelets}", "find")).intents[0].kinds == ("bracelets",)


def test_a_sum_for_the_pair_of_one_kind_is_half_for_each() -> None:
    (intent,) = route_turn(heard("two {kind|puzzles}, {budget|£20 for the pair}", "find")).intents
    assert intent.constraints.budget == replace(up_to(10), each=True)


def test_one_of_several_wishes_is_of_the_kind_before_it() -> None:
    said = "a {theme|badger} {kind|glove puppet} {next|and} a {theme|hedgehog} one"
    assert [one.kinds for one in route_turn(heard(said, "find")).intents] == [
        ("badger glove puppet",), ("hedgehog glove puppet",),
    ]  # fmt: skip


def test_a_sum_for_all_that_is_named_later_is_shared_too() -> None:
    doll, car = an_intent("doll"), an_intent("toy car")
    session, screen = after(doll, car)
    route = route_turn(heard("actually {budget|£40} in total", "change", session=session, screen=screen))
    assert [one.constraints.budget for one in route.intents] == [replace(up_to(40), shared=True)] * 2


@pytest.mark.parametrize("text", ["a {kind|chess set} {next|and} a {kind|book} for a total beginner under {budget|£30}",
    "a {kind|train} {next|and} a {kind|track} that fit together, under {budget|£30}"])  # fmt: skip
def test_a_sum_that_is_not_for_all_is_not_shared_out(text: str) -> None:
    budgets = [one.constraints.budget for one in route_turn(heard(text, "find")).intents]
    assert budgets[-1] == up_to(30)


def test_a_sum_in_front_of_two_wishes_bounds_each_and_that_is_said() -> None:
    route = route_turn(heard("under £20 a {kind|doll} {next|and} a {kind|puzzle}", "find"))
    assert [one.constraints.budget for one in route.intents] == [up_to(20), up_to(20)]
    assert route.warnings == ("I took up to £20 for each of the 2; together they may come to more.",)


def test_two_people_each_with_an_age_and_what_they_love_are_two_wishes() -> None:
    said = (
        "presents for {recipient|my daughter} who is {age|4} and loves {theme|unicorns} and one for "
        "{recipient|my son} who's {age|9} and into {theme|science}. No more than {budget|£40} for the pair"
    )
    intents = route_turn(heard(said, "find")).intents
    assert [(one.product_type, one.constraints.age) for one in intents] == [
        ("unicorns", age(4, 4)), ("science", age(9, 9)),
    ]  # fmt: skip
    assert {one.constraints.budget.max for one in intents if one.constraints.budget} == {Decimal(40)}


def test_a_part_without_a_toy_is_no_wish() -> None:
    assert len(route_turn(heard("a {kind|doll} {next|and} wrapping", "find")).intents) == 1


def test_a_change_goes_on_with_the_wish() -> None:
    intent = beside("in {colour|red}", "change")
    assert (intent.act, intent.product_type, intent.constraints.wanted) == ("refine", "dinosaur train set", ("red",))
    assert (intent.constraints.budget, intent.refinement) == (up_to(30), None)


@pytest.mark.parametrize(
    ("act", "direction"),
    [("cheaper", "cheaper"), ("dearer", "premium"), ("value", "balanced"), ("another", "balanced")],
)
def test_a_direction_is_a_refinement(act: DialogueAct, direction: Refinement) -> None:
    intent = beside("blimey", act)
    assert (intent.act, intent.refinement, intent.product_type) == ("refine", direction, "dinosaur train set")


def test_a_direction_may_bring_a_change() -> None:
    intent = beside("less, in {colour|red}", "cheaper", "change")
    assert (intent.refinement, intent.constraints.wanted) == ("cheaper", ("red",))


def test_a_new_wish_keeps_only_the_persons_age() -> None:
    intent = beside("a {kind|doll}", "find")
    assert (intent.act, intent.product_type) == ("find", "doll")
    assert intent.constraints == Constraints(age=age(4, 4))


@pytest.mark.parametrize(
    ("act", "asked", "about"),
    [("question", "details", "toy"), ("opinions", "details", "opinions"), ("describe", "details", "description"),
     ("service", "details", "service"), ("back", "details", "description")],
)  # fmt: skip
def test_a_question_about_a_shown_toy_changes_nothing(act: DialogueAct, asked: str, about: str) -> None:
    intent = beside("{ref|the robot}, hm", act)
    assert (intent.act, intent.about, intent.constraints) == (asked, ("p3",), TRAIN.constraints)
    assert intent.question is not None
    assert intent.question.about == about


def test_who_asks_what_others_say_and_something_else_gets_both() -> None:
    intent = beside("does {ref|the robot} fit Brio track? and what do people say", "opinions")
    assert intent.question
    assert (intent.question.text, intent.question.about) == ("does it fit Brio track?", "toy")
    assert [one.about for one in intent.question.more] == ["opinions"]


@pytest.mark.parametrize(
    ("text", "asked"),
    [
        ("and {ref|the second one}?", "how big is it"), ("what about {ref|the robot}", "how big is it"),
        ("{ref|the robot}", "it"), ("and does {ref|the robot} walk", "and does it walk"),
    ],
)  # fmt: skip
def test_who_only_points_at_another_behind_a_question_asks_the_same_of_it(text: str, asked: str) -> None:
    question = replace(TRAIN, act="details", question=Question("how big is it"), about=("p1",))
    session = replace(SESSION, turns=(*SESSION.turns, SessionTurn("how big is it", "no idea", (question,))))
    (intent,) = route_turn(heard(text, "question", session=session, screen=SCREEN)).intents
    assert intent.question
    assert intent.question.text == asked
    assert intent.about != ("p1",)


@pytest.mark.parametrize(
    ("text", "acts", "question", "wanted", "direction"),
    [
        (
            "Is {ref|the robot} loud? In {colour|green}, please.",
            ("question", "change"),
            "Is it loud?",
            ("green",),
            None,
        ),
        ("Rather in {colour|green}. Is {ref|the robot} loud?", ("change",), "Is it loud?", ("green",), None),
        ("Is it loud? Bit dear.", ("question", "cheaper"), "Is it loud?", (), "cheaper"),
    ],
)
def test_a_question_and_a_wish_are_both_answered(
    text: str, acts: tuple[DialogueAct, ...], question: str, wanted: tuple[str, ...], direction: Refinement | None
) -> None:
    message = heard(text, *acts, session=SESSION, screen=SCREEN)
    asked, wished = route_turn(message).intents
    assert asked.question is not None
    assert (asked.act, asked.question.text, asked.constraints) == ("details", question, TRAIN.constraints)
    assert asked.about == (("p3",) if "robot" in text else ())
    assert (wished.act, wished.product_type) == ("refine", "dinosaur train set")
    assert (wished.constraints.wanted, wished.refinement) == (wanted, direction)


def test_a_question_is_answered_where_what_stands_beside_it_comes_to_no_wish() -> None:
    message = heard("He has {owns|a tin one}. Is {ref|the robot} loud?", "find", session=SESSION, screen=SCREEN)
    unsure = replace(message.reading, odds=(("find", 0.4), ("question", 0.3), ("outside", 0.2)))
    route = route_turn(replace(message, reading=unsure))
    assert (route.reply, [one.act for one in route.intents]) == ("", ["details"])
    assert route.intents[0].question == Question("Is it loud?", "toy")


@pytest.mark.parametrize(
    ("text", "about"),
    [
        ("{ref|The red one} is too easy. How many can play {ref|the tin robot}?", "p3"),
        ("{ref|The blue train} is nice. How loud is it?", "p2"),
        ("{ref|The blue train}, is {ref|that one} loud?", "p2"),
        ("{ref|The blue train} looks good. Is it loud? And would {ref|the robot} be?", "p2"),
        ("{ref|The red one} is a train, which I have. {ref|The tin robot} is closer. Does it walk?", "p3"),
    ],
)
def test_a_question_is_about_the_toy_in_its_own_sentence(text: str, about: str) -> None:
    route = route_turn(heard(text, "question", session=SESSION, screen=SCREEN))
    assert route.intents[0].about == (about,)


@pytest.mark.parametrize(
    ("told", "act"),
    [("could you find something to go with it?", "refine"), ("have you got any other {kind|dolls}?", "find")],
)
def test_who_asks_for_something_to_be_found_beside_a_question_gets_both(told: str, act: str) -> None:
    text = f"Is {{ref|the tin robot}} loud? {told}"
    route = route_turn(heard(text, "question", session=SESSION, screen=SCREEN))
    assert [intent.act for intent in route.intents] == ["details", act]
    assert route.intents[0].question == Question("Is it loud?", "toy")


@pytest.mark.parametrize(
    ("text", "acts"),
    [
        ("Is {ref|the robot} loud? He is a terror.", ("question", "change")),  # nothing else is wanted
        ("Is {ref|the robot} loud? It has to be {feature|quiet}.", ("question",)),  # the reader hears no wish
        ("Can I see something like {ref|the robot}? In {colour|red}.", ("change",)),  # nothing is asked of a toy
    ],
)
def test_what_only_sounds_like_two_things_is_one(text: str, acts: tuple[DialogueAct, ...]) -> None:
    assert len(route_turn(heard(text, *acts, session=SESSION, screen=SCREEN)).intents) == 1


@pytest.mark.parametrize(
    ("act", "asked"), [("compare", "compare"), ("why", "explain"), ("price", "check_price"), ("best", "compare")]
)
def test_what_is_shown_is_compared_explained_and_priced(act: DialogueAct, asked: str) -> None:
    intent = beside("well?", act)
    assert (intent.act, intent.needs_live_price) == (asked, act == "price")


@pytest.mark.parametrize("act", ["question", "compare", "why", "price", "describe", "cheaper", "change", "best"])
def test_where_nothing_is_shown_it_is_a_wish(act: DialogueAct) -> None:
    route = route_turn(heard("the second {kind|doll}", act))
    assert (route.reply, [one.act for one in route.intents]) == ("", ["find"])


def test_of_two_wishes_only_the_one_that_is_named_changes_and_the_other_stays_with_what_was_shown() -> None:
    session, screen = after(named(an_intent(), ("doll",)), named(an_intent(), ("puzzle",)))
    said = "{ref|the puzzle} in {colour|red}"
    puzzle, doll = route_turn(heard(said, "change", session=session, screen=screen)).intents
    assert (puzzle.product_type, puzzle.constraints.wanted, puzzle.about) == ("puzzle", ("red",), ())
    assert (doll.product_type, doll.constraints.wanted, doll.about[:1]) == ("doll", (), ("p1",))
    (alone,) = route_turn(heard(f"just {said}", "change", session=session, screen=screen)).intents
    assert alone.product_type == "puzzle"


def test_of_a_sum_for_two_wishes_the_one_that_changes_may_cost_what_the_other_leaves() -> None:
    in_all = Budget(None, Decimal(40), "GBP", shared=True)
    wishes = [named(an_intent(budget=in_all), (kind,)) for kind in ("doll", "puzzle")]
    session, screen = after(*wishes)
    said = "{ref|the puzzle} in {colour|red}"
    intents = route_turn(heard(said, "change", session=session, screen=screen)).intents
    assert [intent.product_type for intent in intents] == ["doll", "puzzle"]


def test_of_two_wishes_that_of_the_toy_which_was_asked_about_changes() -> None:
    wishes = (named(an_intent(), ("doll",)), named(an_intent(), ("puzzle",)))
    shown = tuple(Shown(f"p{at}", price("20"), 4.0, top=True, wish=at - 1) for at in (1, 2))
    asked = replace(wishes[1], act="details", about=("p2",))
    turns = (
        SessionTurn("a doll and a puzzle", "an answer", wishes, shown),
        SessionTurn("is the puzzle big", "an answer", (asked,), shown[1:]),
    )
    screen = Screen("doll and puzzle", ("Rag Doll", "Puzzle"))
    said = heard("not {-ref|that one}, a {feature|harder} one", "change", session=Session("s", turns), screen=screen)
    puzzle, doll = route_turn(said).intents
    assert (puzzle.product_type, puzzle.constraints.wanted) == ("puzzle", ("harder",))
    assert doll.about == ("p1",)


def test_another_sum_turns_nothing_down_that_may_keep_it() -> None:
    said = heard("my budget is more like {budget|£15}", "cheaper", "change", session=SESSION, screen=SCREEN)
    (intent,) = route_turn(said).intents
    assert (intent.refinement, intent.turned_down) == (None, ())
    assert intent.constraints.budget == Budget(None, Decimal(15), "GBP", around=True)


def test_the_first_of_all_that_the_shop_has_is_bound_by_its_kind_alone() -> None:
    kite = an_intent("kite", wanted=("beach", "red"), leftover=("holiday",))
    session, screen = after(kite, titles=("Bat Kite",))
    said = heard("{best|cheapest} one you have", "change", session=session, screen=screen)
    (intent,) = route_turn(said).intents
    assert (intent.best, intent.constraints.wanted, intent.leftover) == ("cheapest", ("red",), ())


def test_whether_it_suits_their_age_is_asked_of_the_age_that_was_said() -> None:
    session, screen = after(an_intent("doll", age=age(4, 4)))
    said = heard("is {ref|it} any good for a girl her age", "opinions", session=session, screen=screen)
    (intent,) = route_turn(said).intents
    assert intent.question
    assert (intent.question.about, intent.question.numbers.age) == ("toy", AgeRange(48, 48))


def test_what_a_toy_is_kept_in_is_one_for_such_a_toy() -> None:
    session, screen = after(an_intent("purple dice"), titles=("Purple Dice",))
    names = ("Purple Dice", "Linen Dice Bag", "Red Garden Bag")
    said = heard("a {kind|bag} to keep them in", "find", session=session, screen=screen, names=names)
    (intent,) = route_turn(said).intents
    assert (intent.kinds, "dice" in intent.leftover) == (("bag",), True)


def test_the_maker_that_is_shown_is_turned_down() -> None:
    intent = beside("not {-brand|that brand}", "change")
    assert intent.constraints.refused_brands == ("Brio",)


def test_a_word_on_the_form_alone_asks_again() -> None:
    intent = beside("shorter please", "form")
    assert (intent.product_type, intent.about) == ("dinosaur train set", ("p1", "p2", "p3"))


def test_who_points_behind_the_last_toy_is_told_how_many_there_are() -> None:
    fourth = heard("is {ref|the fourth} loud", "question", session=SESSION, screen=SCREEN)
    assert route_turn(fourth).reply == "I showed only 3 this time."  # and nothing of another than was meant
    session, screen = after(TRAIN, titles=("Red Train",))
    for message in (
        heard("{ref|the fourth}?", "describe", session=session, screen=screen),
        heard("compare {ref|the first two}", "compare", session=session, screen=screen),
    ):
        assert route_turn(message).told_first == ONLY_ONE
    turns = (SESSION.turns[-1], replace(session.turns[0], intents=(replace(TRAIN, act="refine"),)))
    third = heard("is {ref|the third} loud", "question", session=replace(session, turns=turns), screen=screen)
    before = route_turn(third)
    assert (before.told_first, before.intents[0].about) == ("", ("p3",))  # of the list before


def test_another_wish_takes_the_place_of_one_of_several() -> None:
    session, screen = after(TRAIN, named(an_intent(budget=up_to(9)), ("bunting",)))
    told = heard("forget the {~kind|bunting}, {kind|balloons} instead", "find", session=session, screen=screen)
    train, balloons = route_turn(told).intents
    assert (train.kinds, train.constraints) == (TRAIN.kinds, TRAIN.constraints)
    assert (balloons.act, balloons.kinds, balloons.constraints.budget) == ("find", ("balloons",), up_to(9))


def test_of_one_wish_what_stands_instead_is_a_new_one() -> None:
    told = heard("forget the {~kind|train set}, {kind|balloons} instead", "find", session=SESSION, screen=SCREEN)
    assert [intent.kinds for intent in route_turn(told).intents] == [("balloons",)]


def test_two_toys_named_in_two_questions_are_compared_with_each_other() -> None:
    said = "No, a bit small. What about {ref|the second}, how does it compare with {ref|the tin robot}"
    intent = beside(said, "compare")
    assert intent.about == ("p2", "p3")


def test_which_ones_asks_of_all_but_what_was_refused() -> None:
    intent = beside("not {-ref|the red train}, which ones come with a track?", "question")
    assert intent.about == ("p2", "p3")


def test_the_first_and_the_third_may_stand_on_two_lists() -> None:
    found, screen = after(an_intent("car"), titles=("Red Jaguar",))
    before = Shown("p9", None, None, top=True)
    session = replace(found, turns=(SessionTurn("a car", "", (an_intent("car"),), (before,)), *found.turns))
    compared = heard("compare {ref|the first} and {ref|the third}", "compare", session=session, screen=screen)
    route = route_turn(compared)
    assert (route.told_first, len(route.intents[0].about)) == ("", 2)


def test_what_is_for_a_toy_on_the_screen_is_looked_for_near_it_and_is_not_that_toy() -> None:
    titles = ("Syma S107 Helicopter", "Syma S8 Helicopter", "S107 Parts with Main Blades")
    session, screen = after(named(an_intent(budget=up_to(30)), ("helicopter",), "army"), titles=titles)
    message = heard("spare {kind|blades} for {ref|it}", "find", session=session, screen=screen)
    (intent,) = route_turn(message).intents
    assert (intent.product_type, intent.constraints) == ("blades", Constraints())
    assert intent.leftover == ("brio", "s107", "army")
    assert intent.turned_down == ("p1", "p2")


def test_what_is_to_match_a_toy_about_something_may_be_by_anybody() -> None:
    titles = ("Spiderman Animated Figure", "Spiderman Web Blaster")
    session, screen = after(named(an_intent(), ("figure",), "spiderman"), titles=titles)
    (intent,) = route_turn(
        heard("a {kind|mask} to go with {ref|it}", "goes_with", session=session, screen=screen)
    ).intents
    assert (intent.product_type, intent.leftover) == ("mask", ("spiderman",))


def test_a_question_and_another_wish_need_no_mark_between_them() -> None:
    text = "is {ref|it} loud and do you do any {theme|animals}"
    message = heard(text, "question", session=SESSION, screen=SCREEN, holds=("kind",))
    question, wish = route_turn(message).intents
    assert (question.text, wish.product_type) == ("is it loud", "animals train set")


def test_what_the_reader_read_for_sure_is_not_doubted_beside_a_question() -> None:
    message = heard(
        "is there one under {budget|£20}, and would it suit a beginner", "change", "question",
        session=SESSION, screen=SCREEN,
    )  # fmt: skip
    odds: tuple[tuple[DialogueAct, float], ...] = (("change", 0.97), ("question", 0.69), ("dearer", 0.27))
    *_, wish = route_turn(replace(message, reading=replace(message.reading, odds=odds))).intents
    assert (wish.refinement, wish.constraints.budget) == (None, up_to(20))


def test_a_language_that_is_not_spoken_is_said_so() -> None:
    assert route_turn(heard("a {kind|puzzle}, {form|in French}", "find", "form")).warnings == (ONLY_ENGLISH,)
    assert route_turn(heard("a {theme|french} {kind|puzzle}", "find")).warnings == ()


def test_who_goes_back_gets_the_wish_before() -> None:
    session, screen = after(TRAIN)
    cheaper = replace(TRAIN, text="cheaper", act="refine", refinement="cheaper")
    session = replace(session, turns=(*session.turns, *after(cheaper)[0].turns))
    (intent,) = route_turn(heard("go back to {ref|the first}", "back", session=session, screen=screen)).intents
    assert (intent.text, intent.refinement, intent.product_type) == (TRAIN.text, None, "dinosaur train set")
    assert intent.about == ("p1", "p2", "p3")


@pytest.mark.parametrize(
    ("said", "kind"),
    [("i'll have {ref|it}. got anything else to go with it, like a {kind|tunnel}?", "tunnel"),
     ("perfect. show me a {kind|bridge}", "bridge")],
)  # fmt: skip
def test_who_takes_a_toy_and_looks_for_another_is_not_sent_off(said: str, kind: str) -> None:
    intent = beside(said, "take")
    assert (intent.act, intent.product_type) == ("find", kind)
    taken = beside("perfect, nothing else then", "take")
    assert taken.question
    assert (taken.act, taken.question.about, taken.question.topic) == ("details", "service", "taken")


def test_what_is_to_match_is_about_the_same() -> None:
    session, screen = after(replace(an_intent("frozen banner"), themes=("frozen",)))
    said = heard("and {kind|balloons} to match", "find", session=session, screen=screen)
    said = replace(said, reading=replace(said.reading, kept=(0.0, 1.0)))  # the banner, frozen
    (intent,) = route_turn(said).intents
    assert intent.product_type == "frozen balloons"


def test_a_kind_that_is_to_go_with_a_toy_is_looked_for() -> None:
    intent = beside("and some {kind|track} or {kind|points} to go in {ref|it}", "goes_with")
    assert (intent.act, intent.product_type) == ("find", "track or points")


def test_what_goes_in_a_toy_is_none_of_the_kind_that_was_shown() -> None:
    intent = beside("something fun to go in {ref|it}", "find", "goes_with")
    assert intent.turned_down == ("p1", "p2")  # the third is a robot


def test_what_is_to_go_with_a_toy_is_looked_for() -> None:
    intent = beside("got a {theme|badger} to go with {ref|him}?", "goes_with")
    assert intent.act == "find"
    assert "badger" in intent.product_type


def test_what_goes_with_a_toy_is_for_the_same_day() -> None:
    session, screen = after(replace(an_intent("balloons"), constraints=Constraints(wanted=("pink", "18th"))))
    said = heard("a {kind|banner} to go with {ref|them}", "find", "goes_with", session=session, screen=screen)
    said = replace(said, reading=replace(said.reading, kept=(0.0, 1.0, 1.0)))
    assert route_turn(said).intents[0].constraints.wanted == ("pink", "18th")


def test_what_somebody_has_is_not_asked_about_and_something_else_is_found() -> None:
    intent = beside("I think he has {owns|the tin robot}. {next|something else}?", "another", holds=("kind", "theme"))
    assert intent.act == "refine"
    assert "p1" in intent.turned_down


def test_what_else_there_is_beside_nothing_is_of_any_kind() -> None:
    session, screen = after(replace(an_intent("trampoline", budget=up_to(30)), leftover=("net",)), titles=())
    said = heard(
        "what else is there for {feature|outdoors}", "change", session=session, screen=screen, holds=("kind", "budget")
    )
    (intent,) = route_turn(said).intents
    assert (intent.product_type, intent.leftover, intent.constraints.wanted) == ("", (), ("outdoors",))
    assert intent.constraints.budget == up_to(30)


def test_which_colours_one_gets_asks_for_no_advice_and_what_they_do_besides_is_no_question() -> None:
    intent = beside("which colours do you get?", "question")
    assert intent.act == "details"
    message = heard("do they do any that isn't a train, a {theme|kite} maybe", "change", session=SESSION, screen=SCREEN)
    sure = replace(message.reading, odds=(("change", 0.99), ("another", 0.01), ("question", 0.003)))
    (intent,) = route_turn(replace(message, reading=sure)).intents
    assert intent.act == "refine"


@pytest.mark.parametrize(
    ("said", "left"),
    [
        ("ok, what else is there {budget|up to £20}", ("p1",)), ("is there a {feature|bigger} one", ("p1",)),
        ("{pieces|12} is too many", ("p1",)), ("{budget|up to £20}", ()),
    ],
)  # fmt: skip
def test_who_wants_more_than_is_shown_is_not_shown_it_again(said: str, left: tuple[str, ...]) -> None:
    message = heard(said, "change", session=SESSION, screen=SCREEN, holds=("kind", "theme"))
    assert route_turn(message).intents[0].turned_down == left


def test_of_two_sentences_that_point_the_name_tells_what_they_are() -> None:
    message = heard("{ref|the tin one}. how big are {ref|they}", "question", session=SESSION, screen=SCREEN)
    assert route_turn(message).intents[0].about == ("p3",)


@pytest.mark.parametrize(("said", "toy"), [("show me {ref|the second} again", "p2"), ("back to {ref|the robot}", "p3")])
def test_who_goes_back_to_one_toy_of_several_hears_of_it(said: str, toy: str) -> None:
    session = replace(SESSION, turns=(*SESSION.turns, *SESSION.turns))
    (intent,) = route_turn(heard(said, "back", session=session, screen=SCREEN)).intents
    assert (intent.act, intent.about) == ("details", (toy,))


def test_who_goes_back_to_what_bears_a_name_points_at_it() -> None:
    session = replace(SESSION, turns=(*SESSION.turns, *SESSION.turns))
    said = "{ref|the} {kind|robot} {ref|that you showed me}, does it need batteries"
    (intent,) = route_turn(heard(said, "question", "back", session=session, screen=SCREEN)).intents
    assert (intent.act, intent.about) == ("details", ("p3",))


@pytest.mark.parametrize("words", ["those", "the last one", "all of them", "the first"])
def test_who_goes_back_to_no_toy_in_particular_gets_the_list(words: str) -> None:
    session, screen = replace(SESSION, turns=(*SESSION.turns, *SESSION.turns)), SCREEN
    (intent,) = route_turn(heard(f"back to {{ref|{words}}}", "back", session=session, screen=screen)).intents
    assert (intent.act, intent.about) == (TRAIN.act, ("p1", "p2", "p3"))


def test_who_goes_back_with_a_question_gets_its_answer() -> None:
    doll = SessionTurn("", "", (named(an_intent(), ("doll",)),), (Shown("d1", None, None, top=True),))
    session = replace(SESSION, turns=(*SESSION.turns, doll))
    said = heard("the {ref|tin robot} from before, is it loud", "back", "question", session=session)
    titles = dict(zip(("d1", "p1", "p2", "p3"), ("Rag Doll", *SCREEN.titles), strict=True))
    (intent,) = route_turn(replace(said, titles=titles)).intents
    assert (intent.act, intent.about, intent.product_type) == ("details", ("p3",), "dinosaur train set")


@pytest.mark.parametrize(
    ("said", "acts"),
    [("{ref|the tin robot} was fine actually, does {ref|it} walk", ("question",)),
     ("{ref|the rag doll} is sweet, but go back to {ref|the tin robot}, is it loud", ("back", "question"))],
)  # fmt: skip
def test_a_toy_that_was_shown_earlier_is_asked_about_by_its_name(said: str, acts: tuple[DialogueAct, ...]) -> None:
    doll = SessionTurn("", "", (named(an_intent(), ("doll",)),), (Shown("d1", None, None, top=True),))
    titles = dict(zip(("d1", "p1", "p2", "p3"), ("Rag Doll", *SCREEN.titles), strict=True))
    shown = heard(said, *acts, session=replace(SESSION, turns=(*SESSION.turns, doll)))
    (intent,) = route_turn(replace(shown, titles=titles)).intents
    assert (intent.act, intent.about) == ("details", ("p3",))


def test_words_that_no_slot_has_rank_what_is_found_next() -> None:
    intent = beside("more like fractions", "change")
    assert intent.leftover == ("more like fractions",)


def test_the_dearest_of_a_kind_is_sought_whatever_was_to_be_spent_before() -> None:
    intent = beside("the {best|most expensive} {kind|train set}", "find", "best")
    assert (intent.best, intent.constraints.budget) == ("dearest", None)


def test_who_turns_something_down_is_not_shown_the_same_toy_again() -> None:
    intent = beside("not {-kind|a figure}", "change")
    assert (intent.refinement, intent.constraints.refused_kinds) == ("balanced", ("figure",))


def test_who_asks_for_the_dearest_is_bound_by_no_budget_but_one_said_with_it() -> None:
    for text, budget in (("the {best|most expensive} then", None), ("the {best|dearest} {budget|under £9}", up_to(9))):
        intent = beside(text, "change")
        assert (intent.best, intent.constraints.budget) == ("dearest", budget)


def test_a_superlative_of_a_kind_is_sought_in_the_whole_shop() -> None:
    intent = beside("whats the {best|cheapest} {kind|puzzle} you have", "best")
    assert (intent.act, intent.product_type, intent.best) == ("find", "puzzle", "cheapest")


def test_a_new_wish_for_another_person_has_no_budget_of_before() -> None:
    intent = beside("a {kind|train set} for {recipient|my niece}", "find")
    assert intent.constraints.budget is None


def test_what_a_question_points_at_is_it() -> None:
    intent = beside("how tall is {ref|the tin one}", "question")
    assert intent.question
    assert (intent.about, intent.question.text) == (("p3",), "how tall is it")


@pytest.mark.parametrize(
    ("text", "act", "topic", "about"),
    [
        ("which is {best|cheapest}", "best", "cheapest", ("p1", "p2", "p3")),
        ("{best|best rated} of {ref|the first two}", "best", "best rated", ("p1", "p2")),
        ("{best|softest}?", "best", "softest", ("p1", "p2", "p3")),
        ("how much for {ref|both}", "total", "", ("p1", "p2")),
    ],
)  # fmt: skip
def test_superlatives_and_sums_are_of_what_is_shown(
    text: str, act: DialogueAct, topic: str, about: tuple[str, ...]
) -> None:
    intent = beside(text, act)
    assert intent.question is not None
    assert (intent.act, intent.about, intent.question.topic) == ("compare", about, topic)


@pytest.mark.parametrize(
    ("text", "about", "counts"),
    [
        ("two of {ref|the first} and one of {ref|the second}, how much is that", ("p1", "p2"), (2, 1)),
        ("how much for {ref|the first} and two of {ref|the second one}", ("p1", "p2"), (1, 2)),
        ("how much would three of {ref|those} be", ("p1",), (3,)),
        ("what would 2 of {ref|the third one} cost", ("p3",), (2,)),
        ("{ref|the second}. I'd need 8 sets for the class, what does that come to", ("p2",), (8,)),
    ],
)
def test_so_many_of_each_are_added_up(text: str, about: tuple[str, ...], counts: tuple[int, ...]) -> None:
    intent = beside(text, "price")
    assert intent.question
    assert (intent.question.about, intent.about, intent.question.counts) == ("total", about, counts)


@pytest.mark.parametrize(
    ("text", "about"),
    [
        ("do any of {ref|these} need batteries", ("p1", "p2", "p3")), ("which one has a light", ("p1", "p2", "p3")),
        ("are {ref|they} both for a 6 year old", ("p1", "p2")), ("does {ref|the first} or {ref|the third} float",
        ("p1", "p3")), ("do {ref|they} float", ("p1",)), ("does {ref|the second one} float", ("p2",)),
        ("do you deliver both of {ref|them}", ("p1",)),
        ("{ref|the first one}, {ref|the red one}: does it float", ("p1",)),
    ],
)  # fmt: skip
def test_one_question_may_be_asked_of_several(text: str, about: tuple[str, ...]) -> None:
    act: DialogueAct = "service" if "deliver" in text else "question"
    intent = beside(text, act)
    assert (intent.act, intent.about) == ("details", about)


def test_what_is_asked_beside_a_comparison_is_asked_of_both() -> None:
    intent = beside("compare {ref|the first two}, do they come with figures", "compare", "question")
    assert intent.question
    assert (intent.act, intent.about) == ("compare", ("p1", "p2"))
    assert [one.text for one in intent.question.more] == ["do they come with figures"]


def test_after_a_comparison_which_is_of_the_two() -> None:
    compared = beside("compare {ref|the first two}", "compare")
    last = SessionTurn("compare the two", "", (compared,), SESSION.turns[-1].shown)
    session = replace(SESSION, turns=(*SESSION.turns, last))
    (intent,) = route_turn(heard("which is easier to build", "question", session=session, screen=SCREEN)).intents
    assert (intent.act, intent.about) == ("compare", ("p1", "p2"))


def test_which_is_so_in_a_higher_degree_is_no_plain_comparison() -> None:
    intent = beside("which is easier to learn, {ref|the first} or {ref|the second}?", "compare")
    assert intent.question
    assert (intent.question.about, intent.about) == ("best", ("p1", "p2"))


@pytest.mark.parametrize(
    ("said", "act", "about", "limit"),
    [
        ("which of {ref|those} is {best|best} {budget|under a tenner}", "change", ("p1", "p2", "p3"), 10),
        ("which is the {best|nicest}?", "best", ("p1", "p2", "p3"), 30),
        ("the {best|best} of {ref|the first two}", "best", ("p1", "p2"), 30),
        ("which one would you pick", "question", ("p1", "p2", "p3"), 30),
    ],
)
def test_who_asks_for_the_best_of_those_shown_gets_one_of_them(
    said: str, act: DialogueAct, about: tuple[str, ...], limit: int
) -> None:
    intent = beside(said, "best", act)
    assert intent.searches
    assert (intent.about, intent.question, intent.turned_down) == (about, None, ())
    assert intent.constraints.budget == up_to(limit)


def test_a_question_beside_that_is_asked_of_the_one_that_is_chosen() -> None:
    intent = beside("which would you pick, and does it need batteries?", "compare", "question")
    assert intent.searches
    assert intent.question
    assert intent.question.text == "does it need batteries?"


@pytest.mark.parametrize(
    ("said", "asked"),
    [
        ("a {kind|microscope}, and does it need batteries?", "does it need batteries?"),
        ("does the {kind|microscope} come with slides", "does the microscope come with slides"),
        ("a {kind|microscope}. can you deliver by friday?", "can you deliver by friday?"),
        ("is there a {kind|microscope}? have you got any", ""),
        ("do you have a {kind|microscope} that is it", ""),
    ],
)
def test_a_question_beside_a_wish_is_asked_of_what_is_found(said: str, asked: str) -> None:
    (intent,) = route_turn(heard(said, "find")).intents
    assert (intent.act, intent.product_type) == ("find", "microscope")
    assert (intent.question.text if intent.question else "") == asked


def test_it_is_what_was_asked_for_before_it_in_the_same_message() -> None:
    for said, asked in (("something in {colour|blue}, and how big is {ref|it}?", ["refine"]),
                        ("how big is {ref|it}? and something in {colour|blue}", ["details", "refine"])):  # fmt: skip
        route = route_turn(heard(said, "change", "question", session=SESSION, screen=SCREEN))
        assert [intent.act for intent in route.intents] == asked
        assert route.intents[0].question


def test_advice_asked_for_beside_another_wish_is_its_pick() -> None:
    intent = beside("what else is there by {brand|LEGO}, and which would you buy", "another", "compare")
    assert intent.searches


def test_who_asks_why_it_was_not_another_sees_it_beside_the_one_that_was_chosen() -> None:
    intent = beside("why didn't you pick {ref|the second one}", "why")
    assert (intent.act, set(intent.about)) == ("compare", {"p1", "p2"})


def test_who_turns_one_down_and_asks_of_another_gets_that_answered_alone() -> None:
    intent = beside("no {-feature|batteries}. {ref|the second one}. how many pieces?", "change", "question")
    assert intent.question
    assert (intent.act, intent.about, intent.question.text) == ("details", ("p2",), "how many pieces?")
    assert intent.constraints.refused == ("batteries",)


@pytest.mark.parametrize(
    ("said", "acts"),
    [
        ("{ref|cheaper} of the two then, does it need batteries", ("cheaper", "question")),
        ("the {theme|tin} one then, what scale is {ref|the tin one}", ("change", "question")),
    ],
)
def test_words_that_only_say_which_is_meant_look_for_nothing(said: str, acts: tuple[DialogueAct, ...]) -> None:
    route = route_turn(heard(said, *acts, session=SESSION, screen=SCREEN))
    assert [intent.act for intent in route.intents] == ["details"]


def test_how_one_stands_to_the_one_before_is_asked_of_both() -> None:
    intent = beside("is {ref|the second one} bigger?", "question")
    assert intent.question
    assert (intent.act, intent.question.topic, set(intent.about)) == ("compare", "biggest", {"p1", "p2"})


def test_a_superlative_of_a_kind_orders_what_is_found() -> None:
    (intent,) = route_turn(heard("{best|cheapest} {kind|puzzle}", "find", "best")).intents
    assert (intent.product_type, intent.best) == ("puzzle", "cheapest")


def test_a_warning_of_the_reader_is_told() -> None:
    message = heard("a {kind|kite}", "find")
    warned = replace(message, reading=replace(message.reading, warning="late"))
    assert route_turn(warned).warnings == ("late",)


def test_a_message_that_names_a_toy_is_never_outside() -> None:
    assert route_turn(heard("{kind|monopoly}", "outside")).intents[0].product_type == "monopoly"


def test_what_nobody_is_sure_of_is_taken_for_a_wish() -> None:
    message = heard("hm hm", "outside")
    unsure = replace(message, reading=replace(message.reading, odds=(("outside", 0.3),)))
    assert route_turn(unsure).reply == ""


def test_a_wish_that_names_no_toy_and_may_well_be_for_something_else_is_for_none() -> None:
    message = heard("school bag for {age|a 7 year old}", "find")
    doubtful = replace(message.reading, odds=(("find", 0.6), ("outside", 0.35)))
    assert route_turn(replace(message, reading=doubtful)).reply == OUT_OF_DOMAIN
    sure = replace(message.reading, odds=(("find", 0.99), ("outside", 0.01)))
    assert route_turn(replace(message, reading=sure)).reply == ""


def test_an_unsure_word_does_not_make_an_errand_a_wish() -> None:
    message = heard("16 bags of {kind|chamomile} tea", "outside")
    words = tuple(replace(span, confidence=0.3) for span in message.reading.spans)
    sure = replace(message, reading=replace(message.reading, spans=words, odds=(("outside", 0.99),)))
    assert route_turn(sure).reply == OUT_OF_DOMAIN


@pytest.mark.parametrize(
    ("text", "is_live"), [("what does a {kind|kite} cost right now", True), ("a {kind|kite} for now", False)]
)
def test_a_price_of_this_moment_is_asked_for_in_so_many_words(text: str, is_live: bool) -> None:
    assert route_turn(heard(text, "find")).needs_live_price is is_live


@pytest.mark.parametrize(
    ("text", "holds", "product_type", "leftover", "constraints"),
    [
        ("a {kind|jigsaw}", ("theme", "age"), "dinosaur jigsaw", (), Constraints(age=age(4, 4))),
        ("a {kind|kite}", ("age",), "kite", (), Constraints(age=age(4, 4))),
        ("a {theme|shark} {kind|kite}", ("age",), "shark kite", (), Constraints(age=age(4, 4))),
        (
            "a {kind|doll} for {recipient|her}, same money",
            ("budget",),
            "doll",
            (),
            Constraints(budget=up_to(30)),
        ),
        ("and for {recipient|her brother}, he's 6?", ("kind", "age"), "train set", (), Constraints(age=age(6, 6))),
        ("the same but {theme|sharks}", ("kind",), "sharks train set", (), Constraints()),
        ("a {kind|mug} for {recipient|my dad}", ("age",), "mug", (), Constraints()),
    ],
)
def test_a_new_wish_takes_over_what_a_reader_says_to_hold(
    text: str, holds: tuple[StateSlot, ...], product_type: str, leftover: tuple[str, ...], constraints: Constraints
) -> None:
    intent = beside(text, "find", holds=holds)
    assert (intent.product_type, intent.leftover, intent.constraints) == (product_type, leftover, constraints)


def test_where_no_reader_tells_what_holds_a_new_wish_keeps_the_age_of_the_same_person() -> None:
    for text, years in (("a {kind|doll}", age(4, 4)), ("a {kind|doll} for my {recipient|sister}", None)):
        intent = beside(text, "find")
        assert intent.constraints == Constraints(age=years)


def test_who_names_only_another_person_refines_what_was_wanted() -> None:
    message = heard("and for {recipient|her}?", "find", session=SESSION, screen=SCREEN, holds=("kind",))
    assert route_turn(message).intents[0].act == "refine"


def test_of_two_wishes_the_one_that_is_given_up_goes_and_the_other_stays_whole() -> None:
    both, screen = after(named(an_intent(), ("bunting",)), named(an_intent(budget=up_to(5)), ("balloons",)))
    for text, holds in (("leave the {~kind|bunting}", None), ("only the one", ("balloons", "budget"))):
        message = heard(text, "change", session=both, screen=screen, holds=holds)
        assert [(one.product_type, one.constraints.budget) for one in route_turn(message).intents] == [
            ("balloons", up_to(5))
        ]


def test_what_was_shown_for_the_wish_that_stays_is_shown_again() -> None:
    costume, sword = named(an_intent(), ("costume",)), named(an_intent(), ("sword",))
    shown = (Shown("p1", None, None, top=True), Shown("p2", None, None, top=True, wish=1))
    session = Session("s", (SessionTurn("both", "", (costume, sword), shown),))
    screen = Screen("costume and sword", ("Pirate Costume with Sword", "Foam Sword"))
    for text in ("don't want the {-kind|sword}, just the costume", "forget the {~kind|sword}"):
        (intent,) = route_turn(heard(text, "change", session=session, screen=screen, holds=("kind",))).intents
        assert (intent.kinds, intent.about, intent.constraints.refused_kinds) == (("costume",), ("p1",), ())
    changed = "forget the {~kind|sword}, a {colour|red} one"
    (intent,) = route_turn(heard(changed, "change", session=session, screen=screen, holds=("kind",))).intents
    assert (intent.about, intent.constraints.wanted) == ((), ("red",))


def test_of_two_wishes_one_may_become_another_thing() -> None:
    train, doll = named(an_intent(budget=up_to(30)), ("train set",)), named(an_intent(budget=up_to(10)), ("doll",))
    both, screen = after(train, doll)
    message = heard("swap the {~kind|doll} for a {kind|puzzle}", "change", session=both, screen=screen)
    kept, intent = route_turn(message).intents
    assert (kept.kinds, intent.product_type, intent.constraints.budget) == (train.kinds, "puzzle", up_to(10))


def test_the_last_thing_that_is_wanted_is_given_up_in_so_many_words_alone() -> None:
    for text, act, kind in (("cheaper", "cheaper", "dinosaur train set"), ("any {~kind|kind}", "change", "dinosaur")):
        message = heard(text, act, session=SESSION, screen=SCREEN, holds=("theme", "budget", "age"))  # type: ignore[arg-type]
        assert route_turn(message).intents[0].product_type == kind


def test_who_goes_back_takes_up_all_that_stood_then() -> None:
    session, screen = after(TRAIN)
    kite = named(an_intent(), ("kite",))
    later = replace(session.turns[0], intents=(kite,), shown=(Shown("p9", None, None, top=True),))
    message = heard(
        "back to the {ref|train set} but in {colour|red}", "back", "change",
        session=replace(session, turns=(*session.turns, later)), screen=screen, holds=(),
    )  # fmt: skip
    (intent,) = route_turn(message).intents
    assert intent.product_type == "dinosaur train set"
    assert intent.constraints == replace(TRAIN.constraints, wanted=("red",))


def test_a_new_wish_for_nobody_else_is_for_no_grown_up_and_of_no_age_that_differed() -> None:
    train, rattle = named(an_intent(age=age(8, 8)), ("train set",)), named(an_intent(age=age(1, 1)), ("rattle",))
    both, screen = after(replace(train, for_adult=True), rattle)
    message = heard("and a {kind|doll}", "find", session=both, screen=screen, holds=("age",))
    (intent,) = route_turn(message).intents
    assert (intent.for_adult, intent.constraints.age) == (False, None)


def test_what_a_toy_of_the_shop_is_called_is_not_outside_whatever_it_was_taken_for() -> None:
    (intent,) = route_turn(heard("jigsaw of a dinosaur", "outside")).intents
    assert (intent.act, intent.leftover) == ("find", ("jigsaw of a dinosaur",))
    for text in ("a jigsaw", "a dinosaur loan", "dinosaur jigsaw insurance"):
        assert route_turn(heard(text, "outside")).reply == OUT_OF_DOMAIN


def test_thanks_with_a_wish_behind_them_is_a_wish() -> None:
    intent = beside("thanks! a {kind|doll} too", "thanks")
    assert intent.product_type == "doll"


def test_what_is_left_of_a_sum_is_a_question_whatever_it_was_taken_for() -> None:
    intent = beside("how much would I have left out of my {budget|£30}", "change")
    assert (intent.act, intent.constraints.brand) == ("details", None)


@pytest.mark.parametrize(
    ("text", "direction"),
    [
        ("um no, a {kind|train set}", "balanced"), ("um no, a {kind|card game}", None),
         ("you already showed me that one", "balanced"),
        ("nah, {feature|sillier}", "balanced"), ("no not {-kind|cars}", "balanced"),
        ("{feature|sillier}", None), ("no batteries", None),
    ],
)  # fmt: skip
def test_who_objects_is_not_shown_the_same_again(text: str, direction: Refinement | None) -> None:
    intent = beside(text, "change")
    assert intent.refinement == direction


def test_cheap_looking_beside_a_higher_sum_asks_for_nothing_cheaper() -> None:
    message = heard("a bit cheap looking, rather {budget|£45}", "change", "cheaper", session=SESSION, screen=SCREEN)
    (intent,) = route_turn(message).intents
    assert (intent.refinement, intent.constraints.budget is not None) == (None, True)


def test_what_is_left_is_no_question_for_a_price() -> None:
    message = heard("how much would I have left of my {budget|£30}?", "price", session=SESSION, screen=SCREEN)
    assert route_turn(message).intents[0].act == "details"


def test_a_new_kind_is_looked_for_though_something_is_asked_of_it() -> None:
    message = heard("a {kind|doll} for my niece, is it soft", "find", session=SESSION, screen=SCREEN)
    assert route_turn(message).intents[0].product_type == "doll"


def test_two_children_with_a_taste_each_are_two_wishes() -> None:
    text = "{recipient|a girl}, {age|7}, likes {theme|animals} and {recipient|a boy}, {age|10}, likes {theme|science}"
    girl, boy = route_turn(heard(text, "find")).intents
    assert [(one.product_type, one.constraints.age) for one in (girl, boy)] == [
        ("animals", AgeRange(84, 84)), ("science", AgeRange(120, 120)),
    ]  # fmt: skip


def test_beside_toys_a_message_without_a_word_of_a_wish_is_none() -> None:
    intent = beside("what about {ref|the robot}", "find")
    assert (intent.act, intent.about) == ("details", ("p3",))
    assert route_turn(heard("play some jazz", "find", session=SESSION, screen=SCREEN)).reply == OUT_OF_DOMAIN


@pytest.mark.parametrize(
    ("text", "ages"),
    [
        ("a {kind|puzzle} {next|and} a {kind|doll} for {age|a 4 year old}", [age(4, 4), age(4, 4)]),
        ("a {kind|puzzle} for {recipient|my dad} {next|and} a {kind|doll} for {age|a 4 year old}", [None, age(4, 4)]),
    ],
)
def test_whom_the_last_wish_is_for_holds_of_those_before_that_name_nobody(
    text: str, ages: list[AgeRange | None]
) -> None:
    assert [one.constraints.age for one in route_turn(heard(text, "find")).intents] == ages


def test_a_day_that_is_said_behind_two_wishes_is_that_of_both() -> None:
    intents = route_turn(heard("a {kind|banner} {next|and} {kind|balloons} for {occasion|her 40th}", "find")).intents
    assert [one.leftover for one in intents] == [("40th",), ("40th",)]


def test_a_price_and_something_else_are_both_answered() -> None:
    asked = heard("how much is {ref|the second one} and is it loud", "price", session=SESSION, screen=SCREEN)
    (intent,) = route_turn(asked).intents
    assert (intent.act, intent.about, intent.needs_live_price) == ("details", ("p2",), False)
    assert intent.question is not None
    assert [one.text for one in (intent.question, *intent.question.more)] == ["how much is it", "is it loud"]


@pytest.mark.parametrize(
    ("text", "act"), [("does {ref|it} need batteries", "question"), ("{ref|the second}", "describe")]
)
def test_what_is_asked_of_a_toy_where_none_was_found_is_answered_with_that(text: str, act: DialogueAct) -> None:
    session = replace(SESSION, turns=(replace(SESSION.turns[0], shown=()),))
    assert route_turn(heard(text, act, session=session, screen=Screen())).reply == NONE_SHOWN
    (intent,) = route_turn(heard("has a {kind|doll} a stand", "question", session=session, screen=Screen())).intents
    assert "doll" in intent.kinds


def test_what_is_meant_by_its_price_is_asked_about_though_the_question_says_it() -> None:
    shown = (
        replace(SESSION.turns[0].shown[0], price=price("25")),
        replace(SESSION.turns[0].shown[1], price=price("9")),
    )
    session = replace(SESSION, turns=(replace(SESSION.turns[0], shown=shown),))
    screen = replace(SCREEN, titles=SCREEN.titles[:2])
    message = heard("{ref|the cheaper one}. how tall is {ref|it}?", "question", session=session, screen=screen)
    (intent,) = route_turn(message).intents
    assert intent.about == (shown[1].doc_id,)


def test_one_for_somebody_else_is_of_the_kind_before() -> None:
    message = heard("and one for {recipient|her brother}, {theme|knights}", "find", session=SESSION, holds=())
    (intent,) = route_turn(message).intents
    assert intent.product_type == "knights train set"


def test_which_of_these_has_better_reviews_is_answered_with_the_better_rated() -> None:
    asked = heard("which of {ref|those two} has better reviews", "opinions", session=SESSION, screen=SCREEN)
    (intent,) = route_turn(asked).intents
    assert (intent.act, intent.question and intent.question.topic) == ("compare", "best rated")


def test_who_goes_back_with_a_question_to_what_is_there_gets_the_answer_first() -> None:
    asked = heard("back to {ref|the first one}, whats its rating", "back", "opinions", session=SESSION, screen=SCREEN)
    (intent,) = route_turn(asked).intents
    assert intent.question is not None
    assert intent.question.about == "opinions"


def test_a_question_for_the_biggest_is_the_wish_and_asked_of_no_toy() -> None:
    asked = heard("what is {best|the biggest} {kind|rocking horse} you've got", "find", "best")
    (intent,) = route_turn(asked).intents
    assert (intent.best, intent.question) == ("biggest", None)


@pytest.mark.parametrize(
    ("text", "is_live"),
    [("how much was it again", False), ("remind me what it cost", False), ("check the price again", True)],
)
def test_who_asks_once_more_what_it_cost_wants_no_price_of_this_moment(text: str, is_live: bool) -> None:
    intent = beside(text, "price")
    assert intent.needs_live_price == is_live


def test_what_is_added_up_may_stand_on_an_earlier_list_and_share_words_with_the_present_one() -> None:
    session, _ = after(TRAIN, titles=("Red Tin Train", "Blue Train"))
    later, screen = after(an_intent("robot"), titles=("Tin Robot",))
    shown = tuple(replace(one, doc_id=f"q{at}") for at, one in enumerate(later.turns[0].shown))
    both = replace(session, turns=(*session.turns, replace(later.turns[0], shown=shown)))
    titles = {"p1": "Red Tin Train", "p2": "Blue Train", "q0": "Tin Robot"}
    message = heard("what do {ref|Red Tin Train} and {ref|Tin Robot} come to", "total", session=both, screen=screen)
    whole = replace(message, titles=titles, reading=replace(message.reading, is_whole=True))
    assert set(route_turn(whole).intents[0].about) == {"p1", "q0"}


def test_who_wants_another_kind_nearer_to_the_limit_need_not_have_a_better_rated_one() -> None:
    message = heard("any other {kind|robots} closer to the full amount", "dearer", session=SESSION, screen=SCREEN)
    whole = replace(message, reading=replace(message.reading, is_whole=True))
    assert [route_turn(one).intents[0].refinement for one in (message, whole)] == ["premium", None]


def test_what_is_asked_of_the_cheaper_one_is_no_question_for_the_cheapest() -> None:
    message = heard("{ref|Blue Train} the cheaper one, has that got a bag", "question", session=SESSION, screen=SCREEN)
    whole = replace(message, reading=replace(message.reading, is_whole=True))
    assert [route_turn(one).intents[0].act for one in (message, whole)] == ["compare", "details"]


def test_who_takes_one_and_seeks_what_goes_with_it_is_shown_that() -> None:
    message = heard(
        "i'll take the first. got a {kind|cement mixer} to go with {ref|Red Train}", "take", "goes_with",
        session=SESSION, screen=SCREEN,
    )  # fmt: skip
    route = route_turn(replace(message, reading=replace(message.reading, is_whole=True)))
    assert [(intent.act, intent.product_type) for intent in route.intents] == [("find", "cement mixer")]
    thanks = heard("thanks, i'll take it", "take", "thanks", session=SESSION, screen=SCREEN)
    (taken,) = route_turn(replace(thanks, reading=replace(thanks.reading, is_whole=True))).intents
    assert taken.question
    assert taken.question.topic == "taken"


@pytest.mark.parametrize(
    ("text", "wishes"),
    [
        (
            "{recipient|my daughter} loves {theme|horses} she is {age|8} and my {recipient|son} wants something with "
            "{theme|cars} hes {age|4}",
            ["horses", "cars"],
        ),
        ("{theme|trains} for {recipient|my nephew}. {recipient|Her sister}, {age|9}, is mad on {theme|slime}",
         ["trains", "slime"]),
        ("a {kind|puzzle} for {recipient|my niece} who is {age|5} and loves {theme|unicorns}", ["unicorns puzzle"]),
        ("a {kind|teddy} for {recipient|my toddler}, she's crazy about {theme|bunnies}", ["bunnies teddy"]),
        ("{recipient|my daughter} wants a {kind|doll} for {recipient|her brother}", ["doll"]),
    ],
)  # fmt: skip
def test_of_two_people_who_want_something_each_gets_it(text: str, wishes: list[str]) -> None:
    assert [one.product_type for one in route_turn(heard(text, "find")).intents] == wishes


def test_a_maker_or_something_else_are_kinds_of_which_any_will_do() -> None:
    (intent,) = route_turn(heard("any {brand|lego} or {theme|robots}?", "find")).intents
    assert (intent.either, intent.constraints.brand) == (("lego", "robots"), None)
    (intent,) = route_turn(heard("{brand|lego} {theme|robots}", "find")).intents
    assert intent.constraints.brand == "LEGO"


def test_what_is_said_after_a_question_about_one_of_several_wishes_is_of_that_one() -> None:
    wishes = (an_intent("jigsaw"), an_intent("pack of cards"))
    session, screen = after(*wishes, titles=("Red Jigsaw", "Blue Cards"))
    listed = tuple(replace(one, wish=at) for at, one in enumerate(session.turns[0].shown))
    asked = SessionTurn("what is on it", "", (an_intent(act="details", about=("p1",)),), listed[:1])
    session = replace(session, turns=(replace(session.turns[0], shown=listed), asked))
    for text, kinds in (
        ("one with {theme|cats}", ["cats", "pack"]), ("both with {theme|cats}", ["cats", "cats"])
    ):  # fmt: skip
        intents = route_turn(heard(text, "change", session=session, screen=screen)).intents
        assert [one.product_type.split()[0] for one in intents] == kinds


def test_why_this_and_not_another_sets_both_beside_each_other() -> None:
    intent = beside("why {ref|this one} and not {-ref|the robot}", "why")
    assert (intent.act, set(intent.about)) == ("compare", {"p1", "p3"})
    intent = beside("why {ref|it} and not {-ref|the zebra}", "why")
    assert intent.act == "explain"


def test_an_age_told_beside_a_question_is_asked_about_and_holds_from_then_on() -> None:
    session, screen = after(named(an_intent(), ("train set",)))
    told = heard("shes only {age|4}, would she manage {ref|it}?", "question", session=session, screen=screen)
    (intent,) = route_turn(told).intents
    assert intent.question is not None
    assert (intent.question.numbers.age, intent.constraints.age) == (age(4, 4), age(4, 4))
    asked = SessionTurn(told.text, "", (intent,), session.turns[0].shown[:1])
    goes_on = replace(session, turns=(*session.turns, asked))
    (wish,) = route_turn(heard("a {colour|red} one", "change", session=goes_on, screen=screen)).intents
    assert wish.constraints.age == age(4, 4)


def test_what_was_shown_for_another_wish_is_not_turned_down() -> None:
    session, screen = after(an_intent("puppet"), an_intent("truck"), titles=("Turtle Puppet", "Blocks Truck"))
    listed = tuple(replace(one, wish=at, top=True) for at, one in enumerate(session.turns[0].shown))
    session = replace(session, turns=(replace(session.turns[0], shown=listed),))
    message = heard("not {-ref|the turtle}, a {kind|teddy} would be better", "change", session=session, screen=screen)
    assert route_turn(message).intents[0].turned_down == ("p1",)


def test_a_day_holds_of_both_wishes_wherever_it_stands() -> None:
    text = "{kind|balloons} for a {occasion|40th birthday} {next|and} a {kind|banner} as well"
    assert ["40th birthday" in one.leftover for one in route_turn(heard(text, "find")).intents] == [True, True]


def test_what_a_message_tells_without_naming_a_toy_is_looked_for() -> None:
    said = "{recipient|our Beth} hardly speaks at school but will chatter away if a toy does the talking, {age|6}"
    (intent,) = route_turn(heard(said, "find")).intents
    assert "chatter away" in intent.leftover[0]
    for short in ("something nice for {recipient|my nephew}, he is {age|6}", "a present for {recipient|a man} at work"):
        assert not route_turn(heard(short, "find")).intents[0].names_a_toy


def test_nothing_is_looked_for_by_what_is_taken_back() -> None:
    intent = beside("forget {~theme|space}, a {kind|robot}", "find")
    assert "space" not in intent.text


def test_something_and_something_are_two_wishes() -> None:
    first, second = route_turn(heard("something {theme|crafty} and something {theme|for the garden}", "find")).intents
    assert (first.theme, second.theme) == ("crafty", "garden")


def test_one_of_two_wishes_is_meant_by_what_there_is_instead_of_a_kind_and_by_another_word_for_it() -> None:
    crafty, garden = (replace(an_intent(""), leftover=(words,)) for words in ("crafty", "for the garden"))
    session, screen = after(crafty, garden)
    said = "no the garden thing is for {feature|digging}"
    changed, _ = route_turn(heard(said, "change", session=session, screen=screen)).intents
    assert changed.leftover[0] == "for the garden"
    session, screen = after(an_intent("car"), an_intent("soft toy"))
    cuddly, _ = route_turn(heard("the cuddly one, {colour|blue}", "change", session=session, screen=screen)).intents
    assert cuddly.product_type == "soft toy"


def test_what_somebody_has_of_what_is_shown_is_left_behind() -> None:
    session, screen = after(an_intent("present"), titles=("Playing Cards Tin", "Quiz Game"))
    (intent,) = route_turn(
        heard("she already has {owns|cards}, a {kind|robot} please", "find", session=session, screen=screen)
    ).intents
    assert "p1" in intent.turned_down


def test_a_price_that_is_told_ends_no_budget_and_begins_none() -> None:
    said = "thats still a {-kind|robot}, and its {budget|22 quid}"
    (intent,) = route_turn(heard(said, "change", session=SESSION, screen=SCREEN, holds=("kind",))).intents
    assert intent.constraints.budget == up_to(30)


def test_what_nobody_minds_is_no_part_of_the_wish() -> None:
    (intent,) = route_turn(heard("a {kind|car}, dont mind if it needs {-feature|batteries}", "find")).intents
    assert (intent.constraints.wanted, intent.constraints.refused) == ((), ())


def test_those_of_a_kind_are_of_the_wish_for_it() -> None:
    session, screen = after(an_intent("dinosaur"), an_intent("doll"), titles=("Dimetrodon", "Rag Doll", "Blue Doll"))
    (turn,) = session.turns
    shown = tuple(replace(one, wish=min(at, 1), top=at < 2) for at, one in enumerate(turn.shown))
    session = replace(session, turns=(replace(turn, shown=shown),))
    asked = heard("neither of {ref|those dolls} has red hair, has it?", "question", session=session, screen=screen)
    assert route_turn(asked).intents[0].about == ("p2", "p3")


@pytest.mark.parametrize(
    ("text", "asked"),
    [
        ("which of {ref|these} isn't made by {brand|brio}", "are any of these made by brio"),
        ("which ones need batteries?", "do any of these need batteries"),
        ("and which one has tracks", "do any of these have tracks"),
        ("which of them can float", "can any of these float"),
    ],
)
def test_which_of_several_is_so_is_asked_of_each(text: str, asked: str) -> None:
    (intent,) = route_turn(heard(text, "compare", session=SESSION, screen=SCREEN)).intents
    assert intent.question is not None
    assert (intent.act, intent.question.text, len(intent.about)) == ("details", asked, len(SCREEN.titles))


def test_which_one_is_cheaper_asks_of_what_is_shown_and_for_no_cheaper_one() -> None:
    (intent,) = route_turn(heard("which one is cheaper", "cheaper", session=SESSION, screen=SCREEN)).intents
    assert (intent.act, intent.refinement) == ("compare", None)


def test_the_cheapest_of_them_where_one_is_shown_is_told_first() -> None:
    session, screen = after(an_intent("kite"), titles=("Blue Kite",))
    route = route_turn(heard("which is the {best|cheapest} of {ref|them}", "best", session=session, screen=screen))
    assert route.told_first == ONLY_ONE


def test_one_for_somebody_else_is_about_the_same_where_it_has_no_kind() -> None:
    session, screen = after(named(an_intent(""), (), "dinosaurs"))
    said = "can you find one for {recipient|our other bro} too, he's {age|4}"
    (intent,) = route_turn(heard(said, "find", session=session, screen=screen, holds=())).intents
    assert (intent.theme, intent.constraints.age) == ("dinosaurs", age(4, 4))


def test_one_wish_is_told_of_no_sum_for_each() -> None:
    for text in (
        "a {kind|kite} for the {occasion|bank holiday} {budget|under £20}",
        "a {kind|kite}, {budget|£20} for the pair",
    ):
        assert not route_turn(heard(text, "find")).warnings


def test_advice_on_one_of_two_wishes_leaves_each_its_own_sum() -> None:
    wishes = named(an_intent(budget=up_to(30)), ("train set",)), named(an_intent(budget=up_to(10)), ("puzzle",))
    session, screen = after(*wishes, titles=("Red Train Set", "Cat Puzzle"))
    listed = tuple(replace(one, wish=at) for at, one in enumerate(session.turns[0].shown))
    session = replace(session, turns=(replace(session.turns[0], shown=listed),))
    said = heard("which of the puzzles would you recommend", "best", session=session, screen=screen)
    sums = {one.product_type: one.constraints.budget for one in route_turn(said).intents}
    assert sums == {"train set": up_to(30), "puzzle": up_to(10)}


def test_whose_toys_it_is_to_fit_is_sought_once() -> None:
    (intent,) = route_turn(heard("a {kind|bridge} that fits {brand|Brio}", "find")).intents
    assert (intent.theme, intent.leftover, intent.constraints.brand) == ("brio", (), None)


def test_a_sum_in_total_is_for_all_wishes_with_or_without_its_sign() -> None:
    for total in ("{budget|50} total", "{budget|£50} total"):
        route = route_turn(heard(f"a {{kind|doll}} {{next|and}} a {{kind|kite}}. {total}", "find"))
        assert [one.constraints.budget and one.constraints.budget.shared for one in route.intents] == [True, True]


def in_turn(*turns: tuple[str, Intent, str]) -> Session:
    """A conversation in which each message was answered with one toy."""
    return Session("s", tuple(
        SessionTurn(said, "an answer", (intent,), (Shown(doc_id, price("20"), 4.0, top=True),), ("answered",))
        for said, intent, doc_id in turns
    ))  # fmt: skip


@pytest.mark.parametrize(
    ("said", "act", "about"),
    [
        ("and a kite for his sister", "how much together", ("p1", "p2")),
        ("a kite as well", "total cost?", ("p1", "p2")),
        ("I'll have that. now a kite", "what does {ref|that} come to altogether", ("p1", "p2")),
        ("no, a kite instead", "how much for both", ("p2",)), ("a kite", "what do they come to in all", ("p2",)),
    ],
)  # fmt: skip
def test_what_was_asked_for_one_after_the_other_is_added_up_where_the_later_came_on_top(
    said: str, act: str, about: tuple[str, ...]
) -> None:
    session = in_turn(("a doll", an_intent("doll"), "p1"), (said, an_intent("kite"), "p2"))
    message = heard(act, "question", session=session, screen=Screen("kite", ("Bat Kite",)))
    (intent,) = route_turn(message).intents
    assert (intent.about == about and intent.act == "compare") is (len(about) > 1)


def test_two_of_a_kind_that_were_wished_for_on_top_of_each_other_are_both_in_a_sum() -> None:
    kitchen, bathroom = (an_intent("furniture", wanted=(room,)) for room in ("kitchen", "bathroom"))
    session = in_turn(("kitchen furniture", kitchen, "p1"), ("and a bathroom one too", bathroom, "p2"))
    message = heard("whats the total", "total", session=session, screen=Screen("furniture", ("Bath",)))
    assert route_turn(message).intents[0].about == ("p1", "p2")


def test_another_of_the_same_takes_the_place_of_the_first_in_a_sum() -> None:
    cheaper = replace(an_intent("doll"), act="refine")
    later = ("and a kite", an_intent("kite"), "p3")
    session = in_turn(("a doll", an_intent("doll"), "p1"), ("cheaper", cheaper, "p2"), later)
    message = heard("how much for {ref|both}", "total", session=session, screen=Screen("kite", ("Bat Kite",)))
    assert route_turn(message).intents[0].about == ("p2", "p3")


@pytest.mark.parametrize("text", ["a {material|wooden} toy for a {age|one year old}, and a {kind|card game} for my dad",
                                  "a present for my mum and some {kind|balloons}"])  # fmt: skip
def test_a_toy_of_no_kind_is_a_wish_beside_one_that_names_it(text: str) -> None:
    first, second = route_turn(heard(text, "find")).intents
    assert first.kinds == ()
    assert second.kinds in {("card game",), ("balloons",)}


def test_what_somebody_can_do_with_it_names_no_kind() -> None:
    assert route_turn(heard("something they {kind|can play} together", "find")).intents[0].kinds == ()


def test_what_is_to_go_with_a_toy_keeps_the_sum_that_holds() -> None:
    said = "something else to go with {ref|it} that isn't {-kind|tattoos}"
    (intent,) = route_turn(heard(said, "goes_with", session=SESSION, screen=SCREEN, holds=("budget",))).intents
    assert intent.constraints.budget == TRAIN.constraints.budget


def test_which_is_the_best_value_is_chosen_among_those_on_the_screen() -> None:
    intent = beside("which one is the best value", "value")
    assert (intent.refinement, intent.about) == ("balanced", ("p1", "p2", "p3"))


def test_so_many_pieces_that_are_too_many_are_not_wanted() -> None:
    asked = beside("{pieces|100} pieces is too many", "change").constraints
    assert (asked.pieces, asked.refused) == (None, ("100 pieces or more",))


def test_a_licence_holds_under_another_maker() -> None:
    wars = replace(named(an_intent(brand="Star Wars"), (), "star wars"))
    session, screen = after(wars)
    names = ("LEGO Star Wars AAT", "LEGO City Bus")
    for theme, brand in (("star wars", "Star Wars"), ("brio", "Brio")):
        session, screen = after(named(an_intent(brand=brand), (), theme))
        message = heard("any {brand|lego} instead?", "change", session=session, screen=screen, names=names,
                        holds=("theme",))  # fmt: skip
        (intent,) = route_turn(message).intents
        assert (intent.constraints.brand, intent.themes) == ("LEGO", ("star wars",) if brand == "Star Wars" else ())


def test_what_was_taken_stands_in_the_sum_in_the_place_of_what_led() -> None:
    taken = replace(an_intent("doll", act="details"), about=("p2",))
    session = in_turn(("a doll", an_intent("doll"), "p1"), ("i'll take the second one", taken, "p2"),
                      ("now a kite", an_intent("kite"), "p3"))  # fmt: skip
    message = heard("what does {ref|that} come to", "total", session=session, screen=Screen("kite", ("Bat Kite",)))
    assert route_turn(message).intents[0].about == ("p2", "p3")


def test_what_it_is_to_be_without_is_refused_and_the_size_of_a_child_is_an_age() -> None:
    asked = route_turn(heard("a {kind|game} with {feature|no reading}", "find")).intents[0].constraints
    assert (asked.wanted, asked.refused) == ((), ("reading",))
    for size, years in (("7-8", age(7, 8)), ("8-10", None)):
        intent = route_turn(heard(f"a {{kind|costume}}, size {{age|{size}}}", "find")).intents[0]
        assert intent.constraints.age == years


def test_who_answers_what_was_asked_back_keeps_what_was_said() -> None:
    asked = an_intent("", budget=up_to(10))
    for outcome, budget in (("asked back", up_to(10)), ("answered", None)):
        session = Session("s", (SessionTurn("a present, £10", "For whom?", (asked,), (), (outcome,)),))  # type: ignore[arg-type]
        (intent,) = route_turn(heard("he likes {theme|football}", "find", session=session)).intents
        assert (intent.theme, intent.constraints.budget) == ("football", budget)


def test_what_any_toy_may_be_asked_points_at_none_by_its_name() -> None:
    session, screen = after(an_intent("board game"), titles=("Best of Britain", "Tin 2-4 Player Game"))
    (intent,) = route_turn(heard("how many players?", "question", session=session, screen=screen)).intents
    assert "p2" not in intent.about


def test_what_nobody_understands_leaves_what_is_shown() -> None:
    message = heard("asdfgh", "change", session=SESSION, screen=SCREEN)
    unread = replace(message, reading=replace(message.reading, odds=(("change", 0.3), ("another", 0.1))))
    route = route_turn(unread)
    assert route.told_first == NOT_UNDERSTOOD
    assert [intent.about for intent in route.intents] == [("p1", "p2", "p3")]
    assert route_turn(replace(unread, session=Session("s"), titles={})).told_first == ""


def test_the_same_wish_once_more_has_the_same_answer() -> None:
    for text, about in (("A wish", ("p1", "p2", "p3")), ("another wish", ())):
        (intent,) = route_turn(heard(text, "change", session=SESSION, screen=SCREEN)).intents
        assert intent.about == about


def test_not_that_one_behind_something_cheaper_is_no_dearer_than_where_it_began() -> None:
    cheaper = replace(an_intent("doll"), act="refine", refinement="cheaper")
    session = in_turn(("a doll", an_intent("doll"), "p1"), ("cheaper", cheaper, "p2"))
    message = heard("not {-ref|that one}", "another", session=session, screen=Screen("doll", ("Rag Doll",)))
    (intent,) = route_turn(message).intents
    assert (intent.refinement, intent.than) == ("cheaper", "p1")
    further = in_turn(("a doll", an_intent("doll"), "p1"), ("cheaper", replace(cheaper, than="p0"), "p2"))
    assert route_turn(replace(message, session=further)).intents[0].than == "p0"


def test_what_is_refused_and_is_not_shown_changes_nothing_that_is_shown() -> None:
    for refused, about in (("dinosaurs", ("p1", "p2", "p3")), ("robots", ())):
        trains = named(an_intent(), (), "trains")
        session, screen = after(trains)
        (intent,) = route_turn(
            heard(f"he hates {{-theme|{refused}}}", "change", session=session, screen=screen, names=("Dinosaur Egg",))
        ).intents
        assert intent.constraints.refused_kinds == (refused,)
        assert intent.about == about


@pytest.mark.parametrize("text", ["what do you sell?", "hi, what kind of toys do you have", "what have you got"])
def test_what_is_sold_is_no_wish(text: str) -> None:
    assert route_turn(heard(text, "find")).reply == HELP


@pytest.mark.parametrize(
    "text",
    [
        "twins turning {age|3}, one mad about {theme|trains} the other about {theme|cooking}. {budget|25 each}",
        "for my boys, {age|3}, {budget|£25 each}, one likes {theme|trains} and one likes {theme|cooking}",
    ],
)
def test_what_one_likes_and_what_the_other_are_two_wishes_of_which_the_rest_holds(text: str) -> None:
    first, second = route_turn(heard(text, "find")).intents
    assert (first.themes, second.themes) == (("trains",), ("cooking",))
    for wish in (first, second):
        assert (wish.constraints.age, wish.constraints.budget) == (age(3, 3), replace(up_to(25), each=True))
    assert len(route_turn(heard("one likes trains, {theme|space} is what the other likes", "find")).intents) == 1


@pytest.mark.parametrize(
    ("text", "most", "each"),
    [
        ("two gifts for twins, {budget|£40} altogether", "20", True), ("2 presents, {budget|£40} in total", "20", True),
        ("two gifts for twins, {budget|£40} each", "40", True), ("a gift for twins, {budget|£40} total", "40", False),
    ],
)  # fmt: skip
def test_a_sum_for_several_gifts_is_its_part_for_each(text: str, most: str, each: bool) -> None:
    budget = route_turn(heard(text, "find")).intents[0].constraints.budget
    assert budget is not None
    assert (budget.max, budget.each) == (Decimal(most), each)


def test_what_is_to_be_otherwise_than_shown_is_beside_that() -> None:
    for text, than in (("a {feature|harder} one", "p1"), ("a {feature|bigger} one", "p1"), ("a {colour|pink} one", "")):
        assert beside(text, "change").than == than


def test_what_is_for_a_toy_counts_with_it() -> None:
    session = in_turn(("a dolls house", an_intent("dolls house"), "p1"),
                      ("what about some dolls to live in it", an_intent("dolls"), "p2"))  # fmt: skip
    message = heard("how much is everything together", "price", session=session, screen=Screen("dolls", ("Dolls",)))
    assert route_turn(message).intents[0].about == ("p1", "p2")


@pytest.mark.parametrize("text", ["get me 3 of {ref|those}", "3 packs please, how much"])
def test_so_many_of_a_toy_are_added_up_however_it_is_said(text: str) -> None:
    (intent,) = route_turn(heard(text, "describe", session=SESSION, screen=SCREEN)).intents
    assert intent.question is not None
    assert (intent.question.about, intent.question.counts) == ("total", (3,))


def test_what_will_do_failing_that_is_a_wish_of_its_own() -> None:
    first, second = route_turn(heard("a {kind|live steam} engine, or failing that a {kind|ukulele}", "find")).intents
    assert (first.kinds, second.kinds) == (("live steam",), ("ukulele",))


def test_a_childs_name_is_not_looked_for() -> None:
    for name, text in (("Poppy", "a doll for  who is"), ("Grandad", "a doll for Grandad who is")):
        (intent,) = route_turn(heard(f"a {{kind|doll}} for {{recipient|{name}}} who is {{age|5}}", "find")).intents
        assert intent.text.startswith(text)


def test_why_the_first_asks_of_that_where_who_asks_goes_back_to_it() -> None:
    session = in_turn(("a doll", an_intent("doll"), "p1"),
                      ("cheaper", replace(an_intent("doll"), act="refine", refinement="cheaper"), "p2"))  # fmt: skip
    said = "go back to {ref|the first one}. why {ref|that one}"
    message = heard(said, "back", "why", session=session, screen=Screen("doll", ("Rag Doll",)))
    titled = replace(message, titles={"p1": "Big Doll", "p2": "Rag Doll"})
    assert route_turn(titled).intents[0].about == ("p1",)


@pytest.mark.parametrize(
    ("text", "act", "asked"),
    [
        ("{ref|the blue one}", "describe", ("blue",)), ("{ref|the wooden one} please", "take", "wood"),
        ("tell me about {ref|the red one}", "describe", None),
    ],
)  # fmt: skip
def test_one_of_a_colour_or_material_that_no_name_tells_of_is_another_that_is_wanted(
    text: str, act: DialogueAct, asked: object
) -> None:
    screen = Screen("train set", ("Farm Train Set", "Red Train Set", "City Train Set"))
    (intent,) = route_turn(heard(text, act, session=SESSION, screen=screen)).intents
    found = {"wanted": intent.constraints.wanted, "material": intent.constraints.material, "act": intent.act}
    assert asked in found.values() if asked else found["act"] == "details"


def test_a_sum_that_is_asked_for_beside_another_wish_comes_behind_what_is_found_for_that() -> None:
    session = in_turn(("a doll", an_intent("doll"), "p1"))
    said = "and a {kind|kite} too. what's the total for both?"
    found, total = route_turn(heard(said, "find", "total", session=session, screen=Screen("doll", ("Doll",)))).intents
    assert (found.act, found.kinds, total.act, total.about) == ("find", ("kite",), "compare", ("p1",))
