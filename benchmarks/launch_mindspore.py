"""MindSpore's part of benchmarks/launch.py: AddCustom through ops.Custom, one call waited for."""

from __future__ import annotations

import time
from statistics import median

import mindspore as ms
import numpy as np
from mindspore import nn, ops

_CALLS = 100
_SHAPE = (8, 2048)


class AddCustomNet(nn.Cell):
    """The tutorial's network."""

    def __init__(self) -> None:
        super().__init__()
        self.custom_add = ops.Custom(
            "aclnnAddCustom", lambda x, _: x, lambda x, _: x, func_type="aot"
        )

    def construct(self, x: ms.Tensor, y: ms.Tensor) -> ms.Tensor:
        """Return x + y."""
        return self.custom_add(x, y)


def call_seconds(mode: int) -> float:
    """Return the median wall-clock seconds of a call and of waiting for it."""
    ms.set_context(mode=mode)
    net = AddCustomNet()
    x = ms.Tensor(np.ones(_SHAPE, np.float16))
    times = []
    for _ in range(_CALLS):
        start = time.perf_counter()
        net(x, x)
        ms.runtime.synchronize()
        times.append(time.perf_counter() - start)
    return median(times[_CALLS // 10 :])


def main() -> None:
    """Print the rows."""
    ms.set_device("Ascend")
    for mode, name in ((ms.PYNATIVE_MODE, "PyNative"), (ms.GRAPH_MODE, "graph")):
        print(f"MindSpore ops.Custom, {name}", call_seconds(mode), sep="\t")


if __name__ == "__main__":
    main()
