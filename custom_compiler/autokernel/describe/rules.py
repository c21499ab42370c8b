"""Rules for nodes: one per kind, for descriptions, importers and trees made by hand."""

from __future__ import annotations

from functools import singledispatch
from typing import TYPE_CHECKING, NamedTuple

from custom_compiler.autokernel.describe.tree import (
    BINARY,
    COMPARISONS,
    DTYPES,
    REDUCTIONS,
    UNARY,
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
)

if TYPE_CHECKING:
    from custom_compiler.autokernel.describe.tree import Node

FLOATS = ("float16", "bfloat16", "float32", "float64")
INTEGERS = {
    name: (-(2 ** (bits - 1)), 2 ** (bits - 1) - 1)
    for name, bits in (("int8", 8), ("int16", 16), ("int32", 32), ("int64", 64))
} | {"uint8": (0, 255)}

_OF_INTEGERS = {"negate", "absolute", "sign"}  # unary operations; all others are of floats


class Fault(NamedTuple):
    """Why a node cannot be, and what to do."""

    message: str
    hint: str = ""


@singledispatch
def fault(node: Node) -> Fault | None:
    """Return the error of a node whose operands are valid, or None."""
    return Fault(f"{type(node).__name__} is no node of a tree")


@fault.register
def _(node: Constant) -> Fault | None:
    if node.dtype not in DTYPES:
        return _unknown(node.dtype)
    if node.dtype == "bool" or isinstance(node.value, bool):
        fits = isinstance(node.value, bool) and node.dtype == "bool"
    elif node.dtype in INTEGERS:
        low, high = INTEGERS[node.dtype]
        fits = isinstance(node.value, int) and low <= node.value <= high
    else:
        fits = True
    return None if fits else Fault(f"{node.value} is no {node.dtype}", "cast the other operand")


@fault.register
def _(node: Attribute) -> Fault | None:
    if node.dtype in {"bool", "int64", "float32"}:
        return None
    return Fault(f"attribute {node.name!r} cannot be {node.dtype}", "use bool, int64 or float32")


@fault.register(Position)
@fault.register(Extent)
def _(node: Position | Extent) -> Fault | None:
    return _unknown(node.dtype) if node.dtype not in (*FLOATS, *INTEGERS) else None


@fault.register
def _(node: Load) -> Fault | None:
    name, places = node.source.name, len(node.index)
    if places != len(node.source.axes):
        return Fault(f"{name!r} has {len(node.source.axes)} axes and is read at {places} indices")
    if node.outside is not None and node.outside.dtype != node.dtype:
        return _unequal(f"padding of {name!r}", node.dtype, node.outside.dtype)
    return None


@fault.register
def _(node: Unary) -> Fault | None:
    name, dtype = node.operation, node.operand.dtype
    if name not in UNARY:
        return Fault(f"there is no operation {name!r}", f"there are {', '.join(UNARY)}")
    if name == "not":
        return None if dtype == "bool" else _wrong(name, dtype, "bool")
    if dtype in FLOATS or (dtype in INTEGERS and name in _OF_INTEGERS):
        return None
    return _wrong(name, dtype, "float32")


@fault.register
def _(node: Binary) -> Fault | None:
    name, dtype = node.operation, node.left.dtype
    if name not in BINARY + COMPARISONS:
        return Fault(f"there is no operation {name!r}", f"there are {', '.join(BINARY)}")
    if dtype != node.right.dtype:
        return _unequal(name, dtype, node.right.dtype)
    if name in {"and", "or"}:
        return None if dtype == "bool" else _wrong(name, dtype, "bool")
    if dtype == "bool":
        return None if name in {"equal", "not_equal"} else _wrong(name, dtype, "int32")
    if name in {"divide", "power"} and dtype not in FLOATS:
        return _wrong(name, dtype, "float32")
    return None


@fault.register
def _(node: Select) -> Fault | None:
    if node.condition.dtype != "bool":
        return Fault(f"a condition is bool, not {node.condition.dtype}", "compare it: x != 0")
    if node.chosen.dtype != node.other.dtype:
        return _unequal("where", node.chosen.dtype, node.other.dtype)
    return None


@fault.register
def _(node: Cast) -> Fault | None:
    return _unknown(node.dtype) if node.dtype not in DTYPES else None


@fault.register
def _(node: Reduce) -> Fault | None:
    name = node.operation
    if name not in REDUCTIONS:
        return Fault(f"there is no reduction {name!r}", f"there are {', '.join(REDUCTIONS)}")
    if not node.axes:
        return Fault(f"{name} over no axis", "name the axes to reduce")
    twice = [axis.name for axis in node.axes if node.axes.count(axis) > 1]
    if twice:
        return Fault(f"{name} binds axis {twice[0]!r} twice", "name each axis once")
    if node.body.dtype == "bool":
        return _wrong(name, "bool", "int32")
    if name.startswith("arg_") and len(node.axes) > 1:
        return Fault(f"{name} over {len(node.axes)} axes", "name one, or merge them: ak.merge")
    return None


def _unknown(dtype: str) -> Fault:
    return Fault(f"element type {dtype!r} is not supported", f"use one of {', '.join(DTYPES)}")


def _unequal(what: str, left: str, right: str) -> Fault:
    wide = max(left, right, key=DTYPES.index)
    return Fault(f"{what} of {left} and {right}", f'cast one of them: ak.cast(x, "{wide}")')


def _wrong(what: str, dtype: str, instead: str) -> Fault:
    return Fault(f"{what} is not for {dtype}", f'cast it: ak.cast(x, "{instead}")')
