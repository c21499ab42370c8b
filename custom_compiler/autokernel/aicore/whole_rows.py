"""The part of the kernel of operators on rows that has whole rows in the unified buffer."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import asc
from custom_compiler.autokernel.aicore import across, body, tiles
from custom_compiler.autokernel.aicore.across import NEUTRAL
from custom_compiler.autokernel.aicore.instructions import (
    emit,
    first_value,
    is_across,
    kinds,
    operands_of,
    scalars_of,
)
from custom_compiler.autokernel.aicore.steps import Reach

if TYPE_CHECKING:
    from custom_compiler.autokernel.aicore.registers import Program
    from custom_compiler.autokernel.aicore.rows import RowPrograms


@asc.jit
def whole_rows(
    plan: asc.ConstExpr[RowPrograms],
    pipe: asc.TPipe,
    inputs: tuple[asc.GlobalAddress, ...],
    outputs: tuple[asc.GlobalAddress, ...],
    attributes: tuple[float, ...],
    shape: tuple[int, ...],
    buffers: int,
) -> None:
    """Compute rows that fit into the unified buffer, `group` at a time."""
    begin, end, columns, group, width, period = shape
    height = body.whole(group, plan.row_grain)
    tile = group * width
    full_in, full_out = plan.inputs(Reach.FULL), plan.outputs(Reach.FULL)
    rows_in, rows_out = plan.inputs(Reach.ROW), plan.outputs(Reach.ROW)
    in_queue, out_queue = asc.TQue(asc.TPosition.VECIN, 2), asc.TQue(asc.TPosition.VECOUT, 2)
    row_in, row_out = asc.TQue(asc.TPosition.VECIN, 2), asc.TQue(asc.TPosition.VECOUT, 2)
    work_buffer, retained_buffer = asc.TBuf(asc.TPosition.VECCALC), asc.TBuf(asc.TPosition.VECCALC)
    if len(full_in) > 0:
        pipe.init_buffer(in_queue, buffers, tile * plan.size(full_in))
    if len(full_out) > 0:
        pipe.init_buffer(out_queue, buffers, tile * plan.size(full_out))
    if len(rows_in) > 0:
        pipe.init_buffer(row_in, buffers, height * tiles.VALUE * len(rows_in))
    if len(rows_out) > 0:
        pipe.init_buffer(row_out, buffers, height * tiles.VALUE * len(rows_out))
    per_row, per_column = tiles.retained_bytes(plan, whole=True)
    reducing = tile * tiles.work_bytes(plan, whole=True)
    pipe.init_buffer(work_buffer, reducing + tile // 2 + height * 128)
    pipe.init_buffer(retained_buffer, max(height * per_row + width * per_column, 32))
    work = work_buffer.get(asc.uint8)
    scratch = work[reducing:].reinterpret_cast(asc.float32)
    memory = tiles.TileMemory(plan, True, tile, height, width, work, retained_buffer.get(asc.uint8))
    sources, targets = (
        tiles.by_name(plan, inputs, are_inputs=True),
        tiles.by_name(plan, outputs, are_inputs=False),
    )
    scalars = scalars_of(plan, attributes, columns)
    values = memory.tensors(plan.first, None, None)
    if len(plan.first.loads) > 0:
        load_columns(plan.first, values, sources, columns)
    for i in asc.static_range(len(plan.first.steps)):
        body.emit(plan.first.steps[i], values, columns, scalars)
    if len(full_in) > 0 and width != columns:
        for _ in range(buffers):  # positions after rows have a value, too
            cleared = in_queue.alloc_tensor(asc.int16)
            asc.duplicate(cleared, 0, tile * plan.size(full_in) // 2)
            in_queue.free_tensor(cleared)
    row = begin
    while row < end:
        number = min(group, end - row)
        if len(plan.view.period) > 0:
            number = min(number, period - row % period)
        in_tile, out_tile, row_values_in, row_values_out = None, None, None, None
        if len(full_in) > 0:
            in_tile = in_queue.alloc_tensor(asc.uint8)
            for i in asc.static_range(len(full_in)):
                dtype, source = plan.dtype(full_in[i]), sources[full_in[i]][row * columns :]
                target = body.view(in_tile, memory.offset("in", full_in[i]), dtype)
                tiles.copy_in(source, target, dtype, number, columns, width)
            in_queue.enque(in_tile)
            in_tile = in_queue.deque(asc.uint8)
        if len(rows_in) > 0:
            row_values_in = row_in.alloc_tensor(asc.uint8)
            for i in asc.static_range(len(rows_in)):
                dtype, source = (
                    plan.dtype(rows_in[i]),
                    sources[rows_in[i]][first_value(plan, rows_in[i], row, period) :],
                )
                target = body.view(row_values_in, memory.offset("in_row", rows_in[i]), dtype)
                tiles.copy_run_in(source, target, dtype, number)
            row_in.enque(row_values_in)
            row_values_in = row_in.deque(asc.uint8)
        if len(full_out) > 0:
            out_tile = out_queue.alloc_tensor(asc.uint8)
        if len(rows_out) > 0:
            row_values_out = row_out.alloc_tensor(asc.uint8)
        tensors = memory.tensors(plan.whole, in_tile, out_tile, row_values_in, row_values_out)
        for i in asc.static_range(len(plan.whole.steps)):
            step = plan.whole.steps[i]
            operands = operands_of(step, tensors)
            if step.name in NEUTRAL:
                across.reduce(step.name, operands, scratch, (number, columns, width))
            elif step.name == "spread":
                across.spread(kinds(step), operands, (number, columns, width))
            elif is_across(step):
                across.across(step.name, kinds(step), operands, (number, columns, width))
            else:
                emit(step, tensors, number, width, scalars, memory, plan.whole)
        if len(full_in) > 0:
            in_queue.free_tensor(in_tile)
        if len(rows_in) > 0:
            row_in.free_tensor(row_values_in)
        if len(full_out) > 0:
            out_queue.enque(out_tile)
            out_tile = out_queue.deque(asc.uint8)
            for i in asc.static_range(len(full_out)):
                dtype, target = plan.dtype(full_out[i]), targets[full_out[i]][row * columns :]
                source = body.view(out_tile, memory.offset("out", full_out[i]), dtype)
                tiles.copy_out(source, target, dtype, number, columns, width)
            out_queue.free_tensor(out_tile)
        if len(rows_out) > 0:
            row_out.enque(row_values_out)
            row_values_out = row_out.deque(asc.uint8)
            for i in asc.static_range(len(rows_out)):
                dtype, target = plan.dtype(rows_out[i]), targets[rows_out[i]][row:]
                source = body.view(row_values_out, memory.offset("out_row", rows_out[i]), dtype)
                tiles.copy_run_out(source, target, dtype, number)
            row_out.free_tensor(row_values_out)
        row += number


def load_columns(program: Program, values: Any, sources: Any, columns: Any) -> None:
    """Copy the values per column."""
    asc.pipe_barrier(asc.PipeID.PIPE_ALL)
    for step in program.steps:
        if step.name == "load" and step.target is not None:
            target = values[step.target.number]
            tiles.copy_run_in(sources[step.number], target, step.target.dtype, columns)
    asc.pipe_barrier(asc.PipeID.PIPE_ALL)
