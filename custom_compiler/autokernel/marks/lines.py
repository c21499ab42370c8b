"""Lines of C++ that are marked tunable, as mskl marks them, and the same lines with other values.

    constexpr uint32_t TILE = 128;  // tunable                the value after `=`, by the name TILE
        GemmShape<128, 256, 64>     // tunable: L0TileShape   the whole line, by the alias

After either, ` in 64, 128, 256` may list the values to try; mskl takes such a line for a comment.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from custom_compiler.errors import MisuseError

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

_MARK = re.compile(
    r"(?P<code>.*?)(?P<gap>\s*)(?P<mark>//\s*tunable(?:\s*:\s*(?P<alias>[A-Za-z_]\w*))?)"
    r"(?:\s+in\s+(?P<values>.+?))?\s*"
)
_NAME = re.compile(r"([A-Za-z_]\w*)\s*(?:\[[^\]]*\]\s*)*$")
_MACRO = re.compile(r"\s*#\s*define\s+(?P<name>[A-Za-z_]\w*)\s+(?P<value>\S.*)")


@dataclass(frozen=True)
class Mark:
    """A line with a tunable annotation.

    Attributes:
        line: Its number, from 1.
        name: What its value is given by: the alias, else the name of what is defined.
        before: What of the line stays before the value.
        value: The text that is replaced.
        after: The text after it, with the annotation.
        values: What the line says to try; (): nothing.
    """

    line: int
    name: str
    before: str
    value: str
    after: str
    values: tuple[str, ...] = ()

    def with_value(self, value: str) -> str:
        """Return the line with another value, without its line end."""
        return f"{self.before}{value}{self.after}"


def marks_of(text: str, path: str) -> tuple[Mark, ...]:
    """Return the tunable annotations of a source; lines that are comments have none.

    Raises:
        MisuseError: An annotation without an alias follows a line that defines nothing.
    """
    marks = []
    for number, line in enumerate(text.splitlines(), 1):
        match = _MARK.fullmatch(line)
        if match is None or not match["code"].strip() or match["code"].lstrip().startswith("//"):
            continue
        marks.append(_whole_line(number, match) if match["alias"] else _value(number, match, path))
    return tuple(marks)


def with_values(text: str, path: str, values: Mapping[str, str]) -> str:
    """Return the source with other values at its annotations; of equal ones the first counts.

    Raises:
        MisuseError: No annotation has one of the names, or an annotation is wrong.
    """
    lines = text.splitlines(keepends=True)
    marks = marks_of(text, path)
    for name, value in values.items():
        mark = next((mark for mark in marks if mark.name == name), None)
        if mark is None:
            raise no_mark(name, marks, path)
        old = lines[mark.line - 1]
        lines[mark.line - 1] = mark.with_value(value) + old[len(old.rstrip("\r\n")) :]
    return "".join(lines)


def no_mark(name: str, marks: Sequence[Mark], path: str) -> MisuseError:
    """Return the error for a name that no annotation has."""
    names = ", ".join(dict.fromkeys(mark.name for mark in marks))
    message = f"{name} matches no line marked tunable in {path}"
    hint = f"marked are: {names}" if names else f"end a line with // tunable or // tunable: {name}"
    return MisuseError(message, hint)


def split_values(text: str) -> tuple[str, ...]:
    """Split at commas outside of brackets, as in `GemmShape<1, 2>, f(3, 4)`."""
    parts, depth = [""], 0
    for character in text:
        depth += (character in "(<[{") - (character in ")>]}")
        if character == "," and depth <= 0:
            parts.append("")
        else:
            parts[-1] += character
    return tuple(part.strip() for part in parts if part.strip())


def _whole_line(number: int, match: re.Match[str]) -> Mark:
    code = match["code"]
    value = code.strip()
    before = code[: len(code) - len(code.lstrip())]
    return Mark(number, match["alias"], before, value, _after(match), _values(match))


def _value(number: int, match: re.Match[str], path: str) -> Mark:
    code = match["code"].rstrip()
    macro = _MACRO.fullmatch(code)
    if macro:
        before, value, end = code[: macro.start("value")], macro["value"], ""
    else:
        head, equals, rest = code.partition("=")
        stripped = rest.strip()
        end = ";" if stripped.endswith(";") else ""
        value = stripped.removesuffix(";").rstrip()
        before = head + equals + rest[: len(rest) - len(rest.lstrip())]
        macro = _NAME.search(head) if equals and value else None
    if macro is None:
        message = f"{path}:{number}: a line marked // tunable has no `=` after a name"
        raise MisuseError(message, "mark it // tunable: Alias to have all of it replaced")
    name = macro["name"] if "name" in macro.re.groupindex else macro[1]
    return Mark(number, name, before, value, end + _after(match), _values(match))


def _after(match: re.Match[str]) -> str:
    return match["gap"] + match.string[match.start("mark") :].rstrip("\r\n")


def _values(match: re.Match[str]) -> tuple[str, ...]:
    return split_values(match["values"]) if match["values"] else ()
