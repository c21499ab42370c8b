"""Build, run and check public examples that launch kernels directly, as their README says.

python tests/corpus/run_examples.py --examples PATH [--filter TEXT]... [--jobs N] [--resume]

An example is a folder below ``--examples`` (asc-devkit/examples) whose CMakeLists.txt has
``find_package(ASC)``. Its copy is configured, built, run and checked by the commands of the first
block of its README that calls cmake, for dav-2201; examples whose README does not name that
architecture's products are listed as skipped. ``--output`` receives examples.jsonl, one line as
each example ends, and examples.csv and examples.md. Exit code 0 when all that ran are right.
"""

from __future__ import annotations

import argparse
import csv
import json
import os
import re
import shutil
import subprocess
import sys
import time
from collections import Counter, defaultdict
from concurrent.futures import ThreadPoolExecutor, as_completed
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from report import markdown, read_known_faults
from sandbox import first_error, run_logged, standins, write_program

if TYPE_CHECKING:
    from collections.abc import Iterable

_ARCH = "dav-2201"
_PRODUCTS = "Atlas A2"
_BLOCK = re.compile(r"^\s*```(\w*)[ \t]*\n(.*?)^\s*```[ \t]*$", re.DOTALL | re.MULTILINE)
_CONFIGURES = re.compile(r"^\s*cmake\b", re.MULTILINE)
_SECTION_OF_PRODUCTS = re.compile(r"^#.*产品.*?(?=^#)", re.DOTALL | re.MULTILINE)
_PASSED = re.compile(r"pass|success|accuracy is verif", re.IGNORECASE)
_FAILED = re.compile(r"\bfail|\bwrong\b|\[ERROR\]|error ratio: [1-9]", re.IGNORECASE)


@dataclass
class Outcome:
    """Progress of one example; a step is False when an earlier one failed."""

    example: str
    family: str
    skipped: str = ""
    built: bool = False
    ran: bool = False
    right: bool = False
    why_not: str = ""
    seconds: float = 0.0


@dataclass(frozen=True)
class Example:
    """A folder with a project and a README that says how to run it."""

    root: Path
    name: str

    @property
    def family(self) -> str:
        """The two topmost folders."""
        return "/".join(self.name.split("/")[:2])

    def readme(self) -> str:
        """Text of the README; empty when there is none."""
        path = self.root / "README.md"
        return path.read_text(encoding="utf-8") if path.is_file() else ""

    def expected(self) -> list[str]:
        """Lines that its README shows as the output; empty when it shows none."""
        _, heading, after = self.readme().partition("执行结果")
        block = _BLOCK.search(after) if heading else None
        lines = block[2].splitlines() if block else []
        # Newer releases put the block before each printed line.
        lines = [re.sub(r"^\s*\[AI[CV] Block \d+/\d+\]", "", line) for line in lines]
        return [line.strip() for line in lines if line.strip()]

    def skipped(self) -> str:
        """Why it cannot run on the architecture; empty when it can."""
        text = self.readme()
        products = _SECTION_OF_PRODUCTS.search(text)
        if not self.commands():
            return "its README names no commands"
        if _PRODUCTS not in (products[0] if products else text):
            return f"its README does not name {_PRODUCTS}"
        return ""

    def commands(self) -> str:
        """Commands of the README that configure, build, run and check."""
        blocks = [
            body
            for language, body in _BLOCK.findall(self.readme())
            if language in {"bash", "shell", "sh"} and _CONFIGURES.search(body)
        ]
        # Those before it are about a detail.
        chosen = next((body for body in blocks if "mkdir" in body), "".join(blocks[:1]))
        text = re.sub(r"dav-\d+", _ARCH, chosen)
        return re.sub(r"\bmake -j\b(?! *\d)", "make -j2", text)


