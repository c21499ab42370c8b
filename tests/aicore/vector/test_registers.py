"""Comparisons and selections through the compare-mask register, and the call forms with strides."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.aicore.vector_support import Form, Image, Lanes, assert_same, call
from tests.utils.sources import read_source

MODES = [np.less, np.greater, np.equal, np.less_equal, np.greater_equal, np.not_equal]
TYPES = {"float": np.float32, "half": np.float16, "int32_t": np.int32}
DST, A, B, BITS = 0, 16384, 32768, 49152

BODY = read_source(__file__, "kernels/registers.cpp")


@st.composite
def strided(draw: st.DrawFn) -> Lanes:
    return Lanes(
        form=Form.BITS,
        count=draw(st.integers(0, 3)) * 128,
        repeat=draw(st.integers(0, 5)),
        mask=(draw(st.integers(0, 2**64 - 1)), draw(st.integers(0, 2**64 - 1))),
        blk=tuple(draw(st.integers(1, 3)) for _ in range(3)),
        rep=tuple(draw(st.integers(0, 12)) for _ in range(3)),
    )


def _image(dtype: type, seed: int) -> Image:
    rng = np.random.default_rng(seed)
    image = Image(rng.integers(0, 256, 65536, dtype=np.uint8))
    for base in (A, B):
        image.put(base, rng.integers(-2, 3, 16384 // np.dtype(dtype).itemsize).astype(dtype))
    return image


def _whole(
    image: Image, lanes: Lanes, operand: int, base: int, repeat: int, dtype: type
) -> np.ndarray:
    """All lanes of one repeat of an operand."""
    size = np.dtype(dtype).itemsize
    width = 256 // size
    return image.gather(base + lanes.offsets(operand, repeat, np.arange(width), width, size), dtype)


@pytest.mark.parametrize("type_name", TYPES)
@pytest.mark.parametrize("op", range(4))
@settings(max_examples=12, deadline=None)
@given(lanes=strided(), mode=st.integers(0, 5), seed=st.integers(0, 2**32))
def test_compare_writes_the_bits_of_whole_repeats(
    type_name: str, op: int, lanes: Lanes, mode: int, seed: int
) -> None:
    dtype = TYPES[type_name]
    if op % 2 == 0:
        lanes = Lanes(
            lanes.form,
            repeat=lanes.repeat,
            mask=(lanes.mask[0] % 129, 0),
            blk=lanes.blk,
            rep=lanes.rep,
        )
    image = _image(dtype, seed)
    relation = np.equal if dtype == np.int32 else MODES[mode]
    expected = image.copy()
    step = 32 // np.dtype(dtype).itemsize
    for repeat in range(lanes.repeat):
        a = _whole(image, lanes, 1, A, repeat, dtype)
        b = dtype(1) if op >= 2 else _whole(image, lanes, 2, B, repeat, dtype)
        expected.put(DST + repeat * step, np.packbits(relation(a, b), bitorder="little"))
    got = call(
        BODY,
        image,
        op=op,
        type_index=list(TYPES).index(type_name),
        lanes=lanes,
        at=(DST, A, B, BITS),
        scalar=dtype(1),
        extra=(mode,),
    )
    assert_same(got, expected, f"op {op} {lanes}")


def test_int32_is_compared_for_equality_only() -> None:
    image = _image(np.int32, 5)
    a, b = (image.get(base, np.int32, 128) for base in (A, B))
    for mode in range(6):
        got = call(
            BODY,
            image,
            op=6,
            type_index=2,
            lanes=Lanes(count=128),
            at=(DST, A, B, BITS),
            extra=(mode,),
        )
        np.testing.assert_array_equal(
            got.data[DST : DST + 16], np.packbits(a == b, bitorder="little")
        )


@pytest.mark.parametrize("type_name", ["float", "half"])
@pytest.mark.parametrize("op", [4, 5])
@settings(max_examples=12, deadline=None)
@given(lanes=strided(), mode=st.integers(0, 5), seed=st.integers(0, 2**32))
def test_compare_into_the_register(
    type_name: str, op: int, lanes: Lanes, mode: int, seed: int
) -> None:
    dtype = TYPES[type_name]
    width = 256 // np.dtype(dtype).itemsize
    count = lanes.mask[0] % 129
    mask = lanes.mask if op == 5 else (count, 0)
    lanes = Lanes(lanes.form, mask=mask, blk=lanes.blk, rep=lanes.rep)
    image = _image(dtype, seed)
    flags = MODES[mode](_whole(image, lanes, 1, A, 0, dtype), _whole(image, lanes, 2, B, 0, dtype))
    bits = mask[0] | mask[1] << 64
    chosen = np.array(
        [lane < count if op == 4 else bool(bits >> lane & 1) for lane in range(width)]
    )
    expected = image.copy()
    expected.put(
        DST,
        np.packbits(np.resize(flags & chosen, 128) & (np.arange(128) < width), bitorder="little"),
    )
    got = call(
        BODY,
        image,
        op=op,
        type_index=list(TYPES).index(type_name),
        lanes=lanes,
        at=(DST, A, B, BITS),
        extra=(mode,),
    )
    assert_same(got, expected, f"op {op} {lanes}")


@pytest.mark.parametrize("type_name", ["float", "half"])
@pytest.mark.parametrize(
    ("op", "how"),
    [(10, 0), (11, 2), (12, 2), (13, 1), (14, 0), (14, 2), (15, 1), (16, 1)],
)
@settings(max_examples=10, deadline=None)
@given(lanes=strided(), seed=st.integers(0, 2**32))
def test_select_with_strides_and_masks(
    type_name: str, op: int, how: int, lanes: Lanes, seed: int
) -> None:
    dtype = TYPES[type_name]
    size = np.dtype(dtype).itemsize
    width = 256 // size
    mask = lanes.mask
    if op == 16:
        mask = (mask[0] % (width + 1), 0)
    lanes = Lanes(
        Form.LANES if op == 16 else Form.BITS,
        repeat=lanes.repeat,
        mask=mask,
        blk=lanes.blk,
        rep=lanes.rep,
    )
    image = _image(dtype, seed)
    flags = np.unpackbits(image.data[BITS : BITS + 128], bitorder="little").astype(bool)
    scalar = dtype(7)
    expected = image.copy()
    for repeat, chosen in enumerate(lanes.selected(width)):
        a, b = (
            expected.gather(base + lanes.offsets(i, repeat, chosen, width, size), dtype)
            for i, base in ((1, A), (2, B))
        )
        bit = flags[(0 if how == 0 else repeat * width) + chosen]
        result = np.where(bit, a, scalar if how == 1 else b)
        expected.scatter(DST + lanes.offsets(0, repeat, chosen, width, size), result.astype(dtype))
    got = call(
        BODY,
        image,
        op=op,
        type_index=list(TYPES).index(type_name),
        lanes=lanes,
        at=(DST, A, B, BITS),
        scalar=scalar,
        extra=(how,),
    )
    got.data[65536 - 64 :] = expected.data[65536 - 64 :]
    assert_same(got, expected, f"op {op} {lanes}")
