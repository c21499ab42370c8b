"""Typed fields of objects that another process wrote, damaged or of another version."""

from __future__ import annotations

import math
from typing import Any

from custom_compiler.support.printable import printable

_MOST_ITEMS = 100_000


class FormatError(Exception):
    """A line is not what the format says; the text names the field."""


class LineFields:
    """The fields of one JSON object.

    A field that is missing or null has the default; one of another type raises `FormatError`.
    """

    def __init__(self, value: object, what: str = "the line") -> None:
        if not isinstance(value, dict):
            raise FormatError(f"{what} is no JSON object")
        self._value: dict[str, Any] = value
        self._what = what

    def names(self) -> list[str]:
        """Return the names of the existing fields."""
        return list(self._value)

    def holds(self, name: str) -> bool:
        """Return whether the field is there and not null."""
        return self._value.get(name) is not None

    def text(self, name: str, default: str = "") -> str:
        """Return a string on one line, truncated to a sensible length."""
        value = self._value.get(name)
        if value is None:
            return default
        if not isinstance(value, str):
            raise FormatError(f"{self._what}: {name} is no text")
        return printable(value)

    def integer(self, name: str, default: int = 0) -> int:
        """Return a 64-bit integer, with or without sign."""
        value = self._value.get(name)
        if value is None:
            return default
        if isinstance(value, float) and value.is_integer():
            value = int(value)
        if not isinstance(value, int) or isinstance(value, bool) or abs(value) >> 64:
            raise FormatError(f"{self._what}: {name} is no integer")
        return value

    def number(self, name: str) -> float | None:
        """Return a finite number; None if it is missing, since unknown is not 0."""
        value = self._value.get(name)
        if value is None:
            return None
        if isinstance(value, bool) or not isinstance(value, (int, float)):
            raise FormatError(f"{self._what}: {name} is no number")
        if abs(value) > 1e300 or math.isnan(value):  # noqa: PLR2004 - beyond what float() takes
            raise FormatError(f"{self._what}: {name} is no finite number")
        return float(value)

    def truth(self, name: str) -> bool:
        """Return whether the field is true."""
        value = self._value.get(name)
        if value is not None and not isinstance(value, (bool, int)):
            raise FormatError(f"{self._what}: {name} is neither true nor false")
        return bool(value)

    def texts(self, name: str) -> tuple[str, ...]:
        """Return a list of strings."""
        items = self._items(name)
        if not all(isinstance(item, str) for item in items):
            raise FormatError(f"{self._what}: {name} is no list of texts")
        return tuple(map(printable, items))

    def integers(self, name: str) -> tuple[int, ...] | None:
        """Return a list of integers; None if it is missing."""
        if self._value.get(name) is None:
            return None
        items = self._items(name)
        if not all(isinstance(item, int) and not abs(item) >> 64 for item in items):
            raise FormatError(f"{self._what}: {name} is no list of integers")
        return tuple(items)

    def objects(self, name: str) -> list[LineFields]:
        """Return a list of objects."""
        return [
            LineFields(item, f"{self._what}: {name}[{i}]")
            for i, item in enumerate(self._items(name))
        ]

    def object(self, name: str) -> LineFields | None:
        """Return an object; None if it is missing."""
        value = self._value.get(name)
        return None if value is None else LineFields(value, f"{self._what}: {name}")

    def numbers(self, name: str) -> dict[str, float]:
        """Return an object of numbers."""
        inner = self.object(name)
        if inner is None:
            return {}
        numbers = {printable(key): inner.number(key) for key in inner.names()}
        return {key: value for key, value in numbers.items() if value is not None}

    def _items(self, name: str) -> list[Any]:
        value = self._value.get(name)
        if value is None:
            return []
        if not isinstance(value, list):
            raise FormatError(f"{self._what}: {name} is no list")
        return value[:_MOST_ITEMS]
