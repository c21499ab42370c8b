"""Helpers of CANN's own headers that operators call: AscendCUtils and its like."""

# ruff: noqa: E501  (lines of the C++ text)

from __future__ import annotations

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.aicore.harness import Kernel
from tests.utils.sources import read_source

HEAD = """
using namespace AscendC;
extern "C" __global__ __aicore__ void f(GM_ADDR in, GM_ADDR out) {
    GlobalTensor<int64_t> x, y; x.SetGlobalBuffer((__gm__ int64_t*)in); y.SetGlobalBuffer((__gm__ int64_t*)out);
    int j = 0;
"""


def run(body: str, given: list[int], results: int, arch: int = 220) -> list[int]:
    """The numbers that a kernel writes to y, called with x."""
    got = np.zeros(results, np.int64)
    soc = {220: "Ascend910B3", 200: "Ascend310P3"}[arch]
    kernel = Kernel(HEAD + body + "}", "f", 2, arch=arch)
    kernel.run(1, np.array([*given, 0], np.int64), got, soc=soc)
    return got.tolist()


SPLIT = """
    IntriInfo i = AscendCUtils::CalIntriInfo(x.GetValue(0), x.GetValue(1), x.GetValue(2));
    for (uint32_t v : {i.c0Count, i.repeat, i.repeatRounding, i.repeatRemaining, i.tail}) { y.SetValue(j++, v); }
    IntriInfo four = AscendCUtils::CalIntriInfo<true>(1, x.GetValue(1)); y.SetValue(j++, four.repeat); y.SetValue(j++, four.tail);
"""


@settings(max_examples=20, deadline=None)
@given(
    size=st.sampled_from([1, 2, 4, 8]),
    count=st.integers(0, 10**6),
    stride=st.sampled_from([1, 4, 8]),
)
def test_a_count_splits_into_repeats(size: int, count: int, stride: int) -> None:
    per_repeat = 32 // size * stride
    repeat, tail = divmod(count, per_repeat)
    want = [32 // size, repeat, *divmod(repeat, 255), tail, *divmod(count, 512)]
    assert run(SPLIT, [size, count, stride], 7) == want


LENGTHS = """
    DataCopyParams blocks(x.GetValue(0), x.GetValue(1), x.GetValue(2), x.GetValue(3));
    DataCopyExtParams bytes(x.GetValue(0), x.GetValue(1), x.GetValue(2), x.GetValue(3), 0);
    y.SetValue(j++, AscendCUtils::GetGMLen(blocks, true, false)); y.SetValue(j++, AscendCUtils::GetGMLen(blocks, false, false));
    y.SetValue(j++, AscendCUtils::GetGMLen(bytes, true, true)); y.SetValue(j++, AscendCUtils::GetGMLen(bytes, false, true));
    Nd2NzParams nd(x.GetValue(0), x.GetValue(1), x.GetValue(2), x.GetValue(3), x.GetValue(4), 1, 1, 1);
    y.SetValue(j++, AscendCUtils::GetGMLen((uint64_t)2, nd));
    AscendCUtils::CheckGmMemOverflowNormal((__gm__ half*)in, nullptr, true, false, blocks); AscendCUtils::CheckGmMemOverflowNd2Nz((__gm__ half*)in, nullptr, true, nd);
"""


@settings(max_examples=20, deadline=None)
@given(v=st.tuples(*[st.integers(1, 100)] * 5))
def test_lengths_in_global_memory_end_with_the_last_piece(v: tuple[int, ...]) -> None:
    count, length, source, to, matrix = v
    # Ends of the last piece, from what the copies are documented to do.
    pieces = [(count - 1) * (length + gap) + length for gap in (source, to)]
    last = 2 * ((count - 1) * to + (length - 1) * matrix + source)
    assert run(LENGTHS, [*v], 5) == [32 * pieces[0], 32 * pieces[1], *pieces, last]


def test_temporaries_are_places_of_the_unified_buffer() -> None:
    body = read_source(__file__, "kernels/internal_names_temporaries.inc")
    assert run(body, [1234], 10) == [77, 5, 9, 1234, 0, 9, 9, 11, 12, 13]


def test_overflow_modes_of_both_architectures() -> None:
    body = """
        for (int mode : {1, 0}) { AscendCUtils::SetOverflow(mode); y.SetValue(j++, get_ctrl() >> BIT & 1); }
    """
    assert run(body.replace("BIT", "48"), [], 2) == [1, 0]
    assert run(body.replace("BIT", "53"), [], 2, arch=200) == [0, 1]


def test_tiling_data_by_its_pointer() -> None:
    body = "__tiling_data_ptr__ int64_t* p = (__tiling_data_ptr__ int64_t*)in; y.SetValue(j++, p[0] + p[1]);"
    assert run(body, [30, 12], 1) == [42]
