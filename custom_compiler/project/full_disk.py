"""Recognises a full disk as the cause of a failure, whatever the failing tool made of it."""

from __future__ import annotations

import os
import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

_SAID = re.compile(r"No space left on device|Disk quota exceeded|\[Errno 28\]|\[Errno 122\]")
# Tools remove what they could not finish, so a disk that was full has some bytes free again.
_FREE_IF_SAID = 8 << 20
_FREE_IF_SILENT = 1 << 20


def says_full(output: str) -> bool:
    """Return whether a tool said that it ran out of space."""
    return _SAID.search(output) is not None


def full_place(places: Iterable[Path], *, is_reported: bool) -> Path | None:
    """Return the first almost full disk; `is_reported`: a tool ran out of space."""
    limit = _FREE_IF_SAID if is_reported else _FREE_IF_SILENT
    for path in places:
        try:
            state = os.statvfs(path)
        except OSError:
            continue
        if state.f_bavail * state.f_frsize < limit:
            return path
    return None
