"""Operators computed with NumPy: in their own element types, or in float64 as a reference.

A tree is traversed without recursion, each node once, and a value is dropped after its last use.
Loads are views where their indices allow it, and sums of products are contracted, so
convolutions take the memory of a matrix product and not of all their products.
"""

from __future__ import annotations

import math
from collections import Counter
from dataclasses import dataclass
from functools import singledispatchmethod
from typing import TYPE_CHECKING, Any, cast

import ml_dtypes
import numpy as np

from custom_compiler.autokernel.describe.contraction import ContractedTensor, contracted
from custom_compiler.autokernel.describe.loads import read
from custom_compiler.autokernel.describe.rules import FLOATS, INTEGERS
from custom_compiler.autokernel.describe.shapes import Binding, bind
from custom_compiler.autokernel.describe.tree import (
    Attribute,
    Binary,
    Cast,
    Constant,
    Extent,
    Load,
    Position,
    Reduce,
    Select,
    Unary,
    accumulator,
    in_order,
    operands,
)
from custom_compiler.errors import CustomCompilerError, MisuseError

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from custom_compiler.autokernel.describe.tree import Axis, Input, Node, Operator, Stage

    Array = np.ndarray[Any, Any]

_UNARY: Mapping[str, Callable[[Any], Any]] = {
    "negate": np.negative,
    "absolute": np.abs,
    "sign": np.sign,
    "exp": np.exp,
    "expm1": np.expm1,
    "log": np.log,
    "log1p": np.log1p,
    "sqrt": np.sqrt,
    "rsqrt": lambda x: 1 / np.sqrt(x),
    "reciprocal": lambda x: 1 / x,
    "sin": np.sin,
    "cos": np.cos,
    "tanh": np.tanh,
    "erf": np.vectorize(math.erf, otypes=[np.float64]),
    "floor": np.floor,
    "ceil": np.ceil,
    "round": np.rint,
    "not": np.logical_not,
    "is_nan": np.isnan,
}
_BINARY: Mapping[str, Callable[[Any, Any], Any]] = {
    "add": np.add,
    "subtract": np.subtract,
    "multiply": np.multiply,
    "divide": np.divide,
    "floor_divide": np.floor_divide,
    "remainder": np.remainder,
    "power": np.power,
    "maximum": np.maximum,
    "minimum": np.minimum,
    "equal": np.equal,
    "not_equal": np.not_equal,
    "less": np.less,
    "less_equal": np.less_equal,
    "and": np.logical_and,
    "or": np.logical_or,
}
_REDUCTIONS: Mapping[str, Callable[..., Any]] = {
    "sum": np.sum,
    "product": np.prod,
    "max": np.max,
    "min": np.min,
}


def numpy_dtype(dtype: str) -> np.dtype[Any]:
    """Return NumPy's type of an element type."""
    return np.dtype(ml_dtypes.bfloat16 if dtype == "bfloat16" else dtype)


def evaluate(
    operator: Operator,
    inputs: Mapping[str, Array],
    attributes: Mapping[str, float] | None = None,
    *,
    wide: bool = False,
) -> tuple[Array, ...]:
    """Compute the outputs for these inputs.

    Args:
        operator: A checked tree.
        inputs: An array per input, of its type; any strides.
        attributes: Values of attributes, by name; others have their defaults.
        wide: Whether floats are computed, and returned, as float64 without rounding in between.

    Raises:
        MisuseError: An input or attribute is missing, or shapes or types do not fit.
        CustomCompilerError: There is not enough memory.
    """
    binding = bind(operator, {name: np.shape(array) for name, array in inputs.items()})
    for port in operator.inputs:
        if inputs[port.name].dtype.newbyteorder("=") != numpy_dtype(port.dtype):
            raise MisuseError(
                f"{operator.name}: {port.name!r} is {inputs[port.name].dtype.name}, "
                f"not {port.dtype}",
                "cast the array, or make the operator for its type",
            )
    rules = _Arithmetic(binding, _attributes(operator, attributes or {}), wide)
    try:
        with np.errstate(all="ignore"):
            return _outputs(operator, inputs, rules)
    except MemoryError as error:
        raise CustomCompilerError(f"{operator.name}: {error}", "give smaller arrays") from None


