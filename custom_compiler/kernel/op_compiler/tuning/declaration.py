"""Declarations of tunables: the grammar of `@tunable` lines (docs/tuning.md)."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

from custom_compiler.errors import MisuseError
from custom_compiler.kernel.op_compiler.tuning.expressions import ExpressionError, KnobExpression
from custom_compiler.kernel.op_compiler.tuning.statements import MARK, Statement, statements_of

if TYPE_CHECKING:
    from custom_compiler.kernel.opc.tiling import TilingDefinition

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

    first: KnobExpression
    last: KnobExpression | None = None
    step: KnobExpression | None = None
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
        location: File and line.
    """

    name: str
    kind: str
    structure: str
    values: tuple[ValueRange, ...]
    texts: tuple[str, ...]
    location: str


class Derived(NamedTuple):
    """A field, or `block_dim`, that follows from the others."""

    name: str
    structure: str
    value: KnobExpression
    location: str


class Condition(NamedTuple):
    """Condition on a setting."""

    structure: str
    value: KnobExpression
    location: str


@dataclass(frozen=True)
class TuningDeclaration:
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


def read_declaration(
    source: str, op_type: str, host: str, tiling: TilingDefinition
) -> TuningDeclaration:
    """Return the declarations in the sources of `op_type`; see `statements_of`.

    Raises:
        MisuseError: A line is wrong, or no knob is declared.
    """
    reader = _StatementReader()
    for statement in statements_of(source, host, tiling):
        reader.take(statement)
    declaration = reader.declaration()
    if not declaration.knobs:
        message = f"operator {op_type} declares nothing tunable: {source}"
        raise MisuseError(message, f"declare it in comments: {_FORM}")
    return declaration


class _StatementReader:
    """Takes statement after statement."""

    def __init__(self) -> None:
        self._knobs: dict[tuple[str, str], DeclaredKnob] = {}
        self._conditions: list[Condition] = []
        self._derived: list[Derived] = []
        self._tolerance = 0.0

    def declaration(self) -> TuningDeclaration:
        return TuningDeclaration(
            tuple(self._knobs.values()),
            tuple(self._conditions),
            tuple(self._derived),
            self._tolerance,
        )

    def take(self, statement: Statement) -> None:
        try:
            self._understand(statement)
        except ExpressionError as error:
            message = f"{statement.location}: {MARK} {statement.text}: {error}"
            raise MisuseError(message, f"the forms are: {_FORM}") from error

    def _understand(self, statement: Statement) -> None:
        structure, text = statement.structure, statement.text
        if match := _WHERE.fullmatch(text):
            condition = KnobExpression(match["condition"])
            self._conditions.append(Condition(structure, condition, statement.location))
        elif match := _SET.fullmatch(text):
            value = KnobExpression(match["value"])
            self._derived.append(Derived(match["name"], structure, value, statement.location))
        elif match := _TOLERANCE.fullmatch(text):
            self._tolerance = float(match["value"])
        elif match := _KNOB.fullmatch(text):
            knob = _knob(match, structure, statement.location)
            if (knob.structure, knob.name) in self._knobs:
                raise ExpressionError(f"{knob.name} is declared twice")
            self._knobs[knob.structure, knob.name] = knob
        else:
            raise ExpressionError("this says nothing that is known")


def _knob(match: re.Match[str], structure: str, location: str) -> DeclaredKnob:
    name = match["name"]
    kind = "define" if match["define"] else "field"
    if name in {"block_dim", "tiling_key", "options"} and kind == "field":
        kind = name
    if kind == "define" and not name.isidentifier():
        raise ExpressionError(f"{name} is no name of a macro")
    items = _items(match["values"])
    if kind == "options":
        return DeclaredKnob(name, kind, "", (), tuple(map(_text, items)), location)
    return DeclaredKnob(name, kind, structure, tuple(map(_range, items)), (), location)


def _items(text: str) -> list[str]:
    """Split at commas outside of brackets and quotation marks."""
    items, depth, begin, quoted = [], 0, 0, False
    for index, character in enumerate(text):
        quoted ^= character == '"'
        depth += (character in "([") - (character in ")]")
        if character == "," and depth == 0 and not quoted:
            items.append(text[begin:index].strip())
            begin = index + 1
    return [*items, text[begin:].strip()]


def _text(item: str) -> str:
    match = _TEXT.fullmatch(item)
    if not match:
        raise ExpressionError(f"options are given in quotation marks, not as {item}")
    return match[1]


def _range(item: str) -> ValueRange:
    match = _RANGE.fullmatch(item)
    if not match:
        return ValueRange(KnobExpression(item))
    step = KnobExpression(match["step"]) if match["step"] else None
    first, last = KnobExpression(match["first"]), KnobExpression(match["last"])
    return ValueRange(first, last, step, multiplies=bool(match["times"]))
