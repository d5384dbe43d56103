"""What the training of every network that reads two texts shares: the encoder it begins with, its steps, its file."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import numpy as np
from network_graph import HIDDEN, Graph, block, linear, mean, placed, write_rounded

from assistant import Settings, resources
from assistant.adapters.networks import WordTable, is_long, network_inputs, open_tokenizer
from assistant.catalogue.store import CatalogueStore
from assistant.protocols import Embedder
from assistant.schema import Product
from assistant.wiring import make_catalogue

ROOT = Path(__file__).resolve().parents[1]
TRAINING = ROOT / "data" / "training"
SHARED = ROOT.parent / "shared" / "data"
# The lists that the labelled data name by product id, with column map and currency; "demo" ships as an index.
LISTS = {
    "toys_uk": (SHARED / "toys_uk.csv", "", ""),
    "lego": (
        SHARED / "legosets.csv", "id=Item_Number,title=Name,category=Theme,price=GBP_MSRP,pieces=Pieces", ""
    ),
    "corner": (TRAINING / "corner.csv", "", "USD"),
}  # fmt: skip
LAYERS = 6
WARM_UP = 60
SEED = 0
# Texts or pairs that show how large a network's activations are, when it is rounded.
READ_TO_ROUND_BY = 200
# Where a network goes on from the weights that are there.
MORE_EPOCHS, GENTLER_RATE = 2, 1e-4


class PairModel:
    """The published encoder with a linear head over the mean of its tokens, or over each; its word vectors stay.

    `after` is a network that was trained before and is gone on from; a pair whose first text is long may have
    `most_of_long` tokens.

    Those are one table for all networks here (`data/models/words`).
    """

    def __init__(
        self, source: Path, outputs: int, most_tokens: int, rate: float, steps: int, *,
        after: Path | None = None, most_of_long: int | None = None,
    ) -> None:  # fmt: skip
        import torch  # noqa: PLC0415
        from tokenizers import Tokenizer  # noqa: PLC0415
        from torch import nn  # noqa: PLC0415
        from transformers import BertModel  # noqa: PLC0415

        torch.manual_seed(SEED)
        self._torch = torch
        self._tokenizer, self._of_long = (Tokenizer.from_file(str(source / "tokenizer.json")) for _ in range(2))
        self._tokenizer.enable_truncation(most_tokens)
        self._tokenizer.enable_padding()
        self._of_long.enable_truncation(most_of_long or most_tokens)
        # Attention written out is many times quicker on a processor than the fused one; leaving out by chance between
        # the layers takes as long as all else, and a second pass in the same time teaches more.
        self._bert = BertModel.from_pretrained(
            source, add_pooling_layer=False, attn_implementation="eager", hidden_dropout_prob=0.0,
            attention_probs_dropout_prob=0.0,
        )  # fmt: skip
        self._bert.embeddings.word_embeddings.weight.requires_grad = False
        self._head, self._drop = nn.Linear(HIDDEN, outputs), nn.Dropout(0.1)
        self._trained = [p for p in (*self._bert.parameters(), *self._head.parameters()) if p.requires_grad]
        self._optimiser = torch.optim.AdamW(self._trained, lr=rate, weight_decay=0.01, fused=True)
        self._rate = torch.optim.lr_scheduler.LambdaLR(
            self._optimiser, lambda step: min(1.0, (step + 1) / WARM_UP) * max(0.0, 1 - step / steps)
        )
        self._half = _half_is_faster()
        if after:
            self._begin_with(weights_in(after))
        self._bert.train()

    def _begin_with(self, weights: dict[str, np.ndarray]) -> None:
        """Puts these weights in place of the encoder's; what they leave out stays as it was."""
        torch = self._torch
        own = self._bert.state_dict() | {f"head.{name}": value for name, value in self._head.state_dict().items()}
        with torch.no_grad():
            for name, value in weights.items():
                own[name][: len(value)].copy_(torch.from_numpy(value.copy()))

    def logits(self, pairs: Sequence[tuple[str, str]]) -> Any:
        """The head's outputs for pairs of texts: (pairs, outputs)."""
        return self._read(self.encoded(pairs), lambda states, shown: (states * shown).sum(1) / shown.sum(1))

    def token_logits(self, encoded: Sequence[Any]) -> Any:
        """The head's outputs for each token of pairs that were `encoded`: (pairs, tokens, outputs)."""
        return self._read(encoded, lambda states, _: states)

    def encoded(self, pairs: Sequence[tuple[str, str]]) -> list[Any]:
        """Pairs of texts as tokens, padded to the longest."""
        long = iter(self._of_long.encode_batch([pair for pair in pairs if is_long(pair[0])]))
        short = iter(self._tokenizer.encode_batch([pair for pair in pairs if not is_long(pair[0])]))
        found = [next(long if is_long(pair[0]) else short) for pair in pairs]
        longest = max(map(len, found))
        for one in found:
            one.pad(longest)
        return found

    def vectors(self, texts: Sequence[str]) -> Any:
        """The mean of each text's tokens, of unit length: (texts, 384)."""
        states, shown = self._states(self._tokenizer.encode_batch(list(texts)))
        return self._torch.nn.functional.normalize((states.float() * shown).sum(1), dim=1)

    def evaluated(self) -> PairModel:
        """The model without what is left out by chance in training."""
        self._bert.eval()
        return self

    def _states(self, encoded: Sequence[Any]) -> tuple[Any, Any]:
        torch = self._torch
        ids, mask, kinds = (
            torch.tensor([getattr(one, name) for one in encoded]) for name in ("ids", "attention_mask", "type_ids")
        )
        with torch.autocast("cpu", torch.bfloat16, enabled=self._half):
            states = self._bert(input_ids=ids, attention_mask=mask, token_type_ids=kinds).last_hidden_state
        return states, mask.unsqueeze(-1).float()

    def _read(self, encoded: Sequence[Any], pooled: Callable[[Any, Any], Any]) -> Any:
        states, shown = self._states(encoded)
        with self._torch.autocast("cpu", self._torch.bfloat16, enabled=self._half):
            return self._head(self._drop(pooled(states, shown))).float()

    def learn(self, loss: Any) -> float:
        """One step down a loss; its value."""
        self._optimiser.zero_grad()
        loss.backward()
        self._torch.nn.utils.clip_grad_norm_(self._trained, 1.0)
        self._optimiser.step()
        self._rate.step()
        return float(loss.detach())

    def weights(self) -> dict[str, np.ndarray]:
        """Every weight by name."""
        state = {name: value.detach().float().numpy() for name, value in self._bert.state_dict().items()}
        return state | {f"head.{name}": value.detach().numpy() for name, value in self._head.state_dict().items()}


