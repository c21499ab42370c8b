"""Loops, branches, calls."""

from __future__ import annotations

from typing import TYPE_CHECKING

from xdsl.dialects import func, scf

from custom_compiler.asc.emit.errors import EmitError
from custom_compiler.asc.emit.expressions import ATOM, UNARY, CppExpression, call, unary
from custom_compiler.asc.emit.function import FunctionWriter, declaration
from custom_compiler.asc.emit.names import identifier
from custom_compiler.asc.emit.types import cpp_type, is_address, is_number

if TYPE_CHECKING:
    from collections.abc import Sequence

    from xdsl.ir import Attribute, Block, Operation, SSAValue


def loop(to: FunctionWriter, operation: Operation) -> None:
    """Write `scf.for`: what it carries from one round to the next are variables before it."""
    assert isinstance(operation, scf.ForOp)
    body = operation.body.block
    counter, *carried = body.args
    first, end, step = (to.value(v) for v in (operation.lb, operation.ub, operation.step))
    _carry(to, carried, operation.iter_args, operation.results)
    python_line = to.python_line
    with to.names.scope():
        name = to.new_name(counter, "i")
        to.bind(counter, CppExpression(name))
        by = f"++{name}" if step.text == "1" else f"{name} += {step.text}"
        start = f"{cpp_type(counter.type)} {name} = {first.text}"
        with to.block(f"for ({start}; {name} < {end.within(UNARY)}; {by})"):
            to.body(body)
            to.python_line = python_line
            _assign(to, carried, _terminator(body).operands)


def while_loop(to: FunctionWriter, operation: Operation) -> None:
    """Write `scf.while`, with the condition in the head unless it takes separate statements."""
    assert isinstance(operation, scf.WhileOp)
    before, after = operation.before_region.block, operation.after_region.block
    condition = _terminator(before)
    assert isinstance(condition, scf.ConditionOp)
    _carry(to, before.args, operation.arguments, ())
    to.prepare(before)
    python_line = to.python_line
    results = [
        None if _is_variable(value, before) else to.declare(result, None)
        for value, result in zip(condition.args, operation.results, strict=True)
    ]
    steps = [o for o in before.ops if o is not condition and not to.is_folded(o)]
    simple = not steps and not any(results)
    with to.block(f"while ({to.value(condition.condition).text if simple else 'true'})"):
        for step in steps:
            to.statement(step)
        _forward(to, condition, operation, results)
        if not simple:
            to.python_line = python_line
            with to.block(f"if ({unary('!', to.value(condition.condition)).text})"):
                to.line("break;")
        to.body(after)
        to.python_line = python_line
        _assign(to, before.args, _terminator(after).operands)


def branch(to: FunctionWriter, operation: Operation) -> None:
    """Write `scf.if`: its results are variables before it."""
    assert isinstance(operation, scf.IfOp)
    condition = to.value(operation.cond)
    results = operation.results
    for result in results:
        to.declare(result, None)
    python_line = to.python_line
    yes, no = operation.true_region.block, operation.false_region.blocks.first
    has_else = no is not None and (bool(results) or len(no.ops) > 1)
    with to.block(f"if ({condition.text})", "} else {" if has_else else "}"):
        _branch(to, yes, results)
    if has_else and no is not None:
        with to.names.scope(), to.writer.indented():
            _branch(to, no, results)
        to.writer.line("}")
    to.python_line = python_line


def call_function(to: FunctionWriter, operation: Operation) -> CppExpression | None:
    """Write `func.call`; several results return through references after the arguments."""
    assert isinstance(operation, func.CallOp)
    function = identifier(operation.callee.root_reference.data)
    arguments = [to.argument(value) for value in operation.operands]
    if len(operation.results) <= 1:
        return call(function, *arguments)
    names = [to.declare(result, None) for result in operation.results]
    to.line(call(function, *arguments, *(CppExpression(name) for name in names)).text + ";")
    return None


def give_back(to: FunctionWriter, operation: Operation) -> None:
    """Write `func.return`; kernels return nothing."""
    values = [to.argument(value) for value in operation.operands]
    if len(values) == 1:
        to.line(f"return {values[0].text};")
    elif values:
        for number, value in enumerate(values):
            to.line(f"{result_name(number)} = {value.text};")


def result_name(number: int) -> str:
    """Return the name of the parameter for one of several results."""
    return f"result_{number}"


def parameter(type_: Attribute, name: str) -> str:
    """Return a device function's parameter: numbers and addresses by value, others by reference."""
    by_value = is_number(type_) or is_address(type_)
    return declaration(cpp_type(type_), name) if by_value else f"{cpp_type(type_)} &{name}"


def _branch(to: FunctionWriter, block: Block, results: Sequence[SSAValue]) -> None:
    python_line = to.python_line
    to.body(block)
    to.python_line = python_line
    _assign(to, results, _terminator(block).operands)


def _carry(
    to: FunctionWriter,
    carried: Sequence[SSAValue],
    first: Sequence[SSAValue],
    results: Sequence[SSAValue],
) -> None:
    """Declare variables for what a loop carries; its results are what they hold in the end."""
    values = [to.value(value) for value in first]
    for number, (argument, value) in enumerate(zip(carried, values, strict=True)):
        result = results[number] if results else None
        if argument.name_hint is None and result is not None:
            argument.name_hint = result.name_hint
        name = to.declare(argument, value)
        variable = CppExpression(name, ATOM, frozenset((name,)))
        to.bind(argument, variable)
        if result is not None:
            to.bind(result, CppExpression(name))


def _assign(to: FunctionWriter, variables: Sequence[SSAValue], values: Sequence[SSAValue]) -> None:
    """Assign all variables at once, with temporaries where one assignment would change another."""
    pairs = [
        (to.value(variable).text, to.value(value))
        for variable, value in zip(variables, values, strict=True)
    ]
    pairs = [(name, value) for name, value in pairs if value.text != name]
    for number, (name, _) in enumerate(pairs):
        for later, (other, value) in enumerate(pairs[number + 1 :], number + 1):
            if name in value.reads:
                type_ = next(v.type for v in variables if to.value(v).text == other)
                next_name = to.names.new(f"next_{other}")
                to.line(f"{declaration(cpp_type(type_), next_name)} = {value.text};")
                pairs[later] = (other, CppExpression(next_name))
    for name, value in pairs:
        to.line(f"{name} = {value.text};")


def _forward(
    to: FunctionWriter,
    condition: scf.ConditionOp,
    operation: scf.WhileOp,
    names: Sequence[str | None],
) -> None:
    """Assign or bind the values of the condition for the body and for the code after the loop."""
    after = operation.after_region.block.args
    for value, argument, result, name in zip(
        condition.args, after, operation.results, names, strict=True
    ):
        if name is None:
            to.bind(argument, to.value(value))
            to.bind(result, to.value(value))
        else:
            to.line(f"{name} = {to.value(value).text};")
            to.bind(argument, CppExpression(name))


def _is_variable(value: SSAValue, block: Block) -> bool:
    return value in block.args


def _terminator(block: Block) -> Operation:
    last = block.last_op
    if last is None:
        message = "a block of the IR is empty"
        raise EmitError(message)
    return last
