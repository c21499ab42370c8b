"""Runs instrumented kernels under an observer, each in a separate process.

The kernel's parameters are buffers of zeros. The process of a launch is a fork of one that has
imported what launches need, and has loaded no library of the toolkit.
"""

from __future__ import annotations

import dataclasses
import json
import os
import subprocess
import sys
import threading
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from custom_compiler.support.processes import ask_fork
from tests.aicore.harness import AIV_ONLY, Kernel, KernelFaultError, Tools, default_root, find_tools
from tests.aicore.observers import Tensor, observed_flags
from tests.utils.python_path import python_path

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
) -> Run:
    """Run `kernel` with buffers for `tensors` under `observer`, which writes into `folder`."""
    request = {
        "object": str(kernel.object_file),
        "tensors": [dataclasses.asdict(tensor) for tensor in tensors],
        "blocks": blocks,
        "soc": soc,
        "task_type": task_type,
        "tiling": tiling.hex(),
    }
    environment = {
        **os.environ,
        "ASCENDC_OBSERVE": observer,
        "ASCENDC_OBSERVE_OUTPUT": str(folder),
        "ASCENDC_OBSERVE_OPTIONS": options,
    }
    errors = folder / "errors.txt"
    answer = _LAUNCHES.ask(_Launch(request, environment, str(Path.cwd()), str(errors)))
    if not answer:
        msg = f"the observed process failed: {errors.read_text(errors='replace')}"
        raise RuntimeError(msg)
    return Run(tuple(answer["addresses"]), answer["fault"])


class _Launch(NamedTuple):
    """A launch, and the properties of its process; `errors`: the file of its error messages."""

    request: dict[str, Any]
    environment: dict[str, str]
    folder: str
    errors: str


class _Launches:
    """The process that forks for launches; it starts with the first, and ends with this one."""

    def __init__(self) -> None:
        self._process: subprocess.Popen[str] | None = None
        self._asking = threading.Lock()

    def ask(self, launch: _Launch) -> dict[str, Any]:
        """Return what the process of a launch answered; {} if it failed."""
        with self._asking:
            if self._process is None:
                self._process = subprocess.Popen(
                    [sys.executable, __file__],
                    env={**os.environ, **python_path()},
                    stdin=subprocess.PIPE,
                    stdout=subprocess.PIPE,
                    text=True,
                )
            assert self._process.stdin is not None
            assert self._process.stdout is not None
            self._process.stdin.write(json.dumps(launch) + "\n")
            self._process.stdin.flush()
            answer: dict[str, Any] = json.loads(self._process.stdout.readline())
            return answer


_LAUNCHES = _Launches()


def _serve() -> None:
    """Answer launches, one a line, until the process that asks ends."""
    for line in sys.stdin:
        code, answer = ask_fork(lambda asked=line: _answer(_Launch(*json.loads(asked))))
        print("{}" if code else answer.decode(), flush=True)


def _answer(launch: _Launch) -> bytes:
    with Path(launch.errors).open("wb") as errors, Path(os.devnull).open("wb") as output:
        os.dup2(errors.fileno(), 2)
        os.dup2(output.fileno(), 1)
    os.environ.clear()
    os.environ.update(launch.environment)
    os.chdir(launch.folder)
    return json.dumps(_run(launch.request)).encode()


def _run(request: dict[str, Any]) -> dict[str, Any]:
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
        kernel.run(
            request["blocks"],
            *arrays,
            soc=request["soc"],
            task_type=request["task_type"],
            tiling=bytes.fromhex(request["tiling"]),
        )
    except KernelFaultError as error:
        fault = error.message
    return {"addresses": [int(array.ctypes.data) for array in arrays], "fault": fault}


if __name__ == "__main__":
    _serve()
