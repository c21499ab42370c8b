"""Benchmarks: list them, or run one.

python -m benchmarks list
python -m benchmarks run NAME [option...]
python -m benchmarks run NAME --help
"""

from __future__ import annotations

import argparse
import ast
import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

FOLDER = Path(__file__).resolve().parent
BENCHMARKS = (
    "simulator",
    "compilers",
    "launch",
    "build",
    "observe",
    "rules",
    "cycles",
    "static",
    "static_passes",
    "op_compiler",
    "scale",
    "tuning",
    "judge",
    "search",
    "search_record_host",
    "search_record_core",
    "asc",
    "asc_kernels",
    "autokernel",
    "autokernel_core",
    "first_operator",
)


def main(arguments: Sequence[str] | None = None) -> int:
    """Execute one command; return the exit code."""
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    commands = parser.add_subparsers(dest="command", required=True)
    commands.add_parser("list", help="list the benchmarks")
    run = commands.add_parser("run", help="run a benchmark", add_help=False)
    run.add_argument("name", choices=BENCHMARKS, metavar="NAME")
    options, rest = parser.parse_known_args(arguments)
    if options.command == "run":
        sys.stdout.flush()
        os.execv(sys.executable, [sys.executable, str(FOLDER / f"{options.name}.py"), *rest])
    if rest:
        parser.error(f"unrecognized arguments: {' '.join(rest)}")
    width = max(map(len, BENCHMARKS))
    for name in BENCHMARKS:
        print(f"{name:{width}}  {summary(name)}")
    return 0


def summary(name: str) -> str:
    """Return the first line of a benchmark's docstring."""
    tree = ast.parse((FOLDER / f"{name}.py").read_text(encoding="utf-8"))
    return (ast.get_docstring(tree) or "").partition("\n")[0]


if __name__ == "__main__":
    sys.exit(main())
