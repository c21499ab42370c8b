"""Lines of C++ with their indentation and the Python lines that they come from."""

from __future__ import annotations

import re
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from custom_compiler.asc.emit.literals import string_literal

if TYPE_CHECKING:
    from collections.abc import Iterator

_INDENT = "    "
_LINE_MARK = re.compile(r"^#line .*\n", re.MULTILINE)


class PythonLine(NamedTuple):
    """A line of a source file, from 1."""

    file: str
    line: int


class LineWriter:
    """Collects lines."""

    def __init__(self) -> None:
        self._lines: list[tuple[str, PythonLine | None]] = []
        self._depth = 0

    def line(self, text: str, python_line: PythonLine | None = None) -> None:
        """Add a line; `python_line` is the Python line that it is of."""
        self._lines.append((_INDENT * self._depth + text if text else "", python_line))

    @contextmanager
    def block(self, head: str, line: PythonLine | None = None, tail: str = "}") -> Iterator[None]:
        """Yield `head {`, the lines that are added within, and `tail`."""
        self.line(f"{head} {{" if head else "{", line)
        with self.indented():
            yield
        self.line(tail)

    @contextmanager
    def indented(self) -> Iterator[None]:
        """Indent the lines written inside by one level."""
        self._depth += 1
        yield
        self._depth -= 1

    def text(self) -> str:
        """Return all lines, with `#line` where the compiler would count other lines than Python."""
        lines = []
        counted: PythonLine | None = None  # what the compiler takes the next line for
        for text, python_line in self._lines:
            if python_line is not None and python_line != counted:
                lines.append(f"#line {python_line.line} {string_literal(python_line.file)}")
                counted = python_line
            lines.append(text)
            if counted is not None:
                counted = PythonLine(counted.file, counted.line + 1)
        return "\n".join(lines) + "\n"

    def noted_text(self) -> str:
        """Return all lines; a comment names the Python line where the lines of one begin."""
        lines = []
        noted: PythonLine | None = None
        for text, python_line in self._lines:
            note = (
                ""
                if python_line in {None, noted}
                else f"  // {Path(python_line.file).name}:{python_line.line}"
            )
            lines.append(text + note)
            noted = python_line or noted
        return "\n".join(lines) + "\n"


def without_lines(text: str) -> str:
    """Return a source without its references to lines of Python."""
    return _LINE_MARK.sub("", text)
