"""Compute units and SoC names.

A *compute unit* is what operators are configured for (`ascend910b`); a *SoC* is a product
(`Ascend910B1`). Case tells them apart: the SoC `Ascend910B` is an `ascend910`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from custom_compiler.errors import MisuseError
from custom_compiler.support.platform_config import descriptions
from custom_compiler.toolkit.home import toolkit_tree

if TYPE_CHECKING:
    from pathlib import Path


_OPTION = "--soc_version"


def compute_units(names: str, platform_config: Path, option: str = _OPTION) -> tuple[str, ...]:
    """Turn a `;` list of names into compute units, each once, in the order given.

    Args:
        names: Compute units and SoC names; empty entries (a trailing `;`) are ignored.
        platform_config: The toolkit's directory of `<SoC>.ini`.
        option: Where the names were given.
    """
    words = [name.strip() for name in names.split(";")]
    units = (compute_unit(name, platform_config, option) for name in words if name)
    return tuple(dict.fromkeys(units))


def compute_unit(name: str, platform_config: Path, option: str = _OPTION) -> str:
    """Return the compute unit that a unit name or SoC name stands for."""
    units_by_soc = known_socs(platform_config)
    if name in units_by_soc:
        return units_by_soc[name]
    units = sorted(set(units_by_soc.values()))
    if name in units:
        return name
    if "," in name:
        listed = ";".join(part.strip() for part in name.split(","))
        message = f"{option}: '{name}' is one name with commas"
        raise MisuseError(message, f"separate names with semicolons: '{listed}'")
    import difflib

    close = difflib.get_close_matches(name, [*units, *units_by_soc], n=1, cutoff=0.5)
    hint = f"did you mean {close[0]}? " if close else ""
    message = f"{option}: unknown SoC version '{name}'"
    raise MisuseError(message, f"{hint}known units: {', '.join(units)}")


def known_socs(platform_config: Path) -> dict[str, str]:
    """Return SoC name -> compute unit, from a toolkit's descriptions.

    Of a toolkit that has none at `platform_config`, those of the embedded one are taken.
    """
    return _units_of(platform_config) or _units_of(toolkit_tree() / "data/platform_config")


def _units_of(directory: Path) -> dict[str, str]:
    pairs = descriptions(str(directory))
    return {soc: values["Short_SoC_version"].lower() for soc, values in pairs}
