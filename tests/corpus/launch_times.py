"""How long the launches of a client take: in all, and as a multiple of release."""

from __future__ import annotations

import statistics
import subprocess
from functools import cache
from pathlib import Path


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


def describe_factors(launches: str, factors: dict[str, float]) -> list[str]:
    """A line with the median and the worst of multiples of release, by operator; none if empty."""
    if not factors:
        return []
    worst = max(factors, key=lambda name: factors[name])
    median = statistics.median(factors.values())
    took = f"{launches} launches take {median:.1f} times as long (median)"
    return [f"{took}, {factors[worst]:.1f} at worst ({worst})"]
