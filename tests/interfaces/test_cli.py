"""What each command does when all is well."""

from __future__ import annotations

import csv
import json
import re
import subprocess
import sys
from collections.abc import Callable
from decimal import Decimal
from pathlib import Path

import pytest
from command_line import CLOSING, COMMAND, NO_CONTEXT, Ran, run, run_real
from jsonschema import Draft202012Validator
from response_shape import SCHEMA

pytestmark = pytest.mark.usefixtures("nobody_listens")

TRAIN = "a wooden train set for a four year old under £30"
COMMANDS = ("ask", "chat", "search", "price", "import", "speak", "forget", "insights", "evaluate", "bench")
TOYS = """id,title,price
t1,Cedar Wooden Train Set,£24.99
t2,Blue Diamond Kite,£7
t3,Blue Diamond Kite,£7
t4,Woolly Teddy Bear,
t5,,£4
t6,Painted Skittles,£14
"""
REPORTED = (
    "rows read", "products taken", "with a price", "exact duplicates merged", "rejected", "texts embedded",
    "texts reused",
)  # fmt: skip
TINY = """Name,Cost,Stars
Cedar Pull-Along Duck,£9.50,4.5
Painted Skittles for Six Players,£14,4.1
,£3,5
"""


def document(ran: Ran) -> dict[str, object]:
    """The response document that was printed, checked against its specification."""
    assert ran.code == 0, ran
    printed: dict[str, object] = json.loads(ran.out)
    Draft202012Validator(SCHEMA).validate(printed)
    return printed


def groups(ran: Ran) -> list[dict[str, object]]:
    found = document(ran)["groups"]
    assert isinstance(found, list)
    return found


def counted(report: str, what: str) -> int:
    """The number before some words in an import's report."""
    match = re.search(rf"^ *([\d,]+) {re.escape(what)}$", report, re.MULTILINE)
    assert match, report
    return int(match[1].replace(",", ""))


def test_ask_prints_the_pick_the_list_the_sources_and_what_is_said(demo_folder: Path) -> None:
    ran = run("ask", TRAIN, "--catalog", demo_folder)
    assert (ran.code, ran.err) == (0, "")
    top = re.search(r"^TOP PICK  (.+?)  £([\d.]+)", ran.out, re.MULTILINE)
    assert top
    assert "Wooden Train Set" in top[1]
    assert Decimal(top[2]) <= 30
    assert re.search(r"^Sources\n  \[1\] " + re.escape(top[1]), ran.out, re.MULTILINE)
    assert re.search(rf"^Spoken: .+ {re.escape(CLOSING)}$", ran.out, re.MULTILINE)


def test_ask_json_is_the_response_document_of_the_specification(demo_folder: Path, session_id: str) -> None:
    ran = run("ask", TRAIN, "--catalog", demo_folder, "--session", session_id, "--json")
    assert document(ran)["sessionId"] == session_id
    (group,) = groups(ran)
    assert group["status"] == "answered"
    assert group["intent"] == TRAIN
    assert group["kbSources"]
    assert group["currentTurnContext"] == [{"unitId": "turn-1", "text": "child is 4"}]


@pytest.mark.parametrize(
    ("text", "statuses", "answer"),
    [
        ("a didgeridoo under £1", ["no-context"], NO_CONTEXT),
        ("a puzzle for a 5-year-old and a board game for adults under $40", ["answered", "answered"], " for ages "),
    ],
)
def test_every_outcome_has_the_same_envelope(demo_folder: Path, text: str, statuses: list[str], answer: str) -> None:
    found = groups(run("ask", text, "--catalog", demo_folder, "--json"))
    assert [group["status"] for group in found] == statuses
    assert [group["intentRef"] for group in found] == list(range(len(found)))
    assert all(answer in str(group["answerMarkdown"]) for group in found)


def test_a_conversation_goes_on_from_one_command_to_the_next(demo_folder: Path, session_id: str) -> None:
    prices = []
    for text in ("a wooden train set under £30", "something cheaper"):
        ran = run("ask", text, "--catalog", demo_folder, "--session", session_id)
        top = re.search(r"^TOP PICK  .+?  £([\d.]+)", ran.out, re.MULTILINE)
        assert top, ran
        prices.append(Decimal(top[1]))
    assert prices[1] < prices[0]
    assert run("forget", session_id, "--catalog", demo_folder).out == "2 turns deleted.\n"
    assert run("forget", session_id, "--catalog", demo_folder).out == "0 turns deleted.\n"
    assert "TOP PICK" not in run("ask", "cheaper", "--catalog", demo_folder, "--session", session_id).out


