"""The debugger's tables of members, held against the headers that declare them.

gdb is not needed here: what its extension expects of C++ types is compared with the declarations
that libclang reads, so that a type that changes fails this test.
"""

from __future__ import annotations

import ast
import importlib
import struct
import subprocess
import sys
from functools import cache
from pathlib import Path
from types import ModuleType

import pytest
from clang.cindex import Cursor, CursorKind, Index, TranslationUnit, Type, TypeKind

ROOT = Path(__file__).parents[2]
EXTENSION = ROOT / "custom_compiler/debug/gdb_extension"

_CLASSES = {CursorKind.CLASS_DECL, CursorKind.CLASS_TEMPLATE, CursorKind.STRUCT_DECL}
_SCOPES = {CursorKind.NAMESPACE, CursorKind.LINKAGE_SPEC, *_CLASSES}
_PARAMETERS = {CursorKind.TEMPLATE_TYPE_PARAMETER, CursorKind.TEMPLATE_NON_TYPE_PARAMETER}
_NUMBERS = {
    TypeKind.BOOL, TypeKind.UCHAR, TypeKind.USHORT, TypeKind.UINT, TypeKind.ULONG, TypeKind.INT,
    TypeKind.SHORT, TypeKind.LONG, TypeKind.ENUM,
}  # fmt: skip


def _extension(name: str) -> ModuleType:
    """A module of the extension, without gdb: it needs gdb when it is called, not before."""
    with pytest.MonkeyPatch.context() as patch:
        patch.syspath_prepend(str(EXTENSION))
        patch.setitem(sys.modules, "gdb", ModuleType("gdb"))
        for path in EXTENSION.glob("*.py"):
            patch.delitem(sys.modules, path.stem, raising=False)
        module = importlib.import_module(name)
        for path in EXTENSION.glob("*.py"):
            sys.modules.pop(path.stem, None)
        return module


members = _extension("members")
state = _extension("state")


def _system_folders() -> list[str]:
    said = subprocess.run(
        ["g++", "-xc++", "-E", "-v", "/dev/null"], capture_output=True, text=True, check=True
    ).stderr
    folders = said.partition("#include <...>")[2].partition("End of search")[0].splitlines()[1:]
    return [word for folder in folders for word in ("-isystem", folder.strip())]


@cache
def _tree() -> TranslationUnit:
    toolkit = ROOT / "toolkit"
    words = ["-std=c++17", "-w", "-D__CCE_AICORE__=220", *_system_folders()]
    words += [f"-I{toolkit / name}" for name in ("tikcpp/tikcfw", "include", "src")]
    text = '#include "kernel_operator.h"\n#include "observe/debug/debug_state.h"\n'
    options = TranslationUnit.PARSE_SKIP_FUNCTION_BODIES
    tree = Index.create().parse("members.cpp", words, [("members.cpp", text)], options)
    assert [said.spelling for said in tree.diagnostics if said.severity >= 3] == []
    return tree


@cache
def _declarations() -> dict[str, Cursor]:
    """Definitions of classes and enumerations by their full names."""
    found: dict[str, Cursor] = {}

    def walk(scope: Cursor, prefix: str) -> None:
        for cursor in scope.get_children():
            name = prefix + cursor.spelling
            if cursor.is_definition() and cursor.kind in {*_CLASSES, CursorKind.ENUM_DECL}:
                found.setdefault(name, cursor)
            if cursor.kind in _SCOPES:
                walk(cursor, prefix if cursor.kind == CursorKind.LINKAGE_SPEC else name + "::")

    walk(_tree().cursor, "")
    return found


def _kind(type_: Type, expected: str) -> str:
    """Return a field's type in the words of members.py."""
    canonical = type_.get_canonical()
    if canonical.kind in _NUMBERS:
        return "number"
    if canonical.kind == TypeKind.POINTER or type_.spelling.endswith("*"):
        return "pointer"
    if canonical.kind in {TypeKind.CONSTANTARRAY, TypeKind.DEPENDENTSIZEDARRAY}:
        return "array"
    # Of a template that is not instantiated only the text is known.
    short = type_.spelling.partition("<")[0].rsplit("::", 1)[-1]
    return expected if expected.rsplit("::", 1)[-1] == short else type_.spelling


