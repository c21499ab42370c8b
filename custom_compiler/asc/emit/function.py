"""The text of one function: its values, and statement after statement."""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING

from xdsl.dialects.builtin import FileLineColLoc
from xdsl.ir import Block, BlockArgument, Operation, SSAValue

from custom_compiler.asc.emit.errors import EmitError
from custom_compiler.asc.emit.expressions import CppExpression, binary, cast
from custom_compiler.asc.emit.folding import folded, is_dead
from custom_compiler.asc.emit.scalars import (
    constant,
    is_unsigned,
    scalar,
    typed_constant,
    unsigned_constant,
    without_sign,
)
from custom_compiler.asc.emit.types import cpp_type, is_promoted, number_type, unsigned_type
from custom_compiler.asc.emit.writer import LineWriter, PythonLine
from custom_compiler.asc.ir.effects import MALFORMED, is_literal

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    from xdsl.ir import Attribute

    from custom_compiler.asc.emit.names import Names

    Rule = Callable[["FunctionWriter", Operation], CppExpression | None]


class FunctionWriter:
    """Writes a function's operations; `rules` say how, by the operation's name.

    A rule returns the expression that the operation is, or None after it wrote statements and
    bound the results itself.
    """

    def __init__(
        self, writer: LineWriter, names: Names, rules: Mapping[str, Rule], default_rule: Rule
    ) -> None:
        self.writer = writer
        self.names = names
        self.python_line: PythonLine | None = None  # the Python line of the statement being written
        self._rules = rules
        self._rest = default_rule
        self._values: dict[SSAValue, CppExpression] = {}
        self._folded: set[Operation] = set()

    def bind(self, value: SSAValue, expression: CppExpression) -> None:
        """Let an expression stand for a value from now on."""
        self._values[value] = expression

    def value(self, value: SSAValue) -> CppExpression:
        """Return a value as an operand."""
        bound = self._values.get(value)
        if bound is not None:
            return bound
        owner = value.owner
        if isinstance(owner, Operation):
            if is_literal(owner):
                return constant(owner_value(owner), value.type)
            if owner in self._folded:
                expression = self._expression(owner)
                if expression is not None:
                    return expression
        message = f"a value of {value.type} is used before it is made"
        raise EmitError(message)

    def argument(self, value: SSAValue) -> CppExpression:
        """Return a value with its exact type for C++."""
        owner = value.owner
        if isinstance(owner, Operation) and is_literal(owner):
            return typed_constant(owner_value(owner), value.type)
        return self.value(value)

    def unsigned(self, value: SSAValue) -> CppExpression:
        """Return an integer as unsigned; folded operations are computed as unsigned."""
        name = unsigned_type(value.type)
        owner = value.owner
        if name == number_type(value.type):
            return self.value(value)
        if isinstance(owner, Operation) and is_literal(owner):
            return unsigned_constant(owner_value(owner), value.type)
        if isinstance(owner, Operation) and value not in self._values and owner in self._folded:
            if owner.name == "emitasc.cast" and number_type(owner.operands[0].type) == name:
                return self.value(owner.operands[0])
            operator = without_sign(owner)
            if operator is not None:
                left, right = (self.unsigned(operand) for operand in owner.operands)
                result = binary(left, operator[0], right, operator[1])
                return cast(name, result) if is_promoted(value.type) else result
        return cast(name, self.value(value))

    def new_name(self, value: SSAValue, otherwise: str = "value") -> str:
        """Return a new variable name that resembles the value's name in Python."""
        return self.names.new(value.name_hint or otherwise)

    def declare(
        self, value: SSAValue, expression: CppExpression | None, otherwise: str = "value"
    ) -> str:
        """Write a variable that holds the value; None: not yet. Its name."""
        name = self.new_name(value, otherwise)
        end = ";" if expression is None else f" = {expression.text};"
        self.line(declaration(cpp_type(value.type), name) + end)
        self.bind(value, CppExpression(name))
        return name

    def line(self, text: str) -> None:
        """Write a line of the current statement."""
        self.writer.line(text, self.python_line)

    @contextmanager
    def block(self, head: str, tail: str = "}") -> Iterator[None]:
        """Write `head {`, the statements inside in a new scope, and `tail`."""
        with self.names.scope(), self.writer.block(head, self.python_line, tail):
            yield

    def body(self, block: Block) -> None:
        """Write all statements of a block except its terminator."""
        self.prepare(block)
        for operation in block.ops:
            if operation.name not in {"scf.yield", "scf.condition"}:
                self.statement(operation)

    def prepare(self, block: Block) -> None:
        """Decide what is written within other statements."""
        self._folded |= folded(block)

    def is_folded(self, operation: Operation) -> bool:
        """Return whether the operation has no separate statement."""
        return operation in self._folded or is_literal(operation)

    def statement(self, operation: Operation) -> None:
        """Write an operation, unless its user does."""
        if self.is_folded(operation) or is_dead(operation):
            return
        self.python_line = python_line_of(operation) or self.python_line
        try:
            expression = self._expression(operation)
        except MALFORMED as error:
            message = f"{operation.name} is not like those of kernels ({error})"
            raise EmitError(message, "trace it from Python") from error
        if expression is None:
            return
        if operation.results and operation.results[0].first_use:
            self.declare(operation.results[0], expression, short_name(operation))
        else:
            self.line(f"{expression.text};")

    def _expression(self, operation: Operation) -> CppExpression | None:
        if operation.name.startswith(("arith.", "math.")):
            read = self.unsigned if is_unsigned(operation) else self.value
            return scalar(operation, [read(operand) for operand in operation.operands])
        return self._rules.get(operation.name, self._rest)(self, operation)


def declaration(type_name: str, name: str) -> str:
    """Return `type name`, with a pointer's star next to the name."""
    return type_name + name if type_name.endswith("*") else f"{type_name} {name}"


def owner_value(operation: Operation) -> Attribute:
    """Return the value of a constant."""
    value = operation.properties.get("value")
    return operation.attributes["value"] if value is None else value


def python_line_of(value: Operation | BlockArgument) -> PythonLine | None:
    """Return the Python line of an operation or block argument."""
    location = value.location
    if not isinstance(location, FileLineColLoc):
        return None
    return PythonLine(location.filename.data, location.line.data)


def short_name(operation: Operation) -> str:
    """Return a name for an unnamed result: `block_idx` of `ascendc.get_block_idx`."""
    last = operation.name.split(".")[-1].removeprefix("get_")
    return "value" if operation.name.startswith(("arith.", "emitasc.")) else last
