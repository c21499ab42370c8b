"""The kernel that is being traced, or was last: `asc.language.core.utils.global_builder`."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from xdsl.dialects.builtin import ModuleOp


class GlobalBuilder:
    """Hands out the module of the kernel that was traced last."""

    def __init__(self) -> None:
        self._module: ModuleOp | None = None

    def keep(self, module: ModuleOp) -> None:
        """Remembers the module of a kernel."""
        self._module = module

    def get_ir_module(self) -> object:
        """The module of the kernel that was traced last; its `str` is its text.

        Raises:
            RuntimeError: none was traced yet.
        """
        if self._module is None:
            message = "no kernel was traced yet"
            raise RuntimeError(message)
        return self._module


global_builder = GlobalBuilder()
