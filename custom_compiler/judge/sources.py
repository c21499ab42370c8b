"""The sources of a project, read as the work of others: nothing waits, nothing leads out."""

from __future__ import annotations

import os
import stat
from typing import TYPE_CHECKING

from custom_compiler.judge import verdict
from custom_compiler.judge.sandboxed import EndedError, is_of_the_machine

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    Files = tuple[tuple[str, bytes], ...]

PARTS = ("op_host", "op_kernel")
_MOST_FILES, _MOST_BYTES = 4096, 64 << 20
_TOO_MUCH = f"its sources are more than {_MOST_BYTES >> 20} MiB or {_MOST_FILES} files"


def read_sources(project: Path) -> Files:
    """Return the files of a project that count: paths below it, and contents, in lasting order.

    Links, pipes, sockets and devices do not count.

    Raises:
        EndedError: Its sources cannot be read, or are more than those of operators are.
        OSError: This machine cannot read them now.
    """
    files: list[tuple[str, bytes]] = []
    left = _MOST_BYTES
    for part in PARTS:
        try:
            mode = os.lstat(project / part).st_mode
        except OSError as error:
            raise _refused(error, part, f"there is no folder {part}") from error
        if stat.S_ISLNK(mode):  # to what is the judge's own, perhaps
            raise EndedError(verdict.REFUSED, f"{part} is a link, not a folder")
        if not stat.S_ISDIR(mode):
            raise EndedError(verdict.REFUSED, f"there is no folder {part}")
        for name in _names(project, part):
            data = _content(project, name, left)
            if data is None:
                continue
            left -= len(data)
            files.append((name, data))
    return tuple(files)


def _names(project: Path, part: str) -> Iterator[str]:
    """Yield the plain files below a part of a project."""
    waiting, count = [part], 0
    while waiting:
        folder = waiting.pop()
        try:
            with os.scandir(project / folder) as listing:
                entries = sorted(listing, key=lambda entry: entry.name)
        except OSError as error:
            raise _refused(error, folder) from error
        count += len(entries)
        if count > _MOST_FILES:
            raise EndedError(verdict.REFUSED, _TOO_MUCH)
        below = [entry for entry in reversed(entries) if entry.is_dir(follow_symlinks=False)]
        waiting += [f"{folder}/{entry.name}" for entry in below]
        for entry in entries:
            if entry.is_file(follow_symlinks=False):
                yield f"{folder}/{entry.name}"


def _content(project: Path, name: str, most: int) -> bytes | None:
    """Return the contents of a file; None if it is no longer a plain file."""
    try:
        opened = os.open(project / name, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC)
        with os.fdopen(opened, "rb") as file:
            if not stat.S_ISREG(os.fstat(opened).st_mode):
                return None
            data = file.read(most + 1)
    except OSError as error:
        raise _refused(error, name) from error
    if len(data) > most:
        raise EndedError(verdict.REFUSED, _TOO_MUCH)
    return data


def _refused(error: OSError, name: str, missing: str = "") -> Exception:
    """Return the exception for a source that cannot be read."""
    if is_of_the_machine(error):
        return error
    is_missing = isinstance(error, (FileNotFoundError, NotADirectoryError))
    reason = missing if missing and is_missing else f"{name}: {error.strerror or error}"
    return EndedError(verdict.REFUSED, reason)
