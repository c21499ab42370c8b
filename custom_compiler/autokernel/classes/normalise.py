"""Rows from themselves and from reductions of them: softmax, layer norm, RMS norm, L2 norm."""

from __future__ import annotations

from typing import TYPE_CHECKING

from custom_compiler.autokernel.classes.rows import HostRows, Rows, reduced_axes

if TYPE_CHECKING:
    from custom_compiler.autokernel.describe.tree import Operator


class Normalise(HostRows):
    """See the module."""

    name = "normalise"

    def match(self, operator: Operator) -> Rows | None:
        """Return the rows of an operator whose reductions go over the same axes of its output."""
        output, reduced = operator.outputs[0], reduced_axes(operator)
        columns = tuple(axis for axis in output.axes if axis in reduced)
        if not reduced or len(columns) != len(reduced):
            return None
        return Rows(operator, output, columns, output.axes[-1] in columns)


CLASS = Normalise()
