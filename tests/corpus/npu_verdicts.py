"""Page of verdicts: what hardware or CANN's tools said of programs, and what is said here."""

from __future__ import annotations

import csv
import io
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from tests.corpus.report import markdown
from tests.corpus.results import Result
from tests.corpus.suite import Suite

PAGE = Path(__file__).parents[2] / "docs" / "npu_verdicts.md"
RECORDED = Path(__file__).with_name("verdicts")
_COLUMNS = ("matrix", "npu", "here", "cases", "commit", "date")
_INTRODUCTION = """\
# Verdicts of hardware and verdicts here

For these programs it is known what CANN's compiler or an NPU said. Each matrix has a row for each
verdict there, a column for each verdict here, and the number of programs. `python -m tests.corpus
report` writes the page from `tests/corpus/verdicts`: do not edit it. The command of each suite
counts other programs of the same kind, too ([testing.md](testing.md#programs-of-other-projects)).
"""


@dataclass(frozen=True)
class Cell:
    """Programs with the same verdicts.

    Attributes:
        matrix: Title of the matrix.
        npu: Verdict of CANN or hardware.
        here: Verdict of this toolkit.
        cases: Number of programs.
        commit: Commit of the checkout; "" if it is not known.
        date: Day of the run, as 2026-11-29.
    """

    matrix: str
    npu: str
    here: str
    cases: int
    commit: str
    date: str


def count(suite: Suite, results: Sequence[Result]) -> list[Cell]:
    """Return the cells of the matrices of a run, none of a suite without verdicts."""
    pairs: Counter[tuple[str, str, str]] = Counter()
    for result in results:
        for matrix, (npu, here) in suite.verdicts(result).items():
            pairs[matrix, npu, here] += 1
    commit, date = (results[0].commit, results[0].date) if results else ("", "")
    return [Cell(*key, cases, commit, date) for key, cases in sorted(pairs.items())]


def format_cells(cells: Iterable[Cell]) -> str:
    """Return the cells as CSV."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(_COLUMNS)
    writer.writerows([getattr(cell, column) for column in _COLUMNS] for cell in cells)
    return text.getvalue()


def record(suite: Suite, results: Sequence[Result], folder: Path = RECORDED) -> None:
    """Write the cells of a run, if it has any."""
    cells = count(suite, results)
    if cells:
        folder.mkdir(exist_ok=True)
        (folder / f"{suite.name}.csv").write_text(format_cells(cells), encoding="utf-8")


def read(suite: Suite, folder: Path = RECORDED) -> list[Cell]:
    """Return the recorded cells of a suite; none if there is no file."""
    path = folder / f"{suite.name}.csv"
    if not path.is_file():
        return []
    with path.open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    return [
        Cell(row["matrix"], row["npu"], row["here"], int(row["cases"]), row["commit"], row["date"])
        for row in rows
    ]


def page(suites: Iterable[Suite], folder: Path = RECORDED) -> str:
    """Return the page as Markdown."""
    lines = [_INTRODUCTION]
    for suite in suites:
        cells = read(suite, folder)
        if cells:
            lines += section(suite, cells)
    return "\n".join(lines).rstrip("\n") + "\n"


def section(suite: Suite, cells: Sequence[Cell]) -> list[str]:
    """Return the lines of the matrices of a suite."""
    lines = [f"## {suite.name}", "", f"{suite.summary}. Repository: {suite.repository}."]
    checkout = f", commit {cells[0].commit}" if cells[0].commit else ""
    lines += [f"Run on {cells[0].date}{checkout}.", ""]
    for matrix in dict.fromkeys(cell.matrix for cell in cells):
        chosen = [cell for cell in cells if cell.matrix == matrix]
        lines += [f"### {matrix}", "", *_matrix(chosen), ""]
    return lines


def _matrix(cells: Sequence[Cell]) -> list[str]:
    there, here = (
        sorted({getattr(cell, side) for cell in cells}, key=partial(_order, cells, side))
        for side in ("npu", "here")
    )
    number = {(cell.npu, cell.here): cell.cases for cell in cells}
    rows = [
        {"there": npu}
        | {name: str(number.get((npu, name), "")) for name in here}
        | {"all": str(sum(number.get((npu, name), 0) for name in here))}
        for npu in there
    ]
    return markdown(("there", *here, "all"), rows)


def _order(cells: Sequence[Cell], side: str, name: str) -> tuple[int, str]:
    """Return what is lowest for the most frequent verdict."""
    return -sum(cell.cases for cell in cells if getattr(cell, side) == name), name
