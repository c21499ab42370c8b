"""MindSpore's own custom_compiler/setup.py, unmodified, builds our sample on the embedded home."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.utils import add_custom

REPOSITORY = Path(__file__).parents[2]


@pytest.mark.frameworks
def test_unmodified_setup_builds_and_installs_the_sample(
    mindspore_python: Path, cann_home: Path, tmp_path: Path
) -> None:
    find = "from importlib.util import find_spec as f; print(f('mindspore').origin)"
    package = subprocess.run(
        [mindspore_python, "-c", find],
        check=True, capture_output=True, text=True,
    ).stdout.strip()  # fmt: skip
    tool = tmp_path / "custom_compiler"
    shutil.copytree(Path(package).parent / "lib/plugin/ascend/custom_compiler", tool)
    opp = tmp_path / "opp"
    opp.mkdir()
    done = subprocess.run(
        [mindspore_python, "setup.py", f"--op_host_path={REPOSITORY / 'op_host'}",
         f"--op_kernel_path={REPOSITORY / 'op_kernel'}", "--vendor_name=my",
         f"--ascend_cann_package_path={cann_home}", f"--install_path={opp}"],
        cwd=tool, capture_output=True, text=True, check=False,
        env=os.environ | {"PATH": f"{Path(sys.executable).parent}:{os.environ['PATH']}"},
    )  # fmt: skip
    assert done.returncode == 0, done.stdout + done.stderr
    vendor = opp / "vendors" / "my"
    client = add_custom.build_client(cann_home, vendor, tmp_path)
    for dtype in add_custom.ACL_DTYPE:
        add_custom.run_client(client, cann_home, vendor, (8, 2048), dtype, custom_opp_path=True)
