"""The default reranker: what it reads, what it makes of it, and what it leaves to others."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from builders import a_candidate, a_plan, a_product, age, an_intent

from assistant import resources
from assistant.adapters.networks import LONG_TEXT, WordTable
from assistant.retrieval.learned_reranker import (
    MOST_BY_TEXT,
    MOST_READ,
    LearnedReranker,
    bounded,
    features_of,
    named_in,
    product_text,
    wish_text,
)
from assistant.schema import Candidate

CALIBRATION = {"read": 1.0, "meaning": 2.0, "words": 1.0, "theme": 0.5, "kind": 0.5, "age": 0.5, "constant": -4.0}


class Reader:
    """Stands in for the network: a number for each text that holds a word."""

    def __init__(self, **numbers: float) -> None:
        self.numbers, self.calibration = numbers, CALIBRATION
        self.wishes: list[str] = []

    def logits(self, text: str, others: Sequence[str]) -> np.ndarray:
        self.wishes.append(text)
        return np.array([[max((n for w, n in self.numbers.items() if w in one), default=-5.0), 0.0] for one in others])


def reranked(candidates: Sequence[Candidate], *, plan: Any = None, **numbers: float) -> list[Candidate]:
    reader: Any = Reader(**numbers)
    return LearnedReranker(reader).rerank(plan or a_plan(), candidates)


def found(doc_id: str, title: str, score: float, **scores: float) -> Candidate:
    return replace(a_candidate(a_product(doc_id, title)), score=score, scores=scores)


def test_beside_a_long_message_as_much_of_a_product_is_read_as_beside_a_short_one() -> None:
    network = LearnedReranker.open(resources.RELEVANCE, WordTable(resources.WORDS), 1).network
    told = "my nephew who lives in wales with his two dogs turns six next week and is mad about trains and steam"
    texts = [
        f"Wooden train set . Brio . Toys, Trains . for ages 3 and up . with a {noun}" for noun in ("bridge", "cow")
    ]
    assert len(told.split()) >= LONG_TEXT
    first, other = network.logits(f"{told} and about fishing with his grandad on the beach in the summer", texts)[:, 0]
    assert first != other


def test_what_was_read_as_right_leads_whatever_the_fusion_said() -> None:
    order = reranked([found("p1", "Train Poster", 0.9, vector=0.5), found("p2", "Train Set", 0.1, vector=0.5)], Set=4.0)
    assert [candidate.doc_id for candidate in order] == ["p2", "p1"]
    right, other = (candidate.scores["right"] for candidate in order)
    assert right == pytest.approx(1 / (1 + np.exp(-(4.0 + 2 * 0.5 - 3.0))), abs=1e-5)
    assert 0 < other < 0.01
    assert [candidate.score for candidate in order] == [right, other]


def test_who_asks_for_one_character_is_given_no_other() -> None:
    plan = a_plan(replace(an_intent("Elsa doll"), themes=("Elsa",)))
    order = reranked([found("p1", "Anna Doll", 0.5), found("p2", "Elsa Doll", 0.5)], plan=plan, Doll=1.0)
    assert [candidate.doc_id for candidate in order] == ["p2", "p1"]


def test_likeness_in_words_and_meaning_counts_beside_what_was_read() -> None:
    order = reranked([
        found("p1", "Blue Train", 0.5, vector=0.2, bm25=1.0), found("p2", "Red Train", 0.5, vector=0.8, bm25=9.0),
    ], Train=1.0)  # fmt: skip
    assert [candidate.doc_id for candidate in order] == ["p2", "p1"]


def test_a_candidate_that_only_the_words_found_is_as_like_in_meaning_as_the_least_like() -> None:
    order = reranked([found("p1", "Blue Train", 0.5, vector=0.2), found("p2", "Red Train", 0.5)], Train=1.0)
    assert order[0].scores["right"] == order[1].scores["right"]


def test_only_the_best_of_the_fusion_are_read_and_the_rest_stand_behind_them() -> None:
    many = [found(f"p{n:02}", f"Train {n:02}", 1 - n / 100, vector=0.1) for n in range(MOST_READ + 3)]
    order = reranked(list(reversed(many)))
    assert {candidate.doc_id for candidate in order[:MOST_READ]} == {one.doc_id for one in many[:MOST_READ]}
    assert [candidate.scores["right"] for candidate in order[MOST_READ:]] == [0.0, 0.0, 0.0]


class Refusing(Reader):
    """Reads a wish as all that holds its words, and what is refused as what is a helicopter."""

    def logits(self, text: str, others: Sequence[str]) -> np.ndarray:
        if text == "helicopter":
            return np.array([[2.0 if "Rotor" in one else -5.0, 0.0] for one in others])
        return super().logits(text, others)


def test_what_is_read_as_what_was_turned_down_is_not_right_where_something_else_is() -> None:
    plan, reader = a_plan(an_intent("drone", refused_kinds=("red", "helicopter"))), Refusing(Drone=6.0)
    rotor, quad = found("p1", "Rotor Drone", 0.9), found("p2", "Quad Drone", 0.1)
    order = LearnedReranker(reader).rerank(plan, [rotor, quad])  # type: ignore[arg-type]
    assert [(one.doc_id, one.scores["right"] > 0.5) for one in order] == [("p2", True), ("p1", False)]
    assert "red" not in reader.wishes  # a colour is told by the name
    (alone,) = LearnedReranker(reader).rerank(plan, [rotor])  # type: ignore[arg-type]
    assert alone.scores["right"] > 0.5


def test_nothing_is_read_where_nothing_was_found() -> None:
    assert reranked([]) == []


def test_a_wish_is_read_in_the_shoppers_words_and_one_that_goes_on_as_what_it_became() -> None:
    first = an_intent("train set", text="a train set, not a plastic one", refused=("plastic",), age=age(4, 4))
    assert wish_text(first) == "a train set, not a plastic one"
    assert wish_text(replace(first, act="refine", text="cheaper")) == "train set, not plastic, age 4"
    puzzle = replace(an_intent("puzzle", pieces=1000, players=2), act="refine")
    assert wish_text(puzzle) == "puzzle, 1000 pieces, 2 players"


def test_of_a_wish_with_slips_what_was_meant_is_read() -> None:
    assert wish_text(an_intent("rocket", text="a rokcet", age=age(5, 5))) == "rocket, age 5"


def test_a_superlative_is_no_part_of_what_is_read() -> None:
    assert wish_text(replace(an_intent("jigsaw", text="the biggest jigsaw you have"), best="most pieces")) == "jigsaw"


def test_a_long_message_is_read_as_it_was_written_and_the_kind_as_it_is_spelt() -> None:
    told = "my nephew turns six and talks of nothing but space, so we thought a rokcet that flies would be the thing"
    assert wish_text(an_intent("rocket", text=told, age=age(6, 6))) == f"{told} rocket"


def test_of_a_wish_for_what_is_loved_the_words_around_it_are_not_read() -> None:
    loves = an_intent("pirates", text="a stocking filler for a boy who loves pirates", age=age(8, 8))
    assert wish_text(replace(loves, themes=("pirates",))) == "pirates, age 8"


def test_a_product_is_read_as_name_maker_shelf_figures_and_text() -> None:
    product = a_product(
        title="Farm  Train Set", brand="Brio", category=("Toys", "Trains", "Sets"), age=age(3, 6), pieces=46,
        features=("Two\nengines",), description="It runs." * 100,
    )  # fmt: skip
    text = product_text(product)
    assert text.startswith("Farm Train Set . Brio . Trains, Sets . ages 3 to 6 . ")
    assert "46 pieces . Two engines It runs." in text
    assert len(text) < 300


def test_a_wish_that_goes_on_without_a_kind_is_read_as_what_it_became() -> None:
    asked = an_intent("", "that's pokemon! something he can stack", act="refine", wanted=("stack",), material="wood")
    assert wish_text(asked) == "stack, wood"
    assert wish_text(an_intent("", "something he can stack", wanted=("stack",))) == "something he can stack"


def test_what_a_text_says_lifts_a_product_no_further_than_its_bound() -> None:
    honest = a_candidate(a_product("p1", "Train Set"))
    stuffed = a_candidate(a_product("p2", "Fire Engine", description="wooden train set, train set, Railway"))
    reader: Any = Reader(**{"Train Set": 2.0, "Fire Engine": -3.0, "Railway": 4.0})
    both = (honest, stuffed)
    assert list(bounded(reader, "train set", [product_text(one.product) for one in both], both)) == [
        2.0,
        -3.0 + MOST_BY_TEXT,
    ]
    assert [one.doc_id for one in LearnedReranker(reader).rerank(a_plan(), [stuffed, honest])] == ["p1", "p2"]


def test_the_words_of_a_wish_count_where_name_and_shelf_have_them() -> None:
    plan = a_plan(replace(an_intent("Elsa doll"), themes=("Elsa",)))
    said = a_candidate(a_product("p1", "Doll", description="Looks like Elsa."))
    named = a_candidate(a_product("p2", "Elsa Doll"))
    assert [one.doc_id for one in reranked([said, named], plan=plan, Doll=1.0)] == ["p2", "p1"]
    assert features_of(np.zeros(2), [said, named], named_in(plan.intent))[:, 3].tolist() == [0.0, 1.0]


def test_what_a_shelf_of_that_name_holds_is_nearly_as_probably_right_as_the_likeliest() -> None:
    shelf = [
        replace(a_candidate(a_product(name, title, category=(filed,))), score=score, scores={})
        for name, title, filed, score in (("a", "Wooden Tea Set", "Tea", 3.0), ("b", "Tool Belt", "Role play", 2.0),
                                          ("c", "Kite", "Outdoor", 1.0))
    ]  # fmt: skip
    plan = a_plan(an_intent("role play toys"))
    by_id = {one.doc_id: one.scores["right"] for one in reranked(shelf, plan=plan, Wooden=9.0, Tool=2.0)}
    assert by_id["c"] < by_id["b"] < by_id["a"]
    assert by_id["b"] >= 0.8 * by_id["a"]
    misfiled = {one.doc_id: one.scores["right"] for one in reranked(shelf, plan=plan, Wooden=9.0, Tool=-9.0)}
    assert misfiled["b"] < 0.1
    wider = replace(plan, relaxed_kinds=plan.intent.kinds)
    by_wider = {one.doc_id: one.scores["right"] for one in reranked(shelf, plan=wider, Wooden=9.0, Tool=2.0)}
    assert by_wider["b"] < by_id["b"]


class ByTheLook(Reader):
    """Takes whatever has the colour of a wish for what was wanted."""

    def logits(self, text: str, others: Sequence[str]) -> np.ndarray:
        if "pink" in text:
            return np.array([[6.0, 0.0] for _ in others])
        return super().logits(text, others)


def test_what_only_has_the_colour_that_was_added_to_a_wish_is_not_right() -> None:
    reader = ByTheLook(Villa=6.0)
    house, flower = found("p1", "Villa", 0.1), found("p2", "Pink Lily", 0.9)
    for act, right in (("refine", [True, False]), ("find", [True, True])):
        plan = a_plan(an_intent("dolls house", act=act, wanted=("pink",)))
        order = LearnedReranker(reader).rerank(plan, [house, flower])  # type: ignore[arg-type]
        assert sorted((one.doc_id, one.scores["right"] > 0.5) for one in order) == list(
            zip(("p1", "p2"), right, strict=True)
        )


class Sorting(Reader):
    """Reads by its second number what is near a wish."""

    def logits(self, text: str, others: Sequence[str]) -> np.ndarray:
        near = [[4.0 if "Robot" in one else -4.0] for one in others]
        return np.hstack([super().logits(text, others)[:, :1], near])


def test_where_nothing_may_be_right_what_is_of_the_sort_is_read_by_the_kind_alone() -> None:
    plan, reader = a_plan(an_intent("robot", "a robot that dances", wanted=("dances",))), Sorting(Robot=-3.0)
    shelf = [found("p1", "Blue Robot", 0.9), found("p2", "Ball", 0.8)]
    order = LearnedReranker(reader).rerank(plan, shelf)  # type: ignore[arg-type]
    assert [(one.doc_id, one.scores["sort"] > 0.5) for one in order] == [("p1", True), ("p2", False)]
    assert reader.wishes == ["a robot that dances", "robot"]
    (sure,) = LearnedReranker(Sorting(Robot=5.0)).rerank(plan, shelf[:1])  # type: ignore[arg-type]
    (kindless,) = LearnedReranker(reader).rerank(a_plan(an_intent("")), shelf[:1])  # type: ignore[arg-type]
    assert not {"sort"} & {*sure.scores, *kindless.scores}
