"""Start, limit and end processes; the only module of the package that does.

`run` waits for a program and returns its output, `run_shown` lets it use this process's streams,
`run_lines` passes its output on line by line. `start` leaves it running, and a `Helper` serves this
process through pipes. `python_command` is a Python function as a program. Forks are functions in a
copy of this process: `run_fork`, `ask_fork`, `start_fork`.

`opc`, of which a build starts hundreds, imports this, so expensive modules are imported in the
functions that use them.
"""

from __future__ import annotations

import math
import os
import resource  # here: a sandbox that calls limit_resources no longer sees the standard library
import signal
import sys
import time
from contextlib import suppress
from typing import TYPE_CHECKING, NamedTuple, NoReturn

if TYPE_CHECKING:
    import subprocess
    from collections.abc import Callable, Iterable, Mapping, Sequence
    from typing import IO, Any, TypeAlias

    Process: TypeAlias = subprocess.Popen[bytes]

_PR_SET_PDEATHSIG = 1
_PR_SET_CHILD_SUBREAPER = 36
_CRASHED = 70  # exit code of a fork whose function raised
_PAUSE = 0.01  # seconds between two looks at a program that closed its output
_PIECE = 1 << 16
_SECONDS_TO_DRAIN = 2.0  # that pipes of killed processes may stay open
_SECONDS_TO_END = 10.0  # that a helper may take after its pipes are closed

_STARTER = """\
import importlib, json, sys
paths, _, entry = json.loads(sys.argv[1]), sys.argv.pop(1), sys.argv.pop(1)
sys.path[:] = paths
module, _, function = entry.partition(":")
sys.exit(getattr(importlib.import_module(module), function)(*sys.argv[1:]))
"""
_ISOLATED_STARTER = _STARTER.replace("sys.path[:] = paths", "sys.path += paths")


class ProcessOutcome(NamedTuple):
    """Outcome of a program.

    Attributes:
        code: Exit code; -N if signal N ended the program.
        output: Standard output.
        errors: Standard error; empty if it was merged into the output.
        is_late: Whether the program was killed because its time was over.
    """

    code: int
    output: bytes
    errors: bytes
    is_late: bool = False

    @property
    def output_text(self) -> str:
        """The output as text; bytes that are no UTF-8 are replaced."""
        return self.output.decode("utf-8", "replace")

    @property
    def error_text(self) -> str:
        """Standard error as text; bytes that are no UTF-8 are replaced."""
        return self.errors.decode("utf-8", "replace")

    @property
    def reason(self) -> str:
        """The last line of standard error, else the exit code."""
        lines = self.error_text.strip().splitlines()
        return lines[-1] if lines else f"exit code {self.code}"


def run(  # noqa: PLR0913 - the properties of a process
    command: Sequence[str],
    *,
    cwd: str | None = None,
    env: Mapping[str, str] | None = None,
    stdin: bytes | int = b"",
    is_merged: bool = False,
    is_shown: bool = False,
    seconds: float | None = None,
    most_bytes: int | None = None,
    pass_fds: Sequence[int] = (),
) -> ProcessOutcome:
    """Run a program to its end and return its output.

    A program with a time limit gets a separate session, and is killed with all processes of that
    session when the time is over or this process is interrupted.

    Args:
        command: The program and its arguments.
        cwd: The folder to run in.
        env: The whole environment; None: this process's.
        stdin: Standard input, as bytes or as a descriptor.
        is_merged: Put standard error into the output.
        is_shown: Let standard output be this process's, and return none.
        seconds: The time limit.
        most_bytes: Keep only so many bytes from the end of the output; needs `is_merged`.
        pass_fds: Descriptors that stay open in the program.

    Raises:
        OSError: The program cannot be started.
    """
    import subprocess

    source = subprocess.PIPE if stdin else subprocess.DEVNULL
    if isinstance(stdin, int):
        source = stdin
    with subprocess.Popen(
        list(command),
        cwd=cwd,
        env=None if env is None else dict(env),
        stdin=source,
        stdout=None if is_shown else subprocess.PIPE,
        stderr=subprocess.STDOUT if is_merged else subprocess.PIPE,
        pass_fds=pass_fds,
        start_new_session=seconds is not None,
    ) as process:
        try:
            if most_bytes is not None:
                return _read_end(process, seconds, most_bytes)
            input_bytes = stdin if isinstance(stdin, bytes) and stdin else None
            output, errors = process.communicate(input_bytes, timeout=seconds)
        except BaseException as error:
            output, errors = _killed(process, has_session=seconds is not None)
            if not isinstance(error, subprocess.TimeoutExpired):
                raise
            return ProcessOutcome(-signal.SIGKILL, output, errors, is_late=True)
    return ProcessOutcome(process.returncode, output or b"", errors or b"")


