"""`asc.lib.host`: tilings of matrix multiplications, computed by the toolkit's tiling library."""

from __future__ import annotations

from custom_compiler.asc.host.kinds import (
    CubeFormat,
    DataType,
    DequantType,
    MatrixMadType,
    MatrixTraverse,
    ScheduleType,
    TPosition,
)
from custom_compiler.asc.host.platform import (
    PlatformAscendC,
    PlatformAscendCManager,
    get_ascendc_platform,
)
from custom_compiler.asc.host.tiling import (
    BatchMatmulTiling,
    MatmulApiTiling,
    MatmulConfigParams,
    MultiCoreMatmulTiling,
)

__all__ = [
    "BatchMatmulTiling",
    "CubeFormat",
    "DataType",
    "DequantType",
    "MatmulApiTiling",
    "MatmulConfigParams",
    "MatrixMadType",
    "MatrixTraverse",
    "MultiCoreMatmulTiling",
    "PlatformAscendC",
    "PlatformAscendCManager",
    "ScheduleType",
    "TPosition",
    "get_ascendc_platform",
]
