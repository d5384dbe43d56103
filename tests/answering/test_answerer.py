"""Answerer: the gate, the sources, the notices."""

from __future__ import annotations

import re
from dataclasses import replace
from decimal import Decimal

import pytest
from builders import NOW, a_candidate, a_pack, a_plan, a_product, a_receipt, a_turn, age, an_intent, price, up_to
from composed import BUDGET, SHELF, SYMBOLIC, TRAIN, answered, asking

from assistant.answering.answerer import (
    CLARIFY_ADULT,
    CLARIFY_BUDGET,
    CLARIFY_KIND,
    FOLLOWUPS,
    MAX_PICKS,
    NOTHING_FOUND,
    NOTHING_OF_THAT,
    REFUSAL,
    answer_gate,
)
from assistant.schema import (
    AnswerRequirements,
    Budget,
    Coverage,
    EvidencePack,
    Fault,
    Guardrails,
    Intent,
    NearestMiss,
    Plan,
    Question,
    Safety,
)

GONE = Fault("run_retrieval", "search failed", "vector search failed: gone", "error")

# ── answer_gate ──────────────────────────────────────────────────────────────────────────────────────────────────


def gate(plan: Plan, pack: EvidencePack = SHELF) -> tuple[str, str]:
    found = answer_gate(plan, pack, receipts={})
    return found.mode, found.text


def test_a_restricted_wish_is_refused_before_anything_else() -> None:
    restricted = Safety("restricted")
    assert gate(a_plan(safety=restricted)) == ("refuse", REFUSAL)
    assert gate(a_plan(an_intent(""), safety=restricted), EvidencePack()) == ("refuse", REFUSAL)


def test_a_delicate_wish_is_answered() -> None:
    assert gate(a_plan(safety=Safety("sensitive")))[0] == "answer"


@pytest.mark.parametrize(
    "intent",
    [
        an_intent("", text="a toy"), an_intent("", text="a toy under £5", budget=up_to(5)),
        replace(an_intent("", text="his birthday"), leftover=("birthday",)),
    ],
)  # fmt: skip
def test_a_wish_that_says_neither_what_nor_for_whom_gets_a_question(intent: Intent) -> None:
    assert gate(a_plan(intent)) == ("clarify", CLARIFY_KIND)


def test_nobody_asks_for_the_age_of_a_wife() -> None:
    wife = replace(an_intent("", text="for my wife"), for_adult=True)
    assert gate(a_plan(wife)) == ("clarify", CLARIFY_ADULT + CLARIFY_BUDGET)
    told = replace(wife, constraints=replace(wife.constraints, budget=up_to(5)))
    assert gate(a_plan(told)) == ("clarify", CLARIFY_ADULT)


@pytest.mark.parametrize(
    "intent",
    [
        an_intent(), an_intent("", age=age(4, 4)), an_intent("", brand="Brio"), an_intent("", material="wood"),
        an_intent("", wanted=("lights",)), an_intent("", players=2), an_intent("", refinement="cheaper"),
    ],
)  # fmt: skip
def test_a_wish_that_says_anything_usable_gets_an_answer(intent: Intent) -> None:
    assert gate(a_plan(intent))[0] == "answer"


def test_nothing_found_is_said_in_the_seeds_words() -> None:
    assert NOTHING_FOUND == (
        "Sorry, I couldn't find matching products. Try adjusting your budget or adding more details."
    )
    assert gate(a_plan(an_intent(budget=up_to(5))), EvidencePack()) == ("nothing", NOTHING_FOUND)
    no_budget = a_plan(an_intent("train set", text="for a boy of four"))
    assert gate(no_budget, EvidencePack()) == ("nothing", NOTHING_OF_THAT)
    assert "budget" not in NOTHING_OF_THAT


