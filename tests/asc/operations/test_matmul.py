"""Matrix multiplications of the library from Python, against NumPy."""

from __future__ import annotations

import numpy as np
import pytest

import asc
from asc.lib import host
from asc.runtime import config
from tests.asc.operations.multiplications import K, M, N, matrices, tiling_of, workspace


@asc.jit(kernel_type=config.KernelType.MIX_AIC_1_1)
def at_once(
    a: asc.GlobalAddress,
    b: asc.GlobalAddress,
    bias: asc.GlobalAddress,
    c: asc.GlobalAddress,
    tiling: asc.adv.TCubeTiling,
    space: asc.GlobalAddress,
):
    """Five results: with a bias, without, of a transposed matrix, added, and of a part."""
    a_gm, b_gm, bias_gm, c_gm = (
        asc.GlobalTensor(),
        asc.GlobalTensor(),
        asc.GlobalTensor(),
        asc.GlobalTensor(),
    )
    a_gm.set_global_buffer(a)
    b_gm.set_global_buffer(b)
    bias_gm.set_global_buffer(bias)
    c_gm.set_global_buffer(c)
    pipe = asc.TPipe()
    plain = asc.adv.MatmulType(asc.TPosition.GM, asc.CubeFormat.ND, a.dtype)
    turned = asc.adv.MatmulType(asc.TPosition.GM, asc.CubeFormat.ND, a.dtype, True)
    wide = asc.adv.MatmulType(asc.TPosition.GM, asc.CubeFormat.ND, c.dtype)
    mm = asc.adv.Matmul(a=plain, b=turned, c=wide, bias=wide)
    asc.adv.register_matmul(pipe, space, mm, tiling)
    mm.set_hf32()
    mm.set_org_shape(M, N, K)
    mm.set_tensor_a(a_gm)
    mm.set_tensor_b(b_gm)
    mm.set_bias(bias_gm)
    mm.iterate_all(c_gm)
    mm.disable_bias()
    mm.iterate_all(c_gm[M * N :], 0, False)
    mm.wait_iterate_all()
    mm.set_tensor_b(b_gm[K * N :], transpose=True)
    mm.set_org_shape(M, N, K, K, N)
    mm.iterate_all(c_gm[M * N * 2 :], en_atomic=1)
    mm.iterate_all(c_gm[M * N * 2 :], en_atomic=1)
    mm.set_single_shape(32, N, K)
    mm.set_tensor_a(a_gm[32 * K :])
    mm.iterate_all(c_gm[M * N * 3 :])
    mm.set_single_shape(M, N, K)
    mm.set_tail(48, 80, -1)
    mm.set_tensor_a(a_gm)
    mm.iterate_all(c_gm[M * N * 4 :])
    mm.end()


def test_results_at_once() -> None:
    a, b = matrices()
    bias = np.arange(N, dtype=np.float32)
    c = np.zeros((5, M, N), np.float32)
    both = np.concatenate([b.ravel(), b.T.ravel()])
    at_once[1](a, both, bias, c, tiling_of(bias=True, trans_b=True), workspace())
    product = a.astype(np.float32) @ b.astype(np.float32)
    np.testing.assert_array_equal(c[0], product + bias)
    np.testing.assert_array_equal(c[1], product)
    np.testing.assert_array_equal(c[2], 2 * product)
    np.testing.assert_array_equal(c[3, :32], product[32:])
    np.testing.assert_array_equal(c[4, :48, :80], product[:48, :80])
    assert not c[3, 32:].any()
    assert not c[4, 48:].any()


