"""Tensors in expressions: z = x + y, and what else a tensor offers apart from its elements."""

# ruff: noqa: E501  (lines of the C++ text)

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.aicore.core_support import run
from tests.utils.sources import read_source

ARITHMETIC = {"+": np.add, "-": np.subtract, "*": np.multiply, "/": np.divide}
BITS = {"|": np.bitwise_or, "&": np.bitwise_and}
RELATIONS = {
    "<": np.less,
    ">": np.greater,
    "==": np.equal,
    "<=": np.less_equal,
    ">=": np.greater_equal,
    "!=": np.not_equal,
}
BY_NAME = (
    ("float", "x.operator+(y)", np.add),
    ("float", "x.operator-(y)", np.subtract),
    ("float", "x.operator*(y)", np.multiply),
    ("float", "x.operator/(y)", np.divide),
    ("int16_t", "x.operator|(y)", np.bitwise_or),
    ("int16_t", "x.operator&(y)", np.bitwise_and),
)
RELATIONS_BY_NAME = [
    "x.operator<(y)",
    "x.operator>(y)",
    "x.operator==(y)",
    "x.operator<=(y)",
    "x.operator>=(y)",
    "x.operator!=(y)",
]
TYPES = {"half": np.float16, "float": np.float32, "int16_t": np.int16}

HEAD = """
    typedef TYPE T; TPipe pipe; TBuf<> a, b, c; pipe.InitBuffer(a, 4096); pipe.InitBuffer(b, 4096); pipe.InitBuffer(c, 4096);
    GlobalTensor<T> g; g.SetGlobalBuffer((__gm__ T*)in);
    LocalTensor<T> x = a.Get<T>(COUNT), y = b.Get<T>(COUNT), z = c.Get<T>(COUNT);
    DataCopy(x, g, 512); DataCopy(y, g[512], 512); PipeBarrier<PIPE_ALL>();
"""
OUT = "PipeBarrier<PIPE_ALL>(); GlobalTensor<T> o; o.SetGlobalBuffer((__gm__ T*)out); DataCopy(o, z, 512);"


@pytest.mark.parametrize(
    ("type_name", "symbol"),
    [*((t, s) for t in ("half", "float") for s in ARITHMETIC), *(("int16_t", s) for s in BITS)],
)
@settings(max_examples=4, deadline=None)
@given(count=st.sampled_from([16, 100, 127, 512]), seed=st.integers(0, 2**32))
def test_arithmetic(type_name: str, symbol: str, count: int, seed: int) -> None:
    dtype = TYPES[type_name]
    data = np.random.default_rng(seed).integers(1, 50, 1024).astype(dtype)
    got = np.zeros(512, dtype)
    head = HEAD.replace("TYPE", type_name).replace("COUNT", str(count))
    run(f"{head} Duplicate(z, (T)7, 512); z = x {symbol} y; {OUT}", data, got)
    want = {**ARITHMETIC, **BITS}[symbol](data[:count], data[512 : 512 + count]).astype(dtype)
    np.testing.assert_array_equal(got[:count], want)
    np.testing.assert_array_equal(got[count:], 7)


@pytest.mark.parametrize(
    ("type_name", "expressions"),
    [
        ("half", [f"x {symbol} y" for symbol in RELATIONS]),
        ("float", [f"x {symbol} y" for symbol in RELATIONS]),
        ("float", RELATIONS_BY_NAME),
    ],
)
def test_comparisons(type_name: str, expressions: list[str]) -> None:
    dtype = TYPES[type_name]
    data = np.random.default_rng(5).integers(0, 4, 1024).astype(dtype)
    got = np.zeros(len(RELATIONS) * 64, np.uint8)
    head = HEAD.replace("TYPE", type_name).replace("COUNT", "512")
    body = "TBuf<> bits; pipe.InitBuffer(bits, 1024); GlobalTensor<uint8_t> o; o.SetGlobalBuffer((__gm__ uint8_t*)out);"
    for i, expression in enumerate(expressions):
        body += f"LocalTensor<uint8_t> m{i} = bits.GetWithOffset<uint8_t>(64, {i * 64}); m{i} = {expression};"
    body += f"PipeBarrier<PIPE_ALL>(); DataCopy(o, bits.Get<uint8_t>(), {len(RELATIONS) * 64});"
    run(head + body, data, got)
    for i, relation in enumerate(RELATIONS.values()):
        want = np.packbits(relation(data[:512], data[512:]), bitorder="little")
        np.testing.assert_array_equal(got[i * 64 : (i + 1) * 64], want)


def test_elements_and_sizes() -> None:
    body = read_source(__file__, "kernels/tensor_expressions_elements.inc")
    got = np.zeros(10, np.int32)
    run(body, np.arange(8, dtype=np.int32), got)
    assert got.tolist() == [10, 9, 2, 3, 1, 72, 1, 2, 20, 0]


def test_operators_are_members() -> None:
    data = np.random.default_rng(6).integers(1, 50, 1024)
    for type_name in ("float", "int16_t"):
        dtype = TYPES[type_name]
        cases = [case for case in BY_NAME if case[0] == type_name]
        body = HEAD.replace("TYPE", type_name).replace("COUNT", "512")
        body += "GlobalTensor<T> o; o.SetGlobalBuffer((__gm__ T*)out);"
        for i, (_, expression, _) in enumerate(cases):
            body += f"z = {expression}; PipeBarrier<PIPE_ALL>(); DataCopy(o[{512 * i}], z, 512); PipeBarrier<PIPE_ALL>();"
        at = 512 * len(cases)
        body += f"o({at}) = x.operator()(5); o({at + 1}) = x.operator[](7).GetValue(1);"
        body += f"o.operator()({at + 2}) = g.operator()(600); o({at + 3}) = g.operator[](9).GetValue(2);"
        got = np.zeros(at + 4, dtype)
        run(body, data.astype(dtype), got)
        for i, (_, _, function) in enumerate(cases):
            want = function(data[:512].astype(dtype), data[512:].astype(dtype))
            np.testing.assert_array_equal(got[512 * i : 512 * i + 512], want)
        np.testing.assert_array_equal(got[at:], data[[5, 8, 600, 11]])
