"""Errors in kernels, shown at their place in the user's source."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import ast

_BEFORE, _AFTER = 3, 3  # lines of source


class CodegenError(Exception):
    """A kernel cannot be compiled.

    Attributes:
        node: the part of the syntax tree; None where there is none.
        src: the text of the file.
        error_message: why.
        message: why, with the place and the lines around it.
    """

    def __init__(
        self,
        node: ast.AST | None,
        src: str | None,
        error_message: str,
        source: str = "",
    ) -> None:
        self.node = node
        self.src = src
        self.error_message = error_message
        self.message = _message(node, src, error_message, source)
        super().__init__(self.message)

    def called_at(self, location: str) -> None:
        """Add the place of a call to the message."""
        self.message += f"\ncalled at {location}"

    def __str__(self) -> str:
        return self.message


class UnsupportedSyntaxError(CodegenError):
    """The language has no such statement or expression."""


def _message(node: ast.AST | None, src: str | None, reason: str, source: str) -> str:
    line = getattr(node, "lineno", None)
    if line is None:
        return f"at {source}:\n{reason}" if source else reason
    column = getattr(node, "col_offset", 0)
    head = f"at {source}:{line}:{column + 1}:"
    if src is None:
        return f"{head}\n(the source cannot be shown)\n{reason}"
    lines = src.splitlines()
    before = lines[max(line - _BEFORE, 0) : line]
    text = lines[line - 1] if line <= len(lines) else ""
    # Columns of the tree count bytes; a tab stays a tab, so that the caret stands below.
    indent = text.encode()[:column].decode(errors="replace")
    caret = "".join("\t" if sign == "\t" else " " for sign in indent) + "^"
    return "\n".join([head, *before, caret, *lines[line : line + _AFTER], reason])
