"""Commands in a sandbox cannot change the machine or the sandbox.

Each test runs with every kind of isolation of this machine and user; limits alone are
everywhere, and guarantee what their name says. HIDES and GUARDS list what only some guarantee.
"""

from __future__ import annotations

import os
import socket
import sys
from pathlib import Path

import pytest

from custom_compiler.judge import sandbox
from custom_compiler.judge.copies import Copies
from custom_compiler.judge.inside import LANDLOCK, LIMITS, NAMESPACES
from custom_compiler.judge.sandbox import (
    SandboxError,
    SandboxLimits,
    SandboxOutcome,
    Task,
    choose,
    modes,
    run,
)

REPOSITORY = Path(__file__).parents[2]
PATH = {"PATH": "/usr/bin:/bin", "HOME": "/job", "TMPDIR": "/tmp"}
HIDES, GUARDS = (NAMESPACES,), (NAMESPACES, LANDLOCK)


class Shell:
    """Runs scripts of somebody's in one kind of sandbox."""

    def __init__(self, mode: str) -> None:
        self.mode = mode

    def __call__(
        self, script: str, limits: SandboxLimits | None = None, shown: dict[str, str] | None = None
    ) -> SandboxOutcome:
        """Run a script."""
        command = ["/bin/sh", "-c", script]
        task = Task(command, shown=shown or {}, environment=PATH, limits=limits or SandboxLimits())
        return run(task, self.mode)


def only(*wanted: str) -> pytest.MarkDecorator:
    """Run a test with these kinds of sandboxes, if the machine has them."""
    here = [mode for mode in modes() if mode in wanted]
    return pytest.mark.parametrize("shell", here, indirect=True)


@pytest.fixture(params=modes())
def shell(request: pytest.FixtureRequest) -> Shell:
    """One for each kind of sandbox that this machine has."""
    return Shell(request.param)


def test_the_best_is_chosen_and_what_is_missing_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    assert choose("") == modes()[0]
    assert choose(LIMITS) == LIMITS
    monkeypatch.setattr("custom_compiler.judge.sandbox._works", lambda mode: mode == LIMITS)
    assert choose("") == LIMITS
    with pytest.raises(SandboxError, match="this machine has no namespaces for this user") as error:
        choose(NAMESPACES)
    assert error.value.hint == "it has: limits"


def test_a_kernel_without_landlock_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    """The first process of a sandbox receives a go-ahead; the sandbox does not begin without it."""
    import importlib

    inside = importlib.import_module("custom_compiler.judge.inside")
    monkeypatch.setattr(inside, "_CREATE_RULESET", 1 << 20)  # a call that no kernel has
    assert inside.landlock_version() == 0


def test_exit_code_output_and_files(shell: Shell, tmp_path: Path) -> None:
    ended = shell("mkdir -p out/a && echo left > out/a/file && echo said && exit 3")
    assert ended.mode == shell.mode
    assert (ended.code, ended.limit, ended.output) == (3, "", "said\n")
    ended.extract(tmp_path / "taken")
    assert (tmp_path / "taken" / "a" / "file").read_text() == "left\n"


def test_environment_and_machine_are_not_seen(shell: Shell) -> None:
    os.environ["SECRET_OF_THE_JUDGE"] = "1"
    try:
        ended = shell("env; ls /; cat /proc/$PPID/environ; ls /proc | grep -c '^[0-9]'")
    finally:
        del os.environ["SECRET_OF_THE_JUDGE"]
    assert "SECRET" not in ended.output
    if shell.mode not in HIDES:
        return
    names = set(ended.output.split())
    assert "job" in names
    assert not names & {"root", "home", "var", "mnt", "opt", "boot"}
    assert int(ended.output.split()[-1]) < 8


