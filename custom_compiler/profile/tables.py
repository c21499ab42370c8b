"""Tables as CANN writes them: a header, and rows whose unknown cells say so."""

from __future__ import annotations

import csv
import io
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

Cell = str | int | float | None


@dataclass(frozen=True)
class Table:
    """A table: names of columns, and rows by those names; what a row lacks is not known."""

    columns: tuple[str, ...]
    rows: tuple[Mapping[str, Cell], ...]

    def csv(self, unknown: str) -> str:
        """Return the table as text, with `unknown` in unknown cells."""
        text = io.StringIO()
        writer = csv.writer(text, lineterminator="\n")
        writer.writerow(self.columns)
        for row in self.rows:
            writer.writerow([shown(row.get(column), unknown) for column in self.columns])
        return text.getvalue()

    def values(self) -> list[list[Cell]]:
        """Return the rows' cells in the order of the columns."""
        return [[row.get(column) for column in self.columns] for row in self.rows]


def shown(cell: Cell, unknown: str) -> str:
    """Return a cell's text: whole integers, other numbers with 6 places without trailing zeros."""
    if cell is None:
        return unknown
    if isinstance(cell, float):
        text = f"{cell:.6f}".rstrip("0").rstrip(".")
        return "0" if text in {"-0", ""} else text
    return str(cell)


def ratio(part: float | None, total: float | None) -> float | None:
    """Return `part / whole`; None if one is not known or there is no whole."""
    return None if part is None or not total else part / total


def prefixed(prefix: str, names: Sequence[str]) -> tuple[str, ...]:
    """Return names of columns with the type of core before them."""
    return tuple(f"{prefix}_{name}" for name in names)
