"""Intrinsics of the device compiler beyond arithmetic: conversions, comparisons, selections,
gathers, reductions and fused operations, against NumPy."""

# ruff: noqa: E501  (lines of the C++ text)

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import ml_dtypes
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.aicore.harness import Kernel
from tests.aicore.vector_support import shifted_left

HEAD = """
using namespace AscendC;
static bool g_numbers;
template <typename T> __aicore__ inline T* Scalar(uint32_t at) { return (T*)LocalTensor<T>(TPosition::VECCALC, at, 64).GetPhyAddr(); }
template <typename T> __aicore__ inline T* Ub(uint32_t at) { return g_numbers ? (T*)get_imm(at) : Scalar<T>(at); }
extern "C" __global__ __aicore__ void f(GM_ADDR in, GM_ADDR out, uint64_t n, uint64_t value, uint64_t numbers) {
    g_numbers = numbers;
    TPipe pipe; set_mask_norm(); set_vector_mask((uint64_t)-1, (uint64_t)-1);
    copy_gm_to_ubuf(Ub<uint8_t>(0), (__gm__ uint8_t*)in, 0, 1, 2048, 0, 0); pipe_barrier(PIPE_ALL);
"""
TAIL = "pipe_barrier(PIPE_ALL); copy_ubuf_to_gm((__gm__ uint8_t*)out, Ub<uint8_t>(0), 0, 1, 2048, 0, 0); }"
A, B, C, D = 0, 16384, 32768, 49152
TYPES = {"half": np.float16, "float": np.float32}


def ub_after(body: str, parts: dict[int, np.ndarray], n: int = 0, value: int = 0) -> np.ndarray:
    """The first 64 KiB of the unified buffer after `body` ran on the given contents.

    It runs with addresses of tensors, then with the numbers that the hardware's addresses are.
    """
    image = np.zeros(65536, np.uint8)
    for at, part in parts.items():
        data = np.ascontiguousarray(part).view(np.uint8).ravel()
        image[at : at + data.size] = data
    kernel = Kernel(HEAD + body + TAIL, "f", 5)
    got = np.zeros((2, 65536), np.uint8)
    for numbers in (0, 1):
        kernel.run(1, image, got[numbers], n, value, numbers)
    np.testing.assert_array_equal(got[0], got[1])
    return got[0]


def at(image: np.ndarray, offset: int, dtype: type, count: int) -> np.ndarray:
    """Elements of an image."""
    return image[offset : offset + count * np.dtype(dtype).itemsize].view(dtype)


def floats(seed: int, count: int, dtype: type, scale: float = 1) -> np.ndarray:
    """Random values, some of them equal."""
    rng = np.random.default_rng(seed)
    return (np.round(rng.standard_normal(count) * 4) / 4 * scale).astype(dtype)


RELATIONS = {
    "lt": np.less,
    "gt": np.greater,
    "eq": np.equal,
    "le": np.less_equal,
    "ge": np.greater_equal,
    "ne": np.not_equal,
}


@pytest.mark.parametrize("type_name", TYPES)
@settings(max_examples=8, deadline=None)
@given(repeat=st.integers(1, 6), blk=st.integers(1, 2), seed=st.integers(0, 2**32))
def test_comparisons_leave_bits(type_name: str, repeat: int, blk: int, seed: int) -> None:
    dtype = TYPES[type_name]
    width = 256 // np.dtype(dtype).itemsize
    a, b = floats(seed, 4096, dtype), floats(seed + 1, 4096, dtype)
    calls = f"const uint8_t r = n >> 8, k = n & 255; {type_name} *a = Ub<{type_name}>({A}), *b = Ub<{type_name}>({B}); const {type_name} s = Scalar<{type_name}>({A})[5];"
    for i, name in enumerate(RELATIONS):
        calls += f"vcmpv_{name}(Ub<uint8_t>({C} + {i} * 256), a, b, r, 1, k, 1, 8, 8, 8); vcmpvs_{name}(Ub<uint8_t>({D} + {i} * 256), a, s, r, 1, k, 8, 8);"
    got = ub_after(calls, {A: a, B: b}, n=repeat << 8 | blk)
    per_block = 32 // np.dtype(dtype).itemsize
    lanes = np.arange(width)
    places = (
        np.arange(repeat)[:, None] * 8 * per_block
        + lanes // per_block * blk * per_block
        + lanes % per_block
    ).ravel()
    for i, relation in enumerate(RELATIONS.values()):
        bits = relation(a[places], b[: repeat * width])
        want = np.packbits(bits, bitorder="little")
        np.testing.assert_array_equal(at(got, C + i * 256, np.uint8, want.size), want)
        want = np.packbits(relation(a[places], a[5]), bitorder="little")
        np.testing.assert_array_equal(at(got, D + i * 256, np.uint8, want.size), want)


