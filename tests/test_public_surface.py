"""What other programs may rely on: names, signatures, shapes, and how the program is installed."""

from __future__ import annotations

import inspect
import typing
from collections.abc import Mapping
from decimal import Decimal
from importlib.metadata import distribution, entry_points, version
from pathlib import Path

import pytest

import assistant
from assistant import Assistant, AssistantError, Settings, errors, protocols, resources, schema
from assistant.interfaces.cli import main
from assistant.version import __version__

Shape = Mapping[str, object]
DISTRIBUTION = "toy-shopping-assistant"
PUBLIC: dict[type, Shape] = {
    schema.Price: {"amount": Decimal, "currency": str},
    schema.AgeRange: {"min_months": int | None, "max_months": int | None},
    schema.Budget: {"min": Decimal | None, "max": Decimal | None, "currency": str, "each": bool},
    schema.Product: {
        "id": str, "title": str, "brand": str, "category": tuple[str, ...], "price": schema.Price | None,
        "rating": float | None, "rating_count": int | None, "age": schema.AgeRange | None,
        "players": schema.PlayerRange | None, "pieces": int | None, "material": str, "features": tuple[str, ...],
        "description": str, "image_url": str, "product_url": str, "reviews": tuple[schema.Review, ...],
    },
    schema.Constraints: {
        "budget": schema.Budget | None, "age": schema.AgeRange | None, "brand": str | None, "material": str | None,
        "category": str | None, "players": int | None, "pieces": int | None, "wanted": tuple[str, ...],
        "refused": tuple[str, ...], "refused_brands": tuple[str, ...],
    },
    schema.Intent: {
        "text": str, "act": schema.Act, "intent_type": schema.IntentType, "product_type": str,
        "constraints": schema.Constraints, "needs_live_price": bool, "confidence": float,
    },
    schema.Candidate: {
        "product": schema.Product, "doc_id": str, "chunk_id": str, "score": float, "scores": Mapping[str, float],
        "provenance": tuple[schema.Provenance, ...],
    },
    schema.Pick: {
        "product": schema.Product, "price": schema.Price | None, "receipt": schema.Receipt | None, "rank": int,
        "score": float, "reasons": tuple[str, ...], "evidence_ids": tuple[str, ...],
    },
    schema.AnswerMeta: {
        "answer_version": str, "used_evidence_ids": tuple[str, ...], "coverage_confidence": float, "refusal": bool,
        "asked_clarification": bool,
    },
    schema.Response: {
        "status": schema.ResponseStatus, "final_answer": str, "spoken_answer": str, "top_pick": schema.Pick | None,
        "products": list[schema.Pick], "citations": list[schema.Citation], "answer_meta": schema.AnswerMeta,
        "followups": list[str], "errors": list[str], "warnings": list[str], "ledger": schema.Constraints,
        "route": schema.Route, "plan": schema.Plan | None, "retrieval_report": schema.RetrievalReport | None,
        "response_document": schema.ResponseDocument, "response_markdown": str, "timings": dict[str, float],
    },
}  # fmt: skip
IN_ORDER_OF_FLOW = (
    "Product Price Turn Constraints Intent Route Plan Query Candidate Evidence Coverage RoundReport RetrievalReport "
    "EvidencePack Fact ContentPlan Citation Answer AnswerMeta ResponseGroup ResponseDocument Response"
).split()
SEAMS = (
    "ChatModel Embedder Searcher Reranker CoverageGrader HyDE PriceSource Transcriber Synthesizer GoalSolver Helper "
    "SessionStore"
).split()


def test_the_names_of_the_package() -> None:
    assert assistant.__all__ == ["Assistant", "AssistantError", "Settings"]
    assert all(hasattr(assistant, name) for name in assistant.__all__)


@pytest.mark.parametrize("shape", PUBLIC, ids=lambda shape: shape.__name__)
def test_a_public_shape_is_frozen_and_has_its_fields_with_their_types(shape: type) -> None:
    assert shape.__dataclass_params__.frozen  # type: ignore[attr-defined]
    hints = typing.get_type_hints(shape)
    assert {name: hints.get(name) for name in PUBLIC[shape]} == PUBLIC[shape]


def test_every_value_of_a_turn_has_its_name() -> None:
    assert [name for name in IN_ORDER_OF_FLOW if not isinstance(getattr(schema, name, None), type)] == []


def test_every_seam_is_a_protocol() -> None:
    assert all(getattr(getattr(protocols, name), "_is_protocol", False) for name in SEAMS)


@pytest.mark.parametrize(
    ("method", "wanted"),
    [
        (Assistant.open, {"catalog": None, "settings": None}),
        (Assistant.ask, {"text": inspect.Parameter.empty, "session_id": None, "on_step": None}),
        (Assistant.search, {"text": inspect.Parameter.empty, "k": 10, "max_price": None}),
        (Assistant.route, {"text": inspect.Parameter.empty}),
        (Assistant.forget, {"session_id": inspect.Parameter.empty}),
    ],
    ids=["open", "ask", "search", "route", "forget"],
)
def test_a_method_takes_what_the_design_says(method: typing.Callable[..., object], wanted: Shape) -> None:
    parameters = inspect.signature(method).parameters
    assert {name: parameters[name].default for name in wanted if name in parameters} == wanted


def test_every_error_is_one_that_a_reader_can_act_on() -> None:
    found = [value for value in vars(errors).values() if isinstance(value, type) and issubclass(value, Exception)]
    assert all(issubclass(error, AssistantError) for error in found)
    assert all(error.__name__ in (errors.__doc__ or "") for error in found)


def test_the_command_is_installed() -> None:
    (script,) = entry_points(group="console_scripts", name="assistant")
    assert script.load() is main


def test_goal_solvers_are_found_by_their_entry_point() -> None:
    (found,) = entry_points(group="assistant.goal_solvers", name="symbolic")
    solver = found.load()()
    assert solver.name == "symbolic"
    assert callable(solver.solve)


def test_the_distribution_is_the_one_that_runs() -> None:
    assert version(DISTRIBUTION) == __version__
    metadata = distribution(DISTRIBUTION).metadata
    assert metadata["License-Expression"] == "Apache-2.0"
    assert metadata["Requires-Python"] == ">=3.11"
    needed = [line for line in distribution(DISTRIBUTION).requires or [] if "extra ==" not in line]
    assert not any(line.startswith(("torch", "sentence-transformers", "transformers")) for line in needed)


def test_what_comes_with_the_program_is_there() -> None:
    assert resources.DEMO_CATALOGUE.is_file()
    assert (resources.MODEL / "LICENSE").is_file() or list(resources.MODEL.glob("LICEN*"))
    assert list(resources.MODEL.glob("*.onnx"))
    assert resources.PROMPTS.is_dir()
    assert isinstance(Settings().home, Path)
