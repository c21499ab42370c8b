"""Runs the tests that the quick run leaves out, and writes docs/second_circle.md.

    python -m tests.second_circle                      # all marks; goes on where it was stopped
    python -m tests.second_circle --mark slow --part tests/docs
    python -m tests.second_circle --mark debugger --again failed
    python -m tests.second_circle --list               # what is missing on this machine

One process of pytest runs at a time. Results lie in the work folder, by commit. The status is 1 if
a test failed or has not run. What is missing on the machine is listed on the page.
"""

from __future__ import annotations

import argparse
import datetime as dt
import json
import signal
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING

from custom_compiler.support.locks import locked
from tests.second_circle import page
from tests.second_circle.marks import MARKS, Program
from tests.second_circle.runs import CollectionError, Pytest, RecordFiles, run_part
from tests.second_circle.summary import Commit, summarize

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tests.second_circle.marks import Mark

_OUTCOMES = ("failed", "skipped", "passed")


def main(arguments: Sequence[str] | None = None) -> int:
    """Run what is asked for; return the exit status."""
    options = _options(arguments)
    marks = [mark for mark in MARKS if not options.mark or mark.name in options.mark]
    if options.list:
        _list_missing(marks)
        return 0
    work = options.work.resolve()
    # Ends what pytest has started, too, and writes what is known.
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))
    with locked(str(work / "lock"), lambda: _say(f"waiting: another run uses {work}")):
        succeeded = [_run_mark(mark, work, options) for mark in marks]
    return int(not all(succeeded))


def _options(arguments: Sequence[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        "python -m tests.second_circle",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    add = parser.add_argument
    add("--mark", action="append", choices=[mark.name for mark in MARKS], help="this mark only")
    add("--part", action="append", default=[], metavar="PATH", help="only tests below PATH")
    add("--again", action="append", choices=_OUTCOMES, default=[], help="run these once more")
    add("--workers", type=int, default=1, help="processes for tests (1; 0: pytest itself)")
    add("--limit", type=float, metavar="HOURS", help="of each mark (each has a default)")
    add("--part-limit", type=float, default=90, metavar="MINUTES", help="of each folder of tests")
    add("--work", type=Path, default=page.ROOT / "second_circle_work", help="folder for results")
    add("--no-page", action="store_true", help="do not write docs/second_circle.*")
    add("--list", action="store_true", help="print what is missing here, and run nothing")
    options = parser.parse_args(arguments)
    for path in options.part:
        if not (page.ROOT / path.partition("::")[0]).exists():
            parser.error(f"--part {path}: there is no such file or folder")
    return options


def _list_missing(marks: Sequence[Mark]) -> None:
    packages = []
    for mark in marks:
        for need in mark.needs:
            if need.is_missing():
                _say(f"{mark.name}: {need.name} is missing: {need.remedy}")
                packages += [need.package] if isinstance(need, Program) else []
    if packages:
        _say("all programs: apt-get install " + " ".join(packages))


def _run_mark(mark: Mark, work: Path, options: argparse.Namespace) -> bool:
    """Run the folders of a mark; return whether all tests of the mark have run without failure."""
    commit = Commit.of(page.ROOT)
    folder = work / commit.folder
    pytest = Pytest(page.ROOT, mark.expression, options.workers)
    try:
        collected = pytest.collect([])
        chosen = set(pytest.collect(options.part)) if options.part else set(collected)
    except CollectionError as error:
        _say(f"{error}\nerror: the tests of the mark {mark.name} cannot be collected")
        return False
    parts = dict.fromkeys(_part_of(test) for test in collected)
    end = time.monotonic() + (options.limit or mark.limit_hours) * 3600
    try:
        for part in parts:
            inside = [test for test in collected if _part_of(test) == part and test in chosen]
            files = RecordFiles.of(folder, mark.name, part)
            files.forget(set(options.again))
            known = {result.test for result in files.results() if result.outcome}
            left = end - time.monotonic()
            if known.issuperset(inside) or left <= 0:
                continue
            paths = [path for path in options.part if _part_of(path) == part] or [part]
            _say(f"{mark.name}: {part}, {len(set(inside) - known)} tests ...")
            run_part(pytest, paths, files, min(left, options.part_limit * 60))
            _say(f"{mark.name}: {part}: {_counts(files)}")
    finally:
        results = [
            result for part in parts for result in RecordFiles.of(folder, mark.name, part).results()
        ]
        date = dt.datetime.now(tz=dt.timezone.utc).date().isoformat()
        entry = summarize(mark, commit, date, collected, results)
        if not options.no_page:
            _write({**page.read_data(page.DATA), mark.name: entry})
    for failure in entry["failed"]:
        _say(f"failed: {failure['test']}: {failure['reason']}")
    _say(
        f"{mark.name}: {entry['passed']} passed, {len(entry['failed'])} failed, "
        f"{len(entry['skipped'])} skipped, {len(entry['not_run'])} not run"
    )
    return not entry["failed"] and not entry["not_run"]


def _part_of(test: str) -> str:
    """The folder below tests/ that a test, file or folder belongs to."""
    return "/".join(test.partition("::")[0].split("/")[:2])


def _counts(files: RecordFiles) -> str:
    outcomes = [result.outcome or "unfinished" for result in files.results()]
    return ", ".join(f"{outcomes.count(name)} {name}" for name in dict.fromkeys(outcomes))


def _write(data: dict[str, object]) -> None:
    order = [mark.name for mark in MARKS]
    data = {name: data[name] for name in order if name in data}
    page.DATA.write_text(json.dumps(data, indent=1) + "\n", encoding="utf-8")
    page.PAGE.write_text(page.page_of(data), encoding="utf-8")


def _say(text: str) -> None:
    print(text, flush=True)


if __name__ == "__main__":
    sys.exit(main())
