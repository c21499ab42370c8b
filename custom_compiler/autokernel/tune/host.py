"""The back end of this machine's CPU: candidates are built by Halide and timed here."""

from __future__ import annotations

import os
from dataclasses import dataclass, field, replace
from importlib.metadata import version
from pathlib import Path
from typing import TYPE_CHECKING, Any

from custom_compiler.autokernel.classes import classify
from custom_compiler.autokernel.host.autoschedulers import AUTOSCHEDULERS, RETRAINED
from custom_compiler.autokernel.host.halide import halide
from custom_compiler.autokernel.host.targets import find_target, targets_here
from custom_compiler.autokernel.tune.back_end import CLASS_FAULT, results, verdict
from custom_compiler.autokernel.tune.host_trial import (
    AUTOSCHEDULER,
    HostBench,
    compare,
    is_retrained,
    judge,
)
from custom_compiler.autokernel.tune.retraining import retrain, weights_path
from custom_compiler.errors import BuildError, MisuseError
from custom_compiler.kernel.jobs.job import Job
from custom_compiler.search.space import Knob, Space

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from custom_compiler.autokernel.host.library import HostLibrary
    from custom_compiler.kernel.jobs.job import Workers
    from custom_compiler.search.drive import TrialResult
    from custom_compiler.search.trial import Trial

_MODULE = "custom_compiler.autokernel.tune.host_trial"
_ROUNDS, _LAST_ROUNDS = 7, 21
_FASTER = 0.99  # of the default's time that a winner may take, for chance not to choose it
_DEFAULT, _WINNER = "default", "winner"


@dataclass
class HostBackEnd:
    """See `BackEnd`. A cost is CPU time as a fraction of the default's, measured in the same run.

    Attributes:
        judging: The function that judges a candidate, as jobs name functions.
    """

    bench: HostBench
    space: Space
    default: Mapping[str, int]
    kind: str
    workers: Workers
    folder: Path
    judging: str = f"{_MODULE}:{judge.__name__}"
    unit: str = "of the default's CPU time"
    _libraries: dict[str, HostLibrary] = field(default_factory=dict)

    @property
    def target(self) -> str:
        """The instruction set."""
        return self.bench.purpose.target

    @property
    def facts(self) -> Mapping[str, Any]:
        """See `host_facts`."""
        return host_facts()

    def judge(self, trials: Sequence[Trial]) -> Iterator[TrialResult]:
        """Build and judge all, in parallel; then time those that are right, one by one."""
        retrained = [trial for trial in trials if is_retrained(trial.setting)]
        unlearned = self._learn() if retrained else ""
        if unlearned:
            yield from (verdict(trial, None, unlearned) for trial in retrained)
            trials = [trial for trial in trials if trial not in retrained]
        named = {f"trial {trial.number}": trial for trial in trials}
        right = []
        for name, problem in self._built({name: named[name].setting for name in named}):
            trial = named[name]
            if problem:
                yield verdict(trial, None, problem)
            elif trial.setting == self.default:
                self._libraries[_DEFAULT] = self._libraries[name]
                yield verdict(trial, 1.0)
            else:
                right.append(name)
        if right:
            self._need_default()
            yield from self._timed([named[name] for name in right], right)

    def confirm(self, setting: Mapping[str, int]) -> tuple[float, str]:
        """Build it again, and time it for longer."""
        self._need_default()
        problem = self._learn() if is_retrained(setting) else ""
        if not problem:
            ((_, problem),) = self._built({_WINNER: setting})
        if problem:
            return 0.0, problem
        ((_, costs, problem),) = results(self.workers, [self._timing([_WINNER], _LAST_ROUNDS)])
        if not problem and costs[1] > _FASTER:
            problem = f"timed again, it takes {costs[1]:.3f} of the default's CPU time"
        return (0.0, problem) if problem else (costs[1], "")

    def bucket(self, setting: Mapping[str, int]) -> tuple[Mapping[str, int], Mapping[str, int]]:
        """Return the operator's sizes as both bounds: versions of libraries are for one size."""
        del setting
        return self.bench.purpose.sizes, self.bench.purpose.sizes

    def _learn(self) -> str:
        """Have weights of a cost model that was trained on the operator; or why there are none."""
        purpose = self.bench.purpose
        path = weights_path(purpose.operator, purpose.sizes, purpose.target, self.facts)
        self.bench = self.bench._replace(weights=path)
        return "" if path.exists() else retrain(self.bench, self.workers, self.folder, path)

    def _timed(self, trials: Sequence[Trial], names: Sequence[str]) -> Iterator[TrialResult]:
        ((_, costs, problem),) = results(self.workers, [self._timing(names, _ROUNDS)])
        if not problem:
            for trial, cost in zip(trials, costs[1:], strict=True):
                yield verdict(trial, cost)
        elif len(trials) == 1:
            yield verdict(trials[0], None, problem)
        else:  # one of them ends the process only when it is called often: which one?
            for trial, name in zip(trials, names, strict=True):
                yield from self._timed([trial], [name])

    def _timing(self, names: Sequence[str], rounds: int) -> Job:
        libraries = [self._libraries[name] for name in (_DEFAULT, *names)]
        return Job("timing", f"{_MODULE}:{compare.__name__}", (self.bench, libraries, rounds))

    def _need_default(self) -> None:
        """Build the default, to which all candidates are compared."""
        if _DEFAULT in self._libraries:
            return
        ((_, problem),) = self._built({_DEFAULT: self.default})
        if problem:
            name = self.bench.purpose.operator.name
            message = f"{name}: the default setting cannot be used: {problem}"
            raise BuildError(message, CLASS_FAULT)

    def _built(self, settings: Mapping[str, Mapping[str, Any]]) -> Iterator[tuple[str, str]]:
        """Build settings; yield the name of each one, and the reason why it is unusable."""
        jobs = [
            Job(name, self.judging, (self.bench, dict(setting), str(self.folder / name)))
            for name, setting in settings.items()
        ]
        for job, built, blamed in results(self.workers, jobs):
            if not blamed and built.library is not None:
                self._libraries[job.name] = built.library
            yield job.name, blamed or built.problem


