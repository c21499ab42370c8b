"""Tilings have the fields of the toolkit's structures, in their order, up to reserved ones."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from custom_compiler.asc import table
from custom_compiler.asc.table.tilings import TilingStructure

HEADER = Path(__file__).resolve().parents[3] / "toolkit/include/kernel_tiling/tiling_fields.h"
KINDS = {"int32_t": "i32", "uint32_t": "i32", "float": "f32"}


def _fields(struct: str) -> list[tuple[str, str]]:
    """Names and kinds of a structure's fields, as the header lists them."""
    text = HEADER.read_text(encoding="utf-8").replace("\\\n", " ")
    macro = re.search(rf"STRUCT\({struct}, (\w+)\)", text)
    assert macro, struct
    body = re.search(rf"#define {macro[1]}\(.*?\)(.*)", text)
    assert body, struct
    return [(name, KINDS[kind]) for kind, name in re.findall(r"\((\w+), (\w+)\)", body[1])]


# PyAsc's TCubeTiling has no fields for scales of microscaling formats.
_NOT_IN_PYTHON = {"reserved", "mxTypePara"}


@pytest.mark.parametrize(
    "tiling",
    [row for row in table.all_tilings() if row.default == 0],
    ids=lambda row: row.name,
)
def test_a_tiling_has_the_fields_of_ascend_c(tiling: TilingStructure) -> None:
    fields = [field for field in _fields(tiling.cpp) if field[0] not in _NOT_IN_PYTHON]
    assert [(field.cpp, field.kind) for field in tiling.fields] == fields
