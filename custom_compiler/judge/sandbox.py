"""Commands of others run so that they harm nothing.

`inside.py` is the other half: the first process of the sandbox.
"""

from __future__ import annotations

import json
import os
import secrets
import selectors
import shutil
import tarfile
import tempfile
import threading
from contextlib import suppress
from dataclasses import dataclass, field
from functools import cache
from io import BytesIO, FileIO
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol

from custom_compiler.errors import CustomCompilerError
from custom_compiler.judge.inside import LANDLOCK, LIMITS, MACHINE, MODES, NAMESPACES
from custom_compiler.support.processes import python_command, start

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

OUTPUT = "output"
_INSIDE = "custom_compiler.judge.inside:main"
# Folders of the machine that programs need, and links to them on machines that have these.
_SYSTEM = ("/usr", "/bin", "/sbin", "/lib", "/lib64", "/etc/ld.so.cache", "/etc/alternatives")
_FILES = {
    "/etc/passwd": "root:x:0:0:root:/work:/bin/sh\nnobody:x:65534:65534:nobody:/work:/bin/sh\n",
    "/etc/group": "root:x:0:\nnogroup:x:65534:\n",
}
# What programs read of a machine besides, where they see it: names of users, of hosts, processes.
_ALSO_READ = ("/etc/passwd", "/etc/group", "/etc/nsswitch.conf", "/etc/localtime", "/proc")
_OWN = ("/job", "/in", "/tmp")  # noqa: S108 - below the sandbox's folder where it is not the root
_FIRST_USER = 1 << 24  # above those that machines have
_GIB = 1 << 30
_MIB = 1 << 20
_TAKEN = 1 << 16
_PREFIX = "custom-compiler-judge-"
_GRACE = 10.0  # seconds for what a sandbox does after its command has ended


class SandboxError(CustomCompilerError):
    """There can be no sandbox on this machine."""


@dataclass(frozen=True)
class SandboxLimits:
    """Limits of a command.

    Attributes:
        seconds: Time.
        memory_bytes: Of all its processes together, without files in memory.
        disk_bytes: Of all files together, which are in memory in namespaces.
        processes: At one time.
        output_bytes: Of its output.
        collected_bytes: Of the files that are collected from it.
    """

    seconds: float = 300.0
    memory_bytes: int = 8 * _GIB
    disk_bytes: int = 2 * _GIB
    processes: int = 256
    output_bytes: int = 4 * _MIB
    collected_bytes: int = _GIB


@dataclass(frozen=True)
class SandboxOutcome:
    """Outcome of a command.

    Attributes:
        mode: Its isolation: NAMESPACES, LANDLOCK or LIMITS.
        code: Its exit code; negative: the signal that ended it.
        limit: The limit that it exceeded: time, memory, processes, disk or output; or "".
        output: Its output on both streams.
        archive: A tar archive of the files in the requested folder.
    """

    mode: str
    code: int
    limit: str
    output: str
    archive: bytes = field(repr=False)

    def extract(self, folder: Path) -> None:
        """Put its files into an own folder; none can be outside of it, a device or a link."""
        with tarfile.open(fileobj=BytesIO(self.archive), mode="r|") as archive:
            for member in archive:
                path = folder / member.name
                if not member.isfile() or ".." in Path(member.name).parts:
                    continue
                content = archive.extractfile(member)
                if content is not None and not Path(member.name).is_absolute():
                    path.parent.mkdir(parents=True, exist_ok=True)
                    path.write_bytes(content.read())


