"""`-m tune`: what wins, what never wins, and that nothing but the seed decides it."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from dask_cluster import dask_cluster

from custom_compiler.kernel.op_compiler.operator_call import Device
from custom_compiler.kernel.op_compiler.plan import make_plan
from custom_compiler.kernel.op_compiler.tuning.trial import Bench, Tried, try_launch, try_untuned
from custom_compiler.kernel.op_compiler.verify import call_of
from custom_compiler.kernel.opc.observed import read_installed, rebuild_request

from .conftest import command_line
from .information_files import add_custom

ROOT = Path(__file__).parents[2]
SOC = "Ascend910B3"
BUFFERS = "constexpr int32_t BUFFER_NUM = 2;\n"
PROCESS = "    __aicore__ inline void Process() {\n"
ADD = "AscendC::Add(zLocal"
FIELD = "TILING_DATA_FIELD_DEF(uint32_t, tileLength);"
DECLARATIONS = """
// @tunable define ADD_TIMES in 2, 1
// @tunable block_dim in 8
// @tunable set blockLength = align(ceil_div(length, block_dim), 64 // x.itemsize)
"""
# Right in a simulator, which executes in order, and faster; wrong on hardware.
RACE = (
    PROCESS
    + """\
#if ADD_RACE
        AscendC::TBuf<AscendC::TPosition::VECCALC> buffer;
        pipe.InitBuffer(buffer, 3 * 2048 * sizeof(T));
        for (uint64_t offset = 0; offset < blockLength && tileLength == 2048; offset += 2048) {
            AscendC::LocalTensor<T> x = buffer.GetWithOffset<T>(2048, 0);
            AscendC::LocalTensor<T> y = buffer.GetWithOffset<T>(2048, 2048 * sizeof(T));
            AscendC::LocalTensor<T> z = buffer.GetWithOffset<T>(2048, 4096 * sizeof(T));
            AscendC::DataCopy(x, xGm[offset], 2048);
            AscendC::DataCopy(y, yGm[offset], 2048);
            AscendC::Add(z, x, y, 2048);
            AscendC::DataCopy(zGm[offset], z, 2048);
        }
        if (tileLength == 2048) {
            return;
        }
#endif
"""
)


class Tuner:
    """Tunes AddCustom of 32 x 2048 floats."""

    def __init__(self, home: Path, folder: Path, variables: dict[str, str]) -> None:
        self.home, self.folder = home, folder
        self.environment = {
            **{name: value for name, value in os.environ.items() if not name.startswith("ASCEND")},
            "CUSTOM_COMPILER_CACHE": str(folder / "cache"),
            "TUNE_BANK_PATH": str(folder / "bank"),
            **variables,
        }
        (folder / "bank").mkdir()
        (folder / "calls").mkdir()
        (folder / "calls/add.json").write_text(json.dumps(add_custom((32, 2048), "float")))

    def command(self, *words: object) -> list[str]:
        fixed = ("-p", self.folder / "calls", "-v", SOC, "-f", "-m", "tune")
        return command_line(self.home, *fixed, *words)

    def run(self, *words: object, **variables: str):
        return subprocess.run(
            self.command(*words),
            cwd=self.folder,
            env={**self.environment, **variables},
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            check=False,
        )

    def tuned(self, *words: object, **variables: str):
        """The report's row of a run that forgets what earlier ones tried."""
        report = self.folder / "report.json"
        done = self.run(
            *words, "-o", "./tuned", "--report", report, **{"REPEAT_TUNE": "true", **variables}
        )
        assert done.returncode == 0, done.stdout + done.stderr
        (row,) = json.loads(report.read_text())["tune"]
        return row

    @contextmanager
    def interrupted(self, *words: object) -> Iterator[subprocess.Popen[str]]:
        """A run that begins anew, when it has told its journal of some trials."""
        journal = self.journal()
        journal.unlink()
        with subprocess.Popen(
            self.command(*words),
            cwd=self.folder,
            env=self.environment,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
            text=True,
        ) as process:
            while not journal.exists() or journal.read_text().count("\n") < 6:
                assert process.poll() is None
                time.sleep(0.02)
            yield process

    def goes_on(self, trials: list[dict]) -> bool:
        """Whether the same command keeps what was tried, and then knows all `trials`."""
        path = self.journal()
        kept = path.read_text().splitlines()
        assert self.run("-o", "./again", "-j", 2).returncode == 0
        lines = path.read_text().splitlines()
        assert lines[: len(kept)] == kept
        told = [(trial["number"], trial["cost"]) for trial in map(json.loads, lines[1:])]
        return sorted(told) == sorted((trial["number"], trial["cost"]) for trial in trials)

    def journal(self) -> Path:
        """That of the exhaustive search."""
        paths = (self.folder / "cache/tuning").glob("*.jsonl")
        return next(p for p in paths if '"exhaustive"' in p.read_text().partition("\n")[0])


