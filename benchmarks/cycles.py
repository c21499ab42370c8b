"""The cycle model held against what was measured on NPUs.

python -m benchmarks run cycles --examples asc-devkit/examples --timings timings.csv
python -m benchmarks run cycles --programs aprof --operators ops-nn

Builds the public examples that cycle_cases.csv names (observed, for the SoC they were measured on),
runs them with the same shapes and numbers of blocks, and compares what the model says with the rows
of ``--timings``: tables of launches that msprof measured, with the columns source, soc, shape,
block_dim, note, time_us and <pipe>_ratio. Nothing of the examples is in this repository.
Inputs are zeros and results are not computed: the time of these kernels does not depend on values.
Launches are modelled as `msprof op` measures them: code in the instruction cache, no data in L2.

``--programs`` takes a checkout of jieran-zhang/Aprof (commit 46343bd) and runs the projects that
cycle_programs.csv names, built by their own scripts. ``--operators`` takes a checkout of
hicann/ops-nn and calls the operators of cycle_operators.csv.

``--cross-validate`` instead predicts the launches of each example with figures that come from the
launches of the other examples (cycle_fit.py); it runs each launch about ten times.

``--output`` receives cycles.jsonl, one line per launch, and cycles.svg, a picture of the errors;
``--resume`` keeps the lines that are there; ``--built`` runs the programs that the run before left
in ``--work``.
"""

from __future__ import annotations

import argparse
import csv
import re
import sys
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from cycle_errors import Comparison, compare, read_comparisons, summary
from cycle_fit import CrossValidation
from cycle_launches import Case, Launcher, read_cases
from cycle_operators import OperatorCall, OperatorRunner, compare_call, read_calls
from cycle_picture import scatter
from cycle_programs import Program, ProgramRunner, compare_program, read_programs

if TYPE_CHECKING:
    from collections.abc import Callable


def main(argv: list[str] | None = None) -> int:
    """Run the script; returns its exit code."""
    args = _parse(argv)
    if args.cross_validate:
        launcher = Launcher(args.examples, args.work)
        return cross_validate(launcher, measured_cases(args.timings, args.filter), args)
    args.output.mkdir(parents=True, exist_ok=True)
    results = args.output / "cycles.jsonl"
    comparisons = {c.name: c for c in read_comparisons(results)} if args.resume else {}
    results.write_text("".join(c.line() for c in comparisons.values()), encoding="utf-8")
    failed = 0
    for name, measure in _measurements(args).items():
        if name in comparisons:
            continue
        try:
            comparisons[name] = measure()
        except (OSError, RuntimeError) as error:
            print(f"{name}: {error}", file=sys.stderr)
            failed += 1
            continue
        print(comparisons[name].text(), flush=True)
        with results.open("a", encoding="utf-8") as file:
            file.write(comparisons[name].line())
    print(summary(list(comparisons.values())))
    if comparisons:
        picture = args.output / "cycles.svg"
        picture.write_text(scatter(list(comparisons.values())), encoding="utf-8")
    return 1 if failed or not comparisons else 0


def _measurements(args: argparse.Namespace) -> dict[str, Callable[[], Comparison]]:
    """Return what compares each launch with its measurement, by the launch's name."""
    sources = {**_of_examples(args), **_of_programs(args), **_of_operators(args)}
    return {
        name: measure
        for name, measure in sources.items()
        if not args.filter or any(text in name for text in args.filter)
    }


def _of_examples(args: argparse.Namespace) -> dict[str, Callable[[], Comparison]]:
    if not args.examples:
        return {}
    launcher = Launcher(args.examples, args.work)

    def measure(case: Case, row: dict[str, str]) -> Comparison:
        if not args.built:
            launcher.build(case)
        return compare(case, row, launcher.run(case, args.constants))

    cases = measured_cases(args.timings, args.filter)
    return {case.name: partial(measure, case, row) for case, row in cases}


def _of_programs(args: argparse.Namespace) -> dict[str, Callable[[], Comparison]]:
    if not args.programs:
        return {}
    runner = ProgramRunner(args.programs, args.work)

    def measure(program: Program) -> Comparison:
        if not args.built:
            runner.build(program)
        return compare_program(program, runner.run(program, args.constants))

    return {program.name: partial(measure, program) for program in read_programs()}


def _of_operators(args: argparse.Namespace) -> dict[str, Callable[[], Comparison]]:
    if not args.operators:
        return {}
    runner = OperatorRunner(args.operators, args.work)

    def measure(call: OperatorCall) -> Comparison:
        return compare_call(call, runner.run(call, args.constants))

    return {call.name: partial(measure, call) for call in read_calls()}


def cross_validate(
    launcher: Launcher, cases: list[tuple[Case, dict[str, str]]], args: argparse.Namespace
) -> int:
    """Print what the model says of examples that none of its figures come from."""
    # Minutes for each run; nothing but scalar.local_access, which no other example tells of,
    # decides the first of them.
    slow = re.compile(r"(add|matmul)_high_performance \w+ SCENARIO_NUM=0$")
    cases = [c for c in cases if not slow.match(c[0].name)]
    if not args.built:
        for case, _ in cases:
            launcher.build(case)
    validation = CrossValidation(launcher, cases)
    validation.learn()
    print(summary(validation.predict()))
    return 0


def measured_cases(timings: Path, texts: list[str]) -> list[tuple[Case, dict[str, str]]]:
    """Return the cases with one of the texts in their names (none: all) and their timings."""
    rows = list(csv.DictReader(timings.open(encoding="utf-8", newline="")))
    cases = [case for case in read_cases() if not texts or any(t in case.name for t in texts)]
    return [(case, row) for case in cases if (row := case.measured(rows)) is not None]


def _parse(argv: list[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    add = parser.add_argument
    add("--examples", type=Path, help="folder `examples` of a checkout of asc-devkit")
    add("--timings", type=Path, help="table of its measured launches")
    add("--programs", type=Path, help="checkout of jieran-zhang/Aprof")
    add("--operators", type=Path, help="checkout of hicann/ops-nn")
    add("--filter", action="append", default=[], help="only cases whose name has this text")
    add("--work", type=Path, default=Path("cycles_work"), help="where to build and run")
    add("--output", type=Path, default=Path("cycles_results"), help="folder of the results")
    add("--constants", type=Path, help="figures to replace, in the form of cycle_model.csv")
    add("--built", action="store_true", help="do not build again")
    add("--cross-validate", action="store_true", help="predict each example from the others")
    add("--resume", action="store_true", help="keep the rows of the run before")
    args = parser.parse_args(argv)
    if (args.examples is None) != (args.timings is None):
        parser.error("--examples and --timings belong together")
    if not args.examples and (args.cross_validate or not (args.programs or args.operators)):
        parser.error("give --examples and --timings, --programs, or --operators")
    return args


if __name__ == "__main__":
    sys.exit(main())
