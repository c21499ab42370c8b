"""Operators of a description in JSON, checked so that the generated C++ compiles.

A description is a list of objects, or one object, with the keys `op`, `input_desc`, `output_desc`
and `attr`; other keys are ignored.
"""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from custom_compiler.project.msopgen.attributes import DescribedAttribute, read_attributes
from custom_compiler.project.msopgen.messages import Code, MsopgenError, info, warn
from custom_compiler.project.msopgen.names import check_name, stem
from custom_compiler.project.msopgen.vocabulary import FORMATS, TYPE_SETS, TYPES

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

_KINDS = ("required", "optional", "dynamic")
_MOST_BYTES = 10 << 20
# A file of a folder is named after the operator: <stem>_tiling.h has to be a file name.
_MOST_LETTERS = 200
# Parameters of every kernel after those of the operator.
_KERNEL_NAMES = ("workspace", "tiling")


@dataclass(frozen=True, slots=True)
class DescribedPort:
    """An input or output.

    Attributes:
        name: As in the description.
        kind: required, optional or dynamic.
        types: Enumerators of ge::DataType; a kernel variant per place, the same places in all
            ports.
        formats: Names of ge::Format without FORMAT_, as many as types.
    """

    name: str
    kind: str
    types: tuple[str, ...]
    formats: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class DescribedOperator:
    """An operator of a description."""

    name: str
    inputs: tuple[DescribedPort, ...]
    outputs: tuple[DescribedPort, ...]
    attributes: tuple[DescribedAttribute, ...]

    @property
    def stem(self) -> str:
        """The name of its files and of its kernel."""
        return stem(self.name)

    def kernel_parameters(self) -> tuple[str, ...]:
        """Return the kernel's parameters; an output with an input's name ends in _ref."""
        inputs = [port.name for port in self.inputs]
        outputs = [f"{p.name}_ref" if p.name in inputs else p.name for p in self.outputs]
        return (*inputs, *outputs, *_KERNEL_NAMES)


def read_operator(path: Path, wanted: str, choose: Callable[[list[str]], str]) -> DescribedOperator:
    """Read one operator of a description.

    Args:
        path: The file.
        wanted: Which operator; empty: the only one.
        choose: Asked for the name where there are several and none is wanted.
    """
    info(f"Start to parse the ir template:{path}")
    entries = _entries(_load(path), path)
    if wanted:
        if wanted not in entries:
            hint = "Please check that the value for '-op' is valid."
            message = f"Failed to find '{wanted}' in json. {hint}"
            raise MsopgenError(Code.PARAMETER, message, f"There are: {', '.join(entries)}")
        name = wanted
    elif not entries:
        raise MsopgenError(Code.OPERATOR, "There is no op info to read.")
    else:
        name = next(iter(entries)) if len(entries) == 1 else choose(list(entries))
    info(f"Start to parse the op: {name}")
    return _operator(name, entries[name], path)


def _load(path: Path) -> Any:
    try:
        data = path.read_bytes()
    except OSError as error:
        message = f"Failed to open json file {path}. {error.strerror}"
        raise MsopgenError(Code.OPEN, message) from None
    if len(data) >= _MOST_BYTES:
        raise MsopgenError(Code.INPUT, f"Input path: {path} error. It is larger than 10 MB.")
    try:
        return json.loads(data)
    except (ValueError, RecursionError) as error:
        message = f"Failed to load json file {path}. Please modify it. {error}"
        raise MsopgenError(Code.READ, message) from None


def _entries(data: Any, path: Path) -> dict[str, dict[str, Any]]:
    if not isinstance(data, list | dict):
        raise MsopgenError(Code.DATA, f"Data in {path} should be List or Dict.")
    if data == []:
        message = f"There is no operator definition map in {path}. Please check."
        raise MsopgenError(Code.DATA, message)
    entries: dict[str, dict[str, Any]] = {}
    for entry in data if isinstance(data, list) else [data]:
        if not isinstance(entry, dict) or entry.get("op") is None:
            warn(f'The map in {path} does not have the "op" key. Please check.')
        elif _is_operator_name(entry["op"]):
            if entry["op"] in entries:
                op = entry["op"]
                warn(f'Several maps of {path} have the "op" {op}. The last one is to be used.')
            entries[entry["op"]] = entry
    return entries


def _is_operator_name(name: Any) -> bool:
    if not isinstance(name, str) or not re.fullmatch(r"[A-Za-z][A-Za-z0-9_]*", name):
        warn(f"The op type is invalid {name}: letters, digits and _ only, a letter first")
        return False
    if len(name) > _MOST_LETTERS or len(stem(name)) > _MOST_LETTERS:
        warn(f"The op type {name[:40]}... is too long")
        return False
    if name[0].islower() or "_" in name:
        form = "should be Upper CamelCase, eg: AddCustom, Conv2D"
        warn(f"The op type {name} is invalid, {form}.")
    return True


