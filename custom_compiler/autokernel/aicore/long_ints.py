"""Trees without int64, which vector units do not compute: int32 where that is enough, or words.

Positions, counts and numbers computed from them are int32 where no value can be larger. Tensors of
int64 are two words, which selections and comparisons for equality take.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

from custom_compiler.autokernel.aicore.scalars import refused
from custom_compiler.autokernel.describe.replace import replace
from custom_compiler.autokernel.describe.tree import (
    Axis,
    Binary,
    Cast,
    Constant,
    Extent,
    Index,
    Input,
    Load,
    Position,
    Reduce,
    Select,
    Unary,
    nodes_of,
    operands,
)

if TYPE_CHECKING:
    from custom_compiler.autokernel.describe.tree import Node

_LEAST, _MOST = -(2**31), 2**31 - 1
_WORDS = Axis("word", 2)
_RANGES = {
    "bool": (0, 1), "int8": (-128, 127), "uint8": (0, 255), "int16": (-(2**15), 2**15 - 1),
    "int32": (_LEAST, _MOST),
}  # fmt: skip


class _Short(NamedTuple):
    """A value as int32, with its lowest and highest number."""

    node: Node
    low: int
    high: int


@dataclass(frozen=True)
class _Long:
    """A value as two words of int32, the lower one first."""

    low: Node
    high: Node


def without_long_ints(root: Node) -> Node:
    """Return an equal tree that computes int32 instead of int64, except for its result.

    Raises:
        MisuseError: The tree computes with an int64 that may exceed int32.
    """
    values: dict[Node, _Short | _Long] = {}
    new: dict[Node, Node] = {}
    for node in nodes_of(root):
        if node.dtype == "int64":
            values[node] = _without(node, values, new)
        elif isinstance(node, Binary) and node.left.dtype == "int64":
            new[node] = _compared(node, values)
        elif isinstance(node, Cast) and node.operand.dtype == "int64":
            new[node] = _cast(node, values[node.operand])
        else:
            new[node] = replace(node, {each: new[each] for each in operands(node) if each in new})
    if root.dtype != "int64":
        return new[root]
    value = values[root]
    return Cast(value.node, "int64") if isinstance(value, _Short) else root


def _without(  # noqa: PLR0911 - one answer per kind
    node: Node, values: dict[Node, _Short | _Long], new: dict[Node, Node]
) -> _Short | _Long:
    if isinstance(node, Constant):
        return _constant(int(node.value))
    if isinstance(node, Position):
        last = (node.axis.size if isinstance(node.axis.size, int) else _MOST) - 1
        return _Short(Position(node.axis), 0, max(last, 0))
    if isinstance(node, Extent):
        return _Short(Extent(node.size, "int32"), 0, _MOST)
    if isinstance(node, Load) and isinstance(node.source, Input) and node.outside is None:
        source = node.source
        words = Input(source.name, "int32", (*source.axes, _WORDS))
        low, high = (Load(words, (*node.index, Index((), word))) for word in range(2))
        return _Long(low, high)
    if isinstance(node, Cast) and node.operand.dtype in _RANGES:
        return _Short(Cast(new[node.operand], "int32"), *_RANGES[node.operand.dtype])
    if isinstance(node, Select):
        return _select(new[node.condition], values[node.chosen], values[node.other])
    return _arithmetic(node, values)


def _constant(value: int) -> _Short | _Long:
    if _LEAST <= value <= _MOST:
        return _Short(Constant(value, "int32"), value, value)
    low = (value & (2**32 - 1)) - (2**32 if value & 2**31 else 0)
    return _Long(Constant(low, "int32"), Constant(value >> 32, "int32"))


def _select(condition: Node, chosen: _Short | _Long, other: _Short | _Long) -> _Short | _Long:
    if isinstance(chosen, _Short) and isinstance(other, _Short):
        low, high = min(chosen.low, other.low), max(chosen.high, other.high)
        return _Short(Select(condition, chosen.node, other.node), low, high)
    chosen_words, other_words = _words(chosen), _words(other)
    return _Long(
        Select(condition, chosen_words.low, other_words.low),
        Select(condition, chosen_words.high, other_words.high),
    )


def _words(value: _Short | _Long) -> _Long:
    if isinstance(value, _Long):
        return value
    if isinstance(value.node, Constant):
        return _Long(value.node, Constant(-1 if value.low < 0 else 0, "int32"))
    zero, ones = Constant(0, "int32"), Constant(-1, "int32")
    if value.low >= 0:
        return _Long(value.node, zero)
    return _Long(value.node, Select(Binary("less", value.node, zero), ones, zero))


def _arithmetic(node: Node, values: dict[Node, _Short | _Long]) -> _Short:
    operand_values = [values[below] for below in operands(node) if below in values]
    short = [each for each in operand_values if isinstance(each, _Short)]
    extremes: tuple[int, ...] = ()
    changed: Node | None = None
    if len(short) == len(operand_values) and isinstance(node, Binary):
        left, right = short
        changed = Binary(node.operation, left.node, right.node)
        if node.operation in {"add", "subtract", "multiply", "maximum", "minimum"}:
            extremes = tuple(_value(node.operation, a, b) for a in left[1:] for b in right[1:])
    elif (
        len(short) == len(operand_values) == 1
        and isinstance(node, Unary)
        and node.operation == "negate"
    ):
        changed, extremes = Unary("negate", short[0].node), (-short[0].low, -short[0].high)
    elif len(short) == len(operand_values) == 1 and isinstance(node, Reduce):
        changed = Reduce(node.operation, node.axes, short[0].node)
        extremes = _reduced(node, short[0])
    if changed is None or not extremes or min(extremes) < _LEAST or max(extremes) > _MOST:
        what = getattr(node, "operation", type(node).__name__.lower())
        raise refused(f"{what} of int64")
    return _Short(changed, min(extremes), max(extremes))


def _value(operation: str, a: int, b: int) -> int:
    return {
        "add": a + b,
        "subtract": a - b,
        "multiply": a * b,
        "maximum": max(a, b),
        "minimum": min(a, b),
    }[operation]


def _reduced(node: Reduce, body: _Short) -> tuple[int, ...]:
    """Return the extremes of a reduction, or nothing where they are unknown."""
    if node.operation in {"max", "min"}:
        return body.low, body.high
    count = 1
    for axis in node.axes:
        if not isinstance(axis.size, int):
            return ()
        count *= axis.size
    return (0, count * body.low, count * body.high) if node.operation == "sum" else ()


def _compared(node: Binary, values: dict[Node, _Short | _Long]) -> Node:
    left, right = values[node.left], values[node.right]
    if isinstance(left, _Short) and isinstance(right, _Short):
        return Binary(node.operation, left.node, right.node)
    if node.operation not in {"equal", "not_equal"}:
        raise refused(f"{node.operation} of int64")
    left_words, right_words = _words(left), _words(right)
    halves = (
        Binary(node.operation, left_words.low, right_words.low),
        Binary(node.operation, left_words.high, right_words.high),
    )
    return Binary("and" if node.operation == "equal" else "or", *halves)


def _cast(node: Cast, value: _Short | _Long) -> Node:
    if isinstance(value, _Long):
        raise refused(f"a cast from int64 to {node.dtype}")
    return value.node if node.dtype == "int32" else Cast(value.node, node.dtype)
