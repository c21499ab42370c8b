"""The search for one call's fastest launch."""

from __future__ import annotations

import hashlib
import json
import os
from contextlib import closing
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from custom_compiler.errors import BuildError, CustomCompilerError
from custom_compiler.kernel.jobs.job import Job
from custom_compiler.kernel.op_compiler.tuning import trial as trials_
from custom_compiler.search.drive import TrialResult, drive
from custom_compiler.search.importance import importance
from custom_compiler.search.journal import TrialJournal
from custom_compiler.search.samplers import sampler_for
from custom_compiler.search.study import SearchPlan, Study
from custom_compiler.support.printable import printable

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

    from custom_compiler.kernel.jobs.job import JobOutcome, Workers
    from custom_compiler.kernel.op_compiler.tuning.declaration import TuningDeclaration
    from custom_compiler.kernel.op_compiler.tuning.knobs import TunableLaunch, Tunables
    from custom_compiler.kernel.op_compiler.tuning.options import TuneOptions
    from custom_compiler.kernel.op_compiler.tuning.trial import LaunchBench, LaunchResult, Untuned
    from custom_compiler.search.space import Value
    from custom_compiler.search.trial import Trial

_TRIAL = "custom_compiler.kernel.op_compiler.tuning.trial:"


class TrialWorkers(NamedTuple):
    """Workers of a search."""

    here: Workers  # calls with the untouched setting, and the checker, whose words name files
    trials: Workers  # on this machine or others


class NoWorkersError(BuildError):
    """Nobody is left, or fit, to run trials."""


@dataclass(frozen=True)
class Found:
    """Result of tuning a call.

    Attributes:
        untuned: The original call.
        tunables: The tunable parts.
        trials: All trials.
        best: The fastest launch with correct outputs; the untuned one if none is faster.
        best_setting: Its setting.
        best_cost: Its cost.
        same_kernel: The fastest with the unmodified installed kernel; for the knowledge bank.
        refused: Faster settings that the sanitizer rejects, with its message.
        importance: Of each knob.
        sampler: The sampler that proposed the settings.
        static: Cost of static kernels, untuned and with the best launch, if that differs.
    """

    untuned: Untuned
    tunables: Tunables
    trials: tuple[Trial, ...]
    best: TunableLaunch
    best_setting: Mapping[str, Value]
    best_cost: float
    same_kernel: TunableLaunch
    refused: tuple[tuple[Mapping[str, Value], str], ...]
    importance: Mapping[str, float]
    sampler: str
    static: tuple[float, float] | None = None

    def without_launch(self) -> Found:
        """Return the result without its best launch; the knowledge bank keeps its own one."""
        best, setting = self.untuned.launch, self.tunables.untuned
        return replace(self, best=best, best_setting=setting, best_cost=self.untuned.cost)


def search(  # noqa: PLR0913, PLR0917 - what a search needs
    bench: LaunchBench,
    untuned: Untuned,
    tunables: Tunables,
    declaration: TuningDeclaration,
    options: TuneOptions,
    crew: TrialWorkers,
    journals: str,
    on_trial: Callable[[Trial], None],
) -> Found:
    """Search for the fastest launch; what earlier runs tried is in the folder `journals`.

    Raises:
        MisuseError: The sampler is not installed, or the same search is at work elsewhere.
        BuildError: A trial, or the check of the untuned launch, cannot be run.
        NoWorkersError: No trial can; what was tried is in the journal.
    """
    sampler = options.sampler or sampler_for(tunables.space, options.trials)
    plan = SearchPlan(sampler, options.seed, options.trials, options.patience, (tunables.untuned,))
    subject = _subject(bench, untuned, tunables, declaration, options, sampler)
    name = hashlib.sha256(json.dumps(subject, sort_keys=True).encode()).hexdigest()[:32]
    path = Path(journals, f"{name}.jsonl")
    if os.environ.get("REPEAT_TUNE", "").lower() == "true":
        path.unlink(missing_ok=True)

    def judge(trials: Sequence[Trial]) -> Iterator[TrialResult]:
        return _judged(bench, untuned, tunables, trials, crew.trials)

    with closing(TrialJournal(path, subject)) as journal:
        study = Study(tunables.space, plan, journal)
        drive(study, judge, options.seconds, on_trial)
    return _conclude(bench, untuned, tunables, study, crew.here)


def run_one(workers: Workers, name: str, function: str, *arguments: Any) -> Any:
    """Return the value of one job of `trial`; raise BuildError if it fails."""
    (outcome,) = workers.run([Job(name, _TRIAL + function, arguments)])
    if outcome.error:
        error = outcome.error
        raise BuildError(error.message, error.hint, details=error.details)
    return outcome.value


