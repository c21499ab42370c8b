"""A function of Python whose text is a kernel. Nothing is read or parsed before it is needed."""

from __future__ import annotations

import os
from contextlib import suppress
from functools import cached_property
from typing import TYPE_CHECKING, Any, NamedTuple

from custom_compiler.asc.codegen.errors import CodegenError
from custom_compiler.asc.codegen.named_tuples import find_class, is_named_tuple
from custom_compiler.asc.language.constants import ConstExpr

if TYPE_CHECKING:
    import ast
    from collections.abc import Callable, Mapping
    from types import CodeType

_VARARGS, _KEYWORDS = 0x04, 0x08  # flags of code objects


class FunctionParameter(NamedTuple):
    """A parameter of a function.

    `constant`: it is annotated `asc.ConstExpr`; `several`: it is annotated `tuple[..., ...]`;
    `named_tuple`: the class, if it is annotated a class of named tuples.
    """

    name: str
    constant: bool
    constant_type: type | None
    default: object
    has_default: bool
    several: bool = False
    named_tuple: type[tuple[Any, ...]] | None = None


def _changed_at(file: str) -> int:
    """Return the modification time of a file in ns, or 0 if it does not exist."""
    try:
        return os.stat(file).st_mtime_ns  # noqa: PTH116 - pathlib is not imported for it
    except OSError:
        return 0


class PythonFunction:
    """A function of Python as the language reads it.

    Args:
        fn: the function.

    Raises:
        CodegenError: it has parameters `*` or `**`.
    """

    def __init__(self, fn: Callable[..., object]) -> None:
        self.fn = fn
        self.__name__ = fn.__name__
        self.__qualname__ = fn.__qualname__
        self.__module__ = fn.__module__
        self.__doc__ = fn.__doc__
        self.read_at = _changed_at(self.code.co_filename)
        if self.code.co_flags & (_VARARGS | _KEYWORDS):
            message = f"{self.__name__}: a kernel's parameters are named, without * and **"
            raise CodegenError(None, None, message, self.location)

    @property
    def code(self) -> CodeType:
        """The function's code object."""
        return self.fn.__code__

    @property
    def file(self) -> str:
        """The file that it is in."""
        return self.code.co_filename

    @property
    def is_edited(self) -> bool:
        """Return whether its file was written since the function was made."""
        return _changed_at(self.file) != self.read_at

    @property
    def location(self) -> str:
        """File and line, for messages."""
        return f"{self.file}:{self.code.co_firstlineno}"

    @cached_property
    def parameters(self) -> tuple[FunctionParameter, ...]:
        """Its parameters."""
        code = self.code
        names = code.co_varnames[: code.co_argcount + code.co_kwonlyargcount]
        defaults: dict[str, object] = dict(self.fn.__kwdefaults__ or {})
        defaults_of_last = self.fn.__defaults__ or ()
        defaults.update(
            zip(
                names[code.co_argcount - len(defaults_of_last) : code.co_argcount],
                defaults_of_last,
                strict=True,
            )
        )
        parameters = []
        for name in names:
            annotation = self._constant_annotation(name)
            constant = (
                annotation is ConstExpr or getattr(annotation, "__origin__", None) is ConstExpr
            )
            inner = (getattr(annotation, "__args__", None) or (None,))[0]
            kind = inner if constant and isinstance(inner, type) else None
            default, has_default = defaults.get(name), name in defaults
            default = default.value if isinstance(default, ConstExpr) else default
            several = (
                annotation.startswith("tuple[")
                if isinstance(annotation, str)
                else getattr(annotation, "__origin__", None) is tuple
            )
            numbers = self._named_tuple(name)
            parameters.append(
                FunctionParameter(name, constant, kind, default, has_default, several, numbers)
            )
        return tuple(parameters)

    @property
    def closure(self) -> Mapping[str, object]:
        """Return the values of the surrounding functions' variables that are set."""
        variables: dict[str, object] = {}
        cells = self.fn.__closure__ or ()
        for name, cell in zip(self.code.co_freevars, cells, strict=True):
            with suppress(ValueError):  # not set yet
                variables[name] = cell.cell_contents
        return variables

    @property
    def globals(self) -> Mapping[str, object]:
        """The variables of its module."""
        return self.fn.__globals__

    @cached_property
    def text(self) -> str:
        """The text of its file.

        Raises:
            CodegenError: there is none, as for what is typed into Python or executed from a string.
        """
        import linecache

        linecache.checkcache(self.file)
        lines = linecache.getlines(self.file, self.fn.__globals__)
        if not lines:
            message = (
                f"{self.__name__} has no source: a kernel is read from its file;"
                " write it to a file and import it"
            )
            raise CodegenError(None, None, message, self.file)
        return "".join(lines)

    @cached_property
    def tree(self) -> ast.FunctionDef:
        """Its syntax tree, with the lines of the file.

        Raises:
            CodegenError: there is no source, or it is not what was imported.
        """
        from custom_compiler.asc.codegen import parsing

        return parsing.tree_of(self)

    def annotation(self, name: str) -> object:
        """Return the annotation of a parameter; its text if it names nothing here."""
        annotation = getattr(self.fn, "__annotations__", {}).get(name)
        if not isinstance(annotation, str):
            return annotation
        try:  # `from __future__ import annotations` makes text of it
            return eval(annotation, dict(self.globals), dict(self.closure))  # noqa: S307 - the user's own
        except Exception:  # noqa: BLE001 - a name for type checkers only
            return annotation

    def _named_tuple(self, name: str) -> type[tuple[Any, ...]] | None:
        """Return the class of named tuples that a parameter is annotated, without evaluation."""
        annotation = getattr(self.fn, "__annotations__", {}).get(name)
        if isinstance(annotation, str):
            return find_class(annotation, {**self.globals, **self.closure})
        return annotation if is_named_tuple(annotation) else None

    def _constant_annotation(self, name: str) -> object:
        """Return the annotation of a parameter, evaluated only if it may be ConstExpr."""
        written = getattr(self.fn, "__annotations__", {}).get(name)
        if isinstance(written, str) and "ConstExpr" not in written:
            return written  # launches do not evaluate others
        annotation = self.annotation(name)
        return ConstExpr if isinstance(annotation, str) else annotation