def _outputs(
    operator: Operator, inputs: Mapping[str, Array], rules: _Arithmetic
) -> tuple[Array, ...]:
    binding = rules.binding
    tensors: dict[Input | Stage, Array] = {}
    for port in operator.inputs:
        array = inputs[port.name].reshape(binding.flat(port.axes))
        tensors[port] = array.astype(rules.held(port.dtype), copy=False)
    for stage in operator.stages:
        value = _Values(rules, tensors).of(stage.body)
        tensors[stage] = _spread(value, stage.body.free, stage.axes, binding)
    return tuple(
        tensors[stage]
        .reshape(binding.outer(stage.axes))
        .astype(rules.held(stage.dtype) if rules.wide else numpy_dtype(stage.dtype))
        for stage in operator.outputs
    )


def _attributes(operator: Operator, changes: Mapping[str, float]) -> dict[str, float]:
    defaults = {attribute.name: attribute.default for attribute in operator.attributes}
    unknown = [name for name in changes if name not in defaults]
    if unknown:
        raise MisuseError(
            f"{operator.name} has no attribute {unknown[0]!r}",
            f"it has {', '.join(defaults) or 'none'}",
        )
    values = {**defaults, **changes}
    missing = [name for name, value in values.items() if value is None]
    if missing:
        raise MisuseError(f"{operator.name} needs attribute {missing[0]!r}", "give it a value")
    return cast("dict[str, float]", values)


class _Values:
    """The values of one stage's nodes, until their last use."""

    def __init__(self, rules: _Arithmetic, tensors: Mapping[Input | Stage, Array]) -> None:
        self._rules = rules
        self._tensors = tensors

    def of(self, root: Node) -> Array:
        """Return the value of a node: a dimension per free axis."""
        order = list(in_order((root,), _needs))
        uses = Counter(below for node in order for below in _needs(node))
        values: dict[Node, Array] = {}
        for node in order:
            if isinstance(node, Load):
                tensor = self._tensors[node.source]
                values[node] = read(node, tensor, self._rules.binding)
            else:
                values[node] = self._rules.value(node, values)
            for below in _needs(node):
                uses[below] -= 1
                if not uses[below]:
                    del values[below]
        return values[root]


