"""Planner: the seed's rules, filters, refinements, terms that must be kept."""

from __future__ import annotations

from dataclasses import replace
from decimal import Decimal

import pytest
from builders import a_session, a_shown_turn, a_turn, a_vocabulary, age, an_intent, shown, up_to

from assistant.retrieval.planner import plan_intent, plan_search, preserved_terms
from assistant.schema import (
    Act,
    Budget,
    Constraints,
    FormConstraints,
    Guardrails,
    Intent,
    Limits,
    Plan,
    Price,
    Session,
    Turn,
    Vocabulary,
)
from assistant.understanding.reference import refer
from assistant.understanding.slots import named

SHOWN = [shown("p1", "24.99", 4.5, top=True), shown("p2", "19.99", 4.0), shown("p3", "29.99", 4.9)]
AFTER = a_session(a_shown_turn(shown=SHOWN))


def plan(
    intent: Intent | None = None,
    session: Session | None = None,
    turn: Turn | None = None,
    vocabulary: Vocabulary | None = None,
) -> Plan:
    intent = intent or an_intent()
    return plan_intent(
        intent,
        turn=turn or a_turn(),
        reference=refer(intent, session or a_session()),
        limits=Limits(max_rounds=3),
        vocabulary=vocabulary or a_vocabulary(),
    )


@pytest.mark.parametrize("live", [False, True])
@pytest.mark.parametrize("act", ["find", "refine", "explain", "compare", "details", "check_price"])
def test_the_catalogue_is_searched_first_and_always(act: Act, live: bool) -> None:
    for session in (a_session(), AFTER):
        assert plan(an_intent(act=act, needs_live_price=live), session).tools[0] == "rag.search"


def test_the_web_is_asked_only_for_a_price_of_this_moment() -> None:
    assert plan(an_intent(needs_live_price=True)).tools == ("rag.search", "web.search")
    assert plan(an_intent(budget=up_to(10))).tools == ("rag.search",)


def test_the_web_is_never_asked_when_the_shopper_says_so() -> None:
    turn = a_turn(constraints=FormConstraints(no_external=True))
    assert plan(an_intent(needs_live_price=True), turn=turn).tools == ("rag.search",)


@pytest.mark.parametrize(
    ("intent", "field"),
    [
        (an_intent(budget=up_to(10)), "price"), (an_intent(needs_live_price=True), "price"),
        (an_intent(refinement="cheaper"), "price"), (an_intent(age=age(4, 4)), "age"), (an_intent(brand="LEGO"),
        "brand"),
        (an_intent(material="wood"), "material"), (an_intent(players=4), "players"), (an_intent(pieces=100), "pieces"),
        (an_intent(wanted=("lights",)), "features"), (an_intent(refused=("lights",)), "features"),
    ],
)  # fmt: skip
def test_fields_needed_follow_from_the_wish_and_price_from_a_budget(intent: Intent, field: str) -> None:
    assert field in plan(intent).fields_needed
    assert field not in plan(an_intent()).fields_needed


def test_a_web_price_overwrites_the_catalogues() -> None:
    assert plan().conflict_policy == "web_price_overwrites"


def test_only_the_budget_filters() -> None:
    everything = an_intent(
        brand="LEGO", material="wood", category="Trains", age=age(4, 4), players=2, pieces=10, wanted=("lights",),
        refused=("pink",), budget=Budget(Decimal(5), Decimal(30), "GBP"),
    )  # fmt: skip
    filters = plan(everything).filters
    assert (filters.min_price, filters.max_price) == (Decimal(5), Decimal(30))
    assert (filters.exclude_ids, filters.better_rated_than) == (frozenset(), None)
    assert not plan(an_intent(brand="LEGO", material="wood")).filters.by_price


def test_about_a_sum_may_be_a_little_over_it_and_anything_below() -> None:
    filters = plan(an_intent(budget=Budget(max=Decimal(25), currency="GBP", around=True))).filters
    assert (filters.min_price, filters.max_price) == (None, Decimal("27.5"))


def test_what_was_turned_down_is_not_looked_for() -> None:
    assert plan(an_intent(turned_down=("p1", "p7"))).filters.exclude_ids == {"p1", "p7"}


