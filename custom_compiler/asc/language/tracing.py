"""The kernel that was traced last: `asc.language.core.utils.global_builder`."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from xdsl.dialects.builtin import ModuleOp


class TracedModule:
    """A module whose `str` is its text."""

    def __init__(self, module: ModuleOp) -> None:
        self.module = module

    def __str__(self) -> str:
        from custom_compiler.asc.ir.text import print_module

        return print_module(self.module)


class GlobalBuilder:
    """Hands out the module of the kernel that was traced last."""

    def __init__(self) -> None:
        self._module: ModuleOp | None = None

    def keep(self, module: ModuleOp) -> None:
        """Store the module of a kernel, which may be changed afterwards."""
        self._module = module.clone()

    def get_ir_module(self) -> TracedModule:
        """Return the module of the kernel that was traced last.

        Raises:
            RuntimeError: none was traced yet.
        """
        if self._module is None:
            message = "no kernel was traced yet"
            raise RuntimeError(message)
        return TracedModule(self._module)


global_builder = GlobalBuilder()
