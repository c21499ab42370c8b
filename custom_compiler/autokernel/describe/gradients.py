"""Gradients: from an operator the one that gives a loss's slopes along one of its inputs.

From the output back to the input each node hands on what it gets, by the chain rule. What a node
gets is a value at each place of its axes, like the node itself; operands that lack one of these
axes get the sum along it.
"""

from __future__ import annotations

from math import pi, sqrt
from typing import TYPE_CHECKING, Any, NoReturn

from custom_compiler.autokernel.describe.check import check
from custom_compiler.autokernel.describe.language import cos, exp, extent, log, reduce, sin, where
from custom_compiler.autokernel.describe.rules import FLOATS
from custom_compiler.autokernel.describe.tensor import (
    Tensor,
    binary,
    cast,
    number,
    tensor_of,
    unary,
)
from custom_compiler.autokernel.describe.trace import followed
from custom_compiler.autokernel.describe.tree import (
    Binary,
    Cast,
    Input,
    Load,
    Operator,
    Reduce,
    Select,
    Stage,
    Unary,
    nodes_of,
    operands,
)
from custom_compiler.errors import MisuseError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    from custom_compiler.autokernel.describe.tree import Axis, Node

    Parts = Iterator[tuple[Node, Tensor]]


def gradient(operator: Operator, output: str, wrt: str) -> Operator:
    """Return the operator that computes the gradient with respect to input `wrt`.

    Its inputs are those of the operator and `<output>_gradient`, the derivative of the loss by each
    element of that output. Its output is `<wrt>_gradient`, shaped like the input. Where several
    elements are the maximum or minimum of a reduction, they share the gradient equally; at a tie of
    `maximum` or `minimum` the second operand receives it, so that the gradient of relu at 0 is 0.

    Raises:
        MisuseError: There is no such output or input, it is not of floats, or the operator uses it
            in a form without gradient: reads at other positions, products of all elements,
            remainders by it.
    """
    stage = _named(operator, output, operator.outputs)
    source = _named(operator, wrt, operator.inputs)
    for value in (stage, source):
        if value.dtype not in FLOATS:
            raise MisuseError(
                f"{operator.name}: {value.name!r} is {value.dtype}, which has no gradient",
                f"slopes are those of {', '.join(FLOATS)}",
            )
    upstream = Input(f"{output}_gradient", stage.dtype, stage.axes)
    with followed():
        result = _backward(operator, stage, source, tensor_of(upstream))
        derivative = Stage(f"{wrt}_gradient", source.axes, result.node)
    name = f"{operator.name}_{wrt}_gradient"
    derived = Operator(name, (*operator.inputs, upstream), (derivative,), operator.attributes)
    check(derived)
    return derived


def _named(operator: Operator, name: str, among: tuple[Input, ...] | tuple[Stage, ...]) -> Any:
    for candidate in among:
        if candidate.name == name:
            return candidate
    names = ", ".join(candidate.name for candidate in among)
    raise MisuseError(f"{operator.name} has no {name!r}", f"it has {names}")


def _backward(operator: Operator, stage: Stage, source: Input, seed: Tensor) -> Tensor:
    """Return the gradient that arrives at the input."""
    order = list(
        dict.fromkeys(node for each_stage in operator.stages for node in nodes_of(each_stage.body))
    )
    active = _active(order, source)
    arrived: dict[Node, Tensor] = {stage.body: _along(seed, stage.axes, stage.body.free)}
    for node in reversed(order):
        if node not in active or node not in arrived:
            continue
        got = arrived[node]
        if isinstance(node, Load) and node.source == source:
            _check_own_places(operator, node)
            return got
        axes = node.free + (node.axes if isinstance(node, Reduce) else ())
        for operand, part in _parts(operator, node, got):
            if operand in active:
                summed = _along(part, axes, operand.free)
                before = arrived.get(operand)
                arrived[operand] = summed if before is None else before + summed
    return number(0, source.dtype)


def _active(order: list[Node], source: Input) -> set[Node]:
    """Return the nodes through which the output depends differentiably on the input."""
    active: set[Node] = set()
    for node in order:
        if isinstance(node, Load):
            below = isinstance(node.source, Stage) and node.source.body in active
            follows = node.source == source or below
        else:
            follows = any(operand in active for operand in operands(node))
        if follows and node.dtype in FLOATS:
            active.add(node)
    return active