def _judged(
    bench: LaunchBench,
    untuned: Untuned,
    tunables: Tunables,
    trials: Sequence[Trial],
    workers: Workers,
) -> Iterator[TrialResult]:
    by_name = {f"trial {trial.number}": trial for trial in trials}
    jobs = (
        Job(
            name,
            _TRIAL + trials_.try_launch.__name__,
            (bench, untuned, tunables.launch(trial.setting)),
        )
        for name, trial in by_name.items()
    )
    for outcome in _outcomes(workers, jobs):
        trial = by_name[outcome.job.name]
        if outcome.error and outcome.error.kind in {"failed", "misuse", "lost"}:
            # Not by the launch: a disk is full, a file is gone. The journal is not to keep that.
            error = outcome.error
            failure = NoWorkersError if error.kind == "lost" else BuildError
            raise failure(error.message, error.hint, details=error.details)
        if outcome.error:
            yield TrialResult(trial, None, {"problem": outcome.error.message})
        else:
            tried: LaunchResult = outcome.value
            note = {"problem": printable(tried.problem)} if tried.problem else {}
            yield TrialResult(trial, tried.cost, note)


def _outcomes(workers: Workers, jobs: Iterable[Job]) -> Iterator[JobOutcome]:
    try:
        yield from workers.run(jobs)
    except CustomCompilerError as error:
        raise NoWorkersError(error.message, error.hint, details=error.details) from error


def _conclude(
    bench: LaunchBench, untuned: Untuned, tunables: Tunables, study: Study, workers: Workers
) -> Found:
    """Have the checker look at the fastest ones, until it finds nothing new in one."""
    known_problems: tuple[str, ...] | None = None
    refused = []
    best, best_setting, best_cost = untuned.launch, tunables.untuned, untuned.cost
    same_kernel = untuned.launch
    faster = [t for t in study.trials if t.cost is not None and t.cost < untuned.cost]
    found_best = False
    for candidate in sorted(faster, key=lambda trial: (trial.cost, trial.number)):
        launch = tunables.launch(candidate.setting)
        if found_best and launch.options:
            continue
        if known_problems is None:
            known_problems = run_one(
                workers, "check untuned", "check_launch", bench, untuned, untuned.launch
            )
        problem = _new_problem(bench, untuned, launch, known_problems, workers)
        if problem:
            refused.append((candidate.setting, problem))
            continue
        if not found_best:
            found_best = True
            best, best_setting = launch, candidate.setting
            best_cost = float(candidate.cost or 0)
        if not launch.options:
            same_kernel = launch
            break
    return Found(
        untuned,
        tunables,
        study.trials,
        best,
        best_setting,
        best_cost,
        same_kernel,
        tuple(refused),
        importance(tunables.space, study.trials),
        study.plan.sampler,
    )


def _new_problem(
    bench: LaunchBench,
    untuned: Untuned,
    launch: TunableLaunch,
    known_problems: tuple[str, ...],
    workers: Workers,
) -> str:
    """Return the sanitizer's first report on a launch that the untuned one does not cause."""
    try:
        problems = run_one(workers, "check", "check_launch", bench, untuned, launch)
    except BuildError as error:
        return error.message
    new = [text for text in problems if text not in known_problems]
    return new[0] if new else ""


def _subject(  # noqa: PLR0913, PLR0917 - what the costs of a search depend on
    bench: LaunchBench,
    untuned: Untuned,
    tunables: Tunables,
    declaration: TuningDeclaration,
    options: TuneOptions,
    sampler: str,
) -> dict[str, Any]:
    """Return all that determines proposals and results of a search; the key of its journal."""
    model = os.stat(os.path.join(bench.device.toolkit, "lib64", "libascendc_observe.so"))
    rules = [[rule.structure, "", rule.value.text] for rule in declaration.conditions]
    rules += [[rule.structure, rule.name, rule.value.text] for rule in declaration.derived]
    return {
        "key": untuned.record["key"],
        "kernel": untuned.record["kernel"],
        "tiling": untuned.record["tiling"],
        "soc": bench.device.soc,
        "call": bench.call,
        "launch": [untuned.launch.block_dim, untuned.launch.tiling_key, untuned.launch.data.hex()],
        "knobs": {knob.name: list(knob.values) for knob in tunables.space.knobs},
        "rules": rules,
        "tolerance": tunables.tolerance,
        "sampler": sampler,
        "seed": options.seed,
        "judge": options.judge,
        "model": [model.st_size, model.st_mtime_ns],
    }
