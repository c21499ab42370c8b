"""Information files: what a run recorded of one call of an operator, a JSON object per file.

The runtime writes them (`aclopStartDumpArgs`), people edit them, and they come from other machines:
nothing in them is believed. Names are held to what C++ and file systems accept, since kernels and
packages are named after them.
"""

from __future__ import annotations

import math
import os
import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TypeAlias

from custom_compiler.errors import MisuseError
from custom_compiler.kernel.static.json_fields import (
    INT64_MAX,
    INT64_MIN,
    JsonError,
    JsonFields,
    checked_integer,
    list_elements,
    printable,
    read_object,
    shown,
)
from custom_compiler.support.element_types import BY_NUMPY, DTYPE_NUMBERS, ElementType
from custom_compiler.support.formats import FORMAT_NUMBERS

if TYPE_CHECKING:
    from collections.abc import Callable

_AGAIN = "record the run again (aclopStartDumpArgs), or take the file out of the folder"
_ALL_KNOWN = "give the shape of one run: static kernels know all dimensions"

_MAX_RANK = 25  # of gert::Shape

_IDENTIFIER = re.compile(r"[A-Za-z_][A-Za-z0-9_]{0,127}")
_MODES = re.compile(r"[A-Za-z0-9_,]{1,256}")
_FILE_NAME = re.compile(r"(?!\.)[^/\0-\x1f\x7f]{1,200}")
_PATH = re.compile(r"[^\0]{1,4096}", re.DOTALL)

_DTYPES = {**{name: name for name in DTYPE_NUMBERS}, "float": "float32", "bf16": "bfloat16"}
_FORMATS = {name: name for name in FORMAT_NUMBERS}
_PARAMETER_TYPES = {name: name for name in ("required", "optional", "dynamic")} | {"": "required"}
# By what the runtimes call them.
_ATTRIBUTE_TYPES = {
    "bool": "bool",
    "int": "int",
    "int32": "int",
    "int64": "int",
    "float": "float",
    "float32": "float",
    "str": "string",
    "string": "string",
    "data_type": "data_type",
    "list_int": "list_int",
    "listInt": "list_int",
    "list_float": "list_float",
    "listFloat": "list_float",
    "list_bool": "list_bool",
    "listBool": "list_bool",
    "list_list_int": "list_list_int",
    "listListInt": "list_list_int",
}


@dataclass(frozen=True, slots=True)
class TensorInfo:
    """One tensor of a call. Shapes, strides and the offset count elements."""

    name: str  # "" where the run did not know it
    index: int  # of the parameter; the tensors of a dynamic one share it
    param_type: str  # required, optional or dynamic
    dtype: str  # "float32", never "float"
    shape: tuple[int, ...]
    format: str
    sub_format: int
    c0_format: int
    origin_shape: tuple[int, ...]
    origin_format: str
    value_depend: bool  # tiling reads its values
    const_data: tuple[Any, ...] | None  # the values; None: not recorded, or not readable then
    is_view: bool
    stride: tuple[int, ...]  # of a view, else ()
    offset: int  # of a view, else 0


@dataclass(frozen=True, slots=True)
class AttrInfo:
    """One attribute of a call."""

    name: str
    dtype: str  # bool, int, float, string, data_type, list_{bool,int,float,list_int}
    value: Any  # lists as tuples
    index: int


# An optional parameter that was absent is None, a dynamic one the tuple of its tensors.
Parameter: TypeAlias = "TensorInfo | tuple[TensorInfo, ...] | None"


@dataclass(frozen=True, slots=True)
class OperatorInfo:
    """One call of an operator, as the file `path` says."""

    path: str
    op_type: str
    inputs: tuple[Parameter, ...]
    outputs: tuple[Parameter, ...]
    attrs: tuple[AttrInfo, ...] | None  # None: not said, which is another static key than ()
    deterministic: bool
    deterministic_level: int | None
    impl_mode: str
    tune_mode: str
    platform: tuple[int, int] | None  # cube and vector cores
    devices: int  # of the largest group that the call communicates in; 1: in none
    bin_type: int | None  # 0: a static kernel ran, 1: a dynamic one
    bin_info: str  # path of the kernel that ran, or ""
    bin_filename: str  # name for the new kernel, or ""
    raw: dict[str, Any]  # the whole file


