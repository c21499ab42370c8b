"""Cost of calls: kernel launches from C and Python, aclnn calls, operators of frameworks.

    python benchmarks/launch.py [--repeats N] [--mindspore PYTHON] [--torch PYTHON] [--torch-npu
        PYTHON]

Launches are those of an empty kernel with three pointers: argument list, launch, no waiting. Each
figure is CPU time of the calling thread (the first aclnn call and the frameworks: wall-clock
time), the median of alternating batches, and its ratio to an empty call through ctypes in the
same run. Only ratios within one run mean something; so figures that were measured on another
machine, with empty stand-ins for CANN's libraries, count as ratios to its ctypes call.
"""

from __future__ import annotations

import argparse
import ctypes
import os
import subprocess
import sys
import sysconfig
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path
from statistics import median
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable

ROOT = Path(__file__).resolve().parents[1]
KERNELS = Path(__file__).parent / "kernels"

_BATCH = 200
_ELEMENTS = 8 * 2048
_BYTES = 2 * _ELEMENTS
_PYTHON_OVER_C = 5e-6
_TORCH_OVER_PEER = 2.0


_EMPTY, _POINTERS = "empty call through ctypes", "three pointers through ctypes"
_FROM_C, _FROM_PYTHON = "launch from C", "launch from Python"
# This environment's packages, those of custom_compiler among them, after the framework's.
_PROGRAM = (
    "import runpy, site, sys; site.addsitedir(sys.argv[1]); "
    "runpy.run_path(sys.argv[2], run_name='__main__')"
)
_TORCH = "PyTorch, custom_compiler.torch"
_TORCH_PEER = "PyTorch, hand-written C++ extension"

# Seconds of the same calls with stand-ins for CANN's libraries, which compute nothing.
_STAND_INS = {
    _POINTERS: 2e-6,
    "aclnnAddCustom from C, repeated": 10e-6,
    "MindSpore ops.Custom, PyNative": 240e-6,
    "MindSpore ops.Custom, graph": 320e-6,
    "torch_npu x + x": 20e-6,
}


@dataclass(frozen=True)
class Row:
    """One kind of call, in seconds."""

    name: str
    seconds: float


class Fixture:
    """The toolkit, a package with AddCustom, and the library of C calls, all in this process."""

    def __init__(self, work: Path) -> None:
        from custom_compiler.toolkit import find_toolkit

        self.toolkit = find_toolkit()
        self.vendor = self._package(work)
        os.environ["ASCEND_CUSTOM_OPP_PATH"] = str(self.vendor)
        os.environ["ASCEND_HOME_PATH"] = str(self.toolkit.root)
        from custom_compiler import acl as module

        acl: Any = module  # the toolkit puts its module there
        self.acl = acl
        self.library = self._library(work)
        check(acl.init())
        check(acl.rt.set_device(0))
        self.stream: int = check(acl.rt.create_stream())
        kernel = self._kernel(work)
        binary = check(acl.rt.binary_load_from_file(str(kernel), []))
        self.function: int = check(acl.rt.binary_get_function(binary, "three_pointers"))
        memory = [check(acl.rt.malloc(_BYTES, 0)) for _ in range(3)]
        workspace = check(acl.rt.malloc(32 << 20, 0))
        self.data = (ctypes.c_void_p * 4)(*memory, workspace)
        for pointer in memory:
            check(acl.rt.memset(pointer, _BYTES, 0, _BYTES))

    def _package(self, work: Path) -> Path:
        from custom_compiler.project import ProjectSpec, build

        spec = ProjectSpec(
            op_host=ROOT / "op_host",
            op_kernel=ROOT / "op_kernel",
            toolkit=self.toolkit,
            compute_units=("ascend910b",),
        )
        return build(spec, work / "project").vendor

    def _kernel(self, work: Path) -> Path:
        output = work / "three_pointers.o"
        command: list[str | Path] = [
            self.toolkit.root / "bin/bisheng",
            "--npu-arch=dav-2201",
            "-O2",
            "-shared",
        ]
        subprocess.run(
            [*command, "-fPIC", KERNELS / "three_pointers.cpp", "-o", output], check=True
        )
        return output

    def _library(self, work: Path) -> ctypes.CDLL:
        output = work / "launch_calls.so"
        root, api = self.toolkit.root, self.vendor / "op_api"
        subprocess.run(
            [
                *(os.environ.get("CXX", "g++"), "-std=c++17", "-O2", "-shared", "-fPIC"),
                *(f"-I{root}/include", f"-I{api}/include", KERNELS / "launch_calls.cpp"),
                *("-o", output, f"-L{root}/lib64", f"-L{api}/lib"),
                *("-lcust_opapi", "-lnnopbase", "-lascendcl"),
                *(f"-Wl,-rpath,{root}/lib64", f"-Wl,-rpath,{api}/lib"),
            ],
            check=True,
        )
        library = ctypes.CDLL(str(output))
        library.EmptyCall.argtypes = ()
        library.EmptyCall.restype = None
        library.PointersCall.argtypes = (ctypes.c_void_p,) * 3
        library.PointersCall.restype = None
        many = (ctypes.c_void_p, ctypes.c_void_p, ctypes.c_void_p, ctypes.c_int)
        library.LaunchMany.argtypes = many
        library.CallMany.argtypes = (
            *(ctypes.c_void_p, ctypes.c_int64, ctypes.c_void_p, ctypes.c_int),
        )
        return library

    def synchronize(self) -> None:
        """Wait for the work of the stream."""
        check(self.acl.rt.synchronize_stream(self.stream))


