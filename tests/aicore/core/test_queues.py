"""Queues, buffers and the kernel's view of its tiling data."""

from __future__ import annotations

import numpy as np
import pytest

from tests.aicore.harness import FAULT_TRAP, Kernel, KernelFaultError

ADD_CUSTOM = r"""
using namespace AscendC;
constexpr int32_t BUFFER_NUM = 2;
struct AddTiling { uint32_t totalLength; uint32_t tileNum; };
using AscendcTilingDefault = AddTiling;

class KernelAdd {
public:
    __aicore__ inline void Init(GM_ADDR x, GM_ADDR z, uint32_t totalLength, uint32_t tileNum) {
        blockLength = totalLength / GetBlockNum();
        tiles = tileNum * BUFFER_NUM;
        tileLength = blockLength / tiles;
        xGm.SetGlobalBuffer((__gm__ float*)x + blockLength * GetBlockIdx(), blockLength);
        zGm.SetGlobalBuffer((__gm__ float*)z + blockLength * GetBlockIdx(), blockLength);
        pipe.InitBuffer(in, BUFFER_NUM, tileLength * sizeof(float));
        pipe.InitBuffer(out, BUFFER_NUM, tileLength * sizeof(float));
    }
    __aicore__ inline void Process() {
        for (int32_t i = 0; i < tiles; ++i) {
            LocalTensor<float> x = in.AllocTensor<float>();
            DataCopy(x, xGm[i * tileLength], tileLength);
            in.EnQue(x);
            x = in.DeQue<float>();
            LocalTensor<float> z = out.AllocTensor<float>();
            for (uint32_t j = 0; j < tileLength; ++j) {
                z.SetValue(j, x.GetValue(j) * 2);
            }
            out.EnQue<float>(z);
            in.FreeTensor(x);
            z = out.DeQue<float>();
            DataCopy(zGm[i * tileLength], z, tileLength);
            out.FreeTensor(z);
        }
    }

private:
    TPipe pipe;
    TQue<QuePosition::VECIN, BUFFER_NUM> in;
    TQue<QuePosition::VECOUT, BUFFER_NUM> out;
    GlobalTensor<float> xGm, zGm;
    uint32_t blockLength, tileLength;
    int32_t tiles;
};

extern "C" __global__ __aicore__ void twice(GM_ADDR x, GM_ADDR z, GM_ADDR tiling) {
    GET_TILING_DATA(data, tiling);
    KernelAdd op;
    op.Init(x, z, data.totalLength, data.tileNum);
    if (TILING_KEY_IS(1)) {
        op.Process();
    }
}
"""


def test_pipelined_kernel() -> None:
    kernel = Kernel(ADD_CUSTOM, "twice", 3)
    x = np.arange(8 * 2048, dtype=np.float32)
    z = np.zeros_like(x)
    tiling = np.array([x.size, 8], np.uint32).tobytes()
    kernel.run(8, x, z, tiling=tiling)
    assert not z.any()  # another tiling key: nothing is processed
    kernel.run(8, x, z, tiling=tiling, tiling_key=1)
    np.testing.assert_array_equal(z, x * 2)


BODY = """
using namespace AscendC;
extern "C" __global__ __aicore__ void f(GM_ADDR out) {
    TPipe pipe;
    GlobalTensor<int32_t> result;
    result.SetGlobalBuffer((__gm__ int32_t*)out, 64);
    int n = 0;
    %s
}
"""


def run_body(body: str) -> list[int]:
    """The values that `body` passed to result.SetValue(n++, ...)."""
    out = np.full(64, -1, np.int32)
    Kernel(BODY % body, "f", 1).run(1, out)
    return [int(v) for v in out if v != -1]


def test_buffers_rotate_and_keep_their_handle() -> None:
    values = run_body("""
    TQue<TPosition::VECIN, 1> que;
    pipe.InitBuffer(que, 3, 40);
    for (int i = 0; i < 4; ++i) {
        auto t = que.AllocTensor<int8_t>();
        result.SetValue(n++, t.address_.bufferAddr);
        result.SetValue(n++, t.GetSize());
        auto view = t[8];
        que.FreeTensor(view);
    }
    """)
    assert values == [0, 64, 64, 64, 128, 64, 0, 64]


def test_queue_is_first_in_first_out() -> None:
    values = run_body("""
    TQue<TPosition::VECOUT, 3> que;
    pipe.InitBuffer(que, 3, 32);
    for (int i = 0; i < 3; ++i) {
        auto t = que.AllocTensor<int32_t>();
        t.SetValue(0, 10 + i);
        que.EnQue(t);
    }
    result.SetValue(n++, que.GetTensorCountInQue());
    result.SetValue(n++, que.HasIdleBuffer());
    for (int i = 0; i < 3; ++i) {
        auto t = que.DeQue<int32_t>();
        result.SetValue(n++, t.GetValue(0));
        que.FreeTensor(t);
    }
    result.SetValue(n++, que.HasTensorInQue());
    """)
    assert values == [3, 0, 10, 11, 12, 0]


