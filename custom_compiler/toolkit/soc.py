"""Compute units and SoC names.

A *compute unit* is what operators are configured for (`ascend910b`); a *SoC* is a product
(`Ascend910B1`). Case tells them apart: the SoC `Ascend910B` is an `ascend910`.
"""

from __future__ import annotations

import configparser
import difflib
from typing import TYPE_CHECKING

from custom_compiler.errors import MisuseError

if TYPE_CHECKING:
    from pathlib import Path

# Compute unit -> the SoC that kernels for it are compiled for.
UNITS = {
    "ascend310b": "Ascend310B1",
    "ascend310p": "Ascend310P3",
    "ascend350": "Ascend350_354f",
    "ascend610lite": "Ascend610Lite",
    "ascend910": "Ascend910A",
    "ascend910_93": "Ascend910_9391",
    "ascend910b": "Ascend910B1",
    "ascend950": "Ascend950PR_9599",
    "kirin9030": "Kirin9030",
    "kirinx90": "KirinX90",
    "mc32dm11a": "MC32DM11AA",
    "mc62": "MC62CM12AA",
}


def compute_units(names: str, platform_config: Path | None = None) -> tuple[str, ...]:
    """Turn the `;` list of `--soc_version` into compute units, each once, in the order given.

    Args:
        names: Compute units and SoC names; empty entries (a trailing `;`) are ignored.
        platform_config: The toolkit's directory of `<SoC>.ini`, to know more SoC names.
    """
    given = [name.strip() for name in names.split(";")]
    return tuple(dict.fromkeys(compute_unit(name, platform_config) for name in given if name))


def compute_unit(name: str, platform_config: Path | None = None) -> str:
    """Return the compute unit that a unit name or SoC name stands for."""
    if name in UNITS:
        return name
    known = _soc_table(platform_config)
    if name in known:
        return known[name]
    if name in known.values():
        return name
    choices = [*UNITS, *known]
    close = difflib.get_close_matches(name, choices, n=1, cutoff=0.5)
    hint = f"did you mean {close[0]}? " if close else ""
    message = f"--soc_version: unknown SoC version '{name}'"
    raise MisuseError(message, f"{hint}known units: {', '.join(UNITS)}")


def _soc_table(platform_config: Path | None) -> dict[str, str]:
    """Read SoC name -> compute unit from a toolkit's platform files, over our own short table."""
    table = {soc: unit for unit, soc in UNITS.items()}
    if platform_config is None or not platform_config.is_dir():
        return table
    for ini in sorted(platform_config.glob("*.ini")):
        parser = configparser.ConfigParser(strict=False, interpolation=None)
        try:
            parser.read(ini, encoding="utf-8")
            table[ini.stem] = parser["version"]["Short_SoC_version"].lower()
        except (OSError, UnicodeDecodeError, configparser.Error, KeyError):
            continue  # other files live there too
    return table
