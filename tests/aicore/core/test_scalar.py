"""Scalar types: conversions against numpy, operators, and whole-tensor expressions."""

from __future__ import annotations

import numpy as np

from tests.aicore.harness import Kernel
from tests.utils.sources import read_source

CONVERT = """
using namespace AscendC;
extern "C" __global__ __aicore__ void f(GM_ADDR in, GM_ADDR out, GM_ADDR n) {
    for (uint64_t i = 0; i < (uint64_t)n; ++i) { %s }
}
"""


def convert(body: str, source: np.ndarray, target: np.ndarray) -> np.ndarray:
    """Runs `body` for every index i of the arrays `in` and `out`."""
    Kernel(CONVERT % body, "f", 3).run(1, source, target, source.size)
    return target


def awkward_floats() -> np.ndarray:
    """Every half, its neighbours in float, the ties between halves, and random bit patterns."""
    halves = np.arange(65536, dtype=np.uint16).view(np.float16).astype(np.float32)
    finite = halves[np.isfinite(halves)]
    ties = (np.sort(finite)[1:] + np.sort(finite)[:-1]) / 2
    random = np.random.default_rng(1).integers(0, 2**32, 50000, np.uint32).view(np.float32)
    rest = np.array([65519.9, 65520, 65535, 1e9, -1e9, 3e-8, 2.98e-8, 2.99e-8], np.float32)
    around = [np.nextafter(ties, np.float32(np.inf)), np.nextafter(ties, np.float32(-np.inf))]
    return np.concatenate([halves, ties, *around, random, rest]).astype(np.float32)


def test_half_conversions() -> None:
    bits = np.arange(65536, dtype=np.uint16)
    values = convert("((float*)out)[i] = ((half*)in)[i];", bits, np.zeros(65536, np.float32))
    np.testing.assert_array_equal(values, bits.view(np.float16).astype(np.float32))
    floats = awkward_floats()
    with np.errstate(over="ignore", invalid="ignore"):
        want = floats.astype(np.float16)
        doubles = floats.astype(np.float64) * (1 + 2.0**-40)
        want_doubles = doubles.astype(np.float16)
    got = convert("((half*)out)[i] = ((float*)in)[i];", floats, np.zeros_like(want))
    np.testing.assert_array_equal(got, want)
    got = convert("((half*)out)[i] = ((double*)in)[i];", doubles, np.zeros_like(want))
    np.testing.assert_array_equal(got, want_doubles)


def test_bfloat16_conversions() -> None:
    floats = awkward_floats()
    floats = floats[~np.isnan(floats)]
    got = convert(
        "((bfloat16_t*)out)[i] = ((float*)in)[i];", floats, np.zeros(floats.size, np.uint16)
    )
    bits = floats.view(np.uint32).astype(np.uint64)
    want = ((bits + 0x7FFF + ((bits >> 16) & 1)) >> 16).astype(np.uint16)
    np.testing.assert_array_equal(got, want)


def test_half_is_a_builtin_type_to_kernels() -> None:
    source = read_source(__file__, "kernels/scalar_builtin_half.cpp")
    out = np.zeros(9, np.float32)
    Kernel(source, "f", 1).run(1, out)
    np.testing.assert_array_equal(out, [1.0, 6.0, 2.0, 8.0, 11.5, 2.0, 3.0, 69.0, 4.0])


def test_tensor_expressions() -> None:
    source = read_source(__file__, "kernels/scalar_tensor_expressions.cpp")
    x = np.random.default_rng(3).standard_normal(64).astype(np.float32) * 2
    out = np.zeros(72, np.float32)
    Kernel(source, "f", 2).run(1, x, out)
    np.testing.assert_array_equal(out[:64], x * x + x)
    bits = np.unpackbits(out[64:].view(np.uint8), bitorder="little")[:64]
    np.testing.assert_array_equal(bits, x < x * x)
