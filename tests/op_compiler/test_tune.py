"""`-m tune`: what wins, what never wins, and that nothing but the seed decides it."""

from __future__ import annotations

import json
import shutil
import subprocess
from pathlib import Path

import pytest

from custom_compiler.kernel.op_compiler.operator_call import Device, make_call
from custom_compiler.kernel.op_compiler.plan import make_plan
from custom_compiler.kernel.op_compiler.tuning.trial import (
    LaunchBench,
    LaunchResult,
    try_launch,
    try_untuned,
)
from custom_compiler.kernel.op_compiler.verify import call_of, install_package, link_opp
from custom_compiler.kernel.opc.observed import read_installed, rebuild_request
from tests.op_compiler.tuner import ADD, ADD_AGAIN, KERNEL, SLOW, SOC, Tuner
from tests.utils.dask_cluster import dask_cluster
from tests.utils.sources import read_source

pytestmark = pytest.mark.slow

PROCESS = "    __aicore__ inline void Process() {\n"
FIELD = "TILING_DATA_FIELD_DEF(uint32_t, tileLength);"
DECLARATIONS = """
// @tunable define ADD_TIMES in 2, 1
// @tunable block_dim in 8
// @tunable set blockLength = align(ceil_div(length, block_dim), 64 // x.itemsize)
"""
# Right in a simulator, which executes in order, and faster; wrong on hardware.
RACE = PROCESS + read_source(__file__, "kernels/tune_race.inc")


# Once more in static kernels only: what makes the dynamic kernel faster makes these slower.
SLOW_IF_STATIC = """
#if defined(ASCENDC_STATIC_BLOCK_NUM) && ADD_TIMES == 1
#undef ADD_TIMES
#define ADD_TIMES 3
#endif
"""


@pytest.fixture(scope="module")
def tuner(cann_home, tmp_path_factory):
    race = "#ifndef ADD_RACE\n#define ADD_RACE 0\n#endif\n"
    wrong = "// @tunable length in 64\n// @tunable define ADD_RACE in 0, 1\n"
    folder = tmp_path_factory.mktemp("tune")
    tuner = Tuner(cann_home, folder, folder / "cache")
    tuner.change(KERNEL, {PROCESS: RACE, ADD: ADD_AGAIN}, race + SLOW, DECLARATIONS + wrong)
    tuner.change(
        "op_host/add_custom_tiling.h", {FIELD: f"{FIELD}  // @tunable tileLength in 2048\n"}
    )
    tuner.build()
    return tuner


@pytest.fixture(scope="module")
def whole_run(tuner):
    """The report's row, and how many launches were made."""
    before = tuner.launches()
    return tuner.tuned(), tuner.launches() - before


@pytest.fixture(scope="module")
def row(whole_run):
    return whole_run[0]


@pytest.fixture(scope="module")
def trials(tuner, row):
    assert row["sampler"] == "exhaustive"
    return [json.loads(line) for line in tuner.journal().read_text().splitlines()][1:]


def test_the_fastest_right_setting_wins(row, trials) -> None:
    usable = [t for t in trials if t["cost"] is not None and not t["setting"]["ADD_RACE"]]
    fastest = min(usable, key=lambda trial: trial["cost"])
    assert row["tuned"] == {"cost": fastest["cost"], "setting": fastest["setting"]}
    assert row["tuned"]["cost"] < 0.95 * row["untuned"]["cost"]
    assert row["untuned"]["cost"] == trials[0]["cost"]


def test_the_header_of_the_tiling_structure_declares_too(row) -> None:
    assert "tileLength" in row["tuned"]["setting"]


def test_wrong_values_never_win(trials) -> None:
    wrong = [trial for trial in trials if trial["setting"]["length"] == 64]
    assert len(wrong) > 3
    assert all(trial["cost"] is None for trial in wrong)
    assert all("wrong values: output 0 differs" in t["note"]["problem"] for t in wrong)


