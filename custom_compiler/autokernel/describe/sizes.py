"""Sizes of axes: numbers, names of what calls decide, and what is computed of these."""

from __future__ import annotations

import operator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TypeAlias

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

_COMPUTE: Mapping[str, Callable[[Any, Any], Any]] = {
    "+": operator.add,
    "-": operator.sub,
    "*": operator.mul,
    "//": operator.floordiv,
}


class SymbolicSize:
    """A size that a call decides; arithmetic with it gives others."""

    def __add__(self, other: Size) -> Size:
        return combine("+", self, other)

    def __radd__(self, other: int) -> Size:
        return combine("+", other, self)

    def __sub__(self, other: Size) -> Size:
        return combine("-", self, other)

    def __rsub__(self, other: int) -> Size:
        return combine("-", other, self)

    def __mul__(self, other: Size) -> Size:
        return combine("*", self, other)

    def __rmul__(self, other: int) -> Size:
        return combine("*", other, self)

    def __floordiv__(self, other: Size) -> Size:
        return combine("//", self, other)


Size: TypeAlias = "int | SymbolicSize"


@dataclass(frozen=True)
class Symbol(SymbolicSize):
    """A size by the name that the description gives it."""

    name: str

    def __str__(self) -> str:
        return self.name


@dataclass(frozen=True)
class Computed(SymbolicSize):
    """Result of `+`, `-`, `*` or `//` (floor) on two sizes."""

    operation: str
    left: Size
    right: Size

    def __str__(self) -> str:
        return f"({self.left} {self.operation} {self.right})"


def combine(operation: str, left: Size, right: Size) -> Size:
    """Apply an operation of `+ - * //` to sizes, and compute the result if both are known.

    Consecutive additions of numbers are merged, so that equal sizes compare equal: an axis that is
    padded by one position at both ends and read through windows of three has its size again.
    """
    if isinstance(left, int) and isinstance(right, int):
        return int(_COMPUTE[operation](left, right))
    if (operation == "*" and 0 in {left, right}) or (operation == "-" and left == right):
        return 0
    if isinstance(right, int) and operation in "+-" and isinstance(left, SymbolicSize):
        base, before = _apart(left)
        return _moved(base, before + (right if operation == "+" else -right))
    if right == {"+": 0, "-": 0, "*": 1, "//": 1}[operation]:
        return left
    if (operation, left) in {("+", 0), ("*", 1)}:
        return right
    return Computed(operation, left, right)


def _apart(size: SymbolicSize) -> tuple[SymbolicSize, int]:
    """Split a size into its symbolic part and the number that is added."""
    if isinstance(size, Computed) and size.operation in "+-" and isinstance(size.right, int):
        assert isinstance(size.left, SymbolicSize)  # noqa: S101 - else it would be a number
        return size.left, size.right if size.operation == "+" else -size.right
    return size, 0


def _moved(base: SymbolicSize, by: int) -> Size:
    if not by:
        return base
    return Computed("+", base, by) if by > 0 else Computed("-", base, -by)


def evaluate(size: Size, symbols: Mapping[str, Any]) -> Any:
    """Return the value of a size for these values of the symbols.

    Values can be of any type with the arithmetic of numbers: ints, or numbers of a kernel or host
    function that `asc` traces.

    Raises:
        KeyError: A symbol has no value.
    """
    if isinstance(size, Symbol):
        return symbols[size.name]
    if isinstance(size, Computed):
        left, right = evaluate(size.left, symbols), evaluate(size.right, symbols)
        return _COMPUTE[size.operation](left, right)
    return size


def symbols_of(size: Size) -> tuple[str, ...]:
    """Return the names in a size, each once, from left to right."""
    if isinstance(size, Symbol):
        return (size.name,)
    if isinstance(size, Computed):
        return tuple(dict.fromkeys(symbols_of(size.left) + symbols_of(size.right)))
    return ()
