"""A kernel with tunable annotations, and programs about it in a separate process."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

Run = Callable[..., "subprocess.CompletedProcess[str]"]
# What people's scripts have next to their kernels.
_BUILD = (
    "bisheng -O2 -std=c++17 -xcce --cce-aicore-arch=dav-c220 -fPIC -c $1 -o $2.o\n"
    "bisheng --cce-fatobj-link -fPIC -shared -o $2 $2.o -L$ASCEND_HOME_PATH/lib64 -lascendcl\n"
)
_BUILD_PROGRAM = "bisheng -O2 -std=c++17 -xcce $1 -o $2 -L$ASCEND_HOME_PATH/lib64 -lascendcl\n"


@pytest.fixture
def run(cann_home: Path, tmp_path: Path) -> Run:
    """Runs a Python program in a folder with two kernels, `build.sh` and `build_program.sh`."""
    for kernel in ("add.cpp", "sum.cpp"):
        shutil.copy(Path(__file__).with_name(kernel), tmp_path)
    (tmp_path / "build.sh").write_text(_BUILD)
    (tmp_path / "build_program.sh").write_text(_BUILD_PROGRAM)

    def call(program: str, **variables: str) -> subprocess.CompletedProcess[str]:
        environment = {
            **{name: value for name, value in os.environ.items() if name != "LD_LIBRARY_PATH"},
            "ASCEND_HOME_PATH": str(cann_home),
            "ASCENDC_SOC_VERSION": "Ascend910B3",
            "PATH": f"{cann_home / 'bin'}:{os.environ['PATH']}",
        }
        return subprocess.run(
            [sys.executable, "-c", program],
            cwd=tmp_path,
            env={**environment, **variables},
            capture_output=True,
            text=True,
            check=False,
            timeout=300,
        )

    return call
