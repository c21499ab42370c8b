"""Run the units of a suite: a log that a later run continues, and a table of results."""

from __future__ import annotations

import json
import subprocess
from argparse import Namespace
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor, as_completed
from dataclasses import asdict, dataclass, replace
from datetime import datetime, timezone
from functools import partial
from pathlib import Path

from tests.corpus.results import Result, write_results
from tests.corpus.suite import Suite, Unit

_LOG = "results.jsonl"
_TABLE = "results.csv"


@dataclass(frozen=True)
class Run:
    """One run of a suite into the folder `options.output`."""

    suite: Suite
    options: Namespace

    def results(self, show: Callable[[Result], None]) -> list[Result]:
        """Run the units that have no results yet; return the results of all.

        `show` is called for each result as its case ends.
        """
        folder: Path = self.options.output
        for path in (folder, self.options.work):
            path.mkdir(parents=True, exist_ok=True)
        units = list(self.suite.units(self.options))
        names = [unit.name for unit in units]
        log = folder / _LOG
        earlier = _read_log(log) if self.options.resume else {}
        if self.options.resume == "failed":
            earlier = {u: rows for u, rows in earlier.items() if all(r.is_accepted for r in rows)}
        finished = {name: rows for name, rows in earlier.items() if name in names}
        log.write_text(
            "".join(_line(unit, rows) for unit, rows in earlier.items()), encoding="utf-8"
        )
        suite, commit, date = self.suite.name, self._commit(), _today()

        def execute(action: Callable[[], Iterable[Result]]) -> list[Result]:
            results = []
            for result in action():
                results.append(replace(result, suite=suite, commit=commit, date=date))
                show(results[-1])
            return results

        jobs = self.options.jobs if self.suite.is_concurrent else 1
        with ThreadPoolExecutor(jobs) as pool, log.open("a", encoding="utf-8") as file:
            futures = {
                pool.submit(execute, action): unit.name
                for unit, action in _actions(units, finished)
            }
            for future in as_completed(futures):
                unit = futures[future]
                finished[unit] = future.result()
                file.write(_line(unit, finished[unit]))
                file.flush()
        results = [result for name in names for result in finished[name]]
        write_results(folder / _TABLE, results)
        return results

    def _commit(self) -> str:
        """Return the commit of the checkout; "" if it has no history."""
        checkout = self.options.checkout
        if not checkout or not checkout.is_dir():
            return ""
        command = ["git", "-C", str(checkout), "rev-parse", "--short=12", "HEAD"]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        return done.stdout.strip() if done.returncode == 0 else ""


def _actions(
    units: Sequence[Unit], finished: dict[str, list[Result]]
) -> Iterator[tuple[Unit, Callable[[], Iterable[Result]]]]:
    for unit in units:
        earlier, proceed = finished.get(unit.name), unit.proceed
        if earlier is None:
            yield unit, unit.run
        elif proceed is not None:
            yield unit, partial(proceed, earlier)


def _today() -> str:
    return datetime.now(tz=timezone.utc).date().isoformat()


def _line(unit: str, results: Sequence[Result]) -> str:
    return json.dumps({"unit": unit, "results": [asdict(result) for result in results]}) + "\n"


def _read_log(path: Path) -> dict[str, list[Result]]:
    """Return the results of each unit. A line that a kill cut is left out."""
    lines = path.read_text(encoding="utf-8").splitlines() if path.is_file() else []
    entries = (json.loads(line) for line in lines if line.endswith("}"))
    return {entry["unit"]: [Result(**result) for result in entry["results"]] for entry in entries}
