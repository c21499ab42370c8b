"""Operators that reduce along axes in front of others on AI cores: the kernel.

A unit of work is a piece of the columns of one matrix; its rows come one after the other.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import asc
from custom_compiler.autokernel.aicore import across, body
from custom_compiler.autokernel.aicore.columns import NEUTRAL, Columns, columns_of
from custom_compiler.autokernel.aicore.instructions import is_across, kinds, operands_of
from custom_compiler.autokernel.aicore.scalars import Scalars
from custom_compiler.autokernel.aicore.steps import SIZES, Reach
from custom_compiler.autokernel.aicore.tiles import BLOCK, VALUE, copy_run_in, copy_run_out

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from custom_compiler.autokernel.aicore.registers import Program
    from custom_compiler.autokernel.aicore.steps import Step

_INSTEAD = {"column_sum": asc.add, "column_max": asc.max, "column_min": asc.min}
ROWS = 8  # values per row that there is memory for, of which one is used


@asc.jit
def columnwise(
    inputs: tuple[asc.GlobalAddress, ...],
    outputs: tuple[asc.GlobalAddress, ...],
    attributes: tuple[float, ...],
    matrices: int,
    height: int,
    columns: int,
    share: int,
    width: int,
    buffers: int,
    variants: asc.ConstExpr[body.Variants],
) -> None:
    """Compute matrices of `height` rows: `share` units of `width` columns on each core.

    `width` is a multiple of 128; `buffers` is 1 or 2.
    """
    plan = columns_of(variants.chosen(inputs))
    full_in, full_out = inputs_of(plan, Reach.FULL), outputs_of(plan, Reach.FULL)
    column_in, column_out = inputs_of(plan, Reach.COLUMN), outputs_of(plan, Reach.COLUMN)
    row_in = inputs_of(plan, Reach.ROW)
    pieces = (columns + width - 1) // width
    begin = asc.get_block_idx() * share
    end = min(begin + share, matrices * pieces)
    pipe = asc.TPipe()
    in_queue, out_queue = asc.TQue(asc.TPosition.VECIN, 2), asc.TQue(asc.TPosition.VECOUT, 2)
    shared, results = asc.TQue(asc.TPosition.VECIN, 1), asc.TQue(asc.TPosition.VECOUT, 1)
    between, keeping = asc.TBuf(asc.TPosition.VECCALC), asc.TBuf(asc.TPosition.VECCALC)
    pipe.init_buffer(in_queue, buffers, width * plan.stack.size(full_in) + BLOCK * len(row_in))
    if len(full_out) > 0:
        pipe.init_buffer(out_queue, buffers, width * plan.stack.size(full_out))
    if len(column_in) > 0:
        pipe.init_buffer(shared, 1, width * VALUE * len(column_in))
    if len(column_out) > 0:
        pipe.init_buffer(results, 1, width * VALUE * len(column_out))
    pipe.init_buffer(between, width * max(plan.work_bytes, 1))
    pipe.init_buffer(keeping, kept_bytes(plan, width))
    memory = between.get(asc.uint8), keeping.get(asc.uint8)
    sources = by_name(plan.stack.operator.inputs, inputs)
    targets = by_name(plan.stack.operator.outputs, outputs)
    scalars = scalars_of(plan, attributes, height)
    if compares(plan):
        for _ in range(buffers):  # what is compared behind a row has a value, too
            cleared = in_queue.alloc_tensor(asc.int16)
            asc.duplicate(cleared, 0, width * plan.stack.size(full_in) // 2)
            in_queue.free_tensor(cleared)
    for unit in range(begin, end):
        matrix, place = unit // pieces, unit % pieces * width
        number = min(width, columns - place)
        per_column = None
        if len(column_in) > 0:
            per_column = shared.alloc_tensor(asc.uint8)
            for i in asc.static_range(len(column_in)):
                name = column_in[i]
                first = place if plan.stack.is_shared(name) else matrix * columns + place
                target = body.view(per_column, VALUE * i * width, plan.stack.dtype(name))
                copy_run_in(sources[name][first:], target, plan.stack.dtype(name), number)
            shared.enque(per_column)
            per_column = shared.deque(asc.uint8)
        for level in asc.static_range(len(plan.passes)):
            before, program = plan.passes[level].before, plan.passes[level].rows
            tensors = tensors_of(plan, before, memory, (None, None, per_column), width)
            for i in asc.static_range(len(before.steps)):
                body.emit(before.steps[i], tensors, number, scalars)
            tensors = tensors_of(plan, program, memory, (None, None, per_column), width)
            for i in asc.static_range(len(program.steps)):
                step = program.steps[i]
                if step.name in NEUTRAL:
                    asc.duplicate(operands_of(step, tensors)[0], NEUTRAL[step.name], number)
            if len(program.steps) > 0:
                for row in range(height):
                    given, made = None, None
                    if len(program.loads) > 0:
                        given = in_queue.alloc_tensor(asc.uint8)
                        for i in asc.static_range(len(program.loads)):
                            name = program.loads[i]
                            dtype = plan.stack.dtype(name)
                            target = body.view(given, offset_in(plan, name, width), dtype)
                            if name in row_in:
                                copy_run_in(sources[name][row:], target, dtype, 1)
                            else:
                                first = (matrix * height + row) * columns + place
                                copy_run_in(sources[name][first:], target, dtype, number)
                        in_queue.enque(given)
                        given = in_queue.deque(asc.uint8)
                    if len(program.stores) > 0:
                        made = out_queue.alloc_tensor(asc.uint8)
                    tensors = tensors_of(plan, program, memory, (given, made, per_column), width)
                    for i in asc.static_range(len(program.steps)):
                        step = program.steps[i]
                        operands = operands_of(step, tensors)
                        if step.name in NEUTRAL:
                            _INSTEAD[step.name](operands[0], operands[0], operands[1], number)
                        elif step.name == "spread":
                            across.spread(kinds(step), operands, (1, number, width))
                        elif is_across(step):
                            across.across(step.name, kinds(step), operands, (1, number, width))
                        else:
                            emit(step, tensors, number, scalars, memory[0], program, width)
                    if len(program.loads) > 0:
                        in_queue.free_tensor(given)
                    if len(program.stores) > 0:
                        out_queue.enque(made)
                        made = out_queue.deque(asc.uint8)
                        for i in asc.static_range(len(program.stores)):
                            name = program.stores[i]
                            dtype = plan.stack.dtype(name)
                            first = (matrix * height + row) * columns + place
                            source = body.view(made, offset_out(plan, name, width), dtype)
                            copy_run_out(source, targets[name][first:], dtype, number)
                        out_queue.free_tensor(made)
        tensors = tensors_of(plan, plan.last, memory, (None, None, per_column), width)
        for i in asc.static_range(len(plan.last.steps)):
            body.emit(plan.last.steps[i], tensors, number, scalars)
        if len(column_in) > 0:
            shared.free_tensor(per_column)
        if len(column_out) > 0:
            given_back = results.alloc_tensor(asc.uint8)
            for i in asc.static_range(len(column_out)):
                found = stored(plan.last, column_out[i], tensors)
                dtype = plan.stack.dtype(column_out[i])
                target = body.view(given_back, VALUE * i * width, dtype)
                asc.data_copy(target, found, body.whole(number, BLOCK // SIZES[dtype]))
            results.enque(given_back)
            given_back = results.deque(asc.uint8)
            for i in asc.static_range(len(column_out)):
                dtype = plan.stack.dtype(column_out[i])
                source = body.view(given_back, VALUE * i * width, dtype)
                first = matrix * columns + place
                copy_run_out(source, targets[column_out[i]][first:], dtype, number)
            results.free_tensor(given_back)


def inputs_of(plan: Columns, reach: Reach) -> tuple[str, ...]:
    """The inputs of a reach."""
    return plan.stack.names(reach, are_inputs=True)


def outputs_of(plan: Columns, reach: Reach) -> tuple[str, ...]:
    """The outputs of a reach."""
    return plan.stack.names(reach, are_inputs=False)


def by_name(ports: Sequence[Any], addresses: Sequence[Any]) -> dict[str, Any]:
    """The tensors in global memory by name."""
    return dict(zip([port.name for port in ports], body.tensors_at(addresses), strict=True))


def scalars_of(plan: Columns, attributes: Sequence[Any], height: Any) -> Scalars:
    """What the operator's scalars are made of."""
    operator = plan.stack.operator
    known = {a.name: v for a, v in zip(operator.attributes, attributes, strict=True)}
    sizes: dict[Any, Any] = {}
    if len(plan.stack.reduced) == 1:
        size = plan.stack.reduced[0].size
        sizes = {size: height, getattr(size, "name", ""): height}
    return Scalars(known, sizes)


