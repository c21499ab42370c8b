"""Queries of cores, caches and workspaces by kernels in Python."""

from __future__ import annotations

import numpy as np
import pytest

import asc


@asc.jit
def numbers_of_a_core(numbers: asc.GlobalAddress):
    out = asc.GlobalTensor()
    out.set_global_buffer(numbers)
    at = asc.get_block_idx() * 8
    asc.init_soc_state()
    out.set_value(at, asc.get_block_idx())
    out.set_value(at + 1, asc.get_block_num())
    out.set_value(at + 2, asc.get_sub_block_idx())
    out.set_value(at + 3, asc.get_sub_block_num())
    out.set_value(at + 4, asc.get_task_ratio())
    out.set_value(at + 5, asc.get_data_block_size_in_bytes())
    if asc.ascend_is_aiv():
        out.set_value(at + 6, 1)
    if asc.ascend_is_aic():
        out.set_value(at + 6, 2)
    begin = asc.get_system_cycle()
    end = asc.get_system_cycle()
    if end >= begin:
        out.set_value(at + 7, 1)


def test_numbers_of_cores() -> None:
    numbers = np.full((3, 8), -1, np.int64)
    numbers_of_a_core[3](numbers)
    assert numbers[:, 0].tolist() == [0, 1, 2]
    assert (numbers[:, 1:] == [3, 0, 1, 1, 32, 1, 1]).all()


@asc.jit
def about_the_program(numbers: asc.GlobalAddress):
    out = asc.GlobalTensor()
    out.set_global_buffer(numbers)
    asc.icache_preload(2)
    asc.metrics_prof_start()
    out.set_value(0, asc.get_icache_preload_status())
    out.set_value(1, asc.get_program_counter() != 0)
    out.set_value(2, asc.get_arch_version())
    asc.metrics_prof_stop()


def test_the_program_and_its_core() -> None:
    numbers = np.full(3, -1, np.int64)
    about_the_program[1](numbers)
    assert numbers[0] == 0
    assert numbers[1] == 1
    assert numbers[2] >= 0


@asc.jit
def through_the_cache(x: asc.GlobalAddress, words: asc.GlobalAddress):
    x_gm, words_gm = asc.GlobalTensor(), asc.GlobalTensor()
    x_gm.set_global_buffer(x, 64)
    words_gm.set_global_buffer(words, 8)
    asc.data_cache_preload(words_gm, 0)
    x_gm.set_value(0, words_gm.get_value(1))
    asc.data_cache_clean_and_invalid(
        asc.CacheLine.SINGLE_CACHE_LINE, asc.DcciDst.CACHELINE_OUT, x_gm
    )
    x_gm.set_value(1, words_gm.get_value(2))
    asc.data_cache_clean_and_invalid(asc.CacheLine.ENTIRE_DATA_CACHE, x_gm)
    x_gm.set_value(2, words_gm.get_value(3))
    asc.data_cache_clean_and_invalid(
        entire_type=asc.CacheLine.ENTIRE_DATA_CACHE, dst=x_gm, dcci_dst=asc.DcciDst.CACHELINE_ALL
    )
    asc.data_cache_clean_and_invalid(
        asc.CacheLine.ENTIRE_DATA_CACHE, x_gm, asc.DcciDst.CACHELINE_ALL
    )


def test_what_goes_through_the_cache_arrives() -> None:
    x = np.zeros(64, np.int64)
    through_the_cache[1](x, np.arange(10, 18, dtype=np.uint64))
    assert x[:3].tolist() == [11, 12, 13]


@asc.jit
def in_workspaces(workspace: asc.GlobalAddress, numbers: asc.GlobalAddress):
    out = asc.GlobalTensor()
    out.set_global_buffer(numbers)
    asc.set_sys_workspace(workspace)
    own = asc.GlobalTensor()
    own.set_global_buffer(asc.get_sys_workspace())
    out.set_value(0, own.get_value(3))
    asc.set_hccl_context(0, workspace + 4)
    context = asc.GlobalTensor()
    context.set_global_buffer(asc.get_hccl_context(0))
    out.set_value(1, context.get_value(1))


def test_workspaces() -> None:
    numbers = np.zeros(2, np.int64)
    in_workspaces[1](np.arange(100, 164, dtype=np.uint8), numbers)
    assert numbers.tolist() == [103, 105]


@asc.jit
def watching():
    asc.check_local_memory_ia(asc.CheckLocalMemoryIAParam(enable_bit=0, start_addr=0, end_addr=1))


def test_memory_need_not_be_watched() -> None:
    watching[1]()


