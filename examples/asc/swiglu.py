"""SwiGLU, x * gate * sigmoid(gate): a library function on memory that the compiler chooses."""

import numpy as np
from numpy.typing import NDArray

import asc

CORES = 8
TILE = 4096


@asc.jit
def swiglu_kernel(
    x: asc.GlobalAddress, gate: asc.GlobalAddress, y: asc.GlobalAddress, tiles: int
) -> None:
    """Compute `tiles` tiles on each core."""
    x_gm, gate_gm, y_gm = asc.GlobalTensor(), asc.GlobalTensor(), asc.GlobalTensor()
    x_gm.set_global_buffer(x)
    gate_gm.set_global_buffer(gate)
    y_gm.set_global_buffer(y)
    first = asc.get_block_idx() * tiles
    for i in range(tiles):
        place = (first + i) * TILE
        x_tile = asc.LocalTensorAuto(x.dtype, TILE)
        gate_tile = asc.LocalTensorAuto(gate.dtype, TILE)
        y_tile = asc.LocalTensorAuto(y.dtype, TILE)
        asc.data_copy(x_tile, x_gm[place:], TILE)
        asc.data_copy(gate_tile, gate_gm[place:], TILE)
        asc.adv.swiglu(y_tile, x_tile, gate_tile)
        asc.data_copy(y_gm[place:], y_tile, TILE)


def swiglu(x: NDArray[np.float32], gate: NDArray[np.float32]) -> NDArray[np.float32]:
    """Gate x by x * gate * sigmoid(gate); a multiple of CORES * TILE elements."""
    y = np.empty_like(x)
    swiglu_kernel[CORES](x, gate, y, x.size // (CORES * TILE))
    return y


def main() -> None:
    """Compute, and compare with NumPy."""
    x, gate = np.random.default_rng(3).normal(size=(2, CORES * TILE * 4)).astype(np.float32)
    expected = x * gate / (1 + np.exp(-gate.astype(np.float64)))
    np.testing.assert_allclose(swiglu(x, gate), expected, rtol=1e-4, atol=1e-6)
    print(f"swiglu: {x.size} floats on {CORES} cores, as NumPy computes them")


if __name__ == "__main__":
    main()
