"""Router: which wishes a message holds, and what carries over from the conversation."""

from __future__ import annotations

import pytest
from builders import a_session, a_shown_turn, a_turn, a_vocabulary, age, an_intent, shown, up_to
from hypothesis import given, settings
from hypothesis import strategies as st
from shop_models import the_domain_model

from assistant.answering.answerer import FOLLOWUPS
from assistant.schema import Intent, Route, Session, SessionTurn
from assistant.understanding import dialogue_state
from assistant.understanding.router import GREETING, HELP, OUT_OF_DOMAIN, THANKS, route_turn

SHOP = a_vocabulary("LEGO", "Brio", words="train puzzle doll game premium second value bigger balanced kite teddy")
LAST = an_intent("train set", age=age(4, 4), budget=up_to(40), material="wood")
AFTER = a_session(a_shown_turn(LAST, [shown("p1", "24.99", 4.5, top=True), shown("p2", "19.99")]))


def route(text: str, session: Session | None = None) -> Route:
    return route_turn(a_turn(text), session=session or a_session(), vocabulary=SHOP, domain_model=the_domain_model())


def only(text: str, session: Session | None = None) -> Intent:
    found = route(text, session)
    assert len(found.intents) == 1
    return found.intents[0]


@pytest.mark.parametrize("text", ["hello", "Hi!", "hey there", "good morning", "Hello, how are you?", "hiya"])
def test_a_greeting_is_answered_at_once(text: str) -> None:
    found = route(text)
    assert (found.intent_type, found.intents[0].act, found.reply) == ("greeting", "greet", GREETING)


@pytest.mark.parametrize(
    "text", ["gaming laptop under 1500", "a winter coat", "some bleach", "plush bath towels", "train tickets"]
)
def test_other_goods_are_out_of_domain_and_bring_no_constraints(text: str) -> None:
    found = route(text)
    assert (found.intent_type, found.reply) == ("out_of_domain", OUT_OF_DOMAIN)
    assert found.constraints.budget is None
    assert not found.needs_live_price


@pytest.mark.parametrize(
    "text", ["a toy laptop", "a puzzle", "lego", "hello, do you have a kite?", "hi, I need a doll under £10"]
)
def test_toys_are_product_queries_also_behind_a_greeting(text: str) -> None:
    found = route(text)
    assert found.intent_type == "product_query"
    assert found.reply == ""


@pytest.mark.parametrize("text", ["thanks", "thank you!", "ok, thanks, that's perfect", "bye", "cheers"])
def test_thanks_are_taken_in_any_state_of_the_conversation(text: str) -> None:
    assert (route(text).reply, route(text, AFTER).reply) == (THANKS, THANKS)


@pytest.mark.parametrize("text", ["help", "what can you do?", "who are you"])
def test_help_is_given(text: str) -> None:
    assert (route(text).intents[0].act, route(text).reply) == ("help", HELP)


def test_thanks_before_a_wish_do_not_swallow_the_wish() -> None:
    assert only("thanks, now I also need a birthday puzzle for my nephew under £10").product_type == "birthday puzzle"


def test_two_wishes_are_two_intents_each_with_its_own_constraints() -> None:
    first, second = route("a puzzle for a 5 year old and a board game for adults under $40").intents
    assert (first.product_type, first.constraints.age, first.constraints.budget) == ("puzzle", age(5, 5), None)
    assert (second.product_type, second.constraints.age) == ("board game", age(18, None))
    assert second.constraints.budget == up_to(40, "USD")


@pytest.mark.parametrize(
    ("text", "budgets"),
    [
        ("a puzzle under £10 and a kite", ["10", None]), ("a puzzle and a kite under £10", [None, "10"]),
        ("a puzzle under £5 and a doll under £40", ["5", "40"]),
        ("I have £30 for a puzzle and a doll", ["30", "30"]), ("a puzzle and a doll under £10 each", ["10", "10"]),
        ("a doll for a 3 year old, a puzzle under £10, and a kite", [None, "10", None]),
    ],
)  # fmt: skip
def test_a_budget_never_leaks_to_the_other_wish(text: str, budgets: list[str | None]) -> None:
    said = [intent.constraints.budget for intent in route(text).intents]
    assert [str(budget.max) if budget else None for budget in said] == budgets


def test_a_budget_in_front_does_not_hide_the_second_wish() -> None:
    assert [intent.product_type for intent in route("under £20, a puzzle and a doll").intents] == ["puzzle", "doll"]


def test_more_than_three_wishes_are_not_cut_into_pieces() -> None:
    assert len(route("a puzzle, a doll, a kite, a teddy and a train").intents) <= 3


@pytest.mark.parametrize(
    "text", ["a puzzle and dragons game", "a train with a bridge and tunnel", "a doll and pram", "snakes and ladders"]
)
def test_one_wish_with_an_and_in_it_stays_one(text: str) -> None:
    only(text)


