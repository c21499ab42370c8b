"""Functions of jobs for the tests: good ones, and what goes wrong in compilers and tilings."""

from __future__ import annotations

import ctypes
import os
import signal
import subprocess
import sys
import time
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

from custom_compiler.errors import BuildError, MisuseError
from custom_compiler.kernel.jobs.remote import remote
from tests.utils.python_path import python_path

_started = 0


@remote
def add(a: int, b: int) -> int:
    return a + b


class SizeOfFile(NamedTuple):
    """An argument that is a number on another machine."""

    path: str

    def find_cached(self) -> None:
        pass

    def packed(self) -> tuple[SizeOfFile, list[str]]:
        return self, [self.path]

    def moved(self, _toolkit: str, tree: str) -> int:
        return Path(tree + self.path).stat().st_size


def count_calls() -> tuple[int, int]:
    """Process, and how often it was asked."""
    global _started  # noqa: PLW0603 - a worker keeps what it imported
    _started += 1
    return os.getpid(), _started


@remote
def misuse() -> None:
    raise MisuseError("this is wrong", "do that", details="a.cpp:3: here")


@remote
def failed() -> None:
    raise BuildError("it does not compile", details="a.cpp:4: there")


@remote
def unexpected() -> None:
    raise ValueError("first line\nsecond line")


@remote
def segfault() -> None:
    sys.stderr.write("almost there\n")
    sys.stderr.flush()
    ctypes.string_at(0)


def abort() -> None:
    os.abort()


@remote
def leave() -> None:
    os._exit(7)


@remote
def ignore_signals_and_loop() -> None:
    for number in (signal.SIGTERM, signal.SIGINT, signal.SIGALRM):
        signal.signal(number, signal.SIG_IGN)
    while True:
        pass


def execute_loop() -> None:
    """A process that replaces itself without end."""
    os.execv("/bin/sh", ["/bin/sh", "-c", 'exec /bin/sh -c "while :; do :; done"'])


@remote
def sleep(seconds: float = 3600.0, mark: str = "") -> float:
    if mark:
        Path(mark).touch()
    time.sleep(seconds)
    return seconds


def allocate(chunk: int = 16 << 20) -> None:
    kept = []
    while True:
        kept.append(b"\1" * chunk)
        time.sleep(0.005)


@remote
def allocate_in_child() -> None:
    code = "from tests.utils import hostile_jobs; hostile_jobs.allocate()"
    environment = {**os.environ, **python_path()}
    folder = Path(__file__).parent
    subprocess.run([sys.executable, "-c", code], cwd=folder, env=environment, check=True)


def raise_memory_error() -> None:
    raise MemoryError


def leave_child() -> int:
    """The id of a child that stays, in a separate session, with all that it was given open."""
    pid = os.fork()
    if pid == 0:
        os.setsid()
        if os.fork() == 0:
            time.sleep(3600)
        os._exit(0)
    os.waitpid(pid, 0)
    return os.getpid()


@remote
def child_and_sleep() -> None:
    subprocess.run(["setsid", "sleep", "3600"], check=True)


def print_garbage(megabytes: int) -> str:
    piece = os.urandom(1 << 20)
    for _ in range(megabytes):
        for descriptor in (1, 2):
            os.write(descriptor, piece)
    return "printed"


def write_into_all_pipes() -> None:
    for descriptor in range(3, 64):
        with suppress(OSError):
            os.write(descriptor, b"\0" * 64)
    time.sleep(3600)


def read_input() -> str:
    return sys.stdin.read()


def change_folder(path: str) -> str:
    before = str(Path.cwd())
    os.chdir(path)
    return before


@remote
def value_without_pickle() -> object:
    return lambda: None


@remote
def megabytes(count: int) -> bytes:
    return bytes(count << 20)
