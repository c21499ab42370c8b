"""A product of matrices with the tiling that CANN's library computes for all cubes, as sources."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import asc
from asc.lib import host

if TYPE_CHECKING:
    from pathlib import Path


@asc.jit(matmul_cube_only=True)
def multiply(
    a: asc.GlobalAddress,
    b: asc.GlobalAddress,
    c: asc.GlobalAddress,
    workspace: asc.GlobalAddress,
    cube: asc.adv.TCubeTiling,
) -> None:
    """Compute one part of the result on each cube, as the library splits it."""
    bands = (cube.m + cube.single_core_m - 1) // cube.single_core_m
    row = asc.get_block_idx() % bands * cube.single_core_m
    column = asc.get_block_idx() // bands * cube.single_core_n
    left, right, result = asc.GlobalTensor(), asc.GlobalTensor(), asc.GlobalTensor()
    left.set_global_buffer(a + row * cube.k_a)
    right.set_global_buffer(b + column)
    result.set_global_buffer(c + row * cube.n + column)
    pipe = asc.TPipe()
    nd, gm = asc.CubeFormat.ND, asc.TPosition.GM
    product = asc.adv.Matmul(
        asc.adv.MatmulType(gm, nd, a.dtype),
        asc.adv.MatmulType(gm, nd, b.dtype),
        asc.adv.MatmulType(gm, nd, c.dtype),
    )
    asc.adv.register_matmul(pipe, workspace, product, cube)
    product.set_tensor_a(left)
    product.set_tensor_b(right)
    product.set_tail(
        min(cube.single_core_m, cube.m - row), min(cube.single_core_n, cube.n - column)
    )
    product.iterate_all(result)
    product.end()


def tiling(a: Any, b: Any, platform: Any) -> asc.Tiling:
    """Return the library's tiling."""
    m, n, k = a.shape[0], b.shape[1], a.shape[1]
    gm, nd = host.TPosition.GM, host.CubeFormat.ND
    planner = host.MultiCoreMatmulTiling(platform)
    planner.set_dim(platform.cube_num)
    if a.itemsize == 2:  # noqa: PLR2004 - half
        planner.set_a_type(gm, nd, host.DataType.DT_FLOAT16)
        planner.set_b_type(gm, nd, host.DataType.DT_FLOAT16)
        planner.set_c_type(gm, nd, host.DataType.DT_FLOAT16)
    else:
        planner.set_a_type(gm, nd, host.DataType.DT_FLOAT)
        planner.set_b_type(gm, nd, host.DataType.DT_FLOAT)
        planner.set_c_type(gm, nd, host.DataType.DT_FLOAT)
    planner.set_org_shape(m, n, k)
    planner.set_shape(m, n, k)
    planner.set_buffer_space(-1, -1, -1)
    cube = asc.adv.TCubeTiling()
    planner.get_tiling(cube)
    return asc.Tiling(block_dim=cube.used_core_num, cube=cube)


def shapes(a: Any, b: Any) -> tuple[Any, ...]:
    """Return the shape of the result."""
    return (a.shape[0], b.shape[1])


def export(folder: Path) -> None:
    """Write LibraryProduct as op_host and op_kernel."""
    types = ["float16", "float32"]
    asc.export(
        multiply,
        op="LibraryProduct",
        inputs={"a": types, "b": types},
        outputs={"c": types},
        shapes=shapes,
        tiling=tiling,
        path=folder,
    )
