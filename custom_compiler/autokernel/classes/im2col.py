"""Convolutions as products of matrices: what windows see is a matrix that is packed like others.

The matrix is never there as a whole: panels of it are made of the image when their turn comes.
"""

from __future__ import annotations

from dataclasses import replace as with_values
from typing import TYPE_CHECKING

from custom_compiler.autokernel.classes.arranged import Arranged
from custom_compiler.autokernel.classes.core_windows import HostOnly
from custom_compiler.autokernel.classes.matmul import knobs, schedule
from custom_compiler.autokernel.classes.matmul.roles import Roles, factors
from custom_compiler.autokernel.describe.replace import replace
from custom_compiler.autokernel.describe.tree import (
    Input,
    Load,
    Operator,
    Reduce,
    Stage,
    at,
    nodes_of,
)

if TYPE_CHECKING:
    from collections.abc import Mapping

    from custom_compiler.autokernel.host.lower import Lowered
    from custom_compiler.autokernel.host.targets import HostTarget
    from custom_compiler.search.space import Space


class Im2col(HostOnly):
    """See the module."""

    name = "im2col"

    def match(self, operator: Operator) -> Roles | None:
        """A stage that only reads an input, times an input, summed up over one axis."""
        if len(operator.stages) != 2:  # noqa: PLR2004 - the matrix and the output
            return None
        matrix, output = operator.stages
        sums = [node for node in nodes_of(output.body) if isinstance(node, Reduce)]
        if not isinstance(matrix.body, Load) or len(operator.outputs) != 1 or len(sums) != 1:
            return None
        loads = {load.source: load for load in factors(sums[0].body)}
        right = loads.pop(matrix, None)
        if sums[0].operation != "sum" or len(sums[0].axes) != 1 or right is None or not loads:
            return None
        (left,) = loads.values()
        found = _roles(output, sums[0], left, right)
        is_product = found.depth in left.free and found.columns[-1:] == output.axes[-1:]
        is_plain = right.index == tuple(map(at, matrix.axes))
        return found if is_product and is_plain and isinstance(left.source, Input) else None

    def host_space(
        self, match: Roles, sizes: Mapping[str, int] | None, target: HostTarget
    ) -> Space:
        """See `knobs.space` of products of matrices."""
        return knobs.space(match, sizes, target)

    def host_default(
        self, match: Roles, sizes: Mapping[str, int] | None, target: HostTarget
    ) -> dict[str, int]:
        """See `knobs.default` of products of matrices."""
        return knobs.default(match, sizes, target)

    def arrange(
        self,
        match: Roles,
        operator: Operator,
        sizes: Mapping[str, int] | None,
        setting: Mapping[str, int],
        target: HostTarget,
    ) -> Arranged:
        """The matrix in panels, and the other factor as rows of a stage of its own."""
        parts = _with_rows(match)
        changed = with_values(operator, outputs=(parts.output,))
        return Arranged(schedule.arrange(parts, changed, sizes, setting, target))

    def schedule(
        self, match: Roles, lowered: Lowered, setting: Mapping[str, int], target: HostTarget
    ) -> None:
        """As products of matrices; rows are computed first."""
        parts = _with_rows(match)
        schedule.schedule(parts, lowered, setting, target)
        rows = next(one for one in lowered.operator.stages if one == parts.left.source)
        lowered.funcs[rows].compute_root()


def _roles(output: Stage, product: Reduce, left: Load, right: Load) -> Roles:
    rows = tuple(axis for axis in output.axes if axis in left.free and axis not in right.free)
    columns = tuple(axis for axis in output.axes if axis in right.free and axis not in left.free)
    batch = tuple(axis for axis in output.axes if axis not in rows + columns)
    return Roles(output, product, left, right, rows, columns, batch, product.axes[0])


def _with_rows(parts: Roles) -> Roles:
    """The left factor, whose indices may be computed, as a stage that is read at its axes."""
    axes = (*(axis for axis in parts.left.free if axis != parts.depth), parts.depth)
    stage = Stage(f"{parts.left.source.name}_rows", axes, parts.left)
    left = Load(stage, tuple(map(at, axes)))
    body = replace(parts.output.body, {parts.left: left})
    product = next(node for node in nodes_of(body) if isinstance(node, Reduce))
    output = with_values(parts.output, body=body)
    return with_values(parts, output=output, product=product, left=left)


CLASS = Im2col()
