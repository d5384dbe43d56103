"""Reranking by a cross-encoder: what is said without torch, and that a real model, however tiny, fits the seam."""

from __future__ import annotations

import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from itertools import permutations
from pathlib import Path
from typing import Any

import pytest
from builders import a_candidate, a_plan, a_product, an_intent
from fakes import FakeCatalogue, FakeReranker, FakeSearcher
from tiny_models import save_tiny_cross_encoder

from assistant.answering.ranking import choose
from assistant.errors import SettingsError
from assistant.protocols import Reranker
from assistant.retrieval.cross_encoder import MAX_PRODUCT_CHARACTERS, CrossEncoderReranker, product_text
from assistant.retrieval.retriever import Tools, retrieve
from assistant.schema import Candidate, Product, Review

BASE = FakeReranker()
TOYS = [
    a_product("a", "Farm Wooden Train Set", brand="Brio", features=("12 pieces",)),
    a_product("b", "Bath Duck", category=("Baby", "Bath Toys")),
    a_product("c", "Castle Puzzle", description="A jigsaw of a castle. " * 80),
    a_product("d", "Rag Doll"),
]


def candidates(*products: Product) -> list[Candidate]:
    return [a_candidate(product, fused=1.0, bm25=5.0, vector=0.5) for product in products or TOYS]


def test_without_the_extra_one_line_says_what_to_install(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "sentence_transformers", None)  # as where it is not installed
    with pytest.raises(SettingsError, match=r"needs the extra `models`.*pip install"):
        CrossEncoderReranker(str(tmp_path), BASE, threads=1)


def test_a_path_without_a_folder_is_said() -> None:
    with pytest.raises(SettingsError, match="There is no model folder '/no/such/model'"):
        CrossEncoderReranker("/no/such/model", BASE, threads=1)


def test_the_model_reads_title_brand_category_features_and_where_the_description_begins() -> None:
    toy = a_product(
        title="Farm Wooden Train Set", brand="Brio", category=("Toys", "Trains"), features=("12 pieces",),
        description="Beech. " + "It goes round and round. " * 200 + "The end.",
        reviews=(Review("Lovely", "My nephew chewed it."),),
    )  # fmt: skip
    text = product_text(toy)
    assert text.startswith("Farm Wooden Train Set. Brio. Toys, Trains. 12 pieces. Beech. It goes round")
    assert "The end" not in text
    assert "nephew" not in text


def test_what_the_model_reads_of_a_product_is_bounded_and_clean() -> None:
    assert len(product_text(a_product(features=("words " * 200_000,)))) == MAX_PRODUCT_CHARACTERS
    assert "\ud83d" not in product_text(a_product(title="Duck \ud83d"))


# ── With torch ───────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> str:
    return save_tiny_cross_encoder(tmp_path_factory.mktemp("reranker") / "tiny")


@pytest.fixture(scope="module")
def reranker(folder: str) -> CrossEncoderReranker:
    pytest.importorskip("sentence_transformers")
    return CrossEncoderReranker(folder, BASE, threads=2)


@pytest.mark.models
def test_the_reranker_fits_its_seam(reranker: CrossEncoderReranker) -> None:
    seam: Reranker = reranker
    assert seam.rerank(a_plan(), []) == []


@pytest.mark.models
def test_the_same_candidates_come_back_best_first(reranker: CrossEncoderReranker) -> None:
    found = reranker.rerank(a_plan(), candidates())
    assert sorted(candidate.doc_id for candidate in found) == ["a", "b", "c", "d"]
    assert [candidate.score for candidate in found] == sorted({candidate.score for candidate in found}, reverse=True)
    for candidate in found:
        assert candidate.scores["rerank"] == candidate.score
        assert 0 < candidate.score < 1


