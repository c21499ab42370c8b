"""Programs with kernels in Python, checked and measured: their kernels are built observed."""

import csv
import os
import subprocess
import sys

import pytest

_PROGRAM = """\
import numpy as np

import asc


@asc.jit
def straight(x: asc.GlobalAddress, z: asc.GlobalAddress):
    source = asc.GlobalTensor()
    target = asc.GlobalTensor()
    source.set_global_buffer(x)
    target.set_global_buffer(z)
    pipe = asc.TPipe()
    queue = asc.TQue(asc.TPosition.VECIN, 1)
    pipe.init_buffer(queue, 1, 256)
    tile = queue.alloc_tensor(x.dtype)
    asc.data_copy(tile, source, 64)
    queue.enque(tile)
    tile = queue.deque(x.dtype)
    asc.data_copy(target, tile, 72)
    queue.free_tensor(tile)


x, z = np.arange(64, dtype=np.float32), np.zeros(64, np.float32)
straight[1](x, z)
"""
_LINE = 1 + next(i for i, line in enumerate(_PROGRAM.splitlines()) if "target, tile" in line)


@pytest.fixture
def program(tmp_path):
    path = tmp_path / "straight.py"
    path.write_text(_PROGRAM)
    return path


def _run(command, folder, cann_home):
    environment = {
        **os.environ,
        "ASCEND_HOME_PATH": str(cann_home),
        "PYASC_CACHE_DIR": str(folder / "cache"),
    }
    return subprocess.run(
        list(map(str, command)),
        cwd=folder,
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )


def test_checked_programs_name_lines_of_python(program, cann_home):
    command = [cann_home / "bin/mssanitizer", sys.executable, program]
    report = _run(command, program.parent, cann_home).stdout
    # The public kernels' fault: nothing waits between the copies in and out.
    assert "MTE3 reads UB at byte 0 without waiting for MTE2, which writes it" in report
    # Buffers are exact, and called like the parameters.
    assert "writes 32 bytes past the end of z" in report
    assert f"{program}:{_LINE}" in report
    assert "source: asc.data_copy(target, tile, 72)" in report


def test_checked_programs_name_copies_that_copy_nothing(program, cann_home):
    # The other fault of public kernels: fewer than 32 bytes, of which nothing arrives.
    text = _PROGRAM.replace("target, tile, 72", "target, tile, 4")
    program.write_text(text + "print('nothing' if not z.any() else z)\n")
    command = [cann_home / "bin/mssanitizer", sys.executable, program]
    done = _run(command, program.parent, cann_home)
    assert "nothing\n" in done.stdout
    assert "count is 4; it must be a multiple of 32 bytes; the rest is not copied" in done.stdout
    assert f"{program}:{_LINE}" in done.stdout
    assert "source: asc.data_copy(target, tile, 4)" in done.stdout


def test_measured_programs(program, cann_home):
    command = [sys.executable, "-m", "custom_compiler", "profile", program, "--to", "out"]
    done = _run(command, program.parent, cann_home)
    assert done.returncode == 0, done.stdout + done.stderr
    (table,) = program.parent.glob("out/PROF_*/mindstudio_profiler_output/op_summary_*.csv")
    with table.open() as file:
        (row,) = csv.DictReader(file)
    assert (row["Op Name"], row["Block Dim"]) == ("straight", "1")
    assert float(row["aiv_mte2_time(us)"]) > 0


def test_programs_have_no_inputs(program, cann_home):
    command = [sys.executable, "-m", "custom_compiler", "profile", program, "--input", "x.npy"]
    done = _run(command, program.parent, cann_home)
    assert done.returncode == 2
    assert "is a program: it has no inputs" in done.stderr
