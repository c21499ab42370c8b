"""MrgSort merges lists that are sorted."""

from __future__ import annotations

import numpy as np
import pytest

from tests.aicore.harness import Kernel, KernelFaultError

_SOURCE = """
using namespace AscendC;
extern "C" __global__ __aicore__ void f(GM_ADDR x, GM_ADDR y) {
    TPipe pipe;
    TBuf<TPosition::VECCALC> in, out;
    pipe.InitBuffer(in, 128);
    pipe.InitBuffer(out, 128);
    LocalTensor<float> lists = in.Get<float>(), merged = out.Get<float>();
    GlobalTensor<float> source, target;
    source.SetGlobalBuffer((__gm__ float*)x, 32);
    target.SetGlobalBuffer((__gm__ float*)y, 32);
    DataCopy(lists, source, 32);
    SetFlag<HardEvent::MTE2_V>(EVENT_ID0);
    WaitFlag<HardEvent::MTE2_V>(EVENT_ID0);
    const uint16_t lengths[4] = {8, 8, 0, 0};
    MrgSort<float>(merged, MrgSortSrcList<float>(lists, lists[16], lists, lists),
                   MrgSort4Info(lengths, false, 3, 1));
    SetFlag<HardEvent::V_MTE3>(EVENT_ID0);
    WaitFlag<HardEvent::V_MTE3>(EVENT_ID0);
    DataCopy(target, merged, 32);
}
"""


def _merge(first: list[float], second: list[float]) -> list[float]:
    records = np.zeros((16, 2), np.float32)
    records[:, 0] = first + second
    merged = np.zeros((16, 2), np.float32)
    Kernel(_SOURCE, "f", 2).run(1, records, merged)
    return [float(score) for score in merged[:, 0]]


def test_zeros_of_both_signs_are_equal_and_ties_allowed() -> None:
    first, second = [3.0, 2, 2, -0.0, 0, -0.0, -1, -1], [9.0, 3, 0, -0.0, 0, -1, -2, -3]
    assert _merge(first, second) == sorted(first + second, reverse=True)


def test_a_list_that_is_not_sorted_ends_the_kernel() -> None:
    """As on hardware, which merges only what is sorted."""
    with pytest.raises(
        KernelFaultError, match="MrgSort: list 2 is not sorted: record 5 has a larger score"
    ):
        _merge([3.0, 2, 2, 0, 0, 0, -1, -1], [9.0, 3, 0, 0, 0, 1, -2, -3])
