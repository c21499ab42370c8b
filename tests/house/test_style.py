"""The conventions of CONTRIBUTING.md that a machine can check."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests.utils.asc_stubs import write_stubs

REPOSITORY = Path(__file__).parents[2]


@pytest.mark.parametrize("command", ["ruff check", "ruff format --check", "mypy", "lint-imports"])
def test_tool_finds_nothing(command: str) -> None:
    if command == "mypy":
        write_stubs()
    name, *arguments = command.split()
    tool = Path(sys.executable).with_name(name)
    done = subprocess.run(
        [tool, *arguments], cwd=REPOSITORY, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr


_OWN_FORKS = {"support/processes.py", "judge/inside.py"}


def test_one_module_forks() -> None:
    """The first process of a sandbox forks inside its namespaces, between steps of isolation."""
    package = REPOSITORY / "custom_compiler"
    forks = re.compile(r"\bos\.(fork|forkpty|posix_spawn|system|popen|spawn\w+)\(")
    modules = {
        str(path.relative_to(package))
        for path in package.rglob("*.py")
        if "cann" not in path.relative_to(package).parts[:1] and forks.search(path.read_text())
    }
    assert modules == _OWN_FORKS
