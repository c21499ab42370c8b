"""The names of `mskl`, and of `mskpp`, which it was a part of in CANN 8.1; each found when used."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable

NAMES = {
    "KernelInvokeConfig": "launcher",
    "Launcher": "launcher",
    "autotune": "autotune",
    "autotune_v2": "autotune",
    "compile": "kernel",
    "compile_executable": "executable",
    "get_kernel_from_binary": "binary",
    "tiling_func": "tiling",
}


def lazy_attributes(module: str) -> tuple[Callable[[str], Any], list[str]]:
    """Return `__getattr__` and `__all__` of a module that has these names."""

    def find(name: str) -> Any:
        if name not in NAMES:
            message = f"module {module!r} has no attribute {name!r}"
            raise AttributeError(message, name=name)
        return getattr(import_module(f"custom_compiler.autokernel.mskl.{NAMES[name]}"), name)

    return find, list(NAMES)
