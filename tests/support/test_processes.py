"""Programs and forks end, and their callers learn when and how."""

from __future__ import annotations

import os
import resource
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from custom_compiler.support import processes
from custom_compiler.support.process_tree import children, end_below
from custom_compiler.support.processes import (
    Helper,
    adopt_orphans,
    ask_fork,
    die_with_parent,
    limit_resources,
    process_handle,
    python_command,
    run,
    run_fork,
    run_lines,
    run_shown,
)

if TYPE_CHECKING:
    from collections.abc import Callable


def fails() -> int:
    message = "of the test"
    raise RuntimeError(message)


@pytest.mark.parametrize(
    ("work", "code"),
    [
        (lambda: 3, 3),
        (lambda: sys.exit(4), 4),
        (lambda: sys.exit("said"), 70),
        (lambda: os.kill(os.getpid(), signal.SIGKILL), -signal.SIGKILL),
        (fails, 70),
    ],
)
def test_exit_code_of_a_fork(work: Callable[[], int], code: int) -> None:
    assert run_fork(work) == code


def test_changes_of_a_fork_are_its_own(monkeypatch: pytest.MonkeyPatch) -> None:
    def work() -> int:
        os.environ["OF_THE_FORK"] = "1"
        return 0

    monkeypatch.delenv("OF_THE_FORK", raising=False)
    assert run_fork(work) == 0
    assert "OF_THE_FORK" not in os.environ


def test_crash_of_a_fork_prints_its_traceback(capfd: pytest.CaptureFixture[str]) -> None:
    run_fork(fails)
    assert "RuntimeError: of the test" in capfd.readouterr().err


def test_answers_of_forks_are_whole() -> None:
    long = bytes(range(256)) * (1 << 12)
    assert ask_fork(lambda: long) == (0, long)
    assert ask_fork(lambda: b"%d" % os.getpid()) != (0, b"%d" % os.getpid())

    def ends() -> bytes:
        os.kill(os.getpid(), signal.SIGKILL)
        return b""

    assert ask_fork(ends)[0] == -signal.SIGKILL


def test_output_errors_and_code_of_a_program() -> None:
    ended = run(["sh", "-c", "cat; echo said >&2; exit 3"], stdin=b"given\xff")
    assert ended == (3, b"given\xff", b"said\n", False)
    assert (ended.output_text, ended.reason) == ("given\ufffd", "said")
    assert run(["cat"]).output == b""  # standard input is empty, not the caller's
    assert run(["sh", "-c", "echo out; echo err >&2"], is_merged=True).output == b"out\nerr\n"
    assert run(["sh", "-c", "kill -9 $$"]).code == -signal.SIGKILL
    assert run(["false"]).reason == "exit code 1"
    with pytest.raises(OSError, match="no-such-program"):
        run(["/no-such-program"])


@pytest.mark.parametrize("most_bytes", [None, 4])
def test_late_programs_end_with_all_they_started(tmp_path: Path, most_bytes: int | None) -> None:
    script = f"sleep 60 & echo $! > {tmp_path}/child; echo begun; wait"
    ended = run(["sh", "-c", script], is_merged=True, seconds=0.3, most_bytes=most_bytes)
    assert ended.is_late
    assert ended.output == (b"begun\n" if most_bytes is None else b"gun\n")
    child = int((tmp_path / "child").read_text())
    deadline = time.monotonic() + 20
    while is_running(child):
        assert time.monotonic() < deadline
        time.sleep(0.01)


def is_running(pid: int) -> bool:
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


