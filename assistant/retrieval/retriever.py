"""Retriever: a `Plan` becomes an `EvidencePack`, in nine nodes over one frozen value.

    executor_gate → prepare_round_queries → run_retrieval → merge_candidates → rerank_candidates
                  → select_evidence → grade_coverage → should_continue ⟲ → finalize_evidence_pack

It writes no prose and invents nothing: candidates are the catalogue's products, evidence is their text.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from decimal import Decimal
from functools import cache

from assistant.language.text import stems, without
from assistant.matching.checks import checks, for_adults_only
from assistant.matching.fit import (
    NEAR_ENOUGH,
    NEAR_ENOUGH_OF_ITS_SORT,
    RIGHT,
    SURE,
    has_words,
    is_of_its_sort,
    is_under_three,
)
from assistant.matching.kinds import is_called
from assistant.matching.whom import names_a_young_relative
from assistant.protocols import AgeJudge, Catalogue, CoverageGrader, Fusion, HyDE, Reranker, Searcher
from assistant.retrieval.evidence import contradictions_in, evidence_of, grade, is_of_kind, without_twins
from assistant.retrieval.fusion import z_score_fusion
from assistant.retrieval.reading_order import to_be_read
from assistant.retrieval.selection import A_CHOICE, goes_with_it, selected
from assistant.schema import (
    AgeRange,
    Candidate,
    Coverage,
    EvidencePack,
    Fault,
    Filters,
    Hit,
    Intent,
    Mode,
    NearestMiss,
    Plan,
    Product,
    Provenance,
    Query,
    RetrievalReport,
    RoundReport,
)

_NOT_GRADED = Coverage()
# What the words that were read as the wish count beside the shopper's own: the encoder learned from whole messages, and
# of one that names no kind a word apart finds its namesake, a caravan or a banner.
BESIDE_VERBATIM = 0.5
# The best of the fusion, of which it is read for which ages they are.
MOST_AGED = 60
# Whom "my nephew" is likely to be, where nobody says how old.
OF_A_CHILD = AgeRange(48, 108)
# Names that are looked at to tell what toys of a name have in common.
MOST_NAMED = 20
EMPTY_PLAN = Fault("executor_gate", "empty plan", "There was nothing to search for.", "error")
# Hard caps, whatever a plan asks: rounds, hits of a query, candidates read closely, products kept.
MAX_ROUNDS, MAX_HITS, MAX_READ, MAX_DOCS = 5, 1_000, 1_000, 100


@dataclass(frozen=True, slots=True)
class Tools:
    """What the retriever works with; `judge` reads what the reranker leaves at the top of a search, and of no other.

    Without `ages` nothing is known of for whom a product is that states no age.
    """

    catalogue: Catalogue
    searchers: Mapping[Mode, Searcher]
    reranker: Reranker
    fuse: Fusion = z_score_fusion
    grader: CoverageGrader | None = None
    hyde: HyDE | None = None
    judge: Reranker | None = None
    ages: AgeJudge | None = None


def names_with(words: str, tools: Tools) -> list[str]:
    """The names of the toys that have all of these words in them, with makers and shelves; of many the likeliest."""
    try:
        hits = tools.searchers["bm25"].search(Query(words, "bm25", MOST_NAMED))
    except Exception:  # an engine behind the seam raises what it likes; the search itself will tell
        return []
    found = _still_there([hit.doc_id for hit in hits], tools.catalogue)
    names = (" ".join((product.title, product.brand, *product.category)) for product in found)
    return [name for name in names if set(stems(words)) <= set(stems(name))]


@dataclass(frozen=True, slots=True)
class Execution:
    """The state that the nodes hand on; `first_scores` is each product's score in the first round, by engine.

    `asked` is the plan as it came, where `plan` has become one for a wider kind of toy.
    """

    plan: Plan
    asked: Plan | None = None
    round_id: int = 0
    continue_search: bool = True
    round_queries: tuple[Query, ...] = ()
    raw: tuple[tuple[Query, tuple[Hit, ...]], ...] = ()
    first_scores: Mapping[str, Mapping[str, float]] = field(default_factory=dict)
    merged: tuple[Candidate, ...] = ()
    reranked: tuple[Candidate, ...] = ()
    read: frozenset[str] = frozenset()
    selected: tuple[Candidate, ...] = ()
    coverage: Coverage = _NOT_GRADED
    pool: tuple[Candidate, ...] = ()
    rounds: tuple[RoundReport, ...] = ()
    no_new_streak: int = 0
    stop_reason: str = ""
    errors: tuple[Fault, ...] = ()


def retrieve(plan: Plan, tools: Tools) -> EvidencePack:
    """The evidence for a plan, and a report of how it was found."""
    state = executor_gate(plan, tools)
    while state.continue_search:
        state = prepare_round_queries(state, tools)
        state = run_retrieval(state, tools)
        state = merge_candidates(state, tools)
        state = rerank_candidates(state, tools)
        state = select_evidence(state)
        state = grade_coverage(state, tools)
        state = should_continue(state, tools)
    return finalize_evidence_pack(state, tools)


def top_candidates(plan: Plan, tools: Tools, k: int) -> list[Candidate]:
    """The best `k` candidates of one round, whatever they cover."""
    return list(_read(_one_round(plan, tools), tools)[:k])


def fused_candidates(plan: Plan, tools: Tools, k: int) -> list[Candidate]:
    """The best `k` candidates of one round as fusion leaves them."""
    return list(_one_round(plan, tools).merged[:k])


def _read(state: Execution, tools: Tools) -> tuple[Candidate, ...]:
    return rerank_candidates(state, replace(tools, judge=None)).reranked


def _one_round(plan: Plan, tools: Tools) -> Execution:
    state = prepare_round_queries(_begun(plan), tools)
    return merge_candidates(run_retrieval(state, tools), tools)


def executor_gate(plan: Plan, tools: Tools) -> Execution:
    """Checks the plan and caps it; a plan about shown products skips the search."""
    begun = _begun(plan)
    if plan.strategy == "shown":
        shown = _still_there(list(plan.focus_ids), tools.catalogue)
        pool = tuple(
            Candidate(product, product.id, f"{product.id}#0", score=1.0 - rank / 100)
            for rank, product in enumerate(shown)
        )
        why = "products on the screen"
        return replace(begun, continue_search=False, pool=pool, coverage=grade(plan, pool), stop_reason=why)
    if not plan.query_variants or not plan.retrieval_modes:
        return replace(begun, continue_search=False, stop_reason="nothing to search for", errors=(EMPTY_PLAN,))
    return begun


def _begun(plan: Plan) -> Execution:
    """The state before the first round, the plan within the caps."""
    asked = plan.limits
    limits = replace(
        asked,
        max_rounds=min(asked.max_rounds, MAX_ROUNDS),
        max_docs=min(asked.max_docs, MAX_DOCS),
        max_total_docs=min(asked.max_total_docs, MAX_DOCS),
        rerank_top_n=min(asked.rerank_top_n, MAX_READ),
    )
    modes = tuple(replace(mode, k=min(mode.k, MAX_HITS)) for mode in plan.retrieval_modes)
    return Execution(replace(plan, retrieval_modes=modes, limits=limits))


def _still_there(doc_ids: list[str], catalogue: Catalogue) -> list[Product]:
    """The products of these ids in one request, without one that the catalogue has no more."""
    try:
        return catalogue.products(doc_ids)
    except KeyError:
        return [product for one in doc_ids for product in _still_there([one], catalogue)] if len(doc_ids) > 1 else []


def prepare_round_queries(state: Execution, tools: Tools) -> Execution:
    """One round's queries: one variant for every mode, the preserved terms verbatim in it; HyDE where allowed.

    It is asked once, when the first round covered too little: it may cost a call of a model.
    """
    plan, variant = _this_round(state)
    absent = [term for term in plan.must_preserve_terms if term.casefold() not in variant.casefold()]
    kind, either = plan.intent.product_type, () if plan.verbatim_query else plan.intent.either
    verbatim = [plan.verbatim_query] if plan.verbatim_query and not state.round_id else []
    # Of kinds of which any will do each is searched for: together they find what has a word of both.
    read = [" ".join((variant.replace(kind, one), *absent)) for one in either or (kind,)]
    if tools.hyde and not plan.must_match_exactly and state.round_id == 1:
        read += tools.hyde.imagine(plan)
    weighed = [*((text, BESIDE_VERBATIM if verbatim else 1.0) for text in read), *((text, 1.0) for text in verbatim)]
    queries = tuple(
        Query(text, mode.mode, mode.k, share * mode.weight, state.round_id, plan.filters)
        for text, share in weighed
        for mode in plan.retrieval_modes
    )
    asked = state.asked or (state.plan if plan is not state.plan else None)
    return replace(state, plan=plan, asked=asked, round_queries=queries)


def _this_round(state: Execution) -> tuple[Plan, str]:
    """The plan and the query of a round: the next variant or, in the last while nothing was found, a wider kind."""
    plan = state.plan
    is_last = state.round_id + 1 >= min(plan.limits.max_rounds, len(plan.query_variants) + 1)
    if is_last and state.round_id and not state.pool and _has_wider_kinds(plan):
        relaxed = plan.intent.of(plan.relaxed_kinds)
        return replace(plan, intent=relaxed), relaxed.product_type
    return plan, plan.query_variants[min(state.round_id, len(plan.query_variants) - 1)]


def _has_wider_kinds(plan: Plan) -> bool:
    """Whether there are wider kinds that have not been searched for."""
    return plan.relaxed_kinds not in ((), plan.intent.kinds)


def run_retrieval(state: Execution, tools: Tools) -> Execution:
    """Asks every searcher; one that fails costs its own hits only."""
    raw, errors = [], list(state.errors)
    for query in state.round_queries:
        try:
            raw.append((query, tuple(tools.searchers[query.mode].search(query))))
        except Exception as error:  # an engine behind the seam raises what it likes
            errors.append(Fault("run_retrieval", "search failed", f"{query.mode} search failed: {error}", "error"))
    return replace(state, raw=tuple(raw), errors=tuple(dict.fromkeys(errors)))


def merge_candidates(state: Execution, tools: Tools) -> Execution:
    """One candidate a product, its ranks fused, every score and rank kept.

    Later rounds search by other words; how like a product is to the wish stays what the first round said of it.
    """
    # Hits come best first, so that of several of one product the first counts.
    best = [({hit.doc_id: hit.score for hit in reversed(hits)}, query.weight) for query, hits in state.raw]
    fused = tools.fuse(best)
    chunk_ids: dict[str, str] = {}
    scores: dict[str, dict[str, float]] = {doc_id: {} for doc_id in fused}
    provenance: dict[str, list[Provenance]] = {doc_id: [] for doc_id in fused}
    for query, hits in state.raw:
        for rank, hit in enumerate(hits, start=1):
            known = scores[hit.doc_id].get(query.mode)
            if known is None or hit.score > known:
                scores[hit.doc_id][query.mode] = hit.score
                if query.mode == "vector" or hit.doc_id not in chunk_ids:
                    chunk_ids[hit.doc_id] = hit.chunk_id
            provenance[hit.doc_id].append(Provenance(query.round_id, query.text, query.mode, rank))
    first_scores = state.first_scores or scores
    merged = tuple(
        Candidate(
            product,
            product.id,
            chunk_ids[product.id],
            fused[product.id],
            {"fused": fused[product.id], **first_scores.get(product.id, {})},
            tuple(provenance[product.id]),
        )
        for product in _still_there(list(fused), tools.catalogue)
    )
    return replace(state, merged=_with_ages(state.plan.intent, merged, tools), first_scores=first_scores)


def _with_ages(intent: Intent, merged: tuple[Candidate, ...], tools: Tools) -> tuple[Candidate, ...]:
    """The candidates, the best with how probably each is welcome at the age that was said, if any: `scores["age"]`."""
    age = intent.constraints.age
    # For a child under three nothing may slip by unread.
    best, rest = (merged, ()) if is_under_three(age) else (merged[:MOST_AGED], merged[MOST_AGED:])
    if age is None and not intent.for_adult and names_a_young_relative(intent.text):
        age = OF_A_CHILD
    if tools.ages is None or not (age or intent.for_adult):
        return merged
    found = tools.ages.suit([candidate.product for candidate in best], age)
    judged = (replace(one, scores={**one.scores, "age": suits}) for one, suits in zip(best, found, strict=True))
    return (*judged, *rest)


def rerank_candidates(state: Execution, tools: Tools) -> Execution:
    """A closer look at the best; the rest are left out, and a reranker that fails leaves the order of the fusion.

    What the shopper turned down is not looked at, it would take the place of what may be right; nor is in a later round
    what was read before.
    """
    plan, errors = state.plan, state.errors
    allowed = _without_doubles(state.merged, plan.filters, tools.catalogue)
    best = tuple(to_be_read(plan, [one for one in allowed if one.doc_id not in state.read]))
    for reader in (tools.reranker, tools.judge):
        try:
            best = tuple(reader.rerank(plan, best)) if reader else best
        except Exception as error:  # a model behind the seam raises what it likes
            errors = (*errors, Fault("rerank_candidates", "reranking failed", f"reranking failed: {error}"))
    read = state.read | {one.doc_id for one in best if one.scores.get("right")}
    return replace(state, reranked=best, read=read, errors=errors)


def _without_doubles(merged: tuple[Candidate, ...], filters: Filters, catalogue: Catalogue) -> tuple[Candidate, ...]:
    """The candidates less those that a list has under the very words of one that was turned down."""
    if not filters.exclude_ids:
        return merged
    turned_down = _still_there(sorted(filters.exclude_ids), catalogue)
    names = {frozenset(stems(product.title)) for product in turned_down} - {frozenset()}
    return tuple(one for one in merged if frozenset(stems(one.product.title)) not in names)


def select_evidence(state: Execution) -> Execution:
    """The products that are what was asked for, twins left out, at most `max_docs`."""
    # Without what nobody has heard of here a kind is no wider: of a "vegan craft kit" a craft kit is near.
    is_wider = state.asked is not None and state.plan.theme_is_known
    chosen = selected(state.plan, state.reranked, is_wider=is_wider)
    return replace(state, selected=tuple(without_twins(chosen)[: state.plan.limits.max_docs]))


def grade_coverage(state: Execution, tools: Tools) -> Execution:
    """What the evidence of this round and of those before covers: by rules, or by a grader where one is plugged in.

    A grader that fails leaves it to the rules.
    """
    found, asked = (*state.pool, *_new(state)), state.asked or state.plan
    errors = state.errors
    if tools.grader:
        evidence = [item for candidate in found for item in evidence_of(candidate)]
        try:
            graded = tools.grader.grade(asked, evidence)
            noticed = (*graded.contradictions, *contradictions_in(found))
            return replace(state, coverage=replace(graded, contradictions=noticed))
        except Exception as error:  # what is plugged in raises what it likes
            errors = (*errors, Fault("grade_coverage", "grading failed", f"grading failed: {error}"))
    return replace(state, coverage=grade(asked, found), errors=errors)


def _new(state: Execution) -> tuple[Candidate, ...]:
    """What this round selected that no round before did."""
    known = {candidate.doc_id for candidate in state.pool}
    return tuple(candidate for candidate in state.selected if candidate.doc_id not in known)


def should_continue(state: Execution, tools: Tools) -> Execution:
    """Pools what is new, writes the round's report and decides whether another round can help."""
    new = _new(state)
    streak = 0 if new or not state.rounds else state.no_new_streak + 1  # nothing came before the first round
    report = RoundReport(
        round_id=state.round_id,
        queries=state.round_queries,
        found_raw=sum(len(hits) for _, hits in state.raw),
        found_merged=len(state.merged),
        found_reranked=len(state.reranked),
        selected=tuple(candidate.doc_id for candidate in state.selected),
        new_docs=len(new),
        coverage=state.coverage,
        scores=tuple(candidate.score for candidate in state.selected),
    )
    stop = _stop_reason(state, tools, streak)
    return replace(
        state,
        pool=(*state.pool, *new),
        rounds=(*state.rounds, report),
        no_new_streak=streak,
        round_id=state.round_id + 1,
        continue_search=not stop,
        stop_reason=stop,
    )


