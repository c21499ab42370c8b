"""op_compiler as scripts use it: exit codes and standard output."""

from __future__ import annotations

from pathlib import Path

import pytest

from .conftest import OpCompiler

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
    """As they are compiled; CANN 8.1 counts those at the top and compiles all."""
    (tmp_path / "dump/a/b").mkdir(parents=True)
    for name in ("one.json", "a/one.json", "a/b/two.json", "a/note.txt"):
        (tmp_path / "dump" / name).touch()
    done = op_compiler("--count", "-p", "dump")
    assert done.returncode == 0
    assert done.stdout.splitlines()[1:] == ["The number of json files in dump is 3."]
