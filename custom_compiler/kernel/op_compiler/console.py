"""Output of op_compiler: CANN's lines, progress between them, problems on standard error."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

from custom_compiler.kernel.op_compiler.options import LOG_LEVELS
from custom_compiler.support.progress import progress

if TYPE_CHECKING:
    from contextlib import AbstractContextManager

    from custom_compiler.support.progress import Advance

_MOST_PROBLEMS = 20


class Console:
    """Prints what the level asks for; results and notes always."""

    def __init__(self, level: str) -> None:
        self._level = LOG_LEVELS.index(level)
        self._problems = 0
        self._shown_problems: set[int] = set()  # hashes of problems

    def say(self, line: str) -> None:
        """Print a line of the result."""
        print(line, flush=True)

    def note(self, text: str) -> None:
        """Print a note about something that needs no fix."""
        self.say(f"[op_compiler] note: {text}")

    def problem(self, message: str, hint: str, details: str = "") -> None:
        """Print a failure, but not twice; after some they are only counted."""
        lines = [details.rstrip("\n"), f"op_compiler: error: {message}"]
        lines += [f"op_compiler: hint: {hint}"] * bool(hint)
        text = "\n".join(filter(None, lines))
        if hash(text) in self._shown_problems:
            return
        self._shown_problems.add(hash(text))
        self._problems += 1
        if self._shows("error") and self._problems <= _MOST_PROBLEMS:
            print(text, file=sys.stderr, flush=True)

    def end_problems(self, report: str) -> None:
        """Say how many problems were not printed; `report` has them all."""
        more = self._problems - _MOST_PROBLEMS
        if more > 0 and self._shows("error"):
            print(f"op_compiler: error: {more} more of these, see {report}", file=sys.stderr)

    def progress(self, what: str, total: int) -> AbstractContextManager[Advance]:
        """Return the function to call after each of `total` steps."""
        steps = {"steps": total} if self._shows("info") and total else {}
        return progress(f"[op_compiler] {what}", total, **steps)

    def _shows(self, level: str) -> bool:
        return self._level <= LOG_LEVELS.index(level)
