"""Jobs on a Dask cluster: the same outcomes as here, also when workers are lost or differ."""

from __future__ import annotations

import os
import subprocess
import sys
import time
import uuid
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

import pytest

from custom_compiler.errors import BuildError, MisuseError
from custom_compiler.kernel.jobs import cluster as cluster_module
from custom_compiler.kernel.jobs.cluster import cluster_workers
from custom_compiler.kernel.jobs.job import Job, JobLimits
from custom_compiler.kernel.jobs.scheduler import SchedulerAddress, Tls
from tests.utils.dask_cluster import DaskCluster, dask_cluster
from tests.utils.hostile_jobs import SizeOfFile

LIMITS = JobLimits(60.0, 1 << 30)
OTHER_HEADERS = """\
from custom_compiler.kernel.toolchain import machine
machine.header_digest = lambda *_: "fedcba9876543210"
"""


def job(name: str, *arguments: object) -> Job:
    return Job(name, f"tests.utils.hostile_jobs:{name}", arguments)


@pytest.fixture(scope="module")
def mark() -> str:
    """In the environment of all processes of the cluster."""
    return uuid.uuid4().hex


@pytest.fixture(scope="module")
def cluster(tmp_path_factory: pytest.TempPathFactory, mark: str):
    os.environ["MARK_OF_TEST"] = mark
    with dask_cluster(tmp_path_factory.mktemp("cluster"), workers=2) as running:
        del os.environ["MARK_OF_TEST"]
        yield running


def marked(mark: str, word: str) -> int:
    """Return the number of processes with the mark and `word` in their command line."""
    found = 0
    for folder in Path("/proc").iterdir():
        try:
            environment = (folder / "environ").read_bytes()
            command = (folder / "cmdline").read_text(errors="replace")
        except OSError:
            continue
        found += mark.encode() in environment and word in command
    return found


def wait_for(condition, seconds: float = 20) -> bool:
    until = time.monotonic() + seconds
    while not condition():
        if time.monotonic() > until:
            return False
        time.sleep(0.1)
    return True


def test_outcomes_are_those_of_one_machine(cluster: DaskCluster, cann_home: Path) -> None:
    hostile = {"segfault": "crashed", "leave": "crashed", "misuse": "misuse", "failed": "failed"}
    jobs = [job("add", number, 1) for number in range(20)] + [job(name) for name in hostile]
    with cluster_workers(SchedulerAddress(cluster.address), LIMITS, str(cann_home)) as workers:
        outcomes = list(workers.run(jobs))
        assert [outcome.value for outcome in workers.run([job("add", 3, 4)])] == [7]
    added = {each.job.arguments[0]: each.value for each in outcomes if each.job.name == "add"}
    assert added == {number: number + 1 for number in range(20)}
    errors = {each.job.name: each.error for each in outcomes if each.job.name != "add"}
    assert {name: error.kind for name, error in errors.items() if error} == hostile
    assert errors["misuse"] == ("misuse", "this is wrong", "do that", "a.cpp:3: here")
    assert len({outcome.worker for outcome in outcomes}) == 2


class Files(NamedTuple):
    """An argument that names files."""

    paths: tuple[str, ...]

    def find_cached(self) -> None:
        pass

    def packed(self) -> tuple[Files, list[str]]:
        return self, list(self.paths)


def test_a_file_that_is_missing_is_the_error_of_its_job(
    cluster: DaskCluster, cann_home: Path
) -> None:
    jobs = [job("add", Files(("/no/such/file",)), 1), job("add", 1, 2)]
    with cluster_workers(SchedulerAddress(cluster.address), LIMITS, str(cann_home)) as workers:
        outcomes = {each.job.arguments[1]: each for each in workers.run(jobs)}
    assert outcomes[1].error == ("failed", "/no/such/file: No such file or directory", "", "")
    assert outcomes[2].value == 3


def test_limits_hold_there(cluster: DaskCluster, cann_home: Path) -> None:
    limits = JobLimits(2.0, 256 << 20)
    with cluster_workers(SchedulerAddress(cluster.address), limits, str(cann_home)) as workers:
        outcomes = workers.run([job("ignore_signals_and_loop"), job("allocate_in_child")])
        kinds = {each.job.name: each.error.kind for each in outcomes if each.error}
    assert kinds == {"ignore_signals_and_loop": "timed out", "allocate_in_child": "out of memory"}


