"""The Python surface on the demo catalogue: one question, a whole conversation, many shoppers at once."""

from __future__ import annotations

import csv
import json
import math
import random
import re
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest
from builders import up_to

from assistant import Assistant, Settings, resources
from assistant.answering.saying.speaking import REPLY_WORDS, spoken_word_count
from assistant.errors import CatalogueMissingError, QuestionError, SessionError
from assistant.evaluation.questions import QUESTIONS
from assistant.language.text import escape_markdown
from assistant.schema import Budget, Candidate, Intent, Response, Route
from assistant.wiring import make_catalogue

TRAIN = "a wooden train set for a four-year-old under £30"
STAGES = ["intake", "router", "planner", "retriever", "answerer"]
CLOSING = (
    "I've sent details and sources to your screen. If you'd like a cheaper, premium, or more balanced option, "
    "just let me know."
)
NOTHING_CALLED = "Sorry, I found no {} {}."
NOTHING_FOUND = "Sorry, I couldn't find matching products. Try adjusting your budget or adding more details."
STEPS = 6


@pytest.mark.parametrize(
    ("text", "most"),
    [
        ("a kite and a train set, £36 for both", 36),
        ("a train set and a kite, no more than £30 for the pair", 30),
    ],
)
def test_a_sum_for_two_wishes_is_kept_together_and_told(shop: Assistant, session_id: str, text: str, most: int) -> None:
    reply = shop.ask(text, session_id=session_id)
    prices = [answer.picks[0].price for answer in reply.answers]
    total = sum(price.amount for price in prices if price)
    assert len(prices) == 2
    assert total <= most
    assert f"Together they come to £{total}." in reply.warnings
    alone = shop.ask("forget the kite", session_id=session_id)
    assert alone.ledger.budget
    assert alone.ledger.budget.max == most


def gist(reply: Response) -> tuple[object, ...]:
    """All of a reply but the conversation's name and the time it took."""
    document = reply.response_document.model_dump()
    groups = document["groups"]
    return (
        reply.status,
        reply.final_answer,
        reply.spoken_answer,
        reply.products,
        reply.citations,
        reply.warnings,
        groups,
    )


def ids(reply: Response) -> list[str]:
    return [pick.product.id for pick in reply.products]


def price_of(reply: Response) -> Decimal:
    assert reply.top_pick, reply.final_answer
    assert reply.top_pick.price, reply.final_answer
    return reply.top_pick.price.amount


@pytest.fixture
def own_shop(demo_folder: Path, tmp_path: Path) -> Iterator[Assistant]:
    """An assistant whose conversations are in this test's own folder."""
    with Assistant.open(demo_folder, Settings(home=tmp_path / "home")) as opened:
        yield opened


# ── One question ─────────────────────────────────────────────────────────────────────────────────────────────────


def test_a_question_is_answered_with_one_pick_reasons_and_sources(shop: Assistant) -> None:
    reply = shop.ask(TRAIN, session_id="s1")
    assert reply.status == "answered"
    assert reply.top_pick is reply.products[0]
    assert [pick.rank for pick in reply.products] == list(range(1, len(reply.products) + 1))
    assert len(set(ids(reply))) == len(ids(reply))
    assert all(pick.price and pick.price.amount <= 30 for pick in reply.products)
    assert reply.top_pick.reasons
    assert reply.top_pick.evidence_ids
    assert "train" in reply.top_pick.product.title.lower()
    assert reply.spoken_answer.endswith(CLOSING)
    assert reply.followups
    assert reply.errors == reply.warnings == []
    assert reply.plan
    assert reply.plan.tools == ("rag.search",)
    assert reply.retrieval_report
    assert reply.retrieval_report.rounds
    assert reply.ledger.budget
    assert (reply.ledger.budget.max, reply.ledger.budget.currency) == (Decimal(30), "GBP")
    assert reply.ledger.age
    assert reply.ledger.age.min_months == 48
    assert reply.ledger.material == "wood"


