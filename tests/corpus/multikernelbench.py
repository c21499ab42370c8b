"""Modules of MultiKernelBench (wzzll123/MultiKernelBench) as operators, from their source alone.

Each module is traced by a Python with torch (by default the environment of tests/clients), with
sizes cut as multikernelbench_modules.py says. A step *tree* is done if the reference gives what the
module gives, *host* and *aicore* if a kernel was built for this machine or for simulated AI cores
and gives that, too: differences of at most 1e-4 of 1 and the number.
"""

from __future__ import annotations

import json
import os
import resource
import subprocess
import sys
import sysconfig
from argparse import ArgumentParser, Namespace
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Any

from tests.corpus.results import Result
from tests.corpus.suite import Suite, Unit, is_chosen, python_with_torch_npu

_HERE = Path(__file__).resolve().parent
# Those of the published comparisons, then the two that take longest.
CATEGORIES = (
    "activation", "broadcast", "loss", "matmul", "normalization", "optimizer", "pooling", "reduce",
    "convolution", "fuse",
)  # fmt: skip
_BACK_ENDS = ("host", "aicore")
_MOST = 1e-4
_SECONDS = 300
_BYTES = 12 << 30


def _limited() -> None:
    resource.setrlimit(resource.RLIMIT_AS, (_BYTES, _BYTES))


def _lines(command: list[str], seconds: int) -> Iterator[dict[str, Any]]:
    """Yield the lines of a program until it ends, crashes or takes too long."""
    kept = {k: v for k, v in os.environ.items() if not k.startswith(("ASCEND", "PY"))}
    environment = {**kept, "TORCH_DEVICE_BACKEND_AUTOLOAD": "0"}
    try:
        done = subprocess.run(
            command, env=environment, capture_output=True, text=True,
            check=False, timeout=seconds, preexec_fn=_limited,
        )  # fmt: skip
    except subprocess.TimeoutExpired:
        yield {"why": f"no end after {seconds} s"}
        return
    yield from map(json.loads, done.stdout.splitlines())
    if done.returncode:
        last = (done.stderr.strip().splitlines() or [""])[-1]
        yield {"why": f"ended with {done.returncode}: {last}"}


def _try_module(file: Path, python: str, folder: Path) -> Result:
    folder.mkdir(parents=True, exist_ok=True)
    script = [python, str(_HERE / "multikernelbench_modules.py")]
    command = [*script, sysconfig.get_path("purelib"), str(folder), str(file)]
    traced = next(_lines(command, _SECONDS))
    pickled = folder / f"{file.stem}.pickle"
    built: dict[str, dict[str, Any]] = {name: {} for name in _BACK_ENDS}
    if pickled.exists():
        kernel = [sys.executable, str(_HERE / "multikernelbench_kernel.py"), str(pickled)]
        for name in _BACK_ENDS:
            built[name] = next(_lines([*kernel, name], _SECONDS))
        pickled.unlink()
    outcomes = {"tree": traced, **built}
    steps = [name for name, outcome in outcomes.items() if outcome.get("error", 1.0) <= _MOST]
    reasons = [reason for name, outcome in outcomes.items() if (reason := _why(outcome, name))]
    is_right = len(steps) == len(outcomes)
    verdict = "right" if is_right else "wrong" if "tree" in steps else "rejected"
    case = f"{file.parent.name}/{file.stem}"
    return Result(case, verdict, " ".join(steps), "; ".join(reasons), details=built["host"])


def _why(outcome: dict[str, Any], what: str) -> str:
    if outcome.get("error", 0.0) > _MOST:
        return f"{what} differs by {outcome['error']:.1e}"
    return f"{what}: {outcome['why']}" if "why" in outcome else ""


def _units(options: Namespace) -> Iterator[Unit]:
    reference = options.checkout / "reference"
    if not reference.is_dir():
        sys.exit(f"error: --checkout {options.checkout}: it has no reference: not MultiKernelBench")
    python = python_with_torch_npu(options)
    for category in options.categories or CATEGORIES:
        for file in sorted((reference / category).glob("*.py")):
            name = f"{category}/{file.stem}"
            if is_chosen(name, options.filter):
                yield Unit.of_case(name, partial(_try_module, file, python, options.work))


def _add_options(parser: ArgumentParser) -> None:
    parser.add_argument("--category", action="append", choices=CATEGORIES, dest="categories")


SUITE = Suite(
    "multikernelbench-modules",
    "wzzll123/MultiKernelBench",
    "modules as operators from descriptions; right: reference, host kernel and AI-core kernel give "
    "what PyTorch gives",
    _units,
    _add_options,
)