@pytest.mark.models
def test_the_order_is_the_models_own(reranker: CrossEncoderReranker, folder: str) -> None:
    """The same model asked directly, with the logistic function of its own."""
    library = pytest.importorskip("sentence_transformers")
    model = library.CrossEncoder(folder, local_files_only=True)
    for query in ("train set", "a duck for the bath", "castle"):
        own = model.predict([(query, product_text(toy)) for toy in TOYS])
        expected = {toy.id: pytest.approx(float(score), abs=1e-5) for toy, score in zip(TOYS, own, strict=True)}
        found = reranker.rerank(a_plan(query_variants=(query, "other words")), candidates())
        assert {candidate.doc_id: candidate.score for candidate in found} == expected


@pytest.mark.models
def test_what_the_answer_reads_stays_as_the_features_say(reranker: CrossEncoderReranker) -> None:
    plan = a_plan(an_intent(brand="Brio"))
    by_base = {candidate.doc_id: candidate.scores for candidate in BASE.rerank(plan, candidates())}
    found = reranker.rerank(plan, candidates())
    assert {c.doc_id: {**c.scores, "rerank": 0} for c in found} == {
        doc_id: {**scores, "rerank": 0} for doc_id, scores in by_base.items()
    }
    assert any(candidate.score != by_base[candidate.doc_id]["rerank"] for candidate in found)


@pytest.mark.models
def test_the_order_of_the_input_changes_nothing(reranker: CrossEncoderReranker) -> None:
    orders = [reranker.rerank(a_plan(), candidates(*order)) for order in permutations(TOYS)]
    assert all(order == orders[0] for order in orders)


@pytest.mark.models
def test_twins_are_equals_in_order_of_their_ids(reranker: CrossEncoderReranker) -> None:
    """More of them than one batch holds, beside others of many lengths."""
    twins = [a_product(f"a{number:03}", "Duck") for number in range(70)]
    others = [a_product(f"o{number:03}", "Duck" + " of many words" * (1 + number % 6)) for number in range(30)]
    found = reranker.rerank(a_plan(), candidates(*others, *twins[::-1]))
    kept = [candidate for candidate in found if candidate.doc_id.startswith("a")]
    assert len({candidate.score for candidate in kept}) == 1
    assert [candidate.doc_id for candidate in kept] == [twin.id for twin in twins]


@pytest.mark.models
def test_ties_go_to_the_smaller_id_whatever_the_base_says(reranker: CrossEncoderReranker) -> None:
    toys = [a_product("b", "Train Set"), a_product("a", "Train Set")]
    assert [candidate.doc_id for candidate in BASE.rerank(a_plan(), candidates(*toys))] == ["b", "a"]
    assert [candidate.doc_id for candidate in reranker.rerank(a_plan(), candidates(*toys))] == ["a", "b"]


@pytest.mark.models
@pytest.mark.parametrize("query", ["train " * 5000, "", "half a pair \ud83d", "[SEP] \x00 (a|b)* 🎲"])
def test_any_wish_and_any_text_can_be_read(reranker: CrossEncoderReranker, query: str) -> None:
    toys = [*TOYS, a_product("e", "", description="word " * 100_000), a_product("f", "\ud83d\x00")]
    found = reranker.rerank(a_plan(query_variants=(query,)), candidates(*toys))
    assert sorted(candidate.doc_id for candidate in found) == ["a", "b", "c", "d", "e", "f"]
    assert all(0 <= candidate.score <= 1 for candidate in found)


@pytest.mark.models
def test_without_variants_the_wish_itself_is_read(reranker: CrossEncoderReranker) -> None:
    plan = a_plan(an_intent(text="a castle"), query_variants=())
    same = a_plan(an_intent(text="a castle"), query_variants=("a castle",))
    assert reranker.rerank(plan, candidates()) == reranker.rerank(same, candidates())


@pytest.mark.models
def test_several_threads_get_what_one_gets(reranker: CrossEncoderReranker) -> None:
    plans = [a_plan(query_variants=(query,)) for query in ("train", "a duck for the bath", "castle " * 30, "x")]
    alone = [reranker.rerank(plan, candidates()) for plan in plans]
    with ThreadPoolExecutor(8) as pool:
        together = list(pool.map(lambda plan: reranker.rerank(plan, candidates()), plans * 6))
    assert together == alone * 6


