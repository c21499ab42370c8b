"""Normalisation of the vector library against NumPy in float64."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.aicore.vector_support import Image, call
from tests.utils.sources import read_source

if TYPE_CHECKING:
    from numpy.typing import NDArray

DST, SRC, SECOND, MEAN, VARIANCE, GAMMA, BETA = (n * 8192 for n in range(7))
EPSILON = 1e-3

NORMS = read_source(__file__, "kernels/norm.cpp")

TYPES = (np.float32, np.float16)
Shape = tuple[int, int, int, int]


def _align(n: int, dtype: type) -> int:
    block = 32 // np.dtype(dtype).itemsize
    return -(-n // block) * block


@st.composite
def _shapes(draw: st.DrawFn) -> tuple[type, Shape, int, bool]:
    """A type, [b, s, padded h, h], a seed, and whether a temporary buffer is passed."""
    dtype = draw(st.sampled_from(TYPES))
    h = draw(st.integers(1, 120))
    return (
        dtype,
        (draw(st.integers(1, 3)), draw(st.integers(1, 4)), _align(h, dtype), h),
        draw(st.integers(0, 99)),
        draw(st.booleans()),
    )


def _run(
    op: int, image: Image, dtype: type, shape: tuple[int, ...], *, given: bool, **kw: int
) -> Image:
    extra = (*shape, int(given), kw.get("d", 0))
    return call(NORMS, image, op=op, type_index=TYPES.index(dtype), extra=extra)


def _rows(image: Image, at: int, rows: int, pitch: int, valid: int, dtype: type) -> NDArray:
    return image.get(at, dtype, rows * pitch).reshape(rows, pitch)[:, :valid].astype(np.float64)


def _check(got: NDArray, exact: NDArray, dtype: type, scale: float = 1.0) -> None:
    eps = float(np.finfo(dtype).eps)
    tolerance = 4 * eps * scale if dtype is np.float32 else 0.51 * eps
    assert np.allclose(got, exact, rtol=tolerance, atol=tolerance)


def _poison(values: NDArray, valid: int) -> NDArray:
    values = values.copy()
    values[:, valid:] = np.nan
    return values


class Operands:
    """x, residual or gradient, gamma, beta in an image, and their values in float64."""

    def __init__(self, dtype: type, rows: int, pitch: int, valid: int, seed: int) -> None:
        rng = np.random.default_rng(seed)
        self.image = Image()
        self.image.data[:] = 0xFF
        values = {}
        for at, offset in ((SRC, 2.0), (SECOND, 0.0)):
            matrix = (rng.standard_normal((rows, pitch)) + offset).astype(dtype)
            self.image.put(at, _poison(matrix, valid))
            values[at] = matrix[:, :valid].astype(np.float64)
        self.x, self.second = values[SRC], values[SECOND]
        self.gamma, self.beta = rng.uniform(-2, 2, (2, max(rows, valid)))

    def parameters(self, dtype: type, n: int) -> tuple[NDArray, NDArray]:
        """Puts `n` values of gamma and beta and returns them as stored."""
        gamma, beta = self.gamma[:n].astype(dtype), self.beta[:n].astype(dtype)
        self.image.put(GAMMA, gamma)
        self.image.put(BETA, beta)
        return gamma.astype(np.float64), beta.astype(np.float64)


def _epsilon(dtype: type) -> float:
    return float(dtype(EPSILON))


@settings(max_examples=40, deadline=None)
@given(_shapes())
def test_layer_norm(case: tuple[type, Shape, int, bool]) -> None:
    dtype, shape, seed, given_tmp = case
    b, s, h, valid = shape
    operands = Operands(dtype, b * s, h, valid, seed)
    gamma, beta = operands.parameters(dtype, valid)
    got = _run(0, operands.image, dtype, shape, given=given_tmp)
    x = operands.x
    mean, variance = x.mean(1), x.var(1)
    exact = (x - mean[:, None]) / np.sqrt(variance[:, None] + _epsilon(dtype)) * gamma + beta
    _check(_rows(got, DST, b * s, h, valid, dtype), exact, dtype, 8)
    _check(got.get(MEAN, dtype, b * s).astype(np.float64), mean, dtype)
    _check(got.get(VARIANCE, dtype, b * s).astype(np.float64), variance, dtype)


@settings(max_examples=30, deadline=None)
@given(_shapes(), st.booleans())
def test_layer_norm_with_rstd(case: tuple[type, Shape, int, bool], no_beta: bool) -> None:
    dtype, shape, seed, given_tmp = case
    b, s, h, valid = shape
    operands = Operands(dtype, b * s, h, valid, seed)
    gamma, beta = operands.parameters(dtype if no_beta else np.float32, valid)
    got = _run(2 if no_beta else 1, operands.image, dtype, shape, given=given_tmp)
    x = operands.x
    rstd = 1 / np.sqrt(x.var(1) + EPSILON)
    exact = (x - x.mean(1, keepdims=True)) * rstd[:, None] * gamma + (0 if no_beta else beta)
    _check(_rows(got, DST, b * s, h, valid, dtype), exact, dtype, 8)
    _check(got.get(57344, np.float32, b * s), rstd, np.float32, 4)
    _check(got.get(MEAN, np.float32, b * s), x.mean(1), np.float32)


@pytest.mark.parametrize("soc", ["Ascend910B3", "Ascend950PR_9599"])
def test_layer_norm_gives_the_variance_only_on_the_950(soc: str) -> None:
    """isOutputRstd has no effect elsewhere (LayerNorm.md)."""
    operands = Operands(np.float32, 6, 40, 37, 1)
    operands.parameters(np.float32, 37)
    got = call(NORMS, operands.image, op=10, extra=(2, 3, 40, 37, 0, 0), soc=soc)
    variance = operands.x.var(1)
    exact = variance if soc.startswith("Ascend950") else 1 / np.sqrt(variance + EPSILON)
    _check(got.get(57344, np.float32, 6), exact, np.float32, 4)


@settings(max_examples=30, deadline=None)
@given(_shapes())
def test_rms_norm(case: tuple[type, Shape, int, bool]) -> None:
    dtype, shape, seed, given_tmp = case
    b, s, h, valid = shape
    operands = Operands(dtype, b * s, h, valid, seed)
    gamma, _ = operands.parameters(dtype, valid)
    got = _run(3, operands.image, dtype, shape, given=given_tmp)
    x = operands.x
    exact = x / np.sqrt((x**2).mean(1, keepdims=True) + _epsilon(dtype)) * gamma
    _check(_rows(got, DST, b * s, h, valid, dtype), exact, dtype, 4)


@settings(max_examples=30, deadline=None)
@given(_shapes())
def test_deep_norm_gives_the_variance(case: tuple[type, Shape, int, bool]) -> None:
    dtype, shape, seed, given_tmp = case
    b, s, h, valid = shape
    operands = Operands(dtype, b * s, h, valid, seed)
    gamma, beta = operands.parameters(dtype, valid)
    got = _run(4, operands.image, dtype, shape, given=given_tmp)
    x = 0.5 * operands.x + operands.second
    variance = x.var(1)
    exact = (x - x.mean(1, keepdims=True)) / np.sqrt(variance[:, None] + _epsilon(dtype))
    _check(_rows(got, DST, b * s, h, valid, dtype), exact * gamma + beta, dtype, 16)
    _check(got.get(MEAN, dtype, b * s).astype(np.float64), x.mean(1), dtype)
    _check(got.get(VARIANCE, dtype, b * s).astype(np.float64), variance, dtype, 4)


@settings(max_examples=30, deadline=None)
@given(_shapes())
def test_layer_norm_gradients(case: tuple[type, Shape, int, bool]) -> None:
    dtype, shape, seed, given_tmp = case
    b, s, h, valid = shape
    operands = Operands(dtype, b * s, h, valid, seed)
    gamma, _ = operands.parameters(dtype, valid)
    dy, x = operands.x, operands.second
    mean = x.mean(1).astype(dtype)
    variance = x.var(1).astype(dtype)
    operands.image.put(MEAN, mean)
    operands.image.put(VARIANCE, variance)
    got = _run(5, operands.image, dtype, shape, given=given_tmp)
    power = (variance.astype(np.float64) + _epsilon(dtype))[:, None]
    distance = x - mean.astype(np.float64)[:, None]
    grad = dy * gamma
    pd_var = (-0.5 * grad * distance * power**-1.5).sum(1, keepdims=True)
    pd_mean = (-grad * power**-0.5).sum(1, keepdims=True) + pd_var / valid * (-2.0 * distance).sum(
        1, keepdims=True
    )
    exact = grad * power**-0.5 + pd_var * 2 / valid * distance + pd_mean / valid
    _check(_rows(got, DST, b * s, h, valid, dtype), exact, dtype, 400)
    _check(_rows(got, 57344, b * s, h, valid, dtype), distance * power**-0.5, dtype, 16)


@settings(max_examples=30, deadline=None)
@given(_shapes())
def test_layer_norm_gradients_of_parameters(case: tuple[type, Shape, int, bool]) -> None:
    dtype, shape, seed, given_tmp = case
    b, s, h, valid = shape
    operands = Operands(dtype, b * s, h, valid, seed)
    got = _run(6, operands.image, dtype, shape, given=given_tmp)
    for at, exact in (
        (GAMMA, (operands.x * operands.second).sum(0)),
        (BETA, operands.second.sum(0)),
    ):
        _check(got.get(at, dtype, valid).astype(np.float64), exact, dtype)


@settings(max_examples=30, deadline=None)
@given(_shapes())
def test_normalize_by_given_moments(case: tuple[type, Shape, int, bool]) -> None:
    dtype, shape, seed, given_tmp = case
    b, s, h, valid = shape
    operands = Operands(dtype, b * s, h, valid, seed)
    gamma, beta = operands.parameters(dtype, valid)
    rng = np.random.default_rng(seed)
    mean = rng.standard_normal(b * s).astype(np.float32)
    variance = rng.uniform(0.1, 3, b * s).astype(np.float32)
    operands.image.put(MEAN, mean)
    operands.image.put(VARIANCE, variance)
    got = _run(7, operands.image, dtype, shape, given=given_tmp)
    rstd = 1 / np.sqrt(variance.astype(np.float64) + EPSILON)
    exact = (operands.x - mean.astype(np.float64)[:, None]) * rstd[:, None]
    exact = exact * gamma + beta if given_tmp else exact
    _check(_rows(got, DST, b * s, h, valid, dtype), exact, dtype, 8)
    _check(got.get(57344, np.float32, b * s), rstd, np.float32)


@settings(max_examples=30, deadline=None)
@given(_shapes())
def test_batch_norm(case: tuple[type, Shape, int, bool]) -> None:
    dtype, shape, seed, given_tmp = case
    b, _, h, _ = shape
    operands = Operands(dtype, b, h, h, seed)
    gamma, beta = operands.parameters(dtype, b)
    got = _run(8, operands.image, dtype, (b, 1, h, h), given=given_tmp)
    x = operands.x
    mean, variance = x.mean(0), x.var(0)
    exact = (x - mean) / np.sqrt(variance + _epsilon(dtype)) * gamma[:, None] + beta[:, None]
    _check(_rows(got, DST, b, h, h, dtype), exact, dtype, 64)
    _check(got.get(MEAN, dtype, h).astype(np.float64), mean, dtype)
    _check(got.get(VARIANCE, dtype, h).astype(np.float64), variance, dtype)


@settings(max_examples=30, deadline=None)
@given(
    st.sampled_from(TYPES),
    st.integers(1, 2),
    st.integers(1, 3),
    st.integers(1, 3),
    st.integers(1, 60),
    st.booleans(),
)
def test_group_norm(dtype: type, n: int, groups: int, d: int, hw: int, given_tmp: bool) -> None:
    pitch = _align(hw, dtype)
    channels = groups * d
    operands = Operands(dtype, n * channels, pitch, hw, hw)
    operands.gamma = np.resize(operands.gamma, channels)
    operands.beta = np.resize(operands.beta, channels)
    gamma, beta = operands.parameters(dtype, channels)
    got = _run(9, operands.image, dtype, (n, groups, pitch, hw), given=given_tmp, d=d)
    x = operands.x.reshape(n, groups, d * hw)
    mean, variance = x.mean(2), x.var(2)
    unit = (x - mean[:, :, None]) / np.sqrt(variance[:, :, None] + _epsilon(dtype))
    exact = unit.reshape(n, channels, hw) * gamma[:, None] + beta[:, None]
    shown = _rows(got, DST, n * channels, pitch, hw, dtype).reshape(n, channels, hw)
    _check(shown, exact, dtype, 16)
    _check(got.get(MEAN, dtype, n * groups).astype(np.float64), mean.ravel(), dtype)
    _check(got.get(VARIANCE, dtype, n * groups).astype(np.float64), variance.ravel(), dtype)


WELFORD = read_source(__file__, "kernels/norm_welford.cpp")


@pytest.mark.parametrize("keep", [False, True])
@pytest.mark.parametrize("dtype", TYPES)
def test_welford_updates(dtype: type, keep: bool) -> None:
    rng = np.random.default_rng(3)
    length, valid = 64, 43
    mean, m = rng.standard_normal((2, length)).astype(np.float32)
    x = rng.standard_normal(length).astype(dtype)
    image = Image()
    image.data[:] = 0xFF
    for at, values in ((16384, mean), (24576, m), (32768, x)):
        image.put(at, values)
    got = call(WELFORD, image, type_index=TYPES.index(dtype), extra=(length, valid, 5, int(keep)))
    wide = x.astype(np.float64)
    exact_mean = mean + (wide - mean) / 5
    exact_m = m + (wide - mean) * (wide - exact_mean)
    for at, exact, before in ((0, exact_mean, mean), (8192, exact_m, m)):
        shown = got.get(at, np.float32, length)
        assert np.allclose(shown[:valid], exact[:valid], rtol=1e-6, atol=1e-6)
        if keep:
            assert np.array_equal(shown[valid:], before[valid:])
        else:
            assert np.isnan(shown[valid:]).all()


@settings(max_examples=40, deadline=None)
@given(st.integers(1, 4), st.integers(2, 6), st.integers(0, 31), st.integers(1, 4), st.booleans())
def test_welford_of_blocks_gives_the_moments_of_all(
    blocks: int,
    values: int,
    tail_length: int,
    op: int,
    shifted: bool,
) -> None:
    """Columns of a matrix whose last row may be short, as the update leaves them."""
    length = blocks * 8
    tail_length = min(tail_length, length - 1)
    head = length - tail_length
    rng = np.random.default_rng(length * values)
    x = rng.standard_normal((values, length)) + 10.0 * shifted
    counts = np.full(length, values, np.int32)
    counts[head:] = values - 1
    columns = [x[: counts[i], i] for i in range(length)]
    image = Image()
    image.put(16384, np.array([c.mean() for c in columns], np.float32))
    image.put(24576, np.array([((c - c.mean()) ** 2).sum() for c in columns], np.float32))
    image.put(32768, counts)
    got = call(WELFORD, image, op=op, extra=(length, head, values, values - 1, int(counts.sum())))
    everything = np.concatenate(columns)
    assert np.allclose(got.get(0, np.float32, 1), everything.mean(), rtol=1e-5, atol=1e-6)
    assert np.allclose(got.get(8192, np.float32, 1), everything.var(), rtol=1e-5)
