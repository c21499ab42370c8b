"""Hccl in kernels, on the one rank there is."""

from __future__ import annotations

import struct

import numpy as np
import pytest

from tests.aicore.harness import AICORE, FAULT_TRAP, Kernel, KernelFaultError
from tests.utils.sources import read_source

SOURCE = read_source(__file__, "kernels/hccl.cpp")


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


WRITES = read_source(__file__, "kernels/hccl_writes.cpp")


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


RULES = read_source(__file__, "kernels/hccl_rules.cpp")


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