def host_back_end(bench: HostBench, workers: Workers, folder: Path) -> HostBackEnd:
    """Return the back end for an operator: of its class, or of autoschedulers without a class.

    Raises:
        MisuseError: The target is unknown or of another machine, or Halide is not installed.
    """
    halide()
    target, purpose = find_target(bench.purpose.target), bench.purpose
    if target not in targets_here():
        names = ", ".join(each.name for each in targets_here())
        message = f"{target.name} cannot be tuned here: candidates are timed on this machine"
        raise MisuseError(message, f"it runs {names}")
    matched_class = classify(purpose.operator)
    if matched_class is None:
        space = Space((Knob(AUTOSCHEDULER, tuple(range(len(AUTOSCHEDULERS + RETRAINED)))),))
        default, kind = {AUTOSCHEDULER: 0}, AUTOSCHEDULER
    else:
        operator_class, match = matched_class
        space = operator_class.host_space(match, purpose.sizes, target)
        default = operator_class.host_default(match, purpose.sizes, target)
        kind = operator_class.name
    kind = f"host-{kind}-{len(space.knobs)}"
    bench = bench._replace(purpose=replace(purpose, target=target.name))
    return HostBackEnd(bench, space, default, kind, workers, folder)


def host_facts() -> dict[str, Any]:
    """Return what identifies CPU and Halide."""
    return {"processor": _processor(), "halide": version("halide")}


def _processor() -> str:
    """Return the model name of this CPU."""
    try:
        lines = Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines()
    except OSError:
        return os.uname().machine
    return next((line.partition(":")[2].strip() for line in lines if "model name" in line), "")
