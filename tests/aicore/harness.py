"""Compiles Ascend C kernels from strings and runs them on the simulated cores.

    kernel = Kernel(source, "add_custom", params=3)
    z = np.zeros_like(x)
    kernel.run(8, x, y, z)

`source` defines the function, `extern "C" __global__ __aicore__ void add_custom(GM_ADDR x, ...)`;
arrays are passed by address, in order, integers unmodified. With `tiling=b"..."` the address of a
copy of the bytes follows the last array. Compiled objects are cached for the test session by the
content of what was compiled. With ASCENDC_OBSERVE in the environment they are instrumented builds,
and the observer of that name watches every launch.
"""

from __future__ import annotations

import atexit
import ctypes
import fcntl
import hashlib
import os
import shutil
import subprocess
import tempfile
import threading
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from custom_compiler.kernel.toolchain.compiler import (
    BASE_FLAGS,
    DIVISION_FLAGS,
    GCC_FLAGS,
)
from tests.aicore.observers import Tensor, is_observed, observed_flags, watched
from tests.utils.caches import KERNEL_HEADERS

if TYPE_CHECKING:
    from collections.abc import Sequence

AIV_ONLY, AIC_ONLY, MIX_AIV_1_0, MIX_AIC_1_0, MIX_AIC_1_1, MIX_AIC_1_2, AICORE = range(7)

OK, FAULT_MEMORY, FAULT_TRAP, FAULT_DEADLOCK, FAULT_TIMEOUT, FAULT_INVALID = range(6)

_BUILDING = threading.Lock()


class KernelFaultError(Exception):
    """A launch ended with a fault."""

    def __init__(self, kind: int, core_type: int, block_idx: int, message: str) -> None:
        super().__init__(f"fault {kind} in block {block_idx} (core type {core_type}): {message}")
        self.kind = kind
        self.core_type = core_type
        self.block_idx = block_idx
        self.message = message


class KernelCompileError(Exception):
    """The host compiler rejected a kernel."""


class _KernelInfo(ctypes.Structure):
    _fields_ = (
        ("abi_version", ctypes.c_uint32),
        ("build", ctypes.c_uint32),
        ("param_count", ctypes.c_uint32),
        ("reserved", ctypes.c_uint32),
        ("name", ctypes.c_char_p),
        ("entry", ctypes.c_void_p),
    )


_PRINT = ctypes.CFUNCTYPE(None, ctypes.c_void_p, ctypes.c_size_t, ctypes.c_void_p)


class _Launch(ctypes.Structure):
    _fields_ = (
        ("kernel", ctypes.POINTER(_KernelInfo)),
        ("args", ctypes.c_void_p),
        ("args_size", ctypes.c_size_t),
        ("tiling_key", ctypes.c_uint64),
        ("block_dim", ctypes.c_uint32),
        ("task_type", ctypes.c_uint32),
        ("soc", ctypes.c_void_p),
        ("sys_workspace", ctypes.c_void_p),
        ("timeout_us", ctypes.c_uint64),
        ("print", _PRINT),
        ("print_user", ctypes.c_void_p),
        ("observer", ctypes.c_void_p),
        ("op_type", ctypes.c_char_p),
        ("overflow", ctypes.c_uint32),
    )


class _Fault(ctypes.Structure):
    _fields_ = (
        ("kind", ctypes.c_uint32),
        ("core_type", ctypes.c_uint32),
        ("block_idx", ctypes.c_uint32),
        ("reserved", ctypes.c_uint32),
        ("message", ctypes.c_char * 1008),
        ("address", ctypes.c_uint64),
        ("calls", ctypes.c_uint64 * 32),
    )


@dataclass(frozen=True)
class Tools:
    """Compiler of kernels for one CANN root; `work` keeps the results."""

    compiler: str
    flags: tuple[str, ...]
    tikcfw: Path
    include: Path
    lib_dir: Path
    work: Path


def _first_existing(candidates: Sequence[Path]) -> Path:
    for candidate in candidates:
        if candidate.exists():
            return candidate
    msg = f"none of {', '.join(map(str, candidates))} exists"
    raise FileNotFoundError(msg)


