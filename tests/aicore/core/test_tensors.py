"""Members of LocalTensor and GlobalTensor against their pages (基础API/数据结构)."""

# ruff: noqa: E501  (lines of the C++ text)

from __future__ import annotations

import numpy as np

from tests.aicore.core_support import run

OUT = "GlobalTensor<int64_t> y; y.SetGlobalBuffer((__gm__ int64_t*)out); int n = 0;"


def test_reinterpreted_tensors_keep_address_and_bytes() -> None:
    """ReinterpretCast.md: int32 values as pairs of int16, of both kinds of tensors."""
    body = f"""{OUT}
        LocalTensor<int32_t> local(TPosition::VECCALC, 128, 16);
        for (int32_t i = 0; i < 16; ++i) local.SetValue(i, i);
        auto words = local.ReinterpretCast<int16_t>();
        GlobalTensor<int32_t> global; global.SetGlobalBuffer((__gm__ int32_t*)in, 16);
        auto halves = global.template ReinterpretCast<int16_t>();
        for (int i = 0; i < 32; ++i) {{ y.SetValue(n++, words(i)); y.SetValue(n++, halves.GetValue(i)); }}
        y.SetValue(n++, words.GetSize()); y.SetValue(n++, halves.GetSize()); y.SetValue(n++, words.GetLength());
        y.SetValue(n++, words.GetPhyAddr() == local.GetPhyAddr());
        LocalTensor<int4b_t> nibbles = local.ReinterpretCast<int4b_t>();
        y.SetValue(n++, nibbles.GetSize());
    """
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
    body = f"""{OUT}
        LocalTensor<half> local(TPosition::VECCALC, 0, 64);
        local.SetSize(24);
        y.SetValue(n++, local.GetSize()); y.SetValue(n++, local.GetLength());
        local.SetBufferLen(32);
        y.SetValue(n++, local.GetSize());
        uint32_t shape[] = {{16, 1024}}, original[] = {{15, 1000, 1}};
        local.SetShapeInfo(ShapeInfo(2, shape, 3, original, DataFormat::NZ));
        const ShapeInfo info = local.GetShapeInfo();
        y.SetValue(n++, info.shapeDim); y.SetValue(n++, info.shape[1]); y.SetValue(n++, info.originalShapeDim);
        y.SetValue(n++, info.originalShape[1]); y.SetValue(n++, info.dataFormat == DataFormat::NZ);
        GlobalTensor<float> global;
        global.SetShapeInfo(ShapeInfo(2, shape, DataFormat::ND));
        y.SetValue(n++, GetShapeSize(global.GetShapeInfo()));
        local(3) = half(7);
        y.SetValue(n++, (int64_t)(float)local.GetValue(3));
    """
    got = np.zeros(10, np.int64)
    run(body, np.zeros(1), got)
    assert got.tolist() == [24, 48, 16, 2, 1024, 3, 1000, 1, 16384, 7]
