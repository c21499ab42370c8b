"""Requests to a sandbox for a project, and its answer, read as untrusted data."""

from __future__ import annotations

import errno
import json
import tarfile
import tempfile
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from custom_compiler.judge import sandbox, verdict

if TYPE_CHECKING:
    from collections.abc import Mapping

    from custom_compiler.judge.surroundings import Surroundings

# What work leaves: its answer, and what it built.
ANSWER = "answer.json"
VENDOR = "vendor"
# As a sandbox sees them from the folder that it starts in.
_IN, _OUT = "../in", "out"
_LAST_LINES = 20


# Of errors that say nothing of a project: no space, descriptors, memory or processes; bad disks.
_OF_THE_MACHINE = frozenset(
    {
        errno.ENOSPC, errno.EDQUOT, errno.EMFILE, errno.ENFILE, errno.ENOMEM, errno.EAGAIN,
        errno.EIO, errno.EROFS, errno.ESTALE, errno.ETIMEDOUT, errno.ENOTCONN,
    }
)  # fmt: skip


def is_of_the_machine(error: OSError) -> bool:
    """Return whether an error says something of this machine, and nothing of a project."""
    return error.errno in _OF_THE_MACHINE


class EndedError(Exception):
    """The verdict is known.

    Attributes:
        word: The verdict.
        reason: In one line.
        more: Other fields of the verdict.
    """

    def __init__(self, word: str, reason: str, **more: Any) -> None:
        self.word = word
        self.reason = " ".join(reason.split())[:2000]
        self.more = more
        super().__init__(self.reason)


class Sandboxed:
    """Has things done in sandboxes, each of which begins empty."""

    def __init__(
        self, around: Surroundings, limits: sandbox.SandboxLimits, mode: str, folder: Path
    ) -> None:
        """Use `folder`, one of this project's own, for what goes in and comes out."""
        self._around = around
        self._limits = limits
        self._mode = mode
        self._folder = folder

    def ask(
        self, request: dict[str, Any], shown: Mapping[Path, str], most: int
    ) -> tuple[dict[str, Any], Path]:
        """Have a task of `work` done; its answer, and the folder with the files that it left.

        Args:
            request: For `work`.
            shown: Folders -> what requests call them, below `inside()`.
            most: Bytes of the files that are taken; others are left.

        Raises:
            EndedError: A limit was hit, or there is no answer.
            SandboxError: The sandbox itself failed.
            OSError: This machine failed.
        """
        folder = Path(tempfile.mkdtemp(dir=self._folder))
        request_file = folder / "request.json"
        message = {**request, "out": _OUT, "of_toolkit": dict(self._around.of_toolkit)}
        request_file.write_text(json.dumps(message), encoding="utf-8")
        request_file.chmod(0o644)
        own = {str(request_file): "/in/request.json"}
        own |= {str(path.resolve()): f"/in/{name}" for path, name in shown.items()}
        task = sandbox.Task(
            command=["work", inside("request.json")],
            shown={**self._around.shown, **own},
            writable=self._around.writable,
            environment=self._around.environment,
            collect="/job/out",
            limits=replace(self._limits, collected_bytes=most),
        )
        try:
            ended = sandbox.run(task, self._mode, self._around.copies)
        except OSError as error:
            raise sandbox.SandboxError(f"a sandbox cannot be started: {error}") from error
        if ended.limit:
            raise EndedError(verdict.LIMIT, f"{request['task']}: over its limit of {ended.limit}")
        out = folder / "out"
        try:
            ended.extract(out)
            answer = json.loads((out / ANSWER).read_text(encoding="utf-8"))
        except (OSError, ValueError, EOFError, RecursionError, tarfile.TarError) as error:
            if isinstance(error, OSError) and is_of_the_machine(error):
                raise
            answer = None
        # A process that was ended has not written the answer, whoever did.
        if ended.code or not isinstance(answer, dict):
            lines = ended.output.strip().splitlines() or [f"exit code {ended.code}"]
            details = tuple(lines[-_LAST_LINES:])
            raise EndedError(verdict.FAULT, f"{request['task']}: {lines[-1]}", details=details)
        return answer, out

    def save(self, arrays: Mapping[str, np.ndarray[Any, Any]], folder: Path) -> list[list[str]]:
        """Write arrays into a folder that a sandbox is shown as `arrays`; what a request says."""
        entries = []
        for name, array in arrays.items():
            file = f"{len([*folder.iterdir()])}.npy"
            np.save(folder / file, array, allow_pickle=False)
            entries.append([name, inside(f"arrays/{file}")])
        return entries

    def new_folder(self) -> Path:
        """Create an empty folder that the sandbox's user can read."""
        folder = Path(tempfile.mkdtemp(dir=self._folder))
        folder.chmod(0o755)
        return folder


def inside(name: str) -> str:
    """Return the path in requests of something that is shown as `name`."""
    return f"{_IN}/{name}"
