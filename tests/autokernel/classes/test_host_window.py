"""Pooling on the host: windows with strides, dilation and padding, against NumPy's reference."""

from __future__ import annotations

import numpy as np
import pytest

from custom_compiler import autokernel as ak
from custom_compiler.autokernel.classes import classify
from custom_compiler.autokernel.describe.reference import evaluate, numpy_dtype
from tests.utils.host_kernels import kernel, shifted

SHAPE = (2, 3, 19, 41)
SIZES = dict(zip("nchw", SHAPE, strict=True))


def check(operator, folder, shape=SHAPE, *sizes, rtol=3e-6, setting=None):
    found = classify(operator)
    assert found is not None
    assert found[0].name == "window"
    x = np.random.default_rng(5).normal(size=shape).astype(numpy_dtype(operator.inputs[0].dtype))
    expected = evaluate(operator, {"x": x}, wide=True)[0]
    out = shifted(np.zeros(expected.shape, numpy_dtype(operator.outputs[0].dtype)), 4)
    kernel(operator, folder, *sizes, setting=setting)(x, out=[out])
    np.testing.assert_allclose(out.astype(expected.dtype), expected, rtol=rtol, atol=rtol)


@pytest.mark.slow
@pytest.mark.parametrize("name", ["max_pool", "average_pool"])
@pytest.mark.parametrize("sizes", [(), (SIZES,)])
def test_pooling_with_padding(tmp_path, name, sizes):
    description = getattr(ak.operators, name)
    operator = description.operator(
        dtype="float32", kernel=(3, 3), strides=(2, 2), pads=(1, 1, 1, 1)
    )
    check(operator, tmp_path, SHAPE, *sizes)


@pytest.mark.parametrize("separate", [0, 1])
def test_windows_without_padding_of_any_size(tmp_path, separate):
    """Vectors may not read past the image, whose width is no multiple of theirs."""
    operator = ak.operators.max_pool.operator(dtype="float32", kernel=(3, 3), strides=(1, 2))
    setting = {"vectors": 1, "task": 4, "separate": separate}
    pool = kernel(operator, tmp_path / "a, b", setting=setting)
    for shape in (SHAPE, (1, 2, 3, 3), (1, 2, 30, 33)):
        x = np.random.default_rng(5).normal(size=shape).astype(np.float32)
        np.testing.assert_array_equal(pool(x), evaluate(operator, {"x": x})[0])


@pytest.mark.parametrize(
    "constants",
    [
        {"kernel": (2, 2), "strides": (2, 2)},
        {"kernel": (3, 1), "strides": (1, 1)},
        {"kernel": (1, 5), "strides": (1, 3), "pads": (0, 2, 0, 1)},
        {"kernel": (9, 10), "strides": (1, 2), "pads": (4, 3, 2, 0)},
    ],
)
def test_windows_of_all_kinds(tmp_path, constants):
    check(ak.operators.max_pool.operator(dtype="float32", **constants), tmp_path, SHAPE, SIZES)


@pytest.mark.parametrize("dtype", ["float16", "int8"])
def test_element_types(tmp_path, dtype):
    operator = ak.operators.max_pool.operator(dtype=dtype, pads=(0, 1, 1, 0))
    check(operator, tmp_path, SHAPE, SIZES, rtol=1e-3)


@pytest.mark.parametrize("shape", [(1, 1, 2, 2), (1, 2, 7, 7), (0, 3, 8, 8)])
def test_small_and_empty_images(tmp_path, shape):
    operator = ak.operators.average_pool.operator(dtype="float32", kernel=(2, 2), pads=(1, 1, 0, 0))
    check(operator, tmp_path, shape, dict(zip("nchw", shape, strict=True)), None)


def test_settings_give_the_same(tmp_path):
    operator = ak.operators.average_pool.operator(dtype="float32", kernel=(3, 3), pads=(1, 1, 1, 1))
    setting = {"vectors": 4, "task": 1, "separate": 0}
    check(operator, tmp_path, SHAPE, SIZES, setting=setting)


def test_nan_and_infinity(tmp_path):
    operator = ak.operators.max_pool.operator(
        dtype="float32", kernel=(3, 3), strides=(1, 1), pads=(1, 1, 1, 1)
    )
    x = np.full(SHAPE, -np.inf, np.float32)
    x[0, 1, 4, 5], x[1, 2, 7, 40] = np.nan, np.inf
    np.testing.assert_array_equal(
        kernel(operator, tmp_path, SIZES)(x), evaluate(operator, {"x": x})[0]
    )
