"""Intrinsics that kernels with catlass call: without effect here."""

from __future__ import annotations

import numpy as np

from tests.aicore.harness import Kernel

SOURCE = """
#include "kernel_operator.h"
extern "C" __global__ __aicore__ void f(GM_ADDR out) {
    icache_preload(8);
    *(__gm__ int32_t*)out = 1;
}
"""


def test_instructions_are_preloaded_without_effect() -> None:
    seen = np.full(2, 9, np.int32)
    Kernel(SOURCE, "f", 1).run(1, seen)
    assert seen.tolist() == [1, 9]
