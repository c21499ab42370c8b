"""The search for the values of annotated lines that make an operator's call fastest."""

from __future__ import annotations

import hashlib
import json
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from custom_compiler.autokernel.marks import trial as trials_
from custom_compiler.errors import BuildError, CustomCompilerError, MisuseError
from custom_compiler.kernel.jobs.job import Job
from custom_compiler.search.drive import TrialResult, drive
from custom_compiler.search.importance import importance
from custom_compiler.search.journal import TrialJournal
from custom_compiler.search.page import Searched
from custom_compiler.search.study import SearchPlan, Study
from custom_compiler.support.printable import printable
from custom_compiler.support.store import Store

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    from custom_compiler.autokernel.marks.sources import MarkedSources
    from custom_compiler.autokernel.marks.trial import SettingResult, SourceBench
    from custom_compiler.kernel.jobs.job import JobOutcome, Workers
    from custom_compiler.kernel.op_compiler.tuning.search import TrialWorkers
    from custom_compiler.search.space import Value
    from custom_compiler.search.trial import Trial

_MODULE = trials_.__name__


@dataclass(frozen=True)
class SearchEffort:
    """Limits and strategy of a search.

    Attributes:
        sampler: One of `search.samplers.SAMPLERS`.
        seed: The same seed gives the same result.
        trials: Maximum number of trials.
        seconds: Maximum duration; None: no limit.
        on_trial: Called with each trial, and the cost of the unmodified operator.
    """

    sampler: str
    seed: int
    trials: int
    seconds: float | None
    on_trial: Callable[[Trial, float], None]

    @property
    def patience(self) -> int:
        """Trials without an improvement after which it ends."""
        return max(40, self.trials // 4)


def tune(
    bench: SourceBench, sources: MarkedSources, how: SearchEffort, crew: TrialWorkers
) -> Searched:
    """Search, and have the checker look at the fastest; what was tried is in the cache.

    Raises:
        MisuseError: The sampler is not installed, or the same search is at work elsewhere.
        CustomCompilerError: The untouched operator does not build, or cannot be judged.
    """
    untouched = _run(crew.here, "untouched", trials_.try_untouched.__name__, bench)
    start = sources.untouched
    plan = SearchPlan(how.sampler, how.seed, how.trials, how.patience, (start,))
    subject = _subject(bench, sources, how)
    name = hashlib.sha256(json.dumps(subject, sort_keys=True).encode()).hexdigest()[:32]

    def judge(trials: Sequence[Trial]) -> Iterator[TrialResult]:
        untouched_trials = [trial for trial in trials if trial.setting == start]
        yield from (TrialResult(trial, untouched, {}) for trial in untouched_trials)
        yield from _judged(
            bench, [trial for trial in trials if trial not in untouched_trials], crew.trials
        )

    with closing(TrialJournal(Path(Store().path("journals", f"{name}.jsonl")), subject)) as journal:
        study = Study(sources.space, plan, journal)
        drive(study, judge, how.seconds, lambda trial: how.on_trial(trial, untouched))
    best, refused = _checked(bench, study.trials, untouched, crew.here)
    return Searched(
        title=bench.call.operator,
        subtitle=_shapes(bench),
        unit="cycles of the model",
        sampler=how.sampler,
        seed=how.seed,
        space=sources.space,
        trials=study.trials,
        untuned=(start, untouched),
        best=(start, untouched) if best is None else (best.setting, float(best.cost or 0)),
        refused=refused,
        importance=importance(sources.space, study.trials),
    )


def _judged(bench: SourceBench, trials: Sequence[Trial], workers: Workers) -> Iterator[TrialResult]:
    by_name = {f"trial {trial.number}": trial for trial in trials}
    function = f"{_MODULE}:{trials_.try_setting.__name__}"
    jobs = (Job(name, function, (bench, t.setting)) for name, t in by_name.items())
    for outcome in workers.run(jobs):
        trial = by_name[outcome.job.name]
        if outcome.error and outcome.error.kind in {"failed", "misuse", "lost"}:
            raise _failure(outcome)  # not by the setting: a disk is full, a file is gone
        if outcome.error:
            yield TrialResult(trial, None, {"problem": outcome.error.message})
        else:
            tried: SettingResult = outcome.value
            note = {"problem": printable(tried.problem)} if tried.problem else {}
            yield TrialResult(trial, tried.cycles, note)


def _checked(
    bench: SourceBench, trials: Sequence[Trial], untouched: float, workers: Workers
) -> tuple[Trial | None, tuple[tuple[Mapping[str, Value], str], ...]]:
    """Return the fastest trial without new sanitizer reports, and the faster ones with reports."""
    faster = [trial for trial in trials if trial.cost is not None and trial.cost < untouched]
    refused: list[tuple[Mapping[str, Value], str]] = []
    problems_before: tuple[str, ...] | None = None
    for trial in sorted(faster, key=lambda trial: (trial.cost, trial.number)):
        check = trials_.check_setting.__name__
        if problems_before is None:
            problems_before = _run(workers, "check untouched", check, bench, {})
        problems = _run(workers, f"check trial {trial.number}", check, bench, trial.setting)
        new = [text for text in problems if text not in problems_before]
        if not new:
            return trial, tuple(refused)
        refused.append((trial.setting, new[0]))
    return None, tuple(refused)


def _run(workers: Workers, name: str, function: str, *arguments: Any) -> Any:
    (outcome,) = workers.run([Job(name, f"{_MODULE}:{function}", arguments)])
    if outcome.error:
        raise _failure(outcome)
    return outcome.value


def _failure(outcome: JobOutcome) -> CustomCompilerError:
    error = outcome.error
    if error is None:
        raise AssertionError
    if error.kind == "misuse":  # of the unmodified call
        return MisuseError(error.message, error.hint)
    return BuildError(f"{outcome.job.name}: {error.message}", error.hint, details=error.details)


def _shapes(bench: SourceBench) -> str:
    return ", ".join(
        f"{name} {array.dtype.name} {' x '.join(map(str, array.shape)) or 'scalar'}".strip()
        for name, array in bench.call.inputs
    )


def _subject(bench: SourceBench, sources: MarkedSources, how: SearchEffort) -> dict[str, Any]:
    """Return all that determines proposals and results of a search; the key of its journal."""
    model = (bench.toolkit.root / "lib64/libascendc_observe.so").stat()
    digest = hashlib.sha256()
    for folder in (bench.host, bench.kernel, *map(str, bench.includes)):
        for path in sorted(Path(folder).rglob("*")):
            if path.is_file():
                digest.update(str(path.relative_to(folder)).encode() + b"\0" + path.read_bytes())
    for name, array in bench.call.inputs:
        digest.update(f"{name} {array.dtype} {array.shape}".encode() + array.tobytes())
    return {
        "sources and inputs": digest.hexdigest(),
        "operator": bench.call.operator,
        "attributes": bench.call.attributes,
        "outputs": [*map(list, bench.call.output_shapes), *bench.call.output_dtypes],
        "soc": bench.soc,
        "tolerance": bench.tolerance,
        "knobs": {knob.name: list(knob.values) for knob in sources.space.knobs},
        "sampler": how.sampler,
        "seed": how.seed,
        "toolkit": bench.toolkit.version,
        "model": [model.st_size, model.st_mtime_ns],
    }
