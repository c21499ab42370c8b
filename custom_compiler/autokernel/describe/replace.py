"""Trees in which some nodes are others: how classes rearrange what they compute."""

from __future__ import annotations

from dataclasses import fields
from typing import TYPE_CHECKING, Any

from custom_compiler.autokernel.describe.tree import Node, nodes_of, operands

if TYPE_CHECKING:
    from collections.abc import Mapping


def replace(root: Node, new: Mapping[Node, Node]) -> Node:
    """Return the tree below `root` with nodes replaced; replacements stay unmodified."""
    replacements: dict[Node, Node] = dict(new)
    for node in nodes_of(root):
        if node in replacements:
            continue
        changed = any(replacements[below] != below for below in operands(node))
        replacements[node] = _with_operands(node, replacements) if changed else node
    return replacements[root]


def _with_operands(node: Node, replacements: Mapping[Node, Node]) -> Node:
    below = set(operands(node))
    kind: Any = type(node)
    values = (getattr(node, field.name) for field in fields(node))
    replaced: Node = kind(*(replacements[value] if value in below else value for value in values))
    return replaced
