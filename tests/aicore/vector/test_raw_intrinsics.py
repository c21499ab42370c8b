"""Intrinsics of the device compiler that public kernels call, against NumPy."""

# ruff: noqa: E501  (lines of the C++ text)

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.aicore.harness import Kernel
from tests.aicore.vector_support import Form, Image, Lanes, assert_same, call, reciprocal_estimate
from tests.utils.sources import read_source

DST, A, B = 0, 16384, 32768

BINARY = {
    "vadd": np.add,
    "vsub": np.subtract,
    "vmul": np.multiply,
    "vdiv": np.divide,
    "vmax": np.maximum,
    "vmin": np.minimum,
}
UNARY: dict[str, Callable[..., Any]] = {
    "vabs": np.abs,
    "vrec": reciprocal_estimate,
    "vsqrt": np.sqrt,
    "vrelu": lambda x: np.maximum(x, 0),
}
SCALAR = {"vadds": np.add, "vmuls": np.multiply, "vmaxs": np.maximum, "vmins": np.minimum}
BITS = {"vand": np.bitwise_and, "vor": np.bitwise_or}
NAMES = [*BINARY, *UNARY, *SCALAR, *BITS, "vnot", "vector_dup"]


def _body() -> str:
    lines = [
        "template <typename T> __aicore__ inline T* At(const Call& c, int i) { return (T*)View<T>(c.at[i]).GetPhyAddr(); }",
        "__aicore__ inline void Run(const Call& c) {",
        "if (c.form == 4) { set_mask_count(); set_vector_mask(0, c.count); } else { set_mask_norm(); set_vector_mask(c.mask[1], c.mask[0]); }",
        "float *d = At<float>(c, 0), *a = At<float>(c, 1), *b = At<float>(c, 2); const uint8_t n = c.repeat; const float s = ScalarOf<float>(c);",
        "uint16_t *hd = At<uint16_t>(c, 0), *ha = At<uint16_t>(c, 1), *hb = At<uint16_t>(c, 2);",
        "switch (c.op) {",
    ]
    for number, name in enumerate(NAMES):
        half = name in BITS or name == "vnot"
        d, a, b = ("hd", "ha", "hb") if half else ("d", "a", "b")
        if name in BINARY or name in BITS:
            text = f"{name}({d}, {a}, {b}, n, c.blk[0], c.blk[1], c.blk[2], c.rep[0], c.rep[1], c.rep[2])"
        elif name in SCALAR:
            text = f"{name}(d, a, s, n, c.blk[0], c.blk[1], c.rep[0], c.rep[1])"
        elif name == "vector_dup":
            text = "vector_dup(d, s, n, c.blk[0], 1, c.rep[0], 0)"
        else:
            text = f"{name}({d}, {a}, n, c.blk[0], c.blk[1], c.rep[0], c.rep[1])"
        lines.append(f"case {number}: {text}; break;")
    return "\n".join([*lines, "} set_mask_norm(); }"])


BODY = _body()


