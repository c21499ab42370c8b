"""`tune`: the search for an operator's best setting, from the cache to the cache."""

from __future__ import annotations

import tempfile
from collections import Counter
from contextlib import ExitStack, closing
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

from custom_compiler.autokernel.describe.shapes import bind
from custom_compiler.autokernel.host.targets import TARGETS
from custom_compiler.autokernel.tune.back_end import CLASS_FAULT
from custom_compiler.autokernel.tune.data import write_data
from custom_compiler.autokernel.tune.identity import digest, result_facts
from custom_compiler.autokernel.tune.result import Refused, TuningResult
from custom_compiler.autokernel.tune.store import ResultStore
from custom_compiler.errors import BuildError, MisuseError
from custom_compiler.kernel.jobs.job import JobLimits
from custom_compiler.kernel.jobs.local import local_workers
from custom_compiler.search.drive import drive
from custom_compiler.search.journal import TrialJournal
from custom_compiler.search.lessons import lessons_of
from custom_compiler.search.samplers import sampler_for
from custom_compiler.search.space import including
from custom_compiler.search.study import SearchPlan, Study

if TYPE_CHECKING:
    from collections.abc import Mapping

    from custom_compiler.autokernel.describe.tree import Operator
    from custom_compiler.autokernel.tune.back_end import BackEnd
    from custom_compiler.kernel.jobs.scheduler import SchedulerAddress
    from custom_compiler.search.space import Space
    from custom_compiler.search.trial import Trial

_LIMITS = JobLimits(seconds=60.0, memory=2 << 30)
_CONFIRMED = 3  # of the best trials that are looked at closely
_REASONS = 3  # that are said


