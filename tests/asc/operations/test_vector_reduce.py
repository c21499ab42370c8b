"""Reductions from Python against a model of the documented order of additions."""

# ruff: noqa: E501  (lines of kernel text)

from __future__ import annotations

from functools import cache

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.aicore.vector_support import Form, Image, Lanes, assert_same
from tests.utils.asc_vectors import DST, Calls, View

SRC, WORK = 16384, 57344
TYPES = (np.float32, np.float16)
PARTS = ("block_reduce_sum", "block_reduce_max", "block_reduce_min", "pair_reduce_sum")
WHOLE = ("whole_reduce_sum", "whole_reduce_max", "whole_reduce_min")
ALL = ("reduce_sum", "reduce_max", "reduce_min")
ORDERS = ("ORDER_VALUE_INDEX", "ORDER_INDEX_VALUE", "ORDER_ONLY_VALUE", "ORDER_ONLY_INDEX")
MASKS = ("low", "[low, high]")
STRIDES = "dst_rep_stride=rep0, src_blk_stride=blk1, src_rep_stride=rep1"


def _texts() -> dict[tuple[str, str, str], str]:
    """Calls by their name, mask and order."""
    texts = {}
    for mask in MASKS:
        for name in PARTS:
            repeat = "repeat_time" if name.startswith("pair") else "repeat"
            texts[name, mask, ""] = f"asc.{name}(dst, src, {repeat}=repeat, mask={mask}, {STRIDES})"
        for name in WHOLE:
            call = f"asc.{name}(dst, src, mask={mask}, repeat_time=repeat, {STRIDES}"
            texts[name, mask, ""] = f"{call})"
            if name != "whole_reduce_sum":
                for order in ORDERS:
                    texts[name, mask, order] = f"{call}, order=asc.ReduceOrder.{order})"
        for name in ALL:
            call = (
                f"asc.{name}(dst, src, work, mask={mask}, repeat_time=repeat, src_rep_stride=rep1"
            )
            texts[name, mask, ""] = f"{call})"
    for name in ALL:
        texts[name, "count", ""] = f"asc.{name}(dst, src, work, count=count)"
        if name != "reduce_sum":
            texts[name, "count", "index"] = (
                f"asc.{name}(dst, src, work, count=count, cal_index=True)"
            )
    texts["repeat_reduce_sum", "low", ""] = (
        "asc.repeat_reduce_sum(dst, src, repeat_time=repeat, mask=extra0, dst_blk_stride=0,"
        " src_blk_stride=blk1, dst_rep_stride=rep0, src_rep_stride=rep1)"
    )
    texts["whole_reduce_sum", "register", ""] = (
        "asc.set_vector_mask(high, low, dtype=src.dtype, mode=asc.MaskMode.NORMAL)\n"
        f"asc.whole_reduce_sum(dst, src, mask=0, repeat_time=repeat, {STRIDES}, is_set_mask=False)\n"
        "asc.reset_mask()"
    )
    return texts


TEXTS = _texts()


@cache
def _calls(dtype: type) -> Calls:
    views = (View("dst", dtype, DST), View("src", dtype, SRC), View("work", dtype, WORK))
    return Calls(views, tuple(TEXTS.values()))


def _run(dtype: type, key: tuple[str, str, str], image: Image, lanes: Lanes) -> Image:
    number = lanes.mask[0] & 0xFF
    return _calls(dtype).run(list(TEXTS).index(key), image, lanes, extra=(number,))


def _tree(values: np.ndarray) -> np.generic:
    """Neighbours are added, level by level, each sum rounded to the type."""
    while values.size > 1:
        values = (values[0::2] + values[1::2]).astype(values.dtype)
    return values[0]


def _index(lane: int, dtype: type) -> np.ndarray:
    return np.array([lane], np.uint16 if dtype == np.float16 else np.uint32).view(dtype)


