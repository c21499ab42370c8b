"""A LeNet with a package's operator and its bprop, trained by MindSpore's unmodified wheel."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

PROGRAM = Path(__file__).parent / "mindspore/lenet_training.py"
STEPS = 6


@pytest.fixture(scope="module")
def leaky_vendor(cann_home: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A package with LeakyCustom."""
    folder = tmp_path_factory.mktemp("leaky")
    shutil.copytree(PROGRAM.with_name("lenet"), folder, dirs_exist_ok=True)
    subprocess.run(
        [sys.executable, "-m", "custom_compiler", "build", "-o", "op_host", "-k", "op_kernel",
         "--vendor_name", "leaky", "--soc_version", "ascend910b",
         "--ascend_cann_package_path", str(cann_home)],
        cwd=folder, check=True,
        env={k: v for k, v in os.environ.items() if not k.startswith("ASCEND")},
    )  # fmt: skip
    return next(folder.glob("build_out/_CPack_Packages/*/*/*.run/packages/vendors/leaky"))


@pytest.mark.frameworks
@pytest.mark.parametrize("optimizer", ["momentum", "adam"])
def test_losses_on_ascend_are_those_of_the_cpu(
    mindspore_python: Path, cann_home: Path, leaky_vendor: Path, tmp_path: Path, optimizer: str
) -> None:
    def losses(device: str, mode: str) -> np.ndarray:
        done = run(mindspore_python, cann_home, leaky_vendor, tmp_path, device, mode, optimizer)
        lines = done.stdout.splitlines()
        assert done.returncode == 0, done.stdout + done.stderr
        assert lines[-1] == "trained"
        # MindSpore reports neither functions that the libraries lack nor a missing tensor engine.
        assert "undefined symbol" not in done.stdout + done.stderr
        assert '"te"' not in done.stdout + done.stderr
        return np.array([float(line.split()[1]) for line in lines if line.startswith("loss ")])

    expected = losses("CPU", "pynative")
    assert expected.shape == (STEPS,)
    for mode in ("pynative", "O0", "O1"):
        np.testing.assert_allclose(losses("Ascend", mode), expected, rtol=1e-5, err_msg=mode)


def run(
    python: Path, cann_home: Path, vendor: Path, folder: Path, *words: str
) -> subprocess.CompletedProcess[str]:
    """Run the program in a shell that sourced set_env.sh, and nothing else of CANN."""
    script = 'source "$1/set_env.sh"; export ASCEND_CUSTOM_OPP_PATH="$2"; shift 2; exec "$@"'
    dropped = ("ASCEND", "MS_DEV_GRAPH_KERNEL_FLAGS")
    return subprocess.run(
        ["bash", "-c", script, "bash", cann_home, vendor, python, PROGRAM, *words],
        cwd=folder, capture_output=True, text=True, check=False, timeout=600,
        env={k: v for k, v in os.environ.items() if not k.startswith(dropped)},
    )  # fmt: skip
