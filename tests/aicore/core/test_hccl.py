"""Hccl in kernels, on the one rank there is."""

# ruff: noqa: E501  (lines of the C++ text)

from __future__ import annotations

import struct

import numpy as np
import pytest

from tests.aicore.harness import AICORE, FAULT_TRAP, Kernel, KernelFaultError

SOURCE = """
#include "kernel_operator.h"
using namespace AscendC;
static_assert(HCCL_MAX_RANK_NUM == 32 && sizeof(IbVerbsData) == 4 * sizeof(MemDetails) + 24);
static_assert(sizeof(HcclContextDef::HcclRankRelationResV2) == 32);
extern "C" __global__ __aicore__ void tasks(GM_ADDR send, GM_ADDR recv, GM_ADDR seen, GM_ADDR context) {
    SetHcclContext<0>(context);
    Hccl<> hccl;
    hccl.Init(GetHcclContext<HCCL_GROUP_ID_0>());
    __gm__ int32_t* out = (__gm__ int32_t*)seen + GetBlockIdx() * 8;
    // Block 0 commits late: the others wait.
    if (GetBlockIdx() == 0) {
        for (int i = 0; i < 64; ++i) ((__gm__ int32_t*)send)[i] = 100 + i;
    }
    HcclHandle reduce = hccl.AllReduce(send, recv, 8, HCCL_DATA_TYPE_INT32, HCCL_REDUCE_SUM, 2);
    HcclHandle gather = hccl.AllGather(send + 64, recv + 64, 4, HCCL_DATA_TYPE_FP32, 0);
    HcclHandle scatter = hccl.ReduceScatter(send + 96, recv + 96, 8, HCCL_DATA_TYPE_FP16, HCCL_REDUCE_MAX, 0);
    uint64_t counts[1] = {3}, from[1] = {1}, to[1] = {2};
    HcclHandle all = hccl.AlltoAllV(send + 128, counts, from, HCCL_DATA_TYPE_INT32, recv + 128, counts, to,
                                    HCCL_DATA_TYPE_INT32);
    hccl.Commit(reduce);
    out[0] = hccl.Wait(reduce);
    out[1] = ((__gm__ int32_t*)recv)[7];
    hccl.Commit(reduce);
    out[2] = hccl.Wait(reduce);
    out[3] = ((__gm__ int32_t*)recv)[15];
    out[4] = hccl.Wait(reduce);
    hccl.Commit(gather);
    hccl.Commit(scatter);
    hccl.Commit(all);
    hccl.Wait(gather);
    hccl.Wait(scatter);
    hccl.Wait(all);
    out[5] = hccl.Query(reduce);
    out[6] = hccl.GetRankDim() * 10 + hccl.GetRankId();
    __gm__ int32_t* window = (__gm__ int32_t*)hccl.GetWindowsInAddr(0);
    if (GetBlockIdx() == 0) window[1000000] = 77;
    SyncAll();
    out[7] = window[1000000];
    hccl.Finalize();
}
"""


@pytest.fixture(scope="module")
def kernel() -> Kernel:
    return Kernel(SOURCE, "tasks", 4)


def test_tasks_are_copies(kernel: Kernel) -> None:
    send, recv = np.zeros(64, np.int32), np.zeros(64, np.int32)
    seen = np.zeros((6, 8), np.int32)
    kernel.run(6, send, recv, seen, None)
    values = np.arange(100, 164)
    wanted = np.zeros(64, np.int32)
    wanted[:20] = values[:20]
    wanted[24:28] = values[24:28]
    wanted[34:37] = values[33:36]
    np.testing.assert_array_equal(recv, wanted)
    # Waiting once too often is an error.
    np.testing.assert_array_equal(seen, [[0, 107, 0, 115, -1, 2, 10, 77]] * 6)


