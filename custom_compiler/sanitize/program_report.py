"""Reports of a program's use of device memory outside launches, in mssanitizer's format."""

from __future__ import annotations

from typing import TYPE_CHECKING

from custom_compiler.sanitize.report import location_text, remedy

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from custom_compiler.sanitize.findings import Finding
    from custom_compiler.sanitize.report import Style


def program_report(findings: Sequence[Finding], style: Style) -> Iterable[str]:
    """Yield the reports of one process: wrong frees, then leaks, then unused memory."""
    for finding in _of_kind(findings, "illegal_free"):
        yield "====== ERROR: illegal free()"
        yield f"======    at {finding.address or 0:#x} on GM"
        yield f"======    code in {_location_text(finding, style)}"
        yield from _rest(finding, style)
        yield ""
    leaks = _of_kind(findings, "memory_leak")
    if leaks:
        yield "====== ERROR: LeakCheck: detected memory leaks"
        yield ""
        for finding in leaks:
            yield f"======    Direct leak of {finding.size} byte(s){_allocations(finding)}"
            yield f"======      at {finding.address or 0:#x} on GM"
            yield f"======      allocated in {_location_text(finding, style)}"
            yield from _rest(finding, style)
        yield f"====== SUMMARY: {_sum(leaks)} leaked in {_count(leaks)} allocation(s)"
        yield ""
    unused = _of_kind(findings, "unused_memory")
    for finding in unused:
        yield f"====== WARNING: Unused memory of {finding.size} byte(s){_allocations(finding)}"
        yield f"======    at {finding.address or 0:#x} on GM"
        yield f"======    code in {_location_text(finding, style)}"
        yield from _rest(finding, style)
    if unused:
        yield f"====== SUMMARY: {_sum(unused)} unused memory in {_count(unused)} allocation(s)"
        yield ""


def _of_kind(findings: Sequence[Finding], kind: str) -> list[Finding]:
    return [finding for finding in findings if finding.kind == kind]


def _location_text(finding: Finding, style: Style) -> str:
    frames = style.frames(finding.frames)
    return f"{location_text(frames[0]) if frames else '<unknown>'} (serialNo:0)"


def _rest(finding: Finding, style: Style) -> Iterable[str]:
    """Yield the calls that led there, and details that CANN does not report."""
    calls = style.frames(finding.frames)[1:]
    yield from (f"======      from {location_text(frame)}" for frame in calls)
    yield from (f"======      {line}" for line in remedy(finding, finding.message, style))


def _allocations(finding: Finding) -> str:
    return f" in {finding.count} allocations" if finding.count > 1 else ""


def _sum(findings: Sequence[Finding]) -> str:
    return f"{sum(finding.size for finding in findings)} byte(s)"


def _count(findings: Sequence[Finding]) -> int:
    return sum(finding.count for finding in findings)
