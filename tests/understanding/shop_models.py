"""The models of understanding that ship, opened once for all tests."""

from __future__ import annotations

from functools import cache

from assistant import resources
from assistant.retrieval.embedding import OnnxEmbedder
from assistant.understanding.classifier import DomainModel


@cache
def the_domain_model() -> DomainModel:
    """What tells toys from other goods."""
    return DomainModel.open(resources.DOMAIN_MODEL, OnnxEmbedder(resources.MODEL, threads=1))
