"""Division of a pass into instructions before, on and after the pieces of a row."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from custom_compiler.autokernel.aicore.steps import Reach, Register, Step


def parted(
    steps: Sequence[Step], stays: Reach, is_reduction: Callable[[Step], bool]
) -> tuple[list[Step], list[Step], list[Step]]:
    """Divide the instructions of a pass: before its pieces, on each piece, and after them.

    Args:
        steps: Instructions in order.
        stays: Reach of values that exist once for all pieces.
        is_reduction: Whether an instruction reduces a piece to such a value.
    """
    reduced: set[Register] = set()
    before: list[Step] = []
    pieces: list[Step] = []
    after: list[Step] = []
    for step in steps:
        is_retained = step.target is not None and step.target.reach is stays
        if is_reduction(step) or not is_retained:
            pieces.append(step)
        else:
            (after if reduced.intersection(step.sources) else before).append(step)
        if step.target is not None and (is_reduction(step) or step in after):
            reduced.add(step.target)
    return before, pieces, after
