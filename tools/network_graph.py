"""A BERT-like network as an ONNX graph, node by node, with int8 weights.

The graph is written rather than traced, so that the same weights give the same bytes whatever the version of torch, and
so that it uses ONNX Runtime's own attention. Weights are int8 with one scale for each output channel and block of 64
inputs. ONNX Runtime rounds activations to int8 by the same blocks, token by token. (Dynamic quantisation by
`onnxruntime.quantization` takes one scale for all activations of a call. That is a quarter faster, but an output then
depends on its batch (cosine down to 0.98 to the same text alone), is farther from the original (0.994 against 0.9995 on
average) and changes on processors without VNNI, where the sums saturate.)
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

Array = NDArray[Any]

HEADS, HIDDEN = 12, 384
MAX_TOKENS = 256  # what the encoder was published with
BLOCK = 64  # blocks of 32 take 3 % more space and 15 % more time for a cosine of 0.9997 in place of 0.9995
CONTRIB = "com.microsoft"  # ONNX Runtime's own operators


@dataclass(frozen=True, slots=True)
class Graph:
    """A graph in the making: `tensors` by name, `nodes` as (operator, inputs, outputs, domain, attributes).

    `is_float` leaves the weights as they are, for one that ONNX Runtime's own tool is to round (`pair_training.write`).
    """

    weights: Mapping[str, Array]
    is_float: bool = False
    tensors: dict[str, Array] = field(default_factory=dict)
    nodes: list[tuple[str, list[str], list[str], str, dict[str, Any]]] = field(default_factory=list)

    def constant(self, name: str, array: Array) -> str:
        """Add a tensor and return its name."""
        self.tensors[name] = np.ascontiguousarray(array)
        return name

    def node(self, operator: str, inputs: list[str], *outputs: str, domain: str = "", **attributes: Any) -> str:
        """Add a node and return the name of its first output."""
        self.nodes.append((operator, inputs, list(outputs), domain, attributes))
        return outputs[0]


def quantise(blocks: Array) -> tuple[NDArray[np.int8], NDArray[np.float32]]:
    """Round each row of the last axis to -127..127 steps of its own scale; return steps and scales (..., 1)."""
    scales = np.maximum(np.abs(blocks).max(axis=-1, keepdims=True), 1e-12).astype(np.float32) / np.float32(127)
    return np.round(blocks / scales).astype(np.int8), scales.astype(np.float32)


def linear(graph: Graph, x: str, name: str, *layers: str) -> str:
    """Add these linear layers side by side: x W + b."""
    weight = np.concatenate([graph.weights[f"{layer}.weight"] for layer in layers])
    bias = graph.constant(f"{name}.bias", np.concatenate([graph.weights[f"{layer}.bias"] for layer in layers]))
    if graph.is_float:
        product = graph.node("MatMul", [x, graph.constant(f"{name}.weight", weight.T)], f"{name}.product")
        return graph.node("Add", [product, bias], name)
    outputs, inputs = weight.shape
    steps, scales = quantise(weight.reshape(outputs, inputs // BLOCK, BLOCK))
    # The operator stores a step as an unsigned byte with 128 for zero.
    stored = graph.constant(f"{name}.steps", (steps.astype(np.int16) + 128).astype(np.uint8))
    scale = graph.constant(f"{name}.scales", scales[..., 0])
    shape = {"K": inputs, "N": outputs, "bits": 8, "block_size": BLOCK, "accuracy_level": 4}  # 4: compute in int8
    return graph.node("MatMulNBits", [x, stored, scale, "", "", bias], name, domain=CONTRIB, **shape)


def normalised(graph: Graph, x: str, layer: str) -> str:
    """Add a layer normalisation."""
    parts = [graph.constant(f"{layer}.{part}", graph.weights[f"{layer}.{part}"]) for part in ("weight", "bias")]
    return graph.node("LayerNormalization", [x, *parts], layer, axis=-1, epsilon=1e-12)


def placed(graph: Graph, words: str, length_of: str, segments: str = "") -> str:
    """Add the vectors of places, and of segments where there are two, to those of words, and normalise."""
    prefix = "embeddings."
    kinds = graph.weights[f"{prefix}token_type_embeddings.weight"]
    where = graph.weights[f"{prefix}position_embeddings.weight"][:MAX_TOKENS]
    places = graph.constant("places", where if segments else where + kinds[0])
    length = graph.node("Shape", [length_of], "length", start=1, end=2)
    used = graph.node("Slice", [places, graph.constant("start", np.array([0])), length], "places.used")
    x = graph.node("Add", [words, used], "words.placed")
    if segments:
        of = graph.node("Gather", [graph.constant("segments.table", kinds), segments], "segments.rows")
        x = graph.node("Add", [x, of], "words.in_segments")
    return normalised(graph, x, f"{prefix}LayerNorm")


def block(graph: Graph, x: str, prefix: str, mask: str) -> str:
    """Add a layer of BERT: attention, then two linear layers, each added to its input and normalised."""
    mixed = linear(graph, x, f"{prefix}qkv", *(f"{prefix}attention.self.{part}" for part in ("query", "key", "value")))
    parts = [f"{prefix}{part}" for part in ("query", "key", "value")]
    graph.node("Split", [mixed], *parts, axis=-1, num_outputs=3)
    heard = graph.node("MultiHeadAttention", [*parts, "", mask], f"{prefix}heard", domain=CONTRIB, num_heads=HEADS)
    heard = linear(graph, heard, f"{prefix}attended", f"{prefix}attention.output.dense")
    x = normalised(graph, graph.node("Add", [heard, x], f"{prefix}sum1"), f"{prefix}attention.output.LayerNorm")
    wide = linear(graph, x, f"{prefix}wide", f"{prefix}intermediate.dense")
    wide = graph.node("Gelu", [wide], f"{prefix}gelu", domain=CONTRIB)
    narrow = linear(graph, wide, f"{prefix}narrow", f"{prefix}output.dense")
    return normalised(graph, graph.node("Add", [narrow, x], f"{prefix}sum2"), f"{prefix}output.LayerNorm")


def counted(graph: Graph) -> str:
    """Add the mask of the tokens that count as a column of floats: (batch, tokens, 1)."""
    shown = graph.node("Cast", ["attention_mask"], "mask.float", to=1)
    return graph.node("Unsqueeze", [shown, graph.constant("last", np.array([-1]))], "mask.column")


def total(graph: Graph, x: str, column: str) -> str:
    """Add the sum of the vectors of the tokens that count: (batch, hidden)."""
    kept = graph.node("Mul", [x, column], "kept")
    return graph.node("ReduceSum", [kept, graph.constant("tokens", np.array([1]))], "total", keepdims=0)


def mean(graph: Graph, x: str) -> str:
    """Add the mean of the vectors of the tokens that count: (batch, hidden)."""
    column = counted(graph)
    count = graph.node("ReduceSum", [column, graph.constant("tokens", np.array([1]))], "count", keepdims=0)
    return graph.node("Div", [total(graph, x, column), count], "mean")


def onnx_bytes(
    graph: Graph, name: str, inputs: Mapping[str, Sequence[str | int]], output: tuple[str, Sequence[str | int]]
) -> bytes:
    """Write the graph as an ONNX file; inputs and output by name with their shapes, inputs of three axes in floats."""
    import onnx  # noqa: PLC0415 (the tests of the arithmetic run without it)

    number, real = onnx.TensorProto.INT64, onnx.TensorProto.FLOAT
    input_infos = [
        onnx.helper.make_tensor_value_info(name, real if len(shape) > 2 else number, list(shape))
        for name, shape in inputs.items()
    ]
    given = onnx.helper.make_tensor_value_info(output[0], real, list(output[1]))
    nodes = [onnx.helper.make_node(op, i, o, domain=domain, **a) for op, i, o, domain, a in graph.nodes]
    tensors = [onnx.numpy_helper.from_array(array, name) for name, array in graph.tensors.items()]
    made = onnx.helper.make_graph(nodes, name, input_infos, [given], tensors)
    versions = [onnx.helper.make_opsetid("", 18), onnx.helper.make_opsetid(CONTRIB, 1)]
    model = onnx.helper.make_model(made, opset_imports=versions, ir_version=10)
    return bytes(model.SerializeToString(deterministic=True))
