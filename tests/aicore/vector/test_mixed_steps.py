"""One kernel of many short steps, against NumPy: atomics, pools of buffers, registers, intrinsics."""

# ruff: noqa: E501  (lines of the C++ text)

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np

from tests.aicore.harness import Kernel
from tests.aicore.vector_support import rsqrt_estimate
from tests.utils.sources import read_source

# Each step reads what it needs at in + 0 (floats), 4096 (ints) or 8192 (halves) and writes its results to out + 1024 * step.
SOURCE = read_source(__file__, "kernels/mixed_steps.cpp")


@cache
def result() -> tuple[np.ndarray, np.ndarray]:
    """Return the input and the output of the kernel."""
    rng = np.random.default_rng(5)
    given = np.zeros(16384, np.uint8)
    given[:256].view(np.float32)[:] = rng.integers(-30, 30, 64) / 4
    given[256:512].view(np.float32)[:] = rng.integers(1, 30, 64) / 4
    given[512:768].view(np.float32)[:] = rng.integers(-30, 30, 64) / 4
    given[4096:4352].view(np.int32)[:] = rng.integers(-1000, 1000, 64)
    given[8192:8704].view(np.float16)[:] = rng.integers(-500, 500, 256) / 8
    lists = given[12288:13312].view(np.float32).reshape(4, 32, 2)
    lists[..., 0] = -np.sort(-rng.permutation(128).reshape(4, 32), axis=1)
    lists[..., 1] = np.arange(128, dtype=np.uint32).reshape(4, 32).view(np.float32)
    out = np.zeros(16384, np.uint8)
    for step in (1, 4):
        out[1024 * step :][:256].view(np.float32)[:] = 1.5
    for step in (2, 3):
        out[1024 * step :][:256].view(np.int32)[:] = 40
    Kernel(SOURCE, "steps", 3).run(1, given, out, 0x20000000, tiling_key=7)
    return given, out


def read(source: np.ndarray, at: int, dtype: Any, count: int) -> np.ndarray:
    return source[at : at + count * np.dtype(dtype).itemsize].view(dtype)


def given(at: int, dtype: Any, count: int) -> np.ndarray:
    return read(result()[0], at, dtype, count)


def written(step: int, dtype: Any, count: int, offset: int = 0) -> np.ndarray:
    return read(result()[1], 1024 * step + offset, dtype, count)


def test_padding_register() -> None:
    halves = given(8192, np.float16, 32)
    for row, got in enumerate(written(0, np.float16, 32).reshape(2, 16)):
        np.testing.assert_array_equal(got[:3], 7)
        np.testing.assert_array_equal(got[3:8], halves[6 * row : 6 * row + 5])
        np.testing.assert_array_equal(got[8:10], 7)


def test_atomic_operations() -> None:
    floats, ints = given(0, np.float32, 64), given(4096, np.int32, 64)
    np.testing.assert_array_equal(written(1, np.float32, 64), np.minimum(floats, 1.5))
    np.testing.assert_array_equal(written(2, np.int32, 64), ints + 40)
    np.testing.assert_array_equal(written(3, np.int32, 64), np.maximum(ints, 40))
    np.testing.assert_array_equal(written(4, np.float32, 64), np.maximum(floats, 1.5))


def test_fused_multiplication() -> None:
    a, b, c = given(0, np.float32, 192).reshape(3, 64)
    np.testing.assert_array_equal(written(5, np.float32, 64), np.maximum(a * c + b, 0))


def test_count_of_gathered_elements() -> None:
    assert written(6, np.int64, 4).tolist() == [32, 32, 32, 1]
    selected = given(0, np.float32, 64)[::2]
    np.testing.assert_array_equal(written(6, np.float32, 32, 512), selected)


def test_merged_lists() -> None:
    lists = given(12288, np.float32, 256).reshape(128, 2)
    order = np.argsort(-lists[:, 0])
    merged = written(7, np.float32, 256).reshape(128, 2)
    np.testing.assert_array_equal(merged.view(np.uint32), lists[order].view(np.uint32))


def test_pool_of_the_kernel() -> None:
    assert written(8, np.int64, 4).tolist() == [256, 512, 128, 1]


def test_shapes_and_places() -> None:
    # 3 dimensions 2, 3, 4; 2 original ones 6, 4; NCHW
    assert written(9, np.int64, 10).tolist() == [324, 264, 2, 1, 256, 1, 1, 1, 77, 1]


def test_registers_and_types() -> None:
    assert written(10, np.int64, 8).tolist() == [17, 0, 1, 7, 2, 34, 0x1234, 192]


def test_copies_by_intrinsics() -> None:
    floats = given(0, np.float32, 64)
    rows = written(11, np.float32, 16).reshape(2, 8)
    np.testing.assert_array_equal(rows[0, 1:6], floats[:5])
    np.testing.assert_array_equal(rows[1, 1:6], floats[6:11])
    np.testing.assert_array_equal(written(11, np.uint8, 7, 128), given(0, np.uint8, 7))
    halves = given(8192, np.float16, 32)
    pieces = written(11, np.float16, 8, 512)
    np.testing.assert_array_equal(pieces[:3], halves[:3])
    np.testing.assert_array_equal(pieces[4:7], halves[16:19])
    np.testing.assert_array_equal(written(11, np.uint8, 6, 768)[:5], given(8192, np.uint8, 5))
    assert written(11, np.uint8, 6, 768)[5] == 0
    np.testing.assert_array_equal(written(11, np.float16, 3, 900), halves[:3])


def test_functions_by_intrinsics() -> None:
    positive = given(256, np.float32, 64)
    exp, log, root = written(12, np.float32, 192).reshape(3, 64)
    np.testing.assert_allclose(exp, np.exp(positive.astype(np.float64)), rtol=3e-7)
    np.testing.assert_allclose(log, np.log(positive.astype(np.float64)), rtol=3e-7, atol=1e-7)
    np.testing.assert_array_equal(root, rsqrt_estimate(positive))
    nibbles = given(4096, np.uint8, 64)
    values = np.stack([nibbles & 15, nibbles >> 4], axis=1).reshape(-1).astype(np.int8)
    np.testing.assert_array_equal(written(13, np.float16, 128), (values ^ 8) - 8)


def test_transposed_square() -> None:
    square = given(8192, np.float16, 256).reshape(16, 16)
    np.testing.assert_array_equal(written(14, np.float16, 256).reshape(16, 16), square.T)