def _stop_reason(state: Execution, tools: Tools, streak: int) -> str:
    limits = state.plan.limits
    enough = limits.stop_confidence
    found = {candidate.doc_id for candidate in (*state.pool, *state.selected)}
    if any(_is_found(state.plan, one) for one in state.selected):
        return "what was asked for was found"
    if enough is not None and len(found) >= A_CHOICE and state.coverage.confidence >= enough:
        return "evidence covers the wish"
    wider = not state.pool and not state.selected and _has_wider_kinds(state.plan)
    if streak >= limits.max_no_new_rounds and not wider:
        return "nothing new was found"
    if state.round_id + 1 >= limits.max_rounds:
        return "rounds used up"
    has_right = any(one.scores.get("right", 1.0) >= RIGHT for one in state.selected)
    may_imagine = tools.hyde is not None and not (state.round_id or has_right or state.plan.must_match_exactly)
    if state.round_id + 1 >= len(state.plan.query_variants) and not (wider or may_imagine):
        return "no query left to try"
    return ""


def _is_found(plan: Plan, candidate: Candidate) -> bool:
    """Whether a candidate is what was asked for: a model's word for it, else that it was read and is called so."""
    if "judged" in candidate.scores:
        return candidate.scores["judged"] >= RIGHT
    return "right" in candidate.scores and is_of_kind(plan, candidate)


