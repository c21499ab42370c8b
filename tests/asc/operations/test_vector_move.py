"""Vector operations that fill, copy, collect and transpose, from Python, against NumPy."""

# ruff: noqa: E501  (lines of kernel text)

from __future__ import annotations

from functools import cache

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.aicore.vector_support import Form, Image, Lanes, assert_same
from tests.utils.asc_vectors import DST, SRC0, Calls, View, filled, lane_choices

SRC, OFFSETS, COUNT = SRC0, 32768, 49152
MOVABLE = (np.float32, np.float16, np.int16, np.uint16, np.int32, np.uint32)
FORMS = (Form.COUNT, Form.LANES, Form.BITS)
SET = (
    "asc.set_vector_mask(high, low, dtype=dst.dtype, mode=asc.MaskMode.NORMAL)\n"
    "asc.duplicate(dst, scalar, 0, repeat, blk0, rep0, is_set_mask=False)\nasc.reset_mask()"
)
COPY_PARAMS = "asc.CopyRepeatParams(blk0, blk1, rep0, rep1)"
GATHER_MASK_PARAMS = (
    "asc.GatherMaskParams(src0_block_stride=1, repeat_times=repeat, src0_repeat_stride=8,"
    " src1_repeat_stride=0)"
)
TEXTS = {
    "duplicate 0": "asc.duplicate(dst, scalar, count=count)",
    "duplicate 1": "asc.duplicate(dst, scalar, low, repeat, blk0, rep0)",
    "duplicate 2": "asc.duplicate(dst, scalar, [low, high], repeat, blk0, rep0)",
    "duplicate 3": SET,
    "copy 1": f"asc.copy(dst, src, mask=low, repeat_time=repeat, repeat_params={COPY_PARAMS})",
    "copy 2": f"asc.copy(dst, src, mask=[low, high], repeat_time=repeat, repeat_params={COPY_PARAMS})",
    "brcb": "asc.brcb(dst, src, repeat_times=repeat, repeat_params=asc.BrcbRepeatParams(blk0, rep0))",
    "gather 0": "asc.gather(dst, src, offsets, src_base=extra0, count=count)",
    "gather 1": "asc.gather(dst, src, offsets, extra0, low, repeat, rep0)",
    "gather 2": "asc.gather(dst, src, offsets, extra0, [low, high], repeat, rep0)",
}
# Seven patterns that are part of the instruction, and one in memory.
PATTERNS: tuple[str | int, ...] = ("pattern", *range(1, 8))
GATHER_MASKS = {
    str(pattern): (
        f"taken = asc.gather_mask(dst, src, {pattern}, extra1 > 0, extra1, {GATHER_MASK_PARAMS})\n"
        "counted.set_value(0, taken)\n"
        "counted.set_value(1, asc.get_gather_mask_remain_count())"
    )
    for pattern in PATTERNS
}


@cache
def _calls(dtype: type) -> Calls:
    views = (
        View("dst", dtype, DST),
        View("src", dtype, SRC),
        View("offsets", np.uint32, OFFSETS),
        View("pattern", np.uint16 if dtype().itemsize == 2 else np.uint32, OFFSETS),
        View("counted", np.uint32, COUNT),
    )
    return Calls(views, (*TEXTS.values(), *GATHER_MASKS.values()))


def _run(
    dtype: type,
    what: str,
    image: Image,
    lanes: Lanes,
    scalar: int = 0,
    extra: tuple[int, ...] = (),
) -> Image:
    names = [*TEXTS, *GATHER_MASKS]
    return _calls(dtype).run(names.index(what), image, lanes, dtype(scalar), extra)


def _noise(seed: int) -> Image:
    return filled(np.random.default_rng(seed), ())


