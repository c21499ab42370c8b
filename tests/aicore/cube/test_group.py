"""Groups of cube cores that serve messages of vector cores (CubeResGroupHandle)."""

from __future__ import annotations

from functools import cache

import numpy as np
import pytest

from tests.aicore.harness import MIX_AIC_1_2, Kernel, KernelFaultError
from tests.aicore.matmul_support import FIELDS, SYSTEM_WORKSPACE, tiling
from tests.utils.sources import read_source

TILE, DEPTH, ROUNDS = 32, 48, 6  # more rounds than a queue has places

SIZES = f"constexpr uint32_t TILE = {TILE}, DEPTH = {DEPTH}, ROUNDS = {ROUNDS};\n"
SOURCE = read_source(__file__, "kernels/group.cpp")


@cache
def kernel() -> Kernel:
    """The kernel, compiled once."""
    return Kernel(SIZES + SOURCE, "groups", 8)


def run(cubes: int, queues: int, merged: bool) -> tuple[np.ndarray, np.ndarray]:
    """The result, and what it is if every queue gets its product."""
    rng = np.random.default_rng(7)
    a = rng.standard_normal((queues, TILE, DEPTH)).astype(np.float16)
    b = rng.standard_normal((ROUNDS, DEPTH, TILE)).astype(np.float16)
    c = np.zeros((queues, TILE, TILE), np.float32)
    fields = tiling(TILE, TILE, DEPTH, (TILE, TILE, DEPTH))
    kernel().run(
        max(cubes, -(-queues // 2)), a, b, c, np.zeros(1 << 16, np.uint8),
        cubes, queues, int(merged),
        tiling=np.array([fields[name] for name in FIELDS], np.int32).tobytes(),
        task_type=MIX_AIC_1_2,
        sys_workspace=np.zeros(SYSTEM_WORKSPACE, np.uint8),
    )  # fmt: skip
    wanted = a.astype(np.float32) @ b.astype(np.float32).sum(axis=0)
    return c, wanted


@pytest.mark.parametrize(("cubes", "queues"), [(1, 1), (1, 5), (2, 6), (2, 5), (3, 8)])
def test_every_message_is_served(cubes: int, queues: int) -> None:
    got, wanted = run(cubes, queues, merged=False)
    np.testing.assert_allclose(got, wanted, atol=1e-3)


@pytest.mark.parametrize(("cubes", "queues"), [(1, 4), (2, 5)])
def test_fake_messages_are_skipped(cubes: int, queues: int) -> None:
    got, wanted = run(cubes, queues, merged=True)
    width = -(-queues // cubes)
    served = np.arange(queues) % width == 0
    np.testing.assert_allclose(got[served], wanted[served], atol=1e-3)
    assert not got[~served].any()


def test_each_cube_core_needs_a_queue() -> None:
    with pytest.raises(KernelFaultError, match="needs a queue"):
        run(3, 2, merged=False)