def check(result: object) -> int:
    """Return the value next to the error code 0."""
    *values, code = result if isinstance(result, tuple) else (result,)
    if code != 0:
        message = sys.modules["acl"].get_recent_err_msg()
        raise SystemExit(f"error {code}: {message}")
    return values[0] if values else 0


def batches(fixture: Fixture) -> dict[str, Callable[[], object]]:
    """Return calls that repeat one operation _BATCH times."""
    acl, library = fixture.acl.rt, fixture.library
    function, stream, data = fixture.function, fixture.stream, fixture.data
    address = ctypes.addressof(data)

    def empty() -> None:
        call = library.EmptyCall
        for _ in range(_BATCH):
            call()

    def pointers() -> None:
        call = library.PointersCall
        for _ in range(_BATCH):
            call(address, address, address)

    def launch_from_python() -> None:
        for _ in range(_BATCH):
            arguments, _ret = acl.kernel_args_init(function)
            acl.kernel_args_append(arguments, address, 8)
            acl.kernel_args_append(arguments, address + 8, 8)
            acl.kernel_args_append(arguments, address + 16, 8)
            acl.kernel_args_finalize(arguments)
            acl.launch_kernel_with_config(function, 1, stream, [], arguments, 0)

    alive = (
        ctypes.create_string_buffer(check(acl.kernel_args_get_handle_mem_size(function))),
        ctypes.create_string_buffer(check(acl.kernel_args_get_mem_size(function, 24))),
    )
    list_ = ctypes.addressof(alive[0])
    memory = ctypes.addressof(alive[1])
    check(acl.kernel_args_init_by_user_mem(function, list_, memory, len(alive[1])))
    for slot in range(3):
        check(acl.kernel_args_append(list_, address + 8 * slot, 8))
    check(acl.kernel_args_finalize(list_))

    def launch_kept_list() -> None:
        assert alive
        for _ in range(_BATCH):
            acl.launch_kernel_with_config(function, 1, stream, [], list_, 0)

    return {
        _EMPTY: empty,
        _POINTERS: pointers,
        _FROM_C: lambda: check(library.LaunchMany(function, stream, address, _BATCH)),
        _FROM_PYTHON: launch_from_python,
        "launch from Python, list reused": launch_kept_list,
        "aclnnAddCustom from C, repeated": lambda: check(
            library.CallMany(address, _ELEMENTS, stream, _BATCH)
        ),
    }