def test_several_ranks(kernel: Kernel) -> None:
    context = np.frombuffer(struct.pack("<QQII", 0, 0, 0, 2), np.uint8).copy()
    empty = np.zeros(64, np.int32)
    with pytest.raises(KernelFaultError, match="several ranks") as fault:
        kernel.run(1, empty, empty, np.zeros(8, np.int32), context)
    assert fault.value.kind == FAULT_TRAP


WRITES = """
#include "lib/hccl/hccl.h"
using namespace AscendC;
extern "C" __global__ __aicore__ void writes(GM_ADDR send, GM_ADDR recv, GM_ADDR items, GM_ADDR seen) {
    Hccl<HcclServerType::HCCL_SERVER_TYPE_AICPU, DEFAULT_CFG> hccl;
    if (send == nullptr) {
        Hccl<HcclServerType::HCCL_SERVER_TYPE_CCU> other;
        other.Init(nullptr);
        return;
    }
    hccl.Init(nullptr);
    HcclHandle all = hccl.AlltoAll<true>(send, recv, 5, HCCL_DATA_TYPE_INT32);
    HcclHandle batch = hccl.BatchWrite(items, 2);
    hccl.InterHcclGroupSync(0, all);
    hccl.Wait(all);
    __gm__ int32_t* out = (__gm__ int32_t*)seen;
    out[0] = ((__gm__ int32_t*)recv)[20];
    hccl.Commit(batch);
    hccl.Wait(batch);
    __gm__ int32_t* window = (__gm__ int32_t*)hccl.GetWindowsOutAddr(0);
    window[3] = 11;
    out[1] = window[3] + (window != (__gm__ int32_t*)hccl.GetWindowsInAddr(0));
    out[2] = static_cast<int32_t>(DEFAULT_CFG.type == CoreType::DEFAULT) + DEFAULT_CFG.blockId;
    hccl.Finalize();
}
"""


def test_writes_and_windows() -> None:
    send, recv = np.arange(64, dtype=np.int32), np.zeros(64, np.int32)
    base, to = send.ctypes.data, recv.ctypes.data
    # local address, remote address, elements, type (int32), rank
    items = struct.pack("<QQQII", base + 40, to + 80, 3, 2, 0)
    items += struct.pack("<QQQII", base + 100, to + 120, 2, 2, 0)
    seen = np.zeros(3, np.int32)
    kernel = Kernel(WRITES, "writes", 4)
    kernel.run(1, send, recv, np.frombuffer(items, np.uint8).copy(), seen)
    wanted = np.zeros(64, np.int32)
    wanted[:5] = send[:5]
    wanted[20:23] = send[10:13]
    wanted[30:32] = send[25:27]
    np.testing.assert_array_equal(recv, wanted)
    assert seen.tolist() == [0, 12, 1]
    # HCCL模板参数.md: the AI CPU serves 910B and 910_93, the CCU 950; others have no Hccl.
    kernel.run(1, None, None, None, None, soc="Ascend950PR_9599")
    with pytest.raises(KernelFaultError, match="CCU is of Ascend 950"):
        kernel.run(1, None, None, None, None)
    with pytest.raises(KernelFaultError, match="Ascend 950 has no server"):
        kernel.run(1, send, recv, None, None, soc="Ascend950PR_9599")
    with pytest.raises(KernelFaultError, match="Hccl"):
        kernel.run(1, send, recv, None, None, soc="Ascend310P3", task_type=AICORE)


