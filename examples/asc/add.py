"""The sum of two vectors: a pipe, queues, and functions that the kernel calls."""

import numpy as np
from numpy.typing import NDArray

import asc

CORES = 8
TILES = 8  # of each core
BUFFERS = 2  # of a queue: one tile is copied while another is added


@asc.jit
def add_kernel(
    x: asc.GlobalAddress, y: asc.GlobalAddress, z: asc.GlobalAddress, tile: asc.ConstExpr[int]
) -> None:
    """Add one share of the vectors, tile after tile."""
    start = asc.get_block_idx() * TILES * tile
    x_gm, y_gm, z_gm = asc.GlobalTensor(), asc.GlobalTensor(), asc.GlobalTensor()
    x_gm.set_global_buffer(x + start)
    y_gm.set_global_buffer(y + start)
    z_gm.set_global_buffer(z + start)
    pipe = asc.TPipe()
    x_queue = asc.TQue(asc.TPosition.VECIN, BUFFERS)
    y_queue = asc.TQue(asc.TPosition.VECIN, BUFFERS)
    z_queue = asc.TQue(asc.TPosition.VECOUT, BUFFERS)
    pipe.init_buffer(x_queue, BUFFERS, tile * x.dtype.sizeof())
    pipe.init_buffer(y_queue, BUFFERS, tile * y.dtype.sizeof())
    pipe.init_buffer(z_queue, BUFFERS, tile * z.dtype.sizeof())
    for i in range(TILES):
        copy_in(x_queue, x_gm[i * tile :], tile)
        copy_in(y_queue, y_gm[i * tile :], tile)
        x_tile = x_queue.deque(x.dtype)
        y_tile = y_queue.deque(y.dtype)
        z_tile = z_queue.alloc_tensor(z.dtype)
        asc.add(z_tile, x_tile, y_tile, tile)
        z_queue.enque(z_tile)
        x_queue.free_tensor(x_tile)
        y_queue.free_tensor(y_tile)
        z_tile = z_queue.deque(z.dtype)
        asc.data_copy(z_gm[i * tile :], z_tile, tile)
        z_queue.free_tensor(z_tile)


@asc.jit
def copy_in(queue: asc.TQue, source: asc.GlobalTensor, tile: asc.ConstExpr[int]) -> None:
    """Fill the next tensor of a queue."""
    filled = queue.alloc_tensor(source.dtype)
    asc.data_copy(filled, source, tile)
    queue.enque(filled)


def add(x: NDArray[np.float32], y: NDArray[np.float32]) -> NDArray[np.float32]:
    """Add; whole blocks of 32 bytes per tile."""
    z = np.empty_like(x)
    add_kernel[CORES](x, y, z, x.size // (CORES * TILES))
    return z


def main() -> None:
    """Add, and compare with NumPy."""
    x, y = np.random.default_rng(1).random((2, 8 * 16384), np.float32)
    np.testing.assert_array_equal(add(x, y), x + y)
    print(f"add: {x.size} floats on {CORES} cores, as NumPy adds them")


if __name__ == "__main__":
    main()
