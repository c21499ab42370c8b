"""Reductions as partial results that vectors accumulate, and the result of these.

Halide's `rfactor` would guard each half of a vector again where rows have any length, and
CPUs wait for what was written to memory in part.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, NamedTuple

from custom_compiler.autokernel.host.halide import halide

if TYPE_CHECKING:
    from collections.abc import Callable

_FEW = 4  # elements of a vector of which each is read by itself


class Manner(NamedTuple):
    """A reduction: its first value, what of an element is accumulated, and how."""

    start: Any
    element: Callable[[Any], Any]
    combined: Callable[[Any, Any], Any]


class Part(NamedTuple):
    """Results of parts.

    Attributes:
        function: The Func.
        lane: Its variable that counts them.
        number: How many there are.
        steps: RVars of its update, the ones that move fastest first.
    """

    function: Any
    lane: Any
    number: int
    steps: tuple[Any, ...] = ()


@dataclass
class Parts:
    """The Funcs of a reduction.

    Attributes:
        rest: Of the last step of a row, if it may be shorter; not all of its places are there.
        results: Those that are accumulated, which start there, and halves of these.
    """

    rest: Part | None = None
    results: list[Part] = field(default_factory=list)


@dataclass(frozen=True)
class Row:
    """Accumulation along a row.

    Attributes:
        name: Prefix of Funcs.
        position: The variables of the row.
        size: Of the row.
        count: Partial results, a power of 2 and not more than the row.
        others: Sizes of further reduced axes, the fastest first.
        element: The value at a column of the row and a position on the other axes.
        manner: How values are combined.
    """

    name: str
    position: tuple[Any, ...]
    size: Any
    count: int
    others: tuple[Any, ...]
    element: Callable[[Any, tuple[Any, ...]], Any]
    manner: Manner

    def reduced(self) -> tuple[Any, Parts]:
        """Return the result of the row, and the Funcs that compute it."""
        hl, parts, count = halide(), Parts(), self.count
        lane, start = hl.Var("lane"), self.manner.start
        if not isinstance(self.size, int) or self.size % count:
            parts.rest = self._rest(lane)
            within = hl.unsafe_promise_clamped(lane, 0, self._behind - 1)
            behind = parts.rest.function[self._at(within)]
            start = hl.select(lane < self._behind, behind, start)
        part, here = hl.Func(f"{self.name}_parts"), self._at(lane)
        part[here] = start
        step, *others = _variables((self._steps, *self.others))
        part[here] = self._with(part[here], step * count + lane, tuple(others))
        parts.results.append(Part(part, lane, count, (step, *others)))
        while count > _FEW:
            count //= 2
            half = hl.Func(f"{self.name}_of_{count}")
            half[here] = self.manner.combined(part[here], part[self._at(lane + count)])
            part = half
            parts.results.append(Part(half, lane, count))
        ends = [part[self._at(column)] for column in range(count)]
        while len(ends) > 1:
            middle = len(ends) // 2
            ends = list(map(self.manner.combined, ends[:middle], ends[middle:]))
        return ends[0], parts

    @property
    def _steps(self) -> Any:
        """Whole steps of a row, but for the last one if calls decide how long rows are.

        That one is made in any case: what is left out may hold what the row before left there,
        and wait for it.
        """
        if isinstance(self.size, int):
            return self.size // self.count
        return halide().max(self.size - 1, 0) // self.count

    @property
    def _behind(self) -> Any:
        """Return the number of positions after the whole steps."""
        return self.size - self._steps * self.count

    def _at(self, lane: Any) -> tuple[Any, ...]:
        return (*self.position, lane)

    def _rest(self, lane: Any) -> Part:
        rest, here = halide().Func(f"{self.name}_rest"), self._at(lane)
        column = self._steps * self.count + lane
        if not self.others:
            rest[here] = self.manner.element(self.element(column, ()))
            return Part(rest, lane, self.count)
        others = _variables(self.others)
        rest[here] = self.manner.start
        rest[here] = self._with(rest[here], column, others)
        return Part(rest, lane, self.count, others)

    def _with(self, so_far: Any, column: Any, others: tuple[Any, ...]) -> Any:
        element = self.manner.element(self.element(column, others))
        return self.manner.combined(so_far, element)


def _variables(sizes: tuple[Any, ...]) -> tuple[Any, ...]:
    domain = halide().RDom([(0, size) for size in sizes])
    return tuple(domain[number] for number in range(len(sizes)))