RULES = """
#include "lib/hccl/hccl.h"
using namespace AscendC;
static constexpr HcclDataType kTypes[] = {HCCL_DATA_TYPE_INT8, HCCL_DATA_TYPE_INT16, HCCL_DATA_TYPE_INT32, HCCL_DATA_TYPE_FP16,
    HCCL_DATA_TYPE_FP32, HCCL_DATA_TYPE_INT64, HCCL_DATA_TYPE_UINT64, HCCL_DATA_TYPE_UINT8, HCCL_DATA_TYPE_UINT16,
    HCCL_DATA_TYPE_UINT32, HCCL_DATA_TYPE_FP64, HCCL_DATA_TYPE_BFP16};
extern "C" __global__ __aicore__ void rules(GM_ADDR send, GM_ADDR recv, GM_ADDR seen) {
    __gm__ int32_t* out = (__gm__ int32_t*)seen;
    char tiling[8] = {};
    Hccl<> hccl;
    *out++ = hccl.AllReduce(send, recv, 1, HCCL_DATA_TYPE_INT32, HCCL_REDUCE_SUM);  // before Init
    *out++ = hccl.SetCcTilingV2(0);
    hccl.InitV2(nullptr, tiling);
    *out++ = hccl.AllReduce(send, recv, 1, HCCL_DATA_TYPE_INT32, HCCL_REDUCE_SUM);  // before SetCcTilingV2
    *out++ = hccl.SetCcTiling(tiling);  // that of the other Init
    *out++ = hccl.SetCcTilingV2(0);
    for (HcclDataType type : kTypes) {
        *out++ = hccl.AllReduce(send, recv, 1, type, HCCL_REDUCE_SUM) >= 0;
        *out++ = hccl.ReduceScatter(send, recv, 1, type, HCCL_REDUCE_MIN, 0) >= 0;
        *out++ = hccl.AllGather(send, recv, 1, type, 0) >= 0;
    }
    *out++ = hccl.AllReduce(send, recv, 1, HCCL_DATA_TYPE_INT32, HCCL_REDUCE_PROD);
    *out++ = hccl.AllGather(send, recv, 0, HCCL_DATA_TYPE_INT32, 0);
    *out++ = hccl.AllGather(send, recv, 1, HCCL_DATA_TYPE_INT32, 0, 0);
    *out++ = hccl.AllGather(send, nullptr, 1, HCCL_DATA_TYPE_INT32, 0);
    int handles = 24;
    while (hccl.AlltoAll(send, recv, 1, HCCL_DATA_TYPE_INT32) >= 0) ++handles;
    *out++ = handles;
    hccl.Finalize();
    *out++ = hccl.AlltoAll(send, recv, 1, HCCL_DATA_TYPE_INT32);
}
"""


def test_what_the_pages_refuse() -> None:
    """AllReduce.md, ReduceScatter.md: types and operations; InitV2.md, SetCcTilingV2.md: order."""
    send, recv, seen = np.zeros(64, np.int32), np.zeros(64, np.int32), np.full(47, -9, np.int32)
    Kernel(RULES, "rules", 3).run(1, send, recv, seen)
    reduced = [1, 1, 1, 1, 1, 0, 0, 0, 0, 0, 0, 1]
    types = [value for type_ in reduced for value in (type_, type_, 1)]
    assert seen.tolist() == [-1, -1, -1, -1, 0, *types, -1, -1, -1, -1, 63, -1]


ITEMS_OF_93 = """
#include "lib/hccl/hccl.h"
using namespace AscendC;
extern "C" __global__ __aicore__ void writes(GM_ADDR items) {
    Hccl<> hccl;
    hccl.Init(nullptr);
    hccl.Wait(hccl.BatchWrite<true>(items, 2));
}
"""


def test_batch_write_of_the_910_93() -> None:
    """BatchWrite.md: a length in bytes, and addresses as two words."""
    send, recv = np.arange(64, dtype=np.int32), np.zeros(64, np.int32)
    base, to = send.ctypes.data, recv.ctypes.data
    items = struct.pack("<Q20xIQQ16x", 0, 12, base + 40, to + 80)
    items += struct.pack("<Q20xIQQ16x", 0, 8, base + 100, to + 120)
    Kernel(ITEMS_OF_93, "writes", 1).run(
        1, np.frombuffer(items, np.uint8).copy(), soc="Ascend910_9392"
    )
    wanted = np.zeros(64, np.int32)
    wanted[20:23] = send[10:13]
    wanted[30:32] = send[25:27]
    np.testing.assert_array_equal(recv, wanted)
