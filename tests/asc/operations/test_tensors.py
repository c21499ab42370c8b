"""Methods of tensors from Python."""

from __future__ import annotations

import numpy as np
import pytest

import asc


@asc.jit
def of_global_tensor(x: asc.GlobalAddress, numbers: asc.GlobalAddress):
    x_gm, out = asc.GlobalTensor(), asc.GlobalTensor()
    x_gm.set_global_buffer(x, 48)
    out.set_global_buffer(numbers)
    x_gm.set_l2_cache_hint(asc.CacheMode.CACHE_MODE_DISABLE, asc.CacheRwMode.READ)
    x_gm.set_l2_cache_hint()
    out.set_value(0, x_gm.get_size())
    out.set_value(1, x_gm.get_value(5))
    out.set_value(2, x_gm[7:].get_value(1))
    out.set_value(3, x_gm[9].get_value(1))
    out.set_value(4, x_gm(11).get_value(1))
    again, further = asc.GlobalTensor(), asc.GlobalTensor()
    again.set_global_buffer(x_gm.get_phy_addr(), 8)
    further.set_global_buffer(x_gm.get_phy_addr(offset=20))
    out.set_value(5, again.get_value(3))
    out.set_value(6, further.get_value(1))
    x_gm.set_shape_info(asc.ShapeInfo(asc.array(asc.uint32, (6, 8)), data_format=asc.DataFormat.NZ))
    shape = x_gm.get_shape_info()
    out.set_value(7, shape.shape(0))
    out.set_value(8, shape.shape(1))
    out.set_value(9, asc.get_shape_size(shape))
    both = asc.ShapeInfo(asc.array(asc.uint32, (4, 5, 6)), asc.array(asc.uint32, (3, 2, 1)))
    out.set_value(10, both.shape(2))
    out.set_value(11, both.original_shape(1))
    x_gm.set_value(0, 1234)


def test_global_tensors() -> None:
    x = np.arange(100, 148, dtype=np.int32)
    numbers = np.zeros(12, np.int64)
    of_global_tensor[1](x, numbers)
    assert numbers.tolist() == [48, 105, 108, 110, 112, 103, 121, 6, 8, 48, 6, 2]
    assert x[0] == 1234


@asc.jit
def of_local_tensor(x: asc.GlobalAddress, numbers: asc.GlobalAddress):
    x_gm, out = asc.GlobalTensor(), asc.GlobalTensor()
    x_gm.set_global_buffer(x)
    out.set_global_buffer(numbers)
    pipe = asc.TPipe()
    buffer = asc.TBuf(asc.TPosition.VECCALC)
    pipe.init_buffer(buffer, 256)
    local = buffer.get(x.dtype)
    asc.data_copy(local, x_gm, 64)
    asc.pipe_barrier(asc.PipeID.PIPE_ALL)
    out.set_value(0, local.get_size())
    out.set_value(1, local.get_length())
    out.set_value(2, local.get_position())
    out.set_value(3, local.get_value(5))
    out.set_value(4, local[8:].get_value(1))
    out.set_value(5, local(16).get_value(1))
    out.set_value(6, local.get_phy_addr(offset=3) - local.get_phy_addr())
    local.set_user_tag(77)
    out.set_value(7, local.get_user_tag())
    bits = local.reinterpret_cast(asc.int16)
    out.set_value(8, bits.get_size())
    out.set_value(9, bits.get_value(2))
    local.set_value(3, 4321)
    out.set_value(10, local.get_value(3))
    part = buffer.get(x.dtype)
    part.set_addr_with_offset(local, 24)
    out.set_value(11, part.get_value(1))
    part.set_size(10)
    out.set_value(12, part.get_size())
    part.set_buffer_len(64)
    out.set_value(13, part.get_length())
    local.set_shape_info(asc.ShapeInfo(asc.array(asc.uint32, (16, 4))))
    out.set_value(14, local.get_shape_info().shape(0))


def test_local_tensors() -> None:
    x = np.arange(100, 164, dtype=np.int32)
    numbers = np.zeros(15, np.int64)
    of_local_tensor[1](x, numbers)
    expected = [64, 256, asc.TPosition.VECCALC, 105, 109, 117, 12, 77, 128, 101, 4321, 125, 10]
    assert numbers.tolist() == [*expected, 64, 16]


@asc.jit
def loud(x: asc.GlobalAddress):
    x_gm = asc.GlobalTensor()
    x_gm.set_global_buffer(x)
    local = asc.LocalTensor(x.dtype, asc.TPosition.VECCALC, 0, 8)
    asc.data_copy(local, x_gm, 8)
    asc.pipe_barrier(asc.PipeID.PIPE_ALL)
    local.print(4)


def test_elements_are_printed(capfd: pytest.CaptureFixture[str]) -> None:
    loud[1](np.arange(40, 48, dtype=np.int32))
    out = capfd.readouterr().out
    assert all(str(number) in out for number in range(40, 44))
    assert "44" not in out


@asc.jit
def handed_out(x: asc.GlobalAddress, y: asc.GlobalAddress, numbers: asc.GlobalAddress):
    """Three tensors one after the other, without a pipe; sizes known early and late."""
    x_gm, y_gm, out = asc.GlobalTensor(), asc.GlobalTensor(), asc.GlobalTensor()
    x_gm.set_global_buffer(x)
    y_gm.set_global_buffer(y)
    out.set_global_buffer(numbers)
    allocator = asc.LocalMemAllocator(asc.Hardware.UB)
    first = allocator.alloc(asc.TPosition.VECIN, x.dtype, asc.ConstExpr(64))
    out.set_value(0, allocator.get_cur_addr())
    second = allocator.alloc(asc.TPosition.VECCALC, asc.float16, 3)
    out.set_value(1, allocator.get_cur_addr())
    third = allocator.alloc(asc.TPosition.VECOUT, x.dtype, asc.get_block_num() * 64)
    out.set_value(2, allocator.get_cur_addr())
    out.set_value(3, second.get_size())
    asc.data_copy(first, x_gm, 64)
    asc.set_flag(asc.HardEvent.MTE2_V, 0)
    asc.wait_flag(asc.HardEvent.MTE2_V, 0)
    asc.adds(third, first, 1.0, count=64)
    asc.set_flag(asc.HardEvent.V_MTE3, 0)
    asc.wait_flag(asc.HardEvent.V_MTE3, 0)
    asc.data_copy(y_gm, third, 64)


def test_tensors_of_an_allocator() -> None:
    x = np.arange(64, dtype=np.float32)
    y, numbers = np.zeros_like(x), np.zeros(4, np.int64)
    handed_out[1](x, y, numbers)
    np.testing.assert_array_equal(y, x + 1)
    assert numbers.tolist() == [256, 288, 544, 3]
