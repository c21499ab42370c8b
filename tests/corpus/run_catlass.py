"""Build and run the examples of catlass for Atlas A2, as their READMEs say.

python tests/corpus/run_catlass.py --checkout <of catlass> [--work DIR] [--filter TEXT]...

The commands of an example are the blocks of its README that make data or call `scripts/build.sh`,
run by bash in a copy of the checkout, with the environment of an embedded home. A block that names
files as they lie beside the README runs there. An example is right as soon as it prints
`Compare success`: later blocks are for edited sources. `--work` keeps copy and results
(catlass.csv); what is there is used again. `--known` compares the results with a table and exits
with 1 where they differ (tests/corpus/catlass_examples.csv has what is known).
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
from typing import NamedTuple

from custom_compiler.toolkit import ensure_home

_LIST = re.compile(r"set\(EXAMPLE_ATLASA2\s+([^)]*)\)")
_BLOCK = re.compile(r"^\s*```\w*[ \t]*\n(.*?)^\s*```[ \t]*$", re.DOTALL | re.MULTILINE)
_COMMANDS = re.compile(
    r"^\s*(?:cd \S+ && )?"
    r"(?:python3? \S*gen_data\S*\.py|bash \S*scripts/build\.sh|\./(?:output/bin/)?\d\d+_)",
    re.MULTILINE,
)
_IN_EXAMPLE = re.compile(
    r"^(?!.*cd (?:\./)?examples/).*(?:python3? gen_data|\.\./\.\./build)", re.DOTALL
)
_MISPRINT = ("cd /output/bin", "cd output/bin")  # in the README of 21_basic_matmul_preload_zN
_SUCCESS = "Compare success"
_LIMIT = 3600.0  # seconds
COLUMNS = ("example", "built", "right", "why_not")


class Outcome(NamedTuple):
    """Progress of an example."""

    example: str
    built: bool
    right: bool
    why_not: str


def main() -> int:
    parser = argparse.ArgumentParser(description="Build and run the A2 examples of catlass.")
    parser.add_argument("--checkout", type=Path, required=True)
    parser.add_argument("--work", type=Path, help="keeps the copy; a temporary folder without it")
    parser.add_argument("--filter", action="append", default=[], help="part of a name; repeatable")
    parser.add_argument("--known", type=Path, help="the table to compare with")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        work = (options.work or Path(folder)).resolve()
        copy = work / "catlass"
        if not copy.exists():
            shutil.copytree(options.checkout, copy, ignore=shutil.ignore_patterns(".git"))
        home = ensure_home()
        outcomes = []
        for example in examples(copy):
            if all(text not in example for text in options.filter or [example]):
                continue
            outcomes.append(try_example(copy, home, example))
            print(*outcomes[-1], sep="\t", flush=True)
        write(work / "catlass.csv", outcomes)
    right = sum(outcome.right for outcome in outcomes)
    built = sum(outcome.built for outcome in outcomes)
    print(f"{built} built, {right} right of {len(outcomes)}")
    if options.known:
        return compare(outcomes, options.known)
    return 0 if right == len(outcomes) else 1


def examples(checkout: Path) -> list[str]:
    """The examples that the checkout's own list has for Atlas A2."""
    found = _LIST.search((checkout / "examples/CMakeLists.txt").read_text())
    if found is None:
        raise SystemExit(f"{checkout}: examples/CMakeLists.txt has no EXAMPLE_ATLASA2")
    return found[1].split()


def commands(readme: str) -> list[str]:
    """The blocks of a README that are its commands, in order."""
    blocks = [block for block in _BLOCK.findall(readme) if _COMMANDS.search(block)]
    return [block.replace(*_MISPRINT) for block in blocks]


def try_example(checkout: Path, home: Path, example: str) -> Outcome:
    """Do what the README of an example says."""
    readme = (checkout / "examples" / example / "README.md").read_text(encoding="utf-8")
    log = ""
    for written in commands(readme):
        block = written.replace("/path/to/catlass", str(checkout))
        folder = checkout / "examples" / example if _IN_EXAMPLE.match(block) else checkout
        script = f"set -e\nsource {home}/set_env.sh\n{block}"
        try:
            done = subprocess.run(
                ["bash", "-c", script],
                cwd=folder,
                env={**os.environ, "ASCENDC_SOC_VERSION": "Ascend910B3"},
                stdout=subprocess.PIPE,
                stderr=subprocess.STDOUT,
                text=True,
                errors="replace",
                timeout=_LIMIT,
                check=False,
            )
        except subprocess.TimeoutExpired:
            return Outcome(example, program(checkout, example).exists(), False, "no end in an hour")
        log += done.stdout
        if done.returncode or _SUCCESS in log:
            break
    built = program(checkout, example).exists()
    right = _SUCCESS in log
    return Outcome(example, built, right, "" if right else first_complaint(log))


def program(checkout: Path, example: str) -> Path:
    """Return the path at which scripts/build.sh installs an example."""
    return checkout / "output/bin" / example


def first_complaint(log: str) -> str:
    """The line of a log that says best what went wrong."""
    for pattern in (r"aclError:.*", r"Compare failed.*", r".*\berror: .*", r".*Error\b.*"):
        found = re.search(pattern, log)
        if found:
            return found[0].strip()[-200:]
    return (log.strip().splitlines() or ["nothing printed"])[-1][-200:]


def write(path: Path, outcomes: list[Outcome]) -> None:
    """Write the results as a table."""
    with path.open("w", newline="") as file:
        table = csv.writer(file, lineterminator="\n")
        table.writerow(COLUMNS)
        for outcome in outcomes:
            words = ("yes" if done else "no" for done in (outcome.built, outcome.right))
            table.writerow([outcome.example, *words, outcome.why_not])


def compare(outcomes: list[Outcome], known: Path) -> int:
    """Print what differs from a table; 1 if anything does."""
    with known.open(newline="") as file:
        rows = {row["example"]: row for row in csv.DictReader(file)}
    code = 0
    for outcome in outcomes:
        row = rows.get(outcome.example, {"built": "", "right": ""})
        now = tuple("yes" if done else "no" for done in (outcome.built, outcome.right))
        if now != (row["built"], row["right"]):
            print(f"{outcome.example}: built, right {now}, known {row['built']}, {row['right']}")
            code = 1
    return code


if __name__ == "__main__":
    sys.exit(main())
