"""Operators that reduce along axes in front of others on AI cores: the kernel.

A unit of work is a piece of the columns of one matrix; its rows come some at a time.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

import asc
from custom_compiler.autokernel.aicore import across, body
from custom_compiler.autokernel.aicore.columns import NEUTRAL, ColumnPrograms, columns_of
from custom_compiler.autokernel.aicore.instructions import is_across, kinds, operands_of
from custom_compiler.autokernel.aicore.scalars import Scalars
from custom_compiler.autokernel.aicore.steps import SIZES, Reach
from custom_compiler.autokernel.aicore.tiles import (
    BLOCK,
    VALUE,
    copy_rows_in,
    copy_rows_out,
    copy_run_in,
    copy_run_out,
)

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from custom_compiler.autokernel.aicore.registers import Program
    from custom_compiler.autokernel.aicore.steps import Step

_INSTEAD = {"column_sum": asc.add, "column_max": asc.max, "column_min": asc.min}
GRAIN = 128  # elements that rows of tiles are multiples of


class ColumnNumbers(NamedTuple):
    """Numbers of `columnwise`: matrices of `height` rows, `share` units of `width` on each core.

    `width` is a multiple of GRAIN; `group` rows are loaded at a time, at most across.MOST_ROWS;
    `buffers` is 1 or 2.
    """

    matrices: int
    height: int
    columns: int
    share: int
    width: int
    group: int
    buffers: int


@asc.jit
def columnwise(
    inputs: tuple[asc.GlobalAddress, ...],
    outputs: tuple[asc.GlobalAddress, ...],
    attributes: tuple[float, ...],
    numbers: ColumnNumbers,
    variants: asc.ConstExpr[body.Variants],
) -> None:
    """Compute matrices, whose columns are reduced, in pieces of columns."""
    height, columns, width = numbers.height, numbers.columns, numbers.width
    group, buffers = numbers.group, numbers.buffers
    plan = columns_of(variants.chosen(inputs))
    full_in, full_out = inputs_of(plan, Reach.FULL), outputs_of(plan, Reach.FULL)
    column_in, column_out = inputs_of(plan, Reach.COLUMN), outputs_of(plan, Reach.COLUMN)
    row_in = inputs_of(plan, Reach.ROW)
    pieces = (columns + width - 1) // width
    begin = asc.get_block_idx() * numbers.share
    end = min(begin + numbers.share, numbers.matrices * pieces)
    pipe = asc.TPipe()
    in_queue, out_queue = asc.TQue(asc.TPosition.VECIN, 2), asc.TQue(asc.TPosition.VECOUT, 2)
    shared, results = asc.TQue(asc.TPosition.VECIN, 1), asc.TQue(asc.TPosition.VECOUT, 1)
    work_buffer, retained_buffer = asc.TBuf(asc.TPosition.VECCALC), asc.TBuf(asc.TPosition.VECCALC)
    tile, values = group * width, body.whole(group, plan.row_grain)
    in_bytes = tile * plan.stack.size(full_in) + VALUE * values * len(row_in)
    pipe.init_buffer(in_queue, buffers, in_bytes)
    if len(full_out) > 0:
        pipe.init_buffer(out_queue, buffers, tile * plan.stack.size(full_out))
    if len(column_in) > 0:
        pipe.init_buffer(shared, 1, width * VALUE * len(column_in))
    if len(column_out) > 0:
        pipe.init_buffer(results, 1, width * VALUE * len(column_out))
    pipe.init_buffer(work_buffer, tile * max(plan.work_bytes, 1))
    pipe.init_buffer(retained_buffer, retained_bytes(plan, width, values))
    memory = work_buffer.get(asc.uint8), retained_buffer.get(asc.uint8)
    sizes = tile, width, values
    sources = by_name(plan.stack.operator.inputs, inputs)
    targets = by_name(plan.stack.operator.outputs, outputs)
    scalars = scalars_of(plan, attributes, height)
    if columns % GRAIN != 0:
        for _ in range(buffers):  # positions after rows have a value, too
            cleared = in_queue.alloc_tensor(asc.int16)
            asc.duplicate(cleared, 0, in_bytes // 2)
            in_queue.free_tensor(cleared)
    for unit in range(begin, end):
        matrix, column = unit // pieces, unit % pieces * width
        number = min(width, columns - column)
        pitch = body.whole(number, GRAIN)
        counted = number
        if plan.compares_per(Reach.COLUMN):
            counted = pitch
        per_column = None
        if len(column_in) > 0:
            per_column = shared.alloc_tensor(asc.uint8)
            for i in asc.static_range(len(column_in)):
                name = column_in[i]
                first = column if plan.stack.is_shared(name) else matrix * columns + column
                target = body.view(per_column, VALUE * i * width, plan.stack.dtype(name))
                copy_run_in(sources[name][first:], target, plan.stack.dtype(name), number)
            shared.enque(per_column)
            per_column = shared.deque(asc.uint8)
        for level in asc.static_range(len(plan.passes)):
            before, program = plan.passes[level].before, plan.passes[level].rows
            tensors = tensors_of(plan, before, memory, (None, None, per_column), sizes)
            for i in asc.static_range(len(before.steps)):
                body.emit(before.steps[i], tensors, counted, scalars)
            tensors = tensors_of(plan, program, memory, (None, None, per_column), sizes)
            for i in asc.static_range(len(program.steps)):
                step = program.steps[i]
                if step.name in NEUTRAL:
                    asc.duplicate(operands_of(step, tensors)[0], NEUTRAL[step.name], number)
            if len(program.steps) > 0:
                for row in range(0, height, group):
                    rows = min(group, height - row)
                    first = (matrix * height + row) * columns + column
                    in_tile, out_tile = None, None
                    if len(program.loads) > 0:
                        in_tile = in_queue.alloc_tensor(asc.uint8)
                        for i in asc.static_range(len(program.loads)):
                            name = program.loads[i]
                            dtype = plan.stack.dtype(name)
                            target = body.view(in_tile, offset_in(plan, name, tile, values), dtype)
                            if name in row_in:
                                copy_run_in(sources[name][row:], target, dtype, rows)
                            else:
                                of = sources[name][first:]
                                copy_rows_in(of, target, dtype, rows, number, pitch, columns)
                        in_queue.enque(in_tile)
                        in_tile = in_queue.deque(asc.uint8)
                    if len(program.stores) > 0:
                        out_tile = out_queue.alloc_tensor(asc.uint8)
                    tensors = tensors_of(
                        plan, program, memory, (in_tile, out_tile, per_column), sizes
                    )
                    for i in asc.static_range(len(program.steps)):
                        step = program.steps[i]
                        operands = operands_of(step, tensors)
                        if step.name in NEUTRAL:
                            for row_in_group in range(rows):
                                line = operands[1][row_in_group * pitch :]
                                _INSTEAD[step.name](operands[0], operands[0], line, number)
                        elif step.name == "spread":
                            across.spread(kinds(step), operands, (rows, number, pitch))
                        elif is_across(step):
                            across.across(step.name, kinds(step), operands, (rows, number, pitch))
                        else:
                            work = memory[0][4 * program.slots * tile :] if step.scratch else None
                            per_row = rows
                            if plan.compares_per(Reach.ROW):
                                per_row = body.whole(rows, plan.row_grain)
                            emit(step, tensors, (per_row, rows, counted, pitch), scalars, work)
                    if len(program.loads) > 0:
                        in_queue.free_tensor(in_tile)
                    if len(program.stores) > 0:
                        out_queue.enque(out_tile)
                        out_tile = out_queue.deque(asc.uint8)
                        for i in asc.static_range(len(program.stores)):
                            name = program.stores[i]
                            dtype = plan.stack.dtype(name)
                            source = body.view(out_tile, offset_out(plan, name, tile), dtype)
                            to = targets[name][first:]
                            copy_rows_out(source, to, dtype, rows, number, pitch, columns)
                        out_queue.free_tensor(out_tile)
        tensors = tensors_of(plan, plan.last, memory, (None, None, per_column), sizes)
        for i in asc.static_range(len(plan.last.steps)):
            body.emit(plan.last.steps[i], tensors, counted, scalars)
        if len(column_in) > 0:
            shared.free_tensor(per_column)
        if len(column_out) > 0:
            column_values_out = results.alloc_tensor(asc.uint8)
            for i in asc.static_range(len(column_out)):
                values_of_output = stored(plan.last, column_out[i], tensors)
                dtype = plan.stack.dtype(column_out[i])
                target = body.view(column_values_out, VALUE * i * width, dtype)
                asc.data_copy(target, values_of_output, body.whole(number, BLOCK // SIZES[dtype]))
            results.enque(column_values_out)
            column_values_out = results.deque(asc.uint8)
            for i in asc.static_range(len(column_out)):
                dtype = plan.stack.dtype(column_out[i])
                source = body.view(column_values_out, VALUE * i * width, dtype)
                first = matrix * columns + column
                copy_run_out(source, targets[column_out[i]][first:], dtype, number)
            results.free_tensor(column_values_out)


def inputs_of(plan: ColumnPrograms, reach: Reach) -> tuple[str, ...]:
    """Return the inputs of a reach."""
    return plan.stack.names(reach, are_inputs=True)


def outputs_of(plan: ColumnPrograms, reach: Reach) -> tuple[str, ...]:
    """Return the outputs of a reach."""
    return plan.stack.names(reach, are_inputs=False)


def by_name(ports: Sequence[Any], addresses: Sequence[Any]) -> dict[str, Any]:
    """Return the tensors in global memory by name."""
    return dict(zip([port.name for port in ports], body.tensors_at(addresses), strict=True))


def scalars_of(plan: ColumnPrograms, attributes: Sequence[Any], height: Any) -> Scalars:
    """Return the values of attributes and sizes from which scalars are computed."""
    operator = plan.stack.operator
    attribute_values = {a.name: v for a, v in zip(operator.attributes, attributes, strict=True)}
    sizes: dict[Any, Any] = {}
    if len(plan.stack.reduced) == 1:
        size = plan.stack.reduced[0].size
        sizes = {size: height, getattr(size, "name", ""): height}
    return Scalars(attribute_values, sizes)


def retained_bytes(plan: ColumnPrograms, width: Any, values: Any) -> Any:
    """Return the bytes of values per column and per row that outlive a pass, for `values` rows."""
    count = plan.retained.count
    rows = values * (VALUE * count["row"] + BLOCK * count["block"])
    return VALUE * count["column"] * width + rows + BLOCK


def offset_in(plan: ColumnPrograms, name: str, tile: Any, values: Any) -> Any:
    """Return the byte offset of an input among the inputs that are loaded together."""
    full, rows = inputs_of(plan, Reach.FULL), inputs_of(plan, Reach.ROW)
    if name in full:
        return plan.stack.size(full[: full.index(name)]) * tile
    return plan.stack.size(full) * tile + VALUE * rows.index(name) * values


def offset_out(plan: ColumnPrograms, name: str, tile: Any) -> Any:
    """Return the byte offset of an output in the output tile."""
    full = outputs_of(plan, Reach.FULL)
    return plan.stack.size(full[: full.index(name)]) * tile


def tensors_of(
    plan: ColumnPrograms,
    program: Program,
    memory: tuple[Any, Any],
    tiles: tuple[Any, ...],
    sizes: tuple[Any, ...],
) -> dict[int, Any]:
    """Return the tensor of each register whose memory is allocated.

    Args:
        plan: Programs of the operator.
        program: The program whose registers are placed.
        memory: Working memory, and memory of values that outlive a pass.
        tiles: Inputs, outputs, and values per column.
        sizes: Elements of a tile, columns, and values per row that memory is allocated for.
    """
    work, retained = memory
    in_tile, out_tile, per_column = tiles
    tile, width, values = sizes
    count = plan.retained.count
    rows_at = VALUE * count["column"] * width
    tensors = {}
    for register in program.registers:
        kind, name, number = program.locations[register.number]
        if kind in {"in", "in_row"}:
            whole, offset = in_tile, offset_in(plan, name, tile, values)
        elif kind == "out":
            whole, offset = out_tile, offset_out(plan, name, tile)
        elif kind == "in_column":
            whole = per_column
            offset = VALUE * inputs_of(plan, Reach.COLUMN).index(name) * width
        elif kind in {"slot", "mask"}:
            whole = work
            offset = (4 * number if kind == "slot" else program.bits_at + number) * tile
        elif kind == "column":
            whole, offset = retained, VALUE * number * width
        elif kind == "row":
            whole, offset = retained, rows_at + VALUE * values * number
        else:
            whole, offset = retained, rows_at + values * (VALUE * count["row"] + BLOCK * number)
        if whole is not None:
            tensors[register.number] = body.view(whole, offset, register.dtype)
    return tensors


def stored(program: Program, name: str, tensors: Mapping[int, Any]) -> Any:
    """Return the tensor that holds the values of an output."""
    for step in program.steps:
        if step.name == "store" and step.number == name:
            return tensors[step.sources[0].number]
    raise KeyError(name)


def emit(
    step: Step, tensors: Mapping[int, Any], shape: tuple[Any, ...], scalars: Scalars, scratch: Any
) -> None:
    """Call an instruction on rows, on values per row, or per column."""
    per_row, rows, number, pitch = shape
    if step.target is not None and step.name == "brcb":
        target, source = operands_of(step, tensors)
        asc.brcb(target, source, (rows + 7) // 8, asc.BrcbRepeatParams(1, 8))
        return
    counts = {Reach.FULL: rows * pitch, Reach.ROW: per_row, Reach.COLUMN: number}
    count = counts[step.target.reach] if step.target is not None else rows * pitch
    body.emit(step, tensors, count, scalars, scratch)
