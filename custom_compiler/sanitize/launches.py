"""Sanitizer reports gathered by launch, bounded, from all processes of a program."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from custom_compiler.observe.lines import LineFolder
from custom_compiler.observe.unobserved import Unobserved
from custom_compiler.sanitize.findings import Finding, LaunchedKernel, LaunchEnd, parse_event

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from custom_compiler.observe.sources import OwnSources
    from custom_compiler.sanitize.findings import Event, Frame

MOST_FINDINGS = 25_000  # of one run: what GitHub's code scanning accepts


@dataclass
class CheckedLaunch:
    """A launch, or a program outside its launches, with the reports on it.

    Attributes:
        pid: The process.
        launch: What was launched; None for the program.
        findings: In the order of the observer, at most as many as were wanted.
        end: How it ended; None if the process ended first.
    """

    pid: int
    launch: LaunchedKernel | None
    findings: list[Finding] = field(default_factory=list)
    end: LaunchEnd | None = None

    @property
    def name(self) -> str:
        """The operator, else the kernel; "" for neither."""
        return (self.launch.op_type or self.launch.kernel) if self.launch else ""


class CheckedLaunches:
    """Reader of the folder of a sanitizer run; locations are in the user's files where possible.

    Attributes:
        left_out: Reports beyond MOST_FINDINGS, which are counted only.
        unobserved: Launches that are not checked, once for each kernel and reason.
    """

    def __init__(self, folder: Path, own: OwnSources) -> None:
        self.lines: LineFolder[Event] = LineFolder(folder, "findings", parse_event)
        self.left_out = 0
        self.unobserved: set[Unobserved] = set()
        self._own = own
        self._finding_count = 0
        self._open: dict[tuple[int, int | None], CheckedLaunch] = {}

    def ended(self) -> Iterator[CheckedLaunch]:
        """Yield the launches that ended since the last call."""
        for line in self.lines.new():
            ended = self._take(line.pid, line.event)
            if ended:
                yield ended

    def remaining(self) -> Iterator[CheckedLaunch]:
        """Yield what is left after the last process has ended, unfinished launches too."""
        for line in self.lines.new(is_complete=True):
            ended = self._take(line.pid, line.event)
            if ended:
                yield ended
        yield from self._open.values()
        self._open = {}

    def _take(self, pid: int, event: Event) -> CheckedLaunch | None:
        if isinstance(event, LaunchedKernel):
            self._open[pid, event.number] = CheckedLaunch(pid, event)
        elif isinstance(event, LaunchEnd):
            ended = self._open.pop((pid, event.number), None)
            if ended:
                ended.end = event
                return ended
        elif isinstance(event, Unobserved):
            self.unobserved.add(event)
        elif self._finding_count < MOST_FINDINGS:
            self._finding_count += 1
            key = (pid, event.launch)
            if event.launch is None:
                self._open.setdefault(key, CheckedLaunch(pid, None))
            elif key not in self._open:  # its first line was damaged
                self._open[key] = CheckedLaunch(pid, LaunchedKernel("", "", event.launch, "", 0, 0))
            self._open[key].findings.append(self._in_own_files(event))
        else:
            self.left_out += 1
        return None

    def _in_own_files(self, finding: Finding) -> Finding:
        frames = tuple(map(self._in_own_file, finding.frames))
        other = finding.other
        if other:
            other = replace(other, frames=tuple(map(self._in_own_file, other.frames)))
        return replace(finding, frames=frames, other=other)

    def _in_own_file(self, frame: Frame) -> Frame:
        return replace(frame, file=self._own.of(frame.file))
