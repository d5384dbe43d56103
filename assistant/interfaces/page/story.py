"""How an answer was found, for the curious: the report of a turn in plain lines."""

from __future__ import annotations

from collections.abc import Iterator

from assistant.schema import Answer, Plan, Response, RoundReport

_MODES = {"bm25": "by words", "vector": "by meaning"}


def story_of(response: Response) -> tuple[str, ...]:
    """What was understood, searched, left over and taken, line by line, and how long it took."""
    lines: list[str] = []
    for answer in response.answers:
        lines += _one(answer, several=len(response.answers) > 1)
    if total := response.timings.get("total"):
        stages = ", ".join(f"{name} {ms:.0f}" for name, ms in response.timings.items() if name != "total")
        lines.append(f"It took {total:.0f} ms ({stages}).")
    return tuple(lines)


def _one(answer: Answer, *, several: bool) -> Iterator[str]:
    plan, report = answer.plan, answer.pack.retrieval_report
    if plan is None:
        return
    yield f"{answer.intent.text}: {plan.goal}." if several else f"{plan.goal}."
    if plan.strategy == "shown":
        yield "Nothing was searched: the question is about what is on the screen."
    for round_ in report.rounds:
        yield _round(round_)
    if report.stop_reason and report.rounds:
        yield f"Then it stopped: {report.stop_reason}."
    if answer.pack.coverage.quality is not None:
        yield f"The likeliest of them was read as right with {answer.pack.coverage.quality:.0%}."
    if answer.pack.coverage.missing:
        yield f"Not shown by the evidence: {', '.join(answer.pack.coverage.missing).replace(':', ' ')}."
    yield from _limits(plan)
    for helper in (one for one in answer.helpers if one.summary):  # some look and have nothing to say
        sure = f" ({helper.confidence:.0%} sure)" if helper.confidence is not None else ""
        yield f"{helper.plugin.capitalize()}{sure}: {helper.summary}"
    if answer.picks:
        yield _weighed(answer)


def _round(found: RoundReport) -> str:
    asked = dict.fromkeys(query.text for query in found.queries)
    modes = " and ".join(dict.fromkeys(_MODES.get(query.mode, query.mode) for query in found.queries))
    texts = ", ".join(f"“{text}”" for text in asked)
    return (
        f"Round {found.round_id + 1}: searched {texts} {modes}: {found.found_raw} hits, {found.found_merged} toys, "
        f"{found.found_reranked} looked at closely, {len(found.selected)} taken."
    )


def _limits(plan: Plan) -> Iterator[str]:
    if plan.must_preserve_terms:
        yield f"Kept letter for letter: {', '.join(plan.must_preserve_terms)}."
    if "web.search" in plan.tools:
        yield "Shops on the web were asked for prices."


def _weighed(answer: Answer) -> str:
    """What the choice of the first rests on."""
    top = answer.picks[0]
    parts = ", ".join(f"{name} {value:.2f}" for name, value in top.scores.items())
    return f"The first of {len(answer.picks)} scored {top.score:.2f}" + (
        f" ({parts}, each from 0 to 1)." if parts else "."
    )
