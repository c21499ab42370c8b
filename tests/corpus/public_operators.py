"""Build, run and check the operators of public repositories against their own golden data.

The layouts of cann-ops and of ops-math (``arch_operators.py``; ops-nn and ops-transformer, too) are
known. Every operator is built by ``custom-compiler build``, its package is installed into a
separate toolkit root, its ``examples/AclNNInvocationNaive`` client is compiled and run unmodified,
and the output files are compared with the golden files (``judge.py``). An operator is right when
these agree, or with ``--build-only`` when it is built. With ``--checked``, clients that are right,
or run and have no golden files, run once more under ``mssanitizer``, also those of an earlier run
that ``--resume`` continues: findings.csv has its reports, and the summary what it costs.
``--build-only --checked`` compiles all kernels for sanitizer runs and executes none. With
``--timing`` they run once more with the cycle model, as msprof runs programs, and the summary says
what that costs. With ``--static`` they run again with kernels that ``op_compiler`` makes of their
own shapes: static.jsonl has which calls took these, and if not, why. ``--output`` also receives
table.csv, table.md and table.html.
"""

from __future__ import annotations

import argparse
import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import asdict, fields, replace
from functools import partial
from pathlib import Path

from tests.corpus.arch_operators import find_arch_operators, has_arch_layout
from tests.corpus.checked_clients import write_findings
from tests.corpus.operators import Operator, find_operators
from tests.corpus.report import read_facts, write_report
from tests.corpus.results import Result, read_recorded
from tests.corpus.sandbox import Outcome, Sandbox, Settings
from tests.corpus.static_clients import StaticRun, run_static, write_static
from tests.corpus.suite import Suite, Unit, is_chosen
from tests.corpus.timed_clients import describe_timed

_STATIC = "static"  # a key of details: fields of StaticRun


def _units(options: Namespace) -> Iterator[Unit]:
    for operator in _select(options):
        box = Sandbox(operator, _settings(options))
        run, observe = partial(_run, box, options), partial(_observe, box, options)
        yield Unit(operator.name, run, observe)


def _run(box: Sandbox, options: Namespace) -> list[Result]:
    return [_static(box, _result(box.run(), options), options)]


def _observe(box: Sandbox, options: Namespace, earlier: Sequence[Result]) -> list[Result]:
    """Run the client of an earlier run once more where an instrumented run is missing."""
    (outcome,) = _outcomes(earlier)
    if box.is_unobserved(outcome):
        return [_static(box, _result(box.observe(outcome), options), options)]
    return [_static(box, earlier[0], options)]


def _static(box: Sandbox, result: Result, options: Namespace) -> Result:
    """Run a client that is right once more with static kernels, if that was asked for."""
    if not options.static or not result.details["right"] or _STATIC in result.details:
        return result
    run = run_static(box)
    result = replace(result, details=result.details | {_STATIC: asdict(run)})
    if run.is_good:
        return result
    reason = f"static kernels: {run.why_not or f'{run.static_calls} of {run.calls} calls'}"
    return replace(result, verdict="wrong", reason=reason)


def _result(outcome: Outcome, options: Namespace) -> Result:
    stages = ("host", "built", "client", "ran", "right")
    steps = [stage for stage in stages[:-1] if getattr(outcome, stage)]
    if _succeeded(outcome, options):
        verdict = "right"
    elif outcome.built and not outcome.client and not options.build_only:
        verdict = "skipped"
    else:
        verdict = "wrong" if outcome.built else "rejected"
    reason = "" if verdict == "right" else outcome.why_not
    seconds = round(sum(outcome.seconds.values()), 1)
    details = asdict(outcome)
    return Result(outcome.operator, verdict, " ".join(steps), reason, seconds, details=details)


def _outcomes(results: Iterable[Result]) -> list[Outcome]:
    names = {field.name for field in fields(Outcome)}
    details = ({k: v for k, v in r.details.items() if k in names} for r in results)
    return [Outcome(**each) for each in details]


