"""The house rules of CONTRIBUTING.md that a machine can check."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

REPOSITORY = Path(__file__).parents[2]
MAX_LINES = 500
DATA = {".csv", ".json", ".png"}
LONG_FOR_A_REASON = {
    # Generated: an entry for each operation or name.
    "asc/language/adv/__init__.pyi",
    "asc/language/basic/__init__.pyi",
    "asc/language/core/__init__.pyi",
    "docs/asc.md",
    "docs/ascendc_api.md",  # generated, a row for each name of the API
    "toolkit/src/opapi/interfaces.txt",  # a table, a line for each interface
}


@pytest.mark.parametrize("command", ["ruff check", "ruff format --check", "mypy", "lint-imports"])
def test_tool_finds_nothing(command: str) -> None:
    name, *arguments = command.split()
    tool = Path(sys.executable).with_name(name)
    done = subprocess.run(
        [tool, *arguments], cwd=REPOSITORY, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr


def test_no_file_is_long() -> None:
    listing = ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
    names = subprocess.run(listing, cwd=REPOSITORY, capture_output=True, text=True, check=True)
    files = [REPOSITORY / name for name in names.stdout.split("\0") if name]
    long = {
        str(path.relative_to(REPOSITORY))
        for path in files
        if path.suffix not in DATA and path.is_file()
        if path.read_bytes().count(b"\n") > MAX_LINES
    }
    assert long == LONG_FOR_A_REASON
