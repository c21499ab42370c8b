"""The list of what CANN 8.1's kernel headers declare, `symbols.csv`.

One row per name, and for functions one per signature.
"""

from __future__ import annotations

import csv
from dataclasses import dataclass
from pathlib import Path

LIST = Path(__file__).parent / "symbols.csv"

SOCS = ("910B", "910_93", "310P", "910", "310B")


@dataclass(frozen=True)
class Symbol:
    """One declared name.

    `scope` is the enclosing namespace or class, empty for the global namespace and macros.
    `template`, `returns` and `parameters` (types only) are filled for functions, `template` for
    classes too.
    """

    family: str
    scope: str
    name: str
    kind: str
    template: str
    returns: str
    parameters: str
    socs: tuple[str, ...]

    @property
    def is_member(self) -> bool:
        """True for what belongs to a class or an enumeration."""
        return self.scope not in {"", "AscendC", "AscendC::Std"}

    @property
    def api(self) -> str:
        """The name under which the table lists the symbol: members are listed with their class."""
        qualified = f"{self.scope}::{self.name}" if self.scope and not self.is_member else self.name
        return (self.scope if self.is_member else qualified).removeprefix("AscendC::")


def read() -> list[Symbol]:
    """Return all symbols, in the order of the file."""
    with LIST.open(encoding="utf-8", newline="") as file:
        return [
            Symbol(
                row["family"],
                row["scope"],
                row["name"],
                row["kind"],
                row["template"],
                row["returns"],
                row["parameters"],
                SOCS if row["socs"] == "all" else tuple(row["socs"].split()),
            )
            for row in csv.DictReader(file)
        ]
