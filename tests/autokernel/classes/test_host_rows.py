"""Schedules of rows: right for many operators, layouts, sizes and settings."""

from __future__ import annotations

import numpy as np
import pytest

from custom_compiler import autokernel as ak
from custom_compiler.autokernel.classes import classify
from custom_compiler.autokernel.describe.reference import evaluate, numpy_dtype
from tests.utils.host_kernels import kernel, shifted


@ak.op(x="... columns", w="columns", b="columns")
def layer_norm(x: ak.Tensor, w: ak.Tensor, b: ak.Tensor, epsilon: float = 1e-5) -> ak.Tensor:
    wide = ak.wide(x)
    centred = wide - ak.mean(wide, "columns")
    scale = ak.rsqrt(ak.mean(centred * centred, "columns") + epsilon)
    return ak.cast(centred * scale * ak.wide(w) + ak.wide(b), x.dtype)


@ak.op(x="n c h w")
def channel_l2(x: ak.Tensor) -> ak.Tensor:
    return x / ak.sqrt(ak.sum(x * x, "c"))


@ak.op(x="n c h w")
def instance_mean(x: ak.Tensor) -> ak.Tensor:
    return ak.mean(x, "h w")


@ak.op(x="rows columns")
def column_max(x: ak.Tensor) -> ak.Tensor:
    return ak.max(x, "rows")


@ak.op(x="rows columns")
def row_max(x: ak.Tensor) -> ak.Tensor:
    return ak.max(x, "columns")


@ak.op(x="rows columns")
def row_arg_max(x: ak.Tensor) -> ak.Tensor:
    return ak.argmax(x, "columns")


@ak.op(x="rows columns")
def total(x: ak.Tensor) -> ak.Tensor:
    return ak.sum(x, "rows columns")


@ak.op(x="a b c")
def outer_sum(x: ak.Tensor) -> ak.Tensor:
    return ak.sum(x, "a c")


def check(description, folder, shapes, dtype="float32", rtol=3e-6, **version):
    operator = description.operator(dtype=dtype)
    rng = np.random.default_rng(3)
    arrays = {
        one.name: (rng.normal(size=shape) + 0.5).astype(numpy_dtype(dtype))
        for one, shape in zip(operator.inputs, shapes, strict=True)
    }
    expected = evaluate(operator, arrays, wide=True)[0]
    out = shifted(expected.astype(numpy_dtype(operator.outputs[0].dtype)), 4)
    out[...] = 0
    kernel(operator, folder, *version.pop("sizes", ()), **version)(*arrays.values(), out=[out])
    np.testing.assert_allclose(out.astype(expected.dtype), expected, rtol=rtol, atol=rtol)


@pytest.mark.parametrize("columns", [1, 7, 33, 1000])
def test_layer_norm_of_rows_of_all_lengths(tmp_path, columns):
    check(layer_norm, tmp_path, [(2, 9, columns), (columns,), (columns,)], rtol=1e-5)


@pytest.mark.parametrize("vectors", [1, 2])
def test_one_version_for_rows_of_any_length(tmp_path, vectors):
    softmax = ak.operators.softmax.operator(dtype="float32")
    made = kernel(softmax, tmp_path, setting={"vectors": vectors, "task": 2})
    rng = np.random.default_rng(5)
    for columns in (1, 2, 15, 16, 17, 31, 32, 33, 64, 65, 100):
        x = rng.normal(size=(3, columns)).astype(np.float32)
        out = shifted(np.zeros_like(x), 4)
        made(x, out=[out])
        np.testing.assert_allclose(out, evaluate(softmax, {"x": x})[0], rtol=1e-5)


def test_rows_without_elements_have_the_sum_0(tmp_path):
    made = kernel(instance_mean.operator(), tmp_path)
    assert np.isnan(made(np.zeros((2, 3, 0, 4), np.float32))).all()
    added = kernel(ak.operators.reduce_sum.operator(dtype="float32"), tmp_path / "sum")
    np.testing.assert_array_equal(added(np.zeros((2, 0), np.float32)), [0, 0])


@pytest.mark.parametrize("description", [row_max, row_arg_max])
@pytest.mark.parametrize("columns", [1, 3, 33, 64])
def test_extremes_of_rows_of_few_known_columns(tmp_path, description, columns):
    """They are no windows: vectors of them are accumulated in parallel."""
    check(description, tmp_path, [(5, columns)], sizes=[{"rows": 5, "columns": columns}])


@pytest.mark.parametrize("dtype", ["float16", "bfloat16"])
def test_narrow_floats_accumulate_as_wide_ones(tmp_path, dtype):
    shapes = [(3, 3000)]
    check(ak.operators.softmax, tmp_path, shapes, dtype=dtype, rtol=5e-3)


@pytest.mark.parametrize(
    ("description", "shape"),
    [
        (channel_l2, (2, 19, 5, 21)),
        (instance_mean, (2, 3, 7, 30)),
        (column_max, (13, 45)),
        (row_max, (13, 145)),
        (row_arg_max, (13, 145)),
        (total, (13, 45)),
        (outer_sum, (3, 5, 37)),
        (outer_sum, (3, 5, 64)),
    ],
)
@pytest.mark.parametrize("fixed", [False, True])
def test_reductions_along_and_across_memory(tmp_path, description, shape, fixed):
    names = [axis.name for axis in description.operator().inputs[0].axes]
    sizes = [dict(zip(names, shape, strict=True))] if fixed else [None]
    check(description, tmp_path, [shape], sizes=sizes)


@pytest.mark.parametrize("vectors", [1, 8])
def test_settings_give_the_same(tmp_path, vectors):
    setting = {"vectors": vectors, "task": 3}
    check(layer_norm, tmp_path, [(5, 100), (100,), (100,)], rtol=1e-5, setting=setting)


def test_extremes_are_nan_where_a_number_is(tmp_path):
    x = np.zeros((4, 100), np.float32)
    x[1, 70], x[2, 3], x[3] = np.nan, -np.nan, -np.inf
    found = kernel(row_max.operator(), tmp_path / "max")(x)
    np.testing.assert_array_equal(found, x.max(axis=1))
    places = kernel(row_arg_max.operator(), tmp_path / "place")(x)
    np.testing.assert_array_equal(places, x.argmax(axis=1))


def test_softmax_of_rows_with_nan_and_infinity(tmp_path):
    operator = ak.operators.softmax.operator(dtype="float32")
    x = np.zeros((4, 50), np.float32)
    x[0, 7], x[1, 8], x[2, 9] = np.nan, np.inf, -np.inf
    np.testing.assert_allclose(
        kernel(operator, tmp_path)(x), evaluate(operator, {"x": x})[0], rtol=1e-6
    )


def test_classes_of_operators():
    named = {
        operator.name: found[0].name
        for operator in (
            each.operator()
            for each in (layer_norm, channel_l2, instance_mean, column_max, ak.operators.gelu)
        )
        if (found := classify(operator)) is not None
    }
    assert named == {
        "layer_norm": "normalise",
        "channel_l2": "normalise",
        "instance_mean": "row_reduction",
        "column_max": "row_reduction",
        "gelu": "elementwise",
    }
