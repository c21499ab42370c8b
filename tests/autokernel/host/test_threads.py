"""Number of threads of calls: the last one that was set."""

from __future__ import annotations

import os
import time
from pathlib import Path

import numpy as np
import pytest

from custom_compiler import autokernel as ak
from custom_compiler.autokernel.classes import scheduled
from custom_compiler.autokernel.host.call import HostKernel
from custom_compiler.autokernel.host.library import build
from custom_compiler.autokernel.host.lower import Version
from custom_compiler.autokernel.host.targets import find_target

SIZE = 256


@pytest.fixture(scope="module")
def kernel(tmp_path_factory):
    """Has loops in loops: panels of columns, of each the tasks of rows."""
    operator, target = ak.operators.matmul.operator(dtype="float32"), find_target("host")
    sizes = dict.fromkeys("mkn", SIZE)
    version = Version(scheduled(operator, sizes, target), target)
    return HostKernel(build([version], "product", tmp_path_factory.mktemp("product")))


@pytest.fixture
def arrays():
    rng = np.random.default_rng(1)
    return [rng.normal(size=(SIZE, SIZE)).astype(np.float32) for _ in range(2)]


def threads():
    return len(list(Path("/proc/self/task").iterdir()))


def test_one_thread_is_one_after_several_too(kernel, arrays):
    call = kernel.prepared(*arrays)
    kernel.set_threads(4)
    call()
    kernel.set_threads(1)
    began = time.process_time_ns(), time.thread_time_ns()
    for _ in range(50):
        call()
    all_threads, this_one = time.process_time_ns() - began[0], time.thread_time_ns() - began[1]
    assert this_one > 0.98 * all_threads


@pytest.mark.parametrize("count", [1, 2, 3, 5])
def test_values_are_the_same(kernel, arrays, count):
    kernel.set_threads(1)
    expected = kernel(*arrays)
    kernel.set_threads(count)
    np.testing.assert_array_equal(kernel(*arrays), expected)


def test_without_a_number_there_is_a_thread_per_processor(tmp_path, monkeypatch):
    monkeypatch.delenv("HL_NUM_THREADS", raising=False)
    operator, target = ak.operators.softmax.operator(dtype="float32"), find_target("host")
    library = build([Version(scheduled(operator, None, target), target)], "soft", tmp_path)
    before = threads()
    HostKernel(library)(np.zeros((1000, 100), np.float32))
    assert threads() - before == (os.cpu_count() or 1) - 1
