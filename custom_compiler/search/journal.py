"""Journal of a study: a file of JSON lines that stays usable after a kill at any moment."""

from __future__ import annotations

import fcntl
import json
import os
from typing import TYPE_CHECKING, Any

from custom_compiler.errors import MisuseError, write_error
from custom_compiler.search.trial import Trial, trial_of

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path


class TrialJournal:
    """The journal at a path: its first line says what of, each other one is a trial.

    One process has it at a time. A last line that a kill has cut is dropped.

    Attributes:
        path: Where it is.
        trials: What it held when it was opened, in order of writing.
    """

    def __init__(self, path: Path, subject: Mapping[str, Any]) -> None:
        """Open or begin the journal of `subject`, which is written as JSON.

        Raises:
            MisuseError: It is another subject's, cannot be read or written, or is in use.
        """
        self.path = path
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            self._file = os.open(path, os.O_RDWR | os.O_CREAT | os.O_APPEND, 0o644)
        except OSError as error:
            raise MisuseError(f"cannot write the journal {path}: {error.strerror}") from error
        try:
            self._lock()
            self.trials = self._begin(json.loads(json.dumps(subject)))
        except BaseException:
            self.close()
            raise

    def _lock(self) -> None:
        try:
            fcntl.flock(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError as error:
            message = f"the journal {self.path} is in use by another search"
            raise MisuseError(message, "wait for it to end") from error
        except OSError:
            return  # some network file systems have no locks

    def _begin(self, subject: Any) -> list[Trial]:
        data = self.path.read_bytes()
        complete_lines = data[: data.rfind(b"\n") + 1]
        if len(complete_lines) < len(data):
            os.ftruncate(self._file, len(complete_lines))
        if not complete_lines:
            self._write({"subject": subject})
            return []
        try:
            head, *entries = map(json.loads, complete_lines.splitlines())
            same = head["subject"] == subject
            trials = [trial_of(entry) for entry in entries] if same else []
        except (ValueError, KeyError, TypeError) as error:
            message = f"{self.path} is not the journal of a search"
            raise MisuseError(message, "remove it, or name another one") from error
        if not same:
            message = f"the journal {self.path} is that of another search"
            raise MisuseError(message, "remove it to start again, or name another one")
        return trials

    def add(self, trial: Trial) -> None:
        """Write a trial down; it is on the disk when this returns.

        Raises:
            DiskError: The disk is full.
        """
        self._write(trial.fields())

    def _write(self, entry: Mapping[str, Any]) -> None:
        line = json.dumps(entry, separators=(",", ":")).encode() + b"\n"
        try:
            os.write(self._file, line)
            os.fsync(self._file)
        except OSError as error:
            raise write_error(self.path, error, "name another place") from error

    def close(self) -> None:
        """Give the file back."""
        os.close(self._file)
