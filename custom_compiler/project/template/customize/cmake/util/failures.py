"""Failure messages of a build's scripts, for people and for the program that runs the build.

Whose doing a failure is follows from a mark, a separate line after the message, never from the
message's words; exit codes do not come through CMake and Ninja.
"""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

MISUSE_MARK = "failure: misuse"


class SourceError(Exception):
    """The sources or settings ask for something that cannot be; the message is the user's."""


class FailedStepError(Exception):
    """A step failed; the message is the failing tool's."""


def exit_code(work: Callable[[], int]) -> int:
    """Do the work of a script; its result, or 1 with the error printed."""
    try:
        return work()
    except SourceError as error:
        print(f"{error}\n{MISUSE_MARK}", file=sys.stderr)
    except FailedStepError as error:
        print(error, file=sys.stderr)
    except OSError as error:
        prefix = f"{error.filename}: " if error.filename else ""
        print(f"error: {prefix}{error.strerror or error}", file=sys.stderr)
    return 1
