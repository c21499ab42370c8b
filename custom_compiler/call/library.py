"""The embedded toolkit's libraries, loaded into this process once."""

from __future__ import annotations

import atexit
import ctypes
from ctypes import c_void_p
from functools import cache
from pathlib import Path

from custom_compiler.support.acl_library import AclError, AclLibrary
from custom_compiler.toolkit import ensure_home


class OperatorError(AclError):
    """An operator was called and failed."""


class Acl(AclLibrary):
    """CANN's C interface in the embedded toolkit; initialises it.

    Attributes:
        home: Root of the toolkit.
        infer_library: Inference of shapes, and calls that are repeated.
        finalized: Whether devices are no longer used.
    """

    def __init__(self) -> None:
        self.home = ensure_home()
        super().__init__(self.home, is_global=False)
        self.load("ascendcl")
        self.load("nnopbase")
        self.infer_library = self.load("ascendc_infer")
        # What aclGetViewShape hands out is for delete[], which is free() for such memory.
        self.release = ctypes.CDLL(None).free
        self.release.restype, self.release.argtypes = None, (c_void_p,)
        self._needed: dict[str, ctypes.CDLL] = {}
        self.initialize()
        self.finalized = False
        atexit.register(self.finalize)

    def load_operators(self, path: str) -> ctypes.CDLL:
        """Load the library of a package, and before it what it needs of the toolkit's.

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
        return self.load_operators(path)

    def finalize(self) -> None:
        """End the use of devices; what is freed later is freed already."""
        self.finalized = True
        self.aclFinalize()

    def check(self, code: int, what: str) -> None:
        """Raise OperatorError with the library's message unless `code` is 0."""
        try:
            super().check(code, what)
        except AclError as error:
            raise OperatorError(error.message, error.code) from None


@cache
def acl() -> Acl:
    """Return the libraries, loaded on first use."""
    return Acl()