def test_cheaper_is_strictly_below_the_price_last_shown() -> None:
    filters = plan(an_intent(act="refine", refinement="cheaper"), AFTER).filters
    assert filters.max_price is not None
    assert filters.max_price < Decimal("24.99")
    assert filters.max_price >= Decimal("24.98")


def test_cheaper_leads_to_what_was_named_for_whom_price_matters_or_below_it() -> None:
    top = replace(shown("p1", "24.99", 4.5, top=True), cheaper=Price(Decimal("13.99"), "GBP"))
    named = a_session(a_shown_turn(shown=(top, shown("p2", "13.99"))))
    assert plan(an_intent(act="refine", refinement="cheaper"), named).filters.max_price == Decimal("13.99")
    tight = an_intent(act="refine", refinement="cheaper", budget=up_to(10))
    assert plan(tight, named).filters.max_price == 10
    assert plan(an_intent(act="refine", refinement="balanced"), named).filters.max_price is None


def test_premium_is_strictly_above_and_better_rated() -> None:
    filters = plan(an_intent(act="refine", refinement="premium"), AFTER).filters
    assert filters.min_price == Decimal("25.00")
    assert filters.better_rated_than == 4.5


def test_more_balanced_keeps_the_budget() -> None:
    filters = plan(an_intent(act="refine", refinement="balanced", budget=up_to(40)), AFTER).filters
    assert filters.max_price == 40


@pytest.mark.parametrize(
    ("refinement", "budget", "low", "high"),
    [
        ("cheaper", Budget(max=Decimal(20)), None, "20"), ("cheaper", Budget(max=Decimal(40)), None, "24.98"),
        ("cheaper", Budget(min=Decimal(10)), "10", "24.98"), ("premium", Budget(max=Decimal(40)), "25.00", "40"),
        ("premium", Budget(min=Decimal(50)), "50", None),
    ],
)  # fmt: skip
def test_a_refinement_never_loosens_the_budget(
    refinement: str, budget: Budget, low: str | None, high: str | None
) -> None:
    filters = plan(an_intent(act="refine", refinement=refinement, budget=budget), AFTER).filters
    assert filters.min_price == (Decimal(low) if low else None)
    assert filters.max_price == (Decimal(high) if high else None)


def test_a_refinement_without_anything_shown_filters_by_the_budget_alone() -> None:
    assert plan(an_intent(refinement="cheaper", budget=up_to(10))).filters.max_price == 10


@pytest.mark.parametrize(
    ("text", "kept"),
    [
        ("lego 75192", ("75192",)), ("hornby R3064 please", ("R3064",)), ("playset BR33511", ("BR33511",)),
        ('the "Hungry Hippos" game', ("Hungry Hippos",)), ("the “Farm Set” and R3064", ("Farm Set", "R3064")),
        ("lego 75192 or 75192", ("75192",)), ("SI-TY1017 train", ("SI-TY1017",)),
        ("part 123-ABC-9 please", ("123-ABC-9",)),
    ],
)  # fmt: skip
def test_codes_and_quoted_titles_are_kept_letter_for_letter(text: str, kept: tuple[str, ...]) -> None:
    assert preserved_terms(text) == kept
    found = plan(an_intent(text=text))
    assert (found.must_preserve_terms, found.must_match_exactly) == (kept, True)


@pytest.mark.parametrize(
    "text",
    [
        "a puzzle", "under £30", "a 100 piece puzzle", "500pcs", "for a 4-year-old", "a 12yo", "2-4 players",
        "8th birthday",
        "24cm doll", "3-in-1 table", "a 3d puzzle", "99p", "18mm blocks", "$40ish", "about 100ish pieces",
    ],
)  # fmt: skip
def test_ages_counts_and_sizes_are_no_codes(text: str) -> None:
    assert preserved_terms(text) == ()


@pytest.mark.parametrize(
    "intent",
    [
        an_intent(text="a puzzle under £1500", budget=up_to(1500)), an_intent(text="a 1000 piece puzzle", pieces=1000),
        an_intent(text="500 pieces, not 1000", pieces=500),
        an_intent(text="between 1000 and 2000 pounds", budget=Budget(Decimal(1000), Decimal(2000), "GBP")),
    ],
)  # fmt: skip
def test_an_understood_amount_or_count_is_no_code(intent: Intent) -> None:
    assert plan(intent).must_preserve_terms == ()


