"""GELU by its approximation with a sigmoid: memory and synchronisation are the compiler's."""

import numpy as np
from numpy.typing import NDArray

import asc

CORES = 8
TILE = 4096
# gelu(x) = x / (1 + exp(-2 sqrt(2 / pi) (x + 0.044715 x^3)))
CUBIC = 0.044715
SLOPE = -1.5957691216057308


@asc.jit
def gelu_kernel(x: asc.GlobalAddress, y: asc.GlobalAddress, tiles: int) -> None:
    """Compute `tiles` tiles on each core."""
    x_gm, y_gm = asc.GlobalTensor(), asc.GlobalTensor()
    x_gm.set_global_buffer(x)
    y_gm.set_global_buffer(y)
    first = asc.get_block_idx() * tiles
    for i in range(tiles):
        place = (first + i) * TILE
        value = asc.LocalTensorAuto(x.dtype, TILE)
        power = asc.LocalTensorAuto(x.dtype, TILE)
        result = asc.LocalTensorAuto(x.dtype, TILE)
        asc.data_copy(value, x_gm[place:], TILE)
        asc.mul(power, value, value, TILE)
        asc.muls(power, power, CUBIC * SLOPE, TILE)
        asc.adds(power, power, SLOPE, TILE)
        asc.mul(power, power, value, TILE)
        asc.exp(power, power, TILE)
        asc.adds(power, power, 1.0, TILE)
        asc.div(result, value, power, TILE)
        asc.data_copy(y_gm[place:], result, TILE)


def gelu(x: NDArray[np.float32]) -> NDArray[np.float32]:
    """GELU of each element; a multiple of CORES * TILE elements."""
    y = np.empty_like(x)
    gelu_kernel[CORES](x, y, x.size // (CORES * TILE))
    return y


def main() -> None:
    """Compute, and compare with NumPy."""
    x = np.random.default_rng(2).normal(scale=3, size=CORES * TILE * 4).astype(np.float32)
    wide = x.astype(np.float64)
    expected = wide / (1 + np.exp(SLOPE * (wide + CUBIC * wide**3)))
    np.testing.assert_allclose(gelu(x), expected, rtol=1e-4, atol=1e-6)
    print(f"gelu: {x.size} floats on {CORES} cores, as NumPy computes them")


if __name__ == "__main__":
    main()
