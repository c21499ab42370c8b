"""Library functions that select, reduce and combine elements, against NumPy."""

# ruff: noqa: E501  (lines of the C++ text)

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.aicore.vector_support import Image, Lanes, call
from tests.utils.sources import read_source

DST, SRC, SECOND, MASK = 0, 16384, 32768, 49152

DROP = read_source(__file__, "kernels/filter_drop.cpp")


@settings(max_examples=60, deadline=None)
@given(
    st.sampled_from([np.float32, np.float16]),
    st.integers(1, 4),
    st.integers(1, 5),
    st.integers(1, 4),
    st.booleans(),
    st.booleans(),
)
def test_dropout(
    dtype: type, mode: int, rows: int, blocks: int, inferred: bool, given_tmp: bool
) -> None:
    """Modes 1 and 2 have a byte per element, 3 and 4 a bit; rows of 1 and 4 are padded."""
    cols = blocks * 32
    rng = np.random.default_rng(rows * blocks)
    x = rng.standard_normal((rows, cols)).astype(dtype)
    if mode >= 3:
        x[0, 0] = np.inf  # dropped bits select 0, dropped bytes multiply by 0
    kept = rng.random((rows, cols)) < 0.5
    bits = np.packbits(kept, axis=1, bitorder="little") if mode >= 3 else kept.astype(np.uint8)
    width = bits.shape[1]
    if mode in {1, 4}:
        padded = np.full((rows, width + (32 if mode == 1 else 2)), 0xFF, np.uint8)
        padded[:, :width] = bits
        bits = padded
    image = Image()
    image.put(SRC, x)
    image.put(MASK, bits)
    got = call(
        DROP,
        image,
        op=0 if inferred else mode,
        type_index=int(dtype is np.float16),
        extra=(rows, cols, bits.shape[1], int(given_tmp)),
    )
    factor = dtype(np.float32(1) / np.float32(0.7))
    exact = np.where(kept, x * factor, dtype(0))
    assert np.array_equal(got.get(DST, dtype, x.size).reshape(x.shape), exact)


def test_dropout_multiplies_by_bytes() -> None:
    """CANN's library multiplies by the mask (8.1's headers); the documentation knows only 0 and 1."""
    x = np.array([1.5, -2.0, np.inf, np.nan, 3.0, -1.0] + [0.0] * 26, np.float32)
    mask = np.array([1, 0, 0, 1, 3, 255] + [0] * 26, np.uint8)
    image = Image()
    image.put(SRC, x)
    image.put(MASK, mask)
    got = call(DROP, image, op=2, extra=(1, 32, 32, 1)).get(DST, np.float32, 6)
    with np.errstate(invalid="ignore"):
        exact = (x * mask.astype(np.float32))[:6] * (np.float32(1) / np.float32(0.7))
    np.testing.assert_array_equal(got, exact)


SELECT = read_source(__file__, "kernels/filter_select.cpp")
MASKS = (np.bool_, np.uint8, np.int16, np.uint32)


@settings(max_examples=40, deadline=None)
@given(
    st.sampled_from([np.float32, np.float16]),
    st.integers(0, 3),
    st.integers(1, 5),
    st.integers(1, 4),
    st.integers(0, 1),
    st.booleans(),
)
def test_selection_by_masks_of_whole_elements(
    dtype: type, kind: int, rows: int, blocks: int, more: int, scalar_first: bool
) -> None:
    cols = blocks * 16
    rng = np.random.default_rng(kind + rows)
    x = rng.standard_normal((rows, cols)).astype(dtype)
    mask = (rng.integers(0, 3, (rows, cols + 32 * more)) * 255).astype(MASKS[kind])
    image = Image()
    image.put(SRC, x)
    image.put(MASK, mask)
    extra = (rows, cols, mask.shape[1], int(scalar_first))
    got = call(SELECT, image, op=kind, type_index=int(dtype is np.float16), extra=extra)
    first = mask[:, :cols] == 0
    exact = np.where(first != scalar_first, x, dtype(2.5))
    assert np.array_equal(got.get(DST, dtype, x.size).reshape(x.shape), exact)


