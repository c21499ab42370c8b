"""The example client of an operator run once more, measured: what the cycle model's run costs."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import TYPE_CHECKING

from launch_times import NO_TIME, LaunchTime, describe_factors

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

    from sandbox import Outcome


@dataclass
class Measured:
    """How many launches of a client were measured, and their time, as it is and measured."""

    launches: int = 0
    release: LaunchTime = NO_TIME
    measured: LaunchTime = NO_TIME
    why_not: str = ""


def observer_variables(folder: Path) -> dict[str, str]:
    """The environment in which `msprof` measures a program's launches, with lines in `folder`."""
    return {
        "ASCENDC_OBSERVE": "profile",
        "ASCENDC_OBSERVE_OUTPUT": str(folder),
        "ASCENDC_OBSERVE_OPTIONS": "timeline=off",
    }


def count_launches(folder: Path) -> int:
    """How many launches the observer wrote a profile of."""
    lines = (line for path in folder.glob("*.profile.jsonl") for line in path.open("rb"))
    return sum(json.loads(line)["event"] == "profile" for line in lines)


def describe_measured(outcomes: Iterable[Outcome]) -> str:
    """Say how many clients were measured, why others were not, and what it costs."""
    done = {o.operator: Measured(**o.measured) for o in outcomes if o.measured}
    if not done:
        return ""
    ran = {name: measured for name, measured in done.items() if not measured.why_not}
    lines = [f"\n{len(done)} measured: {len(ran)} ran"]
    lines += [f"  {name}: {m.why_not}" for name, m in sorted(done.items()) if m.why_not]
    times = {name: (m.release, m.measured) for name, m in ran.items()}
    return "\n".join(lines + describe_factors("measured", times))
