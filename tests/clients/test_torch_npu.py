"""torch_npu's own wheel on the embedded toolkit; the environment is set by its set_env.sh alone."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

import pytest

from .conftest import Built

PROGRAMS = Path(__file__).with_name("torch_npu")

pytestmark = pytest.mark.frameworks


@pytest.fixture
def run(cann_home: Path, torch_npu_python: Path, tmp_path: Path):
    """Runs Python in an empty directory; returns what it prints."""

    def call(*words: str | Path, vendor: Path | None = None) -> str:
        env = {
            name: value
            for name, value in os.environ.items()
            if not name.startswith("ASCEND") and name not in {"LD_LIBRARY_PATH", "PYTHONPATH"}
        }
        script = f"source '{cann_home}/set_env.sh' && "
        script += f"export ASCEND_CUSTOM_OPP_PATH='{vendor}' && " if vendor else ""
        done = subprocess.run(
            ["bash", "-c", script + 'exec "$@"', "bash", str(torch_npu_python), *map(str, words)],
            cwd=tmp_path, env=env, capture_output=True, text=True, check=False,
        )  # fmt: skip
        assert done.returncode == 0, done.stdout + done.stderr
        return done.stdout

    return call


@pytest.mark.parametrize("program", ["built_ins", "functions", "training"])
def test_built_in_operators(run, program: str) -> None:
    assert run(PROGRAMS / f"{program}.py").endswith("all right\n")


def test_custom_operator_of_an_extension(run, built: Built, torch_npu_extension: Path) -> None:
    program = PROGRAMS / "custom_operator.py"
    assert run(program, torch_npu_extension, vendor=built.vendor).endswith("all right\n")


def test_times_of_events_around_direct_launches(run, cann_home: Path, tmp_path: Path) -> None:
    """As MultiKernelBench measures kernels of its back end for direct launches."""
    library = tmp_path / "event_times.so"
    words: list[str | Path] = [
        "--npu-arch=dav-2201",
        "-shared",
        "-fPIC",
        PROGRAMS / "event_times.asc",
    ]
    subprocess.run([cann_home / "bin/bisheng", *words, "-o", library], check=True)
    assert run(PROGRAMS / "event_times.py", library).endswith("all right\n")
