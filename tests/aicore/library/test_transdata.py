"""TransData between NCDHW and the fractal layouts, against NumPy."""

# ruff: noqa: E501  (lines of the C++ text)

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.aicore.harness import Kernel

SOURCE = """
using namespace AscendC;
constexpr TransDataConfig CONFIG = {DataFormat::FROM, DataFormat::TO};
extern "C" __global__ __aicore__ void f(GM_ADDR in, GM_ADDR out, uint64_t n, uint64_t c, uint64_t d, uint64_t h, uint64_t w) {
    TPipe pipe; const uint64_t c1 = (c + 15) / 16, n1 = (n + 15) / 16;
    LocalTensor<half> x(TPosition::VECCALC, 0, 40960), y(TPosition::VECCALC, 98304, 40960); LocalTensor<uint8_t> tmp;
    GlobalTensor<half> from, to; from.SetGlobalBuffer((__gm__ half*)in); to.SetGlobalBuffer((__gm__ half*)out);
    DataCopy(x, from, 40960); Duplicate(y, (half)-1.0f, 40960); PipeBarrier<PIPE_ALL>();
    auto ncdhw = MakeLayout(MakeShape(n, c, d, h, w), MakeStride());
    auto ndc1hwc0 = MakeLayout(MakeShape(n, d, c1, h, w, 16), MakeStride());
    auto fractal = MakeLayout(MakeShape(d, c1, h, w, n1, 16, 16), MakeStride());
    TransDataParams<decltype(SOURCE), decltype(TARGET)> params = {SOURCE, TARGET};
    CALL
    PipeBarrier<PIPE_ALL>(); DataCopy(to, y, 40960);
}
"""
CALLS = [
    "TransData<CONFIG>(y, x, tmp, params);",
    "TransData<CONFIG, half, decltype(SOURCE), decltype(TARGET)>(y, x, params);",
]
LAYOUTS = {"NCDHW": "ncdhw", "NDC1HWC0": "ndc1hwc0", "FRACTAL_Z_3D": "fractal"}


@pytest.mark.parametrize("packed", ["NDC1HWC0", "FRACTAL_Z_3D"])
@pytest.mark.parametrize("packs", [True, False])
@settings(max_examples=10, deadline=None)
@given(
    shape=st.tuples(st.integers(1, 20), st.integers(1, 40), *[st.integers(1, 3)] * 3).filter(
        lambda s: -(-s[0] // 16) * -(-s[1] // 16) * 256 * s[2] * 16 <= 40960
    ),
    seed=st.integers(0, 2**32),
)
def test_layouts(packed: str, packs: bool, shape: tuple[int, ...], seed: int) -> None:
    n, c, d, h, w = shape
    c1, n1 = -(-c // 16), -(-n // 16)
    values = np.random.default_rng(seed).integers(0, 2000, shape).astype(np.float16)
    rows = np.zeros((n, c, d, -(-h * w // 16) * 16), np.float16)
    rows[..., : h * w] = values.reshape(n, c, d, h * w)
    maps = np.zeros((n1 * 16, c1 * 16, d, h, w), np.float16)
    maps[:n, :c] = values
    if packed == "NDC1HWC0":
        other = maps[:n].reshape(n, c1, 16, d, h, w).transpose(0, 3, 1, 4, 5, 2)
    else:
        other = maps.reshape(n1, 16, c1, 16, d, h, w).transpose(4, 2, 5, 6, 0, 1, 3)
    given_array, wanted = (rows, other) if packs else (other, rows)
    formats = ("NCDHW", packed) if packs else (packed, "NCDHW")
    source = SOURCE.replace("CALL", CALLS[seed % 2])
    for name, text in (
        ("FROM", formats[0]),
        ("TO", formats[1]),
        ("SOURCE", LAYOUTS[formats[0]]),
        ("TARGET", LAYOUTS[formats[1]]),
    ):
        source = source.replace(name, text)
    x, got = np.zeros(40960, np.float16), np.zeros(40960, np.float16)
    x[: given_array.size] = given_array.ravel()
    Kernel(source, "f", 7).run(1, x, got, n, c, d, h, w)
    result = got[: wanted.size].reshape(wanted.shape)
    if not packs:  # what pads H * W has no defined value
        result, wanted = result[..., : h * w], wanted[..., : h * w]
    np.testing.assert_array_equal(result, wanted)
