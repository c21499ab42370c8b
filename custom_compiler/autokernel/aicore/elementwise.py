"""Elementwise operators on AI cores: all tensors are one run of elements, in tiles.

Of a core's share, one tile comes in while another is computed and a third goes out. All inputs of a
tile are in one buffer, and all outputs.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, Any

import asc
from custom_compiler.autokernel.aicore import body
from custom_compiler.autokernel.aicore.registers import Program, allocate
from custom_compiler.autokernel.aicore.scalars import Scalars
from custom_compiler.autokernel.aicore.steps import SIZES, Line, Reach, is_half

if TYPE_CHECKING:
    from collections.abc import Sequence

    from custom_compiler.autokernel.describe import tree

GRAIN = 128  # elements: whole repeats of any type


@dataclass(frozen=True)
class Tiles:
    """A tree on tiles of elements.

    Attributes:
        operator: The tree.
        program: Its instructions.
        input_bytes: Of a tile of all inputs, per element.
        output_bytes: Of a tile of all outputs, per element.
    """

    operator: tree.Operator
    program: Program
    input_bytes: int
    output_bytes: int

    def bytes(self, buffers: int) -> int:
        """Of the unified buffer, per element of a tile."""
        return buffers * (self.input_bytes + self.output_bytes) + self.program.work_bytes


@cache
def tiles_of(operator: tree.Operator) -> Tiles:
    """The instructions of an elementwise operator.

    Raises:
        MisuseError: AI cores do not compute something of it.
    """
    roots = [output.body for output in operator.outputs]
    line = Line(lambda _: Reach.FULL, native_half=is_half(roots))
    for output in operator.outputs:
        line.add(output.body)
        line.store(output.body, output.name)
    outputs = {output.name: output.dtype for output in operator.outputs}
    return Tiles(
        operator,
        allocate(line.steps, outputs),
        sum(SIZES[each.dtype] for each in operator.inputs),
        sum(SIZES[dtype] for dtype in outputs.values()),
    )


@asc.jit
def elementwise(
    inputs: tuple[asc.GlobalAddress, ...],
    outputs: tuple[asc.GlobalAddress, ...],
    attributes: tuple[float, ...],
    length: int,
    share: int,
    tile: int,
    buffers: int,
    variants: asc.ConstExpr[body.Variants],
) -> None:
    """Compute `length` elements: `share` on each core, `tile` at a time.

    `share` and `tile` are multiples of GRAIN; `buffers` is 1 or 2.
    """
    tiles = tiles_of(variants.chosen(inputs))
    begin = asc.get_block_idx() * share
    end = min(begin + share, length)
    pipe = asc.TPipe()
    in_queue = asc.TQue(asc.TPosition.VECIN, 2)
    out_queue = asc.TQue(asc.TPosition.VECOUT, 2)
    work = asc.TBuf(asc.TPosition.VECCALC)
    pipe.init_buffer(in_queue, buffers, tile * tiles.input_bytes)
    pipe.init_buffer(out_queue, buffers, tile * tiles.output_bytes)
    if tiles.program.work_bytes > 0:
        pipe.init_buffer(work, tile * tiles.program.work_bytes)
    for place in range(begin, end, tile):
        count = min(tile, end - place)
        given = in_queue.alloc_tensor(asc.uint8)
        if tiles.program.compares and count % GRAIN != 0:
            clear(given, tile * tiles.input_bytes)  # what is compared behind has a value, too
        load(tiles, inputs, given, place, count, tile)
        in_queue.enque(given)
        given = in_queue.deque(asc.uint8)
        made = out_queue.alloc_tensor(asc.uint8)
        compute(tiles, attributes, (given, made, work), count, tile)
        out_queue.enque(made)
        in_queue.free_tensor(given)
        made = out_queue.deque(asc.uint8)
        store(tiles, outputs, made, place, count, tile)
        out_queue.free_tensor(made)


def clear(given: Any, size: Any) -> None:
    """Fill memory that a copy goes to with zeros."""
    asc.pipe_barrier(asc.PipeID.PIPE_ALL)
    asc.duplicate(given.reinterpret_cast(asc.int16), 0, size // 2)
    asc.pipe_barrier(asc.PipeID.PIPE_ALL)


def load(
    tiles: Tiles, inputs: Sequence[Any], given: Any, place: Any, count: Any, tile: Any
) -> None:
    """Copy a tile of each input."""
    offset = 0
    for port, address in zip(tiles.operator.inputs, inputs, strict=True):
        source = asc.GlobalTensor()
        source.set_global_buffer(address + place)
        size = SIZES[port.dtype]
        target = body.view(given, offset * tile, port.dtype)
        params = asc.DataCopyExtParams(1, count * size, 0, 0, 0)
        padding = asc.DataCopyPadExtParams(address.dtype, False, 0, 0, 0)
        asc.data_copy_pad(target, source, params, padding)
        offset += size


def store(
    tiles: Tiles, outputs: Sequence[Any], made: Any, place: Any, count: Any, tile: Any
) -> None:
    """Copy a tile of each output."""
    offset = 0
    for port, address in zip(tiles.operator.outputs, outputs, strict=True):
        target = asc.GlobalTensor()
        target.set_global_buffer(address + place)
        size = SIZES[port.dtype]
        source = body.view(made, offset * tile, port.dtype)
        asc.data_copy_pad(target, source, asc.DataCopyExtParams(1, count * size, 0, 0, 0))
        offset += size


def compute(
    tiles: Tiles, attributes: Sequence[Any], memory: tuple[Any, Any, Any], count: Any, tile: Any
) -> None:
    """Compute a tile of each output."""
    given, made, work = memory
    program = tiles.program
    offsets = {}
    for kind, ports in (("in", tiles.operator.inputs), ("out", tiles.operator.outputs)):
        offset = 0
        for port in ports:
            offsets[kind, port.name] = offset
            offset += SIZES[port.dtype]
    scratch = None
    bits = 4 * (program.slots + program.scratch)
    if program.scratch:
        first = 4 * program.slots * tile
        scratch = work.get_with_offset(4 * program.scratch * tile, first, asc.uint8)
    tensors = {}
    for step in program.steps:
        for register in (*step.sources, *((step.target,) if step.target else ())):
            kind, name, number = program.places[register.number]
            dtype = body.data_type(register.dtype)
            if kind in {"in", "out"}:
                whole = given if kind == "in" else made
                found = body.view(whole, offsets[kind, name] * tile, register.dtype)
            elif kind == "slot":
                found = work.get_with_offset(tile, 4 * number * tile, dtype)
            else:
                found = work.get_with_offset(tile // 8, (bits + number) * tile, dtype)
            tensors[register.number] = found
    known = {a.name: v for a, v in zip(tiles.operator.attributes, attributes, strict=True)}
    scalars = Scalars(known, {})
    counted = body.whole(count, GRAIN) if program.compares else count
    for step in program.steps:
        body.emit(step, tensors, counted, scalars, scratch)