def _along(part: Tensor, axes: tuple[Axis, ...], wanted: tuple[Axis, ...]) -> Tensor:
    """Sum or repeat a gradient along `axes`, so that it has the wanted ones."""
    extra = [axis for axis in dict.fromkeys(axes) if axis not in wanted]
    places = part.node.free
    summed = " ".join(axis.name for axis in extra if axis in places)
    repeated = tuple(axis for axis in extra if axis not in places)
    tensor = Tensor(places, part.node)
    if summed:
        tensor = reduce("sum", tensor, summed)
    if repeated:
        names = " ".join(axis.name for axis in repeated)
        tensor = tensor * extent(Tensor(repeated, part.node), names, part.dtype)
    return tensor


def _parts(operator: Operator, node: Node, got: Tensor) -> Parts:
    """Yield the gradients of a node's operands, along all axes of the node."""
    if isinstance(node, Load):
        _check_own_places(operator, node)
        if isinstance(node.source, Stage):
            yield node.source.body, got
    elif isinstance(node, Cast):
        if node.operand.dtype in FLOATS:
            yield node.operand, cast(got, node.operand.dtype)
    elif isinstance(node, Select):
        condition, nothing = _value(node.condition), number(0, got.dtype)
        yield node.chosen, where(condition, got, nothing)
        yield node.other, where(condition, nothing, got)
    elif isinstance(node, Unary):
        slope = _SLOPES.get(node.operation)
        if slope is not None:
            yield node.operand, slope(got, _value(node.operand), _value(node))
    elif isinstance(node, Binary):
        yield from _binary_parts(operator, node, got)
    elif isinstance(node, Reduce):
        yield node.body, _reduce_part(operator, node, got)


def _binary_parts(operator: Operator, node: Binary, got: Tensor) -> Parts:
    left, right = _value(node.left), _value(node.right)
    if node.operation == "add":
        yield node.left, got
        yield node.right, got
    elif node.operation == "subtract":
        yield node.left, got
        yield node.right, -got
    elif node.operation == "multiply":
        yield node.left, got * right
        yield node.right, got * left
    elif node.operation == "divide":
        yield node.left, got / right
        yield node.right, -(got * _value(node) / right)
    elif node.operation in {"maximum", "minimum"}:
        first = left > right if node.operation == "maximum" else left < right
        nothing = number(0, got.dtype)
        yield node.left, where(first, got, nothing)
        yield node.right, where(first, nothing, got)
    elif node.operation == "power":
        yield node.left, got * right * binary("power", left, right - 1)
        yield node.right, got * _value(node) * log(left)
    else:
        _reject(operator, node.operation)


def _reduce_part(operator: Operator, node: Reduce, got: Tensor) -> Tensor:
    if node.operation == "sum":
        return got
    if node.operation not in {"max", "min"}:
        _reject(operator, f"{node.operation} over {' '.join(axis.name for axis in node.axes)}")
    body = _value(node.body)
    is_extreme = where(body == _value(node), number(1, got.dtype), number(0, got.dtype))
    count = reduce("sum", is_extreme, " ".join(axis.name for axis in node.axes))
    return got / count * is_extreme


def _value(node: Node) -> Tensor:
    return Tensor(node.free, node)


def _check_own_places(operator: Operator, load: Load) -> None:
    own = zip(load.index, load.source.axes, strict=True)
    if not all(index.axis == axis for index, axis in own):
        _reject(operator, f"{load.source.name!r} read at places other than its own")


def _reject(operator: Operator, what: str) -> NoReturn:
    raise MisuseError(
        f"{operator.name} has no gradient: {what}", "write the backward operator by hand"
    )


# By operation: what the operand gets, of what the node got, the operand and the node's own value.
# Operations that are constant almost everywhere pass on no gradient.
_SLOPES: Mapping[str, Callable[[Tensor, Tensor, Tensor], Tensor]] = {
    "negate": lambda got, _, __: -got,
    "absolute": lambda got, x, _: got * unary("sign", x),
    "exp": lambda got, _, value: got * value,
    "expm1": lambda got, _, value: got * (value + 1),
    "log": lambda got, x, _: got / x,
    "log1p": lambda got, x, _: got / (x + 1),
    "sqrt": lambda got, _, value: got / (2 * value),
    "rsqrt": lambda got, _, value: got * (-0.5 * value * value * value),
    "reciprocal": lambda got, _, value: -(got * value * value),
    "sin": lambda got, x, _: got * cos(x),
    "cos": lambda got, x, _: -(got * sin(x)),
    "tanh": lambda got, _, value: got * (1 - value * value),
    "erf": lambda got, x, _: got * (2 / sqrt(pi) * exp(-(x * x))),
}