def test_what_the_checker_refuses_never_wins(row, trials) -> None:
    races = [t for t in trials if t["setting"]["ADD_RACE"] and t["setting"]["tileLength"] == 2048]
    costs = [t["cost"] for t in races if t["cost"] is not None]
    assert costs
    assert min(costs) < row["tuned"]["cost"]
    assert row["refused"]
    assert all(refused["setting"]["ADD_RACE"] == 1 for refused in row["refused"])
    assert any(
        "RAW" in refused["why"] or "race" in refused["why"].lower() for refused in row["refused"]
    )


@pytest.fixture(scope="module")
def static_kernel(tuner, row):
    """The description of the kernel in the package."""
    assert row["tuned"]["setting"]["ADD_TIMES"] == 1
    folder = tuner.folder / "unpacked"
    command = ["sh", "tuned.run", "--quiet", "--install-path", str(folder)]
    subprocess.run(command, cwd=tuner.folder, check=True, capture_output=True)
    (path,) = folder.rglob("AddCustom/*.json")
    return path


def test_the_package_has_the_tuned_kernel(static_kernel, row) -> None:
    description = json.loads(static_kernel.read_text())
    assert description["blockDim"] == row["tuned"]["setting"]["block_dim"]
    assert description["compileOptions"] == ["-DADD_TIMES=1"]


def test_a_kernel_with_options_is_built_again_with_them(static_kernel, tuner, monkeypatch) -> None:
    package = tuner.environment["ASCEND_CUSTOM_OPP_PATH"]
    monkeypatch.setenv("ASCEND_CUSTOM_OPP_PATH", package)
    installed = read_installed(str(static_kernel.with_suffix(".o")), SOC)
    request = rebuild_request(str(tuner.home), installed, [])
    assert request.signature.raw["compileOptions"] == ["-DADD_TIMES=1"]


def cycles(tuner: Tuner, package: str, folder: Path, monkeypatch) -> float:
    """Return the estimated cycles of the call with the package installed."""
    for name, value in tuner.environment.items():
        monkeypatch.setenv(name, value)
    folder.mkdir()
    link_opp(str(tuner.home / "opp"), str(folder / "opp"))
    install_package(str(tuner.folder / package), str(folder / "opp"))
    (kernel,) = make_plan(str(tuner.folder / "calls"), follow=True).kernels
    variables = {"ASCENDC_OBSERVE": "profile", "ASCENDC_OBSERVE_OUTPUT": str(folder)}
    variables["ASCENDC_OBSERVE_OPTIONS"] = "launch_state=icache_warm"  # as the tuner models it
    variables |= {"ASCENDC_KERNEL_LOG": str(folder / "calls.log")}
    device = Device(str(tuner.home), SOC)
    assert make_call(device, str(folder / "opp"), call_of(kernel, 7), str(folder), variables) == ""
    assert json.loads((folder / "calls.log").read_text())["taken"] == "static"
    (path,) = folder.glob("*.profile.jsonl")
    (event,) = map(json.loads, path.read_text().splitlines())
    return round(event["duration_us"] * event["clock_mhz"], 1)


def test_the_packed_kernel_is_faster_than_the_untuned_one(
    tuner, row, static_kernel, tmp_path, monkeypatch
) -> None:
    assert static_kernel.exists()
    done = tuner.run("-m", "opc", "-o", "./untuned", TUNE_BANK_PATH=str(tmp_path))
    assert done.returncode == 0, done.stderr
    untuned, tuned = (
        cycles(tuner, f"{name}.run", tmp_path / name, monkeypatch) for name in ("untuned", "tuned")
    )
    assert row["static"] == [untuned, tuned]
    assert tuned < untuned


def test_what_is_slower_as_a_static_kernel_does_not_win(tuner, tmp_path) -> None:
    cache = tmp_path / "cache"  # what is compiled is shared, journals are not
    cache.mkdir()
    for entry in tuner.cache.iterdir():
        if entry.name != "tuning":
            (cache / entry.name).symlink_to(entry)
    other = Tuner(tuner.home, tmp_path, cache)
    declaration = "// @tunable define ADD_TIMES in 2, 1\n"
    other.change(KERNEL, {ADD: ADD_AGAIN}, SLOW + SLOW_IF_STATIC, declaration)
    other.build()
    row = other.tuned()
    assert row["static"] is None
    assert row["tuned"] == row["untuned"]
    assert row["untuned"]["setting"] == {"ADD_TIMES": 2}


