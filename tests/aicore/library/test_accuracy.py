"""The vector library against float64: accuracy of the functions, rows of softmax, norms and
quantisation."""

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

DST, SRC, SECOND = 0, 16384, 32768
COUNT = 2048

_NORMAL = np.vectorize(math.erf), np.vectorize(math.erfc), np.vectorize(math.lgamma)


def _gate(x: np.ndarray) -> np.ndarray:
    return 1 / (1 + np.exp(-x))


def _digamma(x: np.ndarray) -> np.ndarray:
    shift = np.zeros_like(x)
    while (small := x < 30).any():
        shift -= np.where(small, 1 / x, 0)
        x = np.where(small, x + 1, x)
    z = 1 / x**2
    return shift + np.log(x) - 0.5 / x - z * (1 / 12 - z * (1 / 120 - z / 252))


# name: (reference in float64, lowest and highest input)
FUNCTIONS: dict[str, tuple[Callable[..., Any], float, float]] = {
    "Exp": (np.exp, -100, 88),
    "Ln": (np.log, 1e-30, 1e30),
    "Sin": (np.sin, -65504, 65504),
    "Cos": (np.cos, -65504, 65504),
    "Tan": (np.tan, -65504, 65504),
    "Asin": (np.arcsin, -1, 1),
    "Acos": (np.arccos, -1, 1),
    "Atan": (np.arctan, -1e4, 1e4),
    "Sinh": (np.sinh, -88, 88),
    "Cosh": (np.cosh, -88, 88),
    "Tanh": (np.tanh, -12, 12),
    "Asinh": (np.arcsinh, -65504, 65504),
    "Acosh": (np.arccosh, 1, 65504),
    "Atanh": (np.arctanh, -0.999, 0.999),
    "Erf": (_NORMAL[0], -5, 5),
    "Erfc": (_NORMAL[1], -5, 9),
    "Log2": (np.log2, 1e-30, 1e30),
    "Log10": (np.log10, 1e-30, 1e30),
    "Log": (np.log, 1e-30, 1e30),
    "Lgamma": (_NORMAL[2], 0.1, 100),
    "Digamma": (_digamma, 0.1, 100),
    "Ceil": (np.ceil, -1e4, 1e4),
    "Floor": (np.floor, -1e4, 1e4),
    "Round": (np.rint, -1e4, 1e4),
    "Trunc": (np.trunc, -1e4, 1e4),
    "Frac": (lambda x: x - np.trunc(x), -1e4, 1e4),
    "Sign": (np.sign, -3, 3),
    "Sigmoid": (_gate, -20, 20),
    "Silu": (lambda x: x * _gate(x), -20, 20),
    "Gelu": (lambda x: x * _gate(1.5957691216057308 * (x + 0.044715 * x**3)), -6, 6),
    "FasterGelu": (lambda x: x * _gate(1.702 * x), -6, 6),
}

_CASES = "\n".join(
    f"case {i}: {name}(d, s, {'(int32_t)' if name in {'Exp', 'Ln'} else ''}c.count); break;"
    for i, name in enumerate(FUNCTIONS)
)
MATH = read_source(__file__, "kernels/accuracy_math.cpp", CASES=_CASES)


def _ulps(got: np.ndarray, exact: np.ndarray) -> float:
    rounded = exact.astype(got.dtype)
    smallest = np.finfo(got.dtype).smallest_subnormal
    unit = np.maximum(np.spacing(np.abs(rounded)).astype(np.float64), float(smallest))
    return float(np.max(np.abs(got.astype(np.float64) - exact) / unit, initial=0))


