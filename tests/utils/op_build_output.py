"""Reads what op_build writes, by the formats of the files and not by how they are made."""

from __future__ import annotations

import re
from dataclasses import dataclass

_CALL = re.compile(r"NNOPBASE_ASSERT_OK_RETVAL\(Nnopbase(\w+)\(\*executor(?:, )?(.*)\)\);")
_PORT_CALLS = re.compile(r"Add\w*(Input|Output|Attr|AttrWithDtype|DependTensor)|Set\w+")
_NOT_PORT_CALLS = {"SetUnContExecutor", "SetViewCopyExecutor"}


@dataclass(frozen=True)
class Body:
    """Contents of one GetWorkspaceSize function."""

    input_desc: list[int]
    output_desc: list[int]
    attr_desc: list[int]
    null_checked_first: list[str]
    port_calls: list[str]
    auto_contiguous: bool
    view_copy: bool


def read_ini(text: str) -> dict[str, list[tuple[str, str]]]:
    """The sections of an information file with their lines, in order."""
    sections: dict[str, list[tuple[str, str]]] = {}
    lines: list[tuple[str, str]] = []
    assert text.endswith("\n")
    for line in text[:-1].split("\n"):
        if line.startswith("["):
            assert line.endswith("]")
            lines = sections.setdefault(line[1:-1], [])
        else:
            key, equals, value = line.partition("=")
            assert equals, line
            lines.append((key, value))
    return sections


def functions(header: str) -> list[str]:
    """The declarations of an aclnn header, spaces normalised."""
    found = re.findall(r'visibility\("default"\)\)\)\s*(aclnnStatus [^;]+);', header)
    return [re.sub(r"\s+", " ", declaration).replace("( ", "(") for declaration in found]


def guard(header: str) -> str:
    """The include guard of a header."""
    name = re.search(r"^#ifndef (\w+)\n#define (\w+)$", header, re.MULTILINE)
    assert name is not None
    assert name[1] == name[2]
    return name[1]


def _array(source: str, name: str) -> str:
    found = re.search(rf"\b{name}\[\d*\] =\s*\{{(.*?)\}};", source, re.DOTALL)
    assert found is not None, name
    return found[1]


def units(source: str) -> list[str]:
    """Names of the compute units in the support table."""
    return re.findall(r'"(\w+)"', _array(source, "socNameList"))


def soc_enumerators(source: str) -> list[str]:
    """Enumerators of the compute units in the support table."""
    return re.findall(r"\w+", _array(source, "socSupportList"))


def _row(source: str, reference: str) -> list[str]:
    if reference == "nullptr":
        return []
    entries = re.findall(
        r"\{ge::DT_(\w+), (?:ge::FORMAT_(\w+)|static_cast<ge::Format>\((\d+)\))\}",
        _array(source, reference),
    )
    return [f"{dtype}/{name or number}" for dtype, name, number in entries]


def combinations(source: str) -> dict[str, list[dict[str, list[str]]]]:
    """Rows of the support table by compute unit."""
    tables: dict[str, list[dict[str, list[str]]]] = {}
    lists = re.findall(r"\{(\w+), (\d+)\}", _array(source, "opSocSupportList"))
    for unit, (info, count) in zip(units(source), lists, strict=True):
        rows = []
        if info != "nullptr":
            rows = re.findall(r"\{(\w+), \d+, (\w+), \d+\}", _array(source, info))
        assert len(rows) == int(count)
        tables[unit] = [{"in": _row(source, i), "out": _row(source, o)} for i, o in rows]
    return tables


def function_body(source: str, name: str) -> str:
    """The statements of a function."""
    found = re.search(
        rf"^aclnnStatus {name}\([^)]*\)\n\{{\n(.*?)^\}}$", source, re.DOTALL | re.MULTILINE
    )
    assert found is not None, name
    return found[1]


def _descriptor(body: str, name: str) -> list[int]:
    return [int(code) for code in _array(body, name).split(",") if code.strip()]


def _port_calls(body: str) -> list[str]:
    calls = []
    for name, arguments in _CALL.findall(body):
        if not _PORT_CALLS.fullmatch(name) or name in _NOT_PORT_CALLS:
            continue
        plain = re.sub(r"static_cast<void\*>\(&?(\w+)\)", r"\1", arguments)
        calls.append(f"{name} {plain}".strip())
    return calls


def body(source: str, name: str) -> Body:
    """The facts about one GetWorkspaceSize function."""
    text = function_body(source, name)
    first_checks = text.split("NnopbaseGetExecutor")[0]
    return Body(
        input_desc=_descriptor(text, "inputDesc"),
        output_desc=_descriptor(text, "outputDesc"),
        attr_desc=_descriptor(text, "attrDesc"),
        null_checked_first=re.findall(r"NOTNULL_RETVAL\((\w+)\)", first_checks),
        port_calls=_port_calls(text),
        auto_contiguous="aclnnContiguousGetWorkspaceSize" in text,
        view_copy="aclnnViewCopyGetWorkspaceSize" in text,
    )


def proto_lines(header: str, op_type: str) -> list[str]:
    """The lines between REG_OP and its end."""
    found = re.search(
        rf"^REG_OP\({op_type}\)\n(.*?)^ *\.OP_END_FACTORY_REG\({op_type}\)",
        header,
        re.DOTALL | re.MULTILINE,
    )
    assert found is not None, op_type
    return [line.strip() for line in found[1].splitlines()]


def impl_op(source: str, op_type: str) -> str | None:
    """Return the arguments of an operator's IMPL_OP statement, or None without one."""
    found = re.search(rf"^IMPL_OP\({op_type}\)(.*);$", source, re.MULTILINE)
    return None if found is None else found[1]