@pytest.mark.parametrize("type_name", TYPES)
@settings(max_examples=8, deadline=None)
@given(repeat=st.integers(1, 6), seed=st.integers(0, 2**32))
def test_selections_by_the_register_by_bits_and_with_a_scalar(
    type_name: str, repeat: int, seed: int
) -> None:
    dtype = TYPES[type_name]
    width = 256 // np.dtype(dtype).itemsize
    count = repeat * width
    a, b = floats(seed, 2048, dtype), floats(seed + 1, 2048, dtype)
    bits = np.random.default_rng(seed).integers(0, 256, 512, dtype=np.uint8)
    body = f"""
        typedef {type_name} T; T *a = Ub<T>({A}), *b = Ub<T>({B}); uint8_t r = n; uint8_t* bits = Ub<uint8_t>({D});
        vcmp_gt(a, b, 1, 1, 1, 1, 8, 8, 8); get_cmpmask(Ub<uint8_t>({D} + 1024));
        vsel(Ub<T>({C}), a, b, r, 1, 1, 1, 8, 8, 8);
        *Scalar<uint32_t>({D} + 2048) = (uint32_t)(uint64_t)bits; set_cmpmask(Ub<uint32_t>({D} + 2048));
        vsel(Ub<T>({C} + 4096), a, b, r, 1, 1, 1, 8, 8, 8, 2);
        vector_dup(Ub<T>({D} + 2048), Scalar<T>({A})[3], 1, 1, 1, 8, 0); set_cmpmask(Ub<T>({D} + 2048));
        vsel(Ub<T>({C} + 8192), a, bits, r, 1, 1, 1, 8, 8, 8, 1);
    """
    got = ub_after(body, {A: a, B: b, D: bits}, n=repeat)
    first = a[:width] > b[:width]
    np.testing.assert_array_equal(
        at(got, D + 1024, np.uint8, width // 8), np.packbits(first, bitorder="little")
    )
    np.testing.assert_array_equal(
        at(got, C, dtype, count), np.where(np.tile(first, repeat), a[:count], b[:count])
    )
    chosen = np.unpackbits(bits, bitorder="little")[:count].astype(bool)
    np.testing.assert_array_equal(
        at(got, C + 4096, dtype, count), np.where(chosen, a[:count], b[:count])
    )
    np.testing.assert_array_equal(
        at(got, C + 8192, dtype, count), np.where(chosen, a[:count], a[3])
    )


@pytest.mark.parametrize("unsigned", [np.uint16, np.uint32])
@settings(max_examples=8, deadline=None)
@given(
    repeat=st.integers(1, 4),
    counted=st.integers(0, 300),
    pattern=st.integers(0, 7),
    seed=st.integers(0, 2**32),
)
def test_gathers_and_compaction(
    unsigned: type, repeat: int, counted: int, pattern: int, seed: int
) -> None:
    size = np.dtype(unsigned).itemsize
    width = 256 // size
    rng = np.random.default_rng(seed)
    values = rng.integers(0, 2**16, 4096).astype(unsigned)
    offsets = (rng.integers(0, 4096, 1024) * size).astype(np.uint32)
    blocks = (rng.integers(0, 128, 64) * 32).astype(np.uint32)
    bits = rng.integers(0, 256, 256, dtype=np.uint8)
    body = f"""
        typedef uint{size * 8}_t T; const uint8_t r = n & 255, p = n >> 8; T* a = Ub<T>({A});
        vgather(Ub<T>({C}), Ub<uint32_t>({B}), (uint32_t)(uint64_t)a, 8, r);
        vgatherb(Ub<T>({C} + 2048), Ub<uint32_t>({B} + 4096), (uint32_t)(uint64_t)a, 8, 1, r);
        vreducev2(Ub<T>({C} + 8192), a, Ub<T>({B} + 8192), r, 1, p, 8, 1); *Scalar<int64_t>({D}) = get_rsvd_cnt();
        set_mask_count(); set_vector_mask(0, value);
        if (p == 0) {{
            vreducev2(Ub<T>({C} + 12288), a, Ub<T>({B} + 8192), 1, 1, p, 8, 0);
        }} else {{
            vreducev2(Ub<T>({C} + 12288), a, nullptr, 1, 1, p, 8, 0);
        }}
        *Scalar<int64_t>({D} + 8) = get_rsvd_cnt();
        set_mask_norm();
    """
    got = ub_after(
        body,
        {A: values, B: offsets, B + 4096: blocks, B + 8192: bits},
        n=repeat | pattern << 8,
        value=counted,
    )
    count = repeat * width
    np.testing.assert_array_equal(at(got, C, unsigned, count), values[offsets[:count] // size])
    rows = values.view(np.uint8)[: 128 * 32].reshape(128, 32)
    np.testing.assert_array_equal(
        at(got, C + 2048, np.uint8, repeat * 256).reshape(-1, 32), rows[blocks[: repeat * 8] // 32]
    )

    def kept(total: int, bit_rows: np.ndarray) -> np.ndarray:
        index = np.arange(total)
        if pattern == 0:
            return bit_rows[:total].astype(bool)
        if pattern <= 2:
            return index % 2 == pattern - 1
        return np.ones(total, bool) if pattern == 7 else index % 4 == pattern - 3

    # Of bits of one's own, a repeat takes those that start at its block of 32 bytes.
    unpacked = np.unpackbits(bits, bitorder="little").reshape(-1, 256)
    for place, total, counter, rows_of_bits in (
        (C + 8192, count, 0, unpacked[:repeat, :width].ravel()),
        (C + 12288, counted, 8, unpacked.ravel()),
    ):
        want = values[:total][kept(total, rows_of_bits)]
        assert at(got, D + counter, np.int64, 1)[0] == want.size
        np.testing.assert_array_equal(at(got, place, unsigned, want.size), want)


def test_compaction_of_more_repeats_than_255() -> None:
    """The c_api of asc-devkit passes repeats of 16 bits (asc_reduce)."""
    values = np.arange(256 * 64, dtype=np.uint32)
    body = f"vreducev2(Ub<uint32_t>({A}), Ub<uint32_t>({A}), nullptr, n, 1, 2, 8, 8);"
    got = ub_after(body, {A: values}, n=256)
    np.testing.assert_array_equal(at(got, A, np.uint32, values.size // 2), values[1::2])


@pytest.mark.parametrize("type_name", TYPES)
@settings(max_examples=8, deadline=None)
@given(repeat=st.integers(1, 6), lanes=st.integers(1, 64), seed=st.integers(0, 2**32))
def test_reductions_of_repeats(type_name: str, repeat: int, lanes: int, seed: int) -> None:
    dtype = TYPES[type_name]
    size = np.dtype(dtype).itemsize
    width, per_block = 256 // size, 32 // size
    a = floats(seed, repeat * width, dtype)
    body = f"typedef {type_name} T; const uint8_t r = n; T* a = Ub<T>({A});"
    for i, name in enumerate(("vcgadd", "vcgmax", "vcgmin", "vcpadd")):
        body += f"{name}(Ub<T>({B} + {i} * 4096), a, r, 1, 1, 8);"
    body += "set_vector_mask(0, value);"
    orders = ("VALUE_INDEX", "INDEX_VALUE", "ONLY_VALUE", "ONLY_INDEX")
    names = (("vcmax", "Order_t::"), ("vcmin", ""))
    for i, (name, order) in enumerate((n, scope + o) for n, scope in names for o in orders):
        body += f"{name}(Ub<T>({C} + {i} * 1024), a, r, 1, 1, 8, {order});"
    got = ub_after(body, {A: a}, n=repeat, value=(1 << lanes) - 1)
    blocks = a.reshape(repeat * 8, per_block)
    pairs = a.reshape(-1, 2)
    wide = np.float32
    for i, want in enumerate(
        (blocks.astype(wide).sum(1), blocks.max(1), blocks.min(1), pairs.astype(wide).sum(1))
    ):
        np.testing.assert_array_equal(at(got, B + i * 4096, dtype, want.size), want.astype(dtype))
    rows = a.reshape(repeat, width)[:, :lanes]
    bits = np.uint16 if size == 2 else np.uint32
    for i, index in enumerate((rows.argmax(1), rows.argmin(1))):
        place = C + i * 4096
        # Not max(): of 0 and -0, which are equal, the first one counts.
        raw = np.ascontiguousarray(rows[np.arange(repeat), index]).view(bits)
        both = at(got, place, bits, 2 * repeat).reshape(repeat, 2)
        np.testing.assert_array_equal(both, np.stack([raw, index.astype(bits)], 1))
        both = at(got, place + 1024, bits, 2 * repeat).reshape(repeat, 2)
        np.testing.assert_array_equal(both, np.stack([index.astype(bits), raw], 1))
        np.testing.assert_array_equal(at(got, place + 2048, bits, repeat), raw)
        np.testing.assert_array_equal(at(got, place + 3072, np.uint32, repeat), index)


ROUND: dict[str, Callable[..., Any]] = {
    "r": np.rint,
    "f": np.floor,
    "c": np.ceil,
    "a": lambda x: np.copysign(np.floor(np.abs(x) + 0.5), x),
    "z": np.trunc,
}
BF16 = ml_dtypes.bfloat16
NAMED = {
    "f16": ("half", np.float16), "f32": ("float", np.float32), "bf16": ("bfloat16_t", BF16),
    "s8": ("int8_t", np.int8), "u8": ("uint8_t", np.uint8), "s16": ("int16_t", np.int16),
    "s32": ("int32_t", np.int32), "s64": ("int64_t", np.int64),
}  # fmt: skip
TO_INTEGERS = [("f16", "s8"), ("f16", "u8"), ("f16", "s16"), ("f16", "s32"), ("bf16", "s32"),
               ("f32", "s16"), ("f32", "s32"), ("f32", "s64")]  # fmt: skip
EXACT = [("s8", "f16"), ("u8", "f16"), ("f16", "f32"), ("bf16", "f32"), ("s16", "f32"),
         ("s32", "s16"), ("s32", "s64"), ("s64", "s32"), ("s16", "f16"), ("s32", "f32"), ("f32", "f16")]  # fmt: skip


@pytest.mark.parametrize(("source", "to"), [*TO_INTEGERS, *EXACT])
def test_conversions_are_named_by_types_and_rounding(source: str, to: str) -> None:
    (from_name, from_type), (to_name, to_type) = NAMED[source], NAMED[to]
    letters = list(ROUND) if (source, to) in TO_INTEGERS else [""]
    wider = max(np.dtype(from_type).itemsize, np.dtype(to_type).itemsize)
    count = 256 // wider
    low = 0 if "u8" in (source, to) else -100
    values = np.random.default_rng(3).integers(low, 100, count)
    if letters[0]:
        values = values + np.resize([0.5, 0.25, -0.75, 0, 0.5, 0.5], count) * (values > low + 1)
    values = values.astype(from_type)
    steps = [8 * np.dtype(t).itemsize // wider for t in (to_type, from_type)]
    body = "".join(
        f"vconv_{source}2{to}{letter}(Ub<{to_name}>({C} + {i} * 512), Ub<{from_name}>({A}), 1, 1, 1, {steps[0]}, {steps[1]});"
        for i, letter in enumerate(letters)
    )
    got = ub_after(body, {A: values})
    for i, letter in enumerate(letters):
        exact = values.astype(np.float64)
        want = (ROUND[letter](exact) if letter else exact).astype(to_type)
        np.testing.assert_array_equal(at(got, C + i * 512, to_type, count), want)


FUSED = {
    "vaddrelu": lambda _, a, b: np.maximum(a + b, 0),
    "vsubrelu": lambda _, a, b: np.maximum(a - b, 0),
    "vmadd": lambda d, a, b: a * d + b,
    "vmaddrelu": lambda d, a, b: np.maximum(a * d + b, 0),
    "vmla": lambda d, a, b: d + a * b,
}


@pytest.mark.parametrize("type_name", TYPES)
@settings(max_examples=6, deadline=None)
@given(repeat=st.integers(1, 6), seed=st.integers(0, 2**32))
def test_fused_operations_shifts_and_copies(type_name: str, repeat: int, seed: int) -> None:
    dtype = TYPES[type_name]
    size = np.dtype(dtype).itemsize
    count = repeat * 256 // size
    # Small multiples of 1/4: exact in both types, whatever is rounded on the way.
    d, a, b = (floats(seed + i, count, dtype) for i in range(3))
    words = np.random.default_rng(seed).integers(-(2**31), 2**31, repeat * 64).astype(np.int32)
    body = f"typedef {type_name} T; const uint8_t r = n; T *d = Ub<T>({A}), *a = Ub<T>({A} + 4096), *b = Ub<T>({A} + 8192); int32_t* w = Ub<int32_t>({A} + 12288);"
    for i, name in enumerate(FUSED):
        body += f"T* d{i} = Ub<T>({B} + {i} * 4096); vcopy((uint32_t*)d{i}, (uint32_t*)d, r, 1, 1, 8, 8); {name}(d{i}, a, b, r, 1, 1, 1, 8, 8, 8);"
    body += f"""
        T* x = Ub<T>({B} + 20480); vcopy((uint32_t*)x, (uint32_t*)d, r, 1, 1, 8, 8); vaxpy(x, a, -2, r, 1, 1, 8, 8);
        vlrelu(Ub<T>({B} + 24576), a, 0.5f, r, 1, 1, 8, 8);
        int32_t* s = Ub<int32_t>({B} + 28672); vshl(s, w, 3, r, 1, 1, 8, 8); vshr(s + 512, w, 3, r, 1, 1, 8, 8); vshr(s + 1024, w, 3, r, 1, 1, 8, 8, true);
        vbrcb((uint16_t*)(s + 2048), (uint16_t*)w, 1, 8, r);
    """
    got = ub_after(body, {A: d, A + 4096: a, A + 8192: b, A + 12288: words}, n=repeat)
    for i, function in enumerate(FUSED.values()):
        np.testing.assert_array_equal(at(got, B + i * 4096, dtype, count), function(d, a, b))
    np.testing.assert_array_equal(at(got, B + 20480, dtype, count), d - 2 * a)
    np.testing.assert_array_equal(at(got, B + 24576, dtype, count), np.where(a < 0, a / 2, a))
    place = B + 28672
    np.testing.assert_array_equal(at(got, place, np.int32, words.size), shifted_left(words, 3))
    np.testing.assert_array_equal(at(got, place + 2048, np.int32, words.size), words >> 3)
    rounded = (words >> 3) + (words >> 2 & 1)
    np.testing.assert_array_equal(at(got, place + 4096, np.int32, words.size), rounded)
    spread = at(got, place + 8192, np.uint16, repeat * 128).reshape(-1, 16)
    np.testing.assert_array_equal(
        spread, np.repeat(words.view(np.uint16)[: repeat * 8], 16).reshape(-1, 16)
    )
