"""`aic-<unit>-ops-info.json`: the operator information as the framework reads it, checked."""

from __future__ import annotations

import json

from op_info import InfoError

_ATTR_TYPES = frozenset(
    [
        "int",
        "float",
        "bool",
        "str",
        "listInt",
        "listFloat",
        "listBool",
        "listStr",
        "listListInt",
        "type",
        "listType",
        "tensor",
        "listTensor",
    ]
)
_FLAGS = frozenset(
    [
        "dynamicFormat",
        "dynamicShapeSupport",
        "dynamicRankSupport",
        "precision_reduce",
        "heavyOp",
        "needCheckSupport",
        "enableVectorCore",
    ]
)
DTYPES = frozenset(
    [
        "float16",
        "float",
        "float32",
        "int8",
        "int16",
        "int32",
        "int64",
        "uint8",
        "uint16",
        "uint32",
        "uint64",
        "bool",
        "qint8",
        "qint16",
        "qint32",
        "quint8",
        "quint16",
        "double",
        "complex32",
        "complex64",
        "complex128",
        "string",
        "resource",
        "dual",
        "dual_sub_int8",
        "dual_sub_uint8",
        "string_ref",
        "int4",
        "bfloat16",
        "uint1",
        "int2",
        "uint2",
        "hifloat8",
        "float8_e5m2",
        "float8_e4m3fn",
        "float8_e8m0",
        "float6_e3m2",
        "float6_e2m3",
        "float4_e2m1",
        "float4_e1m2",
    ]
)
FORMATS = frozenset(
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
        "FRACTAL_ZN_RNN",
        "FRACTAL_Z_G",
        "NULL",
        "NCL",
        "ND_RNN_BIAS",
    ]
)


def info_json(sections: dict[str, dict[str, dict[str, str]]]) -> str:
    """Return the text of the json file; raise InfoError that names the first thing wrong."""
    for op_type, values in sections.items():
        problem = _first_problem(values)
        if problem:
            raise InfoError(f"operator {op_type}: {problem}")
    return json.dumps(sections, sort_keys=True, indent=4, separators=(",", ":"))


def _first_problem(values: dict[str, dict[str, str]]) -> str:
    for part, items in values.items():
        problem = ""
        if part.startswith(("input", "output")):
            problem = _port_problem(items)
        elif part in _FLAGS and items.get("flag", "").strip() not in {"true", "false"}:
            problem = "flag must be true or false"
        if problem:
            return f"{part}: {problem}"
    return _attr_problem(values)


def _port_problem(items: dict[str, str]) -> str:
    for key in ("name", "paramType"):
        if key not in items:
            return f"{key} is missing"
    if items["paramType"] not in {"required", "optional", "dynamic"}:
        return f"unknown paramType {items['paramType']}"
    dtypes = items["dtype"].split(",") if items.get("dtype") else []
    formats = items["format"].split(",") if items.get("format") else []
    for allowed, names, what in ((DTYPES, dtypes, "data type"), (FORMATS, formats, "format")):
        for name in names:
            if name.strip() not in allowed:
                return f"unknown {what} {name}"
    if dtypes and formats and len(dtypes) != len(formats):
        return f"{len(dtypes)} data types but {len(formats)} formats"
    return ""


def _attr_problem(values: dict[str, dict[str, str]]) -> str:
    if "attr" not in values:
        return ""
    for name in values["attr"].get("list", "").split(","):
        items = values.get(f"attr_{name.strip()}", {})
        if "type" not in items or "value" not in items:
            return f"attribute {name}: type or value is missing"
        if items["type"] not in _ATTR_TYPES:
            return f"attribute {name}: unknown type {items['type']}"
        if items.get("paramType", "required") not in {"required", "optional"}:
            return f"attribute {name}: unknown paramType {items['paramType']}"
    return ""
