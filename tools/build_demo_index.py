"""Builds the index of the demo catalogue that ships in `data/demo/`, after a change of its list or of the encoder."""

from __future__ import annotations

import shutil
import sys

from assistant import Assistant, Settings, resources
from assistant.catalogue.folder import LOCK
from assistant.evaluation.example_questions import found_examples, keep
from assistant.wiring import make_catalogue


def main() -> None:
    """Imports the list into a new folder, which takes the old one's place."""
    shutil.rmtree(resources.DEMO_INDEX, ignore_errors=True)
    settings = Settings(listen="off")
    report = make_catalogue(resources.DEMO_CATALOGUE, resources.DEMO_INDEX, settings=settings)
    with Assistant.open(settings=settings) as shop:
        keep(resources.DEMO_INDEX, shop.catalogue.digest, found_examples(shop))
    (resources.DEMO_INDEX / LOCK).unlink(missing_ok=True)
    sys.stdout.write(f"{report.taken} products in {resources.DEMO_INDEX}\n")


if __name__ == "__main__":
    main()