def finalize_evidence_pack(state: Execution, tools: Tools) -> EvidencePack:
    """The pooled candidates by their best score with their evidence, the report, and the nearest miss where empty."""
    ranked = sorted(state.pool, key=lambda candidate: (-candidate.score, candidate.doc_id))
    kept = tuple(ranked[: state.plan.limits.max_total_docs])
    nearest = cache(lambda: _nearest_miss(state.plan, tools))  # a search of its own
    itself = _the_thing_itself(state.plan, kept, nearest)
    kept = () if itself else kept
    is_sold = _is_sold(state, kept, tools)
    # A plush from outer space is no near thing for who asks for a space hopper.
    has_the_kind = is_sold or (state.plan.intent.theme and _is_sold(state, kept, tools, without_themes=True))
    if not has_the_kind:
        kept = tuple(one for one in kept if "judged" in one.scores or _is_near_enough(one))
    coverage = replace(state.coverage if kept else grade(state.plan, ()), is_sold=is_sold)
    miss = itself or (None if kept or not _may_be_hidden(state.plan) else nearest())
    evidence = [item for candidate in kept for item in evidence_of(candidate)]
    evidence += evidence_of(Candidate(miss.product, miss.product.id, f"{miss.product.id}#0", 0.0))[:1] if miss else []
    return EvidencePack(
        candidates=kept,
        final_evidence=tuple(evidence),
        coverage=coverage,
        retrieval_report=RetrievalReport(state.rounds, state.stop_reason, state.no_new_streak),
        nearest_miss=miss,
        errors=state.errors,
    )


