"""The conventions of CONTRIBUTING.md that a machine can check."""

from __future__ import annotations

import re
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from importlib.metadata import version
from pathlib import Path
from typing import Any

import pytest
import yaml

from tests.house.prose import list_files
from tests.utils.asc_stubs import write_stubs

REPOSITORY = Path(__file__).parents[2]


def _run_tool(name: str, *arguments: str | Path) -> None:
    """Run a program of the environment; the test fails with its messages."""
    tool = Path(sys.executable).with_name(name)
    result = subprocess.run(
        [tool, *arguments], cwd=REPOSITORY, capture_output=True, text=True, check=False
    )
    assert result.returncode == 0, result.stdout + result.stderr


@pytest.mark.parametrize("command", ["ruff check", "ruff format --check", "mypy", "lint-imports"])
def test_tool_finds_nothing(command: str) -> None:
    if command == "mypy":
        write_stubs()
    _run_tool(*command.split())


def _read_clang_format_hook() -> tuple[str, dict[str, Any]]:
    """Return the version and the settings of pre-commit's hook, so that both check the same."""
    config = yaml.safe_load((REPOSITORY / ".pre-commit-config.yaml").read_text())
    source = next(each for each in config["repos"] if each["repo"].endswith("clang-format"))
    return source["rev"].removeprefix("v"), source["hooks"][0]


def test_pre_commit_has_the_clang_format_of_the_tests() -> None:
    assert version("clang-format") == _read_clang_format_hook()[0]


def test_sources_in_cpp_have_the_layout_of_clang_format() -> None:
    hook = _read_clang_format_hook()[1]
    names = (path.relative_to(REPOSITORY).as_posix() for path in list_files([]))
    sources = [
        name
        for name in names
        if re.search(hook["files"], name) and not re.search(hook["exclude"], name)
    ]
    parts = [sources[first::4] for first in range(4)]
    with ThreadPoolExecutor() as pool:
        list(
            pool.map(lambda part: _run_tool("clang-format", "--dry-run", "--Werror", *part), parts)
        )


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