@dataclass(frozen=True)
class Task:
    """A command and what it sees.

    It starts in the folder /job, next to /in; without namespaces these are below the sandbox's
    folder, so that its paths are relative to /job.

    Attributes:
        command: A program by its absolute path, and arguments.
        shown: Folders and files, read-only: path outside -> path inside.
        writable: Folders that it may write to besides /job and /tmp; empty, and in memory.
        environment: All of its variables; those that name one of its folders follow it.
        collect: The folder below /job whose files are taken.
        limits: What it may take.
    """

    command: Sequence[str]
    shown: Mapping[str, str] = field(default_factory=dict)
    writable: Sequence[str] = ()
    environment: Mapping[str, str] = field(default_factory=dict)
    collect: str = "/job/out"
    limits: SandboxLimits = field(default_factory=SandboxLimits)


class Held(Protocol):
    """A process that holds a sandbox."""

    def kill(self) -> None:
        """End it, and all that it holds."""

    def wait(self) -> object:
        """Wait until it has ended."""


class Starter(Protocol):
    """Starter of the processes that run sandboxes."""

    def start(self, spec: Mapping[str, Any], output: int, report: int) -> Held:
        """Start one with the parameters of `inside.hold`, with descriptors for output and report.

        Raises:
            OSError: It cannot be started.
        """


class Programs(Starter):
    """Starter of a separate program for each sandbox."""

    def start(self, spec: Mapping[str, Any], output: int, report: int) -> Held:
        """See `Starter`."""
        # In memory: a full disk of temporary files is no reason for a weaker sandbox.
        with open(os.memfd_create("request"), "w+b") as request:
            request.write(json.dumps({**spec, "report": report}).encode())
            request.seek(0)
            return start(
                python_command(_INSIDE, is_isolated=True), env={}, stdin=request, output=output,
                pass_fds=[report], has_session=True,
            )  # fmt: skip


def run(task: Task, mode: str, starter: Starter | None = None) -> SandboxOutcome:
    """Run a command in a new sandbox; `mode` is its isolation, of `modes`.

    It begins in a process that `starter` starts, by default in a separate program.
    """
    with own_folder() as root:
        return _run(task, root, mode, starter or Programs())


def modes() -> tuple[str, ...]:
    """Return the kinds of isolation for this machine and user, best first; LIMITS always works."""
    return tuple(filter(_works, MODES))


def choose(mode: str) -> str:
    """Return the requested mode, or the best one for ""; raise SandboxError if unavailable."""
    if not mode:
        return next(filter(_works, MODES))
    if mode not in modes():
        needed = {
            NAMESPACES: "namespaces for this user",
            LANDLOCK: "Landlock of Linux 6.12 in its kernel",
        }
        message = f"--sandbox {mode}: this machine has no {needed[mode]}"
        raise SandboxError(message, f"it has: {', '.join(modes())}")
    return mode


@cache
def _works(mode: str) -> bool:
    if mode == LIMITS:
        return True
    with own_folder() as root:
        try:
            return _run(Task(["/bin/true"]), root, mode, Programs()).code == 0
        except SandboxError:
            return False


def own_folder() -> tempfile.TemporaryDirectory[str]:
    """Create a folder of this process, by its real path, since paths below it are compared."""
    # What is in it may be made so that it cannot be removed.
    return tempfile.TemporaryDirectory(
        prefix=f"{_PREFIX}{os.getpid()}-", ignore_cleanup_errors=True, dir=_temporary()
    )


def sweep() -> None:
    """Remove what judges that were killed have left."""
    for name in os.listdir(_temporary()):
        path = os.path.join(_temporary(), name)
        process = name.removeprefix(_PREFIX).partition("-")[0]
        if not name.startswith(_PREFIX) or not process.isdecimal():
            continue
        with suppress(FileNotFoundError):  # that judge has just ended and removed it
            if not os.path.exists(f"/proc/{process}") and os.lstat(path).st_uid == os.getuid():
                shutil.rmtree(path, ignore_errors=True)


def _temporary() -> str:
    return os.path.realpath(tempfile.gettempdir())


