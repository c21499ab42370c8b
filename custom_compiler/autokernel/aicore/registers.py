"""Where the registers of a straight line are: in tensors that come and go, or in slots between."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass, replace
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
}
_LOADED = {Reach.FULL: "in", Reach.ROW: "in_row", Reach.COLUMN: "in_column"}
_BETWEEN = {Reach.FULL: "slot", Reach.ROW: "row", Reach.COLUMN: "column"}


class Place(NamedTuple):
    """A tensor: `in`, `in_row`, `in_column` or `out` by name, others (`slot`, ...) by number."""

    kind: str
    name: str = ""
    number: int = 0


@dataclass(frozen=True)
class Program:
    """A straight line whose registers have places.

    Attributes:
        steps: The instructions.
        places: The place of each register, by its number.
        slots: Number of full tiles between instructions, of 4 bytes per element.
        masks: Number of tiles of bits.
        rows: Number of tensors with a value per row.
        columns: Number of tensors with a value per column.
        scratch: Full tiles of float32 that library functions need.
    """

    steps: tuple[Step, ...]
    places: Mapping[int, Place]
    slots: int
    masks: int
    rows: int
    columns: int
    scratch: int

    @property
    def work_bytes(self) -> int:
        """Bytes per element of a tile beside inputs and outputs; bits count as bytes."""
        return 4 * (self.slots + self.scratch) + self.masks

    @property
    def compares(self) -> bool:
        """Whether it computes bits, which is done for whole repeats only."""
        return self.masks > 0


def allocate(
    steps: Sequence[Step], outputs: Mapping[str, str], kept: Sequence[Register] = ()
) -> Program:
    """Give registers places.

    Args:
        steps: the straight line.
        outputs: element types of the outputs of full tiles, by name.
        kept: registers that are read behind the last step.
    """
    steps = _with_moves(steps, outputs)
    last: dict[int, int] = {}
    for number, step in enumerate(steps):
        for source in step.sources:
            last[source.number] = number
    for register in kept:
        last[register.number] = len(steps)
    stored = {step.sources[0].number: str(step.number) for step in steps if step.name == "store"}
    final = {
        stored[step.target.number]: number
        for number, step in enumerate(steps)
        if step.target is not None and step.target.number in stored
    }
    return _Allocation(steps, outputs, last, stored, final).run()


def _in_place(step: Step) -> bool:
    """Whether an instruction may write what it reads."""
    return step.name not in _NOT_IN_PLACE and "." not in step.name


def _with_moves(steps: Sequence[Step], outputs: Mapping[str, str]) -> list[Step]:
    """The steps with a register of its own for each output, none of which is an input's."""
    loaded = {step.target.number for step in steps if step.target and step.name == "load"}
    taken: set[int] = set()
    made: list[Step] = []
    number = 1 + max((s.target.number for s in steps if s.target is not None), default=0)
    for step in steps:
        if step.name == "store" and str(step.number) in outputs:
            (source,) = step.sources
            if source.number in loaded | taken:
                copy = replace(source, number=number)
                number += 1
                made.append(Step("move", copy, (source,)))
                source = copy
            taken.add(source.number)
            made.append(replace(step, sources=(source,)))
        else:
            made.append(step)
    return made


class _Allocation:
    """One walk over the steps."""

    def __init__(
        self,
        steps: Sequence[Step],
        outputs: Mapping[str, str],
        last: Mapping[int, int],
        stored: Mapping[int, str],
        final: Mapping[str, int],
    ) -> None:
        self.steps, self.outputs = steps, outputs
        self.last, self.stored, self.final = last, stored, final
        self.places: dict[int, Place] = {}
        self.free: dict[str, list[Place]] = defaultdict(list)
        self.count: dict[str, int] = defaultdict(int)
        # An output's tensor serves others until its own value is made.
        self.lent = [Place("out", name) for name, dtype in outputs.items() if SIZES[dtype] == 4]  # noqa: PLR2004

    def run(self) -> Program:
        """Give all registers places."""
        for number, step in enumerate(self.steps):
            target = step.target
            ending = [s for s in dict.fromkeys(step.sources) if self.last[s.number] == number]
            if target is not None and _in_place(step):
                self._release(ending)
                self._place(step, target, number)
                continue
            if target is not None:
                self._place(step, target, number)
            self._release(ending)
        return Program(
            tuple(self.steps),
            self.places,
            self.count["slot"],
            self.count["mask"],
            self.count["row"],
            self.count["column"],
            max((step.scratch for step in self.steps), default=0),
        )

    def _release(self, registers: Sequence[Register]) -> None:
        for register in registers:
            place = self.places[register.number]
            if place.kind == "in" and SIZES[register.dtype] == 4:  # noqa: PLR2004
                self.free["slot"].append(place)
            elif place.kind == "out" and place.name != self.stored.get(register.number):
                self.lent.append(place)
            elif place.kind in {"slot", "mask", "row", "column"}:
                self.free[place.kind].append(place)

    def _place(self, step: Step, target: Register, number: int) -> None:
        if step.name == "load":
            self.places[target.number] = Place(_LOADED[target.reach], str(step.number))
            return
        output = self.stored.get(target.number)
        if output is not None and target.reach is Reach.FULL:
            own = Place("out", output)
            self.lent = [place for place in self.lent if place != own]
            self.places[target.number] = own
            return
        kind = _BETWEEN[target.reach]
        if target.dtype == "mask" and kind == "slot":
            kind = "mask"
        if kind == "slot":
            for place in self.lent:
                ends, final = self.last.get(target.number, number), self.final[place.name]
                if ends < final or (ends == final and _in_place(self.steps[final])):
                    self.lent.remove(place)
                    self.places[target.number] = place
                    return
        if self.free[kind]:
            self.places[target.number] = self.free[kind].pop()
            return
        self.places[target.number] = Place(kind, number=self.count[kind])
        self.count[kind] += 1
