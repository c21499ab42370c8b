"""Lower bounds on the time for a launch's bytes and operations, and the distance from them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from custom_compiler.profile.launch_timing import LaunchTiming

_GLOBAL_WAYS = ("ddr_read", "ddr_write")  # what the L2 cache holds does not come from there
_UNITS = {"vec_ops": "the vector units", "cube_ops": "the cubes"}
_NEAR, _FAR = 0.8, 0.4  # parts of the limit's speed
_PREFIXES = ("", "k", "M", "G", "T")


@dataclass(frozen=True)
class WorkLimit:
    """A part of the work that takes its time on these cores, however well it is overlapped.

    Attributes:
        name: What does it: `global memory`, `the vector units`, `the cubes`.
        microseconds: At least.
        work: How much it is, and how fast that can go at most.
    """

    name: str
    microseconds: float
    work: str


def working_us(timing: LaunchTiming) -> float:
    """Return the microseconds from the first core's start to the last one's end."""
    if not timing.cores:
        return 0.0
    start = min(core.start for core in timing.cores)
    return timing.microseconds(max(core.start + core.cycles for core in timing.cores) - start)


def limits(timing: LaunchTiming) -> list[WorkLimit]:
    """Return all known limits, the longest time first."""
    moved = _sum_of_known([core.bytes.get(path) for core in timing.cores for path in _GLOBAL_WAYS])
    amounts = {"gm_bytes_per_us": ("global memory", moved, "B", "B")}
    for counter, name in _UNITS.items():
        done = _sum_of_known([core.counters.get(counter) for core in timing.cores])
        amounts[f"{counter}_per_us"] = (name, done, " operations", "OP")
    limits_of_launch = []
    for peak_name, (name, amount, unit, per) in amounts.items():
        peak = timing.peaks.get(peak_name)
        if amount and peak:
            work = f"{_rounded(amount)}{unit} at {_rounded(peak * 1e6)}{per}/s"
            limits_of_launch.append(WorkLimit(name, amount / peak, work))
    return sorted(limits_of_launch, key=lambda limit: -limit.microseconds)


def verdict(timing: LaunchTiming) -> str:
    """Return the sentence about the lower bound of the time; "" if no limit is known."""
    peaks, working = limits(timing), working_us(timing)
    if not peaks or not working:
        return ""
    first = peaks[0]
    reached = first.microseconds / working
    if reached < _FAR:
        return (
            f"Waiting and overhead set the pace: the cores work {working:.2f} us. The nearest "
            f"limit is {first.name}: {first.work} take {first.microseconds:.2f} us, "
            f"{100 * reached:.0f} % of that."
        )
    advice = "only less of it would help" if reached >= _NEAR else "better overlap helps"
    return (
        f"The limit is {first.name}: {first.work} take {first.microseconds:.2f} us at least. The "
        f"cores work {working:.2f} us, {100 * reached:.0f} % of that speed: {advice}."
    )


def _sum_of_known(values: list[float | None]) -> float:
    return sum(value for value in values if value is not None)


def _rounded(value: float) -> str:
    """Return a number with three digits and a prefix: `1.57 M`."""
    prefix = 0
    while value >= 1000 and prefix + 1 < len(_PREFIXES):  # noqa: PLR2004 - what a prefix is
        value, prefix = value / 1000, prefix + 1
    return f"{value:.3g} {_PREFIXES[prefix]}"
