"""Runs observed kernels under the `check` observer, each in a process of its own.

    report = run_checked(source, "f", [Tensor("x", INPUT, 1024), Tensor("z", OUTPUT, 1024)])
    report.findings[0]["kind"]

Inputs hold zeros. `source` is the body of the kernel, in which the tensors are GM_ADDR parameters.
"""

from __future__ import annotations

import ctypes
import json
import os
import subprocess
import sys
import tempfile
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from harness import AIV_ONLY, Kernel, KernelFaultError, default_root, find_tools
from traced import ObservedKernel, ObservedLaunch

if TYPE_CHECKING:
    from collections.abc import Sequence

INPUT, OUTPUT, WORKSPACE = range(3)


@dataclass(frozen=True)
class Tensor:
    """A parameter of the kernel; `role` is AscendcArgumentRole."""

    name: str
    role: int
    size: int


@dataclass(frozen=True)
class Report:
    """The findings of one launch, and the line that ended it."""

    findings: list[dict[str, Any]]
    end: dict[str, Any]

    def kinds(self) -> list[tuple[str, int]]:
        """Kind and line of each finding, without remarks; lines count from the kernel's first."""
        return [
            (finding["kind"], finding["frames"][0]["line"] if finding["frames"] else 0)
            for finding in self.findings
            if finding["severity"] != "info"
        ]


def run_checked(
    body: str,
    tensors: Sequence[Tensor],
    *,
    before: str = "",
    blocks: int = 1,
    soc: str = "Ascend910B3",
    arch: int = 220,
    task_type: int = AIV_ONLY,
    options: str = "",
) -> Report:
    """Compile and run a kernel; its body's first line is line 1."""
    parameters = ", ".join(f"GM_ADDR {tensor.name}" for tensor in tensors)
    head = f'{before} extern "C" __global__ __aicore__ void checked({parameters})'
    with tempfile.TemporaryDirectory(prefix="check-") as folder:
        # Findings take the names of buffers from there.
        (Path(folder) / "checked.cpp").write_text(body)
        source = f'using namespace AscendC; {head} {{\n#line 1 "{folder}/checked.cpp"\n{body}\n}}'
        kernel = ObservedKernel(source, "checked", len(tensors), arch=arch)
        request = {
            "object": str(kernel.object_file),
            "tensors": [asdict(tensor) for tensor in tensors],
            "blocks": blocks,
            "soc": soc,
            "task_type": task_type,
        }
        environment = {
            **os.environ,
            "ASCENDC_OBSERVE": "check",
            "ASCENDC_OBSERVE_OUTPUT": folder,
            "ASCENDC_OBSERVE_OPTIONS": options,
            "PYTHONPATH": os.pathsep.join(filter(None, sys.path)),
        }
        done = subprocess.run(
            [sys.executable, __file__, json.dumps(request)],
            env=environment,
            capture_output=True,
            text=True,
            check=False,
        )
        if done.returncode != 0:
            msg = f"the checked process failed: {done.stderr}"
            raise RuntimeError(msg)
        text = "".join(path.read_text() for path in Path(folder).glob("*.findings.jsonl"))
        events = [json.loads(line) for line in text.splitlines()]
        assert [event["event"] for event in (events[0], events[-1])] == ["launch", "end"]
        return Report(events[1:-1], events[-1])


class _Argument(ctypes.Structure):
    _fields_ = (
        ("name", ctypes.c_char_p),
        ("role", ctypes.c_uint32),
        ("dtype", ctypes.c_int32),
        ("address", ctypes.c_uint64),
        ("bytes", ctypes.c_uint64),
    )


class _Fault(ctypes.Structure):
    _fields_ = (
        ("kind", ctypes.c_uint32),
        ("core_type", ctypes.c_uint32),
        ("block", ctypes.c_uint32),
        ("message", ctypes.c_char_p),
        ("calls", ctypes.c_void_p),
    )


def _main(request: dict[str, Any]) -> None:
    root = default_root()
    path = Path(request["object"])
    kernel = Kernel.from_object(path, root)
    observe = ctypes.CDLL(str(find_tools(root, "g++").lib_dir / "libascendc_observe.so"))
    observe.AscendcObserveBegin.restype = ctypes.c_void_p
    observe.AscendcObserveEnd.argtypes = [ctypes.c_void_p] * 3
    tensors = [Tensor(**tensor) for tensor in request["tensors"]]
    buffers = [np.zeros(tensor.size + 4096, np.uint8) for tensor in tensors]
    arrays = [
        buffer[-buffer.ctypes.data % 64 :][: tensor.size]
        for buffer, tensor in zip(buffers, tensors, strict=True)
    ]
    arguments = (_Argument * len(tensors))(
        *(
            _Argument(tensor.name.encode(), tensor.role, -1, array.ctypes.data, tensor.size)
            for tensor, array in zip(tensors, arrays, strict=True)
        )
    )
    launch = ObservedLaunch(
        kernel=b"checked",
        op_type=b"",
        object_path=str(path).encode(),
        entry=kernel._info.entry,
        block_dim=request["blocks"],
        task_type=request["task_type"],
        arguments=ctypes.addressof(arguments),
        argument_count=len(tensors),
    )
    kernel.observer = observe.AscendcObserveBegin(ctypes.byref(launch))
    fault = None
    try:
        kernel.run(request["blocks"], *arrays, soc=request["soc"], task_type=request["task_type"])
    except KernelFaultError as error:
        calls = (ctypes.c_uint64 * 1)(0)
        fault = _Fault(
            error.kind,
            error.core_type,
            error.block_idx,
            error.message.encode(),
            ctypes.addressof(calls),
        )
    observe.AscendcObserveEnd(
        kernel.observer, ctypes.addressof(launch), ctypes.addressof(fault) if fault else None
    )


if __name__ == "__main__":
    _main(json.loads(sys.argv[1]))
