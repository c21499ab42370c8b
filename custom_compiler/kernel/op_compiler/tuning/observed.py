"""Results of instrumented launches of a trial: estimated cycles and sanitizer reports."""

from __future__ import annotations

import json
import os
from glob import escape, glob
from typing import Any

from custom_compiler.errors import BuildError


def modelled_cycles(folder: str) -> float:
    """Return the estimated cycles of all launches with lines in a folder.

    Raises:
        BuildError: There was none, or the model gave no time for one.
    """
    cycles = sum(event["duration_us"] * event["clock_mhz"] for event in _read_timing(folder))
    return float(round(cycles, 1))


def modelled_microseconds(folder: str) -> float:
    """Return the estimated microseconds of the launches; see `modelled_cycles`."""
    return float(sum(event["duration_us"] for event in _read_timing(folder)))


def _read_timing(folder: str) -> list[dict[str, Any]]:
    events = events_in(folder, "profile")
    unobserved = [event for event in events if event["event"] == "unobserved"]
    if unobserved or not events:
        reason = unobserved[0].get("reason") if unobserved else "no kernel was launched"
        raise BuildError(f"no simulated timing of the launch: {reason}")
    return events


def findings(folder: str) -> tuple[str, ...]:
    """Return the sanitizer's reports on all launches with output in a folder, each once.

    Raises:
        BuildError: One could not be checked.
    """
    events = events_in(folder, "findings")
    unobserved = [event for event in events if event["event"] == "unobserved"]
    if unobserved:
        raise BuildError(f"the launch is not checked: {unobserved[0].get('reason')}")
    errors = {
        f"{event.get('kind')}: {event.get('message')}"
        for event in events
        if event["event"] == "finding" and event.get("severity") != "info"
    }
    faults = {f"fault: {event['fault']}" for event in events if event.get("fault")}
    return tuple(sorted(errors | faults))


def events_in(folder: str, what: str) -> list[dict[str, Any]]:
    """Return the lines that observers wrote: `profile` or `findings`."""
    events = []
    for path in sorted(glob(os.path.join(escape(folder), f"*.{what}.jsonl"))):
        with open(path, encoding="utf-8", errors="replace") as file:
            events += [json.loads(line) for line in file if line.endswith("\n")]
    return events
