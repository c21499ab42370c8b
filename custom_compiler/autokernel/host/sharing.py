"""Selection of the values of a stage that are stored instead of computed again."""

from __future__ import annotations

from typing import TYPE_CHECKING

from custom_compiler.autokernel.describe.tree import (
    Binary,
    Node,
    Reduce,
    Stage,
    Unary,
    nodes_of,
    operands,
)

if TYPE_CHECKING:
    from collections.abc import Iterator

_COSTLY = frozenset(
    {
        "exp", "expm1", "log", "log1p", "sqrt", "rsqrt", "sin", "cos", "tanh", "erf",
        "divide", "floor_divide", "remainder", "power",
    }
)  # fmt: skip


def shared_nodes(stage: Stage) -> list[Node]:
    """Return the largest costly nodes that several scopes of a stage have, inner ones first."""
    scopes = list(_scopes(stage))
    counts = {node: sum(node in scope for scope in scopes) for scope in scopes for node in scope}
    order = list(nodes_of(stage.body))
    costly = _costly(order)
    several = {node for node in order if counts[node] > 1 and node in costly}
    roots = {stage.body} | {node.body for node in order if isinstance(node, Reduce)}
    wanted = roots | {
        below
        for node in order
        if node not in several and not isinstance(node, Reduce)
        for below in operands(node)
    }
    return [node for node in order if node in several and node in wanted]


def _scopes(stage: Stage) -> Iterator[set[Node]]:
    """Yield the nodes that are computed together: those of the stage, and of each reduction."""
    roots: dict[Node, None] = {stage.body: None}
    done: set[Node] = set()
    while roots:
        root = roots.popitem()[0]
        done.add(root)
        scope: set[Node] = set()
        pending = [root]
        while pending:
            node = pending.pop()
            if node in scope:
                continue
            scope.add(node)
            if not isinstance(node, Reduce):
                pending += operands(node)
            elif node.body not in done:
                roots[node.body] = None
        yield scope


def _costly(order: list[Node]) -> set[Node]:
    """Return the nodes that cost more to compute again than to read, without their reductions."""
    costly: set[Node] = set()
    for node in order:
        own = isinstance(node, Unary | Binary) and node.operation in _COSTLY
        if own or (not isinstance(node, Reduce) and any(each in costly for each in operands(node))):
            costly.add(node)
    return costly
