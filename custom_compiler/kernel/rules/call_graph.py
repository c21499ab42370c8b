"""The graph of calls: functions that no kernel reaches, and calls that return to their function.

CANN's compiler makes no code of functions that no kernel reaches. shmem's headers have functions of
`double` for AI cores that TileLang's kernels include and never call; CANN's compiler takes them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from custom_compiler.kernel.rules import kinds

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from collections.abc import Set as AbstractSet

    from custom_compiler.kernel.rules.source import Source

_USES = {kinds.REFERENCE, kinds.MEMBER, kinds.CALL, kinds.OVERLOADED}


def unreached(source: Source, functions: Sequence[Any]) -> set[int]:
    """Return keys of inline functions in namespaces that no function with code mentions.

    Names are compared, not what they stand for: only instances of templates know that.
    """
    inline = [function for function in functions if source.is_inline(function)]
    bodies: dict[str, list[Any]] = {}
    for function in inline:
        bodies.setdefault(function.spelling, []).append(function)
    keys = {source.key(function) for function in inline}
    waiting = [function for function in functions if source.key(function) not in keys]
    while waiting:
        for name in _mentioned(source, waiting.pop()) & bodies.keys():
            waiting += bodies.pop(name)
    return {source.key(function) for group in bodies.values() for function in group}


def _mentioned(source: Source, function: Any) -> set[str]:
    names: set[str] = set()

    def look(cursor: Any, _: Any) -> int:
        if cursor._kind_id in _USES:  # noqa: SLF001 - the property takes ten times as long
            names.add(cursor.spelling)
        return source.INTO

    source.visit(function, look)
    return names


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
