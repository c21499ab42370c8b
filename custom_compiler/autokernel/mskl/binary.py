"""`get_kernel_from_binary`: a kernel of an operator's binary, to be launched."""

from __future__ import annotations

import ctypes
from typing import TYPE_CHECKING

from custom_compiler.asc.runtime import acl
from custom_compiler.autokernel.mskl.context import last
from custom_compiler.autokernel.mskl.kernel import CompiledKernel, LaunchFunction
from custom_compiler.autokernel.mskl.launcher import existing_file
from custom_compiler.errors import MisuseError

if TYPE_CHECKING:
    from collections.abc import Sequence

_TYPES = ("mix", "vec", "cube")
_MOST = 2**64 - 1


class _BinaryFunction(LaunchFunction):
    """The kernel of a loaded binary that a tiling key chooses."""

    def __init__(self, path: str, tiling_key: int) -> None:
        self._path = path
        library = acl.ready()
        binary, self._function = ctypes.c_void_p(), ctypes.c_void_p()
        code = library.aclrtBinaryLoadFromFile(path.encode(), None, ctypes.byref(binary))
        acl.check(code, f"loading {path}")
        function = ctypes.byref(self._function)
        code = library.aclrtBinaryGetFunctionByEntry(binary, tiling_key, function)
        acl.check(code, f"{path}: the kernel of tiling key {tiling_key}")

    def queue(self, blocks: int, stream: ctypes.c_void_p, values: Sequence[bytes]) -> None:
        """See `LaunchFunction`."""
        block = b"".join(values)
        code = acl.library().aclrtLaunchKernelWithHostArgs(
            self._function, blocks, stream, None, block, len(block), None, 0
        )
        acl.check(code, f"launching {self._path}")


def get_kernel_from_binary(
    kernel_binary_file: str, kernel_type: str | None = None, tiling_key: int | None = None
) -> CompiledKernel:
    """Return the kernel of a binary, which is loaded at its first launch.

    Args:
        kernel_binary_file: `<Op>_<hash>.o`.
        kernel_type: `vec`, `cube` or `mix`; the type in the binary overrides it.
        tiling_key: None: that of the last `tiling_func`.

    Raises:
        MisuseError: There is no such file, type or key.
    """
    path = existing_file(kernel_binary_file, "kernel_binary_file")
    if kernel_type is not None and kernel_type not in _TYPES:
        message = f"kernel_type {kernel_type} is none"
        raise MisuseError(message, f"it is one of {', '.join(_TYPES)}, or left out")
    if tiling_key is None:
        if last.tiling is None:
            message = "the tiling key is not known"
            raise MisuseError(message, "call mskl.tiling_func before, or give tiling_key")
        tiling_key = last.tiling.tiling_key
    if not 0 <= tiling_key <= _MOST:
        raise MisuseError(f"Param [tiling_key] should in [0, {_MOST}]", "it is a number of 64 bits")
    key = tiling_key
    return CompiledKernel(lambda: _BinaryFunction(path, key), "kernel_binary")