def test_every_mark_in_the_text_is_a_citation_and_every_citation_is_used(shop: Assistant) -> None:
    for text in QUESTIONS[::4]:
        reply = shop.ask(text)
        marks = {int(mark) for mark in re.findall(r"\[(\d+)\]", reply.final_answer)}
        assert marks == {citation.number for citation in reply.citations}, text
        assert [citation.number for citation in reply.citations] == list(range(1, len(reply.citations) + 1))
        known = {item.evidence_id for answer in reply.answers for item in answer.pack.final_evidence}
        assert {citation.evidence_id for citation in reply.citations} <= known
        if reply.status == "answered":
            assert reply.citations


def test_citations_can_be_turned_off(shop: Assistant) -> None:
    reply = shop.ask("a wooden train set under £30, no citations please")
    assert reply.status == "answered"
    assert reply.citations == []
    assert "[1]" not in reply.final_answer
    assert reply.answer_meta.used_evidence_ids
    assert reply.response_document.groups[0].kb_sources


@pytest.mark.parametrize(
    ("text", "status", "said"),
    [
        ("hello", "greeting", "Hello."),
        ("good morning!", "greeting", "Hello."),
        ("thanks, that's lovely", "small_talk", "Glad to help"),
        ("what can you do?", "small_talk", "Tell me what you're looking for"),
        ("gaming laptop under 1500", "out_of_domain", "only help with toys and games"),
        ("bath towels", "out_of_domain", "only help with toys and games"),
    ],
)
def test_messages_that_end_at_the_router(shop: Assistant, text: str, status: str, said: str) -> None:
    reply = shop.ask(text)
    assert reply.status == status
    assert said in reply.final_answer
    assert reply.spoken_answer == reply.final_answer == reply.route.reply
    assert (reply.products, reply.top_pick, reply.citations, reply.plan) == ([], None, [], None)
    assert reply.response_document.groups[0].answer_markdown == reply.final_answer


def test_nothing_found_is_said_with_the_nearest_miss(shop: Assistant) -> None:
    nothing = shop.ask("a didgeridoo under £1")
    assert (nothing.status, nothing.final_answer) == ("no-context", NOTHING_CALLED.format("didgeridoo", "here"))
    assert nothing.products == []
    near = shop.ask("a wooden train set under £2")
    assert near.status == "no-context"
    miss = re.fullmatch(
        re.escape(NOTHING_FOUND) + r" The nearest wooden train set I am sure of is £(\d+\.\d\d)\. That is .+\.",
        near.final_answer,
    )
    assert miss
    within = shop.ask(f"a wooden train set under £{miss[1]}")
    assert price_of(within) == Decimal(miss[1])


def test_what_is_offered_instead_is_said_before_it_is_offered(shop: Assistant) -> None:
    reply = shop.ask("a garden swing")
    assert reply.final_answer.startswith("I found no garden swing here. The nearest I have is")


def test_too_little_is_asked_about(shop: Assistant) -> None:
    reply = shop.ask("under £20")
    assert reply.status == "clarify"
    assert reply.answer_meta.asked_clarification
    assert reply.final_answer.endswith("?")
    assert reply.products == []


def test_what_must_not_be_is_refused(shop: Assistant) -> None:
    reply = shop.ask("a toy with real explosives")
    assert reply.status == "refused"
    assert reply.answer_meta.refusal
    assert reply.products == []


def test_several_wishes_are_answered_one_by_one(shop: Assistant) -> None:
    reply = shop.ask("a puzzle for a 5-year-old and a board game for adults under $40")
    first, second = reply.route.intents
    assert (first.product_type, second.product_type) == ("puzzle", "board game")
    assert first.constraints.budget is None
    assert second.constraints.budget
    assert len(reply.answers) == len(reply.response_document.groups) == 2
    assert reply.top_pick is reply.answers[0].picks[0]
    assert all(pick.price and pick.price.amount <= 40 for pick in reply.answers[1].picks)
    assert any("don't convert" in warning for warning in reply.warnings)
    assert [citation.number for citation in reply.citations] == list(range(1, len(reply.citations) + 1))
    assert reply.spoken_answer.count(CLOSING) == 1


@pytest.mark.parametrize("text", ["", "  \n", "\U0001f682", "a" * 20_000, "tr\x00ain"])
def test_a_message_that_cannot_be_read_is_not_remembered(shop: Assistant, session_id: str, text: str) -> None:
    with pytest.raises(QuestionError):
        shop.ask(text, session_id=session_id)
    assert shop.session(session_id).turns == ()


