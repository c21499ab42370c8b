"""The sample as an operator project for hosts with another CPU."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

REPOSITORY = Path(__file__).parents[2]
TEMPLATE = REPOSITORY / "custom_compiler/project/template/customize"


def configure(
    folder: Path, cann_home: Path, compiler: str | Path
) -> subprocess.CompletedProcess[str]:
    """Put the project together in `folder` and run CMake with ENABLE_CROSS_COMPILE."""
    shutil.copytree(TEMPLATE, folder, ignore=shutil.ignore_patterns("__pycache__"))
    for name in ("op_host", "op_kernel"):
        shutil.copytree(REPOSITORY / name, folder / name, dirs_exist_ok=True)
    settings = {
        "ASCEND_CANN_PACKAGE_PATH": cann_home,
        "ASCEND_COMPUTE_UNIT": "ascend910b",
        "ENABLE_CROSS_COMPILE": True,
        "CMAKE_CROSS_PLATFORM_COMPILER": compiler,
    }
    return subprocess.run(
        ["cmake", "--preset", "default", "-G", "Ninja",
         *(f"-D{name}={value}" for name, value in settings.items())],
        cwd=folder, capture_output=True, text=True, check=False,
    )  # fmt: skip


def build(folder: Path, cann_home: Path, compiler: str) -> Path:
    """Build the package for aarch64; the vendor folder in it."""
    done = configure(folder, cann_home, compiler)
    assert done.returncode == 0, done.stdout + done.stderr
    done = subprocess.run(
        ["cmake", "--build", "build_out"], cwd=folder, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr
    (package,) = (folder / "build_out").glob("custom_opp_*_aarch64.run")
    staged = folder / "build_out/_CPack_Packages/Linux/External" / package.name
    return staged / "packages/vendors/customize"
