"""Outputs that are reductions of the inputs: sums, means, extremes and their positions."""

from __future__ import annotations

from typing import TYPE_CHECKING

from custom_compiler.autokernel.classes.rows import HostRows, Rows, reduced_axes
from custom_compiler.autokernel.describe.tree import Load, nodes_of

if TYPE_CHECKING:
    from custom_compiler.autokernel.describe.tree import Operator


class RowReduction(HostRows):
    """See the module."""

    name = "row_reduction"

    def match(self, operator: Operator) -> Rows | None:
        """Return the rows of an operator whose output lacks the reduced axes."""
        output, reduced = operator.outputs[0], reduced_axes(operator)
        loads = (node for node in nodes_of(output.body) if isinstance(node, Load))
        longest = max((load.source.axes for load in loads), key=len, default=())
        columns = tuple(axis for axis in longest if axis in reduced)
        if not reduced or len(columns) != len(reduced) or set(columns) & set(output.axes):
            return None
        return Rows(operator, output, columns, longest[-1] in columns or not output.axes)


CLASS = RowReduction()