def test_the_bank_has_the_best_that_the_installed_kernel_can_do(tuner, trials) -> None:
    def is_right(setting) -> bool:
        return not setting["ADD_RACE"] and setting["ADD_TIMES"] == 2 and setting["length"] != 64

    best = min((t for t in trials if is_right(t["setting"])), key=lambda trial: trial["cost"])
    (file,) = (tuner.folder / "bank" / SOC).glob("*_runtime_kb.json")
    (entry,) = [json.loads(line) for line in file.read_text().splitlines()]
    assert file.name == "Ascend910B3_20_AiCore_AddCustom_runtime_kb.json"
    assert entry["block_dim"] == best["setting"]["block_dim"]
    tile = int.from_bytes(bytes.fromhex(entry["tiling_data"])[16:20], "little")
    assert tile == best["setting"]["tileLength"]


def test_the_page_shows_it_and_fetches_nothing(tuner, row) -> None:
    page = (tuner.folder / "tuned_tune.html").read_text()
    assert "default-src 'none'" in page
    assert "http" not in page.replace("http-equiv", "")
    assert "<script" not in page
    for text in (
        "AddCustom",
        "Convergence",
        "tileLength",
        "block_dim",
        f"{row['tuned']['cost']:,.0f}",
    ):
        assert text in page


@pytest.mark.parametrize("sampler", ["uct", "random"])
def test_the_number_of_workers_changes_nothing(tuner, sampler) -> None:
    words = ("--tune-sampler", sampler, "--tune-trials", 12, "--tune-seed", 3)
    assert tuner.tuned(*words, "-j", 1) == tuner.tuned(*words, "-j", 2)


def test_a_launch_is_tried_elsewhere_with_what_was_sent(tuner, tmp_path, monkeypatch) -> None:
    package = tmp_path / "here/vendors/customize"
    shutil.copytree(tuner.folder / "opp/vendors/customize", package, symlinks=True)
    monkeypatch.setenv("ASCEND_CUSTOM_OPP_PATH", str(package))
    (kernel,) = make_plan(str(tuner.folder / "calls"), follow=True).kernels
    opp, folder, call = tuner.home / "opp", tmp_path / "here/outputs", call_of(kernel, 7)
    device = Device(str(tuner.home), SOC)
    here = LaunchBench(device, str(opp), str(folder), call, "cycles", 0.0, 100.0)
    untuned = try_untuned(here)
    tree = str(tmp_path / "there")
    packed, packed_untuned = here.packed(), untuned.packed()
    for path in (*packed[1], *packed_untuned[1]):
        copy = Path(f"{tree}{path}")
        copy.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(path, copy)
    there = packed[0].moved(str(tuner.home), tree)
    untuned_there = packed_untuned[0].moved(str(tuner.home), tree)
    (tmp_path / "here").rename(tmp_path / "gone")
    monkeypatch.delenv("ASCEND_CUSTOM_OPP_PATH")
    assert try_launch(there, untuned_there, untuned.launch) == LaunchResult(untuned.cost, "")
    once = untuned.launch._replace(options=("-DADD_TIMES=1",))
    tried = try_launch(there, untuned_there, once)
    assert tried.problem == ""
    assert tried.cost is not None
    assert tried.cost < untuned.cost


def test_trials_on_a_cluster_give_the_same_when_a_worker_is_lost(tuner, row, tmp_path) -> None:
    """The workers have the wheel, and no package but what comes with the trials."""
    # An environment without a word of the package or the toolkit.
    alone = {"ASCEND_CUSTOM_OPP_PATH": "", "ASCEND_HOME_PATH": "", "ASCEND_OPP_PATH": ""}
    with dask_cluster(tmp_path, workers=0) as cluster:
        workers = [cluster.add_worker(**alone) for _ in range(2)]
        report = tmp_path / "report.json"
        words = ("--scheduler", cluster.address, "-o", "./there", "--report", report)
        with tuner.interrupted(*words) as process:
            cluster.workers[0].kill()
        assert process.returncode == 0
        for name in workers:  # the trials ran there: their files were sent
            assert list((tmp_path / name / "cache/shipped").rglob("binary_info_config.json"))
    assert json.loads(report.read_text())["tune"] == [row]


