"""Constants of the compilation of a kernel."""

from __future__ import annotations

import builtins
import operator
from typing import TYPE_CHECKING, Generic, TypeVar

if TYPE_CHECKING:
    from collections.abc import Iterator

T = TypeVar("T")


class ConstExpr(Generic[T]):
    """A value that is known when a kernel is compiled.

    As the annotation of a parameter (`asc.ConstExpr`, `asc.ConstExpr[int]`) it makes a kernel of
    its own for each value; `N = asc.ConstExpr(16)` in a module is such a value for its kernels.
    """

    def __init__(self, value: T) -> None:
        self.value: T = value.value if isinstance(value, ConstExpr) else value

    def __eq__(self, other: object) -> bool:
        return self.value == (other.value if isinstance(other, ConstExpr) else other)

    def __hash__(self) -> int:
        return hash(self.value)

    def __bool__(self) -> bool:
        return bool(self.value)

    def __repr__(self) -> str:
        return f"ConstExpr({self.value!r})"

    def __index__(self) -> int:
        return operator.index(self.value)  # type: ignore[arg-type]


def static_assert(test: object, message: str | None = None) -> None:
    """Stop the compilation of a kernel if a condition is false.

    Raises:
        AssertionError: the condition is false; with the message.
        ValueError: the condition is false, and there is no message.
    """
    if test:
        return
    if message is None:
        text = "static_assert: the condition does not hold"
        raise ValueError(text)
    raise AssertionError(message)


class range:  # noqa: A001, N801 - the name that kernels use
    """The numbers that a loop at run time goes through: `asc.range(stop)`, as Python's range."""

    def __init__(self, *bounds: object) -> None:
        self.bounds = _bounds("asc.range", bounds)


class static_range:  # noqa: N801 - the name that kernels use
    """The numbers that a loop goes through which is unrolled: its bounds are known."""

    def __init__(self, *bounds: object) -> None:
        self.bounds = _bounds("asc.static_range", bounds)

    def __iter__(self) -> Iterator[int]:
        """Yield a range outside of kernels, for functions that are called there, too."""
        return iter(builtins.range(*map(operator.index, self.bounds)))  # type: ignore[arg-type]


def _bounds(name: str, bounds: tuple[object, ...]) -> tuple[object, object, object]:
    """Start, stop and step."""
    if len(bounds) == 1:
        return 0, bounds[0], 1
    if len(bounds) == 2:  # noqa: PLR2004 - start and stop
        return bounds[0], bounds[1], 1
    if len(bounds) == 3:  # noqa: PLR2004 - and step
        return bounds[0], bounds[1], bounds[2]
    message = f"{name} takes 1 to 3 arguments, got {len(bounds)}"
    raise TypeError(message)
