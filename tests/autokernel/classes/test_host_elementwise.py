"""Elements from elements on the host: broadcast, turned, moved, of all types."""

from __future__ import annotations

import numpy as np
import pytest

from custom_compiler import autokernel as ak
from custom_compiler.autokernel.describe.reference import evaluate, numpy_dtype
from tests.utils.host_kernels import kernel

OPERATORS = ak.operators


@ak.op(x="rows columns", scale="rows", shift="columns", dtypes=("float32",), outputs=("y", "z"))
def affine(x: ak.Tensor, scale: ak.Tensor, shift: ak.Tensor) -> tuple[ak.Tensor, ak.Tensor]:
    return x * scale + shift, ak.maximum(x, shift)


@ak.op(x="rows columns", dtypes=("float32",))
def outer_turned(x: ak.Tensor) -> ak.Tensor:
    return ak.exp(ak.transpose(x, "columns rows"))


@ak.op(x="rows columns", y="rows columns", dtypes=("float32",))
def beside(x: ak.Tensor, y: ak.Tensor) -> ak.Tensor:
    return ak.concat((x, y), "columns")


@ak.op(x="", dtypes=("float32",))
def scalar(x: ak.Tensor, alpha: float = 2.0) -> ak.Tensor:
    return x * alpha


def check(description, folder, *shapes, dtype="float32", fixed=True):
    operator = description.operator(dtype=dtype)
    rng = np.random.default_rng(6)
    arrays = {
        one.name: (10 * rng.normal(size=shape)).astype(numpy_dtype(dtype))
        for one, shape in zip(operator.inputs, shapes, strict=True)
    }
    names = {
        str(axis.size): size
        for one, shape in zip(operator.inputs, shapes, strict=True)
        for axis, size in zip(one.axes, shape, strict=True)
    }
    found = kernel(operator, folder, names if fixed else None).prepared(*arrays.values())
    found()
    for ours, expected in zip(found.outputs, evaluate(operator, arrays), strict=True):
        np.testing.assert_allclose(ours, expected, rtol=1e-6, atol=1e-6)


@pytest.mark.parametrize("fixed", [True, False])
@pytest.mark.parametrize("shape", [(2, 37, 70), (1, 5, 3), (3, 1, 17)])
def test_transposed_matrices(tmp_path, shape, fixed):
    check(OPERATORS.transpose, tmp_path, shape, fixed=fixed)


@pytest.mark.parametrize("dtype", ["int8", "float16", "int64"])
def test_channels_last_of_all_widths(tmp_path, dtype):
    check(OPERATORS.to_channels_last, tmp_path, (2, 19, 5, 9), dtype=dtype)


@pytest.mark.parametrize("fixed", [True, False])
def test_broadcast_along_both_axes_into_two_outputs(tmp_path, fixed):
    check(affine, tmp_path, (13, 45), (13,), (45,), fixed=fixed)


def test_functions_of_what_is_turned(tmp_path):
    check(outer_turned, tmp_path, (33, 20))


@pytest.mark.parametrize("fixed", [True, False])
def test_tensors_beside_each_other(tmp_path, fixed):
    check(beside, tmp_path, (4, 21), (4, 21), fixed=fixed)


def test_tensors_without_axes(tmp_path):
    check(scalar, tmp_path, ())


@pytest.mark.parametrize("shape", [(0, 4), (4, 0), (1, 1)])
def test_few_elements_or_none(tmp_path, shape):
    check(affine, tmp_path, shape, shape[:1], shape[1:], fixed=False)
