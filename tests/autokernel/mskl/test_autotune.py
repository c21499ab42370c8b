"""`autotune` and `autotune_v2` on a kernel and a program: lines, table, values, what goes wrong."""

import csv
import re
from pathlib import Path

import pytest

_KERNEL = """
import ctypes
import numpy as np
import {module} as mskl

class Sizes(ctypes.Structure):
    _fields_ = [("total", ctypes.c_uint32), ("unused", ctypes.c_uint32)]

def get_kernel():
    config = mskl.KernelInvokeConfig("./add.cpp", "add")
    gen_file = mskl.Launcher(config).code_gen()
    return mskl.compile(build_script="./build.sh", launch_src_file=gen_file)

@mskl.autotune(configs={configs}, warmup=1000, repeat=10, device_ids=[0])
def add(x, y, z, sizes, template_param=["half"]):
    return get_kernel()[2](x, y, z, sizes)

x, y = (np.arange(4096, dtype=np.float16) * i for i in (1, 2))
z = np.zeros_like(x)
add(x, y, z, Sizes(x.size, 0))
print("right" if (z == x + y).all() else "wrong")
"""
_PROGRAM = """
import mskl

@mskl.autotune_v2(configs={configs}, warmup_times=10)
def run_executable(count):
    program = mskl.compile_executable(build_script="build_program.sh", src_file="add.cpp")
    return program(count)

run_executable(4096)
"""
_TIME = r"No\.(\d+): (\d+\.\d{3})\N{GREEK SMALL LETTER MU}s, (\{.*\})"


@pytest.mark.slow
def test_a_kernel_is_tuned_and_leaves_its_values(run, tmp_path: Path) -> None:
    configs = [
        {"TILE": "128"},
        {"TILE": "1024", "Buffers": "2"},
        {"TILE": "nonsense"},
        {"TIL": "1"},
        {"TILE": "1 << 20"},
    ]
    before = (tmp_path / "add.cpp").read_bytes()
    done = run(_KERNEL.format(module="mskpp", configs=configs))
    assert done.returncode == 0, done.stderr
    label, *lines, best, right = done.stdout.splitlines()
    assert "model" in label
    assert "not of hardware" in label
    times = [re.fullmatch(_TIME, line) for line in lines]
    assert [int(line[1]) for line in times if line] == [0, 1]
    assert [line[3] for line in times if line] == [str(config) for config in configs[:2]]
    first, second = (float(line[2]) for line in times if line)
    assert 0 < second < first
    assert best == "Best config: No.1"
    assert right == "right"
    # What does not match, compile, or end well is logged by its number; nothing is left.
    assert re.search(r"\[ERROR\] No\.3 .*TIL matches no line marked tunable", done.stderr)
    assert "marked are: TILE, Buffers" in done.stderr
    assert re.search(r"\[ERROR\] No\.2 .*Compile failed", done.stderr)
    assert "_gen_add_2.cpp" in done.stderr
    assert re.search(r"\[ERROR\] No\.4 ", done.stderr)
    assert (tmp_path / "add.cpp").read_bytes() == before
    assert not list(tmp_path.glob("_gen_add_*"))


@pytest.mark.slow
def test_a_program_is_tuned_and_its_times_are_in_a_table(run, tmp_path: Path) -> None:
    configs = [{"TILE": "128"}, {"TILE": "1024", "Buffers": "2"}]
    done = run(_PROGRAM.format(configs=configs))
    assert done.returncode == 0, done.stderr
    label, *lines, best, saved = done.stdout.splitlines()
    assert "model" in label
    times = [re.fullmatch(r"No\.(\d): (\d+\.\d{3}) us, (\{.*\})", line) for line in lines]
    assert [line[1] for line in times if line] == ["0", "1"]
    assert best == "Best config: No.1"
    found = re.fullmatch(r"autotune results saved in (MSKL_AUTOTUNE_RESULTS_\d{14}\.csv)", saved)
    assert found
    with (tmp_path / found[1]).open(newline="") as file:
        head, *rows = csv.reader(file)
    assert head == ["No.", "Config", "TaskDuration(us)", "Args"]
    assert [(row[0], row[1], row[3]) for row in rows] == [
        ("0", "128", "4096"),
        ("1", "1024|2", "4096"),
    ]
    assert [f"{float(row[2]):.3f}" for row in rows] == [line[2] for line in times if line]


@pytest.mark.parametrize(
    ("head", "message"),
    [
        ("configs=[]", "The autotune configs is not a valid list."),
        ("configs=[{'TILE': 1}]", "The val 1 is not a valid str."),
        ("configs=[{'TILE': '1'}], warmup=0", "The warmup value 0 is not a valid integer."),
        ("configs=[{'TILE': '1'}], repeat=10**5", "The repeat value 100000 is not a valid"),
        ("configs=[{'TILE': '1'}], device_ids=[-1]", "The device id -1 is not valid."),
        ("configs=[{'TILE': '1'}]", "the function has launched no kernel"),
    ],
)
def test_what_cannot_be_tuned_is_logged(run, head: str, message: str) -> None:
    program = f"import mskl\n@mskl.autotune({head})\ndef f():\n    pass\nf()\nprint('on')"
    done = run(program)
    assert done.stdout.splitlines()[-1:] == ["on"], done.stderr
    assert f"[ERROR] {message}" in done.stderr
    assert "Traceback" not in done.stderr
