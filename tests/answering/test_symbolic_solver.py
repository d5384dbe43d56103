"""The symbolic solver: every sentence it writes is carried by the catalogue, and it says what is unknown or unmet."""

from __future__ import annotations

from decimal import Decimal

import pytest
from builders import a_candidate, a_plan, a_product, age, an_intent, evidence_by_id, price, up_to
from hypothesis import given, settings
from hypothesis import strategies as st

from assistant.answering.ranking import choose
from assistant.answering.symbolic_solver import SymbolicSolver
from assistant.answering.vetting.claims import problems
from assistant.answering.wording import SPOKEN_WORDS, spoken_word_count
from assistant.schema import AgeRange, Brief, Coverage, Draft, Intent, NearestMiss, Pick, PlayerRange, Price, Product

FULL = a_product(
    "p1", "Farm Wooden Train Set", "24.99", brand="Brio", rating=4.7, rating_count=132, age=age(3, 6),
    pieces=46, material="Wood",
    features=("No batteries needed", "Magnetic couplings"),
)  # fmt: skip
SECOND = a_product("p2", "City Train Set", "19.99", rating=4.2, rating_count=10)
THIRD = a_product("p3", "Night Train Set", "9.99", rating=3.9)
TITLES = (
    "Farm Wooden Train Set", "BIG SALE Train!!! (Not a Toy) - 46 pcs", "拼图 Train",
    "Rock'n'Roll 3-in-1: R3064, £5 Train", "Ünïcode Trän Set",
    "A", "2 Player Connect 4", "Train\u00a0Set – 50% off", "Dolls' House Train", "Train/Rail 1:32", "4D Puzzle", "The",
)  # fmt: skip


def brief(intent: Intent, *products: Product, miss: NearestMiss | None = None) -> Brief:
    plan = a_plan(intent)
    picks = choose(a_plan(intent, strategy="shown"), [a_candidate(product) for product in products], {})
    extra = [miss.product] if miss else []
    return Brief(plan, picks, tuple(evidence_by_id(*products, *extra).values()), Coverage(), miss)


def solve(intent: Intent, *products: Product, miss: NearestMiss | None = None) -> Draft:
    return SymbolicSolver().solve(brief(intent, *(products or (FULL, SECOND, THIRD)), miss=miss))


def shown(intent: Intent, *products: Product, miss: NearestMiss | None = None) -> str:
    return " ".join(sentence.text for sentence in solve(intent, *products, miss=miss).shown)


def test_the_first_sentence_is_the_pick_and_what_decides_it() -> None:
    first = solve(an_intent(material="wood", age=age(4, 4), budget=up_to(30))).shown[0]
    assert first.text == "Farm Wooden Train Set is my top pick: for ages 3 to 6, £24.99."


def test_a_fact_that_the_title_says_is_not_said_again() -> None:
    assert shown(an_intent(material="wood")).count("ooden") == 1


def test_the_runner_up_and_what_would_change_the_choice_are_named() -> None:
    text = shown(an_intent())
    assert "Runner-up: City Train Set, £19.99, 4.2 stars." in text
    assert "If price matters most, Night Train Set, £9.99, 3.9 stars." in text


def test_a_single_product_has_no_runner_up() -> None:
    assert "Runner-up" not in shown(an_intent(), FULL)


