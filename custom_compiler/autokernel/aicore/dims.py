"""Dimensions that tensors of a stage are gone through by, and where their elements are.

Axes that all tensors step through alike are one dimension. The elements of one dimension come as
vectors; for the others, kernels compute the place of each vector.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from custom_compiler.autokernel.aicore.scalars import refused
from custom_compiler.autokernel.describe.sizes import combine, evaluate
from custom_compiler.autokernel.describe.tree import Load, Position, Term

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from custom_compiler.autokernel.describe.sizes import Size
    from custom_compiler.autokernel.describe.tree import Axis

_LONG = 256  # places from which on a vector could not be better


@dataclass(frozen=True)
class Access:
    """Where the elements of a tensor are that a stage reads or writes.

    Attributes:
        name: Of the tensor; "" for places as numbers.
        dtype: Element type.
        steps: From a place of an axis to the next, in elements.
        odd: Divided places, by axis; `times` is in elements.
        offset: The first element's number.
    """

    name: str
    dtype: str
    steps: Mapping[Axis, Size]
    odd: tuple[Term, ...] = ()
    offset: Size = 0

    @property
    def axes(self) -> set[Axis]:
        """All that it depends on."""
        return {*self.steps, *(term.axis for term in self.odd)}


def access_of(node: Load | Position) -> Access:
    """Where a load's elements are.

    Raises:
        MisuseError: they are outside of the tensor in places.
    """
    if isinstance(node, Position):
        return Access("", node.dtype, {node.axis: 1})
    if node.outside is not None:
        raise refused(f"padding of {node.source.name} where there are no windows")
    steps: dict[Axis, Size] = {}
    odd: list[Term] = []
    offset: Size = 0
    each: Size = 1
    for index, axis in zip(reversed(node.index), reversed(node.source.axes), strict=True):
        for term in index.terms:
            by = combine("*", each, term.times)
            if term.divide == 1 and term.modulo == 0:
                steps[term.axis] = combine("+", steps.get(term.axis, 0), by)
            else:
                odd.append(Term(term.axis, by, term.divide, term.modulo))
        offset = combine("+", offset, combine("*", each, index.offset))
        each = combine("*", each, axis.size)
    return Access(node.source.name, node.dtype, steps, tuple(odd), offset)


@dataclass(frozen=True)
class Dim:
    """Axes that are gone through as one; the last one runs fastest."""

    axes: tuple[Axis, ...]
    is_reduced: bool

    @property
    def size(self) -> Size:
        """Number of places."""
        size: Size = 1
        for axis in reversed(self.axes):
            size = combine("*", size, axis.size)
        return size

    def step(self, access: Access) -> Size:
        """Elements from a place to the next; 0 where it is the same for all."""
        return access.steps.get(self.axes[-1], 0) if self.axes else 0


def dims_of(
    axes: Sequence[Axis], reduced: Iterable[Axis], accesses: Sequence[Access]
) -> tuple[Dim, ...]:
    """The dimensions of a stage, of as many axes each as can be."""
    taken = set(reduced)
    runs = [Dim((axis,), axis in taken) for axis in axes]
    while True:
        pair = _pair(runs, accesses)
        if pair is None:
            return tuple(runs)
        first, second = pair
        one = Dim(first.axes + second.axes, first.is_reduced)
        runs = [one if each == first else each for each in runs if each != second]


def _pair(runs: Sequence[Dim], accesses: Sequence[Access]) -> tuple[Dim, Dim] | None:
    """Two dimensions that are one: the first steps where the second ends, in all tensors."""
    for first in runs:
        for second in runs:
            alike = first != second and first.is_reduced == second.is_reduced
            if alike and all(_follows(first, second, access) for access in accesses):
                return first, second
    return None


def _follows(first: Dim, second: Dim, access: Access) -> bool:
    divided = {term.axis for term in access.odd}
    if divided & {*first.axes, *second.axes} or (
        not access.name and access.axes & {*first.axes, *second.axes}
    ):
        return False
    far = access.steps.get(first.axes[-1], 0)
    return far == combine("*", second.step(access), second.size)


def vector_of(dims: Sequence[Dim], reads: Sequence[Access], output: Access) -> Dim:
    """The dimension whose elements come as vectors: where most of them lie side by side.

    Raises:
        MisuseError: there is none that kernels can take.
    """
    allowed = [dim for dim in dims if _can_be_vector(dim, [*reads, output])]
    allowed = [dim for dim in allowed if dim.step(output) == 1 or dim.step(output) == 0]
    if not dims:
        return Dim((), is_reduced=False)
    if not allowed:
        raise refused(f"{output.name}, of which no elements lie side by side,")

    def worth(dim: Dim) -> tuple[int, int, int]:
        steps = [dim.step(access) for access in (*reads, output)]
        apart = sum(step not in {0, 1} for step in steps)
        size = dim.size if isinstance(dim.size, int) else _LONG
        return -apart, min(size, _LONG), sum(step == 1 for step in steps)

    return max(allowed, key=worth)


def _can_be_vector(dim: Dim, accesses: Sequence[Access]) -> bool:
    for access in accesses:
        step = dim.step(access)
        if any(term.axis in dim.axes for term in access.odd):
            return False
        if isinstance(step, int) and step < 0:
            return False
    return True


def value_of(size: Size, sizes: Mapping[str, Any]) -> Any:
    """A size, known or at run time."""
    return evaluate(size, sizes)


def first_of(
    access: Access, places: Mapping[Dim, Any], sizes: Mapping[str, Any], start: Any
) -> Any:
    """The number of the element at these places of dimensions; `start` is 0, as long as numbers."""
    found = start + value_of(access.offset, sizes)
    for dim, place in places.items():
        step = dim.step(access)
        if step != 0:
            found = found + (start + place) * value_of(step, sizes)
        for term in access.odd:
            if term.axis in dim.axes:
                within = place // value_of(term.divide, sizes)
                if term.modulo != 0:
                    within = within % value_of(term.modulo, sizes)
                found = found + (start + within) * value_of(term.times, sizes)
    return found
