"""Operators on rows on the simulated cores, against the reference in float64."""

from __future__ import annotations

import numpy as np
import pytest

from custom_compiler import autokernel as ak
from custom_compiler.autokernel.aicore.body import Variants
from custom_compiler.autokernel.aicore.rows import rows_of
from custom_compiler.autokernel.aicore.rowwise import RowNumbers, rowwise
from custom_compiler.autokernel.describe import reference
from custom_compiler.autokernel.operators import layer_norm, rms_norm, softmax
from custom_compiler.errors import MisuseError

CORES = 3
TOLERANCE = {"float32": 2e-6, "float16": 1e-3}
# Rows, columns, rows at a time (0: in pieces), elements between rows or of a piece.
SHAPES = [
    (37, 10, 16, 16),
    (37, 64, 16, 64),
    (20, 100, 8, 128),
    (20, 1000, 3, 1024),
    (1, 3000, 1, 3008),
    (5, 3000, 0, 1024),
    (3, 640, 0, 256),
]


@ak.op(x="rows columns", shift="rows", dtypes=("float16", "float32"))
def moments(x: ak.Tensor, shift: ak.Tensor) -> tuple[ak.Tensor, ...]:
    """Several outputs, per row and per place; a value per row comes in."""
    wide = ak.wide(x) - ak.wide(shift)
    total, most = ak.sum(wide * wide, "columns"), ak.max(wide, "columns")
    largest = ak.wide(x) * most
    return tuple(ak.cast(each, x.dtype) for each in (total / 100, largest, most))


@pytest.mark.parametrize("shape", SHAPES)
@pytest.mark.parametrize("dtype", [pytest.param("float32", marks=pytest.mark.slow), "float16"])
@pytest.mark.parametrize("described", [softmax, layer_norm, rms_norm, moments])
def test_right_for_any_shape(
    described: ak.Description, dtype: str, shape: tuple[int, int, int, int]
) -> None:
    operator = described.operator(dtype=dtype)
    rows, columns, group, width = shape
    generator = np.random.default_rng(columns)
    given = {}
    for port in operator.inputs:
        sizes = [columns if axis.name == "columns" else rows for axis in port.axes]
        given[port.name] = generator.normal(scale=2, size=sizes).astype(dtype)
    golden = reference.evaluate(operator, given, wide=True)
    made = tuple(np.empty(each.shape, dtype) for each in golden)
    attributes = tuple(each.default for each in operator.attributes)
    share = -(-rows // CORES)
    numbers = RowNumbers(rows, columns, share, group, width, period=1, buffers=2)
    rowwise[CORES](tuple(given.values()), made, attributes, numbers, Variants((operator,)))
    for found, wanted in zip(made, golden, strict=True):
        np.testing.assert_allclose(found, wanted, rtol=TOLERANCE[dtype], atol=1e-5)


@ak.op(x="rows columns", y="", dtypes=("float32",))
def plus_one_number(x: ak.Tensor, y: ak.Tensor) -> ak.Tensor:
    return x + y


@ak.op(x="rows columns", dtypes=("float32",))
def largest_place(x: ak.Tensor) -> ak.Tensor:
    return ak.argmax(x, "columns")


@pytest.mark.parametrize(
    ("described", "reason"),
    [
        (plus_one_number, "plus_one_number, whose tensors are no matrices with rows to reduce,"),
        (largest_place, "arg_max of float32 along rows"),
    ],
)
def test_what_is_not_generated_is_refused_by_name(described: ak.Description, reason: str) -> None:
    with pytest.raises(MisuseError, match=f"AI cores: {reason} cannot be generated"):
        rows_of(described.operator(dtype="float32"))
