"""Points that Optuna's tree-structured Parzen estimator expects to be good."""

from __future__ import annotations

import warnings
from typing import TYPE_CHECKING

from custom_compiler.search.sampler import free_near, need

if TYPE_CHECKING:
    import optuna

    from custom_compiler.search.sampler import Situation
    from custom_compiler.search.space import Point


def guided(situation: Situation, count: int) -> list[Point]:
    """Points that the estimator proposes, or near these.

    Raises:
        MisuseError: Optuna is not installed.
    """
    study = _study(situation)
    space, chance, taken = situation.space, situation.chance(), situation.tried
    found = []
    for _ in range(count):
        trial = study.ask()  # none is told: the next ones keep away from it (constant liar)
        point = tuple(trial.suggest_int(knob.name, 0, len(knob.values) - 1) for knob in space.knobs)
        near = free_near(space, point, taken, chance)
        if near is not None:
            found.append(near)
    return found


def _study(situation: Situation) -> optuna.Study:
    try:
        import optuna
    except ModuleNotFoundError as error:
        raise need("Optuna", "optuna") from error
    optuna.logging.set_verbosity(optuna.logging.WARNING)
    number = situation.chance().randrange(2**31)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", optuna.exceptions.ExperimentalWarning)
        sampler = optuna.samplers.TPESampler(seed=number, multivariate=True, constant_liar=True)
    study = optuna.create_study(sampler=sampler)
    ranges = {
        knob.name: optuna.distributions.IntDistribution(0, len(knob.values) - 1)
        for knob in situation.space.knobs
    }
    state = optuna.trial.TrialState
    for point, cost in situation.known:
        study.add_trial(
            optuna.trial.create_trial(
                state=state.FAIL if cost is None else state.COMPLETE,
                params=dict(zip(ranges, point, strict=True)),
                distributions=ranges,
                value=cost,
            )
        )
    return study
