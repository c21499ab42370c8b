"""g++ against clang++ as the compiler of kernels: time to compile, and speed of the result.

python benchmarks/compilers.py [--jobs REGEX] [--repeats N] [--compilers g++ clang++]

The kernels are those of benchmarks/simulator.py. Each is compiled with both compilers, with
precompiled headers and an empty cache of kernels, and runs on the same data; repetitions of both
alternate. The figures are CPU time; medians are printed, and the geometric means of the ratios.
"""

from __future__ import annotations

import argparse
import os
import re
import shutil
import sys
import tempfile
from contextlib import contextmanager
from pathlib import Path
from statistics import geometric_mean, median
from typing import TYPE_CHECKING

from simulator import Bench
from simulator_compile import child_seconds
from simulator_device import Builder
from simulator_jobs import JOBS, Job
from simulator_report import Row, to_text

from custom_compiler.kernel.toolchain.cache import KernelCache

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping


class TimedBuilder(Builder):
    """Compiles with one compiler, and measures its compilations."""

    def __init__(self, compiler: str, work: Path, repeats: int) -> None:
        self._compiler = compiler
        self._repeats = repeats
        self._cache = work / "cache"
        self.seconds = 0.0
        with self._selected():
            super().__init__(work, KernelCache(str(self._cache)))
            super().kernel("empty")  # makes the precompiled header

    @contextmanager
    def _selected(self) -> Iterator[None]:
        before = os.environ.get("CXX")
        os.environ["CXX"] = self._compiler
        try:
            yield
        finally:
            os.environ.pop("CXX")
            if before is not None:
                os.environ["CXX"] = before

    def kernel(self, name: str, macros: Mapping[str, str] | None = None) -> Path:
        """Compile a kernel several times; keep the median CPU seconds in `seconds`."""
        times = []
        with self._selected():
            for _ in range(self._repeats):
                for part in ("kernel", "manifest"):
                    shutil.rmtree(self._cache / part, ignore_errors=True)
                start = child_seconds()
                path = super().kernel(name, macros)
                times.append(child_seconds() - start)
        self.seconds = median(times)
        return path


class Comparison:
    """Runs jobs with the kernels of two compilers."""

    def __init__(self, compilers: list[str], work: Path, repeats: int) -> None:
        self._compilers = compilers
        self._builders = []
        for number, compiler in enumerate(compilers):
            (work / str(number)).mkdir()
            self._builders.append(TimedBuilder(compiler, work / str(number), repeats))
        self._bench = Bench(repeats, work)

    def rows(self, job: Job) -> list[Row]:
        """Return the time to compile and to run a job's kernel: the second compiler's first.

        Raises:
            SystemExit: A result is not NumPy's.
        """
        bench = self._bench
        prepared = [job.prepare(bench.device, each, bench.peer) for each in self._builders]
        runs = [bench.finished(each.ours) for each in prepared]
        for compiler, each, run in zip(self._compilers, prepared, runs, strict=True):
            run()
            each.peer()
            if not (error := each.error()) <= job.tolerance:
                raise SystemExit(f"{job.name}, {compiler}: the results differ by {error:.1e}")
        first, second = bench.medians(*runs)
        compiled = [builder.seconds for builder in self._builders]
        bench.device.free_all()
        peer, name = self._compilers
        return [
            Row(f"compile {job.name}: {name}", 1, compiled[1]).against(peer, compiled[0], None),
            Row(f"run {job.name}: {name}", 1, second).against(peer, first, None),
        ]


def main(argv: list[str] | None = None) -> int:
    """Execute the benchmark; return its exit code."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--jobs", default="", help="regular expression; default: everything")
    parser.add_argument("--repeats", type=int, default=5, help="timed repetitions of each call")
    parser.add_argument("--compilers", nargs=2, default=["g++", "clang++"], metavar="CXX")
    args = parser.parse_args(argv)
    for compiler in args.compilers:
        if shutil.which(compiler) is None:
            parser.error(f"argument --compilers: {compiler} is not on PATH")

    os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})
    ratios: dict[str, list[float]] = {"compile": [], "run": []}
    with tempfile.TemporaryDirectory() as work:
        comparison = Comparison(args.compilers, Path(work), args.repeats)
        for job in JOBS:
            if not re.search(args.jobs, job.name, re.IGNORECASE):
                continue
            for kind, row in zip(ratios, comparison.rows(job), strict=True):
                print(to_text(row), flush=True)
                assert row.ratio is not None
                ratios[kind].append(row.ratio)
    for kind, values in ratios.items():
        print(f"{kind}: {args.compilers[1]} takes {geometric_mean(values):.2f} of the time")
    return 0


if __name__ == "__main__":
    sys.exit(main())
