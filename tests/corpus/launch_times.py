"""Duration of a client's launches: in total, and relative to uninstrumented ones."""

from __future__ import annotations

import statistics
import subprocess
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple


@cache
def launch_timer(folder: Path) -> Path:
    """The library that writes how long launches take, compiled into `folder`."""
    folder.mkdir(parents=True, exist_ok=True)
    library = folder / "launch_timer.so"
    source = Path(__file__).with_name("launch_timer.c")
    subprocess.run(["cc", "-O2", "-shared", "-fPIC", source, "-o", library, "-ldl"], check=True)
    return library


class LaunchTime(NamedTuple):
    """Seconds of all launches of a client: on the clock, and CPU time."""

    clock: float
    cpu: float


NO_TIME = LaunchTime(0.0, 0.0)


def launch_time(times: Path) -> LaunchTime:
    """Sum of the times that the library wrote."""
    lines = times.read_text().splitlines() if times.is_file() else []
    rows = [line.split() for line in lines]
    return LaunchTime(sum(float(row[1]) for row in rows), sum(float(row[2]) for row in rows))


def describe_factors(launches: str, observed: dict[str, tuple[Any, Any]]) -> list[str]:
    """Lines with medians and worst of multiples of release; of none if there are none.

    `observed` has the times of release and of instrumented launches of operators, as LaunchTime, or
    as lists after they were read from a file.
    """
    lines = []
    for number, what in enumerate(("times as long", "times the CPU time")):
        factors = {name: o[number] / r[number] for name, (r, o) in observed.items() if r[number]}
        if factors:
            worst = max(factors, key=lambda name: factors[name])
            median = statistics.median(factors.values())
            took = f"{launches} launches take {median:.1f} {what} (median)"
            lines.append(f"{took}, {factors[worst]:.1f} at worst ({worst})")
    return lines