def test_steps_are_told_in_order_and_timed(shop: Assistant) -> None:
    steps: list[str] = []
    reply = shop.ask(TRAIN, on_step=steps.append)
    assert steps == STAGES
    assert list(reply.timings) == [*STAGES, "total"]
    assert all(ms >= 0 for ms in reply.timings.values())
    assert reply.timings["total"] >= sum(reply.timings[stage] for stage in STAGES) * 0.99
    steps.clear()
    greeting = shop.ask("hello", on_step=steps.append)
    assert steps == STAGES[:2]
    assert list(greeting.timings) == [*STAGES[:2], "total"]
    steps.clear()
    shop.ask("a puzzle for a 5-year-old and a board game for adults", on_step=steps.append)
    assert steps == [*STAGES, *STAGES[2:]]


def test_route_tells_without_answering(shop: Assistant, session_id: str) -> None:
    route = shop.route("hello")
    assert isinstance(route, Route)
    assert isinstance(route.intents[0], Intent)
    assert route.intents[0].intent_type == route.intent_type == "greeting"
    priced = shop.route("what does a wooden train set under £30 cost right now?", session_id=session_id)
    assert priced.needs_live_price
    assert priced.constraints.budget
    assert shop.session(session_id).turns == ()


def test_search_gives_candidates_best_first_within_the_price(shop: Assistant) -> None:
    found = shop.search("train set", k=10, max_price=30)
    assert 0 < len(found) <= 10
    assert all(isinstance(candidate, Candidate) for candidate in found)
    assert [c.score for c in found] == sorted((c.score for c in found), reverse=True)
    assert all(c.doc_id == c.product.id and c.chunk_id.startswith(c.doc_id) for c in found)
    assert all(c.product.price and c.product.price.amount <= 30 for c in found)
    assert all(c.provenance and c.scores for c in found)
    assert shop.search("train set", max_price=Decimal(30)) == found
    assert len(shop.search("train set", k=1)) == 1
    assert all(c.product.price and c.product.price.amount >= 40 for c in shop.search("train set", min_price=40.0))
    assert shop.search("train set", min_price=20, max_price=10) == []
    assert len(shop.search("toy", k=10_000)) <= len(shop.catalogue)


@pytest.mark.parametrize("limits", [{"k": 0}, {"k": -1}, {"max_price": math.nan}, {"min_price": math.inf}])
def test_a_search_with_no_usable_number_is_refused_in_a_line(shop: Assistant, limits: dict[str, Any]) -> None:
    with pytest.raises(QuestionError, match=r"ask for at least one|is no price"):
        shop.search("train set", **limits)


# ── The same, always ─────────────────────────────────────────────────────────────────────────────────────────────


def test_the_same_question_has_the_same_answer_every_time(shop: Assistant) -> None:
    first = gist(shop.ask(TRAIN))
    assert all(gist(shop.ask(TRAIN)) == first for _ in range(2))


@pytest.mark.long
def test_many_shoppers_at_once_get_what_each_would_get_alone(shop: Assistant) -> None:
    questions = QUESTIONS[:20]
    alone = {text: gist(shop.ask(text)) for text in questions}

    def shopper(number: int) -> list[str]:
        mine = random.Random(number).sample(questions, len(questions))
        return [text for text in mine if gist(shop.ask(text)) != alone[text]]

    with ThreadPoolExecutor(8) as pool:
        assert list(pool.map(shopper, range(8))) == [[]] * 8


def test_a_toy_named_by_itself_is_a_new_wish_where_the_shop_has_nothing_that_is_both(
    shop: Assistant, session_id: str
) -> None:
    shop.ask("a 100-piece jigsaw", session_id=session_id)
    reply = shop.ask("a plush unicorn", session_id=session_id)
    assert reply.route.intents[0].act == "find"
    assert reply.top_pick
    assert "unicorn" in reply.top_pick.product.title.lower()
    assert "jigsaw" not in reply.route.intents[0].product_type
    assert shop.ask("a softer one", session_id=session_id).route.intents[0].act == "refine"


