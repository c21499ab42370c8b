"""op_compiler as scripts use it: exit codes and standard output."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.op_compiler.conftest import OpCompiler
from tests.op_compiler.information_files import add_custom, write

_BANNER = "op_compiler tool start working now, please wait for a moment."


@pytest.mark.parametrize(
    ("words", "status"),
    [
        ((), 1),
        (("-h",), 0),
        (("-h", "-v", "X"), 0),
        (("-h", "--nonsense"), 1),
        (("-k", "name"), 1),
        (("-p", ".", "-k", "name"), 1),
        (("-p", "."), 1),
        (("--count",), 1),
        (("--count", "-p", "."), 0),
    ],
)
def test_exit_codes(op_compiler: OpCompiler, words: tuple[str, ...], status: int) -> None:
    done = op_compiler(*words, ASCEND_OPP_PATH="")
    assert done.returncode == status
    assert done.stdout.splitlines()[0] == _BANNER
    assert ("op_compiler: error: " in done.stderr) == (status != 0)
    assert "Traceback" not in done.stderr


def test_files_are_counted_at_any_depth(op_compiler: OpCompiler, tmp_path: Path) -> None:
    """In the order of compiling; CANN 8.1 counts those at the top and compiles all."""
    (tmp_path / "dump/a/b").mkdir(parents=True)
    for name in ("one.json", "a/one.json", "a/b/two.json", "a/note.txt"):
        (tmp_path / "dump" / name).touch()
    done = op_compiler("--count", "-p", "dump")
    assert done.returncode == 0
    assert done.stdout.splitlines()[1:] == ["The number of json files in dump is 3."]


def test_places_that_take_no_files(op_compiler: OpCompiler, tmp_path: Path) -> None:
    """Nothing is compiled in vain."""
    write(tmp_path / "dump/one.json", add_custom())
    done = op_compiler("-p", "dump", "-v", "Ascend910B3", "-o", "/proc/nothing")
    assert done.returncode == 1
    assert "op_compiler: error: cannot write /proc/nothing_compile_log" in done.stderr
    assert "-o" in done.stderr
    assert "tiling" not in done.stdout


@pytest.mark.parametrize("folder", ["bin", f"{os.uname().machine}-linux/bin"])
def test_door(cann_home: Path, tmp_path: Path, folder: str) -> None:
    """It starts where opc does, with nothing of a toolkit in the environment."""
    environment = {
        **{name: value for name, value in os.environ.items() if not name.startswith("ASCEND")},
        "HI_PYTHON": sys.executable,
    }
    command = [str(cann_home / folder / "op_compiler"), "-v", "Ascend910B1", "--help"]
    done = subprocess.run(
        command, env=environment, cwd=tmp_path, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout.startswith(f"{_BANNER}\nusage: op_compiler -p DIR -v SOC")
