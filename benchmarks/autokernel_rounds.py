"""Subjects timed against each other: rounds in which each runs once, in another order every time.

Of one thread the CPU time counts, so that others on the machine disturb little; clock rates change
for all subjects of a round alike, so that ratios hold where seconds do not. Of several threads the
clock counts, and only rounds in which others used less than a tenth of the machine.
"""

from __future__ import annotations

import math
import os
import random
import time
from dataclasses import dataclass
from pathlib import Path
from statistics import median
from typing import TYPE_CHECKING, Any, Protocol

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    Array = np.ndarray[Any, Any]

_SLICE = 0.02  # seconds of one subject in a round
_FOREIGN = 0.1  # of the machine that others may use in a round of several threads


class Subject(Protocol):
    """Something to time."""

    def seconds(self, repeats: int) -> float:
        """Return seconds of a call, over this many: of CPU with one thread, else of the clock."""
        ...


class Call:
    """A function of this process, with one thread or several."""

    def __init__(self, function: Callable[[], object], threads: int = 1) -> None:
        self._function = function
        self._now = time.thread_time if threads == 1 else time.perf_counter

    def seconds(self, repeats: int) -> float:
        """Return the seconds per call."""
        begin = self._now()
        for _ in range(repeats):
            self._function()
        return (self._now() - begin) / repeats


@dataclass(frozen=True)
class Rounds:
    """Result of rounds.

    Attributes:
        medians: Seconds of a call of each subject; empty if no round counts.
        counted: Rounds that count.
        tried: All.
    """

    medians: dict[str, float]
    counted: int
    tried: int


def rounds(subjects: Mapping[str, Subject], count: int, seed: int, threads: int = 1) -> Rounds:
    """Run rounds until so many count; with several threads up to ten times as many."""
    order = list(subjects)
    repeats = {}
    for name, subject in subjects.items():
        subject.seconds(1)  # what is loaded and allocated once
        repeats[name] = max(1, int(_SLICE / max(subject.seconds(1), 1e-6)))
    series: list[dict[str, float]] = []
    shuffle = random.Random(seed).shuffle
    tried = 0
    while len(series) < count and tried < count * (1 if threads == 1 else 10):
        shuffle(order)
        before = _Load.now()
        seconds = {name: subjects[name].seconds(repeats[name]) for name in order}
        tried += 1
        if threads == 1 or before.foreign() < _FOREIGN:
            series.append(seconds)
    medians = {
        name: median(round_times[name] for round_times in series) for name in subjects if series
    }
    return Rounds(medians, len(series), tried)


@dataclass(frozen=True)
class _Load:
    """Seconds that have gone by: of all CPUs, of those at work, of this process and below."""

    clock: float
    busy: float
    own: float

    @staticmethod
    def now() -> _Load:
        ticks = os.sysconf("SC_CLK_TCK")
        user, nice, system, *_ = map(int, Path("/proc/stat").read_text().split()[1:5])
        own = 0.0
        for process in (os.getpid(), *_children()):
            words = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
            own += (int(words[11]) + int(words[12])) / ticks
        return _Load(time.perf_counter(), (user + nice + system) / ticks, own)

    def foreign(self) -> float:
        """Return the part of the machine that others have used since."""
        now = _Load.now()
        available = (now.clock - self.clock) * (os.cpu_count() or 1)
        return (now.busy - self.busy - (now.own - self.own)) / available


def _children() -> list[int]:
    listed = Path(f"/proc/self/task/{os.getpid()}/children").read_text()
    return [int(process) for process in listed.split()]


def aligned(shape: tuple[int, ...]) -> Array:
    """Return a float32 array of random numbers that begins at a multiple of 64 bytes."""
    size = math.prod(shape)
    memory = np.empty(4 * size + 64, np.uint8)
    start = -memory.ctypes.data % 64
    array = memory[start : start + 4 * size].view(np.float32).reshape(shape)
    array[...] = np.random.default_rng(size).normal(size=shape)
    return array
