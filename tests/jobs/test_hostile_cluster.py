"""A cluster that sends code in the place of results: the sender executes none of it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from distributed import Client

from custom_compiler.errors import BuildError, MisuseError
from custom_compiler.kernel.jobs.cluster import cluster_workers
from custom_compiler.kernel.jobs.job import Job, JobLimits
from custom_compiler.kernel.jobs.scheduler import SchedulerAddress, Tls, check_scheduler
from tests.utils import hostile_cluster
from tests.utils.dask_cluster import DaskCluster

LIMITS = JobLimits(60.0, 1 << 30)


def job(name: str) -> Job:
    return Job(name, "tests.utils.hostile_jobs:add", (1, 2))


@pytest.fixture(scope="module")
def evil(tmp_path_factory: pytest.TempPathFactory) -> Any:
    """A hostile cluster, and the file that is there once someone executed what it sent."""
    folder = tmp_path_factory.mktemp("evil")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv(hostile_cluster.FILE, str(folder / "executed"))
        cluster = DaskCluster(folder, ("--preload", hostile_cluster.__file__))
        cluster.add_worker()
        yield cluster, folder / "executed"
        cluster.close()


def test_nothing_that_workers_send_is_executed(evil: Any, cann_home: Path) -> None:
    cluster, executed = evil
    attacks = hostile_cluster.ATTACKS.keys() - {hostile_cluster.VERSION}
    names = [*sorted(attacks), "honest"]
    with cluster_workers(SchedulerAddress(cluster.address), LIMITS, str(cann_home)) as workers:
        outcomes = {each.job.name: each for each in workers.run(map(job, names))}
        again = [each.value for each in workers.run([job("honest")])]
    assert not executed.exists()
    assert outcomes.pop("honest").value == 3
    assert again == [3]
    assert outcomes.keys() == attacks
    says = {}
    for name, outcome in outcomes.items():
        assert outcome.error is not None, name
        assert (outcome.value, outcome.error.kind) == (None, "failed"), name
        says[name] = outcome.error.message
        assert says[name].isprintable(), name
    assert says["escapes"] == r"first\x1b[2Jline\nsecond"
    assert says["text"] == r"ValueError: \x1b[2Jfirst"
    assert "it is of another job" in says["of another job"]
    assert "not of the types" in says["another type"]
    assert "'os:system'" in says["an object"]


def test_a_worker_without_this_version_is_named(evil: Any, cann_home: Path) -> None:
    """Dask says so in a pickle of an error, of which nothing but the text is taken."""
    cluster, _ = evil
    with (
        cluster_workers(SchedulerAddress(cluster.address), LIMITS, str(cann_home)) as workers,
        pytest.raises(MisuseError, match="another custom_compiler: ImportError: no module of that"),
    ):
        list(workers.run([job(hostile_cluster.VERSION)]))


def test_what_they_send_executes_where_dask_unpickles(evil: Any) -> None:
    """A plain client of Dask executes it: so the test above would see it."""
    cluster, executed = evil
    with Client(cluster.address, set_as_default=False) as client:
        assert client.submit(hostile_cluster.Evil, pure=False).result() is None
    assert executed.exists()
    executed.unlink()


def test_a_scheduler_that_sends_code_is_lost(
    tmp_path: Path, cann_home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    executed = tmp_path / "executed"
    monkeypatch.setenv(hostile_cluster.FILE, str(executed))
    monkeypatch.setenv("HOSTILE_SCHEDULER", "custom_compiler")
    cluster = DaskCluster(tmp_path, ("--preload", hostile_cluster.__file__))
    try:
        with (
            cluster_workers(SchedulerAddress(cluster.address), LIMITS, str(cann_home)) as workers,
            pytest.raises(BuildError, match="is lost"),
        ):
            list(workers.run([job("honest")]))  # there is no worker that could answer
    finally:
        cluster.close()
    assert not executed.exists()


FILES = Tls(__file__, __file__, __file__)


@pytest.mark.parametrize(
    ("scheduler", "says"),
    [
        (SchedulerAddress("tcp://head:8786"), "without TLS"),
        (SchedulerAddress("ws://10.0.0.1:8786"), "without TLS"),
        (SchedulerAddress("tcp://127.0.0.1.example.com:8786"), "without TLS"),
        (SchedulerAddress("tcp://localhost.example.com:8786"), "without TLS"),
        (SchedulerAddress("tcp://[fe80::1]:8786"), "without TLS"),
        (SchedulerAddress("tcp://0.0.0.0:8786"), "without TLS"),
        (SchedulerAddress("tcp://127.0.0.1:8786", FILES), "the address is none of TLS"),
        (SchedulerAddress("tls://head:8786", FILES._replace(key="/no/key.pem")), "/no/key.pem"),
        (SchedulerAddress("head:8786"), "is no scheduler's address"),
    ],
)
def test_a_network_without_tls_is_misuse(scheduler: SchedulerAddress, says: str) -> None:
    with pytest.raises(MisuseError, match=says) as caught:
        check_scheduler(scheduler)
    assert caught.value.hint


@pytest.mark.parametrize(
    "scheduler",
    [
        SchedulerAddress("tcp://127.0.0.1:8786"),
        SchedulerAddress("tcp://127.1.2.3:8786"),
        SchedulerAddress("tcp://[::1]:8786"),
        SchedulerAddress("tcp://localhost:8786"),
        SchedulerAddress("tls://head:8786"),
        SchedulerAddress("wss://head:8786", FILES),
        SchedulerAddress("tcp://head:8786", is_insecure=True),
    ],
)
def test_loopback_tls_and_what_users_insist_on_are_taken(scheduler: SchedulerAddress) -> None:
    check_scheduler(scheduler)
