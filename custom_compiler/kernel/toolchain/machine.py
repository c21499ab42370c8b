"""Versions that two machines must share to build the same kernels."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from custom_compiler import __version__
from custom_compiler.kernel.toolchain.compiler import compiler_identity, header_digest, open_toolkit
from custom_compiler.support.host_compiler import find_compiler

if TYPE_CHECKING:
    from custom_compiler.kernel.toolchain.cache import KernelCache

_DIGITS = 12  # of the hash of the headers


class Machine(NamedTuple):
    """Versions of what makes kernels."""

    custom_compiler: str
    headers: str  # hash of the toolkit's kernel headers
    compiler: str  # target and version of the host compiler

    def __str__(self) -> str:
        ours = f"custom_compiler {self.custom_compiler}, kernel headers {self.headers}"
        return f"{ours}, {self.compiler}"


def this_machine(root: str, cache: KernelCache) -> Machine:
    """Return the versions of this machine with the toolkit `root`; raise MisuseError."""
    toolkit = open_toolkit(root)
    target, version, *_ = compiler_identity(find_compiler(), cache).splitlines()
    digest = header_digest(toolkit, cache)[:_DIGITS]
    return Machine(__version__, digest, f"{version} for {target}")