@pytest.mark.parametrize("name", NAMES)
@settings(max_examples=12, deadline=None)
@given(
    counter=st.booleans(),
    count=st.integers(0, 400),
    repeat=st.integers(0, 4),
    mask=st.tuples(st.integers(0, 2**64 - 1), st.integers(0, 2**64 - 1)),
    blk=st.tuples(*[st.integers(1, 2)] * 3),
    rep=st.tuples(*[st.integers(8, 16)] * 3),
    seed=st.integers(0, 2**32),
)
def test_vector_instructions_take_their_lanes_from_the_registers(
    name: str,
    counter: bool,
    count: int,
    repeat: int,
    mask: tuple[int, int],
    blk: tuple[int, int, int],
    rep: tuple[int, int, int],
    seed: int,
) -> None:
    dtype = np.uint16 if name in BITS or name == "vnot" else np.float32
    size = np.dtype(dtype).itemsize
    width = 256 // size
    lanes = Lanes(
        Form.COUNTER if counter else Form.REGISTER,
        count=count,
        repeat=repeat,
        mask=mask,
        blk=blk,
        rep=rep,
    )
    rng = np.random.default_rng(seed)
    image = Image(rng.integers(0, 256, 65536, dtype=np.uint8))
    for base in (A, B):
        values = (
            rng.standard_normal(4096).astype(np.float32)
            if size == 4
            else rng.integers(0, 65536, 8192).astype(np.uint16)
        )
        image.put(base, values)
    scalar = np.float32(1.5)
    expected = image.copy()
    for r, chosen in enumerate(lanes.selected(width)):
        a, b = (
            expected.gather(base + lanes.offsets(i, r, chosen, width, size), dtype)
            for i, base in ((1, A), (2, B))
        )
        with np.errstate(all="ignore"):
            if name in BINARY or name in BITS:
                result = {**BINARY, **BITS}[name](a, b)
            elif name in SCALAR:
                result = SCALAR[name](a, scalar)
            elif name == "vector_dup":
                result = np.full(a.size, scalar)
            else:
                result = ~a if name == "vnot" else UNARY[name](a)
        expected.scatter(DST + lanes.offsets(0, r, chosen, width, size), result.astype(dtype))
    got = call(BODY, image, op=NAMES.index(name), lanes=lanes, at=(DST, A, B), scalar=scalar)
    assert_same(got, expected, f"{name} {lanes}")


REST = read_source(__file__, "kernels/raw_intrinsics_rest.cpp")


def test_movement_registers_and_conversions() -> None:
    halves = np.random.default_rng(1).integers(-8, 8, 512).astype(np.float16)
    out = np.zeros(2048 + 1200 * 32, np.uint8)
    Kernel(REST, "f", 2).run(1, halves, out)
    ub = out[2048:]

    def at(offset: int, dtype: type, count: int) -> np.ndarray:
        return ub[offset : offset + count * np.dtype(dtype).itemsize].view(dtype)

    np.testing.assert_array_equal(at(0, np.float16, 128), halves[:128])
    np.testing.assert_array_equal(at(256 + 64, np.float16, 128), halves[144:272])
    np.testing.assert_array_equal(at(4096, np.uint8, 576), ub[:576])
    for row in range(3):
        got = at(8192 + row * 64, np.uint16, 8)
        assert got[0] == got[6] == got[7] == 7
        np.testing.assert_array_equal(got[1:6].view(np.float16), halves[row * 8 : row * 8 + 5])
    floats = at(0, np.float32, 16)
    pieces = out[1024 : 1024 + 48].view(np.float32)
    np.testing.assert_array_equal(pieces[:5].view(np.uint32), floats[:5].view(np.uint32))
    np.testing.assert_array_equal(pieces[6:11].view(np.uint32), floats[8:13].view(np.uint32))
    square = at(0, np.uint16, 256).reshape(16, 16)
    np.testing.assert_array_equal(at(12288, np.uint16, 256).reshape(16, 16), square.T)
    np.testing.assert_array_equal(at(16384, np.uint16, 256).reshape(16, 16), square.T)
    np.testing.assert_array_equal(
        at(20480, np.uint16, 48).reshape(16, 3), at(0, np.uint16, 48).reshape(3, 16).T
    )
    np.testing.assert_array_equal(at(24576, np.uint16, 48), at(0, np.uint16, 48))
    wide = halves[:64].astype(np.float32)
    np.testing.assert_array_equal(at(28672, np.float32, 64), wide)
    np.testing.assert_array_equal(at(32768, np.float16, 64), halves[:64])
    assert at(36864, np.float32, 1)[0] == wide.sum()
    assert at(36992, np.float32, 1)[0] == wide.sum()
    value, index = at(37120, np.uint32, 2)
    assert np.uint32(value).view(np.float32) == wide.max()
    assert index == wide.argmax()
    assert at(37120, np.uint64, 4)[1:].tolist() == [1, 0, 1]
    np.testing.assert_array_equal(out[:256].view(np.float32), 2 * wide)
