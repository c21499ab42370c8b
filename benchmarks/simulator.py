"""Speed of the simulated cores and of kernel compiles.

python benchmarks/simulator.py [--jobs REGEX] [--repeats N] [--html FILE] [--corpus cann-ops/src]

Kernels in ordinary Ascend C (benchmarks/kernels) run on 16 M elements through libascendcl, against
NumPy doing the same job on the same data: first on one CPU, then on all. On one CPU the figures
are CPU time; on all CPUs wall-clock time, and NumPy gets a thread per CPU, each with its slice
(a matrix product: OpenBLAS with as many threads). Repetitions of both alternate; medians are
printed. Only ratios within one run mean something.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import subprocess
import sys
import tempfile
import time
from dataclasses import asdict
from pathlib import Path
from statistics import median
from typing import TYPE_CHECKING

from simulator_report import Row, to_html, to_text

if TYPE_CHECKING:
    from collections.abc import Callable

    from simulator_device import Builder, Device
    from simulator_jobs import Job, Peer

_COPY_BYTES = 64 << 20


class Bench:
    """Measures on the CPUs that this process may use, `repeats` times each."""

    def __init__(self, repeats: int, work: Path) -> None:
        from simulator_device import Builder, Device
        from simulator_jobs import Peer

        self.cpus = len(os.sched_getaffinity(0))
        self.builder: Builder = Builder(work)
        self.device: Device = Device(self.builder.home)
        self.peer: Peer = Peer(self.cpus)
        self._repeats = repeats
        self._clock = time.process_time if self.cpus == 1 else time.perf_counter

    def medians(self, *calls: Callable[[], object]) -> list[float]:
        """Return the median seconds of each call; the calls alternate."""
        times: list[list[float]] = [[] for _ in calls]
        for turn in range(self._repeats + 1):
            for call, seconds in zip(calls, times, strict=True):
                start = self._clock()
                call()
                if turn:
                    seconds.append(self._clock() - start)
        return [median(seconds) for seconds in times]

    def finished(self, launch: Callable[[], None]) -> Callable[[], None]:
        """Return a call that launches and waits."""

        def run() -> None:
            launch()
            self.device.synchronize()

        return run

    def run(self, job: Job) -> Row:
        """Time one job against NumPy."""
        prepared = job.prepare(self.device, self.builder, self.peer)
        run = self.finished(prepared.ours)
        ours, peer = self.medians(run, prepared.peer)
        error = prepared.error()
        if not error <= job.tolerance:
            raise SystemExit(f"{job.name}: the results differ by {error:.1e}")
        self.device.free_all()
        note = f"{prepared.traffic / ours / 1e9:.1f} GB/s"
        return Row(job.name, self.cpus, ours, note=note).against("NumPy", peer, job.aim)

    def copy(self) -> Row:
        """Measure the bandwidth of memory: a plain copy by NumPy."""
        import numpy as np

        source = np.ones(_COPY_BYTES // 4, np.float32)
        target = np.zeros_like(source)
        [seconds] = self.medians(self.peer.run(np.copyto, target, source))
        speed = f"{2 * _COPY_BYTES / seconds / 1e9:.1f} GB/s"
        return Row("copy of 64 MB by NumPy", self.cpus, seconds, note=speed)

    def empty_launch(self) -> list[Row]:
        """Time an empty kernel on 40 blocks: one launch with a wait, and one of many in a row."""
        from simulator_jobs import BLOCKS

        launch = self.device.launcher(self.builder.kernel("empty"), "empty", BLOCKS, 0)
        many = 200

        def burst() -> None:
            for _ in range(many):
                launch()
            self.device.synchronize()

        def single() -> None:
            for _ in range(many):
                launch()
                self.device.synchronize()

        rows = []
        for name, call in (("launch and wait", single), ("launches in a row", burst)):
            [seconds] = self.medians(call)
            rows.append(
                Row(f"empty kernel, 40 blocks: {name}", self.cpus, seconds / many, aim=50e-6)
            )
        return rows

    def sync_all(self) -> Row:
        """Time 40 blocks that wait for each other."""
        from simulator_jobs import BLOCKS

        times = 100
        kernel = self.builder.kernel("sync_all")
        [seconds] = self.medians(
            self.finished(self.device.launcher(kernel, "sync_all", BLOCKS, times))
        )
        switch = f"{seconds / times / BLOCKS * 1e9:.0f} ns per block"
        return Row("SyncAll of 40 blocks", self.cpus, seconds / times, note=switch)

    def scaling(self) -> list[Row]:
        """Cost by data and by blocks: Add of floats."""
        from simulator_jobs import ELEMENTS

        kernel = self.builder.kernel("binary", {"BENCH_API": "Add", "BENCH_T": "float"})
        operands = [self.device.allocate(4 * ELEMENTS) for _ in range(3)]
        for operand in operands:
            self.device.fill(operand, 4 * ELEMENTS)

        def launch(blocks: int, elements: int) -> Callable[[], None]:
            slots = (*operands, elements)
            return self.finished(self.device.launcher(kernel, "binary", blocks, *slots))

        quarter, whole, few = self.medians(
            launch(40, ELEMENTS // 4), launch(40, ELEMENTS), launch(self.cpus, ELEMENTS)
        )
        self.device.free_all()
        linear = Row("Add of 16 M against 4 x Add of 4 M", self.cpus, whole)
        blocks = Row(f"Add on 40 blocks against {self.cpus}", self.cpus, whole)
        return [
            linear.against("4 x 4 M", 4 * quarter, 1.1),
            blocks.against(f"{self.cpus} blocks", few, 1.05),
        ]


def _measure(args: argparse.Namespace) -> None:
    """Print the rows of this child process's CPUs as JSON lines."""
    from simulator_jobs import JOBS

    with tempfile.TemporaryDirectory() as work:
        bench = Bench(args.repeats, Path(work))
        jobs = [job for job in JOBS if re.search(args.jobs, job.name, re.IGNORECASE)]
        rows = [bench.copy] if args.jobs == "" else []
        for measure in [*rows, *(lambda job=job: bench.run(job) for job in jobs)]:
            _emit([measure()])
        if args.jobs == "":
            _emit([*bench.empty_launch(), bench.sync_all()])
            _emit(bench.scaling())


