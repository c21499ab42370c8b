"""Values of jobs as JSON and blobs, and the types that a received value must have.

Plain values, containers, arrays of NumPy, and objects of named tuples and data classes can travel.
Decoding makes objects only of classes that the receiver finds for their names.
"""

from __future__ import annotations

import types
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import fields, is_dataclass
from pathlib import Path, PosixPath
from typing import Any, Literal, NamedTuple, TypeAlias, Union, get_args, get_origin, get_type_hints

Classes: TypeAlias = Callable[[str], type]

_PLAIN = (type(None), bool, int, float, str)
_CONTAINERS = (list, tuple, set, frozenset)
_KINDS = "biuf"  # of arrays that travel by the name of their type


class Encoded(NamedTuple):
    """A value as it travels."""

    plain: dict[str, Any]  # for JSON
    blobs: list[bytes]


def encode(value: Any) -> Encoded:
    """Return `value` as it travels; TypeError if something in it cannot."""
    return _Encoder().encoded(value)


def decode(encoded: Encoded, classes: Classes) -> Any:
    """Return the value; `classes` gives a class for its name, and raises ValueError for others.

    Raises:
        ValueError: It is no value.
    """
    try:
        return _Decoder(encoded, classes).decoded()
    except ValueError:
        raise
    except (TypeError, LookupError, AttributeError, RecursionError, OverflowError) as error:
        raise ValueError(f"no value: {error}") from error


def class_name(kind: type) -> str:
    """Return the name of a class in encoded values."""
    return f"{kind.__module__}:{kind.__qualname__}"


def is_record(kind: object) -> bool:
    """Return whether objects of the class `kind` can travel."""
    if not isinstance(kind, type):
        return False
    return is_dataclass(kind) or (issubclass(kind, tuple) and hasattr(kind, "_fields"))


def classes_of(hint: Any) -> dict[str, type]:
    """Return the classes that a value of the type `hint` can have in it, by name."""
    classes: dict[str, type] = {}
    waiting = [hint]
    while waiting:
        class_ = waiting.pop()
        if is_record(class_) and class_name(class_) not in classes:
            classes[class_name(class_)] = class_
            waiting += _hints(class_).values()
        waiting += [each for each in get_args(class_) if not isinstance(each, (str, int))]
    return classes


def conforms(value: Any, hint: Any) -> bool:
    """Return whether `value` has the type `hint`, with all that is in it."""
    origin, arguments = get_origin(hint), get_args(hint)
    if origin in {Union, types.UnionType}:
        return any(conforms(value, argument) for argument in arguments)
    if origin is Literal:
        return type(value) in _PLAIN and value in arguments
    if origin is not None:
        return _is_container(value, origin, arguments)
    if is_record(hint):
        inner = _hints(hint).items()
        return type(value) is hint and all(conforms(getattr(value, n), each) for n, each in inner)
    return hint in {Any, object} or _is_plain(value, hint)


def _is_plain(value: Any, hint: Any) -> bool:
    if hint is None or hint in _PLAIN:
        is_whole = hint is float and type(value) is int
        return type(value) is (type(None) if hint is None else hint) or is_whole
    return isinstance(hint, type) and isinstance(value, hint)


def _is_container(value: Any, origin: Any, arguments: tuple[Any, ...]) -> bool:
    if not isinstance(value, origin) or isinstance(value, str):
        return False
    if isinstance(value, Mapping):
        key, item = arguments
        return all(conforms(k, key) and conforms(v, item) for k, v in value.items())
    if origin is tuple and arguments[-1:] != (...,):
        return len(value) == len(arguments) and all(map(conforms, value, arguments))
    if isinstance(value, _CONTAINERS):
        return all(conforms(item, arguments[0]) for item in value)
    return True  # an array


def _hints(kind: type) -> dict[str, Any]:
    return {name: hint for name, hint in get_type_hints(kind).items() if name in _names(kind)}


def _names(kind: type) -> tuple[str, ...]:
    """Return the fields of which an object consists."""
    if is_dataclass(kind):
        return tuple(field.name for field in fields(kind) if field.init)
    return tuple(kind._fields)  # type: ignore[attr-defined]


