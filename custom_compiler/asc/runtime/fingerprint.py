"""Fingerprint of a kernel's Python: its code and the outside values that it reads.

Neither the source is read nor the kernel traced: a function that is launched from the cache costs a
hash of its bytecode.
"""

from __future__ import annotations

import hashlib
import re
from types import BuiltinFunctionType, CodeType, FunctionType, ModuleType
from typing import TYPE_CHECKING, Any, NamedTuple

from custom_compiler.asc.codegen.named_tuples import find_class, is_named_tuple

if TYPE_CHECKING:
    from collections.abc import Mapping

_PLAIN = (bool, int, float, complex, str, bytes, type(None))
_ADDRESS = re.compile(r" at 0x[0-9a-f]+")  # another one in each process


class Captured(NamedTuple):
    """A name that a function reads from outside, and what it was."""

    space: Mapping[str, Any]  # the names of its module or class
    name: str
    value: Any


class Fingerprint(NamedTuple):
    """The identity of a function, valid as long as `is_current` says so."""

    digest: str
    captured: tuple[Captured, ...]
    mutable: tuple[tuple[Any, str], ...]  # values that can change in place, and their text

    def is_current(self) -> bool:
        """Return whether all names still mean what they did."""
        for space, name, value in self.captured:
            if space.get(name) is not value:
                return False
        return all(_text(value) == text for value, text in self.mutable)


def fingerprint(function: Any) -> Fingerprint:
    """Return the identity of a function or kernel, with everything that it calls and reads."""
    reader = _MeaningReader()
    reader.function(getattr(function, "fn", function))
    digest = hashlib.sha256("\0".join(reader.parts).encode("utf-8", "surrogateescape")).hexdigest()
    return Fingerprint(digest, tuple(reader.captured), tuple(reader.mutable))


class _MeaningReader:
    """Collects what decides the meaning of functions."""

    def __init__(self) -> None:
        self.parts: list[str] = []
        self.captured: list[Captured] = []
        self.mutable: list[tuple[Any, str]] = []
        self._seen: set[int] = set()

    def function(self, function: FunctionType) -> None:
        """Add a function, and those that it calls."""
        if id(function) in self._seen:
            return
        self._seen.add(id(function))
        code = function.__code__
        self.parts += [code.co_filename, str(code.co_firstlineno), function.__qualname__]
        self._code(code)
        self.parts.append(repr(sorted(map(str, function.__annotations__.items()))))
        self._named_tuples(function)
        self.parts.append(repr(function.__defaults__))
        for name, cell in zip(code.co_freevars, function.__closure__ or (), strict=True):
            try:
                content = cell.cell_contents
            except ValueError:
                continue  # not bound yet: the function refers to itself
            self._value(name, content)
            self.mutable.append((cell, _text(cell)))
        space = function.__globals__
        for name in _names(code):
            if name in space:
                value = space[name]
                self.captured.append(Captured(space, name, value))
                self._value(name, value, _names(code))

    def _named_tuples(self, function: FunctionType) -> None:
        """Add the classes of parameters that are named tuples."""
        space = function.__globals__
        for annotation in function.__annotations__.values():
            head = annotation.partition(".")[0] if isinstance(annotation, str) else ""
            kind = find_class(annotation, space) if head else annotation
            if is_named_tuple(kind):
                self._value(kind.__name__, kind, tuple(vars(kind)))
                if head:
                    self.captured.append(Captured(space, head, space[head]))

    def _code(self, code: CodeType) -> None:
        self.parts.append(code.co_code.hex())
        self.parts.append(code.co_linetable.hex())
        self.parts += [*code.co_names, *code.co_varnames, *code.co_freevars]
        for constant in code.co_consts:
            if isinstance(constant, CodeType):
                self._code(constant)
            elif isinstance(constant, frozenset):
                self.parts.append(repr(sorted(constant, key=repr)))
            else:
                self.parts.append(repr(constant))

    def _value(self, name: str, value: Any, attributes: tuple[str, ...] = ()) -> None:
        """Add the value of a name; of a module, the numbers that the function may read from it."""
        self.parts.append(name)
        if isinstance(value, ModuleType):
            self._module(value, attributes)
            return
        function = getattr(value, "fn", value)  # of a kernel
        if isinstance(function, FunctionType):
            if _is_own(function.__module__):
                self.parts.append(function.__qualname__)
            else:
                self.function(function)
        elif isinstance(value, type):
            self._class(value, attributes)
        elif isinstance(value, _PLAIN):
            self.parts.append(repr(value))
        elif isinstance(value, (tuple, list)):
            self._changing(value)
            for item in value:
                self._value("", item, attributes)
        elif not isinstance(value, BuiltinFunctionType):
            self._changing(value)

    def _module(self, module: ModuleType, attributes: tuple[str, ...]) -> None:
        self.parts.append(module.__name__)
        if _is_own(module.__name__) or id(module) in self._seen:
            return
        self._seen.add(id(module))
        space = vars(module)
        for attribute in attributes:
            if not attribute.startswith("__") and attribute in space:
                self.captured.append(Captured(space, attribute, space[attribute]))
                self._value(attribute, space[attribute], attributes)

    def _class(self, value: type, attributes: tuple[str, ...]) -> None:
        self.parts.append(f"{value.__module__}.{value.__qualname__}")
        if _is_own(value.__module__):
            return
        space = vars(value)
        self.parts.append(repr(getattr(value, "_fields", ())))  # of a named tuple
        for name, member in sorted(space.items()):
            content = member.fget if isinstance(member, property) else member
            if isinstance(content, (*_PLAIN, FunctionType)) and not name.startswith("__"):
                self._value(name, content)
                if name in attributes:
                    self.captured.append(Captured(space, name, member))
        for name, field in getattr(value, "fields_", {}).items():  # of a structure for kernels
            self.parts += [name, _ADDRESS.sub("", repr(sorted(vars(field).items(), key=str)))]

    def _changing(self, value: Any) -> None:
        """Add a value that may change in place, whose text is compared at each launch."""
        text = _text(value)
        self.parts.append(_ADDRESS.sub("", text))
        if not isinstance(value, tuple):
            self.mutable.append((value, text))


def _text(value: Any) -> str:
    """Return the text of a value; the bytes of an array, since repr shortens long ones."""
    if hasattr(value, "tobytes") and hasattr(value, "shape"):
        return f"{value.dtype}{value.shape}{hashlib.sha256(value.tobytes()).hexdigest()}"
    return repr(value)


def _is_own(module: str) -> bool:
    return module.partition(".")[0] in {"asc", "custom_compiler"}


def _names(code: CodeType) -> tuple[str, ...]:
    """Return the names of globals and attributes that the code and nested code use."""
    nested = [_names(each) for each in code.co_consts if isinstance(each, CodeType)]
    return tuple(dict.fromkeys([*code.co_names, *(name for names in nested for name in names)]))
