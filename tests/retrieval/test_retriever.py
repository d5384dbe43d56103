"""Retriever: each of its nine nodes on its own, on its own."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from decimal import Decimal
from itertools import permutations
from typing import Any

import pytest
from builders import a_candidate, a_plan, a_product, age, an_intent, up_to
from fakes import BrokenSearcher, FakeGrader, FakeHyDE, FakeReranker, FakeSearcher
from retrieving import LONG, TOYS, query, tools

from assistant.retrieval.fusion import z_score_fusion
from assistant.retrieval.retriever import (
    EMPTY_PLAN,
    MAX_DOCS,
    MAX_HITS,
    MAX_READ,
    MAX_ROUNDS,
    Execution,
    executor_gate,
    grade_coverage,
    merge_candidates,
    prepare_round_queries,
    rerank_candidates,
    retrieve,
    run_retrieval,
    select_evidence,
    should_continue,
)
from assistant.schema import (
    AcceptanceCriteria,
    AgeRange,
    Candidate,
    Coverage,
    Evidence,
    Fault,
    Filters,
    Hit,
    Limits,
    Plan,
    Product,
    Provenance,
    Query,
    RetrievalMode,
)

# ── executor_gate ────────────────────────────────────────────────────────────────────────────────────────────────


def test_the_gate_opens_for_a_plan_with_something_to_search_for() -> None:
    state = executor_gate(a_plan(), tools())
    assert (state.continue_search, state.round_id, state.rounds, state.errors) == (True, 0, (), ())


@pytest.mark.parametrize("missing", [{"query_variants": ()}, {"retrieval_modes": ()}])
def test_the_gate_stays_shut_for_an_empty_plan_and_says_so(missing: dict[str, Any]) -> None:
    pack = retrieve(a_plan(**missing), tools())
    assert (pack.candidates, pack.errors) == ((), (EMPTY_PLAN,))
    assert pack.retrieval_report.stop_reason == "nothing to search for"


def test_the_gate_caps_what_a_plan_asks_for() -> None:
    huge = Limits(max_rounds=99, max_docs=9_999, max_total_docs=9_999, rerank_top_n=100_000)
    plan = executor_gate(a_plan(limits=huge, retrieval_modes=(RetrievalMode("bm25", 100_000),)), tools()).plan
    assert plan.retrieval_modes[0].k == MAX_HITS
    assert (plan.limits.max_rounds, plan.limits.rerank_top_n) == (MAX_ROUNDS, MAX_READ)
    assert plan.limits.max_docs == plan.limits.max_total_docs == MAX_DOCS
    assert executor_gate(a_plan(), tools()).plan == a_plan()


def test_a_plan_about_shown_products_searches_nothing_and_keeps_their_order() -> None:
    bm25 = FakeSearcher(*TOYS)
    pack = retrieve(a_plan(strategy="shown", focus_ids=("e", "a")), tools(bm25=bm25))
    assert [candidate.doc_id for candidate in pack.candidates] == ["e", "a"]
    assert bm25.queries == []


def test_a_shown_product_that_is_sold_no_more_is_left_out() -> None:
    pack = retrieve(a_plan(strategy="shown", focus_ids=("gone", "a")), tools())
    assert [candidate.doc_id for candidate in pack.candidates] == ["a"]


# ── prepare_round_queries ────────────────────────────────────────────────────────────────────────────────────────


def prepared(plan: Plan, round_id: int = 0, hyde: FakeHyDE | None = None) -> tuple[Query, ...]:
    return prepare_round_queries(Execution(plan, round_id=round_id), replace(tools(), hyde=hyde)).round_queries


def test_every_engine_gets_the_rounds_variant_with_its_own_depth_weight_and_the_filters() -> None:
    modes = (RetrievalMode("bm25", 30, 0.6), RetrievalMode("vector", 20, 0.4))
    plan = a_plan(query_variants=("red train", "train"), retrieval_modes=modes, filters=Filters(max_price=Decimal(9)))
    assert prepared(plan, 1) == (
        Query("train", "bm25", 30, 0.6, 1, plan.filters), Query("train", "vector", 20, 0.4, 1, plan.filters)
    )  # fmt: skip


def test_what_was_read_as_the_wish_counts_half_beside_the_shoppers_own_words() -> None:
    modes = (RetrievalMode("vector", 20, 0.4),)
    plan = a_plan(query_variants=("train",), verbatim_query="a train for a rainy day", retrieval_modes=modes)
    weights = {query.text: query.weight for query in prepared(plan)}
    assert weights == {"train": 0.2, "a train for a rainy day": 0.4}


def test_a_term_that_must_be_kept_stands_verbatim_in_every_query() -> None:
    plan = a_plan(query_variants=("lego set",), must_preserve_terms=("R3064", "Lego"), must_match_exactly=True)
    assert {query.text for query in prepared(plan)} == {"lego set R3064"}


def test_imagined_texts_are_added_but_never_when_terms_must_match() -> None:
    hyde = FakeHyDE("a wooden railway")
    assert {query.text for query in prepared(a_plan(), 1, hyde)} == {"train set", "a wooden railway"}
    assert {query.text for query in prepared(a_plan(must_match_exactly=True), 1, hyde)} == {"train set"}


@pytest.mark.parametrize("round_id", [0, 2])
def test_imagined_texts_are_asked_for_once_when_the_first_round_covered_too_little(round_id: int) -> None:
    assert {query.text for query in prepared(a_plan(), round_id, FakeHyDE("a wooden railway"))} == {"train set"}


def test_without_another_variant_the_last_one_is_used() -> None:
    assert {query.text for query in prepared(a_plan(query_variants=("train",)), round_id=4)} == {"train"}


# ── run_retrieval ────────────────────────────────────────────────────────────────────────────────────────────────


def test_every_query_is_asked_of_its_own_engine() -> None:
    bm25, vector = FakeSearcher(*TOYS), FakeSearcher(*TOYS)
    state = Execution(a_plan(), round_queries=(query("train"), query("duck", "vector")))
    raw = run_retrieval(state, tools(bm25=bm25, vector=vector)).raw
    assert ([q.text for q in bm25.queries], [q.text for q in vector.queries]) == (["train"], ["duck"])
    assert [[hit.doc_id for hit in hits] for _, hits in raw] == [["a", "b", "d", "f"], ["e"]]


@pytest.mark.parametrize("error", [RuntimeError("index gone"), OSError("disk"), KeyError("any")])
def test_an_engine_that_fails_costs_its_own_hits_only(error: Exception) -> None:
    pack = retrieve(a_plan(), tools(vector=BrokenSearcher(error)))
    assert pack.candidates[0].doc_id == "a"
    assert pack.errors == (Fault("run_retrieval", "search failed", f"vector search failed: {error}", "error"),)


def test_both_engines_failing_leaves_an_empty_pack_and_both_errors() -> None:
    broken = BrokenSearcher(RuntimeError("gone"))
    plan = a_plan(an_intent(budget=up_to(1)), filters=Filters(max_price=Decimal(1)))
    pack = retrieve(plan, tools(bm25=broken, vector=broken))
    assert (pack.candidates, pack.nearest_miss, len(pack.errors)) == ((), None, 2)


# ── merge_candidates ─────────────────────────────────────────────────────────────────────────────────────────────


def merged(*raw: tuple[Query, tuple[Hit, ...]]) -> dict[str, tuple[str, dict[str, float], tuple[Provenance, ...]]]:
    state = merge_candidates(Execution(a_plan(), raw=raw), tools())
    return {c.doc_id: (c.chunk_id, dict(c.scores), c.provenance) for c in state.merged}


def test_a_product_found_twice_is_one_candidate_that_remembers_where_it_came_from() -> None:
    found = merged(
        (query("train"), (Hit("a", "a#0", 9.0), Hit("b", "b#0", 4.0))),
        (query("train", "vector"), (Hit("b", "b#1", 0.8), Hit("a", "a#0", 0.7))),
    )
    assert list(found) in (["a", "b"], ["b", "a"])
    assert found["b"][0] == "b#1"
    assert (found["b"][1]["bm25"], found["b"][1]["vector"]) == (4.0, 0.8)
    assert found["b"][2] == (Provenance(0, "train", "bm25", 2), Provenance(0, "train", "vector", 1))


def test_of_several_chunks_of_a_product_the_best_one_stands_for_it() -> None:
    found = merged((query("train", "vector"), (Hit("a", "a#2", 0.9), Hit("b", "b#0", 0.6), Hit("a", "a#7", 0.2))))
    assert (found["a"][0], found["a"][1]["vector"]) == ("a#2", 0.9)
    assert next(iter(found)) == "a"


def test_of_several_queries_the_best_score_of_an_engine_is_kept() -> None:
    found = merged((query("train"), (Hit("a", "a#0", 9.0),)), (query("rail"), (Hit("a", "a#0", 1.0),)))
    assert found["a"][1]["bm25"] == 9.0


def test_what_both_engines_put_first_comes_first_whatever_the_order_of_the_lists() -> None:
    lists = [
        (query(), (Hit("b", "b#0", 9.0), Hit("a", "a#0", 5.0), Hit("c", "c#0", 1.0))),
        (query(mode="vector"), (Hit("b", "b#0", 0.9), Hit("c", "c#0", 0.5), Hit("a", "a#0", 0.4))),
    ]
    orders = [list(merged(*order)) for order in permutations(lists)]
    assert orders[0][0] == "b"
    assert orders[0] == orders[1]


def test_the_lists_are_fused_by_what_is_plugged_in() -> None:
    def backwards(lists: Sequence[tuple[Mapping[str, float], float]]) -> Mapping[str, float]:
        return {doc_id: -score for scores, _ in lists for doc_id, score in scores.items()}

    raw = ((query("train"), (Hit("a", "a#0", 9.0), Hit("b", "b#0", 4.0))),)
    for fuse, order in ((z_score_fusion, ["a", "b"]), (backwards, ["b", "a"])):
        state = merge_candidates(Execution(a_plan(), raw=raw), replace(tools(), fuse=fuse))
        assert sorted(state.merged, key=lambda one: -one.scores["fused"])[0].doc_id == order[0]


def test_nothing_found_merges_to_nothing() -> None:
    assert merged((query(), ())) == {}


# ── rerank_candidates ────────────────────────────────────────────────────────────────────────────────────────────


def test_only_the_best_few_are_looked_at_closely() -> None:
    kit = tools()
    plan = a_plan(limits=Limits(rerank_top_n=2))
    state = Execution(plan, merged=tuple(a_candidate(toy) for toy in TOYS))
    assert [candidate.doc_id for candidate in rerank_candidates(state, kit).reranked] == ["a", "b"]
    assert isinstance(kit.reranker, FakeReranker)
    assert kit.reranker.handed == [2]


def test_what_was_turned_down_does_not_come_back_as_its_double() -> None:
    shelf = [a_product("a", "Red Train Set"), a_product("b", "Train Set, red"), a_product("c", "Blue Train Set")]
    plan = a_plan(filters=Filters(exclude_ids=frozenset({"a"})))
    state = Execution(plan, merged=tuple(a_candidate(toy) for toy in shelf[1:]))
    assert [candidate.doc_id for candidate in rerank_candidates(state, tools(*shelf)).reranked] == ["c"]


def test_the_first_by_a_field_is_looked_at_among_the_best_if_it_is_called_so() -> None:
    dear = [a_product(f"set{n}", "Train Set", f"{30 + n}") for n in range(20)]
    shelf = [*dear, a_product("part", "Wheel", "0.50"), a_product("cheap", "Little Train Set", "4.00")]
    merged = tuple(replace(a_candidate(one), score=1.0 - at / 100) for at, one in enumerate(shelf))
    plan = a_plan(an_intent("train set", best="cheapest"))
    read = rerank_candidates(Execution(plan, merged=merged), tools(*shelf)).reranked
    likeliest = [one.doc_id for one in sorted(read, key=lambda one: -one.score)][:12]
    assert "cheap" in likeliest
    assert "part" not in likeliest
    assert {one.doc_id for one in read} == {one.id for one in shelf}


def test_the_cheapest_of_all_about_something_is_what_bears_its_name_however_it_was_read() -> None:
    watch, film = a_product("watch", "Harry Potter Watch", "2.05"), a_product("film", "Knights Watch", "1.00")
    plan = a_plan(an_intent("harry potter", themes=("harry", "potter"), best="cheapest"))
    assert selected(plan, watch, film, right=0.01) == ["watch"]
    assert selected(a_plan(an_intent("harry potter", themes=("harry", "potter"))), watch, film, right=0.01) == []


def test_a_reranker_that_fails_leaves_the_order_of_the_fusion() -> None:
    class Broken:
        def rerank(self, plan: Plan, candidates: Sequence[Candidate]) -> list[Candidate]:
            raise AttributeError("no such layer")

    pack = retrieve(a_plan(), replace(tools(), reranker=Broken()))
    assert [candidate.doc_id for candidate in pack.candidates] == ["a", "b", "d", "f"]
    assert [(fault.code, fault.severity) for fault in pack.errors] == [("reranking failed", "warning")]


def test_what_was_turned_down_is_left_out_and_silence_is_not() -> None:
    plan = a_plan(an_intent("train set", refused=("batteries",)))
    needs = a_product("x", "Train Set", features=("Needs batteries",))
    without = a_product("y", "Moon Train Set", features=("No batteries needed",))
    state = Execution(plan, merged=tuple(map(a_candidate, (needs, without, a_product("z", "City Train Set")))))
    assert [candidate.doc_id for candidate in rerank_candidates(state, tools()).reranked] == ["y", "z"]


# ── select_evidence ──────────────────────────────────────────────────────────────────────────────────────────────


def selected(plan: Plan, *products: Product, **scores: float) -> list[str]:
    state = Execution(plan, reranked=tuple(a_candidate(product, **scores) for product in products))
    return [candidate.doc_id for candidate in select_evidence(state).selected]


def test_a_child_under_three_is_given_nothing_of_unknown_age_that_is_hardly_what_was_asked_for() -> None:
    charms, pram = a_product("x", "Silver Pram Charms"), a_product("y", "Dolls Pram", age=age(1, 5))
    toddlers = a_plan(an_intent("pram", age=age(1, 2)))
    assert selected(toddlers, charms, pram, right=0.2) == ["y"]
    assert selected(toddlers, charms, right=0.5) == ["x"]
    for welcome, right, found in ((0.6, 0.2, ["x"]), (0.2, 0.2, []), (0.2, 0.5, ["x"]), (0.02, 0.5, [])):
        assert selected(toddlers, charms, right=right, age=welcome) == found
    assert selected(a_plan(an_intent("pram", age=age(4, 4))), charms, right=0.2) == ["x"]


def test_products_of_another_kind_are_left_out() -> None:
    assert selected(a_plan(), *TOYS) == ["a", "b", "d", "f"]


def test_twins_are_left_out() -> None:
    assert selected(a_plan(), a_product("x", "Train Set Red"), a_product("y", "Train Set Blue")) == ["x"]


def test_at_most_so_many_are_taken() -> None:
    many = [
        a_product(f"p{at:02}", f"{name} Train Set") for at, name in enumerate("farm city night zoo moon sea".split())
    ]
    assert selected(a_plan(limits=Limits(max_docs=3)), *many) == ["p00", "p01", "p02"]


def test_a_premium_choice_is_better_rated_than_the_last_or_left_out() -> None:
    plan = a_plan(filters=Filters(better_rated_than=4.5))
    rated = [
        a_product(name, f"{name} train set", rating=stars) for name, stars in (("w", 4.6), ("x", 4.5), ("y", None))
    ]
    assert selected(plan, *rated) == ["w"]


def test_a_term_that_must_be_kept_brings_its_product_in() -> None:
    plan = a_plan(an_intent("r3064"), must_preserve_terms=("R3064",))
    assert selected(plan, a_product("x", "Hornby r3064 Smokey Joe"), a_product("y", "Hornby R3000")) == ["x"]


def test_what_holds_the_kept_term_comes_first_and_others_only_fill_up() -> None:
    plan = a_plan(an_intent("coach"), must_preserve_terms=("R4410A",), must_match_exactly=True)
    shelf = (
        a_product("x", "Hornby Coach R4411"), a_product("y", "Pullman Coach"),
        a_product("z", "Passenger Coach", description="Also sold as r4410a."),
    )  # fmt: skip
    assert selected(plan, *shelf) == ["z", "x", "y"]


def test_a_kept_term_is_covered_only_where_a_text_has_it() -> None:
    plan = a_plan(must_preserve_terms=("R4410A",), must_match_exactly=True)
    has, lacks = (a_candidate(a_product("x", title)) for title in ("Train Set R4410A", "Train Set R4411"))
    covered = grade_coverage(Execution(plan, selected=(has, lacks)), tools()).coverage
    assert "term:R4410A" in covered.covered
    missing = grade_coverage(Execution(plan, selected=(lacks,)), tools()).coverage
    assert "term:R4410A" in missing.missing


def test_without_a_word_in_common_only_what_is_close_in_meaning_is_taken() -> None:
    assert selected(a_plan(an_intent("choo-choo")), a_product("x", "Steam Engine"), vector=0.9) == ["x"]
    assert selected(a_plan(an_intent("choo-choo")), a_product("x", "Steam Engine"), vector=0.2) == []
    assert selected(a_plan(an_intent("choo-choo")), a_product("x", "Steam Engine")) == []


def test_where_the_named_leave_no_choice_others_of_like_meaning_join_them() -> None:
    named, other = a_product("x", "Steam Engine Train Set"), a_product("y", "Clockwork Locomotive")
    assert selected(a_plan(), named, other, vector=0.52) == ["x", "y"]
    assert selected(a_plan(), named, other, vector=0.4) == ["x"]
    enough = [a_product(f"p{at}", f"{name} Train Set") for at, name in enumerate(("Farm", "City", "Night"))]
    assert selected(a_plan(), *enough, other, vector=0.9) == ["p0", "p1", "p2"]


def test_of_a_brand_that_was_asked_for_no_other_maker_joins() -> None:
    plan = a_plan(an_intent("train set", brand="Hornby"))
    shelf = (
        a_product("x", "Hornby Train Set", brand="Hornby"), a_product("y", "Hornby Train Track", brand="Hornby"),
        a_product("z", "Farm Train Set", brand="Brio"),
    )  # fmt: skip
    assert selected(plan, *shelf, vector=0.9) == ["x", "y"]
    read = [a_candidate(toy, right=right) for toy, right in zip(shelf, (0.06, 0.01, 0.4), strict=True)]
    chosen = select_evidence(Execution(plan, reranked=tuple(read))).selected
    assert [one.doc_id for one in chosen] == ["x"]


# ── grade_coverage ───────────────────────────────────────────────────────────────────────────────────────────────


def test_a_grader_that_is_plugged_in_sees_the_selected_evidence_and_decides() -> None:
    grader = FakeGrader(Coverage(covered=("x",), confidence=0.3))
    state = Execution(a_plan(), selected=(a_candidate(TOYS[0]),))
    assert grade_coverage(state, replace(tools(), grader=grader)).coverage.confidence == 0.3
    assert grader.graded == [["a"]]


def test_a_grader_that_fails_leaves_it_to_the_rules() -> None:
    class Broken:
        def grade(self, plan: Plan, evidence: Sequence[Evidence]) -> Coverage:
            raise RuntimeError("no licence")

    state = Execution(a_plan(an_intent(age=age(4, 4))), selected=(a_candidate(TOYS[0]),))
    graded = grade_coverage(state, replace(tools(), grader=Broken()))
    assert graded.coverage == Coverage(missing=("age",), confidence=0.0)
    assert [fault.message for fault in graded.errors] == ["grading failed: no licence"]


def test_rules_grade_where_no_grader_is() -> None:
    plan = a_plan(an_intent(age=age(4, 4)))
    state = Execution(plan, selected=(a_candidate(TOYS[0]),))
    assert grade_coverage(state, tools()).coverage == Coverage(missing=("age",), confidence=0.0)


def test_what_was_covered_before_stays_covered() -> None:
    plan = a_plan(
        an_intent(material="wood"), acceptance_criteria=AcceptanceCriteria(("type:train set",), ("material:wood",))
    )
    wooden = a_candidate(a_product("w", "Wooden Train Set", material="wood"))
    state = Execution(plan, pool=(wooden,), selected=(a_candidate(a_product("x", "Steel Train Set")),))
    assert "material:wood" in grade_coverage(state, tools()).coverage.covered


def test_a_wider_kind_does_not_cover_the_kind_that_was_asked_for() -> None:
    asked = a_plan(an_intent("pottery wheel"), acceptance_criteria=AcceptanceCriteria(("type:pottery wheel",)))
    wider = replace(asked, intent=asked.intent.of(("wheel",)))
    state = Execution(wider, asked, selected=(a_candidate(a_product("x", "Hot Wheel")),))
    assert grade_coverage(state, tools()).coverage.missing == ("type:pottery wheel",)


def test_a_doubtful_reading_covers_no_kind_that_no_text_names() -> None:
    plan = a_plan(an_intent("taxidermy set"), acceptance_criteria=AcceptanceCriteria(("type:taxidermy set",)))
    for right, covered in ((0.2, ()), (0.6, ("type:taxidermy set",))):
        state = Execution(plan, selected=(a_candidate(a_product("x", "City Road"), right=right),))
        assert grade_coverage(state, tools()).coverage.covered == covered


# ── should_continue ──────────────────────────────────────────────────────────────────────────────────────────────

VARIANTS = ("train one", "train two", "train three", "train four", "train five")


def after(plan: Plan, **fields: Any) -> Execution:
    return should_continue(replace(Execution(plan), **fields), tools())


def test_the_search_stops_when_the_evidence_covers_the_wish() -> None:
    plan = a_plan(query_variants=VARIANTS, limits=Limits(max_rounds=5, stop_confidence=0.9))
    chosen = tuple(a_candidate(a_product(name)) for name in "abc")
    assert after(plan, selected=chosen, coverage=Coverage(confidence=0.9)).stop_reason == "evidence covers the wish"
    assert after(plan, selected=chosen[:2], coverage=Coverage(confidence=0.9)).continue_search  # no choice yet
    assert after(plan, selected=chosen, coverage=Coverage(confidence=0.89)).continue_search
    assert after(plan, selected=(), coverage=Coverage(confidence=1.0)).continue_search


def test_the_search_stops_when_the_rounds_are_used_up() -> None:
    plan = a_plan(query_variants=VARIANTS, limits=replace(LONG, max_rounds=2))
    assert after(plan, selected=(a_candidate(),), round_id=0).continue_search
    assert after(plan, selected=(a_candidate(),), round_id=1).stop_reason == "rounds used up"


def test_the_search_stops_when_no_query_is_left() -> None:
    assert after(a_plan(query_variants=("one",), limits=LONG)).stop_reason == "no query left to try"


def test_where_the_only_query_found_nothing_a_model_is_asked_for_others() -> None:
    plan = a_plan(query_variants=("one",), limits=LONG)
    asks = replace(tools(), hyde=FakeHyDE("a train"))
    assert should_continue(Execution(plan), asks).continue_search
    assert not should_continue(Execution(replace(plan, must_match_exactly=True)), asks).continue_search
    assert not should_continue(Execution(plan, round_id=1), asks).continue_search


def test_the_search_stops_when_nothing_new_is_found_any_more() -> None:
    plan = a_plan(query_variants=VARIANTS, limits=LONG)
    assert after(plan).continue_search  # nothing came before the first round
    begun = retrieve(a_plan(query_variants=("train",)), tools()).retrieval_report.rounds
    state = after(plan, rounds=begun, no_new_streak=LONG.max_no_new_rounds - 1)
    assert (state.stop_reason, state.continue_search) == ("nothing new was found", False)


def test_something_new_ends_the_streak_and_joins_the_pool_once() -> None:
    plan = a_plan(query_variants=VARIANTS, limits=LONG)
    known, new = a_candidate(TOYS[0]), a_candidate(TOYS[1])
    state = after(plan, pool=(known,), selected=(known, new), no_new_streak=1)
    assert ([candidate.doc_id for candidate in state.pool], state.no_new_streak) == (["a", "b"], 0)
    assert state.rounds[0].new_docs == 1


def test_where_no_toy_is_named_what_suits_the_age_is_looked_at_and_of_that_what_is_liked_best() -> None:
    rows = (
        ("for smaller ones", AgeRange(36, None), 4.9, 500, 0.1), ("hardly known", AgeRange(96, None), 5.0, 1, 0.8),
        ("loved", None, 4.7, 200, 0.8), ("too hard", AgeRange(168, None), 5.0, 900, 0.8),
    )  # fmt: skip
    shelf = [a_product(name, age=ages, rating=stars, rating_count=count) for name, ages, stars, count, _ in rows]
    kit = tools(*shelf)
    merged = tuple(a_candidate(one, age=suits) for one, (*_, suits) in zip(shelf, rows, strict=True))
    plan = a_plan(an_intent("", "something for a boy of 10", age=age(10, 10)), limits=Limits(rerank_top_n=3))
    read = rerank_candidates(Execution(plan, merged=merged), kit).reranked
    assert [one.doc_id for one in read] == ["loved", "hardly known", "for smaller ones"]


def test_of_about_a_sum_what_costs_a_fraction_is_looked_at_behind_the_rest() -> None:
    shelf = [a_product(f"set{n:02}", "Train Set", "2" if n % 2 else "20") for n in range(20)]
    merged = tuple(replace(a_candidate(one), score=1.0 - at / 100) for at, one in enumerate(shelf))
    about = replace(up_to(25), around=True)
    plan = a_plan(an_intent("train set", budget=about), limits=Limits(rerank_top_n=12))
    read = [one.product for one in rerank_candidates(Execution(plan, merged=merged), tools(*shelf)).reranked]
    assert [one.id for one in read[:6]] == [f"set{n:02}" for n in range(6)]
    assert {str(one.price.amount) for one in read[6:] if one.price} == {"20"}


def test_where_nothing_is_even_near_what_is_called_so_is_selected_all_the_same() -> None:
    robot, ball = a_product("r", "Blue Robot"), a_product("s", "Ball")
    assert selected(a_plan(an_intent("robot", wanted=("dances",))), ball, robot, right=0.01) == ["r"]
    assert selected(a_plan(an_intent("pirate robot")), ball, right=0.01) == []


def test_what_is_not_even_of_the_sort_is_no_near_thing() -> None:
    dice, robot = a_product("d", "Rock Paper Scissors Dice"), a_product("r", "Dancing Robot")
    scissors = a_plan(an_intent("scissors", wanted=("left handed",)))
    assert selected(scissors, dice, right=0.05, sort=0.1) == []  # read as near, but as no scissors
    assert selected(scissors, dice, right=0.01, sort=0.1) == []  # has their word
    assert selected(scissors, dice, right=0.2, sort=0.1) == ["d"]
    assert selected(scissors, dice, robot, right=0.05, sort=0.9) == ["d", "r"]
    venice = a_product("v", "Jigsaw Puzzle of Venice, 500 Pieces")
    of_venice = a_plan(an_intent("venice jigsaw", themes=("venice",), pieces=2000))
    assert selected(of_venice, venice, right=0.01, sort=0.1) == ["v"]