@dataclass(frozen=True)
class Effort:
    """Limits and strategy of a search.

    Attributes:
        trials: Maximum number of trials, including the default.
        seconds: End with the first trial after this time; None: no limit. Results then depend on
            the machine.
        seed: The same seed gives the same trials.
        sampler: One of `search.samplers.SAMPLERS`; "": chosen for the space.
        jobs: Candidates at a time on this machine; None: one per CPU.
        limits: Of time and memory, for each candidate.
        again: Ignore cached results.
        lessons: Learn from cached searches of other sizes and operators. Results then depend on
            the cache.
        scheduler: Its workers try candidates for AI cores; None: this machine does.
    """

    trials: int = 64
    seconds: float | None = None
    seed: int = 1
    sampler: str = ""
    jobs: int | None = None
    limits: JobLimits = _LIMITS
    again: bool = False
    lessons: bool = False
    scheduler: SchedulerAddress | None = None

    @property
    def patience(self) -> int:
        """Trials without an improvement after which a search ends."""
        return max(24, self.trials // 3)


class Watcher:
    """Observer of a running search; this base class ignores all events."""

    def begin(self, back_end: BackEnd, trials: int) -> None:
        """Report that a search of at most so many trials begins, or continues."""

    def tried(self, trial: Trial) -> None:
        """Report the cost of a trial."""

    def note(self, text: str) -> None:
        """Report something that the user did not ask about."""


def tune(  # noqa: PLR0913 - what tuning depends on
    operator: Operator,
    sizes: Mapping[str, int],
    target: str = "host",
    *,
    attributes: Mapping[str, float] | None = None,
    effort: Effort | None = None,
    watcher: Watcher | None = None,
) -> TuningResult:
    """Search the best setting for an operator at these sizes; never a worse one than the default.

    Args:
        operator: A tree of a description.
        sizes: Of all its symbols.
        target: `host`, an instruction set of this machine, or a SoC.
        attributes: Values of attributes without a default; they do not influence the result.
        effort: Limits and strategy of the search.
        watcher: Observes the search.

    Raises:
        MisuseError: Sizes do not fit, the target is unknown, no setting is legal, Halide or a
            dependency of the sampler is missing.
        BuildError: No candidate is usable, or candidates cannot be compared.
        DiskError: The disk is full.
    """
    effort, watcher, attribute_values = (
        effort or Effort(),
        watcher or Watcher(),
        dict(attributes or {}),
    )
    _check_sizes(operator, sizes)
    with tempfile.TemporaryDirectory(prefix="autokernel-tune-") as folder, ExitStack() as stack:
        is_host = target == "host" or target in TARGETS
        make = _host_back_end if is_host else _core_back_end
        back_end = make(operator, dict(sizes), target, attribute_values, folder, effort, stack)
        return TuningSearch(operator, sizes, back_end, effort, watcher).run()


def _host_back_end(  # noqa: PLR0913, PLR0917 - what candidates are made of
    operator: Operator,
    sizes: dict[str, int],
    target: str,
    attributes: dict[str, float],
    folder: str,
    effort: Effort,
    stack: ExitStack,
) -> BackEnd:
    from custom_compiler.autokernel.classes.host_candidates import Purpose
    from custom_compiler.autokernel.tune.host import host_back_end
    from custom_compiler.autokernel.tune.host_trial import HostBench

    if effort.scheduler:
        message = f"{effort.scheduler.address}: times of several machines do not compare"
        raise MisuseError(message, "tune host kernels here, or for AI cores on the cluster")
    data = write_data(operator, sizes, attributes, folder)
    bench = HostBench(Purpose(operator, sizes, target), attributes, data)
    workers = stack.enter_context(local_workers(effort.jobs, effort.limits))
    return host_back_end(bench, workers, Path(folder))


def _core_back_end(  # noqa: PLR0913, PLR0917 - what candidates are made of
    operator: Operator,
    sizes: dict[str, int],
    target: str,
    attributes: dict[str, float],
    folder: str,
    effort: Effort,
    stack: ExitStack,
) -> BackEnd:
    from custom_compiler.asc.runtime import acl
    from custom_compiler.autokernel.aicore.kernels import need_xdsl, platform
    from custom_compiler.autokernel.tune.core import core_back_end
    from custom_compiler.autokernel.tune.core_trial import CoreBench
    from custom_compiler.kernel.jobs.cluster import cluster_workers

    need_xdsl()
    try:
        platform(target)
    except MisuseError as error:
        hint = f"choose host, {', '.join(TARGETS)}, or a SoC such as Ascend910B3"
        raise MisuseError(f"unknown target {target}", hint) from error
    data = write_data(operator, sizes, attributes, folder)
    values = tuple(
        attributes.get(attribute.name, attribute.default) for attribute in operator.attributes
    )
    bench = CoreBench(operator, sizes, target, values, data)
    if effort.scheduler:
        toolkit = acl.toolkit_root()
        workers = cluster_workers(effort.scheduler, effort.limits, toolkit)
    else:
        workers = local_workers(effort.jobs, effort.limits)
    return core_back_end(bench, stack.enter_context(workers), effort.limits)


@dataclass(frozen=True)
class TuningSearch:
    """The search of a back end's space for an operator at some sizes."""

    operator: Operator
    sizes: Mapping[str, int]
    back_end: BackEnd
    effort: Effort
    watcher: Watcher

    def run(self) -> TuningResult:
        """Run the search; see `tune`."""
        self._check_space()
        subject = self._subject()
        key, store = digest(subject), ResultStore()
        waiting = "another process tunes the same: waiting for it"
        with store.owned(key, lambda: self.watcher.note(waiting)):
            stored = None if self.effort.again else store.load(key)
            if stored is not None:
                return stored
            if self.effort.again:
                store.forget(key)
            tuned = self._searched(store, key, subject)
            problem = store.save(key, digest(self._result_facts), tuned)
            if problem:
                self.watcher.note(f"the result is not cached: {problem}")
            else:
                store.forget(key)
            taught = lessons_of(self._space, tuned.trials)
            store.teach(self.back_end.kind, key, taught)
        return tuned

    @property
    def _sampler(self) -> str:
        return self.effort.sampler or sampler_for(self._space, self.effort.trials)

    @cached_property
    def _space(self) -> Space:
        """The back end's, and the default, which formulas give that know no knobs."""
        return including(self.back_end.space, self.back_end.default)

    def _check_space(self) -> None:
        if next(self.back_end.space.points(), None) is None:
            listed = ", ".join(f"{name}={size}" for name, size in self.sizes.items())
            where = f"{listed} on {self.back_end.target}"
            message = f"{self.operator.name}: no setting is legal for {where}"
            raise MisuseError(message, "tune it for other sizes or another target")

    def _searched(self, store: ResultStore, key: str, subject: Mapping[str, Any]) -> TuningResult:
        back_end, effort = self.back_end, self.effort
        learns = effort.lessons and self._sampler == "learned"
        plan = SearchPlan(
            self._sampler,
            effort.seed,
            effort.trials,
            effort.patience,
            (back_end.default,),
            store.lessons(back_end.kind, key) if learns else (),
        )
        with closing(TrialJournal(store.journal(key), subject)) as journal:
            study = Study(self._space, plan, journal)
            self.watcher.begin(back_end, min(effort.trials, self._space.size))
            drive(study, back_end.judge, effort.seconds, self.watcher.tried)
        if study.best is None:
            raise _nothing_usable(self.operator, study.trials)
        first = study.trials[0]
        if first.cost is None:
            message = f"{self.operator.name}: the default setting cannot be used: {_problem(first)}"
            raise BuildError(message, CLASS_FAULT)
        default = dict(back_end.default)
        unchanged = TuningResult(
            self.operator.name,
            dict(self.sizes),
            back_end.target,
            back_end.unit,
            {knob.name: list(map(int, knob.values)) for knob in self._space.knobs},
            default,
            first.cost,
            default,
            first.cost,
            self._sampler,
            effort.seed,
            study.trials,
        )
        return _with_winner(unchanged, back_end)

    @property
    def _result_facts(self) -> dict[str, Any]:
        target, facts = self.back_end.target, self.back_end.facts
        return result_facts(self.operator, self.sizes, target, facts)

    def _subject(self) -> dict[str, Any]:
        """Return everything that determines proposals and results of the search."""
        back_end, effort = self.back_end, self.effort
        return {
            **self._result_facts,
            "knobs": {knob.name: list(knob.values) for knob in self._space.knobs},
            "default": dict(back_end.default),
            "sampler": self._sampler,
            "seed": effort.seed,
            "trials": effort.trials,
            "seconds": effort.seconds,
            "limits": list(effort.limits),
            "lessons": effort.lessons,
        }


def _with_winner(tuned: TuningResult, back_end: BackEnd) -> TuningResult:
    """Return the result with the best of the fastest trials that passes the full checks."""
    faster = [t for t in tuned.trials if t.cost is not None and t.cost < tuned.default_cost]
    faster.sort(key=lambda trial: (trial.cost, trial.number))
    refused: list[Refused] = []
    for trial in faster[:_CONFIRMED]:
        setting = {name: int(value) for name, value in trial.setting.items()}
        cost, problem = back_end.confirm(setting)
        if not problem:
            chosen = replace(tuned, setting=setting, cost=cost, refused=tuple(refused))
            least, most = back_end.bucket(setting)
            return replace(chosen, least=dict(least), most=dict(most))
        refused.append(Refused(setting, problem))
    return replace(tuned, refused=tuple(refused))


def _nothing_usable(operator: Operator, trials: tuple[Trial, ...]) -> BuildError:
    reasons = Counter(_problem(trial).partition(":")[0] for trial in trials)
    reasons_text = ", ".join(f"{why} ({count})" for why, count in reasons.most_common(_REASONS))
    message = (
        f"{operator.name}: none of {len(trials)} settings that were tried can be used:"
        f" {reasons_text}"
    )
    shown = [f"{dict(trial.setting)}: {_problem(trial)}" for trial in trials[:_REASONS]]
    hint = "compare the description with its reference, or give more time or memory"
    return BuildError(message, hint, details="\n".join(shown))


def _problem(trial: Trial) -> str:
    return str(trial.note.get("problem", ""))


def _check_sizes(operator: Operator, sizes: Mapping[str, int]) -> None:
    """Raise MisuseError if sizes are missing, unknown, or do not fit."""
    from custom_compiler.autokernel.describe.sizes import evaluate, symbols_of

    axes = [axis for port in operator.inputs for axis in port.axes]
    names = list(dict.fromkeys(name for axis in axes for name in symbols_of(axis.size)))
    missing = [name for name in names if name not in sizes]
    unknown = [name for name in sizes if name not in names]
    if missing or unknown:
        what = f"has no size for {missing[0]!r}" if missing else f"has no size {unknown[0]!r}"
        known_sizes = ", ".join(map(repr, names)) or "none"
        raise MisuseError(f"{operator.name} {what}", f"its sizes are {known_sizes}")
    shapes = {
        each.name: [int(evaluate(axis.size, sizes)) for axis in each.axes]
        for each in operator.inputs
    }
    bind(operator, shapes)
    if any(0 in shape for shape in shapes.values()):
        raise MisuseError(f"{operator.name}: nothing to tune in tensors without elements", "")
