"""Compare builds here with the results of CANN's compilers for the same operators.

`--verdicts` is the table of verdicts; the checkout a clone or git directory of
CenZhihan/LLM4AscendC with the commits that it names. Every row is built. A case, named by its path
in the repository, is right if both compile it or neither does. `--output` receives builds.md: how
often they agree, and each disagreement with its recorded reason.
"""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from collections.abc import Iterator, Sequence
from dataclasses import asdict
from functools import partial
from pathlib import Path

from tests.corpus.report import markdown
from tests.corpus.results import Result, read_recorded
from tests.corpus.suite import Suite, Unit, is_chosen
from tests.corpus.verdict_build import BuildOutcome, build
from tests.corpus.verdict_sources import Sources, Verdict, read_verdicts

_NAME = "llm4ascendc-builds"


def _units(options: Namespace) -> Iterator[Unit]:
    sources = Sources.at(options.checkout)
    for verdict in read_verdicts(options.verdicts):
        if is_chosen(f"{verdict.name} {verdict.path}", options.filter):
            case = partial(_try, verdict, sources, options.work, options.timeout)
            yield Unit.of_case(verdict.path, case)


def _try(verdict: Verdict, sources: Sources, work: Path, seconds: float) -> Result:
    return result_of(verdict.path, build(verdict, sources, work, seconds))


def result_of(path: str, outcome: BuildOutcome) -> Result:
    """Return the result of the operator at a path of the repository."""
    steps = " ".join(["built"] * outcome.compiled)
    npu = outcome.npu_error or outcome.npu
    reason = f"CANN: {npu}; here: {outcome.error or 'compiled'}"
    verdict = "right" if outcome.agrees else "wrong" if outcome.compiled else "rejected"
    reason = "" if outcome.agrees else reason
    return Result(path, verdict, steps, reason, outcome.seconds, details=asdict(outcome))


def verdicts(result: Result) -> dict[str, tuple[str, str]]:
    """Return the verdict of CANN and the one here, each by the part that does not compile."""
    outcome = BuildOutcome(**result.details)
    title = "Builds" if outcome.is_clean else "Builds whose records may be about other sources"
    npu = "compiled" if outcome.npu_compiled else outcome.npu
    return {title: (npu, "compiled" if outcome.compiled else part_of(outcome.error))}


def part_of(error: str) -> str:
    """Return the part of an operator that an error of its build is about."""
    for part in ("host", "kernel"):
        if f"op_{part}" in error:
            return f"{part}_compile"
    return "other"


def _conclude(options: Namespace, results: Sequence[Result]) -> str:
    recorded = read_recorded(_NAME)
    reasons = {}
    for result in results:
        row = recorded.find(result.case)
        reasons[result.details["name"]] = row.reason if row else ""
    text = _table([BuildOutcome(**result.details) for result in results], reasons)
    (options.output / "builds.md").write_text(text + "\n", encoding="utf-8")
    return text


def _add_options(parser: ArgumentParser) -> None:
    parser.add_argument("--verdicts", type=Path, required=True, help="table of verdicts")


def _table(outcomes: Sequence[BuildOutcome], reasons: dict[str, str]) -> str:
    clean = [outcome for outcome in outcomes if outcome.is_clean]
    accepted = [outcome for outcome in outcomes if outcome.npu_compiled]
    differing = [outcome for outcome in outcomes if not outcome.agrees]
    rows = [
        {
            "row": outcome.name,
            "clean": "yes" if outcome.is_clean else "no",
            "npu": outcome.npu_error or outcome.npu,
            "here": outcome.error or "compiled",
            "reason": reasons[outcome.name],
        }
        for outcome in differing
    ]
    agreed = f"{_agreement(outcomes)} rows agree, {_agreement(clean)} of the clean ones"
    lines = [f"{agreed}; {_agreement(accepted)} that CANN compiled are compiled here"]
    if rows:
        lines += ["", *markdown(("row", "clean", "npu", "here", "reason"), rows)]
    return "\n".join(lines)


def _agreement(outcomes: Sequence[BuildOutcome]) -> str:
    return f"{sum(outcome.agrees for outcome in outcomes)} of {len(outcomes)}"


SUITE = Suite(
    _NAME,
    "CenZhihan/LLM4AscendC",
    "builds of operators with verdicts of CANN's compilers; right: the same verdict",
    _units,
    _add_options,
    _conclude,
    verdicts,
    seconds=600,
    is_concurrent=True,
    records_exceptions=True,
    checkout="clone with all branches, or a git directory",
)
