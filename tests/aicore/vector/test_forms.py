"""Fills, copies, gathers and reductions in every call form: bit masks, lanes, mask registers and
counter mode, with strides."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.aicore.vector_support import Form, Image, Lanes, assert_same, call
from tests.utils.sources import read_source

DST, SRC, OFFSETS = 0, 16384, 32768
TYPES = {"half": np.float16, "int16_t": np.int16, "float": np.float32, "int32_t": np.int32}
FLOATS = ["half", "float"]

BODY = read_source(__file__, "kernels/forms.cpp")


@st.composite
def lane_choices(draw: st.DrawFn, forms: list[Form], width: int) -> Lanes:
    form = draw(st.sampled_from(forms))
    mask = (draw(st.integers(0, 2**64 - 1)), draw(st.integers(0, 2**64 - 1)))
    if form == Form.LANES:
        mask = (draw(st.integers(0, width + 2)), 0)
    return Lanes(
        form,
        count=draw(st.integers(0, 500)),
        repeat=draw(st.integers(0, 4)),
        mask=mask,
        blk=tuple(draw(st.integers(1, 2)) for _ in range(3)),
        rep=tuple(draw(st.integers(0, 16)) for _ in range(3)),
    )


def _image(seed: int) -> Image:
    return Image(np.random.default_rng(seed).integers(0, 256, 65536, dtype=np.uint8))


ALL_FORMS = [Form.LANES, Form.BITS, Form.REGISTER, Form.COUNTER]


@pytest.mark.parametrize("type_name", TYPES)
@pytest.mark.parametrize("op", [0, 1, 2])
@settings(max_examples=20, deadline=None)
@given(data=st.data(), seed=st.integers(0, 2**32))
def test_fills_and_copies(type_name: str, op: int, data: st.DataObject, seed: int) -> None:
    dtype = TYPES[type_name]
    size = np.dtype(dtype).itemsize
    width = 256 // size
    lanes = data.draw(lane_choices(ALL_FORMS[:2] if op == 1 else ALL_FORMS, width))
    image = _image(seed)
    scalar = dtype(5)
    expected = image.copy()
    repeats = list(lanes.selected(width))
    if op == 2 and lanes.form == Form.COUNTER:
        # In counter mode the mask of Copy counts the elements of each repeat.
        repeats = [np.arange(lanes.count)] * lanes.repeat
    for repeat, chosen in enumerate(repeats):
        to = DST + lanes.offsets(0, repeat, chosen, width, size)
        if op == 0:
            result = np.full(chosen.size, scalar)
        elif op == 1:
            result = (np.float32(scalar) + (repeat * width + chosen)).astype(dtype)
        else:
            result = expected.gather(SRC + lanes.offsets(1, repeat, chosen, width, size), dtype)
        expected.scatter(to, result.astype(dtype))
    got = call(
        BODY,
        image,
        op=op,
        type_index=list(TYPES).index(type_name),
        lanes=lanes,
        at=(DST, SRC, OFFSETS),
        scalar=scalar,
    )
    assert_same(got, expected, f"op {op} {lanes}")


@pytest.mark.parametrize("type_name", TYPES)
@pytest.mark.parametrize("op", [3, 4])
@settings(max_examples=20, deadline=None)
@given(data=st.data(), seed=st.integers(0, 2**32))
def test_gathers_and_scatters(type_name: str, op: int, data: st.DataObject, seed: int) -> None:
    dtype = TYPES[type_name]
    size = np.dtype(dtype).itemsize
    width = 256 // size
    drawn = data.draw(lane_choices([Form.LANES, Form.BITS], width))
    lanes = Lanes(drawn.form, repeat=drawn.repeat, mask=drawn.mask, rep=drawn.rep)
    rng = np.random.default_rng(seed)
    image = _image(seed)
    offsets = (rng.permutation(2048)[:1024] * size).astype(np.uint32)
    image.put(OFFSETS, offsets)
    base = 64
    expected = image.copy()
    for repeat, chosen in enumerate(lanes.selected(width)):
        moved = base + offsets[repeat * width + chosen].astype(np.intp)
        dense = lanes.offsets(0 if op == 3 else 1, repeat, chosen, width, size)
        if op == 3:
            expected.scatter(DST + dense, expected.gather(SRC + moved, dtype))
        else:
            expected.scatter(DST + moved, expected.gather(SRC + dense, dtype))
    got = call(
        BODY,
        image,
        op=op,
        type_index=list(TYPES).index(type_name),
        lanes=lanes,
        at=(DST, SRC, OFFSETS),
        extra=(base,),
        soc="Ascend910B3" if op == 3 else "Ascend310P3",  # which alone can scatter
    )
    assert_same(got, expected, f"op {op} {lanes}")


def _tree(values: np.ndarray) -> np.generic:
    """Neighbours are added, level by level, each sum rounded to the type."""
    while values.size > 1:
        values = values[0::2] + values[1::2]
    return values[0]


@pytest.mark.parametrize("type_name", FLOATS)
@pytest.mark.parametrize("op", [10, 11, 12, 13])
@settings(max_examples=15, deadline=None)
@given(data=st.data(), seed=st.integers(0, 2**32))
def test_reductions_by_the_mask_registers(
    type_name: str, op: int, data: st.DataObject, seed: int
) -> None:
    dtype = TYPES[type_name]
    size = np.dtype(dtype).itemsize
    width = 256 // size
    lanes = data.draw(lane_choices([Form.REGISTER, Form.COUNTER], width))
    image = _image(seed)
    image.put(SRC, np.random.default_rng(seed).integers(-20, 20, 8192 // size).astype(dtype))
    expected = image.copy()
    for repeat, chosen in enumerate(lanes.selected(width)):
        values = np.zeros(width, dtype)
        values[chosen] = image.gather(SRC + lanes.offsets(1, repeat, chosen, width, size), dtype)
        if op == 12:
            for block in range(8):
                part = slice(block * width // 8, (block + 1) * width // 8)
                if np.isin(np.arange(width)[part], chosen).any():
                    expected.put(
                        DST + (repeat * 8 + block) * size, np.array([_tree(values[part])], dtype)
                    )
        elif chosen.size:
            result = values[chosen].max() if op == 11 else _tree(values)
            expected.put(DST + repeat * size, np.array([result], dtype))
    got = call(
        BODY, image, op=op, type_index=FLOATS.index(type_name), lanes=lanes, at=(DST, SRC, OFFSETS)
    )
    assert_same(got, expected, f"op {op} {lanes}")


@pytest.mark.parametrize("type_name", FLOATS)
@pytest.mark.parametrize("form", [Form.LANES, Form.BITS])
@pytest.mark.parametrize("repeat", [1, 3, 30])
def test_reductions_of_all_repeats(type_name: str, form: Form, repeat: int) -> None:
    dtype = TYPES[type_name]
    size = np.dtype(dtype).itemsize
    width = 256 // size
    rng = np.random.default_rng(repeat)
    rows = rng.integers(-9, 9, (repeat, width)).astype(dtype)
    image = Image()
    image.put(SRC, rows)
    chosen = (
        np.arange(width - 3) if form == Form.LANES else np.flatnonzero(rng.integers(0, 2, width))
    )
    bits = int(sum(1 << int(lane) for lane in chosen))
    mask = (chosen.size, 0) if form == Form.LANES else (bits & (2**64 - 1), bits >> 64)
    lanes = Lanes(form, repeat=repeat, mask=mask, rep=(8, 8, 8))
    masked = np.zeros_like(rows)
    masked[:, chosen] = rows[:, chosen]
    got = call(
        BODY, image, op=14, type_index=FLOATS.index(type_name), lanes=lanes, at=(DST, SRC, OFFSETS)
    )
    assert got.get(DST, dtype, 1)[0] == masked.astype(np.float64).sum()
    for op, extreme in ((15, np.max), (16, np.min)):
        got = call(
            BODY,
            image,
            op=op,
            type_index=FLOATS.index(type_name),
            lanes=lanes,
            at=(DST, SRC, OFFSETS),
        )
        value = extreme(rows[:, chosen])
        hits = [
            r * width + lane for r in range(repeat) for lane in chosen if rows[r, lane] == value
        ]
        assert got.get(DST, dtype, 1)[0] == value
        assert got.get(DST + size, f"u{size}", 1)[0] == hits[0]
