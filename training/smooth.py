"""Ready an ONNX encoder for int8: even out the channels of what its products read (SmoothQuant, Xiao et al., ICML 2023).

Activations are quantised with one scale a tensor; a few channels with large values leave the others few steps. Each
product X W becomes (X / s)(s W): the same in float32, but s moves the spread from the activations to the weights, which
have a scale a column.
"""

from collections.abc import Sequence

import numpy as np
import onnx
import onnxruntime
from numpy.typing import NDArray
from onnx import helper, numpy_helper

#: How much of the spread moves to the weights; of six from 0.35 to 0.8 the one that left the smallest error.
SHARE = 0.75

_PRODUCTS = ("MatMul", "Attention")


def smoothed(model: onnx.ModelProto, ids: Sequence[Sequence[int]]) -> onnx.ModelProto:
    """The model with scaled products, by the largest activations on the texts with these word piece ids."""
    weights = {w.name: w for w in model.graph.initializer}
    products = [n for n in model.graph.node if n.op_type in _PRODUCTS and n.input[1] in weights]
    largest = _largest(model, sorted({n.input[0] for n in products}), ids)
    nodes = []
    for node in model.graph.node:
        if node in products:
            name = node.input[1]
            weight = numpy_helper.to_array(weights[name])
            scale = _scale(largest[node.input[0]], np.abs(weight).max(1))
            weights[name].CopyFrom(numpy_helper.from_array(weight * scale[:, None], name))
            # quantize_dynamic names its own scales after the weights.
            model.graph.initializer.append(numpy_helper.from_array(1 / scale, f"{name}_even"))
            scaled = f"{name}_evened"
            nodes.append(helper.make_node("Mul", [node.input[0], f"{name}_even"], [scaled], scaled))
            node.input[0] = scaled
        nodes.append(node)
    # A node of the graph is copied into the new list before the old one goes.
    ordered = [onnx.NodeProto.FromString(n.SerializeToString()) for n in nodes]
    del model.graph.node[:]
    model.graph.node.extend(ordered)
    return model


def _scale(inputs: NDArray[np.float32], weights: NDArray[np.float32]) -> NDArray[np.float32]:
    inputs, weights = np.maximum(inputs, 1e-5), np.maximum(weights, 1e-5)
    scale = inputs**SHARE / weights ** (1 - SHARE)
    return (scale / np.exp(np.log(scale).mean())).astype(np.float32)


def _largest(
    model: onnx.ModelProto, names: Sequence[str], ids: Sequence[Sequence[int]]
) -> dict[str, NDArray[np.float32]]:
    """The largest absolute value of each channel of these tensors."""
    probe = onnx.ModelProto.FromString(model.SerializeToString())
    known = {output.name for output in probe.graph.output}
    for name in names:
        if name not in known:
            probe.graph.output.append(
                helper.make_tensor_value_info(name, onnx.TensorProto.FLOAT, None)
            )
    session = onnxruntime.InferenceSession(
        probe.SerializeToString(), providers=["CPUExecutionProvider"]
    )
    largest: dict[str, NDArray[np.float32]] = {}
    for text in ids:
        row = np.array(text, dtype=np.int64)[None]
        found = session.run(names, {"input_ids": row, "attention_mask": np.ones_like(row)})
        for name, values in zip(names, found, strict=True):
            here = np.abs(values[0]).max(0)
            largest[name] = np.maximum(largest.get(name, here), here)
    return largest
