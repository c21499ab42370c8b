"""Static kernels against dynamic ones: calls as programs make them, and cycles of the cores.

python benchmarks/static.py [--work FOLDER] [--operator NAME]... [--repeats N]

AddCustom of this repository, and the operators in FOLDER, the work folder of a run of
``python -m tests.corpus run cann-ops --static``, with the shapes that their own clients called them
with. Each is called by its type (aclopExecuteV2, then waited for) on random values, in one process
with static kernels and one without, in alternation. *First call* has the host tiling in it, *call*
is the median of the later ones, both CPU time, and of the process that needed least: whether both
threads of the cores find work changes from process to process; *cycles* are the duration that the
cycle model gives, which has no launch overhead of the host. Each figure is how many times as long
the dynamic kernel takes. Constants in place of tiling data save scalar work only, so where no
cycles are gained the busiest pipe of the kernel is printed.
"""

from __future__ import annotations

import argparse
import json
import os
import shutil
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path
from statistics import median
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
_SHAPE = (8, 2048)
_CALLS = 200
_SECONDS = 2.0  # of one process's calls
_GAIN = 1.05  # less is called nothing


@dataclass(frozen=True)
class Operator:
    """One call: a file that describes it, and the toolkit with its operator's package."""

    name: str
    information: Path
    home: Path
    soc: str


@dataclass(frozen=True)
class Cost:
    """Seconds of a first and of a later call; cycles of the slowest core, and what it does."""

    first: float
    later: float
    cycles: float
    busiest: str


