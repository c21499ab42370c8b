"""Times between events around operators of torch_npu: those of the work between them."""

from __future__ import annotations

import time

import torch
import torch_npu  # noqa: F401

x = torch.rand(1 << 20).npu()
y = torch.empty_like(x)


def times(calls: int) -> tuple[float, float]:
    """Between the events around so many products, and on the clock of this program; in ms."""
    start, end = (torch.npu.Event(enable_timing=True) for _ in range(2))
    torch.npu.synchronize()
    begin = time.perf_counter()
    start.record()
    for _ in range(calls):
        torch.mul(x, x, out=y)
    end.record()
    torch.npu.synchronize()
    return start.elapsed_time(end), (time.perf_counter() - begin) * 1e3


CALLS = 10
times(1)
least = min(times(1)[1] for _ in range(5))
for _ in range(20):
    between, around = times(CALLS)
    assert between < around, f"{between} ms between events, {around} ms around them"
    assert between > least / 2 * CALLS, f"{between} ms for {CALLS} calls of {least} ms"
print("all right")
