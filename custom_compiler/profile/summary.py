"""The simulated timing of a launch, and the comparison of two, as lines of text."""

from __future__ import annotations

from typing import TYPE_CHECKING

from custom_compiler.profile.advice import advise
from custom_compiler.profile.core_figures import CoreFigures
from custom_compiler.profile.launch_timing import CORE_NAMES, PIPES
from custom_compiler.profile.limits import verdict

if TYPE_CHECKING:
    from collections.abc import Iterator

    from custom_compiler.profile.launch_timing import LaunchTiming


def summary(timing: LaunchTiming) -> Iterator[str]:
    """Yield lines with the time, the load of each pipe, and advice."""
    caches = f"; {timing.caches}" if timing.caches else ""
    yield (
        f"{timing.name}: {timing.duration_us:.2f} us on {timing.soc}, "
        f"{timing.block_dim} blocks{caches} (a model's time, not hardware's)"
    )
    for kind in timing.kinds:
        time, shares = _figures(timing, kind)
        pipes = ", ".join(f"{pipe} {100 * share:.0f} %" for pipe, share in shares.items() if share)
        yield f"  {len(timing.cores_of(kind))} {CORE_NAMES[kind]}: {time:.2f} us; {pipes}"
    if text := verdict(timing):
        yield f"  - {text}"
    for advice in advise(timing):
        yield f"  - {advice.text}"


def comparison(before: LaunchTiming, after: LaunchTiming) -> Iterator[str]:
    """Yield the differences between the simulated timing of two launches."""
    yield f"{before.name} -> {after.name}"
    yield _row("task", before.duration_us, after.duration_us, "us")
    for kind in before.kinds:
        if kind not in after.kinds:
            continue
        (time, shares), (new_time, new_shares) = _figures(before, kind), _figures(after, kind)
        yield _row(CORE_NAMES[kind], time, new_time, "us")
        for pipe in PIPES:
            old, new = shares.get(pipe, 0.0), new_shares.get(pipe, 0.0)
            if old or new:
                yield f"    {pipe:8} {100 * old:6.1f} % -> {100 * new:6.1f} %"


def _row(name: str, before: float, after: float, unit: str) -> str:
    change = f"  ({100 * (after / before - 1):+.1f} %)" if before else ""
    return f"  {name}: {before:.2f} {unit} -> {after:.2f} {unit}{change}"


def _figures(timing: LaunchTiming, kind: str) -> tuple[float, dict[str, float]]:
    """Return the microseconds of one core on average, and the busy share of each pipe."""
    figures = CoreFigures(timing.cores_of(kind), timing.clock_mhz)
    time = figures.time()["time(us)"]
    shares = {}
    for pipe in PIPES:
        share = figures.pipe(pipe)[f"{pipe}_ratio"]
        if isinstance(share, float):
            shares[pipe] = share
    return (time if isinstance(time, float) else 0.0), shares
