"""Programs with kernels in Python, checked and measured: their kernels are built observed."""

import csv
import os
import subprocess
import sys

import pytest

from tests.utils.caches import cache_with_headers

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

_SYNCHRONISED = """\
import sys

import numpy as np

import asc


@asc.jit(auto_sync=False)
def chain(x: asc.GlobalAddress, z: asc.GlobalAddress, waits: asc.ConstExpr[bool]):
    source, target = asc.GlobalTensor(), asc.GlobalTensor()
    source.set_global_buffer(x)
    target.set_global_buffer(z)
    pipe = asc.TPipe()
    buffer = asc.TBuf(asc.TPosition.VECCALC)
    pipe.init_buffer(buffer, 256)
    tile = buffer.get(x.dtype)
    asc.data_copy(tile, source, 64)
    asc.set_flag(asc.HardEvent.MTE2_V, 0)
    asc.wait_flag(asc.HardEvent.MTE2_V, 0)
    asc.adds(tile, tile, 1.0, 64)
    if waits:
        asc.pipe_barrier(asc.PipeID.PIPE_V)
    asc.muls(tile, tile, 2.0, 64)
    if waits:
        asc.set_flag(asc.HardEvent.V_S, 1)
        asc.wait_flag(asc.HardEvent.V_S, 1)
    first = tile.get_value(0)
    tile.set_value(1, first)
    if waits:
        asc.set_flag(asc.HardEvent.S_V, 1)
        asc.wait_flag(asc.HardEvent.S_V, 1)
    asc.adds(tile, tile, 1.0, 64)
    asc.set_flag(asc.HardEvent.V_MTE3, 0)
    asc.wait_flag(asc.HardEvent.V_MTE3, 0)
    asc.data_copy(target, tile, 64)


@asc.jit
def automatic(x: asc.GlobalAddress, z: asc.GlobalAddress):
    source, target = asc.GlobalTensor(), asc.GlobalTensor()
    source.set_global_buffer(x)
    target.set_global_buffer(z)
    tile = asc.LocalTensorAuto(x.dtype, 64)
    asc.data_copy(tile, source, 64)
    asc.adds(tile, tile, 1.0, 64)
    asc.muls(tile, tile, 2.0, 64)
    tile.set_value(1, tile.get_value(0))
    asc.adds(tile, tile, 1.0, 64)
    asc.data_copy(target, tile, 64)


x, z = np.arange(64, dtype=np.float32), np.zeros(64, np.float32)
if sys.argv[1] == "automatic":
    automatic[1](x, z, auto_sync=False)
else:
    chain[1](x, z, sys.argv[1] == "waits", auto_sync=sys.argv[2] == "auto")
expected = x * 2 + 3
expected[1] = 3
assert (z == expected).all()
"""


@pytest.fixture
def program(tmp_path):
    path = tmp_path / "straight.py"
    path.write_text(_PROGRAM)
    return path


def _run(command, folder, cann_home):
    environment = {
        **os.environ,
        "ASCEND_HOME_PATH": str(cann_home),
        "PYASC_CACHE_DIR": cache_with_headers(folder / "cache"),
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


@pytest.mark.parametrize("way", ["waits manual", "none auto", "automatic"])
def test_what_the_device_compiler_inserts_is_forgiven_or_there(tmp_path, cann_home, way):
    assert "No error detected" in _checked_sync(tmp_path, cann_home, way)


def test_without_it_the_kernel_has_to_wait_by_itself(tmp_path, cann_home):
    report = _checked_sync(tmp_path, cann_home, "none manual")
    assert "V reads UB at byte 0 without waiting for V, which writes it" in report
    assert "separate them by PipeBarrier<PIPE_V>()" in report
    assert "S reads UB at byte 0 without waiting for V, which writes it" in report
    assert "V reads UB at byte 4 without waiting for S, which writes it" in report
    assert "MTE" not in report


def _checked_sync(folder, cann_home, way):
    path = folder / "sync.py"
    path.write_text(_SYNCHRONISED)
    command = [cann_home / "bin/mssanitizer", "-t", "racecheck", sys.executable, path]
    return _run([*command, *way.split()], folder, cann_home).stdout


def test_measured_programs(program, cann_home):
    command = [sys.executable, "-m", "custom_compiler", "profile", program, "--to", "out"]
    done = _run(command, program.parent, cann_home)
    assert done.returncode == 0, done.stdout + done.stderr
    (table,) = program.parent.glob("out/PROF_*/mindstudio_profiler_output/op_summary_*.csv")
    with table.open() as file:
        (row,) = csv.DictReader(file)
    assert (row["Op Name"], row["Block Dim"]) == ("straight", "1")
    assert float(row["aiv_mte2_time(us)"]) > 0


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (("--input", "x.npy"), "is a program: it has no inputs"),
        (("--launch-state", "warm"), "--launch-state warm is for one operator, not for"),
    ],
)
def test_programs_have_no_inputs(program, cann_home, words, says):
    command = [sys.executable, "-m", "custom_compiler", "profile", program, *words]
    done = _run(command, program.parent, cann_home)
    assert done.returncode == 2
    assert says in done.stderr
