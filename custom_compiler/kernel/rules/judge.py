"""A preprocessed kernel, judged by the rules of the device's compiler."""

from __future__ import annotations

import os
from threading import Lock
from typing import TYPE_CHECKING

from custom_compiler.kernel.rules.body import HOST_LIBRARY, UNSIGNED_CAST
from custom_compiler.kernel.rules.headers import MISSING_HEADER
from custom_compiler.kernel.rules.source import Owners
from custom_compiler.kernel.rules.tree import TreeReader, real_places
from custom_compiler.kernel.rules.walk import find_all

if TYPE_CHECKING:
    from custom_compiler.kernel.rules.finding import Finding
    from custom_compiler.kernel.toolchain.cache import KernelCache
    from custom_compiler.kernel.toolchain.compiler import Compiler, Toolkit
    from custom_compiler.kernel.toolchain.soc import Soc


# Kernels of public operators for 950 do these; what is known of them is from 910B's compiler.
_NOT_ON_3510 = {UNSIGNED_CAST, HOST_LIBRARY, MISSING_HEADER}
_DAV_3510 = 3510


class Judge:
    """Reads kernels of one compiler and toolkit."""

    def __init__(self, compiler: Compiler, toolkit: Toolkit, cache: KernelCache) -> None:
        self._reader = TreeReader(compiler, toolkit, cache)
        tools = (toolkit.root, real_places(toolkit).root, cache.root)
        self._alone = Lock()  # libclang does not say what threads may do at once
        self._tools = tuple(f"{tool}{os.sep}" for tool in tools)

    def precompile(self) -> None:
        """Make what the trees of all kernels begin with; ToolkitError without libclang."""
        self._reader.precompiled()

    def findings(self, folder: str, name: str, soc: Soc) -> list[Finding]:
        """What the device's compiler for `soc` would say to the source `name` in `folder`.

        Paths of findings are as the compiler sees them from there. ToolkitError without libclang.
        """
        owners = Owners(self._tools, name, folder)
        with self._alone:
            found = find_all(self._reader.read(name, folder), owners)
        if soc.npu_arch != _DAV_3510:
            return found
        return [finding for finding in found if finding.rule not in _NOT_ON_3510]
