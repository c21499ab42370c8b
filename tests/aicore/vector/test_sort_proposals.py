"""Sorting on cores of 310P, which sort region proposals, and the sizes of sorted elements."""

# ruff: noqa: E501  (lines of the C++ text)

from __future__ import annotations

import numpy as np
import pytest
from harness import AICORE, Kernel
from hypothesis import given, settings
from hypothesis import strategies as st

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
