"""The table of element types against the enumerations of those who number them."""

from __future__ import annotations

import ast
import re
from pathlib import Path
from typing import Any

import ml_dtypes
import numpy as np
import pytest

import custom_compiler
from custom_compiler.check import registration
from custom_compiler.project.msopgen.vocabulary import TYPES
from custom_compiler.support.element_types import BY_ENUMERATOR, BY_NAME, BY_NUMPY

PACKAGE = Path(custom_compiler.__file__).parent
HEADERS = Path(__file__).parents[2] / "toolkit/include"

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


def enumeration(header: str, name: str) -> dict[str, int]:
    """The enumerators of CANN's header; a header has CANN's names and numbers."""
    text = (HEADERS / header).read_text()
    found = re.search(name, text)
    assert found
    body = text[found.end() : text.index("}", found.end())]
    return {word: int(number) for word, number in re.findall(r"(\w+) = (-?\d+)", body)}


def test_numbers_are_those_of_cann() -> None:
    numbers = {name: row.number for name, row in BY_ENUMERATOR.items()}
    assert numbers == enumeration("graph/types.h", r"enum DataType\b[^{]*\{")
    of_acl = enumeration("acl/acl_base_rt.h", r"Element types; .*\s*typedef enum \{")
    del of_acl["ACL_DT_UNDEFINED"]
    assert {name.replace("ACL_", "DT_"): n for name, n in of_acl.items()}.items() <= numbers.items()


@pytest.mark.parametrize("name", BY_NUMPY)
def test_bits_are_those_of_numpy(name: str) -> None:
    dtype: Any = np.dtype(ml_dtypes.bfloat16 if name == "bfloat16" else name)
    row = BY_NUMPY[name]
    assert row.bits == 8 * dtype.itemsize
    assert row.short in {f"{dtype.kind}{row.bits}", "bf16", "b"}
    if row.packed:
        assert np.dtype(row.packed).name == name


@pytest.mark.parametrize(
    ("name", "of_ml_dtypes"),
    [("int4", "int4"), ("int2", "int2"), ("uint2", "uint2"), ("float8_e5m2", "float8_e5m2"),
     ("float8_e4m3fn", "float8_e4m3fn"), ("float8_e8m0", "float8_e8m0fnu"),
     ("float6_e3m2", "float6_e3m2fn"), ("float6_e2m3", "float6_e2m3fn"),
     ("float4_e2m1", "float4_e2m1fn"), ("bfloat16", "bfloat16")],
)  # fmt: skip
def test_bits_of_small_types_are_those_of_ml_dtypes(name: str, of_ml_dtypes: str) -> None:
    scalar: Any = getattr(ml_dtypes, of_ml_dtypes)
    limits = ml_dtypes.iinfo(scalar) if "int" in name else ml_dtypes.finfo(scalar)
    assert BY_NAME[name].bits == limits.bits


def literal(path: str, name: str) -> Any:
    """The value of a name in a file that needs modules which are not here."""
    text = (PACKAGE / path).read_text().replace("{{", "{").replace("}}", "}")
    assigned = re.search(rf"^{name} = (?:frozenset\()?((?:.|\n)*?^[\]}}])", text, re.MULTILINE)
    assert assigned, path
    return ast.literal_eval(assigned[1])


def test_copies_in_generated_projects_agree() -> None:
    util = "project/template/customize/cmake/util"
    kernels = literal(f"{util}/implementation.py", "DTYPE_MAP")
    assert "bfloat16" in kernels
    rows = {name: BY_NAME[name] for name in kernels}
    assert kernels == {name: (row.enumerator, row.kernel_type) for name, row in rows.items()}


def test_the_copy_for_gdb_agrees() -> None:
    codes = literal("debug/gdb_extension/elements.py", "_CODES")
    rows = [row for row in BY_NUMPY.values() if row.packed]
    assert {row.kernel_type: row.packed for row in rows}.items() <= codes.items()


def test_words_of_registrations_and_descriptions() -> None:
    words = "BF16 BOOL C128 C64 F16 F32 F64 I16 I32 I64 I8 U16 U32 U64 U8"  # mindspore.ops.DataType
    assert " ".join(sorted(registration._DTYPES)) == words
    assert registration._DTYPES["F64"] == "double"
    expected = {"float": "DT_FLOAT", "fp32": "DT_FLOAT", "half": "DT_FLOAT16", "fp16": "DT_FLOAT16",
                "bf16": "DT_BF16", "bfloat16": "DT_BF16"}  # fmt: skip
    assert expected.items() <= TYPES.items()
    assert not {"double64", "fp64", "float64", "variant", "int4"} & TYPES.keys()
