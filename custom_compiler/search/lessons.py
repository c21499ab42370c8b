"""Prior trials for other searches: features of settings, and their costs."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Sequence

    from custom_compiler.search.space import Space
    from custom_compiler.search.trial import Trial


class Lesson(NamedTuple):
    """A trial of another search, of a space with the same features.

    Attributes:
        features: Of its setting.
        cost: The logarithm of its cost over that of the first usable trial of its search, so that
            shapes and operators compare.
    """

    features: tuple[float, ...]
    cost: float


def lessons_of(space: Space, trials: Sequence[Trial]) -> tuple[Lesson, ...]:
    """Return the trials of a search in a form for others; empty if none is usable."""
    usable = [(trial, trial.cost) for trial in trials if trial.cost is not None and trial.cost > 0]
    return tuple(
        Lesson(tuple(space.features(trial.setting)), math.log(cost / usable[0][1]))
        for trial, cost in usable
    )