def _is_sold(state: Execution, kept: tuple[Candidate, ...], tools: Tools, *, without_themes: bool = False) -> bool:
    """Whether any toy of the list is called what was asked for; so it is where nobody named a kind or an engine failed.

    The whole list is only asked where nothing that was found is called so.
    """
    intent = (state.asked or state.plan).intent
    kinds = intent.kinds if state.plan.strategy == "retrieve" else ()
    if without_themes:
        kinds = tuple(kind for one in kinds if (kind := without(one, intent.theme)))
    # A model knows that an excavator is a digger.
    found = (is_called(kinds, one.product) or one.scores.get("judged", 0.0) >= RIGHT for one in kept)
    if not kinds or state.errors or any(found):
        return True
    return any(names_with(kind, tools) for kind in kinds)


def _is_near_enough(candidate: Candidate) -> bool:
    """Whether it may stand for what the list has nothing of by that name."""
    least = NEAR_ENOUGH_OF_ITS_SORT if "sort" in candidate.scores and is_of_its_sort(candidate) else NEAR_ENOUGH
    return candidate.scores.get("right", 1.0) >= least


def _may_be_hidden(plan: Plan) -> bool:
    """Whether the budget may have hidden what was asked for by its kind or maker."""
    names_something = plan.intent.product_type or plan.intent.constraints.brand
    is_search = plan.strategy == "retrieve" and not plan.intent.refinement
    return is_search and plan.filters.by_price and bool(names_something)


