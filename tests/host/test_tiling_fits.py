"""Range of numbers in a field of tiling data (register/tilingdata_fits.h)."""

from __future__ import annotations

import os
import subprocess
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import Path

# Field, value, whether it is held.
NUMBERS = [
    ("uint32_t", "int64_t{1} << 32", False),
    ("uint32_t", "int64_t{4294967295}", True),
    ("uint32_t", "-1", True),  # a sentinel, read as a signed number
    ("uint32_t", "int64_t{-5000000000}", False),
    ("int32_t", "uint32_t{3000000000u}", False),
    ("int32_t", "uint32_t{7}", True),
    ("int32_t", "SIZE_MAX", True),  # all ones
    ("int32_t", "size_t{1} << 31", False),
    ("uint8_t", "300", False),
    ("uint8_t", "255", True),
    ("int64_t", "uint64_t{1} << 63", False),
    ("uint64_t", "int32_t{5}", True),
    ("uint32_t", "5e9", False),
    ("uint32_t", "4294967295.0", True),
    ("int32_t", "-2147483648.0f", True),
    ("int64_t", "1e19", False),
    ("float", "1e300", True),  # only integers are judged
    ("bool", "2", True),
]


def test_numbers_that_fields_hold(cann_home: Path, tmp_path: Path) -> None:
    source = tmp_path / "fits.cpp"
    checks = [
        f"held += optiling::FitsField<{field}>({value}) ? '1' : '0';" for field, value, _ in NUMBERS
    ]
    source.write_text(
        "#include <cstdint>\n#include <cstdio>\n#include <string>\n"
        '#include "register/tilingdata_fits.h"\n'
        "int main() { std::string held;\n" + "\n".join(checks) + "\nstd::puts(held.c_str()); }\n"
    )
    program = tmp_path / "fits"
    subprocess.run(
        [os.environ.get("CXX", "g++"), "-std=c++11", "-Wall", "-Wextra", "-Werror",
         f"-I{cann_home}/include", str(source), "-o", str(program)],
        check=True,
    )  # fmt: skip
    held = subprocess.run([program], capture_output=True, text=True, check=True).stdout.strip()
    assert held == "".join("1" if expected else "0" for _, _, expected in NUMBERS)
