"""A product through the names of intrinsics and of CANN's inner functions, against NumPy."""

# ruff: noqa: E501  (lines of the C++ text)

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np
import pytest

from tests.aicore.cube_support import to_nz
from tests.aicore.harness import AIC_ONLY, Kernel, KernelFaultError

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
    // 0: row by row
    constexpr FixpipeConfig columns = CFG_COLUMN_MAJOR;
    FixpipeParamsM300 m300(48, 32, 32, 56, false);
    m300.ndNum = 1;
    static_assert(columns.format == CO2Layout::COLUMN_MAJOR && std::is_same_v<FixpipeParamsM310, FixpipeParamsM300>);
    Fixpipe<float, float, CFG_ROW_MAJOR>(Gm<float>(out), co, m300);
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


def test_rows_of_the_result() -> None:
    np.testing.assert_array_equal(read(0, np.float32, 32, 56)[:, :48], product()[0])


def test_columns_of_the_result_are_of_ascend_950() -> None:
    """Fixpipe's page: CFG_COLUMN_MAJOR is of Ascend 950PR and 950DT only."""
    source = STEPS.replace("float, float, CFG_ROW_MAJOR>", "float, float, CFG_COLUMN_MAJOR>")
    arrays = [np.zeros(n, np.uint8) for n in (1024, 1536, 256, 384, 32768)]
    with pytest.raises(KernelFaultError, match="CFG_COLUMN_MAJOR is for Ascend 950"):
        Kernel(source, "steps", 5).run(1, *arrays, task_type=AIC_ONLY)


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


# C (32 x 48) = A (32 x 32) * B (32 x 48), from rows in global memory; B in transposed squares.
PRODUCT = r"""
#include "kernel_operator.h"
#include "lib/matmul_intf.h"
using namespace AscendC;
extern "C" __global__ __aicore__ void product(GM_ADDR a, GM_ADDR b, GM_ADDR out) {
    LocalTensor<half> a1(TPosition::A1, 0, 1024), b1(TPosition::B1, 4096, 1536), a2(TPosition::A2, 0, 1024), b2(TPosition::B2, 0, 1536);
    LocalTensor<float> co(TPosition::CO1, 0, 1536);
    static_assert(Align<uint32_t>(17, 16) == 32 && Align(32, 16) == 32, "rounded up");
    set_padding(0);
    copy_gm_to_cbuf_multi_nd2nz_b16((__cbuf__ half*)a1.GetPhyAddr(), (__gm__ half*)a, 0, 1, 32, 32, 0, 32, 32, 1, 0);
    copy_gm_to_cbuf_multi_nd2nz_b32s((__cbuf__ float*)b1.GetPhyAddr(), (__gm__ float*)b, 0, 1, 32, 24, 0, 24, 32, 1, 0);
    set_flag(PIPE_MTE2, PIPE_MTE1, EVENT_ID0);
    wait_flag(PIPE_MTE2, PIPE_MTE1, EVENT_ID0);
    for (int i = 0; i < 2; ++i) {
        load_cbuf_to_ca((__ca__ half*)a2[i * 512].GetPhyAddr(), (__cbuf__ half*)a1[i * 256].GetPhyAddr(), 0, 2, 2, 0, false);
        load_cbuf_to_cb_transpose((__cb__ half*)b2[i * 768].GetPhyAddr(), (__cbuf__ half*)b1[i * 256].GetPhyAddr(), 0, 3, 2, 0, inc, 0);
    }
    set_flag(PIPE_MTE1, PIPE_M, EVENT_ID0);
    wait_flag(PIPE_MTE1, PIPE_M, EVENT_ID0);
    mad((__cc__ float*)co.GetPhyAddr(), (__ca__ half*)a2.GetPhyAddr(), (__cb__ half*)b2.GetPhyAddr(), 32, 32, 48, 0, false, false, true);
    set_flag(PIPE_M, PIPE_FIX, EVENT_ID0);
    wait_flag(PIPE_M, PIPE_FIX, EVENT_ID0);
    SetFixpipeNz2ndFlagImpl(1, 0, 0);
    copy_matrix_cc_to_gm((__gm__ float*)out, (__cc__ float*)co.GetPhyAddr(), 0, 48, 32, 48, 32, 0, NoQuant, 0, false, true);
}
"""


def test_product_of_rows() -> None:
    rng = np.random.default_rng(4)
    a = rng.integers(-4, 5, (32, 32)).astype(np.float16)
    b = rng.integers(-4, 5, (32, 48)).astype(np.float16)
    out = np.zeros((32, 48), np.float32)
    Kernel(PRODUCT, "product", 3).run(1, a, b, out, task_type=AIC_ONLY)
    assert np.array_equal(out, a.astype(np.float32) @ b.astype(np.float32))
