"""Extremes and their places in terms that vectors can accumulate."""

from __future__ import annotations

from custom_compiler.autokernel.describe.rules import FLOATS
from custom_compiler.autokernel.describe.tree import (
    Binary,
    Cast,
    Constant,
    Node,
    Position,
    Reduce,
    Select,
    Stage,
    Unary,
    nodes_of,
)

_PASSING_UNARY = {
    "negate", "absolute", "exp", "expm1", "log", "log1p", "sqrt", "rsqrt", "reciprocal",
    "sin", "cos", "tanh", "erf",
}  # fmt: skip
_PASSING_BINARY = {"add", "subtract", "multiply", "divide"}


def first_place(node: Reduce) -> Reduce:
    """Return `arg_max` or `arg_min` as the lowest place at which the extreme is."""
    axis = node.axes[0]
    best = Reduce(node.operation.removeprefix("arg_"), node.axes, node.body)
    is_best: Node = Binary("equal", node.body, best)
    if node.body.dtype in FLOATS:
        is_best = Select(Unary("is_nan", best), Unary("is_nan", node.body), is_best)
    nowhere = Constant(2**31 - 1, "int32")
    return Reduce("min", node.axes, Select(is_best, Position(axis), nowhere))


def shows_nan(stage: Stage, extreme: Reduce) -> bool:
    """Return whether a stage is NaN for a row with NaN even if its extreme were not.

    So it is in softmax, where NaN passes through the exponential into the sum.
    """
    there: set[Node] = {extreme.body}  # NaN at the places where the body is
    everywhere: set[Node] = set()  # NaN in the whole row then
    for node in nodes_of(stage.body):
        below: tuple[Node, ...] = ()
        if isinstance(node, Unary) and node.operation in _PASSING_UNARY:
            below = (node.operand,)
        elif isinstance(node, Binary) and node.operation in _PASSING_BINARY:
            below = (node.left, node.right)
        elif isinstance(node, Cast) and node.dtype in FLOATS:
            below = (node.operand,)
        elif isinstance(node, Reduce) and node.operation in {"sum", "product"}:
            if node.body in there and set(node.axes) == set(extreme.axes):
                everywhere.add(node)
            below = (node.body,)
        if not everywhere.isdisjoint(below):
            everywhere.add(node)
        if not there.isdisjoint(below) and not isinstance(node, Reduce):
            there.add(node)
    return stage.body in everywhere
