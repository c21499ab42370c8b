"""Unmodified frameworks leave information files of the operators that they call."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

import pytest

from custom_compiler.kernel.static.information import (
    OperatorInfo,
    TensorInfo,
    find_information_files,
    read_information,
)

from .conftest import Built

PROGRAMS = Path(__file__).parent

pytestmark = pytest.mark.frameworks


@pytest.fixture
def run(built: Built, tmp_path: Path):
    """Runs a Python program where set_env.sh was sourced, with these variables."""

    def call(python: Path, *words: str | Path, **environment: str) -> str:
        env = {
            name: value
            for name, value in os.environ.items()
            if not name.startswith("ASCEND") and name not in {"LD_LIBRARY_PATH", "PYTHONPATH"}
        }
        script = 'source "$0/set_env.sh" && export ASCEND_CUSTOM_OPP_PATH="$1"; shift; exec "$@"'
        done = subprocess.run(
            ["bash", "-c", script, built.cann_home, built.vendor, python, *words],
            cwd=tmp_path, env={**env, **environment}, capture_output=True, text=True, check=False,
        )  # fmt: skip
        assert done.returncode == 0, done.stdout + done.stderr
        return done.stdout

    return call


def recorded(folder: Path) -> list[OperatorInfo]:
    """The files for static kernels."""
    paths = find_information_files(str(folder))
    return [read_information(path) for path in paths if "_opcompile/" in path]


def first_input(info: OperatorInfo) -> TensorInfo:
    assert isinstance(info.inputs[0], TensorInfo)
    return info.inputs[0]


def test_mindspore(run, mindspore_python: Path, tmp_path: Path) -> None:
    program = PROGRAMS / "mindspore/add_custom_net.py"
    dump = tmp_path / "dump"
    words = ("Ascend", "pynative", "cpp", "custom_op")
    run(mindspore_python, program, *words, ASCENDC_DUMP_OP_ARGS=str(dump))
    infos = recorded(dump)
    assert {info.op_type for info in infos} == {"AddCustom"}
    assert {first_input(info).name for info in infos} == {"x"}
    assert {first_input(info).dtype for info in infos} == {"float16", "float32", "int32"}


def test_torch_npu(run, torch_npu_python: Path, tmp_path: Path) -> None:
    dump = tmp_path / "dump"
    run(torch_npu_python, PROGRAMS / "torch_npu/built_ins.py", ASCENDC_DUMP_OP_ARGS=str(dump))
    infos = recorded(dump)
    assert {"Add", "Mul", "Sub", "RealDiv"} <= {info.op_type for info in infos}
    dtypes = {first_input(info).dtype for info in infos if info.op_type == "Add"}
    assert {"float32", "float16", "bfloat16", "int32"} <= dtypes


def test_torch_npu_starts_and_stops_it(run, torch_npu_python: Path, tmp_path: Path) -> None:
    program = PROGRAMS / "torch_npu/information_files.py"
    assert run(torch_npu_python, program, tmp_path / "dump").endswith("all right\n")
    types = {info.op_type for info in recorded(tmp_path / "dump")}
    assert "Mul" in types
    assert not types & {"Add", "Sub"}
