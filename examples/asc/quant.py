"""Halves as signed bytes, scaled and shifted: memory that the compiler chooses."""

import numpy as np
from numpy.typing import NDArray

import asc

CORES = 8
TILE = 8192


@asc.jit
def quant_kernel(
    x: asc.GlobalAddress, y: asc.GlobalAddress, scale: float, offset: float, tiles: int
) -> None:
    """Quantise `tiles` tiles on each core."""
    x_gm, y_gm = asc.GlobalTensor(), asc.GlobalTensor()
    x_gm.set_global_buffer(x)
    y_gm.set_global_buffer(y)
    first = asc.get_block_idx() * tiles
    for i in range(tiles):
        place = (first + i) * TILE
        source = asc.LocalTensorAuto(x.dtype, TILE)
        result = asc.LocalTensorAuto(y.dtype, TILE)
        asc.data_copy(source, x_gm[place:], TILE)
        asc.adv.quant(result, source, scale, offset, TILE)
        asc.data_copy(y_gm[place:], result, TILE)


def quant(x: NDArray[np.float16], scale: float, offset: float) -> NDArray[np.int8]:
    """int8 of x * scale + offset; a multiple of CORES * TILE elements."""
    y = np.empty(x.shape, np.int8)
    quant_kernel[CORES](x, y, scale, offset, x.size // (CORES * TILE))
    return y


def main() -> None:
    """Quantise, and compare with NumPy."""
    x = np.random.default_rng(6).integers(-100, 100, CORES * TILE * 4).astype(np.float16) / 4
    expected = np.clip(np.rint(x.astype(np.float32) * 2 + 3), -128, 127).astype(np.int8)
    np.testing.assert_array_equal(quant(x.astype(np.float16), 2.0, 3.0), expected)
    print(f"quant: {x.size} halves as bytes, as NumPy rounds them")


if __name__ == "__main__":
    main()
