"""Data movement against a model of its documentation in numpy."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.aicore.harness import Kernel
from tests.utils.sources import read_source

DTYPES = {
    "int8_t": np.int8,
    "half": np.float16,
    "float": np.float32,
    "int32_t": np.int32,
    "int64_t": np.int64,
}


KERNELS: dict[str, Kernel] = {}


def move(
    dtype: str, key: int, source: np.ndarray, target: np.ndarray, ub: np.ndarray, *params: int
) -> None:
    """Runs one of the copies of moves_copy.cpp; `ub` is the unified buffer before and after."""
    if dtype not in KERNELS:
        KERNELS[dtype] = Kernel(
            read_source(__file__, "kernels/moves_copy.cpp", DTYPE=dtype), "f", 4
        )
    tiling = np.zeros(8, np.uint32)
    tiling[: len(params)] = params
    KERNELS[dtype].run(1, source, target, ub, tiling=tiling.tobytes(), tiling_key=key)


def noise(dtype: str, size_bytes: int, seed: int) -> np.ndarray:
    """Finite values of a type that fill `size_bytes`."""
    values = np.random.default_rng(seed).integers(-100, 100, size_bytes // DTYPES[dtype]().itemsize)
    converted: np.ndarray = values.astype(DTYPES[dtype])
    return converted


@settings(max_examples=60, deadline=None)
@given(
    dtype=st.sampled_from(sorted(DTYPES)),
    old_form=st.booleans(),
    count=st.integers(0, 6),
    elements=st.integers(0, 100),
    gap=st.integers(0, 9),
    blocks_gap=st.integers(0, 3),
    pad=st.booleans(),
    left=st.integers(0, 4),
    right=st.integers(0, 4),
    value=st.integers(-5, 5),
)
def test_padded_copy_in(
    dtype: str,
    old_form: bool,
    count: int,
    elements: int,
    gap: int,
    blocks_gap: int,
    pad: bool,
    left: int,
    right: int,
    value: int,
) -> None:
    size = DTYPES[dtype]().itemsize
    left, right = min(left, 32 // size), min(right, 32 // size)
    source = noise(dtype, 16384, 1)
    ub = noise(dtype, 16384, 2)
    want = ub.copy()
    pitch = -(-(left + elements + right) * size // 32) * 32 // size + blocks_gap * 32 // size
    for row in range(count if elements else 0):
        data = source[row * (elements + gap) :][:elements]
        used = pitch - blocks_gap * 32 // size
        fill = DTYPES[dtype](value if pad else 0) if left or right else data[0]
        line = np.full(used, fill)
        line[left : left + elements] = data
        want[row * pitch : row * pitch + used] = line
    move(
        dtype,
        3 if old_form else 2,
        source,
        source,
        ub,
        count,
        elements * size,
        gap * size,
        blocks_gap,
        int(pad),
        left,
        right,
        value & 0xFFFFFFFF,
    )
    np.testing.assert_array_equal(ub, want)


@settings(max_examples=40, deadline=None)
@given(
    dtype=st.sampled_from(sorted(DTYPES)),
    count=st.integers(0, 6),
    elements=st.integers(0, 100),
    gap=st.integers(0, 9),
    blocks_gap=st.integers(0, 3),
)
def test_byte_copy_out(dtype: str, count: int, elements: int, gap: int, blocks_gap: int) -> None:
    size = DTYPES[dtype]().itemsize
    ub = noise(dtype, 16384, 3)
    target = noise(dtype, 16384, 4)
    want = target.copy()
    pitch = -(-elements * size // 32) * 32 // size + blocks_gap * 32 // size
    for row in range(count):
        want[row * (elements + gap) :][:elements] = ub[row * pitch :][:elements]
    move(dtype, 4, target, target, ub, count, elements * size, blocks_gap, gap * size)
    np.testing.assert_array_equal(target, want)


@settings(max_examples=40, deadline=None)
@given(
    key=st.sampled_from([1, 5, 6]),
    count=st.integers(0, 5),
    length=st.integers(0, 8),
    src_gap=st.integers(0, 5),
    dst_gap=st.integers(0, 5),
)
def test_block_copies(key: int, count: int, length: int, src_gap: int, dst_gap: int) -> None:
    gm = noise("float", 16384, 5)
    ub = noise("float", 16384, 6)
    images = {
        1: (gm.copy(), ub.copy(), 0),
        5: (ub.copy(), gm.copy(), 0),
        6: (ub.copy(), ub.copy(), 2048),
    }
    source, want, start = images[key]
    for row in range(count):
        data = source[row * (length + src_gap) * 8 :][: length * 8]
        want[start + row * (length + dst_gap) * 8 :][: length * 8] = data
    move("float", key, gm, gm, ub, count, length, src_gap, dst_gap)
    np.testing.assert_array_equal(gm if key == 5 else ub, want)


LAYOUT = read_source(__file__, "kernels/moves_layout.cpp")


@pytest.mark.parametrize(
    ("num", "n", "d", "stride"), [(1, 16, 16, 16), (2, 20, 37, 40), (3, 5, 64, 64)]
)
def test_nd_to_nz_and_back(num: int, n: int, d: int, stride: int) -> None:
    source = noise("half", num * n * stride * 2 + 4096, 7)
    rows, groups = -(-n // 16) * 16, -(-d // 16)
    nz = np.zeros((num, groups, rows, 16), np.float16)
    out = np.zeros_like(source)
    kernel = Kernel(LAYOUT, "f", 4)
    kernel.run(1, source, nz, out, tiling=np.array([num, n, d, stride], np.uint32).tobytes())
    nd = source[: num * n * stride].reshape(num, n, stride)[:, :, :d]
    padded = np.zeros((num, n, groups * 16), np.float16)
    padded[:, :, :d] = nd
    want = padded.reshape(num, n, groups, 16).transpose(0, 2, 1, 3)
    np.testing.assert_array_equal(nz[:, :, :n], want)
    np.testing.assert_array_equal(out[: num * n * stride].reshape(num, n, stride)[:, :, :d], nd)


def test_slices() -> None:
    source = read_source(__file__, "kernels/moves_slices.cpp")
    matrix = np.arange(4 * 87, dtype=np.float32).reshape(4, 87)
    out = np.zeros((2, 3, 8), np.float32)
    Kernel(source, "f", 2).run(1, matrix, out)
    want = [[matrix[r, c : c + 8] for c in (16, 40, 64)] for r in (1, 3)]
    np.testing.assert_array_equal(out, want)


@pytest.mark.parametrize("dtype", ["float", "half", "int32_t", "int16_t", "int8_t", "bfloat16_t"])
@pytest.mark.parametrize("op", ["Add", "Max", "Min"])
def test_atomic_stores(dtype: str, op: str) -> None:
    blocks, n = 16, 4096
    rng = np.random.default_rng(8)
    values = rng.integers(-2, 3, (blocks, n)).astype(np.float32)
    types = {**DTYPES, "int16_t": np.int16, "bfloat16_t": np.uint16}
    if dtype == "bfloat16_t":
        data = (values.view(np.uint32) >> 16).astype(np.uint16)
        out = np.zeros(n + 16, np.uint16)
    else:
        data = values.astype(types[dtype])
        out = np.zeros(n + 64, types[dtype])
    source = read_source(
        __file__, "kernels/moves_atomic.cpp", DTYPE=dtype, SET_ATOMIC=f"SetAtomic{op}"
    )
    Kernel(source, "f", 3).run(blocks, data, out, n)
    got = out[:n]
    if dtype == "bfloat16_t":
        got = (got.astype(np.uint32) << 16).view(np.float32)
    want = {
        "Add": 3 * values.sum(axis=0),
        "Max": np.maximum(values.max(axis=0), 0),
        "Min": np.minimum(values.min(axis=0), 0),
    }[op]
    np.testing.assert_array_equal(got.astype(np.float32), want)


def test_long_copies() -> None:
    """Enough of them for the choice between ways of loading; unaligned in global memory."""
    tile, tiles = 20_000, 100
    source = read_source(__file__, "kernels/moves_long_copies.cpp", TILE=tile, TILES=tiles)
    kernel = Kernel(source, "f", 3)
    data = np.random.default_rng(3).integers(-9999, 9999, tile * tiles + 16).astype(np.int16)
    for at in (0, 1, 13):
        got = np.zeros_like(data)
        kernel.run(1, data, got, at)
        want = np.zeros_like(data)
        want[at : at + tile * tiles] = data[at : at + tile * tiles]
        np.testing.assert_array_equal(got, want)


def test_fill_of_global_memory() -> None:
    source = read_source(__file__, "kernels/moves_fill.cpp")
    a, b = np.zeros(5010, np.float16), np.zeros(80, np.int32)
    Kernel(source, "f", 2).run(1, a, b)
    np.testing.assert_array_equal(a, np.r_[np.zeros(3), np.full(5000, 1.5), np.zeros(7)])
    np.testing.assert_array_equal(b, np.r_[np.full(77, -1), np.zeros(3)])