def test_killed_midway_it_loses_at_most_a_trial_of_each_worker(tuner, whole_run, trials) -> None:
    before = tuner.launches()
    with tuner.interrupted("-o", "./again", "-j", 2) as process:
        process.kill()
    assert tuner.goes_on(trials)
    assert 0 <= tuner.launches() - before - whole_run[1] <= 2


@pytest.mark.parametrize(
    ("failures", "message"),
    [("0", "given up by Dask, since 1 worker was lost while running it"), ("3", "is lost")],
)
def test_it_goes_on_after_the_cluster_failed(
    tuner, trials, tmp_path, monkeypatch, failures, message
) -> None:
    monkeypatch.setenv("DASK_DISTRIBUTED__SCHEDULER__ALLOWED_FAILURES", failures)
    with dask_cluster(tmp_path, workers=1) as cluster:
        words = ("--scheduler", cluster.address, "-o", "./failed")
        with tuner.interrupted(*words) as process:
            (cluster.scheduler if message == "is lost" else cluster.workers[0]).kill()
            errors = process.stderr.read().splitlines()
    assert process.returncode == 1
    assert [line.split(": ", 2)[:2] for line in errors] == [
        ["op_compiler", "error"],
        ["op_compiler", "hint"],
    ]
    assert errors[0].endswith(message)
    assert not (tuner.folder / "failed.run").exists()
    assert tuner.goes_on(trials)


def test_workers_of_another_version_try_nothing(tuner, row, tmp_path) -> None:
    with dask_cluster(tmp_path, workers=0) as cluster:
        cluster.add_other_worker("import custom_compiler as c; c.__version__ = '0.0.7'")
        words = ("--scheduler", cluster.address, "--tune-seed", 5, "-o", "./failed")
        done = tuner.run(*words)
    assert done.returncode == 1
    error, hint = done.stderr.splitlines()
    assert "has custom_compiler 0.0.7, " in error
    assert hint == "op_compiler: hint: install the same custom_compiler and compiler there"
    assert tuner.tuned("--tune-seed", 5) == {**row, "seed": 5}


def test_time_of_this_machine_can_judge(tuner) -> None:
    row = tuner.tuned("--tune-judge", "time", "--tune-trials", 3)
    assert row["judge"] == "time"
    assert row["trials"] == 3
    assert 0 < row["tuned"]["cost"] <= row["untuned"]["cost"]


def test_trials_are_timed_on_this_machine_only(tuner, tmp_path) -> None:
    with dask_cluster(tmp_path, workers=1) as cluster:
        words = ("--scheduler", cluster.address, "--tune-judge", "time", "--tune-trials", 2)
        done = tuner.run(*words, "-o", "./timed", REPEAT_TUNE="true")
        assert done.returncode == 0, done.stdout + done.stderr
        assert not list(tmp_path.rglob("shipped/**/binary_info_config.json"))
    assert "trials are timed on this machine" in done.stdout


@pytest.mark.parametrize("name", ["ASCENDC_OBSERVE", "PROFILING_MODE"])
def test_nothing_is_tuned_while_profiling_is_on(tuner, name) -> None:
    done = tuner.run("-o", "./none", **{name: "true" if name == "PROFILING_MODE" else "profile"})
    assert done.returncode == 1
    assert f"-m tune: profiling is on ({name}=" in done.stderr
    assert f"unset {name}" in done.stderr


def test_a_device_has_one_owner(tuner) -> None:
    import fcntl

    with (tuner.cache / "tune-device-0.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        done = tuner.run("-o", "./none")
    assert done.returncode == 1
    assert "-m tune: device 0 is in use by another tuning run" in done.stderr


def test_what_declares_nothing_stays_as_it_is(tuner, installed_sample) -> None:
    done = tuner.run("-o", "./plain", ASCEND_CUSTOM_OPP_PATH=str(installed_sample.vendor))
    assert done.returncode == 0, done.stderr
    assert "stays unmodified: operator AddCustom declares nothing tunable" in done.stdout
    assert (tuner.folder / "plain.run").exists()
    assert not (tuner.folder / "plain_tune.html").exists()