@pytest.mark.parametrize(
    ("text", "refinement"),
    [
        ("something cheaper", "cheaper"), ("too expensive", "cheaper"),
        ("can you show me a cheaper one please", "cheaper"),
        ("a cheaper train set", "cheaper"), ("cheaper and plastic", "cheaper"), ("something premium", "premium"),
        ("more premium", "premium"), ("the premium option please", "premium"), ("something fancier", "premium"),
        ("more balanced", "balanced"), ("best value", "balanced"), ("a more balanced option", "balanced"),
    ],
)  # fmt: skip
def test_the_three_words_refine_the_last_wish(text: str, refinement: str) -> None:
    intent = only(text, AFTER)
    assert (intent.act, intent.refinement, intent.product_type) == ("refine", refinement, "train set")
    assert (intent.constraints.age, intent.constraints.budget) == (age(4, 4), up_to(40))


def test_every_followup_that_is_offered_is_understood() -> None:
    understood = [(only(text, AFTER).act, only(text, AFTER).refinement) for text in FOLLOWUPS]
    assert understood == [("refine", "cheaper"), ("refine", "premium"), ("refine", "balanced"), ("explain", None)]


def test_a_refinement_with_a_new_kind_of_toy_is_a_new_wish() -> None:
    intent = only("a cheaper puzzle", AFTER)
    assert (intent.act, intent.product_type, intent.constraints.budget) == ("find", "puzzle", None)


@pytest.mark.parametrize("text", ["something cheaper", "more balanced", "why this one?", "the cheap one"])
def test_a_refinement_without_a_conversation_invents_none(text: str) -> None:
    assert only(text).refinement is None


def test_a_message_of_constraints_alone_narrows_the_last_wish() -> None:
    intent = only("under £20, for a 3 year old", AFTER)
    assert (intent.act, intent.product_type) == ("refine", "train set")
    assert (intent.constraints.budget, intent.constraints.age) == (up_to(20), age(3, 3))
    assert intent.constraints.material == "wood"


@pytest.mark.parametrize(
    "text", ["do any have a tunnel?", "any of those with a tunnel", "do any of them come with a tunnel?"]
)
def test_a_question_about_any_of_them_narrows_the_last_wish(text: str) -> None:
    intent = only(text, AFTER)
    assert (intent.act, intent.product_type, intent.constraints.wanted) == ("refine", "train set", ("tunnel",))


@pytest.mark.parametrize(
    ("text", "act", "live"),
    [
        ("why this one?", "explain", False), ("why", "explain", False),
        ("compare the first and the second", "compare", False),
        ("tell me more about it", "details", False), ("how much is it right now?", "check_price", True),
        ("check the price", "check_price", True),
    ],
)  # fmt: skip
def test_a_question_about_what_is_shown_keeps_its_subject(text: str, act: str, live: bool) -> None:
    intent = only(text, AFTER)
    assert (intent.act, intent.product_type, intent.needs_live_price, intent.refinement) == (
        act,
        "train set",
        live,
        None,
    )


def test_a_new_wish_keeps_the_persons_age_and_nothing_else() -> None:
    intent = only("what about a teddy bear?", AFTER)
    assert (intent.act, intent.product_type) == ("find", "teddy bear")
    assert (intent.constraints.age, intent.constraints.budget, intent.constraints.material) == (age(4, 4), None, None)


def test_a_new_wish_with_an_age_of_its_own_keeps_its_own() -> None:
    assert only("a puzzle for my 9 year old", AFTER).constraints.age == age(9, 9)


@pytest.mark.parametrize(
    "text",
    ["something for a baby", "and a present for my niece, she is nine", "what about a little gift for a toddler?",
     "anything for a 2 year old?"],
)  # fmt: skip
def test_anything_at_all_for_another_child_is_a_new_wish(text: str) -> None:
    intent = only(text, AFTER)
    assert (intent.act, intent.product_type, intent.constraints.budget) == ("find", "", None)
    assert intent.constraints.age not in (None, age(4, 4))


@pytest.mark.parametrize("text", ["for a baby", "something for a smaller budget", "something cheaper for a baby"])
def test_what_only_says_more_of_the_last_wish_goes_on_with_it(text: str) -> None:
    assert only(text, AFTER).product_type == "train set"


def test_a_grown_up_is_not_as_old_as_the_child_before() -> None:
    intent = only("a present for my grandad", AFTER)
    assert (intent.for_adult, intent.constraints.age) == (True, None)


def test_a_greeting_or_other_goods_in_the_middle_end_there() -> None:
    assert route("hello", AFTER).reply == GREETING
    assert route("a laptop", AFTER).reply == OUT_OF_DOMAIN


def test_the_last_wish_is_found_behind_a_thank_you() -> None:
    thanked = a_session(*AFTER.turns, SessionTurn("thanks", THANKS, (Intent("thanks", "thank", "greeting"),)))
    assert only("something cheaper", thanked).product_type == "train set"


