"""Kernels that multiply matrices, exported with the tiling library's structures."""

from __future__ import annotations

from typing import TYPE_CHECKING

import asc
from asc.lib import host

if TYPE_CHECKING:
    from pathlib import Path

BASE_M, BASE_N = 32, 64  # of a block that the vector cores take over


@asc.jit(matmul_cube_only=True)
def linear_layer(
    x: asc.GlobalAddress,
    weight: asc.GlobalAddress,
    bias: asc.GlobalAddress,
    y: asc.GlobalAddress,
    workspace: asc.GlobalAddress,
    tiling: asc.adv.TCubeTiling,
):
    """x @ weight + bias on the cubes, one part of the result on each."""
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
    nd = asc.CubeFormat.ND
    product = asc.adv.Matmul(
        asc.adv.MatmulType(asc.TPosition.GM, nd, x.dtype),
        asc.adv.MatmulType(asc.TPosition.GM, nd, weight.dtype),
        asc.adv.MatmulType(asc.TPosition.GM, nd, y.dtype),
        asc.adv.MatmulType(asc.TPosition.GM, nd, bias.dtype),
    )
    asc.adv.register_matmul(pipe, workspace, product, tiling)
    product.set_tensor_a(x_gm)
    product.set_tensor_b(weight_gm)
    product.set_bias(bias_gm)
    product.set_tail(
        min(tiling.single_core_m, tiling.m - row), min(tiling.single_core_n, tiling.n - column)
    )
    product.iterate_all(y_gm)
    product.end()


def linear_layer_tiling(x, weight, platform):
    m, n, k = x.shape[0], weight.shape[1], x.shape[1]
    gm, nd = host.TPosition.GM, host.CubeFormat.ND
    planner = host.MultiCoreMatmulTiling(platform)
    planner.set_dim(min(platform.cube_num, 4))
    if x.itemsize == 2:
        planner.set_a_type(gm, nd, host.DataType.DT_FLOAT16)
        planner.set_b_type(gm, nd, host.DataType.DT_FLOAT16)
    else:
        planner.set_a_type(gm, nd, host.DataType.DT_FLOAT)
        planner.set_b_type(gm, nd, host.DataType.DT_FLOAT)
    planner.set_c_type(gm, nd, host.DataType.DT_FLOAT)
    planner.set_bias_type(gm, nd, host.DataType.DT_FLOAT)
    planner.set_org_shape(m, n, k)
    planner.set_shape(m, n, k)
    planner.enable_bias(True)
    planner.set_buffer_space(-1, -1, -1)
    tiling = asc.adv.TCubeTiling()
    planner.set_fix_split(256, 256, -1)  # more than the accumulators hold
    if planner.get_tiling(tiling) != 0:
        planner.set_fix_split(-1, -1, -1)
        planner.get_tiling(tiling)
    return asc.Tiling(block_dim=tiling.used_core_num, tiling=tiling)


@asc.jit
def leaky_product(
    a: asc.GlobalAddress,
    b: asc.GlobalAddress,
    c: asc.GlobalAddress,
    workspace: asc.GlobalAddress,
    cube_tiling: asc.adv.TCubeTiling,
    slope: float,
):
    """leaky_relu(a @ b): blocks of the product go through the vector cores, whole ones only."""
    bands = cube_tiling.m // cube_tiling.single_core_m
    row = asc.get_block_idx() % bands * cube_tiling.single_core_m
    a_gm, b_gm, c_gm = asc.GlobalTensor(), asc.GlobalTensor(), asc.GlobalTensor()
    a_gm.set_global_buffer(a + row * cube_tiling.k_a)
    b_gm.set_global_buffer(b)
    c_gm.set_global_buffer(c + row * cube_tiling.n)
    pipe = asc.TPipe()
    nd = asc.CubeFormat.ND
    product = asc.adv.Matmul(
        asc.adv.MatmulType(asc.TPosition.GM, nd, a.dtype),
        asc.adv.MatmulType(asc.TPosition.GM, nd, b.dtype),
        asc.adv.MatmulType(asc.TPosition.VECCALC, nd, c.dtype),
    )
    asc.adv.register_matmul(pipe, workspace, product, cube_tiling)
    queue = asc.TQue(asc.TPosition.VECOUT, 1)
    pipe.init_buffer(queue, 1, BASE_M * BASE_N * c.dtype.sizeof())
    product.set_tensor_a(a_gm)
    product.set_tensor_b(b_gm)
    with product.iterate() as count:
        block = queue.alloc_tensor(c.dtype)
        product.get_tensor_c(block, en_sequential_write=True)
        asc.leaky_relu(block, block, slope, BASE_M * BASE_N)
        queue.enque(block)
        block = queue.deque(c.dtype)
        gap = (cube_tiling.n - BASE_N) // 8  # blocks of 32 bytes
        rows = asc.DataCopyParams(BASE_M, BASE_N // 8, 0, gap)
        asc.data_copy(c_gm[count * BASE_N :], block, repeat_params=rows)
        queue.free_tensor(block)
    product.end()


def leaky_product_tiling(a, b, platform):
    """One cube; each of its two vector cores has half of the rows, which are 2 * BASE_M."""
    gm, nd = host.TPosition.GM, host.CubeFormat.ND
    planner = host.MatmulApiTiling(platform)
    planner.set_a_type(gm, nd, host.DataType.DT_FLOAT16)
    planner.set_b_type(gm, nd, host.DataType.DT_FLOAT16)
    planner.set_c_type(host.TPosition.VECCALC, nd, host.DataType.DT_FLOAT)
    planner.set_bias_type(gm, nd, host.DataType.DT_FLOAT)
    planner.set_org_shape(a.shape[0], b.shape[1], a.shape[1])
    planner.set_shape(BASE_M, b.shape[1], a.shape[1])
    planner.set_fix_split(BASE_M, BASE_N)
    planner.set_buffer_space(-1, -1, -1)
    tiling = asc.adv.TCubeTiling()
    planner.get_tiling(tiling)
    tiling.m = a.shape[0]
    return asc.Tiling(block_dim=1, cube_tiling=tiling)


def product_shape(a, b):
    return (a.shape[0], b.shape[1])


def linear_layer_shape(x, weight):
    return (x.shape[0], weight.shape[1])


def export_linear_layer(folder: Path, **changes: object) -> None:
    arguments = {
        "op": "LinearLayer",
        "inputs": {
            "x": ["float16", "float32"],
            "weight": ["float16", "float32"],
            "bias": "float32",
        },
        "outputs": {"y": "float32"},
        "tiling": linear_layer_tiling,
        "shapes": linear_layer_shape,
        "path": folder,
    }
    asc.export(linear_layer, **{**arguments, **changes})  # type: ignore[arg-type]


def export_leaky_product(folder: Path) -> None:
    asc.export(
        leaky_product,
        op="LeakyProduct",
        inputs={"a": "float16", "b": "float16"},
        outputs={"c": "float32"},
        attrs={"slope": 0.25},
        tiling=leaky_product_tiling,
        shapes=product_shape,
        path=folder,
    )
