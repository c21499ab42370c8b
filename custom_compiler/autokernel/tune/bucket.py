"""Sizes around those that were tuned, for which a setting is good, too."""

from __future__ import annotations

from math import prod
from typing import TYPE_CHECKING

from custom_compiler.autokernel.describe.sizes import evaluate

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from custom_compiler.autokernel.describe.tree import Operator

_LARGER, _SMALLER = 7, 5  # sizes of a bucket are at most 7/5 of what was tuned, at least 5/7 of it
_MOST = 1 << 24  # elements of all inputs at its upper end, for it to be looked at

Sizes = dict[str, int]


def bucket(
    operator: Operator, sizes: Mapping[str, int], is_good: Callable[[Sizes], bool]
) -> tuple[Sizes, Sizes]:
    """Return the smallest and the largest sizes at which a setting is still good.

    If possible, all sizes vary around the tuned ones; otherwise as many as possible, in their
    order.
    """
    least, most = dict(sizes), dict(sizes)
    smaller = {name: -(-size * _SMALLER // _LARGER) for name, size in sizes.items()}
    larger = {name: size * _LARGER // _SMALLER for name, size in sizes.items()}

    def holds(low: Sizes, high: Sizes) -> bool:
        return elements(operator, high) <= _MOST and is_good(high) and is_good(low)

    movable = [name for name in sizes if smaller[name] < larger[name]]
    if holds(smaller, larger):
        return smaller, larger
    for name in movable if len(movable) > 1 else ():
        low, high = {**least, name: smaller[name]}, {**most, name: larger[name]}
        if holds(low, high):
            least, most = low, high
    return least, most


def elements(operator: Operator, sizes: Sizes) -> int:
    """Return the elements of all inputs."""
    shapes = [[int(evaluate(axis.size, sizes)) for axis in port.axes] for port in operator.inputs]
    return sum(map(prod, shapes))