def _run(task: Task, root: str, mode: str, starter: Starter) -> SandboxOutcome:
    printed, output = _pipe()
    answer_pipe, report = _pipe()
    with printed, answer_pipe:
        with output, report:
            held = starter.start(_spec(task, root, mode), output.fileno(), report.fileno())
        timer = threading.Timer(task.limits.seconds + _GRACE, held.kill)
        timer.start()
        try:
            printed_bytes, answer, is_long = _read(
                printed.fileno(), answer_pipe.fileno(), task.limits, held
            )
        except BaseException:
            held.kill()
            raise
        finally:
            timer.cancel()
            held.wait()
    text = printed_bytes.decode("utf-8", "replace")
    line, _, archive = answer.partition(b"\n")
    if is_long:
        return SandboxOutcome(mode, -9, OUTPUT, text, b"")
    if not line:
        last = (text.strip().splitlines() or ["it was killed"])[-1]
        raise SandboxError(f"the sandbox failed: {last}")
    usage = json.loads(line)
    if usage["limit"] == MACHINE:
        raise SandboxError("the machine's memory is nearly used up", "take fewer --jobs")
    return SandboxOutcome(usage["mode"], usage["code"], usage["limit"], text, archive)


def _pipe() -> tuple[FileIO, FileIO]:
    """Create a pipe, and return both ends."""
    receives, sends = os.pipe()
    return FileIO(receives, "r"), FileIO(sends, "w")


def _spec(task: Task, root: str, mode: str) -> dict[str, Any]:
    shown = {path: path for path in _SYSTEM if os.path.exists(path) and not os.path.islink(path)}
    shown |= task.shown
    limits = task.limits
    own = [*_OWN, *task.writable] if mode != NAMESPACES else []

    def placed(text: str) -> str:
        """Return a path inside the sandbox as the outside path; leave other texts unmodified."""
        is_own = any(text == folder or text.startswith(f"{folder}/") for folder in own)
        return f"{root}{text}" if is_own else text

    return {
        "mode": mode,
        "root": root,
        "shown": sorted(shown.items(), key=lambda pair: pair[1].count("/")),
        "writable": list(task.writable),
        "links": [(path, os.readlink(path)) for path in _SYSTEM if os.path.islink(path)],
        "files": _FILES,
        "folder": placed("/job"),
        "readable": [*shown, *_ALSO_READ],
        "user": _FIRST_USER + secrets.randbelow(_FIRST_USER),
        "command": list(task.command),
        "environment": {name: placed(text) for name, text in task.environment.items()},
        "collect": placed(task.collect),
        "seconds": limits.seconds,
        "memory_bytes": limits.memory_bytes,
        "disk_bytes": limits.disk_bytes,
        "processes": limits.processes,
        "collected_bytes": limits.collected_bytes,
        "rlimits": {
            "RLIMIT_CORE": 0,
            "RLIMIT_FSIZE": limits.disk_bytes,
            "RLIMIT_NOFILE": 4096,
            # It counts threads, and elsewhere all that this user runs; before it is hit, whoever
            # watches the processes has seen too many.
            **({"RLIMIT_NPROC": limits.processes * 2} if mode == NAMESPACES else {}),
        },
    }


def _read(output: int, answer: int, limits: SandboxLimits, held: Held) -> tuple[bytes, bytes, bool]:
    """Read both ends until they are closed; return also whether the output was too long."""
    parts: dict[int, bytearray] = {output: bytearray(), answer: bytearray()}
    most = {output: limits.output_bytes, answer: limits.collected_bytes * 2 + _MIB}
    is_long = False
    with selectors.DefaultSelector() as selector:
        for end in parts:
            selector.register(end, selectors.EVENT_READ)
        while selector.get_map():
            for key, _ in selector.select():
                data = os.read(key.fd, _TAKEN)
                if not data:
                    selector.unregister(key.fd)
                elif len(parts[key.fd]) + len(data) > most[key.fd]:
                    is_long = True
                    held.kill()
                    selector.unregister(key.fd)
                else:
                    parts[key.fd] += data
    return bytes(parts[output]), bytes(parts[answer]), is_long
