"""Sanitizer reports as one JSON document."""

from __future__ import annotations

from dataclasses import asdict
from typing import TYPE_CHECKING, Any

from custom_compiler.observe.sources import source_line

if TYPE_CHECKING:
    from collections.abc import Sequence

    from custom_compiler.sanitize.findings import Finding, LaunchedKernel
    from custom_compiler.sanitize.launches import CheckedLaunch


def json_report(
    launches: Sequence[CheckedLaunch], program: Sequence[str], status: int
) -> dict[str, Any]:
    """Return the document: program, its exit status (-N: signal N), launches with reports."""
    return {
        "schema": 1,
        "program": list(program),
        "exit_status": status,
        "findings": sum(len(checked.findings) for checked in launches),
        "launches": [_launch(checked, checked.launch) for checked in launches if checked.launch],
        "program_findings": [
            {"pid": checked.pid, **_finding(finding)}
            for checked in launches
            if not checked.launch
            for finding in checked.findings
        ],
    }


def _launch(checked: CheckedLaunch, launch: LaunchedKernel) -> dict[str, Any]:
    return {
        "pid": checked.pid,
        **asdict(launch),
        "ended": checked.end is not None,
        "fault": checked.end.fault if checked.end else "",
        "limits": checked.end.limits if checked.end else "",
        "records": checked.end.records if checked.end else None,
        "findings": [_finding(finding) for finding in checked.findings],
    }


def _finding(finding: Finding) -> dict[str, Any]:
    location = finding.frames[0] if finding.frames else None
    return asdict(finding) | {
        "source": source_line(location.file, location.line) if location else ""
    }
