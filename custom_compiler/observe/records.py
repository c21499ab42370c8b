"""Dataclasses read from the fields of lines: the type of an attribute says how it is read.

`str`, `int`, `float`, `int | None` and `float | None` are read as such, `tuple[str, ...]` and
`tuple[int, ...] | None` as lists, `Mapping[str, float]` as an object of numbers, and dataclasses as
objects, in a tuple as a list of objects. The name is that of the attribute, unless `LineField` says
otherwise. `toolkit/data/observer_fields.csv` has the names; a test compares them.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, fields, is_dataclass
from functools import cache, partial
from typing import Annotated, Any, TypeVar, cast, get_args, get_origin, get_type_hints

from custom_compiler.observe.fields import FormatError, LineFields

_Record = TypeVar("_Record")
_Reader = Callable[[LineFields], Any]


@dataclass(frozen=True)
class LineField:
    """Annotation of an attribute: how a line differs from it.

    Attributes:
        name: Name of the field; "" for the name of the attribute.
        default: Value if the field is missing. Without it, a missing text or integer is empty or 0,
            and a missing or negative number is an error.
        read: Reads the attribute from the fields instead.
    """

    name: str = ""
    default: float | str | None = None
    read: Callable[[LineFields], Any] | None = None


def read_record(kind: type[_Record], values: LineFields) -> _Record:
    """Read a dataclass.

    Raises:
        FormatError: A field is not what it should be.
    """
    return kind(*[read(values) for read in _readers(cast("Any", kind))])


def _non_negative(name: str, values: LineFields) -> float:
    """Return a number that has to be there and is not negative."""
    value = values.number(name)
    if value is None or value < 0:
        raise FormatError(f"{name} is missing or negative")
    return value


@cache
def _readers(kind: Any) -> tuple[_Reader, ...]:
    """Return the readers of a dataclass, in the order of its attributes."""
    hints = get_type_hints(kind, include_extras=True)
    return tuple(_reader(each.name, hints[each.name]) for each in fields(kind))


def _reader(name: str, hint: Any) -> _Reader:
    line = LineField()
    if get_origin(hint) is Annotated:
        hint, line = get_args(hint)
    if line.read is not None:
        return line.read
    return _typed(line.name or name, hint, line.default)


def _typed(name: str, hint: Any, default: float | str | None) -> _Reader:
    text = default if isinstance(default, str) else ""
    number = default if isinstance(default, float | int) else None
    simple: dict[Any, _Reader] = {
        str: lambda values: values.text(name, text),
        int: lambda values: values.integer(name, int(number or 0)),
        float: (
            partial(_non_negative, name)
            if number is None
            else lambda values: values.number(name) or number
        ),
        int | None: lambda values: values.integer(name) if values.holds(name) else None,
        float | None: lambda values: values.number(name),
        tuple[str, ...]: lambda values: values.texts(name),
        tuple[int, ...] | None: lambda values: values.integers(name),
        Mapping[str, float]: lambda values: values.numbers(name),
    }
    if hint in simple:
        return simple[hint]
    kinds: list[Any] = [each for each in get_args(hint) if is_dataclass(each)] or [hint]
    if get_origin(hint) is tuple:
        return partial(_objects, name, kinds[0])
    return partial(_object, name, kinds[0])


def _objects(name: str, kind: type[Any], values: LineFields) -> tuple[Any, ...]:
    return tuple(read_record(kind, item) for item in values.objects(name))


def _object(name: str, kind: type[Any], values: LineFields) -> Any:
    item = values.object(name)
    return None if item is None else read_record(kind, item)
