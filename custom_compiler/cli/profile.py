"""`custom-compiler profile`: the estimated time of an installed operator on hardware."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from custom_compiler.cli.call_arguments import (
    add_call_arguments,
    call_environment,
    find_inputs,
    make_call,
)
from custom_compiler.cli.messages import filled

if TYPE_CHECKING:
    import argparse

NAME = "profile"
HELP = "estimate the cycles of an installed operator"
DESCRIPTION = """\
Execute an operator as `run` does, and estimate its time with a model of the cores. Prints the load
of each pipe, and advice; writes the results of `msprof op` with traces, and a page, report.html,
into a folder OPPROF_*. --compare compares two such folders.

For a program written in Python, the model estimates the time of every kernel that it launches. The
results are those of `msprof`, with op_summary_*.csv, in a folder PROF_*. (For a program with
arguments: msprof python ...)

examples:
  custom-compiler profile AddCustom --input x.npy y.npy
  custom-compiler profile script.py
  custom-compiler profile --compare OPPROF_one OPPROF_two --report changes.html
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Take the operator and its arguments, or two results."""
    add_call_arguments(parser)
    parser.add_argument(
        "--launch-state",
        choices=("first", "icache_warm", "warm"),
        help="what the caches contain when the operator's kernels are launched: nothing; their "
        "code, as after the warm-up of `msprof op` (default); their code, and their data as far as "
        "they fit in L2, as in a loop",
    )
    parser.add_argument("--to", default=".", metavar="DIR", help="where OPPROF_* is made")
    parser.add_argument(
        "--compare", nargs=2, metavar=("BEFORE", "AFTER"), help="results to compare instead"
    )
    parser.add_argument("--report", metavar="FILE", help="with --compare: the page to write")


def execute(args: argparse.Namespace) -> int:
    """Estimate the time of an operator or a program, or compare two results."""
    from custom_compiler.errors import MisuseError

    if bool(args.operator or args.input) == bool(args.compare):
        raise MisuseError("give an operator, or --compare with two results")
    if args.compare and args.launch_state:
        raise MisuseError("--launch-state is for a call, not for --compare")
    if args.compare:
        return _compare(args.compare, args.report)
    if args.report:
        raise MisuseError("--report is for --compare", "each OPPROF_* has its report.html")
    is_program = (args.operator or "").endswith(".py")
    return _profile_program(args) if is_program else _profile_operator(args)


def _profile_program(args: argparse.Namespace) -> int:
    import sys

    from custom_compiler.errors import MisuseError
    from custom_compiler.profile import msprof
    from custom_compiler.toolkit import find_toolkit

    if args.input or args.attr or args.output_shape or args.output_dtype:
        message = f"{args.operator} is a program: it has no inputs and attributes of an operator"
        raise MisuseError(message, f"for its own arguments: msprof python {args.operator} ...")
    if args.launch_state:
        message = f"--launch-state {args.launch_state} is for one operator, not for {args.operator}"
        hint = "a program's launches begin with what the launches before them left in the caches"
        raise MisuseError(message, hint)
    root = find_toolkit(args.ascend_cann_package_path).root
    return msprof.main(str(root), [f"--output={args.to}", sys.executable, args.operator])


def _profile_operator(args: argparse.Namespace) -> int:
    from custom_compiler.call.execution import RunError
    from custom_compiler.call.execution import execute as execute_call
    from custom_compiler.observe.program import AFTER_WARM_UP, lines_folder, observed_environment
    from custom_compiler.observe.sources import OwnSources
    from custom_compiler.profile.launches import TimedLaunches
    from custom_compiler.profile.op_tables import METRICS
    from custom_compiler.profile.summary import summary
    from custom_compiler.profile.trees import check_output, write_device_tree
    from custom_compiler.support.user_paths import user_path

    output = user_path(args.to)
    environment = call_environment(args)
    prototype, files = find_inputs(args, environment)
    call = make_call(args, prototype, files)
    check_output(output)
    with lines_folder() as folder:
        options = {"launch_state": args.launch_state} if args.launch_state else AFTER_WARM_UP
        execute_call(call, observed_environment("profile", folder, options, environment))
        gathered = TimedLaunches(folder, sources=OwnSources(Path.cwd()))
        gathered.read(is_complete=True)
        if not gathered.launches:
            reasons = [launch.reason for launch in gathered.unobserved] + gathered.lines.problems
            reason = reasons[0] if reasons else "it launched no kernel on simulated cores"
            raise RunError(f"{args.operator}: no simulated timing: {reason}")
        for launch in gathered.launches:
            for line in summary(launch.timing):
                print(filled(line, len("  - ")))
        device_tree = write_device_tree(output, gathered.launches, METRICS, traces=True)
    _say_pages(device_tree)
    return 0


def _say_pages(path: Path) -> None:
    print(f"results: {path}")
    for page in sorted(path.rglob("report.html")):
        print(f"page: {page}")


def _compare(places: list[str], report: str | None) -> int:
    from custom_compiler.profile.results import longest_launch, write_page
    from custom_compiler.profile.summary import comparison
    from custom_compiler.support.user_paths import user_path

    before, after = (longest_launch(user_path(path)) for path in places)
    print("\n".join(comparison(before.timing, after.timing)))
    if report:
        path = user_path(report)
        titles = (f"{before.timing.name}, {places[0]}", f"{after.timing.name}, {places[1]}")
        write_page(path, list(zip(titles, (before, after), strict=True)))
        print(f"page: {path}")
    return 0
