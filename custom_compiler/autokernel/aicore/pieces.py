"""The part of the kernel of operators on rows for rows longer than the unified buffer."""

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
    from custom_compiler.autokernel.aicore.rows import RowPrograms

_INSTEAD = {"row_sum": asc.add, "row_max": asc.max, "row_min": asc.min}


@asc.jit
def pieces(
    plan: asc.ConstExpr[RowPrograms],
    pipe: asc.TPipe,
    inputs: tuple[asc.GlobalAddress, ...],
    outputs: tuple[asc.GlobalAddress, ...],
    attributes: tuple[float, ...],
    shape: tuple[int, ...],
    buffers: int,
) -> None:
    """Compute rows one after the other, each in pieces of `width` elements."""
    begin, end, columns, width, period = shape
    height = plan.row_grain
    full_in, full_out = tiles.tile_inputs(plan, whole=False), plan.outputs(Reach.FULL)
    rows_in, rows_out = plan.inputs(Reach.ROW), plan.outputs(Reach.ROW)
    in_queue, out_queue = asc.TQue(asc.TPosition.VECIN, 2), asc.TQue(asc.TPosition.VECOUT, 2)
    row_in, row_out = asc.TQue(asc.TPosition.VECIN, 1), asc.TQue(asc.TPosition.VECOUT, 1)
    work_buffer, retained_buffer = asc.TBuf(asc.TPosition.VECCALC), asc.TBuf(asc.TPosition.VECCALC)
    if len(full_in) > 0:
        pipe.init_buffer(in_queue, buffers, width * plan.size(full_in))
    if len(full_out) > 0:
        pipe.init_buffer(out_queue, buffers, width * plan.size(full_out))
    if len(rows_in) > 0:
        pipe.init_buffer(row_in, 1, height * tiles.VALUE * len(rows_in))
    if len(rows_out) > 0:
        pipe.init_buffer(row_out, 1, height * tiles.VALUE * len(rows_out))
    per_row, _ = tiles.retained_bytes(plan, whole=False)
    reducing = width * tiles.work_bytes(plan, whole=False)
    pipe.init_buffer(work_buffer, reducing + width // 2 + 128)
    pipe.init_buffer(retained_buffer, height * per_row + 32)
    work, retained = work_buffer.get(asc.uint8), retained_buffer.get(asc.uint8)
    scratch = work[reducing:].reinterpret_cast(asc.float32)
    partial = body.view(retained, height * per_row, "float32")
    memory = tiles.TileMemory(plan, False, width, height, width, work, retained)
    sources, targets = (
        tiles.by_name(plan, inputs, are_inputs=True),
        tiles.by_name(plan, outputs, are_inputs=False),
    )
    scalars = scalars_of(plan, attributes, columns)
    for row in range(begin, end):
        row_values_in, row_values_out = None, None
        if len(rows_in) > 0:
            row_values_in = row_in.alloc_tensor(asc.uint8)
            for i in asc.static_range(len(rows_in)):
                dtype, source = (
                    plan.dtype(rows_in[i]),
                    sources[rows_in[i]][first_value(plan, rows_in[i], row, period) :],
                )
                target = body.view(row_values_in, memory.offset("in_row", rows_in[i]), dtype)
                tiles.copy_run_in(source, target, dtype, 1)
            row_in.enque(row_values_in)
            row_values_in = row_in.deque(asc.uint8)
        if len(rows_out) > 0:
            row_values_out = row_out.alloc_tensor(asc.uint8)
        for level in asc.static_range(len(plan.passes)):
            before, program = plan.passes[level].before, plan.passes[level].pieces
            tensors = memory.tensors(before, None, None, row_values_in, row_values_out)
            for i in asc.static_range(len(before.steps)):
                emit(before.steps[i], tensors, 1, width, scalars, memory, before)
            tensors = memory.tensors(program, None, None, row_values_in, row_values_out)
            for i in asc.static_range(len(program.steps)):
                if program.steps[i].name in NEUTRAL:
                    step = program.steps[i]
                    asc.duplicate(tensors[step.target.number], NEUTRAL[step.name], 8)
            if len(program.steps) > 0:
                for column in range(0, columns, width):
                    number = min(width, columns - column)
                    in_tile, out_tile = None, None
                    if len(program.loads) > 0:
                        in_tile = in_queue.alloc_tensor(asc.uint8)
                        for i in asc.static_range(len(program.loads)):
                            name = program.loads[i]
                            dtype = plan.dtype(name)
                            source = sources[name][first_of(plan, name, row, columns) + column :]
                            target = body.view(in_tile, memory.offset("in", name), dtype)
                            tiles.copy_run_in(source, target, dtype, number)
                        in_queue.enque(in_tile)
                        in_tile = in_queue.deque(asc.uint8)
                    if len(program.stores) > 0:
                        out_tile = out_queue.alloc_tensor(asc.uint8)
                    tensors = memory.tensors(
                        program, in_tile, out_tile, row_values_in, row_values_out
                    )
                    for i in asc.static_range(len(program.steps)):
                        step = program.steps[i]
                        operands = operands_of(step, tensors)
                        reach = (number + 63) // 64 * 64
                        if step.name in NEUTRAL:
                            whole = partial, operands[1]
                            across.reduce(step.name, whole, scratch, (1, number, reach))
                            _INSTEAD[step.name](operands[0], operands[0], partial, 1)
                        elif step.name == "spread":
                            across.spread(kinds(step), operands, (1, number, reach))
                        elif is_across(step):
                            across.across(step.name, kinds(step), operands, (1, number, reach))
                        else:
                            emit(step, tensors, 1, number, scalars, memory, program)
                    if len(program.loads) > 0:
                        in_queue.free_tensor(in_tile)
                    if len(program.stores) > 0:
                        out_queue.enque(out_tile)
                        out_tile = out_queue.deque(asc.uint8)
                        for i in asc.static_range(len(program.stores)):
                            name = program.stores[i]
                            dtype, target = (
                                plan.dtype(name),
                                targets[name][row * columns + column :],
                            )
                            source = body.view(out_tile, memory.offset("out", name), dtype)
                            tiles.copy_run_out(source, target, dtype, number)
                        out_queue.free_tensor(out_tile)
        tensors = memory.tensors(plan.last, None, None, row_values_in, row_values_out)
        for i in asc.static_range(len(plan.last.steps)):
            emit(plan.last.steps[i], tensors, 1, width, scalars, memory, plan.last)
        if len(rows_in) > 0:
            row_in.free_tensor(row_values_in)
        if len(rows_out) > 0:
            row_out.enque(row_values_out)
            row_values_out = row_out.deque(asc.uint8)
            for i in asc.static_range(len(rows_out)):
                dtype, target = plan.dtype(rows_out[i]), targets[rows_out[i]][row:]
                source = body.view(row_values_out, memory.offset("out_row", rows_out[i]), dtype)
                tiles.copy_run_out(source, target, dtype, 1)
            row_out.free_tensor(row_values_out)


def first_of(plan: RowPrograms, name: str, row: Any, columns: Any) -> Any:
    """Return the offset of a row's first element in an input."""
    return row * columns if plan.view.reach[name] is Reach.FULL else 0
