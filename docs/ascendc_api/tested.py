"""Identifiers in the kernels of our tests and examples."""

from __future__ import annotations

import ast
import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

KERNEL_SUFFIXES = {".cpp", ".h", ".inc", ".asc"}
FOLDERS = ("tests", "examples", "op_kernel")
# Names with the values that CANN documents: what is nowhere else is compared, never run.
VALUES = "documented_values.py"


def _strings(source: str) -> Iterator[str]:
    """Text of all string literals of a Python file but the docstrings.

    These are kernels and the names that kernels are made of.
    """
    tree = ast.parse(source)
    docstrings = {
        id(node.body[0].value)
        for node in ast.walk(tree)
        if isinstance(node, ast.Module | ast.FunctionDef | ast.ClassDef)
        and node.body
        and isinstance(node.body[0], ast.Expr)
    }
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            yield "" if id(node) in docstrings else node.value


def _texts(root: Path) -> Iterator[tuple[str, bool]]:
    """Texts, and whether they are the list of values."""
    for folder in FOLDERS:
        for path in sorted((root / folder).rglob("*")):
            if path.suffix in KERNEL_SUFFIXES:
                text = path.read_text(encoding="utf-8")
                yield re.sub(r"//[^\n]*|/\*.*?\*/", "", text, flags=re.DOTALL), False
            elif path.suffix == ".py":
                strings = _strings(path.read_text(encoding="utf-8"))
                yield from ((text, path.name == VALUES) for text in strings)


def identifiers(root: Path) -> tuple[set[str], set[str]]:
    """Return the identifiers, and operators by their names, in the kernel text below `root`.

    The first set is of kernels, the second of the list of documented values.
    """
    found: tuple[set[str], set[str]] = (set(), set())
    for text, is_list in _texts(root):
        names = re.findall(r"operator(?:\(\)|\[\]|[-+*/|&<>=!]+)|[A-Za-z_]\w*", text)
        found[is_list].update(names)
    return found