class _Encoder:
    def __init__(self) -> None:
        self._objects: list[list[Any]] = []
        self._places: dict[int, int] = {}  # of objects, by their identity
        self._blobs: list[bytes] = []

    def encoded(self, value: Any) -> Encoded:
        # Objects share others and may be far deeper than the stack: those within come first.
        waiting = [(record, False) for record in _records_in(value)]
        while waiting:
            record, is_ready = waiting.pop()
            if id(record) in self._places:
                continue
            values = [getattr(record, name) for name in _names(type(record))]
            if is_ready:
                self._places[id(record)] = len(self._objects)
                name = class_name(type(record))
                self._objects.append([name, [self._plain(each) for each in values]])
            else:
                waiting.append((record, True))
                waiting += [(inner, False) for each in values for inner in _records_in(each)]
        return Encoded({"value": self._plain(value), "objects": self._objects}, self._blobs)

    def _plain(self, value: Any) -> Any:
        kind = type(value)
        if kind in _PLAIN:
            return value
        if kind is list:
            return [self._plain(item) for item in value]
        if kind in _CONTAINERS:
            return {kind.__name__: [self._plain(item) for item in value]}
        if kind is dict:
            return {"dict": [[self._plain(key), self._plain(item)] for key, item in value.items()]}
        return self._tagged(value)

    def _tagged(self, value: Any) -> Any:
        kind = type(value)
        if kind in {bytes, bytearray}:
            return {"bytes": self._blob(bytes(value))}
        if isinstance(value, Path):
            return {"path": str(value)}
        if kind.__module__ == "numpy":
            return self._array(value)
        if is_record(kind):
            return {"object": self._places[id(value)]}
        raise TypeError(f"a value of the type {class_name(kind)} cannot travel")

    def _array(self, value: Any) -> Any:
        if not value.shape:
            return self._plain(value.item())
        name = str(value.dtype) if value.dtype.kind not in _KINDS else value.dtype.str
        if value.dtype.hasobject or value.dtype.names:
            raise TypeError(f"an array of the type {name} cannot travel")
        return {"array": [name, list(value.shape), self._blob(value.tobytes())]}

    def _blob(self, data: bytes) -> int:
        self._blobs.append(data)
        return len(self._blobs) - 1


def _records_in(value: Any) -> Iterator[Any]:
    """Yield the outermost objects of a value."""
    kind = type(value)
    if kind is dict:
        for key, item in value.items():
            yield from _records_in(key)
            yield from _records_in(item)
    elif kind in _CONTAINERS:
        for inner in value:
            yield from _records_in(inner)
    elif is_record(kind):
        yield value


class _Decoder:
    def __init__(self, encoded: Encoded, classes: Classes) -> None:
        self._plain, self._blobs = encoded
        self._classes = classes
        self._objects: list[Any] = []
        self._decoders: Mapping[str, Callable[[Any], Any]] = {
            "tuple": lambda content: tuple(map(self._value, content)),
            "set": lambda content: set(map(self._value, content)),
            "frozenset": lambda content: frozenset(map(self._value, content)),
            "dict": lambda content: {self._value(key): self._value(item) for key, item in content},
            "bytes": lambda index: self._blobs[_index(index)],
            "path": PosixPath,
            "array": self._array,
            "object": lambda index: self._objects[_index(index)],
        }

    def decoded(self) -> Any:
        for name, values in self._plain["objects"]:
            kind = self._classes(name)
            names = _names(kind)
            if len(names) != len(values):
                raise ValueError(f"{name} has other fields")
            values_by_name = dict(zip(names, map(self._value, values), strict=True))
            self._objects.append(kind(**values_by_name))
        return self._value(self._plain["value"])

    def _value(self, plain: Any) -> Any:
        if type(plain) in _PLAIN:
            return plain
        if isinstance(plain, list):
            return [self._value(item) for item in plain]
        ((tag, content),) = plain.items()
        return self._decoders[tag](content)

    def _array(self, content: Sequence[Any]) -> Any:
        import numpy as np

        name, shape, index = content
        try:
            dtype = np.dtype(str(name))
        except TypeError:
            import ml_dtypes  # NumPy does not know these types by name

            dtype = np.dtype(getattr(ml_dtypes, str(name)))
        if dtype.hasobject:
            raise ValueError("an array of objects")
        data = self._blobs[_index(index)]
        return np.frombuffer(data, dtype).reshape([int(length) for length in shape]).copy()


def _index(value: Any) -> int:
    if type(value) is not int or value < 0:
        raise ValueError(f"no place: {value!r}")
    return value
