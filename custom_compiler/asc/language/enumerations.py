"""Enumerations of the language, made of the table's rows."""

from __future__ import annotations

from enum import IntEnum
from functools import cache

from custom_compiler.asc import table


@cache
def enumeration(name: str) -> type[IntEnum]:
    """The class of an enumeration.

    Raises:
        KeyError: the table has none of that name.
    """
    return IntEnum(name, list(table.enumeration(name).members), module="asc")  # type: ignore[return-value]
