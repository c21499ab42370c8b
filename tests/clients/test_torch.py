"""Operators of vendor packages in PyTorch on the CPU (torch_cases.py), with torch's own wheel."""

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
def test_torch_cases(cann_home: Path) -> None:
    environment = {k: v for k, v in os.environ.items() if not k.startswith(("ASCEND", "PYTEST"))}
    environment["CUSTOM_COMPILER_HOME"] = str(cann_home.parent)
    # torch_npu is installed next to torch and would need a sourced set_env.sh.
    environment["TORCH_DEVICE_BACKEND_AUTOLOAD"] = "0"
    cases = Path(__file__).with_name("torch_cases.py")
    subprocess.run(
        [python_with("torch_npu"), "-c", RUN, sysconfig.get_path("purelib"), "-q",
         "-p", "no:cacheprovider", str(cases)],
        cwd=Path(__file__).parents[2], env=environment, check=True,
    )  # fmt: skip
