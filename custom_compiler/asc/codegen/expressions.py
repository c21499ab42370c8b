"""Expressions of a kernel: evaluated by Python where they are known, else appended to the IR."""

from __future__ import annotations

import ast
import operator
from functools import cache, reduce
from typing import TYPE_CHECKING, Any, NoReturn, Protocol

from custom_compiler.asc.codegen.errors import CodegenError, UnsupportedSyntaxError
from custom_compiler.asc.codegen.scopes import plain
from custom_compiler.asc.codegen.source import PythonFunction
from custom_compiler.asc.codegen.trees import is_plain_number, is_runtime
from custom_compiler.asc.language.dtypes import DataType, KnownTypes, default_dtype, promoted
from custom_compiler.asc.language.values import RuntimeValue, Scalar, describe, to_scalar, warn

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from custom_compiler.asc.codegen.scopes import Scope
    from custom_compiler.asc.ir.construction import Builder

_BINARY: dict[type, Callable[[Any, Any], object]] = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
    ast.Div: operator.truediv,
    ast.FloorDiv: operator.floordiv,
    ast.Mod: operator.mod,
    ast.Pow: operator.pow,
    ast.LShift: operator.lshift,
    ast.RShift: operator.rshift,
    ast.BitAnd: operator.and_,
    ast.BitOr: operator.or_,
    ast.BitXor: operator.xor,
}
_COMPARISONS: dict[type, Callable[[Any, Any], object]] = {
    ast.Eq: operator.eq,
    ast.NotEq: operator.ne,
    ast.Lt: operator.lt,
    ast.LtE: operator.le,
    ast.Gt: operator.gt,
    ast.GtE: operator.ge,
    ast.Is: operator.is_,
    ast.IsNot: operator.is_not,
}
_UNARY: dict[type, Callable[[Any], object]] = {
    ast.USub: operator.neg,
    ast.UAdd: operator.pos,
    ast.Invert: operator.invert,
}
_CONVERSIONS: dict[int, Callable[[object], str]] = {115: str, 114: repr, 97: ascii}
_CASTS: dict[object, DataType] = {
    int: KnownTypes.int32,
    float: KnownTypes.float32,
    bool: KnownTypes.bool_,
}
# What to write instead of what the language does not have.
_INSTEAD = {
    "AsyncFor": "use for",
    "AsyncFunctionDef": "use def, outside of the kernel",
    "AsyncWith": "use with",
    "Await": "kernels do not wait",
    "Break": "let the condition of a while end the loop",
    "ClassDef": "declare it outside of the kernel",
    "Continue": "put the rest of the body into an if",
    "Delete": "leave the name bound",
    "Dict": "make it outside of the kernel",
    "DictComp": "use a loop over asc.static_range",
    "FunctionDef": "put it outside of the kernel, with @asc.jit",
    "GeneratorExp": "use a loop over asc.static_range",
    "Global": "pass the value and return it",
    "Import": "import outside of the kernel",
    "ImportFrom": "import outside of the kernel",
    "Lambda": "put a function with @asc.jit outside of the kernel",
    "ListComp": "use a loop over asc.static_range",
    "Match": "use if and elif",
    "NamedExpr": "assign in a separate statement",
    "Nonlocal": "pass the value and return it",
    "Raise": "use asc.static_assert, or asc.trap() at run time",
    "Set": "make it outside of the kernel",
    "SetComp": "use a loop over asc.static_range",
    "Starred": "write the arguments one by one",
    "Try": "nothing raises at run time",
    "TryStar": "nothing raises at run time",
    "Yield": "use return",
    "YieldFrom": "use return",
}


class KernelTrace(Protocol):
    """State that the functions of one kernel share while they are traced."""

    builder: Builder
    capture_exceptions: bool

    def call(
        self,
        function: PythonFunction,
        positional: Sequence[object],
        keywords: Mapping[str, object],
    ) -> object:
        """Call a function of the user's from another one; return what it returns."""


