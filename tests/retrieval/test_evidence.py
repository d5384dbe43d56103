"""Evidence: what a product's text says, what a set of it covers, which products are twins."""

from __future__ import annotations

from builders import a_candidate, a_plan, a_product, age, an_intent
from hypothesis import given
from hypothesis import strategies as st

from assistant.retrieval.evidence import PASSAGE_CHARS, evidence_of, grade, is_of_kind, passage, without_twins
from assistant.schema import AcceptanceCriteria, Plan, PlayerRange, Product, Provenance, Review

FULL = a_product(
    brand="Brio", category=("Toys", "Trains"), rating=4.7, rating_count=1132, age=age(3, 6),
    players=PlayerRange(1, 2), pieces=46,
    material="Wood", features=("Magnetic couplings", "No batteries needed"), description="A farm and its train.",
    product_url="https://shop.example/p1", reviews=(Review("Lovely", "My son loves it."), Review("", "Good"),
    Review("", "Third")),
)  # fmt: skip


def test_the_listing_states_every_field_and_nothing_more() -> None:
    listing = evidence_of(a_candidate(FULL))[0]
    assert listing.content == (
        "Farm Wooden Train Set. Brand Brio. Toys > Trains. Price £24.99. 4.7 stars from 1,132 ratings. "
        "For ages 3 to 6. Players 1 to 2. 46 pieces. Material Wood."
    )
    assert listing.metadata == {
        "section": "listing", "url": "https://shop.example/p1", "title": "Farm Wooden Train Set", "brand": "Brio",
        "material": "Wood", "price": "24.99", "currency": "GBP", "rating": "4.7", "rating_count": "1132",
        "age": "ages 3 to 6",
        "players": "1-2", "pieces": "46",
    }  # fmt: skip


def test_what_the_catalogue_does_not_say_is_not_in_the_evidence() -> None:
    (listing,) = evidence_of(a_candidate(a_product(cost=None)))
    assert listing.content == "Farm Wooden Train Set."
    assert set(listing.metadata) == {"section", "url", "title"}


def test_every_part_is_evidence_under_a_stable_name_of_its_own() -> None:
    items = evidence_of(a_candidate(FULL))
    assert [item.evidence_id for item in items] == [
        "p1#listing", "p1#features", "p1#description", "p1#review-0", "p1#review-1"
    ]  # fmt: skip
    assert {item.doc_id for item in items} == {"p1"}
    assert [item.metadata["section"] for item in items] == ["listing", "features", "description", "review", "review"]


def test_provenance_and_scores_reach_the_evidence() -> None:
    candidate = a_candidate(FULL, rerank=0.5)
    where = (Provenance(0, "train", "bm25", 1),)
    traced = type(candidate)(FULL, "p1", "p1#2", 1.0, candidate.scores, where)
    description = next(item for item in evidence_of(traced) if item.metadata["section"] == "description")
    assert (description.provenance, description.scores, description.chunk_id) == (where, {"rerank": 0.5}, "p1#2")


@given(st.text(max_size=2000))
def test_a_passage_is_a_beginning_of_the_text_and_bounded(text: str) -> None:
    cut = passage(text)
    assert len(cut) <= PASSAGE_CHARS + 2
    assert text.startswith(cut.removesuffix(" …")) or cut == text


def kinds(product_type: str, *products: Product) -> list[bool]:
    plan = a_plan(an_intent(product_type))
    return [is_of_kind(plan, a_candidate(product)) for product in products]


def test_a_product_is_of_the_kind_when_its_words_say_so() -> None:
    assert kinds(
        "train set", a_product(title="Wooden Train Set"), a_product(title="Railway Set"), a_product(title="Bath Duck"),
        a_product(title="Duck", category=("Trains",)),
    )[:3] == [True, True, False]  # fmt: skip


def test_the_noun_of_the_kind_must_be_there() -> None:
    assert kinds("wooden puzzle", a_product(title="Wooden Duck")) == [False]


def test_twins_that_differ_in_colour_size_or_code_alone_are_left_out() -> None:
    titles = ["Bath Duck Red", "Bath Duck (Blue)", "Large Bath Duck 30", "Bath Duck 75192", "Bath Whale Red"]
    candidates = [a_candidate(a_product(f"p{at}", title)) for at, title in enumerate(titles)]
    assert [candidate.doc_id for candidate in without_twins(candidates)] == ["p0", "p4"]


def test_who_shouts_is_no_other_toy_for_it() -> None:
    titles = ("Tansley Bear, Small", "Tansley Bear, Large BEST CHOICE!!!")
    candidates = [a_candidate(a_product(f"p{at}", title)) for at, title in enumerate(titles)]
    assert [candidate.doc_id for candidate in without_twins(candidates)] == ["p0"]


def test_products_without_words_in_their_titles_are_no_twins_of_each_other() -> None:
    titles = ["拼图", "积木"]
    candidates = [a_candidate(a_product(f"p{at}", title)) for at, title in enumerate(titles)]
    assert len(without_twins(candidates)) == 2


CRITERIA = AcceptanceCriteria(required=("type:train set",), wished=("material:wood", "age"))


def wooden_for_four(**fields: object) -> Plan:
    return a_plan(an_intent("train set", material="wood", age=age(4, 4)), acceptance_criteria=CRITERIA, **fields)


def test_a_criterion_is_covered_only_where_some_product_says_so() -> None:
    coverage = grade(wooden_for_four(), [a_candidate(a_product(title="Wooden Train Set"))])
    assert set(coverage.covered) == {"type:train set", "material:wood"}
    assert coverage.missing == ("age",)
    assert coverage.contradictions == ()
    assert coverage.confidence == 0.667


def test_what_every_product_denies_is_a_contradiction() -> None:
    coverage = grade(
        wooden_for_four(), [a_candidate(a_product(title="Train Set", material="Plastic", age=age(8, None)))]
    )
    assert {one.about for one in coverage.contradictions} == {"material:wood", "age"}
    assert set(coverage.missing) == {"material:wood", "age"}


def test_silence_is_never_coverage() -> None:
    coverage = grade(wooden_for_four(), [a_candidate(a_product(title="Train Set"))])
    assert coverage.covered == ("type:train set",)
    assert coverage.contradictions == ()


def test_nothing_selected_covers_nothing() -> None:
    coverage = grade(wooden_for_four(), [])
    assert coverage.covered == ()
    assert set(coverage.missing) == {"type:train set", "material:wood", "age"}
    assert coverage.confidence == 0


def test_a_review_keeps_its_date_where_it_has_one() -> None:
    toy = a_product(reviews=(Review("", "Dated", date="3 May 2014"), Review("", "Undated")))
    dated, undated = evidence_of(a_candidate(toy))[1:]
    assert dated.metadata == {"section": "review", "url": "", "date": "3 May 2014"}
    assert "date" not in undated.metadata


def test_the_quality_of_the_evidence_is_that_of_the_likeliest() -> None:
    read = [a_candidate(a_product(name), right=right) for name, right in (("a", 0.2), ("b", 0.7))]
    assert grade(a_plan(), read).quality == 0.7
    assert grade(a_plan(), [a_candidate()]).quality is None