def test_the_owner_is_told_what_was_asked_and_can_take_it_away(
    demo_folder: Path, session_id: str, tmp_path: Path
) -> None:
    home = {"ASSISTANT_HOME": str(tmp_path)}
    assert "No conversation" in run("insights", "--catalog", demo_folder, **home).out
    run("ask", "a didgeridoo under £1", "--catalog", demo_folder, "--session", session_id, **home)
    ran = run("insights", "--catalog", demo_folder, "--csv", tmp_path / "asked.csv", **home)
    assert "Not in the shop (1)\n    1  didgeridoo: a didgeridoo under £1\n" in ran.out
    with (tmp_path / "asked.csv").open(encoding="utf-8", newline="") as file:
        assert [row["outcome"] for row in csv.DictReader(file)] == ["nothing"]


def test_chat_goes_on_until_an_empty_line_and_survives_what_it_cannot_read(demo_folder: Path) -> None:
    lines = "a wooden train set under £30\n\U0001f600\nsomething cheaper\n\na kite\n"
    ran = run("chat", "--catalog", demo_folder, stdin=lines)
    prices = [Decimal(found) for found in re.findall(r"^TOP PICK  .+?  £([\d.]+)", ran.out, re.MULTILINE)]
    assert ran.code == 0
    assert len(prices) == 2, ran.out
    assert prices[1] < prices[0]
    assert "no words in it" in ran.out
    assert "Kite" not in ran.out


def test_search_lists_the_best_candidates_within_the_price(demo_folder: Path) -> None:
    ran = run("search", "train set", "--catalog", demo_folder, "-k", "5")
    lines = ran.out.splitlines()
    assert len(lines) == 5
    assert lines[0].startswith("  1. ")
    assert "Train" in lines[0]
    within = run("search", "train set", "--catalog", demo_folder, "--max-price", "20", "--json")
    prices = [Decimal(candidate["price"]) for candidate in json.loads(within.out)]
    assert prices
    assert max(prices) <= 20
    above = run("search", "train set", "--catalog", demo_folder, "--min-price", "40", "--json")
    assert min(Decimal(candidate["price"]) for candidate in json.loads(above.out)) >= 40


def test_search_json_has_what_a_program_needs(demo_folder: Path) -> None:
    candidates = json.loads(run("search", "wooden train set", "--catalog", demo_folder, "--json").out)
    assert len(candidates) == 10
    assert [c["score"] for c in candidates] == sorted((c["score"] for c in candidates), reverse=True)
    assert set(candidates[0]) == {
        "docId", "chunkId", "score", "scores", "title", "brand", "price", "currency", "rating", "ratingCount", "url",
    }  # fmt: skip
    assert any(candidate["price"] is None for candidate in json.loads(run("search", "bear", "-k", "50", "--json").out))


def test_import_reports_and_a_second_one_embeds_nothing(tmp_path: Path) -> None:
    catalogue, file = tmp_path / "catalogue", tmp_path / "toys.csv"
    file.write_text(TOYS, encoding="utf-8")
    first = run("import", file, "--to", catalogue)
    assert (first.code, first.err) == (0, "")
    assert [counted(first.out, what) for what in REPORTED] == [6, 4, 3, 1, 1, 4, 0]
    assert counted(first.out, "no title") == 1
    second = run("import", file, "--to", catalogue)
    assert [counted(second.out, what) for what in REPORTED] == [6, 4, 3, 1, 1, 0, 4]
    file.write_text(TOYS + "t7,Steel Drum,£21\n", encoding="utf-8")
    third = run("import", file, "--to", catalogue)
    assert [counted(third.out, what) for what in REPORTED] == [7, 5, 4, 1, 1, 1, 4]
    asked = run("ask", "a wooden train set", ASSISTANT_CATALOG=str(catalogue))
    assert "Cedar Wooden Train Set" in asked.out


