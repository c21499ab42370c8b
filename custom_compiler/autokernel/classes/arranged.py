"""Form of an operator after a class rearranged it, before its Funcs are created."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from custom_compiler.autokernel.describe.tree import Operator


class Arranged(NamedTuple):
    """An operator rearranged, and how its reductions are accumulated.

    Attributes:
        operator: Perhaps with other stages and axes, of the same inputs and outputs.
        partials: Partial results that each reduction accumulates along the last of its axes,
            a power of 2.
    """

    operator: Operator
    partials: int = 1
