"""op_compiler in a separate process, as its entry point starts it."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

OpCompiler = Callable[..., "subprocess.CompletedProcess[str]"]
_MAIN = (
    "import sys; from custom_compiler.kernel.op_compiler.command import main; "
    "sys.exit(main(sys.argv[1], sys.argv[2:]))"
)


def command_line(root: Path, *words: object) -> list[str]:
    """The words that start the command of the toolkit at `root`."""
    return [sys.executable, "-c", _MAIN, str(root), *map(str, words)]


@pytest.fixture
def op_compiler(tmp_path: Path, cann_home: Path) -> OpCompiler:
    """The command, in a separate folder; variables for its environment as keywords."""

    def run(*words: object, **variables: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            command_line(cann_home, *words),
            cwd=tmp_path,
            env={**os.environ, **variables},
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            check=False,
            timeout=300,
        )

    return run
