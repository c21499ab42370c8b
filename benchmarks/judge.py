"""Rate of evaluated projects, against MultiKernelBench's own pipeline in the same run.

    python benchmarks/judge.py --checkout <MultiKernelBench> [--python <one with torch_npu>] [--op
        add]

The repository's own example kernels are evaluated three ways, from the same response, with the same
module and the same inputs: by its runner with its back end `ascendc` (msopgen, build.sh, the
package, an extension of torch_npu), by `custom-compiler judge`, and by its runner with the back
end of examples/multikernelbench. First with an empty toolkit root and empty caches, then again with
another response that differs by a comment in all sources, as the next one of many does, and a
dozen of these in one run of `judge`, reported for one: a run by itself imports PyTorch for one. Its
projects are written before. The extension is the same and is compiled again each time, as
MultiKernelBench does.

The figures are the CPU time of all processes, which other load on the machine changes little,
and wall-clock time. "a minute and core" is 60 / CPU seconds. All ways must find it right.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import resource
import shutil
import subprocess
import sys
import time
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

sys.path.append(str(Path(__file__).resolve().parents[1]))

from tests.clients.venvs import python_with
from tests.corpus.judge_multikernelbench import environment, examples, judge, layered, prepare

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from tests.corpus.judge_multikernelbench import Example

_ROOT = Path(__file__).resolve().parents[1]
_BACKEND = _ROOT / "examples" / "multikernelbench" / "ascendc_judge_backend.py"
# What all of MultiKernelBench's own trials go over; here the compilers are measured.
_ROWS = {"add": ("17, 393216", "1, 393216"), "layer_norm": ("16384, 1024", "64, 1024")}
_SOURCES = re.compile(
    r'^(host_tiling_src|host_operator_src|kernel_src) *= *("""|\'\'\')', re.MULTILINE
)
_AIM = 20
_SEVERAL = 12
_JUDGES = {"judge --quick": ["--quick"], "judge": []}


class Cost(NamedTuple):
    """Seconds of one evaluation."""

    cpu: float
    wall: float


def measured(work: Callable[[], bool]) -> Cost:
    """Return the CPU time of the processes that `work` starts; it says whether all was right."""
    before, start = resource.getrusage(resource.RUSAGE_CHILDREN), time.monotonic()
    if not work():
        sys.exit("not judged right, see above")
    after, wall = resource.getrusage(resource.RUSAGE_CHILDREN), time.monotonic() - start
    cpu = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return Cost(cpu, wall)


def next_response(text: str, number: int) -> str:
    """Return a response that compiles to the same, but is new for every cache."""
    return _SOURCES.sub(rf"\1=\2\n// response {number}", text)


