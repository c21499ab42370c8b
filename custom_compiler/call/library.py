"""The embedded toolkit's libraries, loaded into this process once."""

from __future__ import annotations

import atexit
from functools import cache

from custom_compiler.support.acl_library import AclError, AclLibrary
from custom_compiler.toolkit import ensure_home


class OperatorError(AclError):
    """An operator was called and failed."""


class Acl(AclLibrary):
    """CANN's C interface in the embedded toolkit; initialises it.

    Attributes:
        home: Root of the toolkit.
        finalized: Whether devices are no longer used.
    """

    def __init__(self) -> None:
        self.home = ensure_home()
        super().__init__(self.home, is_global=False)
        for library in ("ascendcl", "nnopbase", "ascendc_infer"):  # packages' libraries need them
            self.load(library)
        self.initialize()
        self.finalized = False
        atexit.register(self.finalize)

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
