"""The operator information of a package: `aic-<unit>-ops-info.json`, as op_build describes it.

An operator is a dictionary of dictionaries: `input0`, `output0`, ... are its ports, `attr` lists
its attributes, `attr_<name>` is one, and others (`opFile`, `opInterface`) have a `value`.
"""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, Any

from custom_compiler.errors import PackageError

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

Description = dict[str, dict[str, Any]]
_HINT = "install the package again, or take it out of the search path"


def read_information(path: Path) -> dict[str, Description]:
    """Return the descriptions of a file by operator type.

    Raises:
        PackageError: It cannot be read, or a description has no such form.
    """
    try:
        return parse_information(path.read_bytes(), path)
    except OSError as error:
        raise PackageError(f"cannot read {path}: {error.strerror}", _HINT) from error


def parse_information(text: bytes | str, path: Path) -> dict[str, Description]:
    """Return the descriptions of the text of the file `path`, as `read_information` does."""
    try:
        operators = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise PackageError(f"cannot read {path}: {error}", _HINT) from error
    if not isinstance(operators, dict):
        raise PackageError(f"cannot read {path}: it is no JSON object", _HINT)
    for op_type, description in operators.items():
        problem = _problem(description)
        if problem:
            raise PackageError(f"cannot read {path}: operator {op_type}: {problem}", _HINT)
    return operators


def _problem(description: Any) -> str:
    """Return what the form of a description lacks; "" if it is complete."""
    if not isinstance(description, dict):
        return "its description is no JSON object"
    for key, values in description.items():
        if not isinstance(values, dict):
            return f"{key} is no JSON object"
        if re.fullmatch(r"(input|output)\d+", key):
            needed: tuple[str, ...] = ("name", "paramType")
        else:
            needed = ("type", "paramType") if key.startswith("attr_") else ()
        for name in needed:
            if not isinstance(values.get(name), str):
                return f"{key} has no {name}"
    listed = description.get("attr", {}).get("list", "")
    names = listed.split(",") if isinstance(listed, str) else []
    missing = [name for name in names if name and f"attr_{name}" not in description]
    return f"it has no attr_{missing[0]}" if missing else ""


def ports(description: Mapping[str, Any], group: str) -> list[tuple[str, dict[str, Any]]]:
    """Return keys and values of the ports of a `group`, "input" or "output", in their order."""
    keys = [key for key in description if re.fullmatch(rf"{group}\d+", key)]
    keys.sort(key=lambda key: int(key[len(group) :]))
    return [(key, description[key]) for key in keys]


def attributes(description: Mapping[str, Any]) -> list[tuple[str, dict[str, Any]]]:
    """Return names and values of the attributes, in their order."""
    names = str(description.get("attr", {}).get("list", "")).split(",")
    return [(name, description[f"attr_{name}"]) for name in names if name]


def value(description: Mapping[str, Any], name: str) -> str:
    """Return the `value` of an entry such as "opFile"; "" if there is none."""
    stated = description.get(name, {}).get("value")
    return stated if isinstance(stated, str) else ""
