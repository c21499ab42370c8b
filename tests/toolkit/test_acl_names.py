"""The public C interfaces have every name of CANN's, with its value, size, layout or signature.

acl_names.csv lists what CANN 8.1.RC1's headers declare (aarch64-linux): functions, types with
their sizes, macros, and enumerators or constants with their values. Media processing (acl/dvpp,
acl/media), acl/ops and rping are left out.

acl_names_9.csv lists what the public headers of CANN 9 declare; its first lines name their
repositories and commits. It also has the signatures of functions, and the offsets of members of
structures. Where CANN 9 changed a value, acl_names.csv has the name without its value.
"""

from __future__ import annotations

import csv
from pathlib import Path

import pytest

from tests.host.conftest import compiler, run

TABLES = ("acl_names.csv", "acl_names_9.csv")
LIBRARIES = (
    *("ascendcl", "acl_op_compiler", "acl_tdt_channel", "acl_tdt_queue", "ascend_dump"),
    *("acl_cblas", "msprofiler", "hccl", "nnopbase", "opapi", "platform"),
)


def statement(kind: str, name: str, value: str) -> str:
    """Return a statement that fails to compile or link if the name is missing or different."""
    if kind == "macro":
        return f"#ifndef {name}\n#error {name} is missing\n#endif"
    if kind == "function":
        signature = (
            f'static_assert(std::is_same<decltype({name}), {value}>::value, "{name}");'
            if value
            else ""
        )
        return f'extern "C++" void* const of_{name} = reinterpret_cast<void*>(&{name});{signature}'
    if kind == "type":
        size = f'static_assert(sizeof({name}) == {value}, "{name}");' if value else ""
        return f"using type_{name} = {name}*;{size}"
    if kind == "field":
        structure, field = name.split(".")
        return f'static_assert(offsetof({structure}, {field}) == {value}, "{name}");'
    if not value:
        return f"const auto value_{name} = {name};"
    unsigned = int(value) > 0x7FFFFFFFFFFFFFFF
    wide = "unsigned long long" if unsigned else "long long"
    return f'static_assert(static_cast<{wide}>({name}) == {value}{"ULL" * unsigned}, "{name}");'


def names(table: str) -> dict[str, list[str]]:
    """Statements by header."""
    statements: dict[str, list[str]] = {}
    with Path(__file__).with_name(table).open(newline="") as file:
        rows = csv.DictReader(line for line in file if not line.startswith("#"))
        for row in rows:
            line = statement(row["kind"], row["name"], row["value"])
            statements.setdefault(row["header"], []).append(line)
    return statements


HEADERS = sorted({header for table in TABLES for header in names(table)})


@pytest.mark.parametrize(
    ("table", "header"), [(table, header) for table in TABLES for header in names(table)]
)
def test_header(table: str, header: str, cann_home: Path, tmp_path: Path) -> None:
    source = tmp_path / "names.cpp"
    body = "\n".join(names(table)[header])
    includes = f'#include "{header}"\n#include <cstddef>\n#include <type_traits>\n'
    source.write_text(f"{includes}{body}\nint main() {{}}\n")
    lib64 = cann_home / "lib64"
    run(
        [
            *(compiler(), "-std=c++17", f"-I{cann_home}/include", str(source)),
            *("-o", str(tmp_path / "names"), f"-L{lib64}", f"-Wl,-rpath-link,{lib64}"),
            *(f"-l{library}" for library in LIBRARIES),
        ]
    )


@pytest.mark.parametrize("header", [name for name in HEADERS if name.startswith(("acl/", "hccl/"))])
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
