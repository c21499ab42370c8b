"""The file of verdicts that a run goes on from; several runs may write one."""

from __future__ import annotations

import os
import stat
from typing import TYPE_CHECKING

from custom_compiler.errors import MisuseError
from custom_compiler.judge.verdict import NOT_JUDGED, Verdict, from_json
from custom_compiler.support.locks import locked

if TYPE_CHECKING:
    from pathlib import Path

_BEGIN = b'{"project": '  # of the lines that `Verdict.json` makes


class VerdictJournal:
    """Verdicts by content.

    Attributes:
        problem: Why the last verdict is not in it, or "".
    """

    def __init__(self, path: Path) -> None:
        """Open it; it is made if it is missing.

        Raises:
            MisuseError: It cannot be read or written, or is a file of something else.
        """
        self._path = path
        self.problem = ""
        try:
            if path.exists() and not stat.S_ISREG(path.stat().st_mode):
                raise _misuse(path, "it is no plain file")
            with path.open("ab"):
                pass
            self._lines = path.read_bytes().splitlines()
        except OSError as error:
            raise _misuse(path, error.strerror or str(error)) from error
        first = next(filter(None, self._lines), b"")
        # A run that was killed leaves half a line.
        if first and not first.startswith(_BEGIN[: len(first)]):
            raise _misuse(path, "its first line is no verdict")

    def verdicts(self) -> dict[str, Verdict]:
        """Return the verdicts that it has, by content, without lines that are none."""
        verdicts = {}
        for line in self._lines:
            try:
                verdict = from_json(line.decode())
            except ValueError:
                continue
            if verdict.content and verdict.verdict != NOT_JUDGED:
                verdicts[verdict.content] = verdict
        return verdicts

    def append(self, verdict: Verdict) -> None:
        """Write a verdict on a new line, also after a partial one; see `problem`."""
        line = f"{verdict.json()}\n".encode()
        try:
            with locked(str(self._path)) as file:  # against other runs
                end = os.lseek(file, 0, os.SEEK_END)
                if end and os.pread(file, 1, end - 1) != b"\n":
                    line = b"\n" + line
                if os.write(file, line) != len(line):
                    os.ftruncate(file, end)
                    self.problem = "there is no space left"
                else:
                    self.problem = ""
        except OSError as error:
            self.problem = error.strerror or str(error)


def _misuse(path: Path, reason: str) -> MisuseError:
    return MisuseError(f"--journal {path}: {reason}", "give a new file, or one that judge wrote")
