"""Simulated timing of the launches of a run, read from its folder of lines, and their selection."""

from __future__ import annotations

import fnmatch
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from custom_compiler.observe.lines import LineFolder
from custom_compiler.observe.unobserved import Unobserved
from custom_compiler.profile.launch_timing import LaunchTiming, parse_event
from custom_compiler.profile.timeline import Timeline, read_timeline

if TYPE_CHECKING:
    from pathlib import Path

    from custom_compiler.observe.sources import OwnSources


MOST_LAUNCHES = 200_000


@dataclass(frozen=True)
class ProfiledLaunch:
    """One launch of one process, with its simulated timing.

    Attributes:
        pid: The process.
        timing: The timing of the launch.
        folder: Of the lines of the run.
        sources: The sources of the user's project, whose names are used.
    """

    pid: int
    timing: LaunchTiming
    folder: Path
    sources: OwnSources | None = None

    def timeline(self) -> Timeline:
        """Return its instructions; none without a file."""
        name = self.timing.timeline
        timeline = read_timeline(self.folder / name) if name else Timeline()
        if self.sources is None:
            return timeline
        named = (replace(i, file=self.sources.of(i.file)) for i in timeline.instructions)
        return replace(timeline, instructions=tuple(named))


@dataclass(frozen=True)
class LaunchSelection:
    """A selection of launches.

    Attributes:
        kernels: Patterns of names: `*` is anything, and so is what follows; none means all.
        skip: Launches to pass over before the first that fits, of each process.
        count: How many; None for all.
    """

    kernels: tuple[str, ...] = ()
    skip: int = 0
    count: int | None = None

    def fits(self, timing: LaunchTiming) -> bool:
        """Return whether the kernel or operator has one of the names."""
        names = (timing.kernel, timing.op_type)
        return not self.kernels or any(
            fnmatch.fnmatchcase(name, f"{pattern}*") for name in names for pattern in self.kernels
        )


class TimedLaunches:
    """Gathers launches while a program runs.

    Attributes:
        found: Those that are wanted, in the order of their end.
        left_out: Launches beyond MOST_LAUNCHES.
        unobserved: Launches without simulated timing, once for each kernel and reason.
    """

    def __init__(
        self,
        folder: Path,
        wanted: LaunchSelection | None = None,
        sources: OwnSources | None = None,
    ) -> None:
        self.lines: LineFolder[LaunchTiming | Unobserved] = LineFolder(
            folder, "profile", parse_event
        )
        self.launches: list[ProfiledLaunch] = []
        self.left_out = 0
        self.unobserved: set[Unobserved] = set()
        self._folder = folder
        self._wanted = wanted or LaunchSelection()
        self._sources = sources
        self._seen: dict[int, int] = {}

    @property
    def enough(self) -> bool:
        """Return whether as many were found as are wanted."""
        return self._wanted.count is not None and len(self.launches) >= self._wanted.count

    def read(self, *, is_complete: bool = False) -> None:
        """Take in what was written since the last call; `is_complete`: nothing more will come."""
        for line in self.lines.new(is_complete=is_complete):
            if isinstance(line.event, Unobserved):
                self.unobserved.add(line.event)
                continue
            seen = self._seen.get(line.pid, 0)
            self._seen[line.pid] = seen + 1
            if seen < self._wanted.skip or self.enough or not self._wanted.fits(line.event):
                continue
            if len(self.launches) < MOST_LAUNCHES:
                timing = self._named(line.event)
                launch = ProfiledLaunch(line.pid, timing, self._folder, self._sources)
                self.launches.append(launch)
            else:
                self.left_out += 1

    def _named(self, timing: LaunchTiming) -> LaunchTiming:
        """Return a timing whose lines name the user's files."""
        if self._sources is None:
            return timing
        lines = (replace(cost, file=self._sources.of(cost.file)) for cost in timing.lines)
        return replace(timing, lines=tuple(lines))
