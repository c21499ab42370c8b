"""Comparing a kernel's output with what it should be: the first difference, and who wrote it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from custom_compiler.support.tolerances import TOLERANCES

if TYPE_CHECKING:
    from collections.abc import Sequence

    from custom_compiler.debug.trace import WritingInstruction

_PARTS_OF_COMPLEX = {"complex64": "float32", "complex128": "float64"}


@dataclass(frozen=True)
class Difference:
    """The first difference of two arrays of one shape, and the number of different elements.

    Attributes:
        index: Of the first element that differs.
        element: The same, counted in row-major order.
        actual: Its value.
        expected: What it should be.
        count: Elements that differ.
        size: Elements of the array.
    """

    index: tuple[int, ...]
    element: int
    actual: Any
    expected: Any
    count: int
    size: int


def first_difference(
    actual: np.ndarray[Any, Any],
    expected: np.ndarray[Any, Any],
    rtol: float | None = None,
    atol: float | None = None,
) -> Difference | None:
    """Return where arrays of one shape differ: integers at all, floats beyond their precision.

    `rtol` and `atol`: relative and absolute; None: `Tolerance.output` of the element type, which is
    0 for integers and floats of 8 bits. NaN is equal to NaN.
    """
    name = _PARTS_OF_COMPLEX.get(actual.dtype.name, actual.dtype.name)
    tolerance = TOLERANCES[name].output if name in TOLERANCES else 0.0
    is_whole = np.issubdtype(actual.dtype, np.integer) or actual.dtype == np.bool_
    if is_whole and not rtol and not atol:
        different = actual != expected
    else:
        kind = np.complex128 if name != actual.dtype.name else np.float64
        values, wanted = actual.astype(kind), expected.astype(kind)
        relative, absolute = (tolerance if t is None else t for t in (rtol, atol))
        different = ~np.isclose(values, wanted, rtol=relative, atol=absolute, equal_nan=True)
    count = int(np.count_nonzero(different))
    if count == 0:
        return None
    element = int(np.argmax(different.ravel()))
    index = tuple(int(i) for i in np.unravel_index(element, actual.shape))
    return Difference(index, element, actual[index], expected[index], count, actual.size)


def describe(
    name: str, difference: Difference, writers: Sequence[WritingInstruction], item_size: int
) -> str:
    """Say in one line what differs, and which block wrote it with which tile."""
    element = f"{name}[{', '.join(map(str, difference.index))}]"
    text = f"{element} is {difference.actual}, expected {difference.expected}"
    text += f" ({difference.count} of {difference.size} elements differ)"
    if not writers:
        return f"{text}; no instruction of the kernel wrote it"
    last = writers[-1]
    text += f"; written by {last.block}, {last.api} at {last.location}"
    if last.begin is not None:
        # A tile of another type may end, or even lie, within an element.
        behind = -(-(last.begin + last.size) // item_size)
        text += f", tile of elements {last.begin // item_size} to {behind - 1}"
    if len(writers) > 1:
        text += f"; it was written {len(writers)} times"
    return text
