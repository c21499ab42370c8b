"""What op_compiler says while it works: CANN's lines, progress between them, problems beside."""

from __future__ import annotations

import sys
from contextlib import contextmanager
from typing import TYPE_CHECKING

from custom_compiler.kernel.op_compiler.options import LOG_LEVELS

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    Advance = Callable[[str], None]

_MOST_PROBLEMS = 20
_BAR_TEXT = 30  # characters beside a bar, so that both have room on a line
_MOST_STEPS = 20  # of a plain progress


class Console:
    """Prints what the level asks for; results and notes always."""

    def __init__(self, level: str) -> None:
        self._level = LOG_LEVELS.index(level)
        self._problems = 0
        self._said: set[int] = set()  # hashes of problems

    def say(self, line: str) -> None:
        """Print a line of the result."""
        print(line, flush=True)

    def note(self, text: str) -> None:
        """Print what the user did not expect and need not mend."""
        self.say(f"[op_compiler] note: {text}")

    def problem(self, message: str, hint: str, details: str = "") -> None:
        """Print a failure, but not twice; after some they are only counted."""
        lines = [details.rstrip("\n"), f"op_compiler: error: {message}"]
        lines += [f"op_compiler: hint: {hint}"] * bool(hint)
        text = "\n".join(filter(None, lines))
        if hash(text) in self._said:
            return
        self._said.add(hash(text))
        self._problems += 1
        if self._shows("error") and self._problems <= _MOST_PROBLEMS:
            print(text, file=sys.stderr, flush=True)

    def end_problems(self, place: str) -> None:
        """Say how many problems were not printed; `place` has them all."""
        more = self._problems - _MOST_PROBLEMS
        if more > 0 and self._shows("error"):
            print(f"op_compiler: error: {more} more of these, see {place}", file=sys.stderr)

    @contextmanager
    def progress(self, what: str, total: int) -> Iterator[Advance]:
        """Yield the function to call with what has ended, `total` times."""
        if not sys.stdout.isatty() or not total:
            yield self._plain(what, total)
            return
        try:
            from rich.console import Console as RichConsole
            from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn
        except ImportError:  # a Python without the packages that a wheel brings
            yield self._plain(what, total)
            return
        columns = (
            TextColumn(f"[op_compiler] {what}", markup=False),
            BarColumn(bar_width=20),
            MofNCompleteColumn(),
            TextColumn("{task.fields[text]}", markup=False),
        )
        with Progress(*columns, console=RichConsole(), transient=True) as bar:
            task = bar.add_task("", total=total, text="")
            yield lambda text: bar.update(task, advance=1, text=text[:_BAR_TEXT])

    def _plain(self, what: str, total: int) -> Advance:
        done = 0
        step = 1 if self._shows("info") else max(1, total // _MOST_STEPS)

        def advance(text: str) -> None:
            nonlocal done
            done += 1
            if done % step == 0 or done == total:
                self.say(f"[op_compiler] {what} {done}/{total} {text}")

        return advance

    def _shows(self, level: str) -> bool:
        return self._level <= LOG_LEVELS.index(level)
