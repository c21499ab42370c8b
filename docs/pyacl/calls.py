"""Calls of acl functions in tests: read from the sources, nothing is executed."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path


def _dotted(node: ast.expr) -> str:
    """Return the text of `a.b.c`, or "" for anything else."""
    if isinstance(node, ast.Name):
        return node.id
    if isinstance(node, ast.Attribute):
        owner = _dotted(node.value)
        return f"{owner}.{node.attr}" if owner else ""
    return ""


def _names(tree: ast.AST) -> Iterator[str]:
    """Yield every `acl.…` in a tree, also in strings that are programs for another process."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Attribute):
            yield _dotted(node).removeprefix("self.")
        elif isinstance(node, ast.Constant) and isinstance(node.value, str):
            yield from _names_of_program(node.value)


def _names_of_program(text: str) -> Iterator[str]:
    if "acl." not in text:
        return
    try:
        yield from _names(ast.parse(text))
    except SyntaxError:  # prose
        return


def _tests(tree: ast.Module) -> Iterator[tuple[str, ast.AST]]:
    """Yield names and bodies of a file's tests, and of what they share."""
    for node in tree.body:
        if isinstance(node, ast.ClassDef) and node.name.startswith("Test"):
            yield from ((f"{node.name}::{child.name}", child) for child in _functions(node))
        elif isinstance(node, ast.FunctionDef) and node.name.startswith("test_"):
            yield node.name, node


def _functions(node: ast.ClassDef) -> Iterator[ast.FunctionDef]:
    for child in node.body:
        if isinstance(child, ast.FunctionDef) and child.name.startswith("test_"):
            yield child


def first_tests(folder: Path) -> dict[str, str]:
    """Full name of a function, as "acl.rt.malloc" -> the first test that calls it."""
    found: dict[str, str] = {}
    for path in sorted(folder.glob("test_*.py")):
        for name, body in _tests(ast.parse(path.read_text(encoding="utf-8"))):
            for called in _names(body):
                found.setdefault(called, f"{path.stem}::{name}")
    return found
