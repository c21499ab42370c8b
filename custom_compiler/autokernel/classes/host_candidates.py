"""Schedules that may be the best for an operator: built and called where nothing is lost.

Halide, its autoschedulers and what they make may crash, loop and take all memory. All of it happens
in worker processes with limits, and is one candidate's outcome.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeAlias

from custom_compiler.autokernel.classes import classify, scheduled
from custom_compiler.autokernel.host.autoschedulers import Autoscheduler, autoschedule
from custom_compiler.autokernel.host.call import HostKernel
from custom_compiler.autokernel.host.library import HostLibrary, build
from custom_compiler.autokernel.host.lower import Version, lower
from custom_compiler.autokernel.host.targets import find_target
from custom_compiler.errors import MisuseError
from custom_compiler.kernel.jobs.job import Job, JobError

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    import numpy as np

    from custom_compiler.autokernel.describe.tree import Operator
    from custom_compiler.kernel.jobs.job import Workers

    Array = np.ndarray[Any, Any]


@dataclass(frozen=True)
class Setting:
    """The schedule of the operator's class with these values of knobs."""

    values: tuple[tuple[str, int], ...]

    def __str__(self) -> str:
        return " ".join(f"{name}={value}" for name, value in self.values)


Candidate: TypeAlias = "Setting | Autoscheduler"


@dataclass(frozen=True)
class Purpose:
    """Target of the candidates.

    Attributes:
        operator: The operator.
        sizes: A value for each symbol.
        target: Name of the instruction set.
        threads: Number of threads that an autoscheduler assumes.
    """

    operator: Operator
    sizes: Mapping[str, int]
    target: str = "host"
    threads: int = 1


def default_setting(purpose: Purpose) -> Setting | None:
    """Return the default of the operator's class, or None without a class."""
    classified = classify(purpose.operator)
    if classified is None:
        return None
    operator_class, match = classified
    chosen = operator_class.host_default(match, purpose.sizes, find_target(purpose.target))
    return Setting(tuple(chosen.items()))


def build_candidates(
    purpose: Purpose, candidates: Sequence[Candidate], folder: Path, workers: Workers
) -> Iterator[tuple[Candidate, HostLibrary | JobError]]:
    """Yield each candidate with its library below `folder`, or with its error, when it is built."""
    function = f"{__name__}:build_one"
    named = {f"{number}: {candidate}": candidate for number, candidate in enumerate(candidates)}
    jobs = [
        Job(name, function, (purpose, candidate, str(folder / name.partition(":")[0])))
        for name, candidate in named.items()
    ]
    for outcome in workers.run(jobs):
        yield named[outcome.job.name], outcome.error or outcome.value


def build_one(purpose: Purpose, candidate: Candidate, folder: str) -> HostLibrary:
    """Build the library of a candidate; to be called in a worker."""
    operator, sizes, target = purpose.operator, purpose.sizes, find_target(purpose.target)
    if isinstance(candidate, Setting):
        _check_legal(purpose, candidate)
        lowered = scheduled(operator, sizes, target, dict(candidate.values))
    else:
        lowered = lower(operator, sizes)
        autoschedule(lowered, candidate, sizes, target, purpose.threads)
    return build([Version(lowered, target)], operator.name, Path(folder))


def call_one(
    library: HostLibrary, inputs: tuple[Array, ...], attributes: Mapping[str, float]
) -> tuple[Array, ...]:
    """Compute the outputs of a library; to be called in a worker."""
    call = HostKernel(library).prepared(*inputs, out=None, **attributes)
    call()
    return call.outputs


def _check_legal(purpose: Purpose, setting: Setting) -> None:
    classified = classify(purpose.operator)
    if classified is None:
        raise MisuseError(
            f"no class of operators knows {purpose.operator.name}", "try the autoschedulers"
        )
    operator_class, match = classified
    space = operator_class.host_space(match, purpose.sizes, find_target(purpose.target))
    if next(space.points(), None) is None:
        raise MisuseError(
            f"{purpose.operator.name}: no setting of {operator_class.name} is legal",
            "try the autoschedulers",
        )
    try:
        legal = space.allows(space.point(dict(setting.values)))
    except (KeyError, ValueError):
        legal = False
    if not legal:
        raise MisuseError(
            f"{purpose.operator.name}: {setting} is not legal for {operator_class.name}",
            "take a setting of its space",
        )
