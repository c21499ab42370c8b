"""Cost of kernels written in Python, stage by stage.

python benchmarks/asc.py [--repeats N] [--torch-npu PYTHON]

Separate processes, in alternation, add two vectors: with an empty cache of kernels (the precompiled
header is there, as after the first kernel ever, which is measured, too, and Python's modules are
compiled, as installed), with the kernel in the cache, and again and again in one process. Figures
are medians; seconds of CPU time for stages within a process, and of the clock where the compiler,
another process, is part of it. Launches from C are made by a function of a few lines that is
compiled here, on the same device with the same kernel.
"""

from __future__ import annotations

import argparse
import ctypes
import json
import os
import struct
import subprocess
import sys
import sysconfig
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path
from statistics import median
from types import MappingProxyType
from typing import TYPE_CHECKING

# The script's own folder would be searched for `asc` first.
sys.path[:] = [path for path in sys.path if Path(path).resolve() != Path(__file__).parent]

import numpy as np  # noqa: E402

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

_KERNEL = """
import time
start, cpu = time.perf_counter(), time.process_time()
import numpy as np
numpy_cpu = time.process_time() - cpu
cpu = time.process_time()
import asc
asc_cpu = time.process_time() - cpu
cpu = time.process_time()

BUFFERS = 2


@asc.jit
def vadd(x: asc.GlobalAddress, y: asc.GlobalAddress, z: asc.GlobalAddress, length: int,
         tile: asc.ConstExpr[int]):
    begin = asc.get_block_idx() * length
    x_gm, y_gm, z_gm = asc.GlobalTensor(), asc.GlobalTensor(), asc.GlobalTensor()
    x_gm.set_global_buffer(x + begin)
    y_gm.set_global_buffer(y + begin)
    z_gm.set_global_buffer(z + begin)
    pipe = asc.TPipe()
    in_x = asc.TQue(asc.TPosition.VECIN, BUFFERS)
    in_y = asc.TQue(asc.TPosition.VECIN, BUFFERS)
    out = asc.TQue(asc.TPosition.VECOUT, BUFFERS)
    pipe.init_buffer(in_x, BUFFERS, tile * x.dtype.sizeof())
    pipe.init_buffer(in_y, BUFFERS, tile * y.dtype.sizeof())
    pipe.init_buffer(out, BUFFERS, tile * z.dtype.sizeof())
    for i in range(length // tile):
        a = in_x.alloc_tensor(x.dtype)
        b = in_y.alloc_tensor(y.dtype)
        asc.data_copy(a, x_gm[i * tile:], tile)
        asc.data_copy(b, y_gm[i * tile:], tile)
        in_x.enque(a)
        in_y.enque(b)
        a = in_x.deque(x.dtype)
        b = in_y.deque(y.dtype)
        c = out.alloc_tensor(z.dtype)
        asc.add(c, a, b, tile)
        out.enque(c)
        in_x.free_tensor(a)
        in_y.free_tensor(b)
        c = out.deque(z.dtype)
        asc.data_copy(z_gm[i * tile:], c, tile)
        out.free_tensor(c)


decorated_cpu = time.process_time() - cpu
"""
_FIRST_LAUNCH = """
x, y = (np.random.default_rng(i).random(8 * 2048, np.float32) for i in range(2))
z = np.zeros_like(x)
cpu, clock = time.process_time(), time.perf_counter()
vadd[8](x, y, z, 2048, 128)
launch = {"launch_cpu": time.process_time() - cpu, "launch": time.perf_counter() - clock}
assert (z == x + y).all()
import json
print(json.dumps({"numpy_cpu": numpy_cpu, "asc_cpu": asc_cpu, "decorated_cpu": decorated_cpu,
                  "whole": time.perf_counter() - start, **launch, **globals().get("stages", {})}))
"""
# Puts a watch around each stage; importing xDSL is a separate stage.
_STAGES = """
from custom_compiler.asc.runtime import compile as compile_module, compiler, specialise
stages = {}


def timed(name, function):
    def measured(*args, **named):
        begin = time.process_time()
        try:
            return function(*args, **named)
        finally:
            stages[name] = stages.get(name, 0) + time.process_time() - begin
    return measured


from custom_compiler.asc.runtime.jit import JITFunction
run_codegen = JITFunction._run_codegen


def codegen(self, request):
    begin = time.process_time()
    from custom_compiler.asc import emit, transforms
    from custom_compiler.asc.codegen import kernels
    from custom_compiler.asc.ir import text
    stages["imports_cpu"] = time.process_time() - begin
    transforms.run = timed("passes_cpu", transforms.run)
    emit.emit = timed("emit_cpu", emit.emit)
    return timed("trace_cpu", run_codegen)(self, request)


JITFunction._run_codegen = codegen
from custom_compiler.asc.runtime.launcher import Launcher
Launcher._load = timed("load_cpu", Launcher._load)
Launcher._launch = timed("launched_cpu", Launcher._launch)
clock_of = compiler.compile_source


def compile_source(*args, **named):
    begin, cpu = time.perf_counter(), time.process_time()
    made = clock_of(*args, **named)
    stages["cpp"] = time.perf_counter() - begin
    stages["cpp_cpu"] = time.process_time() - cpu
    return made


compiler.compile_source = compile_source
"""
_C = r"""
#include <stddef.h>
#include <stdint.h>
#include <time.h>
#include "acl/acl.h"
double launch_many(void* kernel, unsigned blocks, const void* block, size_t size, int count) {
    struct timespec begin, end;
    clock_gettime(CLOCK_MONOTONIC, &begin);
    for (int i = 0; i < count; ++i) {
        aclrtLaunchKernelWithHostArgs(kernel, blocks, NULL, NULL, (void*)block, size, NULL, 0);
        aclrtSynchronizeStream(NULL);
    }
    clock_gettime(CLOCK_MONOTONIC, &end);
    return (end.tv_sec - begin.tv_sec + 1e-9 * (end.tv_nsec - begin.tv_nsec)) / count;
}
"""
_LAUNCHES = 2000


