"""Convolutions on the simulated cores, against the reference in float64."""

from __future__ import annotations

from typing import Any

import ml_dtypes
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from custom_compiler import autokernel as ak
from custom_compiler.autokernel.aicore import run
from custom_compiler.autokernel.aicore.kernels import CoreKernelCall, CorePlatform, launch
from custom_compiler.autokernel.classes import classify_for_cores
from custom_compiler.autokernel.describe import reference
from custom_compiler.autokernel.describe.shapes import bind
from custom_compiler.autokernel.operators import (
    convolution,
    depthwise_convolution,
    im2col_convolution,
    max_pool,
)
from custom_compiler.errors import MisuseError

TYPES = {"float16": np.float16, "bfloat16": ml_dtypes.bfloat16, "float32": np.float32}
PART = CorePlatform(core_num=4, cube_num=2, ub_size=196608)


def prepared(
    described: ak.Description, dtype: str, *shapes: tuple[int, ...], **constants: Any
) -> tuple[CoreKernelCall, list[np.ndarray], np.ndarray]:
    """The call of the kernel that the operator's class makes, whole numbers, and what they give."""
    operator = described.operator(dtype=dtype, **constants)
    operator_class, match = classify_for_cores(operator)
    assert operator_class.name != "nests"
    generator = np.random.default_rng(sum(map(sum, shapes)))
    arrays = [generator.integers(-2, 3, shape).astype(TYPES[dtype]) for shape in shapes]
    inputs = dict(zip((each.name for each in operator.inputs), arrays, strict=True))
    sizes = bind(operator, {name: array.shape for name, array in inputs.items()}).symbols
    setting = operator_class.core_default(match, sizes, PART)
    assert operator_class.core_space(match, sizes, PART).allowed(setting)
    call = operator_class.core_call(match, sizes, setting, PART)
    (golden,) = reference.evaluate(operator, inputs, wide=True)
    return call, arrays, golden.astype(TYPES[dtype])


def check(
    described: ak.Description, dtype: str, *shapes: tuple[int, ...], **constants: Any
) -> None:
    """Hold the kernel against the reference."""
    call, arrays, golden = prepared(described, dtype, *shapes, **constants)
    made = np.full(golden.shape, np.nan, TYPES[dtype])
    launch(call, arrays, [made])
    np.testing.assert_array_equal(made, golden)


@settings(max_examples=6, deadline=None)
@given(
    n=st.integers(1, 2),
    c=st.integers(1, 20),
    o=st.integers(1, 20),
    h=st.integers(3, 14),
    w=st.integers(3, 20),
)
@pytest.mark.parametrize("dtype", ["bfloat16", pytest.param("float32", marks=pytest.mark.slow)])
def test_any_image(dtype: str, n: int, c: int, o: int, h: int, w: int) -> None:
    shapes = (n, c, h, w), (o, c, 3, 3), (o,)
    check(convolution, dtype, *shapes, strides=(1, 2), pads=(1, 1, 1, 0), relu=True)


def test_groups_and_dilations() -> None:
    shapes = (2, 12, 11, 9), (8, 3, 2, 2), (8,)
    check(convolution, "float16", *shapes, dilations=(2, 1), groups=4, pads=(0, 1, 1, 0))


def _convolved(seen: ak.Tensor, weight: ak.Tensor, summed: str, axes: str) -> ak.Tensor:
    total = ak.sum(ak.wide(seen) * ak.wide(weight), summed)
    return ak.cast(ak.transpose(total, axes), seen.dtype)


@ak.op(x="n c l", weight="o c k=3", dtypes=("float16",))
def of_a_line(x: ak.Tensor, weight: ak.Tensor) -> ak.Tensor:
    seen = ak.window(x, "l", "k", 3, stride=2, dilation=3, pad=(2, 1), name="l_out")
    return _convolved(seen, weight, "c k", "n o l_out")


@ak.op(x="n c d h w", weight="o c kd=2 kh=3 kw=2", bias="o", dtypes=("float32",))
def of_a_stack(x: ak.Tensor, weight: ak.Tensor, bias: ak.Tensor) -> ak.Tensor:
    seen = x
    for axis, size, stride, pad in (("d", 2, 2, 1), ("h", 3, 1, 1), ("w", 2, 1, 0)):
        seen = ak.window(
            seen, axis, f"k{axis}", size, stride=stride, pad=(pad, pad), name=f"{axis}_out"
        )
    total = _convolved(seen, weight, "c kd kh kw", "n o d_out h_out w_out")
    return total + bias


