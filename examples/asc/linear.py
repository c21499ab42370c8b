"""A linear layer, x @ weight + bias: the library's product, with a tiling of the host."""

import numpy as np
from numpy.typing import NDArray

import asc
from asc.lib import host

CORES = 4  # cubes


@asc.jit
def linear_kernel(
    x: asc.GlobalAddress,
    weight: asc.GlobalAddress,
    bias: asc.GlobalAddress,
    y: asc.GlobalAddress,
    tiling: asc.adv.TCubeTiling,
    workspace: asc.GlobalAddress,
) -> None:
    """Compute one block of the result on each cube."""
    bands = (tiling.m + tiling.single_core_m - 1) // tiling.single_core_m
    row = asc.get_block_idx() % bands * tiling.single_core_m
    column = asc.get_block_idx() // bands * tiling.single_core_n
    x_gm, weight_gm = asc.GlobalTensor(), asc.GlobalTensor()
    bias_gm, y_gm = asc.GlobalTensor(), asc.GlobalTensor()
    x_gm.set_global_buffer(x + row * tiling.k_a)
    weight_gm.set_global_buffer(weight + column)
    bias_gm.set_global_buffer(bias + column)
    y_gm.set_global_buffer(y + row * tiling.n + column)
    pipe = asc.TPipe()
    product = asc.adv.Matmul(
        asc.adv.MatmulType(asc.TPosition.GM, asc.CubeFormat.ND, x.dtype),
        asc.adv.MatmulType(asc.TPosition.GM, asc.CubeFormat.ND, weight.dtype),
        asc.adv.MatmulType(asc.TPosition.GM, asc.CubeFormat.ND, y.dtype),
        asc.adv.MatmulType(asc.TPosition.GM, asc.CubeFormat.ND, bias.dtype),
    )
    asc.adv.register_matmul(pipe, workspace, product, tiling)
    product.set_tensor_a(x_gm)
    product.set_tensor_b(weight_gm)
    product.set_bias(bias_gm)
    product.iterate_all(y_gm)
    product.end()


def tiling_of(m: int, n: int, k: int) -> asc.adv.TCubeTiling:
    """Return the tiling by which the cores share the product of m x k and k x n halves."""
    gm, nd = host.TPosition.GM, host.CubeFormat.ND
    planner = host.MultiCoreMatmulTiling(host.get_ascendc_platform())
    planner.set_a_type(gm, nd, host.DataType.DT_FLOAT16, False)
    planner.set_b_type(gm, nd, host.DataType.DT_FLOAT16, False)
    planner.set_c_type(gm, nd, host.DataType.DT_FLOAT)
    planner.set_bias_type(gm, nd, host.DataType.DT_FLOAT)
    planner.set_dim(CORES)
    planner.set_org_shape(m, n, k)
    planner.set_shape(m, n, k)
    planner.enable_bias(True)
    planner.set_buffer_space(-1, -1, -1)
    tiling = asc.adv.TCubeTiling()
    planner.get_tiling(tiling)
    return tiling


def linear(
    x: NDArray[np.float16], weight: NDArray[np.float16], bias: NDArray[np.float32]
) -> NDArray[np.float32]:
    """Return the layer's output: x @ weight + bias."""
    (m, k), n = x.shape, weight.shape[1]
    y = np.empty((m, n), np.float32)
    tiling = tiling_of(m, n, k)
    workspace = np.empty(16 << 20, np.uint8)
    linear_kernel[tiling.used_core_num](
        x, weight, bias, y, tiling, workspace, matmul_cube_only=True
    )
    return y


def main() -> None:
    """Multiply, and compare with NumPy."""
    generator = np.random.default_rng(8)
    x = generator.integers(-4, 5, (256, 128)).astype(np.float16)
    weight = generator.integers(-4, 5, (128, 256)).astype(np.float16)
    bias = generator.integers(-4, 5, 256).astype(np.float32)
    expected = x.astype(np.float32) @ weight.astype(np.float32) + bias
    np.testing.assert_array_equal(linear(x, weight, bias), expected)
    print(f"linear: {x.shape} @ {weight.shape} halves + bias, as NumPy computes them")


if __name__ == "__main__":
    main()
