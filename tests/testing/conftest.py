"""`custom-compiler` as a user runs it in a folder of their own."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

Run = Callable[..., subprocess.CompletedProcess[str]]


@pytest.fixture(scope="session")
def run(cann_home: Path) -> Run:
    """Run a command in a folder; nothing of a toolkit or of this pytest in its environment."""
    base = {k: v for k, v in os.environ.items() if not k.startswith(("ASCEND", "PYTEST"))}
    base["CUSTOM_COMPILER_HOME"] = str(cann_home.parent)

    def command(folder: Path, *words: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [sys.executable, "-m", "custom_compiler", *words],
            cwd=folder, env=base, capture_output=True, text=True, check=False,
        )  # fmt: skip

    return command
