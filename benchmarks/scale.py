"""Limits of a scheduler: a real one, with workers that only pretend to compile.

    python benchmarks/scale.py [--jobs N] [--workers N] [--result BYTES] [--seconds-per-kernel S]

Jobs go the way of kernels (`cluster_workers`: files by hash, versions checked, results back), but
a worker answers at once with as many bytes as a kernel has. What counts is the CPU time per job of
the process that sends and of the scheduler, each of which uses one CPU: their inverses are
the rates that no number of workers exceeds. The second table draws the conclusions.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import NamedTuple

from custom_compiler.kernel.jobs import cluster_task
from custom_compiler.kernel.jobs.cluster import ClusterWorkers
from custom_compiler.kernel.jobs.cluster_task import TaskResult, pack_result
from custom_compiler.kernel.jobs.job import Job, JobLimits
from custom_compiler.kernel.jobs.parcel import unpack
from custom_compiler.kernel.jobs.remote import remote
from custom_compiler.kernel.jobs.scheduler import SchedulerAddress
from custom_compiler.kernel.opc.engine import KernelRequest, compile_kernel_request
from custom_compiler.kernel.opc.options import parse_options
from custom_compiler.kernel.opc.signature import signature_of
from custom_compiler.toolkit.home import ensure_home

_FILES, _FILE_BYTES = 6, 8 << 10  # of an operator: source, headers, implementation
_OPERATORS = 20
_SOURCE = """\
#include "kernel_operator.h"
extern "C" __global__ __aicore__ void copy_it(GM_ADDR x, GM_ADDR z, GM_ADDR, GM_ADDR) {
    *(__gm__ DTYPE_Z*)z = *(__gm__ DTYPE_X*)x;
}
"""
_IMPLEMENTATION = """\
@tbe_register.register_operator("Copy")
def copy_it(x, z, kernel_name="copy_it"):
    ascendc_src_file = "copy_it.cpp"
