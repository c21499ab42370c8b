"""Halide's own schedulers, for operators that have no class, and to compare those that have one."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from custom_compiler.autokernel.describe.sizes import evaluate, symbols_of
from custom_compiler.autokernel.host.halide import halide, halide_errors
from custom_compiler.errors import MisuseError

if TYPE_CHECKING:
    from collections.abc import Mapping

    from custom_compiler.autokernel.describe.tree import Axis
    from custom_compiler.autokernel.host.lower import Lowered
    from custom_compiler.autokernel.host.targets import HostTarget

_LEVEL_2_CACHE = "1048576"  # bytes; no scheduler finds out
_LOADS_PER_OPERATION = "40"
_PARAMETERS = {
    "Mullapudi2016": ("last_level_cache_size", "balance"),
    "Li2018": (),
    "Adams2019": (
        "beam_size", "random_dropout", "random_dropout_seed", "weights_path", "disable_subtiling",
        "disable_memoized_features", "disable_memoized_blocks", "memory_limit",
    ),
}  # fmt: skip


@dataclass(frozen=True)
class Autoscheduler:
    """A scheduler of Halide with its options.

    Attributes:
        name: As Halide has it.
        options: Names and values of its parameters, without `parallelism`.
    """

    name: str
    options: tuple[tuple[str, str], ...] = ()

    def __str__(self) -> str:
        options = " ".join(f"{name}={value}" for name, value in self.options)
        return f"{self.name} {options}".strip()


def adams(beam: int, *, seed: int | None = None) -> Autoscheduler:
    """Return Adams2019 that keeps `beam` states; with a seed nearly all decisions are random."""
    options = [("beam_size", str(beam))]
    if seed is not None:
        options += [("random_dropout", "1"), ("random_dropout_seed", str(seed))]
    return Autoscheduler("Adams2019", tuple(options))


def with_weights(autoscheduler: Autoscheduler, weights: Path) -> Autoscheduler:
    """Return an Adams2019 with a cost model of these weights."""
    return Autoscheduler(
        autoscheduler.name, (*autoscheduler.options, ("weights_path", str(weights)))
    )


MULLAPUDI = Autoscheduler(
    "Mullapudi2016",
    (("last_level_cache_size", _LEVEL_2_CACHE), ("balance", _LOADS_PER_OPERATION)),
)
LI = Autoscheduler("Li2018")
AUTOSCHEDULERS = (MULLAPUDI, LI, adams(1), adams(8))
"""Those that are tried; none of them is the best for all operators."""
RETRAINED = (adams(1), adams(8), adams(1, seed=1), adams(1, seed=2))
"""Those that are tried once more with a cost model that was retrained on the operator."""


def autoschedule(
    lowered: Lowered,
    autoscheduler: Autoscheduler,
    sizes: Mapping[str, int],
    target: HostTarget,
    threads: int,
) -> bytes:
    """Schedule an operator that has no schedule yet.

    It may take minutes and gigabytes: call it where both are limited.

    Args:
        lowered: The operator.
        autoscheduler: Who schedules it.
        sizes: A value for each symbol: what the schedule should be good for.
        target: The instruction set.
        threads: How many there will be.

    Returns:
        The schedule as Adams2019's cost model sees it; empty of others.

    Raises:
        MisuseError: there is no such autoscheduler or option, or a size is missing.
        BuildError: it gives up.
    """
    hl = halide()
    operator = lowered.operator
    _check(autoscheduler)
    _load(autoscheduler.name)
    parameters = {"parallelism": str(threads), **dict(autoscheduler.options)}
    with halide_errors(f"{operator.name} by {autoscheduler}"):
        for port in operator.inputs:
            lowered.inputs[port.name].set_estimates(_ranges(operator.name, port.axes, sizes))
        for attribute in operator.attributes:
            value = attribute.default if attribute.default is not None else 1
            lowered.attributes[attribute.name].set_estimate(value)
        for stage, function in zip(operator.outputs, lowered.outputs, strict=True):
            function.set_estimates(_ranges(operator.name, stage.axes, sizes))
        done = hl.Pipeline(list(lowered.outputs)).apply_autoscheduler(
            hl.Target(target.halide), hl.AutoschedulerParams(autoscheduler.name, parameters)
        )
    return bytes(done.featurization)


def _ranges(
    operator: str, axes: tuple[Axis, ...], sizes: Mapping[str, int]
) -> list[tuple[int, int]]:
    missing = [name for axis in axes for name in symbols_of(axis.size) if name not in sizes]
    if missing:
        raise MisuseError(
            f"{operator}: no value for size {missing[0]!r}", "autoschedulers need all sizes"
        )
    return [(0, int(evaluate(axis.size, sizes))) for axis in reversed(axes)]


def _check(autoscheduler: Autoscheduler) -> None:
    """Reject operators for which the autoschedulers would end their process."""
    name = autoscheduler.name
    if name not in _PARAMETERS:
        raise MisuseError(
            f"Halide has no autoscheduler {name}", f"use one of {', '.join(_PARAMETERS)}"
        )
    for option, _ in autoscheduler.options:
        if option not in _PARAMETERS[name]:
            options = ", ".join(_PARAMETERS[name]) or "none"
            raise MisuseError(f"{name} has no option {option}", f"it has {options}")


@cache
def _load(name: str) -> None:
    """Load a plug-in of the wheel; by its path, as the loader does not look there."""
    with halide_errors(name):
        halide().load_plugin(str(plug_in(name)))


def plug_in(name: str) -> Path:
    """Return the path of an autoscheduler's shared library."""
    return Path(halide().install_dir(), "lib64", f"libautoschedule_{name.lower()}.so")
