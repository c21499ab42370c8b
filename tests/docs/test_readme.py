"""README.md: its two set-up commands are those of .ci/run, and its first operator runs."""

from __future__ import annotations

import os
import re
import sys
from pathlib import Path

import pytest

from tests.docs.console import alike, console_steps, run_steps

ROOT = Path(__file__).parents[2]
PAGE = ROOT / "README.md"


def test_ci_runs_the_commands_of_the_page() -> None:
    blocks = re.findall(r"^```sh\n(.*?)^```$", PAGE.read_text(), re.DOTALL | re.MULTILINE)
    lines = (ROOT / ".ci/commands.sh").read_text().splitlines(keepends=True)
    assert blocks == [line for line in lines if not line.startswith("#")]
    assert "exec sh -eux .ci/commands.sh\n" in (ROOT / ".ci/run").read_text()


@pytest.mark.slow
def test_first_operator(tmp_path: Path, cann_home: Path) -> None:
    clean = {name: value for name, value in os.environ.items() if not name.startswith("ASCEND")}
    environment = clean | {
        "CUSTOM_COMPILER_HOME": str(cann_home.parent),
        "PATH": f"{Path(sys.executable).parent}:{os.environ['PATH']}",
    }
    activate, *steps = console_steps(PAGE)
    assert activate.command == ". .venv/bin/activate"
    merged = [step._replace(command=f"exec 2>&1; {step.command}") for step in steps]
    for step, printed in zip(steps, run_steps(merged, tmp_path, environment), strict=True):
        for line in step.shown:
            assert any(alike(line, text) for text in printed), (line, printed)
