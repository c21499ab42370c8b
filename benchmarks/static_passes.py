"""Effect of compiler passes on static kernels: CPU time to compile, CPU time to run.

    python benchmarks/static_passes.py FOLDER [--rounds N]

FOLDER contains information files of operators of installed packages (ASCEND_CUSTOM_OPP_PATH), whose
inputs are single tensors of floating-point numbers. The first row is the kernel for all shapes.
Launches of all kernels of a call alternate, each in a separate process with random data; a
figure is the least of the rounds, since other programs only ever add to it.
"""

from __future__ import annotations

import argparse
import json
import os
import resource
import subprocess
import sys
import tempfile
from ctypes import CDLL, byref, c_size_t, c_uint32, c_void_p
from pathlib import Path
from typing import Any

from custom_compiler.kernel.opc import engine
from custom_compiler.kernel.static.information import read_information
from custom_compiler.kernel.static.static_request import static_request
from custom_compiler.toolkit import ensure_home

SOC = "Ascend910B3"
LAUNCHES = 200
# Puts back what GCC_FLAGS leave out.
ALL_PASSES = (
    *("-fschedule-insns2", "-frerun-cse-after-loop", "-fcse-follow-jumps", "-fgcse"),
    *("-fexpensive-optimizations", "-ftree-pta", "-ftree-slp-vectorize", "-ftree-tail-merge"),
    "--param=sra-max-scalarization-size-Ospeed=32",
)
VARIANTS = {
    "static": (),
    "static, all passes": ALL_PASSES,
    "static, all passes, -O3": (*ALL_PASSES, "-O3"),
}
DYNAMIC = "for all shapes"


def main() -> int:
    """Measure; return the exit code."""
    if sys.argv[1:2] == ["--launch"]:
        return launch(Path(sys.argv[2]), json.loads(sys.argv[3]))
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("folder", type=Path)
    parser.add_argument("--rounds", type=int, default=5)
    options = parser.parse_args()
    home = ensure_home(os.environ)
    print(f"{'call':28} {'kernel':32} {'compile s':>9} {'launch us':>9}")
    with tempfile.TemporaryDirectory() as work:
        for file in sorted(options.folder.glob("*.json")):
            measure(home, file, Path(work), options.rounds)
    return 0


def measure(home: Path, file: Path, work: Path, rounds: int) -> None:
    """Print the rows of one call."""
    request = static_request(str(home), read_information(str(file)), False, "kernel", SOC)  # noqa: FBT003
    dynamic = request._replace(
        static=None, options=request.options._replace(op_mode="dynamic"), kernel_types=()
    )
    compiles: dict[str, list[float]] = {}
    launches: dict[str, list[float]] = {}
    plans = {DYNAMIC: dynamic}
    plans |= {name: request._replace(build=flags) for name, flags in VARIANTS.items()}
    for turn in range(rounds):
        for number, (name, wanted) in enumerate(plans.items()):
            os.environ["CUSTOM_COMPILER_CACHE"] = str(work / f"cache{number}")
            if turn == 0:
                engine.compile_kernel_request(
                    renamed(wanted, f"{file.stem}_first")
                )  # the precompiled header
            before = children_seconds()
            kernel = engine.compile_kernel_request(renamed(wanted, f"{file.stem}_{turn}"))
            compiles.setdefault(name, []).append(children_seconds() - before)
            path = work / f"{number}.o"
            path.write_bytes(kernel.data)
            description = {**kernel.description, **static_facts(request)}
            command = [sys.executable, __file__, "--launch", str(path), json.dumps(description)]
            done = subprocess.run(command, capture_output=True, text=True, check=True)
            launches.setdefault(name, []).append(float(done.stdout))
    for name in plans:
        figures = f"{min(compiles[name]):9.2f} {min(launches[name]):9.1f}"
        print(f"{file.stem:28} {name:32} {figures}", flush=True)


def renamed(request: engine.KernelRequest, name: str) -> engine.KernelRequest:
    """Return the same kernel under a name that the cache does not have."""
    return request._replace(signature=request.signature._replace(bin_filename=name))


def static_facts(request: engine.KernelRequest) -> dict[str, Any]:
    """Return the facts for a launch, also of the kernel for all shapes."""
    tiling = request.static
    assert tiling is not None
    return {
        "tiling": tiling.data.hex(),
        "key": tiling.tiling_key,
        "blocks": tiling.block_dim,
        "workspace": sum(tiling.workspaces) + 512 * len(tiling.workspaces),
        "inputs": request.signature.raw["inputs"],
        "outputs": request.signature.raw["outputs"],
    }


def children_seconds() -> float:
    """Return the CPU time of the compilers so far."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def launch(path: Path, description: dict[str, Any]) -> int:
    """Print the CPU time of a launch in microseconds."""
    import numpy as np

    library = CDLL(os.environ["ASCEND_HOME_PATH"] + "/lib64/libascendcl.so")

    def call(name: str, *arguments: Any) -> None:
        code = getattr(library, name)(*arguments)
        if code:
            raise SystemExit(f"{name}: {code}")

    def buffer(data: Any) -> c_void_p:
        memory = c_void_p()
        size = c_size_t(max(data.nbytes, 64))
        call("aclrtMalloc", byref(memory), size, 0)
        source = data.ctypes.data_as(c_void_p)
        call("aclrtMemcpy", memory, size, source, c_size_t(data.nbytes), 1)
        return memory

    call("aclInit", None)
    call("aclrtSetDevice", 0)
    binary, function, stream = c_void_p(), c_void_p(), c_void_p()
    call("aclrtBinaryLoadFromFile", os.fsencode(path), None, byref(binary))
    name = f"{description['binFileName']}_{description['key']}".encode()
    call("aclrtBinaryGetFunction", binary, name, byref(function))
    call("aclrtCreateStream", byref(stream))
    random = np.random.default_rng(1)
    slots = []
    for port in (*description["inputs"], *description["outputs"]):
        if port["shape"] == [-2]:
            slots.append(c_void_p())
            continue
        kind = {"bfloat16": np.uint16}.get(port["dtype"], port["dtype"])
        slots.append(buffer(random.uniform(0.5, 1, port["shape"]).astype(kind)))
    slots.append(buffer(np.zeros(description["workspace"] + 32, np.uint8)))
    if "runInfo" not in description:
        slots.append(
            buffer(np.frombuffer(bytes.fromhex(description["tiling"]) + bytes(64), np.uint8))
        )
    arguments, parameter = c_void_p(), c_void_p()
    call("aclrtKernelArgsInit", function, byref(arguments))
    for slot in slots:
        size = c_size_t(8)
        call("aclrtKernelArgsAppend", arguments, byref(slot), size, byref(parameter))
    call("aclrtKernelArgsFinalize", arguments)
    times = []
    for _ in range(3):
        before = resource.getrusage(resource.RUSAGE_SELF)
        for _ in range(LAUNCHES):
            blocks = c_uint32(description["blocks"])
            call("aclrtLaunchKernelWithConfig", function, blocks, stream, None, arguments, None)
        call("aclrtSynchronizeStream", stream)
        after = resource.getrusage(resource.RUSAGE_SELF)
        used = after.ru_utime - before.ru_utime + after.ru_stime - before.ru_stime
        times.append(used / LAUNCHES * 1e6)
    print(min(times))
    return 0


if __name__ == "__main__":
    sys.exit(main())
