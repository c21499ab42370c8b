"""Axes by other names, in all that a value is made of."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from custom_compiler.autokernel.describe.replace import replace
from custom_compiler.autokernel.describe.tree import (
    Axis,
    Index,
    Input,
    Load,
    Operator,
    Stage,
    Term,
    nodes_of,
)

if TYPE_CHECKING:
    from collections.abc import Mapping

    from custom_compiler.autokernel.describe.tree import Node


def renamed(node: Node, names: Mapping[Axis, Axis]) -> Node | None:
    """The same value with other axes, bound ones included; None if a new name is taken in it.

    Stages that it reads have their own axes and stay as they are.
    """
    order = list(nodes_of(node))
    used = {axis for one in order for axis in (*one.free, *getattr(one, "axes", ()))}
    if any(new in used and new not in names for old, new in names.items() if old in used):
        return None
    made: dict[Any, Any] = {}

    def changed(value: Any) -> Any:
        if isinstance(value, Axis):
            return names.get(value, value)
        if isinstance(value, Index):
            terms = (Term(changed(t.axis), t.times, t.divide, t.modulo) for t in value.terms)
            return Index(tuple(terms), value.offset)
        if isinstance(value, tuple):
            return tuple(changed(one) for one in value)
        return value if isinstance(value, Stage) else made.get(value, value)

    for one in order:
        made[one] = type(one)(*(changed(value) for value in one.values()))
    return made[node]  # type: ignore[no-any-return]


def with_axes_of_loads(operator: Operator) -> Operator:
    """The same with inputs whose axes are those at which they are read, where these are just axes.

    Inputs of programs come with axes of their own; what reads trees finds dimensions that belong
    together by their names.
    """
    new: dict[Input, Input] = {}
    for stage in operator.stages:
        for node in nodes_of(stage.body):
            if isinstance(node, Load) and isinstance(node.source, Input):
                axes = tuple(index.axis for index in node.index if index.axis is not None)
                if len(set(axes)) == len(node.index):
                    source = node.source
                    new.setdefault(source, Input(source.name, source.dtype, axes))
    made: dict[Input | Stage, Input | Stage] = dict(new.items())
    for stage in operator.stages:
        loads = [node for node in nodes_of(stage.body) if isinstance(node, Load)]
        changed: dict[Node, Node] = {
            one: Load(made[one.source], one.index, one.outside)
            for one in loads
            if made.get(one.source, one.source) != one.source
        }
        made[stage] = Stage(stage.name, stage.axes, replace(stage.body, changed))
    inputs = tuple(new.get(one, one) for one in operator.inputs)
    outputs = tuple(made[one] for one in operator.outputs)
    return Operator(operator.name, inputs, outputs, operator.attributes)  # type: ignore[arg-type]