@pytest.mark.parametrize(
    ("intent", "product", "said"),
    [
        (an_intent(material="wood"), a_product(title="Train Set"), "The catalogue doesn't say whether it is wooden."),
        (an_intent(material="wood"), a_product(title="Train Set", material="Plastic"), "It isn't wooden."),
        (an_intent(age=age(4, 4)), a_product(), "The catalogue gives no age for it."),
        (an_intent(age=age(2, 2)), a_product(age=age(3, None)), "The maker says it is for ages 3 and up."),
        (an_intent(players=4), a_product(), "The catalogue doesn't say how many can play."),
        (an_intent(players=4), a_product(players=PlayerRange(2, 2)), "It is for 2 players."),
        (an_intent(pieces=100), a_product(), "The catalogue doesn't say how many pieces it has."),
        (an_intent(pieces=100), a_product(pieces=24), "It has 24 pieces."), (an_intent(brand="LEGO"),
        a_product(brand="Brio"), "It isn't made by LEGO."),
        (an_intent(brand="LEGO"), a_product(), "The catalogue doesn't say who makes it."),
        (an_intent(), a_product(cost=None), "The catalogue gives no price for it."),
    ],
)  # fmt: skip
def test_what_is_unknown_or_unmet_is_said(intent: Intent, product: Product, said: str) -> None:
    assert said in shown(intent, product)


def test_a_material_that_only_starts_above_the_budget_is_said_with_its_price() -> None:
    miss = NearestMiss(a_product("m", "Wooden Train Set", "34.99"), "budget_max")
    text = shown(an_intent(material="wood", budget=up_to(10)), a_product(title="Train Set", cost="9.99"), miss=miss)
    assert "The wooden ones start at £34.99." in text
    assert "doesn't say whether it is wooden" not in text


@pytest.mark.parametrize(
    ("act", "said"),
    [
        ("explain", "I chose Farm Wooden Train Set because it came closest to the train set you asked for."),
        ("compare", "City Train Set, £19.99, 4.2 stars."),
        ("details", "Farm Wooden Train Set by Brio: £24.99, for ages 3 to 6, 46 pieces. No batteries needed. Magnetic"),
    ],
)  # fmt: skip
def test_a_question_about_what_is_shown_is_answered(act: str, said: str) -> None:
    assert said in shown(an_intent(act=act))


def test_a_lone_fact_that_is_no_price_is_not_called_a_cost() -> None:
    assert "It is for ages 3 and up." in shown(an_intent(act="explain"), a_product(cost=None, age=age(3, None)))
    assert "It costs £24.99." in shown(an_intent(act="explain"), a_product())


def test_a_comparison_names_everything_that_is_compared() -> None:
    assert len(solve(an_intent(act="compare")).shown) == 3


def test_every_pick_has_its_own_reasons() -> None:
    reasons = solve(an_intent(age=age(4, 4), budget=up_to(30))).reasons
    assert [sentence.text for sentence in reasons["p1"]] == [
        "For ages 3 to 6", "£24.99, within your budget", "4.7 stars from 132 ratings"
    ]  # fmt: skip
    assert set(reasons) == {"p1", "p2", "p3"}


def test_a_price_above_the_budget_is_never_called_within_it() -> None:
    pick = Pick(FULL, price("34.99"), 1, 1.0)
    plan = a_plan(an_intent(budget=up_to(30)), strategy="shown")
    draft = SymbolicSolver().solve(Brief(plan, (pick,), tuple(evidence_by_id(FULL).values()), Coverage()))
    assert not any("within your budget" in sentence.text for sentence in draft.reasons["p1"])


def test_the_spoken_text_is_one_sentence_about_the_top_pick_alone() -> None:
    (sentence,) = solve(an_intent()).spoken
    assert sentence.text == "Farm Wooden Train Set by Brio, £24.99, 4.7 stars."
    assert {claim.doc_id for claim in sentence.claims} == {"p1"}


def test_a_kind_with_a_number_in_it_costs_no_explanation() -> None:
    text = shown(an_intent("connect 4", act="explain"))
    assert text.startswith("I chose Farm Wooden Train Set because it came closest to what you asked for.")


@pytest.mark.parametrize("rating", [None, 0.0])
def test_an_absent_rating_or_price_is_not_spoken(rating: float | None) -> None:
    (sentence,) = solve(an_intent(), a_product(cost=None, rating=rating)).spoken
    assert sentence.text == "Farm Wooden Train Set."


