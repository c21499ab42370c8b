"""Runs asc-devkit's own unit tests on the home's headers and libraries, case by case.

python tests/corpus/run_devkit_tests.py --checkout PATH [--part host|kernel] [--filter TEXT]

The checkout (branch 8.5.0) stays as it is. Host tests are those of tiling, built for each product
of theirs with the platform that they make up; kernel tests run on a simulated core, case by case.
Of these, `zeros` demand that outputs are 0, which is what CANN's CPU model leaves there. googletest
is Debian's (googletest), or --googletest.
``--output`` receives table.csv, a row per case. devkit_tests.csv holds the cases that are not right
and why: the exit code is 1 if a case differs from it. ``--update`` writes it, with the reasons that
were there for cases whose verdict stayed.
"""

from __future__ import annotations

import argparse
import csv
import sys
from collections import Counter
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from devkit_build import Product, Surroundings, Verdict, host_executable, run_cases
from devkit_kernels import PRODUCTS, sources_of, verdicts_of
from report import markdown

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

_TABLE = Path(__file__).parent / "devkit_tests.csv"
_COLUMNS = ("part", "product", "source", "case", "verdict", "reason")
_ALL = "*"  # in place of a case: all of the source
_VERDICTS = ("right", "wrong", "crash", "not compiled")
_HOST_PRODUCTS = (Product("ascend910b", 2201, 220), Product("ascend310p", 2002, 200))
_HOST_SOURCES = ("adv_api/tiling/*.cpp",)


@dataclass(frozen=True)
class Row:
    """A case of a product, and what became of it."""

    part: str
    product: str
    source: str
    case: str
    verdict: str
    reason: str = ""

    @property
    def key(self) -> tuple[str, str, str, str]:
        """Key of the case."""
        return self.part, self.product, self.source, self.case


def host_rows(at: Surroundings, pattern: str, done: set[tuple[str, str]]) -> Iterator[list[Row]]:
    """The host tests, source by source and product by product, but for those that are done."""
    for product in _HOST_PRODUCTS:
        for glob in _HOST_SOURCES:
            for source in sorted(at.unit.glob(glob)):
                name = source.relative_to(at.unit).as_posix()
                if "TEST" not in source.read_text(encoding="utf-8"):
                    continue
                if pattern in f"{product.name}/{name}" and (product.name, name) not in done:
                    verdicts = _host_verdicts(source, product, at)
                    yield [Row("host", product.name, name, *_fields(v)) for v in verdicts]


def _host_verdicts(source: Path, product: Product, at: Surroundings) -> list[Verdict]:
    program, lacking = host_executable(source, product, at)
    verdicts = list(run_cases(program)) if program else []
    return verdicts + [Verdict(case, "not compiled", why) for case, why in lacking.items()]


def kernel_rows(at: Surroundings, pattern: str, done: set[tuple[str, str]]) -> Iterator[list[Row]]:
    """The kernel tests in the same way. A source whose cases all end alike is one row, `*`."""
    for product in PRODUCTS:
        for source in sources_of(product, at):
            name = source.relative_to(at.unit).as_posix()
            if pattern in f"{product.name}/{name}" and (product.name, name) not in done:
                verdicts = verdicts_of(source, product, at)
                yield [Row("kernel", product.name, name, *_fields(v)) for v in verdicts]


def _fields(verdict: Verdict) -> tuple[str, str, str]:
    return verdict.case, verdict.verdict, verdict.reason


def read_rows(path: Path) -> list[Row]:
    """The rows of a table; none if there is no file."""
    if not path.exists():
        return []
    with path.open(encoding="utf-8", newline="") as file:
        return [Row(**row) for row in csv.DictReader(file)]


