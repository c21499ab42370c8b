"""What kernels of nests do with a vector: where it is, how it comes, is reduced, and goes."""

from __future__ import annotations

from dataclasses import dataclass
from math import prod
from typing import TYPE_CHECKING, Any

import asc
from custom_compiler.autokernel.aicore import body
from custom_compiler.autokernel.aicore.dims import first_of, value_of
from custom_compiler.autokernel.aicore.nest import Nest, Nests, bytes_of
from custom_compiler.autokernel.aicore.scalars import Scalars
from custom_compiler.autokernel.aicore.steps import SIZES, Reach
from custom_compiler.autokernel.aicore.tiles import BLOCK, VALUE, copy_run_in, copy_run_out

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from custom_compiler.autokernel.aicore.dims import Access, Dim
    from custom_compiler.autokernel.aicore.registers import Program
    from custom_compiler.autokernel.aicore.steps import Step

LANES = 64  # elements of an instruction's repeat, of 4 bytes


@dataclass(frozen=True)
class Room:
    """What an operator's stages need: bytes per element of a vector.

    Attributes:
        full_in: Of what comes with each vector.
        full_out: Of what goes with each vector.
        shared: Of what comes once per turn.
        results: Of what goes once per turn.
        work: Between instructions.
        numbers_at: Before 0, 1, 2, ... among what stays.
        landing_at: Before the blocks of elements that lie apart.
        kept: Of all that stays.
    """

    full_in: int
    full_out: int
    shared: int
    results: int
    work: int
    numbers_at: int
    landing_at: int
    kept: int

    def bytes(self, buffers: int) -> int:
        """Of an element of a vector."""
        once = self.shared + self.results + self.work + self.kept
        return buffers * (self.full_in + self.full_out) + once


