"""Runs observed kernels under the `trace` observer, each in a process of its own.

    trace = run_traced(source, "add_custom", [64, 64])
    trace.acts("QueueAct")[0]["op"]

The kernel's parameters are buffers of zeros of the sizes given, in bytes. A process reads its
ASCENDC_OBSERVE once, so that tests with several observers cannot share one.
"""

from __future__ import annotations

import ctypes
import dataclasses
import json
import os
import re
import subprocess
import sys
import tempfile
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from harness import AIV_ONLY, Kernel, KernelFaultError, Tools, default_root, find_tools

from custom_compiler.kernel.toolchain.build import ACCESS_FLAGS, OBSERVED_FLAGS

if TYPE_CHECKING:
    from collections.abc import Sequence


@cache
def _observed_tools(root: Path, compiler: str) -> Tools:
    tools = find_tools(root, compiler)
    work = tools.work / "observed"
    work.mkdir()
    flags = (*tools.flags, *OBSERVED_FLAGS)
    if "clang" not in Path(compiler).name:
        flags += (*ACCESS_FLAGS, "-nodefaultlibs")  # not the library of that sanitizer
    return dataclasses.replace(tools, flags=flags, work=work)


class ObservedKernel(Kernel):
    """A kernel as an observed build."""

    def _find_tools(self, root: Path | None) -> Tools:
        return _observed_tools(root or default_root(), os.environ.get("CXX", "g++"))


@dataclass(frozen=True)
class Act:
    """A line of the trace: who, the record's type, and its fields."""

    core: str
    kind: str
    fields: dict[str, str]

    def __getitem__(self, name: str) -> str:
        return self.fields[name]


@dataclass(frozen=True)
class Trace:
    """What the observer wrote; the addresses of the parameters; the message of a fault, or none."""

    lines: tuple[Act, ...]
    addresses: tuple[int, ...]
    fault: str

    def acts(self, *kinds: str, core: str = "") -> list[Act]:
        """The records of these types (all), of this core (all), in order."""
        return [
            act
            for act in self.lines
            if (not kinds or act.kind in kinds) and (not core or act.core == core)
        ]


def _parse(text: str) -> tuple[Act, ...]:
    lines = []
    for line in text.splitlines():
        found = re.fullmatch(r"((?:aiv|aic|core)\(\d+\)) (\w+) ?(.*)", line)
        if found:
            pairs = re.findall(r'(\w+)=("[^"]*"|\S+)', found[3])
            fields = {name: value.strip('"') for name, value in pairs}
            lines.append(Act(found[1], found[2], fields))
    return tuple(lines)


def run_traced(
    source: str,
    func: str,
    sizes: Sequence[int],
    *,
    blocks: int = 1,
    soc: str = "Ascend910B3",
    arch: int = 220,
    task_type: int = AIV_ONLY,
    tiling: bytes = b"",
) -> Trace:
    """Compile `func` of `source`, run it with buffers of `sizes` bytes, and return its trace."""
    kernel = ObservedKernel(source, func, len(sizes) + bool(tiling), arch=arch)
    with tempfile.TemporaryDirectory(prefix="trace-") as folder:
        request = {
            "object": str(kernel.object_file),
            "sizes": list(sizes),
            "blocks": blocks,
            "soc": soc,
            "task_type": task_type,
            "tiling": tiling.hex(),
        }
        environment = {
            **os.environ,
            "ASCENDC_OBSERVE": "trace",
            "ASCENDC_OBSERVE_OUTPUT": folder,
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
            msg = f"the traced process failed: {done.stderr}"
            raise RuntimeError(msg)
        answer = json.loads(done.stdout.splitlines()[-1])
        text = "".join(path.read_text() for path in Path(folder).glob("*.trace.txt"))
        return Trace(_parse(text), tuple(answer["addresses"]), answer["fault"])


_WORD = ctypes.POINTER(ctypes.c_uint64)
FIND_ALLOCATION = ctypes.CFUNCTYPE(ctypes.c_bool, ctypes.c_uint64, _WORD, _WORD)


class ObservedLaunch(ctypes.Structure):
    """AscendcObservedLaunch."""

    _fields_ = (
        ("kernel", ctypes.c_char_p),
        ("op_type", ctypes.c_char_p),
        ("object_path", ctypes.c_char_p),
        ("entry", ctypes.c_void_p),
        ("soc", ctypes.c_void_p),
        ("block_dim", ctypes.c_uint32),
        ("task_type", ctypes.c_uint32),
        ("tiling_key", ctypes.c_uint64),
        ("device", ctypes.c_uint32),
        ("stream", ctypes.c_uint32),
        ("index", ctypes.c_uint64),
        ("arguments", ctypes.c_void_p),
        ("argument_count", ctypes.c_uint32),
        ("tiling", ctypes.c_void_p),
        ("tiling_bytes", ctypes.c_uint64),
        ("find_allocation", FIND_ALLOCATION),
    )


def _main(request: dict[str, object]) -> None:
    root = default_root()
    path = Path(str(request["object"]))
    kernel = Kernel.from_object(path, root)
    observe = ctypes.CDLL(str(find_tools(root, "g++").lib_dir / "libascendc_observe.so"))
    observe.AscendcObserveBegin.argtypes = [ctypes.POINTER(ObservedLaunch)]
    observe.AscendcObserveBegin.restype = ctypes.c_void_p
    observe.AscendcObserveEnd.argtypes = [
        ctypes.c_void_p,
        ctypes.POINTER(ObservedLaunch),
        ctypes.c_void_p,
    ]
    sizes = request["sizes"]
    assert isinstance(sizes, list)
    buffers = [np.zeros(size + 64, np.uint8) for size in sizes]
    arrays = [
        buffer[-buffer.ctypes.data % 64 :][:size]
        for buffer, size in zip(buffers, sizes, strict=True)
    ]
    begins = [int(array.ctypes.data) for array in arrays]

    def find(address: int, begin: Any, size: Any) -> bool:
        for known, length in zip(begins, sizes, strict=True):
            if known <= address < known + length:
                begin[0], size[0] = known, length
                return True
        return False

    launch = ObservedLaunch(
        find_allocation=FIND_ALLOCATION(find),
        kernel=b"traced",
        op_type=b"",
        object_path=str(path).encode(),
        entry=kernel.entry,
        soc=kernel.soc(str(request["soc"])),
        block_dim=int(str(request["blocks"])),
        task_type=int(str(request["task_type"])),
    )
    kernel.observer = observe.AscendcObserveBegin(ctypes.byref(launch))
    fault = ""
    try:
        kernel.run(
            int(str(request["blocks"])),
            *arrays,
            soc=str(request["soc"]),
            task_type=int(str(request["task_type"])),
            tiling=bytes.fromhex(str(request["tiling"])),
        )
    except KernelFaultError as error:
        fault = error.message
    observe.AscendcObserveEnd(kernel.observer, ctypes.byref(launch), None)
    print(json.dumps({"addresses": begins, "fault": fault}))


if __name__ == "__main__":
    _main(json.loads(sys.argv[1]))
