"""Instruction sets that host libraries are made for, and what this machine has of them."""

from __future__ import annotations

import platform
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from custom_compiler.errors import MisuseError
from custom_compiler.support.element_types import BY_NUMPY

if TYPE_CHECKING:
    from collections.abc import Sequence

_AVX2 = ("sse41", "avx", "avx2", "f16c", "fma")  # all that have AVX2 have these
_AVX512 = (*_AVX2, "avx512", "avx512_skylake")


@dataclass(frozen=True)
class HostTarget:
    """An instruction set.

    Attributes:
        name: As users write it.
        halide: Halide's name for it.
        machine: `platform.machine()` of the CPUs that have it.
        flags: What /proc/cpuinfo must name, by which libraries choose at run time too.
        vector_bytes: Width of a vector register.
        registers: Number of vector registers.
    """

    name: str
    halide: str
    machine: str
    flags: tuple[str, ...]
    vector_bytes: int
    registers: int

    def lanes(self, dtype: str) -> int:
        """Return the elements of a type in a vector register."""
        return max(1, self.vector_bytes // max(1, BYTES[dtype]))


BYTES = {row.numpy: row.size for row in BY_NUMPY.values()}
"""Bytes of an element by type."""

TARGETS = {
    target.name: target
    for target in (
        HostTarget(
            "x86-64-avx512",
            "-".join(("x86-64-linux", *_AVX512)),
            "x86_64",
            ("avx512f", "avx512bw", "avx512dq", "avx512vl", "avx512cd", "avx2", "fma"),
            64,
            32,
        ),
        HostTarget(
            "x86-64-avx2",
            "-".join(("x86-64-linux", *_AVX2)),
            "x86_64",
            ("avx2", "fma"),
            32,
            16,
        ),
        HostTarget("x86-64", "x86-64-linux", "x86_64", (), 16, 16),
        HostTarget("arm-64", "arm-64-linux", "aarch64", (), 16, 32),
    )
}
"""By name; of one machine the more able ones first, the last one needs no flags."""


def find_target(name: str) -> HostTarget:
    """Return the target of a name; raise MisuseError if there is none."""
    if name == "host":
        return targets_here()[0]
    if name not in TARGETS:
        raise MisuseError(f"unknown target {name}", f"choose one of: host, {', '.join(TARGETS)}")
    return TARGETS[name]


def chosen_targets(names: Sequence[str] | None) -> tuple[HostTarget, ...]:
    """Return the targets of these names, the most capable first; by default all of this machine.

    Raises:
        MisuseError: A name is unknown, or there is none for this machine.
    """
    if names:
        chosen = [find_target(name) for name in names]
    else:
        machine = platform.machine()
        chosen = [each for each in TARGETS.values() if each.machine == machine] or [
            find_target("host")
        ]
    order = list(TARGETS.values())
    return tuple(sorted(dict.fromkeys(chosen), key=order.index))


@cache
def targets_here() -> tuple[HostTarget, ...]:
    """Return the targets whose code this machine runs, the most capable first."""
    machine, flags = platform.machine(), _flags()
    targets = tuple(
        target
        for target in TARGETS.values()
        if target.machine == machine and flags.issuperset(target.flags)
    )
    if not targets:
        raise MisuseError(
            f"no host kernels for CPUs of type {machine}",
            f"build for another machine: {', '.join(TARGETS)}",
        )
    return targets


def _flags() -> frozenset[str]:
    try:
        lines = Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines()
    except OSError:
        return frozenset()
    flags = next((line for line in lines if line.startswith("flags")), "")
    return frozenset(flags.partition(":")[2].split())
