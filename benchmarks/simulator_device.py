"""Builds kernels with the project's own kernel compiler and launches them through libascendcl."""

from __future__ import annotations

import ctypes
import os
import subprocess
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from custom_compiler.errors import BuildError
from custom_compiler.kernel.opc.kernel_compiler import CompileJob, KernelCompiler
from custom_compiler.kernel.toolchain.cache import KernelCache
from custom_compiler.kernel.toolchain.compiler import ConfiguredCompiler, open_toolkit
from custom_compiler.kernel.toolchain.soc import find_soc
from custom_compiler.support.cache_root import cache_root
from custom_compiler.toolkit import ensure_home

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

KERNELS = Path(__file__).parent / "kernels"
_SOC = "Ascend910B3"
_HOST_TO_DEVICE, _DEVICE_TO_HOST = 1, 2


class Builder:
    """Compiles benchmark kernels and the host program that makes their tilings."""

    def __init__(
        self, work: Path, cache: KernelCache | None = None, options: Sequence[str] = ()
    ) -> None:
        self.home = ensure_home()
        self._work = work
        toolkit = open_toolkit(str(self.home))
        cache = cache or KernelCache(cache_root())
        self._soc = find_soc(_SOC, toolkit.config)
        self._kernels = KernelCompiler(
            toolkit, ConfiguredCompiler(toolkit, cache, list(options)), cache
        )

    def kernel(self, name: str, macros: Mapping[str, str] | None = None) -> Path:
        """Compile kernels/<name>.cpp with `macros` defined; its function has that name."""
        defines = "".join(f"#define {key} {value}\n" for key, value in (macros or {}).items())
        wrapper = (
            f"{defines}#define {name} {name}_ascendc_user\n"
            '#include "@SOURCE@"\n'
            f"#undef {name}\n"
            f'ASCENDC_KERNEL_ENTRY("{name}", {name}_ascendc_user, -1)\n'
        )
        source = str(KERNELS / f"{name}.cpp")
        try:
            entry = self._kernels.compile(CompileJob(name, source, wrapper, self._soc, "", ""))
        except BuildError as error:
            raise SystemExit(error.details) from error
        path = self._work / f"{name}_{abs(hash(wrapper)):x}.o"
        if not path.exists():  # it may be loaded already
            path.write_bytes(entry.data)
        return path

    def tiling(self, *arguments: str) -> np.ndarray:
        """Return the output of kernels/tiling.cpp for these arguments."""
        program = self._work / "tiling"
        if not program.exists():
            self._build_tiling(program)
        command = [str(program), *arguments]
        return np.frombuffer(subprocess.run(command, check=True, stdout=-1).stdout, np.uint8)

    def _build_tiling(self, program: Path) -> None:
        libraries = self.home / "lib64"
        subprocess.run(
            [
                *(os.environ.get("CXX", "g++"), "-std=c++17", "-O1", "-w"),
                *("-D_GLIBCXX_USE_CXX11_ABI=0", f"-I{self.home}/include"),
                *(str(KERNELS / "tiling.cpp"), "-o", str(program), f"-L{libraries}"),
                *("-Wl,--start-group", "-ltiling_api", "-lregister", "-lplatform"),
                *(
                    "-lexe_graph",
                    "-lgraph",
                    "-lgraph_base",
                    "-Wl,--end-group",
                    f"-Wl,-rpath,{libraries}",
                ),
            ],
            check=True,
        )


class Device:
    """The simulated device that libascendcl drives."""

    def __init__(self, home: Path) -> None:
        self._library = ctypes.CDLL(str(home / "lib64" / "libascendcl.so"))
        self._library.aclGetRecentErrMsg.restype = ctypes.c_char_p
        self.call("aclInit", None)
        self.call("aclrtSetDevice", 0)
        self._stream = ctypes.c_void_p()
        self._buffers: list[int] = []
        self.call("aclrtCreateStream", ctypes.byref(self._stream))

    def call(self, name: str, *arguments: object) -> None:
        """Call a function of the library; exits with its message if it fails."""
        if getattr(self._library, name)(*arguments) != 0:
            message = self._library.aclGetRecentErrMsg() or b""
            raise SystemExit(f"{name}: {message.decode()}")

    def allocate(self, size: int) -> int:
        """Return the address of new device memory."""
        address = ctypes.c_void_p()
        self.call("aclrtMalloc", ctypes.byref(address), ctypes.c_size_t(size), 0)
        self._buffers.append(address.value or 0)
        return self._buffers[-1]

    def free_all(self) -> None:
        """Give all memory back; launchers made so far become useless."""
        for address in self._buffers:
            self.call("aclrtFree", ctypes.c_void_p(address))
        self._buffers.clear()

    def fill(self, address: int, size: int) -> None:
        """Set memory to zeros."""
        bytes_ = ctypes.c_size_t(size)
        self.call("aclrtMemset", ctypes.c_void_p(address), bytes_, 0, bytes_)

    def upload(self, array: np.ndarray) -> int:
        """Return the address of a copy of `array` on the device."""
        address = self.allocate(array.nbytes)
        self._copy(address, array.ctypes.data, array.nbytes, _HOST_TO_DEVICE)
        return address

    def download(self, address: int, array: np.ndarray) -> np.ndarray:
        """Fill `array` from the device."""
        self._copy(array.ctypes.data, address, array.nbytes, _DEVICE_TO_HOST)
        return array

    def _copy(self, to: int, source: int, size: int, kind: int) -> None:
        self.call(
            "aclrtMemcpy", ctypes.c_void_p(to), ctypes.c_size_t(size), ctypes.c_void_p(source),
            ctypes.c_size_t(size), kind,
        )  # fmt: skip

    def synchronize(self) -> None:
        """Wait for the launches so far."""
        self.call("aclrtSynchronizeStream", self._stream)

    def launcher(self, binary: Path, name: str, blocks: int, *slots: int) -> Callable[[], None]:
        """Return a function that launches a kernel with these addresses or integers."""
        handle, function = ctypes.c_void_p(), ctypes.c_void_p()
        self.call("aclrtBinaryLoadFromFile", str(binary).encode(), None, ctypes.byref(handle))
        self.call(
            "aclrtBinaryGetFunctionByEntry", handle, ctypes.c_uint64(0), ctypes.byref(function)
        )
        arguments = self.upload(np.array(slots or (0,), np.uint64))
        size = ctypes.c_size_t(8 * max(len(slots), 1))
        launch = self._library.aclrtLaunchKernel

        def run() -> None:
            if launch(function, blocks, ctypes.c_void_p(arguments), size, self._stream) != 0:
                self.call("aclrtSynchronizeStream", self._stream)
                raise SystemExit(f"kernel {name} cannot be launched")

        return run
