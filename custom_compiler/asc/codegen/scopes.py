"""Names of a function while it is traced, and which names statements bind."""

from __future__ import annotations

import ast
import builtins
from typing import TYPE_CHECKING

from custom_compiler.asc.language.constants import ConstExpr
from custom_compiler.asc.language.constants import range as runtime_range
from custom_compiler.asc.language.values import RuntimeValue, Scalar, choose

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from custom_compiler.asc.codegen.source import PythonFunction


def _reduced(name: str, symbol: str, values: tuple[object, ...]) -> object:
    """Return the minimum or maximum of numbers of Python and of the kernel."""
    if len(values) == 1 and isinstance(values[0], (tuple, list)):
        values = tuple(values[0])
    if not any(isinstance(value, Scalar) for value in values):
        reduced: object = getattr(builtins, name)(values)
        return reduced
    best = values[0]
    for value in values[1:]:
        if isinstance(best, Scalar) or isinstance(value, Scalar):
            smaller = value < best if symbol == "<" else value > best  # type: ignore[operator]
            best = choose(smaller, value, best)  # type: ignore[arg-type]
        else:
            best = getattr(builtins, name)(best, value)
    return best


def minimum(*values: object) -> object:
    """Return Python's min."""
    return _reduced("min", "<", values)


def maximum(*values: object) -> object:
    """Return Python's max."""
    return _reduced("max", ">", values)


BUILTINS: dict[str, object] = {
    name: getattr(builtins, name)
    for name in (
        *("abs", "bool", "dict", "float", "int", "isinstance", "issubclass", "len", "list"),
        *("repr", "str", "tuple", "type"),
    )
}
BUILTINS |= {"range": runtime_range, "min": minimum, "max": maximum}


def plain(value: object) -> object:
    """Return the value of a name as plain Python: of a ConstExpr its value, of NumPy's a number."""
    if isinstance(value, ConstExpr):
        value = value.value
    if not isinstance(value, RuntimeValue) and getattr(value, "shape", None) == ():
        value = value.item()  # type: ignore[attr-defined]
    return runtime_range if value is range else value


class Scope:
    """The names that a function sees."""

    def __init__(self, function: PythonFunction) -> None:
        self.function = function
        self.locals: dict[str, object] = {}
        self.vanished: dict[str, int] = {}  # bound in a block that ended: the line of the block

    def find(self, name: str) -> object:
        """Return the value of a name.

        Raises:
            NameError: it has none.
        """
        for names in (self.locals, self.function.closure, self.function.globals, BUILTINS):
            if name in names:
                return plain(names[name])
        if name in self.vanished:
            message = (
                f"{name} is not defined here: it was first bound in the block at line"
                f" {self.vanished[name]}, which runs or not at run time; bind it before"
            )
        else:
            message = f"{name} is not defined"
            if hasattr(builtins, name):
                builtin_names = ", ".join(sorted(BUILTINS))
                message += f" in a kernel; of Python's own functions there are {builtin_names}"
        raise NameError(message)

    def bind(self, name: str, value: object) -> None:
        """Bind a name to a value."""
        self.locals[name] = value
        self.vanished.pop(name, None)

    def forget(self, names: Iterable[str], line: int) -> None:
        """Remove names that a block has bound."""
        for name in names:
            self.locals.pop(name, None)
            self.vanished[name] = line


def bound_names(body: Iterable[ast.stmt]) -> list[str]:
    """Return the names that statements bind, sorted."""
    names: set[str] = set()
    for statement in body:
        for node in ast.walk(statement):
            if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
                names.add(node.id)
    return sorted(names)


def has_return(body: Iterable[ast.stmt]) -> Iterator[ast.Return]:
    """Yield the return statements in a block."""
    for statement in body:
        for node in ast.walk(statement):
            if isinstance(node, ast.Return):
                yield node