def main() -> int:
    """Measure what the command line asks for and print the table; returns the exit code."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument(
        "--work", type=Path, help="--work of `python -m tests.corpus run cann-ops --static`"
    )
    parser.add_argument("--operator", action="append", default=[], help="only these of FOLDER")
    parser.add_argument("--repeats", type=int, default=5, help="processes of each kind")
    parser.add_argument("--call", type=Path, help=argparse.SUPPRESS)
    args = parser.parse_args()
    if args.call:
        return _repeat_call(args.call)
    with tempfile.TemporaryDirectory() as folder:
        work = Path(folder)
        operators = [_sample(work), *_of_corpus(args.work, set(args.operator))]
        heads = ("operator", "first call", "call", "cycles")
        print(f"{heads[0]:40} {heads[1]:>10} {heads[2]:>8} {heads[3]:>8}")
        for number, operator in enumerate(operators):
            directory = work / str(number)
            directory.mkdir()
            print(_row(operator, *_measure(operator, directory, args.repeats)), flush=True)
    return 0


def _row(operator: Operator, dynamic: Cost, static: Cost) -> str:
    first, later = dynamic.first / static.first, dynamic.later / static.later
    cycles = dynamic.cycles / static.cycles
    row = f"{operator.name:40} {first:10.2f} {later:8.2f} {cycles:8.2f}"
    return row if cycles >= _GAIN else f"{row}  {static.busiest}"


def _measure(operator: Operator, work: Path, repeats: int) -> tuple[Cost, Cost]:
    opps = {name: work / name for name in ("dynamic", "static")}
    call = _prepare(operator, work, opps)
    runs: dict[str, list[dict[str, Any]]] = {name: [] for name in opps}
    for _ in range(repeats):
        for name, opp in opps.items():
            runs[name].append(_run(operator, call, opp))
    costs = {}
    for name, opp in opps.items():
        cycles, busiest = _modelled(operator, call, opp, work)
        first, later = (min(run[kind] for run in runs[name]) for kind in ("first", "later"))
        costs[name] = Cost(first, later, cycles, busiest)
    return costs["dynamic"], costs["static"]


def _prepare(operator: Operator, work: Path, opps: dict[str, Path]) -> Path:
    """Make both opps; the file that describes the call."""
    from custom_compiler.kernel.op_compiler.plan import make_plan
    from custom_compiler.kernel.op_compiler.verify import call_of, install_package, link_opp

    for opp in opps.values():
        link_opp(str(operator.home / "opp"), str(opp))
    information = work / "information"
    information.mkdir()
    shutil.copy(operator.information, information)
    package = work / "kernels.run"
    command: list[str | Path] = [
        operator.home / "bin/op_compiler",
        "-p",
        information,
        "-v",
        operator.soc,
        "-f",
    ]
    subprocess.run(
        [*command, "-o", package],
        env=_environment(operator, opps["dynamic"]),
        check=True,
        stdout=subprocess.DEVNULL,
    )
    install_package(str(package), str(opps["static"]))
    kernel = make_plan(str(information), follow=True).kernels[0]
    call = {**call_of(kernel, 1), "root": str(operator.home)}
    path = work / "call.json"
    path.write_text(json.dumps(call), encoding="utf-8")
    return path


def _run(operator: Operator, call: Path, opp: Path, **more: str) -> dict[str, Any]:
    subprocess.run(
        [sys.executable, __file__, "--call", call],
        env=_environment(operator, opp) | more,
        check=True,
        capture_output=True,
        text=True,
    )
    result: dict[str, Any] = json.loads(call.with_name("times.json").read_text(encoding="utf-8"))
    return result


def _modelled(operator: Operator, call: Path, opp: Path, work: Path) -> tuple[float, str]:
    """Return the cycles of the slowest core, and its busiest pipe."""
    from custom_compiler.profile.launches import TimedLaunches

    lines = work / f"{opp.name}_lines"
    lines.mkdir()
    log = lines / "log"
    _run(
        operator, call, opp, ASCENDC_KERNEL_LOG=str(log),
        ASCENDC_OBSERVE="profile", ASCENDC_OBSERVE_OUTPUT=str(lines),
        ASCENDC_OBSERVE_OPTIONS="timeline=off",
    )  # fmt: skip
    kinds = {json.loads(line)["taken"] for line in log.read_text().splitlines()}
    if kinds != {opp.name}:
        raise SystemExit(f"{operator.name}: the runtime took {', '.join(kinds)}, not {opp.name}")
    launches = TimedLaunches(lines)
    launches.read(is_complete=True)
    if not launches.launches:
        raise SystemExit(f"{operator.name}: no launch was measured: {launches.unobserved}")
    core = max(launches.launches[0].timing.cores, key=lambda core: core.cycles)
    pipe = max(core.pipes, key=lambda name: core.busy(name) or 0)
    return core.cycles, f"{pipe} is busy {(core.busy(pipe) or 0) / core.cycles:.0%} of the kernel"


def _repeat_call(path: Path) -> int:
    """Make the call again and again; times.json next to its file gets how long it takes."""
    from custom_compiler.kernel.op_compiler.verify_call import Client

    call = json.loads(path.read_text(encoding="utf-8"))
    client = Client(call["root"])
    loaded = client.load(call)
    before = time.process_time()
    client.execute(loaded)
    first = time.process_time() - before
    times = [first]
    calls = 0 if os.environ.get("ASCENDC_OBSERVE") else _CALLS
    end = time.monotonic() + _SECONDS
    while len(times) <= calls and time.monotonic() < end:
        before = time.process_time()
        client.execute(loaded)
        times.append(time.process_time() - before)
    cost = {"first": first, "later": median(times[1:] or times)}
    path.with_name("times.json").write_text(json.dumps(cost), encoding="utf-8")
    return 0


def _environment(operator: Operator, opp: Path) -> dict[str, str]:
    inherited = {name: value for name, value in os.environ.items() if not name.startswith("ASCEND")}
    return {
        **inherited,
        "ASCEND_HOME_PATH": str(operator.home),
        "ASCEND_OPP_PATH": str(opp),
        "ASCENDC_SOC_VERSION": operator.soc,
        "LD_LIBRARY_PATH": str(operator.home / "lib64"),
    }


def _sample(work: Path) -> Operator:
    """Return AddCustom of this repository, installed into a separate toolkit."""
    home = work / "home" / "cann"
    os.environ["CUSTOM_COMPILER_HOME"] = str(home)
    custom_compiler: list[str | Path] = [sys.executable, "-m", "custom_compiler"]
    command: list[str | Path] = [
        *custom_compiler,
        "build",
        "-o",
        ROOT / "op_host",
        "-k",
        ROOT / "op_kernel",
    ]
    command += ["--soc_version", "ascend910b", "--work-dir", work / "project"]
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    package = next((work / "project/CustomProject/build_out").glob("*.run"))
    subprocess.run(
        ["sh", package, "--quiet"],
        env={**os.environ, "ASCEND_OPP_PATH": str(home / "opp")},
        check=True,
    )
    information = work / "add_custom.json"
    tensor = {
        "param_type": "required", "dtype": "float16", "format": "ND", "shape": _SHAPE,
        "origin_format": "ND", "origin_shape": _SHAPE,
    }  # fmt: skip
    inputs = [{"name": name, "index": i, **tensor} for i, name in enumerate(("x", "y"))]
    record = {
        "op_type": "AddCustom", "deterministic": "false", "inputs": inputs,
        "outputs": [{"name": "z", "index": 0, **tensor}], "attrs": [],
    }  # fmt: skip
    information.write_text(json.dumps(record), encoding="utf-8")
    return Operator("AddCustom, 8 x 2048 half", information, home, "Ascend910B1")


def _of_corpus(work: Path | None, wanted: set[str]) -> list[Operator]:
    """Return the calls that the suite cann-ops with `--static` recorded in its work folder."""
    if work is None:
        return []
    operators = []
    for folder in sorted(work.glob("*/*/information")):
        root = folder.parent
        name = f"{root.parent.name}/{root.name}"
        for path in sorted(folder.glob("*.json")):
            if not wanted or wanted & {name, root.name}:
                soc = (root / "soc").read_text(encoding="utf-8").strip()
                operators.append(Operator(name, path, root / "home" / "cann", soc))
    return operators


if __name__ == "__main__":
    sys.exit(main())
