"""Vectors in the kernels of loop nests: addresses, loads, reductions and stores."""

from __future__ import annotations

from dataclasses import dataclass
from math import prod
from typing import TYPE_CHECKING, Any

import asc
from custom_compiler.autokernel.aicore import body
from custom_compiler.autokernel.aicore.dims import first_of, within
from custom_compiler.autokernel.aicore.nest import Nest, NestChain, bytes_of
from custom_compiler.autokernel.aicore.scalars import Scalars
from custom_compiler.autokernel.aicore.steps import SIZES, Reach
from custom_compiler.autokernel.aicore.tiles import BLOCK, VALUE, copy_run_in, copy_run_out
from custom_compiler.autokernel.describe.sizes import evaluate

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from custom_compiler.autokernel.aicore.dims import Access, Dim
    from custom_compiler.autokernel.aicore.registers import Program
    from custom_compiler.autokernel.aicore.steps import Step

LANES = 64  # elements of an instruction's repeat, of 4 bytes


@dataclass(frozen=True)
class NestMemory:
    """Memory of an operator's stages in the unified buffer, in bytes per element of a vector.

    Attributes:
        full_in: Inputs that are loaded for each vector.
        full_out: Outputs that are stored for each vector.
        shared: Inputs that are loaded once per iteration of the outer loops.
        results: Outputs that are stored once per iteration of the outer loops.
        work: Values between instructions.
        numbers_at: Offset of the numbers 0, 1, 2, ... in the retained part.
        landing_at: Offset of the blocks for elements that are not contiguous.
        retained: The retained part.
    """

    full_in: int
    full_out: int
    shared: int
    results: int
    work: int
    numbers_at: int
    landing_at: int
    retained: int

    def bytes(self, buffers: int) -> int:
        """Return the bytes per element of a vector."""
        once = self.shared + self.results + self.work + self.retained
        return buffers * (self.full_in + self.full_out) + once


def layout_of(chain: NestChain) -> NestMemory:
    """Return the largest memory that any stage needs."""
    nests = chain.nests
    own = max(VALUE * nest.values.count["column"] for nest in nests)
    apart = any(nest.is_apart for nest in nests)
    counted = apart or any(not read.name for nest in nests for read in nest.reads.values())
    landing = own + VALUE * counted
    return NestMemory(
        max(1, *(nest.bytes(nest.names(Reach.FULL)) for nest in nests)),
        max(1, 1, *(SIZES[nest.output.dtype] for nest in nests if nest.is_full)),
        max(1, *(VALUE * len(nest.names(Reach.COLUMN)) for nest in nests)),
        max(VALUE, *(SIZES[nest.output.dtype] for nest in nests)),
        max(1, *(nest.work_bytes for nest in nests)),
        own,
        landing,
        landing + (BLOCK + VALUE) * apart,
    )


