"""The compute units that a toolkit describes."""

from __future__ import annotations

import difflib
import glob
import os
import re

_UNIT = re.compile(r"^Short_SoC_version=(\S+)", re.MULTILINE)
_FOLDERS = ("data/platform_config", "*/data/platform_config")


def known_units(toolkit: str) -> set[str]:
    """Return the units of the toolkit's `<SoC>.ini` files; empty if it has none."""
    units: set[str] = set()
    for folder in _FOLDERS:
        for path in glob.glob(os.path.join(glob.escape(toolkit), folder, "*.ini")):
            with open(path, encoding="utf-8", errors="replace") as file:
                units.update(name.lower() for name in _UNIT.findall(file.read()))
        if units:
            break  # further folders are links to the first
    return units


def unknown_unit_message(unit: str, known_names: set[str], toolkit: str) -> str:
    """Return the error about a unit that operators are registered for; "" if there is none."""
    if not known_names or unit in known_names:
        return ""
    close = difflib.get_close_matches(unit, sorted(known_names), n=1, cutoff=0.5)
    hint = f"did you mean {close[0]}? " if close else ""
    return (
        f'AddConfig("{unit}"): the toolkit {toolkit} has no such compute unit; {hint}known units: '
        + ", ".join(sorted(known_names))
    )
