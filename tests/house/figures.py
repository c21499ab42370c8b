"""Print figures of the product's structure, to compare two checkouts.

`python -m tests.house.figures [CHECKOUT...]` prints one column per checkout. `python -m
tests.house.prose --statistics` has the figures of the language.
"""

from __future__ import annotations

import ast
import collections
import re
import sys
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path

PACKAGES = ("custom_compiler", "asc")
_CALLS = {
    "CDLL(": re.compile(r"\bCDLL\("),
    "subprocess": re.compile(r"\bsubprocess\.(?:run|Popen|check_\w+)\("),
    "cache_root(": re.compile(r"\bcache_root\("),
    "TYPE_CHECKING": re.compile(r"\bTYPE_CHECKING:"),
}


def figures(root: Path) -> dict[str, str]:
    """Return the figures of the checkout `root`, by their names."""
    modules = {path: path.read_text(encoding="utf-8") for path in _python_files(root)}
    trees = {path: ast.parse(text) for path, text in modules.items()}
    rows = {
        "Python files in the product": str(len(modules)),
        "their lines": str(sum(text.count("\n") for text in modules.values())),
        "files under 90 lines": str(sum(text.count("\n") < 90 for text in modules.values())),
        "class names defined in several modules": _duplicates(trees.values()),
    }
    for name, pattern in _CALLS.items():
        using = [text for text in modules.values() if pattern.search(text)]
        rows[f"modules with {name}"] = str(len(using))
    graph = dict(_imports(root, trees))
    circles = [circle for circle in _circles(graph) if len(circle) > 1]
    rows["import circles, with TYPE_CHECKING"] = str(len(circles))
    rows["modules in them"] = str(sum(map(len, circles)))
    return rows


def _python_files(root: Path) -> Iterator[Path]:
    for package in PACKAGES:
        for path in sorted((root / package).rglob("*.py")):
            if "template" not in path.parts:
                yield path


def _duplicates(trees: Iterable[ast.Module]) -> str:
    names = collections.Counter(
        node.name for tree in trees for node in ast.walk(tree) if isinstance(node, ast.ClassDef)
    )
    several = [name for name, count in names.items() if count > 1]
    return f"{len(several)} ({sum(names[name] for name in several)} classes)"


def _imports(root: Path, trees: dict[Path, ast.Module]) -> Iterator[tuple[str, set[str]]]:
    """Yield each module with the modules of the product that it imports at its top level."""
    names = {_module(path.relative_to(root)): tree for path, tree in trees.items()}
    for name, tree in names.items():
        imported: set[str] = set()
        for node in _top_level(tree.body):
            if isinstance(node, ast.Import):
                imported.update(alias.name for alias in node.names)
            elif isinstance(node, ast.ImportFrom) and node.module:
                inner = {f"{node.module}.{alias.name}" for alias in node.names}
                imported.update({one for one in inner if one in names} or {node.module})
        yield name, imported & names.keys() - {name}


def _module(path: Path) -> str:
    parts = path.with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def _top_level(body: list[ast.stmt]) -> Iterator[ast.stmt]:
    for node in body:
        yield node
        if isinstance(node, ast.If | ast.Try):
            yield from _top_level(node.body)
            yield from _top_level(node.orelse)


def _circles(graph: dict[str, set[str]]) -> list[set[str]]:
    """Return the strongly connected components of a graph."""
    order: list[str] = []
    _visit_all(graph, order.append)
    reverse: dict[str, set[str]] = {name: set() for name in graph}
    for name, successors in graph.items():
        for successor in successors:
            reverse[successor].add(name)
    seen: set[str] = set()
    return [_reached(reverse, name, seen) for name in reversed(order) if name not in seen]


def _visit_all(graph: dict[str, set[str]], finish: Callable[[str], None]) -> None:
    """Call `finish` for each node after its successors."""
    seen: set[str] = set()
    for start, first in graph.items():
        stack = [(start, iter(first))] if start not in seen else []
        seen.add(start)
        while stack:
            name, successors = stack[-1]
            following = next((one for one in successors if one not in seen), None)
            if following is None:
                stack.pop()
                finish(name)
            else:
                seen.add(following)
                stack.append((following, iter(graph[following])))


def _reached(graph: dict[str, set[str]], start: str, seen: set[str]) -> set[str]:
    component, pending = set(), [start]
    while pending:
        name = pending.pop()
        if name not in seen:
            seen.add(name)
            component.add(name)
            pending.extend(graph[name])
    return component


def main(arguments: list[str]) -> None:
    """Print the table."""
    roots = [Path(argument) for argument in arguments] or [Path(__file__).parents[2]]
    columns = [figures(root) for root in roots]
    print("|".join(["", " figure ", *(f" {root.name} " for root in roots), ""]))
    print("|---" * (len(roots) + 1) + "|")
    for name in columns[0]:
        print("|".join(["", f" {name} ", *(f" {column[name]} " for column in columns), ""]))


if __name__ == "__main__":
    main(sys.argv[1:])
