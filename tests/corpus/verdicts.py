"""Compare operators whose verdicts on a real NPU are recorded with the simulated cores.

`--verdicts` is the table of verdicts; the checkout a clone of CenZhihan/LLM4AscendC with all its
branches; `--python` one with torch_npu, like that of the framework tests. Every operator that CANN
compiled is built, its PyTorch extension too. It is called as the recorded harness did, once
uninstrumented and once under `mssanitizer`, on smaller inputs (`SMALLER`) unless
`--recorded-sizes`. A case is right if it passed on the NPU and passes here, or if it failed and a
report or the same failure explains that. `--output` receives verdicts.csv and verdicts.md.
verdict_builds.py builds those that CANN did not compile, too.
"""

from __future__ import annotations

import csv
from argparse import ArgumentParser, Namespace
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import asdict
from functools import partial
from pathlib import Path

from tests.corpus.report import markdown
from tests.corpus.results import Result
from tests.corpus.suite import Suite, Unit, is_chosen, python_with_torch_npu
from tests.corpus.verdict_run import SMALLER, Outcome, Runner, Tools
from tests.corpus.verdict_sources import Sources, Verdict, read_verdicts

_COLUMNS = (
    "row", "operator", "npu", "built", "here", "checked", "findings", "first_finding",
    "explained", "seconds_release", "seconds_checked", "why_not",
)  # fmt: skip


def _units(options: Namespace) -> list[Unit]:
    verdicts = [v for v in read_verdicts(options.verdicts) if v.is_compiled]
    chosen = [v for v in verdicts if is_chosen(v.name, options.filter)]
    if not chosen:
        return []
    tools = Tools.find(Path(python_with_torch_npu(options)), options.work)
    if options.steps != "build":
        tools.precompile()
    sizes = {} if options.recorded_sizes else SMALLER
    runner = Runner(tools, Sources.at(options.checkout), options.steps, options.timeout, sizes)
    return [
        Unit(verdict.name, partial(_run, runner, verdict), partial(_check, runner, verdict))
        for verdict in chosen
    ]


def _run(runner: Runner, verdict: Verdict) -> list[Result]:
    return [result_of(runner.run(verdict))]


def _check(runner: Runner, verdict: Verdict, earlier: Sequence[Result]) -> list[Result]:
    """Run an operator under the sanitizer that an earlier run called without it."""
    (outcome,) = _outcomes(earlier)
    if runner.steps == "checked" and outcome.release and not outcome.checked:
        return [result_of(runner.check(verdict, outcome))]
    return list(earlier)


def result_of(outcome: Outcome) -> Result:
    """Return the result of an operator with a recorded verdict."""
    stages = {"built": outcome.built, "called": outcome.release, "sanitized": outcome.checked}
    steps = " ".join(stage for stage, is_done in stages.items() if is_done)
    agrees = outcome.release.startswith("pass") if outcome.npu == "pass" else outcome.explained
    verdict = "right" if agrees else "wrong" if outcome.built else "rejected"
    reason = outcome.why_not or ("" if agrees else f"NPU: {outcome.npu}; here: {outcome.release}")
    seconds = sum(outcome.seconds.values())
    return Result(outcome.name, verdict, steps, reason, round(seconds, 1), details=asdict(outcome))


def verdicts(result: Result) -> dict[str, tuple[str, str]]:
    """Return the verdict of the NPU, and those here without and with the sanitizer."""
    outcome = Outcome(**result.details)
    plain = outcome.release.split(" ")[0] if outcome.built else "not built"
    found = "reports" if outcome.kinds else "no report"
    return {
        "Calls": (outcome.npu, plain or "not run"),
        "Calls with the sanitizer": (outcome.npu, found if outcome.checked else "not run"),
    }


def _outcomes(results: Iterable[Result]) -> list[Outcome]:
    return [Outcome(**result.details) for result in results]


def _add_options(parser: ArgumentParser) -> None:
    add = parser.add_argument
    add("--verdicts", type=Path, required=True, help="table of verdicts on hardware")
    add("--recorded-sizes", action="store_true", help="inputs as large as on the NPU")
    add("--steps", choices=("build", "release", "checked"), default="checked", help="how far to go")


def _row(outcome: Outcome) -> dict[str, str]:
    number, _, operator = outcome.name.partition("_")
    values = (
        number, operator, outcome.npu, outcome.built, outcome.release.split(" ")[0],
        outcome.checked.split(" ")[0], " ".join(f"{kind}:{n}" for kind, n in outcome.kinds.items()),
        outcome.first_finding, outcome.explained,
        outcome.seconds.get("release", ""), outcome.seconds.get("checked", ""), outcome.why_not,
    )  # fmt: skip
    return dict(zip(_COLUMNS, map(str, values), strict=True))


def _write_tables(folder: Path, outcomes: Iterable[Outcome]) -> str:
    rows = [_row(outcome) for outcome in sorted(outcomes, key=lambda outcome: outcome.name)]
    with (folder / "verdicts.csv").open("w", encoding="utf-8", newline="") as file:
        writer = csv.DictWriter(file, _COLUMNS)
        writer.writeheader()
        writer.writerows(rows)
    failed = [row for row in rows if row["npu"] != "pass"]
    passed = [row for row in rows if row["npu"] == "pass"]
    causes = Counter(row["explained"] or "not explained" for row in failed)
    right = sum(row["here"] == "pass" for row in passed)
    found = sum(bool(row["findings"]) for row in passed)
    lines = [
        f"{len(failed)} failed on the NPU: " + ", ".join(f"{n} {c}" for c, n in causes.items()),
        f"{len(passed)} passed on the NPU: {right} pass here, {found} with reports",
    ]
    table = "\n".join(markdown(_COLUMNS, rows))
    (folder / "verdicts.md").write_text("\n\n".join([*lines, table]) + "\n", encoding="utf-8")
    return "\n".join(lines)


def _conclude(options: Namespace, results: Sequence[Result]) -> str:
    return _write_tables(options.output, _outcomes(results))


SUITE = Suite(
    "llm4ascendc-calls",
    "CenZhihan/LLM4AscendC",
    "calls of operators with verdicts of a real NPU; right: the same, or a report explains it",
    _units,
    _add_options,
    _conclude,
    verdicts,
    seconds=600,
    is_concurrent=True,
    records_exceptions=True,
    checkout="clone with all branches, or a git directory",
)
