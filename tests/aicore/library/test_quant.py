"""Quantisation and its inverse against models of the documented steps."""

# ruff: noqa: E501  (lines of the C++ text)

from __future__ import annotations

import ml_dtypes
import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.aicore.vector_support import Image, call

DST, SRC, SCALE, OFFSET = 0, 16384, 40960, 49152
BF16 = ml_dtypes.bfloat16

QUANT = """
template <typename T> __aicore__ inline void One(const Call& c) {
    auto dst = View<int8_t>(0); auto src = View<T>(16384); auto scale = View<T>(40960); auto offset = View<T>(49152);
    LocalTensor<uint8_t> tmp = View<uint8_t>(61440);
    const uint32_t n = c.extra[0], count = c.extra[1];
    src.SetSize(n); scale.SetSize(count); offset.SetSize(count);
    switch (c.op) {
        case 0: AscendQuant<T>(dst, src, 3.1f, -1.7f, n); break;
        case 1: AscendQuant<T>(dst, src, tmp, 3.1f, -1.7f); break;
        case 2: AscendQuant<T>(dst, src, scale, (T)-1.7f, count, n); break;
        case 3: AscendQuant<T>(dst, src, tmp, scale, (T)-1.7f); break;
        case 4: AscendQuant<T>(dst, src, tmp, scale, offset, count, count, n); break;
        default: AscendQuant<T>(dst, src, scale, offset); break;
    }
}
__aicore__ inline void Run(const Call& c) { c.type == 0 ? One<float>(c) : One<half>(c); }
"""


@settings(max_examples=60, deadline=None)
@given(st.booleans(), st.integers(0, 5), st.integers(1, 40), st.integers(1, 30))
def test_quantisation_rounds_every_step_to_half(half: bool, op: int, rows: int, count: int) -> None:
    dtype = np.float16 if half else np.float32
    rng = np.random.default_rng(rows * count)
    x = (rng.standard_normal((rows, count)) * 30).astype(dtype)
    scale = rng.uniform(0.5, 4, count).astype(dtype)
    offset = rng.uniform(-3, 3, count).astype(dtype)
    image = Image()
    for at, values in ((SRC, x), (SCALE, scale), (OFFSET, offset)):
        image.put(at, values)
    got = call(QUANT, image, op=op, type_index=int(half), extra=(x.size, count))
    factor = scale.astype(np.float16) if op >= 2 else np.float16(np.float32(3.1))
    shift = offset.astype(np.float16) if op >= 4 else np.float16(np.float32(-1.7))
    steps = (x.astype(np.float16) * factor).astype(np.float16) + shift
    exact = np.clip(np.rint(steps.astype(np.float32)), -128, 127).astype(np.int8)
    assert np.array_equal(got.get(DST, np.int8, x.size).reshape(x.shape), exact)


DEQUANT = """
template <typename D, typename S> __aicore__ inline void One(const Call& c) {
    auto dst = View<D>(0); auto src = View<int32_t>(16384); auto scale = View<S>(40960);
    LocalTensor<uint8_t> tmp = View<uint8_t>(61440);
    DequantParams params{c.extra[0], c.extra[1], c.extra[2]};
    switch (c.op) {
        case 0: AscendDequant<D, S>(dst, src, scale, params); break;
        case 1: AscendDequant<D, S, DeQuantMode::DEQUANT_WITH_MULTI_ROW>(dst, src, scale, tmp, params); break;
        case 2: if constexpr (sizeof(S) < 8) AscendDequant<D, S>(dst, src, scale.GetValue(0), tmp, params); break;
        case 3: scale.SetSize(c.extra[2]); AscendDequant<D, S>(dst, src, scale, c.extra[3]); break;
        default: scale.SetSize(c.extra[2]); src.SetSize(c.extra[3]); AscendDequant<D, S>(dst, src, scale, tmp); break;
    }
}
__aicore__ inline void Run(const Call& c) {
    switch (c.type) { case 0: One<half, uint64_t>(c); break; case 1: One<float, float>(c); break; case 2: One<bfloat16_t, bfloat16_t>(c); break; default: One<float, bfloat16_t>(c); break; }
}
"""
DEQUANT_TYPES = (
    (np.float16, np.uint64),
    (np.float32, np.float32),
    (BF16, BF16),
    (np.float32, BF16),
)


def _scales(kind: int, n: int, seed: int) -> tuple[np.ndarray, np.ndarray]:
    """Scales as stored, and their values in float."""
    values = np.random.default_rng(seed).uniform(0.001, 0.01, n).astype(np.float32)
    stored = DEQUANT_TYPES[kind][1]
    if stored is np.uint64:
        return values.view(np.uint32).astype(np.uint64), values
    return values.astype(stored), values.astype(stored).astype(np.float32)


