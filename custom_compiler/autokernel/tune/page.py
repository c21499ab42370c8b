"""Results of tuning as a page."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from custom_compiler.search.importance import importance
from custom_compiler.search.page import Searched, page
from custom_compiler.search.space import Knob, Space

if TYPE_CHECKING:
    from collections.abc import Sequence

    from custom_compiler.autokernel.tune.result import TuningResult

_PARTS = 1000  # that the default's time is shown as, where costs are parts of it


def page_of(results: Sequence[TuningResult]) -> str:
    """Return the HTML of results: convergence, importance of knobs, settings, unusable ones."""
    return page([_searched(tuned) for tuned in results])


def _searched(tuned: TuningResult) -> Searched:
    scale = _PARTS if tuned.default_cost == 1 else 1
    trials = tuple(
        replace(trial, cost=None if trial.cost is None else trial.cost * scale)
        for trial in tuned.trials
    )
    space = Space(tuple(Knob(name, tuple(values)) for name, values in tuned.knobs.items()))
    sizes = ", ".join(f"{name}={size}" for name, size in tuned.sizes.items())
    return Searched(
        title=tuned.operator,
        subtitle=f"{sizes} on {tuned.target}",
        unit=f"thousandths {tuned.unit}" if scale > 1 else tuned.unit,
        sampler=tuned.sampler,
        seed=tuned.seed,
        space=space,
        trials=trials,
        untuned=(tuned.default, tuned.default_cost * scale),
        best=(tuned.setting, tuned.cost * scale),
        refused=tuple((each.setting, each.why) for each in tuned.refused),
        importance=importance(space, trials),
    )
