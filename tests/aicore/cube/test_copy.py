"""Moves between L0C and the unified buffer of coupled cores, against models in NumPy."""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.aicore.harness import AICORE, Kernel
from tests.utils.sources import read_source

MATRIX, VECTOR = 1, 2
DEQ_NONE, DEQ, VDEQ, DEQ8, VDEQ8, DEQ16, VDEQ16 = range(7)

COPY = read_source(__file__, "kernels/copy.cpp")

TYPES: dict[str, Any] = {
    "float": np.float32,
    "half": np.float16,
    "int32_t": np.int32,
    "int16_t": np.int16,
    "int8_t": np.int8,
    "uint8_t": np.uint8,
}


@cache
def copy_kernel(l0c: str, ub: str) -> Kernel:
    head = f'#include "kernel_operator.h"\nusing A = {l0c};\nusing B = {ub};\n'
    return Kernel(head + COPY, "copy", 4, arch=200)


def image_of(values: Any, rest: int = 0x5A) -> Any:
    """64 KiB that begin with `values`."""
    image = np.full(65536, rest, np.uint8)
    raw = np.ascontiguousarray(values).view(np.uint8).reshape(-1)
    image[: raw.size] = raw
    return image


def run_copy(types: tuple[str, str], l0c: Any, ub: Any, *, scales: Any = (), **call: int) -> None:
    """Changes the images of both memories."""
    names = ["inward", "count", "length", "src_gap", "dst_gap", "block", "deq", "store", "relu"]
    words = np.array([*(call.pop(n, 0) for n in names), 0], np.uint32)
    value = np.array([call.pop("value", 0)], np.uint64)
    assert not call
    copy_kernel(*types).run(
        1, l0c, ub, image_of(np.asarray(scales)), np.concatenate([words, value.view(np.uint32)]),
        task_type=AICORE, soc="Ascend310P3",
    )  # fmt: skip


def scale_word(factor: float, offset: int = 0, *, signed: bool = True, shift: int = 0) -> int:
    bits = int(np.float32(factor).view(np.uint32))
    moved = (shift - 1) << 32 | 1 << 36 if shift else 0
    return bits | moved | (offset & 0x1FF) << 37 | int(signed) << 46


@settings(max_examples=60, deadline=None)
@given(
    types=st.sampled_from([("float", "float"), ("float", "half"), ("int32_t", "int32_t"),
                           ("half", "half"), ("half", "float")]),
    count=st.integers(1, 4),
    length=st.integers(1, 3),
    src_gap=st.integers(0, 2),
    dst_gap=st.integers(0, 3),
    block=st.sampled_from([MATRIX, VECTOR]),
    relu=st.booleans(),
)  # fmt: skip
def test_tiles_out(
    types: tuple[str, str],
    count: int,
    length: int,
    src_gap: int,
    dst_gap: int,
    block: int,
    relu: bool,
) -> None:
    rng = np.random.default_rng(count)
    src, dst = (np.dtype(TYPES[t]) for t in types)
    tiles = rng.integers(-1000, 1000, (count * (length + src_gap), 16, 16)).astype(src)
    ub = image_of([])
    expected = ub.copy()
    at = 0
    for i in range(count):
        burst = tiles[i * (length + src_gap) :][:length]
        burst = (burst if block == MATRIX else burst[:, :1]).astype(dst)
        raw = (np.maximum(burst, 0) if relu else burst).reshape(-1).view(np.uint8)
        expected[at : at + raw.size] = raw
        at += raw.size + dst_gap * 32
    run_copy(types, image_of(tiles), ub, count=count, length=length, src_gap=src_gap,
             dst_gap=dst_gap, block=block, relu=relu)  # fmt: skip
    np.testing.assert_array_equal(ub, expected)


@settings(max_examples=40, deadline=None)
@given(
    types=st.sampled_from(
        [("float", "float"), ("half", "half"), ("int32_t", "int32_t"), ("float", "half")]
    ),
    count=st.integers(1, 4),
    length=st.integers(1, 3),
    src_gap=st.integers(0, 2),
    dst_gap=st.integers(0, 3),
    block=st.sampled_from([MATRIX, VECTOR]),
)
def test_tiles_in(
    types: tuple[str, str], count: int, length: int, src_gap: int, dst_gap: int, block: int
) -> None:
    rng = np.random.default_rng(length)
    dst, src = (np.dtype(TYPES[t]) for t in types)
    rows = 16 if block == MATRIX else 1
    bursts = rng.integers(-1000, 1000, (count, length, rows, 16)).astype(src)
    gap = np.zeros((count, src_gap * 32), np.uint8)
    ub = np.concatenate([bursts.reshape(count, -1).view(np.uint8), gap], axis=1)
    l0c = image_of([])
    tiles = l0c.copy().view(dst).reshape(-1, 16, 16)
    for i in range(count):
        first = i * (length + dst_gap)
        tiles[first : first + length, :rows] = bursts[i].astype(dst)
    run_copy(types, l0c, image_of(ub), inward=1, count=count, length=length, src_gap=src_gap,
             dst_gap=dst_gap, block=block)  # fmt: skip
    np.testing.assert_array_equal(l0c, tiles.reshape(-1).view(np.uint8))


