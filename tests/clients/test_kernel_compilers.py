"""Kernels that compilers in Python write, compiled by their own commands and run.

CUSTOM_COMPILER_TILELANG names a checkout of tile-ai/tilelang-ascend with its submodules.
"""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.clients import venvs
from tests.utils.checkouts import checkout

PROGRAMS = Path(__file__).with_name("kernel_compilers")
CANNBOT = "cannbot-dsl==0.7.1"


def _run(cann_home: Path, folder: Path, *command: str | Path, **variables: str) -> str:
    """Output of a command in the toolkit's own environment."""
    script = 'source "$1/set_env.sh" && shift && exec "$@"'
    if "PYTHONPATH" in variables:
        added = variables.pop("PYTHONPATH")
        script = f'source "$1/set_env.sh" && shift && PYTHONPATH={added}:$PYTHONPATH exec "$@"'
    done = subprocess.run(
        ["bash", "-c", script, "bash", cann_home, *command],
        cwd=folder,
        env={**os.environ, "LD_LIBRARY_PATH": "", **variables},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@pytest.mark.corpus
def test_tilelang(cann_home: Path, tmp_path: Path) -> None:
    """With the words of tilelang/jit/adapter/libgen.py."""
    content = "checkout of tile-ai/tilelang-ascend, with submodules"
    tilelang = checkout("CUSTOM_COMPILER_TILELANG", content)
    experiment, parts = cann_home / "include/experiment", tilelang / "3rdparty"
    shared, packages = parts / "shmem", cann_home / "pkg_inc"
    folders = (
        *(cann_home / "include", experiment / "msprof", experiment / "runtime"),
        *(packages, packages / "runtime", packages / "profiling", parts / "catlass/include"),
        *(shared / "include", shared / "src/device", tilelang / "src"),
    )
    warnings = ("-Wno-macro-redefined", "-Wno-ignored-attributes")
    libraries = ("runtime", "ascendcl", "m", "tiling_api", "platform", "c_sec", "dl")
    _run(
        *(cann_home, tmp_path, "bisheng", "--npu-arch=dav-2201", "-O2", "-std=c++17", "-xasc"),
        *(f"-I{folder}" for folder in folders),
        *("-DBACKEND_HYBM", f"-L{cann_home}/lib64", *warnings),
        *("-Wno-non-c-typedef-for-linkage", *(f"-l{library}" for library in libraries)),
        *("-fPIC", "--shared", PROGRAMS / "tilelang_add.cpp", "-o", "add.so"),
    )
    program = PROGRAMS / "call_tilelang.py"
    printed = _run(cann_home, tmp_path, sys.executable, program, tmp_path / "add.so").splitlines()
    assert printed[-1] == "right"
    assert sum(line.startswith("DumpTensor: desc=1, ") for line in printed) == 8


@pytest.mark.frameworks
def test_cannbot(cann_home: Path, tmp_path: Path) -> None:
    python = venvs.python_with("torch_npu")
    packages = tmp_path / "packages"
    install: list[str | Path] = [
        python,
        "-m",
        "pip",
        "install",
        "-q",
        "--no-deps",
        "--target",
        packages,
        CANNBOT,
    ]
    subprocess.run(install, check=True)
    printed = _run(
        *(cann_home, tmp_path, python, PROGRAMS / "cannbot_square.py"),
        PYTHONPATH=str(packages),
        CANNBOTDSL_NPU_ARCH="dav-2201",
    )
    assert printed.splitlines()[-1] == "right"
