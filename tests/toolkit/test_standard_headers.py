"""Headers of the toolkit bring along the standard headers that those of CANN do.

Programs use names of headers that they do not include. `standard_headers.csv` has what each header
of opbase, metadef, runtime and ge reaches through its includes, in the names of C++ (cstdint for
stdint.h).
"""

from __future__ import annotations

import csv
import re
from functools import cache
from pathlib import Path

import pytest

TABLE = Path(__file__).with_name("standard_headers.csv")
INCLUDE = re.compile(r'^\s*#\s*include\s*[<"]([^>"]+)[>"]', re.MULTILINE)
OF_C = (
    "assert",
    "errno",
    "inttypes",
    "limits",
    "math",
    "stdarg",
    "stddef",
    "stdint",
    "stdio",
    "stdlib",
    "string",
    "time",
)
IN_CPP = {f"{name}.h": f"c{name}" for name in OF_C}
# Folders on the include path of programs and packages.
PATHS = ("", "aclnn", "exe_graph", "base", "experiment", "experiment/metadef", "op_common")


@pytest.fixture(scope="module")
def include(cann_home: Path) -> Path:
    """Return the folder of headers."""
    return cann_home / "include"


def _file_of(include: Path, header: Path, name: str) -> Path | None:
    folders = [header.parent, *(include / path for path in PATHS)]
    return next((folder / name for folder in folders if (folder / name).is_file()), None)


@cache
def _includes(header: Path) -> list[str]:
    return INCLUDE.findall(header.read_text(encoding="utf-8"))


def reached(include: Path, header: Path) -> set[str]:
    """Return the standard headers below a header, and `securec.h`."""
    names, seen, queue = set(), {header}, [header]
    while queue:
        for name in _includes(here := queue.pop()):
            names.add(IN_CPP.get(name, name))
            path = _file_of(include, here, name)
            if path and path not in seen:
                seen.add(path)
                queue.append(path)
    return names


def _rows() -> list[tuple[str, str]]:
    with TABLE.open(newline="", encoding="utf-8") as file:
        return [(row["header"], row["reaches"]) for row in csv.DictReader(file)]


def test_headers_reach_those_of_cann(include: Path) -> None:
    lacking = {
        header: sorted(lacks)
        for header, names in _rows()
        if (lacks := set(names.split()) - reached(include, include / header))
    }
    assert lacking == {}


def test_reached_headers_are_of_any_depth(tmp_path: Path) -> None:
    (tmp_path / "aclnn").mkdir()
    (tmp_path / "top.h").write_text('#include "middle.h"\n# include <set>\n')
    (tmp_path / "aclnn/middle.h").write_text('#include <stdio.h>\n#include "top.h"\n')
    assert reached(tmp_path, tmp_path / "top.h") == {"middle.h", "set", "cstdio", "top.h"}