def _source(seed: int, dtype: type) -> Image:
    image = Image(np.random.default_rng(seed).integers(0, 256, 65536, dtype=np.uint8))
    values = np.random.default_rng(seed).standard_normal(32768 // np.dtype(dtype).itemsize)
    image.put(SRC, values.astype(dtype))
    return image


@st.composite
def repeats(draw: st.DrawFn) -> Lanes:
    """Lanes of repeats with a mask of bits or of a number, never an empty one."""
    form = draw(st.sampled_from([Form.LANES, Form.BITS]))
    mask = (draw(st.integers(1, 2**64 - 1)), draw(st.integers(0, 2**64 - 1)))
    if form == Form.LANES:
        mask = (draw(st.integers(1, 128)), 0)
    blk, rep = draw(st.integers(1, 2)), draw(st.integers(0, 16))
    return Lanes(
        form,
        repeat=draw(st.integers(1, 6)),
        mask=mask,
        blk=(1, blk, 1),
        rep=(draw(st.integers(1, 3)), rep, 8),
    )


def _model(name: str, order: str, lanes: Lanes, image: Image, dtype: type) -> Image:
    size = np.dtype(dtype).itemsize
    width = 256 // size
    every = np.arange(width)
    expected = image.copy()
    best = np.argmax if name.endswith("max") else np.argmin
    for repeat, chosen in enumerate(lanes.selected(width)):
        values = image.gather(SRC + lanes.offsets(1, repeat, every, width, size), dtype)
        kept = np.where(np.isin(every, chosen), values, dtype(0))
        if name in {"whole_reduce_sum", "repeat_reduce_sum"}:
            expected.put(DST + repeat * lanes.rep[0] * size, np.array([_tree(kept)]))
        elif name in WHOLE:
            lane = int(chosen[best(values[chosen])])
            pair = np.concatenate([values[lane : lane + 1], _index(lane, dtype)])
            step, out = {
                "ORDER_VALUE_INDEX": (2 * size, pair),
                "ORDER_INDEX_VALUE": (2 * size, pair[::-1]),
                "ORDER_ONLY_VALUE": (size, pair[:1]),
                "ORDER_ONLY_INDEX": (4, np.array([lane], np.uint32)),
            }[order or ORDERS[0]]
            expected.put(DST + repeat * lanes.rep[0] * step, out)
        else:
            pairs = name.startswith("pair")
            span, unit = (2, 128) if pairs else (width // 8, 8 * size)
            for part in range(width // span):
                inside = chosen[chosen // span == part]
                if inside.size == 0:
                    continue
                group = slice(part * span, (part + 1) * span)
                result = (
                    _tree(np.where(np.isin(every, inside), values, dtype(0))[group])
                    if name.endswith("sum")
                    else values[inside[best(values[inside])]]
                )
                at = DST + repeat * lanes.rep[0] * unit + part * size
                expected.put(at, np.array([result], dtype))
    return expected


@pytest.mark.parametrize("dtype", TYPES)
@pytest.mark.parametrize("name", [*PARTS, *WHOLE])
@settings(max_examples=20, deadline=None)
@given(lanes=repeats(), order=st.sampled_from(["", *ORDERS]), seed=st.integers(0, 2**32))
def test_of_repeats(name: str, dtype: type, lanes: Lanes, order: str, seed: int) -> None:
    if name not in WHOLE[1:]:
        order = ""
    image = _source(seed, dtype)
    key = (name, MASKS[lanes.form == Form.BITS], order)
    expected = _model(name, order, lanes, image, dtype)
    assert_same(_run(dtype, key, image, lanes), expected, f"{name} {order} {lanes}")


@pytest.mark.parametrize("dtype", TYPES)
@settings(max_examples=10, deadline=None)
@given(lanes=repeats(), seed=st.integers(0, 2**32))
def test_repeat_reduce_sum(dtype: type, lanes: Lanes, seed: int) -> None:
    width = 256 // np.dtype(dtype).itemsize
    number = lanes.mask[0] % width + 1
    lanes = Lanes(Form.LANES, repeat=lanes.repeat, mask=(number, 0), blk=lanes.blk, rep=lanes.rep)
    image = _source(seed, dtype)
    expected = _model("repeat_reduce_sum", "", lanes, image, dtype)
    assert_same(_run(dtype, ("repeat_reduce_sum", "low", ""), image, lanes), expected, str(lanes))


@pytest.mark.parametrize("dtype", TYPES)
def test_a_mask_set_before(dtype: type) -> None:
    image = _source(1, dtype)
    lanes = Lanes(Form.REGISTER, repeat=3, mask=(0x0F0F, 0))
    expected = _model("whole_reduce_sum", "", lanes, image, dtype)
    assert_same(
        _run(dtype, ("whole_reduce_sum", "register", ""), image, lanes), expected, "register"
    )


@pytest.mark.parametrize("dtype", TYPES)
@pytest.mark.parametrize("name", ALL)
@settings(max_examples=12, deadline=None)
@given(count=st.integers(1, 2000), seed=st.integers(0, 2**32))
def test_of_a_count(name: str, dtype: type, count: int, seed: int) -> None:
    image = _source(seed, dtype)
    values = image.get(SRC, dtype, count)
    got = _run(dtype, (name, "count", ""), image, Lanes(count=count)).get(DST, dtype, 2)
    if name == "reduce_sum":
        assert got[0] == pytest.approx(
            values.astype(np.float64).sum(), abs=1e-2 if dtype == np.float32 else 2
        )
        return
    best = np.argmax if name == "reduce_max" else np.argmin
    assert got[0] == values[best(values)]
    assert got[1:].tobytes() == image.get(DST, dtype, 2)[1:].tobytes()
    both = _run(dtype, (name, "count", "index"), image, Lanes(count=count)).get(DST, dtype, 2)
    assert both[0] == values[best(values)]
    assert both[1:].tobytes() == _index(int(best(values)), dtype).tobytes()


@pytest.mark.parametrize("dtype", TYPES)
@pytest.mark.parametrize("name", ALL)
@pytest.mark.parametrize("mask", MASKS)
def test_of_all_repeats(name: str, dtype: type, mask: str) -> None:
    image = _source(9, dtype)
    width = 256 // np.dtype(dtype).itemsize
    values = image.get(SRC, dtype, 5 * width).reshape(5, width)
    lanes = Lanes(repeat=5, mask=(40, 0) if mask == "low" else (2**40 - 1, 0))
    got = _run(dtype, (name, mask, ""), image, lanes).get(DST, dtype, 1)[0]
    kept = values[:, :40].astype(np.float64)
    expected = getattr(kept, name.removeprefix("reduce_"))()
    assert got == pytest.approx(expected, rel=1e-3 if dtype == np.float32 else 2e-2, abs=1e-3)
