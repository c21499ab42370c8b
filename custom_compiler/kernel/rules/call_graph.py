"""The graph of calls: functions that no kernel reaches, and calls that return to their function.

CANN's compiler makes no code of functions that no kernel reaches. shmem's headers have functions of
`double` for AI cores that TileLang's kernels include and never call; CANN's compiler takes them.
pto-isa's headers have a class template whose members call a function of the host.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from custom_compiler.kernel.rules import kinds

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from collections.abc import Set as AbstractSet

    from custom_compiler.kernel.rules.source import Source

_IDENTIFIER = re.compile(rb"[A-Za-z_]\w*")
_COMMENT = re.compile(rb"//[^\n]*|/\*.*?\*/", re.DOTALL)
_USES = {kinds.REFERENCE, kinds.MEMBER, kinds.CALL, kinds.OVERLOADED}


def unreached(source: Source, functions: Sequence[Any]) -> set[int]:
    """Return keys of the functions that no function with code mentions.

    These are inline functions in namespaces, and members of class templates. Names are compared,
    not what they stand for: only instances of templates know that.
    """
    optional = [function for function in functions if source.is_made_when_used(function)]
    bodies: dict[str, list[Any]] = {}
    for function in optional:
        bodies.setdefault(function.spelling, []).append(function)
    keys = {source.key(function) for function in optional}
    waiting = [function for function in functions if source.key(function) not in keys]
    while waiting:
        for name in _mentioned(source, waiting.pop()) & bodies.keys():
            waiting += bodies.pop(name)
    return {source.key(function) for group in bodies.values() for function in group}


def _mentioned(source: Source, function: Any) -> set[str]:
    # What depends on arguments of templates has no name in the tree.
    text = _COMMENT.sub(b" ", source.text(function))
    names = {word.decode() for word in _IDENTIFIER.findall(text)}

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
