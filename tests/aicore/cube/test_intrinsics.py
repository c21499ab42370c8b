"""A product through the names of intrinsics and of CANN's inner functions, against NumPy."""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np
import pytest

from tests.aicore.cube_support import to_nz
from tests.aicore.harness import AIC_ONLY, Kernel, KernelFaultError
from tests.utils.sources import read_source

STEPS = read_source(__file__, "kernels/intrinsics_steps.cpp")


@cache
def product() -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """The product in NumPy, the scales of its columns, and what the kernel writes."""
    rng = np.random.default_rng(8)
    a = (rng.integers(-16, 17, (32, 16)) / 8).astype(np.float16)
    b = (rng.integers(-16, 17, (16, 48)) / 8).astype(np.float16)
    bias = (rng.integers(-16, 17, 64) / 8).astype(np.float32)
    factors = (2.0 ** rng.integers(-2, 2, 48)).astype(np.float32)
    words = factors.view(np.uint32).astype(np.uint64) | np.uint64(1 << 46)
    out = np.zeros(32768, np.uint8)
    b_nz = to_nz(b, 16)  # fractals of 16 x 16, each transposed while it is loaded
    kernel = Kernel(STEPS, "steps", 5)
    kernel.run(1, to_nz(a, 16), b_nz, bias, words, out, task_type=AIC_ONLY)
    wanted = a.astype(np.float32) @ b.astype(np.float32) + bias[:48]
    return wanted, factors, out


def read(at: int, dtype: Any, *shape: int) -> np.ndarray:
    count = int(np.prod(shape)) * np.dtype(dtype).itemsize
    return product()[2][at : at + count].view(dtype).reshape(shape)


def test_rows_of_the_result() -> None:
    np.testing.assert_array_equal(read(0, np.float32, 32, 56)[:, :48], product()[0])


def test_columns_of_the_result_are_of_ascend_950() -> None:
    """Fixpipe's page: CFG_COLUMN_MAJOR is of Ascend 950PR and 950DT only."""
    source = STEPS.replace("float, float, CFG_ROW_MAJOR>", "float, float, CFG_COLUMN_MAJOR>")
    arrays = [np.zeros(n, np.uint8) for n in (1024, 1536, 256, 384, 32768)]
    with pytest.raises(KernelFaultError, match="CFG_COLUMN_MAJOR is for Ascend 950"):
        Kernel(source, "steps", 5).run(1, *arrays, task_type=AIC_ONLY)


def test_bursts_of_the_result() -> None:
    wanted = product()[0]
    for tile in range(2):
        at = 8192 + tile * (32 * 16 * 4 + 64)
        part = read(at, np.float32, 32, 16)
        np.testing.assert_array_equal(part, wanted[:, tile * 16 : tile * 16 + 16])


def test_matrices_of_the_result() -> None:
    wanted = product()[0].astype(np.float16)
    np.testing.assert_array_equal(read(16384, np.float16, 8, 48), wanted[:8])
    np.testing.assert_array_equal(read(16384 + 1400, np.float16, 8, 48), wanted[16:24])


def test_result_in_l1() -> None:
    wanted, factors, _ = product()
    fractals = read(24576, np.float16, 3, 32, 16).transpose(1, 0, 2).reshape(32, 48)
    np.testing.assert_array_equal(fractals, np.maximum(wanted, 0).astype(np.float16))
    scaled = np.clip(np.rint(wanted * factors)[:, :32], -128, 127)
    np.testing.assert_array_equal(read(28672, np.int8, 32, 32), scaled)


def test_places_and_tilings() -> None:
    assert read(32760, np.uint8, 4).tolist() == [1, 3, 4, 16]


# C (32 x 48) = A (32 x 32) * B (32 x 48), from rows in global memory; B in transposed squares.
PRODUCT = read_source(__file__, "kernels/intrinsics_product.cpp")


def test_product_of_rows() -> None:
    rng = np.random.default_rng(4)
    a = rng.integers(-4, 5, (32, 32)).astype(np.float16)
    b = rng.integers(-4, 5, (32, 48)).astype(np.float16)
    out = np.zeros((32, 48), np.float32)
    Kernel(PRODUCT, "product", 3).run(1, a, b, out, task_type=AIC_ONLY)
    assert np.array_equal(out, a.astype(np.float32) @ b.astype(np.float32))


# The same product with loads of feature maps of one row, which are NZ matrices. The lower rows of A
# come from its transpose. C is half, at least 0, and in rows of 56. Also what fills L1.
WINDOWS = read_source(__file__, "kernels/intrinsics_windows.cpp")


def test_windows_and_fills() -> None:
    rng = np.random.default_rng(5)
    a = rng.integers(-4, 5, (32, 32)).astype(np.float16)
    b = rng.integers(-4, 5, (32, 48)).astype(np.float16)
    out, filled = np.full((32, 56), 7, np.float16), np.zeros(56, np.uint32)
    columns = np.ascontiguousarray(a.T)
    Kernel(WINDOWS, "windows", 5).run(1, a, columns, b, out, filled, task_type=AIC_ONLY)
    wanted = np.maximum(a.astype(np.float32) @ b.astype(np.float32), 0)
    np.testing.assert_array_equal(out[:, :48], wanted.astype(np.float16))
    assert (out[:31, 48:] == 7).all()
    np.testing.assert_array_equal(filled[:16], 0x01020304)
    np.testing.assert_array_equal(filled[24:40], 0x01020304)
    np.testing.assert_array_equal(filled[48:].view(np.float16), 1.5)