def _the_thing_itself(
    plan: Plan, kept: tuple[Candidate, ...], nearest: Callable[[], NearestMiss | None]
) -> NearestMiss | None:
    """What was asked for outside the budget, where inside there is only what goes with it: spare parts are no car."""
    if not (kept and _may_be_hidden(plan)):
        return None
    if any("right" in candidate.scores for candidate in kept):
        has_it = not plan.intent.product_type or any(is_of_kind(plan, candidate) for candidate in kept)
    else:
        has_it = not all(goes_with_it(plan, candidate.product) for candidate in kept)
    miss = None if has_it else nearest()
    return None if miss is None or goes_with_it(plan, miss.product) else miss


def _nearest_miss(plan: Plan, tools: Tools) -> NearestMiss | None:
    """The product of the kind that is closest to the budget: the next above it, else the next below, else unpriced."""
    low, high = plan.filters.min_price, plan.filters.max_price
    if high is not None:
        above = _of_the_kind(plan, replace(plan.filters, min_price=high, max_price=None), tools)
        if dearer := [pair for pair in _priced(above) if pair[0] > high]:
            return NearestMiss(min(dearer, key=lambda pair: (pair[0], pair[1].id))[1], "budget_max")
    if low is not None:
        below = _of_the_kind(plan, replace(plan.filters, min_price=None, max_price=low), tools)
        if cheaper := [pair for pair in _priced(below) if pair[0] < low]:
            return NearestMiss(max(cheaper, key=lambda pair: (pair[0], pair[1].id))[1], "budget_min")
    anything = replace(plan.filters, min_price=None, max_price=None)
    unpriced = _of_the_kind(plan, anything, tools, without_price=True)
    return NearestMiss(unpriced[0], "no_price") if unpriced else None


def _priced(products: Iterable[Product]) -> list[tuple[Decimal, Product]]:
    return [(product.price.amount, product) for product in products if product.price]


def _of_the_kind(plan: Plan, filters: Filters, tools: Tools, *, without_price: bool = False) -> list[Product]:
    """What is surely of the kind by other filters than the plan's; parts only where all are parts."""
    round_one = _one_round(replace(plan, filters=filters), tools)
    if without_price:
        round_one = replace(round_one, merged=tuple(one for one in round_one.merged if one.product.price is None))
    found = _read(round_one, tools)
    asked = replace(plan.intent.constraints, budget=None)
    of_kind = [
        candidate.product
        for candidate in found
        if is_of_kind(plan, candidate)
        and (candidate.scores.get("right", 1.0) >= SURE or plan.intent.names_only_a_maker)
        and all(check.met for check in checks(asked, candidate.product) if check.kind in ("material", "brand"))
        and has_words(plan.intent.themes, candidate.product)
        and not (asked.age and for_adults_only(candidate.product, asked.age))
    ]
    return [product for product in of_kind if not goes_with_it(plan, product)] or of_kind
