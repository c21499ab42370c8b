"""Find, describe and check a toolkit: an installed CANN or the embedded one."""

from __future__ import annotations

from custom_compiler.toolkit.home import ensure_home, home_path
from custom_compiler.toolkit.soc import compute_unit, compute_units, known_socs
from custom_compiler.toolkit.toolkit import Toolkit, find_toolkit

__all__ = [
    "Toolkit",
    "compute_unit",
    "compute_units",
    "ensure_home",
    "find_toolkit",
    "home_path",
    "known_socs",
]
