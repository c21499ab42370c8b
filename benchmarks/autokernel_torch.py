"""PyTorch's CPU kernels timed for benchmarks/autokernel.py, in a process with another Python.

Lines of JSON: `{"operator", "shapes", "constants"}` prepares a call, `{"repeats"}` makes it; the
answer is seconds per call, of CPU with one thread, else of the clock. The number of threads is the
argument.
"""

from __future__ import annotations

import json
import sys
import time
from typing import Any

import torch
from torch.nn import functional


def _convolution(x: Any, weight: Any, bias: Any, constants: dict[str, Any], groups: int = 1) -> Any:
    top, left, *_ = constants.get("pads", (0, 0))  # the same at the end
    strides = constants.get("strides", (1, 1))
    result = functional.conv2d(x, weight, bias, strides, (top, left), groups=groups)
    return functional.relu_(result) if constants.get("relu") else result


def _depthwise(x: Any, weight: Any, bias: Any, constants: dict[str, Any]) -> Any:
    return _convolution(x, weight.unsqueeze(1), bias, constants, groups=x.shape[1])


def _connected(x: Any, weight: Any, bias: Any, constants: dict[str, Any]) -> Any:
    result = functional.linear(x, weight, bias)
    return functional.relu_(result) if constants.get("relu") else result


def _normalize(x: Any, scale: Any, _: Any) -> Any:
    return functional.normalize(x, dim=1) * scale[:, None, None]


def _max_pool(x: Any, constants: dict[str, Any]) -> Any:
    pads = constants.get("pads", (0, 0))[:2]
    return functional.max_pool2d(x, constants["kernel"], constants["strides"], pads)


_CALLS: dict[str, Any] = {
    "matmul": lambda a, b, _: torch.mm(a, b),
    "fully_connected": _connected,
    "convolution": _convolution,
    "im2col_convolution": _convolution,
    "depthwise_convolution": _depthwise,
    "softmax": lambda x, _: torch.softmax(x, -1),
    "layer_norm": lambda x, weight, bias, _: functional.layer_norm(x, weight.shape, weight, bias),
    "normalize": _normalize,
    "max_pool": _max_pool,
    "average_pool": lambda x, c: functional.avg_pool2d(x, c["kernel"], c["strides"]),
}


def main() -> None:
    """Answer until there are no more lines."""
    threads = int(sys.argv[1])
    now = time.thread_time if threads == 1 else time.perf_counter
    torch.set_num_threads(threads)
    torch.set_grad_enabled(mode=False)
    call = None
    for line in sys.stdin:
        request = json.loads(line)
        if "operator" in request:
            tensors = [torch.randn(shape) for shape in request["shapes"]]
            call = _prepared(request["operator"], tensors, request["constants"])
            request["repeats"] = 1
        assert call is not None
        begin = now()
        for _ in range(request["repeats"]):
            call()
        print((now() - begin) / request["repeats"], flush=True)


def _prepared(operator: str, tensors: list[Any], constants: dict[str, Any]) -> Any:
    function = _CALLS[operator]
    return lambda: function(*tensors, constants)


if __name__ == "__main__":
    main()
