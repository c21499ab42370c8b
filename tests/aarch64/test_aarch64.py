"""Toolkit and sample for aarch64 hosts, cross-built and run by qemu."""

from __future__ import annotations

import shutil
import struct
from pathlib import Path

import numpy as np
import pytest

from tests.aarch64 import project
from tests.aarch64.emulated import COMPILER, EMULATOR, EmulatedKernel
from tests.aicore.harness import FAULT_MEMORY, FAULT_TRAP, KernelFaultError
from tests.utils import add_custom

EM_AARCH64 = 183


def elf_machine(path: Path) -> int:
    header = path.read_bytes()[:20]
    assert header[:4] == b"\x7fELF", path
    return struct.unpack_from("<H", header, 18)[0]


@pytest.fixture(scope="session")
def vendor(cross_home: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The sample's vendor folder, for aarch64."""
    return project.build(tmp_path_factory.mktemp("sample") / "project", cross_home, COMPILER)


@pytest.fixture(scope="session")
def client(aarch64_toolkit: Path, vendor: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The client of aclnnAddCustom, for aarch64."""
    folder = tmp_path_factory.mktemp("client")
    return add_custom.build_client(aarch64_toolkit, vendor, folder, COMPILER)


def test_everything_in_the_package_is_for_aarch64(vendor: Path) -> None:
    binaries = [*vendor.rglob("*.so"), *vendor.rglob("*.o")]
    assert len(binaries) == 4 + 3  # libraries and a link, kernels
    assert {path.name: elf_machine(path) for path in binaries} == {
        path.name: EM_AARCH64 for path in binaries
    }


@pytest.mark.parametrize("shape", [(8, 2048), (1,), (7, 13)], ids=str)
@pytest.mark.parametrize("dtype", add_custom.ACL_DTYPE)
def test_operator_equals_numpy(
    aarch64_toolkit: Path, vendor: Path, client: Path, shape: tuple[int, ...], dtype: str
) -> None:
    add_custom.run_client(
        client, aarch64_toolkit, vendor, shape, dtype, custom_opp_path=True, emulator=EMULATOR
    )


def test_opc_that_reads_the_tiling_library_gets_a_native_one(
    cross_home: Path, tmp_path: Path
) -> None:
    home = tmp_path / "cann"
    shutil.copytree(cross_home, home, symlinks=True)
    (home / "compiler/opc_features").unlink()  # as CANN
    vendor = project.build(tmp_path / "project", home, COMPILER)
    native = tmp_path / "project/build_out/op_host/native/libcust_opmaster_rt2.0.so"
    assert elf_machine(native) != EM_AARCH64
    assert len(list(vendor.rglob("*.o"))) == 3


HALVES = """
using namespace AscendC;
extern "C" __global__ __aicore__ void f(GM_ADDR halves, GM_ADDR floats, GM_ADDR back) {
    constexpr uint32_t N = 8192;
    TPipe pipe;
    TBuf<TPosition::VECCALC> h, f;
    pipe.InitBuffer(h, N * 2);
    pipe.InitBuffer(f, N * 4);
    LocalTensor<half> narrow = h.Get<half>();
    LocalTensor<float> wide = f.Get<float>();
    GlobalTensor<half> in, out;
    GlobalTensor<float> middle;
    in.SetGlobalBuffer((__gm__ half*)halves + GetBlockIdx() * N);
    middle.SetGlobalBuffer((__gm__ float*)floats + GetBlockIdx() * N);
    out.SetGlobalBuffer((__gm__ half*)back + GetBlockIdx() * N);
    DataCopy(narrow, in, N);
    PipeBarrier<PIPE_ALL>();
    Cast(wide, narrow, RoundMode::CAST_NONE, N);
    PipeBarrier<PIPE_ALL>();
    DataCopy(middle, wide, N);
    Adds(wide, wide, 0.0001f, N);
    Cast(narrow, wide, RoundMode::CAST_RINT, N);
    PipeBarrier<PIPE_ALL>();
    DataCopy(out, narrow, N);
}
"""


def test_all_halves(aarch64_toolkit: Path) -> None:
    halves = np.arange(1 << 16, dtype=np.uint16).view(np.float16)
    floats, back = np.zeros(halves.shape, np.float32), np.zeros_like(halves)
    EmulatedKernel(HALVES, "f", 3, root=aarch64_toolkit).run(8, halves, floats, back)
    np.testing.assert_array_equal(floats, halves.astype(np.float32))
    with np.errstate(invalid="ignore"):  # signalling NaNs
        expected = (floats + np.float32(0.0001)).astype(np.float16)
    np.testing.assert_array_equal(back, expected)


SHIFT = """
using namespace AscendC;
extern "C" __global__ __aicore__ void shift(GM_ADDR data) {
    GlobalTensor<int32_t> a;
    a.SetGlobalBuffer((__gm__ int32_t*)data);
    const int32_t n = GetBlockNum(), me = GetBlockIdx();
    for (int32_t round = 0; round < 20; ++round) {
        const int32_t value = a.GetValue((me + 1) % n);
        SyncAll();
        a.SetValue(me, value);
        SyncAll();
    }
    if (me == 0) {
        printf("%d blocks, %.2f\\n", n, 0.25f);
    }
}
"""


def test_blocks_wait_for_each_other_and_print(aarch64_toolkit: Path) -> None:
    data = np.arange(40, dtype=np.int32)
    printed = EmulatedKernel(SHIFT, "shift", 1, root=aarch64_toolkit).run(40, data)
    np.testing.assert_array_equal(data, np.roll(np.arange(40), -20))
    assert printed == "40 blocks, 0.25\n"


FAULTY = """
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
    volatile int zero = 0;
    if (GetBlockIdx() == 1) { %s }
}
"""


@pytest.mark.parametrize(
    ("statement", "kind", "message"),
    [
        ("((volatile int*)8)[0] = 1;", FAULT_MEMORY, "address 0x8"),
        ("t.SetValue(50000, 1.0f);", FAULT_MEMORY, "UB offset 200000"),
        ("zero = deep(100000);", FAULT_MEMORY, "stack"),
        ("Trap();", FAULT_TRAP, r"Trap\(\)"),
        ("assert(zero == 1);", FAULT_TRAP, "Assertion `zero == 1' failed"),
    ],
)
def test_fault_ends_the_launch(
    aarch64_toolkit: Path, statement: str, kind: int, message: str
) -> None:
    kernel = EmulatedKernel(FAULTY % statement, "f", 1, root=aarch64_toolkit)
    with pytest.raises(KernelFaultError, match=message) as error:
        kernel.run(4, None)
    assert (error.value.kind, error.value.block_idx) == (kind, 1)


def test_division_by_zero_goes_on(aarch64_toolkit: Path) -> None:
    """As on x86-64 (tests/aicore/core/test_faults.py), by the compiler's check."""
    statement = "zero = 7; int none = zero - 7; x[0] = zero / none; x[1] = zero % none;"
    text = FAULTY % statement.replace("x[", "((__gm__ int32_t*)x)[")
    values = np.full(2, 99, np.int32)
    EmulatedKernel(text, "f", 1, root=aarch64_toolkit).run(2, values)
    assert values.tolist() == [0, 7]
