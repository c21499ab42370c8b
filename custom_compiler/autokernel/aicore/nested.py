"""Nests of loops around vectors on AI cores: the kernel.

Stages come one after the other, each when all cores have done the one before. A turn is one
position of the outer dimensions, with a piece of the vectors if these are outer; cores share turns.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import asc
from custom_compiler.autokernel.aicore import body, vectors
from custom_compiler.autokernel.aicore.counting import count_up
from custom_compiler.autokernel.aicore.nest import (
    NestChain,
    is_reduction,
    nests_of,
    neutral_of,
    operation_of,
)
from custom_compiler.autokernel.aicore.steps import SIZES, Reach
from custom_compiler.autokernel.aicore.tiles import BLOCK, VALUE
from custom_compiler.autokernel.describe.sizes import evaluate

FOLDED = 4 * vectors.LANES  # bytes that folding needs


class SymbolSizes(NamedTuple):
    """The sizes that calls decide, in the order of the operator's symbols; the others are 1."""

    size0: int
    size1: int
    size2: int
    size3: int
    size4: int
    size5: int
    size6: int
    size7: int


class NestNumbers(NamedTuple):
    """Numbers of `nested`: vectors are in pieces of `width` elements, a multiple of 128.

    `buffers` is 1 or 2.
    """

    sizes: SymbolSizes
    width: int
    buffers: int


@asc.jit
def nested(
    inputs: tuple[asc.GlobalAddress, ...],
    outputs: tuple[asc.GlobalAddress, ...],
    attributes: tuple[float, ...],
    workspace: asc.GlobalAddress,
    numbers: NestNumbers,
    variants: asc.ConstExpr[body.Variants],
) -> None:
    """Compute the stages of an operator, one after the other."""
    chain = nests_of(variants.chosen(inputs))
    sizes, width, buffers = numbers.sizes, numbers.width, numbers.buffers
    pipe = asc.TPipe()
    in_queue, out_queue = asc.TQue(asc.TPosition.VECIN, 2), asc.TQue(asc.TPosition.VECOUT, 2)
    shared, results = asc.TQue(asc.TPosition.VECIN, 1), asc.TQue(asc.TPosition.VECOUT, 1)
    work_buffer, retained_buffer = asc.TBuf(asc.TPosition.VECCALC), asc.TBuf(asc.TPosition.VECCALC)
    layout = vectors.layout_of(chain)
    pipe.init_buffer(in_queue, buffers, width * layout.full_in)
    pipe.init_buffer(out_queue, buffers, width * layout.full_out)
    pipe.init_buffer(shared, 1, width * layout.shared)
    pipe.init_buffer(results, 1, width * layout.results)
    pipe.init_buffer(work_buffer, width * layout.work)
    pipe.init_buffer(retained_buffer, width * layout.retained + FOLDED)
    work, retained = work_buffer.get(asc.uint8), retained_buffer.get(asc.uint8)
    if layout.landing_at > layout.numbers_at:
        count_up(body.view(retained, layout.numbers_at * width, "int32"), 0, width)
    for i in asc.static_range(len(chain.nests)):
        if i > 0:
            asc.pipe_barrier(asc.PipeID.PIPE_ALL)
            asc.sync_all()
        queues = in_queue, out_queue, shared, results
        addresses = inputs, outputs, workspace
        compute(chain, i, queues, (work, retained), addresses, attributes, sizes, width, buffers)


