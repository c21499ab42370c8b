"""Merging of axes that are consecutive in all tensors: longer rows, fewer tails."""

from __future__ import annotations

from dataclasses import fields
from itertools import pairwise
from typing import TYPE_CHECKING, Any

from custom_compiler.autokernel.describe.sizes import combine, symbols_of
from custom_compiler.autokernel.describe.tree import (
    Axis,
    Extent,
    Input,
    Load,
    Node,
    Operator,
    Position,
    Reduce,
    Stage,
    at,
    nodes_of,
    operands,
)

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from custom_compiler.autokernel.describe.sizes import Size


def merged(operator: Operator, sizes: Mapping[str, int] | None) -> Operator:
    """Return an equal operator with as few axes as its memory layout allows.

    Args:
        operator: An operator with one stage per output; others stay unmodified.
        sizes: Known symbols; others are known only as whole sizes of axes.
    """
    nodes = [node for stage in operator.stages for node in nodes_of(stage.body)]
    loads = [node for node in nodes if isinstance(node, Load)]
    plain = all(index.axis is not None for load in loads for index in load.index)
    if not plain or operator.stages != operator.outputs:
        return operator
    fixed = _fixed(operator, nodes, sizes or {})
    pairs = {pair for axes in _orders(operator, loads) for pair in pairwise(axes)}
    follower = {
        first: second
        for first, second in pairs
        if not {first, second} & fixed and _belong_together(first, second, operator, nodes, loads)
    }
    groups: dict[Axis, Axis] = {}
    for first in follower.keys() - set(follower.values()):
        run = [first]
        while run[-1] in follower:
            run.append(follower[run[-1]])
        groups |= dict.fromkeys(run, _joined(run))
    return _Merging(groups).operator(operator) if groups else operator


def _orders(operator: Operator, loads: list[Load]) -> Iterator[tuple[Axis, ...]]:
    """Yield the axes of tensors in memory order; of inputs, by their loads."""
    yield from (stage.axes for stage in operator.outputs)
    for load in loads:
        yield tuple(index.axis for index in load.index if index.axis is not None)


def _fixed(operator: Operator, nodes: list[Node], sizes: Mapping[str, int]) -> set[Axis]:
    """Return the axes whose places or sizes are used as numbers, or that inputs are not read at."""
    fixed = {node.axis for node in nodes if isinstance(node, Position)}
    used = {name for node in nodes if isinstance(node, Extent) for name in symbols_of(node.size)}
    unknown = used - set(sizes)
    every = {axis for port in operator.inputs for axis in port.axes}
    every |= {axis for stage in operator.outputs for axis in stage.axes}
    fixed |= {axis for axis in every if unknown & set(symbols_of(axis.size))}
    for node in nodes:
        if isinstance(node, Load):
            pairs = zip(node.index, node.source.axes, strict=True)
            fixed |= {
                axis
                for index, own in pairs
                if index.axis != own
                for axis in (own, index.axis)
                if axis
            }
    return fixed


def _belong_together(
    first: Axis, second: Axis, operator: Operator, nodes: list[Node], loads: list[Load]
) -> bool:
    orders = [*_orders(operator, loads), *(port.axes for port in operator.inputs)]
    beside = all(
        (first in axes) == (second in axes)
        and (first not in axes or axes.index(second) == axes.index(first) + 1)
        for axes in orders
    )
    reductions = (node for node in nodes if isinstance(node, Reduce))
    return beside and all(
        (first in reduction.axes) == (second in reduction.axes) for reduction in reductions
    )


def _joined(run: list[Axis]) -> Axis:
    size: Size = 1
    for axis in run:
        size = combine("*", size, axis.size)
    return Axis("_".join("leading" if axis.name == "..." else axis.name for axis in run), size)


class _Merging:
    """Replacement of axes in trees; the first axis of a group counts for the group."""

    def __init__(self, groups: Mapping[Axis, Axis]) -> None:
        self._groups = groups

    def operator(self, operator: Operator) -> Operator:
        """Return an operator with the new axes."""
        inputs = tuple(self._input(port) for port in operator.inputs)
        outputs = tuple(
            Stage(stage.name, self._axes(stage.axes), self._node(stage.body))
            for stage in operator.outputs
        )
        return Operator(operator.name, inputs, outputs, operator.attributes)

    def _axes(self, axes: tuple[Axis, ...]) -> tuple[Axis, ...]:
        return tuple(dict.fromkeys(self._groups.get(axis, axis) for axis in axes))

    def _input(self, port: Input) -> Input:
        return Input(port.name, port.dtype, self._axes(port.axes))

    def _node(self, root: Node) -> Node:
        rebuilt: dict[Node, Node] = {}
        for node in nodes_of(root):
            if isinstance(node, Load) and isinstance(node.source, Input):
                source = self._input(node.source)
                rebuilt[node] = Load(source, tuple(map(at, source.axes)), node.outside)
                continue
            below = set(operands(node))
            kind: Any = type(node)
            values = [getattr(node, field.name) for field in fields(node)]
            values = [rebuilt[value] if value in below else value for value in values]
            if isinstance(node, Reduce):
                values[1] = self._axes(node.axes)
            rebuilt[node] = kind(*values)
        return rebuilt[root]
