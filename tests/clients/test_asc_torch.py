"""Kernels written in Python on tensors of PyTorch and torch_npu (asc_torch_cases.py)."""

from __future__ import annotations

import os
import subprocess
import sysconfig
from pathlib import Path

import pytest

from tests.clients.venvs import python_with

# This environment's packages, custom_compiler and pytest among them, after torch's.
RUN = "import site, sys; site.addsitedir(sys.argv.pop(1)); import pytest; sys.exit(pytest.main())"


@pytest.mark.frameworks
def test_kernels_on_tensors(cann_home: Path, tmp_path: Path) -> None:
    environment = {k: v for k, v in os.environ.items() if not k.startswith(("ASCEND", "PYTEST"))}
    environment["PYASC_CACHE_DIR"] = str(tmp_path / "cache")
    cases = Path(__file__).with_name("asc_torch_cases.py")
    python = [str(python_with("torch_npu")), "-c", RUN, sysconfig.get_path("purelib"), "-q"]
    options = ["-p", "no:cacheprovider", "--noconftest", "-c", "/dev/null"]
    script = 'source "$1/set_env.sh" && shift && exec "$@"'
    command = ["bash", "-c", script, "bash", str(cann_home), *python, *options, str(cases)]
    subprocess.run(command, cwd=tmp_path, env=environment, check=True)
