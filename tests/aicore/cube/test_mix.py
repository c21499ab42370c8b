"""Kernels on cube and vector cores together: results pass through global memory, in alternation."""

from __future__ import annotations

import os
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
import pytest

from tests.aicore.harness import MIX_AIC_1_1, MIX_AIC_1_2, Kernel
from tests.utils.sources import read_source

if TYPE_CHECKING:
    from collections.abc import Iterator

    from numpy.typing import NDArray

TILE, DEPTH, ROUNDS = 32, 48, 3

MIX = read_source(__file__, "kernels/mix.cpp", TILE=TILE, DEPTH=DEPTH, ROUNDS=ROUNDS)


@cache
def mix_kernel(*, unguarded: bool = False) -> Kernel:
    head = f'#include "kernel_operator.h"\n#define UNGUARDED {int(unguarded)}\n'
    return Kernel(head + MIX, "mix", 5)


class Case:
    """Operands of `groups` groups of cores, and what they must make of them."""

    def __init__(self, groups: int, task_type: int) -> None:
        rng = np.random.default_rng(groups)
        self._groups, self._task_type = groups, task_type
        self._a = rng.integers(-4, 5, (groups, ROUNDS, TILE, DEPTH)).astype(np.float16)
        self._b = rng.integers(-4, 5, (DEPTH, TILE)).astype(np.float16)
        self._workspace = np.zeros((groups, TILE, TILE), np.float32)
        ratio = 2 if task_type == MIX_AIC_1_2 else 1
        product = self._a.astype(np.float32) @ self._b.astype(np.float32)
        index = np.arange(groups * ratio).reshape(groups, 1, ratio, 1)
        index = np.repeat(index, TILE // ratio, axis=2).reshape(groups, 1, TILE, 1)
        self._expected: NDArray[np.float32] = np.maximum(product, 0) + index.astype(np.float32)

    def run(self, *, unguarded: bool = False) -> None:
        """Launches once and checks everything."""
        c = np.full(self._expected.shape, np.nan, np.float32)
        total = np.zeros(1, np.float32)
        mix_kernel(unguarded=unguarded).run(
            self._groups, self._a, self._b, c, total, self._workspace, task_type=self._task_type
        )
        np.testing.assert_array_equal(c, self._expected)
        assert total[0] == self._expected.sum(dtype=np.float64)


@pytest.fixture(params=["all CPUs", "one CPU"])
def _cpus(request: pytest.FixtureRequest) -> Iterator[None]:
    """Runs the test with all CPUs of the process, and with one of them."""
    allowed = os.sched_getaffinity(0)
    if request.param == "one CPU":
        os.sched_setaffinity(0, {min(allowed)})
    yield
    os.sched_setaffinity(0, allowed)


@pytest.mark.usefixtures("_cpus")
@pytest.mark.parametrize("task_type", [MIX_AIC_1_1, MIX_AIC_1_2])
@pytest.mark.parametrize("groups", [1, 5, 20])
def test_cube_and_vector_cores_work_in_turns(groups: int, task_type: int) -> None:
    Case(groups, task_type).run()


@pytest.mark.parametrize("task_type", [MIX_AIC_1_1, MIX_AIC_1_2])
def test_code_of_the_other_unit_does_nothing(task_type: int) -> None:
    Case(5, task_type).run(unguarded=True)


def resident_bytes() -> int:
    """Memory of this process that is in use."""
    pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE")


def check_launches(count: int) -> None:
    """Memory does not grow: a single array retained per launch would show."""
    cases = [Case(20, MIX_AIC_1_2), Case(7, MIX_AIC_1_1)]
    for _ in range(10):
        for case in cases:
            case.run()
    before = resident_bytes()
    for _ in range(count):
        for case in cases:
            case.run()
    assert resident_bytes() - before < 4 << 20


def test_launches_leave_nothing() -> None:
    check_launches(20)


@pytest.mark.slow
@pytest.mark.usefixtures("_cpus")
def test_a_thousand_launches_leave_nothing() -> None:
    check_launches(1000)
