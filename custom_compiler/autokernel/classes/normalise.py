"""Rows from themselves and from reductions of them: softmax, layer norm, RMS norm, L2 norm."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from custom_compiler.autokernel.describe.tree import (
    Axis,
    Load,
    Operator,
    Reduce,
    Stage,
    nodes_of,
)
from custom_compiler.search.space import Knob, Space

if TYPE_CHECKING:
    from collections.abc import Mapping

    from custom_compiler.autokernel.host.lower import Lowered
    from custom_compiler.autokernel.host.targets import HostTarget


@dataclass(frozen=True)
class Match:
    """A row-wise operator of one output.

    Attributes:
        output: Computed row by row.
        rows: The output's axes in front of the columns.
        columns: The output's last axis, over which all reductions go.
        reductions: Those that others are made of first.
    """

    output: Stage
    rows: tuple[Axis, ...]
    columns: Axis
    reductions: tuple[Reduce, ...]


class Normalise:
    """See the module."""

    name = "normalise"

    def match(self, operator: Operator) -> Match | None:
        """One output whose reductions all go over its last axis, of tensors read at their axes."""
        if len(operator.stages) != 1 or not operator.outputs[0].axes:
            return None
        output = operator.outputs[0]
        nodes = list(nodes_of(output.body))
        reductions = tuple(node for node in nodes if isinstance(node, Reduce))
        loads = [node for node in nodes if isinstance(node, Load)]
        columns = output.axes[-1]
        if (
            not reductions
            or any(node.axes != (columns,) for node in reductions)
            or any(index.axis is None for load in loads for index in load.index)
        ):
            return None
        return Match(output, output.axes[:-1], columns, reductions)

    def host_space(
        self, match: Match, sizes: Mapping[str, int] | None, target: HostTarget
    ) -> Space:
        """Vectors that are accumulated side by side, and rows of a task."""
        del match, sizes, target
        return Space((Knob("vectors", (1, 2, 4, 8)), Knob("task", (1, 4, 16, 64))))

    def host_default(
        self, match: Match, sizes: Mapping[str, int] | None, target: HostTarget
    ) -> dict[str, int]:
        """Four accumulators hide the latency of additions."""
        del match, sizes, target
        return {"vectors": 4, "task": 16}

    def arrange(
        self,
        match: Match,
        operator: Operator,
        sizes: Mapping[str, int] | None,
        setting: Mapping[str, int],
        target: HostTarget,
    ) -> Operator:
        """The operator as it is."""
        del match, sizes, setting, target
        return operator

    def schedule(
        self, match: Match, lowered: Lowered, setting: Mapping[str, int], target: HostTarget
    ) -> None:
        """Rows one after the other; what a row needs is computed when it comes."""
        del target, setting
        function = lowered.funcs[match.output]
        at = lowered.variables[match.rows[-1]] if match.rows else None
        for node in match.reductions:
            if at is None:
                lowered.funcs[node].compute_root()
            else:
                lowered.funcs[node].compute_at(function, at)


CLASS = Normalise()
