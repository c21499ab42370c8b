"""Build the kernels of EvoKernel, whose verdicts on an Ascend 910B their folders contain.

The checkout is one of EvoKernel, or a repository that contains it. Language models wrote the
kernels. A case, an operator folder, is right if both CANN and this toolkit compile it, or neither
does. 16 folders lack a header: the data set has it under another name.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import time
from argparse import Namespace
from collections.abc import Iterator
from functools import partial
from pathlib import Path

from tests.corpus.results import Result
from tests.corpus.sandbox import first_error, run_logged
from tests.corpus.suite import Suite, Unit, is_chosen
from tests.corpus.verdict_builds import part_of

_UNIT = "ascend910b"


def folders(checkout: Path) -> list[Path]:
    """Return the operator folders of a checkout."""
    return sorted(path.parent for path in checkout.rglob("ops-*-910b/*/result.json"))


def _units(options: Namespace) -> Iterator[Unit]:
    for folder in folders(options.checkout):
        name = f"{folder.parent.name}/{folder.name}"
        if is_chosen(name, options.filter):
            yield Unit.of_case(name, partial(_try, name, folder, options))


def _try(name: str, folder: Path, options: Namespace) -> Result:
    start = time.monotonic()
    error = _build(folder, options.work / name, options.timeout)
    npu = json.loads((folder / "result.json").read_text(encoding="utf-8"))["compiled"]
    details = {"npu": "compiled" if npu else "not compiled", "here": _stage(error)}
    is_right = bool(error) != npu
    verdict = "right" if is_right else "rejected" if error else "wrong"
    reason = "" if is_right else error or "CANN did not compile it"
    seconds = round(time.monotonic() - start, 1)
    return Result(name, verdict, "" if error else "built", reason, seconds, details=details)


def _build(source: Path, folder: Path, seconds: float) -> str:
    """Build an operator; return the first error, "" if there is none."""
    shutil.rmtree(folder, ignore_errors=True)
    for part in ("op_host", "op_kernel"):
        shutil.copytree(source / part, folder / part)
    command = [
        sys.executable, "-m", "custom_compiler", "build", "-o", "op_host", "-k", "op_kernel",
        "--soc_version", _UNIT, "-j", "1",
    ]  # fmt: skip
    log = folder / "build.log"
    try:
        with log.open("wb") as stream:
            code = run_logged(command, folder, dict(os.environ), stream, seconds)
    except subprocess.TimeoutExpired:
        return f"no end after {seconds:.0f} s"
    return (first_error(log) or f"exit code {code}") if code else ""


def _stage(error: str) -> str:
    """Return the part of an operator that does not compile."""
    if not error:
        return "compiled"
    if "No such file or directory" in error:
        return "header missing"
    return part_of(error)


def verdicts(result: Result) -> dict[str, tuple[str, str]]:
    """Return the verdict of CANN and the one here."""
    return {"Builds": (result.details["npu"], result.details["here"])}


SUITE = Suite(
    "evokernel-builds",
    "EvoKernel (a copy is in KernelHive/ascendc-skill)",
    "builds of operators that language models wrote; right: CANN's verdict",
    _units,
    verdicts=verdicts,
    seconds=600,
    is_concurrent=True,
    records_exceptions=True,
)
