"""Batches of matrix multiplications, and products in local memory, against NumPy."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import asc
from asc.lib import host
from tests.asc.operations.multiplications import batch_tiling, matrices, tiling_of, workspace


@asc.jit
def of_batches(
    a: asc.GlobalAddress,
    b: asc.GlobalAddress,
    c: asc.GlobalAddress,
    tiling: asc.adv.TCubeTiling,
    space: asc.GlobalAddress,
):
    """Four products at once."""
    a_gm, b_gm, c_gm = asc.GlobalTensor(), asc.GlobalTensor(), asc.GlobalTensor()
    a_gm.set_global_buffer(a)
    b_gm.set_global_buffer(b)
    c_gm.set_global_buffer(c)
    pipe = asc.TPipe()
    layout = asc.LayoutMode.NORMAL
    plain = asc.adv.MatmulType(asc.TPosition.GM, asc.CubeFormat.ND, a.dtype, False, layout)
    wide = asc.adv.MatmulType(asc.TPosition.GM, asc.CubeFormat.ND, c.dtype, False, layout)
    mm = asc.adv.Matmul(plain, plain, wide)
    asc.adv.register_matmul(pipe, space, mm, tiling)
    mm.set_tensor_a(a_gm)
    mm.set_tensor_b(b_gm)
    mm.iterate_batch(c_gm, 4, 4, False)
    mm.end()


def test_batches() -> None:
    a, b = matrices(32, 48, 32, batch=4)
    c = np.zeros((4, 32, 48), np.float32)
    of_batches[1](a, b, c, batch_tiling(32, 48, 32, 4, of_all=4), workspace())
    np.testing.assert_array_equal(c, a.astype(np.float32) @ b.astype(np.float32))


@asc.jit
def into_local_memory(
    a: asc.GlobalAddress,
    b: asc.GlobalAddress,
    c: asc.GlobalAddress,
    tiling: asc.adv.TCubeTiling,
    space: asc.GlobalAddress,
    batch: asc.ConstExpr[int],
):
    """Everything at once: the one block of a product, or a batch of products."""
    a_gm, b_gm, c_gm = asc.GlobalTensor(), asc.GlobalTensor(), asc.GlobalTensor()
    a_gm.set_global_buffer(a)
    b_gm.set_global_buffer(b)
    c_gm.set_global_buffer(c)
    pipe = asc.TPipe()
    buffer = asc.TBuf(asc.TPosition.VECIN)
    size = batch * 32 * 48
    pipe.init_buffer(buffer, size * 4)
    local = buffer.get(c.dtype)
    layout = asc.LayoutMode.NONE if batch == 1 else asc.LayoutMode.NORMAL
    plain = asc.adv.MatmulType(asc.TPosition.GM, asc.CubeFormat.ND, a.dtype, False, layout)
    wide = asc.adv.MatmulType(asc.TPosition.VECIN, asc.CubeFormat.ND, c.dtype, False, layout)
    mm = asc.adv.Matmul(plain, plain, wide)
    asc.adv.register_matmul(pipe, space, mm, tiling)
    mm.set_tensor_a(a_gm)
    mm.set_tensor_b(b_gm)
    if batch == 1:
        mm.iterate_all(local, 0, True)
    else:
        mm.iterate_batch(local, batch, batch, False)
    asc.pipe_barrier(asc.PipeID.PIPE_ALL)
    asc.data_copy(c_gm, local, size)
    mm.end()


@asc.jit(matmul_cube_only=True)
def of_batches_on_the_cube(
    a: asc.GlobalAddress,
    b: asc.GlobalAddress,
    c: asc.GlobalAddress,
    tiling: asc.adv.TCubeTiling,
    space: asc.GlobalAddress,
):
    if asc.ascend_is_aic():
        a_gm, b_gm, c_gm = asc.GlobalTensor(), asc.GlobalTensor(), asc.GlobalTensor()
        a_gm.set_global_buffer(a)
        b_gm.set_global_buffer(b)
        c_gm.set_global_buffer(c)
        layout = asc.LayoutMode.NORMAL
        plain = asc.adv.MatmulType(asc.TPosition.GM, asc.CubeFormat.ND, a.dtype, False, layout)
        wide = asc.adv.MatmulType(asc.TPosition.GM, asc.CubeFormat.ND, c.dtype, False, layout)
        mm = asc.adv.Matmul(plain, plain, wide)
        asc.adv.register_matmul(asc.TPipe(), space, mm, tiling)
        mm.set_batch_num(4, 4)
        mm.set_tensor_a(a_gm)
        mm.set_tensor_b(b_gm)
        mm.iterate_batch(c_gm, en_partial_sum=False, en_atomic=0, en_sequential_write=False)
        mm.end()


@pytest.mark.parametrize(
    ("kernel", "batch"),
    [(into_local_memory, 1), (into_local_memory, 4), (of_batches_on_the_cube, 4)],
)
def test_everything_at_once(kernel: Any, batch: int) -> None:
    a, b = matrices(32, 48, 32, batch=batch)
    c = np.zeros((batch, 32, 48), np.float32)
    if batch == 1:
        tiling = tiling_of(32, 48, 32, c_pos=host.TPosition.VECIN, fix=(32, 48, 32))
    else:
        tiling = batch_tiling(32, 48, 32, batch, of_all=batch)
    given = [batch] if kernel is into_local_memory else []
    kernel[1](a, b, c, tiling, workspace(), *given)
    product = a.astype(np.float32) @ b.astype(np.float32)
    np.testing.assert_array_equal(c, product.reshape(c.shape))


@asc.jit
def of_many_batches(
    a: asc.GlobalAddress,
    b: asc.GlobalAddress,
    c: asc.GlobalAddress,
    cache: asc.GlobalAddress,
    tiling: asc.adv.TCubeTiling,
    space: asc.GlobalAddress,
):
    """Two batches of one product each, computed ahead: one taken as a tensor, one written."""
    a_gm, b_gm, c_gm, cache_gm = (
        asc.GlobalTensor(),
        asc.GlobalTensor(),
        asc.GlobalTensor(),
        asc.GlobalTensor(),
    )
    a_gm.set_global_buffer(a)
    b_gm.set_global_buffer(b)
    c_gm.set_global_buffer(c)
    cache_gm.set_global_buffer(cache, 65536)
    size = 32 * 48
    pipe = asc.TPipe()
    buffer = asc.TBuf(asc.TPosition.VECIN)
    pipe.init_buffer(buffer, size * 4)
    local = buffer.get(c.dtype)
    layout = asc.LayoutMode.BSNGD
    plain = asc.adv.MatmulType(asc.TPosition.GM, asc.CubeFormat.ND, a.dtype, False, layout)
    wide = asc.adv.MatmulType(asc.TPosition.VECIN, asc.CubeFormat.ND, c.dtype, False, layout)
    configuration = asc.adv.get_normal_config(False, True)
    mm = asc.adv.Matmul(plain, plain, wide, matmul_config=configuration)
    asc.adv.register_matmul(pipe, space, mm, tiling)
    mm.set_tensor_a(a_gm)
    mm.set_tensor_b(b_gm)
    mm.set_workspace(cache_gm)
    mm.iterate_n_batch(2, 1, 1, False, sync=False)
    mm.wait_iterate_batch()
    asc.data_copy(local, mm.get_batch_tensor_c(1, 1, sync=False), size)
    asc.pipe_barrier(asc.PipeID.PIPE_ALL)
    asc.data_copy(c_gm, local, size)
    asc.pipe_barrier(asc.PipeID.PIPE_ALL)
    mm.get_batch_tensor_c(local, batch_a=1, batch_b=1, en_sequential_write=False, sync=False)
    asc.pipe_barrier(asc.PipeID.PIPE_ALL)
    asc.data_copy(c_gm[size:], local, size)
    mm.end()


def test_many_batches() -> None:
    a, b = matrices(32, 48, 32, batch=2)
    c, cache = np.zeros((2, 32, 48), np.float32), np.zeros(65536, np.float32)
    tiling = batch_tiling(32, 48, 32, 1, of_all=2)
    of_many_batches[1](a, b, c, cache, tiling, workspace())
    np.testing.assert_array_equal(c, a.astype(np.float32) @ b.astype(np.float32))
