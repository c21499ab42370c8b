"""The element types of CANN: how operators, kernels, NumPy and frameworks name and store them.

Sources: ge::DataType of graph/types.h (names, numbers), the kernel types of kernel_operator.h,
TypeId of MindSpore's type_id.h, and TensorProto.DataType of ONNX.
"""

from __future__ import annotations

from typing import NamedTuple


class ElementType(NamedTuple):
    """One element type; a name is "" and a number 0 where there is none.

    Attributes:
        name: In descriptions of operators, as "float16" or "double".
        number: Of ge::DataType and aclDataType.
        bits: Of an element.
        kernel_type: The C++ type in kernels.
        numpy: The type of NumPy or ml_dtypes, which asc and autokernel use, too.
        packed: The format character of the module struct.
        mindspore: The number of TypeId (mindapi/base/type_id.h of MindSpore 2.8).
        onnx: The number of TensorProto.DataType.
    """

    name: str
    number: int
    bits: int = 0
    kernel_type: str = ""
    numpy: str = ""
    packed: str = ""
    mindspore: int = 0
    onnx: int = 0

    @property
    def enumerator(self) -> str:
        """The enumerator of ge::DataType."""
        return {"float32": "DT_FLOAT", "bfloat16": "DT_BF16"}.get(
            self.name, f"DT_{self.name.upper()}"
        )

    @property
    def short(self) -> str:
        """NumPy's type as a letter and bits: "i32", "u8", "bf16"; "b" of bool.

        Rows of asc's table name element types in this way, and MindSpore's registrations in
        capitals.
        """
        if self.numpy == "bool":
            return "b"
        if self.numpy == "bfloat16":
            return "bf16"
        return f"{self.numpy[0]}{self.bits}" if self.numpy else ""

    @property
    def size(self) -> int:
        """Bytes of an element; 0 if it has no size, or less than a byte."""
        return self.bits // 8


_ROWS = (
    ElementType("float32", 0, 32, "float", "float32", "f", 43, 1),
    ElementType("float16", 1, 16, "half", "float16", "e", 42, 10),
    ElementType("int8", 2, 8, "int8_t", "int8", "b", 32, 3),
    ElementType("int32", 3, 32, "int32_t", "int32", "i", 34, 6),
    ElementType("uint8", 4, 8, "uint8_t", "uint8", "B", 37, 2),
    ElementType("int16", 6, 16, "int16_t", "int16", "h", 33, 5),
    ElementType("uint16", 7, 16, "uint16_t", "uint16", "H", 38, 4),
    ElementType("uint32", 8, 32, "uint32_t", "uint32", "I", 39, 12),
    ElementType("int64", 9, 64, "int64_t", "int64", "q", 35, 7),
    ElementType("uint64", 10, 64, "uint64_t", "uint64", "Q", 40, 13),
    ElementType("double", 11, 64, "double", "float64", "d", 44, 11),
    ElementType("bool", 12, 8, "bool", "bool", "?", 30, 9),
    ElementType("string", 13),
    ElementType("dual_sub_int8", 14),
    ElementType("dual_sub_uint8", 15),
    ElementType("complex64", 16, 64, "complex64", "complex64", "", 51),
    ElementType("complex128", 17, 128, "", "complex128", "", 52),
    ElementType("qint8", 18, 8),
    ElementType("qint16", 19, 16),
    ElementType("qint32", 20, 32),
    ElementType("quint8", 21, 8),
    ElementType("quint16", 22, 16),
    ElementType("resource", 23),
    ElementType("string_ref", 24),
    ElementType("dual", 25),
    ElementType("variant", 26),
    ElementType("bfloat16", 27, 16, "bfloat16_t", "bfloat16", "", 45, 16),
    ElementType("undefined", 28),
    ElementType("int4", 29, 4, "int4b_t"),
    ElementType("uint1", 30, 1, "uint8_t"),
    ElementType("int2", 31, 2),
    ElementType("uint2", 32, 2),
    ElementType("complex32", 33, 32, "complex32"),
    ElementType("hifloat8", 34, 8, "hifloat8_t"),
    ElementType("float8_e5m2", 35, 8, "float8_e5m2_t"),
    ElementType("float8_e4m3fn", 36, 8, "float8_e4m3_t"),
    ElementType("float8_e8m0", 37, 8, "float8_e8m0_t"),
    ElementType("float6_e3m2", 38, 6),
    ElementType("float6_e2m3", 39, 6),
    ElementType("float4_e2m1", 40, 4),
    ElementType("float4_e1m2", 41, 4),
)

BY_NAME = {row.name: row for row in _ROWS}
BY_NUMBER = {row.number: row for row in _ROWS}
BY_ENUMERATOR = {row.enumerator: row for row in _ROWS}
BY_NUMPY = {row.numpy: row for row in _ROWS if row.numpy}
DTYPE_NUMBERS = {row.name: row.number for row in _ROWS}

ALIASES = {
    "float": "float32",
    "fp32": "float32",
    "half": "float16",
    "fp16": "float16",
    "bf16": "bfloat16",
    "float64": "double",
    "fp64": "double",
}
"""Other spellings that users may type, by what they type."""
