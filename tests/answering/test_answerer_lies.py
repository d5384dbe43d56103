"""A solver that lies is never heard: what evidence does not carry goes, and the symbolic answer stands in."""

from __future__ import annotations

import re

import pytest
from builders import a_candidate, a_pack, a_plan, a_product, an_intent
from composed import ALOUD, SYMBOLIC, TITLE, TRAIN, TRUE, answered, claim, said
from fakes import FakeSolver

from assistant.answering.answerer import (
    CLOSING,
)
from assistant.errors import ModelError
from assistant.schema import (
    Claim,
    Draft,
    Sentence,
)

# ── compose_answer: solvers that lie ─────────────────────────────────────────────────────────────────────────────

LIES = {
    "a wrong price": said("Farm Wooden Train Set costs £19.99.", TITLE, claim("price", "£19.99")),
    "the pieces as a price": said("Farm Wooden Train Set costs £46.", TITLE, claim("pieces", "£46")),
    "another's price": said("It costs £19.99.", claim("price", "£19.99", doc_id="p2"), TITLE),
    "an invented brand": said("Farm Wooden Train Set by LEGO.", TITLE, claim("brand", "by LEGO")),
    "another's feature": said("Farm Wooden Train Set has flashing lights.", TITLE, claim("feature",
    "flashing lights", "features")),
    "another's evidence": said("Flashing lights.", Claim("feature", "Flashing lights", "p1", ("p2#features",))),
    "a negation dropped": said("Batteries needed.", claim("feature", "Batteries needed", "features")),
    "a title embroidered": said("Farm Wooden Train Set Deluxe.", claim("title", "Farm Wooden Train Set Deluxe")),
    "an unknown product": said("Moon Rocket, £5.", claim("title", "Moon Rocket", doc_id="p9"),
    claim("price", "£5", doc_id="p9")),
    "evidence that does not exist": said("Farm Wooden Train Set.", claim("title", "Farm Wooden Train Set", "invented")),
    "a number from nowhere": said("Farm Wooden Train Set, 20% off.", TITLE),
    "other money": said("It costs $24.99.", claim("price", "$24.99")),
    "a fact smuggled in": said("4.7 stars and bath safe.", claim("rating", "4.7 stars and bath safe")),
}  # fmt: skip


@pytest.mark.parametrize("lie", LIES)
def test_where_the_recommendation_is_a_lie_the_symbolic_one_leads_what_is_true(lie: str) -> None:
    found = answered(solver=FakeSolver(Draft((LIES[lie], TRUE), (ALOUD,))))
    recommendation = re.split(r"(?<=\.) ", SYMBOLIC.final_answer)[0]
    # Where nothing but its words are wrong, the recommendation is said again with the facts that it has.
    own = {recommendation, "Farm Wooden Train Set is my top pick: £24.99 [1]."}
    assert found.final_answer in {f"{said} Farm Wooden Train Set costs £24.99 [1]." for said in own}
    assert found.spoken_answer == f"Farm Wooden Train Set, £24.99. {CLOSING}"
    assert found.report.runs[0].removed == 1


@pytest.mark.parametrize("lie", LIES)
def test_where_nothing_else_is_true_the_symbolic_answer_stands_in(lie: str) -> None:
    talk = said("Let me know if you want another.")
    found = answered(solver=FakeSolver(Draft((LIES[lie], LIES["other money"], talk), (ALOUD,))))
    assert (found.final_answer, found.spoken_answer) == (SYMBOLIC.final_answer, SYMBOLIC.spoken_answer)


@pytest.mark.parametrize("lie", LIES)
def test_a_lie_in_a_later_sentence_goes_whole_and_the_truth_stays(lie: str) -> None:
    found = answered(solver=FakeSolver(Draft((TRUE, LIES[lie]), (ALOUD,))))
    # What is true of another toy and was said of this one is said again of the other.
    of_the_other = " City Train Set costs £19.99 [2]." if lie == "another's price" else ""
    assert found.final_answer == f"Farm Wooden Train Set costs £24.99 [1].{of_the_other}"
    assert found.spoken_answer == f"Farm Wooden Train Set, £24.99. {CLOSING}"


