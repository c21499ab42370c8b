"""Kernels in Python under gdb: at lines of Python, and exported, at lines of what was written."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from tests.asc.export.operators import export_scaled_sum
from tests.utils.installed_sample import InstalledSample

pytestmark = pytest.mark.debugger

PROGRAM = """\
import numpy as np

import asc


@asc.jit(debug=True)
def scaled(x: asc.GlobalAddress, z: asc.GlobalAddress, factor: int):
    source, target = asc.GlobalTensor(), asc.GlobalTensor()
    source.set_global_buffer(x)
    target.set_global_buffer(z)
    for i in range(4):
        product = source.get_value(i) * factor
        target.set_value(i, product)


x, z = np.arange(3, 19, dtype=np.int32), np.zeros(16, np.int32)
scaled[1](x, z, 5)
assert (z[:4] == x[:4] * 5).all()
"""
LINE = 1 + next(i for i, line in enumerate(PROGRAM.splitlines()) if "target.set_value" in line)


def test_breakpoints_at_lines_of_python(cann_home: Path, tmp_path: Path) -> None:
    program = tmp_path / "scaled.py"
    program.write_text(PROGRAM)
    commands = [
        "set breakpoint pending on",  # the kernel is not loaded yet
        f"break scaled.py:{LINE}",
        "run",
        "print factor",
        "print product",
        "continue",
        "print i",
        "print product",
        "delete",
        "continue",
    ]
    words = [word for command in commands for word in ("-ex", command)]
    done = subprocess.run(
        ["gdb", "-q", "-nx", "-batch", *words, "--args", sys.executable, str(program)],
        env={
            **os.environ,
            "ASCEND_HOME_PATH": str(cann_home),
            "PYASC_CACHE_DIR": str(tmp_path / "cache"),
        },
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    said = done.stdout + done.stderr
    assert f"at {program}:{LINE}" in said
    assert f"{LINE}\t{PROGRAM.splitlines()[LINE - 1]}" in said
    assert re.findall(r"^\$\d = (.*)$", said, re.MULTILINE) == ["5", "15", "1", "20"]
    assert "exited normally" in said


def test_breakpoints_in_an_exported_kernel(cann_home: Path, tmp_path: Path) -> None:
    export_scaled_sum(tmp_path)
    environment = InstalledSample(tmp_path / "opp/vendors/exported", cann_home).environment(
        tmp_path
    )
    command = ["custom-compiler", "build", "-o", "op_host", "-k", "op_kernel"]
    command += ["--vendor_name", "exported", "--soc_version", "ascend910b"]
    subprocess.run(
        [*command, "--install_path", str(tmp_path / "opp"), "-i"],
        cwd=tmp_path, env=environment, check=True,
    )  # fmt: skip
    x = np.arange(16 * 64, dtype=np.float32)
    np.save(tmp_path / "x.npy", x)
    lines = (tmp_path / "op_kernel/scaled_sum.cpp").read_text().splitlines()
    line = 1 + next(i for i, text in enumerate(lines) if "AscendC::Muls<float" in text)
    session = [f"break scaled_sum.cpp:{line}", "run", "print z_local", "print scale", "continue"]
    words = [word for command in session for word in ("--ex", command)]
    done = subprocess.run(
        ["custom-compiler", "gdb", "ScaledSum", "--input", "x.npy", "x.npy", "--attr", "scale=0.5",
         "--block", "3", *words, "--batch"],
        cwd=tmp_path, env=environment, capture_output=True, text=True, check=False,
    )  # fmt: skip
    said = done.stdout + done.stderr
    assert "aiv block 3]" in said
    assert f"{line}\t{lines[line - 1]}" in said
    assert re.search(r"= LocalTensor<float> VECOUT at .*\{384, 386, 388, ", said)
    assert "$2 = 0.5" in said
    assert "exited normally" in said
