"""docs/kernel_launch.md, executed: its files written, its commands and its Python run in order."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

PAGE = Path(__file__).parents[2] / "docs" / "kernel_launch.md"


def run(script: str, cann_home: Path, folder: Path) -> str:
    """Output of a shell script in the toolkit's environment."""
    done = subprocess.run(
        ["bash", "-ec", f'source "$0/set_env.sh"\n{script}', cann_home],
        cwd=folder,
        env={**os.environ, "CMAKE_GENERATOR": "Ninja"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@pytest.mark.slow
def test_page(cann_home: Path, tmp_path: Path) -> None:
    program = tmp_path / "launch.py"
    blocks = re.findall(r"^```(\w+)\n(.*?)^```$", PAGE.read_text(), re.DOTALL | re.MULTILINE)
    assert [language for language, _ in blocks if language != "python"] == ["cpp", "cmake", "sh"]
    for language, text in blocks:
        if language == "sh":
            run(text, cann_home, tmp_path)
        elif language == "python":
            with program.open("a") as file:
                file.write(text)
        else:
            name = re.match(r"(?://|#) (\S+)\n", text)
            assert name, "a file block begins with a comment that names it"
            (tmp_path / name[1]).write_text(text)
    assert run(f"{sys.executable} launch.py", cann_home, tmp_path) == "sums are right\n"