@asc.jit(kernel_type=config.KernelType.MIX_AIC_1_1)
def of_one_number(
    number_first: asc.ConstExpr[bool],
    matrix: asc.GlobalAddress,
    c: asc.GlobalAddress,
    tiling: asc.adv.TCubeTiling,
    space: asc.GlobalAddress,
):
    """Sums of columns or rows: the other matrix is one row or column of a number."""
    matrix_gm, c_gm = asc.GlobalTensor(), asc.GlobalTensor()
    matrix_gm.set_global_buffer(matrix)
    c_gm.set_global_buffer(c)
    pipe = asc.TPipe()
    plain = asc.adv.MatmulType(asc.TPosition.GM, asc.CubeFormat.ND, matrix.dtype)
    number = asc.adv.MatmulType(asc.TPosition.GM, asc.CubeFormat.SCALAR, matrix.dtype)
    wide = asc.adv.MatmulType(asc.TPosition.GM, asc.CubeFormat.ND, c.dtype)
    if number_first:
        mm = asc.adv.Matmul(number, plain, wide)
    else:
        mm = asc.adv.Matmul(plain, number, wide)
    asc.adv.register_matmul(pipe, space, mm, tiling)
    if number_first:
        mm.set_tensor_a(2.5)
        mm.set_tensor_b(matrix_gm)
    else:
        mm.set_tensor_a(matrix_gm)
        mm.set_tensor_b(2.5)
    mm.iterate_all(c_gm)
    mm.end()


def test_matrices_of_one_number() -> None:
    a, b = matrices()
    c = np.zeros(N, np.float32)
    of_one_number[1](True, b, c, tiling_of(1, N, K), workspace())
    np.testing.assert_array_equal(c, 2.5 * b.sum(0, dtype=np.float32))
    c = np.zeros(M, np.float32)
    of_one_number[1](False, a, c, tiling_of(M, 1, K), workspace())
    np.testing.assert_array_equal(c, 2.5 * a.sum(1, dtype=np.float32))


