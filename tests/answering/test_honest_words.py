"""Honest sentences in many words stand, and lies in the same words go: every pattern of the evaluation, on two toys."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest
from builders import a_plan, a_product, age, an_intent, up_to

from assistant.answering.llm_solver import draft_of, material_of
from assistant.answering.vetting.claims import problems
from assistant.answering.vetting.standing import setting_of
from assistant.retrieval.evidence import evidence_of
from assistant.schema import AgeRange, Brief, Candidate, Coverage, Pick, PlayerRange, Product
from benchmarks.attacks import falsehoods, fresh
from benchmarks.attacks.honest import Line, as_json

GAME = a_product(
    "p1",
    "Farm Railway Game",
    "24.99",
    brand="Brio",
    rating=4.7,
    rating_count=132,
    age=AgeRange(36, None),
    pieces=46,
    players=PlayerRange(2, 4),
    material="Wood",
    features=("No batteries needed",),
)
DEARER = a_product(
    "p2",
    "City Tram Set",
    "27.99",
    brand="Zoom",
    rating=4.0,
    rating_count=12,
    age=age(3, 8),
    pieces=30,
    features=("Flashing lights",),
)
CHEAPER = replace(DEARER, price=replace(DEARER.price, amount=GAME.price.amount - 2), rating=4.9)  # type: ignore[type-var, union-attr]


def brief_of(*products: Product) -> Brief:
    """Two toys chosen for a wish that both of them meet."""
    plan = a_plan(an_intent("railway", budget=up_to(30), age=age(4, 4)))
    picks = tuple(Pick(product, product.price, rank=at, score=1.0) for at, product in enumerate(products, start=1))
    evidence = tuple(item for product in products for item in evidence_of(Candidate(product, product.id, "", 1.0)))
    brief = Brief(plan, picks, evidence, Coverage())
    setting = setting_of(brief, relaxed=False)
    return replace(brief, fitting=setting.fitting or frozenset(), affordable=setting.affordable or frozenset())


def wrong_with(line: Line, brief: Brief) -> tuple[str, ...]:
    """What the checks find wrong with a sentence about the first toy."""
    (sentence,) = draft_of(as_json([line], line), brief).shown
    evidence = {item.evidence_id: item for item in brief.evidence}
    setting = setting_of(brief, relaxed=False)
    return problems(sentence, evidence, setting, setting.top_id)


SHELVES = [brief_of(GAME, DEARER), brief_of(GAME, CHEAPER)]
MATERIALS = [json.loads(json.dumps(material_of(brief))) for brief in SHELVES]
# Those that were held out are measured by the evaluation, and not made to pass.
HONEST = [text for half in fresh.DEVELOPMENT for text in half]
# "Over 132 ratings" may mean more than those, so this one stays out.
AMBIGUOUS = {"Its rating averages {rating} over {count}."}


@pytest.mark.parametrize("pattern", [text for text in HONEST if text not in AMBIGUOUS])
def test_an_honest_sentence_stands(pattern: str) -> None:
    for brief, material in zip(SHELVES, MATERIALS, strict=True):
        line = fresh.fill(pattern, material)
        assert line is None or wrong_with(line, brief) == (), line


@pytest.mark.parametrize("pattern", falsehoods.PATTERNS)
def test_a_smooth_lie_goes(pattern: str) -> None:
    for brief, material in zip(SHELVES, MATERIALS, strict=True):
        line = falsehoods.told(pattern, material)
        assert line is None or wrong_with(line, brief), line


def test_nearly_every_pattern_is_tried_on_these_toys() -> None:
    filled = [text for text in HONEST if any(fresh.fill(text, material) for material in MATERIALS)]
    lies = [text for text in falsehoods.PATTERNS if any(falsehoods.told(text, material) for material in MATERIALS)]
    assert len(filled) >= 0.95 * len(HONEST)
    assert len(lies) >= 0.95 * len(falsehoods.PATTERNS)
    assert len(HONEST) >= 120
    assert len(falsehoods.PATTERNS) >= 60


def test_no_held_out_pattern_is_one_of_development() -> None:
    development = {text for half in fresh.DEVELOPMENT for text in half}
    assert not development & {text for half in fresh.HELD_OUT for text in half}
