"""Dimensions of the loops over a stage's tensors, and the addresses of elements.

Axes with the same strides in all tensors are one dimension. The elements of one dimension are
vectors; for the other dimensions, kernels compute the position of each vector.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from custom_compiler.asc.codegen.scopes import maximum, minimum
from custom_compiler.autokernel.aicore.scalars import refused
from custom_compiler.autokernel.aicore.steps import SIZES
from custom_compiler.autokernel.describe.sizes import combine, evaluate
from custom_compiler.autokernel.describe.tree import Load, Position, Term

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from custom_compiler.autokernel.describe.sizes import Size
    from custom_compiler.autokernel.describe.tree import Axis

_LONG = 256  # positions; longer vectors are no better


@dataclass(frozen=True)
class Bound:
    """A position in one dimension of a tensor, which is inside from 0 to before `size`.

    Attributes:
        terms: Terms whose sum with the offset is the position.
    """

    terms: tuple[Term, ...]
    offset: Size
    size: Size

    @property
    def axes(self) -> set[Axis]:
        """Axes that it depends on."""
        return {term.axis for term in self.terms}

    def step(self, dim: Dim) -> int:
        """Return the stride of the position along a dimension of one axis."""
        strides = [term.times for term in self.terms if (term.axis,) == dim.axes]
        return sum(times for times in strides if isinstance(times, int))


@dataclass(frozen=True)
class Access:
    """Access pattern of a stage to a tensor.

    Attributes:
        name: Name of the tensor; empty where the index itself is the value.
        dtype: Element type.
        steps: Stride in elements, by axis.
        odd: Terms with division, by axis; `times` is in elements.
        offset: Number of the first element.
        bounds: Conditions for positions that may be outside of the tensor.
        outside: Value of positions outside.
    """

    name: str
    dtype: str
    steps: Mapping[Axis, Size]
    odd: tuple[Term, ...] = ()
    offset: Size = 0
    bounds: tuple[Bound, ...] = ()
    outside: float = 0

    @property
    def axes(self) -> set[Axis]:
        """Axes that it depends on."""
        return {*self.steps, *(term.axis for term in self.odd)}


def access_of(node: Load | Position) -> Access:
    """Return the access pattern of a load."""
    if isinstance(node, Position):
        return Access("", node.dtype, {node.axis: 1})
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
    if node.outside is None:
        return Access(node.source.name, node.dtype, steps, tuple(odd), offset)
    bounds = tuple(
        Bound(index.terms, index.offset, axis.size)
        for index, axis in zip(node.index, node.source.axes, strict=True)
        if index.axis is None or index.axis.size != axis.size
    )
    outside = node.outside.value
    return Access(node.source.name, node.dtype, steps, tuple(odd), offset, bounds, outside)


@dataclass(frozen=True)
class Dim:
    """Axes that loops treat as one; the last one runs fastest."""

    axes: tuple[Axis, ...]
    is_reduced: bool

    @property
    def size(self) -> Size:
        """Number of positions."""
        size: Size = 1
        for axis in reversed(self.axes):
            size = combine("*", size, axis.size)
        return size

    def step(self, access: Access) -> Size:
        """Return the stride in elements; 0 where all positions have the same element."""
        return access.steps.get(self.axes[-1], 0) if self.axes else 0


def dims_of(
    axes: Sequence[Axis], reduced: Iterable[Axis], accesses: Sequence[Access]
) -> tuple[Dim, ...]:
    """Merge the axes of a stage into as few dimensions as possible."""
    reduced_axes = set(reduced)
    runs = [Dim((axis,), axis in reduced_axes) for axis in axes]
    while True:
        pair = _pair(runs, accesses)
        if pair is None:
            return tuple(runs)
        first, second = pair
        merged = Dim(first.axes + second.axes, first.is_reduced)
        runs = [merged if each == first else each for each in runs if each != second]


def _pair(runs: Sequence[Dim], accesses: Sequence[Access]) -> tuple[Dim, Dim] | None:
    """Return two dimensions that can be merged: in all tensors, the second continues the first."""
    for first in runs:
        for second in runs:
            alike = first != second and first.is_reduced == second.is_reduced
            if alike and all(_follows(first, second, access) for access in accesses):
                return first, second
    return None


def _follows(first: Dim, second: Dim, access: Access) -> bool:
    alone = {term.axis for term in access.odd}.union(*(bound.axes for bound in access.bounds))
    if not access.name:
        alone |= access.axes
    if alone & {*first.axes, *second.axes}:
        return False
    far = access.steps.get(first.axes[-1], 0)
    return far == combine("*", second.step(access), second.size)


def vector_of(dims: Sequence[Dim], reads: Sequence[Access], output: Access) -> Dim:
    """Return the dimension to vectorise: the one with the most contiguous elements.

    Raises:
        MisuseError: No dimension can be loaded as vectors.
    """
    allowed = [dim for dim in dims if _can_be_vector(dim, [*reads, output])]
    allowed = [dim for dim in allowed if dim.step(output) == 1 or dim.step(output) == 0]
    if not dims:
        return Dim((), is_reduced=False)
    if not allowed:
        raise refused(f"{output.name}, of which no elements are contiguous,")

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
        if (access.bounds or step not in {0, 1}) and SIZES.get(access.dtype) == 1:
            return False
        for bound in access.bounds:
            own = [term for term in bound.terms if term.axis in dim.axes]
            if len(own) > 1 or any(not _is_steady(term) for term in own):
                return False
    return True


def _is_steady(term: Term) -> bool:
    plain = term.divide == 1 and term.modulo == 0
    return plain and isinstance(term.times, int) and term.times > 0


def first_of(
    access: Access, positions: Mapping[Dim, Any], sizes: Mapping[str, Any], start: Any
) -> Any:
    """Return the number of the element at a position; `start` is 0 in the type of the result."""
    index = start + evaluate(access.offset, sizes)
    for dim, position in positions.items():
        step = dim.step(access)
        if step != 0:
            index = index + (start + position) * evaluate(step, sizes)
        for term in access.odd:
            if term.axis in dim.axes:
                index = index + (start + _divided(term, position, sizes)) * evaluate(
                    term.times, sizes
                )
    return index


def within(
    access: Access, vector: Dim, positions: Mapping[Dim, Any], number: Any, sizes: Mapping[str, Any]
) -> tuple[Any, Any]:
    """Return the range of elements of a vector that are inside of the tensor.

    `positions` has the vector's first element, `number` is its length.
    """
    low: Any = 0
    high: Any = number
    for bound in access.bounds:
        at = evaluate(bound.offset, sizes)
        for dim, position in positions.items():
            for term in bound.terms:
                if term.axis in dim.axes:
                    at = at + _divided(term, position, sizes) * evaluate(term.times, sizes)
        size, step = evaluate(bound.size, sizes), bound.step(vector)
        if step == 0:
            high = high * minimum(maximum(at + 1, 0), 1) * minimum(maximum(size - at, 0), 1)
        else:
            before: Any = maximum(0 - at, 0)
            after: Any = maximum(size - at, 0)
            low = maximum(low, (before + (step - 1)) // step)
            high = minimum(high, (after + (step - 1)) // step)
    return low, high


def _divided(term: Term, position: Any, sizes: Mapping[str, Any]) -> Any:
    """Return `position // divide % modulo` of a term."""
    quotient = position
    if term.divide != 1:
        quotient = quotient // evaluate(term.divide, sizes)
    return quotient % evaluate(term.modulo, sizes) if term.modulo != 0 else quotient
