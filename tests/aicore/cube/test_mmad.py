"""Mmad, with the moves that bring its operands and take its result, against NumPy."""

# ruff: noqa: E501  (lines of the C++ text)

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from tests.aicore.cube_support import OPERANDS, from_nz, random_operand, to_nz, up
from tests.aicore.harness import AIC_ONLY, AICORE, Kernel
from tests.utils.sources import read_source

PRODUCT = read_source(__file__, "kernels/mmad_product.cpp")

# Nz rows of k (multiples of the square) x n in L1 -> Zn in L0B.
LOAD_B = {
    "half": read_source(__file__, "kernels/mmad_load_half.cpp"),
    # A square is two fractals of 16 x 8 next to each other; here they are apart in L1.
    "float": read_source(__file__, "kernels/mmad_load_float.cpp"),
    "int8_t": """
__aicore__ inline void LoadB(LocalTensor<T> b2, LocalTensor<T> b1, uint32_t rows, uint32_t n16, uint32_t blocks) {
    for (uint32_t i = 0; i < blocks; ++i) {
        for (uint32_t j = 0; j < (n16 + 31) / 32; ++j) {
            AscendC::LoadData2dTransposeParams load(j * (rows / 32) + i, 1, 0, 0, 0);
            AscendC::LoadDataWithTranspose(b2[(i * ((n16 + 31) / 32 * 2) + j * 2) * 512], b1, load);
        }
    }
}
""",
}
LOAD_B["bfloat16_t"] = LOAD_B["half"]


@cache
def product_kernel(dtype: str) -> Kernel:
    result = "int32_t" if dtype == "int8_t" else "float"
    square = 32 if dtype == "int8_t" else 16
    source = (
        f'#include "kernel_operator.h"\nusing T = {dtype};\nusing R = {result};\n'
        f"using AscendC::LocalTensor;\nconstexpr uint32_t kSquare = {square};\n"
    )
    return Kernel(source + LOAD_B[dtype] + PRODUCT, "product", 5)


def run_product(
    dtype: str,
    a: Any,
    b: Any,
    bias: Any = None,
    *,
    k_step: int = 0,
    hf32: bool = False,
    saturates: bool = False,
) -> Any:
    """a @ b (+ bias) on the cube."""
    (m, k), n = a.shape, b.shape[1]
    result = np.full((m, n), 77, OPERANDS[dtype][1])
    used = np.zeros(up(n, 16), result.dtype)
    if bias is not None:
        used[:n] = bias
    sizes = np.array([m, n, k, k_step or k, bias is not None, hf32, saturates], np.uint32)
    product_kernel(dtype).run(1, a, b, used, result, tiling=sizes.tobytes(), task_type=AIC_ONLY)
    return result