def _succeeded(outcome: Outcome, options: Namespace) -> bool:
    if options.build_only and options.checked:
        return outcome.built and outcome.observed == outcome.kernels
    return outcome.built if options.build_only else outcome.right


def _conclude(suite: str, options: Namespace, results: Sequence[Result]) -> str:
    outcomes, folder = _outcomes(results), options.output
    facts = _select(options)[0].facts_table
    faults = {r.case: r.reason for r in read_recorded(suite).results if not r.is_accepted}
    lines = [write_report(folder, outcomes, facts, faults), write_findings(folder, outcomes)]
    lines.append(describe_timed(outcomes))
    runs = [StaticRun(**r.details[_STATIC]) for r in results if _STATIC in r.details]
    lines.append(write_static(folder, runs) if runs else "")
    return "\n".join(line for line in lines if line)


def _add_options(parser: ArgumentParser) -> None:
    add = parser.add_argument
    add("--op", action="append", default=[], help="operator: its folder, or group/folder")
    add("--list", type=Path, help="file with one operator a line, in the order to take them")
    add("--class", dest="classes", default="",
        help="classes of cann_ops.csv, like ABC; of ops_math.csv: classic")  # fmt: skip
    add("--soc", "--soc_version", help="compute unit (default: ascend910b if registered)")
    add("-I", "--include", type=Path, action="append", default=[])
    add("--build-only", action="store_true", help="do not run the clients")
    add("--checked", action="store_true", help="run right clients once more under mssanitizer")
    add("--timing", action="store_true", help="run right clients again under the cycle model")
    add("--measured", dest="timing", action="store_true", help=argparse.SUPPRESS)  # former name
    add("--static", action="store_true", help="run right clients once more with static kernels")


def _settings(args: Namespace) -> Settings:
    return Settings(
        work=args.work,
        python=args.python or Path(sys.executable),
        soc=args.soc,
        includes=tuple(path.resolve() for path in args.include),
        timeout=args.timeout,
        build_only=args.build_only,
        is_checked=args.checked,
        is_timed=args.timing,
    )


def _select(args: Namespace) -> list[Operator]:
    listed: list[str] = []
    if args.list:
        lines = [line.strip() for line in args.list.read_text().splitlines()]
        listed = [line for line in lines if line and not line.startswith("#")]
    names = {*args.op, *listed}
    source = args.checkout / "src"
    corpus = source if source.is_dir() else args.checkout
    has_arches = has_arch_layout(corpus)
    found = list(find_arch_operators(corpus) if has_arches else find_operators(corpus))
    if not found:
        sys.exit(f"error: --checkout {args.checkout}: no folder has op_host and op_kernel")
    unknown = names - {op.name for op in found} - {op.root.name for op in found}
    if unknown:
        sys.exit(f"error: --op: no operator named {', '.join(sorted(unknown))} below {corpus}")
    if names:
        found = [op for op in found if op.name in names or op.root.name in names]
        order = {name: place for place, name in enumerate(listed)}
        found.sort(key=lambda op: order.get(op.name, len(order)))
    if args.classes:
        facts = read_facts(found[0].facts_table) if found else {}
        found = [op for op in found if facts[op.name]["class"] in args.classes]
    return [op for op in found if is_chosen(op.name, args.filter)]


def _suite(name: str, owner: str, summary: str) -> Suite:
    return Suite(
        name,
        f"{owner}/{name}",
        summary,
        _units,
        _add_options,
        partial(_conclude, name),
        seconds=900,
        is_concurrent=True,
        records_exceptions=True,
    )


_SUMMARY = "operators, built and called by their own clients; right: as the golden data"
SUITES = (
    _suite("cann-ops", "Ascend", _SUMMARY),
    *(_suite(name, "hicann", _SUMMARY) for name in ("ops-math", "ops-nn", "ops-transformer")),
)
