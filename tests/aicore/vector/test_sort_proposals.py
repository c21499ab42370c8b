"""Sorting on cores of 310P, which sort region proposals, and the sizes of sorted elements."""

# ruff: noqa: E501  (lines of the C++ text)

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.aicore.harness import AICORE, AIV_ONLY, Kernel, KernelFaultError

SOURCE = """
using namespace AscendC;
extern "C" __global__ __aicore__ void f(GM_ADDR in, GM_ADDR out, uint64_t repeat, uint64_t full) {
    TPipe pipe; typedef TYPE T; const int n = repeat * 16;
    LocalTensor<T> scores(TPosition::VECCALC, 0, n); LocalTensor<uint32_t> indices(TPosition::VECCALC, 4096, n);
    LocalTensor<T> tmp(TPosition::VECCALC, 8192, n * 8), sorted(TPosition::VECCALC, 40960, n * 8), merged(TPosition::VECCALC, 73728, n * 8), concat;
    LocalTensor<T> values(TPosition::VECCALC, 106496, n); LocalTensor<uint32_t> places(TPosition::VECCALC, 110592, n);
    GlobalTensor<T> x; x.SetGlobalBuffer((__gm__ T*)in); GlobalTensor<uint32_t> i; i.SetGlobalBuffer((__gm__ uint32_t*)(in + 2048));
    DataCopy(scores, x, n); DataCopy(indices, i, n); PipeBarrier<PIPE_ALL>();
    Concat(concat, scores, tmp, (int32_t)repeat);
    if (full) { Sort<T, true>(sorted, concat, indices, merged, (int32_t)repeat); } else { Sort<T, false>(sorted, concat, indices, merged, (int32_t)repeat); }
    PipeBarrier<PIPE_ALL>();
    LocalTensor<T> result = sorted;
    uint32_t taken[4] = {9, 9, 9, 9};
    if (!full && repeat == 4) {
        MrgSortSrcList<T> lists(sorted, sorted[GetSortOffset<T>(16)], sorted[GetSortOffset<T>(32)], sorted[GetSortOffset<T>(48)]);
        const uint16_t lengths[4] = {16, 16, 16, 16};
        MrgSort<T, false>(merged, lists, lengths, taken, 15, 1);
        result = merged; PipeBarrier<PIPE_ALL>();
    }
    Extract(values, places, result, (int32_t)repeat); PipeBarrier<PIPE_ALL>();
    GlobalTensor<T> y; y.SetGlobalBuffer((__gm__ T*)out); GlobalTensor<uint32_t> p; p.SetGlobalBuffer((__gm__ uint32_t*)(out + 2048));
    DataCopy(y, values, n); DataCopy(p, places, n);
    GlobalTensor<uint32_t> z; z.SetGlobalBuffer((__gm__ uint32_t*)(out + 4096)); z.SetValue(0, GetSortOffset<T>(5)); z.SetValue(1, GetSortLen<T>(6));
    uint16_t a, b, c, d; GetMrgSortResult(a, b, c, d); z.SetValue(2, a + b + c + d); z.SetValue(3, taken[0] + taken[1] + taken[2] + taken[3]);
}
"""
TYPES = {"half": np.float16, "float": np.float32}


@pytest.mark.parametrize("type_name", TYPES)
@settings(max_examples=12, deadline=None)
@given(repeat=st.integers(1, 6), full=st.booleans(), seed=st.integers(0, 2**32))
def test_scores_are_sorted_with_their_indices(
    type_name: str, repeat: int, full: bool, seed: int
) -> None:
    dtype = TYPES[type_name]
    count = repeat * 16
    rng = np.random.default_rng(seed)
    scores = rng.integers(-20, 20, count).astype(dtype)
    indices = rng.integers(0, 2**32, count, dtype=np.uint32)
    given_bytes, got = np.zeros(4096, np.uint8), np.zeros(4096 + 16, np.uint8)
    given_bytes[: scores.nbytes] = scores.view(np.uint8)
    given_bytes[2048 : 2048 + indices.nbytes] = indices.view(np.uint8)
    kernel = Kernel(SOURCE.replace("TYPE", type_name), "f", 4, arch=200)
    kernel.run(1, given_bytes, got, repeat, int(full), soc="Ascend310P3", task_type=AICORE)
    merged = not full and repeat == 4
    group = count if full or merged else 16
    order = np.concatenate(
        [
            start + np.argsort(-scores[start : start + group], kind="stable")
            for start in range(0, count, group)
        ]
    )
    np.testing.assert_array_equal(got[: scores.nbytes].view(dtype), scores[order])
    np.testing.assert_array_equal(got[2048 : 2048 + indices.nbytes].view(np.uint32), indices[order])
    # An element is a proposal of 8 values.
    assert got[4096:4104].view(np.uint32).tolist() == [40, 48]
    if merged:
        assert got[4104:4112].view(np.uint32).tolist() == [64, 64]


