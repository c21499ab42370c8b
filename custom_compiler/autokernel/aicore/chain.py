"""Operators as chains of simple stages: all reductions of a stage go over the same axes.

Parts of a tree that need more become separate stages, which AI cores write to the workspace.
"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

from custom_compiler.autokernel.aicore.long_ints import without_long_ints
from custom_compiler.autokernel.describe.replace import replace
from custom_compiler.autokernel.describe.rules import FLOATS
from custom_compiler.autokernel.describe.tree import (
    Axis,
    Binary,
    Constant,
    Extent,
    Load,
    Node,
    Operator,
    Position,
    Reduce,
    Select,
    Stage,
    Unary,
    at,
    in_order,
    nodes_of,
    operands,
    stages_read,
)

if TYPE_CHECKING:
    from collections.abc import Iterable

_REGROUPED = {"sum", "product", "max", "min"}  # may be made of parts that are reduced before
_EXTREMES = {"arg_max": "max", "arg_min": "min"}
_EXACT = {"float32", "int32"}  # types whose parts are not rounded more than the whole


@cache
def chain_of(operator: Operator) -> tuple[Stage, ...]:
    """Return the stages of an operator in order of computation, in a form that kernels compute.

    Raises:
        MisuseError: AI cores cannot compute an operation on int64.
    """
    new: dict[Stage, Stage] = {}
    for stage in operator.stages:
        body = without_long_ints(_without_arg_extremes(_reading(stage.body, new)))
        new[stage] = _simple(Stage(stage.name, stage.axes, body))
    return tuple(in_order(tuple(new[output] for output in operator.outputs), stages_read))


def _reading(body: Node, new: dict[Stage, Stage]) -> Node:
    """Return the tree with its loads redirected to the new stages."""
    changed: dict[Node, Node] = {}
    for node in nodes_of(body):
        if isinstance(node, Load) and isinstance(node.source, Stage):
            changed[node] = Load(new[node.source], node.index, node.outside)
    return replace(body, changed)


def _without_arg_extremes(body: Node) -> Node:
    """Replace the index of an extreme by the smallest index at which an element equals it."""
    while True:
        nodes = (node for node in nodes_of(body) if isinstance(node, Reduce))
        node = next((node for node in nodes if node.operation in _EXTREMES), None)
        if node is None:
            return body
        (axis,) = node.axes
        is_extreme: Node = Binary(
            "equal", node.body, Reduce(_EXTREMES[node.operation], (axis,), node.body)
        )
        if node.body.dtype in FLOATS:
            is_extreme = Binary("or", is_extreme, Unary("is_nan", node.body))
        positions = Select(is_extreme, Position(axis), _size_of(axis))
        body = replace(body, {node: Reduce("min", (axis,), positions)})


def _size_of(axis: Axis) -> Node:
    if isinstance(axis.size, int):
        return Constant(axis.size, "int32")
    return Extent(axis.size, "int32")


def _simple(stage: Stage) -> Stage:
    """Return the stage with reductions over other axes moved to stages before it."""
    while True:
        split = _reductions_to_split(stage)
        if not split:
            return stage
        own = {node: _read(_stage_of(node, f"{stage.name}_{i}")) for i, node in enumerate(split)}
        stage = Stage(stage.name, stage.axes, replace(stage.body, own))


def _stage_of(node: Reduce, name: str) -> Stage:
    """Return a stage for one reduction; a full reduction proceeds one axis at a time."""
    body: Node = node
    if len(node.axes) > 1 and not node.free and node.dtype in _EXACT:
        body = _in_parts(node, name)
    return _simple(Stage(name, node.free, body))


def _in_parts(node: Reduce, name: str) -> Node:
    """Split a reduction into one per axis, if the operation may be regrouped."""
    if node.operation not in _REGROUPED:
        return node
    first, *rest = node.axes
    parts = Stage(f"{name}_parts", (first,), Reduce(node.operation, tuple(rest), node.body))
    return Reduce(node.operation, (first,), _read(_simple(parts)))


def _read(stage: Stage) -> Load:
    return Load(stage, tuple(map(at, stage.axes)))


def _reductions_to_split(stage: Stage) -> list[Reduce]:
    """Return the reductions that become stages: the outermost ones that need none of other axes.

    The result is empty where all go over the same axes and there is work for several cores.
    """
    of = _kinds(stage.body)
    kinds = of[stage.body]
    if not kinds or (len(kinds) == 1 and _is_simple(stage, next(iter(kinds)))):
        return []
    outer = {
        below
        for node in nodes_of(stage.body)
        for below in _everything_below(node)
        if isinstance(node, Reduce) and len(of[node]) == 1
    }
    return [
        node
        for node in nodes_of(stage.body)
        if isinstance(node, Reduce) and len(of[node]) == 1 and node not in outer
    ]


def _is_simple(stage: Stage, reduced: frozenset[Axis]) -> bool:
    """Return whether a stage with reductions along these axes needs no change."""
    own = set(stage.axes)
    if own & reduced and not reduced <= own:
        return False
    if own:
        return bool(own - reduced)
    reductions = (node for node in nodes_of(stage.body) if isinstance(node, Reduce))
    return not any(len(node.axes) > 1 and node.dtype in _EXACT for node in reductions)


def _everything_below(node: Node) -> Iterable[Node]:
    return (below for below in nodes_of(node) if below != node)


def _kinds(body: Node) -> dict[Node, frozenset[frozenset[Axis]]]:
    """Return the axes of each node's reductions, its own among them."""
    kinds_of: dict[Node, frozenset[frozenset[Axis]]] = {}
    for node in nodes_of(body):
        kinds = {kind for below in operands(node) for kind in kinds_of[below]}
        if isinstance(node, Reduce):
            kinds.add(frozenset(node.axes))
        kinds_of[node] = frozenset(kinds)
    return kinds_of