def room_of(chain: Nests) -> Room:
    """What the stages need, each in turn."""
    nests = chain.nests
    own = max(VALUE * nest.values.count["column"] for nest in nests)
    apart = any(nest.is_apart for nest in nests)
    counted = apart or any(not read.name for nest in nests for read in nest.reads.values())
    landing = own + VALUE * counted
    return Room(
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
    """Let all elements be what is reduced of them."""
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


def named(chain: Nests, values: Sequence[Any]) -> dict[str, Any]:
    """The sizes that calls decide."""
    return dict(zip(chain.symbols, values, strict=False))


def scalars_of(chain: Nests, attributes: Sequence[Any], sizes: Mapping[str, Any]) -> Scalars:
    """What the operator's scalars are made of."""
    operator = chain.operator
    known = {a.name: v for a, v in zip(operator.attributes, attributes, strict=True)}
    return Scalars(known, dict(sizes))


def tensors_by_name(
    chain: Nests, addresses: tuple[Any, ...], sizes: Mapping[str, Any]
) -> dict[str, Any]:
    """The tensors in global memory: inputs (int64 as words), outputs, stages in the workspace."""
    inputs, outputs, workspace = addresses
    ports = (*chain.operator.inputs, *chain.operator.outputs)
    words = [
        address.reinterpret_cast(asc.int32) if address.dtype == asc.int64 else address
        for address in inputs
    ]
    made = body.tensors_at([*words, *outputs])
    found = dict(zip([port.name for port in ports], made, strict=True))
    place: Any = 0
    for stage in chain.between:
        address = (workspace + place).reinterpret_cast(body.data_type(stage.dtype))
        (found[stage.name],) = body.tensors_at([address])
        place = place + value_of(bytes_of(stage), sizes)
    return found


def count_of(dims: Sequence[Dim], sizes: Mapping[str, Any]) -> Any:
    """Number of places of dimensions."""
    return prod((value_of(dim.size, sizes) for dim in dims), start=1)


def places_of(dims: Sequence[Dim], number: Any, sizes: Mapping[str, Any]) -> dict[Dim, Any]:
    """The place on each dimension; the last one runs fastest."""
    found = {}
    for dim in reversed(dims[1:]):
        size = value_of(dim.size, sizes)
        found[dim], number = number % size, number // size
    if dims:
        found[dims[0]] = number
    return found


def both(outer: Mapping[Dim, Any], inner: Mapping[Dim, Any]) -> dict[Dim, Any]:
    """The places on all dimensions."""
    return {**outer, **inner}


def place_of(
    nest: Nest, access: Access, places: Mapping[Dim, Any], first: Any, sizes: Mapping[str, Any]
) -> Any:
    """The number of a vector's first element in its tensor."""
    return first_of(access, {**places, nest.vector: first}, sizes, asc.number(0, asc.int64))


def offset_of(nest: Nest, name: str) -> int:
    """Bytes before a read in its tile, per element."""
    full = nest.names(Reach.FULL)
    return nest.bytes(full[: full.index(name)])


def fills(nest: Nest, names: Sequence[str]) -> bool:
    """Whether something is filled from what was copied before."""
    return any(nest.vector.step(nest.reads[name]) != 1 for name in names)


def fetch(
    nest: Nest,
    read: Access,
    target: Any,
    tensors: Mapping[str, Any],
    places: Mapping[Dim, Any],
    first: Any,
    number: Any,
    sizes: Mapping[str, Any],
    kept: Any,
    room: Room,
    width: Any,
) -> None:
    """Copy elements of a read: side by side, one for all, or each to a block of its own."""
    if not read.name:
        return
    source = tensors[read.name][place_of(nest, read, places, first, sizes) :]
    step = nest.vector.step(read)
    if step == 1:
        copy_run_in(source, target, read.dtype, number)
    elif step == 0:
        copy_run_in(source, target, read.dtype, 1)
    else:
        size = SIZES[read.dtype]
        landing = body.view(kept, room.landing_at * width, read.dtype)
        gap = (value_of(step, sizes) - 1) * size
        padding = asc.DataCopyPadExtParams(source.dtype, False, 0, 0, 0)
        asc.pipe_barrier(asc.PipeID.PIPE_ALL)
        asc.data_copy_pad(landing, source, asc.DataCopyExtParams(number, size, gap, 0, 0), padding)
        asc.pipe_barrier(asc.PipeID.PIPE_ALL)
        offsets = body.view(kept, (room.landing_at + BLOCK) * width, "int32")
        asc.muls(offsets, body.view(kept, room.numbers_at * width, "int32"), BLOCK, number)
        word = {4: asc.int32, 2: asc.int16}[size]
        asc.gather(
            target.reinterpret_cast(word),
            landing.reinterpret_cast(word),
            offsets.reinterpret_cast(asc.uint32),
            0,
            number,
        )


def fill(
    nest: Nest,
    read: Access,
    target: Any,
    places: Mapping[Dim, Any],
    first: Any,
    number: Any,
    sizes: Mapping[str, Any],
    kept: Any,
    room: Room,
    width: Any,
) -> None:
    """Fill a vector with the element that is the same for all of it, or with places."""
    step = nest.vector.step(read)
    if not read.name:
        place = place_of(nest, read, places, first, sizes).cast(asc.int32)
        if step == 1:
            numbers = body.view(kept, room.numbers_at * width, "int32")
            asc.adds(target, numbers, place, number)
        else:
            asc.duplicate(target, place, number)
    elif step == 0:
        size = SIZES[read.dtype]
        if size == VALUE:
            words = target.reinterpret_cast(asc.int32)
            asc.duplicate(words, words.get_value(0), number)
        elif size == VALUE // 2:
            words = target.reinterpret_cast(asc.int16)
            asc.duplicate(words, words.get_value(0), number)
        else:
            both = target.reinterpret_cast(asc.uint8).get_value(0).cast(asc.int32) * 257
            words = target.reinterpret_cast(asc.uint16)
            asc.duplicate(words, both.cast(asc.uint16), (number + 1) // 2)


def put(
    nest: Nest,
    target: Any,
    made: Any,
    places: Mapping[Dim, Any],
    first: Any,
    number: Any,
    sizes: Mapping[str, Any],
) -> None:
    """Copy a vector to the output, or its first element if the output has one for all."""
    output = nest.output
    source = body.view(made, 0, output.dtype)
    here = target[place_of(nest, output, places, first, sizes) :]
    copy_run_out(source, here, output.dtype, number if nest.vector.step(output) == 1 else 1)


def values_of(nest: Nest, program: Program, memory: tuple[Any, ...], width: Any) -> dict[int, Any]:
    """The tensor of each register, as far as its memory is there."""
    work, kept, given, made, stay = memory
    found = {}
    for register in program.registers:
        kind, name, number = program.places[register.number]
        if kind == "in":
            whole, offset = given, offset_of(nest, name) * width
        elif kind == "out":
            whole, offset = made, 0
        elif kind == "in_column":
            whole, offset = stay, VALUE * nest.names(Reach.COLUMN).index(name) * width
        elif kind in {"slot", "mask"}:
            whole = work
            offset = (4 * number if kind == "slot" else program.bits_at + number) * width
        else:
            whole, offset = kept, VALUE * number * width
        if whole is not None:
            found[register.number] = body.view(whole, offset, register.dtype)
    return found


def stored(nest: Nest, values: Mapping[int, Any]) -> Any:
    """The tensor with the output's values."""
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