def _killed(process: Process, *, has_session: bool) -> tuple[bytes, bytes]:
    """Kill a process, with its session if it has one; what it had printed."""
    import subprocess

    with suppress(OSError):
        if has_session:
            os.killpg(process.pid, signal.SIGKILL)
        else:
            process.kill()
    try:
        output, errors = process.communicate(timeout=_SECONDS_TO_DRAIN)
    except (subprocess.TimeoutExpired, ValueError):  # a process that left the session has the pipes
        output, errors = b"", b""
        for stream in (process.stdin, process.stdout, process.stderr):
            if stream is not None:
                with suppress(OSError):
                    stream.close()
    process.wait()
    return output or b"", errors or b""


def _read_end(process: Process, seconds: float | None, most: int) -> ProcessOutcome:
    """Read the output, however long, and keep its end."""
    deadline = math.inf if seconds is None else time.monotonic() + seconds
    tail = bytearray()
    is_late = not _read_until(deadline, process.stdout, tail, most)
    while process.poll() is None and not is_late:
        is_late = time.monotonic() >= deadline
        time.sleep(_PAUSE)
    if is_late:
        with suppress(OSError):
            os.killpg(process.pid, signal.SIGKILL)
        _read_until(time.monotonic() + _SECONDS_TO_DRAIN, process.stdout, tail, most)
    return ProcessOutcome(process.wait(), bytes(tail), b"", is_late)


def _read_until(deadline: float, stream: IO[bytes] | None, tail: bytearray, most: int) -> bool:
    """Append what `stream` has to `tail`, cut to its last `most` bytes; whether it has ended."""
    import select

    if stream is None:
        return True
    poll = select.poll()
    poll.register(stream, select.POLLIN)
    while True:
        left = deadline - time.monotonic()
        if left <= 0:
            return False
        if poll.poll(None if math.isinf(left) else left * 1000):
            data = os.read(stream.fileno(), _PIECE)
            if not data:
                return True
            tail += data
            del tail[:-most]


def run_shown(
    command: Sequence[str],
    *,
    cwd: str | None = None,
    env: Mapping[str, str] | None = None,
    has_input: bool = True,
    has_output: bool = True,
) -> int:
    """Run a program with this process's streams; return its exit code, -N for signal N.

    Args:
        command: The program and its arguments.
        cwd: The folder to run in.
        env: The whole environment; None: this process's.
        has_input: False: its standard input is empty.
        has_output: False: its standard output is dropped.

    Raises:
        OSError: The program cannot be started.
    """
    import subprocess

    return subprocess.call(
        list(command),
        cwd=cwd,
        env=None if env is None else dict(env),
        stdin=None if has_input else subprocess.DEVNULL,
        stdout=None if has_output else subprocess.DEVNULL,
    )


def run_lines(
    command: Sequence[str], on_line: Callable[[str], None], *, cwd: str, env: Mapping[str, str]
) -> int:
    """Run a program and pass each line of its output and errors on; return its exit code.

    Lines keep their line feed, and bytes that are no UTF-8 as surrogates. The program is terminated
    if `on_line` raises.
    """
    import subprocess

    process = subprocess.Popen(
        list(command),
        cwd=cwd,
        env=dict(env),
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        encoding="utf-8",
        errors="surrogateescape",
    )
    try:
        for line in process.stdout or ():
            on_line(line)
    except BaseException:
        process.terminate()
        raise
    finally:
        code = process.wait()
    return code


