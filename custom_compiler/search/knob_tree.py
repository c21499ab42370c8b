"""Reinforcement learning on the tree of knobs: one choice after the other, as in UCT."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from custom_compiler.search.sampler import free_near, spread

if TYPE_CHECKING:
    import random

    from custom_compiler.search.sampler import Situation
    from custom_compiler.search.space import Point, Space

_EXPLORE = 0.1  # weight of what is little known, where the best of a search is worth 1
_JITTER = 0.1  # part by which unknown choices differ, for their order to be by chance
_EXPECTED = 0.5  # of what is proposed and not known yet, of the mean


class _Tree:
    """Visits and mean worth of each prefix of a point."""

    def __init__(self) -> None:
        self._visits: dict[Point, int] = {}
        self._worth: dict[Point, float] = {}

    def add(self, point: Point, worth: float) -> None:
        for depth in range(len(point) + 1):
            begin = point[:depth]
            self._visits[begin] = self._visits.get(begin, 0) + 1
            self._worth[begin] = self._worth.get(begin, 0.0) + worth

    def mean(self, begin: Point) -> float:
        """Return the mean worth of points with this prefix, which must have been visited."""
        return self._worth[begin] / self._visits[begin]

    def descend(self, space: Space, chance: random.Random) -> Point:
        """Return the most promising point, by the worth of its choices and their uncertainty."""
        point: Point = ()
        for knob in space.knobs:
            choices = range(len(knob.values))
            if point in self._visits:
                best = max(choices, key=lambda choice: self._promise(point, choice, chance))
            else:
                best = chance.choice(choices)
            point = (*point, best)
        return point

    def _promise(self, begin: Point, choice: int, chance: random.Random) -> float:
        """Return the upper bound of a choice's worth."""
        exploration = math.log(self._visits[begin] + 1)
        visits = self._visits.get((*begin, choice), 0)
        if visits:
            return self.mean((*begin, choice)) + _EXPLORE * math.sqrt(exploration / visits)
        spreading = 1 - _JITTER + 2 * _JITTER * chance.random()
        return self.mean(begin) + _EXPLORE * math.sqrt(exploration + 1) * spreading


def climbed(situation: Situation, count: int) -> list[Point]:
    """Return the points that the tree promises most of; apart if nothing is known."""
    usable = [trial.cost for trial in situation.evaluated if trial.cost is not None]
    if len(usable) <= 1:
        return spread(situation, count)
    best = min(usable)
    tree = _Tree()
    for trial in situation.evaluated:
        tree.add(trial.point, best / trial.cost if trial.cost else 0.0)
    chance, tried = situation.chance(), situation.tried
    points = []
    for _ in range(count):
        near = free_near(situation.space, tree.descend(situation.space, chance), tried, chance)
        if near is not None:
            points.append(near)
            tree.add(near, _EXPECTED * tree.mean(()))
    return points
