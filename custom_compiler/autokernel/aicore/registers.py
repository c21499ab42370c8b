"""Locations of registers: in tensors that are loaded and stored, or in slots of working memory."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple

from custom_compiler.autokernel.aicore.steps import SIZES, Reach, Register, Step

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

_NOT_IN_PLACE = {
    "load",
    "cast",
    "spread",
    "duplicate",
    "compare",
    "compare_scalar",
    "move",
    "select",
    "brcb",
    "row_sum",
    "row_max",
    "row_min",
}
_LOADED = {Reach.FULL: "in", Reach.ROW: "in_row", Reach.COLUMN: "in_column"}


class RegisterLocation(NamedTuple):
    """A tensor: `in`, `in_row`, `in_column` or `out` by name, others (`slot`, ...) by number."""

    kind: str
    name: str = ""
    number: int = 0


class RetainedRegisters:
    """Locations of values per row and per column, one each; several programs can share them.

    Attributes:
        locations: The location of each register, by its number.
        count: Number of `row`, `block` (a value per row in 32 bytes) and `column` tensors.
    """

    def __init__(self) -> None:
        self.locations: dict[int, RegisterLocation] = {}
        self.count = dict.fromkeys(("row", "block", "column"), 0)

    def allocate(self, register: Register) -> RegisterLocation:
        """Allocate a location for a register."""
        kind = "column" if register.reach is Reach.COLUMN else "row"
        kind = "block" if register.blocks else kind
        location = self.locations[register.number] = RegisterLocation(kind, number=self.count[kind])
        self.count[kind] += max(1, SIZES[register.dtype] // 4)
        return location


@dataclass(frozen=True)
class Program:
    """A straight line of instructions whose registers have locations.

    Attributes:
        steps: The instructions.
        locations: The location of each register, by its number.
        slots: Number of full tiles between instructions, of 4 bytes per element.
        masks: Number of tiles of bits.
        retained: Locations of retained values per row and per column.
        scratch: Full tiles of float32 that library functions need.
    """

    steps: tuple[Step, ...]
    locations: Mapping[int, RegisterLocation]
    slots: int
    masks: int
    retained: RetainedRegisters
    scratch: int

    @property
    def work_bytes(self) -> int:
        """Bytes per element of a tile without inputs and outputs; bits count as bytes."""
        return self.bits_at + self.masks

    @property
    def bits_at(self) -> int:
        """Offset of the tiles of bits, in bytes per element of a tile."""
        return 4 * (self.slots + self.scratch)

    @cached_property
    def registers(self) -> tuple[Register, ...]:
        """All registers, each once."""
        targets = [step.target for step in self.steps if step.target is not None]
        sources = [source for step in self.steps for source in step.sources]
        return tuple(dict.fromkeys(targets + sources))

    @property
    def loads(self) -> tuple[str, ...]:
        """The inputs that it reads."""
        return tuple(str(step.number) for step in self.steps if step.name == "load")

    @property
    def stores(self) -> tuple[str, ...]:
        """The outputs that it makes."""
        return tuple(str(step.number) for step in self.steps if step.name == "store")

    @property
    def compares(self) -> bool:
        """Return whether it computes bits of tiles, which is done for whole repeats only."""
        return self.masks > 0

    def compares_per(self, reach: Reach) -> bool:
        """Return whether it computes bits of values per row, or per column."""
        targets = (step.target for step in self.steps if step.target is not None)
        return any(target.dtype == "mask" and target.reach is reach for target in targets)


def allocate(
    steps: Sequence[Step], outputs: Mapping[str, str], retained: RetainedRegisters | None = None
) -> Program:
    """Assign locations to registers.

    Args:
        steps: the straight line.
        outputs: element types of the outputs of full tiles, by name.
        retained: locations of retained values per row and per column.
    """
    retained = retained or RetainedRegisters()
    steps = _with_moves(steps)
    last: dict[int, int] = {}
    for number, step in enumerate(steps):
        for source in step.sources:
            last[source.number] = number
    stored = {step.sources[0].number: str(step.number) for step in steps if step.name == "store"}
    final = {
        stored[step.target.number]: number
        for number, step in enumerate(steps)
        if step.target is not None and step.target.number in stored
    }
    return _Allocation(steps, outputs, last, stored, final, retained).run()


def _is_slot(dtype: str) -> bool:
    """Return whether a tile of a type serves as a slot."""
    return SIZES[dtype] == SIZES["float32"]


def _in_place(step: Step) -> bool:
    """Return whether an instruction may write what it reads."""
    return step.name not in _NOT_IN_PLACE and "." not in step.name


def _with_moves(steps: Sequence[Step]) -> list[Step]:
    """Return the steps with moves added, so that the steps compute a register for each output."""
    free = {step.target.number for step in steps if step.target and step.name != "load"}
    complete: list[Step] = []
    for step in steps:
        if step.name == "store":
            (source,) = step.sources
            if source.number not in free:
                copy = replace(source, number=-1 - len(complete))
                complete.append(Step("move", copy, (source,)))
                source = copy
            free.discard(source.number)
            complete.append(replace(step, sources=(source,)))
        else:
            complete.append(step)
    return complete


class _Allocation:
    """State of one walk over the steps."""

    def __init__(
        self,
        steps: Sequence[Step],
        outputs: Mapping[str, str],
        last: Mapping[int, int],
        stored: Mapping[int, str],
        final: Mapping[str, int],
        retained: RetainedRegisters,
    ) -> None:
        self.steps, self.outputs = steps, outputs
        self.last, self.stored, self.final = last, stored, final
        self.retained = retained
        self.locations: dict[int, RegisterLocation] = dict(retained.locations)
        self.free: dict[str, list[RegisterLocation]] = defaultdict(list)
        self.count: dict[str, int] = defaultdict(int)
        # An output's tensor serves others until its own value is made.
        self.lent = [
            RegisterLocation("out", n)
            for n, dtype in outputs.items()
            if _is_slot(dtype) and n in final
        ]

    def run(self) -> Program:
        """Assign locations to all registers and return the program."""
        for number, step in enumerate(self.steps):
            target = step.target
            ending = [s for s in dict.fromkeys(step.sources) if self.last[s.number] == number]
            if target is not None and _in_place(step):
                self._release(ending)
                self._assign(step, target, number)
                continue
            if target is not None:
                self._assign(step, target, number)
            self._release(ending)
        return Program(
            tuple(self.steps),
            self.locations,
            self.count["slot"],
            self.count["mask"],
            self.retained,
            max((step.scratch for step in self.steps), default=0),
        )

    def _release(self, registers: Sequence[Register]) -> None:
        for register in registers:
            location = self.locations[register.number]
            if location.kind == "in" and _is_slot(register.dtype):
                self.free["slot"].append(location)
            elif location.kind == "out" and location.name != self.stored.get(register.number):
                self.lent.append(location)
            elif location.kind in {"slot", "mask"}:
                self.free[location.kind].append(location)

    def _assign(self, step: Step, target: Register, number: int) -> None:
        if step.name == "load":
            location = RegisterLocation(_LOADED[target.reach], str(step.number))
            self.locations[target.number] = location
            if target.reach is not Reach.FULL:
                self.retained.locations[target.number] = location
            return
        output = self.stored.get(target.number)
        if output is not None and target.reach is Reach.FULL:
            own = RegisterLocation("out", output)
            self.lent = [location for location in self.lent if location != own]
            self.locations[target.number] = own
            return
        if target.reach is not Reach.FULL:
            own_row = output is not None and target.reach is Reach.ROW
            location = (
                RegisterLocation("out_row", str(output))
                if own_row
                else self.retained.allocate(target)
            )
            self.locations[target.number] = self.retained.locations[target.number] = location
            return
        kind = "mask" if target.dtype == "mask" else "slot"
        if kind == "slot":
            for location in self.lent:
                ends, final = self.last.get(target.number, number), self.final[location.name]
                if ends < final or (ends == final and _in_place(self.steps[final])):
                    self.lent.remove(location)
                    self.locations[target.number] = location
                    return
        if self.free[kind]:
            self.locations[target.number] = self.free[kind].pop()
            return
        self.locations[target.number] = RegisterLocation(kind, number=self.count[kind])
        self.count[kind] += 1
