"""Products of matrices on the simulated cores, against the reference in float64."""

from __future__ import annotations

import ml_dtypes
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from custom_compiler import autokernel as ak
from custom_compiler.autokernel.aicore.kernels import CorePlatform, launch
from custom_compiler.autokernel.classes import matmul
from custom_compiler.autokernel.describe import reference
from custom_compiler.autokernel.describe.shapes import bind
from custom_compiler.autokernel.operators import batch_matmul, fully_connected, gemm
from custom_compiler.autokernel.operators import matmul as plain

TYPES = {"float16": np.float16, "bfloat16": ml_dtypes.bfloat16, "float32": np.float32}
CLASS = matmul.CLASS


PART = CorePlatform(core_num=6, cube_num=3, ub_size=196608)  # few, so that each has several parts


@ak.op(a="b k m", w="n k", scale="n", more="m", rest="b m n", dtypes=tuple(TYPES))
def turned(
    a: ak.Tensor, w: ak.Tensor, scale: ak.Tensor, more: ak.Tensor, rest: ak.Tensor
) -> ak.Tensor:
    """Both matrices transposed, one for the whole batch, and a tensor of each kind after it."""
    product = ak.sum(ak.wide(a) * ak.wide(w), "k") + ak.wide(more)
    return ak.cast(ak.relu(product * ak.wide(scale)) - ak.wide(rest), a.dtype)


def compute(
    operator: ak.Operator, arrays: list[np.ndarray], attributes: dict[str, float], **knobs: int
) -> tuple[np.ndarray, np.ndarray]:
    """Return the kernel's result for whole numbers, and the expected one."""
    match = CLASS.match(operator)
    assert match is not None
    names = [each.name for each in operator.inputs]
    given = dict(zip(names, arrays, strict=True))
    binding = bind(operator, {name: array.shape for name, array in given.items()})
    sizes = {**binding.symbols}
    setting = {**CLASS.core_default(match, sizes, PART), **knobs}
    assert CLASS.core_space(match, sizes, PART).allowed(setting)
    call = CLASS.core_call(match, sizes, setting, PART)
    (golden,) = reference.evaluate(operator, given, attributes, wide=True)
    made = np.full(golden.shape, np.nan, arrays[0].dtype)
    launch(call, arrays, [made], tuple(attributes.values()))
    return made, golden.astype(arrays[0].dtype)


def whole(dtype: str, *shapes: tuple[int, ...]) -> list[np.ndarray]:
    """Whole numbers whose products and sums all types hold."""
    generator = np.random.default_rng(sum(map(sum, shapes)))
    return [generator.integers(-2, 3, shape).astype(TYPES[dtype]) for shape in shapes]


SIZE = st.integers(1, 70)


@settings(max_examples=8, deadline=None)
@given(m=SIZE, n=SIZE, k=SIZE)
@pytest.mark.parametrize("dtype", TYPES)
def test_products(dtype: str, m: int, n: int, k: int) -> None:
    made, golden = compute(plain.operator(dtype=dtype), whole(dtype, (m, k), (k, n)), {})
    np.testing.assert_array_equal(made, golden)


@settings(max_examples=6, deadline=None)
@given(b=st.integers(1, 3), m=SIZE, n=SIZE, k=SIZE)
@pytest.mark.parametrize("dtype", ["bfloat16", "float32"])
def test_what_is_computed_of_products(dtype: str, b: int, m: int, n: int, k: int) -> None:
    arrays = whole(dtype, (b, k, m), (n, k), (n,), (m,), (b, m, n))
    made, golden = compute(turned.operator(dtype=dtype), arrays, {})
    np.testing.assert_array_equal(made, golden)


@pytest.mark.slow
def test_attributes() -> None:
    arrays = whole("float32", (40, 30), (30, 50), (40, 50))
    attributes = {"alpha": 0.5, "beta": 2.0}
    made, golden = compute(gemm.operator(dtype="float32"), arrays, attributes)
    np.testing.assert_array_equal(made, golden)


@pytest.mark.slow
def test_batches_and_leading_dimensions() -> None:
    arrays = whole("float16", (5, 33, 20), (5, 20, 17))
    made, golden = compute(batch_matmul.operator(dtype="float16"), arrays, {})
    np.testing.assert_array_equal(made, golden)
    arrays = whole("float16", (33, 20), (17, 20), (17,))
    made, golden = compute(fully_connected.operator(dtype="float16", relu=True), arrays, {})
    np.testing.assert_array_equal(made, golden)


@pytest.mark.parametrize(
    "knobs",
    [
        {"base_m": 16, "base_n": 32, "m_blocks": 4, "n_blocks": 2, "columns_first": 1},
        {"base_m": 32, "base_n": 16, "base_k": 32, "step": 8, "buffers": 1},
        {"base_m": 128, "base_n": 256, "base_k": 64, "step": 2},
        {"base_m": 192, "base_n": 96, "base_k": 64, "step": 1, "m_blocks": 2},
    ],
)
def test_settings(knobs: dict[str, int]) -> None:
    arrays = whole("float16", (300, 270), (270, 310))
    made, golden = compute(plain.operator(dtype="float16"), arrays, {}, **knobs)
    np.testing.assert_array_equal(made, golden)
    arrays = whole("float16", (300, 270), (310, 270), (310,))
    operator = fully_connected.operator(dtype="float16", relu=True)
    made, golden = compute(operator, arrays, {}, tile=2048, **knobs)
    np.testing.assert_array_equal(made, golden)


@pytest.mark.slow
def test_rows_longer_than_the_unified_buffer() -> None:
    arrays = whole("float32", (2, 16), (60000, 16), (60000,))
    made, golden = compute(fully_connected.operator(dtype="float32", relu=True), arrays, {})
    np.testing.assert_array_equal(made, golden)


@pytest.mark.slow
@pytest.mark.parametrize("dtype", TYPES)  # cubes add all but bfloat16
def test_a_bias(dtype: str) -> None:
    arrays = whole(dtype, (70, 40), (300, 40), (300,))
    made, golden = compute(fully_connected.operator(dtype=dtype), arrays, {})
    np.testing.assert_array_equal(made, golden)


@ak.op(a="m k", b="k n", dtypes=("float16", "float32"))
def lower_product(a: ak.Tensor, b: ak.Tensor) -> ak.Tensor:
    product = ak.sum(ak.wide(a) * ak.wide(b), "k")
    above = ak.position(b, "n", "int64") > ak.position(a, "m", "int64") + 1
    return ak.cast(ak.where(above, product * 2.0, product), a.dtype)


@pytest.mark.slow
@settings(max_examples=4, deadline=None)
@given(m=st.integers(1, 300), n=st.integers(1, 300), k=SIZE)
def test_places_behind_products(m: int, n: int, k: int) -> None:
    operator = lower_product.operator(dtype="float16")
    made, golden = compute(operator, whole("float16", (m, k), (k, n)), {})
    np.testing.assert_array_equal(made, golden)