@pytest.mark.slow
@pytest.mark.parametrize(
    ("described", "dtype", "shapes"),
    [
        (of_a_line, "float16", ((2, 5, 40), (7, 5, 3))),
        (of_a_stack, "float32", ((2, 3, 5, 6, 9), (4, 3, 2, 3, 2), (4,))),
    ],
)
def test_lines_and_stacks(
    described: ak.Description, dtype: str, shapes: tuple[tuple[int, ...], ...]
) -> None:
    check(described, dtype, *shapes)


def test_one_place() -> None:
    check(convolution, "float16", (1, 40, 10, 30), (33, 40, 1, 1), (33,))


@pytest.mark.slow
def test_rows_longer_than_the_unified_buffer() -> None:
    check(convolution, "float16", (1, 2, 4, 3000), (3, 2, 3, 3), (3,), pads=(1, 1, 1, 1))


def test_classes_of_windows() -> None:
    check(depthwise_convolution, "float32", (2, 5, 9, 8), (5, 3, 3), (5,), pads=(1, 1, 1, 1))
    check(max_pool, "float16", (2, 5, 9, 8))


def test_a_matrix_that_is_a_stage_is_refused() -> None:
    shapes = (1, 2, 5, 5), (3, 2, 3, 3), (3,)
    with pytest.raises(MisuseError, match="of class im2col"):
        check(im2col_convolution, "float32", *shapes)


def _transposed(
    x: ak.Tensor, weight: ak.Tensor, geometry: dict[str, tuple[int, int, int]]
) -> ak.Tensor:
    """As PyTorch has it: zeros between elements, weights turned round; strides, dilations, pads."""
    for axis, (stride, _, _) in geometry.items():
        places = x.size(axis)
        assert isinstance(places, int)
        spread = ak.repeat(x, axis, stride, name=f"{axis}s", size=(places - 1) * stride + 1)
        is_element = ak.position(spread, f"{axis}s") % stride == 0
        x = ak.where(is_element, spread, 0) if stride > 1 else ak.rename(x, **{axis: f"{axis}s"})
    for axis, (_, dilation, pad) in geometry.items():
        taps = weight.size(f"k{axis}")
        assert isinstance(taps, int)
        pads = (dilation * (taps - 1) - pad,) * 2
        own, inside = f"{axis}s", f"t{axis}"
        weight = ak.flip(weight, f"k{axis}", name=inside)
        x = ak.window(x, own, inside, taps, dilation=dilation, pad=pads, name=f"{axis}_out")
    taps_of = " ".join(f"t{axis}" for axis in geometry)
    return _convolved(x, weight, f"c {taps_of}", " ".join(["n o", *(f"{a}_out" for a in geometry)]))


@ak.op(x="n c=5 l=40", weight="c o kl=4", dtypes=("float16",))
def transposed_line(x: ak.Tensor, weight: ak.Tensor) -> ak.Tensor:
    return _transposed(x, weight, {"l": (3, 2, 1)})


@ak.op(x="n c=3 h=7 w=40", weight="c o kh=3 kw=2", dtypes=("bfloat16",))
def transposed_plane(x: ak.Tensor, weight: ak.Tensor) -> ak.Tensor:
    return _transposed(x, weight, {"h": (1, 1, 0), "w": (2, 1, 1)})


@ak.op(x="n c=18 d=3 h=4 w=5", weight="c o kd=2 kh=3 kw=2", dtypes=("float32",))
def transposed_stack(x: ak.Tensor, weight: ak.Tensor) -> ak.Tensor:
    return _transposed(x, weight, {"d": (2, 1, 0), "h": (3, 2, 2), "w": (1, 1, 0)})


@pytest.mark.slow
@pytest.mark.parametrize(
    ("described", "dtype", "shapes"),
    [
        (transposed_line, "float16", ((2, 5, 40), (5, 7, 4))),
        (transposed_plane, "bfloat16", ((2, 3, 7, 40), (3, 20, 3, 2))),
        (transposed_stack, "float32", ((2, 18, 3, 4, 5), (18, 4, 2, 3, 2))),
    ],
)
def test_transposed(
    described: ak.Description, dtype: str, shapes: tuple[tuple[int, ...], ...]
) -> None:
    check(described, dtype, *shapes)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("described", "shapes"),
    [
        (of_a_stack, ((2, 3, 5, 6, 9), (4, 3, 2, 3, 2), (4,))),
        (transposed_stack, ((2, 18, 3, 4, 5), (18, 4, 2, 3, 2))),
    ],
)
def test_the_checker_finds_nothing(
    described: ak.Description, shapes: tuple[tuple[int, ...], ...]
) -> None:
    call, arrays, golden = prepared(described, "float32", *shapes)
    one = run.PortableLaunch(call, tuple(arrays), ((golden.shape, "float32"),))
    assert run.check_launches([one]) == [()]
