"""Products whose right operand keeps two of each four elements, against the full product."""

from __future__ import annotations

import numpy as np
import pytest

from tests.aicore.cube_support import from_nz, to_nz, up
from tests.aicore.harness import AIC_ONLY, Kernel

SPARSE = r"""
#include "kernel_operator.h"
using namespace AscendC;
extern "C" __global__ __aicore__ void sparse(GM_ADDR a, GM_ADDR b, GM_ADDR index, GM_ADDR c,
                                             GM_ADDR sizes) {
    const uint32_t* s = (const uint32_t*)sizes;
    const uint32_t m = s[0], n = s[1], k = s[2];
    const uint32_t mTiles = (m + 15) / 16, nTiles = (n + 15) / 16, kBlocks = (k + 31) / 32;
    GlobalTensor<int8_t> aGm, bGm;
    GlobalTensor<uint8_t> indexGm;
    GlobalTensor<int32_t> cGm;
    aGm.SetGlobalBuffer((__gm__ int8_t*)a);
    bGm.SetGlobalBuffer((__gm__ int8_t*)b);
    indexGm.SetGlobalBuffer((__gm__ uint8_t*)index);
    cGm.SetGlobalBuffer((__gm__ int32_t*)c);
    LocalTensor<int8_t> a1(TPosition::A1, 0, 65536), b1(TPosition::B1, 65536, 65536);
    LocalTensor<uint8_t> index1(TPosition::B1, 131072, 16384);
    LocalTensor<int8_t> a2(TPosition::A2, 0, 65536), b2(TPosition::B2, 0, 65536);
    LocalTensor<int32_t> co(TPosition::CO1, 0, 32768);
    const uint32_t fractals = (k + 63) / 64 * nTiles;
    DataCopy(a1, aGm, mTiles * kBlocks * 512);
    DataCopy(b1, bGm, fractals * 512);
    DataCopy(index1, indexGm, fractals * 128);
    for (uint32_t i = 0; i < mTiles; ++i) {
        LoadData(a2[i * kBlocks * 512], a1[i * 512],
                 LoadData2DParams(0, kBlocks, mTiles, 0, 0, false, 0));
    }
    // In two parts, the second one somewhere after the first in L0B.
    const uint32_t first = fractals / 2;
    LoadDataWithSparse(b2, b1, index1, LoadData2DParams(0, first, 0, 0, 0, false, 0));
    LoadDataWithSparse(b2[first * 512], b1, index1,
                       LoadData2DParams(first, fractals - first, 0, 0, 0, false, 0));
    MmadParams params;
    params.m = m;
    params.n = n;
    params.k = k;
    MmadWithSparse(co, a2, b2, params);
    params.cmatrixInitVal = false;
    MmadWithSparse(co, a2, b2, params);
    Fixpipe<int32_t, int32_t, CFG_NZ>(cGm, co, FixpipeParamsV220(nTiles * 16, m, mTiles * 16,
                                                                  mTiles * 32, false));
}
"""


@pytest.mark.parametrize(("m", "n", "k"), [(16, 16, 64), (33, 40, 128), (1, 16, 64), (50, 17, 192)])
def test_kept_elements_meet_theirs(m: int, n: int, k: int) -> None:
    rng = np.random.default_rng(m)
    a = rng.integers(-128, 128, (m, k)).astype(np.int8)
    full = np.zeros((k, n), np.int8)
    kept = np.zeros((k // 2, n), np.int8)
    index = np.zeros((k // 2, n), np.uint8)
    for column in range(n):
        for group in range(k // 4):
            places = np.sort(rng.choice(4, 2, replace=False))
            values = rng.integers(-128, 128, 2)
            full[4 * group + places, column] = values
            kept[2 * group : 2 * group + 2, column] = values
            index[2 * group : 2 * group + 2, column] = places[0], places[1] - 1
    # The right operand is in L1 as it will be in L0B: Zn, which is the Nz of its transpose.
    packed = index.T.reshape(n, k // 8, 4)
    packed_bytes = (packed << np.arange(0, 8, 2, dtype=np.uint8)).sum(axis=2).astype(np.uint8)
    result = np.zeros((up(n, 16) // 16, up(m, 16) // 16, 16, 16), np.int32)
    Kernel(SPARSE, "sparse", 5).run(
        1,
        to_nz(a, 32),
        to_nz(kept.T, 32),
        to_nz(packed_bytes, 8),
        result,
        np.array([m, n, k], np.uint32),
        task_type=AIC_ONLY,
    )
    expected = 2 * (a.astype(np.int32) @ full.astype(np.int32))
    np.testing.assert_array_equal(from_nz(result, m, n), expected)
