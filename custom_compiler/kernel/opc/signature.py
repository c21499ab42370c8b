"""The signature of one kernel: the parameter json that the operator project gives to `opc`."""

from __future__ import annotations

import json
from typing import Any, NamedTuple

from custom_compiler.errors import MisuseError
from custom_compiler.support.ge_numbers import DTYPE_NUMBERS, FORMAT_NUMBERS

# C++ type in the kernel by operator data type; kernels cannot name the types of the others.
_KERNEL_TYPES = {
    "float32": "float",
    "float16": "half",
    "int8": "int8_t",
    "int32": "int32_t",
    "uint8": "uint8_t",
    "int16": "int16_t",
    "uint16": "uint16_t",
    "uint32": "uint32_t",
    "int64": "int64_t",
    "uint64": "uint64_t",
    "double": "double",
    "bool": "bool",
    "complex64": "complex64",
    "bfloat16": "bfloat16_t",
    "int4": "int4b_t",
    "uint1": "uint8_t",
    "complex32": "complex32",
    "hifloat8": "hifloat8_t",
    "float8_e5m2": "float8_e5m2_t",
    "float8_e4m3fn": "float8_e4m3_t",
    "float8_e8m0": "float8_e8m0_t",
}
_WITHOUT_KERNEL_TYPE = (
    *("string", "dual_sub_int8", "dual_sub_uint8", "complex128", "qint8", "qint16"),
    *("qint32", "quint8", "quint16", "resource", "string_ref", "dual", "int2", "uint2"),
)
_ENUMERATORS = {"float32": "DT_FLOAT", "bfloat16": "DT_BF16"}  # the others are their names


class Dtype(NamedTuple):
    """An operator data type as kernels and descriptions name it."""

    kernel_type: str
    enumerator: str  # of ge::DataType
    number: int


DTYPES = {
    name: Dtype(kernel_type, _ENUMERATORS.get(name, f"DT_{name.upper()}"), DTYPE_NUMBERS[name])
    for name, kernel_type in (
        *_KERNEL_TYPES.items(),
        *((name, "unknown") for name in _WITHOUT_KERNEL_TYPE),
    )
}
DTYPES["float"] = DTYPES["float32"]


class Tensor(NamedTuple):
    """One input or output port of the kernel."""

    name: str
    dtype: str
    format: str
    param_type: str  # required, optional or dynamic (a list of tensors)
    dtypes_for_query: list[str]  # data types that share this kernel; empty: just its own
    formats_for_query: list[str]


class Signature(NamedTuple):
    """One kernel to make."""

    op_type: str
    bin_filename: str
    inputs: list[Tensor]
    outputs: list[Tensor]
    attrs: list[dict[str, Any]]
    raw: dict[str, Any]  # the entry of op_list as given

    @property
    def ports(self) -> list[Tensor]:
        """Inputs, then outputs."""
        return self.inputs + self.outputs


def read_signatures(path: str) -> list[Signature]:
    """The kernels a parameter file asks for; MisuseError if it is no such file."""
    try:
        with open(path, encoding="utf-8") as file:
            data = json.load(file)
        op_type = data["op_type"]
        return [signature_of(op_type, entry) for entry in data["op_list"]]
    except (OSError, ValueError, KeyError, TypeError, AttributeError) as error:
        message = f"--input_param={path}: {type(error).__name__}: {error}"
        raise MisuseError(message, "give the parameter json of an operator project") from error


def signature_of(op_type: str, entry: dict[str, Any]) -> Signature:
    """The kernel that an entry of a parameter file asks for; ValueError, KeyError if it is none."""
    return Signature(
        op_type=op_type,
        bin_filename=entry.get("bin_filename", ""),
        inputs=[_tensor(port) for port in entry.get("inputs", [])],
        outputs=[_tensor(port) for port in entry.get("outputs", [])],
        attrs=entry.get("attrs", []),
        raw=entry,
    )


def _tensor(port: dict[str, Any] | list[dict[str, Any]]) -> Tensor:
    is_list = isinstance(port, list)
    first: dict[str, Any] = port[0] if isinstance(port, list) else port
    if first["dtype"] not in DTYPES or first["format"] not in FORMAT_NUMBERS:
        message = f"{first['name']}: unknown data type {first['dtype']} or format {first['format']}"
        raise ValueError(message)
    return Tensor(
        name=first["name"],
        dtype=first["dtype"],
        format=first["format"],
        param_type="dynamic" if is_list else first.get("paramType", "required"),
        dtypes_for_query=list(first.get("dtypeForBinQuery", [])),
        formats_for_query=list(first.get("formatForBinQuery", [])),
    )
