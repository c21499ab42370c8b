"""One search: it proposes trials, receives their costs, and knows when it has ended."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from custom_compiler.search.sampler import EvaluatedPoint, Situation
from custom_compiler.search.samplers import SAMPLERS
from custom_compiler.search.trial import Trial

if TYPE_CHECKING:
    from collections.abc import Mapping

    from custom_compiler.search.journal import TrialJournal
    from custom_compiler.search.lessons import Lesson
    from custom_compiler.search.space import Point, Space, Value

GENERATION = 8
"""Trials proposed at a time, whatever the number of workers: that decides the result."""


@dataclass(frozen=True)
class SearchPlan:
    """Plan of a search.

    Attributes:
        sampler: One of SAMPLERS.
        seed: The same seed gives the same trials.
        trials: Maximum number of trials, including those of earlier runs.
        patience: End after so many trials without an improvement; 0: never.
        start: Settings that are tried first.
        lessons: Prior trials of other searches; strategies that do not learn ignore them.
    """

    sampler: str
    seed: int
    trials: int
    patience: int = 0
    start: tuple[Mapping[str, Value], ...] = ()
    lessons: tuple[Lesson, ...] = ()


class Study:
    """A search with its trials.

    Trials are proposed in generations, each a pure function of space, sampler, seed and the
    generations before it. With a journal, results of earlier runs are known.
    """

    def __init__(self, space: Space, plan: SearchPlan, journal: TrialJournal | None = None) -> None:
        """Begin the search, or resume the one in the journal."""
        self.space = space
        self.plan = plan
        self._sample = SAMPLERS[plan.sampler]
        self._journal = journal
        self._proposed: list[Point] = []
        self._evaluated = {trial.number: trial for trial in journal.trials} if journal else {}

    def ask(self) -> tuple[Trial, ...]:
        """Return the next trials, in batches of any size; empty if the search has ended.

        Repeated calls return the trials whose results are missing.
        """
        while True:
            proposed = (
                Trial(number, self.space.setting(point))
                for number, point in enumerate(self._proposed)
            )
            missing = tuple(trial for trial in proposed if not self._is_evaluated(trial))
            if missing:
                return missing
            points = self._next_generation()
            if not points:
                return ()
            self._proposed += points

    def tell(
        self, trial: Trial, cost: float | None, note: Mapping[str, Any] | None = None
    ) -> Trial:
        """Say what a trial cost, None if it cannot be used; returns the trial with it."""
        evaluated = replace(trial, cost=cost, note=dict(note or {}))
        self._evaluated[evaluated.number] = evaluated
        if self._journal is not None:
            self._journal.add(evaluated)
        return evaluated

    @property
    def trials(self) -> tuple[Trial, ...]:
        """Trials with a result, by number."""
        numbers = range(len(self._proposed))
        return tuple(self._evaluated[number] for number in numbers if number in self._evaluated)

    @property
    def best(self) -> Trial | None:
        """The trial that cost least, the first of equal ones; None if none can be used."""
        usable = [trial for trial in self.trials if trial.cost is not None]
        return min(usable, key=lambda trial: (trial.cost, trial.number), default=None)

    def _is_evaluated(self, trial: Trial) -> bool:
        """Return whether its cost is known; journals of other versions have other proposals."""
        evaluated = self._evaluated.get(trial.number)
        return evaluated is not None and evaluated.setting == trial.setting

    def _next_generation(self) -> list[Point]:
        count = len(self._proposed)
        trials_left = min(GENERATION, self.plan.trials - count)
        if trials_left <= 0 or self._is_stuck():
            return []
        if count == 0 and self.plan.start:
            return [self.space.point(setting) for setting in self.plan.start[:trials_left]]
        evaluated = [
            EvaluatedPoint(point, self._evaluated[number].cost)
            for number, point in enumerate(self._proposed)
        ]
        seed = f"{self.plan.seed} {count}"
        return self._sample(Situation(self.space, seed, evaluated, self.plan.lessons), trials_left)

    def _is_stuck(self) -> bool:
        best = self.best
        since = 0 if best is None else best.number + 1
        return 0 < self.plan.patience <= len(self._proposed) - since
