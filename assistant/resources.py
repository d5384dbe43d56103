"""Where the files that come with the program are: in the repository, or inside the installed package."""

from __future__ import annotations

from pathlib import Path

_PACKAGE = Path(__file__).parent
_INSTALLED = _PACKAGE / "_resources"
_ROOT = _INSTALLED if _INSTALLED.is_dir() else _PACKAGE.parent

DATA = _ROOT / "data"
PROMPTS = _ROOT / "prompts"
DEMO_CATALOGUE = DATA / "catalog.csv"
DEMO_INDEX = DATA / "demo"
MODEL = DATA / "models" / "encoder"
WORDS = DATA / "models" / "words"
ANSWER_SELECTION = DATA / "models" / "answer-selection"
RELEVANCE = DATA / "models" / "relevance"
AGES = DATA / "models" / "ages"
READER = DATA / "models" / "reader"
DRAWINGS = DATA / "drawings"
SPEECH = DATA / "speech"
