"""torch_npu's part of benchmarks/launch.py: an addition of tensors on the device."""

from __future__ import annotations

import time
from statistics import median
from typing import TYPE_CHECKING

import torch
import torch_npu  # noqa: F401  brings the device

if TYPE_CHECKING:
    from collections.abc import Callable

_CALLS = 200
_SHAPE = (8, 2048)


def call_seconds(call: Callable[[], object]) -> float:
    """Return the median wall-clock seconds of a call and of waiting for it."""
    times = []
    for _ in range(_CALLS):
        start = time.perf_counter()
        call()
        torch.npu.synchronize()
        times.append(time.perf_counter() - start)
    return median(times[_CALLS // 10 :])


def main() -> None:
    """Print the row."""
    x = torch.ones(_SHAPE, dtype=torch.float16).npu()
    print("torch_npu x + x", call_seconds(lambda: x + x), sep="\t")


if __name__ == "__main__":
    main()