def main(argv: list[str] | None = None) -> int:
    """Run the script; returns its exit code."""
    args = _parse(argv)
    args.output.mkdir(parents=True, exist_ok=True)
    results = args.output / "examples.jsonl"
    outcomes = _read(results) if args.resume else {}
    if args.resume == "failed":
        outcomes = {name: o for name, o in outcomes.items() if o.right or o.skipped}
    results.write_text("".join(json.dumps(asdict(o)) + "\n" for o in outcomes.values()))
    examples = [e for e in find_examples(args.examples.resolve()) if _chosen(e.name, args.filter)]
    if not examples:
        sys.exit(f"--examples: no chosen folder below {args.examples} has find_package(ASC)")
    todo = [example for example in examples if example.name not in outcomes]
    runner = Runner(args.work.resolve(), args.python, args.timeout)
    with ThreadPoolExecutor(args.jobs) as pool, results.open("a", encoding="utf-8") as file:
        for run in as_completed([pool.submit(runner.run, example) for example in todo]):
            outcome = run.result()
            outcomes[outcome.example] = outcome
            file.write(json.dumps(asdict(outcome)) + "\n")
            file.flush()
            print(_line(outcome), flush=True)
    print(write_tables(args.output, outcomes.values()))
    asked = [outcomes[example.name] for example in examples]
    return 0 if all(o.right or o.skipped for o in asked) else 1


def find_examples(root: Path) -> list[Example]:
    """Examples below a folder, by name."""
    lists = sorted(root.rglob("CMakeLists.txt"))
    folders = [path.parent for path in lists if "find_package(ASC" in path.read_text("utf-8")]
    return [Example(folder, str(folder.relative_to(root))) for folder in folders]


class Runner:
    """Runs examples in copies of their folders."""

    def __init__(self, work: Path, python: Path, timeout: float) -> None:
        self._work = work
        self._python = python
        self._timeout = timeout
        done = subprocess.run(
            [sys.executable, "-m", "custom_compiler", "home"],
            capture_output=True, text=True, check=True,
        )  # fmt: skip
        self._home = Path(done.stdout.strip())
        binaries = work / "bin"
        binaries.mkdir(parents=True, exist_ok=True)
        for name in ("python", "python3"):
            write_program(binaries / name, f'exec "{python}" "$@"')

    def run(self, example: Example) -> Outcome:
        """Build, run and check; never raises for a failing example."""
        outcome = Outcome(example.name, example.family, skipped=example.skipped())
        if outcome.skipped:
            return outcome
        folder = self._work / "examples" / example.name
        shutil.rmtree(folder, ignore_errors=True)
        shutil.copytree(example.root, folder)
        script = f'source "{self._home}/set_env.sh"\nset -e\n{example.commands()}'
        (folder / "readme_commands.sh").write_text(script, encoding="utf-8")
        log = folder / "readme_commands.log"
        start = time.monotonic()
        try:
            with log.open("wb") as stream:
                command = ["bash", "readme_commands.sh"]
                code = run_logged(command, folder, self._environment(), stream, self._timeout)
        except subprocess.TimeoutExpired:
            code = -1
            outcome.why_not = f"no end after {self._timeout:.0f} s"
        outcome.seconds = round(time.monotonic() - start, 1)
        _judge(outcome, log, code, example.expected())
        return outcome

    def _environment(self) -> dict[str, str]:
        env = {k: v for k, v in os.environ.items() if not k.startswith(("ASCEND_", "LD_LIBRARY"))}
        binaries = f"{self._work / 'bin'}{os.pathsep}{env.get('PATH', os.defpath)}"
        modules = os.pathsep.join(map(str, standins(self._python)))
        return env | {"PATH": binaries, "OMP_NUM_THREADS": "1", "PYTHONPATH": modules}