def first_call(fixture: Fixture) -> Row:
    """Return the time of discovery of packages, loading of the kernel, and tiling."""
    start = time.perf_counter()
    check(fixture.library.CallMany(ctypes.addressof(fixture.data), _ELEMENTS, fixture.stream, 1))
    fixture.synchronize()
    return Row("aclnnAddCustom from C, first", time.perf_counter() - start)


def measure(fixture: Fixture, repeats: int) -> list[Row]:
    """Return medians of the batches, which alternate; the stream is empty before each."""
    calls = batches(fixture)
    times: dict[str, list[float]] = {name: [] for name in calls}
    for turn in range(repeats + 1):
        for name, call in calls.items():
            fixture.synchronize()
            start = time.thread_time()
            call()
            seconds = (time.thread_time() - start) / _BATCH
            if turn:
                times[name].append(seconds)
    return [Row(name, median(seconds)) for name, seconds in times.items()]


def framework(name: str, python: str, fixture: Fixture) -> list[Row]:
    """Return the rows that benchmarks/launch_<name>.py prints, "name<TAB>seconds" a line."""
    program = Path(__file__).parent / f"launch_{name}.py"
    environment = fixture.toolkit.environment(os.environ)
    # Extensions are built with the ninja next to Python; torch_npu is loaded where it is measured.
    environment["PATH"] = f"{Path(python).parent}:{environment['PATH']}"
    environment["TORCH_DEVICE_BACKEND_AUTOLOAD"] = "0"
    done = subprocess.run(
        [python, "-c", _PROGRAM, sysconfig.get_path("purelib"), program],
        env=environment,
        check=True,
        stdout=subprocess.PIPE,
        text=True,
    )
    cells = (line.split("\t") for line in done.stdout.splitlines())
    return [Row(name, float(seconds)) for name, seconds in cells]


def show(rows: list[Row]) -> None:
    """Print the table: ratios to the empty call, and to the three pointers next to a stand-in's."""
    seconds = {row.name: row.seconds for row in rows}
    for row in rows:
        line = f"{row.name:40}{row.seconds * 1e6:10.2f} us{row.seconds / seconds[_EMPTY]:10.1f} x"
        if row.name in _STAND_INS and row.name != _POINTERS:
            ours = row.seconds / seconds[_POINTERS]
            theirs = _STAND_INS[row.name] / _STAND_INS[_POINTERS]
            line += f"   {ours:.1f} x three pointers, a stand-in {theirs:.1f} x"
        print(line)


def main(argv: list[str] | None = None) -> int:
    """Run the benchmark; exit code 1 if a launch from Python or PyTorch costs too much."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--repeats", type=int, default=25, help="timed batches of each call")
    parser.add_argument("--mindspore", metavar="PYTHON", help="one with mindspore 2.8")
    parser.add_argument("--torch", metavar="PYTHON", help="one with torch 2.13 and ninja")
    parser.add_argument("--torch-npu", metavar="PYTHON", help="one with torch_npu 2.13")
    args = parser.parse_args(argv)
    with tempfile.TemporaryDirectory() as work:
        fixture = Fixture(Path(work))
        first = first_call(fixture)
        rows = [*measure(fixture, args.repeats), first]
        for name in ("mindspore", "torch", "torch_npu"):
            if python := getattr(args, name):
                rows += framework(name, python, fixture)
        check(fixture.acl.rt.reset_device(0))
        check(fixture.acl.finalize())
    show(rows)
    seconds = {row.name: row.seconds for row in rows}
    over = seconds[_FROM_PYTHON] - seconds[_FROM_C]
    met = [over < _PYTHON_OVER_C]
    print(f"launch from Python above C: {over * 1e6:.2f} us, aim 5: {_verdict(met[-1])}")
    if _TORCH in seconds:
        ratio = seconds[_TORCH] / seconds[_TORCH_PEER]
        met.append(ratio < _TORCH_OVER_PEER)
        print(f"custom_compiler.torch: {ratio:.2f} x a C++ extension, aim 2: {_verdict(met[-1])}")
    return 0 if all(met) else 1


def _verdict(met: bool) -> str:  # noqa: FBT001  what it says
    return "met" if met else "MISSED"


if __name__ == "__main__":
    sys.exit(main())