@pytest.fixture(scope="module")
def tuner(cann_home, tmp_path_factory):
    folder = tmp_path_factory.mktemp("tune")
    for name in ("op_host", "op_kernel"):
        shutil.copytree(ROOT / name, folder / name)
    source = folder / "op_kernel/add_custom.cpp"
    text = source.read_text()
    assert BUFFERS in text
    assert PROCESS in text
    race = "#ifndef ADD_RACE\n#define ADD_RACE 0\n#endif\n"
    slow = "#ifndef ADD_TIMES\n#define ADD_TIMES 2\n#endif\n"
    assert ADD in text
    again = f"for (int i = 0; i < ADD_TIMES; ++i) {ADD}"
    text = race + slow + text.replace(PROCESS, RACE).replace(ADD, again)
    wrong = "// @tunable length in 64\n// @tunable define ADD_RACE in 0, 1\n"
    source.write_text(text + DECLARATIONS + wrong)
    header = folder / "op_host/add_custom_tiling.h"
    text = header.read_text()
    assert FIELD in text
    header.write_text(text.replace(FIELD, f"{FIELD}  // @tunable tileLength in 2048\n"))
    package = folder / "opp/vendors/customize"
    tuner = Tuner(cann_home, folder, {"ASCEND_CUSTOM_OPP_PATH": str(package)})
    command = ["custom-compiler", "build", "-o", "op_host", "-k", "op_kernel"]
    command += ["--soc_version", "ascend910b", "--install_path", str(folder / "opp"), "-i"]
    variables = {**tuner.environment, "ASCEND_HOME_PATH": str(cann_home)}
    subprocess.run(command, cwd=folder, env=variables, check=True, capture_output=True)
    return tuner


@pytest.fixture(scope="module")
def row(tuner):
    return tuner.tuned()


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


@pytest.mark.parametrize("sampler", ["optuna", "random"])
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
    here = Bench(device, str(opp), str(folder), call, "cycles", 0.0, 100.0)
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
    assert try_launch(there, untuned_there, untuned.launch) == Tried(untuned.cost, "")
    once = untuned.launch._replace(options=("-DADD_TIMES=1",))
    tried = try_launch(there, untuned_there, once)
    assert tried.problem == ""
    assert tried.cost is not None
    assert tried.cost < untuned.cost


@pytest.mark.slow
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


def test_killed_midway_it_loses_at_most_a_trial_of_each_worker(tuner, trials) -> None:
    with tuner.interrupted("-o", "./again", "-j", 2) as process:
        process.kill()
    assert tuner.goes_on(trials)


@pytest.mark.slow
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


@pytest.mark.slow
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

    with (tuner.folder / "cache/tune-device-0.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        done = tuner.run("-o", "./none")
    assert done.returncode == 1
    assert "-m tune: device 0 is in use by another tuning run" in done.stderr


def test_what_declares_nothing_stays_as_it_is(tuner, installed_sample) -> None:
    done = tuner.run("-o", "./plain", ASCEND_CUSTOM_OPP_PATH=str(installed_sample.vendor))
    assert done.returncode == 0, done.stderr
    assert "stays as it is: operator AddCustom declares nothing tunable" in done.stdout
    assert (tuner.folder / "plain.run").exists()
    assert not (tuner.folder / "plain_tune.html").exists()
