"""The fields of observers' lines by the object that has them: toolkit/data/observer_fields.csv."""

from __future__ import annotations

import csv
from pathlib import Path

TABLE = Path(__file__).parents[2] / "toolkit/data/observer_fields.csv"


def known_fields() -> dict[str, set[str]]:
    """The fields that readers know."""
    found: dict[str, set[str]] = {}
    for row in _rows():
        found.setdefault(row["object"], set()).add(row["field"])
    return found


def written_fields() -> dict[str, set[str]]:
    """The fields that observers write."""
    found: dict[str, set[str]] = {}
    for row in _rows():
        if row["written"] == "yes":
            found.setdefault(row["object"], set()).add(row["field"])
    return found


def _rows() -> list[dict[str, str]]:
    with TABLE.open(encoding="utf-8", newline="") as stream:
        return list(csv.DictReader(stream))


class AskedObject(dict[str, object]):
    """A JSON object that records the names of the fields that a reader asks for."""

    def __init__(self, values: dict[str, object], names: set[str]) -> None:
        super().__init__(values)
        self._names = names

    def get(self, key: str, default: object = None) -> object:
        """Return the field, and record its name."""
        self._names.add(key)
        return super().get(key, default)