@dataclass(frozen=True)
class Aim:
    """A figure, and what it should be at most."""

    name: str
    value: float
    most: float
    unit: str

    def __str__(self) -> str:
        verdict = "" if self.value <= self.most else "  MISSED"
        return f"{self.name:<58}{self.value:>9.3f}{self.unit:<4}(at most {self.most:g}){verdict}"


def main() -> int:
    """Measure and print; 1 if an aim is missed."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--repeats", type=int, default=7, help="processes of each kind")
    parser.add_argument("--torch-npu", metavar="PYTHON", help="one with torch_npu, for its tensors")
    args = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        cold, hits = _processes(Path(folder), args.repeats)
        warm = _warm(Path(folder))
        if args.torch_npu:
            warm.append(_on_device(args.torch_npu, Path(folder)))
    aims = [*_cold_aims(cold), *_hit_aims(hits), *warm]
    print("\n".join(map(str, aims)))
    return int(any(aim.value > aim.most for aim in aims))


def _processes(folder: Path, repeats: int) -> tuple[dict[str, float], dict[str, float]]:
    """Return the figures of processes that compile the kernel, and of those that find it."""
    cold, hits = [], []
    for turn in range(repeats + 1):
        cache = folder / f"cache{turn}"
        # Another line: the C++ compiler has not seen this kernel either.
        first = _run(folder, "\n" * turn + _KERNEL + _STAGES + _FIRST_LAUNCH, cache)
        second = _run(folder, "\n" * turn + _KERNEL + _FIRST_LAUNCH, cache / "none")
        again = _run(folder, "\n" * turn + _KERNEL + _FIRST_LAUNCH, cache / "none")
        compiler = {"CUSTOM_COMPILER_CACHE": str(cache / "compiler")}
        ever = _run(folder, _KERNEL + _FIRST_LAUNCH, cache / "ever", compiler)
        if turn > 0:  # the first one made the precompiled header and touched all files
            cold.append(first | {"plain": second["whole"], "ever": ever["whole"]})
            hits.append(again)
    return _medians(cold), _medians(hits)


def _run(
    folder: Path, program: str, cache: Path, more: Mapping[str, str] = MappingProxyType({})
) -> dict[str, float]:
    path = folder / "vadd.py"
    path.write_text(program)
    environment = {
        **{name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"},
        "PYTHONPYCACHEPREFIX": str(folder / "modules"),
        "PYASC_CACHE_DIR": str(cache),
        **more,
    }
    done = subprocess.run(
        [sys.executable, str(path)],
        cwd=folder,
        env=environment,
        capture_output=True,
        text=True,
        check=True,
    )
    figures: dict[str, float] = json.loads(done.stdout.splitlines()[-1])
    return figures


def _medians(rows: list[dict[str, float]]) -> dict[str, float]:
    return {name: median(row[name] for row in rows) for name in rows[0]}


def _cold_aims(figures: dict[str, float]) -> list[Aim]:
    own = figures["launch_cpu"] - figures["imports_cpu"] - figures["cpp_cpu"]
    for name, text in (
        ("imports_cpu", "imports of xDSL and what is built on it"),
        ("trace_cpu", "tracing"),
        ("passes_cpu", "passes"),
        ("emit_cpu", "Ascend C"),
        ("cpp", "C++ compile"),
        ("load_cpu", "load"),
        ("launched_cpu", "launch"),
    ):
        print(f"  {text}: {figures[name] * 1e3:.1f} ms")
    return [
        Aim("new process, the first kernel ever: whole", figures["ever"], 2, " s"),
        Aim("new process, empty cache: whole", figures["plain"], 2, " s"),
        Aim("  our own work without imports", own * 1e3, 100, " ms"),
    ]


def _hit_aims(figures: dict[str, float]) -> list[Aim]:
    # The decorator loads the language, which `import asc` has put off.
    ratio = (figures["asc_cpu"] + figures["decorated_cpu"]) / figures["numpy_cpu"]
    return [
        Aim("new process, kernel cached: import, decorator, of NumPy's", ratio, 0.5, ""),
        Aim("  first launch", figures["launch_cpu"] * 1e3, 50, " ms"),
    ]


def _best(function: Callable[[], object], count: int, turns: int = 7) -> float:
    """Return the seconds of a call, the best of several rounds."""
    rounds = []
    for _ in range(turns):
        begin = time.perf_counter()
        for _ in range(count):
            function()
        rounds.append((time.perf_counter() - begin) / count)
    return min(rounds)


def _warm(folder: Path) -> list[Aim]:
    """Time launches in one process, from Python and from C, with arrays of the host."""
    names: dict[str, object] = {"__name__": "vadd"}
    path = folder / "vadd.py"
    path.write_text(_KERNEL + _NUMBERS)
    exec(compile(path.read_text(), str(path), "exec"), names)
    numbers, touch = names["numbers"], names["touch"]
    kernel, block = _loaded(numbers)
    python = _best(lambda: numbers[8](1, 2, 3.0), _LAUNCHES)  # type: ignore[index]
    launch_many = _c_launches(folder)
    c = min(launch_many(kernel, 8, block, len(block), _LAUNCHES) for _ in range(7))
    aims = [Aim("warm launch, beyond the same from C", (python - c) * 1e6, 20, " us")]
    for size in (1 << 20, 1 << 22):
        arrays, others = ([np.ones(size, np.float32) for _ in range(3)] for _ in range(2))
        touch[1](*arrays)  # type: ignore[index]
        launch = _best(lambda: touch[1](*arrays), 1, 40) - python  # type: ignore[index]  # noqa: B023

        def copies() -> None:
            for target, other in zip(arrays, others, strict=True):  # noqa: B023
                np.copyto(other, target)
            for target, other in zip(arrays, others, strict=True):  # noqa: B023
                np.copyto(target, other)

        name = f"three host arrays of {size * 4 >> 20} MiB, of bare copies both ways"
        aims.append(Aim(name, launch / _best(copies, 1, 40), 1.2, ""))
    return aims


def _on_device(python: str, folder: Path) -> Aim:
    """Time launches on tensors of torch_npu, in a process with it."""
    from custom_compiler.toolkit import find_toolkit

    program = (
        "import runpy, site, sys; site.addsitedir(sys.argv.pop(1));"
        " sys.argv.pop(0); runpy.run_path(sys.argv[0], run_name='__main__')"
    )
    script = Path(__file__).with_name("asc_torch_npu.py")
    words = [python, "-c", program, sysconfig.get_path("purelib"), script, folder / "launch.so"]
    sourced = f'. "{find_toolkit().root}/set_env.sh" && exec "$@"'
    done = subprocess.run(
        ["bash", "-c", sourced, "bash", *map(str, words)],
        env={**os.environ, "PYASC_CACHE_DIR": str(folder / "torch_npu")},
        stdout=subprocess.PIPE,
        text=True,
        check=True,
    )
    ours, c = map(float, done.stdout.split()[-2:])
    return Aim("the same with three tensors of torch_npu", (ours - c) * 1e6, 20, " us")


_NUMBERS = """

