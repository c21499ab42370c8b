"""Windows over planes on the simulated cores, against the reference in float64."""

from __future__ import annotations

from typing import Any

import ml_dtypes
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from custom_compiler import autokernel as ak
from custom_compiler.autokernel.aicore import windows
from custom_compiler.autokernel.aicore.kernels import CorePlatform, launch
from custom_compiler.autokernel.aicore.plane_windows import plane_windows_of
from custom_compiler.autokernel.describe import reference
from custom_compiler.autokernel.describe.shapes import bind
from custom_compiler.autokernel.operators import average_pool, depthwise_convolution, max_pool
from custom_compiler.errors import MisuseError

TYPES = {"float16": np.float16, "bfloat16": ml_dtypes.bfloat16, "float32": np.float32}
TOLERANCE = {"float16": 1e-3, "bfloat16": 8e-3, "float32": 2e-6}
UB = 196608  # bytes
OPERATORS: dict[str, tuple[ak.Description, dict[str, Any]]] = {
    "max": (max_pool, {"kernel": (3, 2), "strides": (2, 1), "pads": (1, 0, 1, 1)}),
    "mean": (average_pool, {"kernel": (3, 3), "strides": (2, 2), "pads": (1, 1, 1, 1)}),
    "mean of pads": (
        average_pool,
        {"kernel": (2, 3), "strides": (1, 3), "pads": (0, 1, 1, 2), "count_pads": True},
    ),
    "depthwise": (
        depthwise_convolution,
        {"strides": (1, 2), "pads": (1, 2, 0, 1), "dilations": (2, 1), "relu": True},
    ),
}


def check(operator: ak.Operator, arrays: list[np.ndarray], cores: int = 3, **knobs: int) -> None:
    """Hold the kernel against the reference."""
    inputs = dict(zip((each.name for each in operator.inputs), arrays, strict=True))
    sizes = bind(operator, {name: array.shape for name, array in inputs.items()}).symbols
    part = CorePlatform(core_num=cores, cube_num=1, ub_size=UB)
    setting = {**windows.default(operator, sizes, part), **knobs}
    assert windows.space(operator, sizes, part).allowed(setting)
    call = windows.call(operator, sizes, setting, part)
    (golden,) = reference.evaluate(operator, inputs, wide=True)
    dtype = arrays[0].dtype
    made = np.full(golden.shape, np.nan, dtype)
    launch(call, arrays, [made])
    np.testing.assert_allclose(
        made.astype(np.float64), golden, rtol=TOLERANCE[dtype.name], atol=TOLERANCE[dtype.name]
    )


def arrays_of(kind: str, dtype: str, *shape: int) -> tuple[ak.Operator, list[np.ndarray]]:
    described, constants = OPERATORS[kind]
    operator = described.operator(dtype=dtype, **constants)
    generator = np.random.default_rng(sum(shape))
    shapes = [shape] if kind != "depthwise" else [shape, (shape[1], 3, 2), (shape[1],)]
    return operator, [generator.normal(size=each).astype(TYPES[dtype]) for each in shapes]


@settings(max_examples=8, deadline=None)
@given(
    shape=st.tuples(st.integers(1, 3), st.integers(1, 20), st.integers(4, 20), st.integers(4, 40))
)
@pytest.mark.parametrize(
    ("kind", "dtype"),
    [
        ("max", "float16"),
        pytest.param("max", "bfloat16", marks=pytest.mark.slow),
        pytest.param("mean", "float16", marks=pytest.mark.slow),
        ("mean of pads", "float32"),
        pytest.param("depthwise", "float32", marks=pytest.mark.slow),
        ("depthwise", "float16"),
    ],
)
def test_any_planes(kind: str, dtype: str, shape: tuple[int, ...]) -> None:
    operator, arrays = arrays_of(kind, dtype, *shape)
    check(operator, arrays)


@settings(max_examples=10, deadline=None)
@given(rows=st.sampled_from((1, 2, 3, 6)), columns=st.sampled_from((16, 32, 64)))
@pytest.mark.parametrize(("kind", "dtype"), [("mean", "float16"), ("depthwise", "float16")])
def test_any_tile(kind: str, dtype: str, rows: int, columns: int) -> None:
    operator, arrays = arrays_of(kind, dtype, 1, 17, 14, 90)
    check(operator, arrays, rows=rows, columns=columns, buffers=1)


def test_rows_longer_than_the_unified_buffer() -> None:
    operator, arrays = arrays_of("max", "float16", 1, 2, 4, 12000)
    check(operator, arrays)


def test_infinite_numbers() -> None:
    operator, (x,) = arrays_of("max", "float16", 1, 1, 8, 8)
    x[0, 0, 2, 3], x[0, 0, 6, 6] = np.inf, -np.inf
    check(operator, [x])


def _mean(total: ak.Tensor, axes: dict[str, tuple[int, int, int, int]]) -> ak.Tensor:
    """A sum over the number of elements that windows see; size, stride and pad of their axes."""
    elements = ak.full(1, "int32")
    for axis, (size, kernel, stride, pad) in axes.items():
        first = ak.position(total, axis) * stride - pad
        elements = elements * (ak.minimum(first + kernel, size) - ak.maximum(first, 0))
    return total / ak.cast(elements, total.dtype)


