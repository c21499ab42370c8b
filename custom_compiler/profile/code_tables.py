"""Costs by source line and by instruction of one core, as the simulator's tables have them."""

from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING

from custom_compiler.profile.tables import Table

if TYPE_CHECKING:
    from collections.abc import Hashable, Iterable

    from custom_compiler.profile.launch_timing import LaunchTiming
    from custom_compiler.profile.tables import Cell
    from custom_compiler.profile.timeline import Instruction


def code_table(timing: LaunchTiming, instructions: Iterable[Instruction]) -> Table:
    """Return `*_code_exe.csv`: a row for each source line."""
    sums = _Sums()
    for instruction in instructions:
        location = f"{instruction.file}:{instruction.line}" if instruction.file else ""
        sums.add((location,), instruction)
    rows: list[dict[str, Cell]] = [
        {"code": code or None, **sums.cells((code,), timing)} for (code,) in sums.by_cost()
    ]
    return Table(("code", "call_count", "cycles", "running_time(us)"), tuple(rows))


def instruction_table(timing: LaunchTiming, instructions: Iterable[Instruction]) -> Table:
    """Return `*_instr_exe.csv`: a row for each instruction at each place in the source."""
    sums = _Sums()
    for instruction in instructions:
        location = f"{instruction.file}:{instruction.line}" if instruction.file else ""
        sums.add((instruction.name, instruction.pipe, location), instruction)
    rows: list[dict[str, Cell]] = [
        {
            "instr": key[0],
            "pipe": key[1].upper(),
            **sums.cells(key, timing),
            "detail": key[2] or None,
        }
        for key in sums.by_cost()
    ]
    columns = ("instr", "addr", "pipe", "call_count", "cycles", "running_time(us)", "detail")
    return Table(columns, tuple(rows))


class _Sums:
    """Return numbers and cycles of instructions by key, the most expensive first."""

    def __init__(self) -> None:
        self._count: dict[tuple[str, ...], int] = defaultdict(int)
        self._cycles: dict[Hashable, float] = defaultdict(float)

    def add(self, key: tuple[str, ...], instruction: Instruction) -> None:
        self._count[key] += 1
        self._cycles[key] += instruction.cycles

    def by_cost(self) -> list[tuple[str, ...]]:
        return sorted(self._count, key=lambda key: (-self._cycles[key], key))

    def cells(self, key: tuple[str, ...], timing: LaunchTiming) -> dict[str, Cell]:
        cycles = self._cycles[key]
        return {
            "call_count": self._count[key],
            "cycles": round(cycles),
            "running_time(us)": timing.microseconds(cycles),
        }
