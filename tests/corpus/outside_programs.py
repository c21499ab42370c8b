"""Page of outside programs: what was tried, when, with which result."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from pathlib import Path

from tests.corpus.report import markdown
from tests.corpus.results import RECORDED, VERDICTS, Result, read_recorded
from tests.corpus.suite import Suite

PAGE = Path(__file__).parents[2] / "docs" / "outside_programs.md"
_COLUMNS = ("suite", "repository", "cases", *VERDICTS, "last run")
_MOST = 12  # reasons of a suite on the page
_LONGEST = 400  # characters of a reason
_INTRODUCTION = """\
# Programs of other projects

Programs that others wrote are run unmodified with this toolkit. This page says what was tried, when
and with which result. `python -m tests.corpus report` writes it from the recorded results in
`tests/corpus/results`: do not edit it. [Tests](testing.md#programs-of-other-projects) has the
commands.

- **right**: the program was built and gives the expected result.
- **wrong**: it was built, and its result is not as expected.
- **rejected**: it was not built.
- **skipped**: it was not tried, for the given reason.

Many reasons are faults of the program itself. The rows of `tests/corpus/results/<suite>.csv` have
the commit of the checkout (if it was recorded), the date, the steps that succeeded, the reason and
the duration. The results of programs that `pytest -m corpus` runs are in
[Second circle: results](second_circle.md).
"""


def page(suites: Iterable[Suite], folder: Path = RECORDED) -> str:
    """Return the page as Markdown."""
    every = list(suites)
    lines = [_INTRODUCTION, *overview(every, folder)]
    for suite in every:
        if read_recorded(suite.name, folder).results:
            lines += ["", *section(suite, folder)]
    return "\n".join(lines) + "\n"


def overview(suites: Iterable[Suite], folder: Path = RECORDED) -> list[str]:
    """Return the lines of the table with a row per suite."""
    return markdown(_COLUMNS, [_row(suite, folder) for suite in suites])


def section(suite: Suite, folder: Path = RECORDED) -> list[str]:
    """Return the lines of the section of a suite: its cases and the reasons of exceptions."""
    results = read_recorded(suite.name, folder).results
    lines = [f"## {suite.name}", "", f"{suite.summary}. Repository: {suite.repository}."]
    if suite.records_exceptions:
        lines += ["", "Only exceptions with a reason are recorded."]
    rows = _reasons([result for result in results if result.verdict != "right" or result.reason])
    if rows:
        lines += ["", *markdown(("verdict", "cases", "example", "reason or remark"), rows[:_MOST])]
    if len(rows) > _MOST:
        file = f"tests/corpus/results/{suite.name}.csv"
        lines += ["", f"`{file}` has {len(rows) - _MOST} more reasons."]
    return lines


def _row(suite: Suite, folder: Path) -> dict[str, str]:
    results = read_recorded(suite.name, folder).results
    count = Counter(result.verdict for result in results)
    row = {"suite": suite.name, "repository": suite.repository, "cases": str(len(results))}
    row |= {verdict: str(count[verdict]) for verdict in VERDICTS}
    if suite.records_exceptions and results:
        row |= {"cases": f"{len(results)} exceptions", "right": "-"}
    return row | {"last run": max((result.date for result in results), default="not recorded")}


def _reasons(results: Sequence[Result]) -> list[dict[str, str]]:
    """Return a row per verdict and reason, the most frequent first."""
    groups: dict[tuple[str, str], list[str]] = {}
    for result in results:
        groups.setdefault((result.verdict, result.reason), []).append(result.case)
    order = sorted(groups.items(), key=lambda item: -len(item[1]))
    return [
        {
            "verdict": verdict,
            "cases": str(len(cases)),
            "example": f"`{cases[0]}`",
            "reason or remark": _cell(reason),
        }
        for (verdict, reason), cases in order
    ]


def _cell(text: str) -> str:
    """Return a reason as the text of a cell, without what Markdown would interpret."""
    text = " ".join(text.split())
    short = text if len(text) <= _LONGEST else text[: _LONGEST - 4].rstrip() + " ..."
    return f"`{short.replace('`', chr(39))}`" if set("<>*_[]") & set(short) else short
