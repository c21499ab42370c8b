"""AscendC::Std against the results that its pages print (Utils-API/CPP标准库)."""

# ruff: noqa: E501  (lines of the C++ text)

from __future__ import annotations

import numpy as np
import pytest

from tests.aicore.core_support import HEAD, run
from tests.aicore.harness import Kernel, KernelCompileError
from tests.utils.sources import read_source

TYPES = """
struct MyStruct {};
using FuncType = int(int);
"""
# The arguments of each page's example, and its printed results.
TRAITS = {
    "is_floating_point": (
        ["float", "double", "long double", "const float", "volatile double", "int", "bool", "double*", "float&", "double[5]", "FuncType", "MyStruct", "void", "half"],
        [1] * 5 + [0] * 8 + [1],
    ),
    "is_integral": (
        ["bool", "char", "int", "long long", "unsigned int", "const int", "volatile long", "float", "double", "int*", "int&", "int[5]", "FuncType", "MyStruct", "void"],
        [1] * 7 + [0] * 8,
    ),
    "is_array": (
        ["int[5]", "char[]", "double[2][3]", "const int[10]", "volatile char[3]", "int*", "int", "double", "MyStruct", "FuncType", "void"],
        [1] * 5 + [0] * 6,
    ),
    "is_tuple": (["Std::tuple<int, half>", "Std::tuple<>", "int", "MyStruct"], [1, 1, 0, 0]),
}  # fmt: skip


def test_traits_give_what_their_pages_print() -> None:
    cases = [
        (name, argument, value)
        for name, (arguments, values) in TRAITS.items()
        for argument, value in zip(arguments, values, strict=True)
    ]
    lines = [f"y.SetValue({i}, Std::{n}<{a}>::value);" for i, (n, a, _) in enumerate(cases)]
    body = "GlobalTensor<int32_t> y; y.SetGlobalBuffer((__gm__ int32_t*)out);" + "\n".join(lines)
    got = np.full(len(cases), -1, np.int32)
    run(body, np.zeros(1), got, before=f"{TYPES}using namespace AscendC;")
    assert got.tolist() == [value for *_, value in cases]


def test_tuples() -> None:
    """Construction, copies, assignment, get and tuple_size; tensors as members."""
    body = read_source(__file__, "kernels/std_tuples.inc")
    got = np.zeros(7, np.int64)
    run(body, np.zeros(1), got)
    assert got.tolist() == [7, -3, 9, 1, 11, 0, 77]


def test_sequences() -> None:
    before = """
using namespace AscendC;
template <size_t... Is> __aicore__ inline void Put(GlobalTensor<int64_t> y, int at, Std::index_sequence<Is...>) { (y.SetValue(at++, Is), ...); }
"""
    body = """
        GlobalTensor<int64_t> y; y.SetGlobalBuffer((__gm__ int64_t*)out);
        Put(y, 0, Std::make_index_sequence<5>{});
        Put(y, 5, Std::index_sequence<0, 1, 2, 10, 8000>{});
    """
    got = np.zeros(10, np.int64)
    run(body, np.zeros(1), got, before=before)
    assert got.tolist() == [0, 1, 2, 3, 4, 0, 1, 2, 10, 8000]


def test_numbers() -> None:
    """abs, sqrt (of int64_t: without its fraction), min and max of the documented types."""
    types = [
        "int8_t",
        "uint8_t",
        "int16_t",
        "uint16_t",
        "int32_t",
        "uint32_t",
        "int64_t",
        "uint64_t",
        "float",
        "bool",
    ]
    both = "\n".join(
        f"y.SetValue(n++, (int64_t)Std::max({t}(1), {t}(0)) * 10 + (int64_t)Std::min({t}(1), {t}(0)));"
        for t in types
    )
    signed = "\n".join(
        f"y.SetValue(n++, (int64_t)Std::abs({t}(-2)));"
        for t in ("int8_t", "int16_t", "int32_t", "int64_t", "float")
    )
    body = f"""
        GlobalTensor<int64_t> y; y.SetGlobalBuffer((__gm__ int64_t*)out); int n = 0;
        {both}
        {signed}
        for (int64_t v : {{int64_t(4), int64_t(8), int64_t(0), int64_t(10000000000000000), int64_t(9999999999999999)}}) y.SetValue(n++, Std::sqrt(v));
        y.SetValue(n++, (int64_t)(Std::sqrt(6.25f) * 2));
    """
    got = np.zeros(21, np.int64)
    run(body, np.zeros(1), got)
    assert got.tolist() == [10] * 10 + [2] * 5 + [2, 2, 0, 100000000, 99999999, 5]


@pytest.mark.parametrize(
    ("call", "words"),
    [
        ("Std::max(1, 2.0f)", "Std::max compares two numbers of the same type"),
        ("Std::min(int64_t(1), 2)", "Std::min compares two numbers of the same type"),
        ("Std::abs(half(1))", "Std::abs takes"),
        ("Std::sqrt(int32_t(4))", "Std::sqrt takes int64_t or float"),
    ],
)
def test_types_that_are_refused(call: str, words: str) -> None:
    with pytest.raises(KernelCompileError, match=words):
        Kernel(f"{HEAD}(void){call};\n}}", "f", 2)
