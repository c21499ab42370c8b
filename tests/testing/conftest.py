"""`custom-compiler` as a user runs it in a separate folder."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.utils.forks import run_command

Run = Callable[..., subprocess.CompletedProcess[str]]


@pytest.fixture(scope="session")
def environment(cann_home: Path) -> dict[str, str]:
    """Nothing of a toolkit or of this pytest."""
    base = {k: v for k, v in os.environ.items() if not k.startswith(("ASCEND", "PYTEST"))}
    return base | {"CUSTOM_COMPILER_HOME": str(cann_home.parent)}


@pytest.fixture(scope="session")
def run(environment: dict[str, str]) -> Run:
    """Run a command in a folder, with that environment."""

    def command(folder: Path, *words: str) -> subprocess.CompletedProcess[str]:
        return run_command(folder, words, environment)

    return command
