"""Running a study to its end, whoever tries its settings."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    from custom_compiler.search.study import Study
    from custom_compiler.search.trial import Trial


class TrialResult(NamedTuple):
    """Result of a trial; without a cost, the setting is unusable."""

    trial: Trial
    cost: float | None
    note: Mapping[str, Any]


def drive(
    study: Study,
    judge: Callable[[Sequence[Trial]], Iterator[TrialResult]],
    seconds: float | None = None,
    on_trial: Callable[[Trial], None] = lambda _: None,
) -> None:
    """Ask, judge and tell until the study ends, or the first trial after `seconds`.

    `judge` gives a verdict for each of some trials, in any order, as they come. `on_trial` is
    called with each trial once its cost is known.
    """
    end = None if seconds is None else time.monotonic() + seconds
    while trials := study.ask():
        for verdict in judge(trials):
            on_trial(study.tell(*verdict))
            if end is not None and time.monotonic() >= end:
                return