def test_who_stops_reading_ends_the_jobs(cluster: DaskCluster, cann_home: Path, mark: str) -> None:
    with cluster_workers(SchedulerAddress(cluster.address), LIMITS, str(cann_home)) as workers:
        outcomes = workers.run([job("child_and_sleep"), job("add", 1, 1)])
        assert next(outcomes).value == 2
        assert wait_for(lambda: marked(mark, "sleep\x003600") > 0)
        outcomes.close()
        assert wait_for(lambda: marked(mark, "sleep\x003600") == 0)


def test_jobs_of_a_lost_worker_run_elsewhere(tmp_path: Path, cann_home: Path) -> None:
    with dask_cluster(tmp_path, workers=2) as cluster:
        jobs = [job("sleep", 0.1 + number / 1000) for number in range(24)]
        with cluster_workers(SchedulerAddress(cluster.address), LIMITS, str(cann_home)) as workers:
            outcomes = workers.run(jobs)
            seen = [next(outcomes) for _ in range(6)]
            assert len({outcome.worker for outcome in seen}) == 2
            cluster.workers[0].kill()
            seen += outcomes
    assert sorted(outcome.value for outcome in seen) == [each.arguments[0] for each in jobs]
    assert len({outcome.worker for outcome in seen[7:]}) == 1


@pytest.mark.slow
def test_a_worker_with_another_compiler_is_refused(tmp_path: Path, cann_home: Path) -> None:
    other = tmp_path / "other"
    other.write_text('#!/bin/sh\n[ "$1" = -dumpmachine ] && exec g++ "$1"\necho "cc (Other) 7.7"\n')
    other.chmod(0o755)
    with dask_cluster(tmp_path / "cluster", workers=0) as cluster:
        cluster.add_worker(CXX=str(other))
        with (
            cluster_workers(SchedulerAddress(cluster.address), LIMITS, str(cann_home)) as workers,
            pytest.raises(MisuseError) as caught,
        ):
            list(workers.run([job("add", 1, 1)]))
    there, _, here = caught.value.message.partition("; here are ")
    version = subprocess.check_output(["g++", "--version"], text=True).splitlines()[0]
    assert "cc (Other) 7.7" in there
    assert version.partition(" ")[2] in here


@pytest.mark.slow
@pytest.mark.parametrize(
    ("line", "there"),
    [
        ("import custom_compiler as c; c.__version__ = '0.0.7'", "custom_compiler 0.0.7,"),
        (OTHER_HEADERS, "kernel headers fedcba987654,"),
    ],
)
def test_a_worker_with_another_toolkit_is_refused(
    tmp_path: Path, cann_home: Path, line: str, there: str
) -> None:
    with dask_cluster(tmp_path / "cluster", workers=0) as cluster:
        cluster.add_other_worker(line)
        with (
            cluster_workers(SchedulerAddress(cluster.address), LIMITS, str(cann_home)) as workers,
            pytest.raises(MisuseError) as caught,
        ):
            list(workers.run([job("add", 1, 1)]))
    theirs, _, ours = caught.value.message.partition("; here are ")
    assert there in theirs
    assert there not in ours
    assert caught.value.hint == "install the same custom_compiler and compiler there"


