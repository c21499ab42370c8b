"""Running any program with the kernels it launches observed."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import tempfile
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

_PAUSE = 0.1  # seconds between two looks at what was written
_FORWARDED = (signal.SIGINT, signal.SIGQUIT, signal.SIGTERM, signal.SIGHUP)
_FROM_KERNEL = 128  # si_code of a signal that the terminal sent to the whole group


@dataclass(frozen=True)
class Ending:
    """How a program ended.

    Attributes:
        status: Its exit status; -N if signal N ended it.
        interrupted: Whether it was asked to end (Ctrl-C).
    """

    status: int
    interrupted: bool

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


@contextmanager
def lines_folder() -> Iterator[Path]:
    """A folder of this run's own for the observers' lines, removed at the end."""
    folder = Path(tempfile.mkdtemp(prefix="ascendc-observe-"))
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
        look: Called often while the program runs, to show what was written.
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
    passed = 0.0
    while process.poll() is None:
        got = signal.sigtimedwait(watched, _PAUSE)
        if got is None:
            passed += _PAUSE
            if seconds is not None and passed >= seconds:
                process.kill()
        elif got.si_signo != signal.SIGCHLD:
            interrupts += got.si_signo == signal.SIGINT
            _pass_on(process, got, interrupts)
        look()
    return Ending(process.returncode, interrupts > 0)


def _pass_on(process: subprocess.Popen[bytes], got: signal.struct_siginfo, interrupts: int) -> None:
    """Hand a signal to the program, unless the terminal has done so."""
    if interrupts > 1:
        process.kill()
    elif got.si_code != _FROM_KERNEL:
        process.send_signal(got.si_signo)


def wait_for_others(pids: Callable[[], set[int]], look: Callable[[], None]) -> set[int]:
    """Wait until observed processes that outlive the program have ended; those left if interrupted.

    Args:
        pids: The processes that have written something.
        look: As in `run_observed`.
    """
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT, signal.SIGTERM})
    try:
        while left := {pid for pid in pids() if _runs(pid)}:
            if signal.sigtimedwait({signal.SIGINT, signal.SIGTERM}, _PAUSE):
                return left
            look()
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
    return set()


def _runs(pid: int) -> bool:
    """Whether the process is there and no corpse that nobody has collected."""
    try:
        state = Path(f"/proc/{pid}/stat").read_text(encoding="utf-8", errors="replace")
    except OSError:
        return False
    return state.rpartition(")")[2].split()[:1] not in (["Z"], ["X"])


def find_program(word: str, path: str) -> str:
    """Why `word` cannot be started: "missing", "unknown" (not on the PATH), "forbidden", or ""."""
    if "/" in word:
        if not Path(word).is_file():
            return "missing"
        return "" if os.access(word, os.X_OK) else "forbidden"
    return "" if shutil.which(word, path=path) else "unknown"
