"""Build, run and check public examples that launch kernels directly, as their READMEs say.

An example is a folder below `examples` of asc-devkit whose CMakeLists.txt has `find_package(ASC)`.
In a clone of the checkout it is configured, built, run and checked by the commands of the first
block of its README that calls cmake, for dav-2201. Examples whose README does not name that
architecture's products are skipped. `--sample` takes some of the others, the same ones for the same
`--seed`.
"""

from __future__ import annotations

import os
import random
import re
import subprocess
import sys
import time
from argparse import ArgumentParser, Namespace
from collections.abc import Collection, Iterator
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from tests.corpus.results import Result
from tests.corpus.sandbox import first_error, run_logged, standins, write_program
from tests.corpus.suite import Suite, Unit, is_chosen

_ARCH = "dav-2201"
_PRODUCTS = "Atlas A2"
_BLOCK = re.compile(r"^\s*```(\w*)[ \t]*\n(.*?)^\s*```[ \t]*$", re.DOTALL | re.MULTILINE)
_CONFIGURES = re.compile(r"^\s*cmake\b", re.MULTILINE)
_SECTION_OF_PRODUCTS = re.compile(r"^#.*产品.*?(?=^#)", re.DOTALL | re.MULTILINE)
_PASSED = re.compile(r"pass|success|accuracy is verif", re.IGNORECASE)
_FAILED = re.compile(r"\bfail|\bwrong\b|\[ERROR\]|error ratio: [1-9]", re.IGNORECASE)


@dataclass(frozen=True)
class Example:
    """A folder with a project and a README that says how to run it."""

    root: Path
    name: str

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


def _units(options: Namespace) -> Iterator[Unit]:
    repository = options.work / "asc-devkit"
    if not repository.exists():
        options.work.mkdir(parents=True, exist_ok=True)
        command = ["git", "clone", "--quiet", str(options.checkout), str(repository)]
        subprocess.run(command, check=True)
    examples = find_examples(repository / "examples")
    if not examples:
        sys.exit(f"error: --checkout {options.checkout}: no folder below has find_package(ASC)")
    if options.sample:
        runnable = [example for example in examples if not example.skipped()]
        examples = random.Random(options.seed).sample(runnable, options.sample)
        examples.sort(key=lambda example: example.name)
    runner = Runner(options.work, options.python or Path(sys.executable), options.timeout)
    for example in examples:
        if is_chosen(example.name, options.filter):
            yield Unit.of_case(example.name, partial(runner.run, example))


def find_examples(root: Path) -> list[Example]:
    """Examples below a folder, by name."""
    lists = sorted(root.rglob("CMakeLists.txt"))
    folders = [path.parent for path in lists if "find_package(ASC" in path.read_text("utf-8")]
    return [Example(folder, str(folder.relative_to(root))) for folder in folders]


class Runner:
    """Runs examples in their folders."""

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

    def run(self, example: Example) -> Result:
        """Build, run and check; never raises for a failing example."""
        skipped = example.skipped()
        if skipped:
            return Result(example.name, "skipped", reason=skipped)
        folder = example.root
        script = f'source "{self._home}/set_env.sh"\nset -e\n{example.commands()}'
        (folder / "readme_commands.sh").write_text(script, encoding="utf-8")
        log = folder / "readme_commands.log"
        start = time.monotonic()
        reason = ""
        try:
            with log.open("wb") as stream:
                command = ["bash", "readme_commands.sh"]
                code = run_logged(command, folder, self._environment(), stream, self._timeout)
        except subprocess.TimeoutExpired:
            code = -1
            reason = f"no end after {self._timeout:.0f} s"
        seconds = round(time.monotonic() - start, 1)
        return _judge(example, log, code, reason, seconds)

    def _environment(self) -> dict[str, str]:
        env = {k: v for k, v in os.environ.items() if not k.startswith(("ASCEND_", "LD_LIBRARY"))}
        binaries = f"{self._work / 'bin'}{os.pathsep}{env.get('PATH', os.defpath)}"
        modules = os.pathsep.join(map(str, standins(self._python)))
        return env | {"PATH": binaries, "OMP_NUM_THREADS": "1", "PYTHONPATH": modules}


def is_printed(expected: str, printed: Collection[str]) -> bool:
    """Tell whether a line of a README was printed; "..." at its end stands for more of the line."""
    start = expected.removesuffix("...").rstrip()
    return expected in printed or (
        expected.endswith("...") and any(line.startswith(start) for line in printed)
    )


def _judge(example: Example, log: Path, code: int, reason: str, seconds: float) -> Result:
    text = log.read_text(encoding="utf-8", errors="replace")
    before, _, after = text.rpartition("Built target ")
    is_built = bool(before) and "*** [" not in text
    has_run = is_built and code == 0
    says_so = _PASSED.search(after) is not None and not _FAILED.search(after)
    printed = {line.strip() for line in after.splitlines()}
    expected = example.expected()
    shows_output = bool(expected) and all(is_printed(line, printed) for line in expected)
    is_right = has_run and (says_so or shows_output)
    steps = " ".join(["built"] * is_built + ["ran"] * has_run)
    if is_right:
        return Result(example.name, "right", steps, seconds=seconds)
    step = "result" if has_run else "run" if is_built else "build"
    verdict = "wrong" if is_built else "rejected"
    return Result(example.name, verdict, steps, reason or f"{step}: {first_error(log)}", seconds)


def _add_options(parser: ArgumentParser) -> None:
    parser.add_argument("--sample", type=int, metavar="N", help="N examples (default: all)")
    parser.add_argument("--seed", type=int, default=0, help="which N (default: %(default)s)")


SUITE = Suite(
    "asc-devkit-examples",
    "Ascend/asc-devkit",
    "examples of direct launches for Atlas A2 by the commands of their READMEs; right: they print "
    "success or the output that the README shows",
    _units,
    _add_options,
    seconds=600,
    is_concurrent=True,
    records_exceptions=True,
)
