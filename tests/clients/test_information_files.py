"""Unmodified clients leave information files, and take the static kernels made of them."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from custom_compiler.kernel.static.information import (
    OperatorInfo,
    TensorInfo,
    find_information_files,
    read_information,
)
from tests.clients.conftest import CLIENTS, Built, InShell

PROGRAMS = CLIENTS / "torch_npu"


def recorded(folder: Path) -> list[OperatorInfo]:
    """The files for static kernels."""
    paths = find_information_files(str(folder))
    return [read_information(path) for path in paths if "_opcompile/" in path]


def first_input(info: OperatorInfo) -> TensorInfo:
    assert isinstance(info.inputs[0], TensorInfo)
    return info.inputs[0]


def log_of(path: Path) -> list[dict[str, str]]:
    return [json.loads(line) for line in path.read_text().splitlines()]


@pytest.fixture
def installed_static(in_shell: InShell, built: Built):
    """Installs packages of static kernels into the toolkit, until the test ends."""
    folder = built.cann_home / "opp/static_kernel"
    yield lambda package: in_shell("sh", package, "--quiet")
    if folder.exists():
        in_shell("sh", folder / "ai_core/uninstall.sh")


def test_the_next_run_takes_static_kernels(
    in_shell: InShell, client: list[str], installed_static: Callable[[Path], str], tmp_path: Path
) -> None:
    """Recorded, compiled, installed, taken; the clients check their results themselves."""
    dump, calls, again = tmp_path / "dump", tmp_path / "calls.log", tmp_path / "again.log"
    in_shell(*client, ASCENDC_DUMP_OP_ARGS=dump, ASCENDC_KERNEL_LOG=calls)
    made_for = tmp_path / "information"
    made_for.mkdir()
    for info in recorded(dump):  # of torch_npu there are files of built-in operators, too
        if info.op_type == "AddCustom":
            assert first_input(info).name == "x"
            shutil.copy(info.path, made_for)

    in_shell("op_compiler", "-f", "-p", made_for, "-v", "Ascend910B3", "-o", tmp_path / "made")
    installed_static(tmp_path / "made.run")
    in_shell(*client, ASCENDC_KERNEL_LOG=again)
    before, after = (
        [call for call in log_of(log) if call["op"] == "AddCustom"] for log in (calls, again)
    )
    assert {call["taken"] for call in before} == {"dynamic"}
    assert {(call["taken"], call["why"]) for call in after} == {("static", "")}
    assert [call["key"] for call in after] == [call["key"] for call in before]
    covered = len(after)
    assert f"{covered} of {len(log_of(again))} calls" in in_shell("op_compiler", "--diff", again)


@pytest.mark.frameworks
def test_built_in_operators_of_torch_npu(
    in_shell: InShell, torch_npu_python: Path, tmp_path: Path
) -> None:
    in_shell(torch_npu_python, PROGRAMS / "built_ins.py", ASCENDC_DUMP_OP_ARGS=tmp_path / "dump")
    infos = recorded(tmp_path / "dump")
    assert {"Add", "Mul", "Sub", "RealDiv"} <= {info.op_type for info in infos}
    dtypes = {first_input(info).dtype for info in infos if info.op_type == "Add"}
    assert {"float32", "float16", "bfloat16", "int32"} <= dtypes


@pytest.mark.frameworks
def test_torch_npu_starts_and_stops_it(
    in_shell: InShell, torch_npu_python: Path, tmp_path: Path
) -> None:
    program = PROGRAMS / "information_files.py"
    assert in_shell(torch_npu_python, program, tmp_path / "dump").endswith("all right\n")
    types = {info.op_type for info in recorded(tmp_path / "dump")}
    assert "Mul" in types
    assert not types & {"Add", "Sub"}
