"""The example client of an operator run once more, checked; its reports and what checking costs."""

from __future__ import annotations

import csv
import json
import statistics
import subprocess
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterable

    from sandbox import Outcome

_COLUMNS = ("operator", "kind", "severity", "place", "api", "operand", "memory", "of", "count",
    "message")  # fmt: skip


@dataclass
class Checked:
    """What a checked run of a client said, and how long its launches took in all, in seconds."""

    findings: list[dict[str, Any]] = field(default_factory=list)
    launches: int = 0
    release: float = 0.0
    checked: float = 0.0
    why_not: str = ""


@cache
def launch_timer(folder: Path) -> Path:
    """The library that writes how long launches take, compiled into `folder`."""
    folder.mkdir(parents=True, exist_ok=True)
    library = folder / "launch_timer.so"
    source = Path(__file__).with_name("launch_timer.c")
    subprocess.run(["cc", "-O2", "-shared", "-fPIC", source, "-o", library, "-ldl"], check=True)
    return library


def seconds_of(times: Path) -> float:
    """Sum of the times that the library wrote."""
    if not times.is_file():
        return 0.0
    return sum(float(line.split()[1]) for line in times.read_text().splitlines())


def read_reports(folder: Path, checked: Checked) -> None:
    """Take launches and findings from what `mssanitizer --json` wrote of each program."""
    reports = [json.loads(path.read_text()) for path in sorted(folder.glob("*.json"))]
    launches = [launch for report in reports for launch in report["launches"]]
    checked.launches = len(launches)
    checked.findings = [finding for launch in launches for finding in launch["findings"]]
    if not launches:
        checked.why_not = "no launch was checked" if reports else "no report"


def write_findings(folder: Path, outcomes: Iterable[Outcome]) -> str:
    """Write findings.csv, a line for each finding, and return what checking found and costs."""
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
    lines = [f"\n{len(done)} checked: {len(ran)} ran, {silent} of them without a finding"]
    lines += [f"  {name}: {c.why_not}" for name, c in sorted(done.items()) if c.why_not]
    factors = {name: c.checked / c.release for name, c in ran.items() if c.release and c.checked}
    if factors:
        worst = max(factors, key=lambda name: factors[name])
        lines.append(
            f"checked launches take {statistics.median(factors.values()):.1f} times as long"
            f" (median), {factors[worst]:.1f} at worst ({worst})"
        )
    return "\n".join(lines)


def _row(operator: str, finding: dict[str, Any]) -> dict[str, object]:
    frames: list[dict[str, Any]] = finding["frames"]
    place = f"{Path(frames[0]['file']).name}:{frames[0]['line']}" if frames else ""
    return {
        "operator": operator,
        "place": place,
        "of": (finding["allocation"] or {"name": ""})["name"],
        **{name: finding[name] for name in _COLUMNS if name in finding},
    }
