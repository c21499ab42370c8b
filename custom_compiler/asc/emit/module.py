"""A module of the IR as a source file of Ascend C."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from xdsl.dialects import func
from xdsl.dialects.builtin import ModuleOp, StringAttr

from custom_compiler.asc.emit import control, matmul, memory, objects
from custom_compiler.asc.emit.errors import EmitError
from custom_compiler.asc.emit.expressions import CppExpression, cast
from custom_compiler.asc.emit.function import FunctionWriter, python_line_of
from custom_compiler.asc.emit.names import Names, identifier
from custom_compiler.asc.emit.template import from_row
from custom_compiler.asc.emit.types import cpp_type, is_address
from custom_compiler.asc.emit.writer import LineWriter
from custom_compiler.asc.ir import types

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from xdsl.ir import Operation, SSAValue

    from custom_compiler.asc.emit.function import Rule

GLOBAL = "ascendc.global"
KERNEL_TYPE = "ascendc.kernel_type"
CUBE_ONLY = "ascendc.matmul_cube_only"
_DEFAULT_TYPE = "AIV_ONLY"
_BYTES = "__gm__ uint8_t *"  # what GM_ADDR is
_DEBUG = {
    *("ascendc.printf", "ascendc.dump_tensor", "ascendc.dump_acc_chk_point"),
    *("ascendc.print_time_stamp", "ascendc.local_tensor.print"),
    *("ascendc.metrics_prof_start", "ascendc.metrics_prof_stop"),
}

RULES: Mapping[str, Rule] = {
    "scf.for": control.loop,
    "scf.while": control.while_loop,
    "scf.if": control.branch,
    "func.call": control.call_function,
    "func.return": control.give_back,
    "memref.alloca": memory.alloca,
    "memref.load": memory.load,
    "memref.store": memory.store,
    "emitasc.ptr_offset": memory.offset,
    "emitasc.member": memory.member,
    "emitasc.set_member": memory.set_member,
    "emitasc.copy_struct": memory.copy_struct,
    "emitasc.cast": memory.convert,
    "emitasc.property": memory.named_constant,
    "emitasc.verbatim": memory.verbatim,
    "emitasc.variable": memory.variable,
    "ascendc.pipe": objects.declared,
    "ascendc.queue": objects.declared,
    "ascendc.que_bind": objects.declared,
    "ascendc.tbuf": objects.declared,
    "ascendc.tBufPool": objects.declared,
    "ascendc.global_tensor": objects.declared,
    "ascendc.local_tensor": objects.declared,
    "ascendc.global_tensor.subindex": objects.view,
    "ascendc.local_tensor.subindex": objects.view,
    "ascendc.global_tensor.bracket": objects.view,
    "ascendc.local_tensor.bracket": objects.view,
    "ascendc.local_tensor_v2": objects.placed,
    "ascendc.local_mem_allocator": objects.allocator,
    "ascendc.local_mem_allocator.alloc": objects.allocated,
    "ascendc.local_mem_allocator.alloc_dynamic": objects.allocated,
    "ascendc.local_mem_allocator.get_cur_addr": objects.current_address,
    "ascendc.construct": objects.constructed,
    "ascendc.printf": objects.printed,
    "ascendc.matmul": matmul.declared,
    "ascendc.regist_matmul_obj": matmul.registered,
    "ascendc.get_matmul_api_tiling": matmul.static_tiling,
    "ascendc.noop": objects.nothing,
}


class EmittedKernel(NamedTuple):
    """A source file with one kernel."""

    text: str
    kernel_name: str
    parameters: tuple[tuple[str, str], ...]  # name and type in C++, in order
    kernel_type: str  # "AIV_ONLY", "MIX_AIC_1_2", ... as KERNEL_TYPE_<it> says it
    debug: bool  # it prints or dumps


def emit(module: ModuleOp) -> EmittedKernel:
    """Emit the Ascend C of a module with one kernel.

    Raises:
        EmitError: it has none or several, or an operation that CANN 8.1 cannot express.
    """
    kernels = [function for function in _functions(module) if GLOBAL in function.attributes]
    if len(kernels) != 1:
        message = f"a module has one kernel (attribute {GLOBAL}), this one has {len(kernels)}"
        raise EmitError(message)
    kernel = kernels[0]
    operations = {operation.name for operation in module.walk()}
    text = write_functions(module).text()
    if _calls_of_its_name(kernel, text):
        kernel.sym_name = StringAttr(f"{kernel.sym_name.data}_kernel")
        text = write_functions(module).text()
    parameters = tuple(_kernel_parameters(kernel))
    return EmittedKernel(
        text,
        identifier(kernel.sym_name.data),
        parameters,
        kernel_type(module),
        not _DEBUG.isdisjoint(operations),
    )


def write_functions(module: ModuleOp) -> LineWriter:
    """Write all functions of a module, and the declarations that they need."""
    functions = _functions(module)
    operations = {operation.name for operation in module.walk()}
    writer = LineWriter()
    _preamble(writer, module, operations)
    for function in functions:
        if GLOBAL not in function.attributes and len(functions) > 1:
            writer.line(f"{_device_head(function)};")
    for operation in module.ops:
        if operation.name == "emitasc.verbatim":
            writer.line("")
            for line in memory.filled(
                FunctionWriter(writer, Names(), RULES, from_row), operation
            ).splitlines():
                writer.line(line, python_line_of(operation))
    for function in functions:
        writer.line("")
        cores = kernel_type(module) if GLOBAL in function.attributes else None
        is_outermost = cores is not None or len(functions) == 1
        _function(writer, function, cores, is_outermost=is_outermost)
    return writer


def _calls_of_its_name(kernel: func.FuncOp, text: str) -> bool:
    """Return whether the kernel calls a function with its name: `AscendC::Exp(` in `Exp`."""
    return len(re.findall(rf"\b{identifier(kernel.sym_name.data)}\s*\(", text)) > 1


def _functions(module: ModuleOp) -> list[func.FuncOp]:
    return [operation for operation in module.ops if isinstance(operation, func.FuncOp)]


def _preamble(writer: LineWriter, module: ModuleOp, operations: set[str]) -> None:
    if CUBE_ONLY in module.attributes:
        writer.line("#define ASCENDC_CUBE_ONLY")
    writer.line('#include "kernel_operator.h"')
    if any(name.startswith(("ascendc.matmul", "ascendc.get_matmul")) for name in operations):
        writer.line('#include "lib/matmul_intf.h"')
    if any("tensor_desc" in name for name in operations):
        writer.line('#include "kernel_operator_list_tensor_intf.h"')
    values = (value for operation in module.walk() for value in _values(operation))
    for struct in memory.structs(values):
        writer.line("")
        writer.line("#pragma pack(push, 8)")
        with writer.block(f"struct {struct.struct_name.data}", tail="};"):
            for type_, name in zip(struct.field_types, struct.field_names, strict=True):
                writer.line(f"{cpp_type(type_)} {name.data};")
        writer.line("#pragma pack(pop)")
    if "emitasc.copy_struct" in operations:
        writer.line("")
        for line in memory.COPY_STRUCT.splitlines():
            writer.line(line)


def _values(operation: Operation) -> Iterator[SSAValue]:
    yield from operation.results
    for region in operation.regions:
        for block in region.blocks:
            yield from block.args


def _function(
    writer: LineWriter, function: func.FuncOp, cores: str | None, *, is_outermost: bool
) -> None:
    names = Names()
    to = FunctionWriter(writer, names, RULES, from_row)
    is_kernel = cores is not None
    to.python_line = python_line_of(function)
    for argument in function.args:
        name = names.new(argument.name_hint or "argument")
        expression = CppExpression(name)
        if is_kernel and is_address(argument.type):
            expression = _typed_address(argument, name)
        to.bind(argument, expression)
    with to.block(_kernel_head(function) if is_kernel else _device_head(function)):
        if is_kernel:
            writer.line(f"KERNEL_TASK_TYPE_DEFAULT(KERNEL_TYPE_{cores});")
        if is_outermost and _needs_pipe(function):
            writer.line(f"AscendC::TPipe {names.new('pipe')};")
        to.body(function.body.block)


def _typed_address(argument: SSAValue, name: str) -> CppExpression:
    """Return an argument, an address of bytes in kernels, with the type that the IR has for it."""
    element = argument.type.element_type  # type: ignore[attr-defined]
    if isinstance(element, types.PyStructType):
        return CppExpression(name)
    type_ = cpp_type(argument.type)
    if type_ == _BYTES:
        return CppExpression(name)
    return cast(type_, CppExpression(name))._replace(text=f"reinterpret_cast<{type_}>({name})")


def _kernel_head(function: func.FuncOp) -> str:
    parameters = ", ".join(f"{type_} {name}" for name, type_ in _kernel_parameters(function))
    name = identifier(function.sym_name.data)
    return f'extern "C" __global__ __aicore__ void {name}({parameters})'


def _kernel_parameters(function: func.FuncOp) -> Iterator[tuple[str, str]]:
    names = Names()
    for argument in function.args:
        type_ = "GM_ADDR" if is_address(argument.type) else cpp_type(argument.type)
        yield names.new(argument.name_hint or "argument"), type_


def _device_head(function: func.FuncOp) -> str:
    names = Names()
    parameters = [
        control.parameter(argument.type, names.new(argument.name_hint or "argument"))
        for argument in function.args
    ]
    results = list(function.function_type.outputs)
    returned = cpp_type(results[0]) if len(results) == 1 else "void"
    if len(results) > 1:
        parameters += [
            f"{cpp_type(type_)} &{control.result_name(number)}"
            for number, type_ in enumerate(results)
        ]
    name = identifier(function.sym_name.data)
    return f"__aicore__ inline {returned} {name}({', '.join(parameters)})"


def _needs_pipe(function: func.FuncOp) -> bool:
    """Return whether a kernel places tensors by address and declares no pipe."""
    names = {operation.name for operation in function.walk()}
    placed = names & {"ascendc.local_tensor_v2", "ascendc.local_mem_allocator"}
    return bool(placed) and "ascendc.pipe" not in names


def kernel_type(module: ModuleOp) -> str:
    """Return the kind of cores that the kernel runs on, such as `AIV_ONLY`."""
    stated = module.attributes.get(KERNEL_TYPE)
    return stated.data if isinstance(stated, StringAttr) else _DEFAULT_TYPE
