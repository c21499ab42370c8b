"""Softmax of rows, several at a time: memory and synchronisation are the compiler's."""

import numpy as np
from numpy.typing import NDArray

import asc

CORES = 8
ROWS = 8  # of a tile
BLOCK = 8  # floats of 32 bytes: what is known of a row fills one


@asc.jit
def softmax_kernel(
    x: asc.GlobalAddress,
    y: asc.GlobalAddress,
    tiling: asc.adv.SoftmaxTiling,
    tiles: int,
    width: asc.ConstExpr[int],
) -> None:
    """Compute `tiles` tiles of ROWS rows on each core."""
    x_gm, y_gm = asc.GlobalTensor(), asc.GlobalTensor()
    x_gm.set_global_buffer(x)
    y_gm.set_global_buffer(y)
    sums = asc.LocalTensorAuto(x.dtype, ROWS * BLOCK)
    maxima = asc.LocalTensorAuto(x.dtype, ROWS * BLOCK)
    shape = asc.ShapeInfo(asc.array(asc.uint32, [ROWS, width]))
    statistics = asc.ShapeInfo(asc.array(asc.uint32, [ROWS, BLOCK]))
    sums.set_shape_info(statistics)
    maxima.set_shape_info(statistics)
    first = asc.get_block_idx() * tiles
    for i in range(tiles):
        place = (first + i) * ROWS * width
        rows = asc.LocalTensorAuto(x.dtype, ROWS * width)
        result = asc.LocalTensorAuto(y.dtype, ROWS * width)
        asc.data_copy(rows, x_gm[place:], ROWS * width)
        rows.set_shape_info(shape)
        result.set_shape_info(shape)
        asc.adv.softmax(result, sums, maxima, rows, tiling)
        asc.data_copy(y_gm[place:], result, ROWS * width)


def softmax(x: NDArray[np.float32]) -> NDArray[np.float32]:
    """Softmax of each row; a multiple of CORES * ROWS rows."""
    height, width = x.shape
    y = np.empty_like(x)
    tiling = asc.adv.SoftmaxTiling(
        src_m=ROWS,
        src_k=width,
        src_size=ROWS * width,
        out_max_m=ROWS,
        out_max_k=BLOCK,
        out_max_size=ROWS * BLOCK,
        split_m=ROWS,
        split_k=width,
        split_size=ROWS * width,
        reduce_m=ROWS,
        reduce_k=BLOCK,
        reduce_size=ROWS * BLOCK,
        range_m=1,
    )
    softmax_kernel[CORES](x, y, tiling, height // (CORES * ROWS), width)
    return y


def main() -> None:
    """Compute, and compare with NumPy."""
    x = np.random.default_rng(5).normal(scale=4, size=(CORES * ROWS * 4, 512)).astype(np.float32)
    power = np.exp(x.astype(np.float64) - x.max(1, keepdims=True))
    np.testing.assert_allclose(softmax(x), power / power.sum(1, keepdims=True), rtol=1e-4)
    print(f"softmax: {x.shape[0]} rows of {x.shape[1]} floats, as NumPy computes them")


if __name__ == "__main__":
    main()
