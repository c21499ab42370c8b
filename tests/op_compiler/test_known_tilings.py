"""Static kernels of calls that a knowledge bank has a tiling for."""

from __future__ import annotations

import json
import struct
from pathlib import Path
from typing import Any

import pytest

from tests.op_compiler.conftest import OpCompiler
from tests.op_compiler.information_files import add_custom, write
from tests.op_compiler.test_installed_packages import Program
from tests.utils.installed_sample import InstalledSample

_SOC = "Ascend910B3"
_WORDS = ("-p", "dump", "-v", _SOC, "-f", "--verify", "-l", "debug", "-o", "net")
# AddCustomTilingData: length, blockLength, tileLength. Two blocks with tiles of 64 elements.
_TUNED = struct.pack("<QQI4x", 16384, 8192, 64).hex()


@pytest.fixture
def program(tmp_path: Path, installed_sample: InstalledSample) -> Program:
    return Program(tmp_path, installed_sample)


@pytest.fixture
def untuned(program: Program, tmp_path: Path) -> dict[str, Any]:
    """The call of the unmodified client, as tuning knows it; its information file is in `dump`."""
    write(tmp_path / "dump/one.json", add_custom())
    program.run(ASCENDC_TILING_LOG=str(tmp_path / "log"))
    return json.loads((tmp_path / "log").read_text())


def make(
    op_compiler: OpCompiler, program: Program, untuned: dict[str, Any], **changes: Any
) -> tuple[str, dict[str, Any]]:
    """Return op_compiler's output with a bank entry for the call, and the kernel's tiling."""
    bank = program.folder / "bank" / _SOC / Path(untuned["bank"]).name
    entry = {"key": untuned["key"], "kernel": untuned["kernel"], "arguments": "a call"}
    entry |= {
        "tiling": untuned["tiling"],
        "block_dim": 2,
        "tiling_key": untuned["tiling_key"],
        "tiling_data": _TUNED,
    }
    write(bank, json.dumps(entry | changes) + "\n")
    variables = {**program.variables, "TUNE_BANK_PATH": str(program.folder / "bank")}
    done = op_compiler(*_WORDS, **variables)
    assert done.returncode == 0, done.stderr
    (path,) = (program.folder / "net_compile_log").glob("static_*.json")
    return done.stdout, json.loads(path.read_text())["runInfo"]


def test_they_are_as_the_bank_says(
    program: Program, op_compiler: OpCompiler, untuned: dict[str, Any], tmp_path: Path
) -> None:
    said, held = make(op_compiler, program, untuned)
    assert (held["block_dim"], held["tiling_data"]) == (2, _TUNED)
    place = tmp_path / "bank" / _SOC
    assert f"[op_compiler] knowledge bank {place}: the tiling of 1 of 1 kernels" in said
    program.install(tmp_path / "net.run")
    program.taken()
    program.run()
    assert [call["taken"] for call in program.taken()] == ["static"]


@pytest.mark.parametrize(
    "changes",
    [
        {"kernel": "0" * 64},
        {"tiling": "1-0"},
        {"tiling_data": "00" * 32},
        {"tiling_data": "0g" * 24},
        {"tiling_key": 7},
        {"block_dim": 0},
        {"block_dim": None},
    ],
)
def test_entries_that_do_not_fit_are_said_and_ignored(
    program: Program, op_compiler: OpCompiler, untuned: dict[str, Any], changes: dict[str, Any]
) -> None:
    said, held = make(op_compiler, program, untuned, **changes)
    assert held["tiling_data"] == untuned["tiling_data"]
    assert said.count("the entry of the knowledge bank for a call is damaged or for another") == 1
    assert f"remove {program.folder}/bank/{_SOC}/" in said


def test_those_of_other_calls_are_not_taken(
    program: Program, op_compiler: OpCompiler, untuned: dict[str, Any]
) -> None:
    said, held = make(op_compiler, program, untuned, key=untuned["key"].replace("#", "#0"))
    assert held["tiling_data"] == untuned["tiling_data"]
    assert "knowledge bank" not in said
