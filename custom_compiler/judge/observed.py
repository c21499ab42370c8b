"""Results of observers for a call as plain data: reports, and estimated cycles by pipe."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from custom_compiler.observe.program import lines_folder, observed_environment
from custom_compiler.observe.sources import OwnSources
from custom_compiler.profile.launch_timing import PIPES
from custom_compiler.profile.launches import TimedLaunches
from custom_compiler.sanitize.launches import CheckedLaunches
from custom_compiler.sanitize.selection import EVERYTHING

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from custom_compiler.profile.launch_timing import LaunchTiming
    from custom_compiler.sanitize.findings import Finding

_MOST = 20  # reports
_PACKAGED = "/dynamic/"  # where a package has the sources of its kernels


def checked(call: Callable[[dict[str, str]], None]) -> dict[str, Any]:
    """Return the sanitizer's reports on a call, a line each; `call` receives variables."""
    with lines_folder() as folder:
        call(observed_environment("check", folder, EVERYTHING.observer_options(), {}))
        gathered = CheckedLaunches(folder, OwnSources(folder))
        launches = list(gathered.remaining())
    reports = [
        finding for launch in launches for finding in launch.findings if finding.severity != "info"
    ]
    missed = [launch.reason for launch in gathered.unobserved]
    if not launches and not missed:
        missed = ["it launched no kernel"]
    return {"findings": [_line(report) for report in reports[:_MOST]], "unchecked": missed[:1]}


def _line(finding: Finding) -> str:
    """Return one report: problem, source line, cores, and advice."""
    location = next((frame for frame in finding.frames if frame.file), None)
    text = f"{finding.severity}: {finding.message or finding.kind}"
    if location is not None:
        text += f" at {location.file.rpartition(_PACKAGED)[2]}:{location.line}"
    if finding.blocks:
        text += f", {', '.join(finding.blocks[:3])}" + (" ..." if len(finding.blocks) > 3 else "")  # noqa: PLR2004
    return f"{text}; {finding.help}" if finding.help else text


def simulate_timing(call: Callable[[dict[str, str]], None]) -> dict[str, Any]:
    """Return the estimated timing of a call's launches; `call` as in `checked`."""
    with lines_folder() as folder:
        launches = _time_launches(call, folder)
    return {"model": [_figures(launch) for launch in launches]}


def _time_launches(call: Callable[[dict[str, str]], None], folder: Path) -> list[LaunchTiming]:
    call(observed_environment("profile", folder, {"timeline": "off"}, {}))
    gathered = TimedLaunches(folder)
    gathered.read(is_complete=True)
    return [launch.timing for launch in gathered.launches]


def _figures(launch: LaunchTiming) -> dict[str, Any]:
    cycles = {}
    for kind in launch.kinds:
        cores = launch.cores_of(kind)
        busy = {pipe: sum(core.busy(pipe) or 0 for core in cores) / len(cores) for pipe in PIPES}
        shown = {pipe: round(count) for pipe, count in busy.items() if count}
        longest = max(core.cycles for core in cores)
        cycles[kind] = {"cores": len(cores), "cycles": round(longest), **shown}
    return {
        "kernel": launch.name,
        "soc": launch.soc,
        "microseconds": round(launch.duration_us, 3),
        "cycles": cycles,
    }
