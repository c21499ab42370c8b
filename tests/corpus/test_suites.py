"""The front of the suites: results, resumed runs, recorded results and the page."""

from __future__ import annotations

import subprocess
from argparse import Namespace
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path

import pytest

from tests.corpus import npu_verdicts, outside_programs
from tests.corpus.__main__ import main
from tests.corpus.registry import SUITES
from tests.corpus.results import (
    RECORDED,
    Recorded,
    Result,
    format_results,
    read_recorded,
    read_results,
    write_results,
)
from tests.corpus.runs import Run
from tests.corpus.suite import Suite, Unit

ROWS = [
    Result(
        "a/x", "right", "built ran", seconds=1.5, suite="some", commit="c0ffee", date="2026-11-29"
    ),
    Result("b", "rejected", "", 'error: "y", z\nsecond line', suite="some"),
]


def test_results_are_read_as_written(tmp_path: Path) -> None:
    write_results(tmp_path / "some.csv", ROWS[::-1])
    assert read_results(tmp_path / "some.csv") == ROWS
    assert read_recorded("some", tmp_path).results == ROWS
    assert read_recorded("absent", tmp_path).results == []


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("suite,case\n", "the columns are suite,case"),
        (format_results([]) + "s,c,,,,good,,\n", "row 2 has the verdict 'good'"),
        (format_results([]) + "s,c\n", "row 2 has 2 columns"),
    ],
)
def test_tables_of_another_format(tmp_path: Path, text: str, message: str) -> None:
    path = tmp_path / "some.csv"
    path.write_text(text)
    with pytest.raises(ValueError, match=message):
        read_results(path)


def test_a_pattern_stands_for_cases_without_a_row() -> None:
    recorded = Recorded(
        [Result("a/*", "wrong"), Result("a/b/*", "rejected"), Result("a/b/c", "skipped")]
    )
    assert recorded.verdict("a/x") == "wrong"
    assert recorded.verdict("a/b/x") == "rejected"
    assert recorded.verdict("a/b/c") == "skipped"
    assert recorded.verdict("c") == "right"


def test_regressions_are_cases_that_differ_and_are_not_right() -> None:
    recorded = Recorded(
        [Result("a", "wrong", "built"), Result("b", "wrong"), Result("c", "rejected")]
    )
    results = [
        Result("a", "wrong", "built"),
        Result("b", "wrong", "built ran"),  # no steps are recorded
        Result("c", "right"),
        Result("new", "wrong", "built", "why"),
        Result("untried", "skipped"),
    ]
    assert recorded.regressions(results) == ["new: wrong (built), recorded as right: why"]
    assert recorded.improvements(results) == ["c: right, recorded as rejected"]
    crashed = replace(results[0], steps="")
    assert recorded.regressions([crashed]) == ["a: wrong, recorded as wrong (built)"]


def test_updates_retain_reasons_and_cases_that_were_not_run() -> None:
    recorded = Recorded(
        [Result("s::a", "wrong", "", "by hand"), Result("s::b", "wrong"), Result("t::a", "wrong")]
    )
    results = [Result("s::a", "wrong", "", "line 3"), Result("s::b", "right")]
    exceptions = recorded.updated(results, exceptions_only=True)
    assert exceptions == [Result("s::a", "wrong", "", "by hand"), Result("t::a", "wrong")]
    every = recorded.updated(results, exceptions_only=False)
    assert every == [exceptions[0], Result("s::b", "right"), Result("t::a", "wrong")]


def test_equal_results_of_all_cases_of_a_source_are_one_row() -> None:
    results = [Result("s::a", "wrong", "", "why"), Result("s::b", "wrong", "", "why")]
    rows = Recorded([]).updated(results, exceptions_only=True)
    assert rows == [Result("s::*", "wrong", "", "why")]
    assert Recorded(rows).regressions(results) == []
    mixed = [*results, Result("s::c", "right")]
    assert len(Recorded([]).updated(mixed, exceptions_only=True)) == 2


class Units:
    """Units of a suite whose cases end as `verdicts` says; counts the runs of each."""

    def __init__(self, **verdicts: str) -> None:
        self.verdicts = verdicts
        self.runs: list[str] = []

    def __call__(self, _options: Namespace) -> list[Unit]:
        return [Unit(name, partial(self.run, name)) for name in self.verdicts]

    def run(self, name: str) -> Iterator[Result]:
        self.runs.append(name)
        if self.verdicts[name] == "stops":
            raise KeyboardInterrupt
        yield Result(name, self.verdicts[name], details={"run": len(self.runs)})


def _run(
    units: Units, folder: Path, resume: str = "", checkout: Path | None = None
) -> list[Result]:
    options = Namespace(
        output=folder, work=folder / "work", resume=resume, jobs=1, checkout=checkout
    )
    return Run(Suite("some", "owner/some", "cases", units), options).results(lambda _: None)


