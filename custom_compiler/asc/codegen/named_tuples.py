"""Named tuples of numbers: one parameter of a function, a parameter of the kernel per number.

Nothing here imports xDSL: launches use it.
"""

from __future__ import annotations

import sys
from functools import cache
from types import ModuleType
from typing import TYPE_CHECKING, Any, TypeGuard

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping


def is_named_tuple(kind: object) -> TypeGuard[type[tuple[Any, ...]]]:
    """Return whether a value is a class of named tuples."""
    return isinstance(kind, type) and issubclass(kind, tuple) and hasattr(kind, "_fields")


def find_class(text: str, names: Mapping[str, object]) -> type[tuple[Any, ...]] | None:
    """Return the class of named tuples that an annotation names, or None.

    Modules are not asked for names that they load when they are asked.
    """
    head, *rest = text.split(".")
    value = names.get(head)
    for word in rest:
        value = vars(value).get(word) if isinstance(value, (ModuleType, type)) else None
    return value if is_named_tuple(value) else None


@cache
def numbers_of(kind: type[tuple[Any, ...]]) -> Mapping[str, object]:
    """Return the annotation of each number of a class, with those of the named tuples in it.

    Raises:
        TypeError: Two numbers have the same name, or an annotation cannot be evaluated.
    """
    numbers: dict[str, object] = {}
    for name, hint in _fields(kind).items():
        for inner, own in (numbers_of(hint) if is_named_tuple(hint) else {name: hint}).items():
            if inner in numbers:
                message = f"named tuple {kind.__name__} has two numbers {inner!r}; rename one"
                raise TypeError(message)
            numbers[inner] = own
    return numbers


@cache
def _fields(kind: type[tuple[Any, ...]]) -> Mapping[str, object]:
    """Return the annotation of each field of a class, or None without one."""
    hints: dict[str, object] = {}
    for base in reversed(kind.__mro__):
        for name, annotation in getattr(base, "__annotations__", {}).items():
            text = getattr(annotation, "__forward_arg__", annotation)
            hints[name] = _evaluated(base, name, text) if isinstance(text, str) else annotation
    return {name: hints.get(name) for name in kind._fields}  # type: ignore[attr-defined]


def _evaluated(kind: type, name: str, text: str) -> object:
    """Return the value of an annotation in the module of its class."""
    try:
        return eval(text, dict(vars(sys.modules[kind.__module__])))  # noqa: S307 - the user's own
    except Exception as error:  # noqa: BLE001 - whatever the text is
        message = f"{kind.__name__}.{name}: annotation {text!r} cannot be evaluated: {error}"
        raise TypeError(f"{message}; name a type that its module has") from None


def flat(value: Iterable[Any]) -> Iterator[Any]:
    """Yield the numbers of a named tuple in the order of `numbers_of`."""
    for item in value:
        if isinstance(item, tuple):
            yield from flat(item)
        else:
            yield item


def built(kind: type[tuple[Any, ...]], values: Iterator[Any]) -> tuple[Any, ...]:
    """Return a named tuple of the next numbers."""
    hints = _fields(kind).values()
    return kind(*(built(h, values) if is_named_tuple(h) else next(values) for h in hints))
