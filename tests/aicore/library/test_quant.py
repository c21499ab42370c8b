"""Quantisation and its inverse against models of the documented steps."""

from __future__ import annotations

import ml_dtypes
import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.aicore.vector_support import Image, call
from tests.utils.sources import read_source

DST, SRC, SCALE, OFFSET = 0, 16384, 40960, 49152
BF16 = ml_dtypes.bfloat16

QUANT = read_source(__file__, "kernels/quant.cpp")


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


DEQUANT = read_source(__file__, "kernels/quant_dequant.cpp")
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


ANTIQUANT = read_source(__file__, "kernels/quant_antiquant.cpp")


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
