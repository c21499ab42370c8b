"""Reductions against a model of the documented order of additions."""

# ruff: noqa: E501  (lines of the C++ text)

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.aicore.vector_support import Form, Image, Lanes, assert_same, call

if TYPE_CHECKING:
    from numpy.typing import NDArray

PARTS = ["BlockReduceSum", "BlockReduceMax", "BlockReduceMin", "PairReduceSum"]
WHOLE = ["WholeReduceSum", "WholeReduceMax", "WholeReduceMin"]
ALL = ["ReduceSum", "ReduceMax", "ReduceMin"]
ORDERS = ["ORDER_VALUE_INDEX", "ORDER_INDEX_VALUE", "ORDER_ONLY_VALUE", "ORDER_ONLY_INDEX"]
DST, SRC, WORK = 0, 16384, 60000


def _body() -> str:
    lines = ["template <typename T> __aicore__ inline void One(const Call& c) {"]
    lines.append("auto d = View<T>(c.at[0]); auto s = View<T>(c.at[1]); auto w = View<T>(c.at[2]);")
    lines.append("uint64_t m[2] = {c.mask[0], c.mask[1]}; bool bits = c.form == 2; switch (c.op) {")
    strides = "(int32_t)c.rep[0], (int32_t)c.blk[1], (int32_t)c.rep[1]"
    for op, name in enumerate([*PARTS, *WHOLE, *ALL]):
        lines.append(f"case {op}: ")
        if name in PARTS:
            lines.append(f"if (bits) {name}<T>(d, s, (int32_t)c.repeat, m, {strides});")
            lines.append(
                f"else {name}<T>(d, s, (int32_t)c.repeat, (int32_t)c.mask[0], {strides}); break;"
            )
        elif name in WHOLE:
            order = "" if name.endswith("Sum") else ", static_cast<ReduceOrder>(c.extra[0])"
            lines.append(f"if (bits) {name}<T>(d, s, m, (int32_t)c.repeat, {strides}{order});")
            lines.append(
                f"else {name}<T>(d, s, (int32_t)c.mask[0], (int32_t)c.repeat, {strides}{order}); break;"
            )
        else:
            index = "" if name.endswith("Sum") else ", true"
            lines.append(f"{name}<T>(d, s, w, (int32_t)c.count{index}); break;")
    lines.append("} }")
    lines.append(
        "__aicore__ inline void Run(const Call& c) { c.type == 0 ? One<float>(c) : One<half>(c); }"
    )
    return "\n".join(lines)


BODY = _body()
OPS = [*PARTS, *WHOLE, *ALL]
TYPES: list[type] = [np.float32, np.float16]


def _tree(values: NDArray) -> np.generic:
    """Neighbours are added, level by level, each sum rounded to the type."""
    while values.size > 1:
        values = (values[0::2] + values[1::2]).astype(values.dtype)
    return values[0]


def _best(values: NDArray, lanes: NDArray, *, largest: bool) -> tuple[np.generic, int]:
    chosen = values[lanes]
    position = int(np.argmax(chosen) if largest else np.argmin(chosen))
    return chosen[position], int(lanes[position])


def _index_bits(lane: int, dtype: type) -> NDArray:
    return np.array([lane], np.uint16 if dtype == np.float16 else np.uint32).view(dtype)


@st.composite
def masked(draw: st.DrawFn) -> Lanes:
    form = draw(st.sampled_from([Form.LANES, Form.BITS]))
    mask = (draw(st.integers(0, 2**64 - 1)), draw(st.integers(0, 2**64 - 1)))
    if form == Form.LANES:
        mask = (draw(st.integers(1, 128)), 0)
    return Lanes(
        form=form,
        repeat=draw(st.integers(1, 6)),
        mask=mask,
        blk=(1, draw(st.integers(1, 2)), 1),
        rep=(draw(st.integers(1, 3)), draw(st.integers(0, 16)), 8),
    )