def find_information_files(folder: str) -> list[str]:
    """Return the `.json` files at any depth below `folder`, sorted; linked folders count once.

    Raises:
        MisuseError: It is no folder, or one below it cannot be read.
    """
    paths = []
    waiting = [folder]
    visited = set()
    while waiting:
        path = waiting.pop()
        try:
            status = os.stat(path)
            if (status.st_dev, status.st_ino) in visited:
                continue
            visited.add((status.st_dev, status.st_ino))
            with os.scandir(path) as entries:
                for entry in sorted(entries, key=lambda entry: entry.name):
                    if _is_folder(entry):
                        waiting.append(entry.path)
                    elif entry.name.endswith(".json"):
                        paths.append(entry.path)
        except OSError as error:
            message = f"cannot read the folder {printable(path)}: {error.strerror}"
            raise MisuseError(message, "give a folder of information files") from error
    return sorted(paths)


def _is_folder(entry: os.DirEntry[str]) -> bool:
    try:
        return entry.is_dir()
    except OSError:
        return False  # a link that leads to itself; reading it says so


def read_information(path: str) -> OperatorInfo:
    """Return the call that an information file describes.

    Raises:
        MisuseError: It describes none, or cannot be read: "FILE: inputs[1].dtype: ...", one line.
    """
    try:
        values = read_object(path)
    except JsonError as problem:
        raise _misuse(path, problem) from problem
    except OSError as error:
        message = f"{printable(path)}: cannot read it: {error.strerror}"
        raise MisuseError(message, _AGAIN) from error
    return information_of(path, values)


def information_of(path: str, values: dict[str, Any]) -> OperatorInfo:
    """Return the call that the members of an information file describe; `path` is for messages.

    Raises:
        MisuseError: They describe none.
    """
    try:
        return _operator(path, JsonFields("", values))
    except JsonError as problem:
        raise _misuse(path, problem) from problem


def _misuse(path: str, problem: JsonError) -> MisuseError:
    return MisuseError(f"{printable(path)}: {problem}", problem.hint or _AGAIN)


def _operator(path: str, fields: JsonFields) -> OperatorInfo:
    return OperatorInfo(
        path=path,
        op_type=fields.text("op_type", _IDENTIFIER, "operator type"),
        inputs=_parameters(fields, "inputs"),
        outputs=_parameters(fields, "outputs"),
        attrs=_attributes(fields) if fields.has("attrs") else None,
        deterministic=_deterministic(fields),
        deterministic_level=fields.optional_integer("deterministic_level", 0, 255, None),
        impl_mode=fields.optional_text("impl_mode", _MODES, "implementation mode"),
        tune_mode=fields.optional_text("tune_mode", _MODES, "tuning mode"),
        platform=_platform(fields),
        devices=_devices(fields),
        bin_type=fields.optional_integer("bin_type", 0, 1, None),
        bin_info=fields.optional_text("bin_info", _PATH, "path"),
        bin_filename=fields.optional_text("bin_filename", _FILE_NAME, "name of a file"),
        raw=fields.values,
    )


def _deterministic(fields: JsonFields) -> bool:
    value = fields.values.get("deterministic", False)
    if isinstance(value, bool):
        return value
    return fields.choice("deterministic", {"true": True, "false": False})


def _platform(fields: JsonFields) -> tuple[int, int] | None:
    if not fields.has("platform_info"):
        return None
    cores = JsonFields("platform_info", fields.values["platform_info"])
    return cores.integer("cube_core_cnt", 0, 65535), cores.integer("vector_core_cnt", 0, 65535)


def _devices(fields: JsonFields) -> int:
    """Return the size of the largest group; CANN describes that of each attribute with one."""
    if not fields.has("extra_params"):
        return 1
    groups = JsonFields("extra_params", fields.values["extra_params"])
    sizes = (
        JsonFields(groups.locate(name), group).integer("rank_size", 1, 1 << 20)
        for name, group in groups.values.items()
    )
    return max(sizes, default=1)


def _parameters(fields: JsonFields, key: str) -> tuple[Parameter, ...]:
    parameters = tuple(_parameter(location, value) for location, value in fields.elements(key))
    last = 0
    for number, parameter in enumerate(parameters):
        tensors = (parameter,) if isinstance(parameter, TensorInfo) else parameter or ()
        indices = {tensor.index for tensor in tensors}
        if len(indices) > 1:
            raise JsonError(f"{key}[{number}]", "its tensors have different values of index")
        if indices and min(indices) < last:
            raise JsonError(f"{key}[{number}].index", f"is {min(indices)}, after {last}")
        last = max(indices, default=last)
    return parameters


def _parameter(location: str, value: Any) -> Parameter:
    if value is None:
        return None
    if isinstance(value, list):
        tensors = list_elements(value, location)
        return tuple(
            _tensor(JsonFields(inner, element), in_list=True) for inner, element in tensors
        )
    return _tensor(JsonFields(location, value), in_list=False)


