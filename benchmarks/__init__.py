"""What measures the program for its own development; it is not installed."""

from __future__ import annotations

from pathlib import Path

# The project's own requests and answers, which README.md there describes.
DATA = Path(__file__).parent / "data"
