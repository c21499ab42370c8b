"""Calls functions in forks of a process that has imported their modules, and nothing else.

A fork takes a hundredth of a second of CPU; a Python process that imports NumPy or the commands of
`custom-compiler` takes a quarter of a second.
"""

from __future__ import annotations

import atexit
import importlib
import json
import os
import subprocess
import sys
import tempfile
import threading
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from custom_compiler.support.processes import run_fork
from tests.utils.python_path import python_path

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence


def call_in_fork(
    function: str,
    arguments: Sequence[Any],
    *,
    folder: Path | None = None,
    environment: Mapping[str, str] | None = None,
    text: str = "",
) -> subprocess.CompletedProcess[str]:
    """Call `function` ("module:name"), which returns an exit code, in a separate process.

    `arguments` are values of JSON, and `text` is its standard input. Folder and environment are by
    default those of this process. No library is loaded there before, and nothing is computed.
    """
    with tempfile.TemporaryDirectory(prefix="fork-") as files:
        call = _Call(
            function,
            list(arguments),
            str(folder or Path.cwd()),
            dict(os.environ if environment is None else environment),
            files,
        )
        Path(files, _INPUT).write_text(text, encoding="utf-8")
        code = _SERVER.ask(call)
        output, errors = (Path(files, name).read_text(encoding="utf-8") for name in _FILES)
    return subprocess.CompletedProcess([function, *arguments], code, output, errors)


def run_command(
    folder: Path, words: Sequence[str], environment: Mapping[str, str]
) -> subprocess.CompletedProcess[str]:
    """Run `custom-compiler` with some words in a folder."""
    called = "tests.utils.forks:custom_compiler"
    return call_in_fork(called, words, folder=folder, environment=environment)


def custom_compiler(*words: str) -> int:
    """Be `custom-compiler`; return its exit code."""
    from custom_compiler.cli.main import main

    return main(words)


_INPUT, *_FILES = ("input", "output", "errors")
# Commands import these when they need them.
_MODULES = (
    "custom_compiler.call.execution",
    "custom_compiler.call.prototype",
    "custom_compiler.check",
    "custom_compiler.cli.main",
    "custom_compiler.kernel.opc.main",
    "custom_compiler.kernel.static.opc_command",
    "custom_compiler.package.environment",
    "custom_compiler.project.msopgen.command",
    "custom_compiler.project.starter.request",
    "custom_compiler.testing.project",
    "custom_compiler.workspace",
    "numpy",
)


class _Call(NamedTuple):
    """A call, and the properties of its process; `files`: the folder of its input and output."""

    function: str
    arguments: list[Any]
    folder: str
    environment: dict[str, str]
    files: str


class _Server:
    """The process that forks; it starts with the first call, and ends with this process."""

    def __init__(self) -> None:
        self._process: subprocess.Popen[str] | None = None
        self._asking = threading.Lock()

    def ask(self, call: _Call) -> int:
        """Return the exit code of the call."""
        with self._asking:
            if self._process is None:
                self._process = subprocess.Popen(
                    [sys.executable, __file__],
                    env={**os.environ, **python_path()},
                    stdin=subprocess.PIPE,
                    stdout=subprocess.PIPE,
                    text=True,
                )
                atexit.register(self._process.communicate)  # its CPU time is that of the tests
            assert self._process.stdin is not None
            assert self._process.stdout is not None
            self._process.stdin.write(json.dumps(call) + "\n")
            self._process.stdin.flush()
            return int(self._process.stdout.readline())


_SERVER = _Server()


def _serve() -> None:
    """Answer calls, one a line, until the process that asks ends."""
    for name in _MODULES:
        importlib.import_module(name)
    for line in sys.stdin:
        print(_answer(_Call(*json.loads(line))), flush=True)


def _answer(call: _Call) -> int:
    module, _, name = call.function.partition(":")
    function = getattr(importlib.import_module(module), name)

    def work() -> int:
        _become(call)
        return int(function(*call.arguments) or 0)

    return run_fork(work)


def _become(call: _Call) -> None:
    """Give this process the properties of the call."""
    with Path(call.files, _INPUT).open("rb") as file:
        os.dup2(file.fileno(), 0)
    sys.stdin = os.fdopen(0, encoding="utf-8", closefd=False)
    for number, name in enumerate(_FILES, 1):
        with Path(call.files, name).open("wb") as file:
            os.dup2(file.fileno(), number)
    os.environ.clear()
    os.environ.update(call.environment)
    os.chdir(call.folder)


if __name__ == "__main__":
    del sys.path[0]  # the folder of this file
    _serve()
