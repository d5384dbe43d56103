"""An owner's own encoder and cross-encoder: named in the settings, used for import and for every answer."""

from __future__ import annotations

from pathlib import Path

import pytest
from tiny_models import save_tiny_cross_encoder, save_tiny_encoder

from assistant import Assistant, Settings
from assistant.errors import SettingsError


@pytest.mark.parametrize("field", ["encoder_model", "reranker_model"])
def test_a_model_that_is_not_there_is_said_in_a_line(field: str, demo_folder: Path, tmp_path: Path) -> None:
    settings = Settings.model_validate({field: "/no/such/model", "home": tmp_path})
    with pytest.raises(SettingsError, match="There is no model folder '/no/such/model'"):
        Assistant.open(demo_folder, settings)


@pytest.mark.models
def test_both_are_used_and_the_answer_keeps_the_budget(tmp_path: Path) -> None:
    pytest.importorskip("sentence_transformers")
    encoder = save_tiny_encoder(tmp_path / "encoder")
    reranker = save_tiny_cross_encoder(tmp_path / "reranker")
    settings = Settings(home=tmp_path / "home", encoder_model=str(encoder), reranker_model=reranker)
    with Assistant.open(settings=settings) as shop:
        reply = shop.ask("a wooden train set under £30")
        found = shop.search("wooden train set", 10)
    assert reply.top_pick is not None
    assert reply.top_pick.price is not None
    assert reply.top_pick.price.amount <= 30
    assert [item.score for item in found] == [item.scores["rerank"] for item in found]
    with Assistant.open(settings=Settings(home=tmp_path / "home")) as built_in:
        assert built_in.catalogue.home != shop.catalogue.home
