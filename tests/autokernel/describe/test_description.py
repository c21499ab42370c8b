"""Descriptions followed, and what the reference makes of them, against NumPy."""

from math import erf

import ml_dtypes
import numpy as np
import pytest

from custom_compiler import autokernel as ak
from custom_compiler.autokernel.describe.reference import evaluate
from custom_compiler.autokernel.operators import gelu, matmul, softmax

FLOATS = {"float16": np.float16, "bfloat16": ml_dtypes.bfloat16, "float32": np.float32}
UNIT = {"float16": 2**-11, "bfloat16": 2**-8, "float32": 2**-24}  # half a last place, of 1


def softmax_by_numpy(x: np.ndarray) -> np.ndarray:
    power = np.exp(x - x.max(-1, keepdims=True))
    return power / power.sum(-1, keepdims=True)


@pytest.mark.parametrize("dtype", FLOATS)
@pytest.mark.parametrize("shape", [(7,), (3, 5), (2, 3, 4, 6)])
def test_softmax_of_the_last_axis(shape: tuple[int, ...], dtype: str) -> None:
    """Whatever number of dimensions stands before it."""
    x = (np.random.default_rng(0).standard_normal(shape) * 4).astype(FLOATS[dtype])
    golden = softmax_by_numpy(x.astype(np.float64))
    own = softmax(x)
    assert own.dtype == FLOATS[dtype]
    assert own.shape == shape
    np.testing.assert_allclose(own.astype(np.float64), golden, rtol=4 * UNIT[dtype], atol=1e-7)
    (wide,) = evaluate(softmax.operator(dtype=dtype), {"x": x}, wide=True)
    assert wide.dtype == np.float64
    np.testing.assert_allclose(wide, golden, rtol=1e-14)


def test_softmax_of_large_numbers_infinity_and_nan() -> None:
    """AutoKernel's gives NaN for 100, 101, 102."""
    rows = [[100, 101, 102], [0, -np.inf, 0], [0, np.nan, 1]]
    with np.errstate(invalid="ignore"):
        golden = softmax_by_numpy(np.array(rows))
    np.testing.assert_allclose(softmax(np.array(rows, np.float32)), golden, rtol=1e-6)


def test_gelu_of_everything() -> None:
    """Its limits are those of the function."""
    x = np.array([-np.inf, -10, -1, -0.0, 0.5, 3, np.inf, np.nan], np.float32)
    golden = [0.5 * one * (1 + erf(one / 2**0.5)) for one in x.astype(float).tolist()]
    np.testing.assert_allclose(gelu(x), golden, rtol=1e-6, atol=1e-7)


@pytest.mark.parametrize("dtype", FLOATS)
def test_matmul_accumulates_in_float32(dtype: str) -> None:
    """And rounds once."""
    random = np.random.default_rng(1)
    a = random.standard_normal((5, 300)).astype(FLOATS[dtype])
    b = random.standard_normal((300, 4)).astype(FLOATS[dtype])
    golden = a.astype(np.float64) @ b.astype(np.float64)
    np.testing.assert_allclose(
        matmul(a, b).astype(np.float64), golden, rtol=1.1 * UNIT[dtype], atol=2e-5
    )
    (wide,) = evaluate(matmul.operator(dtype=dtype), {"a": a, "b": b}, wide=True)
    np.testing.assert_allclose(wide, golden, rtol=1e-12)


def test_operands_align_by_the_names_of_their_axes() -> None:
    """The left operand's axes, then the right's new ones."""

    @ak.op(x="rows columns", y="columns deep")
    def outer(x: ak.Tensor, y: ak.Tensor) -> ak.Tensor:
        return x - y

    x = np.arange(6, dtype=np.float32).reshape(2, 3)
    y = np.arange(12, dtype=np.float32).reshape(3, 4) ** 2
    np.testing.assert_array_equal(outer(x, y), x[:, :, None] - y[None])
    assert [axis.name for axis in outer.operator().outputs[0].axes] == ["rows", "columns", "deep"]


def test_attributes_are_parts_of_a_call_and_constants_of_the_tree() -> None:
    """Keyword-only parameters are constants."""

    @ak.op(x="columns", dtypes=("float32", "float16"))
    def scaled(x: ak.Tensor, factor: float, twice: bool = False, *, power: int = 1) -> ak.Tensor:
        for _ in range(power):
            x = ak.where(twice, 2 * x, x) * factor
        return x

    x = np.arange(4, dtype=np.float16)
    np.testing.assert_array_equal(scaled(x, 0.5), x / 2)
    np.testing.assert_array_equal(scaled(x, factor=0.5, twice=True, power=3), x)
    tree = scaled.operator(dtype="float16")
    assert [(one.name, one.dtype, one.default) for one in tree.attributes] == [
        ("factor", "float32", None),
        ("twice", "bool", False),
    ]
    assert tree != scaled.operator(dtype="float16", power=2)
    assert tree == scaled.operator(dtype="float16", power=1)
