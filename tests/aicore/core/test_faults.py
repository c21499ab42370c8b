"""Errors of a kernel end the launch, not the process; and its output arrives."""

from __future__ import annotations

import platform

import numpy as np
import pytest

from tests.aicore.core_support import records
from tests.aicore.harness import (
    FAULT_INVALID,
    FAULT_MEMORY,
    FAULT_TRAP,
    Kernel,
    KernelFaultError,
)
from tests.utils.sources import read_source


def _kernel(statement: str) -> Kernel:
    """Return a kernel whose block 1 executes the statement."""
    return Kernel(read_source(__file__, "kernels/faults.cpp", STATEMENT=statement), "f", 1)


@pytest.mark.parametrize(
    ("statement", "kind", "message"),
    [
        ("((volatile int*)8)[0] = 1;", FAULT_MEMORY, r"address 0x8, .* at [0-9a-f]{16}\.so\+0x"),
        ("((volatile int*)0x4000)[0] = 1;", FAULT_MEMORY, "0x4000, .* for intrinsics only"),
        ("t.SetValue(50000, 1.0f);", FAULT_MEMORY, "UB offset 200000"),
        ("DataCopy(t[48000], g, 4096);", FAULT_MEMORY, r"UB offset 19\d+ \(its size is 196608"),
        (
            "LocalTensor<uint8_t> m; Select(t, m, t, t, SELMODE::VSEL_TENSOR_TENSOR_MODE, 64);",
            FAULT_MEMORY,
            r"0x0, .* in Select\(.*\); local tensors that nothing gave memory .* begin at 0",
        ),
        ("zero = deep(100000);", FAULT_MEMORY, "stack"),
        ("__builtin_trap();", FAULT_MEMORY, "illegal instruction"),
        ("Trap();", FAULT_TRAP, r"Trap\(\)"),
        ("assert(zero == 1);", FAULT_TRAP, "Assertion `zero == 1' failed"),
        ('assert(zero == 1, "zero is %d", zero + 3);', FAULT_TRAP, "zero is 3"),
    ],
)
def test_faults(statement: str, kind: int, message: str) -> None:
    kernel = _kernel(statement)
    data = np.zeros(100, np.float32)
    for _ in range(3):
        with pytest.raises(KernelFaultError, match=message) as error:
            kernel.run(4, data)
        assert error.value.kind == kind
        assert error.value.block_idx == 1
        assert error.value.core_type == 2
    # The cores are usable afterwards.
    _kernel("").run(4, data)


DIVISIONS = read_source(__file__, "kernels/faults_divisions.cpp")


def test_division_without_a_result_goes_on(capfd: pytest.CaptureFixture[str]) -> None:
    """catlass 2026-08 divides by the tiles of a block that does not exist, and says it succeeds."""
    y = np.full(36, 99, np.int64)
    Kernel(DIVISIONS, "f", 1).run(2, y)
    big = 1 << 40
    lowest = np.iinfo(np.int64).min
    by_zero = [0, -7, 0, 0, 4_000_000_000, 0, 0, -big, 0, 0, big, 0]
    expected = [*by_zero, lowest, 0, lowest, -3, -1, -3]
    assert y.tolist() == expected * 2
    assert capfd.readouterr().err.count("warning: kernel f divided an integer by zero on ") == 1


def test_fault_while_memory_is_locked() -> None:
    kernel = _kernel("SetAtomicAdd<float>(); g = g[-(1ull << 40)]; DataCopy(g, t, 64);")
    good = _kernel("SetAtomicAdd<float>(); DataCopy(g, t, 64);")
    data = np.zeros(100, np.float32)
    for _ in range(3):
        with pytest.raises(KernelFaultError, match="no allocated memory"):
            kernel.run(4, data)
        good.run(4, data)


@pytest.mark.skipif(platform.machine() != "x86_64", reason="others report the address itself")
def test_address_that_cannot_exist() -> None:
    kernel = _kernel("((volatile int*)0xcdcdcdcdcdcdcdcdull)[0] = 1;")
    with pytest.raises(KernelFaultError, match=r"cannot exist, .* at [0-9a-f]{16}\.so\+0x"):
        kernel.run(4, np.zeros(100, np.float32))


def test_invalid_launches() -> None:
    kernel = _kernel("")
    with pytest.raises(KernelFaultError, match="no SoC") as error:
        kernel.run(1, None, soc="Ascend9000")
    assert error.value.kind == FAULT_INVALID
    with pytest.raises(KernelFaultError, match="block_dim"):
        kernel.run(0, None)


def test_printing() -> None:
    source = read_source(__file__, "kernels/faults_printing.cpp")
    text = Kernel(source, "f", 1).run(1, None)
    assert text.startswith("plain\nhalf 1.50 int 42 text\n1099511627776\n")
    assert "DumpTensor: desc=5, addr=0, data_type=float16, position=UB, dump_size=4\n" in text
    assert text.endswith("[0.000000, 0.500000, 1.000000, 1.500000]\n")


def test_facts_for_the_kernel_compiler() -> None:
    source = read_source(__file__, "kernels/faults_compiler_facts.cpp")
    kernel = Kernel(source, "f", 1)
    assert records(str(kernel.object_file)) == {
        (1, 10000000000000000001, 0),
        (1, 7, 0),
        (1, 8, 0),
        (1, 9, 0),
        (2, 7, 5),
        (3, 0, 0),
        (4, 20, 0),
        (5, 0, 0),
        (7, 0, 0),
    }


def test_workspace() -> None:
    source = read_source(__file__, "kernels/faults_workspace.cpp")
    kernel = Kernel(source, "f", 3, workspace_index=1)
    out = np.zeros(4, np.uint64)
    reserved = 16 << 20
    kernel.run(1, out, 0x10000000, None)
    assert out.tolist() == [0x10000000 + reserved, 0x10000000 + reserved, 0x10000000, reserved]
    kernel.run(1, out, None, None)
    assert out.tolist() == [0, 0, 0, reserved]


def test_tensor_lists() -> None:
    source = read_source(__file__, "kernels/faults_tensor_lists.cpp")
    a, b = np.full(4, 11, np.float32), np.full(4, 22, np.float32)
    words = [8 + 2 * 3 * 8, 2, 3, 4, 2 | 1 << 32, 5, 6, a.ctypes.data, b.ctypes.data]
    out = np.zeros(9, np.int64)
    kernel = Kernel(source, "f", 2)
    kernel.run(1, np.array(words, np.uint64), out)
    # GetDataObj: 3 x 4 and 5 x 6 elements, in bytes
    assert out.tolist() == [2, 0, 304, 11, 114811, 1, 506, 22, 232022]
    shapeless = [24, 2 << 32, 0xFFFFFFFF, a.ctypes.data, b.ctypes.data]
    out[:] = 0
    kernel.run(1, np.array(shapeless, np.uint64), out)
    assert out[0] == 2
    assert out[3] == 11
    assert out[7] == 22
