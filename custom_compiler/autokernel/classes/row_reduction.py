"""Outputs that are what reductions leave of the inputs: sums, means, extremes and their places."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from custom_compiler.autokernel.classes.core_rows import CoreRows
from custom_compiler.autokernel.classes.host_rows import ACROSS, ALONG, SPACE, row_schedule
from custom_compiler.autokernel.describe.tree import Axis, Load, Operator, Reduce, Stage, nodes_of
from custom_compiler.autokernel.host.merging import merged

if TYPE_CHECKING:
    from collections.abc import Mapping

    from custom_compiler.autokernel.host.lower import Lowered
    from custom_compiler.autokernel.host.targets import HostTarget
    from custom_compiler.search.space import Space


@dataclass(frozen=True)
class Match:
    """An operator of one output that reductions end in.

    Attributes:
        operator: What was matched.
        output: Computed from the reductions at its places.
        reduced: The axes that all reductions go over, in the order of the longest input.
        reductions: Those that others are made of first.
        is_along: Whether the axis that moves fastest in memory is reduced.
    """

    operator: Operator
    output: Stage
    reduced: tuple[Axis, ...]
    reductions: tuple[Reduce, ...]
    is_along: bool


class RowReduction(CoreRows):
    """See the module."""

    name = "row_reduction"

    def match(self, operator: Operator) -> Match | None:
        """One output without the reduced axes; tensors are read at axes."""
        if len(operator.stages) != 1:
            return None
        output = operator.outputs[0]
        nodes = list(nodes_of(output.body))
        reductions = tuple(node for node in nodes if isinstance(node, Reduce))
        loads = [node for node in nodes if isinstance(node, Load)]
        reduced = {frozenset(node.axes) for node in reductions}
        if len(reduced) != 1 or any(index.axis is None for load in loads for index in load.index):
            return None
        longest = max((load.source.axes for load in loads), key=len, default=())
        order = tuple(axis for axis in longest if axis in reductions[0].axes)
        if len(order) != len(reductions[0].axes) or set(order) & set(output.axes):
            return None
        return Match(operator, output, order, reductions, longest[-1] in order or not output.axes)

    def host_space(
        self, match: Match, sizes: Mapping[str, int] | None, target: HostTarget
    ) -> Space:
        """See `host_rows`."""
        del match, sizes, target
        return SPACE

    def host_default(
        self, match: Match, sizes: Mapping[str, int] | None, target: HostTarget
    ) -> dict[str, int]:
        """See `host_rows`."""
        del sizes, target
        return ALONG if match.is_along else ACROSS

    def arrange(
        self,
        match: Match,
        operator: Operator,
        sizes: Mapping[str, int] | None,
        setting: Mapping[str, int],
        target: HostTarget,
    ) -> Operator:
        """Axes beside each other made one."""
        del match, setting, target
        return merged(operator, sizes)

    def schedule(
        self, match: Match, lowered: Lowered, setting: Mapping[str, int], target: HostTarget
    ) -> None:
        """Along memory in both cases: within a row, or many rows side by side."""
        match = self.match(lowered.operator) or match  # of the axes that were merged
        schedule = row_schedule(lowered, match.output, setting, target)
        if match.is_along:
            schedule.along(match.reduced)
        else:
            schedule.across()


CLASS = RowReduction()
