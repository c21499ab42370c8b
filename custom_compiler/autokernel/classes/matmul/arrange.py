"""Products of matrices rearranged for host CPUs: what a setting wants as stages."""

from __future__ import annotations

from dataclasses import replace as with_values
from typing import TYPE_CHECKING

from custom_compiler.autokernel.describe.replace import replace
from custom_compiler.autokernel.describe.sizes import combine
from custom_compiler.autokernel.describe.tree import (
    Axis,
    Binary,
    Constant,
    Index,
    Input,
    Load,
    Operator,
    Reduce,
    Stage,
    Term,
    accumulator,
    at,
)

if TYPE_CHECKING:
    from collections.abc import Mapping

    from custom_compiler.autokernel.classes.matmul.roles import Roles
    from custom_compiler.autokernel.describe.tree import Node


def packed(
    parts: Roles, operator: Operator, width: int, *, whole_panels: bool, whole_tiles: bool
) -> Operator:
    """Return the operator with its right factor in panels of `width` columns, one depth at a time.

    A left factor of narrow floats becomes a stage, too.

    Args:
        parts: Of the operator.
        operator: The operator to rearrange.
        width: Columns of a panel.
        whole_panels: Whether the columns fill all panels; otherwise zeros fill the last one.
        whole_tiles: Whether no tile reads rows after the last one; otherwise these are zeros.
    """
    column = parts.columns[-1]
    count = combine("//", combine("+", column.size, width - 1), width)
    panel, lane = Axis(f"{column.name}_panel", count), Axis(f"{column.name}_lane", width)
    outer = tuple(axis for axis in parts.right.free if axis not in {column, parts.depth})
    source = _moved(
        parts.right,
        {column: Index((Term(panel, times=width), Term(lane)))},
        padded=not whole_panels,
    )
    stage = Stage(f"{parts.right.source.name}_packed", (*outer, panel, parts.depth, lane), source)
    panel_index = (
        *(at(axis) for axis in outer),
        Index((Term(column, divide=width),)),
        at(parts.depth),
        Index((Term(column, modulo=width),)),
    )
    left = _widened(parts.left if whole_tiles else _moved(parts.left, {}, padded=True))
    body = replace(parts.output.body, {parts.left: left, parts.right: Load(stage, panel_index)})
    return _with_body(parts, operator, body)


def _widened(load: Load) -> Load:
    """Return narrow floats of a tensor as a stage in the type of the computation.

    Else each would be converted again for every panel.
    """
    if not isinstance(load.source, Input) or accumulator(load.dtype) == load.dtype:
        return load
    stage = Stage(f"{load.source.name}_wide", load.free, load)
    return Load(stage, tuple(map(at, load.free)))


def along_depth(parts: Roles, operator: Operator, lanes: int) -> Operator:
    """Sum every `lanes`-th product in a stage, then halve the number of sums until one is left.

    Halide adds the elements of a vector one by one, therefore vectors are added as stages.

    The depth must be a multiple of `lanes`.
    """
    depth = parts.depth
    count = combine("//", depth.size, lanes)
    step, lane = Axis(f"{depth.name}_step", count), Axis(f"{depth.name}_lane", lanes)
    moved = {depth: Index((Term(step, times=lanes), Term(lane)))}
    products = replace(
        parts.product.body,
        {load: _moved(load, moved, padded=False) for load in (parts.left, parts.right)},
    )
    axes = tuple(axis for axis in parts.output.axes if axis in parts.product.free)
    vectors = Stage(f"{parts.output.name}_lanes", (*axes, lane), Reduce("sum", (step,), products))
    while lanes > 1:
        lanes //= 2
        half = Axis(f"{depth.name}_lane_of_{lanes}", lanes)
        low, high = (
            Load(vectors, (*map(at, axes), Index((Term(half),), offset))) for offset in (0, lanes)
        )
        body = Binary("add", low, high)
        vectors = Stage(f"{parts.output.name}_lanes_{lanes}", (*axes, half), body)
    total = Load(vectors, (*map(at, axes), Index(())))
    return _with_body(parts, operator, replace(parts.output.body, {parts.product: total}))


def _moved(load: Load, moved: Mapping[Axis, Index], *, padded: bool) -> Load:
    """Return a load at other positions, with zeros outside of the tensor if `padded`."""
    index = tuple(moved.get(axis, at(axis)) for axis in load.free)
    zero = Constant(0.0 if "float" in load.dtype else 0, load.dtype) if padded else None
    return Load(load.source, index, zero)


def _with_body(parts: Roles, operator: Operator, body: Node) -> Operator:
    return with_values(operator, outputs=(with_values(parts.output, body=body),))
