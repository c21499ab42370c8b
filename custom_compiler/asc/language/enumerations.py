"""Enumerations of the language, made of the table's rows."""

from __future__ import annotations

from enum import IntEnum
from functools import cache

from custom_compiler.asc import table

_ALIASES = {"TPosition": (("VEOUT", "VECOUT"),)}  # as in PyAsc's slides


@cache
def enumeration(name: str) -> type[IntEnum]:
    """Return the class of an enumeration.

    Raises:
        KeyError: the table has none of that name.
    """
    members = dict(table.enumeration(name).members)
    members.update({alias: members[meant] for alias, meant in _ALIASES.get(name, ())})
    return IntEnum(name, members, module="asc")  # type: ignore[return-value]
