"""Kernels compiled for aarch64 and run there by qemu; otherwise like `harness.Kernel`."""

from __future__ import annotations

import subprocess
import tempfile
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np

from tests.aicore.harness import AIV_ONLY, Kernel, KernelFaultError, Tools, find_tools

COMPILER = "aarch64-linux-gnu-g++"
EMULATOR = ("qemu-aarch64", "-L", "/usr/aarch64-linux-gnu")

_REPOSITORY = Path(__file__).parents[2]
_FAULT = 3  # exit code of run_kernel


@cache
def _runner(tools: Tools) -> Path:
    """The program run_kernel, for aarch64."""
    binary = tools.work / "run_kernel"
    source = Path(__file__).with_name("run_kernel.cpp")
    subprocess.run(
        [COMPILER, "-std=c++17", "-O1", "-Wall", "-Werror", str(source), "-o", str(binary),
         f"-I{_REPOSITORY / 'toolkit/src'}", f"-I{tools.tikcfw}",
         str(tools.lib_dir / "libascendc_aicore.so"), f"-Wl,-rpath,{tools.lib_dir}", "-ldl"],
        check=True,
    )  # fmt: skip
    return binary


@dataclass(frozen=True)
class _Argument:
    """One argument on run_kernel's command line; arrays travel in files."""

    text: str
    array: np.ndarray | None = None

    def take_back(self) -> None:
        if self.array is not None and self.array.flags.writeable:
            data = Path(self.text[1:]).read_bytes()
            self.array.reshape(-1).view(np.uint8)[:] = np.frombuffer(data, np.uint8)


class EmulatedKernel(Kernel):
    """A kernel for aarch64; `root` is a toolkit for that CPU."""

    def _find_tools(self, root: Path | None) -> Tools:
        if root is None:
            raise ValueError("an aarch64 toolkit is needed")
        return find_tools(root, COMPILER)

    def _load(self, _func: str) -> None:
        _runner(self._tool)

    def run(
        self,
        block_dim: int,
        *args: Any,
        tiling_key: int = 0,
        tiling: bytes = b"",
        soc: str = "Ascend910B3",
        task_type: int = AIV_ONLY,
        sys_workspace: Any = None,
        timeout_us: int = 60_000_000,
        op_type: str | None = None,
    ) -> str:
        """Runs the kernel and returns what it printed; raises KernelFaultError if it faults."""
        with tempfile.TemporaryDirectory() as folder:
            values = [sys_workspace, *args]
            if tiling:
                values.append(np.frombuffer(tiling, np.uint8).copy())
            arguments = [
                _argument(value, Path(folder) / str(number)) for number, value in enumerate(values)
            ]
            settings = [soc, block_dim, task_type, tiling_key, timeout_us, op_type or ""]
            done = subprocess.run(
                [*EMULATOR, str(_runner(self._tool)), str(self.object_file), *map(str, settings),
                 *(argument.text for argument in arguments)],
                capture_output=True, text=True, check=False,
            )  # fmt: skip
            if done.returncode == _FAULT:
                kind, core_type, block, message = done.stderr.rstrip("\n").split(" ", 3)
                raise KernelFaultError(int(kind), int(core_type), int(block), message)
            assert done.returncode == 0, (done.returncode, done.stderr)
            for argument in arguments:
                argument.take_back()
            return done.stdout


def _argument(value: Any, path: Path) -> _Argument:
    if value is None:
        return _Argument("0")
    if isinstance(value, int):
        return _Argument(str(value & 0xFFFF_FFFF_FFFF_FFFF))
    path.write_bytes(value.tobytes())
    return _Argument(f"@{path}", value)
