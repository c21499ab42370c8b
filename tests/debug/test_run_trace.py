"""`custom-compiler run --trace` and `--dump` on the AddCustom sample."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

import numpy as np
import pytest

ROOT = Path(__file__).parents[2]
SHAPE = (8, 2048)  # 16 cores, 1024 elements each


@pytest.fixture(scope="module")
def folder(cann_home: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the installed sample, x.npy and z.npy."""
    folder = tmp_path_factory.mktemp("sample")
    command = ["custom-compiler", "build", "-o", str(ROOT / "op_host"), "-k"]
    command += [str(ROOT / "op_kernel"), "--soc_version", "ascend910b"]
    subprocess.run(
        [*command, "--install_path", str(folder / "opp"), "-i"],
        cwd=folder,
        env=_environment(folder, cann_home),
        check=True,
        capture_output=True,
    )
    x = np.random.default_rng(5).random(SHAPE, np.float32)
    np.save(folder / "x.npy", x)
    np.save(folder / "z.npy", x + x)
    return folder


def _environment(folder: Path, cann_home: Path) -> dict[str, str]:
    return {
        **{name: value for name, value in os.environ.items() if not name.startswith("ASCEND")},
        "ASCEND_HOME_PATH": str(cann_home),
        "CUSTOM_COMPILER_CACHE": str(folder / "cache"),
        "ASCENDC_SOC_VERSION": "Ascend910B3",
        "ASCEND_CUSTOM_OPP_PATH": str(folder / "opp/vendors/customize"),
    }


def _run(folder: Path, cann_home: Path, *options: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        ["custom-compiler", "run", "AddCustom", "--input", "x.npy", "x.npy", *options],
        cwd=folder,
        env=_environment(folder, cann_home),
        capture_output=True,
        text=True,
        check=False,
    )


def test_a_difference_names_block_and_tile(folder: Path, cann_home: Path) -> None:
    assert _run(folder, cann_home, "--dump", "z=z.npy").stdout == "z: as expected\n"
    wrong = np.load(folder / "z.npy")
    wrong[3, 100] = 7
    wrong[5, 0] = 7
    np.save(folder / "wrong.npy", wrong)
    done = _run(folder, cann_home, "--dump", "z=wrong.npy")
    assert done.returncode == 1
    assert done.stdout.startswith("z[3, 100] is ")
    assert "expected 7.0 (2 of 16384 elements differ)" in done.stdout
    # Element 3 * 2048 + 100 is block 6's.
    assert "aiv block 6, DataCopy at add_custom.cpp:" in done.stdout
    assert "tile of elements 6144 to 7167" in done.stdout


def test_a_trace_of_one_block(folder: Path, cann_home: Path) -> None:
    options = ("--trace", "trace.txt", "--trace-block", "2")
    done = _run(folder, cann_home, *options)
    assert (done.returncode, done.stderr) == (0, "")
    lines = (folder / "trace.txt").read_text().splitlines()
    assert {line.partition(" ")[0] for line in lines if line.startswith("aiv")} == {"aiv(2)"}
    apis = [line.partition(" api=")[2].partition(" ")[0] for line in lines if " api=" in line]
    assert apis == ["DataCopy", "DataCopy", "Add", "DataCopy"]


def test_a_trace_is_bounded(folder: Path, cann_home: Path) -> None:
    _run(folder, cann_home, "--trace", "short.txt", "--trace-limit", "10")
    lines = (folder / "short.txt").read_text().splitlines()
    assert sum(line.startswith("aiv") for line in lines) == 10
    assert lines[-2].endswith(" more records")


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (("--dump", "q=z.npy"), "AddCustom has no output 'q'"),
        (("--dump", "z=none.npy"), "none.npy"),
        (("--trace", "x.npy"), "x.npy"),
        (("--trace-block", "-1"), "no number: -1"),
    ],
)
def test_misuse(folder: Path, cann_home: Path, options: tuple[str, ...], message: str) -> None:
    before = (folder / "x.npy").read_bytes()
    done = _run(folder, cann_home, *options)
    assert done.returncode == 2
    assert message in done.stderr
    assert (folder / "x.npy").read_bytes() == before
