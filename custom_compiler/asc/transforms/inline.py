"""Device functions in the place of their calls; the functions then disappear."""

from __future__ import annotations

from typing import TYPE_CHECKING

from xdsl.dialects import func
from xdsl.rewriter import Rewriter

from custom_compiler.errors import MisuseError

if TYPE_CHECKING:
    from xdsl.dialects.builtin import ModuleOp
    from xdsl.ir import SSAValue

GLOBAL = "ascendc.global"


def inline_calls(module: ModuleOp) -> None:
    """Replace each call by what the called function does.

    Raises:
        MisuseError: functions call each other in a circle, or one is not in the module.
    """
    functions = {f.sym_name.data: f for f in module.ops if isinstance(f, func.FuncOp)}
    done: set[str] = set()
    for name in list(functions):
        _inline_into(name, functions, done, ())
    for function in functions.values():
        if GLOBAL not in function.attributes:
            Rewriter.erase_op(function)


def _inline_into(
    name: str, functions: dict[str, func.FuncOp], done: set[str], callers: tuple[str, ...]
) -> None:
    if name in done:
        return
    if name in callers:
        message = f"{name} calls itself: {' -> '.join((*callers, name))}"
        raise MisuseError(message, "write a loop; cores have no stack for recursion")
    calls = [o for o in functions[name].walk() if isinstance(o, func.CallOp)]
    for call in calls:
        callee = call.callee.root_reference.data
        if callee not in functions or not functions[callee].body.blocks:
            message = f"{name} calls {callee}, which the module does not have"
            raise MisuseError(message)
        _inline_into(callee, functions, done, (*callers, name))
        _replace(call, functions[callee])
    done.add(name)


def _replace(call: func.CallOp, function: func.FuncOp) -> None:
    block = call.parent
    assert block is not None
    values: dict[SSAValue, SSAValue] = dict(zip(function.args, call.operands, strict=True))
    returned: list[SSAValue] = []
    for operation in function.body.block.ops:
        if isinstance(operation, func.ReturnOp):
            returned = [values.get(value, value) for value in operation.operands]
        else:
            block.insert_op_before(operation.clone(values), call)
    for result, value in zip(call.results, returned, strict=True):
        if value.name_hint is None:
            value.name_hint = result.name_hint
    Rewriter.replace_op(call, [], returned)