@pytest.mark.slow
def test_what_dask_gives_up_is_one_jobs_error(
    tmp_path: Path, cann_home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("DASK_DISTRIBUTED__SCHEDULER__ALLOWED_FAILURES", "0")
    with (
        dask_cluster(tmp_path, workers=1) as cluster,
        cluster_workers(SchedulerAddress(cluster.address), LIMITS, str(cann_home)) as workers,
    ):
        outcomes = workers.run([job("add", 1, 1), job("sleep", 30.0)])
        assert next(outcomes).value == 2
        cluster.workers[0].kill()
        (lost,) = outcomes
        cluster.add_worker()
        assert [each.value for each in workers.run([job("add", 2, 1)])] == [3]
    assert lost.error is not None
    assert lost.error.kind == "lost"
    wanted = "sleep: given up by Dask, since 1 worker was lost while running it"
    assert lost.error.message == wanted


@pytest.mark.slow
def test_a_lost_scheduler_is_an_error(tmp_path: Path, cann_home: Path) -> None:
    with (
        dask_cluster(tmp_path, workers=1) as cluster,
        cluster_workers(SchedulerAddress(cluster.address), LIMITS, str(cann_home)) as workers,
    ):
        outcomes = workers.run([job("add", 1, 1), job("sleep", 30.0)])
        assert next(outcomes).value == 2
        cluster.scheduler.kill()
        with pytest.raises(BuildError, match="is lost"):
            next(outcomes)


@pytest.mark.slow
def test_a_scheduler_that_was_lost_between_jobs_is_an_error(
    tmp_path: Path, cann_home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(cluster_module, "_SECONDS_TO_ANSWER", 2)
    with (
        dask_cluster(tmp_path, workers=1) as cluster,
        cluster_workers(SchedulerAddress(cluster.address), LIMITS, str(cann_home)) as workers,
    ):
        assert [each.value for each in workers.run([job("add", 1, 1)])] == [2]
        cluster.scheduler.kill()
        for _ in range(2):  # while Dask connects again, and when it has given up
            with pytest.raises(BuildError, match="is lost"):
                list(workers.run([job("add", 1, 1)]))


@pytest.mark.slow
def test_a_scheduler_that_was_started_again_is_sent_files_again(
    tmp_path: Path, cann_home: Path
) -> None:
    (tmp_path / "file").write_text("text")
    jobs = [job("add", 1, SizeOfFile(str(tmp_path / "file")))]
    with (
        dask_cluster(tmp_path, workers=1) as cluster,
        cluster_workers(SchedulerAddress(cluster.address), LIMITS, str(cann_home)) as workers,
    ):
        assert [each.value for each in workers.run(jobs)] == [5]
        cluster.restart()

        def runs_again() -> bool:
            with suppress(BuildError):  # until Dask has connected again
                return [each.value for each in workers.run(jobs)] == [5]
            return False

        assert wait_for(runs_again)


def test_a_scheduler_that_is_not_there_is_named(monkeypatch, cann_home: Path) -> None:
    monkeypatch.setattr(cluster_module, "_SECONDS_TO_ANSWER", 1)
    with pytest.raises(BuildError, match=r"tcp://127\.0\.0\.1:1 does not answer"):
        cluster_workers(SchedulerAddress("tcp://127.0.0.1:1"), LIMITS, str(cann_home))


@pytest.mark.parametrize("address", ["", "nonsense", "udp://host:1", "tcp://host:port"])
def test_what_is_no_address_is_misuse(address: str, cann_home: Path) -> None:
    with pytest.raises(MisuseError, match=f"'{address}' is no scheduler's address"):
        cluster_workers(SchedulerAddress(address), LIMITS, str(cann_home))


def test_without_dask_it_says_what_to_install(monkeypatch, cann_home: Path) -> None:
    monkeypatch.setitem(sys.modules, "distributed", None)
    with pytest.raises(MisuseError) as caught:
        cluster_workers(SchedulerAddress("tcp://127.0.0.1:1"), LIMITS, str(cann_home))
    assert caught.value.hint == "pip install 'custom_compiler[cluster]'"


def test_tls_files_that_are_missing_are_named(cann_home: Path, tmp_path: Path) -> None:
    missing = Tls(str(tmp_path / "ca.pem"), str(tmp_path / "cert.pem"), str(tmp_path / "key.pem"))
    with pytest.raises(MisuseError, match=r"ca\.pem"):
        cluster_workers(SchedulerAddress("tls://127.0.0.1:1", missing), LIMITS, str(cann_home))


@pytest.mark.slow
def test_jobs_run_over_tls(tmp_path: Path, cann_home: Path) -> None:
    key, cert = tmp_path / "key.pem", tmp_path / "cert.pem"
    words = ["-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj", "/CN=127.0.0.1"]
    name = ["-addext", "subjectAltName=IP:127.0.0.1", "-keyout", str(key), "-out", str(cert)]
    subprocess.run(["openssl", "req", *words, *name], check=True, capture_output=True)
    files = ["--tls-ca-file", str(cert), "--tls-cert", str(cert), "--tls-key", str(key)]
    cluster = DaskCluster(tmp_path, ("--protocol", "tls", *files))
    try:
        cluster.add_worker()
        tls = Tls(str(cert), str(cert), str(key))
        assert cluster.address.startswith("tls://")
        with cluster_workers(
            SchedulerAddress(cluster.address, tls), LIMITS, str(cann_home)
        ) as workers:
            assert [each.value for each in workers.run([job("add", 1, 1)])] == [2]
        with pytest.raises(BuildError, match="does not answer"):
            cluster_workers(SchedulerAddress(cluster.address), LIMITS, str(cann_home))
    finally:
        cluster.close()
