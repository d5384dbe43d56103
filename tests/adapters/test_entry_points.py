"""Plugins by entry point: found, chosen, and broken ones told in one line."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from assistant import Assistant, Settings
from assistant.adapters.entry_points import load_grader, load_helpers, load_solver, solver_names
from assistant.errors import SettingsError

MODULE = """
from assistant.schema import ContentPlan, Coverage, HelperResult, Recommend

class Weather:
    name = "whatever it calls itself"
    def help(self, brief):
        return HelperResult("somebody else", "Take a coat.", 0.5)

class Brief:
    name = "brief"
    def solve(self, brief):
        return ContentPlan((Recommend(brief.picks[0].product.id, ("p1.price",)),))

class Empty:
    name = "empty"
    def solve(self, brief):
        return ContentPlan()

class Rude:
    name = "rude"
    def solve(self, brief):
        raise SystemExit("I quit")

class Strict:
    def grade(self, plan, evidence):
        return Coverage(missing=("everything",), confidence=0.0)

class NeedsMore:
    def __init__(self, model): pass
    def solve(self, brief): pass

class Nothing: pass

def explodes():
    raise RuntimeError("two\\nlines")
"""
Install = Callable[..., None]


@pytest.fixture
def install(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Install:
    """Installs a small distribution with the entry points given."""

    def put(**groups: dict[str, str]) -> None:
        info = tmp_path / "my_shop-1.dist-info"
        info.mkdir()
        (info / "METADATA").write_text("Metadata-Version: 2.1\nName: my-shop\nVersion: 1\n")
        lines = [line for group, names in groups.items()
                 for line in (f"[assistant.{group}]", *(f"{name} = {at}" for name, at in names.items()))]  # fmt: skip
        (info / "entry_points.txt").write_text("\n".join(lines))
        (tmp_path / "my_shop_plugins.py").write_text(MODULE)
        monkeypatch.syspath_prepend(tmp_path)

    return put


def test_the_programs_own_are_always_there() -> None:
    assert {"symbolic", "llm"} <= set(solver_names())
    helpers, warnings = load_helpers()
    assert [helper.name for helper in helpers] == ["gift budget", "toy safety"]
    assert warnings == []


def test_a_helper_is_found_and_goes_by_the_name_it_was_installed_under(install: Install) -> None:
    install(helpers={"weather": "my_shop_plugins:Weather"})
    assert [helper.name for helper in load_helpers()[0]] == ["gift budget", "toy safety", "weather"]


@pytest.mark.parametrize(
    "where", ["my_shop_plugins:explodes", "my_shop_plugins:Missing", "no_such_module:X", "my_shop_plugins:Nothing"]
)
def test_a_broken_helper_costs_a_line_and_nothing_else(install: Install, where: str) -> None:
    install(helpers={"broken": where})
    helpers, (warning,) = load_helpers()
    assert [helper.name for helper in helpers] == ["gift budget", "toy safety"]
    assert "'broken' cannot be loaded" in warning
    assert "\n" not in warning


@pytest.mark.parametrize("where", ["my_shop_plugins:explodes", "no_such_module:X"])
def test_a_broken_solver_is_one_clear_line(install: Install, where: str) -> None:
    install(goal_solvers={"mine": where})
    with pytest.raises(SettingsError, match="'mine' cannot be loaded"):
        load_solver("mine", None)


@pytest.mark.parametrize("name", ["mine", "llm"])
def test_a_solver_that_needs_a_model_is_told_where_there_is_none(install: Install, name: str) -> None:
    install(goal_solvers={"mine": "my_shop_plugins:NeedsMore"})
    with pytest.raises(SettingsError, match=f"'{name}' needs a model, and there is none for it.$"):
        load_solver(name, None)


def test_an_unknown_solver_is_told_with_the_known_ones() -> None:
    with pytest.raises(SettingsError, match=r"no goal solver 'best'.*llm, symbolic"):
        load_solver("best", None)


def test_nobody_can_take_the_name_of_the_programs_own(install: Install) -> None:
    install(goal_solvers={"symbolic": "my_shop_plugins:explodes"})
    assert load_solver("symbolic", None).name == "symbolic"


def test_the_shop_answers_by_the_plan_of_the_solver_that_is_set(
    install: Install, demo_folder: Path, tmp_path: Path
) -> None:
    install(goal_solvers={"brief": "my_shop_plugins:Brief"}, helpers={"weather": "my_shop_plugins:Weather"})
    with Assistant.open(demo_folder, Settings(home=tmp_path, goal_solver="brief")) as shop:
        reply = shop.ask("a wooden train set under £30")
    assert reply.top_pick
    assert reply.top_pick.price
    name, price = reply.top_pick.product.title, reply.top_pick.price.amount
    assert name in reply.final_answer
    assert reply.final_answer.endswith(f": £{price} [1]. Weather: Take a coat.")
    assert reply.answers[0].report.solver == "brief"
    (group,) = reply.response_document.groups
    assert group.plugin_output
    assert (group.plugin_output["plugin"], group.plugin_output["confidence"]) == ("weather", 0.5)


def test_the_grader_that_is_set_says_what_the_evidence_carries(
    install: Install, demo_folder: Path, tmp_path: Path
) -> None:
    install(coverage_graders={"strict": "my_shop_plugins:Strict"})
    with Assistant.open(demo_folder, Settings(home=tmp_path, coverage_grader="strict")) as shop:
        reply = shop.ask("a wooden train set under £30")
    assert reply.answers[0].pack.coverage.missing == ("everything",)
    with pytest.raises(SettingsError, match=r"no coverage grader 'kind'\. Choose one of: strict"):
        Assistant.open(demo_folder, Settings(home=tmp_path, coverage_grader="kind"))


def test_without_any_grader_that_is_said() -> None:
    with pytest.raises(SettingsError, match=r"no coverage grader 'kind'\. None is installed"):
        load_grader("kind", None)


def test_a_solver_that_quits_leaves_the_symbolic_answer(install: Install, demo_folder: Path, tmp_path: Path) -> None:
    install(goal_solvers={"mine": "my_shop_plugins:Rude"})
    with Assistant.open(demo_folder, Settings(home=tmp_path, goal_solver="mine")) as shop:
        reply = shop.ask("a wooden train set under £30")
    assert reply.top_pick
    assert reply.top_pick.product.title in reply.final_answer
    assert [run.outcome for run in reply.answers[0].report.runs] == ["error", "used"]


def test_a_solver_that_finds_nothing_is_believed(install: Install, demo_folder: Path, tmp_path: Path) -> None:
    install(goal_solvers={"mine": "my_shop_plugins:Empty"})
    with Assistant.open(demo_folder, Settings(home=tmp_path, goal_solver="mine")) as shop:
        reply = shop.ask("a wooden train set")
    assert reply.final_answer.startswith("Sorry, I found no")
    (run,) = reply.answers[0].report.runs
    assert run.outcome == "no-context"


def test_a_broken_solver_that_is_set_costs_a_warning_and_an_unknown_one_stops(
    install: Install, demo_folder: Path, tmp_path: Path
) -> None:
    install(goal_solvers={"mine": "my_shop_plugins:explodes"})
    with Assistant.open(demo_folder, Settings(home=tmp_path, goal_solver="mine")) as shop:
        reply = shop.ask("a wooden train set")
    assert reply.status == "answered"
    assert any("'mine' cannot be loaded" in warning for warning in reply.warnings)
    with pytest.raises(SettingsError, match="ASSISTANT_GOAL_SOLVER names 'typo'"):
        Assistant.open(demo_folder, Settings(home=tmp_path, goal_solver="typo"))
