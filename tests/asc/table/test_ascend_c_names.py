"""The language prints only names that CANN 8.1 declares in docs/ascendc_api/symbols.csv."""

from __future__ import annotations

import csv
import re
from pathlib import Path

from custom_compiler.asc import table
from custom_compiler.asc.table.model import Enumeration, ParameterStruct

ROOT = Path(__file__).resolve().parents[3]

CLASSES = {"Matmul": "MatmulClientBase"}  # of rows whose class Ascend C calls otherwise

# Of multiplications on cube cores alone, whose class the list does not have.
UNLISTED = {"AscendC::MatmulClientBase::SetBatchNum"}
# Types and words of C++.
LANGUAGE = {
    *("static_cast", "reinterpret_cast", "const", "true", "false", "__gm__", "auto"),
    *("uint8_t", "int8_t", "uint16_t", "int16_t", "uint32_t", "int32_t", "uint64_t", "int64_t"),
    *("float", "half"),
}


with (ROOT / "docs" / "ascendc_api" / "symbols.csv").open(newline="", encoding="utf-8") as _file:
    _ROWS = list(csv.DictReader(_file))
LISTED = {f"{row['scope']}::{row['name']}".removeprefix("::") for row in _ROWS}
# Types that only signatures mention, and those of the compiler, come without members.
MENTIONED = {
    word for row in _ROWS for word in re.findall(r"\w+", row["template"] + " " + row["parameters"])
} | {row["name"] for row in _ROWS if row["kind"] == "name"}


def _words(text: str) -> set[str]:
    """The names in a text of Ascend C, with their scopes, without places and members."""
    text = re.sub(r"\{[^{}]*\}", " ", text)
    return set(re.findall(r"(?<![.\w:])(?:[A-Za-z_]\w*(?:::\w+)*)", text)) - LANGUAGE


def _members(text: str) -> list[str]:
    return re.findall(r"\}\.(\w+)", text)


def _unknown_of_enumeration(enumeration: Enumeration) -> set[str]:
    """Exported members, or the enumeration itself, that CANN does not declare."""
    if not enumeration.cpp:
        return {enumeration.name} if enumeration.exported else set()
    members = {enumeration.member_in_cpp(name) for name, _ in enumeration.members}
    if any(name.startswith(f"{enumeration.cpp}::") for name in LISTED):
        return members - LISTED
    return {enumeration.cpp.rpartition("::")[2]} - MENTIONED


def _unknown_of_struct(struct: ParameterStruct) -> set[str]:
    texts = [struct.cpp, *(form.emit for form in struct.constructors)]
    unknown = {word for text in texts for word in _words(text)} - LISTED
    return {word.rpartition("::")[2] for word in unknown} - MENTIONED


OVERLOADS = [
    (f"{row.qualified}-{form.ir}", row, form)
    for row in table.all_operations()
    for form in row.overloads
]


def test_what_an_operation_prints_is_declared_by_cann() -> None:
    unknown = [
        (name, words) for name, _, form in OVERLOADS if (words := _words(form.emit) - LISTED)
    ]
    assert unknown == []


def test_a_method_is_one_of_its_class_in_ascend_c() -> None:
    unknown = []
    for name, row, form in OVERLOADS:
        owner = f"AscendC::{CLASSES.get(row.owner, row.owner)}"
        own = form.emit.startswith("{self}.")
        called = {f"{owner}::{member}" for member in _members(form.emit) if own}
        if called - LISTED - UNLISTED:
            unknown.append((name, called - LISTED - UNLISTED))
    assert unknown == []


def test_members_of_enumerations_are_declared_by_cann() -> None:
    rows = table.all_enumerations()
    unknown = [(row.name, names) for row in rows if (names := _unknown_of_enumeration(row))]
    assert unknown == []


def test_structures_are_declared_by_cann() -> None:
    rows = table.all_structs()
    unknown = [(row.name, names) for row in rows if (names := _unknown_of_struct(row))]
    assert unknown == []
