"""msprof says the same of a program each time, to the byte, but for the time of day and process."""

from __future__ import annotations

import os
import re
import subprocess
from pathlib import Path

import pytest

from tests.utils.sources import read_source

# A kernel whose vector cores ask for products and work on them, on several groups of cores; the
# host memory is pinned, which lies at another address in each process.
_PROGRAM = read_source(__file__, "sources/same_bytes.cpp")


@pytest.fixture(scope="module")
def program(cann_home: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("same")
    (folder / "program.asc").write_text(_PROGRAM)
    command = [
        str(cann_home / "bin/bisheng"), "--sanitizer", "program.asc", "-o", str(folder / "demo"),
    ]  # fmt: skip
    subprocess.run(command, check=True, cwd=folder)
    return folder / "demo"


def _profile(cann_home: Path, program: Path, output: Path) -> dict[str, str]:
    """Return the output of a run of msprof; times of day and process numbers are masked."""
    done = subprocess.run(
        [cann_home / "bin/msprof", f"--output={output}", program],
        capture_output=True, text=True, check=False,
        env=os.environ | {"ASCENDC_SOC_VERSION": "Ascend910B1"},
    )  # fmt: skip
    assert done.returncode == 0, done.stdout + done.stderr
    (lines,) = output.rglob("*.profile.jsonl")
    process = lines.name.partition(".")[0]
    files = {}
    for path in output.rglob("*"):
        if path.is_file():
            name = re.sub(r"PROF_\w+|_\d{8,}", "", str(path.relative_to(output)))
            text = path.read_text(encoding="utf-8")
            # Only where it is the process: times have such numbers, too.
            text = re.sub(rf'("pid":|"timeline":"){process}\b', r"\1PID", text)
            files[re.sub(rf"\b{process}\b", "PID", name)] = text
    return files


@pytest.mark.slow
def test_two_runs_write_the_same_bytes(cann_home: Path, program: Path, tmp_path: Path) -> None:
    first, second = (_profile(cann_home, program, tmp_path / name) for name in ("one", "two"))
    assert any("op_summary" in name for name in first)
    assert set(first) == set(second)
    assert [name for name, text in first.items() if text != second[name]] == []
