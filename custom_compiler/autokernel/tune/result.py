"""Result of tuning, and its form in files."""

from __future__ import annotations

from dataclasses import asdict, dataclass, field
from typing import TYPE_CHECKING, Any

from custom_compiler.search.trial import Trial, trial_of

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence


@dataclass(frozen=True)
class Refused:
    """A setting that was faster and yet cannot be taken, and why."""

    setting: Mapping[str, int]
    why: str


@dataclass(frozen=True)
class TuningResult:
    """The best setting that was found for an operator at certain sizes.

    Attributes:
        operator: Its name.
        sizes: By symbol.
        target: What it is for: an instruction set, or a SoC.
        unit: Of costs.
        knobs: What can be set: the values of each.
        default: The class's own setting.
        default_cost: What it costs; 1 on the host, where costs are parts of it.
        setting: What was chosen: the default, unless another one is faster and right.
        cost: What that costs.
        sampler: What proposed the settings.
        seed: Of the sampler.
        trials: All that was tried.
        refused: Settings that were faster and are not taken.
        least: The smallest sizes that the setting is for, too, if it is not the default.
        most: The largest ones.
        is_cached: Whether it comes from the cache.
    """

    operator: str
    sizes: Mapping[str, int]
    target: str
    unit: str
    knobs: Mapping[str, Sequence[int]]
    default: Mapping[str, int]
    default_cost: float
    setting: Mapping[str, int]
    cost: float
    sampler: str
    seed: int
    trials: tuple[Trial, ...]
    refused: tuple[Refused, ...] = ()
    least: Mapping[str, int] = field(default_factory=dict)
    most: Mapping[str, int] = field(default_factory=dict)
    is_cached: bool = False

    @property
    def gain(self) -> float:
        """The part of the default's cost that is saved; 0 if nothing is faster."""
        return 1 - self.cost / self.default_cost

    def range_of(self, symbol: str) -> str:
        """Return the sizes for which the setting is meant, as text."""
        least, most = self.least[symbol], self.most[symbol]
        return f"{symbol}={least}" if least == most else f"{symbol}={least}..{most}"

    def fields(self) -> dict[str, Any]:
        """Return the JSON form."""
        values = asdict(self)
        del values["is_cached"]
        return {**values, "known": False}


def tuned_of(fields: Mapping[str, Any]) -> TuningResult:
    """Return the result of `fields`; raise KeyError, TypeError or ValueError for others."""
    values = {
        **fields,
        "trials": tuple(trial_of(trial) for trial in fields["trials"]),
        "refused": tuple(Refused(**each) for each in fields["refused"]),
        "is_cached": True,
    }
    values.pop("known", None)
    return TuningResult(**values)
