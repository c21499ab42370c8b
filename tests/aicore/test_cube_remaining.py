"""Functions of the cube that no family's tests call, against NumPy."""

# ruff: noqa: E501  (lines of the C++ text)

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np
import pytest
from cube_support import to_nz
from harness import AIC_ONLY, AICORE, Kernel
from hypothesis import given, settings
from hypothesis import strategies as st

FILL = r"""
#include "kernel_operator.h"
using namespace AscendC;
template <typename T> __aicore__ inline void Run(const __gm__ uint32_t* c, GM_ADDR out) {
    const TPosition places[] = {TPosition::A1, TPosition::A2, TPosition::B2};
    LocalTensor<T> place(places[c[1]], 0, 32768 / sizeof(T));
    uint8_t* bytes = (uint8_t*)place.GetPhyAddr();
    for (int i = 0; i < 32768; ++i) bytes[i] = 0x5A;
    T value;
    __builtin_memcpy(&value, (const void*)&c[5], sizeof(T));
    InitConstValueParams<T> params(c[2], value);
    params.blockNum = c[3];
    params.dstGap = c[4];
    if (c[6]) InitConstValue(place, params);
    else InitConstValue(place, InitConstValueParams<T>(c[2], c[3], c[4], value));
    __builtin_memcpy(out, bytes, 32768);
}
extern "C" __global__ __aicore__ void fill(GM_ADDR call, GM_ADDR out) {
    const __gm__ uint32_t* c = (__gm__ uint32_t*)call;
    if (c[0] == 0) Run<half>(c, out);
    else if (c[0] == 1) Run<int16_t>(c, out);
    else if (c[0] == 2) Run<uint32_t>(c, out);
    else Run<float>(c, out);
}
"""
FILL_TYPES = (np.float16, np.int16, np.uint32, np.float32)


@cache
def fill_kernel() -> Kernel:
    return Kernel(FILL, "fill", 2)