@dataclass(frozen=True)
class _Arithmetic:
    """Arithmetic of each kind of node on the values of its operands."""

    binding: Binding
    attributes: Mapping[str, float]
    wide: bool

    def held(self, dtype: str) -> np.dtype[Any]:
        """Return the type of intermediate values: narrow floats are float32, then rounded."""
        if dtype in FLOATS:
            return np.dtype("float64" if self.wide else accumulator(dtype))
        return np.dtype(dtype)

    def rounded(self, value: Any, dtype: str) -> Array:
        """Round a value to its element type."""
        array = np.asarray(value).astype(self.held(dtype), copy=False)
        if self.wide or accumulator(dtype) == dtype:
            return array
        return array.astype(numpy_dtype(dtype)).astype(array.dtype)

    @singledispatchmethod
    def value(self, node: Node, _values: Mapping[Node, Array]) -> Array:
        """Compute a node: a dimension per free axis."""
        raise TypeError(type(node).__name__)

    @value.register(Constant)
    def _(self, node: Constant, _values: Mapping[Node, Array]) -> Array:
        return self.rounded(node.value, node.dtype)

    @value.register(Attribute)
    def _(self, node: Attribute, _values: Mapping[Node, Array]) -> Array:
        # A call's attribute is a number of its declared type, however others are computed.
        return np.asarray(self.attributes[node.name], node.dtype).astype(self.held(node.dtype))

    @value.register(Position)
    def _(self, node: Position, _values: Mapping[Node, Array]) -> Array:
        return self.rounded(np.arange(self.binding.size(node.axis.size)), node.dtype)

    @value.register(Extent)
    def _(self, node: Extent, _values: Mapping[Node, Array]) -> Array:
        return self.rounded(self.binding.size(node.size), node.dtype)

    @value.register(Unary)
    def _(self, node: Unary, values: Mapping[Node, Array]) -> Array:
        return self.rounded(_UNARY[node.operation](values[node.operand]), node.dtype)

    @value.register(Binary)
    def _(self, node: Binary, values: Mapping[Node, Array]) -> Array:
        left, right = (_aligned(values[side], side, node) for side in (node.left, node.right))
        return self.rounded(_BINARY[node.operation](left, right), node.dtype)

    @value.register(Select)
    def _(self, node: Select, values: Mapping[Node, Array]) -> Array:
        parts = (node.condition, node.chosen, node.other)
        return np.asarray(np.where(*(_aligned(values[part], part, node) for part in parts)))

    @value.register(Cast)
    def _(self, node: Cast, values: Mapping[Node, Array]) -> Array:
        value = values[node.operand]
        if value.dtype.kind == "f" and node.dtype in INTEGERS:
            low, high = INTEGERS[node.dtype]  # what does not fit is not defined, yet no surprise
            truncated = np.nan_to_num(np.trunc(value), nan=0.0, posinf=high, neginf=low)
            inside = np.where((truncated > low) & (truncated < high), truncated, 0).astype(
                node.dtype
            )
            ends = np.where(truncated >= high, high, low).astype(node.dtype)
            return np.where((truncated > low) & (truncated < high), inside, ends)
        return self.rounded(value, node.dtype)

    @value.register(Reduce)
    def _(self, node: Reduce, values: Mapping[Node, Array]) -> Array:
        body = node.body
        inner = (*node.free, *node.axes)
        if node.operation == "sum" and len(_factors(body)) > 1:
            return self.rounded(self._contracted(node, values), node.dtype)
        value = _spread(values[body], body.free, inner, self.binding)
        last = tuple(range(len(node.free), len(inner)))
        if node.operation.startswith("arg_"):
            find = np.argmax if node.operation == "arg_max" else np.argmin
            return np.asarray(find(value, axis=last[0])).astype(node.dtype)
        reduced = _REDUCTIONS[node.operation](value, axis=last)
        return self.rounded(reduced, node.dtype)

    def _contracted(self, node: Reduce, values: Mapping[Node, Array]) -> Array:
        """Compute a sum of products without storing the products."""
        factors = [ContractedTensor(values[factor], factor.free) for factor in _factors(node.body)]
        axes = {axis for factor in factors for axis in factor.axes}
        for axis in node.axes:
            if axis not in axes:
                ones = np.ones(self.binding.size(axis.size), self.held(node.dtype))
                factors.append(ContractedTensor(ones, (axis,)))
        return contracted(factors, node.axes, node.free)


def _needs(node: Node) -> tuple[Node, ...]:
    """Return the nodes whose values a node needs; for sums of products, the factors."""
    if isinstance(node, Reduce) and node.operation == "sum":
        return tuple(dict.fromkeys(_factors(node.body)))
    return tuple(dict.fromkeys(operands(node)))


def _factors(body: Node) -> tuple[Node, ...]:
    """Return the factors of a product, or the body itself."""
    factors: list[Node] = []
    pending = [body]
    while pending:
        node = pending.pop()
        if isinstance(node, Binary) and node.operation == "multiply":
            pending += [node.right, node.left]
        else:
            factors.append(node)
    return tuple(factors)


def _aligned(value: Array, node: Node, within: Node) -> Array:
    """Return a value with a dimension per free axis of another node, of size 1 where absent."""
    return _placed(value, node.free, within.free)


def _placed(value: Array, axes: tuple[Axis, ...], wanted: tuple[Axis, ...]) -> Array:
    order = [axes.index(axis) for axis in wanted if axis in axes]
    shape = iter(value.transpose(order).shape)
    result: Array = value.transpose(order).reshape(
        [next(shape) if axis in axes else 1 for axis in wanted]
    )
    return result


def _spread(
    value: Array, axes: tuple[Axis, ...], wanted: tuple[Axis, ...], binding: Binding
) -> Array:
    """Broadcast a value to exactly these axes."""
    return np.broadcast_to(_placed(value, axes, wanted), binding.flat(wanted))
