"""Refuses kernels that use an element type which the SoC's instructions lack.

The headers are the same for all architectures, so they accept what any of them accepts and record
what some of them lack (`AscendcMetaKind`, kind 9). CANN's own headers refuse it where it is used.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from custom_compiler.errors import BuildError
from custom_compiler.kernel.toolchain.kernel_types import LACKS_TYPE
from custom_compiler.support.element_types import BY_NUMBER

if TYPE_CHECKING:
    from custom_compiler.kernel.toolchain.soc import Soc

_ARCHS = (100, 200, 220, 300, 310)
_X90_HAS = 1 << len(_ARCHS)  # though 310B, of the same architecture, does not


def missing_types(meta: list[tuple[int, int, int]], arch: int, unit: str = "") -> list[str]:
    """The calls whose element type `arch` (value of __CCE_AICORE__) lacks, as `Add<bool>`."""
    if arch not in _ARCHS:
        return []
    bit = 1 << _ARCHS.index(arch)
    calls = set()
    for kind, low, high in meta:
        archs = kind >> 8 & 0xFF
        if archs & _X90_HAS and unit == "kirinx90":
            continue
        if kind & 0xFF == LACKS_TYPE and archs & bit:
            packed = low.to_bytes(8, "little") + high.to_bytes(8, "little")
            types = [kind >> 16 & 0xFF]
            if kind >> 24:
                types.append((kind >> 24) - 1)
            arguments = ", ".join(_kernel_type(number) for number in types)
            calls.add(f"{packed.rstrip(bytes(1)).decode()}<{arguments}>")
    return sorted(calls)


def refuse_missing_types(meta: list[tuple[int, int, int]], soc: Soc, source: str) -> None:
    """Raises BuildError if the kernel compiled from `source` needs a type that `soc` lacks."""
    calls = missing_types(meta, soc.arch, soc.unit)
    if calls:
        message = f"{source}: {soc.unit} has no {', '.join(calls)}"
        hint = "Cast to a type that the instruction accepts; docs/ascendc_api.md lists them"
        raise BuildError(message, hint)


def _kernel_type(number: int) -> str:
    return BY_NUMBER[number].kernel_type if number in BY_NUMBER else "?"
