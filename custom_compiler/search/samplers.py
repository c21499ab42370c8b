"""What to try next, as a pure function of the seed and of what is known.

So a search gives the same result with any number of workers, and goes on after an interruption as
if there had been none.
"""

from __future__ import annotations

import itertools
import random
import warnings
from typing import TYPE_CHECKING, NamedTuple, Protocol

from custom_compiler.errors import MisuseError

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    import optuna

    from custom_compiler.search.space import Point, Space

SMALL_SPACE = 64
"""Settings that are tried all, unless a sampler is named."""

_TRIES = 50  # draws for each point that is wanted, where few are allowed or left


class Known(NamedTuple):
    """A point that was tried, and its cost; None: it cannot be used."""

    point: Point
    cost: float | None


class Sampler(Protocol):
    """Proposes points."""

    def __call__(self, space: Space, seed: str, known: Sequence[Known], count: int) -> list[Point]:
        """At most `count` allowed points that are not known; none if it finds no more."""


def exhaustive(space: Space, seed: str, known: Sequence[Known], count: int) -> list[Point]:  # noqa: ARG001 - a Sampler
    """All points in order."""
    tried = {trial.point for trial in known}
    left = (point for point in space.points() if point not in tried)
    return list(itertools.islice(left, count))


def at_random(space: Space, seed: str, known: Sequence[Known], count: int) -> list[Point]:
    """Points by chance: what other samplers have to be better than."""
    if space.size <= SMALL_SPACE:  # drawing without end would be needed for the last ones
        left = exhaustive(space, seed, known, space.size)
        chance = random.Random(seed)  # noqa: S311 - no secret
        return chance.sample(left, min(count, len(left)))
    return _draw(space, seed, {trial.point for trial in known}, count)


def guided(space: Space, seed: str, known: Sequence[Known], count: int) -> list[Point]:
    """Points that Optuna's tree-structured Parzen estimator expects to be good.

    Raises:
        MisuseError: Optuna is not installed.
    """
    study = _study(space, seed, known)
    chance = random.Random(seed)  # noqa: S311 - no secret
    taken = {trial.point for trial in known}
    found = []
    for _ in range(count):
        trial = study.ask()  # none is told: the next ones keep away from it (constant liar)
        point = tuple(trial.suggest_int(knob.name, 0, len(knob.values) - 1) for knob in space.knobs)
        near = _free_near(space, point, taken, chance)
        if near is not None:
            found.append(near)
            taken.add(near)
    more = at_random(space, seed, [Known(point, None) for point in taken], count - len(found))
    return [*found, *more]


SAMPLERS: Mapping[str, Sampler] = {
    "exhaustive": exhaustive,
    "optuna": guided,
    "random": at_random,
}


def sampler_for(space: Space) -> str:
    """The name of the sampler that fits a space."""
    return "exhaustive" if space.size <= SMALL_SPACE else "optuna"


def _draw(space: Space, seed: str, tried: set[Point], count: int) -> list[Point]:
    chance = random.Random(seed)  # noqa: S311 - no secret
    found: dict[Point, None] = {}
    for _ in range(_TRIES * count):
        if len(found) == count:
            break
        point = tuple(chance.randrange(len(knob.values)) for knob in space.knobs)
        if point not in tried and point not in found and space.allows(point):
            found[point] = None
    return list(found)


def _free_near(
    space: Space, point: Point, taken: set[Point], chance: random.Random
) -> Point | None:
    """The point, or one about it, that is allowed and not taken; None if none was met."""
    for distance in range(_TRIES):
        near = tuple(
            min(
                max(place + round(chance.gauss(0, 0.02 * distance) * len(knob.values)), 0),
                len(knob.values) - 1,
            )
            for place, knob in zip(point, space.knobs, strict=True)
        )
        if near not in taken and space.allows(near):
            return near
    return None


def _study(space: Space, seed: str, known: Sequence[Known]) -> optuna.Study:
    try:
        import optuna
    except ModuleNotFoundError as error:
        message = "the sampler optuna needs Optuna, which is not installed"
        hint = "pip install 'custom_compiler[tune]', or take the sampler random or exhaustive"
        raise MisuseError(message, hint) from error
    optuna.logging.set_verbosity(optuna.logging.WARNING)
    number = random.Random(seed).randrange(2**31)  # noqa: S311 - no secret
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", optuna.exceptions.ExperimentalWarning)
        sampler = optuna.samplers.TPESampler(seed=number, multivariate=True, constant_liar=True)
    study = optuna.create_study(sampler=sampler)
    ranges = {
        knob.name: optuna.distributions.IntDistribution(0, len(knob.values) - 1)
        for knob in space.knobs
    }
    state = optuna.trial.TrialState
    for point, cost in known:
        study.add_trial(
            optuna.trial.create_trial(
                state=state.FAIL if cost is None else state.COMPLETE,
                params=dict(zip(ranges, point, strict=True)),
                distributions=ranges,
                value=cost,
            )
        )
    return study
