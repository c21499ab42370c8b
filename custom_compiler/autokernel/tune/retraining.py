"""Adams2019's cost model retrained on schedules of the operator itself, as AutoKernel's AutoSearch.

In batches: schedules by chance and by what was learned so far are built, checked and timed
each other, then Halide's own program goes on learning from all of them.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from custom_compiler.autokernel.host.autoschedulers import adams, with_weights
from custom_compiler.autokernel.host.cost_model import learn, stock_weights
from custom_compiler.autokernel.tune.back_end import results
from custom_compiler.autokernel.tune.host_trial import HostBench, Sample, compare, sample
from custom_compiler.autokernel.tune.identity import digest, result_facts
from custom_compiler.kernel.jobs.job import Job
from custom_compiler.support.files import write_atomic
from custom_compiler.support.store import Store

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from typing import Any

    from custom_compiler.autokernel.describe.tree import Operator
    from custom_compiler.kernel.jobs.job import Workers

_BATCHES, _BATCH = 2, 8
_ROUNDS = 5
_UNIT = 1e-3  # seconds that the first schedule is said to take: only relations count


class _Timed(NamedTuple):
    """A schedule and its time as a part of the first one's."""

    schedule: Sample
    time: float


def weights_path(
    operator: Operator, sizes: Mapping[str, int], target: str, facts: Mapping[str, Any]
) -> Path:
    """Return the path of the trained weights for an operator."""
    key = digest(result_facts(operator, sizes, target, facts))
    return Path(Store().path("weights", f"{key}.weights"))


def retrain(bench: HostBench, workers: Workers, folder: Path, weights: Path) -> str:
    """Train weights, and put them in place as a whole; or why that cannot be.

    Raises:
        BuildError: Halide's programs fail, or a worker for another reason than a schedule's.
        DiskError: the weights cannot be written.
    """
    timed: list[_Timed] = []
    learned = folder / "stock.weights"
    learned.write_bytes(stock_weights())
    for batch in range(_BATCHES):
        schedules = _schedules(bench, workers, folder, batch, learned)
        timed += _times(bench, workers, schedules, timed[:1])
        if not timed:
            return "no schedule by Adams2019 can be used, from which its cost model would learn"
        before, learned = learned, folder / f"batch_{batch}.weights"
        learn([(schedule.featurization, time * _UNIT) for schedule, time in timed], before, learned)
    write_atomic(str(weights), learned.read_bytes())
    return ""


def _schedules(
    bench: HostBench, workers: Workers, folder: Path, batch: int, weights: Path
) -> list[Sample]:
    """Return the usable schedules of a batch; the first one is the model's favourite."""
    jobs = []
    for number in range(_BATCH):
        scheduler = adams(8) if number == 0 else adams(1, seed=batch * _BATCH + number)
        name = f"sample_{batch}_{number}"
        arguments = (bench, with_weights(scheduler, weights), str(folder / name))
        jobs.append(Job(name, f"{sample.__module__}:{sample.__name__}", arguments))
    schedules = [
        (job.name, schedule) for job, schedule, blamed in results(workers, jobs) if not blamed
    ]
    return [
        schedule
        for _, schedule in sorted(schedules, key=lambda pair: pair[0])
        if schedule.library is not None
    ]


def _times(
    bench: HostBench, workers: Workers, schedules: Sequence[Sample], first: Sequence[_Timed]
) -> list[_Timed]:
    """Time the schedules in comparison to the very first one."""
    if not schedules:
        return []
    beside = first[0].schedule if first else schedules[0]
    libraries = [schedule.library for schedule in (beside, *schedules)]
    function = f"{compare.__module__}:{compare.__name__}"
    ((_, costs, blamed),) = results(workers, [Job("timing", function, (bench, libraries, _ROUNDS))])
    if blamed:
        return []
    return [_Timed(schedule, cost) for schedule, cost in zip(schedules, costs[1:], strict=True)]
