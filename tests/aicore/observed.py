"""Runs instrumented kernels under an observer, each in a separate process.

The kernel's parameters are buffers of zeros.
"""

from __future__ import annotations

import dataclasses
import json
import os
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from tests.aicore.harness import AIV_ONLY, Kernel, KernelFaultError, Tools, default_root, find_tools
from tests.aicore.observers import Tensor, observed_flags
from tests.utils.forks import call_in_fork

if TYPE_CHECKING:
    from collections.abc import Sequence


@cache
def _observed_tools(root: Path, compiler: str) -> Tools:
    tools = find_tools(root, compiler)
    work = tools.work / "observed"
    work.mkdir()
    return dataclasses.replace(tools, flags=(*tools.flags, *observed_flags(compiler)), work=work)


class ObservedKernel(Kernel):
    """A kernel as an instrumented build."""

    def _find_tools(self, root: Path | None) -> Tools:
        return _observed_tools(root or default_root(), os.environ.get("CXX", "g++"))


@dataclass(frozen=True)
class Run:
    """The addresses of the parameters; the message of a fault, or none."""

    addresses: tuple[int, ...]
    fault: str


def run_observed(
    observer: str,
    folder: Path,
    kernel: Kernel,
    tensors: Sequence[Tensor],
    *,
    options: str = "",
    blocks: int = 1,
    soc: str = "Ascend910B3",
    task_type: int = AIV_ONLY,
    tiling: bytes = b"",
    launches: int = 1,
) -> Run:
    """Run `kernel` with buffers for `tensors` under `observer`, which writes into `folder`.

    A process makes all `launches`.
    """
    request = {
        "object": str(kernel.object_file),
        "tensors": [dataclasses.asdict(tensor) for tensor in tensors],
        "blocks": blocks,
        "soc": soc,
        "task_type": task_type,
        "tiling": tiling.hex(),
        "launches": launches,
    }
    environment = {
        **os.environ,
        "ASCENDC_OBSERVE": observer,
        "ASCENDC_OBSERVE_OUTPUT": str(folder),
        "ASCENDC_OBSERVE_OPTIONS": options,
    }
    done = call_in_fork("tests.aicore.observed:launch", [request], environment=environment)
    if done.returncode != 0:
        msg = f"the observed process failed: {done.stderr}"
        raise RuntimeError(msg)
    answer = json.loads(done.stdout.splitlines()[-1])
    return Run(tuple(answer["addresses"]), answer["fault"])


def launch(request: dict[str, Any]) -> int:
    """Launch the kernel of a request, and print what became of it."""
    kernel = Kernel.from_object(Path(request["object"]), default_root())
    kernel.tensors = [Tensor(**tensor) for tensor in request["tensors"]]
    # As memory of devices lies: what the cycle model charges goes by addresses.
    buffers = [np.zeros(tensor.size + 4096, np.uint8) for tensor in kernel.tensors]
    arrays = [
        buffer[-buffer.ctypes.data % 512 :][: tensor.size]
        for buffer, tensor in zip(buffers, kernel.tensors, strict=True)
    ]
    fault = ""
    try:
        for _ in range(request["launches"]):
            kernel.run(
                request["blocks"],
                *arrays,
                soc=request["soc"],
                task_type=request["task_type"],
                tiling=bytes.fromhex(request["tiling"]),
            )
    except KernelFaultError as error:
        fault = error.message
    print(json.dumps({"addresses": [int(array.ctypes.data) for array in arrays], "fault": fault}))
    return 0