class Bench:
    """A copy of the benchmark, and what runs it."""

    def __init__(self, checkout: Path, python: str, work: Path) -> None:
        self.checkout = checkout
        self.work = work
        self.copy = work / "MultiKernelBench"
        prepare(checkout, self.copy)
        shutil.copy(_BACKEND, self.copy / "backends")
        (self.copy / "ascend_op_projects").mkdir(exist_ok=True)
        for op, (old, new) in _ROWS.items():
            module = self.copy / "reference" / "shown_examples" / f"{op}.py"
            module.write_text(module.read_text().replace(old, new))
        self._python = layered(python, work / "python")
        cache = {"CUSTOM_COMPILER_CACHE": str(work / "cache")}
        self._theirs = environment(work / "home" / "cann", self._python, work) | cache
        expression = "import sysconfig; print(sysconfig.get_path('purelib'))"
        paths = [
            subprocess.check_output([interpreter, "-c", expression], text=True).strip()
            for interpreter in (self._python, python)
        ]
        # The judge runs in the Python that has custom_compiler, and finds torch in the other one.
        self._ours = os.environ | cache
        self._ours |= {"PYTHONPATH": os.pathsep.join(paths), "TORCH_DEVICE_BACKEND_AUTOLOAD": "0"}

    def pipeline(self, example: Example, number: int) -> bool:
        """Run MultiKernelBench with its own back end."""
        self._respond(example, number)
        verdict = judge(example, self.copy, self._theirs, self._python)
        return self._report(verdict.is_judged(), verdict.why_not())

    def write(self, example: Example, number: int, count: int = 1) -> list[Path]:
        """Write the response's project, or several; their folders."""
        projects = [
            self.work / f"{example.op}-{number}-{number_of_project}"
            for number_of_project in range(count)
        ]
        texts = []
        for index in range(count):
            self._respond(example, 1000 * number + index)
            texts.append((self.copy / example.path).read_text())
        script = (
            "import json, sys; from pathlib import Path; import backends.ascendc_judge_backend as b"
            "\nfor text, folder in json.load(sys.stdin): "
            "b.write_project(text, sys.argv[1], Path(folder))"
        )
        requests = json.dumps([*zip(texts, map(str, projects), strict=True)])
        writes = [sys.executable, "-c", script, example.op]
        subprocess.run(writes, cwd=self.copy, env=self._ours, input=requests, text=True, check=True)
        return projects

    def judge(self, example: Example, projects: list[Path], *more: str) -> bool:
        """Run `custom-compiler judge` on projects."""
        module = self.copy / "reference" / "shown_examples" / f"{example.op}.py"
        words = ["judge", *map(str, projects), "--reference", str(module), *more]
        return self._run([sys.executable, "-m", "custom_compiler", *words], self._ours)

    def backend(self, example: Example, number: int) -> bool:
        """Run MultiKernelBench with the back end that judges."""
        self._respond(example, number)
        ours = example.__class__("ascendc_judge", example.op, example.path)
        variables = self._ours | {"JUDGE_QUICK": "1"}
        verdict = judge(ours, self.copy, variables, Path(sys.executable))
        result = verdict.result
        is_right = bool(result.get("compiled") and result.get("correctness"))
        return self._report(is_right, verdict.why_not())

    def _respond(self, example: Example, number: int) -> None:
        text = (self.checkout / example.path).read_text()
        (self.copy / example.path).write_text(next_response(text, number))

    def _run(self, command: list[str], variables: Mapping[str, str]) -> bool:
        done = subprocess.run(
            command, cwd=self.work, env=variables, capture_output=True, text=True, check=False
        )
        return self._report(done.returncode == 0, done.stdout + done.stderr)

    @staticmethod
    def _report(is_right: bool, words: str) -> bool:  # noqa: FBT001
        if not is_right:
            print(words)
        return is_right


def compare(bench: Bench, example: Example) -> None:
    """Measure one example and print a line per way."""
    numbers = iter(range(100))
    theirs: dict[str, Cost] = {}
    for kind in ("cold", "warm"):

        def record(name: str, work: Callable[[], bool], count: int = 1, kind: str = kind) -> None:
            cost = measured(work)
            each = Cost(cost.cpu / count, cost.wall / count)
            _tell(f"{example.op}, {kind}, {name}", each, theirs.setdefault(kind, each))

        def begin(kind: str = kind) -> int:
            if kind == "cold":
                shutil.rmtree(bench.work / "cache", ignore_errors=True)
            return next(numbers)

        record("MultiKernelBench", partial(bench.pipeline, example, next(numbers)))
        for name, words in _JUDGES.items():
            for count in (1,) if kind == "cold" else (1, _SEVERAL):
                projects = bench.write(example, begin(), count)
                shown = name if count == 1 else f"{name}, one of {count}"
                record(shown, partial(bench.judge, example, projects, *words), count)
        record("its runner, our back end", partial(bench.backend, example, begin()))


def _tell(name: str, cost: Cost, theirs: Cost) -> None:
    ratios = f"{theirs.cpu / cost.cpu:.1f} x by CPU, {theirs.wall / cost.wall:.1f} x by clock"
    print(
        f"{name}: {cost.cpu:.1f} s CPU, {cost.wall:.1f} s, "
        f"{60 / cost.cpu:.2f} a minute and core; {ratios}",
        flush=True,
    )


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--checkout", type=Path, required=True, help="one of MultiKernelBench")
    parser.add_argument("--python", help="one with torch_npu; by default that of tests/clients")
    parser.add_argument("--op", action="append", dest="ops", help="default: add")
    parser.add_argument("--work", type=Path, default=Path("judge_benchmark"))
    options = parser.parse_args()
    work = options.work.resolve()
    shutil.rmtree(work, ignore_errors=True)
    work.mkdir(parents=True)
    checkout = options.checkout.resolve()
    python = options.python or str(python_with("torch_npu"))
    bench = Bench(checkout, python, work)
    print(f"aim: {_AIM} x")
    for example in examples(checkout):
        if example.language == "ascendc" and example.op in (options.ops or ["add"]):
            compare(bench, example)


if __name__ == "__main__":
    main()
