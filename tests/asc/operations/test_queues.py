"""Pipes, queues, buffers and pools of buffers from Python."""

from __future__ import annotations

import numpy as np

import asc

SIZE = 64


@asc.jit
def through_queues(x: asc.GlobalAddress, y: asc.GlobalAddress, numbers: asc.GlobalAddress):
    """Tensors in all the ways that queues hand them on, and what queues say meanwhile."""
    x_gm, y_gm, out = asc.GlobalTensor(), asc.GlobalTensor(), asc.GlobalTensor()
    x_gm.set_global_buffer(x)
    y_gm.set_global_buffer(y)
    out.set_global_buffer(numbers)
    pipe = asc.TPipe()
    pipe.init()
    ins = asc.TQue(asc.TPosition.VECIN, 2)
    outs = asc.TQue(asc.TPosition.VECOUT)
    through = asc.TQueBind(asc.TPosition.VECIN, asc.TPosition.VECOUT, 1)
    pipe.init_buffer(que=ins, num=2, len=SIZE * 4)
    asc.get_tpipe_ptr().init_buffer(outs, 1, SIZE * 4)
    pipe.init_buffer(through, 1, SIZE * 4)

    out.set_value(0, ins.has_idle_buffer())
    out.set_value(1, ins.has_tensor_in_que())
    first = ins.alloc_tensor(x.dtype)
    second = asc.LocalTensor(x.dtype)
    ins.alloc_tensor(second)
    out.set_value(2, ins.has_idle_buffer())
    asc.data_copy(first, x_gm, SIZE)
    asc.data_copy(second, x_gm[SIZE:], SIZE)
    ins.enque(first)
    out.set_value(3, ins.vacant_in_que())
    ins.enque(second)
    out.set_value(4, ins.vacant_in_que())
    out.set_value(5, ins.get_tensor_count_in_que())
    first = ins.deque(x.dtype)
    ins.deque(second)
    out.set_value(6, ins.get_tensor_count_in_que())
    total = outs.alloc_tensor(x.dtype)
    asc.add(total, first, second, count=SIZE)
    ins.free_tensor(first)
    ins.free_tensor(second)
    outs.enque(total)
    total = outs.deque(x.dtype)
    asc.data_copy(y_gm, total, SIZE)
    outs.free_tensor(total)

    # What comes in goes out unmodified; users of positions say which pipes wait.
    whole = through.alloc_tensor(x.dtype)
    asc.data_copy(whole, x_gm, SIZE)
    through.enque(whole)
    whole = through.deque(x.dtype)
    asc.data_copy(y_gm[SIZE:], whole, SIZE)
    through.free_tensor(whole)
    through.free_all_event()


def test_queues() -> None:
    x = np.arange(2 * SIZE, dtype=np.float32)
    y, numbers = np.zeros_like(x), np.full(7, -1, np.int64)
    through_queues[1](x, y, numbers)
    np.testing.assert_array_equal(y[:SIZE], x[:SIZE] + x[SIZE:])
    np.testing.assert_array_equal(y[SIZE:], x[:SIZE])
    assert numbers.tolist() == [1, 0, 0, 1, 0, 2, 0]


@asc.jit
def between_positions(x: asc.GlobalAddress, y: asc.GlobalAddress):
    """A queue from global memory over vectors back, by the positions of its users."""
    x_gm, y_gm = asc.GlobalTensor(), asc.GlobalTensor()
    x_gm.set_global_buffer(x)
    y_gm.set_global_buffer(y)
    pipe = asc.TPipe()
    queue = asc.TQueBind(asc.TPosition.VECIN, asc.TPosition.VECOUT, 1)
    pipe.init_buffer(queue, 1, SIZE * 4)
    local = queue.alloc_tensor(x.dtype)
    asc.data_copy(local, x_gm, SIZE)
    queue.enque(local, asc.TPosition.GM, asc.TPosition.VECIN)
    local = queue.deque(x.dtype, asc.TPosition.GM, asc.TPosition.VECIN)
    asc.muls(local, local, 2.0, count=SIZE)
    queue.enque(local, src_user_pos=asc.TPosition.VECOUT, dst_user_pos=asc.TPosition.GM)
    local = queue.deque(x.dtype, asc.TPosition.VECOUT, asc.TPosition.GM)
    asc.data_copy(y_gm, local, SIZE)
    queue.free_tensor(local)


def test_queues_between_positions_of_their_users() -> None:
    x = np.arange(SIZE, dtype=np.float32)
    y = np.zeros_like(x)
    between_positions[1](x, y)
    np.testing.assert_array_equal(y, 2 * x)


