"""One kernel of an operator, compiled; what does not fit is said in the operator's own terms."""

from __future__ import annotations

import os
import re
from typing import TYPE_CHECKING, NamedTuple

from custom_compiler.errors import BuildError, CustomCompilerError, MisuseError
from custom_compiler.kernel.opc.kernel_compiler import Compiled, CompileJob, KernelCompiler
from custom_compiler.kernel.opc.wrapper import wrapper_text

if TYPE_CHECKING:
    from custom_compiler.kernel.opc.implementation import Implementation
    from custom_compiler.kernel.opc.options import OpcOptions
    from custom_compiler.kernel.opc.signature import Signature
    from custom_compiler.kernel.opc.static_entry import StaticEntry
    from custom_compiler.kernel.opc.tiling import TilingDefinition
    from custom_compiler.kernel.toolchain.soc import Soc

_USER_FUNCTION = re.compile(
    r"(\w+)_ascendc_user\W+was not declared|undeclared identifier '(\w+)_ascendc_user'"
)
# The check of detail/core/entry.h, as g++ and clang show it.
_PARAMETER_COUNT = re.compile(r"KernelParameterCount<(\d+), (\d+)>")


class OperatorKernel(NamedTuple):
    """Parts of one kernel."""

    signature: Signature
    implementation: Implementation
    source: str  # path
    tiling: TilingDefinition
    static: StaticEntry | None = None  # None: for all shapes


def kernel_job(kernel: OperatorKernel, options: OpcOptions, soc: Soc, tree: str) -> CompileJob:
    """Return the compiler's job for a kernel; `tree` is that of the job."""
    name = kernel.signature.bin_filename
    keep_in = ""
    if options.keeps_intermediates:
        keep_in = os.path.join(os.path.abspath(options.debug_dir), f"kernel_meta_{name}")
    with open(kernel.source, encoding="utf-8", errors="replace") as file:
        text = file.read()
    parts = (kernel.signature, kernel.implementation)
    return CompileJob(
        name=name,
        source=kernel.source,
        wrapper=wrapper_text(*parts, options, kernel.tiling, text, kernel.static),
        soc=soc,
        keep_in=keep_in,
        tree=tree,
        key=None if kernel.static is None else kernel.static.tiling.tiling_key,
    )


def compile_kernel(kernels: KernelCompiler, kernel: OperatorKernel, job: CompileJob) -> Compiled:
    """Return the linked kernel, or raise an error in the operator's terms."""
    try:
        return kernels.compile(job)
    except BuildError as error:
        raise _explained(error, kernel) from error


def _explained(error: BuildError, kernel: OperatorKernel) -> CustomCompilerError:
    """Return the error in the operator's terms, if kernel and definition do not fit."""
    signature, implementation, source, tiling, _ = kernel
    op_type, function = signature.op_type, implementation.interface
    if _USER_FUNCTION.search(error.details):
        message = f"operator {op_type}: {source} defines no kernel function {function}"
        hint = "the function is named like the operator in snake case, or by OpInterface"
        return MisuseError(message, hint, details=error.details)
    counts = _PARAMETER_COUNT.search(error.details)
    if counts:
        ports = [port.name for port in signature.ports]
        ports += ["shapes"] * bool(implementation.shape_outputs) + ["workspace", "tiling"]
        message = (
            f"operator {op_type}: kernel function {function} of {source} has {counts[1]}"
            f" parameters, its operator has {counts[2]}: {', '.join(ports)}"
        )
        declared = ", ".join(f"GM_ADDR {name}" for name in ports)
        return MisuseError(message, f"declare {function}({declared})", details=error.details)
    if not tiling.default and "AscendcTilingDefault" in error.details:
        if tiling.by_key:
            names = ", ".join(sorted(set(tiling.by_key.values())))
            message = (
                f"operator {op_type} registers no tiling structure for all tiling keys, only"
                f" {names} for some, but its kernel {source} reads the default one"
                " (GET_TILING_DATA)"
            )
            hint = "read them with GET_TILING_DATA_WITH_STRUCT, or register a default one"
            return MisuseError(message, hint, details=error.details)
        message = (
            f"operator {op_type} registers no tiling structure, but its kernel"
            f" {source} reads one (GET_TILING_DATA)"
        )
        hint = f"add REGISTER_TILING_DATA_CLASS({op_type}, <class>) in op_host"
        return MisuseError(message, hint, details=error.details)
    return error