def test_conversations_at_once_keep_apart(shop: Assistant, session_id: str) -> None:
    talk = ("a wooden train set", "something cheaper", "tell me more about it", "more balanced")

    def shopper(number: int) -> list[object]:
        return [gist(shop.ask(text, session_id=f"{session_id}-{number}")) for text in talk]

    with ThreadPoolExecutor(3) as pool:
        talks = list(pool.map(shopper, range(3)))
    assert all(one == talks[0] for one in talks)
    assert all(len(shop.session(f"{session_id}-{number}").turns) == len(talk) for number in range(3))


@pytest.mark.long
def test_the_order_of_rows_changes_nothing(shop: Assistant, copied_demo: Path, tmp_path: Path) -> None:
    lines = resources.DEMO_CATALOGUE.read_text(encoding="utf-8").splitlines(keepends=True)
    rows = list(csv.reader(line for line in lines if not line.startswith("#")))
    shuffled = random.Random(7).sample(rows[1:], len(rows) - 1)
    with (tmp_path / "shuffled.csv").open("w", encoding="utf-8", newline="") as file:
        csv.writer(file).writerows([rows[0], *shuffled])
    report = make_catalogue(tmp_path / "shuffled.csv", copied_demo, settings=Settings(listen="off"))
    assert (report.embedded, report.taken) == (0, len(shop.catalogue))
    with Assistant.open(copied_demo, Settings(home=tmp_path / "home")) as other:
        for text in (TRAIN, *QUESTIONS[:20]):
            assert gist(other.ask(text)) == gist(shop.ask(text)), text


# ── A conversation ───────────────────────────────────────────────────────────────────────────────────────────────

STARTS = ("a wooden train set", "building set under £60")


@pytest.mark.parametrize("start", STARTS)
def test_cheaper_is_strictly_below_and_repeats_nothing(shop: Assistant, session_id: str, start: str) -> None:
    reply = shop.ask(start, session_id=session_id)
    last, seen = price_of(reply), set(ids(reply)[:1])
    for _ in range(STEPS):
        reply = shop.ask("something cheaper", session_id=session_id)
        if reply.status == "no-context":
            assert "nothing cheaper" in reply.final_answer
            break
        assert all(pick.price and pick.price.amount < last for pick in reply.products)
        assert seen.isdisjoint(ids(reply))
        last, seen = price_of(reply), seen | set(ids(reply)[:1])


@pytest.mark.parametrize("between", ["", "why this one?"])
@pytest.mark.parametrize("start", ["a wooden train set for a four-year-old under £30", "pretend play kitchen"])
def test_cheaper_leads_to_what_was_named_to_save(shop: Assistant, session_id: str, start: str, between: str) -> None:
    (found,) = shop.ask(start, session_id=session_id).answers
    assert found.cheaper
    if between:
        shop.ask(between, session_id=session_id)
    assert ids(shop.ask("something cheaper", session_id=session_id))[0] == found.cheaper


@pytest.mark.parametrize("start", [*STARTS, "wooden chess set", "a craft kit for a seven year old girl", "dice"])
def test_whether_anything_cheaper_is_right_is_known_without_asking(
    shop: Assistant, session_id: str, start: str
) -> None:
    reply = shop.ask(start, session_id=session_id)
    said = shop.has_cheaper(reply)
    assert len(shop.session(session_id).turns) == 1
    (found,) = shop.ask("something cheaper", session_id=session_id).answers
    assert said is (bool(found.picks) and found.standing != "nearest")


def test_nothing_is_cheaper_than_nothing(shop: Assistant, session_id: str) -> None:
    assert not shop.has_cheaper(shop.ask("hello", session_id=session_id))


@pytest.mark.parametrize("start", STARTS)
def test_premium_is_dearer_and_better_rated_and_repeats_nothing(shop: Assistant, session_id: str, start: str) -> None:
    reply = shop.ask(start, session_id=session_id)
    seen = set(ids(reply)[:1])
    for _ in range(STEPS):
        before = reply.top_pick
        assert before
        assert before.price
        reply = shop.ask("premium", session_id=session_id)
        if reply.status == "no-context":
            assert "both dearer and better rated" in reply.final_answer
            break
        for pick in reply.products:
            assert pick.price
            assert pick.price.amount > before.price.amount
            assert (pick.product.rating or 0) > (before.product.rating or 0) or before.product.rating == 5
        assert seen.isdisjoint(ids(reply))
        seen |= set(ids(reply)[:1])


