"""The table of element types against the enumerations of those who number them."""

from __future__ import annotations

from custom_compiler.support.element_types import BY_NUMPY

# The enumerators of TypeId from kNumberTypeBool (30) on: mindapi/base/type_id.h of MindSpore 2.8.
MINDSPORE = [
    "bool",
    "int",
    "int8",
    "int16",
    "int32",
    "int64",
    "uint",
    "uint8",
    "uint16",
    "uint32",
    "uint64",
    "float",
    "float16",
    "float32",
    "float64",
    "bfloat16",
    "float8_e4m3fn",
    "float8_e5m2",
    "hifloat8",
    "double",
    "complex",
    "complex64",
    "complex128",
]


def test_numbers_are_those_of_mindspore() -> None:
    numbered = {name: 30 + index for index, name in enumerate(MINDSPORE)}
    found = {row.numpy: row.mindspore for row in BY_NUMPY.values() if row.mindspore}
    assert found == {name: numbered[name] for name in found}
    assert {"bool", "int8", "uint64", "bfloat16", "complex64", "complex128"} <= found.keys()
