"""Synchronisation of pipes and cores from Python."""

from __future__ import annotations

import numpy as np

import asc
from asc.runtime import config

SIZE = 64


@asc.jit
def by_flags(x: asc.GlobalAddress, y: asc.GlobalAddress):
    """A loop of copies and additions over one tensor: each pipe waits for the one before."""
    x_gm, y_gm = asc.GlobalTensor(), asc.GlobalTensor()
    x_gm.set_global_buffer(x)
    y_gm.set_global_buffer(y)
    local = asc.LocalTensor(x.dtype, asc.TPosition.VECCALC, 0, SIZE)
    asc.set_flag(asc.HardEvent.MTE3_MTE2, 1)
    for i in asc.range(4):
        asc.wait_flag(asc.HardEvent.MTE3_MTE2, event_id=1)
        asc.data_copy(local, x_gm[i * SIZE :], SIZE)
        asc.set_flag(event=asc.HardEvent.MTE2_V)
        asc.wait_flag(asc.HardEvent.MTE2_V)
        asc.adds(local, local, 1.0, count=SIZE)
        asc.pipe_barrier(asc.PipeID.PIPE_V)
        asc.muls(local, local, 2.0, count=SIZE)
        asc.set_flag(asc.HardEvent.V_MTE3, 0)
        asc.wait_flag(asc.HardEvent.V_MTE3, 0)
        asc.data_copy(y_gm[i * SIZE :], local, SIZE)
        asc.set_flag(asc.HardEvent.MTE3_MTE2, 1)
    asc.wait_flag(asc.HardEvent.MTE3_MTE2, 1)
    asc.data_sync_barrier(asc.MemDsbT.ALL)


def test_pipes_wait_for_flags() -> None:
    x = np.arange(4 * SIZE, dtype=np.float32)
    y = np.zeros_like(x)
    by_flags[1](x, y)
    np.testing.assert_array_equal(y, (x + 1) * 2)


@asc.jit
def neighbours(x: asc.GlobalAddress, y: asc.GlobalAddress):
    """Each core writes its part; after all have, it reads that of the next."""
    x_gm, y_gm = asc.GlobalTensor(), asc.GlobalTensor()
    x_gm.set_global_buffer(x)
    y_gm.set_global_buffer(y)
    local = asc.LocalTensor(x.dtype, asc.TPosition.VECCALC, 0, SIZE)
    core = asc.get_block_idx()
    asc.duplicate(local, core, count=SIZE)
    asc.pipe_barrier(asc.PipeID.PIPE_ALL)
    asc.data_copy(x_gm[core * SIZE :], local, SIZE)
    asc.pipe_barrier(asc.PipeID.PIPE_ALL)
    asc.sync_all()
    following = (core + 1) % asc.get_block_num()
    asc.data_copy(local, x_gm[following * SIZE :], SIZE)
    asc.pipe_barrier(asc.PipeID.PIPE_ALL)
    asc.data_copy(y_gm[core * SIZE :], local, SIZE)


def test_all_cores_wait_for_each_other() -> None:
    x = np.full((5, SIZE), -1, np.int32)
    y = np.zeros_like(x)
    neighbours[5](x, y)
    np.testing.assert_array_equal(y[:, 0], [1, 2, 3, 4, 0])


@asc.jit
def neighbours_by_memory(x: asc.GlobalAddress, y: asc.GlobalAddress, flags: asc.GlobalAddress):
    """The same with flags in global memory."""
    x_gm, y_gm, flags_gm = asc.GlobalTensor(), asc.GlobalTensor(), asc.GlobalTensor()
    x_gm.set_global_buffer(x)
    y_gm.set_global_buffer(y)
    flags_gm.set_global_buffer(flags)
    local = asc.LocalTensor(x.dtype, asc.TPosition.VECCALC, 0, SIZE)
    words = asc.LocalTensor(asc.int32, asc.TPosition.VECCALC, 1024, 256)
    core = asc.get_block_idx()
    asc.duplicate(local, core, count=SIZE)
    asc.pipe_barrier(asc.PipeID.PIPE_ALL)
    asc.data_copy(x_gm[core * SIZE :], local, SIZE)
    asc.pipe_barrier(asc.PipeID.PIPE_ALL)
    asc.sync_all(flags_gm, words, used_cores=asc.get_block_num())
    following = (core + 1) % asc.get_block_num()
    asc.data_copy(local, x_gm[following * SIZE :], SIZE)
    asc.pipe_barrier(asc.PipeID.PIPE_ALL)
    asc.data_copy(y_gm[core * SIZE :], local, SIZE)


def test_all_cores_wait_for_each_other_by_memory() -> None:
    x = np.full((4, SIZE), -1, np.int32)
    y = np.zeros_like(x)
    neighbours_by_memory[4](x, y, np.zeros(32 * 8, np.int32))
    np.testing.assert_array_equal(y[:, 0], [1, 2, 3, 0])