def compares(plan: Columns) -> bool:
    """Whether bits are computed, which is done for whole repeats."""
    return any(each.rows.compares for each in plan.passes)


def kept_bytes(plan: Columns, width: Any) -> Any:
    """Bytes of values per column and row between instructions."""
    count = plan.kept.count
    rows = ROWS * (VALUE * count["row"] + BLOCK * count["block"])
    return VALUE * count["column"] * width + rows + BLOCK


def offset_in(plan: Columns, name: str, width: Any) -> Any:
    """Bytes before an input in its tile."""
    full, rows = inputs_of(plan, Reach.FULL), inputs_of(plan, Reach.ROW)
    if name in full:
        return plan.stack.size(full[: full.index(name)]) * width
    return plan.stack.size(full) * width + BLOCK * rows.index(name)


def offset_out(plan: Columns, name: str, width: Any) -> Any:
    """Bytes before an output in its tile."""
    full = outputs_of(plan, Reach.FULL)
    return plan.stack.size(full[: full.index(name)]) * width


def tensors_of(
    plan: Columns, program: Program, memory: tuple[Any, Any], tiles: tuple[Any, ...], width: Any
) -> dict[int, Any]:
    """The tensor of each register, as far as its memory is there."""
    work, kept = memory
    given, made, per_column = tiles
    count = plan.kept.count
    rows_at = VALUE * count["column"] * width
    found = {}
    for register in program.registers:
        kind, name, number = program.places[register.number]
        if kind in {"in", "in_row"}:
            whole, offset = given, offset_in(plan, name, width)
        elif kind == "out":
            whole, offset = made, offset_out(plan, name, width)
        elif kind == "in_column":
            whole = per_column
            offset = VALUE * inputs_of(plan, Reach.COLUMN).index(name) * width
        elif kind in {"slot", "mask"}:
            whole = work
            offset = (4 * number if kind == "slot" else program.bits_at + number) * width
        elif kind == "column":
            whole, offset = kept, VALUE * number * width
        elif kind == "row":
            whole, offset = kept, rows_at + VALUE * ROWS * number
        else:
            whole, offset = kept, rows_at + ROWS * (VALUE * count["row"] + BLOCK * number)
        if whole is not None:
            found[register.number] = body.view(whole, offset, register.dtype)
    return found


def stored(program: Program, name: str, tensors: Mapping[int, Any]) -> Any:
    """The tensor with an output's values."""
    for step in program.steps:
        if step.name == "store" and step.number == name:
            return tensors[step.sources[0].number]
    raise KeyError(name)


def emit(
    step: Step,
    tensors: Mapping[int, Any],
    number: Any,
    scalars: Scalars,
    work: Any,
    program: Program,
    width: Any,
) -> None:
    """Call an instruction on a row, or on its value."""
    if step.target is not None and step.name == "brcb":
        target, source = operands_of(step, tensors)
        asc.brcb(target, source, 1, asc.BrcbRepeatParams(1, 8))
        return
    on_tile = step.target is not None and step.target.reach is Reach.FULL
    if on_tile and program.compares:
        number = body.whole(number, 128)
    scratch = work[4 * program.slots * width :] if step.scratch else None
    body.emit(step, tensors, number if on_tile else 1, scalars, scratch)
