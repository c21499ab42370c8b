"""Marks of what running processes use; the kernel of the operating system ends them.

A mark is a shared lock of one byte of a file. It belongs to an open file description, so one
descriptor serves all marks of a process, and forks share them.
"""

from __future__ import annotations

import fcntl
import hashlib
import os
import struct
from contextlib import contextmanager, suppress
from threading import Lock
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

_descriptors: dict[str, int] = {}  # by the paths of files
_opening = Lock()


def hold(path: str, name: str) -> None:
    """Mark `name` in the file `path` as used as long as this process or one of its forks lives.

    Wait if another process has it `alone`. Where the file cannot be made, or the file system has no
    locks, there is no mark.
    """
    with suppress(OSError):
        with _opening:
            if path not in _descriptors:
                os.makedirs(os.path.dirname(path), exist_ok=True)
                _descriptors[path] = os.open(path, os.O_RDONLY | os.O_CREAT, 0o644)
        fcntl.fcntl(_descriptors[path], fcntl.F_OFD_SETLKW, _byte(fcntl.F_RDLCK, name))


@contextmanager
def alone(path: str, name: str) -> Iterator[bool]:
    """Yield whether no process holds `name`; then none gets it in the block.

    False, too, if the file system has no locks.
    """
    try:
        os.makedirs(os.path.dirname(path), exist_ok=True)
        descriptor = os.open(path, os.O_RDWR | os.O_CREAT, 0o644)
    except OSError:
        yield False
        return
    try:
        try:
            fcntl.fcntl(descriptor, fcntl.F_OFD_SETLK, _byte(fcntl.F_WRLCK, name))
        except OSError:
            yield False
        else:
            yield True
    finally:
        os.close(descriptor)


def _byte(kind: int, name: str) -> bytes:
    """Return Linux's `struct flock` of the byte that stands for `name`."""
    digest = hashlib.sha256(name.encode("utf-8", "surrogateescape")).digest()
    start = int.from_bytes(digest[:7], "big")
    return struct.pack("hhqqi0q", kind, os.SEEK_SET, start, 1, 0)
