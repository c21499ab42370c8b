"""Operators tuned on this machine: candidates that are right, and such as fail in all ways."""

from __future__ import annotations

from pathlib import Path

import pytest

from custom_compiler import autokernel as ak
from custom_compiler.autokernel.classes.host_candidates import Purpose
from custom_compiler.autokernel.host.cost_model import stock_weights
from custom_compiler.autokernel.tune.cached_results import cached_setting
from custom_compiler.autokernel.tune.data import write_data
from custom_compiler.autokernel.tune.driver import Effort, TuningSearch, Watcher, tune
from custom_compiler.autokernel.tune.host import host_back_end, host_facts
from custom_compiler.autokernel.tune.host_trial import AUTOSCHEDULER, HostBench
from custom_compiler.autokernel.tune.result import TuningResult
from custom_compiler.autokernel.tune.retraining import weights_path
from custom_compiler.errors import BuildError, MisuseError
from custom_compiler.kernel.jobs.job import JobLimits
from custom_compiler.kernel.jobs.local import local_workers
from custom_compiler.search.space import Knob, Space

SOFTMAX = ak.operators.softmax.operator(dtype="float32")
SIZES = {"...": 8, "columns": 40}
FEW = Effort(trials=6, jobs=2)


@pytest.fixture(autouse=True)
def cache(tmp_path, monkeypatch):
    monkeypatch.setenv("CUSTOM_COMPILER_CACHE", str(tmp_path / "cache"))


class Seen(Watcher):
    def __init__(self) -> None:
        self.settings: list[dict[str, int]] = []

    def tried(self, trial) -> None:
        self.settings.append(dict(trial.setting))


def searched(folder: Path, judging: str, effort: Effort, limits: JobLimits) -> TuningResult:
    data = write_data(SOFTMAX, SIZES, {}, str(folder))
    with local_workers(2, limits) as workers:
        bench = HostBench(Purpose(SOFTMAX, SIZES), {}, data)
        back_end = host_back_end(bench, workers, folder)
        back_end.judging = f"tests.utils.candidates:{judging}"
        return TuningSearch(SOFTMAX, SIZES, back_end, effort, Watcher()).run()


def test_the_default_comes_first_and_the_result_is_known_then() -> None:
    seen = Seen()
    tuned = tune(SOFTMAX, SIZES, effort=FEW, watcher=seen)
    assert seen.settings[0] == tuned.default
    assert len(tuned.trials) == len(seen.settings) == 6
    assert tuned.trials[0].cost == tuned.default_cost == 1
    assert tuned.cost <= 0.99 or tuned.setting == tuned.default
    again = Seen()
    known = tune(SOFTMAX, SIZES, effort=FEW, watcher=again)
    assert cached_setting(SOFTMAX, SIZES, tuned.target) == tuned.setting
    assert known.is_cached
    assert known.fields() == tuned.fields()
    assert again.settings == []


@pytest.mark.slow
def test_candidates_that_crash_loop_or_take_all_memory_are_passed_over(tmp_path) -> None:
    limits = JobLimits(seconds=15, memory=1 << 30)
    tuned = searched(tmp_path, "judge_some", Effort(sampler="exhaustive"), limits)
    problems = {
        trial.setting["task"]: trial.note["problem"]
        for trial in tuned.trials
        if trial.setting["vectors"] == 1
    }
    assert "crashed: killed by SIGABRT" in problems[1]
    assert "timed out: not done after 15 seconds" in problems[4]
    assert "out of memory: more than 1024 MiB in use" in problems[16]
    assert "wrong values" in problems[64]
    others = [trial for trial in tuned.trials if trial.setting["vectors"] != 1]
    assert len(others) == 12
    assert all(trial.cost is not None for trial in others)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("judging", "seconds", "reason"),
    [
        ("judge_none", 60, "wrong values, random inputs"),
        ("crash", 60, "crashed"),
        ("loop", 3, "timed out"),
        ("take_all_memory", 60, "out of memory"),
    ],
)
def test_nothing_that_can_be_used_is_an_error_with_reasons(
    tmp_path, judging, seconds, reason
) -> None:
    with pytest.raises(BuildError) as raised:
        searched(tmp_path, judging, Effort(trials=2), JobLimits(seconds, 1 << 30))
    assert raised.value.message == (
        f"softmax: none of 2 settings that were tried can be used: {reason} (2)"
    )
    assert "'vectors': 4" in raised.value.details


