"""Results of suites: one format for all, in `results/<suite>.csv`."""

from __future__ import annotations

import csv
import io
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

RECORDED = Path(__file__).with_name("results")
COLUMNS = ("suite", "case", "commit", "date", "steps", "verdict", "reason", "seconds")
VERDICTS = ("right", "wrong", "rejected", "skipped")
_ALL = "*"


@dataclass(frozen=True)
class Result:
    """Result of one case.

    Attributes:
        case: Name within the suite. In recorded results, a name that ends with `*` stands for all
            cases that begin like it.
        verdict: `right`; `wrong` if the program was built but its result is not as expected;
            `rejected` if it was not built; `skipped` if it was not tried.
        steps: Words for the steps that succeeded, in order.
        reason: Cause of another verdict than `right`, or a remark.
        seconds: Duration; 0 if it is not known.
        suite: Name of the suite.
        commit: Commit of the checkout; "" if it is not known.
        date: Day of the run, as 2026-11-29.
        details: Values for the suite itself. They are in the log of a run, not in tables.
    """

    case: str
    verdict: str
    steps: str = ""
    reason: str = ""
    seconds: float = 0.0
    suite: str = ""
    commit: str = ""
    date: str = ""
    details: dict[str, Any] = field(default_factory=dict, compare=False)

    @property
    def is_accepted(self) -> bool:
        """Tell whether nothing is wrong: the case is right, or it was not tried."""
        return self.verdict in {"right", "skipped"}


class Recorded:
    """Recorded results of a suite."""

    def __init__(self, results: Iterable[Result]) -> None:
        self.results = list(results)
        self._cases = {result.case: result for result in self.results}
        self._prefixes = sorted(
            (case[: -len(_ALL)] for case in self._cases if case.endswith(_ALL)), key=len
        )

    def verdict(self, case: str) -> str:
        """Return the recorded verdict of a case; that of an unlisted case is `right`."""
        result = self.find(case)
        return result.verdict if result else "right"

    def find(self, case: str) -> Result | None:
        """Return the row of a case, or the most specific row that stands for it."""
        for prefix in reversed(self._prefixes):
            if case not in self._cases and case.startswith(prefix):
                return self._cases[prefix + _ALL]
        return self._cases.get(case)

    def regressions(self, results: Iterable[Result]) -> list[str]:
        """Return a line for each case that is not right and differs from what is recorded."""
        return [_difference(r, self) for r in results if not r.is_accepted and self._differs(r)]

    def improvements(self, results: Iterable[Result]) -> list[str]:
        """Return a line for each case that is right and is recorded as something else."""
        return [
            _difference(r, self) for r in results if r.verdict == "right" != self.verdict(r.case)
        ]

    def updated(self, results: Sequence[Result], *, exceptions_only: bool) -> list[Result]:
        """Return the recorded results with new ones in place of those of the same cases.

        A reason stays while the verdict stays: people may have replaced what a run prints. With
        `exceptions_only`, cases that are right are left out, and equal results of all cases
        `source::case` of a source become one row `source::*`.
        """
        new = [self._with_reason(result) for result in results]
        if not exceptions_only:
            cases = {result.case for result in new}
            return new + [result for result in self.results if result.case not in cases]
        sources = {_source(result.case) for result in new}
        others = [result for result in self.results if _source(result.case) not in sources]
        return [*_merged(new), *others]

    def _differs(self, result: Result) -> bool:
        row = self.find(result.case)
        has_other_steps = row is not None and row.steps not in {"", result.steps}
        return result.verdict != self.verdict(result.case) or has_other_steps

    def _with_reason(self, result: Result) -> Result:
        row = self.find(result.case)
        is_same = row is not None and row.verdict == result.verdict and row.reason
        return replace(result, reason=row.reason) if row and is_same else result


def _difference(result: Result, recorded: Recorded) -> str:
    row = recorded.find(result.case)
    before = _words(row) if row else "right"
    return f"{result.case}: {_words(result)}, recorded as {before}: {result.reason}".rstrip(": ")


def _words(result: Result) -> str:
    return f"{result.verdict} ({result.steps})" if result.steps else result.verdict


def _source(case: str) -> str:
    return case.partition("::")[0]


def _merged(results: Sequence[Result]) -> Iterator[Result]:
    """Yield results that are not right, those of a source that are all equal as one."""
    sizes = Counter(_source(result.case) for result in results)
    equal = Counter(_key(result) for result in results if result.verdict != "right")
    merged = set()
    for result in results:
        key, source = _key(result), _source(result.case)
        if result.verdict == "right" or key in merged:
            continue
        if equal[key] == sizes[source] > 1:
            merged.add(key)
            yield replace(result, case=f"{source}::{_ALL}")
        else:
            yield result


def _key(result: Result) -> tuple[str, str, str, str]:
    return _source(result.case), result.steps, result.verdict, result.reason


def read_recorded(suite: str, folder: Path = RECORDED) -> Recorded:
    """Return the recorded results of a suite; empty ones if there is no file."""
    path = folder / f"{suite}.csv"
    return Recorded(read_results(path) if path.is_file() else [])


def read_results(path: Path) -> list[Result]:
    """Return the results of a CSV file.

    Raises:
        ValueError: Another header, or an unknown verdict. The message names file and line.
    """
    with path.open(encoding="utf-8", newline="") as file:
        rows = csv.reader(file)
        header = next(rows, [])
        if tuple(header) != COLUMNS:
            raise ValueError(f"{path}: the columns are {','.join(header)}, not {','.join(COLUMNS)}")
        return [_read_row(path, number, row) for number, row in enumerate(rows, 2)]


def _read_row(path: Path, number: int, row: list[str]) -> Result:
    if len(row) != len(COLUMNS):
        raise ValueError(f"{path}: row {number} has {len(row)} columns, not {len(COLUMNS)}")
    values: dict[str, Any] = dict(zip(COLUMNS, row, strict=True))
    if values["verdict"] not in VERDICTS:
        raise ValueError(f"{path}: row {number} has the verdict {values['verdict']!r}")
    seconds = float(values.pop("seconds") or 0)
    return Result(**values, seconds=seconds)


def format_results(results: Iterable[Result]) -> str:
    """Return results as CSV, sorted by suite and case."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(COLUMNS)
    for result in sorted(results, key=lambda result: (result.suite, result.case)):
        values = [getattr(result, column) for column in COLUMNS[:-1]]
        writer.writerow([*values, f"{result.seconds:g}" if result.seconds else ""])
    return text.getvalue()


def write_results(path: Path, results: Iterable[Result]) -> None:
    """Write results as a CSV file."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(format_results(results), encoding="utf-8")
