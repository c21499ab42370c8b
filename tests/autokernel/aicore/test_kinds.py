"""Reductions of all kinds on AI cores: places of extremes, products, whole numbers."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from custom_compiler import autokernel as ak
from custom_compiler.autokernel.aicore import kernels
from custom_compiler.autokernel.aicore.package import settings_of
from custom_compiler.autokernel.classes import classify
from custom_compiler.autokernel.describe import reference
from custom_compiler.autokernel.operators import (
    arg_max,
    max_pool,
    reduce_max,
    reduce_prod,
    reduce_sum,
)
from custom_compiler.errors import MisuseError

PART = kernels.CorePlatform(core_num=3, cube_num=1, ub_size=65536)


def check(operator: ak.Operator, x: np.ndarray, sizes: dict[str, int]) -> None:
    """Hold the kernel with its formula's setting against the reference, to the bit."""
    kind = settings_of(operator)
    call = kind.call(operator, sizes, kind.default(operator, sizes, PART), PART)
    golden = reference.evaluate(operator, {"x": x})
    made = [np.empty_like(each) for each in golden]
    kernels.launch(call, [x], made)
    for one, other in zip(made, golden, strict=True):
        np.testing.assert_array_equal(one, other)


@ak.op(x="a k b", dtypes=("float16", "float32", "int32"))
def places(x: ak.Tensor) -> tuple[ak.Tensor, ak.Tensor]:
    """Return places of extremes on another axis than the last, as in PyTorch."""
    return ak.argmin(x, "k"), ak.cast(ak.argmax(x, "k"), "int64")


@settings(max_examples=5, deadline=None)
@given(a=st.integers(1, 5), k=st.integers(1, 9), b=st.integers(1, 300), data=st.data())
@pytest.mark.parametrize("dtype", ["float16", "int32"])
def test_places_of_extremes(dtype: str, a: int, k: int, b: int, data: st.DataObject) -> None:
    x = np.random.default_rng(b).integers(-3, 4, (a, k, b)).astype(dtype)  # the first of several
    if dtype == "float16":
        seed = data.draw(st.integers(0, 9))
        bad = np.random.default_rng(seed).choice([0, 0, np.nan, np.inf, -np.inf], x.shape)
        x = np.where(bad == 0, x, bad).astype(dtype)
    check(places.operator(dtype=dtype), x, {"a": a, "k": k, "b": b})


@settings(max_examples=5, deadline=None)
@given(rows=st.integers(1, 40), columns=st.integers(1, 5000))
def test_places_along_rows(rows: int, columns: int) -> None:
    x = np.random.default_rng(columns).normal(size=(rows, columns)).astype(np.float32)
    check(arg_max.operator(dtype="float32"), x, {"...": rows, "columns": columns})


@pytest.mark.parametrize("described", [reduce_sum, reduce_max, reduce_prod])
def test_whole_numbers(described: ak.Description) -> None:
    x = np.random.default_rng(1).integers(-(2**31), 2**31, (7, 1000), dtype=np.int64)
    check(described.operator(dtype="int32"), x.astype(np.int32), {"...": 7, "columns": 1000})


@ak.op(x="a k b", dtypes=("float32",))
def product(x: ak.Tensor) -> ak.Tensor:
    return ak.prod(x, "k")


def test_products() -> None:
    x = np.random.default_rng(2).choice([-1.0, 0.5, 2.0], (3, 11, 130)).astype(np.float32)
    check(product.operator(dtype="float32"), x, {"a": 3, "k": 11, "b": 130})


@pytest.mark.parametrize(("dtype", "strides"), [("int8", (2, 1)), ("int32", (1, 20))])
def test_windows_of_whole_numbers(dtype: str, strides: tuple[int, int]) -> None:
    x = np.random.default_rng(4).integers(-99, 99, (2, 3, 7, 50)).astype(dtype)
    operator = max_pool.operator(dtype=dtype, kernel=(3, 2), strides=strides)
    found = classify(operator)
    assert found is not None
    kind, match = found
    sizes = dict(zip("nchw", x.shape, strict=True))
    call = kind.core_call(match, sizes, kind.core_default(match, sizes, PART), PART)
    (golden,) = reference.evaluate(operator, {"x": x})
    made = np.empty_like(golden)
    kernels.launch(call, [x], [made])
    np.testing.assert_array_equal(made, golden)


@ak.op(x="both n", dtypes=("int16", "int32"))
def divided(x: ak.Tensor) -> tuple[ak.Tensor, ak.Tensor]:
    above, below = ak.take(x, "both", 0), ak.take(x, "both", 1)
    return above // below, above % below


@pytest.mark.parametrize("dtype", ["int16", "int32"])
def test_quotients_of_whole_numbers(dtype: str) -> None:
    """Quotients of all magnitudes are right, near whole results, and by 0."""
    generator, bits = np.random.default_rng(3), np.dtype(dtype).itemsize * 8
    sizes = generator.integers(0, bits, (2, 4000))
    above, below = (generator.integers(-(2**size), 2**size) for size in sizes)
    whole = above // np.where(below == 0, 1, below) * below
    above = np.concatenate([above, whole, whole + 1, whole - 1])
    x = np.stack([above, np.tile(below, 4)]).clip(-(2 ** (bits - 1)), 2 ** (bits - 1) - 1)
    with np.errstate(divide="ignore"):
        check(divided.operator(dtype=dtype), x.astype(dtype), {"both": 2, "n": x.shape[1]})


@ak.op(x="a", dtypes=("int32",))
def sums_of_long(x: ak.Tensor) -> ak.Tensor:
    return ak.cast(x, "int64") + 1


@pytest.mark.parametrize(
    ("operator", "message"),
    [
        (sums_of_long.operator(dtype="int32"), "add of int64"),
        (reduce_sum.operator(dtype="int64"), "sum of int64"),
    ],
)
def test_what_is_refused(operator: ak.Operator, message: str) -> None:
    with pytest.raises(MisuseError, match=message):
        settings_of(operator).default(operator, {"a": 4, "...": 4, "columns": 4}, PART)