@pytest.mark.parametrize("dtype", [np.float32, np.float16])
@pytest.mark.parametrize("name", FUNCTIONS)
def test_functions_are_within_an_ulp(name: str, dtype: type) -> None:
    """All are rounded correctly but for ties; Exp in float is a basic instruction, and faster."""
    reference, low, high = FUNCTIONS[name]
    rng = np.random.default_rng(11)
    if high > 1e9:
        values = np.exp(rng.uniform(np.log(low), np.log(high), COUNT))
    else:
        values = np.concatenate(
            [
                rng.uniform(low, high, COUNT // 2),
                rng.uniform(max(low, -1), min(high, 1) + (low >= 1), COUNT // 2),
            ]
        )
    with np.errstate(all="ignore"):
        values = np.clip(values, max(low, -60000), min(high, 60000)).astype(dtype)
        values = values[values != 0]
        exact = reference(values.astype(np.float64))
        keep = np.isfinite(exact) & (np.abs(exact) < float(np.finfo(dtype).max))
    image = Image()
    image.put(SRC, values)
    got = call(
        MATH,
        image,
        op=list(FUNCTIONS).index(name),
        type_index=int(dtype is np.float16),
        lanes=Lanes(count=values.size),
        at=(DST, SRC, SECOND),
    ).get(DST, dtype, values.size)
    assert keep.sum() > values.size // 4
    assert _ulps(got[keep], exact[keep]) <= (0.89 if (name, dtype) == ("Exp", np.float32) else 0.51)


@settings(max_examples=60, deadline=None)
@given(
    st.sampled_from(list(FUNCTIONS)),
    st.sampled_from([np.float32, np.float16]),
    st.integers(1, 300),
    st.integers(0, 2**32 - 1),
)
def test_functions_of_any_number_of_elements(name: str, dtype: type, count: int, seed: int) -> None:
    """Each value depends on its own element only, and nothing after the last one is written."""
    reference, low, high = FUNCTIONS[name]
    span = min(high, 60) - max(low, -60)
    values = (max(low, -60) + np.random.default_rng(seed).random(count) * span).astype(dtype)
    image = Image()
    image.put(SRC, values)
    image.put(DST, np.full(count + 32, 7, dtype))
    got = call(
        MATH,
        image,
        op=list(FUNCTIONS).index(name),
        type_index=int(dtype is np.float16),
        lanes=Lanes(count=count),
        at=(DST, SRC, SECOND),
    ).get(DST, dtype, count + 32)
    with np.errstate(all="ignore"):
        exact = reference(values.astype(np.float64))
    keep = np.isfinite(exact) & (np.abs(exact) < float(np.finfo(dtype).max))
    assert _ulps(got[:count][keep], exact[keep]) <= 0.89
    assert np.array_equal(got[count:], np.full(32, 7, dtype))


def test_functions_read_their_sources_before_they_write() -> None:
    """Public operators put dst half a buffer after src: on the core, temporaries lie between."""
    rng = np.random.default_rng(17)
    values = rng.uniform(-4, 4, 1024).astype(np.float16)
    image = Image()
    image.put(SRC, values)
    behind = SRC + values.nbytes // 2
    got = call(
        MATH,
        image,
        op=list(FUNCTIONS).index("Sigmoid"),
        type_index=1,
        lanes=Lanes(count=values.size),
        at=(behind, SRC, SECOND),
    ).get(behind, np.float16, values.size)
    assert _ulps(got, _gate(values.astype(np.float64))) <= 0.51


def _pair(op: int, a: np.ndarray, b: np.ndarray) -> np.ndarray:
    image = Image()
    image.put(SRC, a)
    image.put(SECOND, b)
    return call(MATH, image, op=op, lanes=Lanes(count=a.size), at=(DST, SRC, SECOND)).get(
        DST, np.float32, a.size
    )


def test_powers() -> None:
    rng = np.random.default_rng(12)
    a = np.exp(rng.uniform(-3, 3, 1000)).astype(np.float32)
    b = rng.uniform(-8, 8, 1000).astype(np.float32)
    assert _ulps(_pair(100, a, b), np.power(a.astype(np.float64), b)) <= 0.51
    whole = np.rint(b)
    assert _ulps(_pair(100, -a, whole), np.power(-a.astype(np.float64), whole)) <= 0.51
    special = np.array([0, 0, -2, 5, 1, np.inf, -1], np.float32)
    exponent = np.array([0, 2, 0.5, 0, np.nan, -1, np.inf], np.float32)
    got = _pair(100, special, exponent)
    assert np.array_equal(got, np.array([1, 0, np.nan, 1, 1, 0, 1], np.float32), equal_nan=True)


def _values(name: str, values: list[float], dtype: type = np.float32) -> np.ndarray:
    image = Image()
    image.put(SRC, np.array(values, dtype))
    return call(
        MATH,
        image,
        op=list(FUNCTIONS).index(name),
        type_index=int(dtype is np.float16),
        lanes=Lanes(count=len(values)),
        at=(DST, SRC, SECOND),
    ).get(DST, dtype, len(values))


@pytest.mark.parametrize("dtype", [np.float32, np.float16])
def test_ends_of_domains(dtype: type) -> None:
    """Signs are 1, -1 or 0, of NaN 0 (Sign.md and CANN's comparisons); limits are reached."""
    inf = math.inf
    signs = _values("Sign", [math.nan, -0.0, 0.0, -inf, inf, -3], dtype)
    np.testing.assert_array_equal(signs, [0, 0, 0, -1, 1, -1])
    assert not np.signbit(signs[1])
    pi = dtype(math.pi)
    edges: dict[str, tuple[list[float], list[float]]] = {
        "Asin": ([-1, 1], [-pi / 2, pi / 2]),
        "Acos": ([-1, 1], [pi, 0]),
        "Atan": ([-inf, inf], [-pi / 2, pi / 2]),
        "Acosh": ([1], [0]),
        "Sinh": ([-inf, inf, 0], [-inf, inf, 0]),
        "Cosh": ([-inf, inf, 0], [inf, inf, 1]),
        "Tanh": ([-inf, inf, 0], [-1, 1, 0]),
        "Erf": ([-inf, inf], [-1, 1]),
        "Erfc": ([-inf, inf], [2, 0]),
        "Lgamma": ([1, 2, 0, inf], [0, 0, inf, inf]),
        "Log2": ([0, 8, inf, -1], [-inf, 3, inf, math.nan]),
        "Trunc": ([-0.5, 1.5, -1.5], [0, 1, -1]),
    }
    for name, (values, wanted) in edges.items():
        got = _values(name, values, dtype)
        np.testing.assert_allclose(got, np.array(wanted, dtype), rtol=2e-3, err_msg=name)


def test_remainders_and_gated_units() -> None:
    rng = np.random.default_rng(13)
    a, b = rng.uniform(-50, 50, (2, 500)).astype(np.float32)
    # Fmod's page: a - Trunc(a / b) * b; with large quotients that is not the exact remainder.
    far = (a * np.float32(1e6)).astype(np.float32)
    for dividend in (a, far):
        want = dividend - np.trunc(dividend / b) * b
        assert np.array_equal(_pair(101, dividend, b), want)
    assert np.allclose(a - np.trunc(a / b) * b, np.fmod(a, b), atol=1e-4)
    assert not np.allclose(far - np.trunc(far / b) * b, np.fmod(far, b), atol=1e-4)
    exact = a.astype(np.float64) * b * _gate(1.5 * b.astype(np.float64))
    assert np.allclose(_pair(102, a, b), exact, rtol=1e-6, atol=1e-30)


ROWS = read_source(__file__, "kernels/accuracy_rows.cpp")
M, K, VALID = 6, 48, 43


def _rows(op: int, image: Image, *, rows: int = M) -> Image:
    return call(ROWS, image, op=op, at=(DST, SRC, SECOND), extra=(rows, K, VALID))


def test_softmax_of_rows_with_a_tail() -> None:
    x = np.random.default_rng(14).standard_normal((M, K)).astype(np.float32)
    image = Image()
    image.put(SRC, x)
    got = _rows(0, image)
    wide = x[:, :VALID].astype(np.float64)
    power = np.exp(wide - wide.max(1, keepdims=True))
    result = got.get(DST, np.float32, M * K).reshape(M, K)
    assert np.allclose(result[:, :VALID], power / power.sum(1, keepdims=True), rtol=1e-6)
    assert np.allclose(
        got.get(49152, np.float32, M * 8).reshape(M, 8), power.sum(1, keepdims=True), rtol=1e-6
    )
    assert np.array_equal(
        got.get(50176, np.float32, M * 8).reshape(M, 8),
        np.repeat(x[:, :VALID].max(1), 8).reshape(M, 8),
    )


def test_flash_softmax_carries_its_state() -> None:
    first, second = np.random.default_rng(15).standard_normal((2, M, K)).astype(np.float32) * 3
    image = Image()
    image.put(SRC, first)
    image.put(SECOND, second)
    got = _rows(1, image)
    both = np.concatenate([first[:, :VALID], second[:, :VALID]], 1).astype(np.float64)
    top = both.max(1, keepdims=True)
    dst = got.get(DST, np.float32, M * K).reshape(M, K)[:, :VALID]
    assert np.allclose(dst, np.exp(second[:, :VALID] - top), rtol=1e-6)
    assert np.allclose(
        got.get(49152, np.float32, M * 8).reshape(M, 8),
        np.exp(both - top).sum(1, keepdims=True),
        rtol=1e-6,
    )


def test_layer_norm_rows() -> None:
    rng = np.random.default_rng(16)
    x, scale = (
        rng.standard_normal((M, K)).astype(np.float32),
        rng.standard_normal(128).astype(np.float32),
    )
    image = Image()
    image.put(SRC, x)
    image.put(SECOND, scale)
    got = _rows(2, image)
    wide = x[:, :VALID].astype(np.float64)
    mean, variance = wide.mean(1, keepdims=True), wide.var(1, keepdims=True)
    exact = (wide - mean) / np.sqrt(variance + 1e-5) * scale[:VALID] + scale[64 : 64 + VALID]
    assert np.allclose(
        got.get(DST, np.float32, M * K).reshape(M, K)[:, :VALID], exact, rtol=1e-5, atol=1e-6
    )
    assert np.allclose(got.get(49152, np.float32, M), mean[:, 0], rtol=1e-6)
    assert np.allclose(got.get(50176, np.float32, M), variance[:, 0], rtol=1e-6)


def test_quantisation_rounds_in_half() -> None:
    x = (np.random.default_rng(17).standard_normal(200) * 30).astype(np.float32)
    image = Image()
    image.put(SRC, x)
    half = np.float16
    steps = ((x.astype(half) * half(3)).astype(half) + half(1.5)).astype(half)
    expected = np.clip(np.rint(steps.astype(np.float32)), -128, 127).astype(np.int8)
    assert np.array_equal(_rows(3, image, rows=200).get(DST, np.int8, 200), expected)


def test_sums_and_means_of_rows() -> None:
    x = np.random.default_rng(18).integers(-100, 100, (M, K)).astype(np.float32)
    image = Image()
    image.put(SRC, x)
    assert np.array_equal(_rows(4, image).get(DST, np.float32, M), x[:, :VALID].sum(1))
    assert np.allclose(_rows(5, image).get(DST, np.float32, M), x[:, :VALID].mean(1), rtol=1e-6)
