"""Interface of search strategies, and their common functions."""

from __future__ import annotations

import itertools
import random
from typing import TYPE_CHECKING, NamedTuple, Protocol

from custom_compiler.errors import MisuseError

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Sequence

    from custom_compiler.search.lessons import Lesson
    from custom_compiler.search.space import Point, Space

_TRIES = 50  # distances from a point at which one that is free is looked for
_MISSES = 1000  # draws without a point that is allowed and free, after which none is left
_COUNTED = 1 << 15  # settings that are looked at to know how many are allowed


class EvaluatedPoint(NamedTuple):
    """A point that was tried, and its cost; None: it cannot be used."""

    point: Point
    cost: float | None


class Situation(NamedTuple):
    """Input of a strategy; proposals are a pure function of it."""

    space: Space
    seed: str
    evaluated: Sequence[EvaluatedPoint]
    lessons: Sequence[Lesson] = ()

    @property
    def tried(self) -> set[Point]:
        """The points that are known."""
        return {trial.point for trial in self.evaluated}

    def chance(self) -> random.Random:
        """Return the generator of random numbers that the seed determines."""
        return random.Random(self.seed)  # noqa: S311 - no secret

    def beside(self, points: Sequence[Point]) -> Situation:
        """Return the situation as if these points were tried without a result."""
        return self._replace(
            evaluated=[*self.evaluated, *(EvaluatedPoint(point, None) for point in points)]
        )

    def penalised(self) -> list[float]:
        """Return the costs; an unusable setting costs twice the worst."""
        worst = max((trial.cost for trial in self.evaluated if trial.cost is not None), default=1.0)
        return [2 * worst if trial.cost is None else trial.cost for trial in self.evaluated]


class Sampler(Protocol):
    """Proposes points."""

    def __call__(self, situation: Situation, count: int) -> list[Point]:
        """Return at most `count` new allowed points; none if it finds no more."""


def has_at_most(space: Space, count: int) -> bool:
    """Return whether a space is known to have no more than `count` allowed settings."""
    if space.size > _COUNTED:
        return False
    return len(list(itertools.islice(space.points(), count + 1))) <= count


def drawn(space: Space, tried: Collection[Point], chance: random.Random) -> Iterator[Point]:
    """Yield random allowed points that are not tried, each once, until too many are repeated."""
    excluded = set(tried)
    misses = 0
    while misses < _MISSES:
        point = tuple(chance.randrange(len(knob.values)) for knob in space.knobs)
        misses += 1
        if point not in excluded and space.allows(point):
            misses = 0
            excluded.add(point)
            yield point


def spread(situation: Situation, count: int) -> list[Point]:
    """Return points apart: each knob's values occur about equally often (a Latin square).

    What is not allowed goes to something near it, so limits of what is allowed are met often.
    """
    space, chance, tried = situation.space, situation.chance(), situation.tried
    columns = []
    for knob in space.knobs:
        order = [(row + chance.random()) / count for row in range(count)]
        chance.shuffle(order)
        columns.append([int(part * len(knob.values)) for part in order])
    points = (
        [free_near(space, point, tried, chance) for point in zip(*columns, strict=True)]
        if columns
        else []
    )
    return [point for point in points if point is not None]


def free_near(space: Space, point: Point, tried: set[Point], chance: random.Random) -> Point | None:
    """Return the point, or one near it, that is allowed and not taken, and take it.

    Return None if none was found.
    """
    for distance in range(_TRIES):
        near = tuple(
            min(
                max(index + round(chance.gauss(0, 0.02 * distance) * len(knob.values)), 0),
                len(knob.values) - 1,
            )
            for index, knob in zip(point, space.knobs, strict=True)
        )
        if near not in tried and space.allows(near):
            tried.add(near)
            return near
    return None


def need(package: str, sampler: str) -> MisuseError:
    """Return the error for a strategy whose package is not installed."""
    message = f"the sampler {sampler} needs {package}, which is not installed"
    hint = "pip install 'custom_compiler[tune]', or take the sampler random or exhaustive"
    return MisuseError(message, hint)