def _judge(outcome: Outcome, log: Path, code: int, expected: list[str]) -> None:
    text = log.read_text(encoding="utf-8", errors="replace")
    built, _, after = text.rpartition("Built target ")
    outcome.built = bool(built) and "*** [" not in text
    outcome.ran = outcome.built and code == 0
    says_so = _PASSED.search(after) is not None and not _FAILED.search(after)
    printed = {line.strip() for line in after.splitlines()}
    outcome.right = outcome.ran and (says_so or (bool(expected) and printed.issuperset(expected)))
    if not outcome.right and not outcome.why_not:
        step = "result" if outcome.ran else "run" if outcome.built else "build"
        outcome.why_not = f"{step}: {first_error(log)}"


def write_tables(folder: Path, outcomes: Iterable[Outcome]) -> str:
    """Write examples.csv and examples.md into ``folder``; returns the summary."""
    faults = read_known_faults("known_example_faults.csv")
    rows = [
        _words(asdict(o)) | {"known_fault": "" if o.right else faults.get(o.example, "")}
        for o in sorted(outcomes, key=lambda o: o.example)
    ]
    with (folder / "examples.csv").open("w", encoding="utf-8", newline="") as file:
        writer = csv.DictWriter(file, list(rows[0]))
        writer.writeheader()
        writer.writerows(rows)
    families: dict[str, Counter[str]] = defaultdict(Counter)
    for row in rows:
        for group in (row["family"], "all"):
            families[group]["examples"] += 1
            for step in ("built", "ran", "right"):
                families[group][step] += row[step] == "yes"
            families[group]["skipped"] += bool(row["skipped"])
            families[group]["known"] += bool(row["known_fault"])
    families["all"] = families.pop("all")  # last
    columns = ("family", "examples", "skipped", "built", "ran", "right", "known")
    table = [
        {"family": family, **{step: str(count[step]) for step in columns[1:]}}
        for family, count in families.items()
    ]
    summary = "\n".join(markdown(columns, table))
    failures = [row for row in rows if row["why_not"]]
    details = markdown(("example", "built", "ran", "why_not", "known_fault"), failures)
    lines = ["# Direct launches", "", summary, "", "## Not right", "", *details]
    (folder / "examples.md").write_text("\n".join(lines) + "\n", encoding="utf-8")
    return summary


def _words(values: dict[str, object]) -> dict[str, str]:
    yes = {True: "yes", False: "no"}
    return {k: yes[v] if isinstance(v, bool) else str(v) for k, v in values.items()}


def _parse(argv: list[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    add = parser.add_argument
    add("--examples", type=Path, required=True, help="folder of the examples")
    add("--filter", action="append", default=[], help="only examples whose path has this text")
    resume = "keep the results of the run before; with `failed`, only those of successes"
    add("--resume", nargs="?", const="all", choices=("all", "failed"), default="", help=resume)
    add("--python", type=Path, default=Path(sys.executable),
        help="Python for the examples' scripts (needs numpy, mostly torch)")  # fmt: skip
    add("--work", type=Path, default=Path("corpus_work"), help="where to build and run")
    add("--output", type=Path, default=Path("corpus_results"), help="folder of the results")
    add("--jobs", type=int, default=2)
    add("--timeout", type=float, default=600.0, help="seconds for one example")
    return parser.parse_args(argv)


def _chosen(name: str, texts: list[str]) -> bool:
    return not texts or any(text in name for text in texts)


def _read(results: Path) -> dict[str, Outcome]:
    lines = results.read_text(encoding="utf-8").splitlines() if results.is_file() else []
    outcomes = [Outcome(**json.loads(line)) for line in lines if line.endswith("}")]
    return {outcome.example: outcome for outcome in outcomes}


def _line(outcome: Outcome) -> str:
    done = (outcome.built, outcome.ran, outcome.right)
    steps = "".join(letter if is_done else "-" for letter, is_done in zip("BRC", done, strict=True))
    return f"{steps} {outcome.example} {outcome.skipped or outcome.why_not}"


if __name__ == "__main__":
    sys.exit(main())
