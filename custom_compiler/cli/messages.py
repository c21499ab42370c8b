"""Errors on standard error: one red line, and what to do below it."""

from __future__ import annotations

import os
import sys
from typing import TYPE_CHECKING

from custom_compiler.errors import BuildError

if TYPE_CHECKING:
    from custom_compiler.errors import CustomCompilerError


def show_failure(error: CustomCompilerError) -> None:
    """Print an error: the compiler's own words, then what failed, then what to do."""
    if error.details:
        print(error.details, file=sys.stderr)
    hint = error.hint
    if isinstance(error, BuildError) and error.log:
        hint = "\n".join(filter(None, [hint, f"full log: {error.log}"]))
    show_error(error.message, hint)


def show_error(message: str, hint: str = "") -> None:
    """Print `message` in red on a terminal, `hint` below it."""
    line = "error: " + message.replace("\n", "\\n")
    if sys.stderr.isatty() and "NO_COLOR" not in os.environ:
        line = f"\x1b[1;31m{line}\x1b[0m"
    print(line, file=sys.stderr)
    if hint:
        print(hint, file=sys.stderr)
