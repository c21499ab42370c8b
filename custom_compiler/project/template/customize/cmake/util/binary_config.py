"""Lists the kernels of each compute unit: `binary_info_config.json` and `<opFile>.json`.

    binary_config.py (UNIT LIST OUTPUT)...

LIST names the kernels' description files, one a line.
"""

from __future__ import annotations

import json
import os
import sys
from typing import Any

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))

from failures import exit_code
from files import remove_others, write_changed

_CORE_TYPES = {
    "MIX": 0,
    "AiCore": 1,
    "VectorCore": 2,
    "MIX_AICORE": 3,
    "MIX_VECTOR_CORE": 4,
    "MIX_AIV": 4,
}
_FORMAT_MODES = {
    "FormatDefault": "nd_agnostic",
    "FormatAgnostic": "static_nd_agnostic",
    "FormatFixed": "normal",
}
_BIN_FIELDS = [
    "implMode",
    "int64Mode",
    "simplifiedKeyMode",
    "simplifiedKey",
    "dynamicParamMode",
    "staticKey",
    "inputs",
    "outputs",
    "attrs",
    "opMode",
    "optionalInputMode",
    "deterministic",
    "optionalOutputMode",
]


def main(arguments: list[str]) -> int:
    """Write the files of all units; the exit code."""
    units = zip(arguments[::3], arguments[1::3], arguments[2::3], strict=True)
    return max(write_lists(*unit) for unit in units)


def write_lists(unit: str, list_file: str, output: str) -> int:
    """Write the files of one unit; the exit code."""
    with open(list_file, encoding="utf-8", errors="surrogateescape") as file:
        paths = file.read().split("\n")
    operators: dict[str, Any] = {}
    files: dict[str, Any] = {}
    for path in sorted(filter(None, paths)):
        if not os.path.exists(path):  # its tiling keys were filtered out
            continue
        with open(path, encoding="utf-8") as file:
            record = json.load(file)
        try:
            _add(unit, os.path.basename(os.path.dirname(path)), record, operators, files)
        except KeyError as error:
            print(f"error: {path}: {error.args[0]} is missing", file=sys.stderr)
            return 1
    contents = {f"{name}.json": {"binList": entries} for name, entries in files.items()}
    contents["binary_info_config.json"] = operators
    for name, content in contents.items():
        write_changed(os.path.join(output, name), json.dumps(content, indent="  "))
    remove_others(output, set(contents))
    os.utime(os.path.join(output, "binary_info_config.json"))
    return 0


def _add(
    unit: str,
    op_file: str,
    record: dict[str, Any],
    operators: dict[str, Any],
    files: dict[str, Any],
) -> None:
    support = record["supportInfo"]
    name = record["binFileName"]
    op_type = name.rpartition("_")[0]
    core_type = _CORE_TYPES.get(record.get("coreType", ""), -1)
    if core_type < 0 and unit != "ascend310b":
        raise KeyError("coreType")
    entry = {"coreType": core_type, "simplifiedKey": support["simplifiedKey"]}
    if core_type == 0 and record.get("taskRation") == "tilingKey":
        entry["multiKernelType"] = 1
    entry["binPath"] = f"{unit}/{op_file}/{name}{record['binFileSuffix']}"
    entry["jsonPath"] = f"{unit}/{op_file}/{name}.json"
    if op_type not in operators:
        operators[op_type] = _operator(support)
    operators[op_type]["binaryList"].append(entry)
    info = {field: support[field] for field in _BIN_FIELDS if support.get(field) is not None}
    info["binInfo"] = {"jsonFilePath": entry["jsonPath"]}
    files.setdefault(op_file, []).append(info)


def _operator(support: dict[str, Any]) -> dict[str, Any]:
    fields: dict[str, Any] = {"dynamicRankSupport": True}
    for name in ("simplifiedKeyMode", "optionalInputMode", "optionalOutputMode"):
        if support.get(name) is not None:
            fields[name] = support[name]
    params: dict[str, Any] = {
        kind: [_param(port) for port in support[kind]] for kind in ("inputs", "outputs")
    }
    if support.get("attrs") is not None:
        params["attrs"] = [
            {key: attr[key] for key in ("name", "mode") if attr.get(key) is not None}
            for attr in support["attrs"]
        ]
    return {**fields, "params": params, "binaryList": []}


def _param(port: Any) -> Any:
    if isinstance(port, list):
        return [_param(port[0])]
    modes = {
        "dtypeMode": "bit"
        if port.get("dtype_match_mode") == "DtypeByte"
        else port.get("dtype_match_mode"),
        "formatMode": _FORMAT_MODES.get(
            port.get("format_match_mode"), port.get("format_match_mode")
        ),
    }
    values = {key: port.get(key) for key in ("name", "index", "paramType")}
    return {key: value for key, value in {**values, **modes}.items() if value is not None}


if __name__ == "__main__":
    sys.exit(exit_code(lambda: main(sys.argv[1:])))
