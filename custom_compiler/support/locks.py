"""Locks between processes."""

from __future__ import annotations

import fcntl
import os
import time
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

_TURN_SECONDS = 0.05


@contextmanager
def locked(path: str, on_wait: Callable[[], None] = lambda: None) -> Iterator[int]:
    """Hold the lock of the file `path`, made if missing; yields its descriptor, to read and write.

    `on_wait` is called if another process has it and must give it back first. The kernel gives the
    lock of a dead process free. Where locks are not offered there is none. Who has the lock may
    remove the file.
    """
    os.makedirs(os.path.dirname(path) or ".", exist_ok=True)
    descriptor = _locked_file(path, on_wait)
    try:
        yield descriptor
    finally:
        os.close(descriptor)


def _locked_file(path: str, on_wait: Callable[[], None]) -> int:
    while True:
        descriptor = os.open(path, os.O_RDWR | os.O_CREAT, 0o644)
        try:
            _take(descriptor, on_wait)
            if _is_at(descriptor, path):
                return descriptor
        except BaseException:
            os.close(descriptor)
            raise
        os.close(descriptor)  # removed while we waited


def _is_at(descriptor: int, path: str) -> bool:
    """Return whether the open file is the one at `path`."""
    with suppress(OSError):
        return os.path.samestat(os.fstat(descriptor), os.stat(path))
    return False


@contextmanager
def shared_lock(path: str) -> Iterator[None]:
    """Hold the shared lock of the file `path`, together with other shared holders.

    Where the file cannot be made or locks are not offered there is none.
    """
    try:
        os.makedirs(os.path.dirname(path) or ".", exist_ok=True)
        descriptor = os.open(path, os.O_RDONLY | os.O_CREAT, 0o644)
    except OSError:
        yield
        return
    try:
        with suppress(OSError):
            fcntl.flock(descriptor, fcntl.LOCK_SH)
        yield
    finally:
        os.close(descriptor)


@contextmanager
def lock_at_once(path: str) -> Iterator[bool]:
    """Hold the lock of the file `path` alone if nobody else holds it; whether that is so."""
    os.makedirs(os.path.dirname(path) or ".", exist_ok=True)
    descriptor = os.open(path, os.O_RDWR | os.O_CREAT, 0o644)
    try:
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            yield False
        else:
            yield _is_at(descriptor, path)
    finally:
        os.close(descriptor)


@contextmanager
def one_of(paths: Sequence[str]) -> Iterator[None]:
    """Hold the lock of one of these files, of the first that is free; waits until one is.

    Where files cannot be made or locks are not offered there is none.
    """
    descriptors: list[int] = []
    try:
        with suppress(OSError):
            for path in paths:
                os.makedirs(os.path.dirname(path) or ".", exist_ok=True)
                descriptors.append(os.open(path, os.O_RDONLY | os.O_CREAT, 0o644))
            while not any(map(_is_taken, descriptors)):
                time.sleep(_TURN_SECONDS)
        yield
    finally:
        for descriptor in descriptors:
            os.close(descriptor)


def _is_taken(descriptor: int) -> bool:
    """Take a lock if it is free, and tell whether it was; OSError where there are no locks."""
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    return True


def _take(descriptor: int, on_wait: Callable[[], None]) -> None:
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        on_wait()
        fcntl.flock(descriptor, fcntl.LOCK_EX)
    except OSError:
        return  # some network file systems