@asc.jit
def one_after_the_other(y: asc.GlobalAddress, flags: asc.GlobalAddress):
    """Each core adds its number to what the one before left."""
    y_gm, flags_gm = asc.GlobalTensor(), asc.GlobalTensor()
    y_gm.set_global_buffer(y)
    flags_gm.set_global_buffer(flags)
    local = asc.LocalTensor(y.dtype, asc.TPosition.VECCALC, 0, SIZE)
    words = asc.LocalTensor(asc.int32, asc.TPosition.VECCALC, 1024, 256)
    core = asc.get_block_idx()
    if core > 0:
        asc.ib_wait(flags_gm, words, core - 1, 0)
    asc.data_copy(local, y_gm, SIZE)
    asc.pipe_barrier(asc.PipeID.PIPE_ALL)
    asc.muls(local, local, 3, count=SIZE)
    asc.pipe_barrier(asc.PipeID.PIPE_V)
    asc.adds(local, local, core, count=SIZE)
    asc.pipe_barrier(asc.PipeID.PIPE_ALL)
    asc.data_copy(y_gm, local, SIZE)
    asc.pipe_barrier(asc.PipeID.PIPE_ALL)
    if core < asc.get_block_num() - 1:
        asc.ib_set(flags_gm, words, core, 0, is_aiv_only=True)


def test_a_core_waits_for_another() -> None:
    y = np.ones(SIZE, np.int32)
    one_after_the_other[3](y, np.zeros(32 * 8, np.int32))
    assert (y == ((1 * 3 + 0) * 3 + 1) * 3 + 2).all()


@asc.jit
def in_order(y: asc.GlobalAddress, workspace: asc.GlobalAddress):
    """The same by functions for sums whose order is fixed."""
    y_gm, workspace_gm = asc.GlobalTensor(), asc.GlobalTensor()
    y_gm.set_global_buffer(y)
    workspace_gm.set_global_buffer(workspace)
    local = asc.LocalTensor(y.dtype, asc.TPosition.VECCALC, 0, SIZE)
    words = asc.LocalTensor(asc.int32, asc.TPosition.VECCALC, 1024, 256)
    asc.inline("AscendC::InitDetermineComputeWorkspace($0, $1);", [workspace_gm, words])
    asc.wait_pre_block(workspace_gm, words)
    asc.data_copy(local, y_gm, SIZE)
    asc.pipe_barrier(asc.PipeID.PIPE_ALL)
    asc.muls(local, local, 3, count=SIZE)
    asc.pipe_barrier(asc.PipeID.PIPE_V)
    asc.adds(local, local, asc.get_block_idx(), count=SIZE)
    asc.pipe_barrier(asc.PipeID.PIPE_ALL)
    asc.data_copy(y_gm, local, SIZE)
    asc.pipe_barrier(asc.PipeID.PIPE_ALL)
    asc.notify_next_block(workspace_gm, words)


def test_cores_go_on_in_their_order() -> None:
    y = np.ones(SIZE, np.int32)
    in_order[3](y, np.zeros(1024, np.int32))
    assert (y == ((1 * 3 + 0) * 3 + 1) * 3 + 2).all()


@asc.jit(kernel_type=config.KernelType.MIX_AIC_1_2)
def across_cores(x: asc.GlobalAddress, y: asc.GlobalAddress):
    """Vector cores write; the cube core says that both have; they read what the other wrote."""
    x_gm, y_gm = asc.GlobalTensor(), asc.GlobalTensor()
    x_gm.set_global_buffer(x)
    y_gm.set_global_buffer(y)
    if asc.ascend_is_aic():
        asc.cross_core_wait_flag(3, mode_id=2, pipe=asc.PipeID.PIPE_S)
        asc.cross_core_set_flag(4, 2, asc.PipeID.PIPE_FIX)
    if asc.ascend_is_aiv():
        local = asc.LocalTensor(x.dtype, asc.TPosition.VECCALC, 0, SIZE)
        core = asc.get_sub_block_idx()
        asc.duplicate(local, core + 5, count=SIZE)
        asc.pipe_barrier(asc.PipeID.PIPE_ALL)
        asc.data_copy(x_gm[core * SIZE :], local, SIZE)
        asc.cross_core_set_flag(flag_id=3, mode_id=2, pipe=asc.PipeID.PIPE_MTE3)
        asc.cross_core_wait_flag(4, 2, asc.PipeID.PIPE_S)
        asc.data_copy(local, x_gm[(1 - core) * SIZE :], SIZE)
        asc.pipe_barrier(asc.PipeID.PIPE_ALL)
        asc.data_copy(y_gm[core * SIZE :], local, SIZE)


def test_flags_across_cores() -> None:
    x, y = np.zeros((2, 2, SIZE), np.int32)
    across_cores[1](x, y)
    assert y[:, 0].tolist() == [6, 5]