@asc.jit
def numbers(a: int, b: int, c: float):
    asc.get_block_idx()


@asc.jit
def touch(x: asc.GlobalAddress, y: asc.GlobalAddress, z: asc.GlobalAddress):
    asc.get_block_idx()
"""


def _loaded(kernel: object) -> tuple[int, bytes]:
    """Return the device's handle of a launched kernel, and the arguments (1, 2, 3.0)."""
    kernel[8](1, 2, 3.0)  # type: ignore[index]
    ready = next(iter(kernel._ready.values()))  # type: ignore[attr-defined]  # noqa: SLF001
    return ready.launcher._function, struct.pack("<i4xi4xf4x", 1, 2, 3.0)  # noqa: SLF001


def _c_launches(folder: Path) -> Callable[..., float]:
    from custom_compiler.toolkit import find_toolkit

    root = find_toolkit().root
    (folder / "launch.c").write_text(_C)
    library = folder / "launch.so"
    subprocess.run(
        ["cc", "-O2", "-shared", "-fPIC", f"-I{root}/include", f"-L{root}/lib64",
         str(folder / "launch.c"), "-o", str(library), "-lascendcl"],
        check=True,
    )  # fmt: skip
    function = ctypes.CDLL(str(library)).launch_many
    function.restype = ctypes.c_double
    function.argtypes = [ctypes.c_void_p, ctypes.c_uint, ctypes.c_char_p, ctypes.c_size_t]
    function.argtypes += [ctypes.c_int]
    return function  # type: ignore[no-any-return]


if __name__ == "__main__":
    sys.exit(main())
