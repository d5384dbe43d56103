"""Retriever: the loop over its nine nodes, its report, and the nearest miss."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from decimal import Decimal
from itertools import permutations
from typing import Any

import pytest
from builders import a_candidate, a_plan, a_product, an_intent, up_to
from fakes import FakeHyDE
from retrieving import LONG, TOYS, tools

from assistant import Assistant
from assistant.matching.kinds import is_called
from assistant.retrieval.retriever import (
    Execution,
    finalize_evidence_pack,
    retrieve,
    top_candidates,
)
from assistant.schema import Candidate, Filters, Hit, Limits, Plan, Product, Query

# ── the loop and finalize_evidence_pack ──────────────────────────────────────────────────────────────────────────


def test_the_report_tells_round_by_round_what_was_asked_found_and_selected() -> None:
    plan = a_plan(query_variants=("train set", "train"), limits=replace(LONG, rerank_top_n=3))
    report = retrieve(plan, tools()).retrieval_report
    first, second = report.rounds
    assert [(q.text, q.mode) for q in first.queries] == [("train set", "bm25"), ("train set", "vector")]
    assert [q.text for q in second.queries] == ["train", "train"]
    assert (first.found_raw, first.found_merged, first.found_reranked) == (5, 5, 3)
    assert first.selected == ("a", "b", "d")
    assert (first.new_docs, second.round_id) == (3, 1)
    assert (second.new_docs, report.stop_reason) == (0, "nothing new was found")
    assert len(first.scores) == 3


def test_a_second_round_adds_what_the_first_did_not_find_and_repeats_nothing() -> None:
    plan = a_plan(an_intent("train"), query_variants=("farm", "city"), limits=LONG)
    pack = retrieve(plan, tools())
    assert sorted(candidate.doc_id for candidate in pack.candidates) == ["a", "b"]
    assert [report.new_docs for report in pack.retrieval_report.rounds] == [1, 1]


def test_the_loop_ends_at_its_hard_cap_whatever_is_found() -> None:
    plan = a_plan(
        query_variants=tuple(f"train {number}" for number in range(50)),
        limits=Limits(max_rounds=3, stop_confidence=None, max_no_new_rounds=99),
    )
    assert len(retrieve(plan, tools()).retrieval_report.rounds) == 3


def test_a_third_round_looks_for_a_wider_kind_where_the_first_two_found_nothing() -> None:
    plan = a_plan(
        an_intent("pottery wheel"), query_variants=("red pottery wheel", "pottery wheel"), relaxed_kinds=("train",)
    )
    asked = {most: retrieve(replace(plan, limits=replace(LONG, max_rounds=most)), tools()) for most in (2, 3)}
    texts = {most: [one.queries[0].text for one in pack.retrieval_report.rounds] for most, pack in asked.items()}
    assert texts == {2: ["red pottery wheel", "train"], 3: ["red pottery wheel", "pottery wheel", "train"]}
    assert {one.doc_id for one in asked[3].candidates} == {"a", "b", "d", "f"}


def test_coverage_never_falls_from_round_to_round() -> None:
    plan = a_plan(
        an_intent("train", material="wood", wanted=("bridge",)),
        query_variants=("birch", "bridge", "posters"),
        limits=LONG,
    )
    toys = (a_product("w", "Birch Train"), a_product("x", "Bridge Train"), *TOYS)
    first, second, third = (one.coverage for one in retrieve(plan, tools(*toys)).retrieval_report.rounds)
    assert (first.covered, first.confidence) == (("material:wood",), 0.5)
    assert set(second.covered) == {"material:wood", "wanted:bridge"}
    assert third.confidence == second.confidence == 1.0


def test_nothing_is_imagined_for_terms_that_must_match() -> None:
    imagining = replace(tools(), hyde=FakeHyDE("an imagined train"))
    plan = a_plan(query_variants=("posters one", "posters two"), limits=LONG)
    for is_literal in (True, False):
        rounds = retrieve(replace(plan, must_match_exactly=is_literal), imagining).retrieval_report.rounds
        asked = [query.text for one in rounds for query in one.queries]
        assert ("an imagined train" in asked) != is_literal


def test_reading_closely_leaves_less_that_was_not_asked_for(shop: Assistant) -> None:
    kinds = ("train set", "doll", "scooter", "kite")
    fused = [is_called((kind,), one.product) for kind in kinds for one in shop.fuse(kind, 5)]
    read = [is_called((kind,), one.product) for kind in kinds for one in shop.search(kind, 5)]
    assert sum(read) > sum(fused)


def test_the_pack_is_sorted_by_score_and_cut_and_holds_the_evidence_of_its_candidates_only() -> None:
    pool = tuple(a_candidate(toy, score=at / 10) for at, toy in enumerate(TOYS))
    pack = finalize_evidence_pack(Execution(a_plan(limits=Limits(max_total_docs=2)), pool=pool), tools())
    assert [candidate.doc_id for candidate in pack.candidates] == ["f", "e"]
    assert {item.doc_id for item in pack.final_evidence} == {"f", "e"}


def test_equal_scores_are_ordered_by_id() -> None:
    pool = tuple(a_candidate(toy, score=0.5) for toy in reversed(TOYS))
    pack = finalize_evidence_pack(Execution(a_plan(), pool=pool), tools())
    assert [candidate.doc_id for candidate in pack.candidates] == ["a", "b", "c", "d", "e", "f"]


@pytest.mark.parametrize("order", list(permutations(TOYS[:4]))[::5])
def test_the_order_of_the_catalogue_changes_nothing(order: tuple[Product, ...]) -> None:
    assert retrieve(a_plan(), tools(*order)) == retrieve(a_plan(), tools(*TOYS[:4]))


def test_a_plain_search_gives_the_best_k_whatever_they_cover() -> None:
    found = top_candidates(a_plan(query_variants=("train",)), tools(), 3)
    assert [candidate.doc_id for candidate in found] == ["a", "b", "d"]


# ── nearest miss ─────────────────────────────────────────────────────────────────────────────────────────────────


def budgeted(high: str | None = None, low: str | None = None, **wishes: Any) -> Plan:
    filters = Filters(Decimal(low) if low else None, Decimal(high) if high else None)
    return a_plan(an_intent("train set", budget=up_to(high or "0"), **wishes), filters=filters)


def test_the_nearest_miss_is_exactly_the_cheapest_of_the_kind() -> None:
    pack = retrieve(budgeted("5"), tools())
    assert pack.candidates == ()
    assert pack.nearest_miss is not None
    assert (pack.nearest_miss.product.id, pack.nearest_miss.broken) == ("f", "budget_max")
    assert [item.doc_id for item in pack.final_evidence] == ["f"]


def test_what_was_turned_down_is_no_nearest_miss() -> None:
    plan = budgeted("5")
    less = retrieve(replace(plan, filters=replace(plan.filters, exclude_ids=frozenset("f"))), tools()).nearest_miss
    assert less is not None
    assert less.product.id != "f"


SPARES = (a_product("s", "Spare Track for a Train Set", "3"), a_product("t", "Train Set Storage Box", "4"))


def test_where_the_budget_leaves_only_what_goes_with_it_the_thing_itself_is_named() -> None:
    pack = retrieve(budgeted("5"), tools(*TOYS, *SPARES))
    assert pack.candidates == ()
    assert pack.nearest_miss is not None
    assert pack.nearest_miss.product.id == "f"


def test_what_goes_with_it_is_shown_where_that_was_asked_for_or_the_thing_itself_is_not_there() -> None:
    spares = a_plan(
        an_intent("train set storage box", budget=up_to("5")), filters=Filters(None, Decimal(5)),
        query_variants=("train set storage box",),
    )  # fmt: skip
    assert "t" in [candidate.doc_id for candidate in retrieve(spares, tools(*TOYS, *SPARES)).candidates]
    assert retrieve(budgeted("5"), tools(*SPARES)).candidates
    assert retrieve(a_plan(an_intent("train set")), tools(*SPARES)).candidates


def test_where_nothing_lies_above_a_range_the_nearest_miss_lies_below() -> None:
    miss = retrieve(budgeted("600", low="500"), tools()).nearest_miss
    below = retrieve(budgeted(low="500"), tools()).nearest_miss
    assert miss is not None
    assert below is not None
    assert (miss.product.id, miss.broken) == (below.product.id, "budget_min")


def test_below_a_floor_the_nearest_miss_is_exactly_the_dearest_of_the_kind() -> None:
    miss = retrieve(budgeted(low="500"), tools()).nearest_miss
    assert miss is not None
    assert (miss.product.id, miss.broken) == ("b", "budget_min")


def test_the_nearest_miss_keeps_the_material_and_the_brand() -> None:
    toys = (
        a_product("x", "Train Set", "6"), a_product("y", "Wooden Train Set", "9"),
        a_product("z", "Wooden Train Set", "8", brand="Brio"),
    )  # fmt: skip
    wooden = retrieve(budgeted("5", material="wood"), tools(*toys)).nearest_miss
    other = retrieve(budgeted("5", brand="Brio"), tools(*toys)).nearest_miss
    assert (wooden and wooden.product.id, other and other.product.id) == ("z", "z")


def test_nothing_of_the_kind_has_no_nearest_miss() -> None:
    assert retrieve(budgeted("5"), tools(a_product("e", "Bath Duck"))).nearest_miss is None


def test_something_found_needs_no_nearest_miss() -> None:
    assert retrieve(budgeted("30"), tools()).nearest_miss is None


def test_what_has_no_price_is_told_where_the_budget_leaves_nothing_else() -> None:
    unpriced = a_product("d", "Train Set", None)
    miss = retrieve(budgeted("5"), tools(unpriced)).nearest_miss
    assert miss is not None
    assert (miss.product.id, miss.broken) == ("d", "no_price")
    dearer = retrieve(budgeted("5"), tools(unpriced, a_product("e", "Train Set", "9"))).nearest_miss
    assert dearer is not None
    assert dearer.product.id == "e"


def test_a_brand_alone_has_a_nearest_miss_too() -> None:
    plan = a_plan(
        an_intent("", brand="Brio", budget=up_to(1)), query_variants=("Brio",), filters=Filters(max_price=Decimal(1))
    )
    assert retrieve(plan, tools(a_product("x", "Brio Train", "6", brand="Brio"))).nearest_miss is not None


@pytest.mark.parametrize(("kind", "is_sold"), [("train set", True), ("telescope", False), ("", True)])
def test_what_no_name_of_the_list_has_is_not_sold(kind: str, is_sold: bool) -> None:
    assert retrieve(a_plan(an_intent(kind)), tools()).coverage.is_sold == is_sold


@pytest.mark.parametrize(
    ("scores", "found"),
    [({"right": 0.3}, 1), ({"right": 0.2}, 0), ({"right": 0.2, "sort": 0.5}, 1), ({"right": 0.2, "sort": 0.1}, 0)],
)
def test_of_what_the_list_has_not_got_only_what_is_fairly_near_is_offered(scores: dict[str, float], found: int) -> None:
    class Read:
        def rerank(self, plan: Plan, candidates: Sequence[Candidate]) -> list[Candidate]:
            return [replace(one, scores={**one.scores, **scores}) for one in candidates]

    kit = replace(tools(a_product("x", "Space Plush", "6")), reranker=Read())
    pack = retrieve(a_plan(an_intent("space hopper")), kit)
    assert (len(pack.candidates), pack.coverage.is_sold) == (found, False)
    # What has the kind and lacks only the theme is near.
    themed = retrieve(a_plan(an_intent("dinosaur plush", themes=("dinosaur",))), kit)
    assert (len(themed.candidates), themed.coverage.is_sold) == (1, False)


def test_where_an_engine_fails_nothing_is_said_to_be_missing_from_the_list() -> None:
    class Broken:
        def search(self, query: Query) -> list[Hit]:
            raise OSError("gone")

    kit = tools()
    half = replace(kit, searchers={**kit.searchers, "bm25": Broken()})
    assert retrieve(a_plan(an_intent("telescope")), half).coverage.is_sold
