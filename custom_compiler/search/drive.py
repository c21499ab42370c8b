"""Running a study to its end, whoever tries its settings."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    from custom_compiler.search.study import Study
    from custom_compiler.search.trial import Trial


class Verdict(NamedTuple):
    """What came of trying a trial; no cost: it cannot be used."""

    trial: Trial
    cost: float | None
    note: Mapping[str, Any]


class Judge(Protocol):
    """Tries settings."""

    def __call__(self, trials: Sequence[Trial]) -> Iterator[Verdict]:
        """A verdict for each trial, in any order, as they come."""


def drive(
    study: Study,
    judge: Judge,
    seconds: float | None = None,
    on_trial: Callable[[Trial], None] = lambda _: None,
) -> None:
    """Ask, judge and tell until the study ends, or the first trial after `seconds`.

    `on_trial` is called with each trial once its cost is known.
    """
    end = None if seconds is None else time.monotonic() + seconds
    while trials := study.ask():
        for verdict in judge(trials):
            on_trial(study.tell(*verdict))
            if end is not None and time.monotonic() >= end:
                return
