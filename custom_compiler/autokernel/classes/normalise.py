"""Rows from themselves and from reductions of them: softmax, layer norm, RMS norm, L2 norm."""

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
    """A row-wise operator of one output.

    Attributes:
        operator: What was matched.
        output: Computed row by row.
        rows: The output's axes that no reduction goes over.
        columns: Those that all reductions go over, in the output's order.
        reductions: Those that others are made of first.
    """

    operator: Operator
    output: Stage
    rows: tuple[Axis, ...]
    columns: tuple[Axis, ...]
    reductions: tuple[Reduce, ...]

    @property
    def is_along(self) -> bool:
        """Whether rows lie in memory as they are, and not across it."""
        return self.output.axes[-1] in self.columns


class Normalise(CoreRows):
    """See the module."""

    name = "normalise"

    def match(self, operator: Operator) -> Match | None:
        """One output whose reductions all go over the same of its axes, read at its axes."""
        if len(operator.stages) != 1:
            return None
        output = operator.outputs[0]
        nodes = list(nodes_of(output.body))
        reductions = tuple(node for node in nodes if isinstance(node, Reduce))
        loads = [node for node in nodes if isinstance(node, Load)]
        reduced = {frozenset(node.axes) for node in reductions}
        if len(reduced) != 1 or any(index.axis is None for load in loads for index in load.index):
            return None
        columns = tuple(axis for axis in output.axes if axis in reductions[0].axes)
        if len(columns) != len(reductions[0].axes):
            return None
        rows = tuple(axis for axis in output.axes if axis not in columns)
        return Match(operator, output, rows, columns, reductions)

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
        """Rows one after the other, from memory once; what a row needs is made when it comes."""
        match = self.match(lowered.operator) or match  # of the axes that were merged
        schedule = row_schedule(lowered, match.output, setting, target)
        if match.is_along:
            schedule.along(match.columns)
        else:
            schedule.across()


CLASS = Normalise()
