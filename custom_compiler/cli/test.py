"""`custom-compiler test`: build an operator project and try it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from custom_compiler.cli.call_arguments import seconds

if TYPE_CHECKING:
    import argparse
    from collections.abc import Sequence
    from pathlib import Path

    from custom_compiler.testing.project import TestRun

NAME = "test"
HELP = "build an operator project and run its tests"
AFTER_INTERRUPT = "run the same command again; finished steps are not repeated"
DESCRIPTION = """\
Build the operators of a folder with op_host/ and op_kernel/, and run its tests: tests/*.py, plain
pytest. The fixture `operators` has the built operators as functions on NumPy arrays;
custom_compiler.testing.operator_test makes tests of a table of shapes, types and a reference, over
random, extreme and special values. A wrong element is named with the block and tile that wrote it.

examples:
  custom-compiler test
  custom-compiler test LeakyRelu --checked
  custom-compiler test --soc Ascend910B3 --soc Ascend910_9391 --json
  custom-compiler test -k fp16

The exit code is 1 if a test failed, or --checked found something.
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Take the folder, and how it is tried."""
    add = parser.add_argument
    add("folder", metavar="FOLDER", nargs="?", default=".", help="the project (default: .)")
    add(
        "--soc",
        action="append",
        default=[],
        metavar="NAME",
        help="SoC to build for and to simulate, e.g. Ascend910B3; can be repeated",
    )
    add(
        "--checked",
        action="store_true",
        help="run under the sanitizer: reports races, overruns",
    )
    add("--watch", action="store_true", help="try again whenever a source or a test is saved")
    add("--json", action="store_true", help="print JSON instead of pytest's words")
    add("--timeout", type=seconds, metavar="SECONDS", help="for each launch of a kernel, and each "
        "of the operator's functions on the host (default 60, 0: any time)")  # fmt: skip
    add("-k", dest="selected", metavar="WORDS", help="only tests whose names have them, as pytest")
    add("-x", dest="first", action="store_true", help="stop at the first failure")
    add("-v", "--verbose", action="store_true", help="show everything the tools say")


def execute(args: argparse.Namespace) -> int:
    """Build and try, for each SoC."""
    from custom_compiler.errors import MisuseError
    from custom_compiler.support.user_paths import user_path
    from custom_compiler.testing.project import check_tests, find_project

    if args.watch and args.json:
        raise MisuseError("--watch goes on trying", "leave out --json")
    if args.json and args.checked:
        raise MisuseError("--checked prints its reports", "leave out --json or --checked")
    folder = user_path(args.folder)
    if not folder.is_dir():
        raise MisuseError(f"{folder}: there is no such folder", "check the path")
    folder = find_project(folder)
    check_tests(folder)
    if args.watch:
        from custom_compiler.cli.watch import watch
        from custom_compiler.testing.project import watched_paths

        return watch(watched_paths(folder), lambda: _try(args, folder))
    return _try(args, folder)


def _try(args: argparse.Namespace, folder: Path) -> int:
    import os

    from custom_compiler.cli.progress import show_progress
    from custom_compiler.testing.project import build_project, try_project

    options = [f"-k={args.selected}"] if args.selected else []
    options += ["-x"] if args.first else []
    # A failure is reported once, unless all output is requested.
    options += ["-v"] if args.verbose else ["-rN"]
    runs = []
    for soc in args.soc or [""]:
        with show_progress(verbose=args.verbose, project=folder / "CustomProject") as on_event:
            vendor = build_project(folder, soc, on_event)
        if soc and not args.json:
            print(f"{soc}:", flush=True)
        runs.append(
            try_project(
                folder, vendor, os.environ, soc=soc, timeout=args.timeout, checked=args.checked,
                quiet=args.json, warm=args.watch, options=options,
            )
        )  # fmt: skip
    if args.json:
        print(_json(folder, runs))
    return 0 if all(run.is_right for run in runs) else 1


def _json(folder: Path, runs: Sequence[TestRun]) -> str:
    import json

    entries = [
        {
            "soc": run.soc or None,
            "exit_code": run.code,
            **{
                word: sum(test["outcome"] == word for test in run.tests)
                for word in ("passed", "failed", "error", "skipped")
            },
            "tests": run.tests,
        }
        for run in runs
    ]
    return json.dumps({"folder": str(folder), "runs": entries}, indent=2)