def write_rows(path: Path, rows: Iterable[Row]) -> None:
    """Writes a table, sorted."""
    with path.open("w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(_COLUMNS)
        writer.writerows((*row.key, row.verdict, row.reason) for row in sorted(rows, key=_order))


def _order(row: Row) -> tuple[str, str, str, str]:
    return row.key


def differences(rows: Iterable[Row], known: Iterable[Row]) -> list[str]:
    """Cases whose verdict is another one than the table's; a case that is not there is right."""
    verdicts = {row.key: row.verdict for row in known}
    found = []
    for row in rows:
        before = verdicts.get(row.key) or verdicts.get((*row.key[:3], _ALL), "right")
        if row.verdict != before:
            found.append(f"{' '.join(row.key)}: {row.verdict}, was {before}: {row.reason}")
    return found


def updated(rows: list[Row], known: list[Row]) -> list[Row]:
    """The table for rows: cases that are not right, with the reasons known before.

    Rows of parts, products and sources that were not run stay.
    """
    ran = {row.key[:3] for row in rows}
    reasons = {(*row.key, row.verdict): row.reason for row in known}

    def reason(row: Row) -> str:
        of_all = reasons.get((*row.key[:3], _ALL, row.verdict), row.reason)
        return reasons.get((*row.key, row.verdict), of_all)

    fresh = [Row(*row.key, row.verdict, reason(row)) for row in rows if row.verdict != "right"]
    return _shortened(fresh, rows) + [row for row in known if row.key[:3] not in ran]


def _shortened(wrong: list[Row], rows: list[Row]) -> list[Row]:
    """One row for the cases of a source that all have the same verdict for the same reason."""
    sizes = Counter(row.key[:3] for row in rows)
    alike = Counter((*row.key[:3], row.verdict, row.reason) for row in wrong)
    short = {}
    for row in wrong:
        key = (*row.key[:3], row.verdict, row.reason)
        all_alike = alike[key] == sizes[row.key[:3]] > 1
        one = Row(*row.key[:3], _ALL, row.verdict, row.reason) if all_alike else row
        short[one.key] = one
    return list(short.values())


def summary(rows: list[Row]) -> str:
    """Return the number of cases per part, product and result."""
    counts: dict[tuple[str, str], Counter[str]] = {}
    for row in rows:
        counts.setdefault((row.part, row.product), Counter())[row.verdict] += 1
    lines = []
    for (part, product), count in sorted(counts.items()):
        others = {verdict: str(count[verdict]) for verdict in _verdicts(rows)}
        lines.append({"part": part, "product": product, "cases": str(count.total()), **others})
    return "\n".join(markdown(("part", "product", "cases", *_verdicts(rows)), lines))


def _verdicts(rows: list[Row]) -> list[str]:
    return [*_VERDICTS, *sorted({row.verdict for row in rows} - set(_VERDICTS))]


def _googletest(given: Path | None) -> Path | None:
    places = [given] if given else [Path("/usr/src/googletest/googletest")]
    return next((place for place in places if (place / "src" / "gtest-all.cc").exists()), None)


def main() -> int:
    """Runs the tests and prints how many did what, and what differs from the table."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--checkout", type=Path, required=True, help="asc-devkit, branch 8.5.0")
    parser.add_argument("--part", choices=["host", "kernel"], default="host")
    parser.add_argument("--filter", default="", help="only <product>/<source> with this text")
    parser.add_argument("--resume", action="store_true", help="leave out sources in --output")
    parser.add_argument("--update", action="store_true", help="write devkit_tests.csv")
    parser.add_argument("--googletest", type=Path, help="folder with include/ and src/gtest-all.cc")
    parser.add_argument("--output", type=Path, default=Path("devkit_report"))
    options = parser.parse_args()
    checkout = options.checkout.resolve()
    if not (checkout / "tests" / "unit" / "adv_api").is_dir():
        parser.error(f"{checkout}: no checkout of asc-devkit: it has no tests/unit/adv_api")
    googletest = _googletest(options.googletest)
    if googletest is None:
        parser.error("no sources of googletest: apt-get install googletest, or name --googletest")
    from custom_compiler.toolkit import ensure_home

    folder = options.output.resolve() / "work"
    folder.mkdir(parents=True, exist_ok=True)
    at = Surroundings(checkout, ensure_home(), googletest, folder)
    table = options.output / "table.csv"
    rows = read_rows(table) if options.resume else []
    done = {(row.product, row.source) for row in rows if row.part == options.part}
    every = kernel_rows if options.part == "kernel" else host_rows
    for fresh in every(at, options.filter, done):
        rows += fresh
        write_rows(table, rows)
    known = read_rows(_TABLE)
    if options.update:
        write_rows(_TABLE, updated(rows, known))
        known = read_rows(_TABLE)
    different = differences(rows, known)
    print(*different, sep="\n")
    print(summary(rows))
    return int(bool(different))


if __name__ == "__main__":
    sys.exit(main())
