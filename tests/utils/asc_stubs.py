"""The type stubs of the package `asc`, which are not in git: the build writes them."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

_ROOT = Path(__file__).parents[2]


def write_stubs(folder: Path = _ROOT / "asc") -> None:
    """Bring the stubs up to date; the table may have changed after the build."""
    command = [sys.executable, str(_ROOT / "docs" / "asc"), "--stubs", str(folder)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
