"""Kernels of tests, traced."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from custom_compiler.asc.codegen import PythonFunction, trace
from custom_compiler.asc.codegen.arguments import (
    Argument,
    ConstantArgument,
    PointerArgument,
    ScalarArgument,
)
from custom_compiler.asc.language.dtypes import DataType

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from xdsl.dialects.builtin import ModuleOp


def jit(fn: Callable[..., object]) -> Any:
    """A function as kernels call it, without what launches it."""
    return PythonFunction(fn)


def pointer(name: str = "float32") -> PointerArgument:
    """An address of elements of a type."""
    return PointerArgument(DataType(name))


def scalar(name: str = "int32") -> ScalarArgument:
    """A number of a type."""
    return ScalarArgument(DataType(name))


def constant(value: object) -> ConstantArgument:
    """A value that is known."""
    return ConstantArgument(value)


def module_of(fn: Callable[..., object] | PythonFunction, *arguments: Argument) -> ModuleOp:
    """The module of a kernel."""
    return trace(fn if isinstance(fn, PythonFunction) else PythonFunction(fn), arguments)


def names(module: ModuleOp) -> list[str]:
    """The operations of a module, in order."""
    return [operation.name for operation in module.walk()]


def loaded(path: Path, text: str) -> dict[str, Any]:
    """The names of a module with this text, which is written to a file for its kernels."""
    path.write_text(text)
    names: dict[str, Any] = {"__name__": path.stem}
    exec(compile(text, path, "exec"), names)
    return names
