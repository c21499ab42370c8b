"""Build and run the examples of catlass for Atlas A2, as their READMEs say.

The commands of an example are the blocks of its README that make data or call `scripts/build.sh`.
bash runs them in a copy of the checkout, with the environment of an embedded toolkit. A block that
names files next to the README runs there. An example is right as soon as it prints `Compare
success`: later blocks are for edited sources. `--work` retains the copy with what is built.
"""

from __future__ import annotations

import re
import shutil
import subprocess
from argparse import Namespace
from collections.abc import Iterator
from functools import partial
from pathlib import Path

from custom_compiler.toolkit import ensure_home
from tests.corpus.results import Result
from tests.corpus.suite import Suite, Unit, is_chosen
from tests.corpus.toolkit_shell import run_in_toolkit

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


def _units(options: Namespace) -> Iterator[Unit]:
    copy = options.work / "catlass"
    if not copy.exists():
        shutil.copytree(options.checkout, copy, ignore=shutil.ignore_patterns(".git"))
    home = ensure_home()
    for example in examples(copy):
        if is_chosen(example, options.filter):
            case = partial(try_example, copy, home, example, options.timeout)
            yield Unit.of_case(example, case)


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


def try_example(checkout: Path, home: Path, example: str, seconds: float) -> Result:
    """Execute the commands of an example's README, each for at most `seconds`."""
    readme = (checkout / "examples" / example / "README.md").read_text(encoding="utf-8")
    log = ""
    for written in commands(readme):
        block = written.replace("/path/to/catlass", str(checkout))
        folder = checkout / "examples" / example if _IN_EXAMPLE.match(block) else checkout
        try:
            done = run_in_toolkit(home, block, folder, seconds)
        except subprocess.TimeoutExpired:
            log += f"\nerror: no end after {seconds:.0f} s\n"
            break
        log += done.stdout
        if done.returncode or _SUCCESS in log:
            break
    built = program(checkout, example).exists()
    if _SUCCESS in log:
        return Result(example, "right", "built ran")
    return Result(example, "wrong" if built else "rejected", "built" * built, first_complaint(log))


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


SUITE = Suite(
    "catlass",
    "hicann/catlass",
    "catlass' examples for Atlas A2 by the commands of their READMEs; right: they print success",
    _units,
    seconds=3600,
)
