"""Blocks that wait for each other, whatever the number of CPUs."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

import numpy as np
import pytest

from tests.aicore.harness import (
    AIC_ONLY,
    AICORE,
    AIV_ONLY,
    FAULT_DEADLOCK,
    FAULT_TIMEOUT,
    MIX_AIC_1_1,
    MIX_AIC_1_2,
    MIX_AIV_1_0,
    Kernel,
    KernelFaultError,
)
from tests.utils.sources import read_source

if TYPE_CHECKING:
    from collections.abc import Iterator


@pytest.fixture(params=["all CPUs", "one CPU"])
def _cpus(request: pytest.FixtureRequest) -> Iterator[None]:
    """Runs the test with all CPUs of the process, and with one of them."""
    allowed = os.sched_getaffinity(0)
    if request.param == "one CPU":
        os.sched_setaffinity(0, {min(allowed)})
    yield
    os.sched_setaffinity(0, allowed)


SHIFT = read_source(__file__, "kernels/sync_shift.cpp")


@pytest.mark.usefixtures("_cpus")
@pytest.mark.parametrize("soft", [None, 1])
def test_sync_all(soft: int | None) -> None:
    data = np.arange(40, dtype=np.int32)
    Kernel(SHIFT, "shift", 3).run(40, data, np.zeros(40 * 8, np.int32), soft)
    np.testing.assert_array_equal(data, np.roll(np.arange(40), -5))


DIRTY = """
using namespace AscendC;
extern "C" __global__ __aicore__ void dirty(GM_ADDR workspace) {
    GlobalTensor<int32_t> w;
    w.SetGlobalBuffer((__gm__ int32_t*)workspace);
    LocalTensor<int32_t> none;
    SyncAll(w, none);
    SyncAll(w, none);
}
"""


def test_the_workspace_of_a_barrier_is_filled_with_zeros() -> None:
    """SyncAll.md: cores count in it; from unequal beginnings one of them waits for ever."""
    kernel = Kernel(DIRTY, "dirty", 1)
    workspace = np.full(40 * 8, 7, np.int32)
    kernel.run(40, workspace)  # as hardware, where all have come equally often before
    workspace[5 * 8] = 9
    with pytest.raises(KernelFaultError, match=r"workspace holds .* fill it with zeros") as error:
        kernel.run(40, workspace)
    assert error.value.kind == FAULT_DEADLOCK


POLL = read_source(__file__, "kernels/sync_poll.cpp")


@pytest.mark.usefixtures("_cpus")
@pytest.mark.parametrize("how", [0, 1, 2])
def test_polling_blocks_let_the_others_run(how: int) -> None:
    blocks = 8 if how < 2 else 3
    data = np.zeros(blocks, np.int32)
    Kernel(POLL, "ring", 2).run(blocks, data, how)
    np.testing.assert_array_equal(data, np.arange(1, blocks + 1))


INDICES = read_source(__file__, "kernels/sync_indices.cpp")


def places(task_type: int, soc: str = "Ascend910B3") -> list[tuple[int, ...]]:
    """Return the indices that each core of a launch of 3 blocks reports."""
    data = np.full((16, 6), -1, np.int32)
    Kernel(INDICES, "where", 2).run(3, data, np.zeros(1, np.int32), task_type=task_type, soc=soc)
    return sorted(tuple(int(v) for v in row) for row in data if row[0] != -1)


def test_indices() -> None:
    aiv = [(102, 3, i, 0, 11, i) for i in range(3)]
    aic = [(201, 3, i, 0, 11, i) for i in range(3)]
    assert places(AIV_ONLY) == aiv
    assert places(MIX_AIV_1_0) == aiv
    assert places(AIC_ONLY) == aic
    assert places(MIX_AIC_1_1) == sorted(aiv + aic)
    both = [(102, 3, 2 * i + j, j, 22, i) for i in range(3) for j in range(2)]
    assert places(MIX_AIC_1_2) == sorted(both + aic)
    assert places(AICORE, "Ascend310P3") == [(0, 3, i, 0, 11, i) for i in range(3)]


CROSS = read_source(__file__, "kernels/sync_cross.cpp")


@pytest.mark.usefixtures("_cpus")
def test_flags_between_cores() -> None:
    data = np.zeros((6, 4), np.int32)
    Kernel(CROSS, "cross", 1).run(6, data, task_type=MIX_AIC_1_2)
    group = 10 * np.arange(1, 7)
    np.testing.assert_array_equal(data[:, 0], 2 * group + 1)
    np.testing.assert_array_equal(data[:, 3], np.full(6, (2 * group + 1).sum()))


SINGLE = read_source(__file__, "kernels/sync_single.cpp")


def test_flags_between_the_cube_core_and_one_vector_core() -> None:
    """CrossCoreSetFlag.md, mode 4: vector core 1 has the cube core's flags from 16 on."""
    data = np.zeros(8, np.int32)
    kernel = Kernel(SINGLE, "single", 2)
    kernel.run(1, data, np.zeros(1, np.int32), task_type=MIX_AIC_1_2, soc="Ascend950PR_9599")
    # Vector core 1 wrote 2 while core 0 waited, which then adds 1 to the sum.
    assert data[:3].tolist() == [3, 2, 2]


@pytest.mark.parametrize(
    ("choice", "task_type", "message"),
    [
        (1, AIV_ONLY, "SyncAll<false> in a kernel of one type of cores"),
        (1, MIX_AIC_1_2, ""),
        (2, AIV_ONLY, "flag 3 was set 16 times more than this core waited for it"),
        (3, AIV_ONLY, ""),  # the number of a flag is cut to four bits
        (4, AIC_ONLY, ""),
    ],
)
def test_limits_of_flags_between_cores(choice: int, task_type: int, message: str) -> None:
    """SyncAll.md, CrossCoreSetFlag.md, and SetFlag on cube cores."""
    kernel = Kernel(SINGLE, "single", 2)
    arguments = np.zeros(8, np.int32), np.array([choice], np.int32)
    if message == "":
        kernel.run(2, *arguments, task_type=task_type)
        return
    with pytest.raises(KernelFaultError, match=message):
        kernel.run(2, *arguments, task_type=task_type)


