"""Library functions that sort, pad and rearrange, against NumPy."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.aicore.harness import KernelFaultError
from tests.aicore.vector_support import Image, call
from tests.utils.sources import read_source

if TYPE_CHECKING:
    from numpy.typing import NDArray

DST, SRC, INDEX, GIVEN, FINISHED = 0, 16384, 32768, 40960, 49152

TOPK = read_source(__file__, "kernels/shape_topk.cpp")


def _order(row: NDArray, *, largest: bool) -> NDArray:
    """Positions by value, NaN first, equal values in their order."""
    keys = row.astype(np.float64) * (-1 if largest else 1)
    return np.array(
        sorted(
            range(row.size),
            key=lambda i: (
                not np.isnan(row[i]),
                np.nan_to_num(keys[i], nan=0, posinf=np.inf, neginf=-np.inf),
                i,
            ),
        )
    )


@settings(max_examples=60, deadline=None)
@given(
    st.sampled_from([np.float32, np.float16]),
    st.integers(0, 3),
    st.integers(1, 4),
    st.integers(1, 3),
    st.data(),
    st.booleans(),
    st.booleans(),
)
def test_top_k(
    dtype: type,
    op: int,
    rows: int,
    blocks: int,
    data: st.DataObject,
    largest: bool,
    given_tmp: bool,
) -> None:
    small = op >= 2
    inner = 32 if small else 32 * blocks
    n = data.draw(st.integers(1, inner))
    k = data.draw(st.integers(1, n))
    rng = np.random.default_rng(data.draw(st.integers(0, 999)))
    x = rng.integers(-20, 20, (rows, inner)).astype(dtype)
    x[rng.random(x.shape) < 0.03] = np.nan
    x[rng.random(x.shape) < 0.03] = np.inf
    x[:, n:] = -np.inf if largest else np.inf
    indices = rng.permutation(rows * inner).astype(np.int32).reshape(rows, inner)
    finished = rng.random(rows) < 0.5
    image = Image()
    for at, values in ((SRC, x), (GIVEN, indices), (FINISHED, finished)):
        image.put(at, values)
    extra = (rows, inner, n, k, int(largest), int(given_tmp))
    got = call(TOPK, image, op=op, type_index=int(dtype is np.float16), extra=extra)
    block = 32 // np.dtype(dtype).itemsize
    pitch = k if small else -(-k // block) * block
    index_pitch = k if small else -(-k // 8) * 8
    values = got.get(DST, dtype, rows * pitch).reshape(rows, pitch)[:, :k]
    shown = got.get(INDEX, np.int32, rows * index_pitch).reshape(rows, index_pitch)[:, :k]
    for row in range(rows):
        order = _order(x[row], largest=largest)[:k]
        assert np.array_equal(values[row], x[row][order], equal_nan=True)
        names = order if op in {0, 2} else indices[row if small else 0][order]
        expected = np.full(k, n) if op == 1 and finished[row] else names
        assert np.array_equal(shown[row], expected)


PADS = read_source(__file__, "kernels/shape_pads.cpp")
PAD_TYPES = (np.float32, np.float16, np.int16, np.uint32)


def _matrix(dtype: type, height: int, width: int) -> NDArray:
    return (np.arange(height * width) % 1000).astype(dtype).reshape(height, width)


@settings(max_examples=40, deadline=None)
@given(st.integers(0, 3), st.integers(1, 9), st.integers(1, 60), st.booleans(), st.data())
def test_rows_are_padded_to_blocks(
    type_index: int, height: int, width: int, given_tmp: bool, data: st.DataObject
) -> None:
    dtype = PAD_TYPES[type_index]
    block = 32 // np.dtype(dtype).itemsize
    missing = -width % block
    left = data.draw(st.integers(0, missing))
    right = missing - left if missing else data.draw(st.integers(1, min(width, block - 1)))
    x = _matrix(dtype, height, width)
    image = Image()
    image.put(SRC, x)
    got = call(
        PADS, image, op=int(given_tmp), type_index=type_index, extra=(height, width, left, right)
    )
    filler = np.array(-7).astype(dtype)
    if missing:
        exact = np.pad(x, ((0, 0), (left, right)), constant_values=filler)
    else:
        exact = x.copy()
        exact[:, width - right :] = filler
    assert np.array_equal(got.get(DST, dtype, exact.size), exact.ravel())
    assert not got.data[exact.nbytes : SRC].any()


@settings(max_examples=30, deadline=None)
@given(st.integers(0, 3), st.integers(1, 9), st.integers(1, 5), st.booleans(), st.data())
def test_padding_is_taken_away(
    type_index: int, height: int, blocks: int, given_tmp: bool, data: st.DataObject
) -> None:
    dtype = PAD_TYPES[type_index]
    block = 32 // np.dtype(dtype).itemsize
    width = blocks * block
    right = data.draw(st.integers(1, block - 1))
    x = _matrix(dtype, height, width)
    image = Image()
    image.put(SRC, x)
    got = call(
        PADS, image, op=2 + int(given_tmp), type_index=type_index, extra=(height, width, 0, right)
    )
    exact = x[:, : width - right]
    assert np.array_equal(got.get(DST, dtype, exact.size), exact.ravel())


HEADS = read_source(__file__, "kernels/shape_heads.cpp")
NZ2ND_0213, NZ2NZ_0213, NZ2NZ_SPLIT, NZ2ND_SPLIT, NZ2ND_MERGE, NZ2NZ_MERGE, ND2ND = range(1, 8)


def _fractal(matrices: NDArray) -> NDArray:
    """[..., rows, cols] to groups of 16 columns of rows padded to 16."""
    *outer, rows, cols = matrices.shape
    padded = np.zeros((*outer, -(-rows // 16) * 16, -(-cols // 16) * 16), matrices.dtype)
    padded[..., :rows, :cols] = matrices
    grouped = padded.reshape(*outer, padded.shape[-2], -1, 16)
    return np.ascontiguousarray(np.moveaxis(grouped, -2, -3))


def _plain(matrices: NDArray) -> NDArray:
    """Row-major, rows padded to 16 columns."""
    cols = matrices.shape[-1]
    return np.pad(matrices, [(0, 0)] * (matrices.ndim - 1) + [(0, -cols % 16)])


@settings(max_examples=60, deadline=None)
@given(
    st.integers(1, 6),
    st.booleans(),
    st.integers(1, 2),
    st.sampled_from([1, 2, 3, 4]),
    st.sampled_from([16, 32]),
    st.sampled_from([4, 8, 16, 20, 32]),
    st.integers(0, 3),
)
def test_heads_are_split_merged_and_swapped(
    kind: int, half: bool, b: int, n: int, s: int, d: int, form: int
) -> None:
    if kind <= NZ2NZ_0213:
        d = -(-d // 16) * 16
        n = 16 if kind == NZ2NZ_0213 and b == 1 and s * d <= 512 else n
    dtype = np.float16 if half else np.uint32
    x = (1 + np.arange(b * n * s * d) % 2000).astype(dtype).reshape(b, n, s, d)
    merged = x.transpose(0, 2, 1, 3).reshape(b, s, n * d)
    source = _fractal(merged if kind in {NZ2NZ_SPLIT, NZ2ND_SPLIT} else x)
    result = {
        NZ2ND_0213: lambda: _plain(x.transpose(0, 2, 1, 3)),
        NZ2NZ_0213: lambda: _fractal(x.transpose(0, 2, 1, 3)),
        NZ2NZ_SPLIT: lambda: _fractal(x),
        NZ2ND_SPLIT: lambda: _plain(x),
        NZ2ND_MERGE: lambda: _plain(merged),
        NZ2NZ_MERGE: lambda: _fractal(merged),
    }[kind]()
    if max(source.nbytes, result.nbytes) > 32768:
        return
    image = Image()
    image.put(32768, source)
    got = call(HEADS, image, op=kind, type_index=int(half), extra=(b, n, s, d, form))
    assert np.array_equal(got.get(0, dtype, result.size).reshape(result.shape), result)


def test_an_unsupported_rearrangement_is_a_fault() -> None:
    with pytest.raises(KernelFaultError, match="TransposeTypes 1 to 7"):
        call(HEADS, Image(), op=9, extra=(1, 1, 16, 16, 0))


@pytest.mark.parametrize("half", [False, True])
def test_a_matrix_is_transposed(half: bool) -> None:
    dtype = np.float16 if half else np.uint32
    x = np.arange(32 * 48).astype(dtype).reshape(32, 48)
    image = Image()
    image.put(32768, x)
    got = call(HEADS, image, op=ND2ND, type_index=int(half), extra=(32, 48, 0, 0, 2))
    assert np.array_equal(got.get(0, dtype, x.size).reshape(48, 32), x.T)
