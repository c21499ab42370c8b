"""Gain of tunable annotations: three public operators, and the autotune scripts of catlass.

    python tests/corpus/run_mskl.py [--checkout <of cann-ops>] [--catlass <of catlass>] [--keep DIR]

Operators are copied, their lines annotated (`marked_operators.py`) and tuned by
`custom-compiler autokernel tune`. Of catlass, `examples/autotune/*_autotune.py` are run
unmodified, in the copy of a checkout that has them (cda7dd9f of 2025-05-13, the last before they
were removed), which compiles with clang: CXX=clang++. Their README has times of a 910B3: the last
column is the rank correlation (Spearman) of the model's with these. Tables with estimated cycles,
or microseconds, go to standard output.
"""

from __future__ import annotations

import argparse
import csv
import os
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

import numpy as np
from marked_operators import OPERATORS, Marked

_TIME = re.compile(r"No\.(\d+): ([\d.]+)\S*s, (\{.*\})")
_SUMMARY = re.compile(r"(\d+) cycles -> (\d+) cycles \((\S+) %.*?(\d+) trials: (.*)")


def main() -> int:
    """Tune what is there; the exit code is 1 if something of it cannot be."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--checkout", type=Path, help="of cann-ops")
    parser.add_argument("--catlass", type=Path, help="a checkout with examples/autotune")
    parser.add_argument("--only", default="", help="only what has this in its name")
    parser.add_argument("--keep", type=Path, help="folder for what is made; default: none is kept")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as temporary:
        folder = (options.keep or Path(temporary)).resolve()
        good = True
        if options.checkout:
            print("| operator | inputs | untouched | tuned | gain | trials | what changed |")
            print("|---|---|---|---|---|---|---|")
            for operator in OPERATORS:
                if options.only in operator.op_type:
                    good &= _tune(operator, options.checkout / "src", folder)
        if options.catlass:
            print("| script | first | best | gain | configurations | best | values | rank |")
            print("|---|---|---|---|---|---|---|---|")
            scripts = sorted((options.catlass / "examples/autotune").glob("*_autotune.py"))
            good &= bool(scripts)
            for script in scripts:
                if options.only in script.name:
                    good &= _run(script, options.catlass, folder)
    return 0 if good else 1


def _tune(operator: Marked, corpus: Path, folder: Path) -> bool:
    place = folder / operator.op_type
    for side in ("op_host", "op_kernel"):
        shutil.copytree(corpus / operator.folder / side, place / side, dirs_exist_ok=True)
    for file, old, new in operator.edits:
        path = place / file
        text = path.read_text(encoding="utf-8")
        if text.count(old) != 1:
            sys.exit(f"{path}: {old} is not there once: another version of the corpus")
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
        print(f"| {operator.op_type} | {done.stderr.strip().splitlines()[-2:]} |", flush=True)
        return False
    with (place / "table.csv").open(newline="") as table:
        unusable = sum(not row["cycles"] for row in csv.DictReader(table))
    shapes = ", ".join(f"{dtype} {' x '.join(map(str, s))}" for dtype, s in operator.inputs)
    before, after, gain, trials, changed = found.groups()
    trials += f" ({unusable} unusable)" if unusable else ""
    row = (operator.op_type, shapes, before, after, f"{gain} %", trials, changed)
    print(f"| {' | '.join(row)} |", flush=True)
    return True


def _run(script: Path, checkout: Path, folder: Path) -> bool:
    place = folder / "catlass"
    if not place.exists():
        shutil.copytree(checkout, place)
    done = subprocess.run(
        [sys.executable, script.name],
        cwd=place / "examples/autotune",
        env={**os.environ, "PYTHONUNBUFFERED": "1"},
        capture_output=True,
        text=True,
        check=False,
    )
    (folder / f"{script.stem}.log").write_text(done.stdout + done.stderr, encoding="utf-8")
    times = {int(m[1]): (float(m[2]), m[3]) for m in _TIME.finditer(done.stdout)}
    values = done.stdout.strip().splitlines()[-1:] or ["nothing was printed"]
    if done.returncode or 0 not in times:
        words = (done.stderr.strip() or done.stdout.strip()).splitlines()[-1:]
        print(f"| {script.stem} | {words} |", flush=True)
        return False
    first, (best, configuration) = times[0][0], min(times.values())
    gain = f"{100 * (best / first - 1):+.1f} %"
    row = [script.stem, f"{first:.1f} us", f"{best:.1f} us", gain, str(len(times)), configuration]
    agreement = _rank_correlation({i: time for i, (time, _) in times.items()}, script)
    print(f"| {' | '.join((*row, values[0], agreement))} |", flush=True)
    return "success" in values[0]


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


if __name__ == "__main__":
    sys.exit(main())
