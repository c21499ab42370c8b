"""Calls of core operations, and which function makes which of them a value."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TypeAlias

from custom_compiler.autokernel.importers.aten.values import AtenValue

if TYPE_CHECKING:
    from collections.abc import Callable


@dataclass(frozen=True)
class AtenCall:
    """One call in a graph.

    Attributes:
        name: Of the operation, such as `add`.
        arguments: By the names of its schema, defaults included.
        dtype: The element type of its (first) result.
        shape: The shape of that.
    """

    name: str
    arguments: dict[str, Any]
    dtype: str
    shape: tuple[int, ...]

    def __getitem__(self, name: str) -> Any:
        return self.arguments[name]

    def get(self, name: str, default: Any = None) -> Any:
        """Return an argument that not all overloads have."""
        return self.arguments.get(name, default)

    def value(self, name: str = "self") -> AtenValue:
        """Return a tensor argument."""
        argument = self.arguments[name]
        assert isinstance(argument, AtenValue)  # noqa: S101 - as the schema says
        return argument


Result: TypeAlias = "AtenValue | tuple[AtenValue | None, ...]"
HANDLERS: dict[str, Callable[[AtenCall], Result]] = {}


def handles(
    *names: str,
) -> Callable[[Callable[[AtenCall], Result]], Callable[[AtenCall], Result]]:
    """Register the function for all overloads of these operations."""

    def register(function: Callable[[AtenCall], Result]) -> Callable[[AtenCall], Result]:
        HANDLERS.update(dict.fromkeys(names, function))
        return function

    return register