@asc.jit
def compute(
    chain: asc.ConstExpr[NestChain],
    stage: asc.ConstExpr[int],
    queues: tuple[asc.TQue, ...],
    memory: tuple[asc.LocalTensor, asc.LocalTensor],
    addresses: tuple[Any, ...],
    attributes: tuple[float, ...],
    values_of_sizes: tuple[int, ...],
    width: int,
    buffers: int,
) -> None:
    """Compute a stage: this core's turns."""
    nest, layout = chain.nests[stage], vectors.layout_of(chain)
    sizes = vectors.named(chain, values_of_sizes)
    tensors = vectors.tensors_by_name(chain, addresses, sizes)
    scalars = vectors.scalars_of(chain, attributes, sizes)
    in_queue, out_queue, shared, results = queues
    work, retained = memory
    full, shared_names = nest.names(Reach.FULL), nest.names(Reach.COLUMN)
    length = evaluate(nest.vector.size, sizes)
    pieces = (length + width - 1) // width
    turns, rounds = vectors.count_of(nest.outer, sizes), vectors.count_of(nest.inner, sizes)
    if not nest.is_reduced:
        turns = turns * pieces
    share = (turns + asc.get_block_num() - 1) // asc.get_block_num()
    begin = asc.get_block_idx() * share
    end = min(begin + share, turns)
    ground = vectors.Ground(nest, layout, tensors, sizes, retained, width)
    if nest.compares:  # comparisons read defined values after a vector, too
        if len(full) > 0:
            for _ in range(buffers):
                cleared = in_queue.alloc_tensor(asc.int16)
                asc.duplicate(cleared, 0, width * nest.bytes(full) // 2)
                in_queue.free_tensor(cleared)
        if len(shared_names) > 0:
            cleared_once = shared.alloc_tensor(asc.int16)
            asc.duplicate(cleared_once, 0, width * VALUE * len(shared_names) // 2)
            shared.free_tensor(cleared_once)
    for turn in range(begin, end):
        first, lanes, outer = 0, width, turn
        if not nest.is_reduced:
            first = turn % pieces * width
            lanes = min(width, length - first)
            outer = turn // pieces
        counted = lanes
        if nest.compares:
            counted = body.whole(lanes, 128)
        piece = vectors.Piece(vectors.positions_of(nest.outer, outer, sizes), first, lanes)
        shared_tile = None
        if len(shared_names) > 0:
            shared_tile = shared.alloc_tensor(asc.uint8)
            for i in asc.static_range(len(shared_names)):
                read = nest.reads[shared_names[i]]
                into = body.view(shared_tile, VALUE * i * width, read.dtype)
                vectors.prepare(ground, read, into, piece)
                if len(read.bounds) > 0:
                    low, high = vectors.within_of(ground, read, piece)
                    if high > low:
                        vectors.copy(ground, read, into, piece, low, high)
                else:
                    vectors.copy(ground, read, into, piece)
                vectors.gather(ground, read, into, piece)
            shared.enque(shared_tile)
            shared_tile = shared.deque(asc.uint8)
            if vectors.fills(nest, shared_names):
                asc.pipe_barrier(asc.PipeID.PIPE_ALL)
            for i in asc.static_range(len(shared_names)):
                read = nest.reads[shared_names[i]]
                vectors.fill(
                    ground, read, body.view(shared_tile, VALUE * i * width, read.dtype), piece
                )
        for level in asc.static_range(len(nest.passes)):
            before, program = nest.passes[level].before, nest.passes[level].vectors
            values = vectors.values_of(
                nest, before, (work, retained, None, None, shared_tile), width
            )
            for i in asc.static_range(len(before.steps)):
                vectors.emit(before.steps[i], values, counted, scalars, work, before, width)
            values = vectors.values_of(
                nest, program, (work, retained, None, None, shared_tile), width
            )
            for i in asc.static_range(len(program.steps)):
                step = program.steps[i]
                if is_reduction(step):
                    asc.duplicate(values[step.target.number], neutral_of(step), counted)
            for inner in range(rounds):
                within = vectors.both(
                    piece.positions, vectors.positions_of(nest.inner, inner, sizes)
                )
                stop = first + lanes
                if nest.is_reduced:
                    stop = length
                for position in range(first, stop, width):
                    number = lanes
                    if nest.is_reduced:
                        number = min(width, length - position)
                    ready = number
                    if nest.compares:
                        ready = body.whole(number, 128)
                    part = vectors.Piece(within, position, number)
                    in_tile, out_tile = None, None
                    if len(program.loads) > 0:
                        in_tile = in_queue.alloc_tensor(asc.uint8)
                        for i in asc.static_range(len(program.loads)):
                            read = nest.reads[program.loads[i]]
                            offset = vectors.offset_of(nest, program.loads[i]) * width
                            into = body.view(in_tile, offset, read.dtype)
                            vectors.prepare(ground, read, into, part)
                            if len(read.bounds) > 0:
                                low, high = vectors.within_of(ground, read, part)
                                if high > low:
                                    vectors.copy(ground, read, into, part, low, high)
                            else:
                                vectors.copy(ground, read, into, part)
                            vectors.gather(ground, read, into, part)
                        in_queue.enque(in_tile)
                        in_tile = in_queue.deque(asc.uint8)
                        if vectors.fills(nest, program.loads):
                            asc.pipe_barrier(asc.PipeID.PIPE_ALL)
                        for i in asc.static_range(len(program.loads)):
                            read = nest.reads[program.loads[i]]
                            offset = vectors.offset_of(nest, program.loads[i]) * width
                            vectors.fill(ground, read, body.view(in_tile, offset, read.dtype), part)
                    if len(program.stores) > 0:
                        out_tile = out_queue.alloc_tensor(asc.uint8)
                    values = vectors.values_of(
                        nest, program, (work, retained, in_tile, out_tile, shared_tile), width
                    )
                    for i in asc.static_range(len(program.steps)):
                        step = program.steps[i]
                        if is_reduction(step):
                            total, new = values[step.target.number], values[step.sources[0].number]
                            vectors.combine(operation_of(step), total, new, number)
                        else:
                            vectors.emit(step, values, ready, scalars, work, program, width)
                    if len(program.loads) > 0:
                        in_queue.free_tensor(in_tile)
                    if len(program.stores) > 0:
                        out_queue.enque(out_tile)
                        out_tile = out_queue.deque(asc.uint8)
                        vectors.put(ground, out_tile, part)
                        out_queue.free_tensor(out_tile)
            if nest.is_reduced:
                values = vectors.values_of(
                    nest, program, (work, retained, None, None, shared_tile), width
                )
                for i in asc.static_range(len(program.steps)):
                    step = program.steps[i]
                    if is_reduction(step):
                        total = values[step.target.number]
                        block = body.view(retained, layout.retained * width, step.target.dtype)
                        vectors.fold(operation_of(step), total, block, width)
        values = vectors.values_of(
            nest, nest.last, (work, retained, None, None, shared_tile), width
        )
        for i in asc.static_range(len(nest.last.steps)):
            vectors.emit(nest.last.steps[i], values, counted, scalars, work, nest.last, width)
        if len(shared_names) > 0:
            shared.free_tensor(shared_tile)
        if not nest.is_full:
            result = results.alloc_tensor(asc.uint8)
            reduced = vectors.stored(nest, values)
            size = SIZES[nest.output.dtype]
            into = body.view(result, 0, nest.output.dtype)
            asc.data_copy(into, reduced, body.whole(lanes, BLOCK // size))
            results.enque(result)
            result = results.deque(asc.uint8)
            vectors.put(ground, result, piece)
            results.free_tensor(result)
