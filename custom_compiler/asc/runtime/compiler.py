"""From the module of a kernel to its binary: passes, Ascend C, object."""

from __future__ import annotations

import os
import re
import sys
from typing import TYPE_CHECKING, Any

from custom_compiler.asc.runtime import acl
from custom_compiler.asc.runtime.compile import (
    compile_source,
    compiler_options,
    output_is_wanted,
)
from custom_compiler.asc.runtime.options import CompileOptions

if TYPE_CHECKING:
    from xdsl.dialects.builtin import ModuleOp

    from custom_compiler.asc.runtime.specialise import SpecialisationRequest

__all__ = ["CompileError", "CompileOptions", "Compiler"]

_ERROR = re.compile(
    r"^(?P<file>[^\s:]+\.py):(?P<line>\d+):(?:\d+:)? (?:fatal )?error: (?P<text>.*)"
)

_OUTPUT = {f"ascendc.{name}" for name in ("printf", "dump_tensor", "print_time_stamp")}


class CompileError(RuntimeError):
    """A kernel does not compile as C++; the message begins with its line in Python."""


class Compiler:
    """Compiles modules with certain options.

    Raises:
        RuntimeError: nothing is compiled with them.
    """

    def __init__(self, options: CompileOptions) -> None:
        if options.opt_level == 0:
            raise RuntimeError("Please check input compile option opt_level: it is 1 to 3, not 0")
        self.options = options

    def run(self, module: ModuleOp, request: SpecialisationRequest, folder: str) -> dict[str, Any]:
        """Compile a kernel into `folder`, with its texts on the way; what there is to record.

        The module is changed. CompileError if the kernel does not compile.
        """
        from custom_compiler.asc import emit, transforms
        from custom_compiler.asc.emit.writer import without_lines
        from custom_compiler.asc.ir.text import print_module
        from custom_compiler.errors import BuildError

        _write(folder, "codegen.mlir", print_module(module, generic=False))
        if not output_is_wanted():
            _remove_output(module)
        options = self.options
        if options.run_passes:
            transforms.run(module, self._transforms(transforms, print_module, request.part))
        _write(folder, "ascir.mlir", print_module(module, generic=False))
        emitted = emit.emit(module)
        text = without_lines(emitted.text) if options.strip_loc else emitted.text
        try:
            compile_source(
                folder,
                emitted.kernel_name,
                text,
                parameters=[name for name, _ in emitted.parameters],
                soc=request.part,
                options=compiler_options(options),
            )
        except BuildError as error:
            raise CompileError(_python_first(request.function.__name__, error)) from error
        return {"name": emitted.kernel_name, "prints": emitted.debug}

    def _transforms(self, transforms: Any, print_module: Any, part: str) -> Any:
        options = self.options

        def show(name: str, module: ModuleOp) -> None:
            text = print_module(module, generic=False)
            sys.stderr.write(f"// before {name}\n{text}\n")

        return transforms.TransformOptions(
            insert_sync=options.insert_sync,
            auto_sync=options.auto_sync,
            kernel_type=None if options.kernel_type is None else options.kernel_type.name,
            matmul_cube_only=options.matmul_cube_only,
            verify=options.debug,
            memories=transforms.memories_of(_description(part)),
            watch=show if options.print_ir_before_all else None,
        )


def _description(part: str) -> dict[str, str]:
    """Return the toolkit's description of the cores of a SoC."""
    from custom_compiler.kernel.toolchain.compiler import open_toolkit
    from custom_compiler.support.platform_config import read_description

    folder = open_toolkit(acl.toolkit_root()).config
    return read_description(os.path.join(folder, f"{part}.ini"))


def _remove_output(module: ModuleOp) -> None:
    """Leave out what the kernel would print."""
    for operation in list(module.walk()):
        block = operation.parent
        if operation.name in _OUTPUT and block is not None:
            block.erase_op(operation)


def _python_first(kernel: str, error: Any) -> str:
    """Return the compiler's messages, after the first place in Python that they name."""
    for line in error.details.splitlines():
        match = _ERROR.match(line)
        if match:
            location = f"{match['file']}:{match['line']}"
            return f"{location}: kernel {kernel} does not compile: {match['text']}\n{error.details}"
    return f"kernel {kernel} does not compile\n{error.details}"


def _write(folder: str, name: str, text: str) -> None:
    with open(os.path.join(folder, name), "w", encoding="utf-8") as file:
        file.write(text)
