"""The embedded toolkit's libraries, loaded into this process once."""

from __future__ import annotations

import atexit
import ctypes
from ctypes import POINTER, c_char_p, c_int32, c_int64, c_uint64, c_void_p
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from custom_compiler.errors import CustomCompilerError
from custom_compiler.toolkit import ensure_home

if TYPE_CHECKING:
    from collections.abc import Callable

HOST_TO_DEVICE, DEVICE_TO_HOST = 1, 2
HUGE_FIRST = 0


class OperatorError(CustomCompilerError):
    """An operator was called and failed."""


class Acl:
    """The functions of the embedded toolkit's libraries, typed; initialises them.

    Attributes:
        home: Root of the toolkit.
    """

    def __init__(self) -> None:
        self.home = ensure_home()
        lib = self.home / "lib64"
        ascendcl, nnopbase = (ctypes.CDLL(str(lib / name)) for name in
                              ("libascendcl.so", "libnnopbase.so"))  # fmt: skip
        self.infer_library = ctypes.CDLL(str(lib / "libascendc_infer.so"))
        pointer, size, status = c_void_p, c_uint64, c_int32
        self.memcpy = _typed(ascendcl.aclrtMemcpy, status, pointer, size, pointer, size, c_int32)
        self.malloc = _typed(ascendcl.aclrtMalloc, status, POINTER(pointer), size, c_int32)
        self.free = _typed(ascendcl.aclrtFree, status, pointer)
        self.synchronize = _typed(ascendcl.aclrtSynchronizeStream, status, pointer)
        self.set_device = _typed(ascendcl.aclrtSetDevice, status, c_int32)
        self.message = _typed(ascendcl.aclGetRecentErrMsg, c_char_p)
        self.create_tensor = _typed(
            nnopbase.aclCreateTensor, pointer, pointer, size, c_int32, pointer, c_int64, c_int32,
            pointer, size, pointer,
        )  # fmt: skip
        self.destroy_tensor = _typed(nnopbase.aclDestroyTensor, status, pointer)
        self.create_list = _typed(nnopbase.aclCreateTensorList, pointer, pointer, size)
        self.create_scalar = _typed(nnopbase.aclCreateScalar, pointer, pointer, c_int32)
        self.create_scalars = _typed(nnopbase.aclCreateScalarList, pointer, pointer, size)
        self.view_shape = _typed(
            nnopbase.aclGetViewShape, status, pointer, POINTER(POINTER(c_int64)), POINTER(size)
        )
        # What aclGetViewShape hands out is for delete[], which is free() for such memory.
        self.release = _typed(ctypes.CDLL(None).free, None, pointer)
        self.make_repeatable = _typed(nnopbase.aclSetAclOpExecutorRepeatable, status, pointer)
        self.destroy_executor = _typed(nnopbase.aclDestroyAclOpExecutor, status, pointer)
        self.nnopbase = nnopbase
        self._needed: dict[str, ctypes.CDLL] = {}
        already = 100002
        code = _typed(ascendcl.aclInit, status, c_char_p)(None)
        self.check(0 if code == already else code, "aclInit")
        self.finalized = False
        self._finalize = _typed(ascendcl.aclFinalize, status)
        atexit.register(self.finalize)

    def load(self, path: str) -> ctypes.CDLL:
        """Load an operator's library, and before it what it needs of the toolkit's.

        Raises:
            OSError: It, or what it needs, cannot be loaded.
        """
        try:
            return ctypes.CDLL(path)
        except OSError as error:
            missing = str(self.home / "lib64" / str(error).partition(": cannot open shared")[0])
            if missing in self._needed or not Path(missing).is_file():
                raise
            self._needed[missing] = ctypes.CDLL(missing)
        return self.load(path)

    def finalize(self) -> None:
        """End the use of devices; what is freed later is freed already."""
        self.finalized = True
        self._finalize()

    def check(self, code: int, what: str) -> None:
        """Raise OperatorError unless `code` is 0."""
        if code:
            text = " ".join((self.message() or b"").decode(errors="replace").split())
            raise OperatorError(f"{what} failed with {code}{': ' + text if text else ''}")


@cache
def acl() -> Acl:
    """The libraries, loaded on first use."""
    return Acl()


def _typed(function: Any, result: Any, *arguments: Any) -> Callable[..., Any]:
    function.restype, function.argtypes = result, arguments
    return function  # type: ignore[no-any-return]
