"""`bilinear_interpolation` from Python against NumPy."""

# ruff: noqa: E501  (lines of kernel text)

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.aicore.vector_support import Lanes, assert_same
from tests.utils.asc_vectors import DST, SRC0, Calls, View, filled

F32, F16 = np.float32, np.float16
OFFSETS, WEIGHTS, WORK = 24576, 26624, 32768
CALL = "asc.bilinear_interpolation(dst, src, offsets, weights, {}, extra0, extra2 > 0, blk0, rep0, extra1, work)"
CALLS = Calls(
    (
        View("dst", F16, DST),
        View("src", F16, SRC0),
        View("offsets", np.uint32, OFFSETS),
        View("weights", F16, WEIGHTS),
        View("work", np.uint8, WORK),
    ),
    (CALL.format("low"), CALL.format("[low, high]")),
)


@pytest.mark.parametrize("bits", [False, True])
@settings(max_examples=15, deadline=None)
@given(
    lanes=st.integers(1, 128),
    across=st.integers(1, 3),
    down=st.integers(1, 3),
    per_block=st.booleans(),
    seed=st.integers(0, 2**32),
)
def test_sums_of_weighted_blocks(
    bits: bool, lanes: int, across: int, down: int, per_block: bool, seed: int
) -> None:
    rng = np.random.default_rng(seed)
    image = filled(rng, ())
    source = (rng.integers(-8, 8, (128, 16)) / 4).astype(F16)
    blocks = rng.integers(0, 128, (down, across, 8))
    weights = (rng.integers(-8, 8, (down, across, 8 if per_block else 1)) / 4).astype(F16)
    image.put(SRC0, source)
    image.put(OFFSETS, (blocks * 32).astype(np.uint32))
    image.put(WEIGHTS, weights)
    word = (1 << lanes) - 1
    mask = (word & 2**64 - 1, word >> 64) if bits else (lanes, 0)
    got = CALLS.run(
        int(bits),
        image,
        Lanes(mask=mask, rep=(128, 0, 0)),
        extra=(across, down, int(per_block)),
    )
    products = source[blocks].astype(F32) * weights.astype(F32)[..., None]
    sums = products.sum(axis=1).reshape(down, 128).astype(F16)  # small multiples of 1/16: exact
    expected = image.copy()
    expected.put(WORK, got.get(WORK, np.uint8, 65536 - WORK))  # scratch
    for row in range(down):
        expected.put(DST + row * 256, sums[row, :lanes])
    assert_same(got, expected, f"{across} x {down}")
