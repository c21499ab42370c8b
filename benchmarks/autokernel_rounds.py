"""Subjects timed against each other: rounds in which each runs once, in another order every time.

One thread's CPU time counts, so that others on the machine disturb little; clock rates change for
all subjects of a round alike, so that ratios hold where seconds do not.
"""

from __future__ import annotations

import math
import random
import time
from statistics import median
from typing import TYPE_CHECKING, Any, Protocol

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    Array = np.ndarray[Any, Any]

_SLICE = 0.02  # seconds of one subject in a round


class Subject(Protocol):
    """Something to time."""

    def seconds(self, repeats: int) -> float:
        """CPU seconds of a call, over this many."""
        ...


class Call:
    """A function of this process."""

    def __init__(self, function: Callable[[], object]) -> None:
        self._function = function

    def seconds(self, repeats: int) -> float:
        """CPU seconds of this thread per call."""
        begin = time.thread_time()
        for _ in range(repeats):
            self._function()
        return (time.thread_time() - begin) / repeats


def rounds(subjects: Mapping[str, Subject], count: int, seed: int) -> dict[str, float]:
    """Median seconds of a call of each subject."""
    order = list(subjects)
    repeats = {}
    for name, subject in subjects.items():
        subject.seconds(1)  # what is loaded and allocated once
        repeats[name] = max(1, int(_SLICE / max(subject.seconds(1), 1e-6)))
    series: dict[str, list[float]] = {name: [] for name in order}
    shuffle = random.Random(seed).shuffle
    for _ in range(count):
        shuffle(order)
        for name in order:
            series[name].append(subjects[name].seconds(repeats[name]))
    return {name: median(values) for name, values in series.items()}


def aligned(shape: tuple[int, ...]) -> Array:
    """A float32 array of random numbers that begins at a multiple of 64 bytes."""
    size = math.prod(shape)
    memory = np.empty(4 * size + 64, np.uint8)
    start = -memory.ctypes.data % 64
    array = memory[start : start + 4 * size].view(np.float32).reshape(shape)
    array[...] = np.random.default_rng(size).normal(size=shape)
    return array
