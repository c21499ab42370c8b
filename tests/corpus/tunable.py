"""Gain of tunable annotations: three public operators, and the autotune scripts of catlass.

Operators are copied, their lines annotated (`marked_operators.py`) and tuned by
`custom-compiler autokernel tune`. Of catlass, `examples/autotune/*_autotune.py` are run
unmodified, with the environment of an embedded toolkit, in the copy of a checkout that has them
(cda7dd9f of 2025-05-13, the last before they were removed). Their README has times of a 910B3: the
last column is the rank correlation (Spearman) of the model's with these. Figures are estimated
cycles or microseconds.
"""

from __future__ import annotations

import csv
import re
import shlex
import shutil
import subprocess
import sys
from argparse import Namespace
from collections.abc import Iterator, Sequence
from functools import partial
from pathlib import Path

import numpy as np

from custom_compiler.toolkit import ensure_home
from tests.corpus.marked_operators import OPERATORS, Marked
from tests.corpus.report import markdown
from tests.corpus.results import Result
from tests.corpus.suite import Suite, Unit, is_chosen
from tests.corpus.toolkit_shell import run_in_toolkit

_TUNED = ("operator", "inputs", "untouched", "tuned", "gain", "trials", "what changed")
_SCRIPTS = ("script", "first", "best", "gain", "configurations", "best values", "values", "rank")
_TIME = re.compile(r"No\.(\d+): ([\d.]+)\S*s, (\{.*\})")
_SUMMARY = re.compile(r"(\d+) cycles -> (\d+) cycles \((\S+) %.*?(\d+) trials: (.*)")


def _operators(options: Namespace) -> Iterator[Unit]:
    for operator in OPERATORS:
        if is_chosen(operator.op_type, options.filter):
            case = partial(_tune, operator, options.checkout / "src", options.work)
            yield Unit.of_case(operator.op_type, case)


def _scripts(options: Namespace) -> Iterator[Unit]:
    scripts = sorted((options.checkout / "examples/autotune").glob("*_autotune.py"))
    if not scripts:
        sys.exit(f"error: --checkout {options.checkout}: no examples/autotune (cda7dd9f has it)")
    for script in scripts:
        if is_chosen(script.stem, options.filter):
            case = partial(_run, script, options.checkout, options.work, options.timeout)
            yield Unit.of_case(script.stem, case)


def _tune(operator: Marked, corpus: Path, folder: Path) -> Result:
    place = folder / operator.op_type
    for side in ("op_host", "op_kernel"):
        shutil.copytree(corpus / operator.folder / side, place / side, dirs_exist_ok=True)
    for file, old, new in operator.edits:
        path = place / file
        text = path.read_text(encoding="utf-8")
        if text.count(old) != 1:
            reason = f"{path}: {old} is not there once: another version of the repository"
            return Result(operator.op_type, "rejected", reason=reason)
        path.write_text(text.replace(old, new), encoding="utf-8")
    random = np.random.default_rng(1)
    for number, (dtype, shape) in enumerate(operator.inputs):
        np.save(place / f"{number}.npy", random.uniform(-1, 1, shape).astype(dtype))
    files = [f"{number}.npy" for number in range(len(operator.inputs))]
    command = ["custom-compiler", "autokernel", "tune", operator.op_type]
    command += ["-o", "op_host", "-k", "op_kernel", "--input", *files, *operator.words]
    command += ["--table", "table.csv", "--page", "page.html"]
    done = subprocess.run(command, cwd=place, capture_output=True, text=True, check=False)
    found = _SUMMARY.search(done.stdout)
    if done.returncode or not found:
        reason = " ".join(done.stderr.strip().splitlines()[-2:])
        return Result(operator.op_type, "rejected", reason=reason)
    with (place / "table.csv").open(newline="") as table:
        unusable = sum(not row["cycles"] for row in csv.DictReader(table))
    shapes = ", ".join(f"{dtype} {' x '.join(map(str, s))}" for dtype, s in operator.inputs)
    before, after, gain, trials, changed = found.groups()
    trials += f" ({unusable} unusable)" if unusable else ""
    row = (operator.op_type, shapes, before, after, f"{gain} %", trials, changed)
    reason = f"{before} -> {after} cycles ({gain} %), {trials} trials: {changed}"
    details = dict(zip(_TUNED, row, strict=True))
    return Result(operator.op_type, "right", "tuned", reason, details=details)


def _run(script: Path, checkout: Path, folder: Path, seconds: float) -> Result:
    place = folder / "catlass"
    if not place.exists():
        shutil.copytree(checkout, place)
    command = f"PYTHONUNBUFFERED=1 {shlex.join([sys.executable, script.name])}"
    done = run_in_toolkit(ensure_home(), command, place / "examples/autotune", seconds)
    (folder / f"{script.stem}.log").write_text(done.stdout, encoding="utf-8")
    times = {int(m[1]): (float(m[2]), m[3]) for m in _TIME.finditer(done.stdout)}
    values = done.stdout.strip().splitlines()[-1:] or ["nothing was printed"]
    if done.returncode or 0 not in times:
        return Result(script.stem, "rejected", reason=values[0])
    first, (best, configuration) = times[0][0], min(times.values())
    gain = f"{100 * (best / first - 1):+.1f} %"
    row = [script.stem, f"{first:.1f} us", f"{best:.1f} us", gain, str(len(times)), configuration]
    agreement = _rank_correlation({i: time for i, (time, _) in times.items()}, script)
    details = dict(zip(_SCRIPTS, (*row, values[0], agreement), strict=True))
    verdict = "right" if "success" in values[0] else "wrong"
    reason = f"{first:.1f} us -> {best:.1f} us ({gain}), rank correlation {agreement}"
    return Result(script.stem, verdict, "tuned", reason, details=details)


def _rank_correlation(times: dict[int, float], script: Path) -> str:
    """Return the rank correlation of estimated times with those of hardware in the README."""
    text = (script.parent / "README.md").read_text(encoding="utf-8")
    name = script.name.lstrip("0123456789_")
    heading = rf"# python3 (?:\d+_)?{re.escape(name)}$"
    shown = re.search(heading + r"[\s\S]*?((?:^No\..*\n)+)", text, re.MULTILINE)
    measured = {int(m[1]): float(m[2]) for m in _TIME.finditer(shown[1] if shown else "")}
    both = sorted(times.keys() & measured.keys())
    if len(both) < len(times):
        return "not there"
    ranks = [np.argsort(np.argsort([each[i] for i in both])) for each in (times, measured)]
    return f"{np.corrcoef(ranks[0], ranks[1])[0, 1]:.2f}"


def _conclude(columns: Sequence[str], _options: Namespace, results: Sequence[Result]) -> str:
    return "\n".join(markdown(columns, [r.details for r in results if r.details]))


SUITES = (
    Suite(
        "cann-ops-tuning",
        "Ascend/cann-ops",
        "the gain of tunable annotations for three operators; right: they are tuned",
        _operators,
        conclude=partial(_conclude, _TUNED),
    ),
    Suite(
        "catlass-autotune",
        "hicann/catlass",
        "catlass' autotune scripts, unmodified; right: they print success",
        _scripts,
        conclude=partial(_conclude, _SCRIPTS),
        seconds=3600,
        checkout="checkout of commit cda7dd9f",
    ),
)
