"""The house rules of CONTRIBUTING.md that a machine can check."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

REPOSITORY = Path(__file__).parents[2]


@pytest.mark.parametrize("command", ["ruff check", "ruff format --check", "mypy", "lint-imports"])
def test_tool_finds_nothing(command: str) -> None:
    name, *arguments = command.split()
    tool = Path(sys.executable).with_name(name)
    done = subprocess.run(
        [tool, *arguments], cwd=REPOSITORY, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr
