"""Library functions of elements from Python against NumPy, in all their forms."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

import asc

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import NDArray

    Values = NDArray[Any]

COUNT = 64
FORMS = 5
SCRATCH = 16384


@asc.jit
def of_one(x: asc.GlobalAddress, y: asc.GlobalAddress, function: asc.ConstExpr):
    """Five results: by count, with memory, of the whole tensor, both, and over its source."""
    x_gm, y_gm = asc.GlobalTensor(), asc.GlobalTensor()
    x_gm.set_global_buffer(x)
    y_gm.set_global_buffer(y)
    src = asc.LocalTensorAuto(x.dtype, COUNT)
    dst = asc.LocalTensorAuto(x.dtype, COUNT * FORMS)
    temp = asc.LocalTensorAuto(asc.uint8, SCRATCH)
    asc.data_copy(src, x_gm, COUNT)
    function(dst, src, count=COUNT)
    function(dst[COUNT:], src, COUNT, temp)
    function(dst[COUNT * 2 :], src)
    function(dst[COUNT * 3 :], src, temp_buffer=temp)
    function(dst[COUNT * 4 :], src, count=COUNT, is_reuse_source=True)
    asc.data_copy(y_gm, dst, COUNT * FORMS)


@asc.jit
def of_two(
    x: asc.GlobalAddress, z: asc.GlobalAddress, y: asc.GlobalAddress, function: asc.ConstExpr
):
    x_gm, z_gm, y_gm = asc.GlobalTensor(), asc.GlobalTensor(), asc.GlobalTensor()
    x_gm.set_global_buffer(x)
    z_gm.set_global_buffer(z)
    y_gm.set_global_buffer(y)
    src0 = asc.LocalTensorAuto(x.dtype, COUNT)
    src1 = asc.LocalTensorAuto(x.dtype, COUNT)
    dst = asc.LocalTensorAuto(x.dtype, COUNT * FORMS)
    temp = asc.LocalTensorAuto(asc.uint8, SCRATCH)
    asc.data_copy(src0, x_gm, COUNT)
    asc.data_copy(src1, z_gm, COUNT)
    function(dst, src0, src1, count=COUNT)
    function(dst[COUNT:], src0, src1, COUNT, temp)
    function(dst[COUNT * 2 :], src0, src1)
    function(dst[COUNT * 3 :], src0, src1, temp_buffer=temp)
    function(dst[COUNT * 4 :], src0, src1, count=COUNT, is_reuse_source=True)
    asc.data_copy(y_gm, dst, COUNT * FORMS)


@asc.jit
def exponential(x: asc.GlobalAddress, y: asc.GlobalAddress):
    x_gm, y_gm = asc.GlobalTensor(), asc.GlobalTensor()
    x_gm.set_global_buffer(x)
    y_gm.set_global_buffer(y)
    src = asc.LocalTensorAuto(x.dtype, COUNT)
    dst = asc.LocalTensorAuto(x.dtype, COUNT * 3)
    temp = asc.LocalTensorAuto(asc.uint8, SCRATCH)
    asc.data_copy(src, x_gm, COUNT)
    asc.adv.exp(dst, src, COUNT, 0)
    asc.adv.exp(dst[COUNT:], src, count=COUNT, taylor_expand_level=10, temp_buffer=temp)
    asc.adv.exp(dst[COUNT * 2 :], src, COUNT, 5, is_reuse_source=True)
    asc.data_copy(y_gm, dst, COUNT * 3)


@asc.jit
def scaled_sum(x: asc.GlobalAddress, y: asc.GlobalAddress, scalar: float):
    """Four sums onto what `y` holds."""
    x_gm, y_gm = asc.GlobalTensor(), asc.GlobalTensor()
    x_gm.set_global_buffer(x)
    y_gm.set_global_buffer(y)
    src = asc.LocalTensorAuto(x.dtype, COUNT)
    dst = asc.LocalTensorAuto(y.dtype, COUNT * 4)
    temp = asc.LocalTensorAuto(asc.uint8, SCRATCH)
    asc.data_copy(src, x_gm, COUNT)
    asc.data_copy(dst, y_gm, COUNT * 4)
    asc.adv.axpy(dst, src, scalar, COUNT, temp)
    asc.adv.axpy(dst[COUNT:], src, scalar, temp_buffer=temp)
    asc.adv.axpy(dst[COUNT * 2 :], src, scalar, count=COUNT)
    asc.adv.axpy(dst[COUNT * 3 :], src, scalar)
    asc.data_copy(y_gm, dst, COUNT * 4)


def digamma(value: float) -> float:
    """By recurrence up to where the asymptotic series is exact, and by reflection below 0."""
    if value < 0:
        return digamma(1 - value) - math.pi / math.tan(math.pi * value)
    shift = 0.0
    while value < 12:
        shift -= 1 / value
        value += 1
    square = 1 / value**2
    series = square * (1 / 12 - square * (1 / 120 - square * (1 / 252 - square / 240)))
    return shift + math.log(value) - 1 / (2 * value) - series


def each(function: Callable[[float], float]) -> Callable[[Values], Values]:
    return np.vectorize(function, otypes=[np.float64])


UNARY: dict[str, tuple[Callable[[Values], Values], tuple[float, float]]] = {
    "adv.acos": (np.arccos, (-1, 1)),
    "adv.acosh": (np.arccosh, (1, 20)),
    "adv.asin": (np.arcsin, (-1, 1)),
    "adv.asinh": (np.arcsinh, (-20, 20)),
    "adv.atan": (np.arctan, (-20, 20)),
    "adv.atanh": (np.arctanh, (-0.95, 0.95)),
    "adv.ceil": (np.ceil, (-20, 20)),
    "adv.cos": (np.cos, (-6, 6)),
    "adv.cosh": (np.cosh, (-6, 6)),
    "adv.digamma": (each(digamma), (0.1, 20)),
    "adv.erf": (each(math.erf), (-3, 3)),
    "adv.erfc": (each(math.erfc), (-2, 2)),
    "adv.floor": (np.floor, (-20, 20)),
    "adv.frac": (lambda x: x - np.trunc(x), (-20, 20)),
    "adv.lgamma": (each(math.lgamma), (0.1, 20)),
    "adv.log": (np.log, (0.01, 100)),
    "adv.round": (np.rint, (-20, 20)),
    "adv.sign": (np.sign, (-2, 2)),
    "adv.sin": (np.sin, (-6, 6)),
    "adv.sinh": (np.sinh, (-6, 6)),
    "adv.tan": (np.tan, (-1.4, 1.4)),
    "adv.tanh": (np.tanh, (-4, 4)),
    "adv.trunc": (np.trunc, (-20, 20)),
}
TOLERANCES: dict[Any, dict[str, Any]] = {
    np.float32: {"rtol": 1e-5, "atol": 1e-5},
    np.float16: {"rtol": 2e-3, "atol": 2e-3},
}


def function_of(name: str) -> object:
    return getattr(asc.adv, name.removeprefix("adv."))


@pytest.mark.parametrize("dtype", [np.float32, np.float16])
@pytest.mark.parametrize("name", UNARY)
def test_functions_of_one_tensor(name: str, dtype: type) -> None:
    expected, (low, high) = UNARY[name]
    x = np.linspace(low, high, COUNT).astype(dtype)
    y = np.zeros(COUNT * FORMS, dtype)
    of_one[1](x, y, function_of(name))
    wanted = np.tile(expected(x.astype(np.float64)), FORMS)
    np.testing.assert_allclose(y.astype(np.float64), wanted, **TOLERANCES[dtype])


@pytest.mark.parametrize("dtype", [np.float32, np.float16, np.int32])
def test_powers(dtype: type) -> None:
    x = np.linspace(1, 3, COUNT).astype(dtype)
    z = np.linspace(-1 if dtype is not np.int32 else 0, 3, COUNT).astype(dtype)
    y = np.zeros(COUNT * FORMS, dtype)
    of_two[1](x, z, y, function_of("adv.power"))
    wanted = np.tile(np.power(x.astype(np.float64), z.astype(np.float64)), FORMS)
    tolerance: dict[str, Any] = TOLERANCES.get(dtype, {"rtol": 0.0})
    np.testing.assert_allclose(y.astype(np.float64), wanted, **tolerance)


@pytest.mark.parametrize("dtype", [np.int16, np.uint16])
def test_bits_that_differ(dtype: type) -> None:
    generator = np.random.default_rng(1)
    x, z = generator.integers(0, 30000, (2, COUNT)).astype(dtype)
    y = np.zeros(COUNT * FORMS, dtype)
    of_two[1](x, z, y, function_of("adv.xor"))
    np.testing.assert_array_equal(y, np.tile(x ^ z, FORMS))


@pytest.mark.parametrize("dtype", [np.float32, np.float16])
def test_the_exponential_function(dtype: type) -> None:
    x = np.linspace(-5, 5, COUNT).astype(dtype)
    y = np.zeros(COUNT * 3, dtype)
    exponential[1](x, y)
    wanted = np.tile(np.exp(x.astype(np.float64)), 3)
    np.testing.assert_allclose(y.astype(np.float64), wanted, **TOLERANCES[dtype])


@pytest.mark.parametrize(
    ("of_sum", "of_source"),
    [(np.float32, np.float32), (np.float16, np.float16), (np.float32, np.float16)],
)
def test_scaled_sums(of_sum: type, of_source: type) -> None:
    x = np.linspace(-5, 5, COUNT).astype(of_source)
    y = np.tile(np.linspace(1, 2, COUNT), 4).astype(of_sum)
    wanted = y.astype(np.float64) + np.tile(x.astype(np.float64), 4) * 1.5
    scaled_sum[1](x, y, 1.5)
    np.testing.assert_allclose(y.astype(np.float64), wanted, **TOLERANCES[of_sum])