@asc.jit
def block_by_block(
    a: asc.GlobalAddress,
    b: asc.GlobalAddress,
    c: asc.GlobalAddress,
    places: asc.GlobalAddress,
    tiling: asc.adv.TCubeTiling,
    space: asc.GlobalAddress,
):
    """Blocks in local memory, changed there, each written where it belongs."""
    a_gm, b_gm, c_gm, places_gm = (
        asc.GlobalTensor(),
        asc.GlobalTensor(),
        asc.GlobalTensor(),
        asc.GlobalTensor(),
    )
    a_gm.set_global_buffer(a)
    b_gm.set_global_buffer(b)
    c_gm.set_global_buffer(c)
    places_gm.set_global_buffer(places)
    pipe = asc.TPipe()
    queue = asc.TQue(asc.TPosition.VECOUT, 1)
    size = tiling.base_m * tiling.base_n
    pipe.init_buffer(queue, 1, size * 4)
    plain = asc.adv.MatmulType(asc.TPosition.GM, asc.CubeFormat.ND, a.dtype)
    local = asc.adv.MatmulType(asc.TPosition.VECCALC, asc.CubeFormat.ND, c.dtype)
    mm = asc.adv.Matmul(plain, plain, local)
    asc.adv.register_matmul(pipe, space, mm)
    mm.init(tiling)
    mm.set_tensor_a(a_gm, False)
    mm.set_tensor_b(b_gm, transpose=False)
    with mm.iterate() as count:
        block = queue.alloc_tensor(c.dtype)
        mm.get_tensor_c(block, en_sequential_write=True)
        asc.adds(block, block, 1.0, count=size)
        queue.enque(block)
        block = queue.deque(c.dtype)
        rows = tiling.single_core_m // tiling.base_m
        begin = count % rows * tiling.base_m * tiling.n + count // rows * tiling.base_n
        gap = (tiling.n - tiling.base_n) * 4 // 32
        asc.data_copy(
            c_gm[begin:], block, asc.DataCopyParams(tiling.base_m, tiling.base_n * 4 // 32, 0, gap)
        )
        queue.free_tensor(block)
        places_gm.set_value(0, count)
    mm.end()


def test_results_block_by_block() -> None:
    a, b = matrices()
    c, places = np.zeros((M, N), np.float32), np.zeros(1, np.int64)
    tiling = tiling_of(c_pos=host.TPosition.VECCALC, fix=(32, 48, 32))
    block_by_block[1](a, b, c, places, tiling, workspace())
    np.testing.assert_array_equal(c, a.astype(np.float32) @ b.astype(np.float32) + 1)
    assert places[0] == 3


@asc.jit(matmul_cube_only=True)
def on_the_cube(
    a: asc.GlobalAddress,
    b: asc.GlobalAddress,
    c: asc.GlobalAddress,
    tiling: asc.adv.TCubeTiling,
    space: asc.GlobalAddress,
    large: asc.ConstExpr[bool],
):
    if asc.ascend_is_aic():
        a_gm, b_gm, c_gm = asc.GlobalTensor(), asc.GlobalTensor(), asc.GlobalTensor()
        a_gm.set_global_buffer(a)
        b_gm.set_global_buffer(b)
        c_gm.set_global_buffer(c)
        pipe = asc.TPipe()
        plain = asc.adv.MatmulType(asc.TPosition.GM, asc.CubeFormat.ND, a.dtype)
        wide = asc.adv.MatmulType(asc.TPosition.GM, asc.CubeFormat.ND, c.dtype)
        configuration = asc.adv.get_mdl_config() if large else asc.adv.get_normal_config()
        mm = asc.adv.Matmul(plain, plain, wide, matmul_config=configuration)
        asc.adv.register_matmul(pipe, space, mm, tiling)
        mm.set_tensor_a(a_gm)
        mm.set_tensor_b(b_gm)
        with mm.iterate(False):
            mm.get_tensor_c(c_gm)
        mm.end()


@pytest.mark.parametrize("large", [False, True])
def test_results_on_the_cube(large: bool) -> None:
    a, b = matrices()
    c = np.zeros((M, N), np.float32)
    on_the_cube[1](a, b, c, tiling_of(), workspace(), large)
    np.testing.assert_array_equal(c, a.astype(np.float32) @ b.astype(np.float32))


@asc.jit
def in_advance(
    a: asc.GlobalAddress,
    b: asc.GlobalAddress,
    c: asc.GlobalAddress,
    cache: asc.GlobalAddress,
    tiling: asc.adv.TCubeTiling,
    space: asc.GlobalAddress,
):
    """Blocks that are computed ahead into a cache: taken as tensors, and one by one."""
    a_gm, b_gm, c_gm = asc.GlobalTensor(), asc.GlobalTensor(), asc.GlobalTensor()
    a_gm.set_global_buffer(a)
    b_gm.set_global_buffer(b)
    c_gm.set_global_buffer(c)
    cache_gm = asc.GlobalTensor()
    cache_gm.set_global_buffer(cache, 65536)
    pipe = asc.TPipe()
    buffer = asc.TBuf(asc.TPosition.VECIN)
    size = tiling.base_m * tiling.base_n
    pipe.init_buffer(buffer, size * 4)
    block = buffer.get(c.dtype)
    plain = asc.adv.MatmulType(asc.TPosition.GM, asc.CubeFormat.ND, a.dtype)
    local = asc.adv.MatmulType(asc.TPosition.VECIN, asc.CubeFormat.ND, c.dtype)
    mm = asc.adv.Matmul(plain, plain, local)
    asc.adv.register_matmul(pipe, space, mm, tiling)
    mm.set_workspace(cache_gm)
    mm.set_tensor_a(a_gm)
    mm.set_tensor_b(b_gm)
    with mm.iterate(sync=False) as count:
        found = mm.get_tensor_c(sync=False)
        asc.data_copy(block, found, size)
        asc.pipe_barrier(asc.PipeID.PIPE_ALL)
        asc.data_copy(c_gm[count * size :], block, size)
        asc.pipe_barrier(asc.PipeID.PIPE_ALL)
    mm.end()
    mm.set_workspace(cache, 65536 * 4)
    mm.set_tensor_a(a_gm)
    mm.set_tensor_b(b_gm)
    with mm.iterate(sync=False) as count:
        mm.async_get_tensor_c(block)
        mm.wait_get_tensor_c()
        asc.pipe_barrier(asc.PipeID.PIPE_ALL)
        asc.data_copy(c_gm[M * N + count * size :], block, size)
        asc.pipe_barrier(asc.PipeID.PIPE_ALL)
    mm.end()


def test_blocks_in_advance() -> None:
    a, b = matrices()
    c, cache = np.zeros((2, 4, 32, 48), np.float32), np.zeros(65536, np.float32)
    tiling = tiling_of(c_pos=host.TPosition.VECIN, fix=(32, 48, 32))
    in_advance[1](a, b, c, cache, tiling, workspace())
    product = a.astype(np.float32) @ b.astype(np.float32)
    blocks = product.reshape(2, 32, 2, 48).transpose(2, 0, 1, 3).reshape(4, 32, 48)
    np.testing.assert_array_equal(c[0], blocks)
    np.testing.assert_array_equal(c[1], blocks)


@asc.jit(matmul_cube_only=True)
def scaled(
    a: asc.GlobalAddress,
    b: asc.GlobalAddress,
    scales: asc.GlobalAddress,
    c: asc.GlobalAddress,
    places: asc.GlobalAddress,
    tiling: asc.adv.TCubeTiling,
    space: asc.GlobalAddress,
):
    """Products of bytes as half: by one scale and by one per column, and where blocks lie."""
    if asc.ascend_is_aic():
        a_gm, b_gm, c_gm = asc.GlobalTensor(), asc.GlobalTensor(), asc.GlobalTensor()
        a_gm.set_global_buffer(a)
        b_gm.set_global_buffer(b)
        c_gm.set_global_buffer(c)
        scales_gm, places_gm = asc.GlobalTensor(), asc.GlobalTensor()
        scales_gm.set_global_buffer(scales)
        places_gm.set_global_buffer(places)
        pipe = asc.TPipe()
        narrow = asc.adv.MatmulType(asc.TPosition.GM, asc.CubeFormat.ND, a.dtype)
        wide = asc.adv.MatmulType(asc.TPosition.GM, asc.CubeFormat.ND, c.dtype)
        mm = asc.adv.Matmul(narrow, narrow, wide)
        asc.adv.register_matmul(pipe, space, mm, tiling)
        mm.set_tensor_a(a_gm)
        mm.set_tensor_b(b_gm)
        mm.set_quant_scalar(0x3F000000)
        mm.iterate_all(c_gm)
        mm.set_quant_vector(scales_gm)
        with mm.iterate() as count:
            mm.get_tensor_c(c_gm[M * N :])
            place = mm.get_offset_c()
            places_gm.set_value(count * 2, place.row)
            places_gm.set_value(count * 2 + 1, place.col)
        mm.end()


def test_scaled_results() -> None:
    a, b = matrices(dtype=np.int8)
    factors = 2.0 ** (np.arange(N, dtype=np.float32) % 5 - 3)
    scales = factors.view(np.uint32).astype(np.uint64)
    c, places = np.zeros((2, M, N), np.float16), np.full((4, 2), -1, np.int64)
    tiling = tiling_of(a=host.DataType.DT_INT8, c=host.DataType.DT_FLOAT16, fix=(32, 48, 64))
    scaled[1](a, b, scales, c, places, tiling, workspace())
    product = a.astype(np.int32) @ b.astype(np.int32)
    np.testing.assert_array_equal(c[0], (product * 0.5).astype(np.float16))
    np.testing.assert_array_equal(c[1], (product * factors).astype(np.float16))
    assert {tuple(place) for place in places.tolist()} == {(0, 0), (0, 48), (32, 0), (32, 48)}


@asc.jit(kernel_type=config.KernelType.MIX_AIC_1_1)
def configured(
    a: asc.GlobalAddress,
    b: asc.GlobalAddress,
    c: asc.GlobalAddress,
    tiling: asc.adv.TCubeTiling,
    space: asc.GlobalAddress,
    which: asc.ConstExpr[int],
):
    """A product by each configuration; what its own functions would get is of no effect."""
    a_gm, b_gm, c_gm = asc.GlobalTensor(), asc.GlobalTensor(), asc.GlobalTensor()
    a_gm.set_global_buffer(a)
    b_gm.set_global_buffer(b)
    c_gm.set_global_buffer(c)
    if which == 0:
        configuration = asc.adv.get_basic_config(32, 48, 32)
    elif which == 1:
        configuration = asc.adv.get_special_basic_config(32, 48, 32, M, N, K, 1, 1)
    elif which == 2:
        configuration = asc.adv.get_special_mdl_config()
    elif which == 3:
        configuration = asc.adv.get_ib_share_norm_config()
    elif which == 4:
        shape = asc.adv.MatmulShapeParams(M, N, K, 32, 48, 32)
        configuration = asc.adv.get_mm_config(asc.MatmulConfigMode.CONFIG_NORM, shape)
    else:
        configuration = asc.adv.get_mm_config()
    pipe = asc.TPipe()
    plain = asc.adv.MatmulType(asc.TPosition.GM, asc.CubeFormat.ND, a.dtype)
    wide = asc.adv.MatmulType(asc.TPosition.GM, asc.CubeFormat.ND, c.dtype)
    mm = asc.adv.Matmul(plain, plain, wide, matmul_config=configuration)
    asc.adv.register_matmul(pipe, space, mm, tiling)
    mm.set_user_def_info(space)
    mm.set_self_define_data(a)
    mm.set_tensor_a(a_gm)
    mm.set_tensor_b(b_gm)
    mm.iterate_all(c_gm)
    mm.end()


@pytest.mark.parametrize("which", range(6))
def test_configurations(which: int) -> None:
    a, b = matrices()
    c = np.zeros((M, N), np.float32)
    configured[1](a, b, c, tiling_of(fix=(32, 48, 32)), workspace(), which)
    np.testing.assert_array_equal(c, a.astype(np.float32) @ b.astype(np.float32))


@asc.jit(matmul_cube_only=True)
def fixed(
    a: asc.GlobalAddress,
    b: asc.GlobalAddress,
    index: asc.GlobalAddress,
    c: asc.GlobalAddress,
    tiling: asc.adv.TCubeTiling,
    space: asc.GlobalAddress,
):
    """A product by a tiling of which the compiler knows most; the index of no sparse matrix."""
    if asc.ascend_is_aic():
        a_gm, b_gm, c_gm = asc.GlobalTensor(), asc.GlobalTensor(), asc.GlobalTensor()
        a_gm.set_global_buffer(a)
        b_gm.set_global_buffer(b)
        c_gm.set_global_buffer(c)
        index_gm = asc.GlobalTensor()
        index_gm.set_global_buffer(index)
        plain = asc.adv.MatmulType(asc.TPosition.GM, asc.CubeFormat.ND, a.dtype)
        wide = asc.adv.MatmulType(asc.TPosition.GM, asc.CubeFormat.ND, c.dtype)
        shape = asc.adv.MatmulShapeParams(M, N, K, 32, 48, 32)
        known = asc.adv.get_matmul_api_tiling(
            asc.adv.get_mm_config(asc.MatmulConfigMode.CONFIG_NORM, shape),
            524288,
            plain,
            plain,
            wide,
            wide,
        )
        mm = asc.adv.Matmul(plain, plain, wide, matmul_config=known)
        asc.adv.register_matmul(asc.TPipe(), space, mm, tiling)
        mm.set_sparse_index(index_gm)
        mm.set_tensor_a(a_gm)
        mm.set_tensor_b(b_gm)
        mm.iterate_all(c_gm)
        mm.end()


def test_tiling_that_the_compiler_knows() -> None:
    a, b = matrices()
    c, index = np.zeros((M, N), np.float32), np.zeros(64, np.uint8)
    fixed[1](a, b, index, c, tiling_of(), workspace())
    np.testing.assert_array_equal(c, a.astype(np.float32) @ b.astype(np.float32))


@asc.jit
def newer(space: asc.GlobalAddress):
    plain = asc.adv.MatmulType(asc.TPosition.GM, asc.CubeFormat.ND, asc.float16)
    shared = asc.adv.MatmulConfig(is_co1_shared=True)
    asc.adv.register_matmul(
        asc.TPipe(), space, asc.adv.Matmul(plain, plain, plain, matmul_config=shared)
    )


def test_fields_of_newer_cann_keep_their_values() -> None:
    with pytest.raises(
        Exception, match=r"is_co1_shared is of newer CANN than 8\.1; leave it False"
    ):
        newer[1](np.zeros(8, np.uint8))