def _half_is_faster() -> bool:
    """Whether this processor multiplies in bfloat16 faster than in float32."""
    import torch  # noqa: PLC0415

    took = {}
    for kind in (torch.float32, torch.bfloat16):
        a, b = torch.randn(1024, 384, dtype=kind), torch.randn(384, 1536, dtype=kind)
        a @ b
        begun = time.perf_counter()
        for _ in range(20):
            a @ b
        took[kind] = time.perf_counter() - begun
    return took[torch.bfloat16] < took[torch.float32]


def network(weights: dict[str, np.ndarray], *, of_tokens: bool = False) -> Graph:
    """The graph in floats: word vectors, segments and mask in, the head's outputs out, for the pair or each token."""
    graph = Graph(weights)
    mask = graph.node("Cast", ["attention_mask"], "mask.int", to=6)
    x = placed(graph, "words", "attention_mask", "segments")
    for number in range(LAYERS):
        x = block(graph, x, f"encoder.layer.{number}.", mask)
    linear(graph, x if of_tokens else mean(graph, x), "logits", "head")
    return graph


def write(
    weights: dict[str, np.ndarray], target: Path, name: str, read: Sequence[tuple[str, str]], *, of_tokens: bool = False
) -> None:
    """Writes the network, rounded as suits pairs that it is to read; its word vectors, shared, `make words` writes."""
    target.mkdir(parents=True, exist_ok=True)
    inputs: dict[str, list[str | int]] = {
        "words": ["batch", "tokens", HIDDEN], "segments": ["batch", "tokens"], "attention_mask": ["batch", "tokens"]
    }  # fmt: skip
    outputs: list[str | int] = ["batch", *(["tokens"] if of_tokens else []), len(weights["head.bias"])]
    words = WordTable(resources.WORDS)
    given = (network_inputs(words, one) for one in open_tokenizer(words.tokenizer).encode_batch(list(read)))
    graph = network(weights, of_tokens=of_tokens)
    write_rounded(graph, name, inputs, ("logits", outputs), read=given, target=target / "model.onnx")


