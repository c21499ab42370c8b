"""Liveness of names: those that a function may read after each statement."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

Names = frozenset[str]


class Liveness:
    """The names that may be read after a branch or loop, and when the body of a loop begins."""

    def __init__(self, function: ast.FunctionDef) -> None:
        self._after: dict[ast.stmt, Names] = {}
        self._at_head: dict[ast.stmt, Names] = {}
        self._before_body(function.body, frozenset())

    def after(self, statement: ast.stmt) -> Names:
        """Return the names that may be read after a branch or loop."""
        return self._after[statement]

    def carried(self, loop: ast.stmt) -> Names:
        """Return the names that may be read in the next iteration of a loop, or after it."""
        return self._at_head[loop]

    def _before_body(self, body: Sequence[ast.stmt], live: Names) -> Names:
        """Return the names that are live before statements, from those that are live after them."""
        for statement in reversed(body):
            live = self._before(statement, live)
        return live

    def _before(self, statement: ast.stmt, live: Names) -> Names:
        self._after[statement] = live
        if isinstance(statement, ast.If):
            sides = [self._before_body(side, live) for side in (statement.body, statement.orelse)]
            return sides[0] | sides[1] | _read(statement.test)
        if isinstance(statement, ast.For):
            return self._before_loop(statement, live, _bound(statement.target))
        if isinstance(statement, ast.While):
            return self._before_loop(statement, live | _read(statement.test))
        if isinstance(statement, ast.With):  # it may be a loop, too
            return self._before_loop(statement, live)
        if isinstance(statement, ast.Return):
            return _read(statement)
        return (live - _bound(statement)) | _read(statement)

    def _before_loop(
        self, loop: ast.For | ast.While | ast.With, live: Names, target: Names = frozenset()
    ) -> Names:
        head = live
        while True:  # what one round reads may have been bound by the round before
            before = self._before_body(loop.body, head) - target
            if before <= head:
                break
            head |= before
        self._at_head[loop] = head
        if isinstance(loop, ast.For):
            head |= _read(loop.iter)
        elif isinstance(loop, ast.With):
            head |= frozenset(name for item in loop.items for name in _read(item.context_expr))
        return head


def _read(node: ast.AST) -> Names:
    """Return the names that a statement or expression reads; `a += 1` reads `a`."""
    names = [n for n in ast.walk(node) if isinstance(n, ast.Name)]
    names_read = {name.id for name in names if isinstance(name.ctx, ast.Load)}
    if isinstance(node, ast.AugAssign) and isinstance(node.target, ast.Name):
        names_read.add(node.target.id)
    return frozenset(names_read)


def _bound(node: ast.AST) -> Names:
    """Return the names that a statement always binds."""
    return frozenset(
        n.id for n in ast.walk(node) if isinstance(n, ast.Name) and isinstance(n.ctx, ast.Store)
    )
