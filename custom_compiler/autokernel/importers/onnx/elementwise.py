"""ONNX's operators of single elements, as what descriptions say."""

from __future__ import annotations

from math import sqrt
from typing import TYPE_CHECKING, Any

from custom_compiler import autokernel as ak
from custom_compiler.autokernel.importers.onnx.graph import DTYPES
from custom_compiler.errors import MisuseError

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from custom_compiler.autokernel.describe.tensor import Tensor
    from custom_compiler.autokernel.importers.onnx.graph import GraphNode

    Formula = Callable[..., Tensor]


def _leaky_relu(node: GraphNode, x: Tensor) -> Tensor:
    return ak.where(x < 0, x * node.attributes.get("alpha", 0.01), x)


def _clip(node: GraphNode, x: Tensor, *limits: Tensor | float | None) -> Tensor:
    low = limits[0] if limits else node.attributes.get("min")
    high = limits[1] if len(limits) > 1 else node.attributes.get("max")
    if low is not None:
        x = ak.maximum(x, low)
    return x if high is None else ak.minimum(x, high)


def _elu(node: GraphNode, x: Tensor) -> Tensor:
    return ak.where(x < 0, node.attributes.get("alpha", 1.0) * ak.expm1(x), x)


def _gelu(node: GraphNode, x: Tensor) -> Tensor:
    if node.attributes.get("approximate", b"none") == b"tanh":
        return 0.5 * x * (1 + ak.tanh(sqrt(2 / 3.141592653589793) * (x + 0.044715 * x * x * x)))
    return 0.5 * x * (1 + ak.erf(x * (1 / sqrt(2))))


def _hard_sigmoid(node: GraphNode, x: Tensor) -> Tensor:
    alpha, beta = node.attributes.get("alpha", 0.2), node.attributes.get("beta", 0.5)
    return ak.clip(x * alpha + beta, 0, 1)


def _softplus(_node: GraphNode, x: Tensor) -> Tensor:
    return ak.maximum(x, 0) + ak.log1p(ak.exp(-abs(x)))  # does not overflow


def _folded(operation: Formula) -> Formula:
    def formula(_node: GraphNode, first: Tensor, *others: Tensor) -> Tensor:
        for other in others:
            first = operation(first, other)
        return first

    return formula


def _divide(node: GraphNode, a: Any, b: Any) -> Tensor:
    dtype = a.dtype if isinstance(a, ak.Tensor) else b.dtype
    if dtype.startswith(("int", "uint")):
        raise MisuseError(f"{node} divides integers, which is not supported", "cast to float first")
    result: Tensor = a / b
    return result


def _plain(operation: Formula) -> Formula:
    return lambda _node, *operands: operation(*operands)


FORMULAS: Mapping[str, Formula] = {
    "Abs": _plain(abs),
    "Add": _plain(lambda a, b: a + b),
    "And": _plain(lambda a, b: a & b),
    "Cast": lambda node, x: ak.cast(x, DTYPES[node.attributes["to"]]),
    "Ceil": _plain(ak.ceil),
    "Clip": _clip,
    "Cos": _plain(ak.cos),
    "Div": _divide,
    "Elu": _elu,
    "Equal": _plain(lambda a, b: a == b),
    "Erf": _plain(ak.erf),
    "Exp": _plain(ak.exp),
    "Floor": _plain(ak.floor),
    "Gelu": _gelu,
    "Greater": _plain(lambda a, b: a > b),
    "GreaterOrEqual": _plain(lambda a, b: a >= b),
    "HardSigmoid": _hard_sigmoid,
    "HardSwish": _plain(lambda x: x * ak.clip(x * (1 / 6) + 0.5, 0, 1)),
    "IsNaN": _plain(ak.isnan),
    "LeakyRelu": _leaky_relu,
    "Less": _plain(lambda a, b: a < b),
    "LessOrEqual": _plain(lambda a, b: a <= b),
    "Log": _plain(ak.log),
    "Max": _folded(ak.maximum),
    "Min": _folded(ak.minimum),
    "Mul": _plain(lambda a, b: a * b),
    "Neg": _plain(lambda x: -x),
    "Not": _plain(lambda x: ~x),
    "Or": _plain(lambda a, b: a | b),
    "PRelu": _plain(lambda x, slope: ak.where(x < 0, x * slope, x)),
    "Pow": _plain(lambda a, b: a**b),
    "Reciprocal": _plain(ak.reciprocal),
    "Relu": _plain(ak.relu),
    "Round": _plain(ak.round),
    "Sigmoid": _plain(ak.sigmoid),
    "Sign": _plain(ak.sign),
    "Sin": _plain(ak.sin),
    "Softplus": _softplus,
    "Softsign": _plain(lambda x: x / (1 + abs(x))),
    "Sqrt": _plain(ak.sqrt),
    "Sub": _plain(lambda a, b: a - b),
    "Sum": _folded(lambda a, b: a + b),
    "Tanh": _plain(ak.tanh),
    "Where": _plain(ak.where),
}
"""By operator: the node and its operands, numbers among them, to the result."""
