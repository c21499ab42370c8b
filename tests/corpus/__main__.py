"""Programs of other projects: list the suites, run one, write the page of recorded results.

    python -m tests.corpus list
    python -m tests.corpus run catlass --checkout <checkout of hicann/catlass>
    python -m tests.corpus run catlass --help
    python -m tests.corpus report
    python -m tests.corpus names CHECKOUT... --sibling <checkout of hicann/opbase>

`run` writes `results.jsonl`, which `--resume` continues, and `results.csv` into `--output`, and
prints each case that differs from the recorded results (`tests/corpus/results`). The exit code is 1
if a case is not right that is recorded as right, or is not recorded. `--record` records the
results. `report` writes `docs/outside_programs.md` and `docs/npu_verdicts.md`; `report NAME` prints
the part of one suite.
`names` prints what the builds of repositories look for in a toolkit (`tests/corpus/layout.py`) and
this one lacks; `--record` writes all of these names into `tests/toolkit/repository_names.csv`.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from custom_compiler.toolkit import ensure_home
from tests.corpus import npu_verdicts, outside_programs
from tests.corpus.layout import RECORDED_NAMES, Toolkit, names_of, write_names
from tests.corpus.registry import SUITES
from tests.corpus.report import markdown
from tests.corpus.results import RECORDED, VERDICTS, Result, read_recorded, write_results
from tests.corpus.runs import Run
from tests.corpus.suite import Suite


def main(arguments: Sequence[str] | None = None) -> int:
    """Execute one command; return the exit code."""
    options = _parse(arguments)
    if options.command == "list":
        print(_list())
        return 0
    if options.command == "report":
        return _report(options.name)
    if options.command == "names":
        return _names(options)
    return _run(SUITES[options.name], options)


def _parse(arguments: Sequence[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        prog="python -m tests.corpus",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    commands = parser.add_subparsers(dest="command", required=True)
    commands.add_parser("list", help="list the suites with their recorded results")
    run = commands.add_parser("run", help="run a suite")
    suites = run.add_subparsers(dest="name", metavar="NAME", required=True)
    for suite in SUITES.values():
        one = suites.add_parser(suite.name, help=suite.summary, description=suite.summary)
        _add_common_options(one, suite)
        suite.add_options(one)
    report = commands.add_parser("report", help="write the pages of docs/, or print a part")
    report.add_argument("name", nargs="?", choices=list(SUITES), metavar="NAME")
    names = commands.add_parser("names", help="list what builds look for in a toolkit")
    names.add_argument("checkouts", nargs="+", type=Path, metavar="CHECKOUT")
    names.add_argument("--sibling", action="append", default=[], type=Path, metavar="CHECKOUT",
        help="a repository whose files the builds of all others have; repeatable")  # fmt: skip
    names.add_argument("--record", action="store_true", help=f"write {RECORDED_NAMES.name}")
    return parser.parse_args(arguments)


def _add_common_options(parser: argparse.ArgumentParser, suite: Suite) -> None:
    add = parser.add_argument
    if suite.checkout:
        add("--checkout", type=Path, required=True, help=suite.checkout)
    else:
        parser.set_defaults(checkout=None)
    add("--filter", action="append", default=[], metavar="TEXT",
        help="only cases whose name contains TEXT; repeatable")  # fmt: skip
    resume = "continue the run in --output; `failed`: and run cases again that were not right"
    add("--resume", nargs="?", const="all", choices=("all", "failed"), default="", help=resume)
    add("--output", type=Path, default=Path("corpus_results") / suite.name,
        help="folder of the results (default: %(default)s)")  # fmt: skip
    add("--work", type=Path, default=Path("corpus_work") / suite.name,
        help="folder of copies and builds (default: %(default)s)")  # fmt: skip
    add("--python", type=Path, help="Python for the programs, with the framework they need")
    add("--jobs", type=int, default=2, help="units at the same time (default: %(default)s)")
    if suite.seconds:
        add("--timeout", type=float, default=suite.seconds, metavar="SECONDS",
            help="limit of one step of a case (default: %(default)g)")  # fmt: skip
    add("--names", action="store_true", help="print the names of the chosen units, and run none")
    add("--record", action="store_true", help=f"write the results into {_recorded_name(suite)}")


def _recorded_name(suite: Suite) -> str:
    return f"tests/corpus/results/{suite.name}.csv"


def _list() -> str:
    return "\n".join(outside_programs.overview(SUITES.values()))


def _report(name: str | None) -> int:
    if name:
        print("\n".join(outside_programs.section(SUITES[name])))
    else:
        for table in (outside_programs, npu_verdicts):
            table.PAGE.write_text(table.page(SUITES.values()), encoding="utf-8")
    return 0


def _names(options: argparse.Namespace) -> int:
    repositories: dict[tuple[str, str], list[str]] = {}
    for checkout in options.checkouts:
        for name in names_of(checkout, [one for one in options.sibling if one != checkout]):
            repositories.setdefault(name, []).append(checkout.name)
    toolkit = Toolkit(ensure_home())
    for row, users in sorted(repositories.items()):
        if not toolkit.serves(*row):
            print(*row, *users)
    if options.record:
        write_names(repositories)
    return 0


def _run(suite: Suite, options: argparse.Namespace) -> int:
    checkout = options.checkout
    if checkout and not checkout.exists():
        sys.exit(f"error: --checkout {checkout}: there is no such folder")
    for name in ("checkout", "output", "work"):
        path = getattr(options, name)
        setattr(options, name, path and path.resolve())
    options.python = options.python and options.python.absolute()  # a link into an environment
    if options.names:
        options.work.mkdir(parents=True, exist_ok=True)
        print(*(unit.name for unit in suite.units(options)), sep="\n")
        return 0
    results = Run(suite, options).results(_show)
    if not results:
        sys.exit("error: no case is chosen by these options")
    print(*filter(None, (_summary(results), suite.conclude(options, results))), sep="\n\n")
    recorded = read_recorded(suite.name)
    regressions = recorded.regressions(results)
    for line in (*regressions, *recorded.improvements(results)):
        print(line, file=sys.stderr)
    if options.record:
        rows = recorded.updated(results, exceptions_only=suite.records_exceptions)
        write_results(RECORDED / f"{suite.name}.csv", (replace(row, details={}) for row in rows))
        if not options.filter:
            npu_verdicts.record(suite, results)
    return int(bool(regressions))


def _show(result: Result) -> None:
    print(f"{result.verdict:8} {result.case} {result.reason}".rstrip(), flush=True)


def _summary(results: Sequence[Result]) -> str:
    """Return the number of cases per verdict, for each beginning of the names and for all."""
    groups = sorted({_group(result) for result in results})
    rows = []
    for group in [*(groups if len(groups) > 1 else []), "all"]:
        count = Counter(r.verdict for r in results if group in {"all", _group(r)})
        rows.append(
            {"cases of": group, "cases": str(count.total())}
            | {verdict: str(count[verdict]) for verdict in VERDICTS}
        )
    return "\n".join(markdown(("cases of", "cases", *VERDICTS), rows))


def _group(result: Result) -> str:
    return result.case.partition("/")[0] if "/" in result.case else "others"


if __name__ == "__main__":
    sys.exit(main())
