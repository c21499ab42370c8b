"""Running any program with the kernels it launches observed."""

from __future__ import annotations

import math
import os
import shutil
import signal
import sys
import tempfile
import time
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from custom_compiler.errors import write_error
from custom_compiler.support.processes import start

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    from custom_compiler.support.processes import Process

# Options of the cycle model: the launch as `msprof op` shows it after its warm-up, its code in the
# instruction cache and none of its data in L2. Without them, launches begin with what the launches
# of their process before them left there.
AFTER_WARM_UP = {"launch_state": "icache_warm"}

_PAUSE = 0.1  # seconds between two looks at what was written
_PATIENCE = 1.0  # seconds until a program that goes on after Ctrl-C is reported
_FORWARDED = (signal.SIGINT, signal.SIGQUIT, signal.SIGTERM, signal.SIGHUP)
_MOST_GENERATIONS = 20  # of processes that start others while they are ended
_FROM_KERNEL = 128  # si_code of a signal that the terminal sent to the whole group


class Enough(Exception):  # noqa: N818 - nothing went wrong
    """Raised by who looks on to end the program: all that is wanted is there."""


@dataclass(frozen=True)
class Ending:
    """The end of a program.

    Attributes:
        status: Its exit status; -N if signal N ended it.
        interrupted: Whether it was asked to end (Ctrl-C).
        cut: Whether it was killed because its time was over or nothing more was wanted.
    """

    status: int
    interrupted: bool
    cut: bool = False

    @property
    def code(self) -> int:
        """The exit status as a shell would say it."""
        return 128 - self.status if self.status < 0 else self.status


def observed_environment(
    kind: str, folder: Path, options: Mapping[str, str], base: Mapping[str, str] = os.environ
) -> dict[str, str]:
    """Return `base` with the variables that make the toolkit observe kernels.

    Args:
        kind: `check`, `profile`, `trace` or `verify`.
        folder: For the lines that the processes write.
        options: Of the observer; neither names nor values contain `;`.
        base: The program's environment.
    """
    settings = {
        "ASCENDC_OBSERVE": kind,
        "ASCENDC_OBSERVE_OUTPUT": str(folder),
        "ASCENDC_OBSERVE_OPTIONS": ";".join(f"{key}={value}" for key, value in options.items()),
    }
    return {**base, **settings}


def is_checked(environment: Mapping[str, str] = os.environ) -> bool:
    """Return whether `mssanitizer` runs this process and checks the kernels that it launches."""
    return environment.get("ASCENDC_OBSERVE") == "check"


@contextmanager
def lines_folder() -> Iterator[Path]:
    """Create a folder for the observers' lines of this run, removed at the end.

    Raises:
        CustomCompilerError: The file system for such folders is full or read-only.
    """
    try:
        folder = Path(tempfile.mkdtemp(prefix="ascendc-observe-"))
    except OSError as error:
        hint = "choose another place with TMPDIR"
        raise write_error(Path(tempfile.gettempdir()), error, hint) from error
    try:
        yield folder
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def run_observed(
    words: Sequence[str],
    environment: Mapping[str, str],
    look: Callable[[], None],
    *,
    seconds: float | None = None,
) -> Ending:
    """Run a program with this process's own input and outputs until it ends.

    Signals go on to the program; the second interrupt kills it, and all that it started.

    Args:
        words: Program and arguments.
        environment: The program's environment (`observed_environment`).
        look: Called often while the program runs, to show what was written; may raise Enough.
        seconds: When to kill it; None for never.

    Raises:
        OSError: The program cannot be started.
    """
    watched = {*_FORWARDED, signal.SIGCHLD}
    before = signal.pthread_sigmask(signal.SIG_BLOCK, watched)
    try:
        process = start(words, env=environment, signal_mask=before)
        return _wait(process, watched, look, _Life(environment["ASCENDC_OBSERVE_OUTPUT"], seconds))
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


class _Life:
    """The lifetime of a program: its time limit, and the end of all processes that it started."""

    def __init__(self, output: str, seconds: float | None) -> None:
        self._mark = f"ASCENDC_OBSERVE_OUTPUT={output}"
        self._end = None if seconds is None else time.monotonic() + seconds

    @property
    def is_over(self) -> bool:
        return self._end is not None and time.monotonic() >= self._end

    def end(self, process: Process) -> None:
        """Kill the program first: who has no parent any more starts nothing for it."""
        process.kill()
        for _ in range(_MOST_GENERATIONS):
            pids = [int(path.name) for path in Path("/proc").glob("[0-9]*") if self._has(path)]
            for pid in pids:
                with suppress(OSError):  # it has ended meanwhile
                    os.kill(pid, signal.SIGKILL)
            if not pids:
                break

    def _has(self, path: Path) -> bool:
        return path.name != str(os.getpid()) and _has_variable(path, self._mark)


def _wait(
    process: Process,
    watched: set[signal.Signals],
    look: Callable[[], None],
    life: _Life,
) -> Ending:
    interrupts = 0
    hint_at = math.inf
    cut = False
    while process.poll() is None:
        got = signal.sigtimedwait(watched, _PAUSE)
        if got is not None and got.si_signo != signal.SIGCHLD:
            if got.si_signo == signal.SIGINT:
                interrupts += 1
                hint_at = time.monotonic() + _PATIENCE
            if interrupts > 1:
                life.end(process)
            elif got.si_code != _FROM_KERNEL:  # else the terminal has signalled the program, too
                process.send_signal(got.si_signo)
        if time.monotonic() >= hint_at:
            hint_at = math.inf
            message = "Ctrl-C was passed on to the program, which still runs: again kills it"
            sys.stderr.write(message + "\n")
        if not cut and (_is_enough(look) or life.is_over):
            cut = True
            life.end(process)
    return Ending(process.returncode, interrupts > 0, cut)


def _is_enough(look: Callable[[], None]) -> bool:
    try:
        look()
    except Enough:
        return True
    return False


def wait_for_others(
    folder: Path, pids: Callable[[], set[int]], look: Callable[[], None]
) -> set[int]:
    """Wait until observed processes that outlive the program have ended; those left if interrupted.

    Args:
        folder: Where they write.
        pids: The processes that have written something.
        look: As in `run_observed`.
    """
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT, signal.SIGTERM})
    try:
        while left := {pid for pid in pids() if _writes_to(pid, folder)}:
            if signal.sigtimedwait({signal.SIGINT, signal.SIGTERM}, _PAUSE):
                return left
            look()
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
    return set()


def _writes_to(pid: int, folder: Path) -> bool:
    """Return whether the process still runs; a corpse and a later process of that number do not."""
    return _has_variable(Path(f"/proc/{pid}"), f"ASCENDC_OBSERVE_OUTPUT={folder}")


def _has_variable(process: Path, text: str) -> bool:
    """Return whether a process (a folder of /proc) was started with `NAME=value`."""
    try:
        environment = (process / "environ").read_bytes()
    except OSError:
        return False
    return text.encode() in environment.split(b"\0")


def find_program(word: str, path: str) -> str:
    """Return why `word` cannot start: "missing", "unknown" (on the PATH), "forbidden", or ""."""
    if "/" in word:
        if not Path(word).is_file():
            return "missing"
        return "" if os.access(word, os.X_OK) else "forbidden"
    return "" if shutil.which(word, path=path) else "unknown"
