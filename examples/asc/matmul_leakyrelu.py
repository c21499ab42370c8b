"""A product of matrices whose blocks the vector cores take over and pass through a leaky ReLU."""

import numpy as np
from numpy.typing import NDArray

import asc
from asc.lib import host

SLOPE = 0.01
BASE_M, BASE_N = 128, 64  # of a block of the result
BLOCK = 32  # bytes


@asc.jit
def matmul_leakyrelu_kernel(
    a: asc.GlobalAddress,
    b: asc.GlobalAddress,
    c: asc.GlobalAddress,
    slope: float,
    tiling: asc.adv.TCubeTiling,
    workspace: asc.GlobalAddress,
) -> None:
    """Compute one block of the result on each vector core, in pieces."""
    bands = (tiling.m + tiling.single_core_m - 1) // tiling.single_core_m
    row = asc.get_block_idx() % bands * tiling.single_core_m
    column = asc.get_block_idx() // bands * tiling.single_core_n
    a_gm, b_gm, c_gm = asc.GlobalTensor(), asc.GlobalTensor(), asc.GlobalTensor()
    a_gm.set_global_buffer(a + row * tiling.k_a)
    b_gm.set_global_buffer(b + column)
    c_gm.set_global_buffer(c + row * tiling.n + column)
    pipe = asc.TPipe()
    queue = asc.TQue(asc.TPosition.VECOUT, 1)
    pipe.init_buffer(queue, 1, BASE_M * BASE_N * c.dtype.sizeof())
    product = asc.adv.Matmul(
        asc.adv.MatmulType(asc.TPosition.GM, asc.CubeFormat.ND, a.dtype),
        asc.adv.MatmulType(asc.TPosition.GM, asc.CubeFormat.ND, b.dtype),
        asc.adv.MatmulType(asc.TPosition.VECCALC, asc.CubeFormat.ND, c.dtype),
    )
    asc.adv.register_matmul(pipe, workspace, product, tiling)
    product.set_tensor_a(a_gm)
    product.set_tensor_b(b_gm)
    blocks = tiling.single_core_m // BASE_M  # below each other
    with product.iterate() as count:
        block = queue.alloc_tensor(c.dtype)
        product.get_tensor_c(block, en_sequential_write=True)
        asc.leaky_relu(block, block, slope, BASE_M * BASE_N)
        queue.enque(block)
        block = queue.deque(c.dtype)
        place = count % blocks * BASE_M * tiling.n + count // blocks * BASE_N
        width = BASE_N * c.dtype.sizeof() // BLOCK
        gap = tiling.n * c.dtype.sizeof() // BLOCK - width
        rows = asc.DataCopyParams(BASE_M, width, 0, gap)
        asc.data_copy(c_gm[place:], block, repeat_params=rows)
        queue.free_tensor(block)
    product.end()


def tiling_of(m: int, n: int, k: int) -> asc.adv.TCubeTiling:
    """Return the tiling by which two vector cores of one cube share m x k and k x n halves."""
    gm, nd = host.TPosition.GM, host.CubeFormat.ND
    planner = host.MultiCoreMatmulTiling(host.get_ascendc_platform())
    planner.set_a_type(gm, nd, host.DataType.DT_FLOAT16, False)
    planner.set_b_type(gm, nd, host.DataType.DT_FLOAT16, False)
    planner.set_c_type(host.TPosition.VECCALC, nd, host.DataType.DT_FLOAT)
    planner.set_bias_type(gm, nd, host.DataType.DT_FLOAT)
    planner.set_dim(2)
    planner.set_org_shape(m, n, k)
    planner.set_shape(m, n, k)
    planner.set_traverse(host.MatrixTraverse.FIRSTM)
    planner.set_fix_split(BASE_M, BASE_N, -1)
    planner.set_buffer_space(-1, -1, -1)
    tiling = asc.adv.TCubeTiling()
    planner.get_tiling(tiling)
    return tiling


def matmul_leakyrelu(a: NDArray[np.float16], b: NDArray[np.float16]) -> NDArray[np.float32]:
    """Return the product a @ b, with elements below 0 times SLOPE."""
    (m, k), n = a.shape, b.shape[1]
    c = np.empty((m, n), np.float32)
    tiling = tiling_of(m, n, k)
    workspace = np.empty(16 << 20, np.uint8)
    matmul_leakyrelu_kernel[tiling.used_core_num // 2](a, b, c, SLOPE, tiling, workspace)
    return c


def main() -> None:
    """Multiply, and compare with NumPy."""
    generator = np.random.default_rng(9)
    a = generator.integers(-4, 5, (512, 128)).astype(np.float16)
    b = generator.integers(-4, 5, (128, 256)).astype(np.float16)
    product = a.astype(np.float32) @ b.astype(np.float32)
    expected = np.where(product >= 0, product, product * np.float32(SLOPE))
    np.testing.assert_allclose(matmul_leakyrelu(a, b), expected, rtol=1e-6)
    print(f"matmul_leakyrelu: {a.shape} @ {b.shape} halves, as NumPy computes them")


if __name__ == "__main__":
    main()