@pytest.mark.parametrize("lie", LIES)
def test_a_lie_is_never_spoken_nor_given_as_a_reason(lie: str) -> None:
    found = answered(solver=FakeSolver(Draft((TRUE,), (LIES[lie],), {"p1": (LIES[lie], TRUE)})))
    assert found.spoken_answer == SYMBOLIC.spoken_answer
    assert LIES[lie].text not in repr(found.picks)


@pytest.mark.parametrize("draft", [Draft((), ()), Draft((), (ALOUD,))])
def test_an_empty_draft_is_replaced(draft: Draft) -> None:
    assert answered(solver=FakeSolver(draft)).final_answer == SYMBOLIC.final_answer


def test_a_solver_that_cannot_is_replaced_and_the_shopper_told() -> None:
    found = answered(solver=FakeSolver(ModelError("The model took too long.")))
    assert (found.final_answer, found.spoken_answer) == (SYMBOLIC.final_answer, SYMBOLIC.spoken_answer)
    assert found.warnings == ("The model took too long.",)


def test_a_solver_that_breaks_is_replaced() -> None:
    assert answered(solver=FakeSolver(KeyError("oops"))).final_answer == SYMBOLIC.final_answer


def test_a_true_draft_is_used() -> None:
    found = answered(solver=FakeSolver(Draft((TRUE,), (ALOUD,), {"p1": (TRUE,)})))
    assert found.final_answer == "Farm Wooden Train Set costs £24.99 [1]."
    assert found.picks[0].reasons == ("Farm Wooden Train Set costs £24.99.",)


def test_what_is_shown_stands_though_nothing_can_be_said_and_the_symbolic_one_speaks() -> None:
    found = answered(solver=FakeSolver(Draft((TRUE,), ())))
    assert found.final_answer == "Farm Wooden Train Set costs £24.99 [1]."
    assert found.spoken_answer == SYMBOLIC.spoken_answer


NAMES_ANOTHER = said(
    "City Train Set, £19.99.", claim("title", "City Train Set", doc_id="p2"), claim("price", "£19.99", doc_id="p2")
)
LONG = said("Farm Wooden Train Set " + "is really very nice indeed " * 5, TITLE)


@pytest.mark.parametrize(
    "aloud",
    [
        NAMES_ANOTHER, LONG, said("**Farm Wooden Train Set**.", TITLE),
        said("Farm Wooden Train Set, see www.evil.example.", TITLE),
        said("`Farm Wooden Train Set`.", TITLE), said("[Farm Wooden Train Set](https://evil.example).", TITLE),
    ],
)  # fmt: skip
def test_what_must_not_be_spoken_is_replaced(aloud: Sentence) -> None:
    assert answered(solver=FakeSolver(Draft((TRUE,), (aloud,)))).spoken_answer == SYMBOLIC.spoken_answer


def test_code_fences_are_taken_out() -> None:
    found = answered(solver=FakeSolver(Draft((said("```Farm Wooden Train Set```", TITLE),), (ALOUD,))))
    assert "```" not in found.final_answer


# ── what symbolic answers never do ───────────────────────────────────────────────────────────────────────────────

AWKWARD = [
    a_product(title="拼图 火车"), a_product(title="Soft bear, a lovely toy"),
    a_product(title="Train", description="x " * 400 + "wooden"),
    a_product(title="Train", material="Hardwood"), a_product(title="Cape", material="Satin"),
    a_product(title="Ünïcode Trän"),
    a_product(title="Train Set without tracks"), a_product(title="Connect 4"),
    a_product(title="Train, not wooden", cost=None),
    a_product(title="A", cost=None), a_product(title="Soft Toys Train"), a_product(title="50% Train – 100 £5"),
]  # fmt: skip


@pytest.mark.parametrize("material", [None, "wood", "plush", "metal"])
@pytest.mark.parametrize("product", AWKWARD, ids=lambda product: product.title)
@pytest.mark.parametrize("act", ["find", "explain", "details", "compare"])
def test_whatever_the_product_is_called_an_answer_is_never_empty(
    product: object, material: str | None, act: str
) -> None:
    assert isinstance(product, type(TRAIN))
    plan = a_plan(an_intent("train", material=material, act=act), strategy="retrieve" if act == "find" else "shown")
    found = answered(plan, a_pack(a_candidate(product)))
    assert found.status == "answered"
    assert len(found.final_answer) > len("[1].")
    assert found.spoken_answer.removesuffix(CLOSING).strip()