def test_what_is_shown_cannot_be_changed(shell: Shell, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("mine")
    tmp_path.chmod(0o777)
    (tmp_path / "file").chmod(0o666)
    own = "cat ../in/a/file"
    assert shell(own, shown={str(tmp_path): "/in/a"}).output == "mine"
    if shell.mode not in GUARDS:
        return
    script = (
        f"{own}; echo x > ../in/a/file; rm ../in/a/file; touch ../in/a/new /usr/new /new; exit 0"
    )
    ended = shell(script, shown={str(tmp_path): "/in/a"})
    assert ended.output.startswith("mine")
    refused = "Read-only file system" if shell.mode == NAMESPACES else "Permission denied"
    assert ended.output.count(refused) >= 4
    assert [path.name for path in tmp_path.iterdir()] == ["file"]
    assert (tmp_path / "file").read_text() == "mine"


@only(*GUARDS)
def test_what_is_not_shown_cannot_be_read(shell: Shell, tmp_path: Path) -> None:
    (tmp_path / "secret").write_text("mine")
    tmp_path.chmod(0o777)
    ended = shell(f"cat {tmp_path}/secret; echo x > {tmp_path}/new; ls /root /home")
    assert "mine" not in ended.output
    assert [path.name for path in tmp_path.iterdir()] == ["secret"]


@only(*GUARDS)
def test_nobody_outside_is_signalled(shell: Shell) -> None:
    """Not even the process that watches, without which nothing would end what is left."""
    ended = shell("kill -9 $PPID; echo lives; sleep 0.3")
    assert ended.output.endswith("lives\n")
    assert ended.code == 0


def test_there_is_no_network(shell: Shell) -> None:
    script = (
        "import socket, sys; s = socket.socket(); s.settimeout(1); "
        "print('reached', s.connect_ex(('127.0.0.1', int(sys.argv[1]))))"
    )
    with socket.create_server(("127.0.0.1", 0)) as server:
        port = server.getsockname()[1]
        ended = shell(f'/usr/bin/env python3 -c "{script}" {port}; cat /proc/net/dev | wc -l')
    reached = "reached 0" in ended.output
    assert reached == (shell.mode == LIMITS)
    if shell.mode not in HIDES:
        return
    assert ended.output.split()[-1] == "3"  # two lines of headings, and lo


@pytest.mark.parametrize(
    ("script", "limits", "limit"),
    [
        ("sleep 100", SandboxLimits(seconds=0.5), "time"),
        ("yes", SandboxLimits(), "output"),
        (
            "x=$(head -c 400M /dev/zero | tr '\\0' x); sleep 9",
            SandboxLimits(memory_bytes=1 << 27),
            "memory",
        ),
        ("for i in $(seq 60); do sleep 50 & done; wait", SandboxLimits(processes=20), ""),
    ],
)
def test_limits(shell: Shell, script: str, limits: SandboxLimits, limit: str) -> None:
    ended = shell(script, limits)
    if limit:
        assert ended.limit == limit
    else:
        assert ended.limit == "processes" or "fork" in ended.output


@only(LANDLOCK, LIMITS)
def test_the_disk_of_the_machine_is_watched(shell: Shell) -> None:
    script = "for i in 1 2 3 4; do head -c 20M /dev/zero > $i; done; sleep 9"
    assert shell(script, SandboxLimits(disk_bytes=1 << 25)).limit == "disk"


@only(NAMESPACES)  # elsewhere the kernel does not count what it starts
def test_fork_bomb_ends_with_the_sandbox(shell: Shell) -> None:
    ended = shell("f() { f | f & }; f; sleep 60", SandboxLimits(seconds=2, processes=64))
    assert ended.limit in {"time", "processes"} or "fork" in ended.output
    assert not _running("f | f & }; f; sleep 60")


def test_background_processes_end(shell: Shell) -> None:
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


@only(NAMESPACES)
def test_full_disk_is_its_own(shell: Shell) -> None:
    script = "head -c 100M /dev/zero > /job/big; ls -l /job/big | awk '{print $5}'"
    ended = shell(script, SandboxLimits(disk_bytes=1 << 25))
    assert "No space left on device" in ended.output
    assert int(ended.output.split()[-1]) <= 1 << 25


def test_links_and_devices_are_not_taken(shell: Shell, tmp_path: Path) -> None:
    ended = shell("mkdir out; ln -s /etc/passwd out/link; mkfifo out/pipe; echo x > out/plain")
    ended.extract(tmp_path / "taken")
    assert [path.name for path in (tmp_path / "taken").iterdir()] == ["plain"]


def test_a_link_instead_of_what_is_collected_is_not_followed(shell: Shell, tmp_path: Path) -> None:
    shell("ln -s /etc out").extract(tmp_path / "taken")
    assert not (tmp_path / "taken").exists()


def test_too_much_is_not_taken(shell: Shell, tmp_path: Path) -> None:
    script = "mkdir out; echo x > out/a; head -c 9M /dev/zero > out/b"
    shell(script, SandboxLimits(collected_bytes=1 << 20)).extract(tmp_path / "taken")
    assert [path.name for path in (tmp_path / "taken").iterdir()] == ["a"]


def test_a_folder_that_is_gone_meanwhile_is_none_to_remove(monkeypatch: pytest.MonkeyPatch) -> None:
    """Parallel judges look for what those before them left, and end when they like."""
    gone = f"custom-compiler-judge-{1 << 30}-x"
    monkeypatch.setattr("os.listdir", lambda _: [gone])
    sandbox.sweep()


_NAMELESS = """
import os, time
files = [os.memfd_create("x") for _ in range(8)]
for file in files:
    for _ in range(4):
        os.write(file, bytes(16 << 20))
time.sleep(9)
"""


def python(shell: Shell, script: str, limits: SandboxLimits | None = None) -> SandboxOutcome:
    """Run a script of Python's."""
    command = ["/usr/bin/env", "python3", "-c", script]
    return run(Task(command, environment=PATH, limits=limits or SandboxLimits()), shell.mode)


def test_files_without_names_are_memory(shell: Shell) -> None:
    """Nobody has them mapped, so no process is said to use them."""
    assert python(shell, _NAMELESS, SandboxLimits(memory_bytes=1 << 28)).limit == "memory"


@only(NAMESPACES)
def test_names_of_files_are_limited(shell: Shell) -> None:
    """They are memory of the kernel that no limit of size counts."""
    assert int(shell("stat -f -c %c /tmp").output) == 1 << 17


_LASTING = """
import ctypes, errno
libc = ctypes.CDLL(None, use_errno=True)
made = libc.shmget(0, 1 << 20, 0o1600), libc.msgget(0, 0o1600), libc.semget(0, 1, 0o1600)
print(made, errno.errorcode[ctypes.get_errno()])
"""


def test_nothing_is_left_that_outlives_processes(shell: Shell) -> None:
    """Memory of System V stays until somebody removes it or the machine is started again."""
    assert python(shell, _LASTING).output == "(-1, -1, -1) ENOSYS\n"


def test_the_machine_keeps_memory(
    shell: Shell, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """Any use of the memory counts, also if its owner is unknown; it is no verdict."""
    path = tmp_path / "begin.py"
    path.write_text(
        f"import sys; sys.path.append({str(REPOSITORY)!r})\n"
        "from custom_compiler.judge import inside\n"
        "assert inside._SPARE == 256 << 20\n"
        "inside._SPARE = 1 << 60\n"
        "sys.exit(inside.main())\n"
    )
    command = [sys.executable, "-I", str(path)]
    monkeypatch.setattr(sandbox, "python_command", lambda *_, **__: command)
    with pytest.raises(SandboxError, match="the machine's memory is nearly used up"):
        shell("sleep 9")


def test_copies_begin_again_where_their_process_was_ended(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As workers of clusters end what a job leaves; what is in the current folder is not taken."""
    (tmp_path / "socket.py").write_text("raise SystemExit(3)")
    monkeypatch.chdir(tmp_path)
    copies = Copies({})
    task = Task(["work", "missing.json"])
    try:
        for _ in range(2):
            ended = run(task, LIMITS, copies)
            assert "No such file or directory: 'missing.json'" in ended.output
            assert copies._process is not None
            copies._process.kill()
    finally:
        copies.close()