def test_what_is_not_found_is_named_where_no_budget_is_to_blame() -> None:
    mode, text = gate(a_plan(), EvidencePack(coverage=Coverage(is_sold=False)))
    assert mode == "nothing"
    assert "I found no train set here" in text
    assert "budget" not in text
    # Where the shop has train sets, though not this one, it is not said to have none.
    assert "I found no train set that fits" in gate(a_plan(), EvidencePack())[1]
    toddler = replace(a_plan(an_intent(age=age(2, 2), budget=up_to(5))), kind_is_known=True)
    assert gate(toddler, EvidencePack())[1].endswith("I found no train set that I know to be for so young a child.")


def test_what_is_not_sold_is_named_in_the_shoppers_words_whatever_it_may_cost() -> None:
    console = an_intent("nintendo console", text="have you got a Nintendo Switch console", budget=up_to(60))
    text = gate(a_plan(console), EvidencePack(coverage=Coverage(is_sold=False)))[1]
    assert "I found no “nintendo switch console” here" in text
    assert "budget" not in text


@pytest.mark.parametrize(
    ("intent", "miss", "more"),
    [
        (an_intent(material="wood"), NearestMiss(a_product(cost="34.99"), "budget_max"),
        " The nearest wooden train set I am sure of is £34.99. That is Farm Wooden Train Set."),
        (an_intent(), NearestMiss(a_product(cost="5"), "budget_min"),
        " The nearest train set I am sure of is £5. That is Farm Wooden Train Set."),
        (an_intent(brand="Brio"), NearestMiss(a_product(cost="9.5"), "budget_max"),
        " The nearest Brio train set I am sure of is £9.50. That is Farm Wooden Train Set."),
        (an_intent(budget=up_to(5)), NearestMiss(a_product(cost=None), "budget_max"), ""),
        (an_intent(budget=up_to(5)), None, ""),
    ],
)  # fmt: skip
def test_the_nearest_miss_follows_word_for_word(intent: Intent, miss: NearestMiss | None, more: str) -> None:
    found = answered(intent, EvidencePack(nearest_miss=miss))
    assert (found.status, found.final_answer, found.spoken_answer) == (
        "no-context",
        NOTHING_FOUND + more,
        NOTHING_FOUND + more,
    )
    assert (found.picks, found.citations, found.followups) == ((), (), ())


@pytest.mark.parametrize("refinement", ["cheaper", "premium", "balanced"])
def test_a_refinement_with_nothing_left_says_so_and_claims_no_more(refinement: str) -> None:
    found = answered(an_intent(refinement=refinement), EvidencePack())
    assert found.status == "no-context"
    assert found.final_answer.startswith("There is nothing ")
    assert "Sorry" not in found.final_answer


def test_of_a_series_that_no_text_of_the_shop_names_nothing_is_near() -> None:
    unsure = a_pack(replace(a_candidate(TRAIN), scores={"right": 0.13}))
    wish = replace(a_plan(an_intent("bluey")), theme_is_known=False)
    plan = replace(wish, intent=replace(wish.intent, themes=("bluey",)))
    assert answered(plan, unsure).status == "no-context"
    assert answered(replace(plan, theme_is_known=True), unsure).status == "answered"


def test_unpriced_and_too_dear_products_alone_are_nothing_within_a_budget() -> None:
    pack = a_pack(a_candidate(a_product("a", cost=None)), a_candidate(a_product("b", cost="31")))
    assert answered(BUDGET, pack).status == "no-context"


def test_a_live_price_above_the_budget_leaves_nothing() -> None:
    assert answered(BUDGET, a_pack(a_candidate(TRAIN)), receipts={"p1": a_receipt("31")}).status == "no-context"


def test_there_is_one_top_pick_and_no_more_than_a_card_can_show() -> None:
    pack = a_pack(*(a_candidate(a_product(f"p{at:02}", f"Train Set {name}")) for at, name in enumerate("abcdefghij")))
    found = answered(pack=pack)
    assert [pick.rank for pick in found.picks] == list(range(1, MAX_PICKS + 1))


# ── postprocess_answer and finalize ──────────────────────────────────────────────────────────────────────────────