def test_a_quoted_title_in_a_refinement_is_not_searched_for() -> None:
    assert (
        plan(an_intent(text='cheaper than "Farm Set"', act="refine", refinement="cheaper"), AFTER).must_preserve_terms
        == ()
    )


def test_queries_say_the_wish_in_full_and_then_its_kind() -> None:
    intent = an_intent("train set", brand="Brio", material="wood", wanted=("lights",), pieces=50)
    assert plan(intent).query_variants == ("Brio wooden train set lights 50 pieces", "Brio train set")


def test_the_second_query_has_the_words_of_the_kinds_shelf() -> None:
    shelves = {"kites & flight toys": ("Sports", "Kites & Flight Toys"), "kitchen toys": ("Pretend", "Kitchen Toys")}
    vocabulary = replace(a_vocabulary(), categories=shelves)
    found = plan(an_intent("kite", "a kite for a windy day"), vocabulary=vocabulary)
    assert found.query_variants == ("kite", "kite flight toy")


def test_a_compound_is_searched_for_as_the_shop_writes_it_too() -> None:
    shop = a_vocabulary(words="armband arm band train")
    assert plan(an_intent("arm bands"), vocabulary=shop).query_variants[0] == "arm bands armbands"
    assert plan(an_intent("train set"), vocabulary=shop).query_variants[0] == "train set"


def test_a_possessive_is_searched_for_as_shops_write_it() -> None:
    assert plan(an_intent("doll's house")).query_variants[0] == "dolls house"


def test_no_query_asks_for_the_accessories_that_a_shelf_is_named_after() -> None:
    shelves = {"dolls & accessories": ("Toys", "Dolls & Accessories")}
    found = plan(an_intent("doll"), vocabulary=replace(a_vocabulary(), categories=shelves))
    assert not any("accessor" in query for query in found.query_variants)


def test_there_is_always_something_to_search_for() -> None:
    for intent in (an_intent("", text="a toy"), an_intent("", age=age(3, 3)), an_intent("", budget=up_to(5))):
        assert all(variant.strip() for variant in plan(intent).query_variants)
        assert plan(intent).query_variants


@pytest.mark.parametrize(
    ("text", "searched"),
    [
        ("a jigsaw for a Secret Santa, £30", "a jigsaw for a ,"), ("a jigsaw for a 70 year old", "a jigsaw for a"),
        ("a jigsaw for her 70th, £30", "a jigsaw for her 70th,"),
        ("under 30 quid, for gran", "under , for gran"), ("a 700 piece jigsaw", "a 700 piece jigsaw"),
    ],
)  # fmt: skip
def test_sums_and_ages_are_no_words_to_search_for(text: str, searched: str) -> None:
    intent = an_intent("jigsaw", text=text, age=age(70, 70), budget=up_to(30))
    assert " ".join(plan(intent).verbatim_query.split()) == searched


def test_a_superlative_is_no_word_to_search_for() -> None:
    assert plan(replace(an_intent("jigsaw", text="the biggest jigsaw"), best="most pieces")).verbatim_query == ""


def test_both_engines_are_asked() -> None:
    assert {mode.mode for mode in plan().retrieval_modes} == {"bm25", "vector"}


@pytest.mark.parametrize(
    ("act", "about", "focus"),
    [
        ("explain", (), ("p1", "p2", "p3")), ("explain", ("p2",), ("p2", "p1", "p3")),
        ("details", ("p2",), ("p2",)), ("compare", (), ("p1", "p2")),
        ("compare", ("p1", "p3"), ("p1", "p3")), ("check_price", (), ("p1",)),
    ],
)  # fmt: skip
def test_a_question_about_what_is_shown_looks_at_nothing_else(
    act: Act, about: tuple[str, ...], focus: tuple[str, ...]
) -> None:
    found = plan(an_intent(act=act, about=about), AFTER)
    assert (found.strategy, found.focus_ids) == ("shown", focus)


