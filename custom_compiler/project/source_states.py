"""Notices sources that changed unseen by build tools, which compare times only.

Ninja and make take a file for unchanged if it is older than what was made of it. So are files that
were copied with their times, or edited while a build ran. CMake does not watch files with a time in
the future. A record in the project has the state of every source as the last build began.
"""

from __future__ import annotations

import json
import time
from typing import TYPE_CHECKING, Any

from custom_compiler.support.files import write_changed

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

_RECORD = ".custom_compiler.sources.json"


class SourceStates:
    """The states of a build's sources, for the next one."""

    def __init__(self, project: Path, sources: Iterable[Path]) -> None:
        self._record = project / _RECORD
        self._states = {str(path): _state(path) for path in sources}

    def begin(self) -> bool:
        """Record the states before tools start; return whether a change is one that they miss."""
        earlier = self._read()
        ended = earlier.get("ended")
        is_missed = any(
            path in earlier.get("files", {})
            and earlier["files"][path] != state
            and (ended is None or state[1] <= ended or earlier["files"][path][1] > ended)
            for path, state in self._states.items()
        )
        self._write(None)
        return is_missed

    def end(self) -> None:
        """Record when the tools ended."""
        self._write(time.time_ns())

    def _read(self) -> dict[str, Any]:
        try:
            record = json.loads(self._record.read_text(encoding="utf-8"))
        except (OSError, ValueError):
            return {}
        return record if isinstance(record, dict) else {}

    def _write(self, ended: int | None) -> None:
        text = json.dumps({"ended": ended, "files": self._states}, indent=0) + "\n"
        write_changed(str(self._record), text)


def _state(path: Path) -> list[int]:
    """Return size, time and number: a file that replaced another one has another number."""
    try:
        status = path.stat()
    except OSError:
        return [0, 0, 0]
    return [status.st_size, status.st_mtime_ns, status.st_ino]
