"""Plugins found by entry point; the program's own are there also where it was not installed, only copied.

[project.entry-points."assistant.helpers"]
weather = "my_shop.weather:Weather"
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from importlib.metadata import EntryPoint, entry_points
from typing import Any

from assistant.errors import SettingsError
from assistant.protocols import ChatModel, CoverageGrader, GoalSolver, Helper

SOLVERS, HELPERS, GRADERS = "assistant.goal_solvers", "assistant.helpers", "assistant.coverage_graders"
_OWN: Mapping[str, Mapping[str, str]] = {
    SOLVERS: {
        "symbolic": "assistant.answering.solvers.symbolic:SymbolicSolver",
        "llm": "assistant.answering.solvers.llm:LlmSolver",
    },
    HELPERS: {
        "toy safety": "assistant.helpers.toy_safety:ToySafety",
        "gift budget": "assistant.helpers.gift_budget:GiftBudget",
    },
    GRADERS: {},
}


def solver_names() -> tuple[str, ...]:
    """The names of all goal solvers, sorted."""
    return tuple(sorted(_references(SOLVERS)))


def load_solver(name: str, model: ChatModel | None) -> GoalSolver:
    """The goal solver of that name; raises `SettingsError` with one clear line when there is none or it is broken."""
    return _loaded(SOLVERS, "goal solver", name, "solve", model)  # type: ignore[no-any-return]


def load_grader(name: str, model: ChatModel | None) -> CoverageGrader:
    """The coverage grader of that name; raises `SettingsError` with one clear line, as `load_solver`."""
    return _loaded(GRADERS, "coverage grader", name, "grade", model)  # type: ignore[no-any-return]


def _loaded(group: str, what: str, name: str, method: str, model: ChatModel | None) -> Any:
    references = _references(group)
    if name not in references:
        others = f"Choose one of: {', '.join(sorted(references))}." if references else "None is installed."
        raise SettingsError(f"There is no {what} {name!r}. {others}")
    try:
        make = references[name]()
        takes_model = "model" in inspect.signature(make).parameters
        if takes_model and model is None:
            raise SettingsError(f"The {what} {name!r} needs a model, and there is none for it.")
        plugin = make(model=model) if takes_model else make()
        if not callable(getattr(plugin, method, None)):
            raise TypeError(f"it has no method {method}")
    except SettingsError:
        raise
    except (Exception, SystemExit) as error:
        reason = " ".join(str(error).split())[:160] or "it gives no reason"
        raise SettingsError(
            f"The {what} {name!r} cannot be loaded ({type(error).__name__}: {reason}). Install it again or remove it."
        ) from error
    return plugin


def load_helpers() -> tuple[list[Helper], list[str]]:
    """Every helper that can be loaded, by name, and a plain line for each that cannot."""
    helpers: list[Helper] = []
    warnings: list[str] = []
    for name in sorted(_references(HELPERS)):
        try:
            helpers.append(_Named(name, _loaded(HELPERS, "helper", name, "help", None)))
        except SettingsError as error:
            warnings.append(str(error))
    return helpers, warnings


@dataclass(frozen=True, slots=True)
class _Named:
    """A helper under the name it was installed by, whatever it calls itself."""

    name: str
    helper: Helper

    def help(self, brief: Any) -> Any:
        return self.helper.help(brief)


def _references(group: str) -> dict[str, Callable[[], Any]]:
    """How to load each plugin of a group; the program's own name cannot be taken by another."""
    found = {entry.name: entry.load for entry in entry_points(group=group)}
    return found | {name: EntryPoint(name, reference, group).load for name, reference in _OWN[group].items()}
