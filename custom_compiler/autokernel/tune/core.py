"""The back end of AI cores: candidates are launches, which cost cycles of the model."""

from __future__ import annotations

import tempfile
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from custom_compiler.autokernel.aicore.kernels import platform
from custom_compiler.autokernel.classes import classify_for_cores
from custom_compiler.autokernel.tune.back_end import results, verdict
from custom_compiler.autokernel.tune.bucket import bucket
from custom_compiler.autokernel.tune.core_trial import CoreBench, check, judge
from custom_compiler.autokernel.tune.data import write_data
from custom_compiler.errors import MisuseError
from custom_compiler.kernel.jobs.job import Job
from custom_compiler.kernel.jobs.local import local_workers

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from custom_compiler.autokernel.describe.tree import Operator
    from custom_compiler.kernel.jobs.job import JobLimits, Workers
    from custom_compiler.search.drive import TrialResult
    from custom_compiler.search.space import Space
    from custom_compiler.search.trial import Trial

_MODULE = "custom_compiler.autokernel.tune.core_trial"


@dataclass
class CoreBackEnd:
    """See `BackEnd`.

    Attributes:
        judging: The function that judges a candidate, as jobs name functions.
        checking: The one that says what the checker finds.
        limits: For the checker's launch, which is made on this machine.
    """

    bench: CoreBench
    space: Space
    default: Mapping[str, int]
    kind: str
    workers: Workers
    limits: JobLimits
    judging: str = f"{_MODULE}:{judge.__name__}"
    checking: str = f"{_MODULE}:{check.__name__}"
    unit: str = "cycles"

    @property
    def target(self) -> str:
        """The part."""
        return self.bench.part

    @property
    def facts(self) -> Mapping[str, Any]:
        """See `core_facts`."""
        return core_facts()

    def judge(self, trials: Sequence[Trial]) -> Iterator[TrialResult]:
        """Launch all, in parallel."""
        named = {f"trial {trial.number}": trial for trial in trials}
        jobs = [
            Job(name, self.judging, (self.bench, dict(trial.setting)))
            for name, trial in named.items()
        ]
        for job, tried, blamed in results(self.workers, jobs):
            trial = named[job.name]
            yield verdict(trial, None, blamed) if blamed else verdict(trial, *tried)

    def confirm(self, setting: Mapping[str, int]) -> tuple[float, str]:
        """Estimate its cycles again, and run the sanitizer on it."""
        arguments = (self.bench, dict(setting))
        ((_, tried, problem),) = results(self.workers, [Job("winner", self.judging, arguments)])
        if problem or tried.cycles is None:
            return 0.0, problem or tried.problem
        job = Job("check", self.checking, arguments)
        with local_workers(1, self.limits) as checkers:
            ((_, findings, problem),) = results(checkers, [job])
        return tried.cycles, problem or (findings[0] if findings else "")

    def bucket(self, setting: Mapping[str, int]) -> tuple[Mapping[str, int], Mapping[str, int]]:
        """Return the sizes where it is legal, correct, and not slower than the default."""

        def is_good(sizes: Mapping[str, int]) -> bool:
            with tempfile.TemporaryDirectory(prefix="autokernel-bucket-") as folder:
                return self._is_good(setting, sizes, folder)

        return bucket(self.bench.operator, self.bench.sizes, is_good)

    def _is_good(self, setting: Mapping[str, int], sizes: Mapping[str, int], folder: str) -> bool:
        operator = self.bench.operator
        names = [attribute.name for attribute in operator.attributes]
        attributes = dict(zip(names, self.bench.attributes, strict=True))
        try:
            space, default, _ = _of_class(operator, sizes, self.bench.part)
            if not space.allowed(setting):
                return False
            data = write_data(operator, sizes, attributes, folder)
        except MisuseError:
            return False  # such as windows larger than what they see
        bench = self.bench._replace(sizes=dict(sizes), data=data)
        tried = {"default": default, "winner": setting}
        jobs = [Job(name, self.judging, (bench, dict(each))) for name, each in tried.items()]
        costs = {
            job.name: None if blamed else timed.cycles
            for job, timed, blamed in results(self.workers, jobs)
        }
        winner, usual = costs["winner"], costs["default"]
        return winner is not None and usual is not None and winner <= usual


def core_facts() -> dict[str, Any]:
    """Return what identifies the kernel headers, the compiler and the cycle model."""
    from custom_compiler.asc.runtime.acl import toolkit_root
    from custom_compiler.asc.runtime.environment import identity

    model = (Path(toolkit_root()) / "lib64" / "libascendc_observe.so").stat()
    return {"kernels": identity(), "model": [model.st_size, model.st_mtime_ns]}


def core_back_end(bench: CoreBench, workers: Workers, limits: JobLimits) -> CoreBackEnd:
    """Return the back end for an operator.

    Raises:
        MisuseError: AI cores cannot compute a part of the operator.
    """
    space, default, kind = _of_class(bench.operator, bench.sizes, bench.part)
    return CoreBackEnd(bench, space, default, kind, workers, limits)


def _of_class(
    operator: Operator, sizes: Mapping[str, int], part: str
) -> tuple[Space, dict[str, int], str]:
    """Return the space of an operator's settings, its default, and a name of such spaces."""
    operator_class, match = classify_for_cores(operator)
    described = platform(part)
    space = operator_class.core_space(match, sizes, described)
    default = operator_class.core_default(match, sizes, described)
    return space, default, f"core-{operator_class.name}-{len(space.knobs)}"
