"""From a function of Python to the module that it is."""

from __future__ import annotations

from typing import TYPE_CHECKING

from custom_compiler.asc.codegen.source import PythonFunction

if TYPE_CHECKING:
    from collections.abc import Sequence

    from xdsl.dialects.builtin import ModuleOp

    from custom_compiler.asc.codegen.arguments import Argument


def trace(
    function: PythonFunction, arguments: Sequence[Argument], *, capture_exceptions: bool = True
) -> ModuleOp:
    """Trace a kernel, and return the module with it and the functions that it calls.

    Args:
        function: the kernel.
        arguments: the kind of each parameter, in their order.
        capture_exceptions: errors of functions that the kernel calls become CodegenError.

    Raises:
        CodegenError: the kernel cannot be compiled; the message shows where and why.
    """
    from custom_compiler.asc.codegen import kernels

    return kernels.trace(function, arguments, capture_exceptions=capture_exceptions)


__all__ = ["PythonFunction", "trace"]
