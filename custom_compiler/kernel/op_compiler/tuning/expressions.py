"""Expressions over whole numbers in declarations of tunables, evaluated without running any code.

The text comes from an operator's sources: it is parsed by Python, and every part of it that is not
listed here is rejected.
"""

from __future__ import annotations

import ast
import operator
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

_LONGEST = 500  # characters
_DEEPEST = 40
_LARGEST = 1 << 64

_ARITHMETIC: dict[type[ast.AST], Callable[[int, int], int]] = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
    ast.FloorDiv: operator.floordiv,
    ast.Mod: operator.mod,
    ast.BitAnd: operator.and_,
    ast.BitOr: operator.or_,
}
_COMPARISONS: dict[type[ast.AST], Callable[[int, int], bool]] = {
    ast.Eq: operator.eq,
    ast.NotEq: operator.ne,
    ast.Lt: operator.lt,
    ast.LtE: operator.le,
    ast.Gt: operator.gt,
    ast.GtE: operator.ge,
}


def _ceil_div(pair: list[int]) -> int:
    return -(-pair[0] // pair[1])


def _align(pair: list[int]) -> int:
    return _ceil_div(pair) * pair[1]


# Each with its number of arguments; None: any.
_FUNCTIONS: dict[str, tuple[Callable[[list[int]], int], int | None]] = {
    "min": (min, None),
    "max": (max, None),
    "ceil_div": (_ceil_div, 2),
    "align": (_align, 2),
}


class ExpressionError(ValueError):
    """The text is no expression, or it has no value; says why."""


class KnobExpression:
    """A parsed expression.

    Attributes:
        text: As it was written.
        names: What it needs values for.
    """

    def __init__(self, text: str) -> None:
        """Parse `text`; ExpressionError if it is not one of the expressions known here."""
        self.text = text.strip()
        if len(self.text) > _LONGEST:
            raise ExpressionError(f"longer than {_LONGEST} characters")
        try:
            self._tree = ast.parse(_as_python(self.text), mode="eval").body
        except (SyntaxError, ValueError, RecursionError, MemoryError) as error:
            raise ExpressionError(f"not an expression: {self.text}") from error
        names: set[str] = set()
        _check(self._tree, names)
        self.names = frozenset(names)

    def value(self, names: Mapping[str, int]) -> int:
        """Return its value, with truth as 1 and 0; raise ExpressionError for unknown names."""
        return _Evaluation(names).value(self._tree)


def _as_python(text: str) -> str:
    """Replace C's words for and, or and not by Python's; what is not C stays unmodified."""
    return (
        text.replace("&&", " and ")
        .replace("||", " or ")
        .replace("!=", "\0")
        .replace("!", " not ")
        .replace("\0", "!=")
        .strip()
    )


def _check(node: ast.AST, names: set[str], depth: int = 0) -> None:
    if depth > _DEEPEST:
        raise ExpressionError("nested too deeply")
    if isinstance(node, (ast.Name, ast.Attribute, ast.Subscript)):
        names.add(_path(node))
        return
    for part in _parts(node):
        _check(part, names, depth + 1)


def _parts(node: ast.AST) -> list[ast.expr]:
    """Return the operands of a node; raise ExpressionError for other kinds of nodes."""
    if isinstance(node, ast.Constant) and type(node.value) is int and node.value < _LARGEST:
        return []
    if isinstance(node, ast.BinOp) and type(node.op) in _ARITHMETIC:
        return [node.left, node.right]
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, (ast.USub, ast.UAdd, ast.Not)):
        return [node.operand]
    if isinstance(node, ast.BoolOp):
        return node.values
    if isinstance(node, ast.Compare) and all(type(op) in _COMPARISONS for op in node.ops):
        return [node.left, *node.comparators]
    return _parts_of_choice_or_call(node)


def _parts_of_choice_or_call(node: ast.AST) -> list[ast.expr]:
    if isinstance(node, ast.IfExp):
        return [node.test, node.body, node.orelse]
    if isinstance(node, ast.Call):
        return _arguments(node)
    hint = "; whole numbers are divided by //" if _is_division(node) else ""
    raise ExpressionError(f"{ast.unparse(node)} cannot be used here{hint}")


def _is_division(node: ast.AST) -> bool:
    return isinstance(node, ast.BinOp) and isinstance(node.op, ast.Div)


def _arguments(node: ast.Call) -> list[ast.expr]:
    name = node.func.id if isinstance(node.func, ast.Name) else ""
    if name not in _FUNCTIONS or node.keywords:
        names = ", ".join(_FUNCTIONS)
        raise ExpressionError(f"{ast.unparse(node)}: the functions are {names}")
    count = _FUNCTIONS[name][1]
    if not node.args or (count is not None and len(node.args) != count):
        raise ExpressionError(f"{ast.unparse(node)}: wrong number of arguments")
    return node.args


def _path(node: ast.AST) -> str:
    """Return a name with members and constant indices: `a.b[2]`."""
    if isinstance(node, ast.Name):
        return node.id
    if isinstance(node, ast.Attribute):
        return f"{_path(node.value)}.{node.attr}"
    if isinstance(node, ast.Subscript) and isinstance(node.slice, ast.Constant):
        index = node.slice.value
        if type(index) is int:
            return f"{_path(node.value)}[{index}]"
    raise ExpressionError(f"{ast.unparse(node)} is no name")


class _Evaluation(ast.NodeVisitor):
    """The values of the parts of an expression that `_check` has seen."""

    def __init__(self, names: Mapping[str, int]) -> None:
        self._names = names

    def value(self, node: ast.AST) -> int:
        """Return the value of a node; raise ExpressionError if it has none."""
        try:
            result = int(self.visit(node))
        except ZeroDivisionError as error:
            raise ExpressionError(f"{ast.unparse(node)} divides by zero") from error
        if not -_LARGEST < result < _LARGEST:
            raise ExpressionError(f"{ast.unparse(node)} is beyond 64 bits")
        return result

    def _named(self, node: ast.AST) -> int:
        path = _path(node)
        if path not in self._names:
            raise ExpressionError(f"{path} is not known")
        return self._names[path]

    visit_Name = visit_Attribute = visit_Subscript = _named  # noqa: N815 - as ast calls them

    def visit_Constant(self, node: ast.Constant) -> Any:
        return node.value

    def visit_IfExp(self, node: ast.IfExp) -> int:
        return self.value(node.body if self.value(node.test) else node.orelse)

    def visit_BoolOp(self, node: ast.BoolOp) -> bool:
        values = (self.value(part) for part in node.values)
        return all(values) if isinstance(node.op, ast.And) else any(values)

    def visit_UnaryOp(self, node: ast.UnaryOp) -> int:
        value = self.value(node.operand)
        if isinstance(node.op, ast.Not):
            return not value
        return -value if isinstance(node.op, ast.USub) else value

    def visit_Compare(self, node: ast.Compare) -> bool:
        values = [self.value(part) for part in (node.left, *node.comparators)]
        pairs = zip(node.ops, values, values[1:], strict=False)
        return all(_COMPARISONS[type(op)](a, b) for op, a, b in pairs)

    def visit_BinOp(self, node: ast.BinOp) -> int:
        return _ARITHMETIC[type(node.op)](self.value(node.left), self.value(node.right))

    def visit_Call(self, node: ast.Call) -> int:
        function = _FUNCTIONS[ast.unparse(node.func)][0]
        return function([self.value(part) for part in node.args])