def _model(name: str, order: int, lanes: Lanes, image: Image, dtype: type) -> Image:
    size = np.dtype(dtype).itemsize
    width = 256 // size
    expected = image.copy()
    every = np.arange(width)
    for repeat, chosen in enumerate(lanes.selected(width)):
        values = image.gather(SRC + lanes.offsets(1, repeat, every, width, size), dtype)
        if name in WHOLE:
            if chosen.size == 0:
                continue
            if name.endswith("Sum"):
                kept = np.where(np.isin(every, chosen), values, dtype(0))
                expected.put(DST + repeat * lanes.rep[0] * size, np.array([_tree(kept)]))
                continue
            value, lane = _best(values, chosen, largest=name.endswith("Max"))
            pair = np.concatenate([np.array([value]), _index_bits(lane, dtype)])
            step = {0: 2 * size, 1: 2 * size, 2: size, 3: 4}[order]
            out = {0: pair, 1: pair[::-1], 2: pair[:1], 3: np.array([lane], np.uint32)}[order]
            expected.put(DST + repeat * lanes.rep[0] * step, out)
            continue
        span = 2 if name.startswith("Pair") else width // 8
        unit = 128 if name.startswith("Pair") else 8 * size
        for part in range(width // span):
            inside = chosen[(chosen >= part * span) & (chosen < (part + 1) * span)]
            if inside.size == 0:
                continue
            if name.endswith("Sum"):
                kept = np.where(np.isin(every, inside), values, dtype(0))[
                    part * span : (part + 1) * span
                ]
                result = _tree(kept)
            else:
                result, _ = _best(values, inside, largest=name.endswith("Max"))
            expected.put(DST + repeat * lanes.rep[0] * unit + part * size, np.array([result]))
    return expected


@pytest.mark.parametrize("dtype", TYPES)
@pytest.mark.parametrize("name", [*PARTS, *WHOLE])
@settings(max_examples=20, deadline=None)
@given(lanes=masked(), order=st.integers(0, 3), seed=st.integers(0, 2**32))
def test_per_repeat(name: str, dtype: type, lanes: Lanes, order: int, seed: int) -> None:
    image = Image()
    image.put(
        SRC,
        np.random.default_rng(seed)
        .standard_normal(16384)
        .astype(dtype)[: 32768 // dtype().itemsize],
    )
    got = call(
        BODY,
        image,
        op=OPS.index(name),
        type_index=TYPES.index(dtype),
        lanes=lanes,
        at=(DST, SRC, WORK),
        extra=(order,),
    )
    assert_same(got, _model(name, order, lanes, image, dtype), f"{name} {lanes}")


@pytest.mark.parametrize("dtype", TYPES)
@settings(max_examples=25, deadline=None)
@given(count=st.integers(1, 5000), seed=st.integers(0, 2**32))
def test_sum_of_all_adds_repeats_one_after_the_other(dtype: type, count: int, seed: int) -> None:
    values = np.random.default_rng(seed).standard_normal(count).astype(dtype)
    image = Image()
    image.put(SRC, values)
    got = call(
        BODY,
        image,
        op=OPS.index("ReduceSum"),
        type_index=TYPES.index(dtype),
        lanes=Lanes(count=count),
        at=(DST, SRC, WORK),
    )
    width = 256 // dtype().itemsize
    padded = np.zeros(-(-count // width) * width, dtype)
    padded[:count] = values
    total = dtype(0)
    for row in padded.reshape(-1, width):
        total = dtype(total + _tree(row))
    assert got.get(DST, dtype, 1)[0] == total


@pytest.mark.parametrize("dtype", TYPES)
@pytest.mark.parametrize("name", ["ReduceMax", "ReduceMin"])
@settings(max_examples=15, deadline=None)
@given(count=st.integers(1, 5000), seed=st.integers(0, 2**32))
def test_extreme_of_all_has_a_global_index(name: str, dtype: type, count: int, seed: int) -> None:
    values = np.random.default_rng(seed).integers(-50, 50, count).astype(dtype)
    image = Image()
    image.put(SRC, values)
    got = call(
        BODY,
        image,
        op=OPS.index(name),
        type_index=TYPES.index(dtype),
        lanes=Lanes(count=count),
        at=(DST, SRC, WORK),
    )
    value, index = _best(values, np.arange(count), largest=name == "ReduceMax")
    assert (
        got.get(DST, dtype, 2).tobytes()
        == np.concatenate([np.array([value]), _index_bits(index, dtype)]).tobytes()
    )