@ak.op(x="n c=19 l=70", dtypes=("float16", "float32"))
def means_of_a_line(x: ak.Tensor) -> ak.Tensor:
    seen = ak.window(x, "l", "k", 4, stride=3, pad=(2, 2), name="o")
    return ak.cast(_mean(ak.sum(ak.wide(seen), "k"), {"o": (70, 4, 3, 2)}), x.dtype)


@ak.op(x="c d=7 h=9 w=11", dtypes=("float32", "bfloat16"))
def means_of_a_stack(x: ak.Tensor) -> ak.Tensor:
    seen = x
    for axis, pad in (("d", 1), ("h", 0), ("w", 1)):
        seen = ak.window(seen, axis, f"k{axis}", 3, stride=2, pad=(pad, pad), name=f"{axis}_out")
    total = ak.sum(ak.wide(seen), "kd kh kw")
    numbers = {"d_out": (7, 3, 2, 1), "h_out": (9, 3, 2, 0), "w_out": (11, 3, 2, 1)}
    return ak.cast(_mean(total, numbers), x.dtype)


@ak.op(x="n d h w", dtypes=("float16",))
def largest_of_a_stack(x: ak.Tensor) -> ak.Tensor:
    seen = ak.window(ak.window(x, "d", "kd", 3, stride=2), "h", "kh", 2, dilation=2)
    return ak.max(ak.window(seen, "w", "kw", 2, pad=(1, 1), outside=ak.lowest(x.dtype)), "kd kh kw")


@ak.op(x="n h w c", dtypes=("float16", "float32"))
def channels_last(x: ak.Tensor) -> ak.Tensor:
    seen = ak.window(ak.window(x, "h", "kh", 3, stride=2), "w", "kw", 2)
    return ak.max(seen, "kh kw")


@ak.op(x="n h w", dtypes=("float32",))
def rows_only(x: ak.Tensor) -> ak.Tensor:
    return ak.min(ak.window(x, "h", "k", 20, stride=20), "k")


@ak.op(x="c d h w", weight="c kd=3 kh=2 kw=3", dtypes=("float32",))
def depthwise_of_stacks(x: ak.Tensor, weight: ak.Tensor) -> ak.Tensor:
    seen = x
    for axis, size in (("d", 3), ("h", 2), ("w", 3)):
        seen = ak.window(seen, axis, f"k{axis}", size, pad=(1, 1))
    return ak.sum(seen * weight, "kd kh kw")


@pytest.mark.slow
@pytest.mark.parametrize(
    ("described", "dtype", "shape"),
    [
        (means_of_a_line, "float16", (3, 19, 70)),
        (means_of_a_line, "float32", (1, 19, 70)),
        (means_of_a_stack, "float32", (18, 7, 9, 11)),
        (means_of_a_stack, "bfloat16", (2, 7, 9, 11)),
        (largest_of_a_stack, "float16", (17, 8, 9, 30)),
        (channels_last, "float16", (3, 9, 8, 33)),
        (channels_last, "float32", (20, 5, 6, 3)),
        (rows_only, "float32", (2, 64, 40)),
    ],
)
def test_windows_along_other_axes(
    described: ak.Description, dtype: str, shape: tuple[int, ...]
) -> None:
    array = np.random.default_rng(1).normal(size=shape).astype(TYPES[dtype])
    check(described.operator(dtype=dtype), [array])


def test_weights_of_stacks() -> None:
    generator = np.random.default_rng(2)
    shapes = ((19, 4, 6, 10), (19, 3, 2, 3))
    arrays = [generator.normal(size=shape).astype(np.float32) for shape in shapes]
    check(depthwise_of_stacks.operator(dtype="float32"), arrays)


@ak.op(x="n c h w", dtypes=("float32",))
def zeros_around(x: ak.Tensor) -> ak.Tensor:
    return ak.max(ak.window(x, "w", "kw", 3, pad=(1, 1)), "kw")


@ak.op(x="n c h w", dtypes=("float32", "int32"))
def far(x: ak.Tensor) -> ak.Tensor:
    seen = ak.window(ak.window(x, "h", "kh", 3, stride=20), "w", "kw", 3, stride=20)
    return ak.max(seen, "kh kw")


@pytest.mark.parametrize(
    ("operator", "message"),
    [
        (zeros_around.operator(dtype="float32"), "padding by 0"),
        (far.operator(dtype="float32"), "windows 20 places apart"),
        (far.operator(dtype="int32"), "windows of int32"),
    ],
)
def test_what_is_refused(operator: ak.Operator, message: str) -> None:
    with pytest.raises(MisuseError, match=message):
        plane_windows_of(operator)


def test_windows_that_do_not_fit() -> None:
    operator = max_pool.operator(dtype="float32", kernel=(900, 900))
    sizes = {"n": 1, "c": 1, "h": 1000, "w": 1000}
    with pytest.raises(MisuseError, match="windows of 1 x 900 x 900"):
        windows.default(operator, sizes, CorePlatform(core_num=1, cube_num=1, ub_size=UB))