def test_an_import_ends_with_questions_that_its_toys_answer(tmp_path: Path) -> None:
    rows = [f"{colour} Rag Doll,£{cost},Rag Dolls,3+" for cost, colour in enumerate(("Red", "Blue", "Green"), start=8)]
    (tmp_path / "toys.csv").write_text("\n".join(["title,price,category,age", *rows]), encoding="utf-8")
    ran = run("import", tmp_path / "toys.csv", "--to", tmp_path / "out")
    questions = re.findall(r"^Ask for example: (.+)$", ran.out, re.MULTILINE)
    assert questions == ["A rag doll under £10"]
    assert "Rag Doll" in run("ask", questions[0], "--catalog", tmp_path / "out").out.partition("\n")[0]


def test_import_takes_any_table_by_a_map_and_writes_down_what_it_rejects(tmp_path: Path) -> None:
    (tmp_path / "shop.csv").write_text(TINY, encoding="utf-8")
    ran = run("import", tmp_path / "shop.csv", "--to", tmp_path / "out", "--map", "title=Name, price=Cost,rating=Stars")
    assert ran.code == 0, ran
    assert (counted(ran.out, "rows read"), counted(ran.out, "products taken"), counted(ran.out, "rejected")) == (
        3,
        2,
        1,
    )
    assert counted(ran.out, "no title") == 1
    named = re.search(r"^Rejected and repaired rows: (.+)$", ran.out, re.MULTILINE)
    assert named
    with Path(named[1]).open(encoding="utf-8", newline="") as file:
        assert len(list(csv.reader(file))) == 2
    assert "Cedar Pull-Along Duck  £9.50" in run("search", "duck", "--catalog", tmp_path / "out").out


def test_import_gives_bare_amounts_the_currency_that_is_named(tmp_path: Path) -> None:
    (tmp_path / "shop.csv").write_text("title,price\nCedar Duck,9.50\n", encoding="utf-8")
    ran = run("import", tmp_path / "shop.csv", "--to", tmp_path / "out", "--currency", "eur")
    assert ran.code == 0, ran
    assert "€9.50" in run("search", "duck", "--catalog", tmp_path / "out").out


@pytest.mark.long
def test_evaluate_prints_json_and_draws(catalogue_of: Callable[[str], Path], tmp_path: Path) -> None:
    tiny, plot = catalogue_of("title,price\nCedar Chess Set,£9.50\nBlue Kite,£4\n"), tmp_path / "figures.svg"
    ran = run("evaluate", "--catalog", tiny, "--json", "--plot", plot)
    assert ran.code == 0, ran
    figures = json.loads(ran.out)
    assert figures["products"] == 2
    assert figures["budgets"]["asked"] == 600
    assert figures["budgets"]["broken"] == []
    assert "2 products" in plot.read_text(encoding="utf-8")


def test_help_names_every_command_and_every_command_has_help() -> None:
    ran = run("--help")
    assert ran.code == 0
    assert all(re.search(rf"^\W*{name} ", ran.out, re.MULTILINE) for name in COMMANDS)
    for name in COMMANDS:
        own = run(name, "--help")
        assert own.code == 0
        assert f" {name} " in own.out


# ── As processes of their own ────────────────────────────────────────────────────────────────────────────────────


def test_the_console_script_answers_in_utf_8(demo_folder: Path) -> None:
    script = Path(sys.executable).with_name("assistant")
    done = subprocess.run(
        [script, "ask", TRAIN, "--json", "--catalog", demo_folder], capture_output=True, timeout=300, check=True
    )
    Draft202012Validator(SCHEMA).validate(json.loads(done.stdout))
    assert "£" in done.stdout.decode("utf-8")
    assert done.stderr == b""


def test_a_real_chat_with_letters_that_the_terminal_cannot_show(demo_folder: Path) -> None:
    ran = run_real("chat", "--catalog", demo_folder, stdin=b"train set\n\xff\xfe\ncheaper\n", PYTHONIOENCODING="ascii")
    assert (ran.code, ran.err) == (0, "")
    assert ran.out.count("TOP PICK") == 2


def test_a_reader_who_walks_away_is_no_error(demo_folder: Path) -> None:
    with subprocess.Popen(
        [*COMMAND, "search", "toy", "-k", "300", "--catalog", str(demo_folder)],
        stdout=subprocess.PIPE, stderr=subprocess.PIPE,
    ) as process:  # fmt: skip
        assert process.stdout
        assert process.stderr
        process.stdout.close()
        assert process.stderr.read() == b""
