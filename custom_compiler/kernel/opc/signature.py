"""The signature of one kernel: the parameter json that the operator project gives to `opc`."""

from __future__ import annotations

import json
from typing import Any, NamedTuple

from custom_compiler.errors import MisuseError
from custom_compiler.support.element_types import BY_NAME
from custom_compiler.support.formats import FORMAT_NUMBERS

_NOT_OF_OPERATORS = {
    "variant",
    "undefined",
    "float6_e3m2",
    "float6_e2m3",
    "float4_e2m1",
    "float4_e1m2",
}
DTYPES = {name: row for name, row in BY_NAME.items() if name not in _NOT_OF_OPERATORS}
DTYPES["float"] = DTYPES["float32"]


class SignaturePort(NamedTuple):
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
    inputs: list[SignaturePort]
    outputs: list[SignaturePort]
    attrs: list[dict[str, Any]]
    raw: dict[str, Any]  # the entry of op_list as given

    @property
    def ports(self) -> list[SignaturePort]:
        """Inputs, then outputs."""
        return self.inputs + self.outputs


def read_signatures(path: str) -> list[Signature]:
    """Return the kernels of a parameter file; raise MisuseError for other files."""
    try:
        with open(path, encoding="utf-8") as file:
            data = json.load(file)
        op_type = data["op_type"]
        return [signature_of(op_type, entry) for entry in data["op_list"]]
    except (OSError, ValueError, KeyError, TypeError, AttributeError) as error:
        message = f"--input_param={path}: {type(error).__name__}: {error}"
        raise MisuseError(message, "give the parameter json of an operator project") from error


def signature_of(op_type: str, entry: dict[str, Any]) -> Signature:
    """Return the kernel of a parameter file's entry; raise ValueError or KeyError."""
    return Signature(
        op_type=op_type,
        bin_filename=entry.get("bin_filename", ""),
        inputs=[_tensor(port) for port in entry.get("inputs", [])],
        outputs=[_tensor(port) for port in entry.get("outputs", [])],
        attrs=entry.get("attrs", []),
        raw=entry,
    )


def _tensor(port: dict[str, Any] | list[dict[str, Any]]) -> SignaturePort:
    is_list = isinstance(port, list)
    first: dict[str, Any] = port[0] if isinstance(port, list) else port
    if first["dtype"] not in DTYPES or first["format"] not in FORMAT_NUMBERS:
        message = f"{first['name']}: unknown data type {first['dtype']} or format {first['format']}"
        raise ValueError(message)
    return SignaturePort(
        name=first["name"],
        dtype=first["dtype"],
        format=first["format"],
        param_type="dynamic" if is_list else first.get("paramType", "required"),
        dtypes_for_query=list(first.get("dtypeForBinQuery", [])),
        formats_for_query=list(first.get("formatForBinQuery", [])),
    )
