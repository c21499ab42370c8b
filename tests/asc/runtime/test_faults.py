"""Kernels that go wrong on the device."""

import os
import subprocess
import sys
import textwrap

import numpy as np
import pytest

import asc
from custom_compiler.errors import MisuseError
from tests.utils.caches import cache_with_headers


@asc.jit
def trap():
    asc.trap()


@asc.jit
def store(z: asc.GlobalAddress, place: int):
    out = asc.GlobalTensor()
    out.set_global_buffer(z)
    out.set_value(place, 7)


@pytest.fixture(autouse=True)
def own_cache(tmp_path_factory, monkeypatch):
    folder = cache_with_headers(tmp_path_factory.getbasetemp() / "asc_cache")
    monkeypatch.setenv("PYASC_CACHE_DIR", folder)


def test_a_trap_names_the_kernel_and_its_line():
    line = trap.fn.__code__.co_firstlineno + 2
    with pytest.raises(RuntimeError, match=rf"^kernel trap: .*Trap\(\).*test_faults\.py:{line} "):
        trap[1]()


def test_the_device_works_on_behind_a_fault():
    z = np.zeros(1, np.int32)
    with pytest.raises(RuntimeError):
        trap[1]()
    store[1](z, 0)
    assert z[0] == 7


@asc.jit
def no_cpp():
    asc.inline("this is no C++;")


def test_a_kernel_that_is_no_cpp_is_told_by_its_line_first():
    line = no_cpp.fn.__code__.co_firstlineno + 2
    with pytest.raises(RuntimeError) as error:
        no_cpp[1]()
    first, second = str(error.value).splitlines()[:2]
    assert first.startswith(f"{__file__}:{line}: kernel no_cpp does not compile: invalid use of")
    assert second.startswith(f"{__file__}: In function")
    assert "void no_cpp()" in second


def test_an_address_far_outside():
    z = np.zeros(1, np.int32)
    line = store.fn.__code__.co_firstlineno + 4
    with pytest.raises(RuntimeError, match=r"^kernel store: .* no allocated memory") as error:
        store[1](z, 1 << 30)
    assert f"test_faults.py:{line}" in str(error.value)


def test_an_endless_loop_ends_at_the_limit(tmp_path):
    program = tmp_path / "endless.py"
    program.write_text(
        textwrap.dedent("""
        import asc
        import numpy as np

        @asc.jit
        def endless(z: asc.GlobalAddress):
            out = asc.GlobalTensor()
            out.set_global_buffer(z)
            while out.get_value(0) == 0:
                out.set_value(1, 1)

        z = np.zeros(2, np.int32)
        try:
            endless[1](z)
        except RuntimeError as error:
            print(error)
        z[0] = 1
        endless[1](z)
        print("alive")
    """)
    )
    done = subprocess.run(
        [sys.executable, str(program)],
        env={**os.environ, "ASCENDC_TIMEOUT": "0.5"},
        capture_output=True,
        text=True,
        check=True,
    )
    first, last = done.stdout.strip().splitlines()
    assert "kernel endless: " in first
    assert "0.5 s" in first
    assert last == "alive"


@asc.jit
def say(z: asc.GlobalAddress):
    asc.printf("block %d of %s\n", asc.get_block_idx(), "two")
    out = asc.GlobalTensor()
    out.set_global_buffer(z)
    asc.dump_tensor(out, 5, 8)


def test_output(capfd):
    z = np.arange(8, dtype=np.int32)
    print("before")
    say[2](z)
    lines = capfd.readouterr().out.splitlines()
    assert lines[0] == "before"
    assert lines[1].startswith("opType=say, DumpHead: AIV-0, CoreType=AIV, block dim=2, ")
    assert lines[2].startswith("CANN Version: ")
    assert lines[3] == "block 0 of two"
    assert lines[4].startswith("DumpTensor: desc=5, addr=")
    assert lines[5] == "[0, 1, 2, 3, 4, 5, 6, 7]"
    assert lines[6].startswith("opType=say, DumpHead: AIV-1, ")
    assert lines[8] == "block 1 of two"
    assert len(lines) == 11


def test_output_that_is_not_wanted(capfd, monkeypatch):
    monkeypatch.setenv("ASCENDC_DUMP", "False")
    say[2](np.zeros(8, np.int32))
    assert capfd.readouterr().out == ""


@asc.jit
def too_large(length: asc.ConstExpr[int]):
    local = asc.LocalTensorAuto(asc.float32, length)
    asc.duplicate(local, 1.0, 64)


def test_memory_that_the_part_does_not_have_is_named_before_the_launch():
    with pytest.raises(MisuseError, match=r"UB overflows: 200000 bytes asked for, 196608 there"):
        too_large[1](50000)
    too_large[1](40000)
