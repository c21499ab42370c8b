"""One build at a time in a project, also when an earlier one was killed."""

from __future__ import annotations

import hashlib
import os
import signal
import time
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING

from custom_compiler.support.locks import locked

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

# In the environment of the tools of a build; tells whose they are.
TOKEN = "CUSTOM_COMPILER_BUILD"  # noqa: S105  no secret

_RUNNING = b"running\n"
_SECONDS_TO_DIE = 10.0


def token_of(project: Path) -> str:
    """Return the value of `TOKEN` for builds in `project`."""
    path = os.fsencode(os.path.realpath(project))
    return hashlib.sha256(path).hexdigest()[:32]


@contextmanager
def build_lock(project: Path, on_wait: Callable[[], None]) -> Iterator[None]:
    """Hold the project; `on_wait` is called if another build has it and must end first.

    A build that was killed leaves its tools at work; they are ended before this one begins.
    """
    with locked(str(project / ".lock"), on_wait) as descriptor:
        if os.pread(descriptor, len(_RUNNING), 0):
            _end_tools(token_of(project))
        _write(descriptor, _RUNNING)
        try:
            yield
        finally:
            _write(descriptor, b"")


def _write(descriptor: int, text: bytes) -> None:
    with suppress(OSError):  # a full disk; then the next build looks for no tools of this one
        os.ftruncate(descriptor, 0)
        os.pwrite(descriptor, text, 0)


def _end_tools(token: str) -> None:
    deadline = time.monotonic() + _SECONDS_TO_DIE
    while (
        processes := _processes_with(f"{TOKEN}={token}".encode())
    ) and time.monotonic() < deadline:
        for process in processes:
            with suppress(OSError):
                os.kill(process, signal.SIGKILL)
        time.sleep(0.02)


def _processes_with(setting: bytes) -> list[int]:
    numbers = []
    for folder in Path("/proc").glob("[0-9]*"):
        with suppress(OSError):
            if setting in (folder / "environ").read_bytes().split(b"\0"):
                numbers.append(int(folder.name))
    return [process for process in numbers if process != os.getpid()]
