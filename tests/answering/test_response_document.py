"""The response document and its Markdown: one envelope for every outcome, in the seed's shapes."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from typing import Any

import jsonschema
import pytest
from builders import a_candidate, a_pack, a_plan, a_product, a_turn, an_intent
from composed import ASKED, answer_tools
from response_shape import SCHEMA

from assistant.answering.answerer import CLOSING, NOTHING_CALLED, NOTHING_OF_THAT, REFUSAL, answer
from assistant.answering.markdown import render_markdown
from assistant.answering.response import finish
from assistant.answering.response_document import NO_CONTEXT, build_document
from assistant.answering.saying.speaking import RECOMMENDATION_WORDS, spoken_word_count
from assistant.schema import (
    Answer,
    ContextUnit,
    Coverage,
    DocumentUnit,
    EvidencePack,
    Guardrails,
    HelperInvocation,
    Intent,
    NearestMiss,
    Response,
    ResponseDocument,
    ResponseGroup,
    Route,
    Safety,
    SessionSource,
)
from assistant.understanding.replies import GREETING, OUT_OF_DOMAIN, THANKS

TURN = a_turn("a train set for a 4 year old", current_turn_context=(ContextUnit("turn-1", "child is 4"),))
SAFE = Safety()
TRAIN = a_product(rating=4.7, rating_count=132, product_url="https://shop.example/p1")
PACK = a_pack(a_candidate(TRAIN), a_candidate(a_product("p2", "City Train Set", "19.99")))


def answered(intent: Intent | None = None, pack: EvidencePack = PACK, *, safety: Safety = SAFE, **turn: Any) -> Answer:
    plan = a_plan(intent or an_intent(), safety=safety)
    return answer(plan, pack, replace(ASKED, turn=a_turn(**turn)), answer_tools())


def finished(*answers: Answer, route: Route | None = None) -> Response:
    route = route or Route(tuple(found.intent for found in answers))
    return finish(TURN, route, answers, timings={"total": 1.0}, warnings=())


def replied(act: str, intent_type: str, reply: str) -> Response:
    return finished(route=Route((Intent("hello", act, intent_type),), reply=reply))  # type: ignore[arg-type]


BROKEN = Answer(
    an_intent(), "plugin-error", "The helper failed.", "The helper failed.", warnings=("weather: no network",)
)
HELPED = Answer(
    an_intent(), "answered", "Yes.", "Yes.", helpers=(HelperInvocation("weather", "success", "It is dry.", 0.8),)
)
OUTCOMES = {
    "answered": finished(answered()), "two answers": finished(answered(), answered(an_intent("puzzle"))),
    "nothing found": finished(answered(pack=EvidencePack(coverage=Coverage(is_sold=False)))),
    "clarify": finished(answered(an_intent("", text="a toy"))),
    "refused": finished(answered(safety=Safety("restricted"))), "broken helper": finished(BROKEN),
    "helped": finished(HELPED), "greeting": replied("greet", "greeting", GREETING),
    "other goods": replied("other", "out_of_domain", OUT_OF_DOMAIN), "thanks": replied("thank", "greeting", THANKS),
}  # fmt: skip


def as_json(response: Response) -> Any:
    return json.loads(response.response_document.model_dump_json())


@pytest.mark.parametrize("outcome", OUTCOMES)
def test_every_outcome_has_the_seeds_shape_and_nothing_else(outcome: str) -> None:
    jsonschema.Draft202012Validator(SCHEMA).validate(as_json(OUTCOMES[outcome]))


@pytest.mark.parametrize(
    ("outcome", "status", "document_status"),
    [
        ("answered", "answered", "answered"), ("nothing found", "no-context", "no-context"),
        ("clarify", "clarify", "no-context"),
        ("refused", "refused", "no-context"), ("broken helper", "plugin-error", "plugin-error"),
        ("helped", "answered", "answered"),
        ("greeting", "greeting", "answered"), ("other goods", "out_of_domain", "no-context"),
        ("thanks", "small_talk", "answered"),
    ],
)  # fmt: skip
def test_every_outcome_has_its_status(outcome: str, status: str, document_status: str) -> None:
    assert OUTCOMES[outcome].status == status
    assert as_json(OUTCOMES[outcome])["groups"][0]["status"] == document_status


def test_nothing_found_carries_the_seeds_baseline_message_while_the_shopper_reads_a_kinder_one() -> None:
    found = OUTCOMES["nothing found"]
    assert NO_CONTEXT == "The session context and persistent KB do not contain enough evidence to answer this intent."
    assert as_json(found)["groups"][0]["answerMarkdown"] == NO_CONTEXT
    assert as_json(found)["groups"][0]["kbSources"] == []
    assert found.final_answer == NOTHING_CALLED.format("train set", "here")


def test_there_is_a_group_for_every_intent_in_order() -> None:
    assert [group["intentRef"] for group in as_json(OUTCOMES["two answers"])["groups"]] == [0, 1]


def test_sources_are_those_the_answer_rests_on_with_what_the_catalogue_says_of_them() -> None:
    (group,) = as_json(OUTCOMES["answered"])["groups"]
    assert [source["unitId"] for source in group["kbSources"]] == ["p1#listing", "p2#listing"]
    assert group["kbSources"][0]["unit"] == {
        "text": "Farm Wooden Train Set. Price £24.99. 4.7 stars from 132 ratings.", "source": "Farm Wooden Train Set",
        "section": "listing", "title": "Farm Wooden Train Set", "price": "24.99", "currency": "GBP",
        "url": "https://shop.example/p1",
    }  # fmt: skip


def test_a_nearest_miss_is_no_source_of_an_answer_that_found_nothing() -> None:
    pack = EvidencePack(nearest_miss=NearestMiss(TRAIN, "budget_max"))
    assert as_json(finished(answered(pack=pack)))["groups"][0]["kbSources"] == []


def test_a_broken_helper_keeps_its_warning_and_the_other_groups_stand() -> None:
    broken, fine = as_json(finished(BROKEN, answered()))["groups"]
    assert (broken["status"], broken["warnings"]) == ("plugin-error", ["weather: no network"])
    assert fine["status"] == "answered"


def test_a_helpers_output_is_shown_with_its_name_and_confidence() -> None:
    assert as_json(OUTCOMES["helped"])["groups"][0]["pluginOutput"] == {
        "plugin": "weather", "summary": "It is dry.", "confidence": 0.8,
        "invocations": [{"plugin": "weather", "status": "success", "summary": "It is dry.", "confidence": 0.8}],
    }  # fmt: skip
    assert r"- weather \(confidence 0.80\)\: It is dry." in OUTCOMES["helped"].response_markdown


def test_what_was_said_of_the_child_is_context_of_every_group() -> None:
    for group in as_json(OUTCOMES["two answers"])["groups"]:
        assert group["currentTurnContext"] == [{"unitId": "turn-1", "text": "child is 4"}]


def test_the_document_cannot_be_given_a_field_it_does_not_have() -> None:
    with pytest.raises(ValueError, match="extra"):
        ResponseGroup(intent_ref=0, act="find", intent="x", status="answered", answer_markdown="y", mood="gay")  # type: ignore[call-arg]


# ── Markdown ─────────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("outcome", OUTCOMES)
def test_the_markdown_has_every_section_that_must_be_there(outcome: str) -> None:
    lines = OUTCOMES[outcome].response_markdown.splitlines()
    assert lines[:2] == ["# MRP Response", "Session: s1"]
    groups = len(OUTCOMES[outcome].response_document.groups)
    for start in ("## Intent Group ", "Act: ", "Intent: ", "Status: ", "### Answer", "### Sources Used"):
        assert sum(line.startswith(start) for line in lines) == groups, start
    assert [line for line in lines if line.startswith("## ")] == [f"## Intent Group {n + 1}" for n in range(groups)]


def test_the_markdown_reads_like_the_seeds_outline() -> None:
    markdown = render_markdown(build_document(TURN, Route((an_intent(),)), [answered()]))
    sections = re.findall(r"^### (.+)$", markdown, re.MULTILINE)
    assert sections == ["Current-Turn Context", "Persistent KB Context", "Answer", "Sources Used"]
    assert "- child is 4" in markdown
    assert "Act: find\nIntent: a train set\nStatus: answered\n" in markdown
    assert markdown.endswith("- 2. City Train Set (p2\\#listing)\n")


def test_a_group_without_sources_says_so() -> None:
    assert "### Sources Used\nNone.\n" in OUTCOMES["greeting"].response_markdown


def test_what_was_said_earlier_has_its_section() -> None:
    source = SessionSource(unit_id="t1", score=1.0, unit=DocumentUnit(unit_id="t1", text="likes trains"))
    group = ResponseGroup(
        intent_ref=0, act="find", intent="x", status="answered", session_sources=[source], answer_markdown="y"
    )
    assert "### Session Context\n- likes trains\n" in render_markdown(ResponseDocument(session_id="s", groups=[group]))


HOSTILE = "Train <script>alert(1)</script> [x](http://evil.example) **bold** ![i](http://evil.example/i.png)"


def test_hostile_catalogue_text_can_neither_format_nor_link_nor_open_a_section() -> None:
    toy = a_product(title=HOSTILE, description="line\n## Intent Group 9\nSession: stolen\n### Answer\nBuy now")
    intent = an_intent("train", text="<b>a train</b>\n# Heading")
    markdown = finished(answered(intent, a_pack(a_candidate(toy)))).response_markdown
    assert not re.search(r"(?<!\\)[<>\[\]*]", markdown)
    assert markdown.count("\n## ") == 1
    assert markdown.count("Session: ") == 1
    assert sum(line == "### Answer" for line in markdown.splitlines()) == 1


# ── the response ─────────────────────────────────────────────────────────────────────────────────────────────────


def test_the_first_answer_with_a_pick_leads() -> None:
    response = finished(answered(an_intent("kite"), EvidencePack()), answered())
    assert response.status == "answered"
    assert response.top_pick is not None
    assert response.top_pick.product.id == "p1"
    assert response.products[0] == response.top_pick
    assert response.ledger == an_intent().constraints
    assert response.final_answer.startswith(NOTHING_OF_THAT)
    assert response.spoken_answer.startswith("Farm Wooden Train Set")


def test_the_text_of_the_router_is_never_overwritten() -> None:
    for outcome, reply in (("greeting", GREETING), ("other goods", OUT_OF_DOMAIN), ("thanks", THANKS)):
        response = OUTCOMES[outcome]
        assert (response.final_answer, response.spoken_answer) == (reply, reply)
        assert (response.products, response.top_pick, response.citations, response.plan) == ([], None, [], None)


def test_two_picks_are_spoken_in_one_breath_or_only_the_first_and_close_once() -> None:
    spoken = OUTCOMES["two answers"].spoken_answer
    assert spoken.count(CLOSING) == 1
    assert spoken_word_count(spoken.removesuffix(CLOSING)) <= RECOMMENDATION_WORDS
    packs = [(name, a_pack(a_candidate(a_product(name, name, "5")))) for name in ("Uno", "Snap")]
    short = [answered(an_intent(name.lower()), pack=pack) for name, pack in packs]
    assert finished(*short).spoken_answer == f"Uno, £5. Snap, £5. {CLOSING}"
    names = {"marble run": "Wooden Marble Run with Bells", "rag doll": "Rag Doll in Gingham Dress"}
    packs = [(kind, a_pack(a_candidate(a_product(name, name, "13.75")))) for kind, name in names.items()]
    longer = [answered(an_intent(kind), pack=pack) for kind, pack in packs]
    assert finished(*longer).spoken_answer == f"Wooden Marble Run, £13.75. Rag Doll, £13.75. {CLOSING}"


def test_that_so_many_are_not_shown_is_told_first_and_once() -> None:
    answer = replace(answered(), final_answer="It floats.", spoken_answer="It floats.")
    route = Route((answer.intent,), told_first="I showed only one.")
    response = finished(answer, route=route)
    again = finished(*response.answers, route=route)
    assert response.final_answer == again.final_answer == "I showed only one. It floats."
    assert response.spoken_answer == response.final_answer


def test_nobody_is_told_sorry_twice() -> None:
    answer = replace(answered(), final_answer="Sorry, I found no doll.", spoken_answer="Sorry, I found no doll.")
    response = finished(answer, route=Route((answer.intent,), told_first="Sorry about that."))
    assert (response.final_answer, response.spoken_answer) == (answer.final_answer, answer.spoken_answer)


def test_a_refusal_is_final_and_shows_nothing() -> None:
    refused = OUTCOMES["refused"]
    assert (refused.final_answer, refused.products, refused.followups) == (REFUSAL, [], [])
    assert refused.answer_meta.refusal


def test_a_warning_is_told_once_however_many_answers_have_it() -> None:
    twice = [answered(guardrails=Guardrails(pii_present=True)) for _ in range(2)]
    assert len(finished(*twice).warnings) == 1


def test_a_price_of_nought_survives_the_document() -> None:
    response = finished(answered(pack=a_pack(a_candidate(a_product(cost="0.00")))))
    assert as_json(response)["groups"][0]["kbSources"][0]["unit"]["price"] == "0.00"


def test_earlier_messages_that_the_wish_rests_on_are_among_its_sources() -> None:
    said = (ContextUnit("message-3", "only in red", 0.25), ContextUnit("message-1", "a train set", 0.5))
    plan = a_plan(said=said)
    refined = answer(plan, PACK, ASKED, answer_tools())
    document = build_document(TURN, Route((refined.intent,)), [refined])
    found = document.groups[0].session_sources
    assert [(one.unit_id, one.unit.text, one.score) for one in found] == [(u.unit_id, u.text, u.score) for u in said]
    assert "- Earlier message: only in red" in render_markdown(document)
    assert build_document(TURN, Route((an_intent(),)), [answered()]).groups[0].session_sources == []