def test_sources_are_numbered_in_the_order_of_use_and_every_mark_has_one() -> None:
    marks = [int(mark) for mark in re.findall(r"\[(\d+)\]", SYMBOLIC.final_answer)]
    assert [citation.number for citation in SYMBOLIC.citations] == list(range(1, len(SYMBOLIC.citations) + 1))
    assert list(dict.fromkeys(marks)) == [citation.number for citation in SYMBOLIC.citations]
    first = SYMBOLIC.citations[0]
    assert (first.evidence_id, first.doc_id, first.url) == ("p1#listing", "p1", "https://shop.example/p1")
    assert "£24.99" in first.quote


def test_numbers_go_on_from_an_earlier_answer() -> None:
    found = answered(first_citation=4)
    assert [citation.number for citation in found.citations] == [4, 5]
    assert "[4]" in found.final_answer
    assert "[1]" not in found.final_answer


def test_no_citations_means_no_marks_and_no_list_but_the_evidence_is_still_known() -> None:
    found = answered(a_plan(answer_requirements=AnswerRequirements(citation_style="none")))
    assert not re.search(r"\[\d+\]", found.final_answer)
    assert found.citations == ()
    assert found.answer_meta.used_evidence_ids[0] == "p1#listing"


def test_everything_cited_is_evidence_of_the_pack() -> None:
    known = {item.evidence_id for item in SYMBOLIC.pack.final_evidence}
    assert set(SYMBOLIC.answer_meta.used_evidence_ids) <= known
    assert {name for pick in SYMBOLIC.picks for name in pick.evidence_ids} <= known


def test_an_answer_offers_what_comes_next_and_says_how_sure_it_is() -> None:
    assert SYMBOLIC.followups == (
        "Does it need batteries?", "What do buyers say?", "What is it made of?", *FOLLOWUPS,
    )  # fmt: skip
    assert SYMBOLIC.answer_meta.coverage_confidence == 1.0
    assert not SYMBOLIC.answer_meta.refusal
    assert not SYMBOLIC.answer_meta.asked_clarification


def test_only_what_the_listing_of_the_pick_answers_is_offered_to_be_asked() -> None:
    bare = replace(TRAIN, features=(), reviews=(), material="")
    assert answered(BUDGET, a_pack(a_candidate(bare))).followups == FOLLOWUPS
    big = replace(bare, size="30 cm", features=("plays in 20 minutes", "batteries included"))
    assert answered(BUDGET, a_pack(a_candidate(big))).followups == (
        "Does it need batteries?", "How long does a game take?", "How big is it?", *FOLLOWUPS,
    )  # fmt: skip


def test_what_was_just_asked_is_not_offered_again() -> None:
    asked = replace(BUDGET.intent, act="details", question=Question("does it need batteries"))
    assert "Does it need batteries?" not in answered(a_plan(asked)).followups


def test_the_meta_says_what_kind_of_answer_it_is() -> None:
    refused = answered(a_plan(safety=Safety("restricted")))
    asked = answered(an_intent("", text="a toy"))
    assert (refused.status, refused.answer_meta.refusal) == ("refused", True)
    assert (asked.status, asked.answer_meta.asked_clarification) == ("clarify", True)


def test_errors_of_the_search_reach_the_answer() -> None:
    assert answered(pack=a_pack(a_candidate(TRAIN), errors=(GONE,))).errors == (GONE,)
    assert answered(pack=EvidencePack(errors=(GONE,))).errors == (GONE,)


def test_a_search_that_failed_is_not_called_nothing_found() -> None:
    failed = EvidencePack(errors=(GONE,))
    assert answered(pack=failed).final_answer != NOTHING_FOUND


# ── notices ──────────────────────────────────────────────────────────────────────────────────────────────────────


def test_other_money_is_never_converted_and_the_shopper_is_told() -> None:
    notice = "Prices here are in £ and I don't convert money: I took your $ as £."
    found = answered(an_intent(budget=up_to(30, "USD")))
    assert found.final_answer.endswith(notice)
    assert notice in found.warnings
    assert "convert" not in answered(an_intent(budget=up_to(30))).final_answer
    assert "I took your $ as £." in answered(an_intent(budget=Budget(min=Decimal(5), currency="USD"))).final_answer


