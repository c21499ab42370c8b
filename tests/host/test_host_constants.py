"""Constants and stand-ins for the kernel language that host code finds in headers of tilings."""

from __future__ import annotations

from enum import IntEnum
from pathlib import Path

import pytest

from tests.host.conftest import compiler, run


class Size(IntEnum):
    """Sizes of the hardware: fractals are 16 x 16 elements, a data block has 32 bytes.

    Names of members, not text, which the table of APIs would take for a kernel's.
    """

    BLOCK_CUBE = 16
    ONE_BLK_SIZE = 32
    CUBE_MAX_SIZE = 16 * 16


# Those of CANN's include/adv_api/transpose/confusion_transpose_tiling.h for hosts.
TYPES = {
    Size.BLOCK_CUBE: "uint32_t", Size.ONE_BLK_SIZE: "uint32_t", Size.CUBE_MAX_SIZE: "int32_t",
}  # fmt: skip
VALUES = "".join(f"static_assert(AscendC::{each.name} == {each.value});\n" for each in Size)
# The last is what CANN's include/adv_api/matmul/matmul_tiling_base.h has for hosts.
OF_HOST = (
    "#include <cstdint>\n#include <type_traits>\n"
    + "".join(
        f"static_assert(std::is_same_v<decltype(AscendC::{each.name}), const {name}>);\n"
        for each, name in TYPES.items()
    )
    + "static_assert(std::is_same_v<matmul_tiling::half, double>);\n"
)
# Kernels and their launches in one file, the kernel language first: half is a kernel's.
OF_BOTH = """
using namespace matmul_tiling;
static_assert(sizeof(half) == 2, "half of the kernel language");
"""
OF_KERNELS = ["detail/types/half.h", "detail/types/constants.h"]
OF_TILINGS = "lib/transpose/confusion_transpose_tiling.h"


@pytest.mark.parametrize(
    ("headers", "expectations"),
    [
        (["tiling/tiling_api.h"], VALUES + OF_HOST),
        (["lib/tiling_api.h"], VALUES + OF_HOST),
        ([*OF_KERNELS, "tiling/tiling_api.h"], VALUES + OF_BOTH),
        ([OF_TILINGS, *OF_KERNELS], VALUES),
    ],
    ids=["host", "lib", "kernel_first", "kernel_last"],
)
def test_values(headers: list[str], expectations: str, cann_home: Path, tmp_path: Path) -> None:
    source = tmp_path / "constants.cpp"
    source.write_text("".join(f'#include "{name}"\n' for name in headers) + expectations)
    folders = (cann_home / "include", cann_home / "tikcpp" / "tikcfw")
    command = [compiler(), "-std=c++17", "-fsyntax-only", *(f"-I{folder}" for folder in folders)]
    run([*command, str(source)])