@pytest.mark.models
def test_retrieval_and_ranking_work_with_it(reranker: CrossEncoderReranker) -> None:
    """Down to the picks of an answer, whose parts are the same whoever decided the order of the candidates."""
    toys = [a_product("a", "Farm Train Set"), a_product("b", "Train Set with Bridge"), a_product("c", "Bath Duck")]
    searcher = FakeSearcher(*toys)
    tools = Tools(FakeCatalogue(*toys), {"bm25": searcher, "vector": searcher}, reranker)
    plan = a_plan()
    found = retrieve(plan, tools).candidates
    by_base = retrieve(plan, replace(tools, reranker=BASE)).candidates
    assert {candidate.doc_id for candidate in found} == {"a", "b"}
    assert choose(plan, found, {}) == choose(plan, by_base, {})
    assert {candidate.score for candidate in found}.isdisjoint({candidate.score for candidate in by_base})


@pytest.mark.models
@pytest.mark.parametrize(
    ("architecture", "config"),
    [
        ("BertModel", {}),  # an encoder: its scoring part would be made up
        ("BertForMaskedLM", {}),
        ("BertForSequenceClassification", {"num_labels": 3}),
    ],
)
def test_a_model_that_never_learned_to_score_is_refused(
    tmp_path: Path, architecture: str, config: dict[str, Any]
) -> None:
    pytest.importorskip("sentence_transformers")
    other = save_tiny_cross_encoder(tmp_path / "other", architecture, **config)
    with pytest.raises(SettingsError, match="is no cross-encoder"):
        CrossEncoderReranker(other, BASE, threads=1)


@pytest.mark.models
def test_a_model_without_numbers_is_refused(tmp_path: Path) -> None:
    torch = pytest.importorskip("torch")
    transformers = pytest.importorskip("transformers")
    broken = save_tiny_cross_encoder(tmp_path / "broken")
    model = transformers.BertForSequenceClassification.from_pretrained(broken)
    with torch.no_grad():
        model.classifier.weight.fill_(float("nan"))
    model.save_pretrained(broken)
    with pytest.raises(SettingsError, match="is no cross-encoder"):
        CrossEncoderReranker(broken, BASE, threads=1)


SAY_WHAT_IS_WRONG = """
import sys
from assistant.errors import SettingsError
from assistant.schema import Vocabulary
from assistant.retrieval.cross_encoder import CrossEncoderReranker
try:
    CrossEncoderReranker(sys.argv[1], None, threads=1)
except SettingsError as error:
    print(error)
"""


@pytest.mark.models
def test_no_bar_and_no_table_stands_before_the_one_line(tmp_path: Path) -> None:
    """Of the likeliest mistake: an encoder as its makers publish it."""
    library = pytest.importorskip("sentence_transformers")
    library.SentenceTransformer(save_tiny_cross_encoder(tmp_path / "bare", "BertModel")).save(str(tmp_path / "encoder"))
    command = [sys.executable, "-c", SAY_WHAT_IS_WRONG, str(tmp_path / "encoder")]
    done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=300)
    assert "is no cross-encoder" in done.stdout
    assert (done.stdout.count("\n"), done.stderr) == (1, "")


@pytest.mark.models
@pytest.mark.parametrize("damage", ["config.json", "model.safetensors"])
def test_a_damaged_folder_is_said_in_a_line(tmp_path: Path, damage: str) -> None:
    pytest.importorskip("sentence_transformers")
    broken = save_tiny_cross_encoder(tmp_path / "broken")
    (tmp_path / "broken" / damage).write_bytes(b"\x00 not what it was")
    with pytest.raises(SettingsError, match="cannot be used") as caught:
        CrossEncoderReranker(broken, BASE, threads=1)
    assert "\n" not in str(caught.value)
