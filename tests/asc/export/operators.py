"""Kernels in Python and what makes operators of them."""

from __future__ import annotations

from pathlib import Path
from typing import Any, NamedTuple

import asc

TILE = 64  # elements


@asc.jit
def scaled_sum(
    x: asc.GlobalAddress,
    y: asc.GlobalAddress,
    z: asc.GlobalAddress,
    block_length: int,
    buffers: asc.ConstExpr[int],
    scale: float,
):
    begin = asc.get_block_idx() * block_length
    x_gm, y_gm, z_gm = asc.GlobalTensor(), asc.GlobalTensor(), asc.GlobalTensor()
    x_gm.set_global_buffer(x + begin)
    y_gm.set_global_buffer(y + begin)
    z_gm.set_global_buffer(z + begin)
    pipe = asc.TPipe()
    x_queue = asc.TQue(asc.TPosition.VECIN, buffers)
    y_queue = asc.TQue(asc.TPosition.VECIN, buffers)
    z_queue = asc.TQue(asc.TPosition.VECOUT, buffers)
    pipe.init_buffer(x_queue, buffers, TILE * x.dtype.sizeof())
    pipe.init_buffer(y_queue, buffers, TILE * x.dtype.sizeof())
    pipe.init_buffer(z_queue, buffers, TILE * x.dtype.sizeof())
    for i in range(block_length // TILE):
        x_local = x_queue.alloc_tensor(x.dtype)
        y_local = y_queue.alloc_tensor(x.dtype)
        asc.data_copy(x_local, x_gm[i * TILE :], TILE)
        asc.data_copy(y_local, y_gm[i * TILE :], TILE)
        x_queue.enque(x_local)
        y_queue.enque(y_local)
        x_local = x_queue.deque(x.dtype)
        y_local = y_queue.deque(x.dtype)
        z_local = z_queue.alloc_tensor(x.dtype)
        asc.add(z_local, x_local, y_local, TILE)
        asc.muls(z_local, z_local, scale, TILE)
        z_queue.enque(z_local)
        x_queue.free_tensor(x_local)
        y_queue.free_tensor(y_local)
        z_local = z_queue.deque(x.dtype)
        asc.data_copy(z_gm[i * TILE :], z_local, TILE)
        z_queue.free_tensor(z_local)


def scaled_sum_tiling(x, platform):
    cores = min(platform.core_num, x.size // TILE)
    return asc.Tiling(block_dim=cores, block_length=x.size // cores)


@asc.jit
def repeat_rows(
    x: asc.GlobalAddress,
    y: asc.GlobalAddress,
    workspace: asc.GlobalAddress,
    columns: int,
    times: int,
    through_workspace: bool,
):
    """Each row of x, `times` times, cast to the type of y; maybe through the workspace."""
    row = asc.get_block_idx()
    x_gm, y_gm, own = asc.GlobalTensor(), asc.GlobalTensor(), asc.GlobalTensor()
    x_gm.set_global_buffer(x + row * columns)
    y_gm.set_global_buffer(y + row * times * columns)
    own.set_global_buffer(workspace + row * columns * 4)
    pipe = asc.TPipe()
    source = asc.TBuf(asc.TPosition.VECCALC)
    target = asc.TBuf(asc.TPosition.VECCALC)
    pipe.init_buffer(source, columns * x.dtype.sizeof())
    pipe.init_buffer(target, columns * y.dtype.sizeof())
    x_local, y_local = source.get(x.dtype), target.get(y.dtype)
    asc.data_copy(x_local, x_gm, columns)
    asc.pipe_barrier(asc.PipeID.PIPE_ALL)
    if through_workspace:
        bytes_local = x_local.reinterpret_cast(asc.uint8)
        asc.data_copy(own, bytes_local, columns * x.dtype.sizeof())
        asc.pipe_barrier(asc.PipeID.PIPE_ALL)
        asc.data_copy(bytes_local, own, columns * x.dtype.sizeof())
        asc.pipe_barrier(asc.PipeID.PIPE_ALL)
    asc.cast(y_local, x_local, asc.RoundMode.CAST_NONE, columns)
    asc.pipe_barrier(asc.PipeID.PIPE_ALL)
    for i in range(times):
        asc.data_copy(y_gm[i * columns :], y_local, columns)
    asc.pipe_barrier(asc.PipeID.PIPE_ALL)


def repeat_rows_tiling(x, platform):
    workspace = x.size * 4 if platform.ub_size > 32768 else 0
    return asc.Tiling(block_dim=x.shape[0], workspace=workspace, columns=x.shape[1])


def repeat_rows_shapes(x, times):
    return (x.shape[0] * times, x.shape[1])


@asc.jit
def softmax_rows(
    x: asc.GlobalAddress,
    y: asc.GlobalAddress,
    rows: int,
    columns: int,
    most_columns: asc.ConstExpr[int],
):
    """Softmax of each row; memory and synchronisation are the compiler's."""
    x_gm, y_gm = asc.GlobalTensor(), asc.GlobalTensor()
    x_gm.set_global_buffer(x)
    y_gm.set_global_buffer(y)
    for i in range(asc.get_block_idx(), rows, asc.get_block_num()):
        row = asc.LocalTensorAuto(x.dtype, most_columns)
        work = asc.LocalTensorAuto(x.dtype, most_columns)
        found = asc.LocalTensorAuto(x.dtype, 8)
        asc.data_copy(row, x_gm[i * columns :], columns)
        asc.reduce_max(found, row, work, columns)
        asc.adds(row, row, -found.get_value(0), columns)
        asc.exp(row, row, columns)
        asc.reduce_sum(found, row, work, columns)
        asc.muls(row, row, 1.0 / found.get_value(0), columns)
        asc.data_copy(y_gm[i * columns :], row, columns)


def softmax_rows_tiling(x, platform):
    cores = min(platform.core_num, x.shape[0])
    return asc.Tiling(block_dim=cores, rows=x.shape[0], columns=x.shape[1])


def softmax_rows_shapes(x):
    return (x.shape[0], x.shape[1])


def export_scaled_sum(folder: Path, **changes: object) -> None:
    arguments: dict[str, Any] = {
        "op": "ScaledSum",
        "inputs": {"x": ["float16", "float32"], "y": ["float16", "float32"]},
        "outputs": {"z": "x"},
        "attrs": {"scale": 1.0},
        "constants": {"buffers": 2},
        "tiling": scaled_sum_tiling,
        "path": folder,
    }
    asc.export(scaled_sum, **{**arguments, **changes})


def export_all(folder: Path) -> None:
    """All three operators, as one project."""
    export_scaled_sum(folder)
    asc.export(
        repeat_rows,
        op="RepeatRows",
        inputs={"x": "float16"},
        outputs={"y": "float32"},
        attrs={"times": int, "through_workspace": False},
        tiling=repeat_rows_tiling,
        shapes=repeat_rows_shapes,
        socs=("ascend910b",),
        path=folder,
    )
    asc.export(
        softmax_rows,
        op="SoftmaxRows",
        inputs={"x": "float32"},
        outputs={"y": "float32"},
        constants={"most_columns": 256},
        tiling=softmax_rows_tiling,
        shapes=softmax_rows_shapes,
        path=folder,
    )


@asc.jit
def weighted_sum(
    inputs: tuple[asc.GlobalAddress, ...],
    outputs: tuple[asc.GlobalAddress, ...],
    attributes: tuple[float, ...],
    length: int,
):
    """Each output is the sum of the inputs times its attribute; `length` elements, one block."""
    pipe = asc.TPipe()
    buffer = asc.TBuf(asc.TPosition.VECCALC)
    pipe.init_buffer(buffer, (len(inputs) + 1) * length * 4)
    local = buffer.get(inputs[0].dtype)
    given = asc.GlobalTensor()
    for i in asc.static_range(len(inputs)):
        given.set_global_buffer(inputs[i])
        asc.data_copy(local[i * length :], given, length)
    asc.pipe_barrier(asc.PipeID.PIPE_ALL)
    for i in asc.static_range(1, len(inputs)):
        asc.add(local, local, local[i * length :], length)
    made = local[len(inputs) * length :]
    for i in asc.static_range(len(outputs)):
        asc.muls(made, local, attributes[i], length)
        asc.pipe_barrier(asc.PipeID.PIPE_ALL)
        given.set_global_buffer(outputs[i])
        asc.data_copy(given, made, length)
        asc.pipe_barrier(asc.PipeID.PIPE_ALL)


def weighted_sum_tiling(inputs):
    return asc.Tiling(block_dim=1, length=inputs[0].size)


class RowSizes(NamedTuple):
    rows: int
    columns: int


@asc.jit
def row_sums(x: asc.GlobalAddress, y: asc.GlobalAddress, sizes: RowSizes):
    """The sum of each row, one block; float32."""
    source, target = asc.GlobalTensor(), asc.GlobalTensor()
    source.set_global_buffer(x)
    target.set_global_buffer(y)
    for i in range(sizes.rows):
        total = 0.0
        for j in range(sizes.columns):
            total += source.get_value(i * sizes.columns + j)
        target.set_value(i, total)


def row_sums_tiling(x):
    sizes = RowSizes(x.size // x.shape[-1], x.shape[-1])
    return asc.Tiling(block_dim=1, sizes=sizes)


def row_sums_shapes(x):
    return (x.shape[:-1], 1)


@asc.jit
def copy_at_addresses(x: asc.GlobalAddress, y: asc.GlobalAddress):
    x_gm, y_gm = asc.GlobalTensor(), asc.GlobalTensor()
    x_gm.set_global_buffer(x)
    y_gm.set_global_buffer(y)
    local = asc.LocalTensor(x.dtype, asc.TPosition.VECIN, 64, TILE)
    asc.data_copy(local, x_gm, TILE)
    asc.pipe_barrier(asc.PipeID.PIPE_ALL)
    asc.data_copy(y_gm, local, TILE)


def one_block():
    return asc.Tiling(block_dim=1)