def _emit(rows: list[Row]) -> None:
    for row in rows:
        print(json.dumps(asdict(row)), flush=True)


def _rows_of_child(args: argparse.Namespace, cpus: set[int]) -> list[Row]:
    threads = str(len(cpus))
    environment = {**os.environ, "OPENBLAS_NUM_THREADS": threads, "OMP_NUM_THREADS": threads}
    numbers = ",".join(map(str, sorted(cpus)))
    command = [sys.executable, __file__, "--child", numbers, "--jobs", args.jobs]
    command += ["--repeats", str(args.repeats)]
    rows = []
    with subprocess.Popen(
        command,
        env=environment,
        stdout=subprocess.PIPE,
        text=True,
    ) as child:
        assert child.stdout is not None
        for line in child.stdout:
            rows.append(Row(**json.loads(line)))
            print(to_text(rows[-1]), flush=True)
    if child.returncode != 0:
        sys.exit(child.returncode)
    return rows


def main(argv: list[str] | None = None) -> int:
    """Run the benchmark; returns its exit code."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--jobs", default="", help="regular expression; default: everything")
    parser.add_argument("--repeats", type=int, default=7, help="timed repetitions of each call")
    parser.add_argument("--html", type=Path, help="also write the table as a page")
    parser.add_argument("--corpus", type=Path, help="compile its largest kernels too")
    parser.add_argument("--largest", type=int, default=1, help="how many of them")
    parser.add_argument("--child", help=argparse.SUPPRESS)
    args = parser.parse_args(argv)
    if args.child:
        os.sched_setaffinity(0, map(int, args.child.split(",")))
        _measure(args)
        return 0
    cpus = sorted(os.sched_getaffinity(0))
    rows = _rows_of_child(args, {cpus[0]})
    if len(cpus) > 1:
        rows += _rows_of_child(args, set(cpus))
    if args.jobs == "":
        from simulator_compile import corpus_rows, trivial_rows

        compiles = trivial_rows(args.repeats)
        if args.corpus:
            compiles += corpus_rows(args.corpus.resolve(), args.largest)
        for row in compiles:
            print(to_text(row), flush=True)
        rows += compiles
    missed = [row for row in rows if row.met is False]
    print(f"{len(rows)} rows, {len(missed)} miss their aim")
    if args.html:
        args.html.write_text(to_html(rows))
    return 0


if __name__ == "__main__":
    sys.exit(main())