@pytest.mark.parametrize("type_", members.MEMBERS)
def test_types_have_the_members_that_printers_read(type_: str) -> None:
    declared = {
        field.spelling: field.type
        for field in _declarations()[type_].get_children()
        if field.kind == CursorKind.FIELD_DECL
    }
    expected = members.MEMBERS[type_]
    if type_ == "AscendC::isa::AddressPart":
        # `Value`: TBuffAddr has one of uint32_t and one of uint8_t.
        assert declared["value_"].spelling == "Value"
        return
    found = {name: _kind(declared[name], kind) for name, kind in expected.items()}
    assert found == expected


@pytest.mark.parametrize("type_", members.PARAMETERS)
def test_templates_have_the_parameters_that_printers_read(type_: str) -> None:
    cursor = _declarations()[type_]
    declared = [c.spelling for c in cursor.get_children() if c.kind in _PARAMETERS]
    expected = members.PARAMETERS[type_]
    assert tuple(declared[: len(expected)]) == expected


def test_members_are_read_through_the_table_only() -> None:
    """A name in brackets elsewhere would be one that no test compares with the headers."""
    for path in EXTENSION.glob("*.py"):
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.Subscript) and isinstance(node.slice, ast.Constant):
                assert not isinstance(node.slice.value, str), f"{path.name}:{node.lineno}"


def _enumerators(name: str) -> dict[str, int]:
    cursor = _declarations()[name]
    kinds = (CursorKind.ENUM_CONSTANT_DECL,)
    return {c.spelling: c.enum_value for c in cursor.get_children() if c.kind in kinds}


def test_states_of_buffers() -> None:
    words = {"FREE": "free", "OCCUPIED": "allocated", "ENQUE": "enqueued", "DEQUE": "dequeued"}
    declared = sorted(_enumerators("AscendC::TBufState").items(), key=lambda item: item[1])
    assert tuple(words[name] for name, _ in declared) == members.STATES


def test_pipes_and_memories() -> None:
    pipes = _enumerators("pipe_t")
    assert [pipes[f"PIPE_{name}"] for name in state.PIPES] == list(range(len(state.PIPES)))
    # As msdebug calls them.
    other = {"BIAS": "BT", "FIXBUF": "FB"}
    memories = [other.get(name, name) for name in _enumerators("AscendC::Hardware")]
    assert tuple(memories[:-1]) == state.MEMORIES  # all but MAX


@pytest.mark.parametrize(
    ("type_", "layout"),
    [
        ("observe::DebugLaunch", state._LAUNCH),
        ("observe::DebugBlock", state._BLOCK),
        ("observe::DebugFlag", state._FLAG),
    ],
)
def test_the_layout_of_the_launch(type_: str, layout: struct.Struct) -> None:
    """The fields of the format lie where the compiler puts the members."""
    fields = [
        field
        for field in _declarations()[type_].get_children()
        if field.kind == CursorKind.FIELD_DECL and field.spelling != "flags"
    ]
    codes = layout.format.strip("<")
    assert len(codes) == len(fields)
    offset = 0
    for field, code in zip(fields, codes, strict=True):
        assert field.get_field_offsetof() == offset * 8, field.spelling
        assert field.type.get_size() == struct.calcsize(f"<{code}"), field.spelling
        offset += struct.calcsize(f"<{code}")
    assert layout.size == offset


def test_the_number_of_flags_of_a_block() -> None:
    block = _declarations()["observe::DebugBlock"]
    (flags,) = (c for c in block.get_children() if c.spelling == "flags")
    assert flags.type.element_count == state._MOST_FLAGS
    assert block.type.get_size() == state._BLOCK_BYTES
