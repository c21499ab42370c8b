"""Parts of source files: statements of a body, and kernels as functions that others call."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from xdsl.dialects import func
from xdsl.dialects.builtin import StringAttr

from custom_compiler.asc.emit import module as module_text
from custom_compiler.asc.emit.expressions import CppExpression
from custom_compiler.asc.emit.function import FunctionWriter
from custom_compiler.asc.emit.host import HOST_RULES
from custom_compiler.asc.emit.names import Names
from custom_compiler.asc.emit.template import from_row
from custom_compiler.asc.emit.writer import LineWriter, without_lines

if TYPE_CHECKING:
    from collections.abc import Sequence

    from xdsl.dialects.builtin import ModuleOp


class DeviceFunction(NamedTuple):
    """A kernel as a function of its file; all texts end with a line's end."""

    includes: tuple[str, ...]  # lines
    text: str
    kernel_type: str


def device_function(module: ModuleOp, name: str) -> DeviceFunction:
    """Emit the only kernel of a module as an inline function of this name."""
    (kernel,) = [o for o in module.ops if isinstance(o, func.FuncOp) and _is_kernel(o)]
    del kernel.attributes[module_text.GLOBAL]
    kernel.properties["sym_name"] = StringAttr(name)
    lines = module_text.write_functions(module).noted_text().splitlines()
    includes = tuple(line for line in lines if line.startswith(("#include", "#define ASCENDC")))
    body = [line for line in lines if line not in includes]
    return DeviceFunction(
        includes, "\n".join(body).strip("\n") + "\n", module_text.kernel_type(module)
    )


def statements(
    module: ModuleOp, parameters: Sequence[str], reserved: Sequence[str] = ()
) -> list[str]:
    """Return the lines of the only function of a module, which is a host function.

    Args:
        module: has no other function.
        parameters: the names of its parameters.
        reserved: names that have another meaning where the lines are inserted.
    """
    (function,) = [o for o in module.ops if isinstance(o, func.FuncOp)]
    writer, names = LineWriter(), Names()
    to = FunctionWriter(writer, names, HOST_RULES, from_row)
    for argument, name in zip(function.args, parameters, strict=True):
        to.bind(argument, CppExpression(names.new(name)))
    for name in reserved:
        names.new(name)
    to.body(function.body.block)
    return without_lines(writer.text()).splitlines()


def _is_kernel(function: func.FuncOp) -> bool:
    return module_text.GLOBAL in function.attributes