def test_type_may_change_between_enque_and_deque() -> None:
    values = run_body("""
    TQueBind<TPosition::VECIN, TPosition::VECOUT, 1> que;
    pipe.InitBuffer(que, 1, 64);
    auto a = que.AllocTensor<float>();
    a.SetValue(1, 1.0f);
    que.EnQue(a);
    auto b = que.DeQue<int32_t>();
    result.SetValue(n++, b.GetValue(1));
    result.SetValue(n++, b.GetSize());
    """)
    assert values == [0x3F800000, 16]


def test_tbuf_and_positions_share_their_memory() -> None:
    values = run_body("""
    TBuf<TPosition::VECCALC> a, b;
    TBuf<TPosition::A1> c;
    pipe.InitBuffer(a, 100);
    pipe.InitBuffer(c, 100);
    pipe.InitBuffer(b, 32);
    result.SetValue(n++, a.Get<half>().GetSize());
    result.SetValue(n++, a.Get<half>(7).GetSize());
    result.SetValue(n++, b.Get<half>().address_.bufferAddr);
    result.SetValue(n++, c.Get<half>().address_.bufferAddr);
    result.SetValue(n++, a.GetWithOffset<float>(4, 64).address_.bufferAddr);
    LocalTensor<int4b_t> nibbles = b.Get<int4b_t>();
    nibbles.SetValue(0, -3);
    nibbles.SetValue(1, 5);
    result.SetValue(n++, nibbles.GetSize());
    result.SetValue(n++, nibbles.ReinterpretCast<uint8_t>().GetValue(0));
    """)
    assert values == [64, 7, 128, 0, 64, 64, 0x5D]


def test_buffer_pools_divide_and_reuse_memory() -> None:
    values = run_body("""
    TBufPool<TPosition::VECCALC> pool, second;
    TBuf<TPosition::VECCALC> a;
    TQue<TPosition::VECIN, 1> q, r;
    pipe.InitBuffer(a, 32);
    pipe.InitBufPool(pool, 256);
    pipe.InitBufPool(second, 256, pool);
    pool.InitBuffer(q, 2, 64);
    second.InitBuffer(r, 1, 64);
    result.SetValue(n++, q.AllocTensor<float>().address_.bufferAddr);
    result.SetValue(n++, q.AllocTensor<float>().address_.bufferAddr);
    result.SetValue(n++, r.AllocTensor<float>().address_.bufferAddr);
    pool.Reset();
    pool.InitBuffer(r, 1, 64);
    result.SetValue(n++, r.AllocTensor<float>().address_.bufferAddr);
    TBufPool<TPosition::VECCALC> inner, sibling;
    pool.InitBufPool(inner, 96);
    pool.InitBufPool(sibling, 32, inner);
    result.SetValue(n++, sibling.tBufPoolImpl.startAddr_);
    result.SetValue(n++, sibling.tBufPoolImpl.maxLen_);
    """)
    assert values == [32, 96, 32, 32, 96, 96]  # a pool that shares has the other's length


def test_event_numbers() -> None:
    values = run_body("""
    result.SetValue(n++, pipe.FetchEventID(HardEvent::V_S));
    result.SetValue(n++, GetTPipePtr()->AllocEventID<HardEvent::V_S>());
    result.SetValue(n++, pipe.FetchEventID<HardEvent::V_S>());
    result.SetValue(n++, pipe.FetchEventID<HardEvent::S_V>());
    pipe.ReleaseEventID<HardEvent::V_S>(0);
    result.SetValue(n++, pipe.FetchEventID(HardEvent::V_S));
    """)
    assert values == [0, 0, 1, 0, 0]


TWO_OF_ONE = (
    "TBufPool<TPosition::VECCALC, 1> pool; pipe.InitBufPool(pool, 64); TBuf<> a, b;"
    " pool.InitBuffer(a, 32); pool.InitBuffer(b, 32);"
)


@pytest.mark.parametrize(
    ("body", "message"),
    [
        ("que.DeQue<float>();", "the queue is empty"),
        ("TBuf<TPosition::VECCALC> b; b.Get<float>();", "InitBuffer"),
        ("LocalTensor<float> t; que.EnQue(t);", "AllocTensor"),
        (TWO_OF_ONE, "more buffers than a TPipe or TBufPool"),
    ],
)
def test_misuse_of_queues_ends_the_launch(body: str, message: str) -> None:
    with pytest.raises(KernelFaultError, match=message) as error:
        run_body(f"TQue<TPosition::VECIN, 1> que; pipe.InitBuffer(que, 1, 32); {body}")
    assert error.value.kind == FAULT_TRAP
