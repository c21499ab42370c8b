"""TransData between NCDHW and the fractal layouts, against NumPy."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.aicore.harness import Kernel
from tests.utils.sources import read_source

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
    source = read_source(
        __file__,
        "kernels/transdata.cpp",
        CALL=CALLS[seed % 2],
        FROM=formats[0],
        TO=formats[1],
        SOURCE=LAYOUTS[formats[0]],
        TARGET=LAYOUTS[formats[1]],
    )
    x, got = np.zeros(40960, np.float16), np.zeros(40960, np.float16)
    x[: given_array.size] = given_array.ravel()
    Kernel(source, "f", 7).run(1, x, got, n, c, d, h, w)
    result = got[: wanted.size].reshape(wanted.shape)
    if not packs:  # what pads H * W has no defined value
        result, wanted = result[..., : h * w], wanted[..., : h * w]
    np.testing.assert_array_equal(result, wanted)
