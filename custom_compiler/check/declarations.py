"""Declarations of an operator in its sources, each with its location."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import Path


@dataclass(frozen=True)
class SourceLocation:
    """A line of a file; line 0 is the file as a whole."""

    path: Path
    line: int = 0

    def __str__(self) -> str:
        return f"{self.path}:{self.line}" if self.line else str(self.path)


@dataclass(frozen=True)
class DeclaredParameter:
    """An input or output.

    Attributes:
        name: Its name.
        kind: "required", "optional" or "dynamic".
        location: Where it is declared.
    """

    name: str
    kind: str
    location: SourceLocation


@dataclass(frozen=True)
class DeclaredAttribute:
    """An attribute; `type` as in operator information ("int", "listFloat", ...)."""

    name: str
    type: str
    required: bool
    location: SourceLocation


@dataclass(frozen=True)
class Combination:
    """Data types and formats of all inputs, then all outputs, that go together.

    Attributes:
        dtypes: CANN dtype names ("float16").
        formats: Format names; "" where any format goes.
        location: Where it is declared.
    """

    dtypes: tuple[str, ...]
    formats: tuple[str, ...]
    location: SourceLocation


@dataclass(frozen=True)
class OperatorDeclaration:
    """An operator as one file declares it.

    Attributes:
        operator: Operator type ("AddCustom").
        inputs: Inputs in their order.
        outputs: Outputs in their order.
        attributes: Attributes in their order.
        combinations: What goes together; empty if nothing is said.
        location: Where the operator is declared.
    """

    operator: str
    inputs: tuple[DeclaredParameter, ...]
    outputs: tuple[DeclaredParameter, ...]
    attributes: tuple[DeclaredAttribute, ...]
    combinations: tuple[Combination, ...]
    location: SourceLocation

    @property
    def parameters(self) -> tuple[DeclaredParameter, ...]:
        """Inputs, then outputs."""
        return self.inputs + self.outputs


@dataclass(frozen=True)
class Contradiction:
    """Two places that do not go together.

    Attributes:
        message: One line that names the thing and both values.
        location: What to change.
        other: What it was compared with, if anything.
        hint: One line with the way out, or "".
        severity: "error" if a call cannot work, else "warning".
    """

    message: str
    location: SourceLocation
    other: SourceLocation | None = None
    hint: str = ""
    severity: str = "error"


def line_of(text: str, offset: int) -> int:
    """Return the number of the line at `offset`, from 1 on."""
    return text.count("\n", 0, offset) + 1