@settings(max_examples=40, deadline=None)
@given(
    dtype=st.integers(0, 3),
    place=st.integers(0, 2),
    repeat=st.integers(0, 6),
    blocks=st.integers(1, 5),
    gap=st.integers(0, 3),
    by_name=st.booleans(),
    older=st.booleans(),
)
def test_constants_in_memories_of_the_cube(
    dtype: int, place: int, repeat: int, blocks: int, gap: int, by_name: bool, older: bool
) -> None:
    element = np.dtype(FILL_TYPES[dtype])
    value = np.array([-3 if element.kind != "u" else 77]).astype(element)
    bits = int(np.frombuffer(value.tobytes().ljust(4, b"\0"), np.uint32)[0])
    # The older cores fill one fractal per repeat.
    unit = 32 if place == 0 and not older else 512
    count, pitch = (512, 512) if older else (blocks * unit, (blocks + gap) * unit)
    expected = np.full(32768, 0x5A, np.uint8)
    for i in range(repeat):
        part = expected[i * pitch : i * pitch + count]
        part[:] = np.tile(value, count // element.itemsize).view(np.uint8)
    out = np.zeros(32768, np.uint8)
    call = np.array([dtype, place, repeat, blocks, gap, bits, by_name], np.uint32)
    soc, task = ("Ascend310P3", AICORE) if older else ("Ascend910B1", AIC_ONLY)
    fill_kernel().run(1, call, out, soc=soc, task_type=task)
    np.testing.assert_array_equal(out, expected)


STEPS = r"""
#include "kernel_operator.h"
using namespace AscendC;
template <typename T> __aicore__ inline GlobalTensor<T> Gm(GM_ADDR at) {
    GlobalTensor<T> gm;
    gm.SetGlobalBuffer((__gm__ T*)at);
    return gm;
}
// C (32 x 48, float) = A (32 x 16) * B (16 x 48) + bias, all through the names of intrinsics and of CANN's inner functions.
extern "C" __global__ __aicore__ void steps(GM_ADDR a, GM_ADDR b, GM_ADDR bias, GM_ADDR scales, GM_ADDR out) {
    LocalTensor<half> a1(TPosition::A1, 0, 512), b1(TPosition::B1, 4096, 768), a2(TPosition::A2, 0, 512), b2(TPosition::B2, 0, 768);
    LocalTensor<float> bias1(TPosition::C1, 16384, 64), bias2(TPosition::C2, 0, 64), co(TPosition::CO1, 0, 1536);
    LocalTensor<uint64_t> scales1(TPosition::C1, 32768, 48), fixbuf(TPosition::C2PIPE2GM, 0, 48);
    LocalTensor<half> back(TPosition::A1, 65536, 1536);
    LocalTensor<int8_t> narrow(TPosition::A1, 131072, 1536);
    copy_gm_to_cbuf((__cbuf__ half*)a1.GetPhyAddr(), (__gm__ half*)a, 0, 1, 32, 0, 0, PAD_NONE);
    copy_gm_to_cbuf((__cbuf__ half*)b1.GetPhyAddr(), (__gm__ half*)b, 0, 1, 48, 0, 0, PAD_NONE);
    copy_gm_to_cbuf((__cbuf__ float*)bias1.GetPhyAddr(), (__gm__ float*)bias, 0, 1, 6, 0, 0, PAD_NONE);
    copy_gm_to_cbuf((__cbuf__ uint64_t*)scales1.GetPhyAddr(), (__gm__ uint64_t*)scales, 0, 1, 12, 0, 0, PAD_NONE);
    LoadDataImpl(a2, a1, LoadData2DParams(0, 2, 1, 0, 0, false, 0));
    LoadDataImpl(b2, b1, LoadData2DParams(0, 3, 1, 0, 0, true, 0));
    copy_cbuf_to_bt((uint64_t)bias2.GetPhyAddr(), (__cbuf__ float*)bias1.GetPhyAddr(), 0, 1, 3, 0, 0);
    copy_cbuf_to_fbuf((__fbuf__ uint64_t*)fixbuf.GetPhyAddr(), (__cbuf__ uint64_t*)scales1.GetPhyAddr(), 1, 3, 0, 0);
    MmadImpl(co, a2, b2, bias2, MmadParams(32, 48, 16, 0, true, false));
    // 0: column by column
    constexpr FixpipeConfig columns = CFG_COLUMN_MAJOR;
    FixpipeParamsM300 m300(48, 32, 32, 40, false);
    m300.ndNum = 1;
    static_assert(columns.format == CO2Layout::COLUMN_MAJOR && std::is_same_v<FixpipeParamsM310, FixpipeParamsM300>);
    Fixpipe<float, float, CFG_COLUMN_MAJOR>(Gm<float>(out), co, m300);
    // 8192: two columns of tiles in bursts
    FixpipeParams<float> bursts;
    bursts.cburstNum = 2;
    bursts.burstLen = 64;
    bursts.dstStride = 2;
    Fixpipe<float>(Gm<float>(out + 8192), co, bursts);
    // 16384: rows of half, two matrices of 16 rows with their distances in a register
    set_nd_para((uint64_t)700 << 32 | (uint64_t)1 << 16 | 2);
    copy_matrix_cc_to_gm((__gm__ half*)(out + 16384), (__cc__ float*)co.GetPhyAddr(), 0, 48, 8, 48, 32, 0, F322F16, 0, false, true);
    // 24576: back to L1 as fractals of half, and with scales of the fixpipe buffer as int8
    copy_matrix_cc_to_cbuf((__cbuf__ half*)back.GetPhyAddr(), (__cc__ float*)co.GetPhyAddr(), 0, 48, 32, 32, 32, 0, F322F16, 1, false, false);
    DataCopy(Gm<half>(out + 24576), back, 1536);
    SetFixPipeConfig(fixbuf);
    copy_matrix_cc_to_cbuf((__cbuf__ int8_t*)narrow.GetPhyAddr(), (__cc__ float*)co.GetPhyAddr(), 0, 32, 32, 32, 32, 0, VQF322B8_PRE, 0, false, false);
    DataCopy(Gm<int8_t>(out + 28672), narrow, 1024);
    __gm__ uint8_t* spare = (__gm__ uint8_t*)out + 32760;
    *spare = AscendCUtils::GetTemporaryFbBufferAddr<uint64_t>(64, 48) == (__fbuf__ uint64_t*)fixbuf.GetPhyAddr() + 8;
    AscendCUtils::FreeTemporaryFbBuffer<uint64_t>((__fbuf__ uint64_t*)fixbuf.GetPhyAddr());
    spare[1] = GetGemmTiling<half>(33, 16, 50).mBlockNum;
    spare[2] = GetGemmTiling<half>(33, 16, 50).nBlockNum;
    spare[3] = GetGemmTiling<half>(33, 16, 50).blockSize;
}
"""


@cache
def product() -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """The product in NumPy, the scales of its columns, and what the kernel writes."""
    rng = np.random.default_rng(8)
    a = (rng.integers(-16, 17, (32, 16)) / 8).astype(np.float16)
    b = (rng.integers(-16, 17, (16, 48)) / 8).astype(np.float16)
    bias = (rng.integers(-16, 17, 64) / 8).astype(np.float32)
    factors = (2.0 ** rng.integers(-2, 2, 48)).astype(np.float32)
    words = factors.view(np.uint32).astype(np.uint64) | np.uint64(1 << 46)
    out = np.zeros(32768, np.uint8)
    b_nz = to_nz(b, 16)  # fractals of 16 x 16, each transposed while it is loaded
    kernel = Kernel(STEPS, "steps", 5)
    kernel.run(1, to_nz(a, 16), b_nz, bias, words, out, task_type=AIC_ONLY)
    wanted = a.astype(np.float32) @ b.astype(np.float32) + bias[:48]
    return wanted, factors, out


def read(at: int, dtype: Any, *shape: int) -> np.ndarray:
    count = int(np.prod(shape)) * np.dtype(dtype).itemsize
    return product()[2][at : at + count].view(dtype).reshape(shape)


def test_columns_of_the_result() -> None:
    got = read(0, np.float32, 48, 40)[:, :32]
    np.testing.assert_array_equal(got.T, product()[0])


def test_bursts_of_the_result() -> None:
    wanted = product()[0]
    for tile in range(2):
        at = 8192 + tile * (32 * 16 * 4 + 64)
        part = read(at, np.float32, 32, 16)
        np.testing.assert_array_equal(part, wanted[:, tile * 16 : tile * 16 + 16])


def test_matrices_of_the_result() -> None:
    wanted = product()[0].astype(np.float16)
    np.testing.assert_array_equal(read(16384, np.float16, 8, 48), wanted[:8])
    np.testing.assert_array_equal(read(16384 + 1400, np.float16, 8, 48), wanted[16:24])


def test_result_in_l1() -> None:
    wanted, factors, _ = product()
    fractals = read(24576, np.float16, 3, 32, 16).transpose(1, 0, 2).reshape(32, 48)
    np.testing.assert_array_equal(fractals, np.maximum(wanted, 0).astype(np.float16))
    scaled = np.clip(np.rint(wanted * factors)[:, :32], -128, 127)
    np.testing.assert_array_equal(read(28672, np.int8, 32, 32), scaled)


def test_places_and_tilings() -> None:
    assert read(32760, np.uint8, 4).tolist() == [1, 3, 4, 16]


HF32 = r"""
#include "kernel_operator.h"
using namespace AscendC;
// 16 x 8 floats times the identity.
extern "C" __global__ __aicore__ void round(GM_ADDR a, GM_ADDR b, GM_ADDR out, uint64_t mode) {
    LocalTensor<float> a1(TPosition::A1, 0, 128), b1(TPosition::B1, 4096, 128), a2(TPosition::A2, 0, 128), b2(TPosition::B2, 0, 128), co(TPosition::CO1, 0, 256);
    GlobalTensor<float> gm;
    gm.SetGlobalBuffer((__gm__ float*)a);
    DataCopy(a1, gm, 128);
    gm.SetGlobalBuffer((__gm__ float*)b);
    DataCopy(b1, gm, 128);
    LoadData(a2, a1, LoadData2DParams(0, 1, 1, 0, 0, false, 0));
    LoadData(b2, b1, LoadData2DParams(0, 1, 1, 0, 0, false, 0));
    SetHF32Mode(mode != 0);
    SetHF32TransMode(mode == 2);
    Mmad(co, a2, b2, MmadParams(16, 16, 8, 0, false, true));
    SetHF32Mode(false);
    gm.SetGlobalBuffer((__gm__ float*)out);
    Fixpipe<float, float, CFG_ROW_MAJOR>(gm, co, FixpipeParamsV220(16, 16, 16, 16, false));
}
"""


@pytest.mark.parametrize("mode", [0, 1, 2])
def test_rounding_of_hf32(mode: int) -> None:
    """HF32 has 11 bits behind the point: ties go to the even value, or towards zero."""
    rng = np.random.default_rng(9)
    steps = rng.integers(2048, 4096, (16, 8)) * 2 + rng.integers(0, 2, (16, 8))
    a = (steps / 4096 * rng.choice([-1, 1], (16, 8))).astype(np.float32)
    b = np.zeros((16, 8), np.float32)  # fractal of B: rows are the columns of B
    b[np.arange(8), np.arange(8)] = 1
    out = np.zeros((16, 16), np.float32)
    Kernel(HF32, "round", 4).run(1, a, b, out, mode, task_type=AIC_ONLY)
    scaled = a.astype(np.float64) * 2048
    even, zero = np.rint(scaled), np.sign(scaled) * np.ceil(np.abs(scaled) - 0.5)
    wanted = [scaled, even, zero][mode] / 2048
    np.testing.assert_array_equal(out[:, :8], wanted.astype(np.float32))
    np.testing.assert_array_equal(out[:, 8:], 0)
