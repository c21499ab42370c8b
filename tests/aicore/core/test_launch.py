"""Launches from several threads and processes share the cores."""

from __future__ import annotations

import multiprocessing
import os
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import numpy as np

from tests.aicore.harness import Kernel
from tests.utils.python_path import python_path

COUNT = """
using namespace AscendC;
extern "C" __global__ __aicore__ void count(GM_ADDR data) {
    __atomic_fetch_add((int32_t*)data, 1, __ATOMIC_RELAXED);
    SyncAll();
    __atomic_fetch_add((int32_t*)data + 1, 1, __ATOMIC_RELAXED);
}
"""


def launch(times: int) -> int:
    """Runs 20 blocks several times; returns how often a block ran to its end."""
    data = np.zeros(2, np.int32)
    kernel = Kernel(COUNT, "count", 1)
    for _ in range(times):
        kernel.run(20, data)
    assert data[0] == data[1]
    return int(data[1])


def test_threads() -> None:
    assert launch(1) == 20
    with ThreadPoolExecutor(6) as pool:
        assert list(pool.map(launch, [50] * 12)) == [1000] * 12


def test_threads_come_and_go() -> None:
    """Cores that one thread has used serve others when it is gone."""
    for _ in range(30):
        with ThreadPoolExecutor(4) as pool:
            assert list(pool.map(launch, [1] * 4)) == [20] * 4


def test_products_take_turns() -> None:
    """Cores get the memories of another product, which may lie where the former ones did."""
    source = COUNT.replace("SyncAll();", "")
    kernels = {arch: Kernel(source, "count", 1, arch=arch) for arch in (100, 200, 220)}
    products = [("Ascend910A", 100), ("Ascend310P3", 200), ("Ascend910B1", 220)]
    rng = np.random.default_rng(1)
    data = np.zeros(2, np.int32)
    for chosen, blocks in zip(
        rng.integers(len(products), size=4000), rng.integers(1, 13, size=4000), strict=True
    ):
        soc, arch = products[chosen]
        data[:] = 0
        kernels[arch].run(int(blocks), data, soc=soc)
        assert data.tolist() == [blocks, blocks]


def _child(queue: multiprocessing.Queue[int]) -> None:
    queue.put(launch(3))


def test_forked_child() -> None:
    launch(1)
    context = multiprocessing.get_context("fork")
    queue = context.Queue()
    child = context.Process(target=_child, args=(queue,))
    child.start()
    assert queue.get(timeout=30) == 60
    child.join()


def test_many_waiting_blocks_on_one_cpu() -> None:
    """More cores than any device has, under taskset."""
    script = "from tests.aicore.core import test_launch; print(test_launch.launch(2))"
    done = subprocess.run(
        ["taskset", "-c", "0", sys.executable, "-c", script],
        cwd=Path(__file__).parent,
        env={**os.environ, **python_path()},
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout.strip() == "40"


def test_empty_launch_is_cheap() -> None:
    """Thousands of launches in the time of one that would create threads or map memory."""
    source = 'extern "C" __global__ __aicore__ void nothing(GM_ADDR x) {}'
    kernel = Kernel(source, "nothing", 1)
    for _ in range(2000):
        kernel.run(40, None)


SUMS = """
import sys
import numpy as np
from tests.aicore.harness import Kernel
from tests.utils.sources import read_source
kernel = Kernel(read_source(sys.argv[1], "kernels/launch_pattern.cpp"), "look", 1)
got = np.zeros(4 * 64, np.uint8)
for _ in range(2):
    kernel.run(4, got)
    print(sorted(set(got.tolist())))
"""


def test_each_block_starts_with_the_pattern_asked_for() -> None:
    found = subprocess.run(
        [sys.executable, "-c", SUMS, __file__],
        cwd=Path(__file__).parent,
        env={**os.environ, **python_path(), "ASCENDC_MEMORY_PATTERN": "0xA5"},
        capture_output=True,
        text=True,
        check=True,
    )
    assert found.stdout.split("\n")[:2] == ["[165]", "[165]"]
