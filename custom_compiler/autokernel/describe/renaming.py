"""Axes by other names, in all that a value is made of."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from custom_compiler.autokernel.describe.tree import Axis, Index, Stage, Term, nodes_of

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