REDUCTIONS = (
    "ReduceSum",
    "ReduceMean",
    "ReduceMax",
    "ReduceMin",
    "ReduceProd",
    "ReduceAny",
    "ReduceAll",
)
# What the documentation offers besides float.
NARROW = {np.float16: ("ReduceMax", "ReduceMin"), np.uint8: ("ReduceAny", "ReduceAll")}


def _cases(names: tuple[str, ...]) -> str:
    return " ".join(
        f"case {REDUCTIONS.index(name)}: c.extra[3] != 0 ? {name}<T, Axes>(dst, src, tmp, shape, true) : {name}<T, Axes, true>(dst, src, shape, true); break;"
        for name in names
    )


REDUCE = read_source(
    __file__,
    "kernels/filter_reduce.cpp",
    HALF_CASES=_cases(NARROW[np.float16]),
    BYTE_CASES=_cases(NARROW[np.uint8]),
    FLOAT_CASES=_cases(REDUCTIONS),
)


@settings(max_examples=80, deadline=None)
@given(
    st.sampled_from(REDUCTIONS),
    st.integers(0, 2),
    st.integers(1, 9),
    st.integers(1, 200),
    st.booleans(),
    st.booleans(),
)
def test_reductions_by_pattern(
    name: str, kind: int, rows: int, cols: int, first_axis: bool, given_tmp: bool
) -> None:
    logical = name in {"ReduceAny", "ReduceAll"}
    dtype = (np.float32, np.float16, np.uint8)[kind]
    if name not in NARROW.get(dtype, REDUCTIONS):
        dtype = np.float32
    rng = np.random.default_rng(rows * cols)
    wide = rng.integers(0, 2, (rows, cols)) if logical else rng.uniform(0.8, 1.25, (rows, cols))
    x = np.asarray(wide, dtype)
    block = 32 // np.dtype(dtype).itemsize
    source = np.full((rows, -(-cols // block) * block), 77, dtype)
    source[:, :cols] = x
    image = Image()
    image.put(SRC, source)
    got = call(
        REDUCE,
        image,
        op=REDUCTIONS.index(name),
        type_index={np.float32: 0, np.float16: 1, np.uint8: 2}[dtype],
        extra=(rows, cols, int(first_axis), int(given_tmp)),
    )
    axis = 0 if first_axis else 1
    wide = x.astype(np.float64)
    functions: dict[str, Callable[..., Any]] = {
        "ReduceSum": wide.sum,
        "ReduceMean": wide.mean,
        "ReduceMax": wide.max,
        "ReduceMin": wide.min,
        "ReduceProd": wide.prod,
        "ReduceAny": wide.max,
        "ReduceAll": wide.min,
    }
    exact = functions[name](axis)
    assert np.allclose(got.get(DST, dtype, exact.size).astype(np.float64), exact, rtol=3e-5)


SUMS = read_source(__file__, "kernels/filter_sums.cpp")


@settings(max_examples=40, deadline=None)
@given(st.booleans(), st.sampled_from([0, 1, 4]), st.integers(1, 20), st.integers(1, 8))
def test_running_sums(half: bool, op: int, rows: int, blocks: int) -> None:
    first_axis = op == 0
    dtype = np.float16 if half else np.float32
    cols = blocks * 16
    x = np.random.default_rng(rows).integers(-4, 5, (rows, cols)).astype(dtype)
    image = Image()
    image.put(SRC, x)
    got = call(SUMS, image, op=op, type_index=int(half), extra=(rows, cols))
    exact = np.cumsum(x, axis=0 if first_axis else 1)
    assert np.array_equal(got.get(DST, dtype, x.size).reshape(x.shape), exact)
    if op != 1:
        assert np.array_equal(got.get(SECOND, dtype, cols), exact[-1])


@pytest.mark.parametrize("op", [2, 3])
@pytest.mark.parametrize("spread", [20, 30000])
def test_sum_of_differing_bits_saturates(op: int, spread: int) -> None:
    rng = np.random.default_rng(spread)
    for shift in (-spread // 2, spread // 2):
        a, b = rng.integers(-spread, spread, (2, 300)).astype(np.int16)
        b = np.where(shift < 0, b, a ^ np.abs(b)).astype(np.int16)
        image = Image()
        image.put(SRC, a)
        image.put(SECOND, b)
        got = call(SUMS, image, op=op, lanes=Lanes(count=300)).get(DST, np.int16, 1)[0]
        assert got == np.clip((a ^ b).astype(np.int64).sum(), -32768, 32767)


POINTWISE = read_source(__file__, "kernels/filter_pointwise.cpp")


def _gate(x: np.ndarray) -> np.ndarray:
    return 1 / (1 + np.exp(-x))


def _gelu(x: np.ndarray) -> np.ndarray:
    return x * _gate(1.5957691216057308 * (x + 0.044715 * x**3))


def _parabola(x: np.ndarray) -> np.ndarray:
    clipped = np.minimum(np.abs(0.7071 * x), 1.769) - 1.769
    return x * (np.sign(x) * (0.5 - 0.1444 * clipped**2) + 0.5)


FORMULAS = (
    lambda a, _: a * _gate(1.5 * a),
    lambda a, _: _parabola(a),
    lambda a, _: _parabola(a),
    lambda a, b: a * _gelu(b),
    lambda a, b: a * _gelu(b),
    lambda a, b: a * np.maximum(b, 0),
    lambda a, b: a * np.maximum(b, 0),
    lambda a, _: np.minimum(a, 0.5),
    lambda a, _: np.maximum(a, 0.5),
    lambda a, _: np.exp(a),
    lambda a, _: np.exp(a),
    lambda a, _: a**2,
    lambda a, _: 2**a,
    lambda a, _: a * _gate(a),
)


@pytest.mark.parametrize("half", [False, True])
@pytest.mark.parametrize("op", range(len(FORMULAS)))
def test_functions_with_parameters(op: int, half: bool) -> None:
    dtype = np.float16 if half else np.float32
    rng = np.random.default_rng(op)
    a, b = rng.uniform(-4, 4, (2, 501)).astype(dtype)
    image = Image()
    image.put(SRC, a)
    image.put(SECOND, b)
    got = call(POINTWISE, image, op=op, type_index=int(half), lanes=Lanes(count=501))
    exact = FORMULAS[op](a.astype(np.float64), b.astype(np.float64))
    eps = float(np.finfo(dtype).eps)
    assert np.allclose(got.get(DST, dtype, 501), exact, rtol=eps, atol=eps / 100)
    assert not got.data[501 * a.itemsize : SRC].any()


INTEGERS = read_source(__file__, "kernels/filter_integers.cpp")


@pytest.mark.parametrize("dtype", [np.int16, np.uint16])
@pytest.mark.parametrize("op", [0, 1])
def test_differing_bits(op: int, dtype: type) -> None:
    a, b = np.random.default_rng(4).integers(0, 65536, (2, 333)).astype(np.uint16).view(dtype)
    image = Image()
    image.put(SRC, a)
    image.put(SECOND, b)
    got = call(INTEGERS, image, op=op, type_index=int(dtype is np.uint16), lanes=Lanes(count=333))
    assert np.array_equal(got.get(DST, dtype, 333), a ^ b)


@settings(max_examples=40, deadline=None)
@given(
    st.integers(2, 3), st.integers(0, 2), st.integers(1, 12), st.integers(1, 70), st.integers(0, 3)
)
def test_broadcasts(op: int, kind: int, rows: int, cols: int, ones: int) -> None:
    dtype = (np.float32, np.float16, np.int8)[kind]
    shape = (1 if ones & 1 else rows, 1 if ones & 2 else cols)
    x = (np.arange(math.prod(shape)) % 100).astype(dtype).reshape(shape)
    image = Image()
    image.put(SRC, x)
    got = call(INTEGERS, image, op=op, type_index=kind, extra=(rows, cols, *shape))
    exact = np.broadcast_to(x, (rows, cols))
    assert np.array_equal(got.get(DST, dtype, exact.size), exact.ravel())


@settings(max_examples=30, deadline=None)
@given(st.sampled_from([4, 5]), st.integers(0, 3), st.integers(1, 600))
def test_progressions(op: int, kind: int, count: int) -> None:
    dtype = (np.int32, np.float16, np.int16, np.float32)[kind]
    got = call(INTEGERS, Image(), op=op, type_index=kind, lanes=Lanes(count=count))
    assert np.array_equal(got.get(DST, dtype, count), (2 * np.arange(count) - 3).astype(dtype))
