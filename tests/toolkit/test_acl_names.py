"""The public C interfaces have every name of CANN 8.1's, with its value or size.

acl_names.csv lists what CANN 8.1.RC1's headers declare (aarch64-linux): functions, types with
their sizes, macros, and enumerators or constants with their values. Media processing (acl/dvpp,
acl/media), acl/ops and rping are left out.
"""

from __future__ import annotations

import csv
from pathlib import Path

import pytest

from tests.host.conftest import compiler, run

NAMES = Path(__file__).with_name("acl_names.csv")
LIBRARIES = (
    *("ascendcl", "acl_op_compiler", "acl_tdt_channel", "acl_tdt_queue", "ascend_dump"),
    *("msprofiler", "hccl", "nnopbase", "opapi"),
)


def statement(kind: str, name: str, value: str) -> str:
    """Return a statement that fails to compile or link if the name is missing or different."""
    if kind == "macro":
        return f"#ifndef {name}\n#error {name} is missing\n#endif"
    if kind == "function":
        return f'extern "C++" void* const of_{name} = reinterpret_cast<void*>(&{name});'
    if kind == "type":
        size = f'static_assert(sizeof({name}) == {value}, "{name}");' if value else ""
        return f"using type_{name} = {name}*;{size}"
    if not value:
        return f"const auto value_{name} = {name};"
    unsigned = int(value) > 0x7FFFFFFFFFFFFFFF
    wide = "unsigned long long" if unsigned else "long long"
    return f'static_assert(static_cast<{wide}>({name}) == {value}{"ULL" * unsigned}, "{name}");'


def names() -> dict[str, list[str]]:
    """Statements by header."""
    statements: dict[str, list[str]] = {}
    with NAMES.open(newline="") as file:
        for row in csv.DictReader(file):
            line = statement(row["kind"], row["name"], row["value"])
            statements.setdefault(row["header"], []).append(line)
    return statements


@pytest.mark.parametrize("header", names())
def test_header(header: str, cann_home: Path, tmp_path: Path) -> None:
    source = tmp_path / "names.cpp"
    body = "\n".join(names()[header])
    source.write_text(f'#include "{header}"\n{body}\nint main() {{}}\n')
    lib64 = cann_home / "lib64"
    run(
        [
            *(compiler(), "-std=c++17", f"-I{cann_home}/include", str(source)),
            *("-o", str(tmp_path / "names"), f"-L{lib64}", f"-Wl,-rpath-link,{lib64}"),
            *(f"-l{library}" for library in LIBRARIES),
        ]
    )


@pytest.mark.parametrize("header", [name for name in names() if name.startswith(("acl/", "hccl/"))])
def test_header_is_c(header: str, cann_home: Path, tmp_path: Path) -> None:
    source = tmp_path / "names.c"
    source.write_text(f'#include "{header}"\n')
    run(
        [
            "gcc",
            "-std=c11",
            "-Wall",
            "-Werror",
            f"-I{cann_home}/include",
            "-fsyntax-only",
            str(source),
        ]
    )