ORDER = read_source(__file__, "kernels/sync_order.cpp")


@pytest.mark.usefixtures("_cpus")
def test_blocks_in_order() -> None:
    """InitDetermineComputeWorkspace.md: whatever lies in the workspace, and all blocks at once."""
    kernel = Kernel(ORDER, "order", 2)
    for rest in (0, 1):
        data = np.zeros(17, np.int32)
        kernel.run(8, data, np.full(64, rest, np.int32))
        np.testing.assert_array_equal(data[1:], np.tile(np.arange(8), 2))
    with pytest.raises(
        KernelFaultError, match="WaitPreBlock: 64 blocks are more than the cores of"
    ):
        kernel.run(64, data, np.zeros(512, np.int32))


@pytest.mark.usefixtures("_cpus")
def test_vector_cores_of_groups_in_order() -> None:
    """WaitPreBlock.md: of vector cores only; the cube cores of a MIX kernel pass by."""
    data = np.zeros(17, np.int32)
    body = ORDER.replace("WaitPreBlock(w, ub);", "WaitPreBlock(w, ub); if ASCEND_IS_AIV {").replace(
        "NotifyNextBlock(w, ub);", "} NotifyNextBlock(w, ub);"
    )
    Kernel(body, "order", 2).run(4, data, np.zeros(64, np.int32), task_type=MIX_AIC_1_2)
    np.testing.assert_array_equal(data[1:], np.tile(np.arange(8), 2))


HANDSHAKE = read_source(__file__, "kernels/sync_handshake.cpp")


def test_blocks_of_groups_tell_each_other() -> None:
    """IBSet.md: in MIX kernels the words of an event are those of two cores for each block, and
    cube cores, whose numbers are the same, take no part."""
    data, words = np.zeros(8, np.int32), np.zeros(128, np.int32)
    Kernel(HANDSHAKE, "handshake", 2).run(3, data, words, task_type=MIX_AIC_1_2)
    assert data[0] == 2
    assert not words.any()
    source = HANDSHAKE.replace("IBWait<false>(w, ub, 0, event)", "(void)0").replace(
        "IBWait<false>(w, ub, 5, event)", "(void)0"
    )
    Kernel(source, "handshake", 2).run(3, data, words, task_type=MIX_AIC_1_2)
    # Event e of block b: word (6 * e + b) of 32 bytes.
    assert np.flatnonzero(words).tolist() == [0, 5 * 8, 6 * 8, 11 * 8]


def test_deadlock_is_found() -> None:
    source = """
    extern "C" __global__ __aicore__ void f(GM_ADDR x) {
        if (AscendC::GetBlockIdx() != 2) { AscendC::SyncAll(); }
    }
    """
    with pytest.raises(KernelFaultError, match="waits for SyncAll") as error:
        Kernel(source, "f", 1).run(4, None)
    assert error.value.kind == FAULT_DEADLOCK


def test_endless_kernel_meets_its_time_limit() -> None:
    source = """
    extern "C" __global__ __aicore__ void f(GM_ADDR x) {
        volatile int go = 1;
        while (go) {}
    }
    """
    with pytest.raises(KernelFaultError) as error:
        Kernel(source, "f", 1).run(4, None, timeout_us=100_000)
    assert error.value.kind == FAULT_TIMEOUT


def test_block_local_variables_are_per_core() -> None:
    source = """
    using namespace AscendC;
    __BLOCK_LOCAL__ int32_t mine = 7;
    extern "C" __global__ __aicore__ void f(GM_ADDR x) {
        mine += GetBlockIdx();
        SyncAll();
        ((__gm__ int32_t*)x)[GetBlockIdx()] = mine;
    }
    """
    data = np.zeros(20, np.int32)
    kernel = Kernel(source, "f", 1)
    for _ in range(2):
        kernel.run(20, data)
        np.testing.assert_array_equal(data, 7 + np.arange(20))


EVENTS = read_source(__file__, "kernels/sync_events.cpp")


def test_events_between_cores() -> None:
    place = np.zeros(256, np.int32)
    Kernel(EVENTS, "events", 1).run(1, place, task_type=MIX_AIC_1_2)
    assert (place[64], place[80]) == (56, 56)


@pytest.mark.parametrize(
    ("call", "task_type", "most"),
    [
        ("SyncAll();", AIV_ONLY, 40),
        ("SyncAll();", MIX_AIV_1_0, 40),
        ("SyncAll<false>();", MIX_AIC_1_2, 20),
        ("LocalTensor<int32_t> none; GlobalTensor<int32_t> w; SyncAll(w, none);", AIV_ONLY, 40),
    ],
)
def test_all_blocks_of_a_barrier_run_at_a_time(call: str, task_type: int, most: int) -> None:
    """SyncAll.md: with more blocks than cores the kernel hangs."""
    source = (
        f'using namespace AscendC;extern "C" __global__ __aicore__ void f(GM_ADDR x) {{ {call} }}'
    )
    kernel = Kernel(source, "f", 1)
    kernel.run(most, np.zeros(1, np.int32), task_type=task_type)
    with pytest.raises(
        KernelFaultError, match=f"SyncAll: {most + 1} blocks are more than"
    ) as error:
        kernel.run(most + 1, np.zeros(1, np.int32), task_type=task_type)
    assert error.value.kind == FAULT_DEADLOCK