def test_a_full_disk_is_no_fault_of_a_candidate(tmp_path) -> None:
    with pytest.raises(BuildError, match="No space left"):
        searched(tmp_path, "disk_full", FEW, JobLimits())


@pytest.mark.parametrize(
    ("sizes", "target", "message"),
    [
        ({"columns": 4}, "host", "softmax has no size for '...'"),
        ({"...": 4, "columns": 4, "rows": 1}, "host", "softmax has no size 'rows'"),
        ({"...": 0, "columns": 4}, "host", "nothing to tune in tensors without elements"),
        (SIZES, "x87", "unknown target x87"),
        (SIZES, "arm-64", "arm-64 cannot be tuned here"),
    ],
)
def test_what_cannot_be_tuned_is_said(sizes, target, message) -> None:
    with pytest.raises(MisuseError) as raised:
        tune(SOFTMAX, sizes, target)
    assert message in raised.value.message


@ak.op(x="rows columns")
def strange(x: ak.Tensor) -> ak.Tensor:
    """An operator that no class knows."""
    return ak.sum(ak.exp(ak.sum(x, "columns")), "rows")


def test_what_no_class_knows_is_left_to_autoschedulers(tmp_path) -> None:
    operator, sizes = strange.operator(dtype="float32"), {"rows": 3, "columns": 4}
    data = write_data(operator, sizes, {}, str(tmp_path))
    with local_workers(2, JobLimits()) as workers:
        bench = HostBench(Purpose(operator, sizes), {}, data)
        back_end = host_back_end(bench, workers, tmp_path)
        back_end.space = Space((Knob(AUTOSCHEDULER, (0, 1, 2, 3)),))  # others are retrained first
        tuned = TuningSearch(operator, sizes, back_end, FEW, Watcher()).run()
    assert tuned.default == {"autoscheduler": 0}
    assert {trial.setting["autoscheduler"] for trial in tuned.trials} == {0, 1, 2, 3}


def test_without_schedules_to_learn_from_others_are_tried(tmp_path, monkeypatch) -> None:
    def nothing(*_: object) -> str:
        return "no schedule can be used"

    monkeypatch.setattr("custom_compiler.autokernel.tune.host.retrain", nothing)
    operator, sizes = strange.operator(dtype="float32"), {"rows": 3, "columns": 4}
    data = write_data(operator, sizes, {}, str(tmp_path))
    with local_workers(2, JobLimits()) as workers:
        bench = HostBench(Purpose(operator, sizes), {}, data)
        back_end = host_back_end(bench, workers, tmp_path)
        back_end.space = Space((Knob(AUTOSCHEDULER, (0, 4)),))
        tuned = TuningSearch(operator, sizes, back_end, FEW, Watcher()).run()
    problems = {t.setting["autoscheduler"]: t.note.get("problem", "") for t in tuned.trials}
    assert problems == {0: "", 4: "no schedule can be used"}


@pytest.mark.slow
def test_autoschedulers_come_again_with_a_retrained_cost_model() -> None:
    operator, sizes = strange.operator(dtype="float32"), {"rows": 30, "columns": 40}
    tuned = tune(operator, sizes, effort=Effort(jobs=2))
    assert {trial.setting["autoscheduler"] for trial in tuned.trials} == set(range(8))
    assert [trial.note.get("problem", "") for trial in tuned.trials] == [""] * 8
    weights = weights_path(operator, sizes, tuned.target, host_facts())
    assert len(weights.read_bytes()) == len(stock_weights())


def test_times_are_ratios_whatever_the_arrays_hold() -> None:
    tuned = tune(SOFTMAX, {"...": 4, "columns": 7}, effort=Effort(trials=2))
    costs = [trial.cost or 0.0 for trial in tuned.trials]
    assert costs[0] == 1
    assert 0.1 < costs[1] < 10
