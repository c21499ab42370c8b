"""Calls that can come back to the function that made them."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping
    from collections.abc import Set as AbstractSet


def in_cycles(edges: Mapping[int, AbstractSet[int]]) -> set[tuple[int, int]]:
    """Return the edges (from, to) of a graph that belong to a cycle."""
    reached = {start: _reachable(edges, start) for start in edges}
    return {(a, b) for a, ends in edges.items() for b in ends if a == b or a in reached.get(b, ())}


def _reachable(edges: Mapping[int, AbstractSet[int]], start: int) -> set[int]:
    reached: set[int] = set()
    stack = [start]
    while stack:
        for end in edges.get(stack.pop(), ()):
            if end not in reached:
                reached.add(end)
                stack.append(end)
    return reached