class Expressions:
    """Visits expressions of one function."""

    function: PythonFunction
    scope: Scope
    tracing: KernelTrace
    outside: frozenset[int]  # lists and dicts that were made outside of the run-time block

    def visit(self, node: ast.AST) -> object:
        """Trace an expression and return its value, or trace a statement.

        Raises:
            CodegenError: it cannot be compiled.
        """
        method = getattr(self, f"_visit_{_snake_case(type(node).__name__)}", None)
        if method is None:
            self.unsupported(node)
        if isinstance(node, (ast.stmt, ast.Call)):
            self.locate(node)
        try:
            return method(node)
        except CodegenError:
            raise
        except Exception as error:
            if not self.tracing.capture_exceptions:
                raise
            reason = f"{type(error).__name__}: {error}"
            raise self.error(node, reason) from error

    def locate(self, node: ast.expr | ast.stmt) -> None:
        """Set the location of the following operations to that of a node."""
        self.tracing.builder.at_line(self.function.file, node.lineno, node.col_offset + 1)

    def error(self, node: ast.AST, reason: str) -> CodegenError:
        """Return an error at a node."""
        return CodegenError(node, self.function.text, reason, self.function.file)

    def unsupported(self, node: ast.AST, reason: str | None = None) -> NoReturn:
        """Reject a node.

        Raises:
            UnsupportedSyntaxError: always.
        """
        if reason is None:
            name = type(node).__name__
            reason = f"{name} syntax is not supported in JIT function"
            reason += f"; {_INSTEAD[name]}" if name in _INSTEAD else ""
        raise UnsupportedSyntaxError(node, self.function.text, reason, self.function.file)

    def _visit_constant(self, node: ast.Constant) -> object:
        return node.value

    def _visit_name(self, node: ast.Name) -> object:
        return self.scope.find(node.id)

    def _visit_attribute(self, node: ast.Attribute) -> object:
        return plain(getattr(self.visit(node.value), node.attr))

    def _visit_tuple(self, node: ast.Tuple) -> tuple[object, ...]:
        return tuple(self.visit(item) for item in node.elts)

    def _visit_list(self, node: ast.List) -> list[object]:
        return [self.visit(item) for item in node.elts]

    def _visit_subscript(self, node: ast.Subscript) -> object:
        value, index = self.visit(node.value), self.visit(node.slice)
        if isinstance(value, (tuple, list, str, dict)) and is_runtime(index):
            message = f"a {type(value).__name__} is indexed by a run-time number; use asc.array"
            raise self.error(node, message)
        return value[index]  # type: ignore[index]

    def _visit_slice(self, node: ast.Slice) -> slice:
        parts = (node.lower, node.upper, node.step)
        return slice(*(None if part is None else self.visit(part) for part in parts))

    def _visit_joined_str(self, node: ast.JoinedStr) -> str:
        return "".join(str(self.visit(part)) for part in node.values)

    def _visit_formatted_value(self, node: ast.FormattedValue) -> str:
        value = self.visit(node.value)
        text = "" if node.format_spec is None else str(self.visit(node.format_spec))
        if node.conversion in _CONVERSIONS:
            value = _CONVERSIONS[node.conversion](value)
        return repr(value) if isinstance(value, RuntimeValue) else format(value, text)

    def _visit_bin_op(self, node: ast.BinOp) -> object:
        return self.binary(node, node.op, self.visit(node.left), self.visit(node.right))

    def binary(self, node: ast.AST, symbol: ast.operator, left: object, right: object) -> object:
        """Return the result of an operation with two operands."""
        calculation = _BINARY.get(type(symbol))
        if calculation is None:
            self.unsupported(node)
        if isinstance(symbol, ast.Div) and is_runtime((left, right)):
            numbers = [x.dtype for x in (left, right) if isinstance(x, Scalar)]
            if numbers and numbers[0].is_integer:
                warn("/ of integers at run time divides as in C; write // for it")
        return calculation(left, right)

    def _visit_unary_op(self, node: ast.UnaryOp) -> object:
        value = self.visit(node.operand)
        if isinstance(node.op, ast.Not):
            return value == 0 if isinstance(value, Scalar) else not value
        return _UNARY[type(node.op)](value)

    def _visit_compare(self, node: ast.Compare) -> object:
        """Trace a comparison, or a chain of them, with each operand evaluated once."""
        left = self.visit(node.left)
        results: list[object] = []
        for symbol, operand in zip(node.ops, node.comparators, strict=True):
            right = self.visit(operand)
            results.append(self._comparison(node, symbol, left, right))
            left = right
        return results[0] if len(results) == 1 else self.combine(results, every=True)

    def _comparison(
        self, node: ast.Compare, symbol: ast.cmpop, left: object, right: object
    ) -> object:
        if isinstance(symbol, (ast.In, ast.NotIn)):
            if is_runtime(left) or is_runtime(right):
                self.unsupported(node, "`in` is for values that are known; compare one by one")
            return (left in right) == isinstance(symbol, ast.In)  # type: ignore[operator]
        return _COMPARISONS[type(symbol)](left, right)

    def _visit_bool_op(self, node: ast.BoolOp) -> object:
        return self._connected(node.values, every=isinstance(node.op, ast.And))

    def _connected(self, operands: Sequence[ast.expr], *, every: bool) -> object:
        """Trace `and` (every) or `or`; as in Python, operands after a deciding one do not run."""
        value = self.visit(operands[0])
        if not is_runtime(value) or len(operands) == 1:
            decided = len(operands) == 1 or bool(value) != every
            return value if decided else self._connected(operands[1:], every=every)
        builder = self.tracing.builder
        block = builder.new_block()
        with builder.inside(block):
            right = self._connected(operands[1:], every=every)
        if builder.is_pure(block):
            builder.splice(block)
            return self.combine([value, right], every=every)
        first = to_scalar(value, KnownTypes.bool_)  # type: ignore[arg-type]
        with builder.inside(block):
            builder.end_block([to_scalar(right, KnownTypes.bool_).handle])  # type: ignore[arg-type]
        decided_block = builder.new_block()
        with builder.inside(decided_block):
            builder.end_block([to_scalar(not every, KnownTypes.bool_).handle])
        blocks = (block, decided_block) if every else (decided_block, block)
        return Scalar(builder.branch(first.handle, *blocks)[0], KnownTypes.bool_)

    def combine(self, values: Sequence[object], *, every: bool) -> object:
        """Combine values by `and` (every) or `or`; Python's own values as Python does."""
        decided = [value for value in values if not is_runtime(value) and bool(value) != every]
        runtime = [value for value in values if is_runtime(value)]
        if decided:
            return bool(decided[0]) if runtime else decided[0]
        if not runtime:
            return values[-1]
        result = to_scalar(runtime[0], KnownTypes.bool_)  # type: ignore[arg-type]
        for value in runtime[1:]:
            other = to_scalar(value, KnownTypes.bool_)  # type: ignore[arg-type]
            result = result & other if every else result | other
        return result

    def _visit_if_exp(self, node: ast.IfExp) -> object:
        test = self.condition(node.test)
        if not isinstance(test, Scalar):
            return self.visit(node.body if test else node.orelse)
        builder = self.tracing.builder
        blocks = [builder.new_block() for _ in range(2)]
        values = []
        for block, side in zip(blocks, (node.body, node.orelse), strict=True):
            with builder.inside(block):
                values.append(self.visit(side))
        for value, side in zip(values, (node.body, node.orelse), strict=True):
            if not is_plain_number(value) and not isinstance(value, Scalar):
                message = f"both sides of a run-time if are numbers, not {describe(value)}"
                raise self.error(side, message)
        dtype = common_dtype(values)
        for block, value in zip(blocks, values, strict=True):
            with builder.inside(block):
                builder.end_block([to_scalar(value, dtype).handle])  # type: ignore[arg-type]
        results = builder.branch(test.handle, blocks[0], blocks[1])
        return Scalar(results[0], dtype)

    def condition(self, node: ast.expr) -> object:
        """Return a condition: a bool at run time, or the truth of a known value."""
        value = self.visit(node)
        if isinstance(value, Scalar):
            return value if value.dtype == KnownTypes.bool_ else value != 0
        if value is not None and not is_plain_number(value):
            message = f"a condition is a number, not {describe(value)}"
            raise self.error(node, message)
        return bool(value)

    def _visit_call(self, node: ast.Call) -> object:
        called = self.visit(node.func)
        positional = [self.visit(argument) for argument in node.args]
        keywords = {}
        for keyword in node.keywords:
            if keyword.arg is None:
                self.unsupported(node, "** in a call is not supported in JIT function")
            keywords[keyword.arg] = self.visit(keyword.value)
        self.locate(node)
        if isinstance(called, PythonFunction):
            return self._call_function(node, called, positional, keywords)
        cast = _CASTS.get(called) if isinstance(called, type) else None
        if cast is not None and len(positional) == 1 and isinstance(positional[0], Scalar):
            return positional[0].cast(cast)
        if not callable(called):
            raise self.error(node, f"{describe(called)} is not a function")
        self.check_change(node, getattr(called, "__self__", None))
        return called(*positional, **keywords)

    def _call_function(
        self,
        node: ast.Call,
        called: PythonFunction,
        positional: Sequence[object],
        keywords: Mapping[str, object],
    ) -> object:
        """Call a user's function; add the place of the call to its errors."""
        try:
            return self.tracing.call(called, positional, keywords)
        except CodegenError as error:
            error.called_at(f"{self.function.file}:{node.lineno}")
            raise

    def check_change(self, node: ast.expr, holder: object) -> None:
        """Reject a change of a Python list or dict that depends on run-time values.

        Raises:
            CodegenError: it was made outside of the run-time block around `node`.
        """
        if isinstance(holder, (list, dict)) and id(holder) in self.outside:
            name = type(holder).__name__
            message = f"a {name} of Python cannot change inside a block that runs or not"
            raise self.error(node, f"{message} at run time; use asc.array")


@cache
def _snake_case(name: str) -> str:
    """Return `AnnAssign` as `ann_assign`."""
    return "".join(f"_{sign.lower()}" if sign.isupper() else sign for sign in name).lstrip("_")


def common_dtype(values: Sequence[object]) -> DataType:
    """Return the type that holds numbers of Python and of the kernel; run-time types decide."""
    types = [value.dtype for value in values if isinstance(value, Scalar)]
    for value in values:
        if isinstance(value, (int, float)) and not (types and types[0].keeps(value)):
            types.append(default_dtype(value))
    return reduce(promoted, types)