def _tensor(fields: JsonFields, *, in_list: bool) -> TensorInfo:
    param_type = fields.choice("param_type", _PARAMETER_TYPES)
    if (param_type == "dynamic") != in_list:
        hint = "the tensors of a dynamic parameter stand in a list, others do not"
        fields.reject("param_type", f"is {shown(param_type)}", hint)
    dtype = fields.choice("dtype", _DTYPES)
    shape = _dimensions(fields, "shape")
    is_view = fields.flag("is_view")
    return TensorInfo(
        name=fields.optional_text("name", _IDENTIFIER, "name"),
        index=fields.integer("index", 0, 65535),
        param_type=param_type,
        dtype=dtype,
        shape=shape,
        format=fields.choice("format", _FORMATS),
        sub_format=fields.optional_integer("sub_format", 0, 0xFFFF, 0),
        c0_format=fields.optional_integer("c0_format", 0, 0xF, 0),
        origin_shape=_dimensions(fields, "origin_shape" if fields.has("origin_shape") else "shape"),
        origin_format=fields.choice(
            "origin_format" if fields.has("origin_format") else "format", _FORMATS
        ),
        value_depend=fields.flag("value_depend"),
        const_data=_const_data(fields, dtype, math.prod(shape)),
        is_view=is_view,
        stride=_dimensions(fields, "stride") if is_view else (),
        offset=fields.integer("offset", 0, INT64_MAX) if is_view else 0,
    )


def _dimensions(fields: JsonFields, key: str) -> tuple[int, ...]:
    places = list(fields.elements(key))
    if len(places) > _MAX_RANK:
        fields.reject(key, f"has {len(places)} dimensions, shapes have {_MAX_RANK} at most")
    return tuple(
        checked_integer(value, location, 0, INT64_MAX, _ALL_KNOWN) for location, value in places
    )


def _const_data(fields: JsonFields, dtype: str, count: int) -> tuple[Any, ...] | None:
    if fields.values.get("const_data", "NULL") == "NULL":
        return None
    if dtype not in _VALUES:
        fields.reject("const_data", f"has values of {dtype}", 'give "NULL"')
    values = tuple(
        _VALUES[dtype](value, location) for location, value in fields.elements("const_data")
    )
    if len(values) != count:
        fields.reject("const_data", f"has {len(values)} values, the shape says {count}")
    return values


def _attributes(fields: JsonFields) -> tuple[AttrInfo, ...]:
    return tuple(
        _attribute(JsonFields(location, value)) for location, value in fields.elements("attrs")
    )


def _attribute(fields: JsonFields) -> AttrInfo:
    dtype = fields.choice("dtype", _ATTRIBUTE_TYPES)
    return AttrInfo(
        name=fields.text("name", _IDENTIFIER, "name"),
        dtype=dtype,
        value=_attribute_value(dtype, fields.required("value"), fields.locate("value")),
        index=fields.integer("index", 0, 65535),
    )


def _attribute_value(dtype: str, value: Any, location: str) -> Any:
    if dtype.startswith("list_"):
        inner = dtype.removeprefix("list_")
        elements = list_elements(value, location)
        return tuple(_attribute_value(inner, element, where) for where, element in elements)
    if dtype == "string" and not isinstance(value, str):
        raise JsonError(location, f"is {shown(value)}, no text")
    return value if dtype == "string" else _VALUES[dtype](value, location)


def _bool(value: Any, location: str) -> bool:
    if isinstance(value, (bool, int)) and value in {0, 1}:
        return bool(value)
    raise JsonError(location, f"is {shown(value)}", "give true or false")


def _float(value: Any, location: str) -> float:
    if isinstance(value, (int, float)) and not isinstance(value, bool):
        return float(value)
    raise JsonError(location, f"is {shown(value)}, no number")


def _integer(low: int, high: int) -> Callable[[Any, str], int]:
    return lambda value, location: checked_integer(value, location, low, high)


def _element(row: ElementType) -> Callable[[Any, str], Any]:
    kind = row.short.removesuffix(str(row.bits))
    if kind in {"f", "bf"}:
        return _float
    if kind == "b":
        return _bool
    low, high = (0, 1 << row.bits) if kind == "u" else (-1 << row.bits - 1, 1 << row.bits - 1)
    return _integer(low, high - 1)


# What turns a JSON value at a place of the file into one of the type.
_VALUES: dict[str, Callable[[Any, str], Any]] = {
    "float": _float,
    **{row.name: _element(row) for row in BY_NUMPY.values() if row.short[0] in "iubf"},
    **dict.fromkeys(("int", "data_type"), _integer(INT64_MIN, INT64_MAX)),
}
