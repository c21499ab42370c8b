"""Options of tuning on the command line."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from custom_compiler.errors import MisuseError
from custom_compiler.search.samplers import SAMPLERS

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

JUDGES = ("cycles", "time")
LONG_OPTIONS = ("tune-trials=", "tune-time=", "tune-seed=", "tune-sampler=", "tune-judge=")
_LONGEST = 7 * 24 * 60  # minutes


@dataclass(frozen=True)
class TuneOptions:
    """Options of tuning.

    Attributes:
        trials: Maximum number of trials for each call.
        seconds: Maximum duration for each call; None: no limit.
        seed: The same seed gives the same result.
        sampler: One of `search.samplers.SAMPLERS`; "": chosen by the number of settings.
        judge: One of JUDGES: estimated cycles, or time on this machine.
    """

    trials: int = 200
    seconds: float | None = None
    seed: int = 1
    sampler: str = ""
    judge: str = "cycles"

    @property
    def patience(self) -> int:
        """Trials without an improvement after which a search ends."""
        return max(40, self.trials // 4)


def read_tune_options(words: Mapping[str, Sequence[str]], *, tunes: bool) -> TuneOptions | None:
    """Return the options of tuning from the long options, or None without tuning.

    Raises:
        MisuseError: A value is invalid, or an option is given without tuning.
    """
    names = [name.removesuffix("=") for name in LONG_OPTIONS]
    values = {name: words[name][-1] for name in names if name in words}
    if not tunes:
        for name in values:
            raise MisuseError(f"--{name}: nothing is tuned", "add -m tune, or leave the option out")
        return None
    minutes = _number(values, "tune-time", 0, _LONGEST)
    return TuneOptions(
        trials=int(_number(values, "tune-trials", 1, 10**6) or TuneOptions.trials),
        seconds=None if minutes is None else minutes * 60,
        seed=int(_number(values, "tune-seed", 0, 2**63) or 0) if "tune-seed" in values else 1,
        sampler=_word(values, "tune-sampler", SAMPLERS, ""),
        judge=_word(values, "tune-judge", JUDGES, "cycles"),
    )


def _number(values: Mapping[str, str], name: str, least: int, most: int) -> float | None:
    if name not in values:
        return None
    fraction = name == "tune-time"
    try:
        value = float(values[name]) if fraction else int(values[name])
    except ValueError:
        value = -1
    if not least <= value <= most or (fraction and value == 0):
        message = f"--{name} {values[name]}: not a number that can be taken"
        above = f"above {least}" if fraction else f"from {least}"
        raise MisuseError(
            message, f"give {'minutes' if fraction else 'a number'} {above} to {most}"
        )
    return value


def _word(
    values: Mapping[str, str],
    name: str,
    allowed: Sequence[str] | Mapping[str, object],
    default: str,
) -> str:
    value = values.get(name, default)
    if value not in allowed and value != default:
        message = f"--{name} {value}: there is no such word"
        raise MisuseError(message, f"it is one of {', '.join(allowed)}")
    return value