@st.composite
def products(draw: st.DrawFn, doc_id: str) -> Product:
    """Any product that a catalogue could hold, its texts awkward."""
    low, high = draw(st.none() | st.integers(0, 200)), draw(st.none() | st.integers(0, 200))
    text = st.sampled_from(
        [*TITLES, "Wooden", "No batteries.", "Not for children under 3 years", "", "Soft bear, a lovely toy"]
    ) | st.text(max_size=30)
    most = draw(st.none() | st.integers(1, 12))
    return Product(
        doc_id,
        draw(st.sampled_from(TITLES)),
        brand=draw(st.sampled_from(["", "Brio", "A & B", "4M", "K'NEX"])),
        price=draw(st.none() | st.decimals("0.01", "5000", places=2).map(lambda amount: Price(amount, "GBP"))),
        rating=draw(st.none() | st.sampled_from([0.0, 1.0, 3.5, 4.7, 4.66, 5.0])),
        rating_count=draw(st.none() | st.integers(0, 20_000)),
        age=draw(st.none() | st.just(AgeRange(low, None if high is None or (low or 0) > high else high))),
        players=PlayerRange(draw(st.none() | st.integers(1, most)), most) if most else None,
        pieces=draw(st.none() | st.integers(0, 5000)),
        material=draw(st.sampled_from(["", "Wood", "Hardwood", "Plastic", "Satin"])),
        features=tuple(line for line in draw(st.lists(text, max_size=3)) if line.strip()),
        description=draw(text),
    )


INTENTS = st.builds(
    an_intent,
    product_type=st.sampled_from(["", "train set", "connect 4", "puzzle"]),
    act=st.sampled_from(["find", "refine", "explain", "compare", "details", "check_price"]),
    age=st.none() | st.just(age(4, 4)),
    material=st.none() | st.sampled_from(["wood", "plush", "metal"]),
    brand=st.none() | st.just("Brio"),
    players=st.none() | st.just(4),
    pieces=st.none() | st.just(100),
    wanted=st.sampled_from([(), ("batteries",)]),
    refused=st.sampled_from([(), ("batteries",)]),
    budget=st.none() | st.just(up_to(30)),
)


@given(INTENTS, st.tuples(products("p1"), products("p2"), products("p3")))
@settings(max_examples=40)
def test_whatever_the_catalogue_holds_no_sentence_has_a_number_without_a_claim_and_the_spoken_one_is_short(
    intent: Intent, shelf: tuple[Product, ...]
) -> None:
    draft = solve(intent, *shelf)
    evidence = evidence_by_id(*shelf)
    for sentence in (*draft.shown, *draft.spoken, *(line for lines in draft.reasons.values() for line in lines)):
        assert not [problem for problem in problems(sentence, evidence) if problem.startswith(("number", "not worded"))]
    assert spoken_word_count(draft.spoken[0].text) <= SPOKEN_WORDS


def test_a_solver_of_this_kind_is_called_symbolic() -> None:
    assert SymbolicSolver().name == "symbolic"


def test_the_amount_is_written_as_the_catalogue_has_it() -> None:
    assert "£1,234.50" in shown(an_intent(), Product("p1", "Train Set", price=Price(Decimal("1234.5"), "GBP")))


@pytest.mark.parametrize(
    ("brand", "said"), [("Zoom", "It isn't by Brio."), ("", "The catalogue doesn't say who makes it.")]
)
def test_of_a_maker_that_was_turned_down_it_is_said_that_it_is_another(brand: str, said: str) -> None:
    assert said in shown(an_intent(refused_brands=("Brio",)), a_product(brand=brand))


def test_two_toys_of_one_short_name_are_told_apart() -> None:
    busy, crossing = (
        a_product(doc_id, f"Big 250 Piece Jigsaw Puzzle - {name}", cost)
        for doc_id, name, cost in (("p1", "Keeping Busy", "11.99"), ("p2", "Waiting to Cross", "12.99"))
    )
    text = shown(an_intent("jigsaw puzzle"), busy, crossing)
    assert "Puzzle Keeping Busy" in text
    assert "Puzzle Waiting to Cross" in text
