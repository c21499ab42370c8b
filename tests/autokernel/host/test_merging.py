"""Axes made one: only where no tensor would lie otherwise, and nothing counts their places."""

from __future__ import annotations

import numpy as np
import pytest

from custom_compiler import autokernel as ak
from custom_compiler.autokernel.describe.reference import evaluate
from custom_compiler.autokernel.host.merging import merged
from tests.utils.host_kernels import kernel


@ak.op(x="n c h w", bias="c", dtypes=("float32",))
def biased(x: ak.Tensor, bias: ak.Tensor) -> ak.Tensor:
    return x + bias


@ak.op(x="n c h w", dtypes=("float32",))
def squared(x: ak.Tensor) -> ak.Tensor:
    return x * x


@ak.op(x="n c h w", dtypes=("float32",))
def spatial_sum(x: ak.Tensor) -> ak.Tensor:
    return ak.sum(x, "h w")


@ak.op(x="n c h w", dtypes=("float32",))
def spatial_mean(x: ak.Tensor) -> ak.Tensor:
    return ak.mean(x, "h w")


@ak.op(x="n c h w", dtypes=("float32",))
def swapped(x: ak.Tensor) -> ak.Tensor:
    return ak.transpose(x, "n c w h")


@ak.op(x="n c h w", dtypes=("float32",))
def counted(x: ak.Tensor) -> ak.Tensor:
    return x + ak.position(x, "w", "float32")


SHAPE = {"n": 2, "c": 3, "h": 5, "w": 7}


@pytest.mark.parametrize(
    ("description", "sizes", "axes"),
    [
        (squared, None, ["n_c_h_w"]),
        (biased, None, ["n", "c", "h_w"]),
        (spatial_sum, None, ["n_c", "h_w"]),
        (spatial_mean, None, ["n_c", "h", "w"]),
        (spatial_mean, SHAPE, ["n_c", "h_w"]),
        (swapped, None, ["n_c", "h", "w"]),
        (counted, None, ["n_c_h", "w"]),
    ],
)
def test_what_becomes_one(tmp_path, description, sizes, axes):
    operator = description.operator()
    found = merged(operator, sizes)
    assert [axis.name for axis in found.inputs[0].axes] == axes
    rng = np.random.default_rng(0)
    arrays = {
        one.name: rng.normal(size=[SHAPE[axis.name] for axis in one.axes]).astype(np.float32)
        for one in operator.inputs
    }
    np.testing.assert_allclose(
        kernel(operator, tmp_path, sizes)(*arrays.values()),
        evaluate(operator, arrays)[0],
        rtol=1e-5,
    )
