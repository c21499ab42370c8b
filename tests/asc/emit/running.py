"""Kernels of tests: traced, through the passes, as text, compiled and run."""

from __future__ import annotations

import subprocess
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from custom_compiler.asc.codegen import PythonFunction, trace
from custom_compiler.asc.codegen.arguments import (
    Argument,
    ConstantArgument,
    PointerArgument,
    ScalarArgument,
)
from custom_compiler.asc.emit import EmittedKernel, emit
from custom_compiler.asc.language.dtypes import DataType
from custom_compiler.asc.transforms import TransformOptions, run

if TYPE_CHECKING:
    from collections.abc import Callable

_NUMBERS = {bool: "int8", int: "int32", float: "float32"}


class Constant:
    """A value that the kernel is compiled with."""

    def __init__(self, value: object) -> None:
        self.value = value


def emitted(function: Any, *values: Any, options: TransformOptions | None = None) -> EmittedKernel:
    """A kernel's text for arguments like these."""
    given = [_argument(value) for value in values]
    module = trace(PythonFunction(function), given)
    run(module, (options or TransformOptions())._replace(verify=True))
    return emit(module)


def launched(
    folder: Path,
    function: Callable[..., object],
    *values: Any,
    core_num: int = 1,
    options: TransformOptions | None = None,
) -> EmittedKernel:
    """The kernel compiled for these arguments, and run on them; its text."""
    from custom_compiler.asc.runtime.arguments import Packer, kind_of
    from custom_compiler.asc.runtime.compile import compile_source
    from custom_compiler.asc.runtime.launcher import Launcher

    kernel = emitted(function, *values, options=options)
    names = tuple(name for name, _ in kernel.parameters)
    binary = compile_source(
        str(folder), kernel.kernel_name, kernel.text, parameters=names, soc="Ascend910B1"
    )
    passed = [value for value in values if not isinstance(value, Constant)]
    kinds = tuple(map(kind_of, names, passed))
    launcher = Launcher(binary, prints=kernel.debug, exact=True)
    launcher.run(Packer(names, kinds), passed, core_num, None)
    return kernel


def compiles(text: str, home: Path, folder: Path) -> str:
    """Return the compiler's messages for the text of a kernel, or ""."""
    source = folder / "kernel.cpp"
    source.write_text(text, encoding="utf-8")
    tikcfw = home / "tikcpp" / "tikcfw"
    includes = [f"-I{path}" for path in (tikcfw, tikcfw / "interface", home / "include")]
    command = ["g++", "-std=c++17", "-fsyntax-only", "-w", "-x", "c++", *includes, str(source)]
    return subprocess.run(command, check=False, capture_output=True, text=True).stderr


def _argument(value: object) -> Argument:
    if isinstance(value, Constant):
        return ConstantArgument(value.value)
    if isinstance(value, np.ndarray):
        return PointerArgument(DataType(value.dtype.name))
    return ScalarArgument(DataType(_NUMBERS[type(value)]))
