"""Compute units as msopgen takes them: `<core>-<chip>`, separated by commas."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from custom_compiler.project.msopgen.messages import Code, MsopgenError, warn
from custom_compiler.toolkit.soc import known_socs

if TYPE_CHECKING:
    from pathlib import Path

_MOST = 100
_CORES = frozenset(("ai_core", "aicore", "vector_core", "vectorcore"))
_AI_CPU = frozenset(("aicpu", "ai_cpu"))
_CHIP = re.compile(r"ascend[a-z0-9_-]{3,20}|bs9sx1a+|hi[a-z0-9]{3,20}")
_FORM = (
    "Please check whether the format of the input compute unit is ${core_type}-${unit_type}, "
    "like ai_core-ascend310"
)
# Families that are given as if they were chips, and the suffix of a chip's virtual parts.
_FAMILIES = {"ascend950dt": "ascend950", "ascend950pr": "ascend950", "bs9sx1aa": "bs9sx1a"}
_VIRTUAL = re.compile(r"vir\d+$")


def compute_units(text: str, platform_config: Path, *, strict: bool = False) -> tuple[str, ...]:
    """Return the units of `-c`, each once, in the order given.

    A chip becomes its unit ("ascend910b2": "ascend910b"), an unknown name stays unmodified.
    CANN's tool reads ascend910b as the chip of the first generation that was once sold under this
    name, and builds for ascend910; here it is the unit, unless `strict`.

    Args:
        text: The option's value.
        platform_config: The toolkit's descriptions of chips.
        strict: Read ascend910b as CANN's tool does.
    """
    names = text.split(",")
    if len(names) > _MOST:
        raise MsopgenError(Code.UNIT, "Input too many args in --compute_unit")
    if {_core(name) in _AI_CPU for name in names} == {True, False}:
        message = "Invalid compute unit format. Only one core type is supported."
        raise MsopgenError(Code.UNIT, message)
    chips = {name.lower(): unit for name, unit in known_socs(platform_config).items()}
    return tuple(dict.fromkeys(_unit(name, chips, strict=strict) for name in names))


def _core(name: str) -> str:
    return name.strip().lower().partition("-")[0]


def _unit(name: str, chips: dict[str, str], *, strict: bool) -> str:
    core, dash, chip = name.strip().lower().partition("-")
    if core in _AI_CPU and not dash:
        message = f"Invalid compute unit {name}: kernels for AI CPUs cannot be built here"
        raise MsopgenError(Code.UNIT, f"{message}, give ai_core-<chip>.")
    if not dash or core not in _CORES:
        raise MsopgenError(Code.UNIT, f"Invalid compute unit format. {_FORM} or aicpu.")
    if not _CHIP.fullmatch(chip):
        raise MsopgenError(Code.UNIT, f"Invalid unit type format. {_FORM} or ascend910A.")
    chip = _VIRTUAL.sub("", chip)
    if chip == "ascend910b" and not strict:
        text = "ascend910b is the unit of Ascend910B1 to B4"
        warn(f"{text} (--strict: ascend910, as CANN's msopgen reads it)")
        return chip
    units = set(chips.values())
    if chip in units and chip != "ascend910b":
        return chip
    return _FAMILIES.get(chip, chips.get(chip, chip))