@pytest.mark.parametrize("relu", [0, 1])
@pytest.mark.parametrize(
    ("types", "deq"),
    [(("int32_t", "half"), DEQ), (("int32_t", "half"), VDEQ), (("int32_t", "half"), DEQ16),
     (("int32_t", "half"), VDEQ16), (("half", "half"), DEQ), (("int32_t", "int16_t"), DEQ16),
     (("int32_t", "int8_t"), DEQ8), (("int32_t", "uint8_t"), VDEQ8)],
)  # fmt: skip
def test_dequantised_tiles(types: tuple[str, str], deq: int, relu: int) -> None:
    rng = np.random.default_rng(deq)
    src, dst = (np.dtype(TYPES[t]) for t in types)
    low, high = (-100, 100) if src == np.float16 else (-(2**14), 2**14)
    tiles = rng.integers(low, high, (4, 16, 16)).astype(src)
    vector = deq in {VDEQ, VDEQ8, VDEQ16}
    factors = rng.integers(1, 16, (2, 16) if vector else (1, 1)) / np.float32(64)
    offset = 20 if deq in {DEQ8, VDEQ8} else 0
    if deq in {DEQ, VDEQ}:
        scales: Any = factors.astype(np.float16)
        value = int(factors[0, 0].astype(np.float16).view(np.uint16))
    else:
        words = [
            scale_word(float(f), offset, signed=dst == np.int8, shift=3)
            for f in factors.reshape(-1)
        ]
        if dst == np.int16:
            words = [word & ~(1 << 36) for word in words]  # these always shift
        scales, value = np.array(words, np.uint64), words[0]
    # Two bursts of two tiles; each burst has its own factors.
    columns = np.repeat(np.broadcast_to(factors, (2 if vector else 1, 16)), 1, axis=0)
    columns = np.broadcast_to(columns, (2, 16)).repeat(2, axis=0)[:, None, :]
    moved = tiles if deq in {DEQ, VDEQ} else np.clip(tiles >> 3, -32768, 32767)
    scaled = moved.astype(np.float32) * columns.astype(np.float32)
    scaled = np.where(tiles < 0, np.float32(0), scaled) if relu else scaled
    if dst == np.float16:
        expected: Any = scaled.astype(dst)
    elif dst == np.int16:
        expected = (np.maximum(moved, 0) if relu else moved).astype(dst)
    else:
        info = np.iinfo(dst)
        limited = np.rint(np.clip(scaled, -256, 255)) + offset
        expected = np.clip(limited, info.min, info.max).astype(dst)
    for store in [0, 1, 2] if dst.itemsize == 1 else [0]:
        ub = image_of([])
        run_copy(types, image_of(tiles), ub, scales=scales, count=2, length=2, block=MATRIX,
                 deq=deq, value=value, store=store, relu=relu)  # fmt: skip
        if dst.itemsize == 1 and store < 2:
            blocks = ub[: 64 * 32].reshape(64, 2, 16)
            assert (blocks[:, 1 - store] == 0x5A).all()
            got = np.ascontiguousarray(blocks[:, store])
        else:
            got = ub[: expected.nbytes]
        np.testing.assert_array_equal(got.reshape(-1).view(dst), expected.reshape(-1))


@pytest.mark.parametrize("dtype", ["float", "half", "int32_t"])
def test_broadcast_to_tiles(dtype: str) -> None:
    element = np.dtype(TYPES[dtype])
    width = 3 * 16 + 2 * 32 // element.itemsize
    values = np.arange(2 * width).astype(element)
    l0c = image_of([])
    expected = l0c.copy().view(element).reshape(-1, 16, 16)
    for block in range(2):
        for tile in range(3):
            row = values[block * width + tile * 16 :][:16]
            expected[block * 4 + tile] = np.broadcast_to(row, (16, 16))
    run_copy(
        (dtype, dtype), l0c, image_of(values), inward=2, count=2, length=3, src_gap=2, dst_gap=1
    )
    np.testing.assert_array_equal(l0c, expected.reshape(-1).view(np.uint8))
