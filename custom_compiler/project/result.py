"""The result of a finished build."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import Path

RESULT_FILE = "result.json"


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


def read_result(build: Path, log: Path, seconds: float) -> BuildResult:
    """Read what the project's build wrote about itself into its directory `build`.

    Raises OSError, ValueError, KeyError or TypeError if it did not.
    """
    result = json.loads((build / RESULT_FILE).read_text(encoding="utf-8"))
    for part in ("package", "vendor"):
        (build / result[part]).stat()
    return BuildResult(
        operators=tuple(result["operators"]),
        units=tuple(result["units"]),
        kernels=int(result["kernels"]),
        package=build / result["package"],
        vendor=build / result["vendor"],
        log=log,
        seconds=seconds,
    )
