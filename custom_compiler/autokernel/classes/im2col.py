"""Convolutions as products of matrices: what windows see is a matrix that is packed like others.

The matrix is never there as a whole: panels of it are made of the image when their turn comes.
"""

from __future__ import annotations

from dataclasses import replace as with_values
from typing import TYPE_CHECKING

from custom_compiler.autokernel.classes.arranged import Arranged
from custom_compiler.autokernel.classes.matmul import knobs, schedule
from custom_compiler.autokernel.classes.matmul.arrange import packed
from custom_compiler.autokernel.classes.matmul.roles import Roles, factors
from custom_compiler.autokernel.classes.on_cores import HostOnly
from custom_compiler.autokernel.describe.replace import replace
from custom_compiler.autokernel.describe.sizes import combine
from custom_compiler.autokernel.describe.tree import (
    Axis,
    Constant,
    Index,
    Input,
    Load,
    Operator,
    Reduce,
    Stage,
    Term,
    at,
    nodes_of,
)

if TYPE_CHECKING:
    from collections.abc import Mapping

    from custom_compiler.autokernel.describe.sizes import Size
    from custom_compiler.autokernel.host.lower import Lowered
    from custom_compiler.autokernel.host.targets import HostTarget
    from custom_compiler.search.space import Space


class Im2col(HostOnly):
    """See the module."""

    name = "im2col"

    def match(self, operator: Operator) -> Roles | None:
        """Return the roles of an operator that multiplies an unfolded input by a matrix."""
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
        parts = _roles(output, sums[0], left, right)
        is_product = parts.depth in left.free and parts.columns[-1:] == output.axes[-1:]
        is_plain = right.index == tuple(map(at, matrix.axes))
        return parts if is_product and is_plain and isinstance(left.source, Input) else None

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
        """Return the operator with the matrix in panels and the other factor in a stage."""
        static_sizes, width = knobs.static_sizes_of(match, sizes), setting["columns"]
        width *= knobs.lanes_of(match, target)
        parts = _with_padding(_with_rows(match), width)
        changed = with_values(operator, outputs=(parts.output,))
        whole = static_sizes.rows is not None
        return Arranged(packed(parts, changed, width, whole_panels=True, whole_tiles=whole))

    def schedule(
        self, match: Roles, lowered: Lowered, setting: Mapping[str, int], target: HostTarget
    ) -> None:
        """Schedule a matrix product after copies of its rows and of the image."""
        parts = _with_rows(match)
        schedule.schedule(parts, lowered, setting, target)
        by_name = {stage.name: stage for stage in lowered.operator.stages}
        rows, matrix = by_name[_source(parts.left).name], by_name[_source(match.right).name]
        function = lowered.funcs[rows].compute_root()
        together = _together(match.left, lowered)
        if together > 1:
            function.vectorize(lowered.variables[rows.axes[-1]], together)
        padded = _source(_read(matrix))
        function = lowered.funcs[padded].compute_root()
        function.vectorize(lowered.variables[padded.axes[-1]], _COPIED)


def _together(rows: Load, lowered: Lowered) -> int:
    """Return the elements of rows that are contiguous for any division of the depth; 1: unknown."""
    sizes = [lowered.size(term.modulo) for term in rows.index[-1].terms]
    return next((size for size in sizes if isinstance(size, int) and size > 0), 1)


def _roles(output: Stage, product: Reduce, left: Load, right: Load) -> Roles:
    rows = tuple(axis for axis in output.axes if axis in left.free and axis not in right.free)
    columns = tuple(axis for axis in output.axes if axis in right.free and axis not in left.free)
    batch = tuple(axis for axis in output.axes if axis not in rows + columns)
    return Roles(output, product, left, right, rows, columns, batch, product.axes[0])


def _source(load: Load) -> Stage:
    if isinstance(load.source, Stage):
        return load.source
    raise TypeError(load.source.name)


def _read(stage: Stage) -> Load:
    if isinstance(stage.body, Load):
        return stage.body
    raise TypeError(stage.name)


def _with_rows(parts: Roles) -> Roles:
    """Replace the left factor, whose indices may be computed, by a stage read at its axes."""
    axes = (*(axis for axis in parts.left.free if axis != parts.depth), parts.depth)
    stage = Stage(f"{parts.left.source.name}_rows", axes, parts.left)
    return _with_factors(parts, Load(stage, tuple(map(at, axes))), parts.right)


def _with_padding(parts: Roles, width: int) -> Roles:
    """Read the matrix from a copy of the image that includes all elements of whole panels.

    Vectors are then read directly, without a test for each element.
    """
    matrix, column = _source(parts.right), parts.columns[-1]
    seen = _read(matrix)
    panels = combine("//", combine("+", column.size, width - 1), width)
    wide = Axis(f"{column.name}_wide", combine("*", panels, width))
    indices = [
        Index(
            tuple(
                with_values(term, axis=wide) if term.axis == column else term
                for term in index.terms
            )
        )
        for index in seen.index
    ]
    axes = tuple(
        Axis(f"{axis.name}_padded", _reach(index))
        for axis, index in zip(seen.source.axes, indices, strict=True)
    )
    copied = tuple(
        Index((Term(axis),), index.offset) for axis, index in zip(axes, seen.index, strict=True)
    )
    outside = seen.outside or Constant(0.0 if "float" in seen.dtype else 0, seen.dtype)
    padded = Stage(f"{seen.source.name}_padded", axes, Load(seen.source, copied, outside))
    own = tuple(wide if axis == column else axis for axis in matrix.axes)
    changed = Stage(matrix.name, own, Load(padded, tuple(indices)))
    return _with_factors(parts, parts.left, Load(changed, parts.right.index))


def _reach(index: Index) -> Size:
    """Return the extent of an index without offset: its last position plus 1."""
    reach: Size = 1
    for term in index.terms:
        values = term.modulo
        if values == 0:
            above = combine("+", term.axis.size, combine("-", term.divide, 1))
            values = combine("//", above, term.divide)
        reach = combine("+", reach, combine("*", combine("-", values, 1), term.times))
    return reach


def _with_factors(parts: Roles, left: Load, right: Load) -> Roles:
    body = replace(parts.output.body, {parts.left: left, parts.right: right})
    product = next(node for node in nodes_of(body) if isinstance(node, Reduce))
    output = with_values(parts.output, body=body)
    return with_values(parts, output=output, product=product, left=left, right=right)


_COPIED = 4  # elements of the image that are copied together; at its edges each is asked for
CLASS = Im2col()