@cache
def find_tools(root: Path, compiler: str) -> Tools:
    """The tools of the CANN root with this C++ compiler."""
    tikcfw = _first_existing(
        [root / "tikcpp/tikcfw", root / "compiler/tikcpp/tikcfw", root / "tools/tikcpp/tikcfw"]
    )
    # conftest.py removes the session's folder: workers of pytest-xdist end without `atexit`.
    work = Path(tempfile.mkdtemp(prefix="aicore-kernels-", dir=os.environ.get(KERNEL_HEADERS)))
    atexit.register(shutil.rmtree, work, ignore_errors=True)
    machine = subprocess.run([compiler, "-dumpmachine"], capture_output=True, text=True, check=True)
    flags: tuple[str, ...] = (
        BASE_FLAGS if "clang" in Path(compiler).name else (*BASE_FLAGS, *GCC_FLAGS)
    )
    if not machine.stdout.startswith("x86_64"):
        flags += DIVISION_FLAGS
    if is_observed():
        flags += observed_flags(compiler)
    return Tools(compiler, flags, tikcfw, root / "include", root / "lib64", work)


@cache
def _core_library(lib_dir: Path) -> ctypes.CDLL:
    library = ctypes.CDLL(str(lib_dir / "libascendc_aicore.so"), mode=ctypes.RTLD_GLOBAL)
    library.AicoreRun.argtypes = [ctypes.POINTER(_Launch), ctypes.POINTER(_Fault)]
    library.AicoreRun.restype = ctypes.c_uint32
    library.AicoreSoc.argtypes = [ctypes.c_char_p]
    library.AicoreSoc.restype = ctypes.c_void_p
    return library


def default_root() -> Path:
    """The CANN root that tests use: CUSTOM_COMPILER_TEST_CANN, else the package's own home."""
    given = os.environ.get("CUSTOM_COMPILER_TEST_CANN")
    if given:
        return Path(given)
    from custom_compiler.toolkit import ensure_home

    home = tempfile.mkdtemp(prefix="aicore-home-")
    atexit.register(shutil.rmtree, home, ignore_errors=True)
    return ensure_home({"CUSTOM_COMPILER_HOME": home})


