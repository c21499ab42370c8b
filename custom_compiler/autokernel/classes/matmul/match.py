"""Matching of matrix products: the roles of matrices and axes."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

from custom_compiler.autokernel.describe.tree import (
    Binary,
    Cast,
    Input,
    Load,
    Reduce,
    Stage,
    accumulator,
    nodes_of,
)

if TYPE_CHECKING:
    from custom_compiler.autokernel.describe.tree import Axis, Node, Operator

_TYPES = ("float16", "bfloat16", "float32")


@dataclass(frozen=True)
class Factor:
    """One of the two matrices, or a batch of them.

    Attributes:
        source: The input that it is.
        transposed: Whether k comes last in the right matrix, or first in the left one.
        batched: Whether it has the axes of the batch; else there is one for all.
    """

    source: Input
    transposed: bool
    batched: bool


@dataclass(frozen=True)
class MatmulMatch:
    """`output[batch, m, n] = body(sum over k of left[batch, m, k] * right[batch, k, n])`.

    Axes of one role are adjacent everywhere, so they are as good as one axis.

    Attributes:
        operator: The whole operator.
        product: The sum; a leaf of `output.body`.
        output: The stage that computes the operator's output.
        row: Inputs that the body reads along n alone.
        column: Inputs that the body reads along m alone.
        whole: Inputs that the body reads where the output is written.
    """

    operator: Operator
    batch: tuple[Axis, ...]
    m: tuple[Axis, ...]
    n: tuple[Axis, ...]
    k: Axis
    left: Factor
    right: Factor
    product: Reduce
    output: Stage
    row: tuple[Input, ...]
    column: tuple[Input, ...]
    whole: tuple[Input, ...]

    @property
    def is_pure(self) -> bool:
        """Return whether the output is the sum, perhaps as another type."""
        return _without_cast(self.output.body) == self.product

    @property
    def bias(self) -> Input | None:
        """Input that the cube adds along n, if there is no other operation."""
        body = _without_cast(self.output.body)
        if not isinstance(body, Binary) or body.operation != "add" or len(self.row) != 1:
            return None
        (bias,) = self.row
        sides = _without_cast(body.left), _without_cast(body.right)
        loads = [side for side in sides if isinstance(side, Load) and side.source == bias]
        if self.product not in sides or not loads:
            return None
        adds = bias.dtype == "float32" or bias.dtype == self.left.source.dtype == "float16"
        return bias if adds else None

    @property
    def is_on_cube(self) -> bool:
        """Return whether cubes make the output without vector cores."""
        return self.is_pure or self.bias is not None


def match(operator: Operator) -> MatmulMatch | None:
    """Return the parts of a matrix product, or None for other operators."""
    if len(operator.stages) != 1:
        return None
    output = operator.outputs[0]
    sums = [node for node in nodes_of(output.body) if isinstance(node, Reduce)]
    if len(sums) != 1 or sums[0].operation != "sum" or len(sums[0].axes) != 1:
        return None
    product = sums[0]
    loads = _factors(product)
    if loads is None or product.dtype not in _TYPES:
        return None
    for first, second in (loads, loads[::-1]):  # what comes first in the output is the left one
        matched = _roles(operator, product, first, second)
        if matched is not None:
            return matched
    return None


def _factors(product: Reduce) -> tuple[_Read, _Read] | None:
    body = product.body
    if not isinstance(body, Binary) or body.operation != "multiply":
        return None
    left, right = _read(_without_cast(body.left)), _read(_without_cast(body.right))
    if left is None or right is None or left.source.dtype != right.source.dtype:
        return None
    if body.dtype not in {left.source.dtype, accumulator(left.source.dtype)}:
        return None
    return left, right


def _without_cast(node: Node) -> Node:
    return node.operand if isinstance(node, Cast) else node


class _Read(NamedTuple):
    """An input that is read at its axes, element by element."""

    source: Input
    axes: tuple[Axis, ...]


def _read(node: Node) -> _Read | None:
    if not isinstance(node, Load) or not isinstance(node.source, Input) or node.outside:
        return None
    axes = tuple(index.axis for index in node.index if index.axis is not None)
    return _Read(node.source, axes) if len(axes) == len(node.index) else None


def _roles(operator: Operator, product: Reduce, left: _Read, right: _Read) -> MatmulMatch | None:
    """Return the roles of the axes, with as few batch axes as possible."""
    (output,), (k,) = operator.outputs, product.axes
    for length in range(len(output.axes)):
        batch, rest = output.axes[:length], output.axes[length:]
        m = tuple(axis for axis in rest if axis in left.axes)
        n = tuple(axis for axis in rest if axis in right.axes)
        first, second = _factor(left, batch, m, k), _factor(right, batch, n, k)
        others = others_of(output, product, m, n)
        if m + n != rest or first is None or second is None or others is None:
            continue
        # The left matrix has m first, the right one k.
        first = Factor(first.source, not first.transposed, first.batched)
        return MatmulMatch(operator, batch, m, n, k, first, second, product, output, *others)
    return None


def _factor(read: _Read, batch: tuple[Axis, ...], own: tuple[Axis, ...], k: Axis) -> Factor | None:
    """Return a matrix with rows along k, or along `own` if transposed; None for other layouts."""
    for front in (batch, ()):
        for transposed, dims in ((False, (k, *own)), (True, (*own, k))):
            if read.axes == front + dims:
                return Factor(read.source, transposed, bool(front))
    return None


def others_of(
    output: Stage, product: Reduce, m: tuple[Axis, ...], n: tuple[Axis, ...]
) -> tuple[tuple[Input, ...], tuple[Input, ...], tuple[Input, ...]] | None:
    """Return the body's other inputs along n, along m, and elementwise; None for others."""
    inner = set(nodes_of(product))
    inputs: dict[tuple[Axis, ...], dict[Input, None]] = {output.axes: {}, m: {}, n: {}}
    for node in nodes_of(output.body):
        if not isinstance(node, Load) or node in inner:
            continue
        read = _read(node)
        if read is None or not read.axes or read.axes not in inputs:
            return None
        inputs[read.axes][read.source] = None
    whole = () if output.axes in {m, n} else tuple(inputs[output.axes])
    return tuple(inputs[n]), tuple(inputs[m]), whole
