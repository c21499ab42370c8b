"""What commands in a sandbox can do to the machine, and to the sandbox: nothing."""

from __future__ import annotations

import os
import time
from pathlib import Path

import pytest

from custom_compiler.judge.sandbox import Ended, Limits, Task, run

PATH = {"PATH": "/usr/bin:/bin"}


def shell(script: str, limits: Limits | None = None, shown: dict[str, str] | None = None) -> Ended:
    """Run a script of somebody's."""
    command = ["/bin/sh", "-c", script]
    return run(Task(command, shown=shown or {}, environment=PATH, limits=limits or Limits()))


def test_exit_code_output_and_files(tmp_path: Path) -> None:
    ended = shell("mkdir -p out/a && echo left > out/a/file && echo said && exit 3")
    assert (ended.code, ended.limit, ended.output) == (3, "", "said\n")
    ended.extract(tmp_path / "taken")
    assert (tmp_path / "taken" / "a" / "file").read_text() == "left\n"


def test_environment_and_machine_are_not_seen() -> None:
    os.environ["SECRET_OF_THE_JUDGE"] = "1"
    try:
        ended = shell("env; ls /; ls /proc | grep -c '^[0-9]'")
    finally:
        del os.environ["SECRET_OF_THE_JUDGE"]
    assert "SECRET" not in ended.output
    names = set(ended.output.split())
    assert "job" in names
    assert not names & {"root", "home", "var", "mnt", "opt", "boot"}
    assert int(ended.output.split()[-1]) < 8


def test_what_is_shown_cannot_be_changed(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("mine")
    tmp_path.chmod(0o777)
    (tmp_path / "file").chmod(0o666)
    script = "cat /in/file; echo x > /in/file; rm /in/file; touch /in/new /usr/new /new; exit 0"
    ended = shell(script, shown={str(tmp_path): "/in"})
    assert ended.output.startswith("mine")
    assert ended.output.count("Read-only file system") >= 4
    assert [path.name for path in tmp_path.iterdir()] == ["file"]
    assert (tmp_path / "file").read_text() == "mine"


def test_there_is_no_network() -> None:
    script = "import socket; socket.create_connection(('127.0.0.1', 9), 1)"
    ended = shell(f'python3 -c "{script}"; cat /proc/net/dev | wc -l')
    assert "Network is unreachable" in ended.output or "OSError" in ended.output
    assert ended.output.split()[-1] == "3"  # two lines of headings, and lo


@pytest.mark.parametrize(
    ("script", "limits", "limit"),
    [
        ("sleep 100", Limits(seconds=0.5), "time"),
        ("yes", Limits(), "output"),
        (
            "x=$(head -c 400M /dev/zero | tr '\\0' x); sleep 9",
            Limits(memory_bytes=1 << 27),
            "memory",
        ),
        ("for i in $(seq 60); do sleep 50 & done; wait", Limits(processes=20), ""),
    ],
)
def test_limits(script: str, limits: Limits, limit: str) -> None:
    begun = time.monotonic()
    ended = shell(script, limits)
    assert time.monotonic() - begun < 60
    if limit:
        assert ended.limit == limit
    else:
        assert ended.limit == "processes" or "fork" in ended.output


def test_fork_bomb_ends_with_the_sandbox() -> None:
    ended = shell("f() { f | f & }; f; sleep 60", Limits(seconds=2, processes=64))
    assert ended.limit in {"time", "processes"} or "fork" in ended.output
    assert not _running("f | f & }; f; sleep 60")


def test_background_processes_end() -> None:
    mark = f"12345{os.getpid()}"
    assert shell(f"setsid sleep {mark} & exit 0").code == 0
    assert not _running(mark)


def _running(mark: str) -> bool:
    for path in Path("/proc").glob("[0-9]*/cmdline"):
        try:
            words = path.read_bytes().decode(errors="replace")
        except OSError:
            continue
        if mark in words and "pytest" not in words:
            return True
    return False


def test_full_disk_is_its_own() -> None:
    script = "head -c 100M /dev/zero > /job/big; ls -l /job/big | awk '{print $5}'"
    ended = shell(script, Limits(disk_bytes=1 << 25))
    assert "No space left on device" in ended.output
    assert int(ended.output.split()[-1]) <= 1 << 25


def test_links_and_devices_are_not_taken(tmp_path: Path) -> None:
    ended = shell("mkdir out; ln -s /etc/passwd out/link; mkfifo out/pipe; echo x > out/plain")
    ended.extract(tmp_path / "taken")
    assert [path.name for path in (tmp_path / "taken").iterdir()] == ["plain"]


def test_too_much_is_not_taken(tmp_path: Path) -> None:
    script = "mkdir out; echo x > out/a; head -c 9M /dev/zero > out/b"
    shell(script, Limits(collected_bytes=1 << 20)).extract(tmp_path / "taken")
    assert [path.name for path in (tmp_path / "taken").iterdir()] == ["a"]
