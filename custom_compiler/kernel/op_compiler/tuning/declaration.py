"""What an operator declares tunable: lines `@tunable` in comments of its kernel sources.

CANN's compiler reads none of them. See docs/tuning.md for what they may say.
"""

from __future__ import annotations

import os
import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

from custom_compiler.errors import MisuseError
from custom_compiler.kernel.op_compiler.tuning.expressions import Expression, ExpressionError

if TYPE_CHECKING:
    from collections.abc import Iterator

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
_PATH = r"[A-Za-z_]\w*(?:\.[A-Za-z_]\w*|\[\d{1,6}\])*"
_KNOB = re.compile(rf"(?:(?P<define>define)\s+)?(?P<name>{_PATH})\s+in\s+(?P<values>.+)")
_SET = re.compile(rf"set\s+(?P<name>{_PATH})\s*=(?!=)(?P<value>.+)")
_WHERE = re.compile(r"where\s+(?P<condition>.+)")
_TOLERANCE = re.compile(r"tolerance\s+(?P<value>\d+(?:\.\d*)?(?:[eE][-+]?\d+)?)")
_RANGE = re.compile(r"(?P<first>.+?)\.\.(?P<last>.+?)(?:\bby\s*(?P<times>\*?)\s*(?P<step>.+))?")
_TEXT = re.compile(r'"([^"]*)"')
_FORM = f"{MARK} <field> in 1, 2, 4 | {MARK} where <condition> | {MARK} set <field> = <value>"


class ValueRange(NamedTuple):
    """One item of a list of values: a value, or all from first to last."""

    first: Expression
    last: Expression | None = None
    step: Expression | None = None
    multiplies: bool = False


@dataclass(frozen=True)
class DeclaredKnob:
    """Something to set.

    Attributes:
        name: A field's path, `block_dim`, `tiling_key`, a macro's name, or `options`.
        kind: `field`, `block_dim`, `tiling_key`, `define` or `options`.
        structure: Name of the tiling structure that a field is in; "": the operator's default one.
        values: Of all but `options`.
        texts: Of `options`: compile options, each a string.
        place: File and line.
    """

    name: str
    kind: str
    structure: str
    values: tuple[ValueRange, ...]
    texts: tuple[str, ...]
    place: str


class Derived(NamedTuple):
    """A field, or `block_dim`, that follows from the others."""

    name: str
    structure: str
    value: Expression
    place: str


class Condition(NamedTuple):
    """What a setting must fulfil."""

    structure: str
    value: Expression
    place: str


@dataclass(frozen=True)
class Declaration:
    """All that an operator's sources declare.

    Attributes:
        knobs: What can be set.
        conditions: What settings must fulfil.
        derived: What is computed from a setting, in this order.
        tolerance: Relative difference of outputs that is accepted; 0: they are equal bit for bit.
    """

    knobs: tuple[DeclaredKnob, ...]
    conditions: tuple[Condition, ...]
    derived: tuple[Derived, ...]
    tolerance: float


class _Statement(NamedTuple):
    place: str
    structure: str
    text: str


def read_declaration(source: str, op_type: str) -> Declaration:
    """What the kernel source of `op_type`, and the files beside it that it includes, declare.

    Raises:
        MisuseError: A line is wrong, or nothing that could be set is declared.
    """
    reader = _Reader()
    for path in _files(source):
        for statement in _statements(path):
            reader.take(statement)
    declaration = reader.declaration()
    if not declaration.knobs:
        message = f"operator {op_type}: its kernel source declares nothing tunable: {source}"
        raise MisuseError(message, f"declare it in comments: {_FORM}")
    return declaration


def _files(source: str) -> list[str]:
    """The source and what it includes in quotation marks, where it is in the same tree."""
    top = os.path.dirname(os.path.abspath(source))
    found: dict[str, None] = {}
    waiting = [os.path.abspath(source)]
    while waiting:
        path = waiting.pop(0)
        if path in found or not path.startswith(top + os.sep) or not os.path.isfile(path):
            continue
        found[path] = None
        with open(path, encoding="utf-8", errors="replace") as file:
            names = _INCLUDE.findall(file.read())
        waiting += [
            os.path.normpath(os.path.join(folder, name))
            for name in names
            for folder in (os.path.dirname(path), top)
        ]
    return list(found)


def _statements(path: str) -> Iterator[_Statement]:
    with open(path, encoding="utf-8", errors="replace") as file:
        text = file.read()
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
            found = _LINE.match(line.rstrip())
            if found:
                place = f"{path}:{number + offset}"
                yield _Statement(place, found["structure"] or "", found["rest"].strip())


class _Reader:
    """Takes statement after statement."""

    def __init__(self) -> None:
        self._knobs: dict[tuple[str, str], DeclaredKnob] = {}
        self._conditions: list[Condition] = []
        self._derived: list[Derived] = []
        self._tolerance = 0.0

    def declaration(self) -> Declaration:
        return Declaration(
            tuple(self._knobs.values()),
            tuple(self._conditions),
            tuple(self._derived),
            self._tolerance,
        )

    def take(self, statement: _Statement) -> None:
        try:
            self._understand(statement)
        except ExpressionError as error:
            message = f"{statement.place}: {MARK} {statement.text}: {error}"
            raise MisuseError(message, f"the forms are: {_FORM}") from error

    def _understand(self, statement: _Statement) -> None:
        structure, text = statement.structure, statement.text
        if found := _WHERE.fullmatch(text):
            condition = Expression(found["condition"])
            self._conditions.append(Condition(structure, condition, statement.place))
        elif found := _SET.fullmatch(text):
            value = Expression(found["value"])
            self._derived.append(Derived(found["name"], structure, value, statement.place))
        elif found := _TOLERANCE.fullmatch(text):
            self._tolerance = float(found["value"])
        elif found := _KNOB.fullmatch(text):
            knob = _knob(found, structure, statement.place)
            if (knob.structure, knob.name) in self._knobs:
                raise ExpressionError(f"{knob.name} is declared twice")
            self._knobs[knob.structure, knob.name] = knob
        else:
            raise ExpressionError("this says nothing that is known")


def _knob(found: re.Match[str], structure: str, place: str) -> DeclaredKnob:
    name = found["name"]
    kind = "define" if found["define"] else "field"
    if name in {"block_dim", "tiling_key", "options"} and kind == "field":
        kind = name
    if kind == "define" and not name.isidentifier():
        raise ExpressionError(f"{name} is no name of a macro")
    items = _items(found["values"])
    if kind == "options":
        return DeclaredKnob(name, kind, "", (), tuple(map(_text, items)), place)
    return DeclaredKnob(name, kind, structure, tuple(map(_range, items)), (), place)


def _items(text: str) -> list[str]:
    """The parts between commas that are in no brackets and in no quotation marks."""
    items, depth, begin, quoted = [], 0, 0, False
    for place, character in enumerate(text):
        quoted ^= character == '"'
        depth += (character in "([") - (character in ")]")
        if character == "," and depth == 0 and not quoted:
            items.append(text[begin:place].strip())
            begin = place + 1
    return [*items, text[begin:].strip()]


def _text(item: str) -> str:
    found = _TEXT.fullmatch(item)
    if not found:
        raise ExpressionError(f"options are given in quotation marks, not as {item}")
    return found[1]


def _range(item: str) -> ValueRange:
    found = _RANGE.fullmatch(item)
    if not found:
        return ValueRange(Expression(item))
    step = Expression(found["step"]) if found["step"] else None
    first, last = Expression(found["first"]), Expression(found["last"])
    return ValueRange(first, last, step, multiplies=bool(found["times"]))
