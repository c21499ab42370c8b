"""Helpers for tests of the cube: layouts of matrices in NumPy."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import ml_dtypes
import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

BF16 = np.dtype(ml_dtypes.bfloat16)

# C type -> element type in NumPy, type of the products, elements in 32 bytes
OPERANDS: dict[str, tuple[Any, Any, int]] = {
    "half": (np.dtype(np.float16), np.float32, 16),
    "bfloat16_t": (BF16, np.float32, 16),
    "float": (np.dtype(np.float32), np.float32, 8),
    "int8_t": (np.dtype(np.int8), np.int32, 32),
}


def up(value: int, unit: int) -> int:
    """`value` rounded up to a multiple of `unit`."""
    return -(-value // unit) * unit


def to_nz(matrix: NDArray[Any], width: int, fill: Any = 0) -> NDArray[Any]:
    """Fractals of 16 rows of `width` elements, column by column."""
    rows, columns = matrix.shape
    padded = np.full((up(rows, 16), up(columns, width)), fill, matrix.dtype)
    padded[:rows, :columns] = matrix
    return (
        padded.reshape(padded.shape[0] // 16, 16, padded.shape[1] // width, width)
        .transpose(2, 0, 1, 3)
        .copy()
    )


def from_nz(fractals: NDArray[Any], rows: int, columns: int) -> NDArray[Any]:
    """The matrix of what `to_nz` makes."""
    groups, tiles, _, width = fractals.shape
    return fractals.transpose(1, 2, 0, 3).reshape(tiles * 16, groups * width)[:rows, :columns]


def random_operand(
    rng: np.random.Generator, shape: tuple[int, int], dtype: np.dtype[Any]
) -> NDArray[Any]:
    """Values whose products and sums are exact in float32, so that results can be compared."""
    if dtype == np.int8:
        return rng.integers(-128, 128, shape).astype(np.int8)
    return (rng.integers(-32, 33, shape) / 8).astype(np.float32).astype(dtype)
