"""Comparisons of APIs with CANN's documentation, `compared.csv`.

A row per family: the APIs, the pages that were read (below `docs/zh/api` of asc-devkit, in metadef,
or a title of hiascend.com), the day, the products that the expectations hold for, the result of
the comparison, and the tests with expectations written from the pages.
"""

from __future__ import annotations

import csv
from dataclasses import dataclass
from pathlib import Path

LIST = Path(__file__).parent / "compared.csv"


@dataclass(frozen=True)
class Comparison:
    """One family; `apis` as in the table, `tests` as paths of the repository."""

    family: str
    apis: tuple[str, ...]
    pages: tuple[str, ...]
    date: str
    products: str
    result: str
    tests: tuple[str, ...]


def read() -> list[Comparison]:
    """Return all families, in the order of the file."""
    with LIST.open(encoding="utf-8", newline="") as file:
        return [
            Comparison(
                row["family"],
                tuple(row["apis"].split()),
                tuple(row["page"].split("; ")),
                row["date"],
                row["products"],
                row["result"],
                tuple(row["test"].split()),
            )
            for row in csv.DictReader(file)
        ]
