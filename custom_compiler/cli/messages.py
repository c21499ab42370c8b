"""Errors on standard error: one red line, and what to do below it."""

from __future__ import annotations

import os
import re
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
    if os.environ.get("GITHUB_ACTIONS") == "true":
        print(annotation(error), file=sys.stderr)


_PLACE = re.compile(
    r"^(?P<file>[^\s:][^:\n]*):(?P<line>\d+)(?::(?P<column>\d+))?: (?:fatal )?error: (?P<text>.+)$",
    re.MULTILINE,
)


def annotation(error: CustomCompilerError) -> str:
    """Return the error as a workflow command that GitHub shows next to a source.

    File names are relative to GITHUB_WORKSPACE, if it is set.
    """
    match = _PLACE.search(f"{error.details}\n{error.message}")
    if not match:
        return f"::error::{_data(error.message)}"
    file = match["file"]
    root = os.environ.get("GITHUB_WORKSPACE", "")
    if root and os.path.isabs(file) and not os.path.relpath(file, root).startswith(".."):  # noqa: PTH117
        file = os.path.relpath(file, root)
    where = {"file": file, "line": match["line"], "col": match["column"]}
    words = ",".join(f"{key}={_property(value)}" for key, value in where.items() if value)
    return f"::error {words}::{_data(match['text'])}"


def _data(text: str) -> str:
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _property(text: str) -> str:
    return _data(text).replace(":", "%3A").replace(",", "%2C")


def filled(text: str, indent: int) -> str:
    """Return a line for standard output: on a terminal wrapped at words, with an indent."""
    import shutil
    import textwrap

    width = shutil.get_terminal_size().columns
    if not sys.stdout.isatty() or len(text) <= width:
        return text
    if any(len(word) > width - indent for word in text[indent:].split()):
        indent = 4  # a long path needs the width
    return textwrap.fill(
        text, width, subsequent_indent=" " * indent, break_long_words=False,
        break_on_hyphens=False,
    )  # fmt: skip


def show_error(message: str, hint: str = "") -> None:
    """Print `message` in red on a terminal, `hint` below it."""
    line = "error: " + message.replace("\n", "\\n")
    if sys.stderr.isatty() and "NO_COLOR" not in os.environ:
        line = f"\x1b[1;31m{line}\x1b[0m"
    print(line, file=sys.stderr)
    if hint:
        print(hint, file=sys.stderr)
