"""Runs of an operator's example client under the cycle model, and their cost."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import TYPE_CHECKING

from tests.corpus.launch_times import NO_TIME, LaunchTime, describe_factors

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

    from tests.corpus.sandbox import Outcome


@dataclass
class TimedClient:
    """Timed launches of a client, and their cost without and with the cycle model."""

    launches: int = 0
    release: LaunchTime = NO_TIME
    timed: LaunchTime = NO_TIME
    why_not: str = ""


def observer_variables(folder: Path) -> dict[str, str]:
    """Return the environment of a program under `msprof`, with lines in `folder`."""
    return {
        "ASCENDC_OBSERVE": "profile",
        "ASCENDC_OBSERVE_OUTPUT": str(folder),
        "ASCENDC_OBSERVE_OPTIONS": "timeline=off",
    }


def count_launches(folder: Path) -> int:
    """Return the number of launches with a profile."""
    lines = (line for path in folder.glob("*.profile.jsonl") for line in path.open("rb"))
    return sum(json.loads(line)["event"] == "profile" for line in lines)


def describe_timed(outcomes: Iterable[Outcome]) -> str:
    """Describe the timed clients, the failures of the others, and the cost of the model."""
    done = {o.operator: TimedClient(**o.timed) for o in outcomes if o.timed}
    if not done:
        return ""
    ran = {name: timed for name, timed in done.items() if not timed.why_not}
    lines = [f"\n{len(done)} timed: {len(ran)} ran"]
    lines += [f"  {name}: {m.why_not}" for name, m in sorted(done.items()) if m.why_not]
    times = {name: (m.release, m.timed) for name, m in ran.items()}
    return "\n".join(lines + describe_factors("timed", times))
