"""Names of CANN 8.5 that asc-devkit's own tests use."""

from __future__ import annotations

import numpy as np
import pytest

from tests.aicore.harness import KernelCompileError, KernelFaultError
from tests.aicore.vector_support import Image, call
from tests.utils.sources import read_source

KERNEL = read_source(__file__, "kernels/newer_names.cpp")


def test_gaps_of_copies_have_two_names() -> None:
    image = Image()
    blocks = np.arange(64, dtype=np.float32).reshape(8, 8)
    image.put(4096, blocks)
    got = call(KERNEL, image).get(0, np.float32, 32)
    assert np.array_equal(got, blocks[::2].ravel())


PLACED = read_source(__file__, "kernels/newer_names_placed.cpp")


def test_buffers_of_a_queue_lie_where_the_kernel_says() -> None:
    """InitBuffer.md: its example, a first byte and a length for each buffer."""
    got = call(PLACED, Image())
    firsts = [got.get(place, np.int32, 8).tolist() for place in (0, 2048, 8192)]
    assert firsts == [[256] * 8, [513] * 8, [1026] * 8]


def test_placed_buffers_lie_in_the_memory() -> None:
    kernel = PLACED.replace("8192, 4096", "196608, 32")
    with pytest.raises(KernelFaultError, match="end at byte 196640 of UB"):
        call(kernel, Image())


def test_cores_may_say_what_waits_for_all_cores() -> None:
    kernel = """
    constexpr SyncAllConfig kConfig = {PIPE_MTE3, PIPE_ALL};
    __aicore__ inline void Run(const Call& c) {
        SyncAll<true, kConfig>();
        SyncAll<true, DEFAULT_SYNC_ALL_CONFIG>();
    }
    """
    call(kernel, Image())
    with pytest.raises(KernelCompileError, match="must be PIPE_MTE2, PIPE_MTE3 or PIPE_ALL"):
        call(kernel.replace("{PIPE_MTE3", "{PIPE_V"), Image())
