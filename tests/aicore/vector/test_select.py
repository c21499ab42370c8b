"""Comparisons and selections against NumPy."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.aicore.vector_support import Form, Image, Lanes, assert_same, call
from tests.utils.sources import read_source

MODES = [np.less, np.greater, np.equal, np.less_equal, np.greater_equal, np.not_equal]
TYPES: list[type] = [np.float32, np.float16]
DST, A, B, BITS = 0, 16384, 32768, 49152

BODY = read_source(__file__, "kernels/select.cpp")


def _bits(flags: np.ndarray) -> np.ndarray:
    return np.packbits(flags, bitorder="little")


@pytest.mark.parametrize("dtype", TYPES)
@settings(max_examples=40, deadline=None)
@given(
    mode=st.integers(0, 5),
    repeats=st.integers(0, 20),
    scalar=st.booleans(),
    seed=st.integers(0, 2**32),
)
def test_compare_of_whole_repeats(
    dtype: type, mode: int, repeats: int, scalar: bool, seed: int
) -> None:
    count = repeats * 256 // dtype().itemsize
    rng = np.random.default_rng(seed)
    a, b = rng.integers(-3, 3, (2, count)).astype(dtype)
    a[::7] = np.nan
    image = Image()
    image.put(A, a)
    image.put(B, b)
    bound = dtype(1)
    got = call(
        BODY,
        image,
        op=int(scalar),
        type_index=TYPES.index(dtype),
        lanes=Lanes(count=count),
        at=(DST, A, B, BITS),
        scalar=bound,
        extra=(mode,),
    )
    expected = image.copy()
    expected.put(DST, _bits(MODES[mode](a, bound if scalar else b)))
    assert_same(got, expected, MODES[mode].__name__)


@pytest.mark.parametrize("dtype", TYPES)
def test_compare_leaves_the_rest_of_a_repeat_alone(dtype: type) -> None:
    image = Image()
    image.put(B, np.ones(300, dtype))
    width = 256 // dtype().itemsize
    got = call(
        BODY,
        image,
        op=0,
        type_index=TYPES.index(dtype),
        lanes=Lanes(count=width + 5),
        at=(DST, A, B, BITS),
        extra=(0,),
    )
    assert got.get(DST, np.uint8, width // 8 + 1).tolist() == [255] * (width // 8) + [0]


@pytest.mark.parametrize("dtype", TYPES)
@settings(max_examples=40, deadline=None)
@given(how=st.integers(0, 2), count=st.integers(0, 1500), seed=st.integers(0, 2**32))
def test_select_of_a_count(dtype: type, how: int, count: int, seed: int) -> None:
    rng = np.random.default_rng(seed)
    a, b = rng.standard_normal((2, count)).astype(dtype)
    image = Image()
    image.put(A, a)
    image.put(B, b)
    mask = rng.integers(0, 256, 256, dtype=np.uint8)
    image.put(BITS, mask)
    got = call(
        BODY,
        image,
        op=3 if how == 1 else 2,
        type_index=TYPES.index(dtype),
        lanes=Lanes(count=count),
        at=(DST, A, B, BITS),
        scalar=dtype(5),
        extra=(how,),
    )
    width = 256 // dtype().itemsize
    flags = np.unpackbits(mask, bitorder="little").astype(bool)
    flags = np.resize(flags[:width], count) if how == 0 else flags[:count]
    expected = image.copy()
    expected.put(DST, np.where(flags, a, dtype(5) if how == 1 else b))
    assert_same(got, expected, f"mode {how}")


@settings(max_examples=30, deadline=None)
@given(
    mask=st.integers(0, 64),
    repeat=st.integers(0, 4),
    blk=st.integers(1, 2),
    seed=st.integers(0, 2**32),
)
def test_select_filters_by_the_lane_mask(mask: int, repeat: int, blk: int, seed: int) -> None:
    rng = np.random.default_rng(seed)
    image = Image(rng.integers(0, 256, 65536, dtype=np.uint8))
    lanes = Lanes(form=Form.LANES, mask=(mask, 0), repeat=repeat, blk=(blk, 1, 1), rep=(16, 8, 0))
    got = call(BODY, image, op=2, type_index=0, lanes=lanes, at=(DST, A, B, BITS), extra=(2,))
    flags = np.unpackbits(image.data[BITS : BITS + 64], bitorder="little").astype(bool)
    expected = image.copy()
    for number, chosen in enumerate(lanes.selected(64)):
        a, b = (
            image.gather(base + lanes.offsets(i, number, chosen, 64, 4), np.uint32)
            for i, base in ((1, A), (2, B))
        )
        expected.scatter(
            DST + lanes.offsets(0, number, chosen, 64, 4),
            np.where(flags[number * 64 + chosen], a, b),
        )
    assert_same(got, expected, str(lanes))
