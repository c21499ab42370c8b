"""What a finished build made."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import Path


@dataclass(frozen=True, slots=True)
class BuildResult:
    """The results of one build.

    Attributes:
        operators: Operator types, sorted.
        units: Compute units, sorted.
        kernels: Number of kernel binaries, all units together.
        package: The self-extracting package.
        vendor: The vendor directory as staged; usable in place through ASCEND_CUSTOM_OPP_PATH.
        log: The full output of the build.
        seconds: How long the build took.
    """

    operators: tuple[str, ...]
    units: tuple[str, ...]
    kernels: int
    package: Path
    vendor: Path
    log: Path
    seconds: float