@settings(max_examples=60, deadline=None)
@given(
    st.integers(0, 3),
    st.sampled_from([0, 1, 2]),
    st.integers(1, 5),
    st.integers(1, 6),
    st.integers(1, 48),
)
def test_dequantisation_of_rows(kind: int, op: int, m: int, blocks: int, valid: int) -> None:
    n = blocks * 8
    valid = min(valid, n)
    dtype = DEQUANT_TYPES[kind][0]
    if op == 2 and kind == 0:
        op = 0
    block = 32 // np.dtype(dtype).itemsize
    x = np.random.default_rng(valid).integers(-1000, 1000, (m, n)).astype(np.int32)
    stored, scale = _scales(kind, n, m)
    image = Image()
    image.put(SRC, x)
    image.put(SCALE, stored)
    got = call(DEQUANT, image, op=op, type_index=kind, extra=(m, n, valid))
    # A single row of several groups counts as so many rows, unless a parameter says otherwise.
    if op != 1 and m == 1 and valid % block == 0 and n % valid == 0:
        x = x.reshape(-1, valid)
    pitch = -(-x.shape[1] // block) * block
    factor = scale[0] if op == 2 else scale[:valid]
    exact = (x[:, :valid].astype(np.float32) * factor).astype(dtype)
    shown = got.get(DST, dtype, x.shape[0] * pitch).reshape(-1, pitch)[:, :valid]
    assert np.array_equal(shown, exact)


@settings(max_examples=30, deadline=None)
@given(
    st.integers(0, 3),
    st.sampled_from([3, 4]),
    st.integers(1, 4),
    st.integers(1, 4),
    st.integers(0, 40),
)
def test_dequantisation_of_a_number_of_elements(
    kind: int, op: int, m: int, blocks: int, less: int
) -> None:
    dtype = DEQUANT_TYPES[kind][0]
    n = blocks * 16
    count = m * n if op == 4 else max(m * n - less, 1)
    x = np.random.default_rng(n).integers(-1000, 1000, (m, n)).astype(np.int32)
    stored, scale = _scales(kind, n, m)
    image = Image()
    image.put(SRC, x)
    image.put(SCALE, stored)
    got = call(DEQUANT, image, op=op, type_index=kind, extra=(m, n, n, count))
    exact = (x.astype(np.float32) * scale).astype(dtype).ravel()
    assert np.array_equal(got.get(DST, dtype, count), exact[:count])
    assert not got.get(DST, np.dtype(f"u{np.dtype(dtype).itemsize}").type, m * n)[count:].any()


ANTIQUANT = """
template <typename In, typename Out, bool transposed> __aicore__ inline void One(const Call& c) {
    auto dst = View<Out>(0); auto src = View<In>(16384); auto scale = View<Out>(40960); auto offset = View<Out>(49152);
    LocalTensor<uint8_t> tmp = View<uint8_t>(61440);
    const uint32_t k = c.extra[0], n = c.extra[1], groups = c.extra[2];
    src.SetSize(k * n);
    const AntiQuantShapeInfo shape = transposed ? AntiQuantShapeInfo{n, groups, n, groups} : AntiQuantShapeInfo{groups, n, groups, n};
    switch (c.op) {
        case 0: AscendAntiQuant<In, Out, transposed>(dst, src, offset, scale, k, shape); break;
        case 1: AscendAntiQuant<In, Out, transposed>(dst, src, offset, scale, tmp, k, shape); break;
        case 2: AscendAntiQuant<In, Out, transposed>(dst, src, scale, tmp, k, shape); break;
        case 3: AscendAntiQuant<In, Out, transposed>(dst, src, offset.GetValue(0), scale.GetValue(0), k); break;
        case 4: AscendAntiQuant<In, Out, transposed>(dst, src, scale.GetValue(0), tmp, k); break;
        default: {
            const uint32_t dims[2] = {transposed ? n : groups, transposed ? groups : n};
            offset.SetShapeInfo(ShapeInfo(2, dims)); scale.SetShapeInfo(ShapeInfo(2, dims));
            AscendAntiQuant<In, Out, transposed>(dst, src, offset, scale, k); break;
        }
    }
}
template <typename In, typename Out> __aicore__ inline void Typed(const Call& c) { c.extra[3] != 0 ? One<In, Out, true>(c) : One<In, Out, false>(c); }
__aicore__ inline void Run(const Call& c) {
    switch (c.type) { case 0: Typed<int8_t, half>(c); break; case 1: Typed<int8_t, bfloat16_t>(c); break; default: Typed<int4b_t, half>(c); break; }
}
"""


@settings(max_examples=80, deadline=None)
@given(
    st.integers(0, 2),
    st.integers(0, 5),
    st.sampled_from([1, 2, 4]),
    st.integers(1, 4),
    st.integers(1, 2),
    st.booleans(),
)
def test_inverse_of_quantisation(
    kind: int, op: int, groups: int, blocks: int, channels: int, transposed: bool
) -> None:
    k, n = blocks * 32, channels * 32
    out = BF16 if kind == 1 else np.float16
    low, high = (-8, 8) if kind == 2 else (-128, 128)
    rng = np.random.default_rng(k + n + groups)
    x = rng.integers(low, high, (k, n)).astype(np.int8)
    scale, offset = rng.uniform(0.01, 2, (2, groups, n)).astype(np.float32).astype(out)
    source = x.T if transposed else x
    if kind == 2:
        flat = np.ascontiguousarray(source).ravel().view(np.uint8) & 15
        source = flat[::2] | flat[1::2] << 4
    image = Image()
    image.put(SRC, np.ascontiguousarray(source))
    for at, values in ((SCALE, scale), (OFFSET, offset)):
        image.put(at, np.ascontiguousarray(values.T if transposed else values))
    got = call(ANTIQUANT, image, op=op, type_index=kind, extra=(k, n, groups, int(transposed)))
    if op in {3, 4}:
        factor, shift = scale[:1, :1], offset[:1, :1]
    else:
        factor, shift = (np.repeat(v, k // groups, axis=0) for v in (scale, offset))
    values = x.astype(np.float32)
    if op not in {2, 4}:
        values = values + shift.astype(np.float32)
    if out is np.float16:
        values = values.astype(np.float16).astype(np.float32)
    exact = (values * factor.astype(np.float32)).astype(out)
    shown = got.get(DST, out, k * n)
    shown = shown.reshape(n, k).T if transposed else shown.reshape(k, n)
    assert np.array_equal(shown, exact)