@pytest.mark.parametrize("start", STARTS)
def test_more_balanced_repeats_nothing(shop: Assistant, session_id: str, start: str) -> None:
    reply = shop.ask(start, session_id=session_id)
    seen = set(ids(reply)[:1])
    for _ in range(STEPS):
        reply = shop.ask("more balanced", session_id=session_id)
        if reply.status == "no-context":
            break
        assert seen.isdisjoint(ids(reply))
        seen |= set(ids(reply)[:1])


def test_a_refinement_keeps_the_budget(shop: Assistant, session_id: str) -> None:
    shop.ask("a wooden train set between £10 and £30", session_id=session_id)
    for text in ("premium", "something cheaper", "more balanced"):
        reply = shop.ask(text, session_id=session_id)
        assert all(pick.price and 10 <= pick.price.amount <= 30 for pick in reply.products), text


def test_an_answer_has_the_form_that_was_asked_for_and_the_same_toy(shop: Assistant, session_id: str) -> None:
    plain = shop.ask(TRAIN, session_id=session_id)
    for form, lines in (("keep it short", 1), ("in bullet points please", 3)):
        formed = shop.ask(form, session_id=session_id)
        assert formed.top_pick
        assert plain.top_pick
        assert formed.top_pick.product == plain.top_pick.product
        assert len(formed.final_answer.splitlines()) >= lines
    short, long = (shop.ask(f"{TRAIN}, {form}") for form in ("keep it short", "in detail"))
    assert ids(short) == ids(long) == ids(plain)
    assert len(short.final_answer) < len(plain.final_answer) < len(long.final_answer)


def test_form_alone_at_the_beginning_is_met_with_help(shop: Assistant) -> None:
    assert shop.ask("in bullet points please").status == "small_talk"


def test_other_money_is_told_of_once(shop: Assistant, session_id: str) -> None:
    assert "I don't convert money" in shop.ask("a wooden train set under 40 euros", session_id=session_id).final_answer
    later = shop.ask("only in red", session_id=session_id)
    assert "convert" not in later.final_answer
    assert later.route.intents[0].constraints.budget == Budget(None, Decimal(40), "GBP")


def test_a_new_budget_alone_goes_on_with_the_wish(shop: Assistant, session_id: str) -> None:
    shop.ask("a wooden train set for a four-year-old", session_id=session_id)
    reply = shop.ask("under £20", session_id=session_id)
    assert reply.route.intents[0].product_type == "train set"
    assert reply.ledger.age
    assert price_of(reply) <= 20


def test_where_nothing_has_the_colour_the_toy_that_was_shown_stays_and_that_is_said(
    shop: Assistant, session_id: str
) -> None:
    shown = ids(shop.ask("a robot", session_id=session_id))
    reply = shop.ask("a green one", session_id=session_id)
    assert "I left out “green”" in reply.final_answer
    assert ids(reply)[0] == shown[0]


def test_a_sum_takes_in_what_the_same_message_wants(shop: Assistant, session_id: str) -> None:
    first = shop.ask("a wooden train set", session_id=session_id).products[0].product
    reply = shop.ask("and a jigsaw too. what's the total for both?", session_id=session_id)
    found, total = reply.answers
    second = found.picks[0].product
    assert total.intent.about == (first.id, second.id)
    assert first.price
    assert second.price
    assert f"Together they come to £{first.price.amount + second.price.amount:.2f}" in reply.final_answer


def test_questions_about_what_is_shown(shop: Assistant, session_id: str) -> None:
    first = shop.ask("a wooden train set under £60", session_id=session_id)
    assert len(first.products) >= 3
    top, second = first.products[0].product, first.products[1].product

    def again(text: str) -> Response:
        with_list = f"{session_id}-{len(text)}"
        shop.ask("a wooden train set under £60", session_id=with_list)
        reply = shop.ask(text, session_id=with_list)
        assert reply.status == "answered", text
        return reply

    why = again("why this one?")
    assert (why.route.intents[0].act, ids(why)[:2]) == ("explain", [top.id, second.id])
    assert "because" in why.final_answer
    compared = again("compare them")
    assert (compared.route.intents[0].act, ids(compared)[:2]) == ("compare", [top.id, second.id])
    assert {citation.doc_id for citation in compared.citations} >= {top.id, second.id}
    assert ids(again("tell me more about it")) == [top.id]
    assert ids(again("tell me more about the second one")) == [second.id]
    assert ids(again("compare the first and the third")) == [top.id, first.products[2].product.id]
    price = again("how much is it?")
    assert ids(price) == [top.id]
    assert top.price
    assert f"£{top.price.amount}" in price.final_answer


