"""Attention of heads, softmax(q k^T / sqrt(d)) v: one kernel, products alternate with softmax."""

import numpy as np
from numpy.typing import NDArray

import asc

QUERIES = 64  # of a vector core
ROWS = 16  # of a tile of scores
BLOCK = 8  # floats of 32 bytes


@asc.jit
def attention_kernel(
    q: asc.GlobalAddress,
    k: asc.GlobalAddress,
    v: asc.GlobalAddress,
    scores: asc.GlobalAddress,
    weights: asc.GlobalAddress,
    y: asc.GlobalAddress,
    product: asc.adv.TCubeTiling,
    softmax: asc.adv.SoftmaxTiling,
    scale: float,
    workspace: asc.GlobalAddress,
    keys: asc.ConstExpr[int],
    depth: asc.ConstExpr[int],
) -> None:
    """Compute QUERIES queries of one head per vector core; two of them share keys and values."""
    core = asc.get_block_idx()
    head = core // 2
    q_gm, k_gm, v_gm = asc.GlobalTensor(), asc.GlobalTensor(), asc.GlobalTensor()
    scores_gm, weights_gm, y_gm = asc.GlobalTensor(), asc.GlobalTensor(), asc.GlobalTensor()
    q_gm.set_global_buffer(q + core * QUERIES * depth)
    k_gm.set_global_buffer(k + head * keys * depth)
    v_gm.set_global_buffer(v + head * keys * depth)
    scores_gm.set_global_buffer(scores + core * QUERIES * keys)
    weights_gm.set_global_buffer(weights + core * QUERIES * keys)
    y_gm.set_global_buffer(y + core * QUERIES * depth)
    pipe = asc.TPipe()
    in_queue = asc.TQue(asc.TPosition.VECIN, 2)
    out_queue = asc.TQue(asc.TPosition.VECOUT, 2)
    statistics = asc.TBuf(asc.TPosition.VECCALC)
    pipe.init_buffer(in_queue, 2, ROWS * keys * scores.dtype.sizeof())
    pipe.init_buffer(out_queue, 2, ROWS * keys * weights.dtype.sizeof())
    pipe.init_buffer(statistics, 2 * ROWS * BLOCK * scores.dtype.sizeof())
    sums = statistics.get(scores.dtype, 2 * ROWS * BLOCK)
    maxima = sums[ROWS * BLOCK :]
    matmul = asc.adv.Matmul(
        asc.adv.MatmulType(asc.TPosition.GM, asc.CubeFormat.ND, q.dtype),
        asc.adv.MatmulType(asc.TPosition.GM, asc.CubeFormat.ND, k.dtype, True),
        asc.adv.MatmulType(asc.TPosition.GM, asc.CubeFormat.ND, y.dtype),
    )
    asc.adv.register_matmul(pipe, workspace, matmul, product)

    matmul.set_org_shape(QUERIES, keys, depth)
    matmul.set_single_shape(QUERIES, keys, depth)
    matmul.set_tensor_a(q_gm)
    matmul.set_tensor_b(k_gm, True)
    matmul.iterate_all(scores_gm)

    for i in range(QUERIES // ROWS):
        rows = in_queue.alloc_tensor(scores.dtype)
        asc.data_copy(rows, scores_gm[i * ROWS * keys :], ROWS * keys)
        in_queue.enque(rows)
        rows = in_queue.deque(scores.dtype)
        asc.muls(rows, rows, scale, ROWS * keys)
        rows.set_shape_info(asc.ShapeInfo(asc.array(asc.uint32, [ROWS, keys])))
        asc.adv.softmax(rows, sums, maxima, rows, softmax)
        halves = out_queue.alloc_tensor(weights.dtype)
        asc.cast(halves, rows, asc.RoundMode.CAST_RINT, ROWS * keys)
        out_queue.enque(halves)
        in_queue.free_tensor(rows)
        halves = out_queue.deque(weights.dtype)
        asc.data_copy(weights_gm[i * ROWS * keys :], halves, ROWS * keys)
        out_queue.free_tensor(halves)
    asc.pipe_barrier(asc.PipeID.PIPE_ALL)  # the cubes read what was copied out

    matmul.set_org_shape(QUERIES, depth, keys)
    matmul.set_single_shape(QUERIES, depth, keys)
    matmul.set_tensor_a(weights_gm)
    matmul.set_tensor_b(v_gm, False)
    matmul.iterate_all(y_gm)
    matmul.end()


def product_tiling(keys: int, depth: int) -> asc.adv.TCubeTiling:
    """Return the tiling of both products of a core, each in blocks of 64."""
    return asc.adv.TCubeTiling(
        used_core_num=1,
        m=QUERIES,
        n=keys,
        k_a=depth,
        k_b=depth,
        single_core_m=QUERIES,
        single_core_n=keys,
        single_core_k=depth,
        base_m=64,
        base_n=64,
        base_k=64,
        step_m=1,
        step_n=1,
        step_k_a=1,
        step_k_b=1,
        depth_a1=1,
        depth_b1=1,
        db_l0a=1,
        db_l0b=1,
        db_l0c=1,
    )


def softmax_tiling(keys: int) -> asc.adv.SoftmaxTiling:
    """ROWS rows of scores in one piece."""
    return asc.adv.SoftmaxTiling(
        src_m=ROWS,
        src_k=keys,
        src_size=ROWS * keys,
        out_max_m=ROWS,
        out_max_k=BLOCK,
        out_max_size=ROWS * BLOCK,
        split_m=ROWS,
        split_k=keys,
        split_size=ROWS * keys,
        reduce_m=ROWS,
        reduce_k=BLOCK,
        reduce_size=ROWS * BLOCK,
        range_m=1,
    )


def attention(
    q: NDArray[np.float16], k: NDArray[np.float16], v: NDArray[np.float16]
) -> NDArray[np.float32]:
    """Attention of heads with 2 * QUERIES queries each; arrays of heads x rows x depth."""
    heads, keys, depth = k.shape
    scores = np.empty((heads, 2 * QUERIES, keys), np.float32)
    weights = np.empty(scores.shape, np.float16)
    y = np.empty(q.shape, np.float32)
    workspace = np.empty(16 << 20, np.uint8)
    tilings = product_tiling(keys, depth), softmax_tiling(keys)
    attention_kernel[heads](
        q, k, v, scores, weights, y, *tilings, depth**-0.5, workspace, keys, depth
    )
    return y


def main() -> None:
    """Compute, and compare with NumPy."""
    heads, keys, depth = 2, 256, 64
    generator = np.random.default_rng(10)
    q = generator.normal(size=(heads, 2 * QUERIES, depth)).astype(np.float16)
    k, v = generator.normal(size=(2, heads, keys, depth)).astype(np.float16)
    wide_q, wide_k, wide_v = (each.astype(np.float64) for each in (q, k, v))
    scores = wide_q @ wide_k.transpose(0, 2, 1) / depth**0.5
    power = np.exp(scores - scores.max(2, keepdims=True))
    expected = power / power.sum(2, keepdims=True) @ wide_v
    np.testing.assert_allclose(attention(q, k, v), expected, rtol=1e-2, atol=1e-3)
    print(f"attention: {heads} heads, {keys} keys of {depth} halves, as NumPy computes it")


if __name__ == "__main__":
    main()