def start(  # noqa: PLR0913 - the properties of a process
    command: Sequence[str],
    *,
    env: Mapping[str, str],
    stdin: int | IO[bytes] | None = None,
    output: int | None = None,
    pass_fds: Sequence[int] = (),
    has_session: bool = False,
    signal_mask: Iterable[int] | None = None,
) -> Process:
    """Start a program, which the caller waits for.

    Args:
        command: The program and its arguments.
        env: The whole environment.
        stdin: Standard input; None: this process's.
        output: The descriptor for its output and errors; None: this process's streams.
        pass_fds: Descriptors that stay open in the program.
        has_session: Give the program a separate session, out of the terminal's reach.
        signal_mask: The signals that the program begins with blocked; None: as this thread.

    Raises:
        OSError: The program cannot be started.
    """
    import subprocess

    mask = None if signal_mask is None else set(signal_mask)

    def set_mask() -> None:
        signal.pthread_sigmask(signal.SIG_SETMASK, mask or set())

    return subprocess.Popen(
        list(command),
        env=dict(env),
        stdin=stdin,
        stdout=output,
        stderr=output,
        pass_fds=pass_fds,
        start_new_session=has_session,
        preexec_fn=None if mask is None else set_mask,  # noqa: PLW1509
    )


class Helper:
    """A program that serves this process through pipes, in a separate session.

    Ctrl-C reaches this process only, which closes the helper.
    """

    def __init__(
        self,
        command: Sequence[str],
        *,
        env: Mapping[str, str] | None = None,
        channel: int | None = None,
    ) -> None:
        """Start `command`; with a descriptor `channel` as its input, it has no output.

        Raises:
            OSError: The program cannot be started.
        """
        import subprocess

        self._process = subprocess.Popen(
            list(command),
            stdin=subprocess.PIPE if channel is None else channel,
            stdout=subprocess.PIPE if channel is None else subprocess.DEVNULL,
            env=None if env is None else dict(env),
            start_new_session=True,
        )

    @property
    def requests(self) -> IO[bytes]:
        """The helper's standard input."""
        if self._process.stdin is None:
            raise OSError("the helper has its channel")
        return self._process.stdin

    @property
    def answers(self) -> IO[bytes]:
        """The helper's standard output."""
        if self._process.stdout is None:
            raise OSError("the helper has its channel")
        return self._process.stdout

    @property
    def pid(self) -> int:
        """The number of its process."""
        return self._process.pid

    @property
    def is_running(self) -> bool:
        """True until the helper has ended."""
        return self._process.poll() is None

    def wait(self) -> int:
        """Wait for the helper's own end; its exit code."""
        return self._process.wait()

    def terminate(self) -> None:
        """Ask the helper to end, from any thread."""
        self._process.terminate()

    def kill(self) -> None:
        """Kill the helper, from any thread."""
        self._process.kill()

    def close(self, *, patience: float = _SECONDS_TO_END) -> None:
        """Close the requests, which tells the helper to end; kill it after `patience` seconds.

        The answers stay open, for threads that read them to their end.
        """
        import subprocess

        if self._process.stdin is not None:
            with suppress(OSError):
                self._process.stdin.close()
        try:
            with suppress(subprocess.TimeoutExpired):
                self._process.wait(patience)
        finally:
            self._process.kill()
            self._process.wait()