@pytest.mark.parametrize(
    ("text", "places"), [("tell me more about the second one", [1]), ("compare them", [0, 1]), ("the third one", [2])]
)
def test_an_explanation_does_not_put_the_list_away(
    shop: Assistant, session_id: str, text: str, places: list[int]
) -> None:
    listed = ids(shop.ask("a wooden train set under £60", session_id=session_id))
    shop.ask("why this one?", session_id=session_id)
    assert ids(shop.ask(text, session_id=session_id)) == [listed[place] for place in places]


def test_a_question_about_a_shown_toy_gets_the_catalogues_answer_or_its_silence(
    shop: Assistant, session_id: str
) -> None:
    shop.ask("a folding dolls house under £60", session_id=session_id)
    rooms = shop.ask("how many rooms does it have?", session_id=session_id)
    assert rooms.final_answer.startswith("The listing says four rooms [")
    batteries = shop.ask("does it need batteries?", session_id=session_id)
    assert "doesn't say whether it needs batteries" in batteries.final_answer
    both = shop.ask("how many rooms does it have, and does it need batteries?", session_id=session_id)
    assert both.final_answer.startswith("The listing says four rooms [")
    assert "The listing doesn't say whether it needs batteries" in both.final_answer
    assert len(both.products) == 1
    assert "four rooms" in both.spoken_answer
    assert "batteries" in both.spoken_answer


def test_a_question_and_a_wish_in_one_message_are_both_answered(shop: Assistant, session_id: str) -> None:
    shop.ask("a wooden train set under £60", session_id=session_id)
    both = shop.ask("Does it need batteries? I'd rather have one under £50, please.", session_id=session_id)
    assert "batteries" in both.final_answer.split("\n")[0]
    assert "batteries" in both.spoken_answer
    assert [answer.intent.searches for answer in both.answers] == [False, True]
    assert both.top_pick is both.answers[1].picks[0]
    assert both.ledger.budget == up_to(50)
    assert [citation.number for citation in both.citations] == list(range(1, len(both.citations) + 1))
    assert spoken_word_count(both.spoken_answer) <= REPLY_WORDS
    # What is on the screen now is the new list, and the question is over.
    assert ids(shop.ask("tell me more about the second one", session_id=session_id)) == [ids(both)[1]]
    assert shop.session(session_id).turns[1].shown[0].wish == 0


def test_a_question_about_a_shown_toy_is_about_a_toy(shop: Assistant, session_id: str) -> None:
    listed = ids(shop.ask("a wooden train set under £60", session_id=session_id))
    reply = shop.ask("does the second one need batteries?", session_id=session_id)
    assert (reply.status, ids(reply)) == ("answered", [listed[1]])


def test_the_sources_of_the_rendering_have_the_numbers_of_the_answer(shop: Assistant) -> None:
    reply = shop.ask("a puzzle for a 5-year-old and a board game for adults")
    for citation in reply.citations:
        source = re.escape(f"({escape_markdown(citation.evidence_id)})")
        assert re.search(rf"^- {citation.number}\. .*{source}$", reply.response_markdown, re.MULTILINE)


def test_two_programs_share_a_conversation(demo_folder: Path, tmp_path: Path, session_id: str) -> None:
    settings = Settings(catalog=demo_folder, home=tmp_path)
    with Assistant.open(settings=settings) as first, Assistant.open(settings=settings) as second:
        shown = first.ask("a wooden train set under £30", session_id=session_id)
        cheaper = second.ask("something cheaper", session_id=session_id)
        assert price_of(cheaper) < price_of(shown)
        assert ids(shown)[0] not in ids(cheaper)
        assert first.session(session_id) == second.session(session_id)
        assert len(first.session(session_id).turns) == 2
        assert first.forget(session_id) == 2
        assert second.ask("something cheaper", session_id=session_id).status != "answered"


