"""Copies between global and local memory from Python, against NumPy's indexing."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import asc

BLOCK = 8  # float elements of 32 bytes
DTYPES = (np.float32, np.float16, np.int8, np.uint8, np.int16, np.uint16, np.int32, np.uint32)


@asc.jit
def by_count(x: asc.GlobalAddress, y: asc.GlobalAddress):
    """Into local memory, within it and out of it."""
    x_gm, y_gm = asc.GlobalTensor(), asc.GlobalTensor()
    x_gm.set_global_buffer(x)
    y_gm.set_global_buffer(y)
    pipe = asc.TPipe()
    buffer = asc.TBuf(asc.TPosition.VECCALC)
    pipe.init_buffer(buffer, 4096)
    local = buffer.get(x.dtype)
    asc.data_copy(local, x_gm, count=128)
    asc.pipe_barrier(asc.PipeID.PIPE_ALL)
    asc.data_copy(local[256:], local, 128)
    asc.pipe_barrier(asc.PipeID.PIPE_ALL)
    asc.data_copy(y_gm, local[256:], 128)


@pytest.mark.parametrize("dtype", DTYPES)
def test_by_count(dtype: type) -> None:
    x = np.random.default_rng(1).integers(0, 100, 128).astype(dtype)
    y = np.zeros_like(x)
    by_count[1](x, y)
    np.testing.assert_array_equal(y, x)


@asc.jit
def by_blocks(x: asc.GlobalAddress, y: asc.GlobalAddress):
    """Every other block comes in; within and out, gaps are on the other side."""
    x_gm, y_gm = asc.GlobalTensor(), asc.GlobalTensor()
    x_gm.set_global_buffer(x, 128)
    y_gm.set_global_buffer(y, 128)
    pipe = asc.TPipe()
    buffer = asc.TBuf(asc.TPosition.VECCALC)
    pipe.init_buffer(buffer, 4096)
    local = buffer.get(x.dtype)
    asc.duplicate(local, -1.0, count=512)
    asc.pipe_barrier(asc.PipeID.PIPE_ALL)
    asc.data_copy(local, x_gm, asc.DataCopyParams(4, 1, 1, 0))
    asc.pipe_barrier(asc.PipeID.PIPE_ALL)
    asc.data_copy(
        local[256:],
        local,
        repeat_params=asc.DataCopyParams(block_count=2, block_len=2, src_stride=0, dst_stride=1),
    )
    asc.pipe_barrier(asc.PipeID.PIPE_ALL)
    asc.data_copy(y_gm, local[256:], asc.DataCopyParams(5, 1, 0, 1))


@asc.jit
def by_blocks_enhanced(x: asc.GlobalAddress, y: asc.GlobalAddress):
    """The same, each with one more structure, in both spellings of the parameter."""
    x_gm, y_gm = asc.GlobalTensor(), asc.GlobalTensor()
    x_gm.set_global_buffer(x, 128)
    y_gm.set_global_buffer(y, 128)
    pipe = asc.TPipe()
    buffer = asc.TBuf(asc.TPosition.VECCALC)
    pipe.init_buffer(buffer, 4096)
    local = buffer.get(x.dtype)
    asc.duplicate(local, -1.0, count=512)
    asc.pipe_barrier(asc.PipeID.PIPE_ALL)
    more = asc.DataCopyEnhancedParams()
    asc.data_copy(local, x_gm, asc.DataCopyParams(4, 1, 1, 0), more)
    asc.pipe_barrier(asc.PipeID.PIPE_ALL)
    within = asc.DataCopyParams(2, 2, 0, 1)
    asc.data_copy(local[256:], local, repeat_params=within, enhanced_params=more)
    asc.pipe_barrier(asc.PipeID.PIPE_ALL)
    out = asc.DataCopyParams(5, 1, 0, 1)
    asc.data_copy(y_gm, local[256:], intri_params=out, enhanced_params=more)
    asc.pipe_barrier(asc.PipeID.PIPE_ALL)
    asc.data_copy(local, x_gm, repeat_params=asc.DataCopyParams(4, 1, 1, 0), enhanced_params=more)
    asc.pipe_barrier(asc.PipeID.PIPE_ALL)
    asc.data_copy(local[256:], local, intri_params=within, enhanced_params=more)
    asc.pipe_barrier(asc.PipeID.PIPE_ALL)
    asc.data_copy(y_gm, local[256:], repeat_params=out, enhanced_params=more)


@pytest.mark.parametrize("kernel", [by_blocks, by_blocks_enhanced], ids=["plain", "enhanced"])
def test_by_blocks(kernel: Any) -> None:
    x = np.arange(128, dtype=np.float32)
    y = np.full(128, -2, np.float32)
    kernel[1](x, y)
    taken = x.reshape(-1, BLOCK)[0:8:2]
    within = np.full((5, BLOCK), -1, np.float32)
    within[[0, 1, 3, 4]] = taken
    expected = np.full((16, BLOCK), -2, np.float32)
    expected[0:10:2] = within
    np.testing.assert_array_equal(y.reshape(16, BLOCK), expected)


@asc.jit
def by_slices(x: asc.GlobalAddress, y: asc.GlobalAddress):
    """Rows 1 and 3 of 4, columns 16 to 31 of 64, to the same place of another matrix."""
    x_gm, y_gm = asc.GlobalTensor(), asc.GlobalTensor()
    x_gm.set_global_buffer(x)
    y_gm.set_global_buffer(y)
    pipe = asc.TPipe()
    buffer = asc.TBuf(asc.TPosition.VECCALC)
    pipe.init_buffer(buffer, 4096)
    local = buffer.get(x.dtype)
    piece = [asc.SliceInfo(16, 31, 0, 2, 64), asc.SliceInfo(1, 3, 1, 1, 4)]
    whole = [asc.SliceInfo(0, 15, 0, 2, 16), asc.SliceInfo(0, 1, 0, 1, 2)]
    asc.data_copy(local, x_gm, whole, piece, 2)
    asc.pipe_barrier(asc.PipeID.PIPE_ALL)
    asc.data_copy(y_gm, local, slice_list1=piece, slice_list2=whole, dim_value=2)


def test_by_slices() -> None:
    x = np.arange(256, dtype=np.float32).reshape(4, 64)
    y = np.full_like(x, -1)
    by_slices[1](x, y)
    expected = np.full_like(x, -1)
    expected[1:4:2, 16:32] = x[1:4:2, 16:32]
    np.testing.assert_array_equal(y, expected)


@asc.jit
def padded(x: asc.GlobalAddress, y: asc.GlobalAddress):
    """Three rows of 5 elements: padded to 8 in local memory; and out again, without paddings."""
    x_gm, y_gm = asc.GlobalTensor(), asc.GlobalTensor()
    x_gm.set_global_buffer(x)
    y_gm.set_global_buffer(y)
    size = x.dtype.sizeof()
    pipe = asc.TPipe()
    buffer = asc.TBuf(asc.TPosition.VECCALC)
    pipe.init_buffer(buffer, 4096)
    local = buffer.get(x.dtype)
    rows = asc.DataCopyExtParams(3, 5 * size, 2 * size, 0, 0)
    pad = asc.DataCopyPadExtParams(x.dtype, True, 1, 2, 7)
    asc.data_copy_pad(local, x_gm, rows, pad)
    short = asc.DataCopyParams(3, 5 * size, 2 * size, 0)
    asc.data_copy_pad(
        local[256:],
        x_gm,
        data_copy_params=short,
        pad_params=asc.DataCopyPadParams(is_pad=True, left_padding=0, right_padding=3),
    )
    asc.pipe_barrier(asc.PipeID.PIPE_ALL)
    asc.data_copy(y_gm, local, 3 * 8)
    asc.data_copy(y_gm[24:], local[256:], 3 * 8)
    asc.data_copy_pad(y_gm[48:], local[256:], asc.DataCopyExtParams(3, 5 * size, 0, size, 0))
    asc.data_copy_pad(y_gm[66:], local[256:], asc.DataCopyParams(3, 5 * size, 0, 0))


def test_rows_that_are_no_whole_blocks() -> None:
    x = np.arange(21, dtype=np.float32)
    y = np.full(81, -1, np.float32)
    padded[1](x, y)
    rows = x.reshape(3, 7)[:, :5]
    np.testing.assert_array_equal(
        y[:24].reshape(3, 8), np.pad(rows, ((0, 0), (1, 2)), constant_values=7)
    )
    np.testing.assert_array_equal(y[24:48].reshape(3, 8), np.pad(rows, ((0, 0), (0, 3))))
    spread = np.full((3, 6), -1, np.float32)
    spread[:, :5] = rows
    np.testing.assert_array_equal(y[48:66].reshape(3, 6), spread)
    np.testing.assert_array_equal(y[66:].reshape(3, 5), rows)


@asc.jit
def filled_up(x: asc.GlobalAddress, y: asc.GlobalAddress):
    x_gm, y_gm = asc.GlobalTensor(), asc.GlobalTensor()
    x_gm.set_global_buffer(x)
    y_gm.set_global_buffer(y)
    pipe = asc.TPipe()
    buffer = asc.TBuf(asc.TPosition.VECCALC)
    pipe.init_buffer(buffer, 4096)
    local = buffer.get(x.dtype)
    asc.set_pad_value(asc.number(9.0, asc.float32))
    given = asc.DataCopyPadExtParams(x.dtype, is_pad=False, left_padding=1, right_padding=2)
    asc.data_copy_pad(local, x_gm, asc.DataCopyExtParams(2, 20, 0, 0, 0), given)
    asc.pipe_barrier(asc.PipeID.PIPE_ALL)
    asc.data_copy(y_gm, local, 16)


def test_paddings_without_a_value_of_their_own() -> None:
    x = np.arange(10, dtype=np.float32)
    y = np.zeros(16, np.float32)
    filled_up[1](x, y)
    expected = np.pad(x.reshape(2, 5), ((0, 0), (1, 2)), constant_values=9)
    np.testing.assert_array_equal(y.reshape(2, 8), expected)


@asc.jit
def in_fractals_and_back(x: asc.GlobalAddress, y: asc.GlobalAddress):
    """Rows of local memory become fractals in L1, in three forms; and rows again on the way out."""
    x_gm, y_gm = asc.GlobalTensor(), asc.GlobalTensor()
    x_gm.set_global_buffer(x)
    y_gm.set_global_buffer(y)
    rows = asc.LocalTensor(x.dtype, asc.TPosition.VECIN, 0, 512)
    fractals = asc.LocalTensor(x.dtype, asc.TPosition.A1, 0, 512 * 3)
    back = asc.LocalTensor(x.dtype, asc.TPosition.VECIN, 8192, 512 * 3)
    asc.data_copy(rows, x_gm, 512)
    asc.pipe_barrier(asc.PipeID.PIPE_ALL)
    layout = asc.Nd2NzParams(1, 16, 32, 0, 32, 16, 1, 0)
    asc.data_copy(fractals, rows, layout)
    asc.data_copy_pad(fractals[512:], rows, asc.DataCopyExtParams(1, 1024, 0, 0, 0), layout)
    asc.data_copy_pad(fractals[1024:], rows, asc.DataCopyParams(1, 1024, 0, 0), layout)
    asc.pipe_barrier(asc.PipeID.PIPE_ALL)
    asc.data_copy(back, fractals, 512 * 3)
    asc.pipe_barrier(asc.PipeID.PIPE_ALL)
    asc.data_copy(y_gm, back, 512)
    for form in asc.static_range(3):
        out = asc.Nz2NdParamsFull(1, 16, 32, 2, 16, 32, 512)
        asc.data_copy(y_gm[(form + 1) * 512 :], back[form * 512 :], out)


def test_rows_as_fractals() -> None:
    x = np.arange(512, dtype=np.float16)
    y = np.zeros((4, 512), np.float16)
    in_fractals_and_back[1](x, y)
    np.testing.assert_array_equal(y[0], x.reshape(16, 2, 16).transpose(1, 0, 2).ravel())
    np.testing.assert_array_equal(y[1:], np.tile(x, (3, 1)))
