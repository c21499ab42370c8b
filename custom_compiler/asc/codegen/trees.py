"""Values with parts: what tuples and lists of a kernel carry through loops and calls."""

from __future__ import annotations

from enum import Enum
from typing import TYPE_CHECKING, TypeGuard

from custom_compiler.asc.language.values import RuntimeValue, is_number

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator


def leaves(value: object) -> Iterator[object]:
    """Yield the parts of a value: itself, or those of the items of a tuple or list."""
    if isinstance(value, (tuple, list)):
        for item in value:
            yield from leaves(item)
    else:
        yield value


def mapped(value: object, action: Callable[[object], object]) -> object:
    """Return the value with `action` applied to each part, in the order of `leaves`."""
    if isinstance(value, (tuple, list)):
        items = [mapped(item, action) for item in value]
        make: Callable[[list[object]], object] = getattr(value, "_make", type(value))
        return make(items)
    return action(value)


def is_plain_number(value: object) -> TypeGuard[int | float]:
    """Return whether it is a number of Python, and no member of an enumeration."""
    return is_number(value) and not isinstance(value, Enum)


def is_runtime(value: object) -> bool:
    """Return whether it, or a part of it, exists at run time only."""
    return any(isinstance(leaf, RuntimeValue) for leaf in leaves(value))


def same_constant(left: object, right: object) -> bool:
    """Return whether two values that are known when compiling are the same."""
    if left is right:
        return True
    if is_runtime(left) or is_runtime(right) or type(left) is not type(right):
        return False
    return bool(left == right)