@asc.jit
def trapped(x: asc.GlobalAddress):
    x_gm = asc.GlobalTensor()
    x_gm.set_global_buffer(x)
    if x_gm.get_value(0) > 3:
        asc.trap()


def test_a_trap_ends_the_kernel_with_an_error() -> None:
    trapped[1](np.zeros(8, np.int32))
    with pytest.raises(RuntimeError, match="trap"):
        trapped[1](np.full(8, 4, np.int32))


@asc.jit
def loud(x: asc.GlobalAddress):
    x_gm = asc.GlobalTensor()
    x_gm.set_global_buffer(x)
    pipe = asc.TPipe()
    buffer = asc.TBuf(asc.TPosition.VECCALC)
    pipe.init_buffer(buffer, 256)
    local = buffer.get(x.dtype)
    asc.data_copy(local, x_gm, 64)
    asc.pipe_barrier(asc.PipeID.PIPE_ALL)
    asc.dump_tensor(local, 5, 8)
    asc.dump_tensor(x_gm, 6, 8, asc.ShapeInfo(asc.array(asc.uint32, (2, 4))))
    asc.dump_acc_chk_point(local, 7, 8, 8)
    asc.dump_acc_chk_point(x_gm, 8, 16, 8)
    asc.printf("%s has %d\n", "it", 12345)


@asc.jit(bisheng_options=("-DASCENDC_TIME_STAMP_ON",))
def timed():
    asc.print_time_stamp(65577)


def test_output(capfd: pytest.CaptureFixture[str]) -> None:
    loud[1](np.arange(1000, 1064, dtype=np.int32))
    out = capfd.readouterr().out
    assert "it has 12345" in out
    for number in ("desc=5", "desc=6", "desc=7", "desc=8", "1007", "1023"):
        assert number in out
    timed[1]()
    assert "descId is 65577" in capfd.readouterr().out


@asc.jit
def stores(x: asc.GlobalAddress, y: asc.GlobalAddress, numbers: asc.GlobalAddress):
    """Sums, greatest and least values of all cores, and what the setting says."""
    x_gm, y_gm, out = asc.GlobalTensor(), asc.GlobalTensor(), asc.GlobalTensor()
    x_gm.set_global_buffer(x + asc.get_block_idx() * 64)
    y_gm.set_global_buffer(y)
    out.set_global_buffer(numbers)
    pipe = asc.TPipe()
    buffer = asc.TBuf(asc.TPosition.VECCALC)
    pipe.init_buffer(buffer, 256)
    local = buffer.get(x.dtype)
    asc.data_copy(local, x_gm, 64)
    asc.pipe_barrier(asc.PipeID.PIPE_ALL)
    asc.set_atomic_add(x.dtype)
    asc.data_copy(y_gm, local, 64)
    asc.pipe_barrier(asc.PipeID.PIPE_ALL)
    asc.set_atomic_max(x.dtype)
    asc.data_copy(y_gm[64:], local, 64)
    asc.pipe_barrier(asc.PipeID.PIPE_ALL)
    asc.set_atomic_min(x.dtype)
    asc.data_copy(y_gm[128:], local, 64)
    asc.pipe_barrier(asc.PipeID.PIPE_ALL)
    asc.set_atomic_none()
    asc.set_store_atomic_config(asc.AtomicDtype.ATOMIC_F32, asc.AtomicOp.ATOMIC_SUM)
    kind, operation = asc.get_store_atomic_config()
    asc.data_copy(y_gm[192:], local, 64)
    asc.pipe_barrier(asc.PipeID.PIPE_ALL)
    asc.set_atomic_add(x.dtype)
    asc.set_atomic_type(x.dtype)
    asc.data_copy(y_gm[192:], local, 64)
    asc.pipe_barrier(asc.PipeID.PIPE_ALL)
    asc.set_atomic_none()
    if asc.get_block_idx() == 0:
        out.set_value(0, kind)
        out.set_value(1, operation)


def test_atomic_stores() -> None:
    x = np.random.default_rng(2).integers(-50, 50, (4, 64)).astype(np.float32)
    y = np.zeros((4, 64), np.float32)
    numbers = np.full(2, -1, np.int64)
    stores[4](x, y, numbers)
    np.testing.assert_array_equal(y[0], x.sum(0))
    np.testing.assert_array_equal(y[1], np.maximum(x.max(0), 0))
    np.testing.assert_array_equal(y[2], np.minimum(x.min(0), 0))
    np.testing.assert_array_equal(y[3], 2 * x.sum(0))
    assert numbers.tolist() == [asc.AtomicDtype.ATOMIC_F32, asc.AtomicOp.ATOMIC_SUM]
