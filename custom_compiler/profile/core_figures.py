"""Columns of CANN's tables, for the cores of one type together or for one core.

Each function returns figures by column name without the type of core; None is not known.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from custom_compiler.profile.launch_timing import total
from custom_compiler.profile.tables import ratio

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from custom_compiler.profile.launch_timing import Core
    from custom_compiler.profile.tables import Cell

Figures = dict[str, "Cell"]

_READS_L1 = ("l1_to_l0a", "l1_to_l0b", "l1_to_ub", "l1_to_gm")
_WRITES_L1 = ("gm_to_l1", "ub_to_l1", "l0c_to_l1")
_KIB = 1024


class CoreFigures:
    """Cores of one type, at least one, and their clock in cycles per microsecond."""

    def __init__(self, cores: Sequence[Core], clock_mhz: float) -> None:
        self._cores = cores
        self._clock = clock_mhz
        self._cycles = sum(core.cycles for core in cores)

    def time(self) -> Figures:
        """Return `time(us)`, of one core on average, and `total_cycles` of all."""
        time = self._cycles / self._clock / len(self._cores)
        return {"time(us)": time, "total_cycles": round(self._cycles)}

    def pipe(self, pipe: str, name: str = "") -> Figures:
        """Return `<name>_time(us)`, of one core on average, and `<name>_ratio` of its cycles."""
        busy = self._sum(lambda core: core.busy(pipe))
        time = None if busy is None else busy / self._clock / len(self._cores)
        name = name or pipe
        return {f"{name}_time(us)": time, f"{name}_ratio": ratio(busy, self._cycles)}

    def active_bandwidth(self, pipe: str, ways: Sequence[str]) -> float | None:
        """Return the GB/s of the bytes that a pipe moves while it is at work."""
        moved = self._bytes(ways)
        return self._gigabytes(moved, self._sum(lambda core: core.busy(pipe)))

    def bandwidth(self, ways: Sequence[str]) -> float | None:
        """Return the GB/s over the cores' whole time."""
        return self._gigabytes(self._bytes(ways), self._cycles)

    def kilobytes(self, path: str) -> float | None:
        """Return the KB that were moved along a path, all cores together."""
        moved = self._bytes([path])
        return None if moved is None else moved / _KIB

    def icache_miss_rate(self) -> float | None:
        """Return the misses of the instruction cache per fetch."""
        misses = self.counter("icache_misses")
        return 0.0 if misses == 0 else ratio(misses, self.counter("icache_fetches"))

    def counter(self, name: str) -> float | None:
        """Return a counter's sum."""
        return self._sum(lambda core: core.counters.get(name))

    def counter_ratio(self, name: str) -> float | None:
        """Return a counter of cycles as part of all cycles."""
        return ratio(self.counter(name), self._cycles)

    def instructions(self, pipe: str) -> float | None:
        """Return the instructions of a pipe."""
        return self._sum(lambda core: core.pipes[pipe].count if pipe in core.pipes else None)

    def wait_ratio(self, pipe: str) -> float | None:
        """Return the part of the cycles in which a pipe was idle because it waited for another."""
        if not any(core.waits for core in self._cores):
            return None
        waits = (w.cycles for core in self._cores for w in core.waits if w.pipe == pipe)
        return ratio(sum(waits), self._cycles)

    def stall(self, pipe: str, cause: str) -> float | None:
        """Return the average microseconds that a core's pipe was idle because of another."""
        if not any(core.waits for core in self._cores):
            return None
        waits = (w for core in self._cores for w in core.waits)
        cycles = sum(w.cycles for w in waits if (w.pipe, w.cause) == (pipe, cause))
        return cycles / self._clock / len(self._cores)

    def l1_read(self) -> float | None:
        """Return the GB/s read from L1."""
        return self.bandwidth(_READS_L1)

    def l1_write(self) -> float | None:
        """Return the GB/s written to L1."""
        return self.bandwidth(_WRITES_L1)

    def _bytes(self, ways: Sequence[str]) -> float | None:
        """Return the bytes of the known paths; None if none is known."""
        amounts = [self._sum(lambda core, path=path: core.bytes.get(path)) for path in ways]  # type: ignore[misc]
        known_amounts = [value for value in amounts if value is not None]
        return sum(known_amounts) if known_amounts else None

    def _gigabytes(self, moved: float | None, cycles: float | None) -> float | None:
        per_cycle = ratio(moved, cycles)
        return None if per_cycle is None else per_cycle * self._clock / 1000

    def _sum(self, figure: Callable[[Core], float | None]) -> float | None:
        return total(map(figure, self._cores))
