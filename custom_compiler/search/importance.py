"""Share of each knob in the differences of cost."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from custom_compiler.search.space import Space
    from custom_compiler.search.trial import Trial


def importance(space: Space, trials: Sequence[Trial]) -> dict[str, float]:
    """Return the share of each knob in the variance of the costs, by knob; between 0 and 1.

    An additive model, one effect for each value of each knob, is fitted to the usable trials; a
    knob's share is the variance of its effects over the trials. If all settings were tried, it is
    that of the means by value: the main effects of a functional analysis of variance. Interactions
    of knobs are in no share. All shares are 0 if all costs are equal.
    """
    import numpy as np

    usable = [trial for trial in trials if trial.cost is not None]
    nothing = dict.fromkeys((knob.name for knob in space.knobs), 0.0)
    if not usable:
        return nothing
    costs = np.array([trial.cost for trial in usable], dtype=float)
    total = float(costs.var())
    if total <= 1e-12 * float(costs.mean()) ** 2:
        return nothing
    columns = {
        knob.name: np.array(
            [[t.setting[knob.name] == value for value in knob.values] for t in usable]
        )
        for knob in space.knobs
    }
    matrix = np.hstack(list(columns.values())).astype(float)
    effects = np.linalg.lstsq(matrix, costs - costs.mean(), rcond=None)[0]
    variances, begin = {}, 0
    for name, own in columns.items():
        end = begin + own.shape[1]
        variances[name] = float((own @ effects[begin:end]).var())
        begin = end
    # Knobs that were moved together explain the same differences: these count once.
    together = sum(variances.values()) or 1.0
    explained = min(1.0, float((matrix @ effects).var()) / total)
    return {name: variance / together * explained for name, variance in variances.items()}
