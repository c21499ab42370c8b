"""Errors, by whose fault they are: the exit code of the command follows from the class."""

from __future__ import annotations

import errno
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import Path


class CustomCompilerError(Exception):
    """A failure with one line saying what happened and, if known, one saying what to do.

    Attributes:
        message: One line naming the thing and why.
        hint: One line with the way out, or "".
        details: The failing tool's own words, its file and line first, or "".
    """

    exit_code = 1

    def __init__(self, message: str, hint: str = "", *, details: str = "") -> None:
        super().__init__(message)
        self.message = message
        self.hint = hint
        self.details = details


class MisuseError(CustomCompilerError):
    """The caller asked for something that cannot be: bad option, missing file, unknown name."""

    exit_code = 2


class BuildError(CustomCompilerError):
    """A build step failed.

    Attributes:
        log: The full log, if there is one.
    """

    def __init__(
        self, message: str, hint: str = "", *, details: str = "", log: Path | None = None
    ) -> None:
        super().__init__(message, hint, details=details)
        self.log = log


class DiskError(CustomCompilerError):
    """The disk is full; what was asked for is possible."""


class PackageError(CustomCompilerError):
    """Installing, removing or reading a vendor package failed; nothing was changed."""


class ToolkitError(CustomCompilerError):
    """A toolkit is incomplete or cannot be prepared."""


def is_full(error: OSError) -> bool:
    """Return whether the disk or the user's quota is used up."""
    return error.errno in {errno.ENOSPC, errno.EDQUOT}


def write_error(target: Path | str, error: OSError, hint: str) -> CustomCompilerError:
    """Return the error to raise after writing at or below `target` failed."""
    path = error.filename2 or error.filename or target  # of a copy the second is written
    message = f"cannot write {path}: {error.strerror or error}"
    if is_full(error):
        return DiskError(message, f"free some space there, or {hint}")
    return MisuseError(message, hint)
