"""Numbers that are the same at all positions: constants, attributes of a call, sizes."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TypeAlias

from custom_compiler.autokernel.describe import tree
from custom_compiler.autokernel.describe.sizes import evaluate
from custom_compiler.errors import MisuseError

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from custom_compiler.autokernel.describe.sizes import Size

_FLOATS = {"float16", "bfloat16", "float32"}
Scalar: TypeAlias = "tree.Node | float | int"
"""A number that is the same for all positions: a constant, or a tree of attributes."""


def refused(what: str) -> MisuseError:
    """Return the error for an operation that AI cores cannot compute."""
    return MisuseError(
        f"AI cores: {what} cannot be generated",
        "write it in float32 or int32 with other operations, or build it for the host",
    )


def negated(number: Scalar) -> Scalar:
    """Return a scalar with the opposite sign."""
    if isinstance(number, tree.Constant):
        return tree.Constant(-number.value, number.dtype)
    if isinstance(number, (int, float)):
        return -number
    return tree.Unary("negate", number)


@dataclass(frozen=True)
class Scalars:
    """Values of attributes and sizes in a kernel: Python numbers, or values at run time.

    Attributes:
        attributes: By name.
        sizes: By the size in the tree.
    """

    attributes: Mapping[str, object]
    sizes: Mapping[Size, object]


def scalar_value(number: Scalar, scalars: Scalars) -> Any:
    """Return a scalar while a kernel is traced: a Python number or a value at run time.

    Raises:
        MisuseError: The scalar needs more than arithmetic.
    """
    if isinstance(number, (int, float)):
        return number
    if isinstance(number, tree.Constant):
        return _plain(number)
    if isinstance(number, tree.Attribute):
        return scalars.attributes[number.name]
    if isinstance(number, tree.Extent):
        return _size(number, scalars)
    return _computed(number, [scalar_value(each, scalars) for each in tree.operands(number)])


def _computed(number: tree.Node, operands: list[Any]) -> Any:
    if isinstance(number, tree.Cast) and number.dtype in _FLOATS:
        return _as_float(operands[0])
    if isinstance(number, tree.Unary) and number.operation == "negate":
        return -operands[0]
    if isinstance(number, tree.Binary) and number.operation in _SCALAR_ARITHMETIC:
        return _SCALAR_ARITHMETIC[number.operation](*operands)
    if all(isinstance(operand, (int, float)) for operand in operands) and isinstance(
        number, tree.Unary
    ):
        return _SCALAR_FUNCTIONS[number.operation](operands[0])
    what = getattr(number, "operation", type(number).__name__.lower())
    raise refused(f"{what} of attributes")


def _size(extent: tree.Extent, scalars: Scalars) -> Any:
    try:
        value = evaluate(extent.size, scalars.sizes)
    except KeyError:
        if extent.size not in scalars.sizes:
            raise refused(f"the size {extent.size} as a number") from None
        value = scalars.sizes[extent.size]
    return _as_float(value) if extent.dtype in _FLOATS else value


def _plain(constant: tree.Constant) -> float | int:
    if constant.dtype in _FLOATS:
        return float(constant.value)
    return int(constant.value)


def _as_float(value: Any) -> Any:
    if isinstance(value, (int, float)):
        return float(value)
    from custom_compiler.asc.language.dtypes import KnownTypes

    return value.cast(KnownTypes.float32)


_SCALAR_ARITHMETIC: Mapping[str, Callable[..., object]] = {
    "add": lambda a, b: a + b,
    "subtract": lambda a, b: a - b,
    "multiply": lambda a, b: a * b,
    "divide": lambda a, b: a / b,
}
_SCALAR_FUNCTIONS: Mapping[str, Callable[..., object]] = {
    "sqrt": math.sqrt,
    "exp": math.exp,
    "log": math.log,
    "reciprocal": lambda a: 1 / a,
    "absolute": abs,
}