def to_go_on_from(folder: Path) -> Path | None:
    """The network to go on from, where `--more` asks for that: a few passes more, where data were added."""
    return folder / "model.onnx" if "--more" in sys.argv[1:] else None


def newest_hands() -> tuple[str, ...]:
    """How the names of those begin whose data were added, as told behind `--more`."""
    return tuple(sys.argv[sys.argv.index("--more") + 1 :]) if "--more" in sys.argv else ()


def weights_in(path: Path) -> dict[str, np.ndarray]:
    """The weights of a network that `write` wrote, by name, as near as its rounding lets them be."""
    import onnx  # noqa: PLC0415

    stored: dict[str, np.ndarray] = {
        one.name: onnx.numpy_helper.to_array(one) for one in onnx.load(path).graph.initializer
    }

    def tensor(name: str) -> np.ndarray:
        if name in stored:
            return stored[name]
        steps, zero, scale = (stored[f"{name}_{part}"] for part in ("quantized", "zero_point", "scale"))
        weight = (steps.astype(np.float32) - zero.astype(np.float32)) * scale
        easing = stored.get(f"{name.removesuffix('.weight')}.easing", np.ones(1, np.float32))
        return np.asarray(weight * easing.reshape(-1, *[1] * (weight.ndim - 1)), np.float32)

    found = {"embeddings.position_embeddings.weight": tensor("places")}
    found["embeddings.token_type_embeddings.weight"] = tensor("segments.table")
    found |= {name: value for name, value in stored.items() if "LayerNorm" in name}
    attention = tuple(f"attention.self.{part}" for part in ("query", "key", "value"))
    layers: dict[str, tuple[str, ...]] = {"logits": ("head",)}
    for number in range(LAYERS):
        prefix = f"encoder.layer.{number}."
        layers[f"{prefix}qkv"] = tuple(f"{prefix}{part}" for part in attention)
        layers |= {
            f"{prefix}attended": (f"{prefix}attention.output.dense",),
            f"{prefix}wide": (f"{prefix}intermediate.dense",), f"{prefix}narrow": (f"{prefix}output.dense",),
        }  # fmt: skip
    for name, parts in layers.items():
        weight, bias = np.split(tensor(f"{name}.weight").T, len(parts)), np.split(stored[f"{name}.bias"], len(parts))
        found |= {f"{part}.weight": one for part, one in zip(parts, weight, strict=True)}
        found |= {f"{part}.bias": one for part, one in zip(parts, bias, strict=True)}
    return found


def halfway(weights: dict[str, np.ndarray], after: Path | None) -> dict[str, np.ndarray]:
    """The mean of a network's weights and of those it went on `after`: hands that neither has read it reads best.

    Wortsman et al., "Robust fine-tuning of zero-shot models", 2022. What is not in `after`, or where it is none, stays.
    """
    found = dict(weights)
    for name, value in (weights_in(after) if after else {}).items():
        mean = weights[name].copy()
        mean[: len(value)] = (mean[: len(value)] + value) / 2
        found[name] = mean
    return found


class Unread:
    """An encoder that reads nothing: whoever only wants the products need not wait minutes for vectors."""

    name, dimension = "unread", 2

    def embed(self, texts: Sequence[str]) -> np.ndarray:
        """The same row of unit length for each text."""
        return np.full((len(texts), self.dimension), 0.5**0.5, dtype=np.float32)


def products_of(name: str, work: Path) -> dict[str, Product]:
    """The products of a list by id; none where the list is not there."""
    if name != "demo" and not LISTS[name][0].exists():
        return {}
    store = CatalogueStore.open(index_of(name, work, Unread()))
    return {product.id: product for product in store.products(store.ids)}


def index_of(name: str, work: Path, embedder: Embedder | None = None) -> Path:
    """The index of a list in a folder of its own, made by this encoder, else by the one that ships."""
    if name == "demo":
        return resources.DEMO_INDEX
    source, column_map, currency = LISTS[name]
    folder = work / (name if embedder else f"{name}-whole")
    make_catalogue(
        source, folder, column_map=column_map, currency=currency, settings=Settings(listen="off"), embedder=embedder
    )
    return folder


def say(line: str) -> None:
    """Tells whoever waits."""
    sys.stdout.write(line + "\n")
    sys.stdout.flush()
