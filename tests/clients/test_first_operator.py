"""A new operator, right on NumPy, PyTorch and MindSpore, as benchmarks/first_operator.py walks."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.clients.venvs import python_with

BENCHMARK = Path(__file__).parents[2] / "benchmarks/first_operator.py"


@pytest.mark.frameworks
def test_walk(cann_home: Path) -> None:
    kept = {k: v for k, v in os.environ.items() if not k.startswith("ASCEND")}
    pythons = (f"--torch={python_with('torch_npu')}", f"--mindspore={python_with('mindspore')}")
    done = subprocess.run(
        [sys.executable, BENCHMARK, *pythons],
        env=kept | {"CUSTOM_COMPILER_HOME": str(cann_home.parent)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    rows = [line.split("|")[1].strip() for line in done.stdout.splitlines() if line[0] == "|"]
    assert rows[-3:] == ["NumPy", "PyTorch", "MindSpore"]
    assert done.stdout.splitlines()[-1].startswith("right everywhere in ")
