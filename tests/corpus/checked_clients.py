"""The example client of an operator run once more, checked; its reports and what checking costs."""

from __future__ import annotations

import csv
import json
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

from tests.corpus.launch_times import NO_TIME, LaunchTime, describe_factors

if TYPE_CHECKING:
    from collections.abc import Iterable

    from tests.corpus.sandbox import Outcome

_COLUMNS = ("operator", "kind", "severity", "place", "api", "operand", "memory", "of", "count",
    "message")  # fmt: skip


@dataclass
class Checked:
    """Reports of a sanitizer run of a client, and the time of its launches with and without it."""

    findings: list[dict[str, Any]] = field(default_factory=list)
    launches: int = 0
    release: LaunchTime = NO_TIME
    checked: LaunchTime = NO_TIME
    why_not: str = ""


def read_reports(folder: Path, checked: Checked) -> None:
    """Take launches and reports from what `mssanitizer --json` wrote of each program."""
    reports = [json.loads(path.read_text()) for path in sorted(folder.glob("*.json"))]
    launches = [launch for report in reports for launch in report["launches"]]
    checked.launches = len(launches)
    checked.findings = [finding for launch in launches for finding in launch["findings"]]
    if not launches:
        checked.why_not = "no launch was checked" if reports else "no report"


def write_findings(folder: Path, outcomes: Iterable[Outcome]) -> str:
    """Write a line per report into a CSV file; return the results and costs of the checks."""
    done = {o.operator: Checked(**o.checked) for o in outcomes if o.checked}
    if not done:
        return ""
    with (folder / "findings.csv").open("w", encoding="utf-8", newline="") as file:
        writer = csv.DictWriter(file, _COLUMNS)
        writer.writeheader()
        for operator, checked in sorted(done.items()):
            writer.writerows(_row(operator, finding) for finding in checked.findings)
    ran = {name: checked for name, checked in done.items() if not checked.why_not}
    silent = sum(not any(f["severity"] != "info" for f in c.findings) for c in ran.values())
    lines = [f"\n{len(done)} checked: {len(ran)} ran, {silent} of them without a report"]
    lines += [f"  {name}: {c.why_not}" for name, c in sorted(done.items()) if c.why_not]
    times = {name: (c.release, c.checked) for name, c in ran.items()}
    return "\n".join(lines + describe_factors("checked", times))


def _row(operator: str, finding: dict[str, Any]) -> dict[str, object]:
    frames: list[dict[str, Any]] = finding["frames"]
    place = f"{Path(frames[0]['file']).name}:{frames[0]['line']}" if frames else ""
    return {
        "operator": operator,
        "place": place,
        "of": (finding["allocation"] or {"name": ""})["name"],
        **{name: finding[name] for name in _COLUMNS if name in finding},
    }
