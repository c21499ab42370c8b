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
times(CALLS)
measured = [times(CALLS) for _ in range(25)]
# The fastest shows what the work takes when nothing else keeps the machine busy.
work = min(around for _, around in measured)
for between, around in measured:
    assert between < around, f"{between} ms between events, {around} ms around them"
    assert between > work / 2, f"{between} ms for calls of {work} ms"
print("all right")