@cache
def _precompiled(tool: Tools) -> Path:
    """Return a directory with kernel_operator.h.gch, made with the flags of all kernels.

    The workers of pytest-xdist share it.
    """
    text = f'#include "{tool.tikcfw.resolve()}/kernel_operator.h"\n'
    digest = hashlib.sha256(f"{tool.compiler} {tool.flags} {text}".encode()).hexdigest()[:16]
    folder = Path(os.environ.get(KERNEL_HEADERS, tool.work)) / f"aicore-{digest}"
    folder.mkdir(exist_ok=True)
    with (folder / "lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        product = folder / "kernel_operator.h.gch"
        if not product.exists():
            header = folder / "kernel_operator.h"
            header.write_text(text)
            _compile(["-x", "c++-header", str(header), "-o", f"{product}.new"], tool)
            Path(f"{product}.new").rename(product)
    return folder


def _compile(arguments: list[str], tool: Tools) -> None:
    command = [tool.compiler, *tool.flags, *arguments, f"-I{tool.tikcfw}", f"-I{tool.include}"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode != 0:
        raise KernelCompileError(done.stderr)


class Kernel:
    """One compiled kernel; `tensors`: the description of its array arguments for observers."""

    tensors: Sequence[Tensor] = ()

    def __init__(
        self,
        source: str,
        func: str,
        params: int,
        *,
        arch: int = 220,
        workspace_index: int = -1,
        template: bool = False,
        root: Path | None = None,
    ) -> None:
        self._tool = self._find_tools(root)
        self._params = params
        macro = "ASCENDC_KERNEL_TEMPLATE_ENTRY" if template else "ASCENDC_KERNEL_ENTRY"
        text = "\n".join(
            [
                '#include "kernel_operator.h"',
                f"#define __CCE_AICORE__ {arch}",
                f"#define {func} {func}_ascendc_user",
                '#line 1 "kernel.cpp"',
                source,
                f"#undef {func}",
                f'{macro}("{func}", {func}_ascendc_user, {workspace_index})',
                "",
            ]
        )
        with _BUILDING:
            self._shared = self._build(text)
        self._load(func)

    @classmethod
    def from_object(cls, path: Path, root: Path) -> Kernel:
        """A kernel that opc compiled, for the cores of the CANN root."""
        kernel = cls.__new__(cls)
        kernel._tool = find_tools(root, os.environ.get("CXX", "g++"))
        kernel._core = _core_library(kernel._tool.lib_dir)
        # A copy: the same path may hold another kernel later.
        with tempfile.NamedTemporaryFile(dir=kernel._tool.work, suffix=".so", delete=False) as file:
            file.write(path.read_bytes())
        kernel._shared = Path(file.name)
        kernel._info = _KernelInfo.in_dll(ctypes.CDLL(file.name), "ascendc_kernel_info")
        kernel._params = kernel._info.param_count
        return kernel

    def _find_tools(self, root: Path | None) -> Tools:
        return find_tools(root or default_root(), os.environ.get("CXX", "g++"))

    def _load(self, func: str) -> None:
        self._core = _core_library(self._tool.lib_dir)
        self._info = _KernelInfo.in_dll(ctypes.CDLL(str(self._shared)), "ascendc_kernel_info")
        if self._info.param_count != self._params:
            msg = f"{func} has {self._info.param_count} parameter slots, not {self._params}"
            raise ValueError(msg)

    def _build(self, text: str) -> Path:
        digest = hashlib.sha256(text.encode()).hexdigest()[:16]
        shared = self._tool.work / f"{digest}.so"
        if not shared.exists():
            source = shared.with_suffix(".cpp")
            source.write_text(text)
            pch = _precompiled(self._tool)
            library = f"{self._tool.lib_dir}/libascendc_aicore.so"
            _compile(
                [
                    "-shared",
                    f"-I{pch}",
                    "-Winvalid-pch",
                    str(source),
                    library,
                    "-o",
                    f"{shared}.new",
                ],
                self._tool,
            )
            Path(f"{shared}.new").rename(shared)
        return shared

    @property
    def lib_dir(self) -> Path:
        """Folder of the toolkit's libraries."""
        return self._tool.lib_dir

    @property
    def object_file(self) -> Path:
        """The shared object."""
        return self._shared

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
        """Runs the kernel and returns what it printed; raises KernelFaultError if it faults.

        `args` are numpy arrays (passed by address), integers (passed as 64-bit values) or None.
        With `op_type` what a core printed has a head.
        """
        slots = (ctypes.c_uint64 * max(self._params, 1))()
        values = [*args]
        tiling_copy = ctypes.create_string_buffer(tiling, max(len(tiling), 1))
        if tiling:
            values.append(ctypes.addressof(tiling_copy))
        if len(values) != self._params:
            msg = f"{len(values)} arguments for {self._params} parameters"
            raise ValueError(msg)
        for i, value in enumerate(values):
            slots[i] = _address(value)
        printed: list[bytes] = []

        def collect(text: int, size: int, _user: int | None) -> None:
            printed.append(ctypes.string_at(text, size))

        launch = _Launch(
            kernel=ctypes.pointer(self._info),
            args=ctypes.addressof(slots),
            args_size=ctypes.sizeof(slots),
            tiling_key=tiling_key,
            block_dim=block_dim,
            task_type=task_type,
            soc=self._core.AicoreSoc(soc.encode()),
            sys_workspace=None if sys_workspace is None else _address(sys_workspace),
            timeout_us=timeout_us,
            print=_PRINT(collect),
            print_user=None,
            op_type=None if op_type is None else op_type.encode(),
        )
        fault = _Fault()
        with watched(self, launch, [*values, sys_workspace], fault):
            kind = self._core.AicoreRun(ctypes.byref(launch), ctypes.byref(fault))
        if kind != OK:
            raise KernelFaultError(
                kind, fault.core_type, fault.block_idx, fault.message.decode(errors="replace")
            )
        return b"".join(printed).decode()


def _address(value: Any) -> int:
    if value is None:
        return 0
    if isinstance(value, int):
        return value & 0xFFFF_FFFF_FFFF_FFFF
    return int(value.ctypes.data)