def test_a_question_about_a_toy_of_before_is_answered_though_the_newest_wish_found_nothing() -> None:
    nothing_found = a_shown_turn(intent=an_intent("telescope"), shown=[])
    session = replace(AFTER, turns=(*AFTER.turns, nothing_found))
    found = plan(an_intent("telescope", act="details", about=("p2",)), session)
    assert (found.strategy, found.focus_ids) == ("shown", ("p2",))


def test_a_question_with_nothing_shown_searches() -> None:
    assert plan(an_intent(act="explain")).strategy == "retrieve"


def test_every_wish_becomes_a_criterion_and_the_kind_a_required_one() -> None:
    intent = an_intent(
        "puzzle",
        material="wood",
        brand="LEGO",
        age=age(4, 4),
        players=2,
        pieces=24,
        wanted=("cats",),
        refused=("dogs",),
    )
    criteria = plan(intent).acceptance_criteria
    assert criteria.required == ("type:puzzle",)
    assert set(criteria.wished) == {
        "material:wood", "brand:LEGO", "age", "players:2", "pieces:24", "wanted:cats", "refused:dogs"
    }  # fmt: skip


def test_the_form_and_the_care_asked_for_are_in_the_plan() -> None:
    turn = a_turn(constraints=FormConstraints(no_citations=True), guardrails=Guardrails("sensitive"))
    found = plan(turn=turn)
    assert (found.answer_requirements.citation_style, found.safety.sensitivity) == ("none", "sensitive")
    assert plan().answer_requirements.citation_style == "numbered"


def test_the_limits_given_are_the_limits_planned() -> None:
    assert plan().limits == Limits(max_rounds=3)


def test_a_plain_search_takes_the_text_as_it_stands_and_looks_deep_enough() -> None:
    found = plan_search("blue train", "train", 200, max_price=Decimal(30))
    assert found.query_variants == ("blue train",)
    assert found.filters.max_price == 30
    assert all(mode.k >= 200 for mode in found.retrieval_modes)
    assert found.limits.rerank_top_n >= 200


def test_a_text_without_a_kind_is_searched_for_and_not_what_is_liked_best() -> None:
    assert plan_search("my son plays with it every day", "", 10).intent.names_a_toy


def test_a_make_that_the_shop_lacks_is_looked_for_by_what_it_is() -> None:
    assert plan(an_intent("lego")).relaxed_kinds == ("building bricks",)
    assert plan(an_intent("lego castle")).relaxed_kinds == ("building bricks castle",)
    stocked = replace(a_vocabulary(), document_frequency={"lego": 9})
    assert plan(an_intent("lego"), vocabulary=stocked).relaxed_kinds == ()


def test_of_two_kinds_each_is_made_wider() -> None:
    vocabulary = replace(a_vocabulary(), document_frequency={"bike": 9, "trike": 4, "balance": 1})
    either = an_intent().of(("balance bike", "balance trike"))
    assert plan(either, vocabulary=vocabulary).relaxed_kinds == ("bike", "trike")


def test_a_wider_kind_keeps_its_noun() -> None:
    vocabulary = a_vocabulary(words="pretend play kitchen")
    found = plan(an_intent("pretend play kitchen"), vocabulary=replace(vocabulary, document_frequency={
        "pretend": 5, "play": 9, "kitchen": 1,
    }))  # fmt: skip
    assert found.relaxed_kinds == ("play kitchen",)


def test_what_is_only_said_to_be_loved_is_looked_for_among_toys() -> None:
    loves = named(an_intent("", age=age(8, 8)), (), "football")
    assert plan(loves).query_variants == ("football", "football children toy game craft set age 8")
    assert plan(replace(loves, constraints=Constraints())).query_variants[1] == "football toy game set"


def test_a_theme_that_no_text_of_the_shop_has_is_not_known() -> None:
    shop = a_vocabulary(words="soft toy dinosaur")
    for theme, known in (("dinosaur", True), ("bluey", False)):
        wish = replace(an_intent(f"{theme} soft toy"), themes=(theme,))
        assert plan(wish, vocabulary=shop).theme_is_known is known
