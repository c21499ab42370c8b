"""Kernels of built-in operators, built by the tool: they run instead of the host's functions."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

REPOSITORY = Path(__file__).parents[2]
SOURCES = REPOSITORY / "toolkit/builtin"


@pytest.fixture(scope="module")
def package(cann_home: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The vendor folder of the built-in operators' package."""
    folder = tmp_path_factory.mktemp("built_in")
    env = {name: value for name, value in os.environ.items() if not name.startswith("ASCEND")}
    subprocess.run(
        [sys.executable, "-m", "custom_compiler", "build", "-o", str(SOURCES / "op_host"),
         "-k", str(SOURCES / "op_kernel"), "--vendor_name", "built_in",
         "--ascend_cann_package_path", str(cann_home)],
        cwd=folder, env=env, check=True, capture_output=True,
    )  # fmt: skip
    return next(folder.glob("build_out/_CPack_Packages/*/*/*/packages/vendors/built_in"))


def run(cann_home: Path, package: Path) -> subprocess.CompletedProcess[str]:
    # The runtime looks for packages once per process.
    return subprocess.run(
        [sys.executable, str(Path(__file__).with_name("kernels.py")), str(cann_home),
         str(REPOSITORY / "tests/utils")],
        env=os.environ | {"ASCEND_CUSTOM_OPP_PATH": str(package)},
        capture_output=True, text=True, check=False,
    )  # fmt: skip


def test_arithmetic_of_all_types(cann_home: Path, package: Path) -> None:
    done = run(cann_home, package)
    assert done.returncode == 0, done.stderr


def test_kernels_are_what_runs(cann_home: Path, package: Path, tmp_path: Path) -> None:
    broken = tmp_path / "built_in"
    shutil.copytree(package, broken)
    kernels = list(broken.glob("op_impl/ai_core/tbe/kernel/ascend910b/sub/*.o"))
    assert kernels
    for kernel in kernels:
        kernel.write_bytes(b"no kernel")
    done = run(cann_home, broken)
    assert done.returncode != 0
    assert "aclnnSub" in done.stderr
    assert "kernel/ascend910b/sub/Sub_" in done.stderr