@asc.jit
def fold(
    operation: asc.ConstExpr[str], values: asc.LocalTensor, block: asc.LocalTensor, width: int
) -> None:
    """Reduce all elements and set each to the result."""
    count = width // LANES
    while count > 1:
        half = (count + 1) // 2
        combine(operation, values, values[half * LANES :], (count - half) * LANES)
        count = half
    halve(operation, values)
    asc.brcb(block, values, 1, asc.BrcbRepeatParams(1, 8))
    halve(operation, block)
    asc.copy(values, block, LANES, width // LANES, asc.CopyRepeatParams(1, 0, 8, 0))


def halve(operation: str, values: Any) -> None:
    """Reduce a repeat to a block."""
    for length in (32, 16, 8):
        combine(operation, values, values[length:], length)


def combine(operation: str, total: Any, values: Any, number: Any) -> None:
    """Reduce elements into others."""
    getattr(asc, operation)(total, total, values, number)


def named(chain: NestChain, values: Sequence[Any]) -> dict[str, Any]:
    """Return the sizes that are arguments of calls, by symbol."""
    return dict(zip(chain.symbols, values, strict=False))


def scalars_of(chain: NestChain, attributes: Sequence[Any], sizes: Mapping[str, Any]) -> Scalars:
    """Return the values of attributes and sizes from which scalars are computed."""
    operator = chain.operator
    attribute_values = {a.name: v for a, v in zip(operator.attributes, attributes, strict=True)}
    return Scalars(attribute_values, dict(sizes))


def tensors_by_name(
    chain: NestChain, addresses: tuple[Any, ...], sizes: Mapping[str, Any]
) -> dict[str, Any]:
    """Return the tensors in global memory: inputs (int64 as pairs of int32), outputs, workspace."""
    inputs, outputs, workspace = addresses
    ports = (*chain.operator.inputs, *chain.operator.outputs)
    words = [
        address.reinterpret_cast(asc.int32) if address.dtype == asc.int64 else address
        for address in inputs
    ]
    tensors = body.tensors_at([*words, *outputs])
    by_name = dict(zip([port.name for port in ports], tensors, strict=True))
    offset: Any = 0
    for stage in chain.between:
        address = (workspace + offset).reinterpret_cast(body.data_type(stage.dtype))
        (by_name[stage.name],) = body.tensors_at([address])
        offset = offset + evaluate(bytes_of(stage), sizes)
    return by_name


def count_of(dims: Sequence[Dim], sizes: Mapping[str, Any]) -> Any:
    """Return the number of positions in dimensions."""
    return prod((evaluate(dim.size, sizes) for dim in dims), start=1)


def positions_of(dims: Sequence[Dim], number: Any, sizes: Mapping[str, Any]) -> dict[Dim, Any]:
    """Return the position on each dimension; the last dimension runs fastest."""
    positions = {}
    for dim in reversed(dims[1:]):
        size = evaluate(dim.size, sizes)
        positions[dim], number = number % size, number // size
    if dims:
        positions[dims[0]] = number
    return positions


def both(outer: Mapping[Dim, Any], inner: Mapping[Dim, Any]) -> dict[Dim, Any]:
    """Return the positions on all dimensions."""
    return {**outer, **inner}


@dataclass(frozen=True)
class Ground:
    """Context of a stage's copies while a kernel is traced.

    Attributes:
        nest: Loops of the stage.
        layout: Memory of the stages.
        tensors: In global memory, by name.
        sizes: Arguments of the call, by symbol.
        retained: Bytes of the unified buffer with retained values.
        width: Elements that vectors have memory for.
    """

    nest: Nest
    layout: NestMemory
    tensors: Mapping[str, Any]
    sizes: Mapping[str, Any]
    retained: Any
    width: Any

    @property
    def numbers(self) -> Any:
        """0, 1, 2, ..."""
        return body.view(self.retained, self.layout.numbers_at * self.width, "int32")

    def landing(self, read: Access) -> Any:
        """Return the blocks that begin with one element of a read each."""
        return body.view(self.retained, self.layout.landing_at * self.width, read.dtype)


@dataclass(frozen=True)
class Piece:
    """Elements of a vector: `number` from `first` on, at one position of the other dimensions."""

    positions: Mapping[Dim, Any]
    first: Any
    number: Any


def element_index(ground: Ground, access: Access, piece: Piece, offset: Any = 0) -> Any:
    """Return the tensor index of the element that is `offset` elements after a piece's first."""
    positions = {**piece.positions, ground.nest.vector: piece.first + offset}
    return first_of(access, positions, ground.sizes, asc.number(0, asc.int64))


def offset_of(nest: Nest, name: str) -> int:
    """Return the byte offset of a read in its tile, per element."""
    full = nest.names(Reach.FULL)
    return nest.bytes(full[: full.index(name)])


def fills(nest: Nest, names: Sequence[str]) -> bool:
    """Return whether something is filled from what was copied before."""
    return any(nest.vector.step(nest.reads[name]) != 1 for name in names)


def within_of(ground: Ground, read: Access, piece: Piece) -> tuple[Any, Any]:
    """Return the range of a piece's elements that exist in the tensor."""
    positions = {**piece.positions, ground.nest.vector: piece.first}
    return within(read, ground.nest.vector, positions, piece.number, ground.sizes)


def prepare(ground: Ground, read: Access, target: Any, piece: Piece) -> None:
    """Fill the target with the value outside of the tensor, before a copy."""
    is_apart = ground.nest.vector.step(read) not in {0, 1}
    if is_apart:
        asc.pipe_barrier(asc.PipeID.PIPE_ALL)
    if read.bounds:
        count = piece.number * (BLOCK // SIZES[read.dtype]) if is_apart else piece.number
        asc.duplicate(ground.landing(read) if is_apart else target, read.outside, count)
        asc.pipe_barrier(asc.PipeID.PIPE_ALL)


def copy(
    ground: Ground, read: Access, target: Any, piece: Piece, low: Any = 0, high: Any = None
) -> None:
    """Copy elements of a read: contiguous, one for all, or each to a separate block.

    With `low` and `high`, copy only those from `low` to before `high`.
    """
    if not read.name:
        return
    source = ground.tensors[read.name][element_index(ground, read, piece, low) :]
    step, size = ground.nest.vector.step(read), SIZES[read.dtype]
    count = piece.number if high is None else high - low
    if step == 0:
        copy_run_in(source, target, read.dtype, 1)
    elif step != 1:
        landing = ground.landing(read)[low * (BLOCK // size) :]
        gap = (evaluate(step, ground.sizes) - 1) * size
        padding = asc.DataCopyPadExtParams(source.dtype, False, 0, 0, 0)
        asc.data_copy_pad(landing, source, asc.DataCopyExtParams(count, size, gap, 0, 0), padding)
    elif high is None:
        copy_run_in(source, target, read.dtype, count)
    else:
        lanes = BLOCK // size
        begin = low // lanes * lanes
        rest = (lanes - high % lanes) % lanes
        padding = asc.DataCopyPadExtParams(source.dtype, True, low - begin, rest, read.outside)
        params = asc.DataCopyExtParams(1, count * size, 0, 0, 0)
        asc.data_copy_pad(target[begin:], source, params, padding)


def gather(ground: Ground, read: Access, target: Any, piece: Piece) -> None:
    """Gather elements from separate blocks into contiguous memory, after a copy."""
    if ground.nest.vector.step(read) in {0, 1}:
        return
    asc.pipe_barrier(asc.PipeID.PIPE_ALL)
    layout = ground.layout
    offsets = body.view(ground.retained, (layout.landing_at + BLOCK) * ground.width, "int32")
    asc.muls(offsets, ground.numbers, BLOCK, piece.number)
    word = {4: asc.int32, 2: asc.int16}[SIZES[read.dtype]]
    asc.gather(
        target.reinterpret_cast(word),
        ground.landing(read).reinterpret_cast(word),
        offsets.reinterpret_cast(asc.uint32),
        0,
        piece.number,
    )


def fill(ground: Ground, read: Access, target: Any, piece: Piece) -> None:
    """Fill a vector with the element that is the same for all of it, or with positions."""
    step, number = ground.nest.vector.step(read), piece.number
    if not read.name:
        position = element_index(ground, read, piece).cast(asc.int32)
        if step == 1:
            asc.adds(target, ground.numbers, position, number)
        else:
            asc.duplicate(target, position, number)
    elif step == 0:
        size = SIZES[read.dtype]
        if size == VALUE:
            words = target.reinterpret_cast(asc.int32)
            asc.duplicate(words, words.get_value(0), number)
        elif size == VALUE // 2:
            words = target.reinterpret_cast(asc.int16)
            asc.duplicate(words, words.get_value(0), number)
        else:
            twice = target.reinterpret_cast(asc.uint8).get_value(0).cast(asc.int32) * 257
            words = target.reinterpret_cast(asc.uint16)
            asc.duplicate(words, twice.cast(asc.uint16), (number + 1) // 2)


def put(ground: Ground, vector: Any, piece: Piece) -> None:
    """Copy a vector to the output, or its first element if the output has one for all."""
    output = ground.nest.output
    source = body.view(vector, 0, output.dtype)
    here = ground.tensors[ground.nest.stage.name][element_index(ground, output, piece) :]
    number = piece.number if ground.nest.vector.step(output) == 1 else 1
    copy_run_out(source, here, output.dtype, number)


def values_of(nest: Nest, program: Program, memory: tuple[Any, ...], width: Any) -> dict[int, Any]:
    """Return the tensor of each register whose memory is allocated."""
    work, retained, inputs, outputs, shared_tile = memory
    values = {}
    for register in program.registers:
        kind, name, number = program.locations[register.number]
        if kind == "in":
            whole, offset = inputs, offset_of(nest, name) * width
        elif kind == "out":
            whole, offset = outputs, 0
        elif kind == "in_column":
            whole, offset = shared_tile, VALUE * nest.names(Reach.COLUMN).index(name) * width
        elif kind in {"slot", "mask"}:
            whole = work
            offset = (4 * number if kind == "slot" else program.bits_at + number) * width
        else:
            whole, offset = retained, VALUE * number * width
        if whole is not None:
            values[register.number] = body.view(whole, offset, register.dtype)
    return values


def stored(nest: Nest, values: Mapping[int, Any]) -> Any:
    """Return the tensor that holds the values of the output."""
    step = next(step for step in nest.last.steps if step.name == "store")
    return values[step.sources[0].number]


def emit(
    step: Step,
    values: Mapping[int, Any],
    number: Any,
    scalars: Scalars,
    work: Any,
    program: Program,
    width: Any,
) -> None:
    """Call an instruction on a vector."""
    scratch = work[4 * program.slots * width :] if step.scratch else None
    body.emit(step, values, number, scalars, scratch)