@asc.jit
def parts_of_a_buffer(x: asc.GlobalAddress, y: asc.GlobalAddress, numbers: asc.GlobalAddress):
    x_gm, y_gm, out = asc.GlobalTensor(), asc.GlobalTensor(), asc.GlobalTensor()
    x_gm.set_global_buffer(x)
    y_gm.set_global_buffer(y)
    out.set_global_buffer(numbers)
    pipe = asc.TPipe()
    buffer = asc.TBuf(asc.TPosition.VECCALC)
    pipe.init_buffer(buffer, len=SIZE * 8)
    whole = buffer.get(x.dtype)
    half = buffer.get(x.dtype, SIZE)
    rest = buffer.get_with_offset(SIZE, SIZE * 4, x.dtype)
    out.set_value(0, whole.get_size())
    out.set_value(1, half.get_size())
    out.set_value(2, rest.get_size())
    asc.data_copy(whole, x_gm, SIZE * 2)
    event = pipe.fetch_event_id(asc.HardEvent.MTE2_V)
    asc.set_flag(asc.HardEvent.MTE2_V, event)
    asc.wait_flag(asc.HardEvent.MTE2_V, event)
    asc.add(half, half, rest, count=SIZE)
    event = pipe.alloc_event_id(event=asc.HardEvent.V_MTE3)
    asc.set_flag(asc.HardEvent.V_MTE3, event)
    asc.wait_flag(asc.HardEvent.V_MTE3, event)
    pipe.release_event_id(event, asc.HardEvent.V_MTE3)
    asc.data_copy(y_gm, half, SIZE)
    asc.pipe_barrier(asc.PipeID.PIPE_ALL)
    out.set_value(3, half.get_phy_addr() - pipe.get_base_addr(asc.TPosition.VECCALC))
    pipe.reset()
    again = asc.TBuf(asc.TPosition.VECCALC)
    pipe.init_buffer(buf=again, num=SIZE * 4)
    out.set_value(4, again.get(x.dtype).get_size())
    pipe.destroy()


def test_buffers() -> None:
    x = np.arange(2 * SIZE, dtype=np.float32)
    y, numbers = np.zeros(SIZE, np.float32), np.full(5, -1, np.int64)
    parts_of_a_buffer[1](x, y, numbers)
    np.testing.assert_array_equal(y, x[:SIZE] + x[SIZE:])
    assert numbers.tolist() == [2 * SIZE, SIZE, SIZE, 0, SIZE]


@asc.jit
def pooled(x: asc.GlobalAddress, y: asc.GlobalAddress):
    """Two pools of one piece of memory after each other, and a pool within a pool."""
    x_gm, y_gm = asc.GlobalTensor(), asc.GlobalTensor()
    x_gm.set_global_buffer(x)
    y_gm.set_global_buffer(y)
    pipe = asc.TPipe()
    first = asc.TBufPool(asc.TPosition.VECCALC, 4)
    second = asc.TBufPool(asc.TPosition.VECCALC, 4)
    pipe.init_buf_pool(first, SIZE * 32)
    pipe.init_buf_pool(second, SIZE * 32, first)

    queue = asc.TQue(asc.TPosition.VECIN, 1)
    buffer = asc.TBuf(asc.TPosition.VECCALC)
    first.init_buffer(queue, 1, SIZE * 4)
    first.init_buffer(buffer, len=SIZE * 4)
    local = queue.alloc_tensor(x.dtype)
    asc.data_copy(local, x_gm, SIZE)
    queue.enque(local)
    local = queue.deque(x.dtype)
    doubled = buffer.get(x.dtype)
    asc.muls(doubled, local, 2.0, count=SIZE)
    asc.pipe_barrier(asc.PipeID.PIPE_ALL)
    asc.data_copy(y_gm, doubled, SIZE)
    asc.pipe_barrier(asc.PipeID.PIPE_ALL)
    queue.free_tensor(local)
    first.reset()

    inner = asc.TBufPool(asc.TPosition.VECCALC, 2)
    second.init_buf_pool(inner, SIZE * 16)
    other = asc.TBuf(asc.TPosition.VECCALC)
    inner.init_buffer(buf=other, num=SIZE * 4)
    tripled = other.get(x.dtype)
    asc.data_copy(tripled, x_gm, SIZE)
    asc.pipe_barrier(asc.PipeID.PIPE_ALL)
    asc.muls(tripled, tripled, 3.0, count=SIZE)
    asc.pipe_barrier(asc.PipeID.PIPE_ALL)
    asc.data_copy(y_gm[SIZE:], tripled, SIZE)
    asc.pipe_barrier(asc.PipeID.PIPE_ALL)
    inner.reset()
    second.reset()


def test_pools() -> None:
    x = np.arange(SIZE, dtype=np.float32)
    y = np.zeros(2 * SIZE, np.float32)
    pooled[1](x, y)
    np.testing.assert_array_equal(y, np.concatenate([2 * x, 3 * x]))
