"""A learned cost model: a Gaussian process and an ensemble of trees propose alternately.

The process knows that neighbours are alike, and finds the optimum of smooth costs within few
trials; trees cope with steps and noise, and learn from other searches (`lessons`).
"""

from __future__ import annotations

import itertools
import warnings
from typing import TYPE_CHECKING, Any, NamedTuple

from custom_compiler.search.sampler import drawn, has_at_most, need, spread

if TYPE_CHECKING:
    from collections.abc import Sequence

    import numpy as np

    from custom_compiler.search.lessons import Lesson
    from custom_compiler.search.sampler import Situation
    from custom_compiler.search.space import Point, Space

    Array = np.ndarray[Any, np.dtype[np.float64]]

_FEW = 8  # trials, below which points are distributed, or chosen by prior trials alone
_WHOLE = 2048  # allowed settings that are all judged; of larger spaces as many, drawn
_NEAR = 8  # of the best trials' whose neighbours are judged then
_DOUBT = 0.5  # standard deviations that a point may be better than expected
_TREES = 64
_LESSON_WEIGHT = 0.1  # of a trial's own
_MOST_LESSONS = 2000


class _Belief(NamedTuple):
    """Prediction of a model for candidates: mean and deviation of the logarithm of their costs."""

    mean: Array
    deviation: Array


def learned(situation: Situation, count: int) -> list[Point]:
    """Return the points that the models expect to be good, half of them each.

    Raises:
        MisuseError: scikit-learn is not installed.
    """
    lessons = situation.lessons[-_MOST_LESSONS:]
    usable = sum(trial.cost is not None for trial in situation.evaluated)
    if usable < _FEW:
        if not lessons:
            return spread(situation, count)
        candidates = _candidates(situation)
        if not candidates:
            return []
        features = _features(situation.space, candidates)
        guessed = _best_of([_by_trees(situation, lessons, features)], candidates, count // 2)
        return [*guessed, *spread(situation.beside(guessed), count - len(guessed))]
    candidates = _candidates(situation)
    if not candidates:
        return []
    features = _features(situation.space, candidates)
    beliefs = [_by_process(situation, features), _by_trees(situation, lessons, features)]
    return _best_of(beliefs, candidates, count)


def _candidates(situation: Situation) -> list[Point]:
    """Return the points to judge: all, or many by chance and the neighbours of the best trials."""
    space, tried = situation.space, situation.tried
    if has_at_most(space, _WHOLE):
        return [point for point in space.points() if point not in tried]
    usable = [trial for trial in situation.evaluated if trial.cost is not None]
    best = sorted(usable, key=lambda trial: (trial.cost, trial.point))[:_NEAR]
    near = {
        (*trial.point[:index], moved, *trial.point[index + 1 :])
        for trial in best
        for index, knob in enumerate(space.knobs)
        for moved in (trial.point[index] - 1, trial.point[index] + 1)
        if 0 <= moved < len(knob.values)
    }
    neighbours = [point for point in sorted(near - tried) if space.allows(point)]
    others = drawn(space, tried | near, situation.chance())
    return [*neighbours, *itertools.islice(others, _WHOLE)]


def _features(space: Space, points: Sequence[Point]) -> Array:
    import numpy as np

    return np.array([space.features(space.setting(point)) for point in points], dtype=float)


def _logarithms(situation: Situation) -> Array:
    """Return the logarithms of the costs, at least a millionth of the highest."""
    import numpy as np

    costs = np.array(situation.penalised())
    logarithms: Array = np.log(np.maximum(costs, 1e-6 * costs.max(initial=0.0) or 1.0))
    return logarithms


def _best_of(beliefs: Sequence[_Belief], candidates: Sequence[Point], count: int) -> list[Point]:
    """Return the most promising candidates; each belief in turn names its best remaining one."""
    import numpy as np

    orders = [
        iter(np.argsort(belief.mean - _DOUBT * belief.deviation, kind="stable"))
        for belief in beliefs
    ]
    chosen: dict[Point, None] = {}
    for order in itertools.cycle(orders):
        if len(chosen) >= min(count, len(candidates)):
            break
        chosen[next(p for p in (candidates[index] for index in order) if p not in chosen)] = None
    return list(chosen)


def _by_process(situation: Situation, candidates: Array) -> _Belief:
    """Return the prediction of a Gaussian process on the trials."""
    import numpy as np

    try:
        from sklearn.exceptions import ConvergenceWarning
        from sklearn.gaussian_process import GaussianProcessRegressor
        from sklearn.gaussian_process.kernels import Matern, WhiteKernel
        from threadpoolctl import threadpool_limits
    except ModuleNotFoundError as error:
        raise need("scikit-learn", "learned") from error
    evaluated_features = _features(situation.space, [trial.point for trial in situation.evaluated])
    costs = _logarithms(situation)
    centre, scale = evaluated_features.mean(0), evaluated_features.std(0)
    scale[scale == 0] = 1.0
    kernel = Matern(np.ones(evaluated_features.shape[1]), (0.1, 10), nu=2.5) + WhiteKernel(
        1e-2, (1e-4, 1e-1)
    )
    model = GaussianProcessRegressor(kernel, normalize_y=True, random_state=0)
    # More threads would only wait for each other, and sum in another order.
    with threadpool_limits(1), warnings.catch_warnings():
        warnings.simplefilter("ignore", ConvergenceWarning)  # a knob without effect
        model.fit((evaluated_features - centre) / scale, costs)
        mean, deviation = model.predict((candidates - centre) / scale, return_std=True)
    return _Belief(mean, deviation)


def _by_trees(situation: Situation, lessons: Sequence[Lesson], candidates: Array) -> _Belief:
    """Return the prediction of an ensemble of trees on the trials and prior trials."""
    import numpy as np

    try:
        from sklearn.ensemble import ExtraTreesRegressor
    except ModuleNotFoundError as error:
        raise need("scikit-learn", "learned") from error
    rows = [lesson.features for lesson in lessons]
    costs = [lesson.cost for lesson in lessons]
    own = _logarithms(situation)
    usable = [index for index, trial in enumerate(situation.evaluated) if trial.cost is not None]
    if usable:  # without one there is nothing to compare prior trials with
        space = situation.space
        rows += [tuple(space.features(space.setting(trial.point))) for trial in situation.evaluated]
        costs += list(own - own[usable[0]])
    weights = np.ones(len(rows))
    weights[: len(lessons)] = _LESSON_WEIGHT
    number = situation.chance().randrange(2**31)
    model = ExtraTreesRegressor(_TREES, max_features=0.5, random_state=number)
    model.fit(np.array(rows), np.array(costs), sample_weight=weights)
    # Trees take single precision, and check what they are given each time.
    single = candidates.astype(np.float32)
    predictions = np.array([tree.tree_.predict(single)[:, 0] for tree in model.estimators_])
    return _Belief(predictions.mean(0), predictions.std(0))
