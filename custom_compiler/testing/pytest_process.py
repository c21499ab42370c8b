"""pytest on a project's tests: in a separate process, or in a fork of this one.

A copy (fork) has pytest and NumPy already, so it starts sooner; what tests and their libraries do
stays in it.
"""

from __future__ import annotations

import atexit
import importlib
import os
import sys
from contextlib import suppress
from typing import TYPE_CHECKING

from custom_compiler.support.processes import run_fork, run_shown

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from pathlib import Path

_SETTINGS = ("pytest.ini", "pyproject.toml", "tox.ini", "setup.cfg")
# What tests of operators import, but for the plugin, whose assertions pytest rewrites.
_MODULES = ("numpy", "custom_compiler.call.operators", "custom_compiler.testing.suite")


def pytest_words(folder: Path) -> list[str]:
    """Return the options that make pytest the same for every project: its own settings, or none."""
    words = ["-p", "no:cacheprovider", "--import-mode=importlib", "--rootdir", str(folder)]
    words += ["-p", "no:faulthandler"]  # the toolkit says where a function crashed, in one line
    if not any((folder / name).exists() for name in _SETTINGS):
        words += ["-c", "/dev/null"]
    if not _mentions_hypothesis(folder):
        # Its plugin imports all of hypothesis at the end of every run.
        words += ["-p", "no:hypothesispytest"]
    return words


def _mentions_hypothesis(folder: Path) -> bool:
    files = [*(folder / "tests").rglob("*.py"), folder / "conftest.py"]
    files += [folder / name for name in _SETTINGS]
    for path in files:
        with suppress(OSError):
            if b"hypothesis" in path.read_bytes():
                return True
    return False


def run_pytest(
    words: Sequence[str], folder: Path, variables: Mapping[str, str], *, quiet: bool
) -> int:
    """Run pytest in `folder`; its exit code, or the signal that ended it as a negative number.

    Args:
        words: Of its command line.
        folder: To be in.
        variables: The whole environment.
        quiet: Keep what it says off standard output.
    """
    command = [sys.executable, "-m", "pytest", *words]
    return run_shown(command, cwd=str(folder), env=variables, has_input=False, has_output=not quiet)


def fork_pytest(words: Sequence[str], folder: Path, variables: Mapping[str, str]) -> int:
    """Run pytest like `run_pytest`, in a fork of this process, which has imported its modules."""
    _import_all()
    return run_fork(lambda: _pytest(words, folder, variables))


def _import_all() -> None:
    from _pytest.config import default_plugins

    for name in (*_MODULES, "pytest", *(f"_pytest.{plugin}" for plugin in default_plugins)):
        importlib.import_module(name)


def _pytest(words: Sequence[str], folder: Path, variables: Mapping[str, str]) -> int:
    import pytest

    os.chdir(folder)
    os.environ.clear()
    os.environ.update(variables)
    sys.argv = ["pytest", *words]
    sys.path.insert(0, str(folder))  # as `python -m pytest`
    nothing = os.open(os.devnull, os.O_RDONLY)
    os.dup2(nothing, 0)
    code = int(pytest.main(list(words)))
    atexit._run_exitfuncs()  # noqa: SLF001  a process that forked has no other way
    return code