"""
_KERNEL = "__main__:kernel"
_LINK = 1.25e9  # bytes per second of the network of the scheduler: 10 Gbit/s
_KERNELS = (10**3, 10**4, 10**5, 10**6)
_THREADS = (2, 32, 512, 8192)


class Operator(NamedTuple):
    """The files of one operator, as a request names them."""

    paths: tuple[str, ...]

    def find_cached(self) -> None:
        """Return None, since nothing is cached."""

    def packed(self) -> tuple[Operator, list[str]]:
        """Return itself and its files."""
        return self, list(self.paths)

    def moved(self, toolkit: str, tree: str) -> Operator:
        """Return itself."""
        del toolkit, tree
        return self

    def received(self, value: bytes) -> bytes:
        """Return the kernel."""
        return value


class Costs(NamedTuple):
    """CPU seconds per job, and bytes of a result."""

    sender: float
    scheduler: float
    result: int


@remote
def kernel() -> bytes:
    """Name what workers pretend to do."""
    raise NotImplementedError


def pretend(data: bytes, blobs: list[bytes], key: str) -> bytes:
    """Return a result in place of `run_task`."""
    del blobs, key
    size = int(unpack(data)[0]["limits"][1])
    return pack_result(TaskResult(os.urandom(size), None, 0.0, "", None), data)


def measure(folder: Path, jobs: int, workers: int, result: int) -> Costs:
    """Run so many jobs through a scheduler with so many workers."""
    from psutil import Process

    files = [folder / f"{number}.h" for number in range(_FILES * _OPERATORS)]
    for file in files:
        file.write_bytes(os.urandom(_FILE_BYTES))
    operators = [Operator(tuple(map(str, files[start::_OPERATORS]))) for start in range(_OPERATORS)]
    scheduler_file = folder / "scheduler.json"
    words: list[str | Path] = [
        "--host",
        "127.0.0.1",
        "--port",
        "0",
        "--no-dashboard",
        "--scheduler-file",
        scheduler_file,
    ]
    scheduler = _start(folder, "-m", "distributed.cli.dask_scheduler", *words)
    while not (scheduler_file.exists() and scheduler_file.stat().st_size):
        time.sleep(0.05)
    pretenders = _start(folder, __file__, "--be-workers", scheduler_file, str(workers))
    try:
        address = json.loads(scheduler_file.read_text())["address"]
        limits = JobLimits(memory=result)  # tells the workers how much to answer
        there = ClusterWorkers(SchedulerAddress(address), limits, str(ensure_home()))
        with there:
            while there.threads() < workers:
                time.sleep(0.1)
            first = [Job("first", _KERNEL, (operator,)) for operator in operators]
            list(there.run(first))  # the files are on their way once
            watched, link = Process(scheduler.pid), Process(there._link.pid)  # noqa: SLF001
            before, start = sum(watched.cpu_times()[:2]), time.process_time()
            linked = sum(link.cpu_times()[:2])
            named = ((str(number), operators[number % _OPERATORS]) for number in range(jobs))
            sent = (Job(name, _KERNEL, (operator,)) for name, operator in named)
            received = sum(len(each.value) for each in there.run(sent))
            sender = time.process_time() - start + sum(link.cpu_times()[:2]) - linked
            used = sum(watched.cpu_times()[:2]) - before
    finally:
        for process in (pretenders, scheduler):
            process.kill()
            process.wait()
    if received != jobs * result:
        raise SystemExit(f"{received} bytes came back, not {jobs * result}")
    return Costs(sender / jobs, used / jobs, result)


def measure_request(folder: Path, repeats: int) -> float:
    """Return CPU seconds per kernel of the sender: asking its cache, packing, storing."""
    os.environ["CUSTOM_COMPILER_CACHE"] = str(folder / "cache")
    (folder / "copy_it.cpp").write_text(_SOURCE)
    (folder / "Copy.py").write_text(_IMPLEMENTATION)
    port = {"dtype": "float16", "format": "ND"}
    entry = {"inputs": [{"name": "x", **port}], "outputs": [{"name": "z", **port}]}
    words = ["--input_param=-", "--output=-", "--soc_version=Ascend910B1"]
    options = parse_options([str(folder / "Copy.py"), *words])
    if options is None:
        raise SystemExit("no options")

    toolkit = str(ensure_home())

    def request(name: str) -> KernelRequest:
        signature = signature_of("Copy", {"bin_filename": name, **entry})
        return KernelRequest(toolkit, str(folder / "Copy.py"), signature, options)

    compiled = compile_kernel_request(request("Copy"))
    start = time.process_time()
    for number in range(repeats):
        kernel_request = request(f"Copy_{number}")
        kernel_request.find_cached()
        kernel_request.packed()
        kernel_request.received(compiled)
    return (time.process_time() - start) / repeats


def _start(folder: Path, *words: str | Path) -> subprocess.Popen[bytes]:
    paths = os.pathsep.join([str(Path(__file__).parent), *sys.path])
    with (folder / "log").open("ab") as log:
        return subprocess.Popen(
            [sys.executable, *map(str, words)],
            env={**os.environ, "PYTHONPATH": paths},
            stdout=log,
            stderr=subprocess.STDOUT,
        )


async def be_workers(scheduler_file: str, count: int) -> None:
    """Be so many workers of one thread until the process is ended."""
    from distributed import Worker

    cluster_task.run_task = pretend  # what tasks name
    workers = [
        await Worker(scheduler_file=scheduler_file, nthreads=1, memory_limit=0, dashboard=False)
        for _ in range(count)
    ]
    await workers[0].finished()


def predict(costs: Costs, kernel: float) -> list[list[str]]:
    """Return the rows of time and what limits it, by kernels and threads of workers."""
    rows = []
    for kernels in _KERNELS:
        row = [f"{kernels:,}"]
        for threads in _THREADS:
            seconds = {
                "workers": kernel * kernels / min(threads, kernels),
                "scheduler": costs.scheduler * kernels,
                "sender": costs.sender * kernels,
                "network": 2 * costs.result * kernels / _LINK,
            }
            limit = max(seconds, key=seconds.__getitem__)
            row.append(f"{_shown(seconds[limit])} ({limit})")
        rows.append(row)
    return rows


def _shown(seconds: float) -> str:
    for size, unit in ((86400.0, "d"), (3600.0, "h"), (60.0, "min")):
        if seconds >= size:
            return f"{seconds / size:.1f} {unit}"
    return f"{seconds:.1f} s"


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--jobs", type=int, default=2000)
    parser.add_argument("--workers", type=int, default=32)
    parser.add_argument("--result", type=int, default=150_000, help="bytes of a kernel")
    parser.add_argument("--seconds-per-kernel", type=float, default=2.0)
    parser.add_argument("--be-workers", nargs=2, metavar=("FILE", "N"), help=argparse.SUPPRESS)
    args = parser.parse_args()
    if args.be_workers:
        asyncio.run(be_workers(args.be_workers[0], int(args.be_workers[1])))
        return
    with tempfile.TemporaryDirectory() as folder:
        costs = measure(Path(folder), args.jobs, args.workers, args.result)
        request = measure_request(Path(folder), args.jobs // 10 + 1)
    costs = costs._replace(sender=costs.sender + request)
    print(f"{args.jobs} jobs of {args.result} bytes, {args.workers} workers; CPU time per job:")
    for name, seconds in (("sender", costs.sender), ("scheduler", costs.scheduler)):
        threads = args.seconds_per_kernel / seconds
        print(
            f"  {name:10}{1e3 * seconds:6.2f} ms   at most {1 / seconds:6.0f} kernels/s,"
            f" which {threads:,.0f} threads make"
        )
    print(f"\nkernels of {args.seconds_per_kernel:g} s each, by threads of workers:")
    print("| kernels | " + " | ".join(map(str, _THREADS)) + " |")
    for row in predict(costs, args.seconds_per_kernel):
        print("| " + " | ".join(row) + " |")


if __name__ == "__main__":
    main()
