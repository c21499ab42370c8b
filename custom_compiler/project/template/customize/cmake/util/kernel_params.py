"""Parameter files of kernels: one kernel per distinct combination of data types and formats.

The name of a kernel is the md5 of its parameters as text, so the order of keys and the layout of
the text are part of the format: packages of different toolkits name equal kernels alike.
"""

from __future__ import annotations

import hashlib
import json
from typing import TYPE_CHECKING, Any

from op_info import InfoError

if TYPE_CHECKING:
    from op_info import RegisteredOperator, RegisteredPort

_ZERO_VALUES: dict[str, Any] = {
    "str": "",
    "int": 0,
    "float": 0.0,
    "bool": False,
    "list_bool": [],
    "list_int": [],
    "list_float": [],
    "list_list_int": [[]],
}


class DistinctCombinations:
    """The combinations of one operator after ForBinQuery merged those that share a kernel.

    `remaining` are the columns with a kernel; `queried[c]` those that kernel c serves (none: c).
    """

    def __init__(self, count: int) -> None:
        self.remaining = list(range(count))
        self.queried: dict[int, list[int]] = {}


def kernel_params(operator: RegisteredOperator) -> list[tuple[str, str]]:
    """Return (kernel name, text of its parameter file) for every kernel of the operator."""
    columns = merge_columns(operator)
    seen: set[tuple[tuple[str, str], ...]] = set()
    names: set[str] = set()
    kernels = []
    for column in columns.remaining:
        always = [port for port in operator.ports if port.param_type != "optional"]
        signature = tuple((port.dtypes[column], port.formats[column]) for port in always)
        if signature in seen:  # they differ in optional ports only
            continue
        seen.add(signature)
        kernels.append(_kernel(operator, column, columns.queried.get(column, []), names))
    return kernels


def _kernel(
    operator: RegisteredOperator, column: int, queried: list[int], names: set[str]
) -> tuple[str, str]:
    node: dict[str, Any] = {"bin_filename": ""}
    node["inputs"] = [_port(p, i, column, queried) for i, p in enumerate(operator.inputs)]
    node["outputs"] = [_port(p, i, column, queried) for i, p in enumerate(operator.outputs)]
    if operator.attrs:
        node["attrs"] = [
            {"name": attr.name, "dtype": attr.type, "value": _ZERO_VALUES.get(attr.type)}
            for attr in operator.attrs
        ]
    params = {"op_type": operator.op_type, "op_list": [node]}
    text = json.dumps(params, indent="  ")
    digest = _md5(text)
    while digest in names:
        text += "1"
        digest = _md5(text)
    names.add(digest)
    node["bin_filename"] = f"{operator.op_type}_{digest}"
    return node["bin_filename"], json.dumps(params, indent="  ")


def _port(port: RegisteredPort, index: int, column: int, queried: list[int]) -> Any:
    entry: dict[str, Any] = {"name": port.name, "index": index, "dtype": port.dtypes[column]}
    if queried:
        entry["dtypeForBinQuery"] = [port.dtypes[other] for other in queried]
    entry["format"] = port.formats[column]
    if queried:
        entry["formatForBinQuery"] = [port.formats[other] for other in queried]
    entry["paramType"] = port.param_type
    entry["shape"] = [-2]
    entry["format_match_mode"] = "FormatAgnostic"
    return [entry] if port.param_type == "dynamic" else entry


def merge_columns(operator: RegisteredOperator) -> DistinctCombinations:
    """Merge the combinations that look the same under their ForBinQuery types.

    They share the kernel of the combination that really has these types.
    """
    ports = operator.ports
    count = len(ports[0].dtypes) if ports else 0
    for port in ports:
        if len(port.dtypes) != count or len(port.formats) != count or not count:
            raise InfoError(
                f"operator {operator.op_type}: {port.name} has {len(port.dtypes)} data types and"
                f" {len(port.formats)} formats, {ports[0].name} has {count}"
            )
    columns = DistinctCombinations(count)
    if not any(port.query_dtypes or port.query_formats for port in ports):
        return columns
    groups: dict[str, list[int]] = {}
    owners: dict[str, int] = {}
    for column in range(count):
        groups.setdefault(_key(ports, column, query=True), []).append(column)
        owners[_key(ports, column, query=False)] = column
    members_kept: list[int] = []
    merged: list[tuple[int, list[int]]] = []
    for key, members in groups.items():
        owner = owners.get(key)
        if owner is None:
            print(f"warning: {operator.op_type}: ForBinQuery combination {key} is not declared")
            members_kept += members
        elif members == [owner]:
            members_kept += members
        else:
            merged.append((owner, members))
    for owner, members in merged:
        served = [*members, owner] if owner in members_kept else members
        columns.queried.setdefault(owner, []).extend(served)
    members_kept += [owner for owner, _ in merged]
    if len(members_kept) == count:
        print(f"warning: {operator.op_type}: ForBinQuery does not make fewer kernels")
    else:
        columns.remaining = sorted(set(members_kept))
    return columns


def _key(ports: list[RegisteredPort], column: int, *, query: bool) -> str:
    text = ""
    for port in ports:
        dtypes = port.query_dtypes if query and port.query_dtypes else port.dtypes
        formats = port.query_formats if query and port.query_formats else port.formats
        text += dtypes[column] + formats[column]
    return text


def _md5(text: str) -> str:
    return hashlib.md5(text.encode("utf-8"), usedforsecurity=False).hexdigest()
