"""Lines `@tunable` in comments of an operator's sources: which of them are the operator's.

CANN's compiler reads none of them. What they say is the business of `declaration.py`.
"""

from __future__ import annotations

import os
import re
from typing import TYPE_CHECKING, NamedTuple

from custom_compiler.errors import MisuseError

if TYPE_CHECKING:
    from collections.abc import Iterator

    from custom_compiler.kernel.opc.tiling import TilingDefinition

MARK = "@tunable"
# Comments, and what may hold their signs without being one; a backslash continues a line.
_TOKENS = re.compile(
    r'R"(?P<end>[^()\\\s]{0,16})\(.*?\)(?P=end)"'
    r'|"(?:\\.|[^"\\\n])*"'
    r"|(?<![0-9A-Fa-f])'(?:\\.|[^'\\\n])+'"  # not the marks within a number
    r"|//(?P<line>(?:\\\r?\n|[^\n])*)"
    r"|/\*(?P<block>.*?)(?:\*/|\Z)",
    re.DOTALL,
)
_INCLUDE = re.compile(r'^[ \t]*#[ \t]*include[ \t]*"([^"\n]+)"', re.MULTILINE)
_LINE = re.compile(rf"\s*\**\s*{MARK}(?:\(\s*(?P<structure>[\w:]+)\s*\))?(?P<rest>\s.*|)$")
_STRUCTURE = re.compile(
    r"\bBEGIN_TILING_DATA_DEF\s*\(\s*(?P<name>\w+)\s*\).*?(?:\bEND_TILING_DATA_DEF\b|\Z)", re.DOTALL
)


class Statement(NamedTuple):
    """A line `@tunable`, without this word."""

    location: str  # file and line
    structure: str  # that it is about; "": the operator's default one
    text: str


def statements_of(source: str, host: str, tiling: TilingDefinition) -> Iterator[Statement]:
    """Yield the statements of a kernel source and its included files, then of host headers.

    `host` is the folder with headers of op_host, which a package may contain. Only headers that
    define a structure of the operator (`tiling`) count; a line within a structure belongs to it.

    Raises:
        MisuseError: A line is within a structure that is only a part of others.
    """
    for path in _files(source):
        for _, statement in _read(path, _text(path)):
            yield statement
    for folder, folders, names in os.walk(host):
        folders.sort()
        for name in sorted(names):
            yield from _host_statements(os.path.join(folder, name), tiling)


def _files(source: str) -> list[str]:
    """Return the source and the files that it includes with quotation marks, in the same tree."""
    top = os.path.dirname(os.path.abspath(source))
    files: dict[str, None] = {}
    waiting = [os.path.abspath(source)]
    while waiting:
        path = waiting.pop(0)
        if path in files or not path.startswith(top + os.sep) or not os.path.isfile(path):
            continue
        files[path] = None
        waiting += [
            os.path.normpath(os.path.join(folder, name))
            for name in _INCLUDE.findall(_text(path))
            for folder in (os.path.dirname(path), top)
        ]
    return list(files)


def _host_statements(path: str, tiling: TilingDefinition) -> Iterator[Statement]:
    text = _text(path)
    structures = {structure.name for structure in tiling.classes}
    read_whole = {tiling.default, *tiling.by_key.values()}
    regions = list(_STRUCTURE.finditer(_TOKENS.sub(_blank, text)))
    if structures.isdisjoint(region["name"] for region in regions):
        return
    for offset, statement in _read(path, text):
        around = [region["name"] for region in regions if region.start() <= offset < region.end()]
        name = around[0] if around else ""
        if not name or name == tiling.default:
            yield statement
        elif name in read_whole:
            yield statement._replace(structure=statement.structure or name)
        elif name in structures:
            message = f"{statement.location}: {name} is a part of other structures"
            raise MisuseError(message, f"where it is a member: {MARK} <member>.<field> in ...")


def _blank(token: re.Match[str]) -> str:
    """Return as many blanks."""
    return " " * len(token[0])


def _read(path: str, text: str) -> Iterator[tuple[int, Statement]]:
    """Yield the statements in a text, with the position of their comments."""
    if MARK not in text:
        return
    for token in _TOKENS.finditer(text):
        kind = token.lastgroup
        if kind not in {"line", "block"}:
            continue
        number = text.count("\n", 0, token.start(kind)) + 1
        comment = token[kind]
        lines = [comment.replace("\\\n", " ")] if kind == "line" else comment.split("\n")
        for offset, line in enumerate(lines):
            match = _LINE.match(line.rstrip())
            if match:
                location = f"{path}:{number + offset}"
                statement = Statement(location, match["structure"] or "", match["rest"].strip())
                yield token.start(), statement


def _text(path: str) -> str:
    with open(path, encoding="utf-8", errors="replace") as file:
        return file.read()
