"""Operators tuned for simulated cores: exact costs, so results are equal in every byte."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest

from custom_compiler import autokernel as ak
from custom_compiler.autokernel.aicore import package
from custom_compiler.autokernel.tune import core, core_trial
from custom_compiler.autokernel.tune.cached_results import (
    cached_result,
    cached_setting,
    tuned_table,
)
from custom_compiler.autokernel.tune.data import write_data
from custom_compiler.autokernel.tune.driver import Effort, TuningSearch, Watcher, tune
from custom_compiler.autokernel.tune.store import ResultStore
from custom_compiler.errors import MisuseError
from custom_compiler.kernel.jobs.job import JobLimits
from custom_compiler.kernel.jobs.local import local_workers
from custom_compiler.kernel.jobs.scheduler import SchedulerAddress
from custom_compiler.support import store as cache
from tests.utils.dask_cluster import dask_cluster

PART = "Ascend910B3"
RELU = ak.operators.relu.operator(dtype="float32")
SIZES = {"...": 30000}


@pytest.fixture
def fresh(tmp_path, monkeypatch):
    """Call it for an empty folder of results; compiled kernels stay."""
    counts = iter(range(99))

    def empty() -> None:
        root = tmp_path / str(next(counts))
        monkeypatch.setattr("custom_compiler.autokernel.tune.store.cache_root", lambda: str(root))

    empty()
    return empty


@pytest.mark.slow
def test_the_number_of_workers_changes_nothing(fresh) -> None:
    texts = set()
    for jobs in (1, 2):
        fresh()
        tuned = tune(RELU, SIZES, PART, effort=Effort(trials=9, jobs=jobs))
        texts.add(json.dumps(tuned.fields(), sort_keys=True))
    assert len(texts) == 1
    assert tuned.cost < tuned.default_cost == tuned.trials[0].cost
    assert tuned.unit == "cycles"


@pytest.mark.usefixtures("fresh")
def test_a_winner_that_the_checker_finds_fault_with_is_not_taken(tmp_path) -> None:
    data = write_data(RELU, SIZES, {}, str(tmp_path))
    bench = core_trial.CoreBench(RELU, SIZES, PART, (), data)
    with local_workers(2, JobLimits()) as workers:
        back_end = core.core_back_end(bench, workers, JobLimits())
        back_end.checking = "tests.utils.candidates:find_fault"
        tuned = TuningSearch(RELU, SIZES, back_end, Effort(trials=9), Watcher()).run()
    assert tuned.setting == tuned.default
    assert {each.why for each in tuned.refused} == {"race: two pipes write y"}


@pytest.mark.slow
def test_a_cluster_gives_the_same(fresh, tmp_path) -> None:
    here = tune(RELU, SIZES, PART, effort=Effort(trials=10))
    fresh()
    with dask_cluster(tmp_path, workers=1) as cluster:
        effort = Effort(trials=10, scheduler=SchedulerAddress(cluster.address))
        there = tune(RELU, SIZES, PART, effort=effort)
        assert there.fields() == here.fields()
        with pytest.raises(MisuseError, match="times of several machines do not compare"):
            tune(RELU, SIZES, "host", effort=effort)


@pytest.mark.usefixtures("fresh")
def test_unknown_parts_and_what_cores_cannot_compute() -> None:
    with pytest.raises(MisuseError, match="unknown target Ascend999") as raised:
        tune(RELU, SIZES, "Ascend999")
    assert "Ascend910B3" in raised.value.hint

    @ak.op(x="...", dtypes=("float64",))
    def twice(x: ak.Tensor) -> ak.Tensor:
        return x + x

    with pytest.raises(MisuseError, match="AI cores"):
        tune(twice.operator(), {"...": 4}, PART)


@pytest.mark.slow
@pytest.mark.usefixtures("fresh")
def test_what_padding_times_infinity_is_decides_nothing() -> None:
    """The reference multiplies both; kernels, as those of frameworks, leave padding out."""
    operator = ak.operators.depthwise_convolution.operator(dtype="float32", pads=(1, 1, 1, 1))
    sizes = {"n": 1, "c": 3, "h": 6, "w": 5, "kh": 3, "kw": 3}
    assert tune(operator, sizes, PART, effort=Effort(trials=1)).default_cost > 0


@pytest.mark.usefixtures("fresh")
def test_what_is_kept_is_found_again() -> None:
    assert cached_result(RELU, SIZES, PART) is None
    first = tune(RELU, SIZES, PART, effort=Effort(trials=2))
    assert cached_result(RELU, SIZES, PART) == replace(first, is_cached=True)
    second = tune(RELU, SIZES, PART, effort=Effort(trials=3))
    assert cached_result(RELU, SIZES, PART) == replace(second, is_cached=True)
    assert cached_result(RELU, {"...": 30001}, PART) is None
    assert cached_setting(RELU, SIZES, "host") is None


@pytest.mark.usefixtures("fresh")
def test_settings_that_another_type_has_no_room_for_stay_out_of_packages() -> None:
    """bfloat16 is computed in float32, so that its tiles take more of the unified buffer."""
    half, brain = (ak.operators.relu.operator(dtype=dtype) for dtype in ("float16", "bfloat16"))
    sizes = {"...": 1 << 20}
    tuned = tune(half, sizes, PART, effort=Effort(trials=2))
    large = replace(tuned, setting={"tile": 40960, "buffers": 1, "cores": 40}, cost=1.0)
    store = ResultStore()
    (key,) = (key for key, _ in store.all_latest())
    store.save("other", key, large)
    assert [each.setting for each in tuned_table((half,), {PART})] == [large.setting]
    assert tuned_table((half, brain), {PART}) == ()


@pytest.mark.usefixtures("fresh")
def test_the_cache_knows_all_files_of_results(tmp_path) -> None:
    tune(RELU, SIZES, PART, effort=Effort(trials=2))
    ResultStore().lessons("kind", "a" * 40)
    (root,) = tmp_path.iterdir()
    caches = cache.Store(str(root))
    entries = {entry for kind in ("tuned", "weights", "journals") for entry in caches.entries(kind)}
    files = {str(path) for path in root.rglob("*") if path.is_file()}
    unknown = {path for path in files - entries if "/lock/" not in path}
    assert entries
    assert unknown <= {f"{entry}.lock" for entry in entries}


@pytest.mark.usefixtures("fresh")
def test_packages_get_what_was_tuned_for_their_parts(tmp_path) -> None:
    tuned = tune(RELU, SIZES, PART, effort=Effort(trials=9))
    variants = [ak.operators.relu.operator(dtype=dtype) for dtype in ("float16", "float32")]
    table = tuned_table(variants, {PART})
    assert [(each.itemsize, each.least, each.most, each.setting) for each in table] == [
        (4, SIZES, SIZES, tuned.setting)
    ]
    assert tuned_table(variants, {"Ascend310P3"}) == ()
    sources = package.write(variants, tmp_path, table=table)
    (host,) = sources.op_host.glob("*.cpp")
    assert "30000" in host.read_text()