def python_command(entry: str, *arguments: str, is_isolated: bool = False) -> list[str]:
    """Return the command that calls a Python function with `arguments` and exits with its result.

    Args:
        entry: "module:function". The process finds modules where this one does.
        arguments: Passed as strings.
        is_isolated: Let the process find this package and the standard library only; it starts
            sooner, and no file or variable of the user changes what it imports.
    """
    import json

    if not is_isolated:
        paths = json.dumps([os.path.abspath(path) for path in sys.path])
        return [sys.executable, "-c", _STARTER, paths, entry, *arguments]
    paths = json.dumps([os.path.dirname(os.path.dirname(os.path.dirname(__file__)))])
    return [sys.executable, "-I", "-S", "-c", _ISOLATED_STARTER, paths, entry, *arguments]


def run_fork(work: Callable[[], int]) -> int:
    """Call `work` in a fork of this process; its exit code, or the signal that ended it, negative.

    The fork has what is imported here already, and finds libraries by the LD_LIBRARY_PATH that this
    process was started with. What this process, or a library, does when it exits is not done there.
    """
    child = start_fork(work)
    try:
        _, status = os.waitpid(child, 0)
    except BaseException:
        os.kill(child, signal.SIGKILL)
        os.waitpid(child, 0)
        raise
    return os.waitstatus_to_exitcode(status)


def start_fork(work: Callable[[], int]) -> int:
    """Begin `work` in a fork of this process; the fork's number, which the caller waits for."""
    sys.stdout.flush()
    sys.stderr.flush()
    child = os.fork()
    if child == 0:
        exit_with(work)
    return child


def ask_fork(question: Callable[[], bytes]) -> tuple[int, bytes]:
    """Call `question` as `run_fork` does; the exit code, and what it returned."""
    with open(os.memfd_create("answer"), "w+b") as answer:

        def write_answer() -> int:
            answer.write(question())
            answer.flush()
            return 0

        code = run_fork(write_answer)
        answer.seek(0)
        return code, answer.read()


def exit_with(work: Callable[[], int]) -> NoReturn:
    """End this process with the code of `work`; the caller's own code never continues."""
    code = _CRASHED
    try:
        code = work()
    except SystemExit as ended:
        code = ended.code if isinstance(ended.code, int) else _CRASHED
    except BaseException:  # noqa: BLE001  it is reported here, there is no caller
        import traceback

        traceback.print_exc()
    finally:
        with suppress(OSError, ValueError):
            sys.stdout.flush()
            sys.stderr.flush()
        os._exit(code)


def limit_resources(limits: Mapping[str, int]) -> None:
    """Limit this process: `limits` by name ("RLIMIT_DATA"), as far as the user may raise them."""
    for name, most in limits.items():
        kind = getattr(resource, name)
        allowed = resource.getrlimit(kind)[1]
        value = most if allowed == resource.RLIM_INFINITY else min(most, allowed)
        resource.setrlimit(kind, (value, value))


def process_handle() -> int:
    """Return a descriptor by which forks see that this process has ended; -1 before Linux 5.3."""
    try:
        return os.pidfd_open(os.getpid())
    except (AttributeError, OSError):  # a Python that was built on an older system lacks it
        return -1


def die_with_parent(parent: int = -1) -> None:
    """Have this process killed when the thread that started it ends.

    A parent that had ended before sends no signal: with its `process_handle`, which is closed here,
    this process ends then.
    """
    _prctl(_PR_SET_PDEATHSIG, signal.SIGKILL)
    if parent < 0:
        return
    if _is_readable(parent):
        os._exit(128 + signal.SIGKILL)
    os.close(parent)


def _is_readable(descriptor: int) -> bool:
    import select

    poll = select.poll()
    poll.register(descriptor, select.POLLIN)
    return bool(poll.poll(0))


def adopt_orphans() -> None:
    """Make this process the parent of processes below it whose own parent ends."""
    _prctl(_PR_SET_CHILD_SUBREAPER, 1)


def _prctl(option: int, value: int) -> None:
    import ctypes

    library: Any = ctypes.CDLL(None, use_errno=True)
    if library.prctl(option, ctypes.c_ulong(value), 0, 0, 0):
        number = ctypes.get_errno()
        raise OSError(number, f"prctl: {os.strerror(number)}")
