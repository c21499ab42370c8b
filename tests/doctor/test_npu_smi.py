"""`npu-smi` of the toolkit, read as build scripts of public projects read it."""

from __future__ import annotations

import os
import re
import subprocess
from typing import TYPE_CHECKING

import pytest

from custom_compiler import __version__
from custom_compiler.doctor.npu_smi import Devices, answer

if TYPE_CHECKING:
    from pathlib import Path

# What npu-smi 24.1.1 prints on a machine with 910B4, from a public issue: all but its numbers.
_HEADS = """\
| NPU   Name                | Health        | Power(W)    Temp(C)           Hugepages-Usage(page)|
| Chip                      | Bus-Id        | AICore(%)   Memory-Usage(MB)  HBM-Usage(MB)        |
+===========================+===============+====================================================+
"""


def run(cann_home: Path, *words: str, **environ: str) -> subprocess.CompletedProcess[str]:
    """The command, found as users find it."""
    environ = {"PATH": f"{cann_home}/bin:{os.environ['PATH']}", **environ}
    return subprocess.run(
        ["npu-smi", *words], env=environ, capture_output=True, text=True, check=False
    )


def told(soc: str, *words: str, count: int = 2) -> str:
    return answer(list(words), lambda: Devices(soc, (65536,) * count))


def field(text: str, name: str) -> str:
    """Read a field from lines such as `Chip Name   : 910B3`, as vllm-ascend's setup.py does."""
    for line in text.splitlines():
        words = " ".join(line.split())
        if name in words:
            return words.split(":")[-1].strip()
    return ""


def first_name(text: str) -> str:
    """The chip's name in the table, as the setup.py of op-plugin's cpp_extension finds it."""
    for line in text.splitlines():
        if not line.strip() or re.search(r"Health|NPU\s+ID|Name|Version|\+|---|=", line):
            continue
        found = re.search(r"^\s*\|?\s*\d+\s*\|?\s*([A-Za-z0-9]+)", line)
        if found:
            return found[1]
    return ""


@pytest.mark.parametrize(("soc", "name"), [("Ascend910B3", "910B3"), ("Ascend310P3", "310P3")])
def test_the_devices_of_the_toolkit(cann_home: Path, soc: str, name: str) -> None:
    done = run(cann_home, "info", ASCENDC_SOC_VERSION=soc, ASCENDC_DEVICE_MEMORY_BYTES=str(1 << 30))
    assert (done.returncode, done.stderr) == (0, "")
    assert _HEADS in done.stdout
    assert {len(line) for line in done.stdout.splitlines()} == {98}
    assert first_name(done.stdout) == name
    assert "0    / 1024 " in done.stdout
    assert "No running processes found in NPU 0 " in done.stdout
    assert "Version: simulated" in done.stdout


@pytest.mark.parametrize(
    ("soc", "name"),
    [
        ("Ascend910B3", "ascend910b3"),
        ("Ascend310P3", "ascend310p3"),
        ("Ascend910_9392", "ascend910_9392"),
        ("Ascend950DT_9571", "ascend950dt_9571"),
    ],
)
def test_the_chip_that_vllm_ascend_compiles_for(soc: str, name: str) -> None:
    """Its setup.py asks for the board, and where that names no chip, for chip 0."""
    number = field(told(soc, "info", "-l", count=1), "NPU ID")
    board = told(soc, "info", "-t", "board", "-i", number)
    if "950" not in soc:
        assert not field(board, "Chip Name")
        board = told(soc, "info", "-t", "board", "-i", number, "-c", "0")
    chip, kind, npu = (field(board, key) for key in ("Chip Name", "Chip Type", "NPU Name"))
    assert bool(kind) != bool(npu)
    assert (kind + chip if kind else f"{chip}_{npu}").lower() == name


def test_lists_of_devices() -> None:
    """Fields and columns as on Huawei's pages of `info -l` and `info -m`."""
    listed = [" ".join(line.split()) for line in told("Ascend910B3", "info", "-l").splitlines()]
    assert listed == [
        *("Total Count : 2", ""),
        *("NPU ID : 0", "Chip Count : 1", ""),
        *("NPU ID : 1", "Chip Count : 1"),
    ]
    rows = [
        re.split(r"\s{2,}", line.strip()) for line in told("Ascend910B3", "info", "-m").splitlines()
    ]
    assert rows == [
        ["NPU ID", "Chip ID", "Chip Logic ID", "Chip Name"],
        ["0", "0", "0", "Ascend 910B3"],
        ["1", "0", "1", "Ascend 910B3"],
    ]


def test_version_and_help(cann_home: Path) -> None:
    assert f"npu-smi version: {__version__}" in run(cann_home, "-v").stdout
    assert "info -t board -i ID" in run(cann_home, "--help").stdout


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["info", "-t", "temp", "-i", "0"], "'info -t temp -i 0' is not offered: devices are"),
        (["set", "-t", "reset", "-i", "0"], "'set -t reset -i 0' is not offered"),
        (["info", "-t", "board", "-i", "7"], "-i 7 is no device; there is device 0 only"),
        (["info", "-t", "board", "-i", "0", "-c", "1"], "-c 1 is no chip; there is chip 0 only"),
        (["info", "-t", "board", "0"], "'0' are not -i ID [-c CHIP]; npu-smi info -l shows"),
    ],
)
def test_what_is_not_offered(cann_home: Path, words: list[str], message: str) -> None:
    done = run(cann_home, *words)
    assert (done.returncode, done.stdout) == (2, "")
    assert message in done.stderr
    assert len(done.stderr.splitlines()) == 1


def test_an_unknown_part(cann_home: Path) -> None:
    done = run(cann_home, "info", ASCENDC_SOC_VERSION="Ascend999")
    assert done.returncode == 1
    assert "Ascend999" in done.stderr