@pytest.mark.parametrize(("type_name", "values"), [("half", 4), ("float", 2)])
def test_on_910b_an_element_takes_eight_bytes(type_name: str, values: int) -> None:
    body = f"out[0] = GetSortOffset<{type_name}>(5); out[1] = GetSortLen<{type_name}>(6);"
    source = f'using namespace AscendC; extern "C" __global__ __aicore__ void f(GM_ADDR out) {{ {body} }}'
    got = np.zeros(2, np.uint8)
    Kernel(source, "f", 1).run(1, got)
    assert got.tolist() == [5 * values, 6 * values]


MERGES = """
#include "kernel_operator.h"
using namespace AscendC;
// Lists of 32 elements at multiples of 32 * pitch elements, twice four of them.
extern "C" __global__ __aicore__ void merge(GM_ADDR x, GM_ADDR y, uint32_t pitch, uint32_t last, uint32_t suspend, uint32_t valid) {
    TPipe pipe;
    TBuf<TPosition::VECCALC> from, to;
    pipe.InitBuffer(from, 8192);
    pipe.InitBuffer(to, 4096);
    LocalTensor<float> a = from.Get<float>(), b = to.Get<float>();
    GlobalTensor<float> gx, gy;
    gx.SetGlobalBuffer((__gm__ float*)x);
    gy.SetGlobalBuffer((__gm__ float*)y);
    DataCopy(a, gx, 2048);
    Duplicate(b, 7.0f, 1024);
    PipeBarrier<PIPE_ALL>();
    MrgSortSrcList<float> lists(a, a[64 * pitch], a[128 * pitch], a[192 * pitch]);
    const uint16_t lengths[4] = {32, 32, 32, (uint16_t)last};
    MrgSort(b, lists, MrgSort4Info(lengths, suspend != 0, valid, 2));
    PipeBarrier<PIPE_ALL>();
    DataCopy(gy, b, 1024);
}
"""


@pytest.mark.parametrize(
    ("pitch", "last", "suspend", "valid"),
    [(1, 32, 0, 15), (2, 32, 0, 15), (1, 31, 0, 15), (1, 32, 1, 15), (1, 32, 0, 7)],
)
def test_merges_are_repeated_of_four_lists_in_a_row(
    pitch: int, last: int, suspend: int, valid: int
) -> None:
    """MrgSort's page: repeatTimes counts only with four lists of one length, contiguous, validBit
    15, without suspension; else there is one iteration."""
    rng = np.random.default_rng(pitch + last)
    lists = np.zeros((32, 32, 2), np.float32)
    lists[..., 0] = -np.sort(-rng.permutation(1024).reshape(32, 32).astype(np.float32))
    got = np.zeros((512, 2), np.float32)
    kernel = Kernel(MERGES, "merge", 6)
    kernel.run(1, lists, got, pitch, last, suspend, valid, task_type=AIV_ONLY)
    lengths = [32, 32, 32, last if valid == 15 else 0]
    taken = [lists[i * pitch, :n, 0] for i, n in enumerate(lengths)]
    if suspend:
        lowest = max(t[-1] for t in taken)  # the list that ends first stops the merge
        taken = [t[t >= lowest] for t in taken]
    expected = [-np.sort(-np.concatenate(taken))]
    if (pitch, last, suspend, valid) == (1, 32, 0, 15):
        expected.append(-np.sort(-lists[4:8, :, 0].reshape(-1)))
    scores = np.concatenate(expected)
    np.testing.assert_array_equal(got[: len(scores), 0], scores)
    np.testing.assert_array_equal(got[len(scores) :, 0], 7)


def test_merges_of_scores_are_not_of_the_310p() -> None:
    """MrgSort's page: Atlas 推理系列产品 does not have it; MrgSort4 merges region proposals."""
    kernel = Kernel(MERGES, "merge", 6, arch=200)
    arrays = np.zeros(2048, np.float32), np.zeros(1024, np.float32)
    with pytest.raises(KernelFaultError, match="MrgSort: this core sorts region proposals"):
        kernel.run(1, *arrays, 1, 32, 0, 15, task_type=AICORE, soc="Ascend310P3")