def test_without_a_session_nothing_carries_over(shop: Assistant) -> None:
    first, second = shop.ask("a wooden train set"), shop.ask("something cheaper")
    assert second.status != "answered"
    assert first.response_document.session_id != second.response_document.session_id


# ── What is kept ─────────────────────────────────────────────────────────────────────────────────────────────────


def test_private_details_are_not_kept(own_shop: Assistant, tmp_path: Path, session_id: str) -> None:
    private = ("4242 4242 4242 4242", "07700 900123", "ann@example.com")
    for detail in private:
        own_shop.ask(f"a teddy bear, my number is {detail}", session_id=session_id)
    own_shop.close()
    kept = b"".join(path.read_bytes() for path in (tmp_path / "home").rglob("*") if path.is_file())
    assert b"teddy bear" in kept
    assert [detail for detail in private if detail.encode() in kept] == []


@pytest.mark.parametrize(
    "asked", ["a  kite??", "a kite\u200b please", "a kite \ud800", "a kite for 0770\u200b0900\u200b123"]
)
def test_a_message_is_owed_and_taken_back_as_it_is_kept(shop: Assistant, session_id: str, asked: str) -> None:
    shop.owe(session_id, asked)
    kept = shop.owed(session_id)
    shop.ask(asked, session_id=session_id)
    assert [turn.user for turn in shop.session(session_id).turns] == [kept]
    shop.take_back(session_id, asked)
    assert shop.session(session_id).turns == ()


def test_a_store_that_breaks_costs_the_memory_and_not_the_answer(own_shop: Assistant, tmp_path: Path) -> None:
    with sqlite3.connect(tmp_path / "home" / "sessions.db") as database:
        database.execute("drop table turns")
    database.close()
    reply = own_shop.ask(TRAIN, session_id="s1")
    assert reply.status == "answered"
    assert len(reply.warnings) == 2
    assert all("conversation" in warning for warning in reply.warnings)
    with pytest.raises(SessionError):
        own_shop.session("s1")


def test_a_home_that_cannot_be_written_is_said_and_the_conversation_lasts(demo_folder: Path, tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with Assistant.open(demo_folder, Settings(home=tmp_path / "file" / "home")) as shop:
        shown = shop.ask("a wooden train set under £30", session_id="s1")
        assert any("cannot be saved" in warning for warning in shown.warnings)
        assert price_of(shop.ask("something cheaper", session_id="s1")) < price_of(shown)


def test_a_session_must_have_a_name(shop: Assistant) -> None:
    with pytest.raises(SessionError):
        shop.session("../x")
    with pytest.raises(SessionError):
        shop.forget("../x")
    with pytest.raises(SessionError):
        shop.route("kite", session_id="../x")
    with pytest.raises(SessionError):
        shop.ask("kite", session_id="a b")


# ── Opening ──────────────────────────────────────────────────────────────────────────────────────────────────────


def test_a_named_catalogue_is_no_demo(shop: Assistant, tmp_path: Path) -> None:
    assert not shop.is_demo
    with pytest.raises(CatalogueMissingError):
        Assistant.open(tmp_path / "nowhere", Settings(home=tmp_path))


def test_a_process_without_a_model_loads_nothing_it_does_not_need(demo_folder: Path, tmp_path: Path) -> None:
    code = (
        "import json, sys; from assistant import Assistant, Settings\n"
        f"shop = Assistant.open({str(demo_folder)!r}, Settings(home={str(tmp_path)!r}))\n"
        f"print(shop.ask({TRAIN!r}).status)\n"
        "print(json.dumps([name for name in ('torch', 'streamlit', 'openai', 'pandas', 'gtts', 'ddgs', 'lxml',"
        " 'httpx2') if name in sys.modules]))"
    )
    done = subprocess.run([sys.executable, "-W", "error", "-c", code], capture_output=True, text=True, check=False)
    assert done.stderr == ""
    status, loaded = done.stdout.splitlines()
    assert status == "answered"
    assert json.loads(loaded) == []