def test_an_ordinal_alone_points_at_what_is_shown() -> None:
    assert only("the second one please", AFTER).act in ("details", "explain")


@pytest.mark.parametrize("text", ["a bigger one", "a smaller one", "something else", "another one"])
def test_one_stands_for_the_last_kind_of_toy(text: str) -> None:
    assert only(text, AFTER).product_type == "train set"


@pytest.mark.parametrize("text", ["magnetic tiles", "poker chips", "fancy dress for adults", "birthday candles"])
def test_things_that_toy_shops_sell_are_in_the_domain(text: str) -> None:
    assert route(text).intent_type == "product_query"


@pytest.mark.parametrize(
    "text",
    [
        "my number is [phone], a doll please", "a doll, my card is [card]", "[email] a doll",
        "I live at [address], [postcode]: a doll",
        "call me on [phone] about a doll", "a doll. my card number: [card]",
    ],
)  # fmt: skip
def test_what_redaction_leaves_is_no_part_of_the_wish(text: str) -> None:
    intent = only(text)
    assert (intent.intent_type, intent.product_type) == ("product_query", "doll")


@given(st.text(max_size=200))
@settings(max_examples=60)
def test_every_text_has_one_to_three_intents_with_or_without_a_conversation(text: str) -> None:
    for session in (a_session(), AFTER):
        assert 1 <= len(route(text, session).intents) <= 3


@given(st.text(max_size=100))
@settings(max_examples=60)
def test_a_reply_is_there_exactly_when_no_products_are_needed(text: str) -> None:
    found = route(text)
    needs_products = any(intent.intent_type == "product_query" for intent in found.intents)
    assert needs_products == (found.reply == "")


def test_new_constraints_lie_over_old_ones_and_lists_grow() -> None:
    old = an_intent(budget=up_to(30), material="wood", wanted=("lights",), refused=("pink",)).constraints
    new = an_intent(budget=up_to(10), wanted=("music", "lights")).constraints
    merged = dialogue_state.merge(old, new)
    assert (merged.budget, merged.material) == (up_to(10), "wood")
    assert (merged.wanted, merged.refused) == (("lights", "music"), ("pink",))


def test_what_was_shown_counts_from_the_wish_it_was_shown_for() -> None:
    older = a_shown_turn(an_intent("puzzle"), [shown("old", "5", top=True)])
    refined = a_shown_turn(an_intent("train set", act="refine"), [shown("p3", "9.99", top=True)])
    session = a_session(older, *AFTER.turns, refined)
    assert dialogue_state.picked_ids(session) == {"p1", "p3"}
    top = dialogue_state.last_top_pick(session)
    assert top is not None
    assert top.doc_id == "p3"


def test_an_empty_conversation_has_nothing_to_carry() -> None:
    assert (dialogue_state.last_product_intents(a_session()), dialogue_state.last_top_pick(a_session())) == ((), None)
    assert dialogue_state.picked_ids(a_session()) == frozenset()


def test_a_colour_said_anew_takes_the_place_of_the_old_one() -> None:
    red = a_session(a_shown_turn(an_intent("kite", wanted=("red", "tail")), [shown("p1", "9", top=True)]))
    assert only("in blue please", red).constraints.wanted == ("tail", "blue")


def test_a_sum_meant_for_all_wishes_is_said_to_bound_each() -> None:
    assert "together" in route("I have £30 for a puzzle and a doll").warnings[0]
    assert route("a puzzle and a doll under £10 each").warnings == ()
    assert route("a puzzle under £10 and a doll").warnings == ()


@pytest.mark.parametrize(
    "text",
    [
        "how many grams in 20 pounds", "what time is it in tokyo", "will it rain tomorrow", "translate hello to french",
        "how do you say bread in german", "why is my account locked", "what's the weather like",
    ],
)  # fmt: skip
def test_facts_of_the_world_are_no_toys_also_behind_an_answer(text: str) -> None:
    for session in (a_session(), AFTER):
        assert route(text, session).intent_type == "out_of_domain"


def test_thanks_with_a_wish_behind_them_are_a_wish() -> None:
    assert only("thanks, what about a kite?", AFTER).product_type == "kite"


@pytest.mark.parametrize("text", ["the second one", "why that one?", "how many pieces does the first one have"])
def test_pointing_at_nothing_names_no_toy(text: str) -> None:
    assert (only(text).act, only(text).product_type) == ("find", "")


@pytest.mark.parametrize(
    "text",
    [
        "£40 in total for a puzzle and a doll", "£40 altogether for a puzzle and a doll",
        "a puzzle and a doll for £40 in total", "a puzzle and a doll, £40 together",
        "£40 in total: a puzzle and a doll",
    ],
)  # fmt: skip
def test_a_sum_for_all_loses_no_wish(text: str) -> None:
    intents = route(text).intents
    assert [intent.product_type for intent in intents] == ["puzzle", "doll"]
    assert [intent.constraints.budget for intent in intents] == [up_to(40), up_to(40)]
