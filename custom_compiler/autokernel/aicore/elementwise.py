"""Elementwise operators on AI cores: all tensors are one run of elements, in tiles.

A core loads one tile of its share while it computes another and stores a third. All inputs of a
tile are in one buffer, and all outputs.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, Any, NamedTuple

import asc
from custom_compiler.autokernel.aicore import body
from custom_compiler.autokernel.aicore.lowering import TreeLine, is_half
from custom_compiler.autokernel.aicore.registers import Program, allocate
from custom_compiler.autokernel.aicore.rewrite import rewritten
from custom_compiler.autokernel.aicore.scalars import Scalars
from custom_compiler.autokernel.aicore.steps import SIZES, Reach

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from custom_compiler.autokernel.describe import tree

GRAIN = 128  # elements: whole repeats of any type


@dataclass(frozen=True)
class Tiles:
    """A tree on tiles of elements.

    Attributes:
        operator: The tree.
        program: Its instructions.
        input_bytes: Bytes of a tile of all inputs, per element.
        output_bytes: Bytes of a tile of all outputs, per element.
        offsets: Bytes per element before an input or output, by `in` or `out` and name.
    """

    operator: tree.Operator
    program: Program
    input_bytes: int
    output_bytes: int
    offsets: Mapping[tuple[str, str], int]

    def bytes(self, buffers: int) -> int:
        """Return the bytes of the unified buffer per element of a tile."""
        return buffers * (self.input_bytes + self.output_bytes) + self.program.work_bytes


@cache
def tiles_of(operator: tree.Operator) -> Tiles:
    """Return the instructions of an elementwise operator.

    Raises:
        MisuseError: AI cores cannot compute a part of the operator.
    """
    rewrites: dict[tree.Node, tree.Node] = {}
    roots = [rewritten(output.body, rewrites) for output in operator.outputs]
    line = TreeLine(reach_of=lambda _: Reach.FULL, native_half=is_half(roots))
    for root, output in zip(roots, operator.outputs, strict=True):
        line.add(root)
        line.store(root, output.name)
    outputs = {output.name: output.dtype for output in operator.outputs}
    offsets = {}
    total = {"in": 0, "out": 0}
    for kind, ports in (("in", operator.inputs), ("out", operator.outputs)):
        for port in ports:
            offsets[kind, port.name] = total[kind]
            total[kind] += SIZES[port.dtype]
    program = allocate(line.steps, outputs)
    return Tiles(operator, program, total["in"], total["out"], offsets)


class ElementwiseNumbers(NamedTuple):
    """Numbers of `elementwise`: `length` elements, `share` on each core, `tile` at a time.

    `share` and `tile` are multiples of GRAIN; `buffers` is 1 or 2.
    """

    length: int
    share: int
    tile: int
    buffers: int


@asc.jit
def elementwise(
    inputs: tuple[asc.GlobalAddress, ...],
    outputs: tuple[asc.GlobalAddress, ...],
    attributes: tuple[float, ...],
    numbers: ElementwiseNumbers,
    variants: asc.ConstExpr[body.Variants],
) -> None:
    """Compute each element from those at its location."""
    tile = numbers.tile
    tiles = tiles_of(variants.chosen(inputs))
    begin = asc.get_block_idx() * numbers.share
    end = min(begin + numbers.share, numbers.length)
    pipe = asc.TPipe()
    in_queue = asc.TQue(asc.TPosition.VECIN, 2)
    out_queue = asc.TQue(asc.TPosition.VECOUT, 2)
    between = asc.TBuf(asc.TPosition.VECCALC)
    pipe.init_buffer(in_queue, numbers.buffers, tile * tiles.input_bytes)
    pipe.init_buffer(out_queue, numbers.buffers, tile * tiles.output_bytes)
    # An empty buffer cannot be; a block fits into what settings leave free.
    pipe.init_buffer(between, tile * tiles.program.work_bytes if tiles.program.work_bytes else 32)
    work = between.get(asc.uint8)
    sources = body.tensors_at(inputs)
    targets = body.tensors_at(outputs)
    for offset in range(begin, end, tile):
        count = min(tile, end - offset)
        in_tile = in_queue.alloc_tensor(asc.uint8)
        if tiles.program.compares and count % GRAIN != 0:
            clear(in_tile, tile * tiles.input_bytes)  # comparisons read past the end, too
        for i in asc.static_range(len(sources)):
            load(tiles, i, sources[i], in_tile, offset, count, tile)
        in_queue.enque(in_tile)
        in_tile = in_queue.deque(asc.uint8)
        out_tile = out_queue.alloc_tensor(asc.uint8)
        compute(tiles, attributes, (in_tile, out_tile, work), count, tile)
        out_queue.enque(out_tile)
        in_queue.free_tensor(in_tile)
        out_tile = out_queue.deque(asc.uint8)
        for i in asc.static_range(len(targets)):
            store(tiles, i, targets[i], out_tile, offset, count, tile)
        out_queue.free_tensor(out_tile)


def clear(memory: Any, size: Any) -> None:
    """Fill memory that a copy goes to with zeros."""
    asc.pipe_barrier(asc.PipeID.PIPE_ALL)
    asc.duplicate(memory.reinterpret_cast(asc.int16), 0, size // 2)
    asc.pipe_barrier(asc.PipeID.PIPE_ALL)


def load(
    tiles: Tiles, number: int, source: Any, in_tile: Any, offset: Any, count: Any, tile: Any
) -> None:
    """Copy a tile of an input."""
    port = tiles.operator.inputs[number]
    target = body.view(in_tile, tiles.offsets["in", port.name] * tile, port.dtype)
    params = asc.DataCopyExtParams(1, count * SIZES[port.dtype], 0, 0, 0)
    padding = asc.DataCopyPadExtParams(source.dtype, False, 0, 0, 0)
    asc.data_copy_pad(target, source[offset:], params, padding)


def store(
    tiles: Tiles, number: int, target: Any, out_tile: Any, offset: Any, count: Any, tile: Any
) -> None:
    """Copy a tile of an output."""
    port = tiles.operator.outputs[number]
    source = body.view(out_tile, tiles.offsets["out", port.name] * tile, port.dtype)
    params = asc.DataCopyExtParams(1, count * SIZES[port.dtype], 0, 0, 0)
    asc.data_copy_pad(target[offset:], source, params)


def compute(
    tiles: Tiles, attributes: Sequence[Any], memory: tuple[Any, Any, Any], count: Any, tile: Any
) -> None:
    """Compute a tile of each output."""
    in_tile, out_tile, work = memory
    program = tiles.program
    tensors = {}
    for register in program.registers:
        kind, name, number = program.locations[register.number]
        if kind in {"in", "out"}:
            whole, offset = in_tile if kind == "in" else out_tile, tiles.offsets[kind, name]
        elif kind == "slot":
            whole, offset = work, 4 * number
        else:
            whole, offset = work, program.bits_at + number
        tensors[register.number] = body.view(whole, offset * tile, register.dtype)
    scratch = work[4 * program.slots * tile :] if program.scratch else None
    attribute_values = {
        a.name: v for a, v in zip(tiles.operator.attributes, attributes, strict=True)
    }
    counted = body.whole(count, GRAIN) if program.compares else count
    for step in program.steps:
        body.emit(step, tensors, counted, Scalars(attribute_values, {}), scratch)
