"""Common parts of the classes of operators on rows, except their matching."""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass
from typing import TYPE_CHECKING

from custom_compiler.autokernel.classes.arranged import Arranged
from custom_compiler.autokernel.classes.host_rows import (
    ACROSS,
    ALONG,
    ALONG_ANY,
    SPACE,
    lanes_of,
    row_schedule,
)
from custom_compiler.autokernel.classes.on_cores import OnCores
from custom_compiler.autokernel.describe.sizes import symbols_of
from custom_compiler.autokernel.describe.tree import Load, Reduce, nodes_of
from custom_compiler.autokernel.host.merging import merged

if TYPE_CHECKING:
    from collections.abc import Mapping

    from custom_compiler.autokernel.describe.tree import Axis, Operator, Stage
    from custom_compiler.autokernel.host.lower import Lowered
    from custom_compiler.autokernel.host.targets import HostTarget
    from custom_compiler.search.space import Space


@dataclass(frozen=True)
class Rows:
    """An operator of one output whose reductions all go over the same axes.

    Attributes:
        operator: What was matched.
        output: Computed from the reductions.
        columns: The axes that all reductions go over, in the order of memory.
        is_along: Whether the axis that moves fastest in memory is one of them.
    """

    operator: Operator
    output: Stage
    columns: tuple[Axis, ...]
    is_along: bool


def reduced_axes(operator: Operator) -> tuple[Axis, ...]:
    """Return the axes of all reductions of an operator with one stage, read at its axes.

    The result is empty if the reductions differ or there are none.
    """
    if len(operator.stages) != 1:
        return ()
    nodes = list(nodes_of(operator.outputs[0].body))
    loads = [node for node in nodes if isinstance(node, Load)]
    if any(index.axis is None for load in loads for index in load.index):
        return ()
    reductions = [node for node in nodes if isinstance(node, Reduce)]
    alike = len({frozenset(node.axes) for node in reductions}) == 1
    return reductions[0].axes if alike else ()


class HostRows(OnCores, ABC):
    """The host half is `host_rows`."""

    @abstractmethod
    def match(self, operator: Operator) -> Rows | None:
        """See `OperatorClass`."""

    def host_space(self, match: Rows, sizes: Mapping[str, int] | None, target: HostTarget) -> Space:
        """See `host_rows`."""
        del match, sizes, target
        return SPACE

    def host_default(
        self, match: Rows, sizes: Mapping[str, int] | None, target: HostTarget
    ) -> dict[str, int]:
        """See `host_rows`."""
        del target
        if not match.is_along:
            return ACROSS
        names = {name for axis in match.columns for name in symbols_of(axis.size)}
        return ALONG if names <= set(sizes or {}) else ALONG_ANY

    def arrange(
        self,
        match: Rows,
        operator: Operator,
        sizes: Mapping[str, int] | None,
        setting: Mapping[str, int],
        target: HostTarget,
    ) -> Arranged:
        """Merge adjacent axes; along memory, compute some vectors of results together."""
        partials = setting["vectors"] * lanes_of(match.output, target) if match.is_along else 1
        return Arranged(merged(operator, sizes), partials)

    def schedule(
        self, match: Rows, lowered: Lowered, setting: Mapping[str, int], target: HostTarget
    ) -> None:
        """Schedule row after row, each loaded once; a row's values are computed when it comes.

        Across memory, many rows are adjacent.
        """
        match = self.match(lowered.operator) or match  # of the axes that were merged
        schedule = row_schedule(lowered, match.output, setting, target)
        if match.is_along:
            schedule.along(match.columns)
        else:
            schedule.across()
