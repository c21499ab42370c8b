"""Lines of C++ with their indentation and the Python lines that they come from."""

from __future__ import annotations

import re
from contextlib import contextmanager
from typing import TYPE_CHECKING, NamedTuple

from custom_compiler.asc.emit.literals import string_literal

if TYPE_CHECKING:
    from collections.abc import Iterator

_INDENT = "    "
_LINE_MARK = re.compile(r"^#line .*\n", re.MULTILINE)


class Place(NamedTuple):
    """A line of a source file, from 1."""

    file: str
    line: int


class Writer:
    """Collects lines. `#line` stands where the compiler would count another line than Python's."""

    def __init__(self) -> None:
        self._lines: list[str] = []
        self._depth = 0
        self._next: Place | None = None  # what the compiler takes the next line for

    def line(self, text: str, place: Place | None = None) -> None:
        """Add a line; `place` is the Python line that it is of."""
        if place is not None and place != self._next:
            self._lines.append(f"#line {place.line} {string_literal(place.file)}")
            self._next = place
        self._lines.append(_INDENT * self._depth + text if text else "")
        if self._next is not None:
            self._next = Place(self._next.file, self._next.line + 1)

    @contextmanager
    def block(self, head: str, place: Place | None = None, tail: str = "}") -> Iterator[None]:
        """`head {`, the lines that are added within, and `tail`."""
        self.line(f"{head} {{" if head else "{", place)
        with self.indented():
            yield
        self.line(tail)

    @contextmanager
    def indented(self) -> Iterator[None]:
        """One step to the right."""
        self._depth += 1
        yield
        self._depth -= 1

    def text(self) -> str:
        """Everything, with a line's end behind it."""
        return "\n".join(self._lines) + "\n"


def without_lines(text: str) -> str:
    """A source without what says which lines of Python its lines are of."""
    return _LINE_MARK.sub("", text)
