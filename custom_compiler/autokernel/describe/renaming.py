"""Axes by other names, in all that a value is made of."""

from __future__ import annotations

from math import prod
from typing import TYPE_CHECKING, Any

from custom_compiler.autokernel.describe.replace import replace
from custom_compiler.autokernel.describe.sizes import combine
from custom_compiler.autokernel.describe.tree import (
    Axis,
    Index,
    Input,
    Load,
    Operator,
    Position,
    Reduce,
    Stage,
    Term,
    nodes_of,
)

if TYPE_CHECKING:
    from collections.abc import Mapping

    from custom_compiler.autokernel.describe.tree import Node


def renamed(node: Node, names: Mapping[Axis, Axis]) -> Node | None:
    """Return an equal value with other axes, bound ones included; None if a new name is in use.

    Stages that it reads have separate axes and stay unmodified.
    """
    order = list(nodes_of(node))
    used = {axis for node in order for axis in (*node.free, *getattr(node, "axes", ()))}
    if any(new in used and new not in names for old, new in names.items() if old in used):
        return None
    renamed_nodes: dict[Any, Any] = {}

    def changed(value: Any) -> Any:
        if isinstance(value, Axis):
            return names.get(value, value)
        if isinstance(value, Index):
            terms = (Term(changed(t.axis), t.times, t.divide, t.modulo) for t in value.terms)
            return Index(tuple(terms), value.offset)
        if isinstance(value, tuple):
            return tuple(changed(inner) for inner in value)
        return value if isinstance(value, Stage) else renamed_nodes.get(value, value)

    for each in order:
        renamed_nodes[each] = type(each)(*(changed(value) for value in each.values()))
    return renamed_nodes[node]  # type: ignore[no-any-return]


def parted(node: Node, axis: Axis, parts: tuple[Axis, ...]) -> Node | None:
    """Return an equal value with an axis split into parts of known sizes; the last runs fastest.

    Return None if something needs the whole axis: a reduction along it, its position, or a load
    with divisions that these sizes do not resolve.
    """
    new: dict[Node, Node] = {}
    for inner in nodes_of(node):
        if isinstance(inner, Load) and axis in inner.free:
            indices = [_parted(index, axis, parts) for index in inner.index]
            if None in indices:
                return None
            new[inner] = Load(inner.source, tuple(indices), inner.outside)  # type: ignore[arg-type]
        elif _needs_whole(inner, axis, parts):
            return None
    return replace(node, new)


def _needs_whole(node: Node, axis: Axis, parts: tuple[Axis, ...]) -> bool:
    if isinstance(node, Position):
        return node.axis == axis
    return isinstance(node, Reduce) and bool({axis, *parts} & {*node.axes})


def _parted(index: Index, axis: Axis, parts: tuple[Axis, ...]) -> Index | None:
    terms: list[Term] = []
    for term in index.terms:
        if term.axis != axis:
            terms.append(term)
            continue
        steps = _steps_within(term, parts)
        if steps is None:
            return None
        terms += [Term(part, combine("*", term.times, step)) for part, step in steps]
    return Index(tuple(terms), index.offset)


def _steps_within(term: Term, parts: tuple[Axis, ...]) -> list[tuple[Axis, int]] | None:
    """Return the parts of an axis that `// divide % modulo` selects; None if it cuts a part."""
    sizes = [part.size for part in parts if isinstance(part.size, int)]
    divide, modulo = term.divide, term.modulo
    if len(sizes) < len(parts) or not isinstance(divide, int) or not isinstance(modulo, int):
        return None
    steps = [prod(sizes[number + 1 :]) for number in range(len(parts))]
    if divide not in steps:
        return None
    steps_left = [
        (a, step // divide) for a, step in zip(parts, steps, strict=True) if step >= divide
    ]
    if not modulo:
        return steps_left
    if modulo not in {step for _, step in steps_left}:
        return None
    return [(part, step) for part, step in steps_left if step < modulo]


def with_axes_of_loads(operator: Operator) -> Operator:
    """Return the operator with the axes of its inputs renamed to those at which they are read.

    Inputs of programs have separate axes. Code that reads trees finds dimensions that belong
    together
    by their names.
    """
    new: dict[Input, Input] = {}
    for stage in operator.stages:
        for node in nodes_of(stage.body):
            if isinstance(node, Load) and isinstance(node.source, Input):
                axes = tuple(index.axis for index in node.index if index.axis is not None)
                if len(set(axes)) == len(node.index):
                    source = node.source
                    new.setdefault(source, Input(source.name, source.dtype, axes))
    replacements: dict[Input | Stage, Input | Stage] = dict(new.items())
    for stage in operator.stages:
        loads = [node for node in nodes_of(stage.body) if isinstance(node, Load)]
        changed: dict[Node, Node] = {
            load: Load(replacements[load.source], load.index, load.outside)
            for load in loads
            if replacements.get(load.source, load.source) != load.source
        }
        replacements[stage] = Stage(stage.name, stage.axes, replace(stage.body, changed))
    inputs = tuple(new.get(port, port) for port in operator.inputs)
    outputs = tuple(replacements[output] for output in operator.outputs)
    return Operator(operator.name, inputs, outputs, operator.attributes)  # type: ignore[arg-type]
