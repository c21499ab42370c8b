"""Elementwise operators on the simulated cores, against the reference in float64."""

from __future__ import annotations

import numpy as np
import pytest

from custom_compiler import autokernel as ak
from custom_compiler.autokernel.aicore.body import Variants
from custom_compiler.autokernel.aicore.elementwise import GRAIN, ElementwiseNumbers, elementwise
from custom_compiler.autokernel.describe import reference
from custom_compiler.autokernel.operators import gelu

TOLERANCE = {"float32": 2e-6, "float16": 1e-3}


@ak.op(x="...", gate="...", dtypes=("float16", "bfloat16", "float32"))
def swiglu(x: ak.Tensor, gate: ak.Tensor) -> ak.Tensor:
    wide, slope = ak.wide(x), ak.wide(gate)
    return ak.cast(wide * slope * ak.sigmoid(slope), x.dtype)


@pytest.mark.parametrize("size", [1, 100, 5000, 70001])
@pytest.mark.parametrize("dtype", ["float32", "float16"])
@pytest.mark.parametrize("described", [gelu, swiglu])
def test_right_for_any_size(described: ak.Description, dtype: str, size: int) -> None:
    operator = described.operator(dtype=dtype)
    generator = np.random.default_rng(size)
    given = tuple(generator.normal(scale=3, size=size).astype(dtype) for _ in operator.inputs)
    made = np.empty(size, dtype)
    share = (size // 4 // GRAIN + 1) * GRAIN
    numbers = ElementwiseNumbers(length=size, share=share, tile=2048, buffers=2)
    elementwise[4](given, (made,), (), numbers, Variants((operator,)))
    names = (each.name for each in operator.inputs)
    (golden,) = reference.evaluate(operator, dict(zip(names, given, strict=True)), wide=True)
    np.testing.assert_allclose(made, golden, rtol=TOLERANCE[dtype], atol=1e-6)
