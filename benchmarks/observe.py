"""Cost of observers: sanitizer, cycle model and trace against uninstrumented launches.

    python benchmarks/observe.py [--jobs REGEX] [--repeats N]

Kernels (benchmarks/kernels) are compiled uninstrumented and instrumented, and launched through
libascendcl. Each job has a separate process for each observer, since a process has one; the
processes alternate. A figure is CPU time of the process and of the programs that it asks for
lines: of its first launch, in which tables are read and memory is touched for the first time, and
of a later one, the medians of all processes. Memory is the most that a process had.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import resource
import subprocess
import sys
import tempfile
from dataclasses import asdict, dataclass
from pathlib import Path
from statistics import median
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Callable

    from simulator_device import Builder, Device

OBSERVERS = ("", "check", "profile", "trace")
# Of the whole run, as the issue of this project wants it; a trace has no aim.
_AIMS = {"check": 30.0, "profile": 15.0}
_NAMES = {"": "release", "check": "checked", "profile": "measured", "trace": "traced"}
_LATER = 7


@dataclass(frozen=True)
class Job:
    """A kernel with its data; `prepare` gives the launch."""

    name: str
    prepare: Callable[[Device, Builder], Callable[[], None]]


@dataclass(frozen=True)
class Cost:
    """Seconds of the first launch and of a later one, and the process's most memory in MB."""

    first: float
    later: float
    memory: float


def _random(*shape: int) -> np.ndarray:
    return np.random.default_rng(1).standard_normal(shape, np.float32)


def add(name: str, count: int, blocks: int, *, faulty: bool = False) -> Job:
    """Return a job that adds halves; one operand is too short if it is faulty."""

    def prepare(device: Device, builder: Builder) -> Callable[[], None]:
        x = _random(count).astype(np.float16)
        y = device.upload(x[:-100] if faulty else x)
        slots = (device.upload(x), y, device.allocate(x.nbytes), count)
        kernel = builder.kernel("binary", {"BENCH_API": "Add", "BENCH_T": "half"})
        return device.launcher(kernel, "binary", blocks, *slots)

    return Job(name, prepare)


def softmax(rows: int, columns: int) -> Job:
    """Return the job of a softmax of rows."""

    def prepare(device: Device, builder: Builder) -> Callable[[], None]:
        x = _random(rows, columns)
        tiling = device.upload(builder.tiling("softmax", "8", str(columns)))
        slots = (device.upload(x), device.allocate(x.nbytes), tiling, rows, columns)
        return device.launcher(builder.kernel("softmax"), "softmax", 40, *slots)

    return Job(f"softmax, {rows} x {columns} floats", prepare)


def sort(rows: int) -> Job:
    """Return the job that sorts rows of 4096 floats."""

    def prepare(device: Device, builder: Builder) -> Callable[[], None]:
        x = _random(rows, 4096)
        slots = (device.upload(x), *(device.allocate(x.nbytes) for _ in range(2)), rows)
        return device.launcher(builder.kernel("sort"), "sort", 40, *slots)

    return Job(f"sort, {rows} x 4096 floats", prepare)


def gather(count: int) -> Job:
    """Return the job that gathers floats of a table by index."""

    def prepare(device: Device, builder: Builder) -> Callable[[], None]:
        table = _random(16384)
        index = np.random.default_rng(2).integers(0, table.size, count, np.int32)
        slots = (device.upload(table), device.upload(index), device.allocate(4 * count))
        kernel = builder.kernel("gather")
        return device.launcher(kernel, "gather", 40, *slots, count, table.size)

    return Job(f"gather, {count} floats", prepare)


def matmul(size: int) -> Job:
    """Return a job that multiplies two square matrices of halves."""

    def prepare(device: Device, builder: Builder) -> Callable[[], None]:
        x = _random(size, size).astype(np.float16)
        tiling = device.upload(builder.tiling("matmul", str(size), "20"))
        slots = (device.upload(x), device.upload(x), device.allocate(2 * x.nbytes), tiling)
        return device.launcher(builder.kernel("matrix_product"), "matrix_product", 20, *slots)

    return Job(f"Matmul, {size} x {size} halves", prepare)


JOBS = [
    add("Add, 8 x 2048 halves, 8 blocks", 8 * 2048, 8),
    add("the same with reports", 8 * 2048, 8, faulty=True),
    add("Add, 4 M halves, 40 blocks", 1 << 22, 40),
    softmax(1024, 1024),
    gather(1 << 20),
    sort(64),
    matmul(512),
]


def _seconds() -> float:
    used = [resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
    return sum(usage.ru_utime + usage.ru_stime for usage in used)


def _measure(job: Job, *, observed: bool) -> Cost:
    """Measure a job in a separate process, with the observer in its environment."""
    from simulator_device import Builder, Device

    with tempfile.TemporaryDirectory() as work:
        builder = Builder(Path(work), options=["-sanitizer"] if observed else [])
        device = Device(builder.home)
        launch = job.prepare(device, builder)
        times = []
        for _ in range(1 + _LATER):
            start = _seconds()
            launch()
            device.synchronize()
            times.append(_seconds() - start)
        memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
        return Cost(times[0], median(times[1:]), memory)


def _cost_in_child(number: int, observer: str) -> Cost:
    with tempfile.TemporaryDirectory() as lines:
        settings = {"ASCENDC_OBSERVE": observer, "ASCENDC_OBSERVE_OUTPUT": lines}
        done = subprocess.run(
            [sys.executable, __file__, "--child", str(number)],
            env={**os.environ, **(settings if observer else {})},
            stdout=subprocess.PIPE,
            text=True,
            check=True,
        )
    return Cost(**json.loads(done.stdout))


def _median_of(costs: list[Cost]) -> Cost:
    return Cost(*(median(getattr(c, field) for c in costs) for field in Cost.__annotations__))


def main(argv: list[str] | None = None) -> int:
    """Run the benchmark; returns its exit code."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--jobs", default="", help="regular expression; default: everything")
    parser.add_argument("--repeats", type=int, default=3, help="processes of each kind")
    parser.add_argument("--child", type=int, help=argparse.SUPPRESS)
    args = parser.parse_args(argv)
    if args.child is not None:
        observed = bool(os.environ.get("ASCENDC_OBSERVE"))
        print(json.dumps(asdict(_measure(JOBS[args.child], observed=observed))))
        return 0
    ratios: dict[str, list[float]] = {observer: [] for observer in OBSERVERS[1:]}
    print(f"{'':40} {'first launch':>21} {'later launch':>21} {'memory':>9}")
    for number, job in enumerate(JOBS):
        if not re.search(args.jobs, job.name, re.IGNORECASE):
            continue
        turns: dict[str, list[Cost]] = {observer: [] for observer in OBSERVERS}
        for _ in range(args.repeats):
            for observer in OBSERVERS:
                turns[observer].append(_cost_in_child(number, observer))
        release = _median_of(turns[""])
        print(job.name)
        for observer in OBSERVERS:
            cost = _median_of(turns[observer])
            first, later = cost.first / release.first, cost.later / release.later
            print(
                f"{_NAMES[observer]:>40} {cost.first * 1e3:9.2f} ms {first:7.1f}x"
                f" {cost.later * 1e3:9.2f} ms {later:7.1f}x {cost.memory:6.0f} MB",
                flush=True,
            )
            if observer:
                ratios[observer] += [first, later]
    for observer, times in ratios.items():
        aim = f", wanted {_AIMS[observer]:.0f}x" if observer in _AIMS else ""
        print(f"{_NAMES[observer]}: median {median(times):.1f}x, worst {max(times):.1f}x{aim}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
