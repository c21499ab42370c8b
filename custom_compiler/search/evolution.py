"""Points from a normal distribution that follows the better ones (CMA-ES)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from custom_compiler.search.sampler import free_near, need

if TYPE_CHECKING:
    from custom_compiler.search.sampler import Situation
    from custom_compiler.search.space import Point

_POPULATION = 8
_EDGE = 0.1  # that the distribution may leave the space by, so that its borders are met


def evolved(situation: Situation, count: int) -> list[Point]:
    """Points that the distribution gives, or near these.

    What Optuna's sampler of this name takes is `cmaes`; it is called here without Optuna, whose
    sampler keeps a state that is no function of the trials.

    Raises:
        MisuseError: cmaes is not installed.
    """
    try:
        from cmaes import CMA
    except ModuleNotFoundError as error:
        raise need("cmaes", "cmaes") from error
    import numpy as np

    space, chance, taken = situation.space, situation.chance(), situation.tried
    last = np.array([max(1, len(knob.values) - 1) for knob in space.knobs], dtype=float)
    distribution = CMA(
        mean=np.full(len(last), 0.5),
        sigma=0.3,
        bounds=np.array([[-_EDGE, 1 + _EDGE]] * len(last)),
        seed=chance.randrange(2**31),
        population_size=_POPULATION,
    )
    costs = situation.penalised()
    points = [np.array(trial.point) / last for trial in situation.known]
    told = list(zip(points, costs, strict=True))
    for begin in range(0, len(told) - _POPULATION + 1, _POPULATION):
        distribution.tell(told[begin : begin + _POPULATION])
    found = []
    for _ in range(count):
        places = np.rint(np.clip(distribution.ask(), 0, 1) * last)
        near = free_near(space, tuple(int(place) for place in places), taken, chance)
        if near is not None:
            found.append(near)
    return found
