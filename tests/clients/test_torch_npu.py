"""torch_npu's own wheel on the embedded toolkit; the environment is set by its set_env.sh alone."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

import pytest

PROGRAMS = Path(__file__).with_name("torch_npu")

pytestmark = pytest.mark.frameworks


@pytest.fixture
def run(cann_home: Path, torch_npu_python: Path, tmp_path: Path):
    """Runs a program of the folder torch_npu in an empty directory; returns what it prints."""

    def call(program: str) -> str:
        env = {
            name: value
            for name, value in os.environ.items()
            if not name.startswith("ASCEND") and name not in {"LD_LIBRARY_PATH", "PYTHONPATH"}
        }
        script = f"source '{cann_home}/set_env.sh' && exec \"$@\""
        done = subprocess.run(
            ["bash", "-c", script, "bash", str(torch_npu_python), str(PROGRAMS / program)],
            cwd=tmp_path, env=env, capture_output=True, text=True, check=False,
        )  # fmt: skip
        assert done.returncode == 0, done.stdout + done.stderr
        return done.stdout

    return call


def test_built_in_operators(run) -> None:
    assert run("built_ins.py").endswith("all right\n")
