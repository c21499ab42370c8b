"""RMSNorm of rows: a tiling structure from the host, and memory that the compiler chooses."""

import numpy as np
from numpy.typing import NDArray

import asc

CORES = 8
ROWS = 8  # of a tile
EPSILON = 1e-6


@asc.jit
def rmsnorm_kernel(
    x: asc.GlobalAddress,
    gamma: asc.GlobalAddress,
    y: asc.GlobalAddress,
    tiling: asc.adv.RmsNormTiling,
    tiles: int,
    width: asc.ConstExpr[int],
) -> None:
    """Normalise `tiles` tiles of ROWS rows on each core."""
    x_gm, gamma_gm, y_gm = asc.GlobalTensor(), asc.GlobalTensor(), asc.GlobalTensor()
    x_gm.set_global_buffer(x)
    gamma_gm.set_global_buffer(gamma)
    y_gm.set_global_buffer(y)
    scale = asc.LocalTensorAuto(gamma.dtype, width)
    asc.data_copy(scale, gamma_gm, width)
    first = asc.get_block_idx() * tiles
    for i in range(tiles):
        place = (first + i) * ROWS * width
        rows = asc.LocalTensorAuto(x.dtype, ROWS * width)
        result = asc.LocalTensorAuto(y.dtype, ROWS * width)
        asc.data_copy(rows, x_gm[place:], ROWS * width)
        asc.adv.rmsnorm(result, rows, scale, EPSILON, tiling)
        asc.data_copy(y_gm[place:], result, ROWS * width)


def rmsnorm(x: NDArray[np.float32], gamma: NDArray[np.float32]) -> NDArray[np.float32]:
    """Normalise each row by its root mean square, times gamma; CORES * ROWS divides the rows."""
    height, width = x.shape
    y = np.empty_like(x)
    tiling = asc.adv.RmsNormTiling(
        b_length=1,
        s_length=ROWS,
        h_length=width,
        original_h_length=width,
        reciprocal_of_h_length=1 / width,
        main_bsh_length=ROWS * width,
        main_bs_length=ROWS,
        main_bs_length_align=ROWS,
        loop_round=1,
    )
    rmsnorm_kernel[CORES](x, gamma, y, tiling, height // (CORES * ROWS), width)
    return y


def main() -> None:
    """Normalise, and compare with NumPy."""
    generator = np.random.default_rng(4)
    x = generator.normal(size=(CORES * ROWS * 4, 512)).astype(np.float32)
    gamma = generator.normal(size=512).astype(np.float32)
    wide = x.astype(np.float64)
    expected = wide / np.sqrt((wide**2).mean(1, keepdims=True) + EPSILON) * gamma
    np.testing.assert_allclose(rmsnorm(x, gamma), expected, rtol=1e-4, atol=1e-6)
    print(f"rmsnorm: {x.shape[0]} rows of {x.shape[1]} floats, as NumPy computes them")


if __name__ == "__main__":
    main()
