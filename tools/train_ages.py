"""Trains data/models/ages from data/training/ages.jsonl (`make train`), in a minute on one core.

Needs the extra `models`, and beside the project the lists whose products are named by id.
"""

from __future__ import annotations

from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import numpy as np
from pair_training import SEED, TRAINING, products_of, say
from train_reranker import rows_of

from assistant import resources
from assistant.adapters.networks import WordTable
from assistant.retrieval.age_suitability import WEIGHTS, LearnedAges
from assistant.schema import Product

LABELS = TRAINING / "ages.jsonl"
# Years at which a product is said to be welcome or not; between them the network's word is interpolated.
AGES = (0.5, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 14, 16, 20, 40)
HIDDEN, EPOCHS, AT_ONCE, LEARNING_RATE, DECAY, DROPPED = 96, 30, 32, 1e-3, 0.1, (0.1, 0.4)


def load(ages: LearnedAges, work: Path) -> dict[str, tuple[np.ndarray, np.ndarray]]:
    """For each part the means of the products' word vectors and for which ages each is: (n, 384) and (n, ages)."""
    rows = rows_of(LABELS)
    shops = {name: products_of(name, work) for name in dict.fromkeys(row["catalogue"] for row in rows if "id" in row)}
    parts: dict[str, list[tuple[np.ndarray, list[bool]]]] = {}
    for row in rows:
        if product := shops[row["catalogue"]].get(row["id"]) if "id" in row else _written(row):
            welcome = [row["from"] <= age < row["to"] + 1 for age in AGES]
            parts.setdefault(row["part"], []).append((ages.mean_of(product), welcome))
    return {
        part: (np.array([mean for mean, _ in found], np.float32), np.array([welcome for _, welcome in found]))
        for part, found in parts.items()
    }


def _written(row: dict[str, Any]) -> Product:
    """A product that no list has: its name and shelf were written for this."""
    category = tuple(filter(None, row["category"].split(", ")))
    return Product(id="", title=row["title"], brand="", category=category, price=None)


def train(means: np.ndarray, welcome: np.ndarray) -> dict[str, np.ndarray]:
    """The weights by name, as `LearnedAges` reads them."""
    import torch  # noqa: PLC0415
    from torch import nn  # noqa: PLC0415

    torch.manual_seed(SEED)
    centre, spread = means.mean(axis=0), means.std(axis=0)
    x, y = torch.from_numpy((means - centre) / spread), torch.from_numpy(welcome.astype(np.float32))
    first, second = nn.Linear(means.shape[1], HIDDEN), nn.Linear(HIDDEN, len(AGES))
    model = nn.Sequential(nn.Dropout(DROPPED[0]), first, nn.ReLU(), nn.Dropout(DROPPED[1]), second)
    optimiser = torch.optim.AdamW(model.parameters(), lr=LEARNING_RATE, weight_decay=DECAY)
    for _ in range(EPOCHS):
        for batch in torch.randperm(len(x)).split(AT_ONCE):
            loss = nn.functional.binary_cross_entropy_with_logits(model(x[batch]), y[batch])
            optimiser.zero_grad()
            loss.backward()
            optimiser.step()
    layers = {"first": first, "second": second}
    found = {"ages": np.array(AGES, np.float32), "mean": centre, "spread": spread}
    found |= {name: layer.weight.detach().numpy().T for name, layer in layers.items()}
    return found | {f"{name}_constant": layer.bias.detach().numpy() for name, layer in layers.items()}


def report(given: np.ndarray, welcome: np.ndarray) -> str:
    """How often the network is right of a product and an age, beside always saying what most products are."""
    usual = np.maximum(welcome.mean(axis=0), 1 - welcome.mean(axis=0)).mean()
    right = ((given > 0.5) == welcome).mean(axis=0)
    by_age = ", ".join(f"{age:g}: {share:.2f}" for age, share in zip(AGES, right, strict=True))
    return f"right of {len(welcome)} products {right.mean():.3f} (the usual answer {usual:.3f}); by years {by_age}"


def main() -> None:
    """Trains on one part, writes, and reports on the other."""
    ages = LearnedAges(resources.AGES, WordTable(resources.WORDS))
    with TemporaryDirectory() as folder:
        parts = load(ages, Path(folder))
    resources.AGES.mkdir(parents=True, exist_ok=True)
    with (resources.AGES / WEIGHTS).open("wb") as file:
        np.savez(file, allow_pickle=False, **train(*parts["train"]))
    means, welcome = parts["choose"]
    say(report(np.array([ages.of_mean(mean) for mean in means]), welcome))


if __name__ == "__main__":
    main()
