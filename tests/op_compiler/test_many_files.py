"""The command on as many information files as a day of training leaves."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.op_compiler.conftest import OpCompiler
from tests.op_compiler.information_files import DAMAGED, add_custom, write
from tests.op_compiler.test_static_build import keys_in
from tests.utils.installed_sample import InstalledSample

_FILES = 100_000
_CALLS = 10
_DAMAGED = 500
_SHOWN = 20  # errors


@pytest.mark.slow
def test_many_files_of_few_calls(
    op_compiler: OpCompiler, installed_sample: InstalledSample, tmp_path: Path
) -> None:
    """Each damaged one is an error, a duplicate is none, and nobody has to read 10^5 lines."""
    calls = [json.dumps(add_custom((8, 64 + number))) for number in range(_CALLS)]
    for number in range(_FILES - _DAMAGED):
        write(tmp_path / f"dump/{number % 100}/{number}.json", calls[number % _CALLS])
    for number in range(_DAMAGED):
        write(tmp_path / f"dump/damaged/{number}.json", DAMAGED[number % len(DAMAGED)])
    words = ("-p", "dump", "-v", "Ascend910B3", "-f", "-o", "net", "--report", "net.json")
    done = op_compiler(*words, **installed_sample.environment(tmp_path / "cache"))
    assert done.returncode == 1
    assert f"[op_compiler] information files: {_FILES}, kernels: {_CALLS}\n" in done.stdout
    repeated = _FILES - _DAMAGED - _CALLS
    assert f"note: {repeated} files with the key of an earlier one: left out (" in done.stdout
    assert f"total {_CALLS + _DAMAGED}, success {_CALLS} " in done.stdout
    assert done.stderr.count("op_compiler: error: dump/damaged/") == _SHOWN
    assert f"op_compiler: error: {_DAMAGED - _SHOWN} more of these, see " in done.stderr
    assert len(done.stdout + done.stderr) < 20_000
    report = json.loads((tmp_path / "net.json").read_text())
    assert (report["success"], report["fail"]) == (_CALLS, _DAMAGED)
    refused = {kernel["file"] for kernel in report["kernels"] if kernel["state"] == "misuse"}
    assert refused == {f"dump/damaged/{number}.json" for number in range(_DAMAGED)}
    assert len(keys_in(tmp_path / "net.run")) == _CALLS
