"""Members of LocalTensor and GlobalTensor against their pages (基础API/数据结构)."""

from __future__ import annotations

import numpy as np

from tests.aicore.core_support import run
from tests.utils.sources import read_source

OUT = "GlobalTensor<int64_t> y; y.SetGlobalBuffer((__gm__ int64_t*)out); int n = 0;"


def test_reinterpreted_tensors_keep_address_and_bytes() -> None:
    """ReinterpretCast.md: int32 values as pairs of int16, of both kinds of tensors."""
    body = read_source(__file__, "kernels/tensors_reinterpreted.inc")
    got = np.full(69, -9, np.int64)
    run(body, np.arange(16, dtype=np.int32), got)
    pairs = np.arange(16, dtype=np.int32).view(np.int16)
    assert got[:64].tolist() == np.repeat(pairs, 2).tolist()
    assert got[64:].tolist() == [32, 32, 64, 1, 128]


def test_an_offset_counts_elements_of_the_other_tensor() -> None:
    """SetAddrWithOffset.md: the offset is in elements of the old tensor, here float."""
    body = f"""{OUT}
        LocalTensor<float> base(TPosition::VECCALC, 256, 64);
        LocalTensor<half> view;
        view.SetAddrWithOffset(base, 10);
        y.SetValue(n++, view.GetPhyAddr() - base.GetPhyAddr());
        y.SetValue(n++, view.GetPosition() == base.GetPosition());
        y.SetValue(n++, base[16].GetPhyAddr() - base.GetPhyAddr());
    """
    got = np.zeros(3, np.int64)
    run(body, np.zeros(1), got)
    assert got.tolist() == [40, 1, 64]


def test_sizes_shapes_and_values() -> None:
    """SetSize.md, SetBufferLen.md, SetShapeInfo.md, SetValue.md and operator()."""
    body = read_source(__file__, "kernels/tensors_sizes.inc")
    got = np.zeros(10, np.int64)
    run(body, np.zeros(1), got)
    assert got.tolist() == [24, 48, 16, 2, 1024, 3, 1000, 1, 16384, 7]
