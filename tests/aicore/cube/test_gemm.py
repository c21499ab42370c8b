"""Gemm and Conv2D of the older cores, against NumPy."""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from tests.aicore.cube_support import from_nz, to_nz, up
from tests.aicore.harness import AICORE, Kernel, KernelFaultError
from tests.utils.sources import read_source

SOURCE = read_source(__file__, "kernels/gemm.cpp")

TYPES: dict[tuple[str, str], tuple[Any, Any, int]] = {
    ("int8_t", "int32_t"): (np.int8, np.int32, 32),
    ("half", "float"): (np.float16, np.float32, 16),
    ("half", "half"): (np.float16, np.float16, 16),
}
types = st.sampled_from(sorted(TYPES))
small = st.integers(1, 70)


@cache
def kernel(src: str, dst: str) -> Kernel:
    """The kernel for one combination of types."""
    head = f'#include "kernel_operator.h"\nusing SRC = {src};\nusing DST = {dst};\n'
    return Kernel(head + SOURCE, "product", 5, arch=200)


def run(
    names: tuple[str, str],
    left: np.ndarray,
    right: np.ndarray,
    result: np.ndarray,
    fields: list[int],
    *,
    conv: bool,
    init: int,
    in_ub: bool,
    bias: np.ndarray | None = None,
) -> None:
    """Run on images of the memories; `result` is what L0C holds before."""
    row = np.zeros(512, np.uint8)
    if bias is not None:
        row[: bias.nbytes] = bias.view(np.uint8)
    sizes = (left.nbytes, right.nbytes, result.nbytes)
    call = np.zeros(32, np.uint32)
    call[: 6 + len(fields)] = [conv, *sizes, init, in_ub, *fields]
    kernel(*names).run(
        1, left, right, row, result, call, task_type=AICORE, soc="Ascend310P3"
    )  # fmt: skip


def integers(rng: np.random.Generator, shape: tuple[int, ...], dtype: Any) -> np.ndarray:
    """Values whose sums of products are exact in all types."""
    return rng.integers(-2, 3, shape).astype(dtype)


@settings(max_examples=25, deadline=None)
@given(types, small, st.integers(1, 600), small, st.integers(0, 1), st.booleans())
def test_gemm(names: tuple[str, str], m: int, k: int, n: int, init: int, in_ub: bool) -> None:
    src, dst, c0 = TYPES[names]
    rng = np.random.default_rng(1)
    a, b = integers(rng, (m, k), src), integers(rng, (k, n), src)
    before = integers(rng, (m, n), dst)
    result = to_nz(before, 16)
    left, right = to_nz(a, c0), to_nz(np.ascontiguousarray(b.T), c0)
    run(names, left, right, result, [m, k, n], conv=False, init=init, in_ub=in_ub)
    wanted = a.astype(np.int64) @ b.astype(np.int64) + (before.astype(np.int64) if init else 0)
    np.testing.assert_array_equal(from_nz(result, m, n), wanted.astype(dst))


def convolve(
    image: np.ndarray, weight: np.ndarray, stride: list[int], pad: list[int], dilation: list[int]
) -> np.ndarray:
    """[c, h, w] with [cout, c, kh, kw]: [ho * wo, cout]."""
    left, right, top, bottom = pad
    padded = np.pad(image.astype(np.int64), ((0, 0), (top, bottom), (left, right)))
    cout, _, kh, kw = weight.shape
    span_h, span_w = dilation[0] * (kh - 1) + 1, dilation[1] * (kw - 1) + 1
    windows = np.lib.stride_tricks.sliding_window_view(padded, (span_h, span_w), (1, 2))
    windows = windows[:, :: stride[0], :: stride[1], :: dilation[0], :: dilation[1]]
    product = np.einsum("chwij,ocij->hwo", windows, weight.astype(np.int64))
    return product.reshape(-1, cout)


@settings(max_examples=25, deadline=None)
@given(
    types,
    st.integers(1, 2),
    st.tuples(st.integers(1, 12), st.integers(1, 12)),
    st.tuples(st.integers(1, 3), st.integers(1, 3)),
    st.sampled_from((16, 32)),
    st.tuples(*[st.integers(1, 2)] * 4),
    st.tuples(*[st.integers(0, 2)] * 4),
    st.integers(0, 2),
    st.booleans(),
)
def test_conv2d(
    names: tuple[str, str],
    groups: int,
    size: tuple[int, int],
    window: tuple[int, int],
    cout: int,
    steps: tuple[int, int, int, int],
    pad: tuple[int, int, int, int],
    init: int,
    in_ub: bool,
) -> None:
    src, dst, c0 = TYPES[names]
    stride, dilation = list(steps[:2]), list(steps[2:])
    spans = [d * (k - 1) + 1 for d, k in zip(dilation, window, strict=True)]
    assume(size[0] + pad[2] + pad[3] >= spans[0] and size[1] + pad[0] + pad[1] >= spans[1])
    # CANN excludes windows as wide as the image that are less high.
    assume(not (size[1] == window[1] and size[0] > window[0]))
    rng = np.random.default_rng(2)
    cin = groups * c0
    image = integers(rng, (cin, *size), src)
    weight = integers(rng, (cout, cin, *window), src)
    wanted = convolve(image, weight, stride, list(pad), dilation)
    assume(abs(wanted).max(initial=0) < 2000)
    rows = wanted.shape[0]
    before, bias = integers(rng, (rows, cout), dst), integers(rng, (cout,), dst)
    result = to_nz(before, 16)
    left = image.reshape(groups, c0, *size).transpose(0, 2, 3, 1).copy()
    right = weight.reshape(cout, groups, c0, *window).transpose(1, 3, 4, 0, 2).copy()
    fields = [*size, *window, *stride, cin, cout, *pad, *dilation]
    run(names, left, right, result, fields, conv=True, init=init, in_ub=in_ub, bias=bias)
    start = [0, before.astype(np.int64), bias.astype(np.int64)][init]
    np.testing.assert_array_equal(from_nz(result, rows, cout), (wanted + start).astype(dst))


def test_too_large_for_l0() -> None:
    big = np.zeros((1, up(4096, 16), 16), np.float16)
    result = np.zeros((1, 1), np.float32)
    with pytest.raises(KernelFaultError, match="too large"):
        run(
            ("half", "float"),
            big,
            big[:, :16],
            result,
            [4096, 16, 16],
            conv=False,
            init=0,
            in_ub=False,
        )
