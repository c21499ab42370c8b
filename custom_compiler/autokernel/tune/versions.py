"""Versions of operators for libraries: tuned now, as they were tuned before, or not at all."""

from __future__ import annotations

from typing import TYPE_CHECKING

from custom_compiler.autokernel.classes import classify, scheduled
from custom_compiler.autokernel.classes.host_candidates import Setting
from custom_compiler.autokernel.host.autoschedulers import autoschedule
from custom_compiler.autokernel.host.lower import lower
from custom_compiler.autokernel.tune.cached_results import cached_setting
from custom_compiler.autokernel.tune.driver import tune
from custom_compiler.autokernel.tune.host import host_facts
from custom_compiler.autokernel.tune.host_trial import candidate_of
from custom_compiler.autokernel.tune.retraining import weights_path

if TYPE_CHECKING:
    from collections.abc import Mapping

    from custom_compiler.autokernel.describe.tree import Operator
    from custom_compiler.autokernel.host.lower import Lowered
    from custom_compiler.autokernel.host.targets import HostTarget
    from custom_compiler.autokernel.tune.driver import Effort


def tuned_version(
    operator: Operator, sizes: Mapping[str, int], target: HostTarget, effort: Effort
) -> Lowered:
    """Return the fastest version for these sizes that a search finds, on this machine's target.

    Raises:
        MisuseError, BuildError, DiskError: As for `tune`.
    """
    tuned = tune(operator, sizes, target.name, effort=effort)
    weights = weights_path(operator, sizes, target.name, host_facts())
    candidate = candidate_of(tuned.setting, weights)
    if isinstance(candidate, Setting):
        return scheduled(operator, sizes, target, tuned.setting)
    lowered = lower(operator, sizes)
    autoschedule(lowered, candidate, sizes, target, threads=1)
    return lowered


def known_version(
    operator: Operator, sizes: Mapping[str, int] | None, target: HostTarget
) -> Lowered:
    """Return the version with the class's schedule, and with cached settings for these sizes.

    Without a class, tensors and reductions are computed one after the other.
    """
    if classify(operator) is not None:
        return scheduled(operator, sizes, target, cached_setting(operator, sizes, target.name))
    return one_by_one(operator, sizes)


def one_by_one(operator: Operator, sizes: Mapping[str, int] | None) -> Lowered:
    """Return the version that computes tensors and reductions one by one; always possible."""
    lowered = lower(operator, sizes)
    for func in lowered.funcs.values():
        func.compute_root()
    return lowered