def _operator(name: str, entry: dict[str, Any], path: Path) -> DescribedOperator:
    check_name(name, "op type")
    inputs = _ports(entry.get("input_desc"), "input_desc")
    outputs = _ports(entry.get("output_desc"), "output_desc")
    attributes = read_attributes(entry.get("attr"))
    _check_numbers((*inputs, *outputs), path)
    operator = DescribedOperator(name, inputs, outputs, attributes)
    parameters = operator.kernel_parameters()
    of_interface = {*(port.name for port in (*inputs, *outputs))}
    twice = [parameter for parameter in parameters if parameters.count(parameter) > 1]
    twice += [attribute.name for attribute in attributes if attribute.name in of_interface]
    if twice:
        message = f"The name '{twice[0]}' would be that of two parameters of {name}."
        raise MsopgenError(Code.PARAMETER, f"{message} Please rename one.")
    if operator.stem in parameters:
        message = f"The name '{operator.stem}' is that of the kernel, too. Please rename it."
        raise MsopgenError(Code.PARAMETER, message)
    return operator


def _ports(described: Any, key: str) -> tuple[DescribedPort, ...]:
    if not isinstance(described, list):
        warn(f'The "{key}" value is invalid or no "{key}" exists in the map.')
        return ()
    ports: dict[str, DescribedPort] = {}
    for entry in described:
        port = _port(entry, key)
        if port is None:
            continue
        if port.name in ports:
            warn(f'The {key} name "{port.name}" is duplicate. The last one is to be used!')
        ports[port.name] = port
    return tuple(ports.values())


def _port(entry: Any, key: str) -> DescribedPort | None:
    if not isinstance(entry, dict):
        warn(f'Every value in the "{key}" list should be dict')
        return None
    name = entry.get("name")
    if not isinstance(name, str):
        warn("The input or output name is None or invalid. please check.")
        return None
    name = name.strip()
    check_name(name, "input or output name")
    lists = {}
    for what in ("type", "format"):
        values = entry.get(what)
        values = [values] if isinstance(values, str) else values
        if not isinstance(values, list) or not all(isinstance(value, str) for value in values):
            text = f"The {what} of {name} is None or invalid, give a text or a list of texts."
            raise MsopgenError(Code.PARAMETER, text)
        lists[what] = [value.strip() for value in values]
    types, formats = _paired(name, lists["type"], lists["format"])
    kind = str(entry.get("param_type"))
    if kind not in _KINDS:
        text = f"The param_type of {name} is invalid or None"
        warn(f'{text}, Assign it the default value "required"')
        kind = "required"
    info(f"Start to parse the {key}: {name}")
    return DescribedPort(name, kind, types, formats)


def _paired(
    name: str, types: list[str], formats: list[str]
) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return types and formats place by place: one is repeated, sets of types are written out."""
    if len(types) != len(formats):
        if 1 not in {len(types), len(formats)} or not types or not formats:
            message = f"invalid number count for type and format in {name}, please check."
            raise MsopgenError(Code.DATA, message)
        text = f"the number of formats and types of {name} is different"
        warn(f"{text}, the system start to fill in automatically")
        most = max(len(types), len(formats))
        types = types * most if len(types) == 1 else types
        formats = formats * most if len(formats) == 1 else formats
    pairs: list[tuple[str, str]] = []
    for word, form in zip(types, formats, strict=True):
        if form not in FORMATS:
            message = f"The format: {form} of {name} is not supported. Please check."
            raise MsopgenError(Code.PARAMETER, message)
        enumerators = TYPE_SETS.get(word, (TYPES[word],) if word in TYPES else ())
        if not enumerators:
            warn(f"The {name} 'TypeRange' '{word}' in the .json file is not supported.")
        pairs += [(enumerator, form) for enumerator in enumerators]
    if not pairs:
        message = "The input or output type in the json file is not supported. Please check"
        raise MsopgenError(Code.PARAMETER, f"{message} the type of {name}.")
    return tuple(enumerator for enumerator, _ in pairs), tuple(form for _, form in pairs)


def _check_numbers(ports: tuple[DescribedPort, ...], path: Path) -> None:
    for port in ports:
        first = ports[0]
        if len(port.types) != len(first.types):
            message = (
                f'The number({len(port.types)}) of type for "{port.name}" is inconsistent with '
                f'the number({len(first.types)}) of "{first.name}" in {path}. Please check.'
            )
            raise MsopgenError(Code.NUMBERS, message)
