"""The signature of one kernel: the parameter json that the operator project gives to `opc`."""

from __future__ import annotations

import json
from typing import Any, NamedTuple

from custom_compiler.errors import MisuseError

# Operator data types: C++ type in the kernel, enumerator, number in ge::DataType.
DTYPES: dict[str, tuple[str, str, int]] = {
    "float32": ("float", "DT_FLOAT", 0),
    "float": ("float", "DT_FLOAT", 0),
    "float16": ("half", "DT_FLOAT16", 1),
    "int8": ("int8_t", "DT_INT8", 2),
    "int32": ("int32_t", "DT_INT32", 3),
    "uint8": ("uint8_t", "DT_UINT8", 4),
    "int16": ("int16_t", "DT_INT16", 6),
    "uint16": ("uint16_t", "DT_UINT16", 7),
    "uint32": ("uint32_t", "DT_UINT32", 8),
    "int64": ("int64_t", "DT_INT64", 9),
    "uint64": ("uint64_t", "DT_UINT64", 10),
    "double": ("double", "DT_DOUBLE", 11),
    "bool": ("bool", "DT_BOOL", 12),
    "string": ("unknown", "DT_STRING", 13),
    "dual_sub_int8": ("unknown", "DT_DUAL_SUB_INT8", 14),
    "dual_sub_uint8": ("unknown", "DT_DUAL_SUB_UINT8", 15),
    "complex64": ("complex64", "DT_COMPLEX64", 16),
    "complex128": ("unknown", "DT_COMPLEX128", 17),
    "qint8": ("unknown", "DT_QINT8", 18),
    "qint16": ("unknown", "DT_QINT16", 19),
    "qint32": ("unknown", "DT_QINT32", 20),
    "quint8": ("unknown", "DT_QUINT8", 21),
    "quint16": ("unknown", "DT_QUINT16", 22),
    "resource": ("unknown", "DT_RESOURCE", 23),
    "string_ref": ("unknown", "DT_STRING_REF", 24),
    "dual": ("unknown", "DT_DUAL", 25),
    "bfloat16": ("bfloat16_t", "DT_BF16", 27),
    "int4": ("int4b_t", "DT_INT4", 29),
    "uint1": ("uint8_t", "DT_UINT1", 30),
    "int2": ("unknown", "DT_INT2", 31),
    "uint2": ("unknown", "DT_UINT2", 32),
    "complex32": ("complex32", "DT_COMPLEX32", 33),
    "hifloat8": ("hifloat8_t", "DT_HIFLOAT8", 34),
    "float8_e5m2": ("float8_e5m2_t", "DT_FLOAT8_E5M2", 35),
    "float8_e4m3fn": ("float8_e4m3_t", "DT_FLOAT8_E4M3FN", 36),
    "float8_e8m0": ("float8_e8m0_t", "DT_FLOAT8_E8M0", 37),
}

# Numbers of ge::Format by name.
FORMATS: dict[str, int] = {
    name: number
    for number, name in enumerate(
        [
            "NCHW",
            "NHWC",
            "ND",
            "NC1HWC0",
            "FRACTAL_Z",
            "NC1C0HWPAD",
            "NHWC1C0",
            "FSR_NCHW",
            "FRACTAL_DECONV",
            "C1HWNC0",
            "FRACTAL_DECONV_TRANSPOSE",
            "FRACTAL_DECONV_SP_STRIDE_TRANS",
            "NC1HWC0_C04",
            "FRACTAL_Z_C04",
            "CHWN",
            "FRACTAL_DECONV_SP_STRIDE8_TRANS",
            "HWCN",
            "NC1KHKWHWC0",
            "BN_WEIGHT",
            "FILTER_HWCK",
            "HASHTABLE_LOOKUP_LOOKUPS",
            "HASHTABLE_LOOKUP_KEYS",
            "HASHTABLE_LOOKUP_VALUE",
            "HASHTABLE_LOOKUP_OUTPUT",
            "HASHTABLE_LOOKUP_HITS",
            "C1HWNCoC0",
            "MD",
            "NDHWC",
            "FRACTAL_ZZ",
            "FRACTAL_NZ",
            "NCDHW",
            "DHWCN",
            "NDC1HWC0",
            "FRACTAL_Z_3D",
            "CN",
            "NC",
            "DHWNC",
            "FRACTAL_Z_3D_TRANSPOSE",
            "FRACTAL_ZN_LSTM",
            "FRACTAL_Z_G",
            "RESERVED",
            "ALL",
            "NULL",
            "ND_RNN_BIAS",
            "FRACTAL_ZN_RNN",
            "NYUV",
            "NYUV_A",
            "NCL",
        ]
    )
}


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
        return [_signature(op_type, entry) for entry in data["op_list"]]
    except (OSError, ValueError, KeyError, TypeError, AttributeError) as error:
        message = f"--input_param={path}: {type(error).__name__}: {error}"
        raise MisuseError(message, "give the parameter json of an operator project") from error


def _signature(op_type: str, entry: dict[str, Any]) -> Signature:
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
    if first["dtype"] not in DTYPES or first["format"] not in FORMATS:
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
