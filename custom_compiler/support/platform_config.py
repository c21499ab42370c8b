"""A toolkit's descriptions of SoCs, `platform_config/<SoC>.ini`, as CANN writes them."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

_SECTIONS = {"[version]", "[SoCInfo]", "[AICoreSpec]"}


def read_description(path: str) -> dict[str, str]:
    """Return the properties of the SoC and its cores in `path`; empty if it is no description."""
    values: dict[str, str] = {}
    wanted = False
    try:
        with open(path, encoding="utf-8") as file:
            for raw in file:
                line = raw.strip()
                if line.startswith("["):
                    wanted = line in _SECTIONS
                elif wanted and "=" in line:
                    key, _, value = line.partition("=")
                    values[key.strip()] = value.strip()
    except (OSError, UnicodeDecodeError):
        return {}
    return values if "Short_SoC_version" in values else {}


def descriptions(directory: str) -> Iterator[tuple[str, dict[str, str]]]:
    """Yield every SoC described in `directory`, by name and sorted."""
    try:
        names = sorted(os.listdir(directory))
    except OSError:
        return
    for name in names:
        stem, suffix = os.path.splitext(name)
        values = read_description(os.path.join(directory, name)) if suffix == ".ini" else {}
        if values:
            yield stem, values


def standing_for(word: str, directory: str) -> dict[str, dict[str, str]]:
    """Return the SoCs that the embedded toolkit uses for `word` if none is named, by name.

    `toolkit/data/generate.py` lists the words.
    """
    return {
        soc: values
        for soc, values in descriptions(directory)
        if word in values.get("Stands_for", "").split()
    }