def test_private_data_that_was_removed_is_mentioned() -> None:
    notice = "I removed private details from your message; you don't need to share them."
    assert notice in answered(turn=a_turn(guardrails=Guardrails(pii_present=True))).final_answer
    assert notice not in SYMBOLIC.final_answer


def test_private_data_is_mentioned_also_where_nothing_was_found() -> None:
    assert "private" in answered(pack=EvidencePack(), turn=a_turn(guardrails=Guardrails(pii_present=True))).final_answer


def test_without_a_receipt_the_live_price_is_called_not_confirmed() -> None:
    found = answered(an_intent(needs_live_price=True))
    assert "I couldn't confirm a live price just now. The price shown is from the catalogue." in found.final_answer
    assert found.picks[0].receipt is None


def test_a_live_price_is_shown_cited_and_compared_with_the_catalogues() -> None:
    found = answered(an_intent(needs_live_price=True), receipts={"p1": a_receipt("23.50")})
    assert found.picks[0].price == price("23.50")
    assert "£23.50 is the price at toybarn.example just now. The catalogue says £24.99." in found.final_answer
    assert found.spoken_answer.startswith("Farm Wooden Train Set, £23.50 at toybarn just now.")
    live = next(citation for citation in found.citations if citation.evidence_id == "p1#live")
    assert (live.url, live.quote) == ("https://toybarn.example/1", "£23.50 at toybarn.example")
    evidence = next(item for item in found.pack.final_evidence if item.evidence_id == "p1#live")
    assert evidence.metadata["fetched_at"] == f"{NOW:%Y-%m-%dT%H:%M:%SZ}"
    assert "couldn't confirm" not in found.final_answer


def test_a_live_price_equal_to_the_catalogues_is_not_called_different() -> None:
    found = answered(an_intent(needs_live_price=True), receipts={"p1": a_receipt("24.99")})
    assert "The catalogue says" not in found.final_answer


def test_a_live_price_that_nobody_asked_for_is_no_notice() -> None:
    assert "live price" not in SYMBOLIC.final_answer


@pytest.mark.parametrize(
    ("asked", "text"),
    [
        ("do any of these need batteries", "Farm Wooden Train Set: no, the listing says no batteries needed [1][2]. "
         "The listing for City Train Set doesn't say whether it needs batteries [3]."),
        ("what age are they both for", "Farm Wooden Train Set: the maker says it is for ages 3 to 6 [1]. "
         "The listing for City Train Set doesn't say what age it is for [2]."),
        ("do both of them float", "Neither listing says whether both of them float [1][2]."),
    ],
)  # fmt: skip
def test_what_is_asked_of_several_toys_is_answered_for_each(asked: str, text: str) -> None:
    of_both = replace(asking(asked), about=("p1", "p2"))
    answer = answered(a_plan(of_both, strategy="shown"))
    assert answer.final_answer == text
    assert [pick.product.id for pick in answer.picks] == ["p1", "p2"]


def test_what_is_asked_beside_a_comparison_is_answered_behind_it() -> None:
    beside = replace(asking("does it float"), act="compare", about=("p1", "p2"))
    assert beside.question
    both = replace(beside, question=Question("compare them, does it float", "description", more=(beside.question,)))
    text = answered(a_plan(both, strategy="shown")).final_answer
    assert "City Train Set is £5 cheaper (£19.99 against £24.99)" in text
    assert text.endswith("Neither listing says whether it floats [1][2].")


def test_who_asks_for_a_price_hears_it_first_and_no_pitch() -> None:
    asked = an_intent("train set", "how much is it", act="check_price", needs_live_price=True, about=("p1",))
    text = answered(asked).final_answer
    assert text.startswith("It costs £24.99 [1]. I couldn't confirm a live price just now.")
    unpriced = answered(asked, a_pack(a_candidate(replace(TRAIN, price=None)))).final_answer
    assert unpriced.count("The catalogue gives no price for") == 1
