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

BODY = """
using namespace AscendC;
int32_t deep(int32_t n) {
    volatile char room[4096];
    room[0] = n;
    return n == 0 ? room[0] : deep(n - 1) + room[0];
}
extern "C" __global__ __aicore__ void f(GM_ADDR x) {
    TPipe pipe;
    TBuf<TPosition::VECCALC> buf;
    pipe.InitBuffer(buf, 1024);
    LocalTensor<float> t = buf.Get<float>();
    GlobalTensor<float> g;
    g.SetGlobalBuffer((__gm__ float*)x);
    volatile int zero = 0;
    if (GetBlockIdx() == 1) { %s }
}
"""


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
    kernel = Kernel(BODY % statement, "f", 1)
    data = np.zeros(100, np.float32)
    for _ in range(3):
        with pytest.raises(KernelFaultError, match=message) as error:
            kernel.run(4, data)
        assert error.value.kind == kind
        assert error.value.block_idx == 1
        assert error.value.core_type == 2
    # The cores are usable afterwards.
    Kernel(BODY % "", "f", 1).run(4, data)


DIVISIONS = """
using namespace AscendC;
template <typename T>
void divide(__gm__ int64_t* y, T dividend, T divisor) {
    volatile T memory = divisor;
    struct { T padding, divisors[4]; } row = {0, {divisor, divisor, divisor, divisor}};
    asm volatile("" : "+m"(row), "+r"(divisor));
    y[0] = dividend / divisor;
    y[1] = dividend % memory;
    y[2] = dividend / row.divisors[memory == 0 ? 2 : 3];
}
extern "C" __global__ __aicore__ void f(GM_ADDR x) {
    auto* y = (__gm__ int64_t*)x + GetBlockIdx() * 18;
    int zero = 0;
    asm volatile("" : "+r"(zero));
    divide<int32_t>(y, -7, zero);
    divide<uint32_t>(y + 3, 4000000000u, zero);
    divide<int64_t>(y + 6, -(1ll << 40), zero);
    divide<uint64_t>(y + 9, 1ull << 40, zero);
    divide<int64_t>(y + 12, INT64_MIN, zero - 1);
    divide<int32_t>(y + 15, -7, zero + 2);
}
"""


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
    kernel = Kernel(
        BODY % "SetAtomicAdd<float>(); g = g[-(1ull << 40)]; DataCopy(g, t, 64);", "f", 1
    )
    good = Kernel(BODY % "SetAtomicAdd<float>(); DataCopy(g, t, 64);", "f", 1)
    data = np.zeros(100, np.float32)
    for _ in range(3):
        with pytest.raises(KernelFaultError, match="no allocated memory"):
            kernel.run(4, data)
        good.run(4, data)


@pytest.mark.skipif(platform.machine() != "x86_64", reason="others report the address itself")
def test_address_that_cannot_exist() -> None:
    kernel = Kernel(BODY % "((volatile int*)0xcdcdcdcdcdcdcdcdull)[0] = 1;", "f", 1)
    with pytest.raises(KernelFaultError, match=r"cannot exist, .* at [0-9a-f]{16}\.so\+0x"):
        kernel.run(4, np.zeros(100, np.float32))


def test_invalid_launches() -> None:
    kernel = Kernel(BODY % "", "f", 1)
    with pytest.raises(KernelFaultError, match="no SoC") as error:
        kernel.run(1, None, soc="Ascend9000")
    assert error.value.kind == FAULT_INVALID
    with pytest.raises(KernelFaultError, match="block_dim"):
        kernel.run(0, None)


def test_printing() -> None:
    source = """
    using namespace AscendC;
    extern "C" __global__ __aicore__ void f(GM_ADDR x) {
        TPipe pipe;
        TBuf<TPosition::VECCALC> buf;
        pipe.InitBuffer(buf, 64);
        LocalTensor<half> t = buf.Get<half>();
        for (int i = 0; i < 4; ++i) { t.SetValue(i, i * 0.5); }
        printf("plain\\n");
        AscendC::printf("half %.2f int %d %s\\n", t.GetValue(3), 42, "text");
        PRINTF("%llu\\n", 1ull << 40);
        DumpTensor(t, 5, 4);
    }
    """
    text = Kernel(source, "f", 1).run(1, None)
    assert text.startswith("plain\nhalf 1.50 int 42 text\n1099511627776\n")
    assert "DumpTensor: desc=5, addr=0, data_type=float16, position=UB, dump_size=4\n" in text
    assert text.endswith("[0.000000, 0.500000, 1.000000, 1.500000]\n")


def test_facts_for_the_kernel_compiler() -> None:
    source = """
    using namespace AscendC;
    struct Data { int32_t n[5]; };
    constexpr uint64_t BIG = 10000000000000000001UL;
    template <typename T> __aicore__ inline void work(GM_ADDR tiling) {
        GET_TILING_DATA_WITH_STRUCT(Data, data, tiling);
        if (TILING_KEY_IS(BIG)) { SyncAll(); }
        if (TILING_KEY_IS(7)) { printf("%d", data.n[0]); }
    }
    extern "C" __global__ __aicore__ void f(GM_ADDR tiling) {
        KERNEL_TASK_TYPE_DEFAULT(KERNEL_TYPE_AIV_ONLY);
        KERNEL_TASK_TYPE(7, KERNEL_TYPE_MIX_AIC_1_2);
        if (TILING_KEY_LIST(8, 9)) { return; }
        work<float>(tiling);
    }
    """
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
    source = """
    using namespace AscendC;
    extern "C" __global__ __aicore__ void f(GM_ADDR out, GM_ADDR workspace, GM_ADDR) {
        uint64_t* p = (uint64_t*)out;
        p[0] = (uint64_t)workspace;
        SetSysWorkspace(workspace);
        p[1] = (uint64_t)GetUserWorkspace(workspace);
        p[2] = (uint64_t)GetSysWorkSpacePtr();
        p[3] = RESERVED_WORKSPACE;
    }
    """
    kernel = Kernel(source, "f", 3, workspace_index=1)
    out = np.zeros(4, np.uint64)
    reserved = 16 << 20
    kernel.run(1, out, 0x10000000, None)
    assert out.tolist() == [0x10000000 + reserved, 0x10000000 + reserved, 0x10000000, reserved]
    kernel.run(1, out, None, None)
    assert out.tolist() == [0, 0, 0, reserved]


def test_tensor_lists() -> None:
    source = """
    using namespace AscendC;
    extern "C" __global__ __aicore__ void f(GM_ADDR list, GM_ADDR out) {
        int64_t* p = (int64_t*)out;
        ListTensorDesc desc((__gm__ void*)list);
        p[0] = desc.GetSize();
        uint64_t shape[8];
        for (uint32_t i = 0; i < desc.GetSize(); ++i) {
            TensorDesc<float> t;
            t.SetShapeAddr(shape);
            desc.GetDesc(t, i);
            p[1 + 4 * i] = t.GetIndex();
            p[2 + 4 * i] = t.GetDim() == 2 ? t.GetShape(0) * 100 + t.GetShape(1) : -1;
            p[3 + 4 * i] = *t.GetDataPtr();
            const GlobalTensor<float> data = t.GetDataObj();
            p[4 + 4 * i] = *desc.GetDataPtr<float>(i) + data.GetSize() * 100 + data(3) * 10000;
        }
    }
    """
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
