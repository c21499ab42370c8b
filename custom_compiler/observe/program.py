"""Running any program with the kernels it launches observed."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import tempfile
import time
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from custom_compiler.errors import write_error

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

_PAUSE = 0.1  # seconds between two looks at what was written
_FORWARDED = (signal.SIGINT, signal.SIGQUIT, signal.SIGTERM, signal.SIGHUP)
_FROM_KERNEL = 128  # si_code of a signal that the terminal sent to the whole group


class Enough(Exception):  # noqa: N818 - nothing went wrong
    """Raised by who looks on to end the program: all that is wanted is there."""


@dataclass(frozen=True)
class Ending:
    """How a program ended.

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
    """`base` with what makes the toolkit observe kernels.

    Args:
        kind: `check`, `profile`, `trace` or `verify`.
        folder: Where the processes write their lines.
        options: What the observer is to do; neither names nor values hold `;`.
        base: The program's own environment.
    """
    settings = {
        "ASCENDC_OBSERVE": kind,
        "ASCENDC_OBSERVE_OUTPUT": str(folder),
        "ASCENDC_OBSERVE_OPTIONS": ";".join(f"{key}={value}" for key, value in options.items()),
    }
    return {**base, **settings}


def is_checked(environment: Mapping[str, str] = os.environ) -> bool:
    """Whether `mssanitizer` runs this process and looks for faults in the kernels it launches."""
    return environment.get("ASCENDC_OBSERVE") == "check"


@contextmanager
def lines_folder() -> Iterator[Path]:
    """A folder of this run's own for the observers' lines, removed at the end.

    Raises:
        CustomCompilerError: The place for such folders is full or takes none.
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

    Signals go on to the program; the second interrupt kills it.

    Args:
        words: Program and arguments.
        environment: The program's environment.
        look: Called often while the program runs, to show what was written; may raise Enough.
        seconds: When to kill it; None for never.

    Raises:
        OSError: The program cannot be started.
    """
    watched = {*_FORWARDED, signal.SIGCHLD}
    before = signal.pthread_sigmask(signal.SIG_BLOCK, watched)
    try:
        process = subprocess.Popen(
            list(words),
            env=dict(environment),
            preexec_fn=lambda: signal.pthread_sigmask(signal.SIG_SETMASK, before),  # noqa: PLW1509
        )
        return _wait(process, watched, look, seconds)
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _wait(
    process: subprocess.Popen[bytes],
    watched: set[signal.Signals],
    look: Callable[[], None],
    seconds: float | None,
) -> Ending:
    interrupts = 0
    cut = False
    end = None if seconds is None else time.monotonic() + seconds
    while process.poll() is None:
        got = signal.sigtimedwait(watched, _PAUSE)
        if got is not None and got.si_signo != signal.SIGCHLD:
            interrupts += got.si_signo == signal.SIGINT
            _pass_on(process, got, interrupts)
        if not cut and (_is_enough(look) or (end is not None and time.monotonic() >= end)):
            cut = True
            process.kill()
    return Ending(process.returncode, interrupts > 0, cut)


def _is_enough(look: Callable[[], None]) -> bool:
    try:
        look()
    except Enough:
        return True
    return False


def _pass_on(process: subprocess.Popen[bytes], got: signal.struct_siginfo, interrupts: int) -> None:
    """Hand a signal to the program, unless the terminal has done so."""
    if interrupts > 1:
        process.kill()
    elif got.si_code != _FROM_KERNEL:
        process.send_signal(got.si_signo)


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
    """Whether the process still runs; a corpse and a later process of that number do not."""
    try:
        environment = Path(f"/proc/{pid}/environ").read_bytes()
    except OSError:
        return False
    return f"ASCENDC_OBSERVE_OUTPUT={folder}".encode() in environment.split(b"\0")


def find_program(word: str, path: str) -> str:
    """Why `word` cannot be started: "missing", "unknown" (not on the PATH), "forbidden", or ""."""
    if "/" in word:
        if not Path(word).is_file():
            return "missing"
        return "" if os.access(word, os.X_OK) else "forbidden"
    return "" if shutil.which(word, path=path) else "unknown"
