"""Timing of calls on a machine with other load."""

from __future__ import annotations

import random
import time
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

_SECONDS_PER_SAMPLE = 2e-3  # the clock counts nanoseconds; calls may take few of them


def interleaved(
    calls: Sequence[Callable[[], object]], rounds: int, seed: int = 0
) -> list[list[float]]:
    """Return the seconds of this process's CPU that each call takes, a sample per round.

    A round has every call once, in a different order, so that what changes meanwhile (the
    processor's frequency, others' use of caches) meets all of them alike.
    """
    repeats = [_repeats(call) for call in calls]
    chance = random.Random(seed)  # noqa: S311 - an order
    samples: list[list[float]] = [[] for _ in calls]
    for _ in range(rounds):
        for number in chance.sample(range(len(calls)), len(calls)):
            samples[number].append(_seconds(calls[number], repeats[number]))
    return samples


def _repeats(call: Callable[[], object]) -> int:
    call()
    return max(1, int(_SECONDS_PER_SAMPLE / max(_seconds(call, 1), 1e-9)))


def _seconds(call: Callable[[], object], repeats: int) -> float:
    start = time.process_time_ns()
    for _ in range(repeats):
        call()
    return (time.process_time_ns() - start) / repeats / 1e9