@pytest.mark.parametrize("dtype", MOVABLE)
@settings(max_examples=15, deadline=None)
@given(lanes=lane_choices((*FORMS, Form.REGISTER)), seed=st.integers(0, 99))
def test_duplicate(dtype: type, lanes: Lanes, seed: int) -> None:
    size = dtype().itemsize
    image = _noise(seed)
    expected = image.copy()
    for number, chosen in enumerate(lanes.selected(256 // size)):
        where = DST + lanes.offsets(0, number, chosen, 256 // size, size)
        expected.scatter(where, np.full(chosen.size, 7, dtype))
    got = _run(dtype, f"duplicate {lanes.form}", image, lanes, 7)
    assert_same(got, expected, str(lanes))


@pytest.mark.parametrize("dtype", MOVABLE)
@settings(max_examples=15, deadline=None)
@given(lanes=lane_choices(FORMS[1:]), seed=st.integers(0, 99))
def test_copy(dtype: type, lanes: Lanes, seed: int) -> None:
    size = dtype().itemsize
    width = 256 // size
    bits = {2: np.uint16, 4: np.uint32}[size]
    image = _noise(seed)
    expected = image.copy()
    for number, chosen in enumerate(lanes.selected(width)):
        taken = expected.gather(SRC + lanes.offsets(1, number, chosen, width, size), bits)
        expected.scatter(DST + lanes.offsets(0, number, chosen, width, size), taken)
    assert_same(_run(dtype, f"copy {lanes.form}", image, lanes), expected, str(lanes))


@pytest.mark.parametrize("dtype", MOVABLE)
def test_brcb(dtype: type) -> None:
    image = _noise(2)
    expected = image.copy()
    bits = {2: np.uint16, 4: np.uint32}[dtype().itemsize]
    expected.put(DST, np.repeat(image.get(SRC, bits, 24), 32 // dtype().itemsize))
    assert_same(_run(dtype, "brcb", image, Lanes(repeat=3)), expected, "brcb")


@pytest.mark.parametrize("dtype", MOVABLE)
@settings(max_examples=15, deadline=None)
@given(lanes=lane_choices(FORMS), seed=st.integers(0, 99))
def test_gather(dtype: type, lanes: Lanes, seed: int) -> None:
    size = dtype().itemsize
    width = 256 // size
    bits = {2: np.uint16, 4: np.uint32}[size]
    image = _noise(seed)
    offsets = np.random.default_rng(seed).integers(0, 400, 2048)
    image.put(OFFSETS, (offsets * size).astype(np.uint32))
    lanes = Lanes(lanes.form, lanes.count, lanes.repeat, lanes.mask, rep=(lanes.rep[0], 8, 8))
    expected = image.copy()
    for number, chosen in enumerate(lanes.selected(width)):
        taken = image.gather(SRC + 64 + offsets[number * width + chosen] * size, bits)
        expected.scatter(DST + lanes.offsets(0, number, chosen, width, size), taken)
    got = _run(dtype, f"gather {lanes.form}", image, lanes, extra=(64,))
    assert_same(got, expected, str(lanes))


@pytest.mark.parametrize("dtype", [np.uint16, np.uint32])
def test_gatherb(dtype: type) -> None:
    text = (
        "asc.gatherb(dst, src, offsets, repeat_times=repeat,"
        " repeat_params=asc.GatherRepeatParams(blk0, rep0))"
    )
    calls = Calls(_calls(dtype).views, (text,))
    image = _noise(4)
    blocks = np.random.default_rng(4).integers(0, 64, 16).astype(np.uint32)
    image.put(OFFSETS, blocks * 32)
    expected = image.copy()
    expected.put(DST, image.get(SRC, np.uint8, 2048).reshape(64, 32)[blocks])
    assert_same(calls.run(0, image, Lanes(repeat=2)), expected, "gatherb")


SCATTERS = (
    "asc.scatter(dst, src, offsets, dst_base=0, count=count)",
    "asc.scatter(dst, src, offsets, 0, low, repeat, 8)",
    "asc.scatter(dst, src, offsets, 0, [low, high], repeat, 8)",
)


@pytest.mark.parametrize("which", range(len(SCATTERS)))
def test_scatter_is_of_other_cores(which: int) -> None:
    calls = Calls(_calls(np.float32).views, SCATTERS)
    with pytest.raises(RuntimeError, match="Scatter: this SoC has it not for elements of 4 B"):
        calls.run(which, _noise(5), Lanes(count=64, repeat=1, mask=(64, 0)))


@pytest.mark.parametrize("dtype", [np.float32, np.float16, np.int32, np.uint16])
@settings(max_examples=20, deadline=None)
@given(
    pattern=st.sampled_from(PATTERNS),
    per_repeat=st.integers(0, 64),
    repeat=st.integers(1, 5),
    seed=st.integers(0, 99),
)
def test_gather_mask(
    dtype: type, pattern: str | int, per_repeat: int, repeat: int, seed: int
) -> None:
    size = dtype().itemsize
    width = 256 // size
    bits = {2: np.uint16, 4: np.uint32}[size]
    image = _noise(seed)
    rows = image.get(SRC, bits, repeat * width).reshape(repeat, width)[:, : per_repeat or width]
    lane = np.arange(rows.shape[1])
    flags = np.unpackbits(image.get(OFFSETS, np.uint8, 32), bitorder="little").astype(bool)
    keep: dict[str | int, np.ndarray] = {
        "pattern": flags[: lane.size],
        1: lane % 2 == 0,
        2: lane % 2 == 1,
        **{number: lane % 4 == number - 3 for number in range(3, 7)},
        7: lane >= 0,
    }
    kept = rows[:, keep[pattern]].ravel()
    expected = image.copy()
    expected.put(DST, kept)
    expected.put(COUNT, np.array([kept.size, kept.size], np.uint32))
    got = _run(dtype, str(pattern), image, Lanes(repeat=repeat), extra=(0, per_repeat))
    assert_same(got, expected, f"pattern {pattern}")


@pytest.mark.parametrize("dtype", [np.float16, np.int16, np.uint16])
def test_transpose(dtype: type) -> None:
    views = (View("dst", dtype, DST), View("src", dtype, SRC))
    image = _noise(6)
    expected = image.copy()
    expected.put(DST, image.get(SRC, np.uint16, 256).reshape(16, 16).T)
    got = Calls(views, ("asc.transpose(dst, src)",)).run(0, image)
    assert_same(got, expected, "transpose")


@pytest.mark.parametrize("dtype", [np.float16, np.int8, np.float32])
@pytest.mark.parametrize("to_channels_last", [True, False])
def test_transpose_of_images(dtype: type, to_channels_last: bool) -> None:
    kind = "TRANSPOSE_NCHW2NHWC" if to_channels_last else "TRANSPOSE_NHWC2NCHW"
    text = (
        "asc.transpose(dst, src, work, asc.TransposeParamsExt(n_size=2, c_size=3, h_size=4,"
        f" w_size=32, transpose_type=asc.TransposeType.{kind}))"
    )
    views = (View("dst", dtype, DST), View("src", dtype, SRC), View("work", np.uint8, OFFSETS))
    image = _noise(7)
    bits = np.dtype(f"u{dtype().itemsize}").type
    source = image.get(SRC, bits, 768)
    order = (0, 2, 3, 1) if to_channels_last else (0, 3, 1, 2)
    shape = (2, 3, 4, 32) if to_channels_last else (2, 4, 32, 3)
    got = Calls(views, (text,)).run(0, image).get(DST, bits, 768)
    assert np.array_equal(got, source.reshape(shape).transpose(order).ravel())


def _transposes(columns: int) -> tuple[str, ...]:
    """The three ways to say where the blocks are."""
    blocks = {name: [f"{name}[{columns * i}]" for i in range(16)] for name in ("dst", "src")}
    addresses = {
        name: [f"{block}.get_phy_addr()" for block in listed] for name, listed in blocks.items()
    }
    params = (
        "asc.TransDataTo5HDParams(dst_high_half=False, src_high_half=False, repeat_times=repeat,"
        " dst_rep_stride=rep0, src_rep_stride=rep1)"
    )
    lines = []
    for name, listed in addresses.items():
        lines += [f"{name}_at.set_value({i}, {text})" for i, text in enumerate(listed)]
    return (
        f"asc.trans_data_to_5hd([{', '.join(blocks['dst'])}], [{', '.join(blocks['src'])}], {params})",
        f"asc.trans_data_to_5hd([{', '.join(addresses['dst'])}], [{', '.join(addresses['src'])}], {params})",
        "\n".join([*lines, f"asc.trans_data_to_5hd(dst_at, src_at, {params})"]),
    )


@pytest.mark.parametrize("dtype", [np.float16, np.float32, np.uint16])
def test_trans_data_to_5hd(dtype: type) -> None:
    columns = 32 // dtype().itemsize
    views = (
        View("dst", dtype, DST),
        View("src", dtype, SRC),
        View("dst_at", np.uint64, OFFSETS),
        View("src_at", np.uint64, COUNT),
    )
    calls = Calls(views, _transposes(columns))
    image = _noise(8)
    bits = np.dtype(f"u{dtype().itemsize}").type
    source = image.get(SRC, bits, 32 * columns).reshape(2, 16, columns)
    for which in range(3):
        got = calls.run(which, image, Lanes(repeat=2, rep=(16, 16, 0))).get(DST, bits, 32 * columns)
        assert np.array_equal(got, source.transpose(0, 2, 1).ravel()), which