def test_pipes_of_processes_that_left_do_not_hold_the_caller(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(processes, "_SECONDS_TO_DRAIN", 0.1)
    for most_bytes in (None, 100):
        ended = run(
            ["sh", "-c", "setsid sleep 15 & wait"],
            is_merged=True, seconds=0.2, most_bytes=most_bytes,
        )  # fmt: skip
        assert ended.is_late


def test_only_the_end_of_a_long_output_is_kept() -> None:
    script = "import sys; sys.stdout.write('x' * (1 << 20) + 'end')"
    command = [sys.executable, "-S", "-c", script]
    assert run(command, is_merged=True, most_bytes=5) == (0, b"xxend", b"", False)


def test_streams_of_this_process(capfd: pytest.CaptureFixture[str]) -> None:
    assert run_shown(["sh", "-c", "echo shown; exit 2"], has_input=False) == 2
    assert run_shown(["echo", "dropped"], has_output=False) == 0
    assert run(["echo", "seen"], is_shown=True).output == b""
    assert capfd.readouterr().out == "shown\nseen\n"


def test_lines_are_passed_on_as_they_come(tmp_path: Path) -> None:
    lines: list[str] = []
    command = ["sh", "-c", "echo one; printf '\\377' >&2; exit 4"]
    assert run_lines(command, lines.append, cwd="/", env={"PATH": os.environ["PATH"]}) == 4
    assert lines == ["one\n", "\udcff"]

    def reject(_line: str) -> None:
        raise KeyboardInterrupt

    late = tmp_path / "late"
    with pytest.raises(KeyboardInterrupt):
        run_lines(["sh", "-c", f"echo; sleep 2; touch {late}"], reject, cwd="/", env=os.environ)
    assert not late.exists()  # it was terminated, not waited for


def test_python_functions_as_programs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """They find modules where this process does; isolated ones where the user has no say."""
    (tmp_path / "of_a_user.py").write_text("def main(*words):\n    print(*words)\n    return 6\n")
    (tmp_path / "ctypes.py").write_text("raise SystemExit(99)\n")
    monkeypatch.syspath_prepend(str(tmp_path))
    ended = run(python_command("of_a_user:main", "a b", "'c"))
    assert (ended.code, ended.output) == (6, b"a b 'c\n")
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))
    monkeypatch.chdir(tmp_path)
    entry = "custom_compiler.support.processes:die_with_parent"
    assert run(python_command(entry, is_isolated=True)).code == 0
    assert run(python_command(entry)).code == 99


def test_helpers_end_when_they_are_closed() -> None:
    helper = Helper(["cat"])
    helper.requests.write(b"asked\n")
    helper.requests.flush()
    assert helper.answers.readline() == b"asked\n"
    helper.close()
    assert not helper.is_running
    helper.answers.close()
    stubborn = Helper(["sleep", "60"])
    stubborn.close(patience=0.05)
    assert stubborn.wait() == -signal.SIGKILL
    stubborn.answers.close()


@pytest.mark.skipif(not hasattr(os, "pidfd_open"), reason="this Python lacks os.pidfd_open")
@pytest.mark.parametrize("has_ended", [True, False])
def test_forks_of_a_process_that_has_ended_end(has_ended: bool) -> None:
    """The signal that a parent's end sends is lost to a fork that asks for it afterwards."""
    said, say = os.pipe()
    begun, begin = os.pipe()

    def work() -> int:
        handle = process_handle()
        fork = os.fork()
        if fork == 0:
            os.read(begun, 1)  # until there is no parent, or the parent says so
            die_with_parent(handle)
            os.write(say, b"runs")
            os._exit(0)
        if not has_ended:
            os.write(begin, b"1")
            os.waitpid(fork, 0)
        return 0

    assert run_fork(work) == 0
    os.close(say)
    os.write(begin, b"1")
    with os.fdopen(said, "rb") as stream:
        assert stream.read() == (b"" if has_ended else b"runs")
    os.close(begun)
    os.close(begin)


def test_limits_are_no_higher_than_the_user_may_set() -> None:
    def work() -> int:
        limit_resources({"RLIMIT_NOFILE": 40})
        limit_resources({"RLIMIT_NOFILE": 90})
        return resource.getrlimit(resource.RLIMIT_NOFILE)[0]

    assert run_fork(work) == 40


def test_orphans_come_to_who_adopts_them() -> None:
    def work() -> int:
        adopt_orphans()
        subprocess.run(["sh", "-c", "sleep 30 & exit"], check=True)
        found = len(children(os.getpid()))
        end_below(os.getpid())
        return 10 * found + len(children(os.getpid()))

    assert run_fork(work) == 10