@settings(max_examples=40, deadline=None)
@given(
    dtype=st.sampled_from(sorted(OPERANDS)),
    m=st.integers(1, 96),  # of 150 floats fit into L0A
    n=st.integers(1, 90),
    k=st.integers(1, 150),
    steps=st.integers(1, 3),
    biased=st.booleans(),
    seed=st.integers(0, 2**32 - 1),
)
@example(dtype="half", m=16, n=16, k=16, steps=1, biased=False, seed=0)
@example(dtype="half", m=1, n=33, k=70, steps=1, biased=True, seed=1)
@example(dtype="int8_t", m=30, n=40, k=71, steps=2, biased=True, seed=2)
@example(dtype="float", m=30, n=40, k=70, steps=1, biased=False, seed=3)
def test_product(dtype: str, m: int, n: int, k: int, steps: int, biased: bool, seed: int) -> None:
    """All sums are exact here, so any order of adding gives the same."""
    element, total, c0 = OPERANDS[dtype]
    if dtype == "int8_t":
        n = up(n, 32)  # what LoadB of this kernel makes
    rng = np.random.default_rng(seed)
    a, b = random_operand(rng, (m, k), element), random_operand(rng, (k, n), element)
    bias = rng.integers(-1000, 1000, n).astype(total) if biased else None
    k_step = up(up(k, steps) // steps, 2 * c0)
    expected = a.astype(total) @ b.astype(total)
    if bias is not None:
        expected = expected + bias
    np.testing.assert_array_equal(run_product(dtype, a, b, bias, k_step=k_step), expected)


@pytest.mark.parametrize("dtype", sorted(OPERANDS))
def test_deep_product(dtype: str) -> None:
    """More than one panel along k and along m."""
    element, total, _ = OPERANDS[dtype]
    rng = np.random.default_rng(5)
    m, n, k = 32, 32, 64 * 1024 // 32 // element.itemsize - 3
    a, b = random_operand(rng, (m, k), element), random_operand(rng, (k, n), element)
    np.testing.assert_allclose(
        run_product(dtype, a, b), a.astype(np.float64) @ b.astype(np.float64), rtol=1e-5, atol=1e-3
    )
    m, n, k = 400, 64, 32
    a, b = random_operand(rng, (m, k), element), random_operand(rng, (k, n), element)
    np.testing.assert_array_equal(run_product(dtype, a, b), a.astype(total) @ b.astype(total))


def test_hf32_rounds_operands() -> None:
    """11 bits of mantissa are left, ties go to the even one."""
    one = np.float32(1)
    values = np.array(
        [1 + 2**-12, 1 + 3 * 2**-12, 1 + 2**-11, 1 + 2**-12 + 2**-20, -1 - 2**-12], "f4"
    )
    rounded = np.array([1, 1 + 2**-10, 1 + 2**-11, 1 + 2**-11, -1], "f4")
    a = np.zeros((5, 5), np.float32)
    np.fill_diagonal(a, values)
    b = np.full((5, 3), one)
    np.testing.assert_array_equal(run_product("float", a, b)[:, 0], values)
    np.testing.assert_array_equal(run_product("float", a, b, hf32=True)[:, 0], rounded)


RAW_PRODUCT = read_source(__file__, "kernels/mmad_raw_product.cpp")


def to_zz(matrix: Any, width: int) -> Any:
    """Fractals of 16 rows of `width` elements, row by row."""
    return to_nz(matrix, width).transpose(1, 0, 2, 3).copy()


def run_raw(
    types: tuple[str, str, str], a: Any, b: Any, c: Any, shape: tuple[int, int, int],
    *, accumulate: bool = False, align: bool = False, arch: int = 220, soc: str = "",
    no_gemv: bool = False,
) -> None:  # fmt: skip
    """Changes `c`."""
    head = '#include "kernel_operator.h"\n'
    head += "".join(f"using {n} = {t};\n" for n, t in zip("ABC", types, strict=True))
    sizes = np.array([*shape, a.nbytes, b.nbytes, c.nbytes, accumulate, align, no_gemv], np.uint32)
    Kernel(head + RAW_PRODUCT, "raw", 4, arch=arch).run(
        1, a, b, c, sizes, task_type=AIC_ONLY if arch == 220 else AICORE,
        soc=soc or ("Ascend910B1" if arch == 220 else "Ascend310P3"),
    )  # fmt: skip


@pytest.mark.parametrize(("m", "n", "k"), [(16, 16, 64), (20, 33, 70), (17, 48, 129)])
def test_int4(m: int, n: int, k: int) -> None:
    """Bits after the last element of k do not matter, even in the same byte."""
    rng = np.random.default_rng(k)
    a, b = rng.integers(-8, 8, (m, k)), rng.integers(-8, 8, (k, n))

    def nibbles(fractals: Any) -> Any:
        pairs = fractals.astype(np.uint8).reshape(*fractals.shape[:-1], -1, 2)
        return (pairs[..., 0] & 0xF) | (pairs[..., 1] & 0xF) << 4

    zz = nibbles(to_zz(np.pad(a, ((0, 0), (0, up(k, 64) - k)), constant_values=5), 64))
    zn = nibbles(to_nz(np.pad(b, ((0, up(k, 64) - k), (0, 0)), constant_values=5).T, 64))
    c = np.full((up(n, 16) // 16, up(m, 16) // 16, 16, 16), 7, np.int32)
    run_raw(("int4b_t", "int4b_t", "int32_t"), zz, zn, c, (m, n, k))
    np.testing.assert_array_equal(from_nz(c, m, n), a @ b)
    # Nothing else of the tiles was touched.
    assert (c == 7).sum() >= c.size - m * n


@pytest.mark.parametrize("a_type", ["uint8_t", "int8_t"])
@pytest.mark.parametrize("b_type", ["uint8_t", "int8_t"])
def test_bytes_of_the_older_cores(a_type: str, b_type: str) -> None:
    rng = np.random.default_rng(1)
    limits = {"uint8_t": (0, 256, np.uint8), "int8_t": (-128, 128, np.int8)}

    def operand(kind: str, shape: tuple[int, int]) -> Any:
        low, high, dtype = limits[kind]
        return rng.integers(low, high, shape).astype(dtype)

    a, b = operand(a_type, (19, 67)), operand(b_type, (67, 21))
    c = np.zeros((2, 2, 16, 16), np.int32)
    run_raw((a_type, b_type, "int32_t"), to_zz(a, 32), to_nz(b.T, 32), c, (19, 21, 67), arch=200)
    np.testing.assert_array_equal(from_nz(c, 19, 21), a.astype(np.int32) @ b.astype(np.int32))


def test_half_results_of_the_older_cores() -> None:
    rng = np.random.default_rng(2)
    a = rng.integers(-4, 5, (20, 30)).astype(np.float16)
    b = rng.integers(-4, 5, (30, 18)).astype(np.float16)
    c = np.ones((2, 2, 16, 16), np.float16)
    run_raw(
        ("half", "half", "half"), to_zz(a, 16), to_nz(b.T, 16), c, (20, 18, 30),
        accumulate=True, arch=200,
    )  # fmt: skip
    np.testing.assert_array_equal(from_nz(c, 20, 18), (a @ b) + np.float16(1))


@pytest.mark.parametrize(
    ("soc", "no_gemv", "in_fractals"),
    [
        ("Ascend950PR_9599", False, False),
        ("Ascend950PR_9599", True, True),
        ("Ascend910B1", True, False),
    ],
)
def test_a_row_lies_in_fractals_without_gemv(soc: str, no_gemv: bool, in_fractals: bool) -> None:
    """Mmad.md: with m = 1 the left operand lies in a row; disableGemv of 950 puts it in fractals."""
    rng = np.random.default_rng(6)
    a = rng.integers(-4, 5, (1, 40)).astype(np.int8)
    b = rng.integers(-4, 5, (40, 16)).astype(np.int8)
    padded = np.pad(a, ((0, 15), (0, 24)))
    stored = to_zz(padded, 32) if in_fractals else np.pad(a, ((0, 0), (0, 984)))
    c = np.zeros((1, 1, 16, 16), np.int32)
    types = ("int8_t", "int8_t", "int32_t")
    run_raw(types, stored, to_nz(b.T, 32), c, (1, 16, 40), soc=soc, no_gemv=no_gemv)
    np.testing.assert_array_equal(from_nz(c, 1, 16), a.astype(np.int32) @ b.astype(np.int32))


def test_sums_of_integers_saturate() -> None:
    a = np.full((16, 32), 127, np.int8)
    b = np.repeat(np.array([[127, -128, 1] + [0] * 13], np.int8), 32, axis=0)
    c = np.zeros((1, 1, 16, 16), np.int32)
    c[..., 0], c[..., 1], c[..., 2] = 2**31 - 10, -(2**31) + 10, 2**31 - 10000
    run_raw(
        ("int8_t", "int8_t", "int32_t"), to_zz(a, 32), to_nz(b.T, 32), c, (16, 16, 32),
        accumulate=True,
    )  # fmt: skip
    np.testing.assert_array_equal(c[0, 0, 0, :4], [2**31 - 1, -(2**31), 2**31 - 10000 + 4064, 0])


def test_float_with_k_aligned_to_16() -> None:
    """The left operand has a multiple of two fractals per row; the last one does not count."""
    rng = np.random.default_rng(3)
    a, b = (
        random_operand(rng, (20, 36), np.dtype("f4")),
        random_operand(rng, (36, 16), np.dtype("f4")),
    )
    zz = to_zz(np.pad(a, ((0, 0), (0, 12)), constant_values=np.nan), 8)
    zn = to_nz(np.pad(b, ((0, 12), (0, 0)), constant_values=np.nan).T, 8)
    c = np.zeros((1, 2, 16, 16), np.float32)
    run_raw(("float", "float", "float"), zz, zn, c, (20, 16, 36), align=True)
    np.testing.assert_array_equal(from_nz(c, 20, 16), a @ b)


def test_infinities_stay() -> None:
    a = np.array([[np.inf, 1], [-np.inf, 0]], np.float16)
    b = np.array([[1, 1], [1, 0]], np.float16)
    expected = np.array([[np.inf, np.inf], [-np.inf, -np.inf]], np.float32)
    np.testing.assert_array_equal(run_product("half", a, b), expected)


def test_infinities_saturate_when_the_core_does() -> None:
    """Mmad.md, Fixpipe.md: with CTRL[48] = 0 they are the largest values, and NaN is 0."""
    a = np.array([[np.inf, 1], [-np.inf, 0], [np.inf, np.inf], [1, 2]], np.float16)
    b = np.array([[1, 1], [1, -np.inf]], np.float16)
    largest = np.finfo(np.float32).max
    # inf + 1, inf - inf; -inf, -inf + NaN; inf + inf, inf - inf; 3, 1 - inf
    expected = [[largest, 0], [-largest, 0], [largest, 0], [3, -largest]]
    got = run_product("half", a, b, saturates=True)
    np.testing.assert_array_equal(got, np.array(expected, np.float32))


HALF_BIAS = read_source(__file__, "kernels/mmad_half_bias.cpp")


def test_bias_of_half() -> None:
    """Lengths count 64 bytes of the source, the gaps 32 bytes of it and 64 of the table."""
    values = np.arange(256).astype(np.float16)
    table = np.zeros(256, np.float32)
    Kernel(HALF_BIAS, "bias", 2).run(1, values, table, task_type=AIC_ONLY)
    np.testing.assert_array_equal(table[:32], values[:32])
    np.testing.assert_array_equal(table[48:80], values[64:96])


HF32 = read_source(__file__, "kernels/mmad_hf32.cpp")


@pytest.mark.parametrize("mode", [0, 1, 2])
def test_rounding_of_hf32(mode: int) -> None:
    """HF32 has 11 bits after the point: ties go to the even value, or towards zero."""
    rng = np.random.default_rng(9)
    steps = rng.integers(2048, 4096, (16, 8)) * 2 + rng.integers(0, 2, (16, 8))
    a = (steps / 4096 * rng.choice([-1, 1], (16, 8))).astype(np.float32)
    b = np.zeros((16, 8), np.float32)  # fractal of B: rows are the columns of B
    b[np.arange(8), np.arange(8)] = 1
    out = np.zeros((16, 16), np.float32)
    Kernel(HF32, "round", 4).run(1, a, b, out, mode, task_type=AIC_ONLY)
    scaled = a.astype(np.float64) * 2048
    even, zero = np.rint(scaled), np.sign(scaled) * np.ceil(np.abs(scaled) - 0.5)
    wanted = [scaled, even, zero][mode] / 2048
    np.testing.assert_array_equal(out[:, :8], wanted.astype(np.float32))
    np.testing.assert_array_equal(out[:, 8:], 0)
