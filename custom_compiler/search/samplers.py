"""The strategies by name.

What is tried next is a pure function of the seed and of what is known. So a search gives the same
result with any number of workers, and goes on after an interruption as if there had been none.
"""

from __future__ import annotations

import itertools
from typing import TYPE_CHECKING

from custom_compiler.search.knob_tree import climbed
from custom_compiler.search.learned import learned
from custom_compiler.search.sampler import Sampler, Situation, drawn, has_at_most

if TYPE_CHECKING:
    from collections.abc import Mapping

    from custom_compiler.search.space import Point, Space

SMALL_SPACE = 150
"""Allowed settings that are tried all, unless a sampler is named."""


def exhaustive(situation: Situation, count: int) -> list[Point]:
    """Return all points in order."""
    tried = situation.tried
    left = (point for point in situation.space.points() if point not in tried)
    return list(itertools.islice(left, count))


def at_random(situation: Situation, count: int) -> list[Point]:
    """Return random points: what other samplers have to be better than."""
    space, chance = situation.space, situation.chance()
    if has_at_most(space, SMALL_SPACE):  # drawing without end would be needed for the last ones
        left = exhaustive(situation, SMALL_SPACE)
        return chance.sample(left, min(count, len(left)))
    return list(itertools.islice(drawn(space, situation.tried, chance), count))


def _filled(sampler: Sampler) -> Sampler:
    """Complete a sampler with random points if it finds too few."""

    def sample(situation: Situation, count: int) -> list[Point]:
        points = sampler(situation, count)
        if len(points) == count:
            return points
        remaining = situation.beside(points)
        return [*points, *at_random(remaining, count - len(points))]

    return sample


SAMPLERS: Mapping[str, Sampler] = {
    "exhaustive": exhaustive,
    "random": at_random,
    "uct": _filled(climbed),
    "learned": _filled(learned),
}


def sampler_for(space: Space, trials: int) -> str:
    """Return the name of the sampler for a space and a maximum number of trials."""
    is_exhaustive = trials >= SMALL_SPACE or has_at_most(space, trials)
    return "exhaustive" if is_exhaustive and has_at_most(space, SMALL_SPACE) else "learned"
