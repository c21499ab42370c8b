"""`autokernel plug X --into torch|mindspore`: packages that the frameworks' own wheels use."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

import pytest

from custom_compiler.cli.main import main
from tests.clients import venvs

PROGRAMS = Path(__file__).with_name("programs")
pytestmark = pytest.mark.frameworks


def run(python: Path, program: str, folder: Path) -> None:
    kept = {k: v for k, v in os.environ.items() if not k.startswith(("ASCEND", "PYTHON"))}
    env = {**kept, "PYTHONPATH": str(folder), "TORCH_DEVICE_BACKEND_AUTOLOAD": "0"}
    done = subprocess.run(
        [python, PROGRAMS / program], cwd=folder, env=env,
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stdout + done.stderr
    assert done.stdout.splitlines()[-1] == "passed"


def plug(folder: Path, into: str, operator: str, *words: str) -> None:
    output = str(folder / f"{operator}_{into}")
    assert main(["autokernel", "plug", operator, "--into", into, "--output", output, *words]) == 0


def test_torch(tmp_path: Path) -> None:
    plug(tmp_path, "torch", "layer_norm")
    plug(tmp_path, "torch", "gemm", "--dtype", "float32", "--size", "k=8")
    constants = ("kernel=3,3", "strides=2,2", "pads=1,1,1,1")
    words = [word for each in constants for word in ("--constant", each)]
    plug(tmp_path, "torch", "max_pool", "--dtype", "float32", *words)
    run(venvs.python_with("torch_npu"), "torch_calls.py", tmp_path)


def test_mindspore(tmp_path: Path) -> None:
    plug(tmp_path, "mindspore", "layer_norm", "--dtype", "float32", "--dtype", "float16")
    plug(tmp_path, "mindspore", "softmax", "--dtype", "float32")
    plug(tmp_path, "mindspore", "gemm", "--dtype", "float32")
    run(venvs.python_with("mindspore"), "mindspore_calls.py", tmp_path)
