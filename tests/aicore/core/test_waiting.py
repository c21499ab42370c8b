"""Cores that wait for each other through global memory, and events by number."""

# ruff: noqa: E501  (lines of the C++ text)

from __future__ import annotations

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.aicore.core_support import run
from tests.aicore.harness import AICORE, AIV_ONLY


@settings(max_examples=10, deadline=None)
@given(blocks=st.integers(2, 12), rounds=st.integers(1, 5))
def test_a_chain_of_blocks_passes_a_number_on(blocks: int, rounds: int) -> None:
    body = """
        GlobalTensor<int32_t> work, y, n; work.SetGlobalBuffer((__gm__ int32_t*)in); y.SetGlobalBuffer((__gm__ int32_t*)out); n.SetGlobalBuffer((__gm__ int32_t*)(out + 4096));
        TPipe pipe; TBuf<> buf; pipe.InitBuffer(buf, 1024); LocalTensor<int32_t> ub = buf.Get<int32_t>();
        const int id = GetBlockIdx();
        for (int round = 0; round < ROUNDS; ++round) {
            if (id > 0) { IBWait(work, ub, id - 1, round % 2); }
            y.SetValue(0, y.GetValue(0) * 3 + id);
            if (id + 1 < GetBlockNum()) { IBSet(work, ub, id, round % 2); }
            SyncAll();
        }
    """.replace("ROUNDS", str(rounds))
    got = np.zeros(2048, np.int32)
    run(body, np.zeros(8192, np.int32), got, blocks=blocks)
    want = 0
    for _ in range(rounds):
        for block in range(blocks):
            want = (want * 3 + block) % 2**32
    assert got[:1].view(np.uint32)[0] == want


def test_events_and_barriers_by_number() -> None:
    body = """
        GlobalTensor<int32_t> y, x; y.SetGlobalBuffer((__gm__ int32_t*)out); x.SetGlobalBuffer((__gm__ int32_t*)in);
        TPipe pipe; TBuf<> buf; pipe.InitBuffer(buf, 256); LocalTensor<int32_t> t = buf.Get<int32_t>();
        DataCopy(t, x, 8);
        const int32_t id = pipe.FetchEventID(HardEvent::MTE2_V); SetFlag<HardEvent::MTE2_V>(id); WaitFlag<HardEvent::MTE2_V>(id);
        Adds(t, t, 1, 8);
        TQueSync<PIPE_V, PIPE_MTE3> sync; sync.SetFlag(1); sync.WaitFlag(1);
        DataCopy(y, t, 8);
        DataSyncBarrier<MemDsbT::ALL>(); PipeBarrier<PIPE_ALL>();
        ICachePreLoad(1); y.SetValue(8, GetICachePreloadStatus());
        GlobalTensor<uint64_t> cached; cached.SetGlobalBuffer((__gm__ uint64_t*)in); DataCachePreload(cached, 0);
        MetricsProfStart(); MetricsProfStop(); TRACE_START(1); TRACE_STOP(1);
    """
    got = np.full(16, -1, np.int32)
    run(body, np.arange(8, dtype=np.int32), got)
    assert got[:9].tolist() == [*range(1, 9), 0]


def test_spilled_tensors_come_back() -> None:
    body = """
        GlobalTensor<int32_t> y, x, spill; y.SetGlobalBuffer((__gm__ int32_t*)out); x.SetGlobalBuffer((__gm__ int32_t*)in); spill.SetGlobalBuffer((__gm__ int32_t*)(in + 256));
        TPipe pipe; TBuf<> buf; pipe.InitBuffer(buf, 256); LocalTensor<int32_t> t = buf.Get<int32_t>();
        PLACE
        DataCopy(t, x, 16); PipeBarrier<PIPE_ALL>();
        pipe.WriteSpmBuffer(t, DataCopyParams(1, 1, 0, 0), 0); pipe.WriteSpmBuffer(t[8], 8, 8); PipeBarrier<PIPE_ALL>();
        Duplicate(t, -1, 16); PipeBarrier<PIPE_ALL>();
        pipe.ReadSpmBuffer(t[8], DataCopyParams(1, 1, 0, 0), 0); pipe.ReadSpmBuffer(t, 8, 8); PipeBarrier<PIPE_ALL>();
        DataCopy(y, t, 16); pipe.Destroy();
    """
    body = body.replace(
        "PLACE",
        "if (x.GetValue(127) == 127) { pipe.InitSpmBuffer(spill, 64); } else { pipe.InitSpmBuffer(64); }",
    )
    for last, soc, kind in ((127, "Ascend910B3", AIV_ONLY), (0, "Ascend310P3", AICORE)):
        got, numbers = np.zeros(16, np.int32), np.arange(128, dtype=np.int32)
        numbers[127] = last
        run(body, numbers, got, soc=soc, task_type=kind)
        assert got.tolist() == [*range(8, 16), *range(8)]


def test_buffers_of_a_queue_by_handle() -> None:
    body = """
        GlobalTensor<int64_t> y; y.SetGlobalBuffer((__gm__ int64_t*)out);
        TPipe pipe; TQue<TPosition::VECIN, 2> que; TBuf<> buf; pipe.InitBuffer(que, 2, 96); pipe.InitBuffer(buf, 64);
        LocalTensor<half> a = que.AllocTensor<half>();
        y.SetValue(0, que.GetState(a) == TBufState::OCCUPIED); y.SetValue(1, que.GetBufferAddr(a.GetBufferHandle()).dataLen);
        y.SetValue(2, que.VacantInQue()); que.EnQue(a); LocalTensor<half> b = que.AllocTensor<half>(); que.EnQue(b); y.SetValue(3, que.VacantInQue());
        a = que.DeQue<half>(); que.FreeBuffer(a.GetBufferHandle()); y.SetValue(4, que.HasIdleBuffer()); que.FreeAllEvent();
        y.SetValue(5, pipe.GetAbsAddr(b) - (uint64_t)pipe.GetBaseAddr((int8_t)TPosition::VECIN));
        LocalTensor<float> c = pipe.GetAbsAddr<TPosition::VECCALC, float>(192, 16); y.SetValue(6, c.GetSize()); y.SetValue(7, (uint64_t)c.GetPhyAddr() - buf.Get<float>().GetPhyAddr());
        y.SetValue(8, pipe.GetAbsAddr<TPosition::VECCALC>(64, 32).bufferAddr);
    """
    got = np.zeros(9, np.int64)
    run(body, np.zeros(1), got)
    assert got.tolist() == [1, 96, 1, 0, 1, 96, 16, 0, 64]
