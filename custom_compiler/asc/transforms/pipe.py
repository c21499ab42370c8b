"""The kernel's one pipe, at its beginning."""

from __future__ import annotations

from typing import TYPE_CHECKING

from xdsl.dialects import func
from xdsl.rewriter import InsertPoint, Rewriter

from custom_compiler.asc.ir import types
from custom_compiler.asc.ir.construction import Builder
from custom_compiler.errors import MisuseError

if TYPE_CHECKING:
    from xdsl.dialects.builtin import ModuleOp
    from xdsl.ir import Operation, SSAValue

PIPE = "ascendc.pipe"
# What needs a pipe although the kernel does not say so.
PLACED = {"ascendc.local_tensor_v2", "ascendc.local_mem_allocator"}


def kernel_of(module: ModuleOp) -> func.FuncOp:
    """Return the kernel of a module; calls are inlined, so it is the only function.

    Raises:
        MisuseError: there is none.
    """
    for operation in module.ops:
        if isinstance(operation, func.FuncOp) and operation.body.blocks:
            return operation
    message = "the module has no kernel"
    raise MisuseError(message, "a kernel is a func.func with attribute ascendc.global")


def existing_pipe(function: func.FuncOp) -> Operation | None:
    """Return the operation that makes the pipe, or None."""
    return next((o for o in function.walk() if o.name == PIPE), None)


def pipe_first(module: ModuleOp) -> None:
    """Make the pipe before all else, and one where tensors are placed without."""
    function = kernel_of(module)
    pipe = existing_pipe(function)
    if pipe is not None:
        # Each function that asks for the pipe has a separate operation.
        for other in [o for o in function.walk() if o.name == PIPE and o is not pipe]:
            other.results[0].replace_all_uses_with(pipe.results[0])
            Rewriter.erase_op(other)
        block = function.body.block
        pipe.detach()  # type: ignore[no-untyped-call]
        if block.first_op is None:
            block.add_op(pipe)
        else:
            block.insert_op_before(pipe, block.first_op)
    elif any(operation.name in PLACED for operation in function.walk()):
        the_pipe(function)


def the_pipe(function: func.FuncOp) -> SSAValue:
    """Return the pipe of a kernel, and make it if the kernel has none."""
    existing = existing_pipe(function)
    if existing is not None:
        return existing.results[0]
    builder = Builder()
    with builder.inside(InsertPoint.at_start(function.body.block)):
        pipe = builder.value(PIPE, (), types.plain("pipe"))
    pipe.name_hint = "pipe"
    return pipe
