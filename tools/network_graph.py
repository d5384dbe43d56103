"""A BERT-like network as an ONNX graph, node by node, and its rounding to int8.

The graph is written rather than traced, so that the same weights give the same graph whatever the version of torch, and
so that it uses ONNX Runtime's own attention.

Weights are int8 with a scale for each output channel, in seven bits, so that sums do not saturate on processors
without VNNI; activations have one scale for each call, so whatever is read has to be read alone. That scale would be
that of the few channels whose values are large. So each input channel of a linear layer is divided by its own easing,
and the weights that read it are multiplied by that (Xiao et al., 2023, "SmoothQuant"): the encoder's vectors then have
a cosine of 0.997 to those in floats, else of 0.993. Blocks of 64 weights with scales of their own have 0.9996, in twice
the time.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import numpy as np
from numpy.typing import NDArray

Array = NDArray[Any]

HEADS, HIDDEN = 12, 384
MAX_TOKENS = 256  # what the encoder was published with
CONTRIB = "com.microsoft"  # ONNX Runtime's own operators
# How far the easing goes from evening out the weights (0) to evening out the activations (1).
EASING = 0.75


@dataclass(frozen=True, slots=True)
class Graph:
    """A graph in the making: `tensors` by name, `nodes` as (operator, inputs, outputs, domain, attributes)."""

    weights: Mapping[str, Array]
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


def linear(graph: Graph, x: str, name: str, *layers: str) -> str:
    """Add these linear layers side by side: x W + b, where x is eased by ones until `rounded` knows better."""
    weight = np.concatenate([graph.weights[f"{layer}.weight"] for layer in layers]).T
    bias = np.concatenate([graph.weights[f"{layer}.bias"] for layer in layers])
    ones = graph.constant(f"{name}.easing", np.ones(len(weight), np.float32))
    eased = graph.node("Mul", [x, ones], f"{name}.eased")
    product = graph.node("MatMul", [eased, graph.constant(f"{name}.weight", weight)], f"{name}.product")
    return graph.node("Add", [product, graph.constant(f"{name}.bias", bias)], name)


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


def write_rounded(
    graph: Graph, name: str, inputs: Mapping[str, Sequence[str | int]], output: tuple[str, Sequence[str | int]],
    *, read: Iterable[Mapping[str, Array]], target: Path,
) -> None:  # fmt: skip
    """Write the graph in int8, its easings fitted to what it is given in `read`: inputs by name, a text at a time."""
    import onnx  # noqa: PLC0415
    from onnxruntime.quantization import QuantType, quantize_dynamic  # noqa: PLC0415

    _ease(graph, _largest(graph, onnx_bytes(graph, name, inputs, output), read))
    with TemporaryDirectory() as folder:
        path = Path(folder) / "float.onnx"
        path.write_bytes(onnx_bytes(graph, name, inputs, output))
        quantize_dynamic(
            path, target, weight_type=QuantType.QInt8, per_channel=True, reduce_range=True,
            extra_options={"DefaultTensorType": onnx.TensorProto.FLOAT},
        )  # fmt: skip


def _largest(graph: Graph, made: bytes, read: Iterable[Mapping[str, Array]]) -> dict[str, Array]:
    """The largest value by channel of what each linear layer is given, by the layer's name."""
    import onnx  # noqa: PLC0415
    import onnxruntime  # noqa: PLC0415

    names = [name.removesuffix(".easing") for name in graph.tensors if name.endswith(".easing")]
    model = onnx.load_model_from_string(made)
    model.graph.output.extend(onnx.ValueInfoProto(name=f"{name}.eased") for name in names)
    session, largest = onnxruntime.InferenceSession(model.SerializeToString()), dict[str, Array]()
    for given in read:
        for name, values in zip(names, session.run([f"{name}.eased" for name in names], dict(given)), strict=True):
            own = np.abs(values).reshape(-1, values.shape[-1]).max(axis=0)
            largest[name] = np.maximum(largest.get(name, own), own)
    return largest


def _ease(graph: Graph, largest: Mapping[str, Array]) -> None:
    """Moves what makes a channel large from the activations into the weights; what the graph computes stays."""
    for name, values in largest.items():
        weight = graph.tensors[f"{name}.weight"]
        by = np.maximum(values, 1e-5) ** EASING / np.maximum(np.abs(weight).max(axis=1), 1e-5) ** (1 - EASING)
        by = (by / np.exp(np.log(by).mean())).astype(np.float32)
        graph.tensors[f"{name}.easing"] = 1 / by
        graph.tensors[f"{name}.weight"] = np.ascontiguousarray(weight * by[:, None])
