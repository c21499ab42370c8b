"""A plugin of pytest: writes each result to a file at once.

Nothing is lost when a run is killed. `SECOND_CIRCLE_RECORD` names the file of JSON lines;
`SECOND_CIRCLE_DONE` names a file with the ids of tests that are left out.
"""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from _pytest.config import Config
    from _pytest.nodes import Item
    from _pytest.reports import TestReport

RECORD, DONE = "SECOND_CIRCLE_RECORD", "SECOND_CIRCLE_DONE"
_LONGEST_REASON = 300


class Recorder:
    """Appends a line when a test starts and one when its result is known."""

    def __init__(self, path: Path) -> None:
        self._path = path

    def pytest_runtest_logstart(self, nodeid: str) -> None:
        """Name the test, so that a killed run tells which one was running."""
        self._append({"id": nodeid, "event": "start"})

    def pytest_runtest_logreport(self, report: TestReport) -> None:
        """Record the call, and set-up or tear-down where these fail or skip."""
        if report.when == "call" or report.outcome != "passed":
            outcome = "xfailed" if hasattr(report, "wasxfail") else report.outcome
            self._append(
                {
                    "id": report.nodeid,
                    "event": "end",
                    "outcome": outcome,
                    "seconds": round(report.duration, 2),
                    "reason": "" if outcome == "passed" else reason(report),
                    "properties": dict(report.user_properties),
                }
            )

    def _append(self, line: dict[str, Any]) -> None:
        with self._path.open("a", encoding="utf-8") as file:
            file.write(json.dumps(line) + "\n")


def reason(report: TestReport) -> str:
    """Return one line that says why a test failed or was skipped."""
    details = report.longrepr
    if isinstance(details, tuple):
        text = str(details[2]).removeprefix("Skipped: ")
    else:
        crash = getattr(details, "reprcrash", None)
        text = str(crash.message if crash else details)
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    return lines[0][:_LONGEST_REASON] if lines else ""


def pytest_configure(config: Config) -> None:
    """Record in the process that collects all reports: not in workers of xdist."""
    path = os.environ.get(RECORD)
    if path and not hasattr(config, "workerinput"):
        config.pluginmanager.register(Recorder(Path(path)), "second-circle-recorder")


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(config: Config, items: list[Item]) -> None:
    """Leave out tests whose results are known."""
    path = os.environ.get(DONE)
    if not path:
        return
    done = set(Path(path).read_text(encoding="utf-8").splitlines())
    left_out = [item for item in items if item.nodeid in done]
    if left_out:
        config.hook.pytest_deselected(items=left_out)
        items[:] = [item for item in items if item.nodeid not in done]