def test_a_run_that_was_stopped_is_resumed(tmp_path: Path) -> None:
    with pytest.raises(KeyboardInterrupt):
        _run(Units(a="right", b="wrong", c="stops"), tmp_path)
    with (tmp_path / "results.jsonl").open("a") as log:
        log.write('{"unit": "c", "resul')
    units = Units(a="right", b="right", c="right")
    assert [r.verdict for r in _run(units, tmp_path, "all")] == ["right", "wrong", "right"]
    assert units.runs == ["c"]
    assert [r.verdict for r in _run(units, tmp_path, "failed")] == ["right"] * 3
    assert units.runs == ["c", "b"]
    assert [r.case for r in read_results(tmp_path / "results.csv")] == ["a", "b", "c"]


def test_a_unit_proceeds_from_its_results(tmp_path: Path) -> None:
    def proceed(earlier: Sequence[Result]) -> list[Result]:
        return [replace(earlier[0], steps="again")]

    units = [Unit("a", lambda: [Result("a", "right", details={"n": 1})], proceed)]
    suite = Suite("some", "owner/some", "cases", lambda _: units)
    options = Namespace(output=tmp_path, work=tmp_path, resume="", jobs=1, checkout=None)
    (first,) = Run(suite, options).results(lambda _: None)
    options.resume = "all"
    (second,) = Run(suite, options).results(lambda _: None)
    assert (first.steps, second.steps, second.details) == ("", "again", {"n": 1})


def test_results_have_the_commit_and_the_day(tmp_path: Path) -> None:
    checkout = tmp_path / "checkout"
    git = ["git", "-C", str(checkout), "-c", "user.name=a", "-c", "user.email=a@b"]
    subprocess.run(["git", "init", "-q", checkout], check=True)
    subprocess.run([*git, "commit", "-q", "--allow-empty", "-m", "x"], check=True)
    head = subprocess.check_output([*git, "rev-parse", "HEAD"], text=True)
    (result,) = _run(Units(a="right"), tmp_path / "output", checkout=checkout)
    assert result.suite == "some"
    assert len(result.commit) == 12
    assert head.startswith(result.commit)
    assert len(result.date) == len("2026-11-29")


def test_recorded_results_belong_to_a_suite() -> None:
    for path in RECORDED.glob("*.csv"):
        results = read_results(path)
        assert path.read_text() == format_results(results), f"{path} is not in order"
        assert {result.suite for result in results} == {path.stem} <= SUITES.keys()
        assert all(result.date for result in results), path
        assert all(result.reason for result in results if result.verdict != "right"), path


def test_the_page_is_up_to_date() -> None:
    assert outside_programs.PAGE.read_text() == outside_programs.page(SUITES.values())


def test_the_page_counts_verdicts_and_gives_reasons(tmp_path: Path) -> None:
    write_results(tmp_path / "some.csv", ROWS)
    suite = Suite("some", "owner/some", "cases", Units())
    text = outside_programs.page([suite, replace(suite, name="absent")], tmp_path)
    assert "| some | owner/some | 2 | 1 | 0 | 1 | 0 | 2026-11-29 |" in text
    assert "| absent | owner/some | 0 | 0 | 0 | 0 | 0 | not recorded |" in text
    assert '| rejected | 1 | `b` | error: "y", z second line |' in text


def test_the_list_names_every_suite(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["list"]) == 0
    lines = capsys.readouterr().out.splitlines()[2:]
    assert [line.split()[1] for line in lines] == list(SUITES)


@pytest.mark.parametrize("name", SUITES)
def test_every_suite_explains_its_options(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit, match="0"):
        main(["run", name, "--help"])
    text = capsys.readouterr().out
    assert {"--filter", "--resume", "--output", "--record"} <= set(text.replace(",", " ").split())


def _verdicts(result: Result) -> dict[str, tuple[str, str]]:
    return {"Builds": (result.details["npu"], result.verdict)}


def test_matrices_of_verdicts(tmp_path: Path) -> None:
    suite = Suite("some", "owner/name", "what", Units(), verdicts=_verdicts)
    verdicts = [("pass", "right"), ("fault", "wrong"), ("pass", "right"), ("pass", "wrong")]
    results = [
        Result(str(i), here, commit="c0ffee", date="2026-11-30", details={"npu": npu})
        for i, (npu, here) in enumerate(verdicts)
    ]
    npu_verdicts.record(suite, results, tmp_path)
    cells = npu_verdicts.read(suite, tmp_path)
    assert cells == npu_verdicts.count(suite, results)
    assert (
        "\n".join(npu_verdicts.section(suite, cells))
        == """\
## some

what. Repository: owner/name.
Run on 2026-11-30, commit c0ffee.

### Builds

| there | right | wrong | all |
|---|---|---|---|
| pass | 2 | 1 | 3 |
| fault |  | 1 | 1 |
"""
    )


def test_the_page_of_verdicts_is_that_of_the_recorded_ones() -> None:
    assert npu_verdicts.PAGE.read_text(encoding="utf-8") == npu_verdicts.page(SUITES.values())
