"""Examples that CANN's pages print, with the numbers that they print."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
import pytest

from tests.aicore.core_support import run
from tests.utils.sources import read_source

if TYPE_CHECKING:
    from numpy.typing import NDArray

NAMES = {"half": np.float16, "float": np.float32, "int8_t": np.int8, "uint16_t": np.uint16,
         "int16_t": np.int16, "int32_t": np.int32}  # fmt: skip


@dataclass(frozen=True)
class Example:
    """A page, its statements on a and d, the input, and what d holds afterwards (before: zeros)."""

    page: str
    body: str
    types: tuple[str, str]
    source: NDArray
    want: NDArray


def _halves(*bits: int) -> NDArray:
    return np.array(bits, np.uint16).view(np.float16)


def _maxima() -> NDArray:
    """Elements 52 of the first repeat, 100 of the second and 19 of the last are the largest."""
    x = np.repeat(np.array([1, 2, 3], np.float16), 128)
    x[52], x[128 + 100], x[256 + 19] = 11, 12, 13
    return x


def _rows_of_bytes() -> NDArray:
    return np.tile(np.arange(128, dtype=np.int8), 4)


def _upper_halves() -> NDArray:
    """Bytes 16 to 31 of each of the 16 blocks, transposed, in the upper halves."""
    want = np.zeros((16, 32), np.int8)
    want[:, 16:] = _rows_of_bytes().reshape(16, 32)[:, 16:].T
    return want.ravel()


def _counted() -> NDArray:
    """130 elements: the second block of each pair is passed over."""
    want = np.zeros((18, 16), np.float16)
    want[:16:2] = 1
    want[16, :2] = 1
    return want.ravel()


LISTS = read_source(__file__, "kernels/page_examples_lists.inc")
DOWN = "for (int i = 0; i < {n}; ++i) {{ offsets.SetValue(i, {first} - i * {step}); }}"
INDEX = "WholeReduceMax<T>(d, a, 128, 3, 1, 1, 8{});"
MAXIMA, LANES = (11, 12, 13), (52, 100, 19)
ORDERS = {
    "": [v for m, i in zip(MAXIMA, LANES, strict=True) for v in (np.float16(m), _halves(i)[0])],
    ", ReduceOrder::ORDER_INDEX_VALUE": [
        v for m, i in zip(MAXIMA, LANES, strict=True) for v in (_halves(i)[0], np.float16(m))
    ],
    ", ReduceOrder::ORDER_ONLY_VALUE": [np.float16(m) for m in MAXIMA],
    ", ReduceOrder::ORDER_ONLY_INDEX": [v for i in LANES for v in (_halves(i)[0], np.float16(0))],
}
ROUNDED = np.tile(np.array([1.4, 1.5, 1.6, 2.4, 2.5, 2.6], np.float16), 16)
PAIRS = np.array([1, 1, 1, -1, 2, 2, -1, 2, 3, 3, 3, -1, 4, 4, -2, 4], np.float16)
BLOCKS = np.ones((8, 16), np.float16)
BLOCKS[[0, 1, 7], [10, 13, 3]] = [2, 3, 4]
EXAMPLES = [
    Example("Brcb", "Brcb(d, a, 2, {1, 8});", ("half", "half"),
        np.arange(1, 17, dtype=np.float16), np.repeat(np.arange(1, 17, dtype=np.float16), 16)),
    Example("Brcb", "Brcb(d, a, 2, {0, 8});", ("half", "half"),
        np.arange(1, 17, dtype=np.float16), np.repeat(np.arange(1, 17, dtype=np.float16), 16)),
    Example("Copy", "Copy(d, a, uint64_t(8), 18, {1, 1, 1, 8});", ("int32_t", "int32_t"),
        np.arange(18 * 64, dtype=np.int32),
        np.arange(18 * 64, dtype=np.int32).reshape(18, 64)[:, :8].ravel()),
    Example("CreateVecIndex", "CreateVecIndex(d, (int16_t)0, 128, 1, 1, 8);",
        ("int16_t", "int16_t"), np.zeros(16, np.int16), np.arange(128, dtype=np.int16)),
    Example("Gather", DOWN.format(n=128, first=254, step=2) + "Gather(d, a, offsets, 0, 128);",
        ("half", "half"), np.arange(128, dtype=np.float16),
        np.arange(127, -1, -1, dtype=np.float16)),
    Example("Gatherb", DOWN.format(n=8, first=224, step=32) + "Gatherb(d, a, offsets, 1, {1, 8});",
        ("uint16_t", "uint16_t"), np.arange(128, dtype=np.uint16),
        np.arange(128, dtype=np.uint16).reshape(8, 16)[::-1].ravel()),
    Example("ReducePairElem", "PairReduceSum<T>(d, a, 1, 16, 1, 1, 8);", ("half", "half"),
        PAIRS, np.array([2, 0, 4, 1, 6, 2, 8, 2], np.float16)),
    Example("ReduceDataBlock", "BlockReduceMax<T>(d, a, 1, 128, 1, 1, 8);", ("half", "half"),
        BLOCKS.ravel(), np.array([2, 3, 1, 1, 1, 1, 1, 4], np.float16)),
    *(Example("ReduceRepeat", INDEX.format(order), ("half", "half"), _maxima(),
        np.array(want, np.float16)) for order, want in ORDERS.items()),
    Example("TransDataTo5HD", LISTS, ("int8_t", "int8_t"), _rows_of_bytes(), _upper_halves()),
    Example("TransDataTo5HD", LISTS, ("half", "half"), np.arange(256, dtype=np.float16),
        np.arange(256, dtype=np.float16).reshape(16, 16).T.ravel()),
    Example("TransDataTo5HD", LISTS, ("int32_t", "int32_t"), np.arange(128, dtype=np.int32),
        np.arange(128, dtype=np.int32).reshape(16, 8).T.ravel()),
    Example("掩码", """
        SetMaskCount(); uint64_t mask[2] = {130, 0};
        Adds<half, true>(d, a, half(1.0), mask, 1, {2, 2, 16, 16}); SetMaskNorm();""",
        ("half", "half"), np.zeros(512, np.float16), _counted()),
    Example("SetVectorMask", """
        SetMaskNorm(); SetVectorMask<half, MaskMode::NORMAL>(~0ull, ~0ull);
        Adds<half, false>(d, a, half(1.0), MASK_PLACEHOLDER, 1, {2, 2, 8, 8}); ResetMask();""",
        ("half", "half"), np.zeros(512, np.float16), _counted()[:256]),
    Example("Cast", "Cast(d, a, RoundMode::CAST_CEIL, 96);", ("int32_t", "half"), ROUNDED,
        np.tile(np.array([2, 2, 2, 3, 3, 3], np.int32), 16)),
    Example("Cast", "Cast(d, a, RoundMode::CAST_NONE, 96);", ("int32_t", "half"), ROUNDED,
        np.tile(np.array([1, 2, 2, 2, 2, 3], np.int32), 16)),
    Example("DataCopy: slices", """
        SliceInfo from[] = {{16, 70, 7, 3, 87}, {0, 2, 1, 1, 3}};
        SliceInfo to[] = {{0, 47, 0, 3, 48}, {0, 1, 0, 1, 2}};
        DataCopy(d, x, to, from, 2);""", ("float", "float"), np.arange(264, dtype=np.float32),
        np.concatenate([np.arange(87 * row + first, 87 * row + first + 24)
            for row in (0, 2) for first in (16, 47)]).astype(np.float32)),
    Example("DataCopy: ND2NZ", "DataCopy(d, x, Nd2NzParams{1, 32, 32, 0, 32, 32, 1, 0});",
        ("half", "half"), np.arange(1024, dtype=np.float16),
        np.arange(1024, dtype=np.float16).reshape(32, 2, 16).transpose(1, 0, 2).ravel()),
    Example("DataCopy: NZ2ND", """
        DataCopy(z, a, Nz2NdParamsFull{1, 32, 32, 1, 32, 32, 1}); PipeBarrier<PIPE_ALL>();
        DataCopy(d, z, 1024);""", ("half", "half"), np.arange(1024, dtype=np.float16),
        np.arange(1024, dtype=np.float16).reshape(2, 32, 16).transpose(1, 0, 2).ravel()),
    Example("SetPadValue", """
        DataCopyPadExtParams<T> pad; pad.isPad = false; pad.leftPadding = 0; pad.rightPadding = 12;
        SetPadValue(T(1)); DataCopyPad(d, x, DataCopyExtParams{1, 40, 0, 0, 0}, pad);""",
        ("half", "half"), np.arange(5, 37, dtype=np.float16),
        np.concatenate([np.arange(5, 25), np.ones(12)]).astype(np.float16)),
]  # fmt: skip


@pytest.mark.parametrize(
    "example", EXAMPLES, ids=[f"{i} {example.page}" for i, example in enumerate(EXAMPLES)]
)
def test_examples_of_the_pages(example: Example) -> None:
    block = 32 // example.want.itemsize
    got = np.zeros(-(-example.want.size // block) * block, example.want.dtype)
    per_source_block = 32 // example.source.itemsize
    source = np.zeros(
        -(-example.source.size // per_source_block) * per_source_block, example.source.dtype
    )
    source[: example.source.size] = example.source
    assert {example.want.dtype.type, example.source.dtype.type} <= set(NAMES.values())
    text = read_source(
        __file__,
        "kernels/page_examples.inc",
        OUTPUT=example.types[0],
        INPUT=example.types[1],
        OUTPUTS=got.size,
        INPUTS=source.size,
        BODY=example.body,
    )
    run(text, source, got)
    np.testing.assert_array_equal(
        got[: example.want.size].view(np.uint8), example.want.view(np.uint8)
    )
