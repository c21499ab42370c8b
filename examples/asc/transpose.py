"""The transpose of a matrix of halves, in bands of 16 rows: strided copies and block operations."""

import numpy as np
from numpy.typing import NDArray

import asc

SIDE = 16  # of the squares that one operation transposes


@asc.jit
def transpose_kernel(
    x: asc.GlobalAddress,
    y: asc.GlobalAddress,
    height: asc.ConstExpr[int],
    width: asc.ConstExpr[int],
) -> None:
    """Transpose bands of 16 rows per core, which become 16 columns."""
    x_gm, y_gm = asc.GlobalTensor(), asc.GlobalTensor()
    x_gm.set_global_buffer(x)
    y_gm.set_global_buffer(y)
    pipe = asc.TPipe()
    x_queue = asc.TQue(asc.TPosition.VECIN, 2)
    y_queue = asc.TQue(asc.TPosition.VECOUT, 2)
    pipe.init_buffer(x_queue, 2, SIDE * width * x.dtype.sizeof())
    pipe.init_buffer(y_queue, 2, SIDE * width * y.dtype.sizeof())
    params = asc.TransDataTo5HDParams(
        dst_high_half=False,
        src_high_half=False,
        repeat_times=width // SIDE,
        dst_rep_stride=SIDE,
        src_rep_stride=1,
    )
    for band in range(asc.get_block_idx(), height // SIDE, asc.get_block_num()):
        rows = x_queue.alloc_tensor(x.dtype)
        asc.data_copy(rows, x_gm[band * SIDE * width :], SIDE * width)
        x_queue.enque(rows)
        rows = x_queue.deque(x.dtype)
        columns = y_queue.alloc_tensor(y.dtype)
        sources, targets = [], []
        for i in asc.static_range(SIDE):
            sources.append(rows[i * width :])
            targets.append(columns[i * SIDE :])
        asc.trans_data_to_5hd(targets, sources, params)
        y_queue.enque(columns)
        x_queue.free_tensor(rows)
        columns = y_queue.deque(y.dtype)
        gaps = asc.DataCopyParams(width, 1, 0, height // SIDE - 1)
        asc.data_copy(y_gm[band * SIDE :], columns, repeat_params=gaps)
        y_queue.free_tensor(columns)


def transpose(x: NDArray[np.float16], cores: int = 8) -> NDArray[np.float16]:
    """Return the transpose; height and width are multiples of 16."""
    height, width = x.shape
    y = np.empty((width, height), x.dtype)
    transpose_kernel[cores](x, y, height, width)
    return y


def main() -> None:
    """Transpose, and compare with NumPy."""
    x = np.random.default_rng(7).normal(size=(512, 256)).astype(np.float16)
    np.testing.assert_array_equal(transpose(x), x.T)
    print(f"transpose: {x.shape[0]} x {x.shape[1]} halves, as NumPy has them")


if __name__ == "__main__":
    main()
